//! An oracle too simple to be wrong.
//!
//! The three operators as `SEMANTICS.md` words them: first the table of rules, top to bottom, then
//! every index that exists, then one output element after another by its coordinates. No strides, no
//! blocks, no fast question, and no code of the crates under test: their operators and choices are used
//! as plain data, none of their functions is called. It is slow, and that is all it has to be.
//!
//! It does not move elements. For each output element it names the place in data that the element must
//! come from.

use gather_core::{BatchOutput, BatchSizes, DepthZero, Negative, NonAxis, Op, OutOfRange, Rules};

/// A call as plain data. `values` are the indices, row-major.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The operator and its attributes.
    pub op: Op,
    /// The shape of data.
    pub data: Vec<usize>,
    /// The shape of the indices.
    pub indices: Vec<usize>,
    /// The indices, row-major.
    pub values: Vec<i128>,
    /// The choices.
    pub rules: Rules,
}

/// What a call must give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gathered {
    /// The shape of the output.
    pub shape: Vec<usize>,
    /// For each output element the flat position in data it comes from; `None` where it is filled.
    pub sources: Vec<Option<usize>>,
}

/// Why a call must be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// Shapes, attributes or sizes break a rule.
    Rule,
    /// An index is outside its axis: the first such in row-major order of the indices.
    Index {
        /// Where it stands in the indices.
        flat: usize,
        /// What it is.
        value: i128,
    },
}

impl Case {
    /// A call with ONNX's choices.
    pub fn new(op: Op, data: &[usize], indices: &[usize], values: &[i128]) -> Self {
        Self {
            op,
            data: data.to_vec(),
            indices: indices.to_vec(),
            values: values.to_vec(),
            rules: Rules::ONNX,
        }
    }

    /// The same call with other choices.
    pub fn with(self, rules: Rules) -> Self {
        Self { rules, ..self }
    }

    /// The same call with another policy for what is out of range.
    pub fn policy(mut self, out_of_range: OutOfRange) -> Self {
        self.rules.out_of_range = out_of_range;
        self
    }

    /// What the call must give, or why it must be refused.
    ///
    /// # Errors
    ///
    /// See [`Refused`].
    pub fn expected(&self) -> Result<Gathered, Refused> {
        let shape = self.output_shape()?;
        self.every_index_is_allowed()?;
        let kept = self.unflattened_shape()?;
        let sources = coordinates(&kept).map(|at| self.source(&at)).collect();
        Ok(Gathered { shape, sources })
    }

    /// The shape of the output, from the shapes alone.
    ///
    /// # Errors
    ///
    /// [`Refused::Rule`].
    pub fn output_shape(&self) -> Result<Vec<usize>, Refused> {
        elements(&self.data)?;
        elements(&self.indices)?;
        let mut shape = self.unflattened_shape()?;
        if let (Op::GatherNd { batch_dims: 2.. }, BatchOutput::Flattened) =
            (self.op, self.rules.batch_output)
        {
            let behind = shape.split_off(self.batch_dims()?);
            shape = vec![elements(&shape)?];
            shape.extend(behind);
        }
        elements(&shape)?;
        Ok(shape)
    }

    /// The row "output" of the table of rules, after all the rows above it.
    fn unflattened_shape(&self) -> Result<Vec<usize>, Refused> {
        let (data, indices) = (&self.data, &self.indices);
        let (r, q) = (data.len(), indices.len());
        require(r >= 1)?;
        match self.op {
            Op::GatherNd { .. } => {
                require(q >= 1)?;
                let b = self.batch_dims()?;
                let k = indices[q - 1];
                require(k >= 1 || self.rules.depth_zero == DepthZero::Copy)?;
                require(k <= r - b)?;
                let batch = self.batch_shape(b)?;
                Ok([&batch, &indices[b..q - 1], &data[b + k..]].concat())
            }
            Op::Gather { .. } => {
                let (axis, b) = (self.axis()?, self.batch_dims()?);
                require(b <= axis)?;
                let batch = self.batch_shape(b)?;
                Ok([&batch, &data[b..axis], &indices[b..], &data[axis + 1..]].concat())
            }
            Op::GatherElements { .. } => {
                require(q == r)?;
                self.elements_shape(self.axis()?)
            }
        }
    }

