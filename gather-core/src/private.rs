//! What expanded code reaches, and nobody else should: it may change with any release.

pub use core::{
    array::from_fn,
    clone::Clone,
    convert::From,
    default::Default,
    fmt::{self, Debug},
    marker::{Copy, PhantomData, Sized},
    option::Option::{self, None, Some},
    primitive::*,
    result::Result::{self, Err, Ok},
    stringify,
};

pub use gather_macros::{kernel, table};
pub use gather_spec::{
    BatchOutput, BatchSizes, DepthZero, Negative, NonAxis, Op, OutOfRange, Preset, Rules,
};

pub use crate::{
    __ok as ok, __parallel as parallel, __traits_of_kernel as traits_of_kernel,
    element::{ByClone, ByCopy, FillValue, Mover, taken},
    error::GatherError,
    index::Index,
    kernel::address::{Block, Spot, from_end, from_start},
    output::OutputShape,
    typed::{
        Kernel,
        fixed::Fixed,
        output_shape,
        probe::{
            Choice, Choose, Fillable, KernelValue, Moved, Otherwise, Probe, Stand, cloned, missed,
            zeroed,
        },
        run_into,
        spec::Spec,
        table::{Entry, Table},
    },
    view::View,
};

#[cfg(feature = "alloc")]
pub use crate::{
    prepared::Prepared,
    tensor::{Tensor, TensorDyn},
    typed::{
        arrays::{PreparedArray, prepare_array, run_into_array},
        prepare,
        rank::{IndicesRank, Kernels, Output, OutputRank, Rank, Rest},
        run,
    },
};

#[cfg(feature = "rayon")]
pub use crate::typed::{
    Shared,
    arrays::{par_run_array, par_run_into_array},
    par_run, par_run_into,
};

/// Methods that there are only with the feature `rayon`.
#[cfg(feature = "rayon")]
#[doc(hidden)]
#[macro_export]
macro_rules! __parallel {
    ($($methods:tt)*) => { $($methods)* };
}

/// Methods that there are only with the feature `rayon`.
#[cfg(not(feature = "rayon"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __parallel {
    ($($methods:tt)*) => {};
}

/// `?` in a constant function.
#[doc(hidden)]
#[macro_export]
macro_rules! __ok {
    ($result:expr) => {
        match $result {
            $crate::__private::Ok(__value) => __value,
            $crate::__private::Err(__error) => return $crate::__private::Err(__error),
        }
    };
}

/// The traits of a kernel over an element and its mover, which `derive` cannot give without asking them
/// of the element.
#[doc(hidden)]
#[macro_export]
macro_rules! __traits_of_kernel {
    ($name:ident) => {
        impl<T: ?$crate::__private::Sized, M> $crate::__private::Clone for $name<T, M> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T: ?$crate::__private::Sized, M> $crate::__private::Copy for $name<T, M> {}

        impl<T: ?$crate::__private::Sized, M> $crate::__private::Default for $name<T, M> {
            fn default() -> Self {
                <Self as $crate::__private::KernelValue>::VALUE
            }
        }

        impl<T: ?$crate::__private::Sized, M> $crate::__private::KernelValue for $name<T, M> {
            const VALUE: Self = Self(
                $crate::__private::PhantomData,
                $crate::__private::Moved::VALUE,
            );
        }

        impl<T: ?$crate::__private::Sized, M> $crate::__private::fmt::Debug for $name<T, M> {
            fn fmt(
                &self,
                __f: &mut $crate::__private::fmt::Formatter<'_>,
            ) -> $crate::__private::fmt::Result {
                __f.write_str($crate::__private::stringify!($name))
            }
        }
    };
}
