//! The figures of a record as the documents state them: written by the program and compared by a test, so that no
//! document says what the record does not.

use core::fmt::Write;
use std::path::{Path, PathBuf};

use crate::{
    Failure,
    contenders::RUST_PEERS,
    results::{Entry, Outcome, Point, Record},
};

/// What stands between these lines of a document belongs to this file.
const BEGIN: &str = "<!-- figures of the record, by `gather-benches -- --figures` -->\n";
const END: &str = "<!-- end of figures -->\n";

/// A document, and what it states.
type Document = (
    &'static str,
    fn(&Record) -> Result<String, core::fmt::Error>,
);

const DOCUMENTS: [Document; 2] = [("README.md", overview), ("benches/README.md", aims)];

/// Below this many bytes of output a second thread is not asked.
const LARGE: usize = 1 << 20;

/// Writes the figures into the documents.
pub(crate) fn write_all(record: &Record) -> Result<(), Failure> {
    for document in &DOCUMENTS {
        let (path, _, wanted) = compare(document, record)?;
        std::fs::write(path, wanted)?;
    }
    Ok(())
}

/// Where a document is, what it says, and what it should say.
fn compare(
    (name, figures): &Document,
    record: &Record,
) -> Result<(PathBuf, String, String), Failure> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name);
    let found = std::fs::read_to_string(&path)?;
    let place = found.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let (before, after) = place.ok_or_else(|| format!("{name}: no place for figures"))?;
    let wanted = format!("{before}{BEGIN}{}{END}{after}", figures(record)?);
    Ok((path, found, wanted))
}

/// What a user wants to know.
fn overview(record: &Record) -> Result<String, core::fmt::Error> {
    let mut to = String::from(
        "| workload | dynamic call, in floors | loop by hand / dynamic call | best checked peer / best of ours | \
         best Rust peer / portable path |\n|---|---|---|---|---|\n",
    );
    for outcome in &record.workloads {
        let dynamic = outcome.time("ours, dynamic");
        let rust = best(outcome, is_of_rust);
        writeln!(
            to,
            "| {} | {} | {} | {} | {} |",
            outcome.title,
            ratio(dynamic, outcome.floor()),
            ratio(outcome.time("loop by hand"), dynamic),
            named(outcome.against_peer(1), outcome.best_checked_peer(1)),
            ratio(
                rust.map(|peer| peer.microseconds),
                outcome.time("ours, portable")
            ),
        )?;
    }
    writeln!(to)?;
    bullets(&mut to, record)?;
    Ok(to)
}

fn bullets(to: &mut String, record: &Record) -> core::fmt::Result {
    let mean = record.mean_against_peer(1).map(two);
    let checked = range(record, |outcome| {
        Some((outcome.against_peer(1)?, outcome.best_checked_peer(1)?))
    });
    writeln!(
        to,
        "- One thread, peers that check: {checked}; geometric mean {}.",
        mean.unwrap_or_default()
    )?;
    let unchecked = range(record, |outcome| {
        let peer = outcome.best_unchecked_peer(1)?;
        Some((peer.microseconds / outcome.best_ours(1)?.microseconds, peer))
    });
    writeln!(to, "- One thread, peers that do not: {unchecked}.")?;
    let shared = |peer_of: fn(&Outcome, usize) -> Option<&Entry>| {
        range(record, move |outcome| {
            if outcome.bytes < LARGE {
                return None;
            }
            let peer = peer_of(outcome, 2)?;
            Some((peer.microseconds / outcome.best_ours(2)?.microseconds, peer))
        })
    };
    writeln!(
        to,
        "- Two threads, workloads of 1 MB and more, peers that check: {}.",
        shared(Outcome::best_checked_peer)
    )?;
    writeln!(
        to,
        "- Two threads, the same, peers that do not: {}.",
        shared(Outcome::best_unchecked_peer)
    )?;
    let worst = |ratios: &mut dyn Iterator<Item = f64>| two(ratios.fold(0.0, f64::max));
    writeln!(
        to,
        "- A tenth of the indices out of range, under `fill` or `clamp`: at most {} of the time without them.",
        worst(&mut record.policies.iter().map(|policy| policy.ratio()))
    )?;
    let large = record
        .workloads
        .iter()
        .filter(|outcome| outcome.time("ours, typed").is_some_and(|us| us >= 10.0));
    writeln!(
        to,
        "- Dynamic calls beside typed kernels, from 10 µs on: at most {} of their time.",
        worst(&mut large.filter_map(|outcome| {
            Some(outcome.time("ours, dynamic")? / outcome.time("ours, typed")?)
        }))
    )?;
    if let Some(smallest) = record.workloads.iter().find(|outcome| outcome.id == "W13") {
        let nanoseconds = |name: &str| {
            let time = smallest.time(name).map(|us| format!("{:.0}", us * 1e3));
            time.unwrap_or_default()
        };
        writeln!(
            to,
            "- The smallest call (two rows of two): {} ns with all sizes known, {} ns as a typed kernel, {} ns prepared, \
             {} ns dynamic.",
            nanoseconds("ours, static"),
            nanoseconds("ours, typed"),
            nanoseconds("ours, prepared"),
            nanoseconds("ours, dynamic"),
        )?;
    }
    writeln!(
        to,
        "- A plain loop of `copy_from_slice` without checks is ahead {} and {}.",
        ahead(record, "table size", "sizes of table"),
        ahead(record, "row length", "lengths of rows"),
    )
}

