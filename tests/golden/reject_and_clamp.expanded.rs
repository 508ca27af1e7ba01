// let kernel = gather_kernel!(GatherND, u16, i32, rank = 3, depth = 2, negative = reject, out_of_range = clamp);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(__gather::Clone, __gather::Copy, __gather::Debug, __gather::Default)]
        struct GatherNdU16I32R3B0K2RejectClamp;
        #[doc(hidden)]
        impl __gather::Kernel<__gather::u16, __gather::i32, 3>
        for GatherNdU16I32R3B0K2RejectClamp {
            type Mover = __gather::ByCopy;
            const SPEC: __gather::Spec<3> = __gather::Spec {
                op: __gather::Op::GatherNd {
                    batch_dims: 0,
                },
                rules: __gather::Rules {
                    negative: __gather::Negative::Reject,
                    out_of_range: __gather::OutOfRange::Clamp,
                    ..__gather::Rules::ONNX
                },
                data: [__gather::None, __gather::None, __gather::None],
                indices: __gather::None,
                depth: __gather::Some(2),
            };
            #[inline]
            fn resolve(
                __block: &mut __gather::Block<'_, __gather::i32>,
                __d: &[__gather::usize; 3],
            ) -> __gather::bool {
                __gather::Block::rows(
                    __block,
                    |[__i0, __i1]| __gather::from_start(__i0, __d[0]).then(__i1, __d[1]),
                )
            }
        }
        impl GatherNdU16I32R3B0K2RejectClamp {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static __gather::str = "gather_nd_u16_i32_r3_b0_k2_reject_clamp";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static __gather::str = "GatherND, u16, i32, data = [_, _, _], depth = 2, batch_dims = 0, negative = reject, out_of_range = clamp";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static __gather::str {
                "gather_nd_u16_i32_r3_b0_k2_reject_clamp"
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
                __data: __gather::View<'_, __gather::u16, 3>,
                __indices: __gather::View<'_, __gather::i32, __INDICES_RANK>,
            ) -> __gather::Result<
                __gather::Output<__gather::u16, __INDICES_RANK, 1, 1>,
                __gather::GatherError,
            >
            where
                __gather::Kernels: __gather::IndicesRank<__INDICES_RANK, 1>,
                __gather::Rest<__INDICES_RANK, 1>: __gather::OutputRank<1>,
            {
                __gather::run::<Self, _, _, _, _, _>(__data, __indices)
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
                __indices: __gather::View<'_, __gather::i32, __INDICES_RANK>,
                __data: &[__gather::usize; 3],
            ) -> __gather::Result<
                __gather::Prepared<__gather::u16>,
                __gather::GatherError,
            > {
                __gather::prepare::<Self, _, _, _, _>(__indices, __data)
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
                __data: __gather::View<'_, __gather::u16, 3>,
                __indices: __gather::View<'_, __gather::i32, __INDICES_RANK>,
                __out: &mut [__gather::u16],
            ) -> __gather::Result<(), __gather::GatherError> {
                __gather::run_into::<Self, _, _, _, _>(__data, __indices, __out)
            }
            /// The shape that the output will have.
            ///
            /// # Errors
            ///
            /// The shapes break a rule or are not those this kernel was made for.
            #[inline]
            pub fn output_shape<'a, const __INDICES_RANK: __gather::usize>(
                &self,
                __data: &'a [__gather::usize; 3],
                __indices: &'a [__gather::usize; __INDICES_RANK],
            ) -> __gather::Result<__gather::OutputShape<'a>, __gather::GatherError> {
                __gather::output_shape::<
                    Self,
                    __gather::u16,
                    __gather::i32,
                    _,
                    _,
                >(__data, __indices)
            }
        }
        GatherNdU16I32R3B0K2RejectClamp
    };
}
