//! Tensors laid out in a slice in every way that strides allow, and what they mean, computed apart.
//!
//! A lay is a shape with strides and an offset, made from random numbers: axes in any order in memory,
//! reversed, with gaps between their steps, repeated (a stride of 0), overlapping. Where each element
//! lies is computed coordinate by coordinate in `i128`, without any code of the crates under test.

use gather_core::{View, ViewDyn};

/// Elements that a slice does not exceed because of gaps.
const MOST_ELEMENTS: usize = 1 << 15;

/// A shape, and where its elements lie in a slice.
#[derive(Clone, Debug)]
pub struct Lay {
    /// The sizes.
    pub shape: Vec<usize>,
    /// Elements per step of each axis.
    pub strides: Vec<isize>,
    /// Where the first element lies.
    pub offset: usize,
    /// Elements of the slice, some of which nobody may read.
    pub len: usize,
}

/// A random number for each purpose, from few that repeat.
fn seed(seeds: &[usize], purpose: usize) -> usize {
    seeds[purpose % seeds.len()] >> (purpose / seeds.len())
}

impl Lay {
    /// A lay for this shape, chosen by these numbers.
    pub fn of(shape: &[usize], seeds: &[usize]) -> Self {
        let (mut strides, mut running, mut low, mut high) = (vec![0; shape.len()], 1, 0, 0);
        for axis in memory_order(shape.len(), seeds) {
            let (size, seed) = (shape[axis], seed(seeds, axis));
            if size == 1 {
                strides[axis] = wild_stride(seed);
                continue;
            }
            let step = step(seed, running, size);
            let reach = size.saturating_sub(1) * step;
            if seed & 16 == 0 {
                strides[axis] = step as isize;
                high += reach;
            } else {
                strides[axis] = -(step as isize);
                low += reach;
            }
            running = running.max(step * size);
        }
        if shape.contains(&0) {
            (low, high) = (0, 0);
        }
        let (before, after) = (seeds[0] / 32 % 4, seeds[0] / 128 % 4);
        Self {
            shape: shape.to_vec(),
            strides,
            offset: before + low,
            len: before + low + high + 1 + after,
        }
    }

    /// Where the elements lie, in row-major order.
    pub fn positions(&self) -> Vec<usize> {
        let position = |at: Vec<usize>| {
            let steps = at.iter().zip(&self.strides);
            let moved: i128 = steps
                .map(|(at, stride)| *at as i128 * *stride as i128)
                .sum();
            usize::try_from(self.offset as i128 + moved).expect("inside the slice")
        };
        coordinates(&self.shape).map(position).collect()
    }
}

/// The axes, innermost in memory first.
fn memory_order(rank: usize, seeds: &[usize]) -> Vec<usize> {
    let mut axes: Vec<usize> = (0..rank).rev().collect();
    if seeds[1 % seeds.len()] & 1 == 0 {
        axes.sort_by_key(|axis| seed(seeds, axis + 2) / 64);
    }
    axes
}

/// How far one step of an axis goes, if everything inside it takes `running` elements.
fn step(seed: usize, running: usize, size: usize) -> usize {
    let gapped = |gap: usize| match running * gap * size {
        0..MOST_ELEMENTS => running * gap,
        _ => running,
    };
    match seed % 16 {
        0 => 0,
        1 => 1,
        2..5 => gapped(2),
        5 => gapped(3),
        _ => running,
    }
}

/// Nobody takes a step on an axis of size 1, so it may lead anywhere.
fn wild_stride(seed: usize) -> isize {
    [0, 1, -1, 1000, isize::MAX, isize::MIN, -77, 2][seed % 8]
}

/// All coordinates in a shape, in row-major order.
pub fn coordinates(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let count = if shape.contains(&0) {
        0
    } else {
        shape.iter().product()
    };
    (0..count).map(|flat| {
        let mut rest = flat;
        let mut at: Vec<usize> = shape
            .iter()
            .rev()
            .map(|size| digit(&mut rest, *size))
            .collect();
        at.reverse();
        at
    })
}

fn digit(rest: &mut usize, size: usize) -> usize {
    let digit = *rest % size;
    *rest /= size;
    digit
}

/// A slice with a lay in it, and the same elements in row-major order.
#[derive(Clone, Debug)]
pub struct Laid<T> {
    /// Where the elements lie.
    pub lay: Lay,
    /// The slice.
    pub storage: Vec<T>,
    /// The elements in row-major order.
    pub dense: Vec<T>,
}

impl<T: Clone> Laid<T> {
    /// A slice whose elements tell where they lie.
    pub fn marked(lay: Lay, mark: impl Fn(usize) -> T) -> Self {
        let storage: Vec<T> = (0..lay.len).map(mark).collect();
        Self::read(lay, storage)
    }

    /// A slice that holds these elements, given in row-major order; where several lie at one place, the
    /// last one stays. Everywhere else is `other`.
    pub fn holding(lay: Lay, elements: &[T], other: T) -> Self {
        let mut storage = vec![other; lay.len];
        for (position, element) in lay.positions().into_iter().zip(elements) {
            storage[position] = element.clone();
        }
        Self::read(lay, storage)
    }

    fn read(lay: Lay, storage: Vec<T>) -> Self {
        let at = |position: usize| storage[position].clone();
        let dense = lay.positions().into_iter().map(at).collect();
        Self {
            lay,
            storage,
            dense,
        }
    }

    /// The elements as they lie.
    pub fn strided(&self) -> ViewDyn<'_, T> {
        let Lay {
            shape,
            strides,
            offset,
            ..
        } = &self.lay;
        ViewDyn::from_strides(&self.storage, *offset, shape, strides).expect("inside the slice")
    }

    /// The copy in row-major order.
    pub fn dense(&self) -> ViewDyn<'_, T> {
        ViewDyn::new(&self.dense, &self.lay.shape).expect("as many elements as the shape has")
    }

    /// The elements as they lie, with a known rank.
    pub fn strided_view<const R: usize>(&self) -> View<'_, T, R> {
        let shape = *self.lay.shape.first_chunk().expect("the rank");
        let strides = *self.lay.strides.first_chunk().expect("the rank");
        View::from_strides(&self.storage, self.lay.offset, shape, strides)
            .expect("inside the slice")
    }

    /// The copy in row-major order, with a known rank.
    pub fn dense_view<const R: usize>(&self) -> View<'_, T, R> {
        self.dense().try_into().expect("the rank")
    }
}
