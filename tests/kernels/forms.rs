//! Kernels where users put them: in generic functions, constants and statics, next to names like those of
//! the expansion; and given shapes that no type can refuse.

use gather_core::{
    GatherError, GatherOptions, Op, Role, Rules, Tensor, TensorDyn, View, ViewDyn, Violation,
    gather_kernel, gather_op_dyn_into, gather_op_output_shape,
};

/// The element is a type parameter of the function.
fn rows_of<T: Clone, const N: usize>(
    data: View<'_, T, 2>,
    rows: &[u8; N],
) -> Result<Tensor<T, 2>, GatherError> {
    gather_kernel!(Gather, T, u8, rank = 2).run(data, rows.into())
}

/// The same with all sizes known.
fn first_row_of<T: Clone>(data: &[[T; 2]; 3]) -> Result<[T; 2], GatherError> {
    gather_kernel!(Gather, T, u8, data = [3, 2], indices = []).run(data, &0)
}

#[test]
fn the_element_may_be_a_type_parameter() {
    let words = [["a", "b"], ["c", "d"], ["e", "f"]].map(|row| row.map(String::from));
    let rows = rows_of(View::from(&words), &[2, 0]);
    assert_eq!(
        rows.map(Tensor::into_vec),
        Ok(["e", "f", "a", "b"].map(String::from).into())
    );
    assert_eq!(first_row_of(&words), Ok(["a", "b"].map(String::from)));
    let numbers = [[1, 2], [3, 4], [5, 6]];
    assert_eq!(
        rows_of(View::from(&numbers), &[1]).map(Tensor::into_vec),
        Ok(vec![3, 4])
    );
}

gather_kernel!(
    /// Boxes of each image.
    #[derive(PartialEq, Eq, Hash)]
    pub(crate) struct Boxes: GatherND, f32, i64, rank = 3, batch_dims = 1, depth = 1
);

const IN_A_CONST: Boxes = Boxes;
static IN_A_STATIC: Boxes = Boxes;

#[test]
fn a_kernel_is_a_value() {
    fn default<K: Default>() -> K {
        K::default()
    }
    let made: Boxes = default();
    assert!(
        made == IN_A_CONST && made == IN_A_STATIC,
        "there is one value"
    );
    assert_eq!(
        (size_of_val(&made), format!("{made:?}")),
        (0, "Boxes".into())
    );
    let expression = gather_kernel!(Gather, String, u8, rank = 1);
    let copy = expression;
    assert_eq!((size_of_val(&copy), size_of_val(&expression)), (0, 0));
}

#[test]
fn a_kernel_says_what_it_is() {
    assert_eq!(Boxes::NAME, "gather_nd_f32_i64_r3_b1_k1");
    assert_eq!(
        Boxes::SPEC,
        "GatherND, f32, i64, data = [_, _, _], depth = 1, batch_dims = 1"
    );
}

#[test]
fn the_output_rank_is_a_type() {
    let data = View::from(&[[[1.0, 2.0], [3.0, 4.0]]]);
    let one: Tensor<f32, 2> = Boxes.run(data, View::from(&[[1]])).expect("in range");
    let many: Tensor<f32, 3> = Boxes
        .run(data, View::from(&[[[1], [0]]]))
        .expect("in range");
    let open: TensorDyn<f32> = gather_kernel!(GatherND, f32, i64, rank = 3)
        .run(data, View::from(&[[0, 1, 1]]))
        .expect("in range");
    assert_eq!(one.shape(), &[1, 2]);
    assert_eq!(many.shape(), &[1, 2, 2]);
    assert_eq!(open.shape(), [1]);
}

/// A fill value means what it means where it is written, also where the expansion has variables of the
/// same names.
mod names_of_the_expansion {
    use super::*;

    const fn data() -> i64 {
        40
    }

    const fn value() -> i64 {
        2
    }

    #[test]
    fn mean_what_the_user_means() {
        let ranked = gather_kernel!(
            Gather,
            i64,
            i64,
            rank = 1,
            out_of_range = fill(data() + value())
        );
        let picked = ranked.run(View::from(&[7]), View::from(&[0, 1]));
        assert_eq!(picked.map(Tensor::into_vec), Ok(vec![7, 42]));
        let small = gather_kernel!(
            Gather,
            i64,
            i64,
            data = [1],
            indices = [2],
            out_of_range = fill(data() + value())
        );
        assert_eq!(small.run(&[7], &[0, 1]), Ok([7, 42]));
        let large = gather_kernel!(
            GatherND,
            i64,
            i64,
            data = [1, 1, 1],
            indices = [1, 1, 20, 1],
            batch_dims = 2,
            batch_output = flattened,
            out_of_range = fill(data() + value())
        );
        assert_eq!(large.run(&[[[7]]], &[[[[1]; 20]]]), Ok([[42; 20]]));
    }
}

