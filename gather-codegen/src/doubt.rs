//! What can still be judged after a key or a value could not be read.
//!
//! Each rule depends on some of what is written. It is asked if all of that could be read; otherwise it would
//! judge a default in place of what was meant. Where a key is unknown, or something could not be read at all, it may
//! have been any key, so that only what is written counts.

use gather_spec::{Role, Violation};

use crate::report::Report;

/// What rules depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Topic {
    Data,
    Indices,
    Depth,
    Axis,
    BatchDims,
    /// The preset and what it would choose.
    Choices,
}

/// What could not be read.
pub(crate) struct Doubt {
    wrong: Vec<Topic>,
    /// Whether something may have been meant for any key.
    anything: bool,
}

impl Doubt {
    pub(crate) fn new(anything: bool) -> Self {
        Self {
            wrong: Vec::new(),
            anything,
        }
    }

    /// Reads something; a mistake in it is remembered.
    pub(crate) fn watch<T>(
        &mut self,
        topic: Topic,
        report: &mut Report,
        read: impl FnOnce(&mut Report) -> T,
    ) -> T {
        let before = report.len();
        let value = read(report);
        if report.len() > before {
            self.wrong.push(topic);
        }
        value
    }

    /// Whether everything could be read.
    pub(crate) fn is_none(&self) -> bool {
        self.wrong.is_empty() && !self.anything
    }

    /// Whether a rule is broken whatever the rest was meant to be.
    pub(crate) fn spares(&self, violation: &Violation, written: impl Fn(Topic) -> bool) -> bool {
        let sure = |topic: &Topic| {
            !self.wrong.contains(topic)
                && (!self.anything || (*topic != Topic::Choices && written(*topic)))
        };
        self.is_none() || topics(violation).iter().all(sure)
    }
}

/// What a rule depends on.
fn topics(violation: &Violation) -> &'static [Topic] {
    use Topic::{Axis, BatchDims, Choices, Data, Depth, Indices};
    match violation {
        Violation::RankZero { .. } => &[Data],
        Violation::IndicesRankZero { .. } => &[Indices],
        Violation::RanksDiffer { .. } => &[Data, Indices],
        Violation::AxisOutside { .. } => &[Data, Axis],
        Violation::BatchDimsNegative { .. } => &[BatchDims],
        Violation::BatchDimsNotBelowRank { .. } => &[Data, BatchDims],
        Violation::BatchDimsNotBelowIndicesRank { .. }
        | Violation::BatchDimsNeedIndicesRank { .. }
        | Violation::BatchDimsOutside { .. } => &[Indices, BatchDims],
        Violation::BatchDimsAboveAxis { .. } => &[Data, Indices, Axis, BatchDims],
        Violation::DepthNotLastSize { .. } => &[Indices, Depth],
        Violation::PresetLacksBatchDims { .. } => &[BatchDims, Choices],
        Violation::SizeOverflow {
            tensor: Role::Data, ..
        } => &[Data],
        Violation::SizeOverflow {
            tensor: Role::Indices,
            ..
        } => &[Indices],
        _ => &[Data, Indices, Depth, Axis, BatchDims, Choices],
    }
}

#[cfg(test)]
mod tests {
    use crate::mistakes;

    fn told(call: &str) -> Vec<String> {
        mistakes(call.parse().unwrap())
    }

    #[test]
    fn what_does_not_depend_on_it_is_told_too() {
        assert_eq!(
            told("Gather, f32, i64, rank = 2, axis = 2, negative = maybe"),
            [
                "`negative` must be `from_end` or `reject`, found `maybe`",
                "`axis` must be between -2 and 1 for `rank` 2, found 2",
            ]
        );
        assert_eq!(
            told("GatherND, f32, i64, rank = 0, foo = 1").len(),
            2,
            "an unknown key does not change the rank"
        );
        assert_eq!(
            told("Gather, f32, i64, rank = 2, axis = 0, batch_dims = 1, foo = 1, indices_rank = 1")
                .len(),
            2,
            "both attributes are written"
        );
    }

    #[test]
    fn what_depends_on_it_is_not() {
        for call in [
            "Gather, f32, i64, rank = 3, axes = 1, batch_dims = 1",
            "Gather, f32, i64, rank = 3, axis = one, batch_dims = 1, indices_rank = 1",
            "GatherND, f32, i64, rank = 2, depth = 0, depth_zero = copied",
            "GatherND, f32, i64, rank = 3, depth = 3, batchdims = 1",
            "GatherND, f32, i64, data = [2, 3], indices = [3, 1], batch_dims = 1, batch_sizes = any",
            "Gather, f32, i64, rank = 2, batch_dims = -1, indice_rank = 1",
            "Gather, f32, i64, rank = two, axis = 7",
        ] {
            assert_eq!(told(call).len(), 1, "{call}: {:?}", told(call));
        }
    }
}
