// gather_kernel!(
//     struct Words: Gather, String, u32, rank = 1, out_of_range = fill
// );

///
/// Kernel `gather_string_u32_r1_a0_b0_fill`: `Gather, String, u32, data = [_], axis = 0, batch_dims = 0, out_of_range = fill`.
///
/// ```text
/// out[i.., ..] = data[indices[i..], ..]
/// shape of out = data.shape[..0] + indices.shape[0..] + data.shape[1..]
/// ```
#[derive(
    ::gather_core::__private::Clone,
    ::gather_core::__private::Copy,
    ::gather_core::__private::Debug,
    ::gather_core::__private::Default
)]
struct Words;
const _: () = {
    use ::gather_core::__private as __gather;
    type __Written = String;
    #[cfg(not(doc))]
    type __Element = <__gather::Choice<
        {
            use __gather::Otherwise as _;
            <__gather::Probe<__Written>>::IS_SIZED
        },
    > as __gather::Stand<__Written>>::Element;
    #[cfg(doc)]
    type __Element = __Written;
    struct __Driver;
    #[doc(hidden)]
    impl __gather::Kernel<__Element, __gather::u32, 1> for __Driver {
        type Mover = <__gather::Choice<
            {
                use __gather::Otherwise as _;
                <__gather::Probe<__Written>>::IS_ELEMENT
            },
        > as __gather::Choose<__Written>>::Mover;
        const SPEC: __gather::Spec<1> = __gather::Spec {
            op: __gather::Op::Gather {
                axis: 0,
                batch_dims: 0,
            },
            rules: __gather::Rules {
                out_of_range: __gather::OutOfRange::Fill(()),
                ..__gather::Rules::ONNX
            },
            data: [__gather::None],
            indices: __gather::None,
            depth: __gather::None,
        };
        #[inline]
        fn resolve(
            __block: &mut __gather::Block<'_, __gather::u32>,
            __d: &[__gather::usize; 1],
        ) -> __gather::bool {
            __gather::Block::rows(__block, |[__i0]| __gather::from_end(__i0, __d[0]))
        }
        #[inline]
        fn fill() -> __gather::Option<__Element> {
            let __value: __Element = <__Element as __gather::Fillable>::zero();
            __gather::Some(__value)
        }
    }
    impl Words {
        /// What this kernel is, by the naming grammar.
        pub const NAME: &'static __gather::str = "gather_string_u32_r1_a0_b0_fill";
        /// What this kernel is, in the macro's own words.
        pub const SPEC: &'static __gather::str = "Gather, String, u32, data = [_], axis = 0, batch_dims = 0, out_of_range = fill";
        /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
        #[must_use]
        pub const fn name(&self) -> &'static __gather::str {
            "gather_string_u32_r1_a0_b0_fill"
        }
        /// Gathers into a new tensor.
        ///
        /// # Errors
        ///
        /// The shapes break a rule or are not those this kernel was made for; an index is out of
        /// range where that is an error; there is no memory for the output.
        #[inline]
        pub fn run<const __INDICES_RANK: __gather::usize>(
            &self,
            __data: __gather::View<'_, __Element, 1>,
            __indices: __gather::View<'_, __gather::u32, __INDICES_RANK>,
        ) -> __gather::Result<
            __gather::Output<__Element, __INDICES_RANK, 0, 0>,
            __gather::GatherError,
        >
        where
            __gather::Kernels: __gather::IndicesRank<__INDICES_RANK, 0>,
            __gather::Rest<__INDICES_RANK, 0>: __gather::OutputRank<0>,
        {
            __gather::run::<__Driver, _, _, _, _, _>(__data, __indices)
        }
        /// Checks the indices for data of this shape and turns them into offsets, once, to gather from
        /// any number of tensors of the shape.
        ///
        /// # Errors
        ///
        /// As `run`.
        #[inline]
        pub fn prepare<const __INDICES_RANK: __gather::usize>(
            &self,
            __indices: __gather::View<'_, __gather::u32, __INDICES_RANK>,
            __data: &[__gather::usize; 1],
        ) -> __gather::Result<__gather::Prepared<__Element>, __gather::GatherError> {
            __gather::prepare::<__Driver, _, _, _, _>(__indices, __data)
        }
        /// Gathers over `out`, whose length must be that of the output; allocates nothing.
        ///
        /// # Errors
        ///
        /// As `run`; also if `out` has another length. After an index error `out` holds some mixture of
        /// old and new elements, after any other it is untouched.
        #[inline]
        pub fn run_into<const __INDICES_RANK: __gather::usize>(
            &self,
            __data: __gather::View<'_, __Element, 1>,
            __indices: __gather::View<'_, __gather::u32, __INDICES_RANK>,
            __out: &mut [__Element],
        ) -> __gather::Result<(), __gather::GatherError> {
            __gather::run_into::<__Driver, _, _, _, _>(__data, __indices, __out)
        }
        /// The shape that the output will have.
        ///
        /// # Errors
        ///
        /// The shapes break a rule or are not those this kernel was made for.
        #[inline]
        pub fn output_shape<'a, const __INDICES_RANK: __gather::usize>(
            &self,
            __data: &'a [__gather::usize; 1],
            __indices: &'a [__gather::usize; __INDICES_RANK],
        ) -> __gather::Result<__gather::OutputShape<'a>, __gather::GatherError> {
            __gather::output_shape::<
                __Driver,
                __Element,
                __gather::u32,
                _,
                _,
            >(__data, __indices)
        }
    }
};
