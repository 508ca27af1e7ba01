//! Our own calls. To add a way of calling, write one function from a case to a contender and name it in
//! `all`.

use core::hint::black_box;

use gather_core::{
    GatherError, GatherOptions, Path, Prepared, View, ViewDyn, gather_kernel, gather_op_dyn_into,
    gather_op_dyn_par_into,
};

use super::{Contender, Kind, Work, writing};
use crate::{
    Failure,
    workloads::{Case, Item},
};

type Run<T> = fn(&Case<T>, &mut [T]) -> Result<(), GatherError>;

/// The macro's kernels for the workloads with this element.
pub(crate) trait Typed: Sized {
    /// Only ranks and depth known.
    fn ranked(id: &str) -> Option<Run<Self>>;
    /// The sizes that users know: the length of a row, or how many there are to choose from.
    fn sized(id: &str) -> Option<Run<Self>>;
    /// All sizes known: nested arrays.
    fn fixed(id: &str) -> Option<Run<Self>>;
}

/// All of ours.
pub(crate) fn all<T: Item + Typed>(case: &Case<T>) -> Vec<Contender<'_, T>> {
    let id = case.workload.id;
    let kernels = [
        ("ours, typed", T::ranked(id)),
        ("ours, row known", T::sized(id)),
        ("ours, static", T::fixed(id)),
    ];
    let mut all: Vec<_> = kernels
        .into_iter()
        .filter_map(|(name, run)| Some(kernel(name, case, run?)))
        .collect();
    all.push(dynamic(case));
    all.push(portable(case));
    all.extend(prepared(case));
    all.extend(parallel(case));
    all
}

fn kernel<'a, T: Item>(name: &'static str, case: &'a Case<T>, run: Run<T>) -> Contender<'a, T> {
    writing(name, Kind::Ours, true, move |out| run(black_box(case), out))
}

fn dynamic<T: Item>(case: &Case<T>) -> Contender<'_, T> {
    let options = GatherOptions::default();
    writing("ours, dynamic", Kind::Ours, true, move |out| {
        run_dynamic(case, &options, out)
    })
}

fn run_dynamic<T: Item>(
    case: &Case<T>,
    options: &GatherOptions<T>,
    out: &mut [T],
) -> Result<(), GatherError> {
    let Case {
        workload,
        data,
        indices,
        ..
    } = black_box(case);
    gather_op_dyn_into(
        workload.op,
        ViewDyn::new(data, workload.data)?,
        ViewDyn::new(indices, workload.indices)?,
        options,
        out,
    )
}

/// The dynamic call on the path that needs nothing of the machine.
fn portable<T: Item>(case: &Case<T>) -> Contender<'_, T> {
    let options = GatherOptions::default();
    writing("ours, portable", Kind::Beside, true, move |out| {
        Path::Portable.force();
        let done = run_dynamic(case, &options, out);
        Path::best().force();
        done
    })
}

/// The indices checked beforehand.
fn prepared<T: Item>(case: &Case<T>) -> Option<Contender<'_, T>> {
    let Case {
        workload, indices, ..
    } = case;
    let options = GatherOptions::default();
    let indices = ViewDyn::new(indices, workload.indices).ok()?;
    let prepared = Prepared::new(workload.op, workload.data, indices, &options).ok()?;
    Some(writing("ours, prepared", Kind::Beside, true, move |out| {
        let data = ViewDyn::new(&black_box(case).data, case.workload.data)?;
        prepared.run_into(data, out)
    }))
}

/// The dynamic call on two threads, called by one of them: a caller from outside pays for entering the
/// pool, whatever it calls.
fn parallel<T: Item>(case: &Case<T>) -> Option<Contender<'_, T>> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(2)
        .build()
        .ok()?;
    Some(Contender {
        name: "ours, two threads",
        kind: Kind::Ours,
        checked: true,
        allocates: false,
        threads: 2,
        work: Box::new(Pooled { pool, case }),
    })
}

struct Pooled<'a, T: 'static> {
    pool: rayon::ThreadPool,
    case: &'a Case<T>,
}

impl<T: Item> Work<T> for Pooled<'_, T> {
    fn repeat(&mut self, calls: u32, out: &mut [T]) -> Result<(), Failure> {
        let options = GatherOptions::default();
        let Case {
            workload,
            data,
            indices,
            ..
        } = self.case;
        let data = ViewDyn::new(data, workload.data)?;
        let indices = ViewDyn::new(indices, workload.indices)?;
        self.pool.install(|| {
            (0..calls).try_for_each(|_| {
                gather_op_dyn_par_into(black_box(workload.op), data, indices, &options, out)
            })
        })?;
        Ok(())
    }
}

