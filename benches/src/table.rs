//! The results as text for the terminal.

use core::fmt::Write;

use crate::{
    contenders::Kind,
    floors,
    results::{Entry, Outcome, Record, Sweep, WANTED_OF_POLICIES},
};

/// The tables of a run.
pub(crate) fn text(record: &Record) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _infallible = write_all(&mut text, record);
    text
}

fn write_all(to: &mut String, record: &Record) -> core::fmt::Result {
    writeln!(to, "{}, {}", record.machine.processor, record.date)?;
    for outcome in &record.workloads {
        entries(to, outcome)?;
    }
    for sweep in &record.sweeps {
        flagged(to, sweep)?;
    }
    policies(to, record)?;
    writeln!(to)?;
    summary(to, record, 1)?;
    if has_threads(record, 2) {
        writeln!(to, "\ntwo threads")?;
        summary(to, record, 2)?;
    }
    Ok(())
}

pub(crate) fn has_threads(record: &Record, threads: usize) -> bool {
    record
        .workloads
        .iter()
        .any(|outcome| outcome.best_ours(threads).is_some())
}

/// One line per workload: us, the best peer, the floor.
fn summary(to: &mut String, record: &Record, threads: usize) -> core::fmt::Result {
    writeln!(
        to,
        "{:<4} {:>10} {:<16} {:>10} {:<20} {:>7} {:>6} {:>10} {:>7} {:>6}  reached",
        "",
        "us/call",
        "best of ours",
        "us/call",
        "best checked peer",
        "ratio",
        "want",
        "floor us",
        "ratio",
        "want"
    )?;
    for outcome in &record.workloads {
        let (ours, peer) = (
            outcome.best_ours(threads),
            outcome.best_checked_peer(threads),
        );
        let time = |entry: Option<&Entry>| number(entry.map(|entry| entry.microseconds));
        let name = |entry: Option<&Entry>| entry.map_or("-", |entry| &entry.name).to_owned();
        let one = threads == 1;
        writeln!(
            to,
            "{:<4} {:>10} {:<16} {:>10} {:<20} {:>7} {:>6} {:>10} {:>7} {:>6}  {}",
            outcome.id,
            time(ours),
            name(ours),
            time(peer),
            name(peer),
            number(outcome.against_peer(threads)),
            number(one.then_some(outcome.wanted_against_peer)),
            number(outcome.floor().filter(|_| one)),
            number(outcome.against_floor().filter(|_| one)),
            number(outcome.wanted_against_floor.filter(|_| one)),
            match outcome.reached().filter(|_| one) {
                Some(true) => "yes",
                Some(false) => "no",
                None => "-",
            }
        )?;
    }
    if let Some(mean) = record.mean_against_peer(threads) {
        writeln!(
            to,
            "geometric mean against the best checked peer: {mean:.2}"
        )?;
    }
    Ok(())
}

/// Everyone's time on a workload.
fn entries(to: &mut String, outcome: &Outcome) -> core::fmt::Result {
    writeln!(to, "\n{} {}", outcome.id, outcome.title)?;
    let floor = outcome.floor();
    for entry in &outcome.entries {
        let notes = [
            (entry.threads > 1, "two threads"),
            (entry.kind == Kind::Peer && !entry.checked, "unchecked"),
            (entry.allocates, "allocates its output"),
        ];
        let notes: Vec<&str> = notes
            .into_iter()
            .filter_map(|(yes, note)| yes.then_some(note))
            .collect();
        writeln!(
            to,
            "    {:<28} {:>10} us  {:>7} of memcpy  {:>7} of the floor  {}",
            entry.name,
            number(Some(entry.microseconds)),
            number(
                outcome
                    .time(floors::MEMCPY)
                    .map(|copy| entry.microseconds / copy)
            ),
            number(floor.map(|floor| entry.microseconds / floor)),
            notes.join(", ")
        )?;
    }
    Ok(())
}

/// The points of a sweep at which ours is slower than the loop.
fn flagged(to: &mut String, sweep: &Sweep) -> core::fmt::Result {
    let flagged: Vec<String> = sweep
        .points
        .iter()
        .filter(|point| point.slower())
        .map(|point| format!("{} ({:.2})", point.at, point.ours_ns / point.loop_ns))
        .collect();
    let count = sweep.points.len();
    if flagged.is_empty() {
        writeln!(
            to,
            "\n{}: nowhere slower than the loop, {count} points",
            sweep.title
        )
    } else {
        writeln!(
            to,
            "\n{}: slower than the loop at {} of {count} points, {}: {}",
            sweep.title,
            flagged.len(),
            sweep.axis,
            flagged.join(", ")
        )
    }
}

fn policies(to: &mut String, record: &Record) -> core::fmt::Result {
    if !record.policies.is_empty() {
        writeln!(
            to,
            "\na tenth of the tuples bad, against none; wanted: at most {WANTED_OF_POLICIES}"
        )?;
    }
    for policy in &record.policies {
        writeln!(
            to,
            "{:<4} {:<6} {:>10} us {:>10} us  ratio {}",
            policy.workload,
            policy.policy,
            number(Some(policy.clean_microseconds)),
            number(Some(policy.bad_microseconds)),
            number(Some(policy.ratio()))
        )?;
    }
    Ok(())
}

/// Three digits or so.
pub(crate) fn number(value: Option<f64>) -> String {
    match value {
        None => "-".into(),
        Some(value) if value >= 100.0 => format!("{value:.0}"),
        Some(value) if value >= 10.0 => format!("{value:.1}"),
        Some(value) if value >= 0.1 => format!("{value:.2}"),
        Some(value) => format!("{value:.4}"),
    }
}
