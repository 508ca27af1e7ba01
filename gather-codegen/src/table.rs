//! Checks a table: each entry is a kernel by itself, and together they must say which one is meant.

use core::cmp::Reverse;

use proc_macro2::TokenStream;
use quote::ToTokens;

use crate::{
    check,
    parse::{Arg, Item, RawEntry, RawSpec, RawTable},
    report::Report,
    spec::{Spec, shape_words},
};

/// A checked table: the entries are sorted, most specific first.
pub(crate) struct Table {
    pub(crate) head: Item,
    pub(crate) entries: Vec<Spec>,
}

pub(crate) fn check(raw: RawTable, report: &mut Report) -> Option<Table> {
    if raw.entries.is_empty() {
        no_entry(&raw, report);
    } else {
        keys_are_in_place(&raw, report);
    }
    let mut entries: Vec<(Spec, usize)> = Vec::new();
    for (n, written) in raw.entries.iter().enumerate() {
        let Some(spec) = entry(&raw, written, n + 1, report) else {
            continue;
        };
        let at = tokens(&written.args);
        if distinct(&entries, &spec, &at, report) {
            entries.push((spec, n + 1));
        }
    }
    report.settle_head(raw.entries.len());
    let complete = entries.len() == raw.entries.len();
    let mut entries: Vec<Spec> = entries.into_iter().map(|(spec, _)| spec).collect();
    entries.sort_by_key(|spec| Reverse(specificity(spec)));
    complete.then_some(Table {
        head: raw.head,
        entries,
    })
}

/// A table without an entry: none was written, or the first was taken for a part of the head.
fn no_entry(raw: &RawTable, report: &mut Report) {
    match raw.common.iter().find(|arg| belongs_to_entries(arg)) {
        Some(Arg { key, .. }) => {
            let words = format!(
                "`{key}` begins an entry of the table, expected `;` before it and after each entry"
            );
            report.error(key, words);
        }
        None if raw.complete => {
            let words = "a table needs an entry, as in `data = [_, 768];`";
            report.error(&raw.head.name, words);
        }
        None => {}
    }
}

/// Shapes stand in the entries, everything else in the head.
fn keys_are_in_place(raw: &RawTable, report: &mut Report) {
    for arg in &raw.common {
        if belongs_to_entries(arg) {
            let key = &arg.key;
            report.error(
                key,
                format!("`{key}` belongs to the entries of a table, not to its head"),
            );
        }
    }
    let entries = raw.entries.iter().flat_map(|entry| &entry.args);
    let known = |arg: &&Arg| check::is_key(&arg.key) && !belongs_to_entries(arg);
    for arg in entries.filter(known) {
        let key = &arg.key;
        report.error(
            key,
            format!("`{key}` belongs to the head of a table, not to its entries"),
        );
    }
}

fn belongs_to_entries(arg: &Arg) -> bool {
    check::belongs_to_entries(&arg.key)
}

/// One entry as a kernel of its own.
fn entry(
    raw: &RawTable,
    RawEntry { args, complete }: &RawEntry,
    number: usize,
    report: &mut Report,
) -> Option<Spec> {
    let is_shape = |arg: &Arg| arg.key == "rank" || arg.key == "data";
    // What could not be read, or is misspelt, may have been the shape.
    let all_known = *complete && args.iter().all(|arg| check::is_key(&arg.key));
    if all_known && !args.iter().any(is_shape) {
        report.error(tokens(args), check::MISSING_SHAPE);
        return None;
    }
    // What stands in the wrong place has been reported; here it would only contradict the rest.
    let in_place = |arg: &&Arg| belongs_to_entries(arg) || !check::is_key(&arg.key);
    let common = raw.common.iter().filter(|arg| !belongs_to_entries(arg));
    check::check(
        RawSpec {
            item: None,
            entry: Some(number),
            op: raw.op.clone(),
            elem: raw.elem.clone(),
            index: raw.index.clone(),
            args: common
                .chain(args.iter().filter(in_place))
                .cloned()
                .collect(),
            complete: raw.complete,
        },
        report,
    )
}

/// An entry as it was written, to point at.
fn tokens(args: &[Arg]) -> TokenStream {
    let tokens = args
        .iter()
        .flat_map(|arg| [arg.key.to_token_stream(), arg.at.clone()]);
    tokens.collect()
}

/// For every shape it must be plain which entry is the most specific: two entries must not be equal, nor
/// overlap without one being more specific.
fn distinct(before: &[(Spec, usize)], spec: &Spec, at: &TokenStream, report: &mut Report) -> bool {
    for (other, number) in before {
        if same_shapes(other, spec) {
            report.error(
                at,
                format!("the same shapes as entry {number} of the table"),
            );
            return false;
        }
        if overlap(other, spec) && specificity(other) == specificity(spec) {
            let shapes = shape_words(&spec.data);
            let words = format!(
                "this entry ({shapes}) and entry {number} fit the same shapes and are equally specific; make one of them more specific"
            );
            report.error(at, words);
            return false;
        }
    }
    true
}

/// Whether two entries ask the same of shapes.
fn same_shapes(a: &Spec, b: &Spec) -> bool {
    a.data == b.data && a.indices == b.indices && a.depth == b.depth
}

/// How many facts about shapes an entry asks for.
fn specificity(spec: &Spec) -> usize {
    let known = |shape: &[Option<usize>]| shape.iter().flatten().count();
    let of_indices = spec
        .indices
        .as_deref()
        .map_or(0, |indices| 1 + known(indices));
    let last = spec.indices.as_ref().and_then(|sizes| *sizes.last()?);
    let depth_alone = last.is_none() && spec.depth.is_some();
    known(&spec.data) + of_indices + usize::from(depth_alone)
}

/// Whether some shapes fit both entries.
fn overlap(a: &Spec, b: &Spec) -> bool {
    let sizes = |a: &[Option<usize>], b: &[Option<usize>]| {
        let agree = |(a, b): (&Option<usize>, &Option<usize>)| a.is_none() || b.is_none() || a == b;
        a.len() == b.len() && a.iter().zip(b).all(agree)
    };
    let indices = match (a.indices.as_deref(), b.indices.as_deref()) {
        (Some(a), Some(b)) => sizes(a, b),
        _ => true,
    };
    let depths = a.depth.is_none() || b.depth.is_none() || a.depth == b.depth;
    sizes(&a.data, &b.data) && indices && depths
}
