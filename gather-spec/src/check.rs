//! The constraints, one small function each, and the order in which they are asked.
//!
//! A rule reads what it needs and has nothing to say where that is unknown. Independent rules stand
//! in one stage; a stage is entered only if the former holds, so that one mistake gives one report.

use core::ops::ControlFlow;

use crate::{
    call::{Call, from_front},
    op::Op,
    policy::{BatchOutput, BatchSizes, DepthZero, NonAxis},
    shape::{Shape, broadcast},
    violation::{Role, Violation},
};

/// Collects the verdicts of the stages.
struct Verdicts<F> {
    report: F,
    broken: bool,
    stopped: bool,
}

impl<F: FnMut(Violation) -> ControlFlow<()>> Verdicts<F> {
    #[inline]
    fn ask(&mut self, rule: impl FnOnce() -> Result<(), Violation>) {
        if self.stopped {
            return;
        }
        if let Err(violation) = rule() {
            self.broken = true;
            self.stopped = (self.report)(violation).is_break();
        }
    }
}

impl<D: Shape + ?Sized, Q: Shape + ?Sized> Call<'_, D, Q> {
    /// Judges the call. `report` receives each violation and says whether to go on (the macro, which
    /// shows all mistakes at once) or to stop (a call at run time).
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use gather_spec::{Call, Op, Rules};
    /// let call = Call { op: Op::gather(7, 9), data: &[2, 2][..], indices: &[2][..], rules: Rules::ONNX };
    /// let mut found = Vec::new();
    /// call.check(|violation| { found.push(violation.to_string()); ControlFlow::Continue(()) });
    /// assert_eq!(found, [
    ///     "`axis` must be between -2 and 1 for `rank` 2, found 7",
    ///     "`batch_dims` must be between -1 and 1 for indices of rank 1, found 9",
    /// ]);
    /// ```
    #[inline]
    pub fn check(&self, report: impl FnMut(Violation) -> ControlFlow<()>) {
        let mut verdicts = Verdicts {
            report,
            broken: false,
            stopped: false,
        };
        verdicts.ask(|| self.preset_has_operator());
        verdicts.ask(|| self.rank_positive());
        verdicts.ask(|| self.indices_rank_positive());
        if verdicts.broken {
            return;
        }
        verdicts.ask(|| self.axis_in_rank());
        verdicts.ask(|| self.batch_dims_in_range());
        verdicts.ask(|| self.ranks_equal());
        verdicts.ask(|| self.preset_has_batch_dims());
        if verdicts.broken {
            return;
        }
        verdicts.ask(|| self.indices_rank_above_batch());
        verdicts.ask(|| self.batch_dims_within_axis());
        if verdicts.broken {
            return;
        }
        verdicts.ask(|| self.depth_in_range());
        let fit = self.surely_fit();
        if !fit {
            verdicts.ask(|| self.data_fits());
            verdicts.ask(|| self.indices_fit());
        }
        self.batch_sizes_agree(&mut verdicts);
        self.non_axis_sizes_agree(&mut verdicts);
        if verdicts.broken {
            return;
        }
        if !fit {
            verdicts.ask(|| self.output_fits());
        }
    }

    /// The first violation, for a call at run time.
    ///
    /// # Errors
    ///
    /// The violation.
    ///
    /// ```
    /// use gather_spec::{Call, Op, Rules, Violation};
    /// let call = Call { op: Op::gather_elements(0), data: &[3, 3][..], indices: &[3][..], rules: Rules::ONNX };
    /// assert_eq!(call.first_violation(), Err(Violation::RanksDiffer { rank: 2, found: 1 }));
    /// ```
    #[inline]
    pub fn first_violation(&self) -> Result<(), Violation> {
        let mut first = Ok(());
        self.check(|violation| {
            first = Err(violation);
            ControlFlow::Break(())
        });
        first
    }

    #[inline]
    fn preset_has_operator(&self) -> Result<(), Violation> {
        let operator = self.op.operator();
        match self.rules.preset {
            Some(preset) if preset.meaning(operator).is_none() => {
                Err(Violation::PresetLacksOperator { preset, operator })
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn rank_positive(&self) -> Result<(), Violation> {
        let operator = self.op.operator();
        match self.data.rank() {
            Some(0) => Err(Violation::RankZero { operator }),
            _ => Ok(()),
        }
    }

    /// A scalar index is allowed for Gather only.
    #[inline]
    fn indices_rank_positive(&self) -> Result<(), Violation> {
        let operator = self.op.operator();
        match (self.indices.rank(), self.op) {
            (Some(0), Op::GatherNd { .. } | Op::GatherElements { .. }) => {
                Err(Violation::IndicesRankZero { operator })
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn axis_in_rank(&self) -> Result<(), Violation> {
        let (Op::Gather { axis, .. } | Op::GatherElements { axis }, Some(rank)) =
            (self.op, self.data.rank())
        else {
            return Ok(());
        };
        match from_front(axis, rank) {
            Some(counted) if counted < rank => Ok(()),
            _ => Err(Violation::AxisOutside { rank, found: axis }),
        }
    }

    /// The range of `batch_dims` as far as one rank alone decides it.
    #[inline]
    fn batch_dims_in_range(&self) -> Result<(), Violation> {
        match (self.op, self.data.rank(), self.indices.rank()) {
            (Op::GatherNd { batch_dims }, ..) if batch_dims < 0 => {
                Err(Violation::BatchDimsNegative { found: batch_dims })
            }
            (Op::GatherNd { batch_dims }, Some(rank), _) if batch_dims >= rank as i128 => {
                Err(Violation::BatchDimsNotBelowRank {
                    rank,
                    found: batch_dims,
                })
            }
            (Op::Gather { batch_dims, .. }, _, None) if batch_dims < 0 => {
                Err(Violation::BatchDimsNeedIndicesRank { found: batch_dims })
            }
            (Op::Gather { batch_dims, .. }, _, Some(indices_rank))
                if batch_dims.unsigned_abs() > indices_rank as u128 =>
            {
                Err(Violation::BatchDimsOutside {
                    indices_rank,
                    found: batch_dims,
                })
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn ranks_equal(&self) -> Result<(), Violation> {
        match (self.op, self.data.rank(), self.indices.rank()) {
            (Op::GatherElements { .. }, Some(rank), Some(found)) if rank != found => {
                Err(Violation::RanksDiffer { rank, found })
            }
            _ => Ok(()),
        }
    }

    /// ONNX Gather, CANN GatherNd and others know no batches; a model that has some is not theirs.
    #[inline]
    fn preset_has_batch_dims(&self) -> Result<(), Violation> {
        let (operator, found) = (self.op.operator(), self.op.written_batch_dims());
        match self.rules.preset {
            Some(preset) if found != 0 && self.batch_dims() != Some(0) => {
                match preset.meaning(operator) {
                    Some(meaning) if !meaning.batch_dims => Err(Violation::PresetLacksBatchDims {
                        preset,
                        operator,
                        found,
                    }),
                    _ => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// The last dimension of the indices holds the tuples, so it is no batch dimension.
    #[inline]
    fn indices_rank_above_batch(&self) -> Result<(), Violation> {
        match (self.op, self.indices.rank()) {
            (Op::GatherNd { batch_dims }, Some(found)) if batch_dims >= found as i128 => {
                Err(Violation::BatchDimsNotBelowIndicesRank { batch_dims, found })
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn batch_dims_within_axis(&self) -> Result<(), Violation> {
        match (self.op, self.axis(), self.batch_dims()) {
            (Op::Gather { .. }, Some(axis), Some(found)) if found > axis => {
                Err(Violation::BatchDimsAboveAxis {
                    axis,
                    found,
                    written: self.op.written_batch_dims(),
                })
            }
            _ => Ok(()),
        }
    }

    #[inline]
    fn depth_in_range(&self) -> Result<(), Violation> {
        let (Op::GatherNd { .. }, Some(rank), Some(batch), Some(found)) =
            (self.op, self.data.rank(), self.batch_dims(), self.depth())
        else {
            return Ok(());
        };
        let most = rank.saturating_sub(batch);
        let zero = self.rules.depth_zero;
        if found > most || found == 0 && zero == DepthZero::Error {
            let preset = self.rules.preset.is_some();
            return Err(Violation::DepthOutside {
                most,
                found,
                zero,
                preset,
            });
        }
        Ok(())
    }

    /// Dimension by dimension, never by product: (2, 2) is not (1, 4).
    #[inline]
    fn batch_sizes_agree<F>(&self, verdicts: &mut Verdicts<F>)
    where
        F: FnMut(Violation) -> ControlFlow<()>,
    {
        let repeats = self.rules.batch_sizes == BatchSizes::Broadcast;
        for axis in 0..self.batch_dims().unwrap_or(0) {
            let (Some(data), Some(found)) = (self.data.size(axis), self.indices.size(axis)) else {
                continue;
            };
            if data == found || repeats && broadcast(data, found).is_some() {
                continue;
            }
            verdicts.ask(|| {
                Err(Violation::BatchSizesDiffer {
                    axis,
                    data,
                    found,
                    broadcast: repeats,
                })
            });
        }
    }

    #[inline]
    fn non_axis_sizes_agree<F>(&self, verdicts: &mut Verdicts<F>)
    where
        F: FnMut(Violation) -> ControlFlow<()>,
    {
        let (Op::GatherElements { .. }, Some(rank)) = (self.op, self.data.rank()) else {
            return;
        };
        let rule = self.rules.non_axis;
        for axis in (0..rank).filter(|axis| Some(*axis) != self.axis()) {
            let (Some(data), Some(found)) = (self.data.size(axis), self.indices.size(axis)) else {
                continue;
            };
            let agrees = match rule {
                NonAxis::AtMost => found <= data,
                NonAxis::Equal => found == data,
                NonAxis::Broadcast => broadcast(data, found).is_some(),
            };
            if !agrees {
                verdicts.ask(|| {
                    Err(Violation::NonAxisSize {
                        axis,
                        data,
                        found,
                        rule,
                    })
                });
            }
        }
    }

    /// Whether data, indices and output fit, as seen by one look at the sizes: each size of the output is one of data or
    /// of the indices, none is taken twice, and without a 0 no part has more elements than the whole. Otherwise each is asked.
    #[inline]
    fn surely_fit(&self) -> bool {
        match (elements(self.data), elements(self.indices)) {
            (Some(data), Some(indices)) => {
                data > 0 && indices > 0 && data.checked_mul(indices).is_some()
            }
            _ => false,
        }
    }

    #[inline]
    fn data_fits(&self) -> Result<(), Violation> {
        let rank = self.data.rank().unwrap_or(0);
        fits(Role::Data, rank, |axis| self.data.size(axis))
    }

    #[inline]
    fn indices_fit(&self) -> Result<(), Violation> {
        let rank = self.indices.rank().unwrap_or(0);
        fits(Role::Indices, rank, |axis| self.indices.size(axis))
    }

    #[inline]
    fn output_fits(&self) -> Result<(), Violation> {
        self.flattened_batch_fits()?;
        let rank = self.output_rank().unwrap_or(0);
        fits(Role::Output, rank, |axis| self.output_size(axis))
    }

    /// A flattened dimension must fit by itself, even where a 0 elsewhere leaves no elements.
    #[inline]
    fn flattened_batch_fits(&self) -> Result<(), Violation> {
        let (Op::GatherNd { .. }, BatchOutput::Flattened, Some(batch)) =
            (self.op, self.rules.batch_output, self.batch_dims())
        else {
            return Ok(());
        };
        fits(Role::Output, batch, |axis| self.batch_size(axis))
    }
}

/// Number of elements of a shape that is known whole, if it fits.
#[inline]
fn elements(shape: &(impl Shape + ?Sized)) -> Option<usize> {
    (0..shape.rank()?).try_fold(1_usize, |product, axis| {
        product.checked_mul(shape.size(axis)?)
    })
}

/// Whether a product of sizes fits; a 0 anywhere makes it 0. An unknown size might be 0, so that
/// nothing can be said against its shape.
#[inline]
fn fits(tensor: Role, rank: usize, size: impl Fn(usize) -> Option<usize>) -> Result<(), Violation> {
    let mut product = 1_usize;
    let mut overflow = Ok(());
    for axis in 0..rank {
        let Some(found) = size(axis) else {
            return Ok(());
        };
        if found == 0 {
            return Ok(());
        }
        if overflow.is_ok() {
            match product.checked_mul(found) {
                Some(fitting) => product = fitting,
                None => {
                    overflow = Err(Violation::SizeOverflow {
                        tensor,
                        axis,
                        found,
                    });
                }
            }
        }
    }
    overflow
}
