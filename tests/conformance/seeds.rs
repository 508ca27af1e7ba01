//! Every example of the five operator documents, one test each, as the document writes it.
//!
//! An example must hold under the default choices and under the preset of its document. Where a document
//! gives shapes only (its XML), the shape must be as written, and a run over data that counts up must
//! give what a plain loop gives.

mod cann_gather_nd;
mod onnx_gather_nd;
mod openvino_gather_7;
mod openvino_gather_elements_6;
mod openvino_gather_nd_8;

use gather_core::{Op, ViewDyn};

use crate::example::Example;

/// An example that is given by shapes.
struct Shapes<'a> {
    presets: &'a [&'a str],
    op: Op,
    data: &'a [usize],
    indices: &'a [usize],
    output: &'a [usize],
}

impl Shapes<'_> {
    /// `index` makes each index from its position; `sources` says from which offset of data each output
    /// element comes. Data counts up, so that its elements are their offsets.
    #[track_caller]
    fn hold(&self, index: impl Fn(usize) -> usize, sources: impl Fn(&[usize]) -> Vec<usize>) {
        let picks: Vec<usize> = (0..self.indices.iter().product()).map(index).collect();
        let indices: Vec<i64> = picks.iter().map(|index| *index as i64).collect();
        let output: Vec<u32> = sources(&picks)
            .iter()
            .map(|offset| *offset as u32)
            .collect();
        let data: Vec<u32> = (0..).take(self.data.iter().product()).collect();
        Example {
            presets: self.presets,
            op: self.op,
            data: ViewDyn::new(&data, self.data).expect("as many as the shape says"),
            indices: ViewDyn::new(&indices, self.indices).expect("as many as the shape says"),
            output: ViewDyn::new(&output, self.output).expect("the loop follows the document"),
        }
        .holds();
    }
}
