//! What a run has found, as it is written to and read from files, and the questions asked of it.

use std::{collections::BTreeMap, path::Path};

use serde::{Deserialize, Serialize};

use crate::{Failure, contenders::Kind, floors, workloads::Workload};

/// A whole run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) date: String,
    pub(crate) machine: Machine,
    /// Names and versions of everything that was measured.
    pub(crate) versions: BTreeMap<String, String>,
    /// How it was measured.
    pub(crate) method: Method,
    pub(crate) workloads: Vec<Outcome>,
    pub(crate) sweeps: Vec<Sweep>,
    pub(crate) policies: Vec<Policy>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Machine {
    pub(crate) processor: String,
    pub(crate) cores: usize,
    pub(crate) caches: Vec<String>,
    pub(crate) memory: String,
    pub(crate) system: String,
    pub(crate) pages: String,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Method {
    pub(crate) rounds: u32,
    /// How often tensors were laid anew while a workload was measured.
    pub(crate) placements: u32,
    pub(crate) quick: bool,
    /// Samples thrown away because the clock ran slow.
    pub(crate) discarded_samples: u32,
    /// Samples that counted although it did.
    pub(crate) doubtful_samples: u32,
}

/// A workload by everyone.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Outcome {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) data: Vec<usize>,
    pub(crate) indices: Vec<usize>,
    /// Bytes that any gather must move.
    pub(crate) bytes: usize,
    pub(crate) wanted_against_peer: f64,
    pub(crate) wanted_against_floor: Option<f64>,
    pub(crate) entries: Vec<Entry>,
}

/// One contender's time.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) checked: bool,
    pub(crate) allocates: bool,
    pub(crate) threads: usize,
    pub(crate) microseconds: f64,
}

impl Outcome {
    pub(crate) fn new(
        workload: &Workload,
        bytes: usize,
        entries: impl Iterator<Item = Entry>,
    ) -> Self {
        Self {
            id: workload.id.to_owned(),
            title: workload.title.to_owned(),
            data: workload.data.to_vec(),
            indices: workload.indices.to_vec(),
            bytes,
            wanted_against_peer: workload.target.against_peer,
            wanted_against_floor: workload.target.against_floor,
            entries: entries.collect(),
        }
    }

    /// Takes the times of contenders that were quicker or are not here yet.
    pub(crate) fn improve(&mut self, entries: impl IntoIterator<Item = Entry>) {
        for entry in entries {
            let same = self
                .entries
                .iter_mut()
                .find(|known| known.name == entry.name && known.threads == entry.threads);
            match same {
                Some(known) => known.microseconds = known.microseconds.min(entry.microseconds),
                None => self.entries.push(entry),
            }
        }
    }

    /// The time of a contender on one thread.
    pub(crate) fn time(&self, name: &str) -> Option<f64> {
        let found = self
            .entries
            .iter()
            .find(|entry| entry.name == name && entry.threads == 1);
        found.map(|entry| entry.microseconds)
    }

    pub(crate) fn floor(&self) -> Option<f64> {
        floors::of(|name| self.time(name))
    }

    pub(crate) fn best_ours(&self, threads: usize) -> Option<&Entry> {
        self.best(|entry| entry.kind == Kind::Ours && entry.threads == threads)
    }

    /// The fastest peer that notices an index out of range.
    pub(crate) fn best_checked_peer(&self, threads: usize) -> Option<&Entry> {
        self.best(|entry| entry.kind == Kind::Peer && entry.checked && entry.threads == threads)
    }

    pub(crate) fn best_unchecked_peer(&self, threads: usize) -> Option<&Entry> {
        self.best(|entry| entry.kind == Kind::Peer && !entry.checked && entry.threads == threads)
    }

    fn best(&self, wanted: impl Fn(&Entry) -> bool) -> Option<&Entry> {
        let candidates = self.entries.iter().filter(|entry| wanted(entry));
        candidates.min_by(|one, other| one.microseconds.total_cmp(&other.microseconds))
    }