/// Where the plain loop is ahead in the sweeps that are called so.
fn ahead(record: &Record, title: &str, of: &str) -> String {
    let sweeps = record.sweeps.iter();
    let points: Vec<&Point> = sweeps
        .filter(|sweep| sweep.title.starts_with(title))
        .flat_map(|sweep| &sweep.points)
        .collect();
    let slower: Vec<f64> = points
        .iter()
        .map(|point| point.ours_ns / point.loop_ns)
        .filter(|ratio| *ratio > 1.0)
        .collect();
    let all = points.len();
    if slower.is_empty() {
        return format!("at none of {all} {of}");
    }
    let most = slower.iter().copied().fold(0.0, f64::max);
    let few = slower.len();
    format!(
        "at {few} of {all} {of} (by {:.1} % at most)",
        (most - 1.0) * 100.0
    )
}

/// What is aimed at and what was found.
fn aims(record: &Record) -> Result<String, core::fmt::Error> {
    let mut to = String::from(
        "| | peer, at least | found | floor, at most | found | peer / floor |\n|---|---|---|---|---|---|\n",
    );
    for outcome in &record.workloads {
        let floor = outcome.wanted_against_floor;
        let peer = outcome.best_checked_peer(1);
        let found = named(outcome.against_peer(1), peer);
        let (met, near) = (
            outcome
                .against_peer(1)
                .is_some_and(|found| found >= outcome.wanted_against_peer),
            outcome
                .against_floor()
                .zip(floor)
                .is_none_or(|(found, wanted)| found <= wanted),
        );
        writeln!(
            to,
            "| {} | {:.1} | {} | {} | {} | {} |",
            outcome.id,
            outcome.wanted_against_peer,
            marked(found, met),
            optional(floor),
            marked(optional(outcome.against_floor()), near),
            optional(
                floor
                    .and(peer)
                    .zip(outcome.floor())
                    .map(|(peer, floor)| peer.microseconds / floor)
            ),
        )?;
    }
    Ok(to)
}

/// What was missed stands out.
fn marked(text: String, reached: bool) -> String {
    if reached { text } else { format!("**{text}**") }
}

/// The least and the largest of these ratios, and whose they are.
fn range<'r>(
    record: &'r Record,
    ratio: impl Fn(&'r Outcome) -> Option<(f64, &'r Entry)>,
) -> String {
    let found = record
        .workloads
        .iter()
        .filter_map(|outcome| Some((outcome, ratio(outcome)?)));
    let mut found: Vec<_> = found.collect();
    found.sort_by(|(_, (one, _)), (_, (other, _))| one.total_cmp(other));
    let (Some((outcome, (least, peer))), Some((_, (most, _)))) = (found.first(), found.last())
    else {
        return "not measured".into();
    };
    format!(
        "we are {} ({}, {}) to {} times as fast",
        two(*least),
        outcome.id,
        peer.name,
        two(*most)
    )
}

fn best(outcome: &Outcome, wanted: fn(&str) -> bool) -> Option<&Entry> {
    let entries = outcome.entries.iter();
    entries
        .filter(|entry| entry.threads == 1 && wanted(&entry.name))
        .min_by(|one, other| one.microseconds.total_cmp(&other.microseconds))
}

fn is_of_rust(name: &str) -> bool {
    RUST_PEERS.iter().any(|(peer, _)| name.starts_with(peer))
}

fn named(ratio: Option<f64>, peer: Option<&Entry>) -> String {
    let name = peer.map(|peer| format!(" ({})", peer.name));
    optional(ratio) + &name.unwrap_or_default()
}

fn ratio(dividend: Option<f64>, divisor: Option<f64>) -> String {
    optional(dividend.zip(divisor).map(|(one, other)| one / other))
}

fn optional(value: Option<f64>) -> String {
    value.map_or_else(|| "–".into(), two)
}

fn two(value: f64) -> String {
    format!("{value:.2}")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{DOCUMENTS, compare};
    use crate::results::Record;

    #[test]
    fn documents_state_the_record() {
        let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("record/run.json");
        let record = Record::read(&record).unwrap();
        for document in &DOCUMENTS {
            let (path, found, wanted) = compare(document, &record).unwrap();
            assert_eq!(found, wanted, "{}: `-- --figures`", path.display());
        }
    }
}
