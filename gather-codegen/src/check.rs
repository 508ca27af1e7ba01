//! Raw specs to checked ones. What a key may hold is decided here; what the operators allow is decided by
//! `gather-spec`, and its violations are pointed at the tokens they blame.

use core::ops::ControlFlow;

use gather_spec::{Call, Op, Operator, Part, Role, Rules, Violation};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Ident, Type};

use crate::{
    choices::{choices, meaning},
    doubt::{Doubt, Topic},
    element,
    near::{list, unknown},
    parse::{Arg, RawSpec, Value},
    report::{HeadError, Report},
    spec::{KnownIndices, Spec, tidy},
};

/// Ranks that a typed kernel may have.
const MOST_RANK: usize = 8;

const OPERATORS: &[&str] = &["GatherND", "Gather", "GatherElements"];

const INDEX_TYPES: &[&str] = &[
    "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize",
];

const KEYS: &[&str] = &[
    "rank",
    "data",
    "indices_rank",
    "indices",
    "depth",
    "axis",
    "batch_dims",
    "negative",
    "out_of_range",
    "depth_zero",
    "non_axis",
    "batch_output",
    "batch_sizes",
    "semantics",
];

/// The shape of data must be known at least by its rank.
pub(crate) const MISSING_SHAPE: &str = "missing key `rank` or `data`";

/// Pairs of keys of which only one may be given.
const EXCLUSIVE: &[(&str, &str)] = &[
    ("rank", "data"),
    ("indices_rank", "indices"),
    ("semantics", "negative"),
    ("semantics", "out_of_range"),
    ("semantics", "depth_zero"),
    ("semantics", "non_axis"),
    ("semantics", "batch_output"),
    ("semantics", "batch_sizes"),
];

/// The keys of one call.
pub(crate) struct Keys<'a> {
    args: &'a [Arg],
    op: &'a Ident,
    /// The number of the entry, if this is one of a table.
    entry: Option<usize>,
}

impl<'a> Keys<'a> {
    pub(crate) fn get(&self, key: &str) -> Option<&'a Arg> {
        self.args.iter().find(|arg| arg.key == key)
    }

    /// Whether `out_of_range = fill(value)` was written.
    fn has_fill_value(&self) -> bool {
        let arg = self.get("out_of_range");
        matches!(
            arg,
            Some(Arg {
                value: Value::Word(_, Some(_)),
                ..
            })
        )
    }

    /// Whether something was written about a topic.
    fn is_written(&self, topic: Topic) -> bool {
        let keys: &[&str] = match topic {
            Topic::Data => &["rank", "data"],
            Topic::Indices => &["indices_rank", "indices"],
            Topic::Depth => &["depth"],
            Topic::Axis => &["axis"],
            Topic::BatchDims => &["batch_dims"],
            Topic::Choices => &["semantics"],
        };
        self.written(keys).is_some()
    }

    /// The first of these keys that was written, and its value.
    fn written(&self, keys: &[&str]) -> Option<(&'a Ident, TokenStream)> {
        let arg = keys.iter().find_map(|key| self.get(key))?;
        Some((&arg.key, arg.at.clone()))
    }

    /// One size of a shape that was written, and its key.
    fn size(&self, key: &str, axis: usize) -> Option<(&'a Ident, TokenStream)> {
        let arg = self.get(key)?;
        match &arg.value {
            Value::Shape(sizes) => Some((&arg.key, sizes.get(axis)?.at.clone())),
            _ => None,
        }
    }

    /// The tokens that a violation blames, the smallest that were written, with their key; if none were,
    /// the operator.
    pub(crate) fn blame(&self, part: Part) -> (&'a Ident, TokenStream) {
        let tokens = match part {
            Part::Operator => None,
            Part::Rank => self.written(&["rank", "data"]),
            Part::DataSize(axis) => self.size("data", axis).or_else(|| self.written(&["rank"])),
            Part::IndicesRank => self
                .written(&["indices_rank", "indices"])
                .or_else(|| self.written(&["batch_dims"])),
            Part::IndicesSize(axis) => self
                .size("indices", axis)
                .or_else(|| self.written(&["indices_rank"])),
            Part::Depth => {
                let last = || {
                    let arg = self.get("indices")?;
                    match &arg.value {
                        Value::Shape(sizes) => Some((&arg.key, sizes.last()?.at.clone())),
                        _ => None,
                    }
                };
                self.written(&["depth"]).or_else(last)
            }
            Part::Axis => self.written(&["axis"]),
            Part::BatchDims => self.written(&["batch_dims"]),
            Part::Semantics => self.written(&["semantics"]),
        };
        tokens.unwrap_or_else(|| (self.op, self.op.to_token_stream()))
    }

    /// Reports a violation; one that blames the head of a table for what it is together with an entry
    /// waits for the other entries.
    fn report(&self, violation: Violation, report: &mut Report) {
        let (key, at) = self.blame(violation.part());
        let mut text = violation.to_string();
        if let (Violation::BatchDimsAboveAxis { .. }, None) = (&violation, self.get("axis")) {
            text += "; `axis` is 0 by default";
        }
        match self.entry {
            Some(entry) if !belongs_to_entries(key) => report.error_of_head(HeadError {
                key: key.clone(),
                at,
                text,
                entry,
            }),
            _ => report.error(at, text),
        }
    }
}

