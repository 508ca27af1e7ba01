//! `cargo run --release -p gather-benches`: every workload by every contender, in one process.
//!
//! Contenders take turns, round after round, and the fastest round of each counts: machines are shared
//! and noisy, so that only ratios within one run say anything. Every answer is compared with that of a
//! plain loop before it is timed.
//!
//! `--quick` runs fewer rounds.

mod contenders;
mod workloads;

use core::time::Duration;
use std::time::Instant;

use contenders::{Contender, contenders};
use workloads::Workload;

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let quick = std::env::args().any(|argument| argument == "--quick");
    let rounds = if quick { 3 } else { 15 };
    println!(
        "times as multiples of copying the output's bytes once (memcpy), fastest of {rounds} rounds"
    );
    println!(
        "{:<28} {:>10} {:>10} {:>10} {:>12}",
        "workload", "typed", "dynamic", "loop", "loop/dynamic"
    );
    for workload in workloads::all() {
        report(&workload, rounds)?;
    }
    Ok(())
}

/// Checks and times one workload, and prints its line.
fn report(workload: &Workload, rounds: u32) -> Result<(), Box<dyn core::error::Error>> {
    let inputs = workload.inputs();
    let expected = contenders::plain_loop(workload, &inputs);
    let contenders = contenders(workload);
    let mut out = vec![0.0; expected.len()];
    for contender in &contenders {
        out.fill(f32::NAN);
        (contender.run)(workload, &inputs, &mut out)?;
        if out != expected {
            return Err(
                format!("{}: {} gives a wrong answer", workload.name, contender.name).into(),
            );
        }
    }
    let mut best = vec![Duration::MAX; contenders.len()];
    let mut floor = Duration::MAX;
    for _ in 0..rounds {
        for (contender, best) in contenders.iter().zip(&mut best) {
            *best = (*best).min(time(|| (contender.run)(workload, &inputs, &mut out))?);
        }
        floor = floor.min(time(|| {
            out.copy_from_slice(core::hint::black_box(&expected));
            Ok(())
        })?);
    }
    print_line(workload, &contenders, &best, floor);
    Ok(())
}

/// One call, and for short ones enough calls to be measurable.
fn time(
    mut call: impl FnMut() -> Result<(), gather_core::GatherError>,
) -> Result<Duration, gather_core::GatherError> {
    const ENOUGH: Duration = Duration::from_micros(200);
    let mut calls = 1;
    loop {
        let start = Instant::now();
        for _ in 0..calls {
            call()?;
        }
        let elapsed = start.elapsed();
        if elapsed >= ENOUGH {
            return Ok(elapsed / calls);
        }
        calls *= 4;
    }
}

fn print_line(workload: &Workload, contenders: &[Contender], best: &[Duration], floor: Duration) {
    let of = |name: &str| {
        let found = contenders
            .iter()
            .position(|contender| contender.name == name);
        found.and_then(|n| best.get(n)).copied()
    };
    let multiple = |time: Option<Duration>| {
        time.map_or("-".into(), |time| {
            format!("{:.2}", time.as_secs_f64() / floor.as_secs_f64())
        })
    };
    let against = match (of("loop"), of("dynamic")) {
        (Some(plain), Some(ours)) => format!("{:.2}", plain.as_secs_f64() / ours.as_secs_f64()),
        _ => "-".into(),
    };
    println!(
        "{:<28} {:>10} {:>10} {:>10} {:>12}",
        workload.name,
        multiple(of("typed")),
        multiple(of("dynamic")),
        multiple(of("loop")),
        against
    );
}
