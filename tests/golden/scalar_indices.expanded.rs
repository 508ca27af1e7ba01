// let kernel = gather_kernel!(Gather, f32, i64, data = [3, 4], indices = [], axis = 1);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(__gather::Clone, __gather::Copy, __gather::Debug, __gather::Default)]
        struct GatherF32I64D34Q0A1B0;
        impl GatherF32I64D34Q0A1B0 {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static __gather::str = "gather_f32_i64_d3_4_q0_a1_b0";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static __gather::str = "Gather, f32, i64, data = [3, 4], indices = [], axis = 1, batch_dims = 0";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static __gather::str {
                "gather_f32_i64_d3_4_q0_a1_b0"
            }
            const __INDICES: __gather::Fixed<0, 1> = __gather::Fixed {
                rules: __gather::Rules::ONNX,
                first_axis: 1,
                sizes: [4],
                indices: [],
                tuples: false,
            };
            /// Gathers into a new array.
            ///
            /// # Errors
            ///
            /// An index is out of range where that is an error.
            #[inline]
            pub const fn run(
                &self,
                __data: &[[__gather::f32; 4]; 3],
                __indices: &__gather::i64,
            ) -> __gather::Result<[__gather::f32; 3], __gather::GatherError> {
                let __i0 = __gather::ok!(
                    __gather::Fixed::index(& Self::__INDICES, * __indices as
                    __gather::i128, 0)
                );
                let __i1 = __gather::ok!(
                    __gather::Fixed::index(& Self::__INDICES, * __indices as
                    __gather::i128, 0)
                );
                let __i2 = __gather::ok!(
                    __gather::Fixed::index(& Self::__INDICES, * __indices as
                    __gather::i128, 0)
                );
                __gather::Ok([__data[0][__i0], __data[1][__i1], __data[2][__i2]])
            }
            /// Gathers over `out`, one cell after the other.
            ///
            /// # Errors
            ///
            /// As `run`; `out` then holds some mixture of old and new elements.
            #[inline]
            pub const fn run_into(
                &self,
                __data: &[[__gather::f32; 4]; 3],
                __indices: &__gather::i64,
                __out: &mut [__gather::f32; 3],
            ) -> __gather::Result<(), __gather::GatherError> {
                let __i0 = __gather::ok!(
                    __gather::Fixed::index(& Self::__INDICES, * __indices as
                    __gather::i128, 0)
                );
                let __i1 = __gather::ok!(
                    __gather::Fixed::index(& Self::__INDICES, * __indices as
                    __gather::i128, 0)
                );
                let __i2 = __gather::ok!(
                    __gather::Fixed::index(& Self::__INDICES, * __indices as
                    __gather::i128, 0)
                );
                __out[0] = __data[0][__i0];
                __out[1] = __data[1][__i1];
                __out[2] = __data[2][__i2];
                __gather::Ok(())
            }
            /// Gathers constants while compiling: an index out of range is then a compile error.
            ///
            /// # Panics
            ///
            /// An index is out of range where that is an error.
            #[must_use]
            #[track_caller]
            pub const fn eval(
                &self,
                __data: &[[__gather::f32; 4]; 3],
                __indices: &__gather::i64,
            ) -> [__gather::f32; 3] {
                match self.run(__data, __indices) {
                    __gather::Ok(__out) => __out,
                    __gather::Err(__error) => __error.panic(),
                }
            }
            /// The shape of the output.
            #[inline]
            #[must_use]
            pub const fn output_shape(&self) -> [__gather::usize; 1] {
                [3]
            }
        }
        #[doc(hidden)]
        impl __gather::Kernel<__gather::f32, __gather::i64, 2>
        for GatherF32I64D34Q0A1B0 {
            type Mover = __gather::ByCopy;
            const SPEC: __gather::Spec<2> = __gather::Spec {
                op: __gather::Op::Gather {
                    axis: 1,
                    batch_dims: 0,
                },
                rules: __gather::Rules::ONNX,
                data: [__gather::Some(3), __gather::Some(4)],
                indices: __gather::Some(&[]),
                depth: __gather::None,
            };
            #[inline]
            fn resolve(
                __block: &mut __gather::Block<'_, __gather::i64>,
                __d: &[__gather::usize; 2],
            ) -> __gather::bool {
                __gather::Block::rows(__block, |[__i0]| __gather::from_end(__i0, 4))
            }
        }
        impl GatherF32I64D34Q0A1B0 {
            /// Checks the indices and turns them into offsets, once, to gather from any number of arrays.
            ///
            /// # Errors
            ///
            /// As `run`; also if there is no memory for the offsets.
            #[inline]
            pub fn prepare(
                &self,
                __indices: &__gather::i64,
            ) -> __gather::Result<
                __gather::PreparedArray<
                    __gather::f32,
                    [[__gather::f32; 4]; 3],
                    [__gather::f32; 3],
                >,
                __gather::GatherError,
            > {
                __gather::prepare_array::<
                    Self,
                    _,
                    __gather::i64,
                    _,
                    _,
                    2,
                    0,
                    1,
                >(__gather::From::from(__indices))
            }
        }
        GatherF32I64D34Q0A1B0
    };
}
