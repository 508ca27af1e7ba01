// let kernel = gather_kernel!(GatherND, f32, i64, data = [30, 2, 100, 35], indices = [30, 2, 3, 1], batch_dims = 2);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(__gather::Clone, __gather::Copy, __gather::Debug, __gather::Default)]
        struct GatherNdF32I64D30210035I30231B2K1;
        impl GatherNdF32I64D30210035I30231B2K1 {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static __gather::str = "gather_nd_f32_i64_d30_2_100_35_i30_2_3_1_b2_k1";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static __gather::str = "GatherND, f32, i64, data = [30, 2, 100, 35], indices = [30, 2, 3, 1], batch_dims = 2";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static __gather::str {
                "gather_nd_f32_i64_d30_2_100_35_i30_2_3_1_b2_k1"
            }
            const __INDICES: __gather::Fixed<4, 1> = __gather::Fixed {
                rules: __gather::Rules::ONNX,
                first_axis: 2,
                sizes: [100],
                indices: [30, 2, 3, 1],
                tuples: true,
            };
            /// Gathers into a new array.
            ///
            /// # Errors
            ///
            /// An index is out of range where that is an error.
            #[inline]
            pub const fn run(
                &self,
                __data: &[[[[__gather::f32; 35]; 100]; 2]; 30],
                __indices: &[[[[__gather::i64; 1]; 3]; 2]; 30],
            ) -> __gather::Result<
                [[[[__gather::f32; 35]; 3]; 2]; 30],
                __gather::GatherError,
            > {
                let mut __out = [[[[0.0; 35]; 3]; 2]; 30];
                __gather::ok!(self.__run_into(__data, __indices, & mut __out));
                __gather::Ok(__out)
            }
            const fn __run_into(
                &self,
                __data: &[[[[__gather::f32; 35]; 100]; 2]; 30],
                __indices: &[[[[__gather::i64; 1]; 3]; 2]; 30],
                __out: &mut [[[[__gather::f32; 35]; 3]; 2]; 30],
            ) -> __gather::Result<(), __gather::GatherError> {
                let mut __n0 = 0;
                while __n0 < 30 {
                    let mut __n1 = 0;
                    while __n1 < 2 {
                        let mut __n2 = 0;
                        while __n2 < 3 {
                            let __i0 = __gather::ok!(
                                __gather::Fixed::index(& Self::__INDICES, __indices[__n0]
                                [__n1] [__n2] [0] as __gather::i128, __n0 * 6 + __n1 * 3 +
                                __n2)
                            );
                            __out[__n0][__n1][__n2] = __data[__n0][__n1][__i0];
                            __n2 += 1;
                        }
                        __n1 += 1;
                    }
                    __n0 += 1;
                }
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
                __data: &[[[[__gather::f32; 35]; 100]; 2]; 30],
                __indices: &[[[[__gather::i64; 1]; 3]; 2]; 30],
            ) -> [[[[__gather::f32; 35]; 3]; 2]; 30] {
                match self.run(__data, __indices) {
                    __gather::Ok(__out) => __out,
                    __gather::Err(__error) => __error.panic(),
                }
            }
            /// The shape of the output.
            #[inline]
            #[must_use]
            pub const fn output_shape(&self) -> [__gather::usize; 4] {
                [30, 2, 3, 35]
            }
        }
        #[doc(hidden)]
        impl __gather::Kernel<__gather::f32, __gather::i64, 4>
        for GatherNdF32I64D30210035I30231B2K1 {
            type Mover = __gather::ByCopy;
            const SPEC: __gather::Spec<4> = __gather::Spec {
                op: __gather::Op::GatherNd {
                    batch_dims: 2,
                },
                rules: __gather::Rules::ONNX,
                data: [
                    __gather::Some(30),
                    __gather::Some(2),
                    __gather::Some(100),
                    __gather::Some(35),
                ],
                indices: __gather::Some(
                    &[
                        __gather::Some(30),
                        __gather::Some(2),
                        __gather::Some(3),
                        __gather::Some(1),
                    ],
                ),
                depth: __gather::Some(1),
            };
            #[inline]
            fn resolve(
                __block: &mut __gather::Block<'_, __gather::i64>,
                __d: &[__gather::usize; 4],
            ) -> __gather::bool {
                __gather::Block::rows(__block, |[__i0]| __gather::from_end(__i0, 100))
            }
        }
        impl GatherNdF32I64D30210035I30231B2K1 {
            /// Gathers over `out`, by the loops of the dynamic calls.
            ///
            /// # Errors
            ///
            /// As `run`; `out` then holds some mixture of old and new elements.
            #[inline]
            pub fn run_into(
                &self,
                __data: &[[[[__gather::f32; 35]; 100]; 2]; 30],
                __indices: &[[[[__gather::i64; 1]; 3]; 2]; 30],
                __out: &mut [[[[__gather::f32; 35]; 3]; 2]; 30],
            ) -> __gather::Result<(), __gather::GatherError> {
                __gather::run_into_array::<
                    Self,
                    __gather::f32,
                    __gather::i64,
                    _,
                    4,
                    4,
                    4,
                >(__gather::From::from(__data), __gather::From::from(__indices), __out)
            }
            /// Checks the indices and turns them into offsets, once, to gather from any number of arrays.
            ///
            /// # Errors
            ///
            /// As `run`; also if there is no memory for the offsets.
            #[inline]
            pub fn prepare(
                &self,
                __indices: &[[[[__gather::i64; 1]; 3]; 2]; 30],
            ) -> __gather::Result<
                __gather::PreparedArray<
                    __gather::f32,
                    [[[[__gather::f32; 35]; 100]; 2]; 30],
                    [[[[__gather::f32; 35]; 3]; 2]; 30],
                >,
                __gather::GatherError,
            > {
                __gather::prepare_array::<
                    Self,
                    _,
                    __gather::i64,
                    _,
                    _,
                    4,
                    4,
                    4,
                >(__gather::From::from(__indices))
            }
        }
        GatherNdF32I64D30210035I30231B2K1
    };
}