/// Checks one kernel. All mistakes go to `report`.
pub(crate) fn check(raw: RawSpec, report: &mut Report) -> Option<Spec> {
    let keys = Keys {
        args: &raw.args,
        op: &raw.op,
        entry: raw.entry,
    };
    let operator = operator(&raw.op, report);
    let in_item = raw.item.is_some() || raw.entry.is_some() || keys.has_fill_value();
    element::check(&raw.elem, in_item, report);
    let index = index_type(&raw.index, report);
    let known = keys_are_known(&keys, report);
    keys_belong(&keys, operator, report);
    keys_exclude_each_other(&keys, report);

    let mut doubt = Doubt::new(!raw.complete || !known);
    let data = doubt.watch(Topic::Data, report, |report| {
        shape(&keys, "rank", "data", report)
    });
    let indices = doubt.watch(Topic::Indices, report, |report| {
        shape(&keys, "indices_rank", "indices", report)
    });
    let depth = doubt.watch(Topic::Depth, report, |report| depth(&keys, report));
    let mut attribute = |topic, key| {
        let read = doubt.watch(topic, report, |report| int(&keys, key, report));
        read.unwrap_or(0)
    };
    let axis = attribute(Topic::Axis, "axis");
    let batch_dims = attribute(Topic::BatchDims, "batch_dims");
    let choices = doubt.watch(Topic::Choices, report, |report| choices(&keys, report));
    // A key that was misspelt or has a wrong value is not also missing.
    if report.is_empty() && data.is_none() {
        report.error(&raw.op, MISSING_SHAPE);
    }
    let op = match operator? {
        Operator::GatherNd => Op::GatherNd { batch_dims },
        Operator::Gather => Op::Gather { axis, batch_dims },
        Operator::GatherElements => Op::GatherElements { axis },
    };
    let (rules, fill) = meaning(&keys, op, choices, report)?;
    let data = data?;
    let shapes = Shapes {
        data: &data,
        indices: KnownIndices {
            sizes: indices.as_deref(),
            depth: depth.filter(|_| matches!(op, Op::GatherNd { .. })),
        },
        doubt: &doubt,
    };
    let written = op;
    let op = rules_hold(&keys, op, rules, &shapes, report)?;
    let depth = match op {
        Op::GatherNd { .. } => gather_spec::Shape::last_size(&shapes.indices),
        _ => None,
    };
    Some(Spec {
        item: raw.item.clone(),
        op,
        written,
        elem: element::told_once(&raw.elem, fill.as_ref()),
        index: index?,
        data,
        indices,
        depth,
        rules,
        fill,
    })
}

/// What is known of the two shapes, and what could not be read.
struct Shapes<'a> {
    data: &'a [Option<usize>],
    indices: KnownIndices<'a>,
    doubt: &'a Doubt,
}

