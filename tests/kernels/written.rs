//! A spec as it was written, read a second time: by `macro_rules!` arms that share nothing with the parser
//! of `gather_kernel!`. So a key that the macro misreads shows as a difference from the dynamic call.

use gather_core::{GatherError, GatherOptions, Op, Role, Violation};

/// What the keys of one spec say.
#[derive(Clone, Debug)]
pub(crate) struct Written<T> {
    pub(crate) operator: &'static str,
    pub(crate) element: &'static str,
    pub(crate) index: &'static str,
    pub(crate) axis: isize,
    pub(crate) batch_dims: isize,
    pub(crate) data: Vec<Option<usize>>,
    pub(crate) indices: Option<Vec<Option<usize>>>,
    pub(crate) depth: Option<usize>,
    pub(crate) options: GatherOptions<T>,
    /// The choices by name, for the test of what the list covers.
    pub(crate) choices: Vec<&'static str>,
}

impl<T> Written<T> {
    pub(crate) fn new(operator: &'static str, element: &'static str, index: &'static str) -> Self {
        Self {
            operator,
            element,
            index,
            axis: 0,
            batch_dims: 0,
            data: Vec::new(),
            indices: None,
            depth: None,
            options: GatherOptions::default(),
            choices: Vec::new(),
        }
    }

    pub(crate) fn axis(self, axis: isize) -> Self {
        Self { axis, ..self }
    }

    pub(crate) fn batch_dims(self, batch_dims: isize) -> Self {
        Self { batch_dims, ..self }
    }

    pub(crate) fn data(self, data: Vec<Option<usize>>) -> Self {
        Self { data, ..self }
    }

    pub(crate) fn indices(self, sizes: Vec<Option<usize>>) -> Self {
        let last = sizes.last().copied().flatten();
        let depth = self.depth.or(last.filter(|_| self.operator == "GatherND"));
        Self {
            indices: Some(sizes),
            depth,
            ..self
        }
    }

    pub(crate) fn depth(self, depth: usize) -> Self {
        Self {
            depth: Some(depth),
            ..self
        }
    }

    pub(crate) fn choose(
        mut self,
        name: &'static str,
        choice: impl FnOnce(GatherOptions<T>) -> GatherOptions<T>,
    ) -> Self {
        self.options = choice(self.options);
        self.choices.push(name);
        self
    }

    /// The operator as the dynamic call takes it.
    pub(crate) fn op(&self) -> Op {
        match self.operator {
            "GatherND" => Op::GatherNd {
                batch_dims: self.batch_dims as i128,
            },
            "Gather" => Op::gather(self.axis, self.batch_dims),
            _ => Op::gather_elements(self.axis),
        }
    }

    /// The axis of Gather and GatherElements, from the front.
    pub(crate) fn front_axis(&self) -> usize {
        from_front(self.axis, self.data.len())
    }

    /// The batch dimensions, from the front; of Gather they are counted from the rank of the indices.
    pub(crate) fn front_batch(&self, indices_rank: usize) -> usize {
        from_front(self.batch_dims, indices_rank)
    }

    /// What a kernel says of shapes it was not made for: data first, then the indices, then the depth.
    pub(crate) fn fits(&self, data: &[usize], indices: &[usize]) -> Result<(), GatherError> {
        same_sizes(Role::Data, &self.data, data)?;
        if let Some(known) = &self.indices {
            same_sizes(Role::Indices, known, indices)?;
        }
        match (self.depth, indices.last()) {
            (Some(expected), Some(&found)) if expected != found => {
                Err(Violation::KernelDepth { expected, found }.into())
            }
            _ => Ok(()),
        }
    }
}

fn from_front(position: isize, rank: usize) -> usize {
    if position < 0 {
        rank - position.unsigned_abs()
    } else {
        position.unsigned_abs()
    }
}

