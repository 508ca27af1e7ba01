//! Raw specs to checked ones. What a key may hold is decided here; what the operators allow is decided by
//! `gather-spec`, and its violations are pointed at the tokens they blame.

use core::ops::ControlFlow;

use gather_spec::{
    BatchOutput, BatchSizes, Call, DepthZero, FillKind, Negative, NonAxis, Op, Operator,
    OutOfRange, Part, Preset, Role, Rules, Violation,
};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Ident, Type};

use crate::{
    near::{list, unknown},
    parse::{Arg, RawSpec, Value},
    report::Report,
    spec::{Fill, KnownIndices, Spec, tidy},
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
struct Keys<'a> {
    args: &'a [Arg],
    op: &'a Ident,
}

impl<'a> Keys<'a> {
    fn get(&self, key: &str) -> Option<&'a Arg> {
        self.args.iter().find(|arg| arg.key == key)
    }

    /// The value of the first of these keys that was written.
    fn written(&self, keys: &[&str]) -> Option<TokenStream> {
        let arg = keys.iter().find_map(|key| self.get(key))?;
        Some(arg.at.clone())
    }

    /// One size of a shape that was written.
    fn size(&self, key: &str, axis: usize) -> Option<TokenStream> {
        match &self.get(key)?.value {
            Value::Shape(sizes) => Some(sizes.get(axis)?.at.clone()),
            _ => None,
        }
    }

    /// The tokens that a violation blames: the smallest that were written.
    fn blame(&self, part: Part) -> TokenStream {
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
                let last = || match &self.get("indices")?.value {
                    Value::Shape(sizes) => Some(sizes.last()?.at.clone()),
                    _ => None,
                };
                self.written(&["depth"]).or_else(last)
            }
            Part::Axis => self.written(&["axis"]),
            Part::BatchDims => self.written(&["batch_dims"]),
            Part::Semantics => self.written(&["semantics"]),
        };
        tokens.unwrap_or_else(|| self.op.to_token_stream())
    }
}

/// Checks one kernel. All mistakes go to `report`.
pub(crate) fn check(raw: RawSpec, report: &mut Report) -> Option<Spec> {
    let keys = Keys {
        args: &raw.args,
        op: &raw.op,
    };
    let operator = operator(&raw.op, report);
    let index = index_type(&raw.index, report);
    let known = keys_are_known(&keys, report);
    keys_belong(&keys, operator, report);
    keys_exclude_each_other(&keys, report);

    let before = report.len();
    let data = shape(&keys, "rank", "data", report);
    let indices = shape(&keys, "indices_rank", "indices", report);
    let depth = depth(&keys, report);
    let axis = int(&keys, "axis", report).unwrap_or(0);
    let batch_dims = int(&keys, "batch_dims", report).unwrap_or(0);
    let choices = choices(&keys, report);
    // A key that was misspelt or has a wrong value is not also missing.
    if report.is_empty() && data.is_none() {
        report.error(&raw.op, MISSING_SHAPE);
    }
    // Where something could not be read, the rules would judge a default in place of what was meant.
    if !raw.complete || !known || report.len() > before {
        return None;
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
        elem: raw.elem.clone(),
        index: index?,
        data,
        indices,
        depth,
        rules,
        fill,
    })
}

/// What is known of the two shapes.
struct Shapes<'a> {
    data: &'a [Option<usize>],
    indices: KnownIndices<'a>,
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
    let mut good = true;
    let mut broken = |violation: Violation| {
        good = false;
        report.error(keys.blame(violation.part()), violation);
        ControlFlow::Continue(())
    };
    if depths_agree(shapes, &mut broken) {
        call.check(&mut broken);
    }
    if good && let Some(found) = call.output_rank().filter(|rank| *rank > MOST_RANK) {
        report.error(
            keys.op,
            Violation::RankAboveTyped {
                tensor: Role::Output,
                most: MOST_RANK,
                found,
            },
        );
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
    report.error(
        &arg.at,
        format!("`{key}` must be an integer literal, found {found}"),
    );
    None
}

/// A number that is not negative.
fn count(keys: &Keys<'_>, key: &str, report: &mut Report) -> Option<usize> {
    let number = int(keys, key, report)?;
    let count = usize::try_from(number);
    if count.is_err() {
        let at = keys.written(&[key]);
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
        report.error(keys.blame(violation.part()), violation);
        return None;
    }
    sizes.unwrap_or_else(|| Some(vec![None; rank]))
}

fn sizes(arg: &Arg, key: &str, report: &mut Report) -> Option<Vec<Option<usize>>> {
    if let Value::Shape(sizes) = &arg.value {
        return Some(sizes.iter().map(|size| size.size).collect());
    }
    let found = describe(&arg.value);
    let words = format!("`{key}` must be a shape such as `[_, 768]`, found {found}");
    report.error(&arg.at, words);
    None
}