    /// How many times as fast as the best checked peer we are.
    pub(crate) fn against_peer(&self, threads: usize) -> Option<f64> {
        let peer = self.best_checked_peer(threads)?.microseconds;
        Some(peer / self.best_ours(threads)?.microseconds)
    }

    /// How many times the floor we take.
    pub(crate) fn against_floor(&self) -> Option<f64> {
        self.wanted_against_floor?;
        Some(self.best_ours(1)?.microseconds / self.floor()?)
    }

    /// Everything that was asked is reached; `None` where there is no peer to compare with.
    pub(crate) fn reached(&self) -> Option<bool> {
        let peer = self.against_peer(1)? >= self.wanted_against_peer;
        let floor = self.against_floor().zip(self.wanted_against_floor);
        Some(peer && floor.is_none_or(|(found, wanted)| found <= wanted))
    }
}

/// The same call at many sizes, beside the plain loop of `copy_from_slice`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Sweep {
    pub(crate) title: String,
    /// What grows.
    pub(crate) axis: String,
    pub(crate) points: Vec<Point>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Point {
    pub(crate) at: usize,
    /// Bytes that the call must move.
    pub(crate) bytes: usize,
    pub(crate) ours_ns: f64,
    pub(crate) loop_ns: f64,
    pub(crate) memcpy_ns: f64,
}

/// Slower than this, ours counts as slower; less is noise.
const SLOWER: f64 = 1.03;

impl Point {
    pub(crate) fn slower(&self) -> bool {
        self.ours_ns > self.loop_ns * SLOWER
    }
}

/// A call under a policy with good indices, and with a tenth of the tuples bad.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Policy {
    pub(crate) workload: String,
    pub(crate) policy: String,
    pub(crate) clean_microseconds: f64,
    pub(crate) bad_microseconds: f64,
}

/// The most that bad indices may cost.
pub(crate) const WANTED_OF_POLICIES: f64 = 1.5;

impl Policy {
    pub(crate) fn ratio(&self) -> f64 {
        self.bad_microseconds / self.clean_microseconds
    }
}

/// What the Python peers found.
#[derive(Debug, Deserialize)]
struct FromPython {
    versions: BTreeMap<String, String>,
    /// Entries by workload.
    workloads: BTreeMap<String, Vec<Entry>>,
}

impl Record {
    pub(crate) fn read(path: &Path) -> Result<Self, Failure> {
        parse(path)
    }

    pub(crate) fn write(&self, path: &Path) -> Result<(), Failure> {
        std::fs::write(path, serde_json::to_string_pretty(self)? + "\n")
            .map_err(|error| format!("{}: {error}", path.display()).into())
    }

    /// Adds the entries of a file of the Python peers; of two times for the same contender the smaller
    /// stays, so that peers may run before and after.
    pub(crate) fn merge(&mut self, path: &Path) -> Result<(), Failure> {
        let FromPython {
            versions,
            workloads,
        } = parse(path)?;
        self.versions.extend(versions);
        for (id, entries) in workloads {
            let outcome = self
                .workloads
                .iter_mut()
                .find(|outcome| outcome.id == id)
                .ok_or_else(|| format!("{}: workload {id} was not measured", path.display()))?;
            outcome.improve(entries);
        }
        Ok(())
    }

    /// Geometric mean of `against_peer` over the workloads that have it.
    pub(crate) fn mean_against_peer(&self, threads: usize) -> Option<f64> {
        let ratios: Vec<f64> = self
            .workloads
            .iter()
            .filter_map(|outcome| outcome.against_peer(threads))
            .collect();
        let count = u32::try_from(ratios.len())
            .ok()
            .filter(|count| *count > 0)?;
        let logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
        Some((logarithms / f64::from(count)).exp())
    }
}

fn parse<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T, Failure> {
    let text =
        std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()).into())
}
