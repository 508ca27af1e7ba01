// let kernel = gather_kernel!(GatherND, f32, i64, rank = 4, batch_dims = 2);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(Clone, Copy, Debug, Default)]
        struct GatherNdF32I64R4B2;
        #[doc(hidden)]
        impl __gather::Kernel<f32, i64, 4> for GatherNdF32I64R4B2 {
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
            fn resolve(block: &mut __gather::Block<'_, i64>, d: &[usize; 4]) -> bool {
                match __gather::Block::depth(block) {
                    1 => {
                        __gather::Block::rows(block, |[i0]| __gather::from_end(i0, d[2]))
                    }
                    2 => {
                        __gather::Block::rows(
                            block,
                            |[i0, i1]| __gather::from_end(i0, d[2]).then(i1, d[3]),
                        )
                    }
                    _ => false,
                }
            }
        }
        impl GatherNdF32I64R4B2 {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static str = "gather_nd_f32_i64_r4_b2";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static str = "GatherND, f32, i64, data = [_, _, _, _], batch_dims = 2";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                Self::NAME
            }
            /// Gathers into a new tensor.
            ///
            /// # Errors
            ///
            /// The shapes break a rule or are not those this kernel was made for; an index is out of
            /// range where that is an error; there is no memory for the output.
            #[inline]
            pub fn run<const __INDICES_RANK: usize>(
                &self,
                data: __gather::View<'_, f32, 4>,
                indices: __gather::View<'_, i64, __INDICES_RANK>,
            ) -> __gather::Result<__gather::TensorDyn<f32>, __gather::GatherError>
            where
                __gather::Kernels: __gather::IndicesRank<__INDICES_RANK, 3>,
            {
                __gather::run::<Self, f32, i64, _, _, _>(data, indices)
            }
            /// Gathers over `out`, whose length must be that of the output; allocates nothing.
            ///
            /// # Errors
            ///
            /// As `run`; also if `out` has another length. After an index error `out` holds some mixture of
            /// old and new elements, after any other it is untouched.
            #[inline]
            pub fn run_into<const __INDICES_RANK: usize>(
                &self,
                data: __gather::View<'_, f32, 4>,
                indices: __gather::View<'_, i64, __INDICES_RANK>,
                out: &mut [f32],
            ) -> __gather::Result<(), __gather::GatherError> {
                __gather::run_into::<Self, f32, i64, _, _>(data, indices, out)
            }
            /// The shape that the output will have.
            ///
            /// # Errors
            ///
            /// The shapes break a rule or are not those this kernel was made for.
            #[inline]
            pub fn output_shape<'a, const __INDICES_RANK: usize>(
                &self,
                data: &'a [usize; 4],
                indices: &'a [usize; __INDICES_RANK],
            ) -> __gather::Result<__gather::OutputShape<'a>, __gather::GatherError> {
                __gather::output_shape::<Self, f32, i64, _, _>(data, indices)
            }
        }
        GatherNdF32I64R4B2
    };
}
