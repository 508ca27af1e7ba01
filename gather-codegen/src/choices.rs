//! What a kernel does about unlucky indices and odd shapes: the keys of the choices, and the preset that makes
//! them all at once.

use gather_spec::{
    BatchOutput, BatchSizes, DepthZero, FillKind, Negative, NonAxis, Op, OutOfRange, Preset, Rules,
    Violation,
};
use proc_macro2::{TokenStream, TokenTree};

use crate::{
    check::{Keys, describe},
    element,
    near::{list, unknown},
    parse::Value,
    report::Report,
    spec::Fill,
};

/// The choices as written, key by key.
pub(crate) struct Choices {
    rules: Rules,
    fill: Option<Fill>,
    preset: Option<Preset>,
}

pub(crate) fn choices(keys: &Keys<'_>, report: &mut Report) -> Choices {
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
            report.error(
                word,
                "expected a value in the parentheses of `fill`, found none",
            );
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
                report.error(token, "`fill` takes one value, found `,`");
            }
            TokenTree::Ident(name) if name == "Self" => {
                report.error(token, element::SELF);
            }
            _ => {}
        }
    }
}

/// The rules that follow from the choices, for this operator.
pub(crate) fn meaning(
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
        let (_, at) = keys.blame(violation.part());
        report.error(at, violation);
        return None;
    };
    let fill = match (meaning.rules.out_of_range, preset.fill()) {
        (OutOfRange::Fill(()), Some(FillKind::Missing)) => Some(Fill::Missing),
        (OutOfRange::Fill(()), _) => Some(Fill::Zero),
        _ => None,
    };
    Some((meaning.rules, fill))
}
