//! Large tensors: more elements and more bytes than 31 and 32 bits count, ten million indices, tables of one
//! element, views whose elements lie on top of each other.
//!
//! What needs gigabytes is ignored by default and has a command of its own, which takes up to 10 GiB of
//! memory and a minute:
//!
//! ```text
//! cargo test --release -p gather-tests --test scale -- --ignored
//! ```

mod beyond_32_bits;

use gather_core::{
    GatherError, GatherOptions, Index, Op, OutOfRange, Path, View, ViewDyn, gather_dyn,
    gather_dyn_into, gather_dyn_with, gather_elements_dyn, gather_kernel, gather_nd_dyn,
    gather_op_dyn,
};

/// Ten million indices.
const MANY: usize = 10_000_000;

/// Numbers below `end` that look random.
fn numbers(end: usize) -> impl Iterator<Item = usize> {
    let mut state = 1_u64;
    core::iter::repeat_with(move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % end
    })
}

#[test]
fn ten_million_indices() -> Result<(), GatherError> {
    const ROWS: usize = 1013;
    let table: Vec<u32> = (0..ROWS as u32).collect();
    let at: Vec<i32> = numbers(ROWS).take(MANY).map(|n| n as i32).collect();
    let negative: Vec<i32> = at.iter().map(|at| at - ROWS as i32).collect();
    let line = [ROWS];
    let data = ViewDyn::new(&table, &line)?;
    for indices in [&at, &negative] {
        let by_axis = gather_dyn(data, ViewDyn::new(indices, &[MANY])?, 0, 0)?;
        let by_tuple = gather_nd_dyn(data, ViewDyn::new(indices, &[MANY, 1])?, 0)?;
        let by_element = gather_elements_dyn(data, ViewDyn::new(indices, &[MANY])?, 0)?;
        for out in [by_axis, by_tuple, by_element] {
            let same = out.as_slice().iter().zip(&at).all(|(a, b)| *a == *b as u32);
            assert!(same && out.as_slice().len() == MANY, "ten million elements");
        }
    }
    let kernel = gather_kernel!(Gather, u32, i32, rank = 1);
    let out = kernel.run(View::new(&table, [ROWS])?, View::new(&at, [MANY])?)?;
    let same = out.as_slice().iter().zip(&at).all(|(a, b)| *a == *b as u32);
    assert!(same, "ten million elements of a kernel");
    Ok(())
}

/// The last of ten million is found, and so is the first of two.
#[test]
fn a_bad_index_among_ten_million() -> Result<(), GatherError> {
    let table = [7_u8; 9];
    let mut indices = vec![8_i64; MANY];
    for (bad, flat) in [(9, MANY - 1), (-10, MANY / 2), (i64::MIN, 0)] {
        indices[flat] = bad;
        let (data, indices) = (
            ViewDyn::new(&table, &[9])?,
            ViewDyn::new(&indices, &[MANY])?,
        );
        match gather_dyn(data, indices, 0, 0) {
            Err(GatherError::Index(error)) => {
                assert_eq!((error.flat(), error.value()), (flat, bad.into()));
            }
            other => panic!("{bad} at {flat}: {:?}", other.map(drop)),
        }
    }
    Ok(())
}

/// Rows of a table that no near cache holds are asked for in advance, words and long rows alike.
#[test]
fn rows_of_large_tables() -> Result<(), GatherError> {
    const WIDTH: usize = size_of::<u32>();
    for row in [1, 2, 5, 7, 9, 16, 24, 50, 128, 200, 768, 1100] {
        let bytes = if row * WIDTH > 512 { 33 << 20 } else { 9 << 20 };
        let rows = bytes / WIDTH / row;
        let table: Vec<u32> = (0..(rows * row) as u32).collect();
        let shape = [rows, row];
        let data = ViewDyn::new(&table, &shape)?;
        let picks = (3 << 19) / WIDTH / row;
        let mut at: Vec<i32> = numbers(rows).take(picks).map(|n| n as i32).collect();
        // The same place, counted from the end.
        at[picks / 3] -= rows as i32;
        for path in [Path::Portable, Path::best()] {
            path.force();
            let out = gather_dyn(data, ViewDyn::new(&at, &[picks])?, 0, 0)?;
            assert_eq!(out.shape(), [picks, row]);
            for (found, at) in out.as_slice().chunks_exact(row).zip(&at) {
                let first = at.rem_euclid(rows as i32) as usize * row;
                assert_eq!(found, &table[first..][..row], "row {at} of {row}");
            }
        }
        // Rows are asked for so far ahead that the last ones of a call ask for none.
        for bad in [0, 1, picks / 2, picks - 129, picks - 128, picks - 1] {
            let good = at[bad];
            for wild in [rows as i32, -(rows as i32) - 1, i32::MAX, i32::MIN] {
                at[bad] = wild;
                match gather_dyn(data, ViewDyn::new(&at, &[picks])?, 0, 0) {
                    Err(GatherError::Index(error)) => assert_eq!(error.flat(), bad),
                    other => panic!("{wild} at {bad}: {other:?}"),
                }
            }
            let clamped = GatherOptions::default().out_of_range(OutOfRange::Clamp);
            let wrapped = GatherOptions::default().out_of_range(OutOfRange::Wrap);
            at[bad] = rows as i32;
            for (options, place) in [(clamped, rows - 1), (wrapped, 0)] {
                let out = gather_dyn_with(data, ViewDyn::new(&at, &[picks])?, 0, 0, &options)?;
                assert_eq!(
                    out.as_slice()[bad * row..][..row],
                    table[place * row..][..row]
                );
            }
            at[bad] = good;
        }
        many_out_of_range(&table, &shape, &mut at, &mut vec![0; picks * row])?;
    }
    Ok(())
}

