//! What a kernel says about itself in its documentation: operator, formula, shape rule, with its numbers.

use gather_spec::{BatchOutput, Call, Op, Shape};
use proc_macro2::TokenStream;

use crate::spec::{KnownIndices, Spec, shape_words};

/// What every kernel can be asked about itself.
pub(crate) fn identity(spec: &Spec) -> TokenStream {
    let (name, words) = (spec.name(), spec.words());
    code! {
        /// What this kernel is, by the naming grammar.
        pub const NAME: &'static __gather::str = #name;
        /// What this kernel is, in the macro's own words.
        pub const SPEC: &'static __gather::str = #words;
        /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
        #[must_use]
        pub const fn name(&self) -> &'static __gather::str {
            #name
        }
    }
}

/// The lines appended to the documentation of an item.
pub(crate) fn lines(spec: &Spec) -> Vec<String> {
    let mut lines = vec![
        String::new(),
        format!(" Kernel `{}`: `{}`.", spec.name(), spec.words()),
        String::new(),
        " ```text".into(),
    ];
    lines.extend(formula(spec).into_iter().map(|line| format!(" {line}")));
    lines.push(format!(" shape of out = {}", shape_rule(spec)));
    lines.push(" ```".into());
    if let Some(shape) = output(spec) {
        lines.push(String::new());
        lines.push(format!(" Output shape: `{}`.", shape_words(&shape)));
    }
    lines
}

/// The operator's formula with this kernel's attributes.
fn formula(spec: &Spec) -> Vec<String> {
    let batch = spec.batch();
    match spec.op {
        Op::GatherNd { .. } => {
            let tuple = spec.depth.map_or_else(
                || "indices[n.., 0], indices[n.., 1], …".into(),
                |depth| {
                    let coordinate = |k| format!("indices[n.., {k}]");
                    (0..depth).map(coordinate).collect::<Vec<_>>().join(", ")
                },
            );
            let before = names("n", 0..batch);
            vec![format!("out[n.., ..] = data[{before}{tuple}, ..]")]
        }
        Op::Gather { .. } => {
            let axis = spec.first_axis();
            let (before, shared) = (names("p", 0..axis), names("p", 0..batch));
            vec![format!(
                "out[{before}i.., ..] = data[{before}indices[{shared}i..], ..]"
            )]
        }
        Op::GatherElements { .. } => {
            let (rank, axis) = (spec.rank(), spec.first_axis());
            let all = names("i", 0..rank);
            let all = all.trim_end_matches(", ");
            let (before, after) = (names("i", 0..axis), names("i", axis + 1..rank));
            let after = after.trim_end_matches(", ");
            let after = if after.is_empty() {
                String::new()
            } else {
                format!(", {after}")
            };
            vec![format!("out[{all}] = data[{before}indices[{all}]{after}]")]
        }
    }
}

/// `p0, p1, `
fn names(letter: &str, numbers: core::ops::Range<usize>) -> String {
    numbers.map(|n| format!("{letter}{n}, ")).collect()
}

fn shape_rule(spec: &Spec) -> String {
    let batch = spec.batch();
    match spec.op {
        Op::GatherNd { .. } => {
            let rest = spec.depth.map_or_else(
                || format!("data.shape[{batch} + depth..]"),
                |depth| format!("data.shape[{}..]", batch + depth),
            );
            if spec.rules.batch_output == BatchOutput::Flattened && batch > 1 {
                return format!(
                    "[product of indices.shape[..{batch}]] + indices.shape[{batch}..-1] + {rest}"
                );
            }
            format!("indices.shape[..-1] + {rest}")
        }
        Op::Gather { .. } => {
            let axis = spec.first_axis();
            format!(
                "data.shape[..{axis}] + indices.shape[{batch}..] + data.shape[{}..]",
                axis + 1
            )
        }
        Op::GatherElements { .. } => "indices.shape".into(),
    }
}

/// The output's shape as far as it is known; `None` if not even its rank is.
pub(crate) fn output(spec: &Spec) -> Option<Vec<Option<usize>>> {
    let any = vec![None; spec.rank()];
    let indices = match spec.op {
        Op::GatherElements { .. } => Some(spec.indices.as_deref().unwrap_or(&any)),
        _ => spec.indices.as_deref(),
    };
    let indices = KnownIndices {
        sizes: indices,
        depth: spec.depth,
    };
    indices.rank()?;
    let call = Call {
        op: spec.op,
        data: &spec.data[..],
        indices: &indices,
        rules: spec.rules,
    };
    let rank = call.output_rank()?;
    Some((0..rank).map(|axis| call.output_size(axis)).collect())
}
