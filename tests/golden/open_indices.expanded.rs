// let kernel = gather_kernel!(Gather, f32, u32, rank = 2, axis = 1);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(__gather::Clone, __gather::Copy, __gather::Debug, __gather::Default)]
        struct GatherF32U32R2A1B0;
        #[doc(hidden)]
        impl __gather::Kernel<__gather::f32, __gather::u32, 2> for GatherF32U32R2A1B0 {
            type Mover = __gather::ByCopy;
            const SPEC: __gather::Spec<2> = __gather::Spec {
                op: __gather::Op::Gather {
                    axis: 1,
                    batch_dims: 0,
                },
                rules: __gather::Rules::ONNX,
                data: [__gather::None, __gather::None],
                indices: __gather::None,
                depth: __gather::None,
            };
            #[inline]
            fn resolve(
                __block: &mut __gather::Block<'_, __gather::u32>,
                __d: &[__gather::usize; 2],
            ) -> __gather::bool {
                __gather::Block::rows(__block, |[__i0]| __gather::from_end(__i0, __d[1]))
            }
        }
        impl GatherF32U32R2A1B0 {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static __gather::str = "gather_f32_u32_r2_a1_b0";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static __gather::str = "Gather, f32, u32, data = [_, _], axis = 1, batch_dims = 0";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static __gather::str {
                "gather_f32_u32_r2_a1_b0"
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
                __data: __gather::View<'_, __gather::f32, 2>,
                __indices: __gather::View<'_, __gather::u32, __INDICES_RANK>,
            ) -> __gather::Result<
                __gather::Output<__gather::f32, __INDICES_RANK, 0, 1>,
                __gather::GatherError,
            >
            where
                __gather::Kernels: __gather::IndicesRank<__INDICES_RANK, 0>,
                __gather::Rest<__INDICES_RANK, 0>: __gather::OutputRank<1>,
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
                __indices: __gather::View<'_, __gather::u32, __INDICES_RANK>,
                __data: &[__gather::usize; 2],
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
                __data: __gather::View<'_, __gather::f32, 2>,
                __indices: __gather::View<'_, __gather::u32, __INDICES_RANK>,
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
                __data: &'a [__gather::usize; 2],
                __indices: &'a [__gather::usize; __INDICES_RANK],
            ) -> __gather::Result<__gather::OutputShape<'a>, __gather::GatherError> {
                __gather::output_shape::<
                    Self,
                    __gather::f32,
                    __gather::u32,
                    _,
                    _,
                >(__data, __indices)
            }
        }
        GatherF32U32R2A1B0
    };
}
