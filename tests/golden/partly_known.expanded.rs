// let kernel = gather_kernel!(Gather, f32, u32, data = [_, 768], axis = 0);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(Clone, Copy, Debug, Default)]
        struct GatherF32U32Dx768A0B0;
        #[doc(hidden)]
        impl __gather::Kernel<f32, u32, 2> for GatherF32U32Dx768A0B0 {
            type Mover = __gather::ByCopy;
            const SPEC: __gather::Spec<2> = __gather::Spec {
                op: __gather::Op::Gather {
                    axis: 0,
                    batch_dims: 0,
                },
                rules: __gather::Rules::ONNX,
                data: [__gather::None, __gather::Some(768)],
                indices: __gather::None,
                depth: __gather::None,
            };
            #[inline]
            fn resolve(block: &mut __gather::Block<'_, u32>, d: &[usize; 2]) -> bool {
                __gather::Block::rows(block, |[i0]| __gather::from_end(i0, d[0]))
            }
        }
        impl GatherF32U32Dx768A0B0 {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static str = "gather_f32_u32_dx_768_a0_b0";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static str = "Gather, f32, u32, data = [_, 768], axis = 0, batch_dims = 0";
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
                data: __gather::View<'_, f32, 2>,
                indices: __gather::View<'_, u32, __INDICES_RANK>,
            ) -> __gather::Result<
                __gather::Output<f32, __INDICES_RANK, 0, 1>,
                __gather::GatherError,
            >
            where
                __gather::Kernels: __gather::IndicesRank<__INDICES_RANK, 0>,
                __gather::Rest<__INDICES_RANK, 0>: __gather::OutputRank<1>,
            {
                __gather::run::<Self, f32, u32, _, _, _>(data, indices)
            }
            /// Gathers from a nested array, whose known sizes the compiler checks.
            ///
            /// # Errors
            ///
            /// As `run`.
            #[inline]
            pub fn run_array<const __D0: usize, const __INDICES_RANK: usize>(
                &self,
                data: &[[f32; 768]; __D0],
                indices: __gather::View<'_, u32, __INDICES_RANK>,
            ) -> __gather::Result<
                __gather::Output<f32, __INDICES_RANK, 0, 1>,
                __gather::GatherError,
            >
            where
                __gather::Kernels: __gather::IndicesRank<__INDICES_RANK, 0>,
                __gather::Rest<__INDICES_RANK, 0>: __gather::OutputRank<1>,
            {
                self.run(__gather::View::from(data), indices)
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
                data: __gather::View<'_, f32, 2>,
                indices: __gather::View<'_, u32, __INDICES_RANK>,
                out: &mut [f32],
            ) -> __gather::Result<(), __gather::GatherError> {
                __gather::run_into::<Self, f32, u32, _, _>(data, indices, out)
            }
            /// The shape that the output will have.
            ///
            /// # Errors
            ///
            /// The shapes break a rule or are not those this kernel was made for.
            #[inline]
            pub fn output_shape<'a, const __INDICES_RANK: usize>(
                &self,
                data: &'a [usize; 2],
                indices: &'a [usize; __INDICES_RANK],
            ) -> __gather::Result<__gather::OutputShape<'a>, __gather::GatherError> {
                __gather::output_shape::<Self, f32, u32, _, _>(data, indices)
            }
        }
        GatherF32U32Dx768A0B0
    };
}
