//! One call, made in every way that the runtime offers: by the operator's name and by value, into a new
//! tensor and over a buffer, fast and by the reference. All ways must say the same, results and errors
//! alike.

use core::fmt::{self, Debug};

use gather_core::{
    Element, GatherError, GatherOptions, Index, Op, Prepared, Rules, TensorDyn, ViewDyn,
    gather_dyn, gather_dyn_into, gather_dyn_with, gather_elements_dyn, gather_elements_dyn_into,
    gather_elements_dyn_with, gather_elements_output_shape, gather_nd_dyn, gather_nd_dyn_into,
    gather_nd_dyn_with, gather_nd_output_shape, gather_op_dyn, gather_op_dyn_into,
    gather_op_output_shape, gather_output_shape, reference,
};

/// What a call gave.
pub type Outcome<T> = Result<TensorDyn<T>, GatherError>;

/// One call.
#[derive(Debug)]
pub struct Call<'a, T, I> {
    /// The operator with its attributes.
    pub op: Op,
    /// What is gathered from.
    pub data: ViewDyn<'a, T>,
    /// What says where.
    pub indices: ViewDyn<'a, I>,
    /// The choices.
    pub options: &'a GatherOptions<T>,
}

/// The operator with attributes of the types that the calls by name take.
#[derive(Clone, Copy)]
enum Named {
    Nd(usize),
    Gather(isize, isize),
    Elements(isize),
}

/// `None` if an attribute does not fit its type.
fn named(op: Op) -> Option<Named> {
    Some(match op {
        Op::GatherNd { batch_dims } => Named::Nd(batch_dims.try_into().ok()?),
        Op::Gather { axis, batch_dims } => {
            Named::Gather(axis.try_into().ok()?, batch_dims.try_into().ok()?)
        }
        Op::GatherElements { axis } => Named::Elements(axis.try_into().ok()?),
    })
}

/// For messages: which call it was, without its elements.
impl<T, I: Index> fmt::Display for Call<'_, T, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (op, data, indices) = (self.op, self.data.shape(), self.indices.shape());
        write!(f, "{op:?}, data {data:?}, {} indices {indices:?}", I::NAME)
    }
}

