//! What the kernels of the list say about themselves, and what the list covers.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use gather_core::Preset;
use half::f16;

use crate::{compare, sample::Rgb, written::Written};

/// One line of the list as data.
#[derive(Debug)]
struct Line {
    /// The kernel's `NAME`.
    name: &'static str,
    /// The kernel's `SPEC`.
    spec: &'static str,
    kind: &'static str,
    indices_ranks: Vec<usize>,
    operator: &'static str,
    element: &'static str,
    index: &'static str,
    rank: usize,
    choices: Vec<&'static str>,
}

macro_rules! lines {
    ($($kind:ident $name:ident [$($indices_rank:literal)*] { $($spec:tt)* })*) => {
        /// The list as data.
        fn lines() -> Vec<Line> {
            vec![$({
                let written = written!($($spec)*);
                let of_indices = written.indices.as_ref().map(Vec::len);
                let Written { operator, element, index, data, choices, .. } = written;
                let mut indices_ranks = vec![$($indices_rank),*];
                indices_ranks.extend(of_indices);
                Line {
                    name: compare::$name::Item::NAME,
                    spec: compare::$name::Item::SPEC,
                    kind: stringify!($kind),
                    indices_ranks,
                    operator,
                    element,
                    index,
                    rank: data.len(),
                    choices,
                }
            }),*]
        }
    };
}
every_kernel!(lines);

#[test]
fn a_spec_in_its_own_words_is_the_same_kernel() {
    let is_another = |line: &Line| match line.spec.parse() {
        Ok(words) => {
            let expansion = gather_codegen::kernel(words).to_string();
            !expansion.contains(&format!("\"{}\"", line.name))
        }
        Err(_) => true,
    };
    let others = lines().into_iter().filter(is_another);
    let others: Vec<_> = others.map(|line| (line.name, line.spec)).collect();
    assert!(others.is_empty(), "{others:#?}");
}

#[test]
fn one_name_is_one_kernel() {
    let mut named = BTreeMap::new();
    for Line { name, spec, .. } in lines() {
        let before = named.insert(name, spec);
        assert!(before.is_none_or(|before| before == spec), "{name}: {spec}");
    }
}

/// Whether some line has each of these.
fn covers<T: Ord + core::fmt::Debug>(found: impl IntoIterator<Item = T>, wanted: Vec<T>) {
    let found: BTreeSet<T> = found.into_iter().collect();
    let missing: Vec<&T> = wanted.iter().filter(|one| !found.contains(one)).collect();
    assert!(
        missing.is_empty(),
        "no line of the list has {missing:?}, only {found:?}"
    );
}

#[test]
fn the_list_covers_what_can_be_asked_for() {
    let lines = lines();
    let operators = ["GatherND", "Gather", "GatherElements"];
    let every_rank = operators
        .iter()
        .flat_map(|op| (1..=8).map(move |rank| (*op, rank)));
    covers(
        lines.iter().map(|line| (line.operator, line.rank)),
        every_rank.collect(),
    );
    covers(
        lines.iter().flat_map(|line| line.indices_ranks.clone()),
        (0..=8).collect(),
    );
    let kinds = ["ranked", "sized", "fixed"];
    let every_kind = operators
        .iter()
        .flat_map(|op| kinds.map(|kind| (*op, kind)));
    covers(
        lines.iter().map(|line| (line.operator, line.kind)),
        every_kind.collect(),
    );
    covers(
        lines.iter().map(|line| line.index),
        "i8 i16 i32 i64 isize u8 u16 u32 u64 usize"
            .split(' ')
            .collect(),
    );
    covers(
        lines.iter().map(|line| line.element.replace(' ', "")),
        "() u8 u16 f16 f32 f64 u128 [u64;3] [u8;3] Rgb Option<u16> &'staticstr String Arc<str>"
            .split(' ')
            .map(String::from)
            .collect(),
    );
    let choices = [
        "negative = from_end",
        "negative = reject",
        "out_of_range = error",
        "out_of_range = fill",
        "out_of_range = fill(value)",
        "out_of_range = clamp",
        "out_of_range = wrap",
        "depth_zero = error",
        "depth_zero = copy",
        "non_axis = at_most",
        "non_axis = equal",
        "non_axis = broadcast",
        "batch_output = kept",
        "batch_output = flattened",
        "batch_sizes = equal",
        "batch_sizes = broadcast",
    ];
    covers(
        lines.iter().flat_map(|line| line.choices.clone()),
        choices.iter().chain(Preset::NAMES).copied().collect(),
    );
}