/// Asks the rule book; the operator with its attributes counted from the front if nothing is wrong.
fn rules_hold(
    keys: &Keys<'_>,
    op: Op,
    rules: Rules,
    shapes: &Shapes<'_>,
    report: &mut Report,
) -> Option<Op> {
    let call = Call {
        op,
        data: shapes.data,
        indices: &shapes.indices,
        rules,
    };
    let doubt = shapes.doubt;
    let mut good = doubt.is_none();
    let mut broken = |violation: Violation| {
        good = false;
        if doubt.spares(&violation, |topic| keys.is_written(topic)) {
            keys.report(violation, report);
        }
        ControlFlow::Continue(())
    };
    if depths_agree(shapes, &mut broken) {
        call.check(&mut broken);
    }
    if good && let Some(found) = call.output_rank().filter(|rank| *rank > MOST_RANK) {
        let violation = Violation::RankAboveTyped {
            tensor: Role::Output,
            most: MOST_RANK,
            found,
        };
        keys.report(violation, report);
        return None;
    }
    let front = |attribute: Option<usize>| attribute.unwrap_or(0) as i128;
    let (axis, batch_dims) = (front(call.axis()), front(call.batch_dims()));
    good.then_some(match op {
        Op::GatherNd { .. } => Op::GatherNd { batch_dims },
        Op::Gather { .. } => Op::Gather { axis, batch_dims },
        Op::GatherElements { .. } => Op::GatherElements { axis },
    })
}

/// `depth` and the last size of `indices` are two names of one number.
fn depths_agree(
    shapes: &Shapes<'_>,
    broken: &mut impl FnMut(Violation) -> ControlFlow<()>,
) -> bool {
    let KnownIndices { sizes, depth } = shapes.indices;
    let last = sizes.and_then(|sizes| sizes.last().copied().flatten());
    match (depth, last) {
        (Some(found), Some(last)) if found != last => {
            let _ = broken(Violation::DepthNotLastSize { last, found });
            false
        }
        _ => true,
    }
}

fn operator(op: &Ident, report: &mut Report) -> Option<Operator> {
    let name = op.to_string();
    let known = Operator::ALL.iter().find(|known| known.name() == name);
    if known.is_none() {
        report.error(op, unknown("operator", &name, OPERATORS));
    }
    known.copied()
}

fn index_type(ty: &Type, report: &mut Report) -> Option<Ident> {
    if let Type::Path(path) = ty
        && let Some(name) = path.path.get_ident()
        && INDEX_TYPES.iter().any(|known| name == known)
    {
        return Some(name.clone());
    }
    let (found, expected) = (tidy(ty), list(INDEX_TYPES));
    report.error(
        ty,
        format!("`{found}` is not an index type, expected {expected}"),
    );
    None
}

/// Whether every key is known; a duplicate is reported too.
fn keys_are_known(keys: &Keys<'_>, report: &mut Report) -> bool {
    let mut known = true;
    for (n, arg) in keys.args.iter().enumerate() {
        let key = arg.key.to_string();
        if !KEYS.contains(&key.as_str()) {
            known = false;
            report.error(&arg.key, unknown("key", &key, KEYS));
        } else if keys.args[..n].iter().any(|before| before.key == arg.key) {
            report.error(&arg.key, format!("duplicate key `{key}`"));
        }
    }
    known
}

/// Some keys belong to some operators only.
fn keys_belong(keys: &Keys<'_>, operator: Option<Operator>, report: &mut Report) {
    use Operator::{Gather, GatherElements, GatherNd};
    let Some(operator) = operator else { return };
    for arg in keys.args {
        let key = arg.key.to_string();
        let (owners, names): (&[Operator], _) = match key.as_str() {
            "depth" | "depth_zero" | "batch_output" => (&[GatherNd], "GatherND"),
            "axis" => (&[Gather, GatherElements], "Gather and GatherElements"),
            "batch_dims" | "batch_sizes" => (&[GatherNd, Gather], "GatherND and Gather"),
            "non_axis" => (&[GatherElements], "GatherElements"),
            _ => continue,
        };
        if !owners.contains(&operator) {
            let words = format!("`{key}` belongs to {names}, not to {operator}");
            report.error(&arg.key, words);
        }
    }
}

