//! The dynamic call along one size at a time, beside a plain loop of `copy_from_slice` and memcpy of the
//! output: cost grows with the bytes moved, and there is no cliff.
//!
//! Every answer of ours is compared with that of the loop before it is timed.

use core::hint::black_box;

use gather_core::{GatherOptions, ViewDyn, gather_dyn_into};

use crate::{
    Failure,
    clock::Clock,
    contenders::{Kind, rows_loop, writing},
    measure::{Effort, race},
    results::{Point, Sweep},
    workloads::{Item, Random},
};

/// A table of rows, and how many are picked.
#[derive(Clone, Copy, Debug)]
struct Rows {
    height: usize,
    row: usize,
    picks: usize,
}

/// All sweeps.
pub(crate) fn all(quick: bool, effort: Effort, clock: &mut Clock) -> Result<Vec<Sweep>, Failure> {
    let mut sweep = |title: &str, axis: &str, points: Vec<(usize, Rows)>, bytes: bool| {
        eprintln!("sweep: {title}");
        let measured = points.into_iter().map(|(at, rows)| {
            if bytes {
                point::<u8>(at, rows, effort, clock)
            } else {
                point::<f32>(at, rows, effort, clock)
            }
        });
        Ok::<_, Failure>(Sweep {
            title: title.to_owned(),
            axis: axis.to_owned(),
            points: measured.collect::<Result<_, _>>()?,
        })
    };
    Ok(vec![
        sweep(
            "table size, 65536 single elements (f32)",
            "table, bytes",
            tables(1, quick),
            false,
        )?,
        sweep(
            "table size, 65536 rows of 16 (f32)",
            "table, bytes",
            tables(16, quick),
            false,
        )?,
        sweep(
            "row length, 4096 rows of 4096 (f32)",
            "elements in a row",
            lengths(quick),
            false,
        )?,
        sweep(
            "row length, 4096 rows of 4096 (u8)",
            "elements in a row",
            lengths(quick),
            true,
        )?,
        sweep(
            "number of indices, single elements out of 2^18 (f32)",
            "indices",
            counts(1),
            false,
        )?,
        sweep(
            "number of indices, rows of 4 out of 2^16 (f32)",
            "indices",
            counts(4),
            false,
        )?,
    ])
}

/// From the first cache to main memory; 1 GB of it, for processors whose last cache is large.
fn tables(row: usize, quick: bool) -> Vec<(usize, Rows)> {
    let largest = if quick { 26 } else { 30 };
    let table = |bytes: usize| {
        let height = bytes / size_of::<f32>() / row;
        let picks = 65_536;
        (bytes, Rows { height, row, picks })
    };
    (13..=largest).map(|power| table(1 << power)).collect()
}

/// Every length to 64, and above it the neighbours of round ones.
fn lengths(quick: bool) -> Vec<(usize, Rows)> {
    let above = [
        65, 66, 71, 72, 79, 80, 95, 96, 97, 100, 112, 127, 128, 129, 144, 160, 191, 192, 200, 224,
        255, 256, 257, 300, 320, 383, 384, 448, 500, 511, 512, 513, 600, 640, 700, 767, 768, 769,
        800, 896, 960, 1000, 1023, 1024,
    ];
    let step = if quick { 3 } else { 1 };
    (1..=64)
        .chain(above.into_iter().step_by(step))
        .map(|row| {
            let (height, picks) = (4096, 4096);
            (row, Rows { height, row, picks })
        })
        .collect()
}

/// 1, 2, 5, 10 … 10^7.
fn counts(row: usize) -> Vec<(usize, Rows)> {
    let height = (1 << 18) / row;
    let decades = (0..7).flat_map(|power| [1, 2, 5].map(|digit| digit * 10_usize.pow(power)));
    decades
        .chain([10_000_000])
        .map(|picks| (picks, Rows { height, row, picks }))
        .collect()
}

fn point<T: Item>(
    at: usize,
    rows: Rows,
    effort: Effort,
    clock: &mut Clock,
) -> Result<Point, Failure> {
    let Rows { height, row, picks } = rows;
    let data: Vec<T> = (0..height * row).map(T::offset).collect();
    let mut random = Random::default();
    let indices: Vec<i64> = (0..picks).map(|_| random.below(height)).collect();
    let mut expected = vec![T::default(); picks * row];
    rows_loop(&data, row, &indices, &mut expected);

    let options = GatherOptions::default();
    let ours = |out: &mut [T]| {
        let (shape, count) = ([height, row], [picks]);
        let data = ViewDyn::new(black_box(&data), &shape)?;
        let indices = ViewDyn::new(&indices, &count)?;
        gather_dyn_into(data, indices, 0, 0, &options, out)
    };
    let mut out = vec![T::offset(data.len() + 1); picks * row];
    ours(&mut out)?;
    if out != expected {
        return Err(format!("{rows:?}: a wrong answer").into());
    }

    let by_loop = |out: &mut [T]| {
        rows_loop(black_box(&data), black_box(row), &indices, out);
        Ok::<_, Failure>(())
    };
    let copy = |out: &mut [T]| {
        out.copy_from_slice(black_box(&expected));
        Ok::<_, Failure>(())
    };
    let mut contenders = [
        writing("ours, dynamic", Kind::Ours, true, ours),
        writing("loop", Kind::Loop, true, by_loop),
        writing("memcpy", Kind::Floor, false, copy),
    ];
    let best = race(&mut contenders, &mut out, effort, clock)?;
    let nanoseconds = |n: usize| best[n] * 1e9;
    Ok(Point {
        at,
        bytes: size_of_val(&*indices) + 2 * size_of_val(&*expected),
        ours_ns: nanoseconds(0),
        loop_ns: nanoseconds(1),
        memcpy_ns: nanoseconds(2),
    })
}
