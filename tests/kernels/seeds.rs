//! The examples of the operators' documents as kernels of all-known sizes, gathered by the compiler; the
//! shapes of their XML layers as types, gathered on the heap.

use gather_core::{GatherOptions, Op, ViewDyn, gather_kernel, gather_op_dyn};

/// `name: { spec } data, indices => output;`. The gather is done in a constant.
macro_rules! examples {
    ($($name:ident: { $($spec:tt)* } $data:expr, $indices:expr => $output:expr;)*) => { $(
        #[test]
        fn $name() {
            let output = const { gather_kernel!($($spec)*).eval(&$data, &$indices) };
            assert_eq!(output, $output);
        }
    )* };
}

/// OpenVINO GatherND-8.
mod openvino_gather_nd_8 {
    use super::*;

    const SMALL: [[i32; 2]; 2] = [[1, 2], [3, 4]];
    const CUBE: [[[i32; 4]; 3]; 2] = [
        [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]],
        [[13, 14, 15, 16], [17, 18, 19, 20], [21, 22, 23, 24]],
    ];
    const DEEP: [[[[i32; 4]; 2]; 2]; 1] = [[
        [[1, 2, 3, 4], [5, 6, 7, 8]],
        [[9, 10, 11, 12], [13, 14, 15, 16]],
    ]];

    examples! {
        example_1:
            { GatherND, i32, i64, data = [2, 2], indices = [2, 2], semantics = openvino_8 }
            SMALL, [[0, 0], [1, 0]] => [1, 3];
        example_2:
            { GatherND, i32, i64, data = [2, 2], indices = [2, 1], semantics = openvino_8 }
            SMALL, [[1], [0]] => [[3, 4], [1, 2]];
        example_3:
            { GatherND, i32, i64, data = [2, 2], indices = [2, 1, 1], semantics = openvino_8 }
            SMALL, [[[1]], [[0]]] => [[[3, 4]], [[1, 2]]];
        example_4:
            { GatherND, i32, i64, data = [2, 2], indices = [2, 1], batch_dims = 1, semantics = openvino_8 }
            SMALL, [[1], [0]] => [2, 3];
        example_5:
            { GatherND, i32, i64, data = [2, 3, 4], indices = [2, 1], batch_dims = 1, semantics = openvino_8 }
            CUBE, [[1], [0]] => [[5, 6, 7, 8], [13, 14, 15, 16]];
        example_6:
            { GatherND, i32, i64, data = [2, 3, 4], indices = [2, 3, 1, 1], batch_dims = 2, semantics = openvino_8 }
            CUBE, [[[[1]], [[0]], [[2]]], [[[0]], [[2]], [[2]]]] => [[[2], [5], [11]], [[13], [19], [23]]];
        example_7:
            { GatherND, i32, i64, data = [1, 2, 2, 4], indices = [1, 2, 2, 1], batch_dims = 3, semantics = openvino_8 }
            DEEP, [[[[1], [0]], [[3], [2]]]] => [[[2, 5], [12, 15]]];
    }
}

/// ONNX GatherND 13.
mod onnx_gather_nd {
    use super::*;

    const SMALL: [[i32; 2]; 2] = [[0, 1], [2, 3]];
    const CUBE: [[[i32; 2]; 2]; 2] = [[[0, 1], [2, 3]], [[4, 5], [6, 7]]];

    examples! {
        example_1:
            { GatherND, i32, i64, data = [2, 2], indices = [2, 2], semantics = onnx_13 }
            SMALL, [[0, 0], [1, 1]] => [0, 3];
        example_2:
            { GatherND, i32, i64, data = [2, 2], indices = [2, 1], semantics = onnx_13 }
            SMALL, [[1], [0]] => [[2, 3], [0, 1]];
        example_3:
            { GatherND, i32, i64, data = [2, 2, 2], indices = [2, 2], semantics = onnx_13 }
            CUBE, [[0, 1], [1, 0]] => [[2, 3], [4, 5]];
        example_4:
            { GatherND, i32, i64, data = [2, 2, 2], indices = [2, 1, 2], semantics = onnx_13 }
            CUBE, [[[0, 1]], [[1, 0]]] => [[[2, 3]], [[4, 5]]];
        example_5:
            { GatherND, i32, i64, data = [2, 2, 2], indices = [2, 1], batch_dims = 1, semantics = onnx_13 }
            CUBE, [[1], [0]] => [[2, 3], [4, 5]];
        float32:
            { GatherND, f32, i64, data = [2, 2, 2], indices = [2, 1, 2], semantics = onnx_13 }
            [[[0.0, 1.0], [2.0, 3.0]], [[4.0, 5.0], [6.0, 7.0]]], [[[0, 1]], [[1, 0]]]
            => [[[2.0, 3.0]], [[4.0, 5.0]]];
    }
}

