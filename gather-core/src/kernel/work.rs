//! How much there is to do, and from when on it is worth more than one thread.

use crate::plan::Plan;

/// What a row costs besides its bytes, in bytes that could have been copied meanwhile.
const ROW_COST: usize = 16;

/// Calls of less work than this, in bytes, are done by the caller's thread alone: sharing them out costs
/// more than it saves. About 200 µs. The fuzzer shares small calls too, of which it can try many.
pub(crate) const WORTH_SHARING: usize = if cfg!(fuzzing) { 4 << 10 } else { 2 << 20 };

/// How much there is to do, in bytes.
pub(crate) fn work(plan: &Plan<'_>, element: usize) -> usize {
    let bytes = plan.elements().saturating_mul(element);
    bytes.saturating_add(plan.rows().saturating_mul(ROW_COST))
}
