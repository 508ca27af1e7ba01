//! Every preset that has a GatherND, against the dynamic call.
#![deny(warnings)]

use gather_core::{GatherOptions, View, gather_kernel, gather_nd_dyn_with};

macro_rules! presets {
    ($($preset:ident)*) => { $({
        let data = View::from(&[[1, 2, 3], [4, 5, 6]]);
        let kernel = gather_kernel!(GatherND, i32, i64, rank = 2, semantics = $preset);
        let fixed = gather_kernel!(GatherND, i32, i64, data = [2, 3], indices = [1, 2], semantics = $preset);
        let options = GatherOptions::named(stringify!($preset)).unwrap();
        for at in [[0, 2], [1, -1], [1, 3], [-3, 0], [7, 7]] {
            let view = View::from(std::array::from_ref(&at));
            let expected = gather_nd_dyn_with(data.as_dyn(), view.as_dyn(), 0, &options);
            assert_eq!(kernel.run(data, view), expected, "{} at {at:?}", stringify!($preset));
            let fixed = fixed.run(&[[1, 2, 3], [4, 5, 6]], &[at]).map(|out| out.to_vec());
            assert_eq!(fixed, expected.map(|out| out.into_vec()), "{} at {at:?}", stringify!($preset));
        }
    })* };
}

fn main() {
    presets! {
        onnx_11 onnx_12 onnx_13 onnxruntime openvino_5 openvino_6 openvino_7 openvino_8 cann cann_negative
        tensorflow tensorflow_ignore jax_fill jax_clip
    }
}
