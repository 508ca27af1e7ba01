//! Every preset that has a Gather, against the dynamic call.
#![deny(warnings)]

use gather_core::{GatherOptions, View, gather_dyn_with, gather_kernel};

macro_rules! presets {
    ($($preset:ident)*) => { $({
        let data = View::from(&[[1, 2, 3], [4, 5, 6]]);
        let kernel = gather_kernel!(Gather, i32, i64, rank = 2, axis = 1, semantics = $preset);
        let fixed = gather_kernel!(Gather, i32, i64, data = [2, 3], indices = [1], axis = 1, semantics = $preset);
        let options = GatherOptions::named(stringify!($preset)).unwrap();
        for at in [0, 2, 3, -1, -4, 100] {
            let view = View::from(std::array::from_ref(&at));
            let expected = gather_dyn_with(data.as_dyn(), view.as_dyn(), 1, 0, &options).map(|out| out.into_vec());
            let out = kernel.run(data, view).map(|out| out.into_vec());
            assert_eq!(out, expected, "{} at {at}", stringify!($preset));
            let fixed = fixed.run(&[[1, 2, 3], [4, 5, 6]], &[at]).map(|out| out.as_flattened().to_vec());
            assert_eq!(fixed, expected, "{} at {at}", stringify!($preset));
        }
    })* };
}

fn main() {
    presets! {
        onnx_11 onnx_12 onnx_13 onnxruntime openvino_1 openvino_5 openvino_6 openvino_7 openvino_8 tensorflow torch
        numpy_raise numpy_wrap numpy_clip jax_fill jax_clip jax_wrap
    }
}
