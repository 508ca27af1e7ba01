//! Every preset that has a GatherElements, against the dynamic call.
#![deny(warnings)]

use gather_core::{GatherOptions, View, gather_elements_dyn_with, gather_kernel};

macro_rules! presets {
    ($($preset:ident)*) => { $({
        let data = View::from(&[[1, 2, 3], [4, 5, 6]]);
        let kernel = gather_kernel!(GatherElements, i32, i64, rank = 2, axis = 1, semantics = $preset);
        let fixed = gather_kernel!(GatherElements, i32, i64, data = [2, 3], indices = [2, 1], axis = 1, semantics = $preset);
        let options = GatherOptions::named(stringify!($preset)).unwrap();
        for at in [[[0], [2]], [[2], [-1]], [[3], [0]], [[0], [-4]], [[100], [0]]] {
            let view = View::<i64, 2>::from(&at);
            let expected = gather_elements_dyn_with(data.as_dyn(), view.as_dyn(), 1, &options);
            let expected = expected.map(|out| out.into_vec());
            let out = kernel.run(data, view).map(|out| out.into_vec());
            assert_eq!(out, expected, "{} at {at:?}", stringify!($preset));
            let fixed = fixed.run(&[[1, 2, 3], [4, 5, 6]], &at).map(|out| out.as_flattened().to_vec());
            assert_eq!(fixed, expected, "{} at {at:?}", stringify!($preset));
        }
    })* };
}

fn main() {
    presets! {
        onnx_11 onnx_12 onnx_13 onnxruntime openvino_6 openvino_7 openvino_8 torch numpy_raise jax_fill jax_clip
    }
}
