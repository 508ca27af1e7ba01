//! The command line: what is accepted and how it reads in `--help`.

use core::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{
    Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser as _},
};
use gather_core::{ErasedFill, ErasedOptions, Negative, Op, OutOfRange, Preset};

use crate::files::Literal;

/// GatherND, Gather and GatherElements on .npy and .safetensors files, and in ONNX models.
#[derive(Debug, Parser)]
#[command(
    name = "gather",
    version,
    after_help = "Exit codes: 0 all went well, 1 `check` found mistakes or `onnx-test` a test that fails, \
                  2 wrong arguments or input, 130 interrupted.\n\n\
                  `gather COMMAND --help` has the options and examples."
)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// Every command.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    #[command(flatten)]
    Gather(Call),
    /// Tell what a gather would do: shapes, rows, bytes to move, the kernel. Same arguments; writes nothing
    #[command(subcommand)]
    Explain(Call),
    /// Print the code that gather_kernel! writes for a kernel
    Expand(Kernel),
    /// Tell the mistakes in a kernel, as gather_kernel! would, marked in the text
    Check(Kernel),
    /// List the gather nodes of an ONNX model, each with the gather_kernel! line for it
    Onnx(Model),
    /// Run ONNX node tests of the three operators and compare the results bit for bit
    OnnxTest(NodeTests),
}

/// One gather.
#[derive(Debug, Subcommand)]
pub(crate) enum Call {
    /// GatherND: each index tuple picks an element or a slice
    #[command(override_usage = "gather [explain] nd [OPTIONS] <DATA> <INDICES | --indices <LIST>>")]
    #[command(after_help = "Examples:\n  \
        gather nd data.npy --indices '[[0,1],[1,0]]'\n  \
        gather nd boxes.npy best.npy --batch-dims 1 -o picked.npy\n  \
        gather nd data.npy tuples.npy --semantics tensorflow_ignore")]
    Nd {
        /// Leading dimensions that data and indices share
        #[arg(
            long,
            value_name = "B",
            default_value_t = 0,
            allow_negative_numbers = true
        )]
        batch_dims: i128,
        #[command(flatten)]
        inputs: Inputs,
    },
    /// Gather: indices pick positions along one axis
    #[command(
        override_usage = "gather [explain] axis [OPTIONS] <DATA> <INDICES | --indices <LIST>>"
    )]
    #[command(after_help = "Examples:\n  \
        gather axis table.npy --indices '[3,-1]'\n  \
        gather axis model.safetensors:embed tokens.npy -o words.npy\n  \
        gather axis data.npy columns.npy --axis -1 --out-of-range fill=nan")]
    Axis {
        /// The data axis that is indexed; negative counts from the end
        #[arg(
            long,
            value_name = "A",
            default_value_t = 0,
            allow_negative_numbers = true
        )]
        axis: i128,
        /// Leading dimensions that data and indices share; negative counts from the indices' rank
        #[arg(
            long,
            value_name = "B",
            default_value_t = 0,
            allow_negative_numbers = true
        )]
        batch_dims: i128,
        #[command(flatten)]
        inputs: Inputs,
    },
    /// GatherElements: one index along the axis for each output element
    #[command(
        override_usage = "gather [explain] elements [OPTIONS] <DATA> <INDICES | --indices <LIST>>"
    )]
    #[command(after_help = "Examples:\n  \
        gather elements scores.npy order.npy --axis 1 -o sorted.npy\n  \
        gather elements data.npy --indices '[[0,1]]' --negative reject")]
    Elements {
        /// The data axis that is indexed; negative counts from the end
        #[arg(
            long,
            value_name = "A",
            default_value_t = 0,
            allow_negative_numbers = true
        )]
        axis: i128,
        #[command(flatten)]
        inputs: Inputs,
    },
}

impl Call {
    /// The operator, and everything else.
    pub(crate) fn split(self) -> (Op, Inputs) {
        match self {
            Self::Nd { batch_dims, inputs } => (Op::GatherNd { batch_dims }, inputs),
            Self::Axis {
                axis,
                batch_dims,
                inputs,
            } => (Op::Gather { axis, batch_dims }, inputs),
            Self::Elements { axis, inputs } => (Op::GatherElements { axis }, inputs),
        }
    }
}

