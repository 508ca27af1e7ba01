//! The results as one page with charts, which needs nothing else.

use std::collections::BTreeSet;

use crate::{
    Failure,
    charts::{self, Bar, Line},
    results::{Outcome, Point, Record, Sweep, WANTED_OF_POLICIES},
    table,
};

const STYLE: &str = "body{font:15px/1.5 sans-serif;max-width:1000px;margin:2em auto;padding:0 1em;color:#222}\
table{border-collapse:collapse;font-size:13px;margin:1em 0}td,th{padding:2px 9px;border-bottom:1px solid #ddd;\
text-align:right}td:first-child,th:first-child,.word{text-align:left}svg{width:100%;height:auto}\
pre{font-size:12px;overflow-x:auto;background:#f6f6f6;padding:1em}.no{color:#b00}";

/// The page.
pub(crate) fn html(record: &Record) -> Result<String, Failure> {
    let mut body = head(record);
    body += "<h2>Against the best peer that checks its indices</h2>\n\
        <p>How many times as fast the best of our calls is, one thread. A short line is what is wanted; \
        a bar below it is orange.</p>\n";
    body += &against_peers(record, 1)?;
    if table::has_threads(record, 2) {
        body += "<h2>Two threads</h2>\n<p>The same with two threads on both sides.</p>\n";
        body += &against_peers(record, 2)?;
    }
    body += "<h2>Distance from the floor</h2>\n\
        <p>The floor is the slower of two things that every gather does: streaming the bytes in order, and \
        loading from the places that the indices name. 1 is the limit; less is better.</p>\n";
    body += &against_floor(record)?;
    body += &summary(record);
    body += &bad_indices(record)?;
    for sweep in &record.sweeps {
        body += &draw_sweep(sweep)?;
    }
    body += "<h2>All times</h2>\n<p>Ours write into one output that is reused; peers run as they are, and \
        most allocate their output.</p>\n";
    body += &format!("<pre>{}</pre>\n", escape(&table::text(record)));
    Ok(format!(
        "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>gather: benchmarks</title>\n\
         <style>{STYLE}</style>\n{body}</html>\n"
    ))
}

fn head(record: &Record) -> String {
    let machine = &record.machine;
    let versions: Vec<String> = record
        .versions
        .iter()
        .map(|(name, version)| format!("{name} {version}"))
        .collect();
    let method = &record.method;
    let quick = if method.quick { ", quick mode" } else { "" };
    format!(
        "<h1>gather: benchmarks</h1>\n<p>{}. {}, {} cores, {}, memory {}, {}; {}.</p>\n<p>{}.</p>\n\
         <p>Contenders took turns in one process; the fastest of {} samples, on {} placements of the tensors, counts{quick}. Samples beside a \
         slow clock: {} thrown away, {} kept after waiting in vain. Every answer was checked before it was \
         timed. Only ratios within one run carry over to other machines.</p>\n",
        record.date,
        escape(&machine.processor),
        machine.cores,
        escape(&machine.caches.join(", ")),
        escape(&machine.memory),
        escape(&machine.system),
        escape(&machine.pages),
        escape(&versions.join(", ")),
        method.rounds,
        method.placements,
        method.discarded_samples,
        method.doubtful_samples,
    )
}

fn against_peers(record: &Record, threads: usize) -> Result<String, Failure> {
    let bar = |outcome: &Outcome| {
        let value = outcome.against_peer(threads)?;
        let target = if threads == 1 {
            outcome.wanted_against_peer
        } else {
            1.0
        };
        Some(Bar {
            label: outcome.id.clone(),
            value,
            target: Some(target),
            reached: value >= target,
        })
    };
    let bars: Vec<Bar> = record.workloads.iter().filter_map(bar).collect();
    if bars.is_empty() {
        return Ok("<p>No peers were measured.</p>\n".into());
    }
    charts::bars("times as fast", &bars)
}

fn against_floor(record: &Record) -> Result<String, Failure> {
    let bar = |outcome: &Outcome| {
        let value = outcome.against_floor()?;
        Some(Bar {
            label: outcome.id.clone(),
            value,
            target: outcome.wanted_against_floor,
            reached: outcome
                .wanted_against_floor
                .is_none_or(|most| value <= most),
        })
    };
    let bars: Vec<Bar> = record.workloads.iter().filter_map(bar).collect();
    charts::bars("times the floor", &bars)
}

