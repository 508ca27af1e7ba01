//! What indices out of range cost where they are no error: the dynamic call with a tenth of the tuples bad,
//! at random places, filled or clamped, beside the same call on good indices.

use core::hint::black_box;

use gather_core::{GatherOptions, OutOfRange, ViewDyn, gather_op_dyn_into, reference};

use crate::{
    Failure,
    clock::Clock,
    contenders::{Contender, Kind, writing},
    measure::{Effort, race},
    results::Policy,
    workloads::{Case, ElementType, Item, Random, Workload},
};

/// One tuple in so many is bad.
const BAD: usize = 10;

/// Every pair over several placements of the tensors, as the workloads are: where pages lie decides more than policies do.
pub(crate) fn all(
    workloads: &[Workload],
    effort: Effort,
    placements: u32,
    clock: &mut Clock,
) -> Result<Vec<Policy>, Failure> {
    let mut all = Vec::new();
    for workload in workloads {
        eprintln!("bad indices: {}", workload.id);
        all.extend(match workload.element {
            ElementType::F32 => placed::<f32>(workload, effort, placements, clock)?,
            ElementType::U8 => placed::<u8>(workload, effort, placements, clock)?,
        });
    }
    Ok(all)
}

fn placed<T: Item>(
    workload: &Workload,
    effort: Effort,
    placements: u32,
    clock: &mut Clock,
) -> Result<[Policy; 2], Failure> {
    let policies = [
        ("fill", OutOfRange::Fill(T::default())),
        ("clamp", OutOfRange::Clamp),
    ];
    let mut best = [[f64::INFINITY; 2]; 2];
    let mut laid = Vec::new();
    for _ in 0..placements {
        let tensors = Tensors::<T>::new(workload)?;
        for (best, (_, policy)) in best.iter_mut().zip(policies) {
            let options = GatherOptions::default().out_of_range(policy);
            let found = tensors.measure(&options, effort, clock)?;
            *best = [0, 1].map(|n| best[n].min(found[n]));
        }
        // Kept until the end, so that the next ones lie elsewhere.
        laid.push(tensors);
    }
    Ok([0, 1].map(|n| Policy {
        workload: workload.id.to_owned(),
        policy: policies[n].0.to_owned(),
        clean_microseconds: best[n][0] * 1e6,
        bad_microseconds: best[n][1] * 1e6,
    }))
}

/// A workload, and its indices once more with some that are bad.
struct Tensors<T> {
    clean: Case<T>,
    bad: Vec<i64>,
}

impl<T: Item> Tensors<T> {
    fn new(workload: &Workload) -> Result<Self, Failure> {
        let clean = workload.case::<T>()?;
        let mut bad = clean.indices.clone();
        let mut random = Random::default();
        for tuple in bad.chunks_exact_mut(workload.depth()) {
            if random.below(BAD) == 0 {
                tuple[0] = if random.below(2) == 0 {
                    i64::MAX
                } else {
                    i64::MIN
                };
            }
        }
        Ok(Self { clean, bad })
    }

    /// The fastest samples of good indices and of bad ones, in seconds per call.
    fn measure(
        &self,
        options: &GatherOptions<T>,
        effort: Effort,
        clock: &mut Clock,
    ) -> Result<[f64; 2], Failure> {
        let Self { clean, bad } = self;
        let mut out = vec![T::default(); clean.expected.len()];
        check(clean, bad, options, &mut out)?;
        let mut contenders = [
            contender(clean, &clean.indices, options),
            contender(clean, bad, options),
        ];
        let best = race(&mut contenders, &mut out, effort, clock)?;
        Ok([best[0], best[1]])
    }
}

fn check<T: Item>(
    case: &Case<T>,
    indices: &[i64],
    options: &GatherOptions<T>,
    out: &mut [T],
) -> Result<(), Failure> {
    let workload = &case.workload;
    let data = ViewDyn::new(&case.data, workload.data)?;
    let view = ViewDyn::new(indices, workload.indices)?;
    let expected = reference::gather(workload.op, data, view, options)?;
    contender(case, indices, options).work.answer(out)?;
    if expected.as_slice() == out {
        Ok(())
    } else {
        Err(format!("{}: a wrong answer", workload.id).into())
    }
}

fn contender<'a, T: Item>(
    case: &'a Case<T>,
    indices: &'a [i64],
    options: &'a GatherOptions<T>,
) -> Contender<'a, T> {
    let workload = &case.workload;
    writing("ours, dynamic", Kind::Ours, true, move |out| {
        let data = ViewDyn::new(black_box(&*case.data), workload.data)?;
        let indices = ViewDyn::new(black_box(indices), workload.indices)?;
        gather_op_dyn_into(workload.op, data, indices, options, out)
    })
}