fn same_sizes(tensor: Role, known: &[Option<usize>], found: &[usize]) -> Result<(), GatherError> {
    for (axis, (known, &found)) in known.iter().zip(found).enumerate() {
        match *known {
            Some(expected) if expected != found => {
                let violation = Violation::KernelSize {
                    tensor,
                    axis,
                    expected,
                    found,
                };
                return Err(violation.into());
            }
            _ => {}
        }
    }
    Ok(())
}

/// One size of a shape: a number or `_`.
macro_rules! size {
    (_) => {
        None
    };
    ($size:literal) => {
        Some($size)
    };
}

/// One choice by its key and its word.
macro_rules! choice {
    (negative from_end) => {
        ::gather_core::Negative::FromEnd
    };
    (negative reject) => {
        ::gather_core::Negative::Reject
    };
    (out_of_range error) => {
        ::gather_core::OutOfRange::Error
    };
    (out_of_range fill) => {
        ::gather_core::OutOfRange::Fill(::core::default::Default::default())
    };
    (out_of_range clamp) => {
        ::gather_core::OutOfRange::Clamp
    };
    (out_of_range wrap) => {
        ::gather_core::OutOfRange::Wrap
    };
    (depth_zero error) => {
        ::gather_core::DepthZero::Error
    };
    (depth_zero copy) => {
        ::gather_core::DepthZero::Copy
    };
    (non_axis at_most) => {
        ::gather_core::NonAxis::AtMost
    };
    (non_axis equal) => {
        ::gather_core::NonAxis::Equal
    };
    (non_axis broadcast) => {
        ::gather_core::NonAxis::Broadcast
    };
    (batch_output kept) => {
        ::gather_core::BatchOutput::Kept
    };
    (batch_output flattened) => {
        ::gather_core::BatchOutput::Flattened
    };
    (batch_sizes equal) => {
        ::gather_core::BatchSizes::Equal
    };
    (batch_sizes broadcast) => {
        ::gather_core::BatchSizes::Broadcast
    };
}

/// Reads a spec: `written!(Gather, f32, u32, data = [_, 768])`.
macro_rules! written {
    (@ $written:expr; $(,)?) => { $written };
    (@ $written:expr; , rank = $rank:literal $($rest:tt)*) => {
        written!(@ $written.data(vec![None; $rank]); $($rest)*)
    };
    (@ $written:expr; , data = [$($size:tt),*] $($rest:tt)*) => {
        written!(@ $written.data(vec![$(size!($size)),*]); $($rest)*)
    };
    (@ $written:expr; , indices_rank = $rank:literal $($rest:tt)*) => {
        written!(@ $written.indices(vec![None; $rank]); $($rest)*)
    };
    (@ $written:expr; , indices = [$($size:tt),*] $($rest:tt)*) => {
        written!(@ $written.indices(vec![$(size!($size)),*]); $($rest)*)
    };
    (@ $written:expr; , semantics = $name:ident $($rest:tt)*) => {
        written!(@ $written.choose(stringify!($name), |_| {
            ::gather_core::GatherOptions::named(stringify!($name)).expect("a preset of this name")
        }); $($rest)*)
    };
    (@ $written:expr; , out_of_range = fill($value:expr) $($rest:tt)*) => {
        written!(@ $written.choose("out_of_range = fill(value)", |options| {
            options.out_of_range(::gather_core::OutOfRange::Fill($value))
        }); $($rest)*)
    };
    (@ $written:expr; , $key:ident = $number:literal $($rest:tt)*) => {
        written!(@ $written.$key($number); $($rest)*)
    };
    (@ $written:expr; , $key:ident = $word:ident $($rest:tt)*) => {
        written!(@ $written.choose(concat!(stringify!($key), " = ", stringify!($word)), |options| {
            options.$key(choice!($key $word))
        }); $($rest)*)
    };
    ($operator:ident, $element:ty, $index:ident $($keys:tt)*) => {
        written!(@ $crate::written::Written::<$element>::new(
            stringify!($operator), stringify!($element), stringify!($index)
        ); $($keys)*)
    };
}
