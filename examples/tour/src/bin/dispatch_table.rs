//! A dispatch table of your own: kernels for the shapes that matter, one static, any shape accepted.
//!
//! A server holds several models and meets two widths of embedding tables again and again. `gather_table!`
//! has a kernel for each, and one for a single token. A call takes the most specific one that fits, and the dynamic call where none does.
//! The answer does not depend on which of them gave it.
//!
//! ```text
//! cargo run -p gather-example-tour --bin dispatch_table
//! ```

use gather_core::{GatherError, TensorDyn, ViewDyn, gather_table};

gather_table! {
    /// Rows of embedding tables; a token that is not there has zeros.
    static EMBED: Gather, f32, u32, axis = 0, out_of_range = fill(0.0);
    data = [_, 8];
    data = [_, 16];
    data = [_, 16], indices = [1];
}

/// The rows of `tokens` in a table of the given width, whose rows are filled with their number; and the kernel
/// that was used.
fn embed(
    width: usize,
    tokens: &[u32],
) -> Result<(Option<&'static str>, TensorDyn<f32>), GatherError> {
    let table: Vec<f32> = (0_u8..4)
        .flat_map(|row| vec![f32::from(row); width])
        .collect();
    let (shape, count) = ([4, width], [tokens.len()]);
    let table = ViewDyn::new(&table, &shape)?;
    let tokens = ViewDyn::new(tokens, &count)?;
    let kernel = EMBED.find(table.shape(), tokens.shape());
    Ok((kernel, EMBED.run_dyn(table, tokens)?))
}

fn main() -> Result<(), GatherError> {
    println!("kernels, most specific first");
    for name in EMBED.names() {
        println!("  {name}");
    }
    println!("calls");
    for (width, tokens) in [(8, &[3, 1][..]), (16, &[3, 1]), (16, &[2]), (5, &[0, 99])] {
        let (kernel, rows) = embed(width, tokens)?;
        let kernel = kernel.unwrap_or("the dynamic call");
        println!(
            "  [4, {width}] at {tokens:?} gives {:?} by {kernel}",
            rows.shape()
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_runs() {
        assert_eq!(main(), Ok(()));
    }

    #[test]
    fn the_most_specific_kernel_is_used() -> Result<(), GatherError> {
        let used = |width, tokens: &[u32]| embed(width, tokens).map(|(kernel, _)| kernel);
        assert_eq!(
            used(8, &[0, 1])?,
            Some("gather_f32_u32_dx_8_a0_b0_fill_0_0")
        );
        assert_eq!(
            used(16, &[0, 1])?,
            Some("gather_f32_u32_dx_16_a0_b0_fill_0_0")
        );
        assert_eq!(
            used(16, &[0])?,
            Some("gather_f32_u32_dx_16_i1_a0_b0_fill_0_0")
        );
        assert_eq!(used(5, &[0])?, None);
        Ok(())
    }

    #[test]
    fn every_kernel_gives_the_same() -> Result<(), GatherError> {
        for width in [5, 8, 16] {
            let (_, rows) = embed(width, &[3, 99, 1])?;
            let expected: Vec<f32> = [3.0, 0.0, 1.0]
                .iter()
                .flat_map(|n| vec![*n; width])
                .collect();
            assert_eq!(rows.as_slice(), expected, "width {width}");
        }
        Ok(())
    }
}