    /// The row "batch_dims": GatherND has 0 ≤ b < min(r, q); Gather has −q ≤ b ≤ q, a negative b counts
    /// from q.
    fn batch_dims(&self) -> Result<usize, Refused> {
        let (r, q) = (self.data.len() as i128, self.indices.len() as i128);
        match self.op {
            Op::GatherNd { batch_dims: b } => {
                require(0 <= b && b < r && b < q)?;
                Ok(b as usize)
            }
            Op::Gather { batch_dims: b, .. } => {
                require(-q <= b && b <= q)?;
                Ok(if b < 0 { b + q } else { b } as usize)
            }
            Op::GatherElements { .. } => Ok(0),
        }
    }

    /// The row "axis": −r ≤ axis < r.
    fn axis(&self) -> Result<usize, Refused> {
        let r = self.data.len() as i128;
        match self.op {
            Op::Gather { axis, .. } | Op::GatherElements { axis } => {
                require(-r <= axis && axis < r)?;
                Ok(if axis < 0 { axis + r } else { axis } as usize)
            }
            Op::GatherNd { .. } => unreachable!("GatherND has no axis"),
        }
    }

    /// The row "batch shape": equal dimension by dimension, or broadcast by choice.
    fn batch_shape(&self, b: usize) -> Result<Vec<usize>, Refused> {
        let sizes = self.data[..b].iter().zip(&self.indices[..b]);
        sizes
            .map(|(data, indices)| match self.rules.batch_sizes {
                BatchSizes::Equal => require(data == indices).map(|()| *data),
                BatchSizes::Broadcast => broadcast(*data, *indices),
            })
            .collect()
    }

    /// The shape of GatherElements' output: that of the indices, broadcast by choice.
    fn elements_shape(&self, axis: usize) -> Result<Vec<usize>, Refused> {
        let sizes = self.data.iter().zip(&self.indices).enumerate();
        sizes
            .map(|(n, (data, indices))| match self.rules.non_axis {
                _ if n == axis => Ok(*indices),
                NonAxis::AtMost => require(indices <= data).map(|()| *indices),
                NonAxis::Equal => require(indices == data).map(|()| *indices),
                NonAxis::Broadcast => broadcast(*data, *indices),
            })
            .collect()
    }

    /// Each index that exists is asked, also where the output is empty.
    fn every_index_is_allowed(&self) -> Result<(), Refused> {
        for (flat, value) in self.values.iter().enumerate() {
            let size = self.data[self.indexed_axis(flat)?];
            if place(*value, size, &self.rules) == Place::Refused {
                let value = *value;
                return Err(Refused::Index { flat, value });
            }
        }
        Ok(())
    }

    /// The data axis that the index at this place is for.
    fn indexed_axis(&self, flat: usize) -> Result<usize, Refused> {
        match self.op {
            Op::GatherNd { .. } => {
                let k = self.indices[self.indices.len() - 1];
                Ok(self.batch_dims()? + flat % k)
            }
            _ => self.axis(),
        }
    }

    /// Where the output element at these coordinates comes from.
    fn source(&self, at: &[usize]) -> Option<usize> {
        let source = match self.op {
            Op::GatherNd { .. } => self.source_nd(at),
            Op::Gather { .. } => self.source_gather(at),
            Op::GatherElements { .. } => self.source_elements(at),
        };
        source.map(|source| offset(&source, &self.data))
    }

    /// `out[i_0 … i_{q-2}, rest] = data[i_0 … i_{b-1}, indices[i_0 … i_{q-2}, 0 … k-1], rest]`
    fn source_nd(&self, at: &[usize]) -> Option<Vec<usize>> {
        let (tuple_at, rest) = at.split_at(self.indices.len() - 1);
        let k = self.indices[self.indices.len() - 1];
        let mut source = tuple_at[..self.batch_dims().ok()?].to_vec();
        for j in 0..k {
            let axis = source.len();
            source.push(self.position(&[tuple_at, &[j]].concat(), axis)?);
        }
        source.extend(rest);
        Some(source)
    }

