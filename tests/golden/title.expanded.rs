// let kernel = gather_kernel!(GatherND, f32, i64, rank = 4, batch_dims = 2);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(__gather::Clone, __gather::Copy, __gather::Debug, __gather::Default)]
        struct GatherNdF32I64R4B2;
        #[doc(hidden)]
        impl __gather::Kernel<__gather::f32, __gather::i64, 4> for GatherNdF32I64R4B2 {
            type Mover = __gather::ByCopy;
            const SPEC: __gather::Spec<4> = __gather::Spec {
                op: __gather::Op::GatherNd {
                    batch_dims: 2,
                },
                rules: __gather::Rules::ONNX,
                data: [__gather::None, __gather::None, __gather::None, __gather::None],
                indices: __gather::None,
                depth: __gather::None,
            };
            #[inline]
            fn resolve(
                __block: &mut __gather::Block<'_, __gather::i64>,
                __d: &[__gather::usize; 4],
            ) -> __gather::bool {
                match __gather::Block::depth(__block) {
                    1 => {
                        __gather::Block::rows(
                            __block,
                            |[__i0]| __gather::from_end(__i0, __d[2]),
                        )
                    }
                    2 => {
                        __gather::Block::rows(
                            __block,
                            |[__i0, __i1]| {
                                __gather::from_end(__i0, __d[2]).then(__i1, __d[3])
                            },
                        )
                    }
                    _ => false,
                }
            }
        }
        impl GatherNdF32I64R4B2 {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static __gather::str = "gather_nd_f32_i64_r4_b2";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static __gather::str = "GatherND, f32, i64, data = [_, _, _, _], batch_dims = 2";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static __gather::str {
                "gather_nd_f32_i64_r4_b2"
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
                __data: __gather::View<'_, __gather::f32, 4>,
                __indices: __gather::View<'_, __gather::i64, __INDICES_RANK>,
            ) -> __gather::Result<
                __gather::TensorDyn<__gather::f32>,
                __gather::GatherError,
            >
            where
                __gather::Kernels: __gather::IndicesRank<__INDICES_RANK, 3>,
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
                __indices: __gather::View<'_, __gather::i64, __INDICES_RANK>,
                __data: &[__gather::usize; 4],
            ) -> __gather::Result<
                __gather::Prepared<__gather::f32>,
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
                __data: __gather::View<'_, __gather::f32, 4>,
                __indices: __gather::View<'_, __gather::i64, __INDICES_RANK>,
                __out: &mut [__gather::f32],
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
                __data: &'a [__gather::usize; 4],
                __indices: &'a [__gather::usize; __INDICES_RANK],
            ) -> __gather::Result<__gather::OutputShape<'a>, __gather::GatherError> {
                __gather::output_shape::<
                    Self,
                    __gather::f32,
                    __gather::i64,
                    _,
                    _,
                >(__data, __indices)
            }
        }
        GatherNdF32I64R4B2
    };
}
