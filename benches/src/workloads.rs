//! What is measured: shapes that users of gathers have, with uniformly random valid indices.

use gather_core::Op;

/// One call: operator, shapes, and the span of the random indices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Workload {
    pub(crate) name: &'static str,
    pub(crate) op: Op,
    pub(crate) data: &'static [usize],
    pub(crate) indices: &'static [usize],
    /// First data axis that is indexed.
    pub(crate) first_axis: usize,
    /// Coordinates in an index tuple.
    pub(crate) depth: usize,
}

/// The tensors of a workload.
#[derive(Debug)]
pub(crate) struct Inputs {
    pub(crate) data: Vec<f32>,
    pub(crate) indices: Vec<i64>,
}

impl Workload {
    /// Data that holds its own offsets, and random indices: the same in every run.
    pub(crate) fn inputs(&self) -> Inputs {
        let elements = self.data.iter().product();
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let count: usize = self.indices.iter().product();
        let index = |n: usize| {
            let size = self.data[self.first_axis + n % self.depth];
            i64::try_from(random.below(size)).unwrap_or(0)
        };
        Inputs {
            data: (0..elements).map(offset).collect(),
            indices: (0..count).map(index).collect(),
        }
    }
}

/// An offset as a value; exact below 2^24 and distinct enough above.
fn offset(n: usize) -> f32 {
    #[expect(
        clippy::cast_precision_loss,
        reason = "kept below 2^24, where it is exact"
    )]
    let value = (n % (1 << 24)) as f32;
    value
}

/// A small generator (xorshift); good enough to defeat prediction.
struct Random(u64);

impl Random {
    fn below(&mut self, size: usize) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % size as u64
    }
}

const fn nd(
    name: &'static str,
    data: &'static [usize],
    indices: &'static [usize],
    batch_dims: usize,
) -> Workload {
    Workload {
        name,
        op: Op::gather_nd(batch_dims),
        data,
        indices,
        first_axis: batch_dims,
        depth: indices[indices.len() - 1],
    }
}

const fn along(
    name: &'static str,
    data: &'static [usize],
    indices: &'static [usize],
    op: Op,
    axis: usize,
) -> Workload {
    Workload {
        name,
        op,
        data,
        indices,
        first_axis: axis,
        depth: 1,
    }
}

/// All workloads over `f32` and `i64`.
pub(crate) fn all() -> Vec<Workload> {
    let axis = Op::gather;
    let elements = Op::gather_elements;
    vec![
        nd("W1 nd k=2", &[1024, 1024], &[1_000_000, 2], 0),
        nd("W2 nd k=2, beyond cache", &[8192, 8192], &[1_000_000, 2], 0),
        nd(
            "W3 nd k=3, rows of 15",
            &[1000, 256, 10, 15],
            &[25, 125, 3],
            0,
        ),
        nd("W4 nd b=2, small", &[30, 2, 100, 35], &[30, 2, 3, 1], 2),
        nd(
            "W5 nd b=3, one per batch",
            &[1, 64, 64, 320],
            &[1, 64, 64, 1, 1],
            3,
        ),
        along(
            "W6 embedding, rows of 768",
            &[50_000, 768],
            &[8, 512],
            axis(0, 0),
            0,
        ),
        along("W7 rows of 16", &[1_000_000, 16], &[262_144], axis(0, 0), 0),
        along("W8 last axis", &[1024, 4096], &[1024], axis(1, 0), 1),
        along(
            "W9 b=1, rows of 32",
            &[64, 1000, 32],
            &[64, 200],
            axis(1, 1),
            1,
        ),
        along(
            "W10 elements, last axis",
            &[1024, 1024],
            &[1024, 1024],
            elements(1),
            1,
        ),
        along(
            "W11 elements, axis 0",
            &[1024, 1024],
            &[1024, 1024],
            elements(0),
            0,
        ),
        along(
            "W12 elements, middle axis",
            &[64, 128, 256],
            &[64, 32, 256],
            elements(1),
            1,
        ),
        nd("W13 nd, tiny", &[2, 2, 2], &[2, 1, 2], 0),
    ]
}
