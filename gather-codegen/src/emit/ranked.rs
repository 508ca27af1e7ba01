//! Rank known, sizes perhaps in part: views in, a tensor out.
//!
//! What is special about the kernel is spelled out: its tuple arithmetic, one arm for each depth that is
//! possible, with literal sizes and strides where they are known. The loops over rows are const-generic
//! functions of core.

use gather_spec::{BatchOutput, Negative, Op};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned;

use crate::{
    Context,
    emit::{
        parts::{fill_value, index_type, number, op, option, options, rules},
        shell::{Driver, Shell},
        words,
    },
    spec::Spec,
};

pub(crate) fn body(context: &Context, spec: &Spec, shell: &Shell) -> TokenStream {
    let implementation = implementation(spec, shell, filling(spec, &shell.elem));
    let methods = methods(context, spec, shell);
    let Shell { bare, this, .. } = shell;
    let identity = words::identity(spec);
    code! {
        #implementation
        impl #bare #this {
            #identity
            #methods
        }
    }
}

/// The trait that core's loops are driven by; what it is filled with, if anything, is by [`filling`].
pub(crate) fn implementation(
    spec: &Spec,
    shell: &Shell,
    filling: Option<TokenStream>,
) -> TokenStream {
    let Shell {
        generics,
        this,
        elem,
        mover,
        ..
    } = shell;
    let (rank, index) = (number(spec.rank()), index_type(spec));
    let (op, rules, depth) = (op(spec.op), rules(&spec.rules), option(spec.depth));
    let data = options(&spec.data);
    let indices = spec.indices.as_ref().map_or_else(
        || code!(__gather::None),
        |sizes| {
            let sizes = options(sizes);
            code!(__gather::Some(&#sizes))
        },
    );
    // At the element's tokens, so that what it lacks is told there, and once.
    let mover_item = quote_spanned!(spec.elem.span()=> type Mover = #mover;);
    let resolve = resolve(spec);
    let fill = filling.map(|filling| {
        code! {
            #[inline]
            fn fill() -> __gather::Option<#elem> {
                #filling
            }
        }
    });
    let (beside, this) = match shell.driver {
        Driver::Kernel => (None, this.clone()),
        hidden @ Driver::Hidden => (Some(code!(struct #hidden;)), code!(#hidden)),
    };
    code! {
        #beside
        #[doc(hidden)]
        impl #generics __gather::Kernel<#elem, #index, #rank> for #this {
            #mover_item
            const SPEC: __gather::Spec<#rank> = __gather::Spec {
                op: #op,
                rules: #rules,
                data: #data,
                indices: #indices,
                depth: #depth,
            };
            #[inline]
            fn resolve(
                __block: &mut __gather::Block<'_, #index>,
                __d: &[__gather::usize; #rank],
            ) -> __gather::bool {
                #resolve
            }
            #fill
        }
    }
}

/// The body of a function that returns the value to fill with.
pub(crate) fn filling(spec: &Spec, elem: &TokenStream) -> Option<TokenStream> {
    let value = fill_value(spec.fill.as_ref()?, elem);
    Some(code! {
        let __value: #elem = #value;
        __gather::Some(__value)
    })
}

/// The tuple arithmetic: for a known depth alone, otherwise an arm for each depth there can be.
fn resolve(spec: &Spec) -> TokenStream {
    let first = spec.first_axis();
    let depths = match (spec.op, spec.depth) {
        (Op::GatherNd { .. }, None) => {
            let arms = (1..=spec.rank() - first).map(|depth| {
                let (literal, rows) = (number(depth), rows(spec, depth));
                code!(#literal => #rows,)
            });
            return code! {
                match __gather::Block::depth(__block) {
                    #(#arms)*
                    _ => false,
                }
            };
        }
        (Op::GatherNd { .. }, Some(depth)) => depth,
        _ => 1,
    };
    rows(spec, depths)
}

/// `Block::rows(__block, |[__i0, __i1]| from_end(__i0, __d[2]).then(__i1, 35))`
fn rows(spec: &Spec, depth: usize) -> TokenStream {
    let first = spec.first_axis();
    let names: Vec<_> = (0..depth).map(|k| name!("__i{k}")).collect();
    let sizes: Vec<_> = (first..first + depth)
        .map(|axis| size(spec, axis))
        .collect();
    let (Some((i0, names_after)), Some((d0, sizes_after))) =
        (names.split_first(), sizes.split_first())
    else {
        // Tuples of length 0 pick the whole: there is nothing to look at.
        return code!(__gather::Block::rows(__block, |[]| __gather::Spot::origin(
            __gather::Negative::FromEnd
        )));
    };
    let start = match spec.rules.negative {
        Negative::FromEnd => code!(__gather::from_end),
        Negative::Reject => code!(__gather::from_start),
    };
    let stride = matches!(spec.op, Op::GatherElements { .. }).then(|| {
        let stride = product(spec, first + 1);
        code!(.times(#stride))
    });
    code!(__gather::Block::rows(__block, |[#(#names),*]| #start(#i0, #d0) #(.then(#names_after, #sizes_after))* #stride))
}

/// A size of data: a literal if it is known.
fn size(spec: &Spec, axis: usize) -> TokenStream {
    let at = number(axis);
    spec.data[axis].map_or_else(|| code!(__d[#at]), number)
}

/// The product of the sizes from an axis on: a literal as far as they are known.
fn product(spec: &Spec, from: usize) -> TokenStream {
    let known = spec.data[from..].iter().flatten();
    let known = known.fold(1_usize, |product, size| product.wrapping_mul(*size));
    let open: Vec<_> = (from..spec.rank())
        .filter(|axis| spec.data[*axis].is_none())
        .map(number)
        .collect();
    match (known, open.split_first()) {
        (1, Some((first, others))) => code!(__d[#first] #(.wrapping_mul(__d[#others]))*),
        (_, Some((first, others))) => {
            let known = number(known);
            code!(__d[#first] #(.wrapping_mul(__d[#others]))* .wrapping_mul(#known))
        }
        (_, None) => number(known),
    }
}

/// Types of `run` that depend on what is known of the indices.
struct Signature {
    /// Rank of the indices: a literal or the parameter `__INDICES_RANK`.
    indices_rank: TokenStream,
    /// Whether it is the parameter.
    open: bool,
    output: TokenStream,
    bounds: Vec<TokenStream>,
}

fn signature(spec: &Spec, shell: &Shell) -> Signature {
    let elem = &shell.elem;
    let rank = spec.rank();
    let batch = spec.batch();
    let indices_rank = match spec.op {
        Op::GatherElements { .. } => Some(rank),
        _ => spec.indices.as_ref().map(Vec::len),
    };
    if let Some(known) = indices_rank {
        let output = words::output(spec).map_or_else(
            || code!(__gather::TensorDyn<#elem>),
            |shape| {
                let rank = number(shape.len());
                code!(__gather::Tensor<#elem, #rank>)
            },
        );
        return Signature {
            indices_rank: number(known),
            open: false,
            output,
            bounds: Vec::new(),
        };
    }
    // The output's rank is (indices rank - least) + add; unknown if the depth is.
    let (least, add) = match spec.op {
        Op::GatherNd { .. } => {
            let batch_output = match spec.rules.batch_output {
                BatchOutput::Flattened => batch.min(1),
                BatchOutput::Kept => batch,
            };
            let add = spec.depth.map(|depth| batch_output + rank - batch - depth);
            (batch + 1, add)
        }
        _ => (batch, Some(rank - 1)),
    };
    let least = number(least);
    let mut bounds = vec![code!(__gather::Kernels: __gather::IndicesRank<__INDICES_RANK, #least>)];
    let output = match add.map(number) {
        Some(add) => {
            bounds.push(code!(__gather::Rest<__INDICES_RANK, #least>: __gather::OutputRank<#add>));
            code!(__gather::Output<#elem, __INDICES_RANK, #least, #add>)
        }
        None => code!(__gather::TensorDyn<#elem>),
    };
    Signature {
        indices_rank: code!(__INDICES_RANK),
        open: true,
        output,
        bounds,
    }
}

fn methods(context: &Context, spec: &Spec, shell: &Shell) -> TokenStream {
    let (elem, index, driver) = (&shell.elem, index_type(spec), shell.driver);
    let rank = number(spec.rank());
    let Signature {
        indices_rank,
        open,
        output,
        mut bounds,
    } = signature(spec, shell);
    let generics = open.then(|| code!(<const __INDICES_RANK: __gather::usize>));
    if !shell.bounds.is_empty() {
        bounds.push(shell.bounds.clone());
    }
    let run_bounds = where_clause(&bounds);
    bounds.push(shared(elem));
    let par_bounds = where_clause(&bounds);
    let own_bounds = where_clause(core::slice::from_ref(&shell.bounds));
    let lifetime_generics = if open {
        code!(<'a, const __INDICES_RANK: __gather::usize>)
    } else {
        code!(<'a>)
    };
    let run_array = run_array(spec, shell, open, &output, &indices_rank, &run_bounds);
    let parallel = context.parallel(code! {
        /// Gathers into a new tensor on the threads of the rayon pool it is called in. Result and error
        /// are those of `run`; little work is done by the caller's thread alone.
        ///
        /// # Errors
        ///
        /// As `run`.
        #[inline]
        pub fn par_run #generics (
            &self,
            __data: __gather::View<'_, #elem, #rank>,
            __indices: __gather::View<'_, #index, #indices_rank>,
        ) -> __gather::Result<#output, __gather::GatherError> #par_bounds {
            __gather::par_run::<#driver, _, _, _, _, _>(__data, __indices)
        }
        /// Gathers over `out` on the threads of the rayon pool it is called in. Result and error are
        /// those of `run_into`.
        ///
        /// # Errors
        ///
        /// As `run_into`.
        #[inline]
        pub fn par_run_into #generics (
            &self,
            __data: __gather::View<'_, #elem, #rank>,
            __indices: __gather::View<'_, #index, #indices_rank>,
            __out: &mut [#elem],
        ) -> __gather::Result<(), __gather::GatherError> #par_bounds {
            __gather::par_run_into::<#driver, _, _, _, _>(__data, __indices, __out)
        }
    });
    let run = context.alloc.then(|| {
        code! {
            /// Gathers into a new tensor.
            ///
            /// # Errors
            ///
            /// The shapes break a rule or are not those this kernel was made for; an index is out of
            /// range where that is an error; there is no memory for the output.
            #[inline]
            pub fn run #generics (
                &self,
                __data: __gather::View<'_, #elem, #rank>,
                __indices: __gather::View<'_, #index, #indices_rank>,
            ) -> __gather::Result<#output, __gather::GatherError> #run_bounds {
                __gather::run::<#driver, _, _, _, _, _>(__data, __indices)
            }
            #run_array
            /// Checks the indices for data of this shape and turns them into offsets, once, to gather from
            /// any number of tensors of the shape.
            ///
            /// # Errors
            ///
            /// As `run`.
            #[inline]
            pub fn prepare #generics (
                &self,
                __indices: __gather::View<'_, #index, #indices_rank>,
                __data: &[__gather::usize; #rank],
            ) -> __gather::Result<__gather::Prepared<#elem>, __gather::GatherError> #own_bounds {
                __gather::prepare::<#driver, _, _, _, _>(__indices, __data)
            }
            #parallel
        }
    });
    code! {
        #run
        /// Gathers over `out`, whose length must be that of the output; allocates nothing.
        ///
        /// # Errors
        ///
        /// As `run`; also if `out` has another length. After an index error `out` holds some mixture of
        /// old and new elements, after any other it is untouched.
        #[inline]
        pub fn run_into #generics (
            &self,
            __data: __gather::View<'_, #elem, #rank>,
            __indices: __gather::View<'_, #index, #indices_rank>,
            __out: &mut [#elem],
        ) -> __gather::Result<(), __gather::GatherError> #own_bounds {
            __gather::run_into::<#driver, _, _, _, _>(__data, __indices, __out)
        }
        /// The shape that the output will have.
        ///
        /// # Errors
        ///
        /// The shapes break a rule or are not those this kernel was made for.
        #[inline]
        pub fn output_shape #lifetime_generics (
            &self,
            __data: &'a [__gather::usize; #rank],
            __indices: &'a [__gather::usize; #indices_rank],
        ) -> __gather::Result<__gather::OutputShape<'a>, __gather::GatherError> #own_bounds {
            __gather::output_shape::<#driver, #elem, #index, _, _>(__data, __indices)
        }
    }
}

/// What the parallel methods ask of elements. The lifetime keeps the compiler from asking before one is called.
pub(crate) fn shared(elem: &TokenStream) -> TokenStream {
    code!(for<'__any> #elem: __gather::Shared<'__any>)
}

pub(crate) fn where_clause(bounds: &[TokenStream]) -> TokenStream {
    let bounds: Vec<_> = bounds.iter().filter(|bound| !bound.is_empty()).collect();
    if bounds.is_empty() {
        return code!();
    }
    code!(where #(#bounds),*)
}

/// The same on a nested array, whose known sizes the compiler checks; the others are parameters.
fn run_array(
    spec: &Spec,
    shell: &Shell,
    open: bool,
    output: &TokenStream,
    indices_rank: &TokenStream,
    bounds: &TokenStream,
) -> Option<TokenStream> {
    if spec.data.iter().all(Option::is_none) {
        return None;
    }
    let (elem, index) = (&shell.elem, index_type(spec));
    let mut generics = Vec::new();
    let mut array = elem.clone();
    for (axis, size) in spec.data.iter().enumerate().rev() {
        let size = size.map_or_else(
            || {
                let parameter = name!("__D{axis}");
                generics.insert(0, code!(const #parameter: __gather::usize));
                code!(#parameter)
            },
            number,
        );
        array = code!([#array; #size]);
    }
    if open {
        generics.push(code!(const __INDICES_RANK: __gather::usize));
    }
    Some(code! {
        /// Gathers from a nested array, whose known sizes the compiler checks.
        ///
        /// # Errors
        ///
        /// As `run`.
        #[inline]
        pub fn run_array<#(#generics),*>(
            &self,
            __data: &#array,
            __indices: __gather::View<'_, #index, #indices_rank>,
        ) -> __gather::Result<#output, __gather::GatherError> #bounds {
            self.run(__gather::From::from(__data), __indices)
        }
    })
}
