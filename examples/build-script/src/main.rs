//! Kernels from a text file.
//!
//! With many kernels, or with kernels that another tool writes, a list is easier to keep than macro calls.
//! Three pieces make it:
//!
//! 1. `kernels.gather` lists the kernels, in the grammar of `gather_kernel!`, with comments.
//! 2. `build.rs` hands it to `gather_codegen::build`, a build dependency with the feature `build`.
//! 3. The module [`kernels`] includes what came out.
//!
//! The kernels are those that the macro would make. A mistake in the list fails the build and names its
//! place, for example `kernels.gather:4:46: …`.
//!
//! ```text
//! cargo run -p gather-example-build-script
//! ```

use gather_core::{GatherError, View};

/// The kernels of `kernels.gather`.
pub mod kernels {
    include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
}

use kernels::{Embed, KeepBoxes, ScoresAt, ToPlanes, Words};

fn main() -> Result<(), GatherError> {
    let table = [[0.0; 8], [1.0; 8], [2.0; 8]];
    let tokens = View::from(&[2, 0]);
    println!("{}", Embed::SPEC);
    println!("  {:?}\n", Embed.run_array(&table, tokens)?);

    let boxes = [[[1.0, 1.5], [2.0, 2.5], [3.0, 3.5]]];
    let kept = KeepBoxes.run(View::from(&boxes), View::from(&[[[-1], [0]]]))?;
    println!("{}", KeepBoxes::SPEC);
    println!("  {kept:?}\n");

    let scores = [[0.1, 0.7, 0.2], [0.5, 0.2, 0.3]];
    let best = ScoresAt.run(View::from(&scores), View::from(&[[1, 2], [0, 9]]))?;
    println!("{}", ScoresAt::SPEC);
    println!("  {best:?}\n");

    let words = ["gather", "from", "text"].map(String::from);
    let order = Words.run(View::from(&words), View::from(&[2, 1, 0]))?;
    println!("{}", Words::SPEC);
    println!("  {order:?}\n");

    println!("{}", ToPlanes::SPEC);
    println!(
        "  {:?}",
        planes(&[[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]])
    );
    Ok(())
}

/// An image of pixels as an image of planes. The indices are constants, so that the compiler has seen
/// that all of them are in range, and there is no error left to return.
fn planes(pixels: &[[[u8; 3]; 2]; 2]) -> [[[u8; 2]; 2]; 3] {
    const PLACES: [[[[u8; 3]; 2]; 2]; 3] = {
        let mut places = [[[[0; 3]; 2]; 2]; 3];
        let mut n: u8 = 0;
        while n < 12 {
            let (colour, row, column) = (n / 4, n / 2 % 2, n % 2);
            places[colour as usize][row as usize][column as usize] = [row, column, colour];
            n += 1;
        }
        places
    };
    const { ToPlanes.eval(&[[[0; 3]; 2]; 2], &PLACES) };
    ToPlanes.eval(pixels, &PLACES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_runs() {
        assert_eq!(main(), Ok(()));
    }

    #[test]
    fn kernels_of_the_list_are_those_of_the_macro() -> Result<(), GatherError> {
        gather_core::gather_kernel!(struct Same: Gather, f32, u32, data = [_, 8], axis = 0);
        assert_eq!((Embed::NAME, Embed::SPEC), (Same::NAME, Same::SPEC));
        let (table, tokens) = ([[1.0; 8], [2.0; 8]], View::from(&[1]));
        assert_eq!(
            Embed.run_array(&table, tokens)?,
            Same.run_array(&table, tokens)?
        );
        Ok(())
    }

    #[test]
    fn a_missing_position_scores_zero() -> Result<(), GatherError> {
        let best = ScoresAt.run(View::from(&[[0.5, 0.25]]), View::from(&[[1, 2, -1]]))?;
        assert_eq!(best.as_slice(), [0.25, 0.0, 0.25]);
        Ok(())
    }

    #[test]
    fn pixels_become_planes() {
        let pixels = [[[1, 2, 3], [4, 5, 6]], [[7, 8, 9], [10, 11, 12]]];
        assert_eq!(
            planes(&pixels),
            [[[1, 4], [7, 10]], [[2, 5], [8, 11]], [[3, 6], [9, 12]]]
        );
    }
}
