//! Several threads: the rows of a plan are cut in halves until the parts are small, and rayon shares the
//! parts out on the caller's pool.
//!
//! Results and errors are those of the serial call: a part's rows are the serial call's rows, and of two
//! errors the one of the earlier part counts.

use crate::{
    error::GatherError,
    kernel::work::{WORTH_SHARING, work},
    plan::Plan,
};

/// Parts per thread, so that a thread that is late does not keep the others waiting.
const PARTS: usize = 4;

/// The same where columns of a table are picked from: many rows of indices share what is packed of the table.
const PARTS_BY_COLUMNS: usize = 1;

/// Runs the parts of a plan, each on its part of `out`.
pub(crate) fn in_parts<T: Send>(
    plan: &Plan<'_>,
    element: usize,
    out: &mut [T],
    run: &(impl Fn(&Plan<'_>, &mut [T]) -> Result<(), GatherError> + Sync),
) -> Result<(), GatherError> {
    // The work first: asking for the number of threads starts the global pool, if there is none yet.
    let all = work(plan, element);
    if all < WORTH_SHARING {
        return run(plan, out);
    }
    let threads = rayon::current_num_threads();
    if threads < 2 {
        return run(plan, out);
    }
    let parts = if plan.picks_by_columns() {
        PARTS_BY_COLUMNS
    } else {
        PARTS
    };
    cut(plan, element, all.div_ceil(threads * parts), out, run)
}

fn cut<T: Send>(
    plan: &Plan<'_>,
    element: usize,
    enough: usize,
    out: &mut [T],
    run: &(impl Fn(&Plan<'_>, &mut [T]) -> Result<(), GatherError> + Sync),
) -> Result<(), GatherError> {
    if work(plan, element) <= enough {
        return run(plan, out);
    }
    let Some((first, second)) = plan.halves() else {
        return run(plan, out);
    };
    let Some((before, after)) = out.split_at_mut_checked(first.elements()) else {
        return run(plan, out);
    };
    let (earlier, later) = rayon::join(
        || cut(&first, element, enough, before, run),
        || cut(&second, element, enough, after, run),
    );
    earlier.and(later)
}
