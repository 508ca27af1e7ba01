//! What expanded code reaches, and nobody else should: it may change with any release.

pub use core::{
    array::from_fn,
    clone::Clone,
    default::Default,
    fmt,
    marker::{Copy, PhantomData},
    option::Option::{self, None, Some},
    result::Result::{self, Err, Ok},
};

pub use gather_macros::{kernel, table};
pub use gather_spec::{
    BatchOutput, BatchSizes, DepthZero, Negative, NonAxis, Op, OutOfRange, Preset, Rules,
};

pub use crate::{
    __ok as ok, __traits_of_kernel as traits_of_kernel,
    element::{ByClone, ByCopy, FillValue, Mover},
    error::GatherError,
    index::Index,
    kernel::address::{Block, Spot, from_end, from_start},
    output::OutputShape,
    typed::{
        Kernel,
        fixed::Fixed,
        output_shape,
        probe::{
            Choice, Choose, Fillable, Moved, Otherwise, Probe, checked, checked_fill,
            checked_missing,
        },
        run_into,
        spec::Spec,
        table::{Entry, Table},
    },
    view::View,
};

#[cfg(feature = "alloc")]
pub use crate::{
    tensor::{Tensor, TensorDyn},
    typed::{
        rank::{IndicesRank, Kernels, Output, OutputRank, Rank, Rest},
        run,
    },
};

/// `?` in a constant function.
#[doc(hidden)]
#[macro_export]
macro_rules! __ok {
    ($result:expr) => {
        match $result {
            $crate::__private::Ok(value) => value,
            $crate::__private::Err(error) => return $crate::__private::Err(error),
        }
    };
}

/// The traits of a kernel over an element and its mover, which `derive` cannot give without asking them
/// of the element.
#[doc(hidden)]
#[macro_export]
macro_rules! __traits_of_kernel {
    ($name:ident) => {
        impl<T, M> $crate::__private::Clone for $name<T, M> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T, M> $crate::__private::Copy for $name<T, M> {}

        impl<T, M> $crate::__private::Default for $name<T, M> {
            fn default() -> Self {
                Self(
                    $crate::__private::PhantomData,
                    $crate::__private::Default::default(),
                )
            }
        }

        impl<T, M> $crate::__private::fmt::Debug for $name<T, M> {
            fn fmt(
                &self,
                f: &mut $crate::__private::fmt::Formatter<'_>,
            ) -> $crate::__private::fmt::Result {
                f.write_str(::core::stringify!($name))
            }
        }
    };
}
