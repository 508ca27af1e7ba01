//! `explain`: what a gather would do, in words.

use core::fmt::Write as _;
use std::process::ExitCode;

use gather_core::{DType, ErasedFill, ErasedView, Negative, Op, OutOfRange, Plan, explain_erased};

use super::{gather::Tensors, print};
use crate::{
    args::Call,
    failure::Failure,
    show::{bytes, counted},
};

pub(super) fn run(call: Call) -> Result<ExitCode, Failure> {
    let (op, inputs) = call.split();
    let tensors = Tensors::load(&inputs)?;
    tensors.target(&inputs)?;
    let options = inputs.choices.options();
    let plan = tensors.plan(op, &options)?;
    let fill = inputs.choices.fill();
    if let OutOfRange::Fill(()) = plan.rules().out_of_range {
        fill.bytes(tensors.data()?.dtype())
            .map_err(|error| tensors.failure(&error.into()))?;
    }
    let mut text = heading(op);
    text += &tensor("data", tensors.data()?, &tensors.data_source.to_string());
    text += &tensor("indices", tensors.indices()?, &tensors.indices_name());
    let output = inputs.output.map_or_else(
        || "would be printed".to_owned(),
        |path| format!("would be written to {}", path.display()),
    );
    text += &output_line(&plan, tensors.data()?.dtype(), &output);
    text += "\n";
    text += &work(
        &plan,
        tensors.data()?.dtype(),
        tensors.indices()?.bytes().len(),
    );
    text += &policy(&plan, fill);
    let kernel = explain_erased(op, tensors.data()?, tensors.indices()?, &options)
        .map_err(|error| tensors.failure(&error))?;
    let _ = writeln!(text, "\n{kernel}");
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Operator and attributes as written.
fn heading(op: Op) -> String {
    let name = op.operator();
    match op {
        Op::GatherNd { batch_dims } => format!("{name}, batch_dims {batch_dims}\n"),
        Op::Gather { axis, batch_dims } => {
            format!("{name}, axis {axis}, batch_dims {batch_dims}\n")
        }
        Op::GatherElements { axis } => format!("{name}, axis {axis}\n"),
    }
}

fn tensor(role: &str, view: ErasedView<'_>, name: &str) -> String {
    line(
        role,
        view.dtype(),
        &format!("{:?}", view.shape()),
        view.bytes().len(),
        name,
    )
}

fn output_line(plan: &Plan<'_>, dtype: DType, target: &str) -> String {
    let amount = plan.elements().saturating_mul(dtype.size());
    line(
        "output",
        dtype,
        &plan.output_shape().to_string(),
        amount,
        target,
    )
}

fn line(role: &str, dtype: DType, shape: &str, amount: usize, note: &str) -> String {
    format!("{role:8} {dtype} {shape}, {}, {note}\n", bytes(amount))
}

/// Rows, tuples and bytes.
fn work(plan: &Plan<'_>, dtype: DType, index_bytes: usize) -> String {
    let size = dtype.size();
    let row = plan.slice().saturating_mul(size);
    let total = plan.elements().saturating_mul(size);
    let mut text = axes(plan);
    let _ = writeln!(
        text,
        "It picks a row of {} that lie side by side: {}.",
        counted(plan.slice(), "element"),
        bytes(row)
    );
    let _ = writeln!(
        text,
        "{} to move, {} in all; {} of indices to read.",
        counted(plan.rows(), "row"),
        bytes(total),
        bytes(index_bytes)
    );
    text
}

/// What an index tuple speaks about.
fn axes(plan: &Plan<'_>) -> String {
    let rank = i128::try_from(plan.data_shape().len()).unwrap_or(0);
    let from_front = |axis: i128| if axis < 0 { axis + rank } else { axis };
    let batch = match plan.batch_dims() {
        0 => String::new(),
        dims => format!(", within {}", counted(dims, "batch dimension")),
    };
    match plan.op() {
        Op::GatherNd { .. } => format!(
            "An index tuple has {} (depth {}), for data axes of sizes {:?}{batch}.\n",
            counted(plan.depth(), "coordinate"),
            plan.depth(),
            plan.indexed_sizes()
        ),
        Op::Gather { axis, .. } | Op::GatherElements { axis } => format!(
            "An index (depth 1) is a position on data axis {} of size {}{batch}.\n",
            from_front(axis),
            plan.indexed_sizes().first().copied().unwrap_or(0)
        ),
    }
}

/// What the choices come to.
fn policy(plan: &Plan<'_>, fill: ErasedFill<'_>) -> String {
    let rules = plan.rules();
    let negative = match rules.negative {
        Negative::FromEnd => "A negative index counts from the end",
        Negative::Reject => "A negative index is out of range",
    };
    let outside = match rules.out_of_range {
        OutOfRange::Error => "an index out of range is an error".to_owned(),
        OutOfRange::Fill(()) => {
            format!("an index out of range gives a row of the fill value, {fill}")
        }
        OutOfRange::Clamp => "an index out of range gives the nearest position".to_owned(),
        OutOfRange::Wrap => "an index out of range is taken modulo the size".to_owned(),
    };
    let system = rules
        .preset
        .map_or_else(String::new, |preset| format!(" (as {preset})"));
    format!("{negative}; {outside}{system}.\n")
}
