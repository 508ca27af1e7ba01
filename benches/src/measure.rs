//! One workload by everyone: first every answer is checked, then contenders take turns, round after round,
//! and the fastest sample of each counts.

use core::time::Duration;
use std::time::Instant;

use crate::{
    Failure,
    clock::{Clock, calls_for},
    contenders::{self, Competes, Contender, Kind},
    results::{Entry, Outcome},
    workloads::{Case, ElementType, Workload},
};

/// How long to measure.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    pub(crate) rounds: u32,
    /// Least length of a sample.
    pub(crate) sample: Duration,
}

/// Measures a workload.
pub(crate) fn workload(
    workload: &Workload,
    effort: Effort,
    placements: u32,
    clock: &mut Clock,
) -> Result<Outcome, Failure> {
    match workload.element {
        ElementType::F32 => placed::<f32>(workload, effort, placements, clock),
        ElementType::U8 => placed::<u8>(workload, effort, placements, clock),
    }
}

/// Everyone's fastest sample over several placements of the tensors. Where the pages of a table lie decides up to a fifth
/// of the time, for everyone alike; so all of them get several chances, as the peers in Python do.
fn placed<T: Competes>(
    workload: &Workload,
    effort: Effort,
    placements: u32,
    clock: &mut Clock,
) -> Result<Outcome, Failure> {
    let first = workload.case::<T>()?;
    let mut outcome = case(&first, effort, clock)?;
    // Kept until the end, so that the next ones lie elsewhere.
    let mut laid = vec![first];
    for _ in 1..placements {
        let tensors = workload.case::<T>()?;
        outcome.improve(case(&tensors, effort, clock)?.entries);
        laid.push(tensors);
    }
    Ok(outcome)
}

fn case<T: Competes>(
    case: &Case<T>,
    effort: Effort,
    clock: &mut Clock,
) -> Result<Outcome, Failure> {
    let mut contenders = contenders::all(case)?;
    let mut out = vec![T::default(); case.expected.len()];
    check(case, &mut contenders, &mut out)?;
    let best = race(&mut contenders, &mut out, effort, clock)?;
    let entries = contenders.iter().zip(best);
    Ok(Outcome::new(
        &case.workload,
        case.bytes(),
        entries.map(|(contender, best)| Entry {
            name: contender.name.to_owned(),
            kind: contender.kind,
            checked: contender.checked,
            allocates: contender.allocates,
            threads: contender.threads,
            microseconds: best * 1e6,
        }),
    ))
}

/// Every gather must give the oracle's answer.
fn check<T: Competes>(
    case: &Case<T>,
    contenders: &mut [Contender<'_, T>],
    out: &mut [T],
) -> Result<(), Failure> {
    // Not an element of the answer everywhere: nobody can pass by leaving the output alone.
    let stale = T::offset(case.data.len() + 1);
    for contender in contenders
        .iter_mut()
        .filter(|contender| contender.kind != Kind::Floor)
    {
        out.fill(stale);
        let told = |what: &dyn core::fmt::Display| {
            format!("{}: {} {what}", case.workload.id, contender.name)
        };
        contender
            .work
            .answer(out)
            .map_err(|error| told(&format_args!("failed: {error}")))?;
        if out != case.expected {
            return Err(told(&"gives a wrong answer").into());
        }
    }
    Ok(())
}

/// How long threads run before they are timed. They were asleep, and wake on the core of the one who calls
/// them; until the system has given each a core of its own, two are as slow as one.
const SETTLING: Duration = Duration::from_millis(40);

fn settle<T>(contender: &mut Contender<'_, T>, calls: u32, out: &mut [T]) -> Result<(), Failure> {
    let start = Instant::now();
    while start.elapsed() < SETTLING {
        contender.work.repeat(calls, out)?;
    }
    Ok(())
}

/// The fastest sample of each, in seconds per call.
pub(crate) fn race<T>(
    contenders: &mut [Contender<'_, T>],
    out: &mut [T],
    effort: Effort,
    clock: &mut Clock,
) -> Result<Vec<f64>, Failure> {
    let mut calls = Vec::new();
    for contender in &mut *contenders {
        calls.push(calls_for(effort.sample, |calls| {
            contender.work.repeat(calls, out)
        })?);
    }
    let mut best = vec![f64::INFINITY; contenders.len()];
    for round in 0..effort.rounds {
        for n in 0..contenders.len() {
            // Forwards and backwards by turns: what comes before is not always the same.
            let n = match round % 2 {
                0 => n,
                _ => contenders.len() - 1 - n,
            };
            // What the one before left in the caches is not this one's affair.
            contenders[n].work.repeat(1, out)?;
            if contenders[n].threads > 1 {
                settle(&mut contenders[n], calls[n], out)?;
            }
            let sample = clock.sample(calls[n], |calls| contenders[n].work.repeat(calls, out))?;
            best[n] = best[n].min(sample);
        }
    }
    Ok(best)
}