#[test]
fn sizes_the_kernel_was_not_made_for_are_named_and_nothing_is_written() {
    gather_kernel!(struct Pairs: GatherND, u8, i64, data = [_, 4, 2], indices = [_, 3, 1], batch_dims = 1);
    let size = |tensor, axis, expected, found| Violation::KernelSize {
        tensor,
        axis,
        expected,
        found,
    };
    let (expected, found) = (1, 2);
    let cases = [
        ([1, 5, 2], [1, 3, 1], size(Role::Data, 1, 4, 5)),
        ([1, 4, 0], [2, 0, 1], size(Role::Data, 2, 2, 0)),
        ([1, 4, 2], [1, 6, 1], size(Role::Indices, 1, 3, 6)),
        ([1, 4, 2], [1, 3, 2], size(Role::Indices, 2, 1, 2)),
    ];
    for (data, indices, violation) in cases {
        let (bytes, zeros) = ([0; 16], [0; 16]);
        let data = View::new(&bytes[..data.iter().product()], data).expect("as many elements");
        let indices = View::new(&zeros[..indices.iter().product()], indices).expect("as many");
        let mut out = [9; 6];
        let refused = Err(GatherError::Rule(violation));
        assert_eq!(Pairs.run(data, indices).map(drop), refused);
        assert_eq!(Pairs.run_into(data, indices, &mut out), refused);
        assert_eq!(
            Pairs.output_shape(data.shape(), indices.shape()).map(drop),
            refused
        );
        assert_eq!(out, [9; 6]);
    }
    let depth = gather_kernel!(GatherND, u8, i64, rank = 2, depth = 1);
    let (data, pair) = (View::from(&[[1, 2], [3, 4]]), View::from(&[[0, 1]]));
    let refused = Err(Violation::KernelDepth { expected, found }.into());
    assert_eq!(depth.run(data, pair).map(drop), refused);
}

/// The calls that take any rank of indices answer a wrong one as the dynamic call does.
#[test]
fn too_few_dimensions_of_indices_are_an_error() {
    gather_kernel!(struct Deep: GatherND, u8, i64, rank = 3, batch_dims = 2);
    fn refused<const Q: usize>(indices_shape: [usize; Q]) {
        let (shape, bytes) = ([1, 1, 2], [1, 2]);
        let indices = View::new(&[0], indices_shape).expect("one element");
        let data = View::new(&bytes, shape).expect("two elements");
        let (op, options) = (Op::gather_nd(2), GatherOptions::default());
        let (mut out, mut out_dyn) = ([9; 3], [9; 3]);
        let found = Deep.run_into(data, indices, &mut out);
        let expected =
            gather_op_dyn_into(op, data.as_dyn(), indices.as_dyn(), &options, &mut out_dyn);
        assert_eq!((found, out), (expected, [9; 3]));
        assert!(matches!(found, Err(GatherError::Rule(_))), "{found:?}");
        let found = Deep
            .output_shape(&shape, &indices_shape)
            .map(|shape| shape.to_vec());
        let expected = gather_op_output_shape(op, &shape, &indices_shape, Rules::ONNX);
        assert_eq!(found, expected.map(|shape| shape.to_vec()));
    }
    refused([]);
    refused([1]);
    refused([1, 1]);
}

#[test]
fn sizes_that_do_not_fit_are_an_error_before_anything_else() {
    const HUGE: usize = usize::MAX;
    let ranked = gather_kernel!(Gather, u8, u8, rank = 2);
    let overflow = |tensor, axis, found| {
        Err(GatherError::Rule(Violation::SizeOverflow {
            tensor,
            axis,
            found,
        }))
    };
    let shape = |data: &[usize; 2], indices: &[usize; 1]| {
        ranked
            .output_shape(data, indices)
            .map(|shape| shape.to_vec())
    };
    assert_eq!(shape(&[HUGE, 2], &[1]), overflow(Role::Data, 1, 2));
    assert_eq!(shape(&[1, HUGE], &[2]), overflow(Role::Output, 1, HUGE));
    assert_eq!(shape(&[0, HUGE], &[0]), Ok(vec![0, HUGE]));
}

/// A 0 makes a tensor empty, however large the other sizes are; its indices are still looked at.
#[test]
fn huge_sizes_of_empty_tensors_are_harmless() {
    const HUGE: usize = usize::MAX;
    let kernel = gather_kernel!(
        Gather,
        u16,
        i64,
        data = [_, 18446744073709551615, 2],
        axis = 0
    );
    let data = View::new(&[], [0, HUGE, 2]).expect("no elements");
    let none = kernel.run(data, View::new(&[], [0]).expect("no elements"));
    assert_eq!(none.map(|none| *none.shape()), Ok([0, HUGE, 2]));
    let one = kernel.run(data, View::from(&[0_i64]));
    assert!(
        matches!(one, Err(GatherError::Rule(_) | GatherError::Index(_))),
        "{one:?}"
    );
    let dynamic = gather_core::gather_dyn(data.as_dyn(), ViewDyn::from(&[0_i64]), 0, 0);
    assert_eq!(one.map(Tensor::into_vec), dynamic.map(TensorDyn::into_vec));
}
