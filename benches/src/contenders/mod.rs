//! Who runs a workload. A contender is a name and something that can be repeated.
//!
//! Ours write into one output that is reused. Peers run as their users run them; most allocate their
//! output, which is part of their price, and the report says so.

mod ours;
mod plain;

#[cfg(feature = "peers")]
mod burn;
#[cfg(feature = "peers")]
mod by_ndarray;
#[cfg(feature = "peers")]
mod candle;
#[cfg(feature = "peers")]
mod rten_ops;
#[cfg(feature = "peers")]
mod tract;

use core::hint::black_box;

use serde::{Deserialize, Serialize};

use crate::{
    Failure, floors,
    workloads::{Case, Item},
};

pub(crate) use plain::rows_loop;

/// What a contender is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    Ours,
    /// Ours in a way that is not compared with others: prepared, or on another path than users get.
    Beside,
    /// The loop that one writes by hand.
    Loop,
    /// Another library.
    Peer,
    /// Moves bytes as a gather must, but is none.
    Floor,
}

/// One way to do a workload.
pub(crate) struct Contender<'a, T> {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    /// An index out of range is noticed.
    pub(crate) checked: bool,
    /// Every call allocates its output.
    pub(crate) allocates: bool,
    pub(crate) threads: usize,
    pub(crate) work: Box<dyn Work<T> + 'a>,
}

/// Something that can be repeated. The loop is inside, so that a call of some nanoseconds is not paid for
/// twice.
pub(crate) trait Work<T> {
    fn repeat(&mut self, calls: u32, out: &mut [T]) -> Result<(), Failure>;

    /// Leaves the answer in `out`.
    fn answer(&mut self, out: &mut [T]) -> Result<(), Failure> {
        self.repeat(1, out)
    }
}

/// Writes over an output that it is given.
struct Writing<F>(F);

impl<T, E: Into<Failure>, F: FnMut(&mut [T]) -> Result<(), E>> Work<T> for Writing<F> {
    fn repeat(&mut self, calls: u32, out: &mut [T]) -> Result<(), Failure> {
        for _ in 0..calls {
            (self.0)(black_box(&mut *out)).map_err(Into::into)?;
        }
        Ok(())
    }
}

/// Makes its own output, and can be asked for the elements.
#[cfg(feature = "peers")]
struct Making<F, G> {
    make: F,
    elements: G,
}

#[cfg(feature = "peers")]
impl<T: Copy, O, E: Into<Failure>, F, G> Work<T> for Making<F, G>
where
    F: FnMut() -> Result<O, E>,
    G: Fn(O) -> Result<Vec<T>, Failure>,
{
    fn repeat(&mut self, calls: u32, _out: &mut [T]) -> Result<(), Failure> {
        for _ in 0..calls {
            black_box((self.make)().map_err(Into::into)?);
        }
        Ok(())
    }

    fn answer(&mut self, out: &mut [T]) -> Result<(), Failure> {
        let made = (self.elements)((self.make)().map_err(Into::into)?)?;
        if made.len() != out.len() {
            return Err(format!("{} elements instead of {}", made.len(), out.len()).into());
        }
        out.copy_from_slice(&made);
        Ok(())
    }
}

/// One that writes into the given output.
pub(crate) fn writing<'a, T, E: Into<Failure>>(
    name: &'static str,
    kind: Kind,
    checked: bool,
    work: impl FnMut(&mut [T]) -> Result<(), E> + 'a,
) -> Contender<'a, T> {
    Contender {
        name,
        kind,
        checked,
        allocates: false,
        threads: 1,
        work: Box::new(Writing(work)),
    }
}

/// A peer that makes its own output, and notices an index out of range.
#[cfg(feature = "peers")]
fn making<'a, T: Copy, O, E: Into<Failure>>(
    name: &'static str,
    make: impl FnMut() -> Result<O, E> + 'a,
    elements: impl Fn(O) -> Result<Vec<T>, Failure> + 'a,
) -> Contender<'a, T> {
    Contender {
        name,
        kind: Kind::Peer,
        checked: true,
        allocates: true,
        threads: 1,
        work: Box::new(Making { make, elements }),
    }
}

/// What an element needs to take part: our typed kernels, and the peers' own traits.
#[cfg(feature = "peers")]
pub(crate) trait Competes: Item + ours::Typed + PeerElement {}
#[cfg(feature = "peers")]
impl<T: Item + ours::Typed + PeerElement> Competes for T {}

