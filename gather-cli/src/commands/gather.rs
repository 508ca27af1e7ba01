//! `nd`, `axis`, `elements`: a gather from files to a file or to the screen.

use core::num::NonZeroUsize;
use std::process::ExitCode;

use gather_core::{
    ErasedError, ErasedOptions, ErasedView, GatherError, Op, Part, Plan, gather_erased,
    gather_erased_par,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::print;
use crate::{
    args::{Call, Inputs},
    failure::Failure,
    files::{Loaded, Source, Target},
    progress::Progress,
    show,
};

pub(super) fn run(call: Call) -> Result<ExitCode, Failure> {
    let (op, inputs) = call.split();
    let tensors = Tensors::load(&inputs)?;
    let target = tensors.target(&inputs)?;
    let options = inputs.choices.options();
    let elements = tensors.plan(op, &options)?.elements();
    let output = target.map(Target::open).transpose()?;
    let progress = Progress::of(elements.saturating_mul(tensors.data()?.dtype().size()));
    progress.gathering();
    let (data, indices) = (tensors.data()?, tensors.indices()?);
    let gathered = match pool(inputs.threads)? {
        Some(pool) => pool.install(|| gather_erased_par(op, data, indices, &options)),
        None => gather_erased(op, data, indices, &options),
    };
    let out = gathered.map_err(|error| tensors.failure(&error))?;
    match output {
        Some(output) => output.write(&out, &progress)?,
        None => print(&show::tensor(out.view()))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The threads to share the work between; `None` for this one alone.
fn pool(threads: Option<NonZeroUsize>) -> Result<Option<ThreadPool>, Failure> {
    match threads.map(NonZeroUsize::get) {
        Some(1) => Ok(None),
        Some(threads) => {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build();
            pool.map(Some)
                .map_err(|error| Failure::new(format!("--threads {threads}"), error))
        }
        // Nobody has asked for threads: where there are none to be had, the work is done without.
        None => Ok(ThreadPoolBuilder::new().build().ok()),
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
        let indices_source = inputs.picks.indices.clone().map(Source::from);
        let indices = match (&indices_source, &inputs.picks.literal) {
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