/// Views of the ranks that a kernel wants.
// Always inlined: to hand two views on, within a result, would take longer than the smallest call.
#[inline(always)]
fn views<T: Item, const R: usize, const Q: usize>(
    case: &Case<T>,
) -> Result<(View<'_, T, R>, View<'_, i64, Q>), GatherError> {
    let data = ViewDyn::new(&case.data, case.workload.data)?.try_into()?;
    let indices = ViewDyn::new(&case.indices, case.workload.indices)?.try_into()?;
    Ok((data, indices))
}

/// A kernel over views.
macro_rules! ranked {
    ($($spec:tt)*) => {
        Some(|case, out| {
            let (data, indices) = views(case)?;
            gather_kernel!($($spec)*).run_into(data, indices, out)
        })
    };
}

/// A kernel over nested arrays, which are the same memory in other words.
macro_rules! fixed {
    ($($spec:tt)*) => {
        Some(|case, out| {
            gather_kernel!($($spec)*).run_into(
                bytemuck::from_bytes(bytemuck::cast_slice(&case.data)),
                bytemuck::from_bytes(bytemuck::cast_slice(&case.indices)),
                bytemuck::from_bytes_mut(bytemuck::cast_slice_mut(out)),
            )
        })
    };
}

#[rustfmt::skip] // one kernel, one line
impl Typed for f32 {
    fn ranked(id: &str) -> Option<Run<Self>> {
        match id {
            "W1" | "W2" => ranked!(GatherND, f32, i64, rank = 2, depth = 2, indices_rank = 2),
            "W3" => ranked!(GatherND, f32, i64, rank = 4, depth = 3, indices_rank = 3),
            "W4" => ranked!(GatherND, f32, i64, rank = 4, batch_dims = 2, depth = 1, indices_rank = 4),
            "W5" => ranked!(GatherND, f32, i64, rank = 4, batch_dims = 3, depth = 1, indices_rank = 5),
            "W6" => ranked!(Gather, f32, i64, rank = 2, indices_rank = 2),
            "W7" => ranked!(Gather, f32, i64, rank = 2, indices_rank = 1),
            "W8" => ranked!(Gather, f32, i64, rank = 2, axis = 1, indices_rank = 1),
            "W9" => ranked!(Gather, f32, i64, rank = 3, axis = 1, batch_dims = 1, indices_rank = 2),
            "W10" => ranked!(GatherElements, f32, i64, rank = 2, axis = 1),
            "W11" => ranked!(GatherElements, f32, i64, rank = 2, axis = 0),
            "W12" => ranked!(GatherElements, f32, i64, rank = 3, axis = 1),
            "W13" => ranked!(GatherND, f32, i64, rank = 3, depth = 2, indices_rank = 3),
            _ => None,
        }
    }

    fn sized(id: &str) -> Option<Run<Self>> {
        match id {
            "W3" => ranked!(GatherND, f32, i64, data = [_, _, _, 15], depth = 3, indices_rank = 3),
            "W4" => ranked!(GatherND, f32, i64, data = [_, _, _, 35], batch_dims = 2, depth = 1, indices_rank = 4),
            "W6" => ranked!(Gather, f32, i64, data = [_, 768], indices_rank = 2),
            "W7" => ranked!(Gather, f32, i64, data = [_, 16], indices_rank = 1),
            "W9" => ranked!(Gather, f32, i64, data = [_, _, 32], axis = 1, batch_dims = 1, indices_rank = 2),
            "W13" => ranked!(GatherND, f32, i64, data = [_, _, 2], depth = 2, indices_rank = 3),
            _ => None,
        }
    }

    fn fixed(id: &str) -> Option<Run<Self>> {
        match id {
            "W4" => fixed!(GatherND, f32, i64, data = [30, 2, 100, 35], indices = [30, 2, 3, 1], batch_dims = 2),
            "W5" => fixed!(GatherND, f32, i64, data = [1, 64, 64, 320], indices = [1, 64, 64, 1, 1], batch_dims = 3),
            "W9" => fixed!(Gather, f32, i64, data = [64, 1000, 32], indices = [64, 200], axis = 1, batch_dims = 1),
            "W10" => fixed!(GatherElements, f32, i64, data = [1024, 1024], indices = [1024, 1024], axis = 1),
            "W12" => fixed!(GatherElements, f32, i64, data = [64, 128, 256], indices = [64, 32, 256], axis = 1),
            "W13" => fixed!(GatherND, f32, i64, data = [2, 2, 2], indices = [2, 1, 2]),
            _ => None,
        }
    }
}

#[rustfmt::skip] // one kernel, one line
impl Typed for u8 {
    fn ranked(id: &str) -> Option<Run<Self>> {
        match id {
            "W14" => ranked!(Gather, u8, i64, rank = 2, indices_rank = 1),
            _ => None,
        }
    }

    fn sized(id: &str) -> Option<Run<Self>> {
        match id {
            "W14" => ranked!(Gather, u8, i64, data = [_, 3], indices_rank = 1),
            _ => None,
        }
    }

    fn fixed(_id: &str) -> Option<Run<Self>> {
        None
    }
}
