//! A model's gather nodes as kernels that the build script has compiled from `reader.onnx`.
//!
//! The model states that words are rows of 4 numbers, how many coordinates a tuple has, and the whole shape
//! of the scores; the kernels have those sizes as constants.

/// One kernel for each gather node, named after it.
pub mod reader {
    include!(concat!(env!("OUT_DIR"), "/reader.rs"));
}

/// The guide's chapter on ONNX, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/onnx.md")]
pub struct Onnx;

use gather_core::{GatherError, Tensor, View};

/// Looks up the words of each text and picks those at `spans`.
///
/// # Errors
///
/// A word that is not in the table, a span that is not in its text, texts and spans that differ in number.
pub fn read(
    table: View<'_, f32, 2>,
    ids: View<'_, i64, 2>,
    spans: View<'_, i64, 3>,
) -> Result<Tensor<f32, 3>, GatherError> {
    let words = reader::EmbedWordsGather.run(table, ids)?;
    reader::PickGatherND.run(words.view(), spans)
}

/// The scores in the given order; all sizes are known, so that arrays go in and out.
///
/// # Errors
///
/// A position outside its row.
pub fn sort(scores: &[[f32; 3]; 2], order: &[[i64; 3]; 2]) -> Result<[[f32; 3]; 2], GatherError> {
    reader::SortGatherElements.run(scores, order)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_of_the_model_do_what_its_nodes_do() -> Result<(), GatherError> {
        let table: Vec<f32> = (0_u8..40).map(f32::from).collect();
        let table = View::new(&table, [10, 4])?;
        let ids = View::from(&[[1, 2, 3], [4, 5, -1]]);
        let spans = View::from(&[[[2], [0]], [[-1], [1]]]);
        let out = read(table, ids, spans)?;
        assert_eq!(out.shape(), &[2, 2, 4]);
        let firsts: Vec<f32> = out.as_slice().iter().copied().step_by(4).collect();
        assert_eq!(firsts, [12.0, 4.0, 36.0, 20.0]);

        let sorted = sort(&[[0.1, 0.7, 0.2], [0.5, 0.2, 0.3]], &[[1, 2, 0], [0, 2, 1]])?;
        assert_eq!(sorted, [[0.7, 0.2, 0.1], [0.5, 0.3, 0.2]]);
        Ok(())
    }

    #[test]
    fn kernels_know_the_sizes_of_the_model() {
        assert!(
            reader::EmbedWordsGather::SPEC.contains("data = [10, 4]"),
            "{}",
            reader::EmbedWordsGather::SPEC
        );
        let error = reader::EmbedWordsGather.run(View::from(&[[0.0; 3]; 10]), View::from(&[[0]]));
        assert!(error.is_err(), "rows of 3 are not rows of this model");
    }
}