/// What every gather takes.
#[derive(Debug, Args)]
pub(crate) struct Inputs {
    /// The tensor to gather from: FILE.npy or FILE.safetensors:TENSOR
    ///
    /// Files are mapped into memory and must not change while the command runs.
    pub(crate) data: PathBuf,

    #[command(flatten)]
    pub(crate) picks: Picks,

    /// Write the result to FILE.npy or FILE.safetensors:TENSOR instead of printing it
    ///
    /// The file appears whole or not at all. An existing .npy file is replaced unless it is read-only, a
    /// .safetensors file is not; the inputs are never overwritten.
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) choices: Choices,

    /// Threads to share the work between: 1 to 1024; as many as there are cores, if not given
    ///
    /// Work of less than about 2 MiB is done by one thread in any case. The result, or the error, is the
    /// same with any number of threads.
    #[arg(long, value_name = "N", value_parser = threads, allow_hyphen_values = true)]
    pub(crate) threads: Option<NonZeroUsize>,
}

/// The indices, in one of two ways.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Picks {
    /// The indices: FILE.npy or FILE.safetensors:TENSOR, integers of 8 to 64 bits
    #[arg(value_name = "INDICES")]
    pub(crate) indices: Option<PathBuf>,

    /// The indices as text, a number or nested lists, as in `[[0,1],[1,0]]`
    #[arg(long = "indices", value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) literal: Option<Literal>,
}

/// More than this is a slip of the keyboard, and starting them could take the machine down.
const MOST_THREADS: usize = 1024;

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse::<NonZeroUsize>().ok();
    threads
        .filter(|threads| threads.get() <= MOST_THREADS)
        .ok_or_else(|| format!("expected a number of threads from 1 to {MOST_THREADS}"))
}

/// How the call treats what the systems disagree about.
#[derive(Debug, Args)]
pub(crate) struct Choices {
    /// What a negative index means
    #[arg(long, value_enum, value_name = "CHOICE")]
    negative: Option<NegativeChoice>,

    /// What an index outside its axis gives: error, fill (with zero), fill=VALUE, clamp or wrap
    ///
    /// VALUE is a number of the data's type (1, 0.5, nan, -inf, 1+2j), true, false, or `missing`: NaN,
    /// the smallest signed integer, the largest unsigned one.
    #[arg(long, value_name = "CHOICE", value_parser = out_of_range)]
    out_of_range: Option<OutOfRange<ErasedFill<'static>>>,

    /// Do as this system does; --negative and --out-of-range replace what it says
    #[arg(long, value_name = "NAME", value_parser = preset())]
    semantics: Option<Preset>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum NegativeChoice {
    /// It counts from the end
    FromEnd,
    /// It is out of range
    Reject,
}

impl Choices {
    /// The choices as the calls take them.
    pub(crate) fn options(&self) -> ErasedOptions<'static> {
        let mut options = self
            .semantics
            .map_or_else(ErasedOptions::default, ErasedOptions::preset);
        if let Some(choice) = self.negative {
            options = options.negative(match choice {
                NegativeChoice::FromEnd => Negative::FromEnd,
                NegativeChoice::Reject => Negative::Reject,
            });
        }
        if let Some(choice) = self.out_of_range {
            options = options.out_of_range(choice);
        }
        options
    }

    /// The value that a choice of the command line, or the system, fills with.
    pub(crate) fn fill(&self) -> ErasedFill<'static> {
        match (self.out_of_range, self.semantics.and_then(Preset::fill)) {
            (Some(OutOfRange::Fill(value)), _) => value,
            (_, Some(gather_core::FillKind::Missing)) => ErasedFill::Missing,
            _ => ErasedFill::Zero,
        }
    }
}

/// A kernel in the macro's grammar.
#[derive(Debug, Args)]
pub(crate) struct Kernel {
    /// What stands between the parentheses of gather_kernel!, such as
    /// 'GatherND, f32, i64, rank = 4, batch_dims = 2'; or the whole call
    pub(crate) spec: String,
}

