// let kernel = gather_kernel!(GatherElements, f32, i64, data = [_, _, 3, 5], axis = 0);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(Clone, Copy, Debug, Default)]
        struct GatherElementsF32I64DxX35A0;
        #[doc(hidden)]
        impl __gather::Kernel<f32, i64, 4> for GatherElementsF32I64DxX35A0 {
            type Mover = __gather::ByCopy;
            const SPEC: __gather::Spec<4> = __gather::Spec {
                op: __gather::Op::GatherElements {
                    axis: 0,
                },
                rules: __gather::Rules::ONNX,
                data: [
                    __gather::None,
                    __gather::None,
                    __gather::Some(3),
                    __gather::Some(5),
                ],
                indices: __gather::None,
                depth: __gather::None,
            };
            #[inline]
            fn resolve(block: &mut __gather::Block<'_, i64>, d: &[usize; 4]) -> bool {
                __gather::Block::rows(
                    block,
                    |[i0]| __gather::from_end(i0, d[0]).times(d[1].wrapping_mul(15)),
                )
            }
        }
        impl GatherElementsF32I64DxX35A0 {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static str = "gather_elements_f32_i64_dx_x_3_5_a0";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static str = "GatherElements, f32, i64, data = [_, _, 3, 5], axis = 0";
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
            /// Gathers from a nested array, whose known sizes the compiler checks.
            ///
            /// # Errors
            ///
            /// As `run`.
            #[inline]
            pub fn run_array<const __D0: usize, const __D1: usize>(
                &self,
                data: &[[[[f32; 5]; 3]; __D1]; __D0],
                indices: __gather::View<'_, i64, 4>,
            ) -> __gather::Result<__gather::Tensor<f32, 4>, __gather::GatherError> {
                self.run(__gather::View::from(data), indices)
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
        GatherElementsF32I64DxX35A0
    };
}
