//! `nd`, `axis`, `elements`: a gather from files to a file or to the screen.

use std::{
    io::{self, IsTerminal as _},
    process::ExitCode,
};

use gather_core::{
    ErasedError, ErasedOptions, ErasedView, GatherError, Op, Part, Plan, gather_erased,
};

use super::print;
use crate::{
    args::{Call, Inputs},
    failure::Failure,
    files::{Loaded, Source, Target},
    show,
};

/// Output from here on is long work, and said to be on its way.
const LONG: usize = 1 << 28;

pub(super) fn run(call: Call) -> Result<ExitCode, Failure> {
    let (op, inputs) = call.split();
    let tensors = Tensors::load(&inputs)?;
    let target = tensors.target(&inputs)?;
    let options = inputs.choices.options();
    note(&tensors.plan(op, &options)?, tensors.data()?);
    let out = gather_erased(op, tensors.data()?, tensors.indices()?, &options)
        .map_err(|error| tensors.failure(&error))?;
    match target {
        Some(target) => target.write(&out)?,
        None => print(&show::tensor(out.view()))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Tells who watches that this will take a while.
fn note(plan: &Plan<'_>, data: ErasedView<'_>) {
    let bytes = plan.elements().saturating_mul(data.dtype().size());
    if bytes >= LONG && io::stderr().is_terminal() {
        let rows = show::counted(plan.rows(), "row");
        anstream::eprintln!("gather: moving {} in {rows} …", show::bytes(bytes));
    }
}

/// The two inputs of a call, with the names that messages give them.
pub(super) struct Tensors {
    data: Loaded,
    indices: Loaded,
    pub(super) data_source: Source,
    /// `None` if the indices were written on the command line.
    indices_source: Option<Source>,
}

impl Tensors {
    pub(super) fn load(inputs: &Inputs) -> Result<Self, Failure> {
        let data_source = Source::from(inputs.data.clone());
        let data = data_source.load()?;
        let indices_source = inputs.indices.clone().map(Source::from);
        let indices = match (&indices_source, &inputs.literal) {
            (Some(source), _) => source.load()?,
            (None, Some(literal)) => literal.load(),
            (None, None) => return Err(Failure::new("INDICES", "there are none")),
        };
        Ok(Self {
            data,
            indices,
            data_source,
            indices_source,
        })
    }

    /// Where the result goes, if not to the screen.
    pub(super) fn target(&self, inputs: &Inputs) -> Result<Option<Target>, Failure> {
        let Some(output) = inputs.output.clone() else {
            return Ok(None);
        };
        let mut files = vec![self.data_source.path()];
        files.extend(self.indices_source.as_ref().map(Source::path));
        Target::new(output, self.data()?.dtype(), &files).map(Some)
    }

    pub(super) fn data(&self) -> Result<ErasedView<'_>, Failure> {
        let view = self.data.view();
        view.map_err(|error| self.data_source.failure(error))
    }

    pub(super) fn indices(&self) -> Result<ErasedView<'_>, Failure> {
        let view = self.indices.view();
        view.map_err(|error| Failure::new(self.indices_name(), error))
    }

    pub(super) fn indices_name(&self) -> String {
        let source = self.indices_source.as_ref();
        source.map_or_else(|| "--indices".to_owned(), ToString::to_string)
    }

    /// The checked shapes of the call; indices that are not integers are refused here as well.
    pub(super) fn plan(&self, op: Op, options: &ErasedOptions<'_>) -> Result<Plan<'_>, Failure> {
        let (data, indices) = (self.data()?, self.indices()?);
        let found = indices.dtype();
        if !found.is_index() {
            return Err(self.failure(&ErasedError::IndexType { found }));
        }
        let rules = options.rules(op.operator()).map_err(GatherError::Rule);
        rules
            .and_then(|rules| Plan::new(op, data.shape(), indices.shape(), rules))
            .map_err(|error| self.failure(&error.into()))
    }

    /// The error with the name of the input that it is about, or of both.
    pub(super) fn failure(&self, error: &ErasedError) -> Failure {
        let (data, indices) = (self.data_source.to_string(), self.indices_name());
        let subject = match error {
            ErasedError::IndexType { .. } | ErasedError::Gather(GatherError::Index(_)) => indices,
            ErasedError::Gather(GatherError::Rule(violation)) => match violation.part() {
                Part::Rank | Part::DataSize(_) => data,
                Part::IndicesRank | Part::IndicesSize(_) | Part::Depth => indices,
                _ => format!("{data} with {indices}"),
            },
            _ => data,
        };
        Failure::new(subject, error)
    }
}
