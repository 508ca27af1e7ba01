//! Instruction counts: what does not depend on who else uses the machine.
//!
//! The program starts itself under `valgrind --tool=callgrind` once for every contender of ours on the
//! workloads below, which are smaller than those of the list but run the same kernels, and compares the
//! counts with `benches/instructions.json`. A kernel that needs 3 % more is a failure.
//!
//! Counts belong to a compiler and to a machine with or without AVX2 (valgrind knows no AVX-512); the file
//! says which, and is compared with nothing else.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    process::Command,
};

use serde::{Deserialize, Serialize};

use crate::{
    Failure,
    contenders::{self, Competes, Contender, Kind},
    machine,
    workloads::{ALL, Case, ElementType, Workload},
};

/// Shapes by workload, where those of the list would take minutes under valgrind. Kernels with all sizes
/// known have no other shapes.
const SMALLER: &[(&str, &[usize], &[usize])] = &[
    ("W1", &[256, 256], &[10_000, 2]),
    ("W3", &[50, 16, 10, 15], &[20, 50, 3]),
    ("W6", &[500, 768], &[8, 16]),
    ("W7", &[10_000, 16], &[5000]),
    ("W8", &[50, 1024], &[500]),
    ("W9", &[8, 100, 32], &[8, 50]),
    ("W10", &[64, 256], &[64, 256]),
    ("W11", &[100, 128], &[100, 128]),
    ("W12", &[8, 32, 64], &[8, 16, 64]),
    ("W14", &[4096, 3], &[20_000]),
];
const AS_THEY_ARE: &[&str] = &["W4", "W5", "W13"];

/// So much more is a failure, so much less a reason to bless.
const TOLERANCE: f64 = 0.03;

/// The committed file.
#[derive(Debug, Serialize, Deserialize)]
struct Counts {
    rustc: String,
    avx2: bool,
    /// Instructions of one call by `workload/contender`.
    counts: BTreeMap<String, u64>,
}

/// Counts everything and compares, or writes the file.
pub(crate) fn compare(bless: bool) -> Result<(), Failure> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.json");
    let found = count_all()?;
    if bless {
        let text = serde_json::to_string_pretty(&found)? + "\n";
        return Ok(fs::write(file, text)?);
    }
    let known: Counts = serde_json::from_str(&fs::read_to_string(file)?)?;
    if (&known.rustc, known.avx2) != (&found.rustc, found.avx2) {
        return Err(format!(
            "the counts are those of rustc {} with AVX2 {}, here are rustc {} and AVX2 {}; nothing to compare",
            known.rustc, known.avx2, found.rustc, found.avx2
        )
        .into());
    }
    let mut failures = 0;
    let names: BTreeSet<&String> = known.counts.keys().chain(found.counts.keys()).collect();
    for name in names {
        let verdict = judge(known.counts.get(name), found.counts.get(name));
        failures += u32::from(verdict.is_err());
        let (Ok(words) | Err(words)) = verdict;
        if !words.is_empty() {
            println!("{name:<24} {words}");
        }
    }
    println!("{} kernels, {failures} failures", found.counts.len());
    if failures > 0 {
        return Err("instruction counts have grown; `--bless` if that is wanted".into());
    }
    Ok(())
}

fn judge(known: Option<&u64>, found: Option<&u64>) -> Result<String, String> {
    let (Some(known), Some(found)) = (known, found) else {
        return Err("is only in the file or only in the program; `--bless`".into());
    };
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^52")]
    let growth = *found as f64 / *known as f64 - 1.0;
    let words = format!("{known} -> {found}, {:+.1} %", growth * 100.0);
    if growth > TOLERANCE {
        Err(words + ": more than before")
    } else if growth < -TOLERANCE {
        Ok(words + ": less than before, worth a `--bless`")
    } else {
        Ok(String::new())
    }
}