/// With one pick of seven out of range, rows are filled and clamped, on each path.
fn many_out_of_range<I: Index + TryFrom<i64>>(
    table: &[u32],
    shape: &[usize; 2],
    at: &mut [I],
    out: &mut [u32],
) -> Result<(), GatherError>
where
    i64: TryFrom<I>,
{
    let (rows, row) = (shape[0] as i64, shape[1]);
    let data = ViewDyn::new(table, shape)?;
    let number = |index: I| i64::try_from(index).unwrap_or_default();
    for (n, at) in at.iter_mut().enumerate().filter(|(n, _)| n % 7 == 3) {
        let wild = [rows, -rows - 1, i32::MAX.into(), i32::MIN.into()][n % 4];
        *at = I::try_from(wild).unwrap_or(*at);
    }
    let picks = [at.len()];
    let indices = ViewDyn::new(at, &picks)?;
    for (policy, fills) in [(OutOfRange::Fill(7), true), (OutOfRange::Clamp, false)] {
        let options = GatherOptions::default().out_of_range(policy);
        for path in [Path::Portable, Path::best()] {
            path.force();
            out.fill(u32::MAX);
            gather_dyn_into(data, indices, 0, 0, &options, out)?;
            for (found, at) in out.chunks_exact(row).zip(at.iter().map(|at| number(*at))) {
                let place = if at < 0 { at + rows } else { at };
                let first = place.clamp(0, rows - 1) as usize * row;
                let inside = (0..rows).contains(&place);
                if fills && !inside {
                    assert!(found.iter().all(|of_row| *of_row == 7), "row {at} of {row}");
                } else {
                    assert_eq!(found, &table[first..][..row], "row {at} of {row}");
                }
            }
        }
    }
    Ok(())
}

/// Outputs that are larger than the caches, even beside a small table, are written around them: rows of whole vectors, out of tables that are near and
/// tables that are not, to places that are aligned for that and places that are not.
#[test]
fn rows_of_large_outputs() -> Result<(), GatherError> {
    const WIDTH: usize = size_of::<u32>();
    for (row, rows) in [(32, 100), (40, 77), (768, 12_000), (2048, 9), (8, 3000)] {
        let table: Vec<u32> = (0..(rows * row) as u32).collect();
        let shape = [rows, row];
        let data = ViewDyn::new(&table, &shape)?;
        let picks = (32 << 20) / WIDTH / row + 3;
        let mut at: Vec<i64> = numbers(rows).take(picks).map(|n| n as i64).collect();
        at[picks / 2] -= rows as i64;
        let mut room = vec![0; picks * row + 8];
        for path in [Path::Portable, Path::best()] {
            path.force();
            for shift in [0, 1, 4, 8] {
                room.fill(u32::MAX);
                let out = &mut room[shift..][..picks * row];
                let line = [picks];
                let indices = ViewDyn::new(&at, &line)?;
                gather_dyn_into(data, indices, 0, 0, &GatherOptions::default(), out)?;
                for (found, at) in out.chunks_exact(row).zip(&at) {
                    let first = at.rem_euclid(rows as i64) as usize * row;
                    assert_eq!(found, &table[first..][..row], "row {at} of {row}, {shift}");
                }
                let around = [&room[..shift], &room[shift + picks * row..]].concat();
                assert_eq!(around, [u32::MAX; 8], "nothing else is written");
            }
            for bad in [0, picks / 2, picks - 2, picks - 1] {
                let good = at[bad];
                at[bad] = rows as i64;
                let line = [picks];
                let indices = ViewDyn::new(&at, &line)?;
                let out = &mut room[..picks * row];
                match gather_dyn_into(data, indices, 0, 0, &GatherOptions::default(), out) {
                    Err(GatherError::Index(error)) => assert_eq!(error.flat(), bad),
                    other => panic!("{rows} at {bad}: {other:?}"),
                }
                let filled = GatherOptions::default().out_of_range(OutOfRange::Fill(7));
                gather_dyn_into(data, indices, 0, 0, &filled, out)?;
                assert_eq!(out[bad * row..][..row], vec![7; row]);
                at[bad] = good;
            }
        }
        many_out_of_range(&table, &shape, &mut at, &mut room[..picks * row])?;
    }
    Ok(())
}

