// let kernel = gather_kernel!(GatherElements, f64, i64, rank = 3, axis = 1, out_of_range = fill(-1.0));

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(Clone, Copy, Debug, Default)]
        struct GatherElementsF64I64R3A1FillMinus10;
        #[doc(hidden)]
        impl __gather::Kernel<f64, i64, 3> for GatherElementsF64I64R3A1FillMinus10 {
            type Mover = __gather::ByCopy;
            const SPEC: __gather::Spec<3> = __gather::Spec {
                op: __gather::Op::GatherElements {
                    axis: 1,
                },
                rules: __gather::Rules {
                    out_of_range: __gather::OutOfRange::Fill(()),
                    ..__gather::Rules::ONNX
                },
                data: [__gather::None, __gather::None, __gather::None],
                indices: __gather::None,
                depth: __gather::None,
            };
            #[inline]
            fn resolve(block: &mut __gather::Block<'_, i64>, d: &[usize; 3]) -> bool {
                __gather::Block::rows(
                    block,
                    |[i0]| __gather::from_end(i0, d[1]).times(d[2]),
                )
            }
            #[inline]
            fn fill() -> __gather::Option<f64> {
                let value: f64 = -1.0;
                __gather::Some(value)
            }
        }
        impl GatherElementsF64I64R3A1FillMinus10 {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static str = "gather_elements_f64_i64_r3_a1_fill_minus1_0";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static str = "GatherElements, f64, i64, data = [_, _, _], axis = 1, out_of_range = fill(-1.0)";
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
                data: __gather::View<'_, f64, 3>,
                indices: __gather::View<'_, i64, 3>,
            ) -> __gather::Result<__gather::Tensor<f64, 3>, __gather::GatherError> {
                __gather::run::<Self, f64, i64, _, _, _>(data, indices)
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
                data: __gather::View<'_, f64, 3>,
                indices: __gather::View<'_, i64, 3>,
                out: &mut [f64],
            ) -> __gather::Result<(), __gather::GatherError> {
                __gather::run_into::<Self, f64, i64, _, _>(data, indices, out)
            }
            /// The shape that the output will have.
            ///
            /// # Errors
            ///
            /// The shapes break a rule or are not those this kernel was made for.
            #[inline]
            pub fn output_shape<'a>(
                &self,
                data: &'a [usize; 3],
                indices: &'a [usize; 3],
            ) -> __gather::Result<__gather::OutputShape<'a>, __gather::GatherError> {
                __gather::output_shape::<Self, f64, i64, _, _>(data, indices)
            }
        }
        GatherElementsF64I64R3A1FillMinus10
    };
}
