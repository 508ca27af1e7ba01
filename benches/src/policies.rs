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
    workloads::{ALL, Case, Random, Workload},
};

/// The workloads that are asked: single elements by pairs, rows, single elements along an axis.
const ASKED: [&str; 4] = ["W1", "W7", "W9", "W10"];
/// One tuple in so many is bad.
const BAD: usize = 10;

/// Every pair over several placements of the tensors, as the workloads are: where pages lie decides more than policies do.
pub(crate) fn all(
    effort: Effort,
    placements: u32,
    clock: &mut Clock,
) -> Result<Vec<Policy>, Failure> {
    let mut all = Vec::new();
    for workload in ALL.iter().filter(|workload| ASKED.contains(&workload.id)) {
        eprintln!("bad indices: {}", workload.id);
        for (name, policy) in [
            ("fill", OutOfRange::Fill(0.0)),
            ("clamp", OutOfRange::Clamp),
        ] {
            let options = GatherOptions::default().out_of_range(policy);
            let mut laid = Vec::new();
            let mut best = [f64::INFINITY; 2];
            for _ in 0..placements {
                let tensors = Tensors::new(workload)?;
                let found = tensors.measure(&options, effort, clock)?;
                best = [0, 1].map(|n| best[n].min(found[n]));
                // Kept until the end, so that the next ones lie elsewhere.
                laid.push(tensors);
            }
            all.push(Policy {
                workload: workload.id.to_owned(),
                policy: name.to_owned(),
                clean_microseconds: best[0] * 1e6,
                bad_microseconds: best[1] * 1e6,
            });
        }
    }
    Ok(all)
}

/// A workload, and its indices once more with some that are bad.
struct Tensors {
    clean: Case<f32>,
    bad: Vec<i64>,
}

impl Tensors {
    fn new(workload: &Workload) -> Result<Self, Failure> {
        let clean = workload.case::<f32>()?;
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
        options: &GatherOptions<f32>,
        effort: Effort,
        clock: &mut Clock,
    ) -> Result<[f64; 2], Failure> {
        let Self { clean, bad } = self;
        let mut out = vec![0.0; clean.expected.len()];
        check(clean, bad, options, &mut out)?;
        let mut contenders = [
            contender(clean, &clean.indices, options),
            contender(clean, bad, options),
        ];
        let best = race(&mut contenders, &mut out, effort, clock)?;
        Ok([best[0], best[1]])
    }
}

fn check(
    case: &Case<f32>,
    indices: &[i64],
    options: &GatherOptions<f32>,
    out: &mut [f32],
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

fn contender<'a>(
    case: &'a Case<f32>,
    indices: &'a [i64],
    options: &'a GatherOptions<f32>,
) -> Contender<'a, f32> {
    let workload = &case.workload;
    writing("ours, dynamic", Kind::Ours, true, move |out| {
        let data = ViewDyn::new(black_box(&*case.data), workload.data)?;
        let indices = ViewDyn::new(black_box(indices), workload.indices)?;
        gather_op_dyn_into(workload.op, data, indices, options, out)
    })
}