/// Each row has a table of its own, and all of them together are written around the cache.
#[test]
fn rows_of_large_outputs_from_tables_of_their_own() -> Result<(), GatherError> {
    const ROW: usize = 64;
    let batches = (12 << 20) / size_of::<u32>() / ROW + 1;
    let table: Vec<u32> = (0..(batches * 2 * ROW) as u32).collect();
    let at: Vec<i64> = numbers(2).take(batches).map(|n| n as i64).collect();
    for path in [Path::Portable, Path::best()] {
        path.force();
        let shape = [batches, 2, ROW];
        let data = ViewDyn::new(&table, &shape)?;
        let out = gather_dyn(data, ViewDyn::new(&at, &[batches, 1])?, 1, 1)?;
        for (n, (found, at)) in out.as_slice().chunks_exact(ROW).zip(&at).enumerate() {
            let first = (2 * n + *at as usize) * ROW;
            assert_eq!(found, &table[first..][..ROW], "batch {n}");
        }
    }
    Ok(())
}

#[test]
fn a_table_of_one_element() -> Result<(), GatherError> {
    let one = ["alone"];
    let indices: Vec<i8> = [0, -1].repeat(1000);
    let data = ViewDyn::new(&one, &[1])?;
    let out = gather_dyn(data, ViewDyn::new(&indices, &[40, 50])?, 0, 0)?;
    assert_eq!(out.shape(), [40, 50]);
    assert!(out.as_slice().iter().all(|text| *text == "alone"), "copies");
    let wild = [i64::MIN, -2, 1, i64::MAX];
    let wild = ViewDyn::new(&wild, &[4])?;
    for (policy, expected) in [
        (OutOfRange::Clamp, ["alone"; 4]),
        (OutOfRange::Wrap, ["alone"; 4]),
        (OutOfRange::Fill("none"), ["none"; 4]),
    ] {
        let options = GatherOptions::default().out_of_range(policy);
        let out = gather_op_dyn(Op::gather(0, 0), data, wild, &options)?;
        assert_eq!(out.as_slice(), expected);
    }
    let scalar_of_rank_0 = gather_dyn(ViewDyn::new(&one, &[])?, wild, 0, 0);
    assert!(
        matches!(scalar_of_rank_0, Err(GatherError::Rule(_))),
        "data without an axis: {scalar_of_rank_0:?}"
    );
    Ok(())
}

/// Rows that overlap, an axis that stands still, a table of 2^40 rows in three elements.
#[test]
fn strides_that_alias() -> Result<(), GatherError> {
    let numbers: Vec<u16> = (0..100).collect();
    // Row n begins at n: windows of 4 over the line.
    let windows = ViewDyn::from_strides(&numbers, 0, &[97, 4], &[1, 1])?;
    let out = gather_dyn(windows, ViewDyn::new(&[96_u8, 0, 1], &[3])?, 0, 0)?;
    assert_eq!(out.as_slice(), [96, 97, 98, 99, 0, 1, 2, 3, 1, 2, 3, 4]);
    // Every row is the same.
    let still = ViewDyn::from_strides(&numbers, 5, &[1 << 40, 3], &[0, 1])?;
    let far = [(1_i64 << 40) - 1, -(1 << 40)];
    let out = gather_dyn(still, ViewDyn::new(&far, &[2])?, 0, 0)?;
    assert_eq!(out.as_slice(), [5, 6, 7, 5, 6, 7]);
    let beyond = [1_i64 << 40];
    match gather_dyn(still, ViewDyn::new(&beyond, &[1])?, 0, 0) {
        Err(GatherError::Index(error)) => assert_eq!(error.value(), 1 << 40),
        other => panic!("one beyond: {other:?}"),
    }
    // Indices that stand still: one number stands for a thousand.
    let one = [3_u8];
    let same = ViewDyn::from_strides(&one, 0, &[1000], &[0])?;
    let out = gather_dyn(ViewDyn::new(&numbers, &[100])?, same, 0, 0)?;
    assert_eq!(out.as_slice(), [3; 1000]);
    Ok(())
}
