// let kernel = gather_kernel!(GatherND, f32, i64, rank = 4, batch_dims = 2, depth = 1, indices_rank = 4);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(Clone, Copy, Debug, Default)]
        struct GatherNdF32I64R4Q4B2K1;
        #[doc(hidden)]
        impl __gather::Kernel<f32, i64, 4> for GatherNdF32I64R4Q4B2K1 {
            type Mover = __gather::ByCopy;
            const SPEC: __gather::Spec<4> = __gather::Spec {
                op: __gather::Op::GatherNd {
                    batch_dims: 2,
                },
                rules: __gather::Rules::ONNX,
                data: [__gather::None, __gather::None, __gather::None, __gather::None],
                indices: __gather::Some(
                    &[__gather::None, __gather::None, __gather::None, __gather::None],
                ),
                depth: __gather::Some(1),
            };
            #[inline]
            fn resolve(block: &mut __gather::Block<'_, i64>, d: &[usize; 4]) -> bool {
                __gather::Block::rows(block, |[i0]| __gather::from_end(i0, d[2]))
            }
        }
        impl GatherNdF32I64R4Q4B2K1 {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static str = "gather_nd_f32_i64_r4_q4_b2_k1";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static str = "GatherND, f32, i64, data = [_, _, _, _], indices = [_, _, _, _], depth = 1, batch_dims = 2";
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
            pub fn run(
                &self,
                data: __gather::View<'_, f32, 4>,
                indices: __gather::View<'_, i64, 4>,
            ) -> __gather::Result<__gather::Tensor<f32, 4>, __gather::GatherError> {
                __gather::run::<Self, f32, i64, _, _, _>(data, indices)
            }
            /// Gathers over `out`, whose length must be that of the output; allocates nothing.
            ///
            /// # Errors
            ///
            /// As `run`; also if `out` has another length. After an index error `out` holds some mixture of
            /// old and new elements, after any other it is untouched.
            #[inline]
            pub fn run_into(
                &self,
                data: __gather::View<'_, f32, 4>,
                indices: __gather::View<'_, i64, 4>,
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
            pub fn output_shape<'a>(
                &self,
                data: &'a [usize; 4],
                indices: &'a [usize; 4],
            ) -> __gather::Result<__gather::OutputShape<'a>, __gather::GatherError> {
                __gather::output_shape::<Self, f32, i64, _, _>(data, indices)
            }
        }
        GatherNdF32I64R4Q4B2K1
    };
}
