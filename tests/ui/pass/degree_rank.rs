//! Only ranks known: what `run` returns and what the rest does.
#![deny(warnings)]

use gather_core::{GatherError, Tensor, TensorDyn, View, gather_kernel};

gather_kernel!(struct AnyDepth: GatherND, i32, i64, rank = 3, batch_dims = 1);
gather_kernel!(struct OneDeep: GatherND, i32, i64, rank = 3, batch_dims = 1, depth = 1);
gather_kernel!(struct AllRanks: GatherND, i32, i64, rank = 3, batch_dims = 1, depth = 1, indices_rank = 3);

fn main() -> Result<(), GatherError> {
    let data = [[[0, 1], [10, 11]], [[100, 101], [110, 111]]];
    let (data, at) = (View::from(&data), View::from(&[[[1]], [[0]]]));
    let expected = [10, 11, 100, 101];

    let out: TensorDyn<i32> = AnyDepth.run(data, at)?;
    assert_eq!(
        (out.shape(), out.as_slice()),
        (&[2, 1, 2][..], &expected[..])
    );
    let deep = AnyDepth.run(data, View::from(&[[[1, 1]], [[0, -1]]]))?;
    assert_eq!(
        (deep.shape(), deep.as_slice()),
        (&[2, 1][..], &[11, 101][..])
    );
    let out: Tensor<i32, 3> = OneDeep.run(data, at)?;
    assert_eq!(out.as_slice(), expected);
    let out: Tensor<i32, 2> = OneDeep.run(data, View::from(&[[1], [0]]))?;
    assert_eq!(out.as_slice(), expected);
    let out: Tensor<i32, 3> = AllRanks.run(data, at)?;
    assert_eq!(out.as_slice(), expected);

    let mut buffer = [0; 4];
    AllRanks.run_into(data, at, &mut buffer)?;
    assert_eq!(buffer, expected);
    let short = AllRanks.run_into(data, at, &mut buffer[..3]).unwrap_err();
    assert_eq!(
        short,
        GatherError::OutputLength {
            expected: 4,
            found: 3
        }
    );
    assert_eq!(AnyDepth.output_shape(&[5, 6, 7], &[5, 9, 2])?, [5, 9]);
    assert_eq!(
        OneDeep
            .output_shape(&[5, 6, 7], &[5, 9, 2])
            .unwrap_err()
            .to_string(),
        "`depth` must be 1, for which the kernel was made, found 2"
    );
    assert_eq!(
        (AnyDepth::NAME, OneDeep::NAME),
        ("gather_nd_i32_i64_r3_b1", "gather_nd_i32_i64_r3_b1_k1")
    );
    assert_eq!(
        AllRanks::SPEC,
        "GatherND, i32, i64, data = [_, _, _], indices = [_, _, _], depth = 1, batch_dims = 1"
    );
    Ok(())
}