/// OpenVINO Gather-7.
mod openvino_gather_7 {
    use super::*;

    const ROWS: [[i32; 5]; 2] = [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]];
    const TALL: [[[[i32; 4]; 5]; 1]; 2] = [
        [[
            [1, 2, 3, 4],
            [5, 6, 7, 8],
            [9, 10, 11, 12],
            [13, 14, 15, 16],
            [17, 18, 19, 20],
        ]],
        [[
            [21, 22, 23, 24],
            [25, 26, 27, 28],
            [29, 30, 31, 32],
            [33, 34, 35, 36],
            [37, 38, 39, 40],
        ]],
    ];

    examples! {
        example_1:
            { Gather, i32, i64, data = [5], indices = [3], axis = 0, semantics = openvino_7 }
            [1, 2, 3, 4, 5], [0, 0, 4] => [1, 1, 5];
        example_2:
            { Gather, i32, i64, data = [2, 5], indices = [2, 3], axis = 1, batch_dims = 1, semantics = openvino_7 }
            ROWS, [[0, 0, 4], [4, 0, 0]] => [[1, 1, 5], [10, 6, 6]];
        example_3:
            { Gather, i32, i64, data = [2, 2, 5], indices = [2, 2, 3], axis = 2, batch_dims = 2, semantics = openvino_7 }
            [ROWS, [[11, 12, 13, 14, 15], [16, 17, 18, 19, 20]]],
            [[[0, 0, 4], [4, 0, 0]], [[1, 2, 4], [4, 3, 2]]]
            => [[[1, 1, 5], [10, 6, 6]], [[12, 13, 15], [20, 19, 18]]];
        example_4:
            { Gather, i32, i64, data = [2, 1, 5, 4], indices = [2, 3], axis = 2, batch_dims = 1, semantics = openvino_7 }
            TALL, [[1, 2, 4], [4, 3, 2]]
            => [
                [[[5, 6, 7, 8], [9, 10, 11, 12], [17, 18, 19, 20]]],
                [[[37, 38, 39, 40], [33, 34, 35, 36], [29, 30, 31, 32]]],
            ];
        example_5:
            { Gather, i32, i64, data = [2, 5], indices = [2, 3], axis = 1, batch_dims = -1, semantics = openvino_7 }
            ROWS, [[0, 0, 4], [4, 0, 0]] => [[1, 1, 5], [10, 6, 6]];
    }
}

/// OpenVINO GatherElements-6. The third example has fewer rows of indices than of data, on the axis.
mod openvino_gather_elements_6 {
    use super::*;

    examples! {
        example_1:
            { GatherElements, i32, i32, data = [2, 2], indices = [2, 2], axis = 0, semantics = openvino_6 }
            [[1, 2], [3, 4]], [[0, 1], [0, 0]] => [[1, 4], [1, 2]];
        example_2:
            { GatherElements, i32, i32, data = [2, 2], indices = [2, 3], axis = 1, semantics = openvino_6 }
            [[1, 7], [4, 3]], [[1, 1, 0], [1, 0, 1]] => [[7, 7, 1], [3, 4, 3]];
        example_3:
            { GatherElements, i32, i32, data = [3, 3], indices = [2, 3], axis = 0, semantics = openvino_6 }
            [[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 0, 1], [1, 2, 0]] => [[4, 2, 6], [4, 8, 3]];
    }
}

/// Ascend CANN GatherNd.
mod cann_gather_nd {
    use super::*;

    const SMALL: [[i32; 2]; 2] = [[0, 1], [2, 3]];
    const CUBE: [[[i32; 2]; 2]; 2] = [[[0, 1], [2, 3]], [[4, 5], [6, 7]]];

    examples! {
        example_1:
            { GatherND, i32, i32, data = [2, 2], indices = [2, 2], semantics = cann }
            SMALL, [[0, 0], [1, 1]] => [0, 3];
        example_2:
            { GatherND, i32, i32, data = [2, 2], indices = [2, 1], semantics = cann }
            SMALL, [[1], [0]] => [[2, 3], [0, 1]];
        example_3:
            { GatherND, i32, i32, data = [2, 2, 2], indices = [2, 2], semantics = cann }
            CUBE, [[0, 1], [1, 0]] => [[2, 3], [4, 5]];
        example_4:
            { GatherND, i32, i32, data = [2, 2, 2], indices = [2, 1, 2], semantics = cann }
            CUBE, [[[0, 1]], [[1, 0]]] => [[[2, 3]], [[4, 5]]];
    }
}