    /// `out[p_0 … p_{a-1}, i_b … i_{q-1}, p_{a+1} …]
    ///     = data[p_0 … p_{a-1}, indices[p_0 … p_{b-1}, i_b … i_{q-1}], p_{a+1} …]`
    fn source_gather(&self, at: &[usize]) -> Option<Vec<usize>> {
        let (axis, b) = (self.axis().ok()?, self.batch_dims().ok()?);
        let (before, rest) = at.split_at(axis);
        let (picks, after) = rest.split_at(self.indices.len() - b);
        let picked = self.position(&[&before[..b], picks].concat(), axis)?;
        Some([before, &[picked], after].concat())
    }

    /// `out[i_0 … i_a …] = data[i_0 … indices[i_0 … i_a …] …]`
    fn source_elements(&self, at: &[usize]) -> Option<Vec<usize>> {
        let axis = self.axis().ok()?;
        let mut source = at.to_vec();
        source[axis] = self.position(at, axis)?;
        Some(source)
    }

    /// The position on `axis` that the index at these coordinates means; `None` to fill.
    fn position(&self, at: &[usize], axis: usize) -> Option<usize> {
        let value = self.values[offset(at, &self.indices)];
        match place(value, self.data[axis], &self.rules) {
            Place::At(position) => Some(position),
            Place::Fill => None,
            Place::Refused => unreachable!("every index has been asked before"),
        }
    }
}

fn require(holds: bool) -> Result<(), Refused> {
    if holds { Ok(()) } else { Err(Refused::Rule) }
}

/// The size that two sizes repeat to: equal ones, or 1 on either side.
fn broadcast(a: usize, b: usize) -> Result<usize, Refused> {
    require(a == b || a == 1 || b == 1)?;
    Ok(if a == 1 { b } else { a })
}

/// How many elements a shape has: none if a size is 0, else the product, which must fit.
///
/// # Errors
///
/// [`Refused::Rule`] if it does not fit `usize`.
pub fn elements(shape: &[usize]) -> Result<usize, Refused> {
    if shape.contains(&0) {
        return Ok(0);
    }
    let mut product = 1_u128;
    for size in shape {
        product *= *size as u128;
        require(product <= usize::MAX as u128)?;
    }
    Ok(product as usize)
}

/// Where one index leads on its axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    At(usize),
    Fill,
    Refused,
}

/// The table of policies, for an index on an axis of this size.
fn place(value: i128, size: usize, rules: &Rules) -> Place {
    let s = size as i128;
    if 0 <= value && value < s {
        return Place::At(value as usize);
    }
    if -s <= value && value < 0 && rules.negative == Negative::FromEnd {
        return Place::At((value + s) as usize);
    }
    match rules.out_of_range {
        OutOfRange::Error => Place::Refused,
        OutOfRange::Fill(()) => Place::Fill,
        OutOfRange::Clamp | OutOfRange::Wrap if s == 0 => Place::Refused,
        OutOfRange::Clamp if value < 0 => Place::At(0),
        OutOfRange::Clamp => Place::At(size - 1),
        OutOfRange::Wrap => Place::At(((value % s + s) % s) as usize),
    }
}

/// All coordinates in a shape, in row-major order.
pub fn coordinates(shape: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let first = vec![0; shape.len()];
    let next = |at: &Vec<usize>| {
        let mut at = at.clone();
        for axis in (0..shape.len()).rev() {
            at[axis] += 1;
            if at[axis] < shape[axis] {
                return Some(at);
            }
            at[axis] = 0;
        }
        None
    };
    let first = if shape.contains(&0) {
        None
    } else {
        Some(first)
    };
    std::iter::successors(first, next)
}

/// The flat position of coordinates; a size of 1 is repeated for every coordinate.
fn offset(at: &[usize], shape: &[usize]) -> usize {
    assert_eq!(at.len(), shape.len(), "one coordinate for each dimension");
    let mut offset = 0;
    for (at, size) in at.iter().zip(shape) {
        let at = if *size == 1 { 0 } else { *at };
        assert!(at < *size, "coordinate {at} of size {size}");
        offset = offset * size + at;
    }
    offset
}