/// A model to look into.
#[derive(Debug, Args)]
#[command(
    after_help = "Shapes and types are those that the model states; `_` is a size it leaves open, `?` is \
                  what it does not say. Nodes of subgraphs and functions are listed, too."
)]
pub(crate) struct Model {
    /// The model: FILE.onnx
    pub(crate) model: PathBuf,
}

/// Tests to run.
#[derive(Debug, Args)]
#[command(
    after_help = "A line for each test, and `N passed, N failed` at the end. Exit codes: 0 all passed, 1 some \
                  failed, 2 an argument is not a test; then none is run."
)]
pub(crate) struct NodeTests {
    /// Directories of tests, as ONNX has them: model.onnx, a model of one gather node, and test_data_set_*
    /// with input_*.pb and output_0.pb
    #[arg(value_name = "DIR", required = true)]
    pub(crate) dirs: Vec<PathBuf>,
}

fn preset() -> impl clap::builder::TypedValueParser<Value = Preset> {
    PossibleValuesParser::new(Preset::NAMES).try_map(|name| name.parse::<Preset>())
}

fn out_of_range(text: &str) -> Result<OutOfRange<ErasedFill<'static>>, String> {
    match text.split_once('=') {
        None if text == "error" => Ok(OutOfRange::Error),
        None if text == "fill" => Ok(OutOfRange::Fill(ErasedFill::Zero)),
        None if text == "clamp" => Ok(OutOfRange::Clamp),
        None if text == "wrap" => Ok(OutOfRange::Wrap),
        Some(("fill", value)) => fill(value).map(OutOfRange::Fill).ok_or_else(|| {
            "a fill value is a number (1, 0.5, nan, 1+2j), `true`, `false` or `missing`".to_owned()
        }),
        _ => Err("expected `error`, `fill`, `fill=VALUE`, `clamp` or `wrap`".to_owned()),
    }
}

fn fill(text: &str) -> Option<ErasedFill<'static>> {
    match text {
        "missing" => return Some(ErasedFill::Missing),
        "true" => return Some(ErasedFill::Integer(1)),
        "false" => return Some(ErasedFill::Integer(0)),
        _ => {}
    }
    if let Ok(integer) = text.parse() {
        return Some(ErasedFill::Integer(integer));
    }
    text.parse()
        .ok()
        .map(ErasedFill::Float)
        .or_else(|| complex(text))
}

/// `1+2j`, `-0.5e3-1j`, `2j`.
fn complex(text: &str) -> Option<ErasedFill<'static>> {
    let digits = text.strip_suffix(['j', 'i'])?;
    let bytes = digits.as_bytes();
    let is_sign = |at: &usize| {
        matches!(bytes[*at], b'+' | b'-') && *at > 0 && !matches!(bytes[*at - 1], b'e' | b'E')
    };
    let split = (0..bytes.len()).rev().find(is_sign).unwrap_or(0);
    let (re, im) = digits.split_at(split);
    let re = if re.is_empty() { 0.0 } else { re.parse().ok()? };
    let im = im.parse().ok()?;
    Some(ErasedFill::Complex { re, im })
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn fill_values_are_read_as_they_look() {
        let complex = |re, im| Some(ErasedFill::Complex { re, im });
        assert_eq!(fill("-7"), Some(ErasedFill::Integer(-7)));
        assert_eq!(fill("1e3"), Some(ErasedFill::Float(1000.0)));
        assert_eq!(fill("-inf"), Some(ErasedFill::Float(f64::NEG_INFINITY)));
        assert_eq!(fill("1+2j"), complex(1.0, 2.0));
        assert_eq!(fill("-1e-3-2e+1j"), complex(-0.001, -20.0));
        assert_eq!(fill("2j"), complex(0.0, 2.0));
        for text in ["", "j", "x", "1+j2", "1 2", "é"] {
            assert_eq!(fill(text), None, "{text}");
        }
    }
}
