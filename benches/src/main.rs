//! `cargo run --release -p gather-benches`: every workload by every contender, in one process.
//!
//! Contenders take turns and the fastest sample of each counts: machines are shared and noisy, so that
//! only ratios within one run say anything. Every answer is compared with that of the slow formulas before
//! it is timed. The results go to the terminal, to a page with charts and, if asked, to a file that other
//! results can be merged with.

mod args;
mod charts;
mod clock;
mod contenders;
mod figures;
mod floors;
mod instructions;
mod machine;
mod measure;
mod npy;
mod page;
mod pages;
mod policies;
mod results;
mod sweeps;
mod table;
mod workloads;

use core::time::Duration;

use args::Args;
use clap::Parser;
use clock::Clock;
use measure::Effort;
use results::{Method, Record};
use workloads::Workload;

/// Whatever went wrong, in words.
type Failure = Box<dyn core::error::Error>;

fn main() -> Result<(), Failure> {
    let args = Args::parse();
    let chosen = choose(&args.only)?;
    if let Some(directory) = &args.write_inputs {
        return npy::write_all(&chosen, directory);
    }
    if let Some(name) = &args.counted {
        return instructions::run_counted(name);
    }
    if args.instructions {
        return instructions::compare(args.bless);
    }
    let mut record = match &args.from {
        Some(path) => Record::read(path)?,
        None => measure_all(&chosen, &args)?,
    };
    for path in &args.merge {
        record.merge(path)?;
    }
    print!("{}", table::text(&record));
    if let Some(path) = &args.json {
        record.write(path)?;
    }
    if args.figures {
        figures::write_all(&record)?;
    }
    std::fs::write(&args.html, page::html(&record)?)
        .map_err(|error| format!("{}: {error}", args.html.display()))?;
    eprintln!("charts: {}", args.html.display());
    Ok(())
}

/// The workloads of these names, or all.
fn choose(ids: &[String]) -> Result<Vec<Workload>, Failure> {
    if ids.is_empty() {
        return Ok(workloads::ALL.to_vec());
    }
    ids.iter()
        .map(|id| {
            let found = workloads::ALL.iter().find(|workload| workload.id == id);
            found
                .copied()
                .ok_or_else(|| format!("there is no workload {id}").into())
        })
        .collect()
}

fn measure_all(chosen: &[Workload], args: &Args) -> Result<Record, Failure> {
    #[cfg(feature = "peers")]
    rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build_global()?;
    let (rounds, sample) = if args.quick { (4, 100) } else { (20, 1000) };
    let placements = if args.quick { 1 } else { 4 };
    let effort = Effort {
        rounds,
        sample: Duration::from_micros(sample),
    };
    let mut clock = Clock::new();
    let mut outcomes = Vec::new();
    for workload in chosen {
        eprintln!("{} {}", workload.id, workload.title);
        let each = Effort {
            rounds: rounds.div_ceil(placements),
            ..effort
        };
        outcomes.push(measure::workload(workload, each, placements, &mut clock)?);
    }
    let short = |rounds| Effort {
        rounds,
        sample: effort.sample / 4,
    };
    let sweeps = if args.only.is_empty() {
        // Contenders are often within a few percent of each other there, so that many samples are needed to tell them apart.
        sweeps::all(args.quick, short(2 * rounds), &mut clock)?
    } else {
        Vec::new()
    };
    let policies = policies::all(chosen, short(rounds.div_ceil(2)), placements, &mut clock)?;
    Ok(Record {
        date: machine::today(),
        machine: machine::describe(),
        versions: machine::versions(),
        method: Method {
            rounds,
            placements,
            quick: args.quick,
            discarded_samples: clock.discarded,
            doubtful_samples: clock.doubtful,
        },
        workloads: outcomes,
        sweeps,
        policies,
    })
}
