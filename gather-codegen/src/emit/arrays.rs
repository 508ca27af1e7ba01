//! What kernels over nested arrays hand to core: indices prepared once, several threads, and many picks. None of it is for
//! the few elements that are straight-line code, so that it is core's loops that run here.

use proc_macro2::TokenStream;

use crate::{
    Context,
    emit::{
        parts::{index_type, number},
        ranked,
        shell::Shell,
    },
    spec::Spec,
};

/// The array types of a kernel.
pub(crate) struct Arrays {
    pub(crate) data: TokenStream,
    pub(crate) indices: TokenStream,
    pub(crate) output: TokenStream,
    /// Rank of the indices.
    pub(crate) indices_rank: usize,
    /// Rank of the output.
    pub(crate) output_rank: usize,
}

/// The trait that core's loops are driven by, and the methods that use them; `run_into` among them if it is to.
pub(crate) fn body(
    context: &Context,
    spec: &Spec,
    shell: &Shell,
    arrays: &Arrays,
    run_into: bool,
) -> TokenStream {
    let implementation = ranked::implementation(spec, shell, ranked::filling(spec, &shell.elem));
    let Shell {
        bare,
        this,
        elem,
        mover,
        driver,
        ..
    } = shell;
    let index = index_type(spec);
    let Arrays {
        data,
        indices,
        output,
        ..
    } = arrays;
    let (r, q, n) = (
        number(spec.rank()),
        number(arrays.indices_rank),
        number(arrays.output_rank),
    );
    let mut bounds = Vec::new();
    if !shell.bounds.is_empty() {
        bounds.extend([shell.bounds.clone(), code!(#mover: __gather::Mover<#elem>)]);
    }
    let own_bounds = ranked::where_clause(&bounds);
    bounds.push(ranked::shared(elem));
    let par_bounds = ranked::where_clause(&bounds);
    let run_into = run_into.then(|| {
        code! {
            /// Gathers over `out`, by the loops of the dynamic calls.
            ///
            /// # Errors
            ///
            /// As `run`; `out` then holds some mixture of old and new elements.
            #[inline]
            pub fn run_into(
                &self,
                __data: &#data,
                __indices: &#indices,
                __out: &mut #output,
            ) -> __gather::Result<(), __gather::GatherError> #own_bounds {
                __gather::run_into_array::<#driver, #elem, #index, _, #r, #q, #n>(
                    __gather::From::from(__data),
                    __gather::From::from(__indices),
                    __out,
                )
            }
        }
    });
    let parallel = context.parallel(code! {
        /// Gathers into a new array on the threads of the rayon pool it is called in. Result and
        /// error are those of `run`; little work, and elements that are cloned, are left to the
        /// caller's thread.
        ///
        /// # Errors
        ///
        /// As `run`.
        #[inline]
        pub fn par_run(
            &self,
            __data: &#data,
            __indices: &#indices,
        ) -> __gather::Result<#output, __gather::GatherError> #par_bounds {
            __gather::par_run_array::<#driver, #elem, #index, _, #r, #q, #n>(
                __gather::From::from(__data),
                __gather::From::from(__indices),
            )
        }
        /// Gathers over `out` on the threads of the rayon pool it is called in. Result and error are
        /// those of `run_into`.
        ///
        /// # Errors
        ///
        /// As `run_into`.
        #[inline]
        pub fn par_run_into(
            &self,
            __data: &#data,
            __indices: &#indices,
            __out: &mut #output,
        ) -> __gather::Result<(), __gather::GatherError> #par_bounds {
            __gather::par_run_into_array::<#driver, #elem, #index, _, #r, #q, #n>(
                __gather::From::from(__data),
                __gather::From::from(__indices),
                __out,
            )
        }
    });
    code! {
        #implementation
        impl #bare #this {
            #run_into
            /// Checks the indices and turns them into offsets, once, to gather from any number of arrays.
            ///
            /// # Errors
            ///
            /// As `run`; also if there is no memory for the offsets.
            #[inline]
            pub fn prepare(
                &self,
                __indices: &#indices,
            ) -> __gather::Result<
                __gather::PreparedArray<#elem, #data, #output>,
                __gather::GatherError,
            > #own_bounds {
                __gather::prepare_array::<#driver, _, #index, _, _, #r, #q, #n>(__gather::From::from(__indices))
            }
            #parallel
        }
    }
}