/// The choices as written, key by key.
struct Choices {
    rules: Rules,
    fill: Option<Fill>,
    preset: Option<Preset>,
}

fn choices(keys: &Keys<'_>, report: &mut Report) -> Choices {
    let mut choices = Choices {
        rules: Rules::ONNX,
        fill: None,
        preset: None,
    };
    let rules = &mut choices.rules;
    if let Some((n, _)) = choice(keys, "negative", &["from_end", "reject"], report) {
        rules.negative = [Negative::FromEnd, Negative::Reject][n];
    }
    let out_of_range = &["error", "fill", "clamp", "wrap"];
    if let Some((n, value)) = choice(keys, "out_of_range", out_of_range, report) {
        rules.out_of_range = [
            OutOfRange::Error,
            OutOfRange::Fill(()),
            OutOfRange::Clamp,
            OutOfRange::Wrap,
        ][n];
        choices.fill = (n == 1).then(|| value.map_or(Fill::Zero, Fill::Value));
    }
    if let Some((n, _)) = choice(keys, "depth_zero", &["error", "copy"], report) {
        rules.depth_zero = [DepthZero::Error, DepthZero::Copy][n];
    }
    if let Some((n, _)) = choice(keys, "non_axis", &["at_most", "equal", "broadcast"], report) {
        rules.non_axis = [NonAxis::AtMost, NonAxis::Equal, NonAxis::Broadcast][n];
    }
    if let Some((n, _)) = choice(keys, "batch_output", &["kept", "flattened"], report) {
        rules.batch_output = [BatchOutput::Kept, BatchOutput::Flattened][n];
    }
    if let Some((n, _)) = choice(keys, "batch_sizes", &["equal", "broadcast"], report) {
        rules.batch_sizes = [BatchSizes::Equal, BatchSizes::Broadcast][n];
    }
    if let Some((n, _)) = choice(keys, "semantics", Preset::NAMES, report) {
        choices.preset = Preset::ALL.get(n).copied();
    }
    choices
}

/// One of a few words; `fill` alone may have something in parentheses.
fn choice(
    keys: &Keys<'_>,
    key: &str,
    known: &[&str],
    report: &mut Report,
) -> Option<(usize, Option<TokenStream>)> {
    let arg = keys.get(key)?;
    let Value::Word(word, argument) = &arg.value else {
        let (expected, found) = (list(known), describe(&arg.value));
        report.error(
            &arg.at,
            format!("`{key}` must be {expected}, found {found}"),
        );
        return None;
    };
    let found = word.to_string();
    let Some(n) = known.iter().position(|known| *known == found) else {
        let words = match key {
            "semantics" => unknown("preset", &found, known),
            _ => format!("`{key}` must be {}, found `{found}`", list(known)),
        };
        report.error(word, words);
        return None;
    };
    if let Some(argument) = argument {
        if found != "fill" {
            report.error(word, format!("`{found}` takes no value in parentheses"));
        } else if argument.is_empty() {
            report.error(word, "expected a value in the parentheses of `fill`");
        } else {
            fill_is_one_value(argument, report);
        }
    }
    Some((n, argument.clone()))
}

/// A fill value is one expression, which stands inside the kernel.
fn fill_is_one_value(value: &TokenStream, report: &mut Report) {
    for token in value.clone() {
        match &token {
            TokenTree::Punct(comma) if comma.as_char() == ',' => {
                report.error(token, "`fill` takes one value");
            }
            TokenTree::Ident(name) if name == "Self" => {
                report.error(
                    token,
                    "`Self` would be the kernel here; write the type's own name",
                );
            }
            _ => {}
        }
    }
}

/// The rules that follow from the choices, for this operator.
fn meaning(
    keys: &Keys<'_>,
    op: Op,
    choices: Choices,
    report: &mut Report,
) -> Option<(Rules, Option<Fill>)> {
    let Some(preset) = choices.preset else {
        return Some((choices.rules, choices.fill));
    };
    let operator = op.operator();
    let Some(meaning) = preset.meaning(operator) else {
        let violation = Violation::PresetLacksOperator { preset, operator };
        report.error(keys.blame(violation.part()), violation);
        return None;
    };
    let fill = match (meaning.rules.out_of_range, preset.fill()) {
        (OutOfRange::Fill(()), Some(FillKind::Missing)) => Some(Fill::Missing),
        (OutOfRange::Fill(()), _) => Some(Fill::Zero),
        _ => None,
    };
    Some((meaning.rules, fill))
}

/// A value as a message names it.
fn describe(value: &Value) -> String {
    match value {
        Value::Int(number) => format!("`{number}`"),
        Value::Shape(_) => "a shape".into(),
        Value::Word(word, _) => format!("`{word}`"),
        Value::Other(text) => format!("`{text}`"),
    }
}

/// Whether some kernel has this key.
pub(crate) fn is_key(key: &Ident) -> bool {
    KEYS.iter().any(|known| key == known)
}
