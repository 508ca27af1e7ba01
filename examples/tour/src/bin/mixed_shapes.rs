//! Shapes that are known in part: some sizes in the kernel, some in the call, one kernel called with both.
//!
//! The cache of a language model is `[sequences, heads, positions, 4]`: here a head has 4 numbers, commonly
//! 64 or 128. That size never changes, so it stands in the kernel, and a row is a copy of known length. The
//! other sizes grow while the program runs. A size that contradicts the kernel is an error before anything is
//! read; sizes in a nested array are compared by the compiler.
//!
//! ```text
//! cargo run -p gather-example-tour --bin mixed_shapes
//! ```

use gather_core::{GatherError, Tensor, View, ViewDyn, gather_kernel};

gather_kernel!(
    /// Chosen positions of each sequence and head; `batch_dims = 2` covers both.
    struct Positions: GatherND, f32, u32, data = [_, _, _, 4], indices = [_, _, _, 1], batch_dims = 2
);

/// A cache of `[sequences, 2, positions, 4]` where every number of a row is its position.
fn cache(sequences: usize, positions: usize) -> Result<Tensor<f32, 4>, GatherError> {
    let rows = (0..sequences * 2).flat_map(|_| (0_u8..).take(positions));
    let elements = rows.flat_map(|n| [f32::from(n); 4]).collect();
    Tensor::new(elements, [sequences, 2, positions, 4])
}

/// Keeps the positions `keep` of every sequence and head: indices of one batch, repeated over all of them
/// without copying.
fn keep(cache: View<'_, f32, 4>, keep: &[u32]) -> Result<Tensor<f32, 4>, GatherError> {
    let [sequences, heads, ..] = *cache.shape();
    let one = View::new(keep, [1, 1, keep.len(), 1])?;
    Positions.run(cache, one.broadcast_to([sequences, heads, keep.len(), 1])?)
}

/// The same kernel on data whose rank, too, is known only now.
fn keep_any(
    cache: ViewDyn<'_, f32>,
    tuples: ViewDyn<'_, u32>,
) -> Result<Tensor<f32, 4>, GatherError> {
    Positions.run(cache.try_into()?, tuples.try_into()?)
}

fn main() -> Result<(), GatherError> {
    println!("{}", Positions::SPEC);
    for (sequences, positions) in [(1, 3), (2, 7), (3, 100)] {
        let cache = cache(sequences, positions)?;
        let kept = keep(cache.view(), &[2, 0])?;
        println!("  {:?} gives {:?}", cache.shape(), kept.shape());
    }

    // Nested arrays: a row of another length than 4 would not compile.
    let cache = [[[[1.0; 4], [2.0; 4]]]];
    let kept = Positions.run_array(&cache, View::from(&[[[[1]]]]))?;
    println!("  an array gives {:?}", kept.as_slice());

    // Views: it compiles, and the call is refused.
    let wide = ViewDyn::new(&[0.0; 10], &[1, 1, 2, 5])?;
    let tuples = ViewDyn::new(&[1], &[1, 1, 1, 1])?;
    match keep_any(wide, tuples) {
        Ok(kept) => println!("  {kept:?}"),
        Err(error) => println!("  rows of 5: {error}"),
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
    fn every_batch_keeps_its_positions() -> Result<(), GatherError> {
        let kept = keep(cache(3, 7)?.view(), &[6, 1])?;
        assert_eq!(kept.shape(), &[3, 2, 2, 4]);
        let expected = [[6.0; 4], [1.0; 4]].as_flattened().repeat(6);
        assert_eq!(kept.as_slice(), expected);
        Ok(())
    }

    #[test]
    fn other_sizes_and_ranks_are_refused() -> Result<(), GatherError> {
        let tuples = ViewDyn::new(&[1], &[1, 1, 1, 1])?;
        let wide = keep_any(ViewDyn::new(&[0.0; 10], &[1, 1, 2, 5])?, tuples);
        assert_eq!(
            wide.unwrap_err().to_string(),
            "dimension 3 of `data` must be 4, for which the kernel was made, found 5"
        );
        let flat = keep_any(ViewDyn::new(&[0.0; 8], &[2, 4])?, tuples);
        assert_eq!(flat.unwrap_err().to_string(), "expected rank 4, found 2");
        Ok(())
    }
}
