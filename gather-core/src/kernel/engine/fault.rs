//! Why the engine stops, in two words.
//!
//! An error for users holds a dozen numbers, and a small call takes less time than to hand the room for one up through
//! its loops. So these only say where it was; what there is to tell of it is found once, at the end.

use super::choice::Declined;
use crate::{error::GatherError, index::Index, kernel::general::place_tuple, plan::Plan};

/// Why the engine stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing was done: the call is not for the engine.
    Declined(Declined),
    /// A coordinate of the tuple of this row is out of range.
    Index { row: usize },
    /// A plan leads nowhere but to indices and into data, so this does not happen; should it, nobody sees the gap.
    Broken,
}

impl From<Declined> for Fault {
    fn from(declined: Declined) -> Self {
        Self::Declined(declined)
    }
}

impl Fault {
    /// The error to show for a call over these indices.
    #[cold]
    #[inline(never)]
    pub(crate) fn error<I: Index>(self, plan: &Plan<'_>, indices: &[I]) -> GatherError {
        let Self::Index { row } = self else {
            return plan.broken();
        };
        let at = |coordinate| indices.get(plan.coordinate_of(row, coordinate)).copied();
        let error = |coordinate, index| plan.row_error(row, coordinate, index);
        match place_tuple(plan, at, error) {
            Err(error) => error,
            Ok(_) => plan.broken(),
        }
    }
}
