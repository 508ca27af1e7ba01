//! The command line.

use std::path::PathBuf;

use clap::Parser;

/// Runs every workload by every contender in one process, checks every answer, and reports ratios.
#[derive(Debug, Parser)]
pub(crate) struct Args {
    /// Fewer rounds and shorter sweeps: under a minute
    #[arg(long)]
    pub(crate) quick: bool,

    /// Only these workloads, as `W1,W7`; no sweeps
    #[arg(long, value_delimiter = ',', value_name = "IDS")]
    pub(crate) only: Vec<String>,

    /// Writes inputs and expected outputs for the Python peers into this directory, and measures nothing
    #[arg(long, value_name = "DIR")]
    pub(crate) write_inputs: Option<PathBuf>,

    /// Measures nothing; reads a file that `--json` wrote
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,

    /// Adds results of the Python peers; may be given several times, the faster time stays
    #[arg(long, value_name = "FILE")]
    pub(crate) merge: Vec<PathBuf>,

    /// Writes everything that was found
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    /// Writes the figures into the documents that state those of the record
    #[arg(long)]
    pub(crate) figures: bool,

    /// Counts instructions under valgrind instead of measuring time, compares with `benches/instructions.json`
    /// and fails if a kernel needs 3 % more
    #[arg(long)]
    pub(crate) instructions: bool,

    /// With `--instructions`: writes the file anew
    #[arg(long, requires = "instructions")]
    pub(crate) bless: bool,

    /// Runs one contender once, for valgrind to look at
    #[arg(long, hide = true, value_name = "WORKLOAD/CONTENDER")]
    pub(crate) counted: Option<String>,

    /// Where the page with the charts goes
    #[arg(long, value_name = "FILE", default_value = "report.html")]
    pub(crate) html: PathBuf,
}
