//! The macros a user calls. They put `$crate` before the user's tokens, so that the expansion finds this
//! crate under any name and through any re-export, with the tokens' spans unchanged. A word behind it tells which
//! methods a kernel can have.

#[doc = include_str!("../docs/macro.md")]
#[cfg(feature = "rayon")]
#[macro_export]
macro_rules! gather_kernel {
    ($($spec:tt)*) => { $crate::__private::kernel! { $crate rayon; $($spec)* } };
}

#[doc = include_str!("../docs/macro.md")]
#[cfg(all(feature = "alloc", not(feature = "rayon")))]
#[macro_export]
macro_rules! gather_kernel {
    ($($spec:tt)*) => { $crate::__private::kernel! { $crate; $($spec)* } };
}

/// Makes a kernel; without an allocator, one that writes into buffers only.
#[cfg(not(feature = "alloc"))]
#[macro_export]
macro_rules! gather_kernel {
    ($($spec:tt)*) => { $crate::__private::kernel! { $crate no_alloc; $($spec)* } };
}

#[doc = include_str!("../docs/table.md")]
#[macro_export]
macro_rules! gather_table {
    ($($table:tt)*) => { $crate::__private::table! { $crate; $($table)* } };
}
