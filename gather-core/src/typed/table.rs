//! A user's own dispatch table: kernels for the shapes that matter, the dynamic call for the rest.

use gather_spec::{Op, Role, Rules};

use crate::{
    element::{Inputs, Mover},
    error::GatherError,
    index::Index,
    kernel::address::Dynamic,
    plan::Plan,
    typed::{
        Kernel, run_into_on,
        spec::{Spec, sizes_fit},
    },
    view::{View, ViewDyn},
};

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

#[cfg(feature = "alloc")]
use crate::{tensor::TensorDyn, typed::run_on};

#[cfg(feature = "alloc")]
type Run<T, I> = fn(ViewDyn<'_, T>, ViewDyn<'_, I>) -> Result<TensorDyn<T>, GatherError>;
type RunInto<T, I> = fn(ViewDyn<'_, T>, ViewDyn<'_, I>, &mut [T]) -> Result<(), GatherError>;

#[cfg(feature = "alloc")]
type Otherwise<T, I> = fn(&Plan<'_>, Inputs<'_, T, I>) -> Result<Vec<T>, GatherError>;
type OtherwiseInto<T, I> = fn(&Plan<'_>, Inputs<'_, T, I>, &mut [T]) -> Result<(), GatherError>;

/// One kernel with the shapes it was made for.
#[derive(Debug)]
pub struct Entry<T: 'static, I: 'static> {
    name: &'static str,
    data: &'static [Option<usize>],
    indices: Option<&'static [Option<usize>]>,
    depth: Option<usize>,
    #[cfg(feature = "alloc")]
    run: Run<T, I>,
    run_into: RunInto<T, I>,
}

impl<T, I: Index> Entry<T, I> {
    /// The entry of a kernel.
    #[must_use]
    pub const fn new<K: Kernel<T, I, R> + 'static, const R: usize>(name: &'static str) -> Self {
        let spec: &'static Spec<R> = const { &K::SPEC };
        Self {
            name,
            data: &spec.data,
            indices: spec.indices,
            depth: spec.depth,
            #[cfg(feature = "alloc")]
            run: |data, indices| run_on::<K, T, I, _, R>(&View::try_from(data)?, &indices),
            run_into: |data, indices, out| {
                run_into_on::<K, T, I, R>(&View::try_from(data)?, &indices, out)
            },
        }
    }

    fn fits(&self, data: &[usize], indices: &[usize]) -> bool {
        let of_data = sizes_fit(Role::Data, self.data, data);
        let of_indices = |known| sizes_fit(Role::Indices, known, indices);
        of_data.is_ok()
            && self.indices.is_none_or(|known| of_indices(known).is_ok())
            && self
                .depth
                .is_none_or(|depth| indices.last() == Some(&depth))
    }
}

/// A dispatch table made by `gather_table!`: kernels of one operator, element, index type and policy,
/// for different shapes.
///
/// A call finds the most specific kernel for its shapes; where there is none, the dynamic call does it,
/// with the same meaning and the same fill value.
#[derive(Debug)]
pub struct Table<T: 'static, I: 'static> {
    op: Op,
    rules: Rules,
    fill: fn() -> Option<T>,
    /// Most specific first.
    entries: &'static [Entry<T, I>],
    #[cfg(feature = "alloc")]
    otherwise: Otherwise<T, I>,
    otherwise_into: OtherwiseInto<T, I>,
}

impl<T, I: Index> Table<T, I> {
    /// A table of entries, most specific first, whose elements are moved by `M`.
    #[doc(hidden)]
    #[must_use]
    pub const fn new<M: Mover<T> + 'static>(
        op: Op,
        rules: Rules,
        fill: fn() -> Option<T>,
        entries: &'static [Entry<T, I>],
    ) -> Self {
        Self {
            op,
            rules,
            fill,
            entries,
            #[cfg(feature = "alloc")]
            otherwise: |plan, inputs| M::fresh(plan, &Dynamic, inputs),
            otherwise_into: |plan, inputs, out| M::over(plan, &Dynamic, inputs, out),
        }
    }

    /// The name of the kernel that a call on these shapes uses; `None` if the dynamic call does it.
    #[must_use]
    pub fn find(&self, data: &[usize], indices: &[usize]) -> Option<&'static str> {
        self.entry(data, indices).map(|entry| entry.name)
    }

    /// The names of the kernels, most specific first.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.entries.iter().map(|entry| entry.name)
    }

    fn entry(&self, data: &[usize], indices: &[usize]) -> Option<&'static Entry<T, I>> {
        self.entries.iter().find(|entry| entry.fits(data, indices))
    }

    /// Gathers by the most specific kernel.
    ///
    /// # Errors
    ///
    /// Those of the dynamic call.
    #[cfg(feature = "alloc")]
    pub fn run<const R: usize, const Q: usize>(
        &self,
        data: View<'_, T, R>,
        indices: View<'_, I, Q>,
    ) -> Result<TensorDyn<T>, GatherError> {
        self.run_dyn(data.as_dyn(), indices.as_dyn())
    }

    /// The same on views of any rank.
    ///
    /// # Errors
    ///
    /// Those of the dynamic call.
    #[cfg(feature = "alloc")]
    pub fn run_dyn(
        &self,
        data: ViewDyn<'_, T>,
        indices: ViewDyn<'_, I>,
    ) -> Result<TensorDyn<T>, GatherError> {
        if let Some(entry) = self.entry(data.shape(), indices.shape()) {
            return (entry.run)(data, indices);
        }
        let plan = Plan::of(self.op, data.layout(), indices.layout(), self.rules)?;
        let fill = (self.fill)();
        let elements = (self.otherwise)(&plan, inputs(data, indices, fill.as_ref()))?;
        Ok(TensorDyn::agreed(elements, plan.output_shape()))
    }

    /// Gathers over an existing buffer, without allocating.
    ///
    /// # Errors
    ///
    /// Those of the dynamic call.
    pub fn run_dyn_into(
        &self,
        data: ViewDyn<'_, T>,
        indices: ViewDyn<'_, I>,
        out: &mut [T],
    ) -> Result<(), GatherError> {
        if let Some(entry) = self.entry(data.shape(), indices.shape()) {
            return (entry.run_into)(data, indices, out);
        }
        let plan = Plan::of(self.op, data.layout(), indices.layout(), self.rules)?;
        let (expected, found) = (plan.elements(), out.len());
        if expected != found {
            return Err(GatherError::OutputLength { expected, found });
        }
        let fill = (self.fill)();
        (self.otherwise_into)(&plan, inputs(data, indices, fill.as_ref()), out)
    }
}

fn inputs<'a, T, I>(
    data: ViewDyn<'a, T>,
    indices: ViewDyn<'a, I>,
    fill: Option<&'a T>,
) -> Inputs<'a, T, I> {
    Inputs {
        data: data.storage(),
        indices: indices.storage(),
        fill,
    }
}