/// The XML layers: the shapes of the documents are the types of the arrays, so that a wrong output shape
/// does not compile. The arrays live on the heap; the values are those of the dynamic call.
mod layers {
    use super::*;

    /// A nested array of these sizes over a flat slice.
    macro_rules! nested {
        (@ $method:ident $elements:expr;) => { $elements };
        (@ $method:ident $elements:expr; $outer:literal $($inner:literal)*) => {
            nested!(@ $method $elements; $($inner)*).$method::<$outer>().0
        };
        ($elements:expr; $outer:literal $($inner:literal)*) => {
            nested!(@ as_chunks $elements; $($inner)*).first_chunk::<$outer>()
        };
        (mut $elements:expr; $outer:literal $($inner:literal)*) => {
            nested!(@ as_chunks_mut $elements; $($inner)*).first_chunk_mut::<$outer>()
        };
    }

    /// `name: { spec } op, data shape, indices shape => output shape, sizes of the indexed axes;`
    macro_rules! layers {
        ($(
            $name:ident: { $operator:ident, $($spec:tt)* } $op:expr,
            [$($data:literal)*], [$($indices:literal)*] => [$($output:literal)*], $axes:expr;
        )*) => { $(
            #[test]
            fn $name() {
                let kernel = gather_kernel!(
                    $operator, u8, i32, data = [$($data),*], indices = [$($indices),*], $($spec)*
                );
                let (data_shape, indices_shape) = ([$($data),*], [$($indices),*]);
                assert_eq!(kernel.output_shape(), [$($output),*]);
                let data = offsets(data_shape.iter().product());
                let indices = indices_in(&$axes, indices_shape.iter().product());
                let mut out = vec![0; kernel.output_shape().iter().product()];
                let result = kernel.run_into(
                    nested!(data; $($data)*).expect("as many as the shape has"),
                    nested!(indices; $($indices)*).expect("as many as the shape has"),
                    nested!(mut out; $($output)*).expect("as many as the shape has"),
                );
                assert_eq!(result, Ok(()));
                let data = ViewDyn::new(&data, &data_shape).expect("as many as the shape has");
                let indices = ViewDyn::new(&indices, &indices_shape).expect("as many as the shape has");
                let expected = gather_op_dyn($op, data, indices, &GatherOptions::default());
                let expected = expected.expect("the indices are in range");
                assert_eq!(expected.shape(), [$($output),*]);
                assert!(expected.as_slice() == out, "the values of the dynamic call");
            }
        )* };
    }
    layers! {
        gather_nd_without_batches: { GatherND, batch_dims = 0 } Op::gather_nd(0),
            [1000 256 10 15], [25 125 3] => [25 125 15], [1000, 256, 10];
        gather_nd_of_two_batch_dimensions: { GatherND, batch_dims = 2 } Op::gather_nd(2),
            [30 2 100 35], [30 2 3 1] => [30 2 3 35], [100];
        gather_nd_of_three_batch_dimensions: { GatherND, batch_dims = 3 } Op::gather_nd(3),
            [1 64 64 320], [1 64 64 1 1] => [1 64 64 1], [320];
        gather: { Gather, axis = 1, batch_dims = 1 } Op::gather(1, 1),
            [2 64 128], [2 32 21] => [2 32 21 128], [64];
        gather_elements: { GatherElements, axis = 1 } Op::gather_elements(1),
            [3 7 5], [3 10 5] => [3 10 5], [7];
    }

    /// Elements that are different for neighbours and for rows.
    fn offsets(count: usize) -> Vec<u8> {
        let period: Vec<u8> = (0..=250).collect();
        let mut elements = period.repeat(count / period.len() + 1);
        elements.truncate(count);
        elements
    }

    /// Indices for tuples over axes of these sizes, from both ends.
    fn indices_in(axes: &[i32], count: usize) -> Vec<i32> {
        let sizes = axes.iter().cycle().take(count);
        let index = |(n, size): (i32, &i32)| (n * 7919) % (2 * size) - size;
        (0..).zip(sizes).map(index).collect()
    }
}