fn bad_indices(record: &Record) -> Result<String, Failure> {
    let policies: BTreeSet<&str> = record.policies.iter().map(|bad| &*bad.policy).collect();
    let mut charts = String::new();
    for policy in policies {
        let of_policy = record.policies.iter().filter(|bad| bad.policy == policy);
        let bars: Vec<Bar> = of_policy
            .map(|bad| Bar {
                label: bad.workload.clone(),
                value: bad.ratio(),
                target: Some(WANTED_OF_POLICIES),
                reached: bad.ratio() <= WANTED_OF_POLICIES,
            })
            .collect();
        charts += &format!(
            "<h2>A tenth of the tuples bad, {policy}</h2>\n<p>The dynamic call, as a multiple of the same call under \
             the same policy without bad indices.</p>\n{}",
            charts::bars("times the clean run", &bars)?
        );
    }
    Ok(charts)
}

fn summary(record: &Record) -> String {
    let mut rows = String::new();
    for outcome in &record.workloads {
        let ours = |name: &str| table::number(outcome.time(name));
        let peer = outcome.best_checked_peer(1);
        let unchecked = outcome.best_unchecked_peer(1);
        let cells = [
            ours("ours, static"),
            ours("ours, row known"),
            ours("ours, typed"),
            ours("ours, dynamic"),
            ours("loop by hand"),
            table::number(outcome.floor()),
            table::number(outcome.against_floor()),
            named(peer.map(|peer| (&*peer.name, peer.microseconds))),
            table::number(outcome.against_peer(1)),
            named(unchecked.map(|peer| (&*peer.name, peer.microseconds))),
        ];
        let cells: String = cells
            .iter()
            .map(|cell| format!("<td>{}</td>", escape(cell)))
            .collect();
        let title = format!("{} {}", outcome.id, escape(&outcome.title));
        rows += &format!("<tr><td>{title}</td>{cells}</tr>\n");
    }
    let mean = record.mean_against_peer(1).map_or(String::new(), |mean| {
        format!("<p>Geometric mean against the best checked peer: {mean:.2}.</p>\n")
    });
    format!(
        "<h2>Summary</h2>\n<p>Microseconds per call.</p>\n<table><tr><th>workload</th><th>static</th>\
         <th>row known</th><th>typed</th><th>dynamic</th><th>loop</th><th>floor</th><th>best/floor</th>\
         <th>best checked peer</th><th>peer/best</th><th>best unchecked peer</th></tr>\n{rows}</table>\n{mean}"
    )
}

fn named(entry: Option<(&str, f64)>) -> String {
    entry.map_or("-".into(), |(name, time)| {
        format!("{name} {}", table::number(Some(time)))
    })
}

#[expect(
    clippy::cast_precision_loss,
    reason = "sizes on an axis, far below 2^52"
)]
fn draw_sweep(sweep: &Sweep) -> Result<String, Failure> {
    let line = |name, time: fn(&Point) -> f64| Line {
        name,
        points: sweep
            .points
            .iter()
            .map(|point| (point.at as f64, time(point)))
            .collect(),
    };
    let lines = [
        line("ours, dynamic", |point| point.ours_ns),
        line("loop of copy_from_slice", |point| point.loop_ns),
        line("memcpy of the output", |point| point.memcpy_ns),
    ];
    let slower: Vec<&Point> = sweep.points.iter().filter(|point| point.slower()).collect();
    let flags: Vec<(f64, f64)> = slower
        .iter()
        .map(|point| (point.at as f64, point.ours_ns))
        .collect();
    let said = if slower.is_empty() {
        "<p>Nowhere slower than the loop.</p>".to_owned()
    } else {
        let at: Vec<String> = slower
            .iter()
            .map(|point| format!("{} ({:.2})", point.at, point.ours_ns / point.loop_ns))
            .collect();
        format!(
            "<p class=\"no\">Slower than the loop at {} of {} points: {}.</p>",
            slower.len(),
            sweep.points.len(),
            at.join(", ")
        )
    };
    Ok(format!(
        "<h2>{}</h2>\n{}\n{said}\n",
        escape(&sweep.title),
        charts::lines(&sweep.axis, "ns per call", &lines, &flags)?
    ))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
