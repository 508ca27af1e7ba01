//! What is measured: one list of calls as users of gathers make them, with uniformly random valid indices.
//!
//! Data holds its own offsets, so that an answer names the place it was read from. Inputs are the same in
//! every run and in every process.

use gather_core::{Element, FillValue, GatherError, GatherOptions, Op, ViewDyn, reference};

/// One call, and what we ask of ourselves on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Workload {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) op: Op,
    pub(crate) element: ElementType,
    pub(crate) data: &'static [usize],
    pub(crate) indices: &'static [usize],
    pub(crate) target: Target,
}

/// The element types of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ElementType {
    F32,
    U8,
}

/// Ratios wanted in one run, single thread.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    /// At least so many times as fast as the best peer that checks its indices.
    pub(crate) against_peer: f64,
    /// At most so many times the floor.
    pub(crate) against_floor: Option<f64>,
}

/// An element that workloads have: it can say its own offset.
pub(crate) trait Item:
    Element + FillValue + Copy + Default + PartialEq + bytemuck::Pod + Send + Sync
{
    fn offset(n: usize) -> Self;
}

#[expect(
    clippy::cast_precision_loss,
    reason = "kept below 2^24, where it is exact"
)]
impl Item for f32 {
    fn offset(n: usize) -> Self {
        (n % 16_777_213) as Self
    }
}

#[expect(clippy::cast_possible_truncation, reason = "kept below 2^8")]
impl Item for u8 {
    fn offset(n: usize) -> Self {
        (n % 251) as Self
    }
}

/// The tensors of a workload and the right answer.
#[derive(Debug)]
pub(crate) struct Case<T> {
    pub(crate) workload: Workload,
    pub(crate) data: Vec<T>,
    pub(crate) indices: Vec<i64>,
    pub(crate) expected: Vec<T>,
    pub(crate) output_shape: Vec<usize>,
}

impl Workload {
    /// First data axis that is indexed.
    pub(crate) fn first_axis(&self) -> usize {
        let axis = match self.op {
            Op::GatherNd { batch_dims } => batch_dims,
            Op::Gather { axis, .. } | Op::GatherElements { axis } => axis,
        };
        usize::try_from(axis).unwrap_or(0)
    }

    /// Leading dimensions that data and indices share.
    pub(crate) fn batch_dims(&self) -> usize {
        let batch = match self.op {
            Op::GatherNd { batch_dims } | Op::Gather { batch_dims, .. } => batch_dims,
            Op::GatherElements { .. } => 0,
        };
        usize::try_from(batch).unwrap_or(0)
    }

    /// Coordinates in an index tuple.
    pub(crate) fn depth(&self) -> usize {
        match self.op {
            Op::GatherNd { .. } => self.indices.last().copied().unwrap_or(1),
            Op::Gather { .. } | Op::GatherElements { .. } => 1,
        }
    }

    /// Elements that lie together and are picked together.
    pub(crate) fn row(&self) -> usize {
        match self.op {
            Op::GatherElements { .. } => 1,
            Op::GatherNd { .. } | Op::Gather { .. } => {
                product(&self.data[self.first_axis() + self.depth()..])
            }
        }
    }

    /// The inputs, and the answer of the slow formulas.
    pub(crate) fn case<T: Item>(&self) -> Result<Case<T>, GatherError> {
        let data: Vec<T> = (0..product(self.data)).map(T::offset).collect();
        let indices = self.random_indices();
        let answer = reference::gather(
            self.op,
            ViewDyn::new(&data, self.data)?,
            ViewDyn::new(&indices, self.indices)?,
            &GatherOptions::default(),
        )?;
        Ok(Case {
            workload: *self,
            output_shape: answer.shape().to_vec(),
            expected: answer.as_slice().to_vec(),
            data,
            indices,
        })
    }

    fn random_indices(&self) -> Vec<i64> {
        let mut random = Random::default();
        let (axis, depth) = (self.first_axis(), self.depth());
        (0..product(self.indices))
            .map(|n| random.below(self.data[axis + n % depth]))
            .collect()
    }
}

impl<T: Item> Case<T> {
    /// Offsets of the rows that the answer is made of, in its order: what is left of a gather when
    /// checking and arithmetic are taken away.
    pub(crate) fn row_offsets(&self) -> Result<Vec<u32>, GatherError> {
        let row = self.workload.row();
        let offsets: Vec<u32> = (0_u32..).take(self.data.len()).collect();
        let mut out = vec![0; self.expected.len()];
        gather_core::gather_op_dyn_into(
            self.workload.op,
            ViewDyn::new(&offsets, self.workload.data)?,
            ViewDyn::new(&self.indices, self.workload.indices)?,
            &GatherOptions::default(),
            &mut out,
        )?;
        Ok(out.into_iter().step_by(row).collect())
    }