impl<T, I> Call<'_, T, I>
where
    T: Element + PartialEq + Debug,
    I: Index,
{
    /// Makes the call in every way and gives what all of them gave.
    ///
    /// `mark` fills the output buffers beforehand; it should not be an element of data.
    ///
    /// # Panics
    ///
    /// If two ways disagree, or a refused call has written to its buffer for another reason than a bad
    /// index.
    #[track_caller]
    pub fn in_every_way(&self, mark: &T) -> Outcome<T> {
        let mut outcomes = self.outcomes(mark).into_iter();
        let (first, outcome) = outcomes.next().expect("there is a reference");
        for (way, other) in outcomes {
            assert_eq!(other, outcome, "{way} against {first}: {self}");
        }
        self.assert_shapes(&outcome);
        outcome
    }

    /// What each way gives, with the name of the way.
    pub fn outcomes(&self, mark: &T) -> Vec<(&'static str, Outcome<T>)> {
        let mut outcomes = vec![
            ("reference", self.by_reference()),
            ("by value", self.by_value()),
            ("by value into", self.by_value_into(mark)),
            ("prepared", self.prepared()),
        ];
        if let Some(named) = named(self.op) {
            outcomes.push(("by name with", self.by_name_with(named)));
            outcomes.push(("by name into", self.by_name_into(named, mark)));
            if self.is_plain() {
                outcomes.push(("by name", self.by_name(named)));
            }
        }
        outcomes
    }

    fn is_plain(&self) -> bool {
        *self.options == GatherOptions::default()
    }

    fn by_reference(&self) -> Outcome<T> {
        reference::gather(self.op, self.data, self.indices, self.options)
    }

    fn by_value(&self) -> Outcome<T> {
        gather_op_dyn(self.op, self.data, self.indices, self.options)
    }

    fn prepared(&self) -> Outcome<T> {
        let shape = self.data.shape();
        Prepared::new(self.op, shape, self.indices, self.options)?.run(self.data)
    }

    fn by_value_into(&self, mark: &T) -> Outcome<T> {
        let Self {
            op,
            data,
            indices,
            options,
        } = *self;
        self.over(mark, |out| {
            gather_op_dyn_into(op, data, indices, options, out)
        })
    }

    fn by_name(&self, named: Named) -> Outcome<T> {
        let Self { data, indices, .. } = *self;
        match named {
            Named::Nd(batch_dims) => gather_nd_dyn(data, indices, batch_dims),
            Named::Gather(axis, batch_dims) => gather_dyn(data, indices, axis, batch_dims),
            Named::Elements(axis) => gather_elements_dyn(data, indices, axis),
        }
    }

    fn by_name_with(&self, named: Named) -> Outcome<T> {
        let Self {
            data,
            indices,
            options,
            ..
        } = *self;
        match named {
            Named::Nd(batch) => gather_nd_dyn_with(data, indices, batch, options),
            Named::Gather(axis, batch) => gather_dyn_with(data, indices, axis, batch, options),
            Named::Elements(axis) => gather_elements_dyn_with(data, indices, axis, options),
        }
    }

    fn by_name_into(&self, named: Named, mark: &T) -> Outcome<T> {
        let Self {
            data,
            indices,
            options,
            ..
        } = *self;
        self.over(mark, |out| match named {
            Named::Nd(batch) => gather_nd_dyn_into(data, indices, batch, options, out),
            Named::Gather(axis, batch) => gather_dyn_into(data, indices, axis, batch, options, out),
            Named::Elements(axis) => gather_elements_dyn_into(data, indices, axis, options, out),
        })
    }

    /// Lends a buffer of marks to a call, of the right length if there is one.
    fn over(&self, mark: &T, call: impl FnOnce(&mut [T]) -> Result<(), GatherError>) -> Outcome<T> {
        let shape = self.output_shape();
        let length = shape.as_ref().map_or(3, |shape| shape.iter().product());
        let mut out = vec![mark.clone(); length];
        match call(&mut out) {
            Ok(()) => TensorDyn::new(out, shape?),
            Err(GatherError::Index(error)) => Err(GatherError::Index(error)),
            Err(error) => {
                let untouched = out.iter().all(|element| element == mark);
                assert!(untouched, "{error}, yet the buffer holds {out:?}");
                Err(error)
            }
        }
    }

    /// The output's shape by the operator as a value.
    fn output_shape(&self) -> Result<Vec<usize>, GatherError> {
        let (data, indices) = (self.data.shape(), self.indices.shape());
        let rules = self.options.rules(self.op.operator())?;
        Ok(gather_op_output_shape(self.op, data, indices, rules)?.to_vec())
    }

    /// The output's shape by the operator's name, which has the default choices.
    fn named_shape(&self) -> Option<Result<Vec<usize>, GatherError>> {
        let (data, indices) = (self.data.shape(), self.indices.shape());
        let shape = match named(self.op)? {
            Named::Nd(batch_dims) => gather_nd_output_shape(data, indices, batch_dims),
            Named::Gather(axis, batch) => gather_output_shape(data, indices, axis, batch),
            Named::Elements(axis) => gather_elements_output_shape(data, indices, axis),
        };
        Some(shape.map(|shape| shape.to_vec()))
    }

    /// The shape is known, or refused for the same reason, without looking at an index.
    #[track_caller]
    fn assert_shapes(&self, outcome: &Outcome<T>) {
        let shape = self.output_shape();
        match outcome {
            Ok(tensor) => assert_eq!(shape.as_deref(), Ok(tensor.shape()), "{self}"),
            Err(GatherError::Index(_)) => {
                assert!(shape.is_ok(), "{shape:?}, yet an index was read")
            }
            Err(error) => assert_eq!(shape, Err(*error), "{self}"),
        }
        let rules = self.options.rules(self.op.operator());
        if let Some(by_name) = self.named_shape()
            && rules.is_ok_and(|rules| rules == Rules::ONNX)
        {
            assert_eq!(by_name, shape, "the shape by name: {self}");
        }
    }
}