#[cfg(not(feature = "peers"))]
pub(crate) trait Competes: Item + ours::Typed {}
#[cfg(not(feature = "peers"))]
impl<T: Item + ours::Typed> Competes for T {}

/// The traits by which peers know their elements.
#[cfg(feature = "peers")]
pub(crate) trait PeerElement:
    burn_backend::Element + candle_core::WithDType + rten_ops::Recycle + tract_core::prelude::Datum
{
}
#[cfg(feature = "peers")]
impl PeerElement for f32 {}
#[cfg(feature = "peers")]
impl PeerElement for u8 {}

/// Everyone who can do this case, and the floors.
pub(crate) fn all<T: Competes>(case: &Case<T>) -> Result<Vec<Contender<'_, T>>, Failure> {
    let mut all = gatherers(case)?;
    all.extend(floors::all(case)?);
    Ok(all)
}

/// Everyone who can do this case.
fn gatherers<T: Competes>(case: &Case<T>) -> Result<Vec<Contender<'_, T>>, Failure> {
    let mut all = ours::all(case);
    all.push(plain::by_hand(case));
    #[cfg(feature = "peers")]
    {
        all.extend(by_ndarray::all(case)?);
        all.extend(candle::all(case)?);
        all.push(rten_ops::all(case)?);
        all.push(tract::all(case)?);
        all.extend(burn::all(case));
    }
    Ok(all)
}

/// How the names of the peers in Rust begin, and the crates that they are.
pub(crate) const RUST_PEERS: [(&str, &str); 5] = [
    ("burn", "burn-flex"),
    ("candle", "candle-core"),
    ("ndarray", "ndarray"),
    ("rten", "rten"),
    ("tract", "tract-core"),
];

/// The versions of the peers that are linked in.
pub(crate) fn versions() -> Vec<(String, String)> {
    let wanted = RUST_PEERS.map(|(_, name)| name);
    if !cfg!(feature = "peers") {
        return Vec::new();
    }
    let lock = include_str!("../../../Cargo.lock");
    let mut found = Vec::new();
    let mut lines = lock.lines();
    while let Some(line) = lines.next() {
        let name = line
            .strip_prefix("name = \"")
            .and_then(|rest| rest.strip_suffix('"'));
        let Some(name) = name.filter(|name| wanted.contains(name)) else {
            continue;
        };
        let version = lines.next().and_then(|line| line.split('"').nth(1));
        found.extend(version.map(|version| (name.to_owned(), version.to_owned())));
    }
    found
}

#[cfg(test)]
mod tests {
    use core::panic::AssertUnwindSafe;
    use std::{collections::BTreeSet, panic::catch_unwind};

    use super::{Competes, Contender, gatherers};
    use crate::{
        instructions,
        workloads::{Case, ElementType},
    };

    /// Whoever is said to check its indices notices one that is just beyond the end of its axis, by an
    /// error or a panic; whoever is said not to does not.
    #[test]
    fn claims_about_checking_are_true() {
        for workload in instructions::workloads() {
            match workload.element {
                ElementType::F32 => claims(workload.case::<f32>().unwrap()),
                ElementType::U8 => claims(workload.case::<u8>().unwrap()),
            }
        }
    }

    fn claims<T: Competes>(mut case: Case<T>) {
        let workload = case.workload;
        let middle = case.indices.len() / workload.depth() / 2 * workload.depth();
        let mut unnoticed = BTreeSet::new();
        let mut out = vec![T::default(); case.expected.len()];
        for coordinate in 0..workload.depth() {
            let size = workload.data[workload.first_axis() + coordinate];
            let beyond = i64::try_from(size).unwrap();
            let good = core::mem::replace(&mut case.indices[middle + coordinate], beyond);
            for mut contender in able(&case) {
                let answer = catch_unwind(AssertUnwindSafe(|| contender.work.answer(&mut out)));
                if matches!(answer, Ok(Ok(()))) {
                    unnoticed.insert(contender.name);
                }
            }
            case.indices[middle + coordinate] = good;
        }
        for contender in able(&case) {
            let noticed = !unnoticed.contains(contender.name);
            let who = format!("{}, {}", workload.id, contender.name);
            assert_eq!(noticed, contender.checked, "{who}");
        }
    }

    fn able<T: Competes>(case: &Case<T>) -> Vec<Contender<'_, T>> {
        let all = gatherers(case).unwrap().into_iter();
        all.filter(|contender| instructions::fits(&case.workload, contender.name))
            .collect()
    }
}