fn count_all() -> Result<Counts, Failure> {
    let mut counts = BTreeMap::new();
    for workload in workloads() {
        let names = match workload.element {
            ElementType::F32 => names(&workload.case::<f32>()?)?,
            ElementType::U8 => names(&workload.case::<u8>()?)?,
        };
        for name in names {
            let count = count(&name)?;
            eprintln!("{name:<24} {count:>10}");
            counts.insert(name, count);
        }
    }
    #[cfg(target_arch = "x86_64")]
    let avx2 = std::arch::is_x86_feature_detected!("avx2");
    #[cfg(not(target_arch = "x86_64"))]
    let avx2 = false;
    Ok(Counts {
        rustc: machine::versions().remove("rustc").unwrap_or_default(),
        avx2,
        counts,
    })
}

/// The workloads that are counted.
pub(crate) fn workloads() -> impl Iterator<Item = Workload> {
    ALL.into_iter().filter_map(|workload| {
        let smaller = SMALLER.iter().find(|(id, ..)| *id == workload.id);
        match smaller {
            Some((_, data, indices)) => Some(Workload {
                data,
                indices,
                ..workload
            }),
            None => AS_THEY_ARE.contains(&workload.id).then_some(workload),
        }
    })
}

/// The contenders of ours that can run these shapes, as `workload/contender`. Who does what on several threads
/// is another story in every run, so that those are not counted.
fn names<T: Competes>(case: &Case<T>) -> Result<Vec<String>, Failure> {
    let workload = &case.workload;
    let ours = contenders::all(case)?
        .into_iter()
        .filter(|contender| contender.kind == Kind::Ours && contender.threads == 1)
        .filter(|contender| fits(workload, contender.name));
    Ok(ours
        .map(|contender| format!("{}/{}", workload.id, contender.name))
        .collect())
}

/// Kernels with all sizes known run only the shapes of the list.
pub(crate) fn fits(workload: &Workload, contender: &str) -> bool {
    let as_listed = AS_THEY_ARE.contains(&workload.id);
    as_listed || contender != "ours, static"
}

/// Starts this program under valgrind.
fn count(name: &str) -> Result<u64, Failure> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .args([
            "--collect-atstart=no",
            "--toggle-collect=*instructions::counted*",
        ])
        .arg(std::env::current_exe()?)
        .args(["--counted", name])
        .output()
        .map_err(|error| format!("valgrind: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{name} under valgrind: {said}").into());
    }
    let collected = said.lines().find_map(|line| line.split_once("Collected :"));
    let count = collected.and_then(|(_, count)| count.trim().parse().ok());
    count
        .filter(|count| *count > 0)
        .ok_or_else(|| format!("{name}: valgrind counted nothing: {said}").into())
}

/// What runs under valgrind: one call, whose answer is then checked.
pub(crate) fn run_counted(name: &str) -> Result<(), Failure> {
    let (id, contender) = name.split_once('/').ok_or("a name has a slash")?;
    let workload = workloads()
        .find(|workload| workload.id == id)
        .ok_or("an unknown workload")?;
    match workload.element {
        ElementType::F32 => run_case(&workload.case::<f32>()?, contender),
        ElementType::U8 => run_case(&workload.case::<u8>()?, contender),
    }
}

fn run_case<T: Competes>(case: &Case<T>, name: &str) -> Result<(), Failure> {
    let mut contender = contenders::all(case)?
        .into_iter()
        .find(|contender| contender.name == name)
        .ok_or("an unknown contender")?;
    let mut out = vec![T::default(); case.expected.len()];
    // The first call may choose its path; the second is counted.
    contender.work.repeat(1, &mut out)?;
    out.fill(T::offset(case.data.len() + 1));
    counted(&mut contender, &mut out)?;
    if out == case.expected {
        Ok(())
    } else {
        Err("a wrong answer".into())
    }
}

#[inline(never)]
fn counted<T>(contender: &mut Contender<'_, T>, out: &mut [T]) -> Result<(), Failure> {
    contender.work.repeat(1, out)
}