    /// Bytes that any gather must move: indices and rows read, rows written.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.indices) + 2 * size_of_val(&*self.expected)
    }
}

/// A small generator (xorshift with a multiplication); good enough to defeat prediction.
#[derive(Debug)]
pub(crate) struct Random(u64);

impl Default for Random {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Random {
    /// A valid index for an axis of this size.
    pub(crate) fn below(&mut self, size: usize) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let value = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11;
        i64::try_from(value % size as u64).unwrap_or(0)
    }
}

pub(crate) fn product(sizes: &[usize]) -> usize {
    sizes.iter().product()
}

const fn against(peer: f64, floor: f64) -> Target {
    Target {
        against_peer: peer,
        against_floor: Some(floor),
    }
}

/// The list. Everything that is measured, written to files and drawn comes from here.
pub(crate) const ALL: [Workload; 14] = [
    Workload {
        id: "W1",
        title: "GatherND, 10^6 pairs into 1024 x 1024",
        op: Op::gather_nd(0),
        element: ElementType::F32,
        data: &[1024, 1024],
        indices: &[1_000_000, 2],
        target: against(3.3, 1.7),
    },
    Workload {
        id: "W2",
        title: "GatherND, 10^6 pairs into 8192 x 8192",
        op: Op::gather_nd(0),
        element: ElementType::F32,
        data: &[8192, 8192],
        indices: &[1_000_000, 2],
        target: against(3.3, 1.3),
    },
    Workload {
        id: "W3",
        title: "GatherND, triples, rows of 15",
        op: Op::gather_nd(0),
        element: ElementType::F32,
        data: &[1000, 256, 10, 15],
        indices: &[25, 125, 3],
        target: against(2.8, 1.1),
    },
    Workload {
        id: "W4",
        title: "GatherND, batch_dims = 2, 180 rows of 35",
        op: Op::gather_nd(2),
        element: ElementType::F32,
        data: &[30, 2, 100, 35],
        indices: &[30, 2, 3, 1],
        target: against(8.0, 1.5),
    },
    Workload {
        id: "W5",
        title: "GatherND, batch_dims = 3, one pick per batch",
        op: Op::gather_nd(3),
        element: ElementType::F32,
        data: &[1, 64, 64, 320],
        indices: &[1, 64, 64, 1, 1],
        target: against(2.8, 1.3),
    },
    Workload {
        id: "W6",
        title: "Gather, rows of 768 (embedding)",
        op: Op::gather(0, 0),
        element: ElementType::F32,
        data: &[50_000, 768],
        indices: &[8, 512],
        target: against(1.3, 1.1),
    },
    Workload {
        id: "W7",
        title: "Gather, rows of 16",
        op: Op::gather(0, 0),
        element: ElementType::F32,
        data: &[1_000_000, 16],
        indices: &[262_144],
        target: against(4.0, 1.1),
    },
    Workload {
        id: "W8",
        title: "Gather, last axis",
        op: Op::gather(1, 0),
        element: ElementType::F32,
        data: &[1024, 4096],
        indices: &[1024],
        target: against(3.5, 1.3),
    },
    Workload {
        id: "W9",
        title: "Gather, batch_dims = 1, rows of 32",
        op: Op::gather(1, 1),
        element: ElementType::F32,
        data: &[64, 1000, 32],
        indices: &[64, 200],
        target: against(3.5, 1.1),
    },
    Workload {
        id: "W10",
        title: "GatherElements, last axis",
        op: Op::gather_elements(1),
        element: ElementType::F32,
        data: &[1024, 1024],
        indices: &[1024, 1024],
        target: against(1.8, 1.25),
    },
    Workload {
        id: "W11",
        title: "GatherElements, axis 0",
        op: Op::gather_elements(0),
        element: ElementType::F32,
        data: &[1024, 1024],
        indices: &[1024, 1024],
        target: against(2.2, 1.7),
    },
    Workload {
        id: "W12",
        title: "GatherElements, middle axis",
        op: Op::gather_elements(1),
        element: ElementType::F32,
        data: &[64, 128, 256],
        indices: &[64, 32, 256],
        target: against(1.6, 1.3),
    },
    Workload {
        id: "W13",
        title: "GatherND, two rows of two",
        op: Op::gather_nd(0),
        element: ElementType::F32,
        data: &[2, 2, 2],
        indices: &[2, 1, 2],
        target: Target {
            against_peer: 5.0,
            against_floor: None,
        },
    },
    Workload {
        id: "W14",
        title: "Gather, u8, rows of 3",
        op: Op::gather(0, 0),
        element: ElementType::U8,
        data: &[65_536, 3],
        indices: &[1_000_000],
        target: against(3.0, 1.5),
    },
];