fn keys_exclude_each_other(keys: &Keys<'_>, report: &mut Report) {
    for (one, other) in EXCLUSIVE {
        if keys.get(one).is_none() || keys.get(other).is_none() {
            continue;
        }
        let words = format!("`{one}` and `{other}` exclude each other; give one of them");
        let either = |arg: &&Arg| arg.key == one || arg.key == other;
        if let Some(second) = keys.args.iter().filter(either).nth(1) {
            report.error(&second.key, words);
        }
    }
}

fn int(keys: &Keys<'_>, key: &str, report: &mut Report) -> Option<i128> {
    let arg = keys.get(key)?;
    if let Value::Int(number) = arg.value {
        return Some(number);
    }
    let found = describe(&arg.value);
    let cure = match (key, &arg.value) {
        ("rank", Value::Shape(_)) => "; a shape is given by `data`",
        ("indices_rank", Value::Shape(_)) => "; a shape is given by `indices`",
        _ => "",
    };
    report.error(
        &arg.at,
        format!("`{key}` must be an integer literal, found {found}{cure}"),
    );
    None
}

/// A number that is not negative.
fn count(keys: &Keys<'_>, key: &str, report: &mut Report) -> Option<usize> {
    let number = int(keys, key, report)?;
    let count = usize::try_from(number);
    if count.is_err() {
        let at = keys.get(key).map(|arg| &arg.at);
        let words = if number < 0 {
            format!("`{key}` must not be negative, found {number}")
        } else {
            format!("`{key}` is too large: {number}")
        };
        report.error(at, words);
    }
    count.ok()
}

fn depth(keys: &Keys<'_>, report: &mut Report) -> Option<usize> {
    count(keys, "depth", report)
}

/// A shape by its sizes or by its rank alone. Typed kernels end at rank 8.
fn shape(
    keys: &Keys<'_>,
    rank_key: &str,
    shape_key: &str,
    report: &mut Report,
) -> Option<Vec<Option<usize>>> {
    let sizes = keys.get(shape_key).map(|arg| sizes(arg, shape_key, report));
    let rank = match &sizes {
        Some(sizes) => sizes.as_ref()?.len(),
        None => count(keys, rank_key, report)?,
    };
    if rank > MOST_RANK {
        let tensor = match shape_key {
            "data" => Role::Data,
            _ => Role::Indices,
        };
        let (most, found) = (MOST_RANK, rank);
        let violation = Violation::RankAboveTyped {
            tensor,
            most,
            found,
        };
        keys.report(violation, report);
        return None;
    }
    sizes.unwrap_or_else(|| Some(vec![None; rank]))
}

fn sizes(arg: &Arg, key: &str, report: &mut Report) -> Option<Vec<Option<usize>>> {
    if let Value::Shape(sizes) = &arg.value {
        return Some(sizes.iter().map(|size| size.size).collect());
    }
    let found = describe(&arg.value);
    let cure = match (key, &arg.value) {
        ("data", Value::Int(_)) => "; a rank alone is given by `rank`",
        ("indices", Value::Int(_)) => "; a rank alone is given by `indices_rank`",
        _ => "",
    };
    let words = format!("`{key}` must be a shape such as `[_, 768]`, found {found}{cure}");
    report.error(&arg.at, words);
    None
}

/// A value as a message names it.
pub(crate) fn describe(value: &Value) -> String {
    match value {
        Value::Int(number) => format!("`{number}`"),
        Value::Shape(_) => "a shape".into(),
        Value::Word(word, _) => format!("`{word}`"),
        Value::Other(text) => format!("`{text}`"),
    }
}

/// Whether a key belongs to the entries of a table; all others are common to it.
pub(crate) fn belongs_to_entries(key: &Ident) -> bool {
    const KEYS: &[&str] = &["rank", "data", "indices_rank", "indices", "depth"];
    KEYS.iter().any(|known| key == known)
}

/// Whether some kernel has this key.
pub(crate) fn is_key(key: &Ident) -> bool {
    KEYS.iter().any(|known| key == known)
}
