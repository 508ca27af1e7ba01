// let kernel = gather_kernel!(Gather, f32, i64, data = [5, 2], indices = [2], out_of_range = fill);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(__gather::Clone, __gather::Copy, __gather::Debug, __gather::Default)]
        struct GatherF32I64D52I2A0B0Fill;
        impl GatherF32I64D52I2A0B0Fill {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static __gather::str = "gather_f32_i64_d5_2_i2_a0_b0_fill";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static __gather::str = "Gather, f32, i64, data = [5, 2], indices = [2], axis = 0, batch_dims = 0, out_of_range = fill";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static __gather::str {
                "gather_f32_i64_d5_2_i2_a0_b0_fill"
            }
            const __INDICES: __gather::Fixed<1, 1> = __gather::Fixed {
                rules: __gather::Rules {
                    out_of_range: __gather::OutOfRange::Fill(()),
                    ..__gather::Rules::ONNX
                },
                first_axis: 0,
                sizes: [5],
                indices: [2],
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
                __data: &[[__gather::f32; 2]; 5],
                __indices: &[__gather::i64; 2],
            ) -> __gather::Result<[[__gather::f32; 2]; 2], __gather::GatherError> {
                let __i0 = __gather::Fixed::index_or_fill(
                    &Self::__INDICES,
                    __indices[0] as __gather::i128,
                    0,
                );
                let __i1 = __gather::Fixed::index_or_fill(
                    &Self::__INDICES,
                    __indices[1] as __gather::i128,
                    1,
                );
                __gather::Ok([
                    match __i0 {
                        __gather::Some(__i0) => __data[__i0],
                        __gather::None => {
                            [{
                                let __value: __gather::f32 = 0.0;
                                __value
                            }; 2]
                        }
                    },
                    match __i1 {
                        __gather::Some(__i1) => __data[__i1],
                        __gather::None => {
                            [{
                                let __value: __gather::f32 = 0.0;
                                __value
                            }; 2]
                        }
                    },
                ])
            }
            /// Gathers over `out`, one cell after the other.
            ///
            /// # Errors
            ///
            /// As `run`; `out` then holds some mixture of old and new elements.
            #[inline]
            pub const fn run_into(
                &self,
                __data: &[[__gather::f32; 2]; 5],
                __indices: &[__gather::i64; 2],
                __out: &mut [[__gather::f32; 2]; 2],
            ) -> __gather::Result<(), __gather::GatherError> {
                let __i0 = __gather::Fixed::index_or_fill(
                    &Self::__INDICES,
                    __indices[0] as __gather::i128,
                    0,
                );
                let __i1 = __gather::Fixed::index_or_fill(
                    &Self::__INDICES,
                    __indices[1] as __gather::i128,
                    1,
                );
                __out[0] = match __i0 {
                    __gather::Some(__i0) => __data[__i0],
                    __gather::None => {
                        [{
                            let __value: __gather::f32 = 0.0;
                            __value
                        }; 2]
                    }
                };
                __out[1] = match __i1 {
                    __gather::Some(__i1) => __data[__i1],
                    __gather::None => {
                        [{
                            let __value: __gather::f32 = 0.0;
                            __value
                        }; 2]
                    }
                };
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
                __data: &[[__gather::f32; 2]; 5],
                __indices: &[__gather::i64; 2],
            ) -> [[__gather::f32; 2]; 2] {
                match self.run(__data, __indices) {
                    __gather::Ok(__out) => __out,
                    __gather::Err(__error) => __error.panic(),
                }
            }
            /// The shape of the output.
            #[inline]
            #[must_use]
            pub const fn output_shape(&self) -> [__gather::usize; 2] {
                [2, 2]
            }
        }
        #[doc(hidden)]
        impl __gather::Kernel<__gather::f32, __gather::i64, 2>
        for GatherF32I64D52I2A0B0Fill {
            type Mover = __gather::ByCopy;
            const SPEC: __gather::Spec<2> = __gather::Spec {
                op: __gather::Op::Gather {
                    axis: 0,
                    batch_dims: 0,
                },
                rules: __gather::Rules {
                    out_of_range: __gather::OutOfRange::Fill(()),
                    ..__gather::Rules::ONNX
                },
                data: [__gather::Some(5), __gather::Some(2)],
                indices: __gather::Some(&[__gather::Some(2)]),
                depth: __gather::None,
            };
            #[inline]
            fn resolve(
                __block: &mut __gather::Block<'_, __gather::i64>,
                __d: &[__gather::usize; 2],
            ) -> __gather::bool {
                __gather::Block::rows(__block, |[__i0]| __gather::from_end(__i0, 5))
            }
            #[inline]
            fn fill() -> __gather::Option<__gather::f32> {
                let __value: __gather::f32 = <__gather::f32 as __gather::Fillable>::zero();
                __gather::Some(__value)
            }
        }
        impl GatherF32I64D52I2A0B0Fill {
            /// Checks the indices and turns them into offsets, once, to gather from any number of arrays.
            ///
            /// # Errors
            ///
            /// As `run`; also if there is no memory for the offsets.
            #[inline]
            pub fn prepare(
                &self,
                __indices: &[__gather::i64; 2],
            ) -> __gather::Result<
                __gather::PreparedArray<
                    __gather::f32,
                    [[__gather::f32; 2]; 5],
                    [[__gather::f32; 2]; 2],
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
                    1,
                    2,
                >(__gather::From::from(__indices))
            }
        }
        GatherF32I64D52I2A0B0Fill
    };
}
