//! Tables of `gather_table!`: the most specific kernel answers, the dynamic call answers the rest, and
//! nobody can tell the difference.

use gather_core::{Table, ViewDyn, gather_op_output_shape, gather_table};

use crate::{
    input::Shapes,
    sample::{Rgb, Sample, SampleIndex},
    subject::Subject,
    written::Written,
};

gather_table! {
    /// Rows by width; a missing row is -1.
    static ROWS: Gather, f32, u32, axis = 0, out_of_range = fill(-1.0);
    rank = 2;
    data = [_, 3];
    data = [4, 3];
    data = [4, 3], indices = [2];
    data = [_, 5], indices_rank = 1;
}

gather_table! {
    static BOXES: GatherND, u16, i64, batch_dims = 1, negative = reject, out_of_range = clamp;
    rank = 3;
    rank = 3, depth = 1;
    data = [_, 4, 2], depth = 1;
    rank = 2, indices = [_, 1];
}

gather_table! {
    static COLUMNS: GatherElements, Rgb, i32, axis = 1, semantics = numpy_raise;
    data = [_, 2];
    data = [3, 2];
}

gather_table! {
    static WORDS: GatherND, String, i32, semantics = tensorflow_ignore;
    data = [_, 2];
    rank = 1, depth = 1;
}

gather_table! {
    static LAST: Gather, f64, i64, axis = -1;
    rank = 2;
    data = [_, _, 4];
}

/// A table against the dynamic call on shapes of these ranks, by views of any rank.
fn agrees<T: Sample, I: SampleIndex>(
    name: &'static str,
    table: &Table<T, I>,
    written: Written<T>,
    ranks: &[(usize, usize)],
) {
    for (rank, indices_rank) in ranks.iter().copied() {
        let written = written.clone().data(vec![None; rank]);
        let rules = written.options.rules(written.op().operator());
        let rules = rules.expect("the preset has the operator");
        Subject {
            name,
            written: &written,
            indices_rank,
            shapes: Shapes::Views,
            run: &|data, indices| table.run_dyn(data, indices),
            run_into: &|data, indices, out| table.run_dyn_into(data, indices, out),
            output_shape: &|data, indices| {
                Ok(gather_op_output_shape(written.op(), data, indices, rules)?.to_vec())
            },
        }
        .agrees_with_the_dynamic_call();
    }
}

macro_rules! tables {
    ($($test:ident: $table:ident { $($head:tt)* } $ranks:expr;)*) => { $(
        #[test]
        fn $test() {
            agrees(stringify!($table), &$table, written!($($head)*), &$ranks);
        }
    )* };
}
tables! {
    rows: ROWS { Gather, f32, u32, axis = 0, out_of_range = fill(-1.0) }
        [(2, 1), (2, 2), (2, 0), (1, 1), (3, 1), (4, 2)];
    boxes: BOXES { GatherND, u16, i64, batch_dims = 1, negative = reject, out_of_range = clamp }
        [(3, 2), (3, 3), (2, 2), (2, 3), (4, 2)];
    columns: COLUMNS { GatherElements, Rgb, i32, axis = 1, semantics = numpy_raise }
        [(2, 2), (3, 3), (9, 9)];
    words: WORDS { GatherND, String, i32, semantics = tensorflow_ignore }
        [(2, 2), (2, 1), (1, 2), (3, 2)];
    // A negative axis is counted from the rank of each call, in the fallback too.
    last: LAST { Gather, f64, i64, axis = -1 }
        [(1, 1), (2, 1), (3, 1), (4, 1)];
}

#[test]
fn names_stand_most_specific_first() {
    let names: Vec<_> = ROWS.names().collect();
    assert_eq!(
        names,
        [
            "gather_f32_u32_d4_3_i2_a0_b0_fill_minus1_0",
            "gather_f32_u32_d4_3_a0_b0_fill_minus1_0",
            "gather_f32_u32_dx_5_q1_a0_b0_fill_minus1_0",
            "gather_f32_u32_dx_3_a0_b0_fill_minus1_0",
            "gather_f32_u32_r2_a0_b0_fill_minus1_0",
        ]
    );
}

#[test]
fn the_most_specific_kernel_is_found() {
    let cases: [(&[usize], &[usize], Option<&str>); 8] = [
        (
            &[4, 3],
            &[2],
            Some("gather_f32_u32_d4_3_i2_a0_b0_fill_minus1_0"),
        ),
        (
            &[4, 3],
            &[3],
            Some("gather_f32_u32_d4_3_a0_b0_fill_minus1_0"),
        ),
        (
            &[4, 3],
            &[2, 1],
            Some("gather_f32_u32_d4_3_a0_b0_fill_minus1_0"),
        ),
        (
            &[5, 3],
            &[2],
            Some("gather_f32_u32_dx_3_a0_b0_fill_minus1_0"),
        ),
        (
            &[5, 5],
            &[2],
            Some("gather_f32_u32_dx_5_q1_a0_b0_fill_minus1_0"),
        ),
        (
            &[5, 5],
            &[2, 2],
            Some("gather_f32_u32_r2_a0_b0_fill_minus1_0"),
        ),
        (&[5, 5], &[], Some("gather_f32_u32_r2_a0_b0_fill_minus1_0")),
        (&[5, 5, 5], &[2], None),
    ];
    for (data, indices, name) in cases {
        assert_eq!(ROWS.find(data, indices), name, "{data:?} by {indices:?}");
    }
    let depths: [(&[usize], Option<&str>); 3] = [
        (&[2, 1], Some("gather_nd_u16_i64_r3_b1_k1_reject_clamp")),
        (&[2, 2], Some("gather_nd_u16_i64_r3_b1_reject_clamp")),
        (&[2, 9], Some("gather_nd_u16_i64_r3_b1_reject_clamp")),
    ];
    for (indices, name) in depths {
        assert_eq!(BOXES.find(&[2, 3, 4], indices), name, "by {indices:?}");
    }
}

#[test]
fn typed_views_and_any_views_have_one_answer() {
    let data = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]];
    let indices = [1, 9];
    let typed = ROWS.run((&data).into(), (&indices).into());
    let any = ROWS.run_dyn(ViewDyn::from(&data), ViewDyn::from(&indices));
    assert_eq!(typed, any);
    let out = typed.expect("fill has no errors");
    assert_eq!(out.as_slice(), [4.0, 5.0, 6.0, -1.0, -1.0, -1.0]);
}

#[test]
fn the_fallback_keeps_fill_value_and_policy() {
    let deep = [[[1.0], [2.0]], [[3.0], [4.0]]];
    let indices = [0, u32::MAX];
    assert_eq!(ROWS.find(&[2, 2, 1], &[2]), None);
    let out = ROWS.run_dyn(ViewDyn::from(&deep), ViewDyn::from(&indices));
    let out = out.expect("fill has no errors");
    assert_eq!(out.as_slice(), [1.0, 2.0, -1.0, -1.0]);

    let deep = [[[[1_u16, 2], [3, 4]]]];
    let indices = [[-5, 0, 9_i64]];
    assert_eq!(BOXES.find(&[1, 1, 2, 2], &[1, 3]), None);
    let out = BOXES.run_dyn(ViewDyn::from(&deep), ViewDyn::from(&indices));
    assert_eq!(out.expect("clamp has no errors").as_slice(), [2]);
}
