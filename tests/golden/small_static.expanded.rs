// let kernel = gather_kernel!(GatherND, i32, i64, data = [2, 2], indices = [2, 2]);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(__gather::Clone, __gather::Copy, __gather::Debug, __gather::Default)]
        struct GatherNdI32I64D22I22B0K2;
        impl GatherNdI32I64D22I22B0K2 {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static __gather::str = "gather_nd_i32_i64_d2_2_i2_2_b0_k2";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static __gather::str = "GatherND, i32, i64, data = [2, 2], indices = [2, 2], batch_dims = 0";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static __gather::str {
                "gather_nd_i32_i64_d2_2_i2_2_b0_k2"
            }
            const __INDICES: __gather::Fixed<2, 2> = __gather::Fixed {
                rules: __gather::Rules::ONNX,
                first_axis: 0,
                sizes: [2, 2],
                indices: [2, 2],
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
                __data: &[[__gather::i32; 2]; 2],
                __indices: &[[__gather::i64; 2]; 2],
            ) -> __gather::Result<[__gather::i32; 2], __gather::GatherError> {
                let __i0_0 = __gather::ok!(
                    __gather::Fixed::index(& Self::__INDICES, __indices[0] [0] as
                    __gather::i128, 0)
                );
                let __i0_1 = __gather::ok!(
                    __gather::Fixed::index(& Self::__INDICES, __indices[0] [1] as
                    __gather::i128, 1)
                );
                let __i1_0 = __gather::ok!(
                    __gather::Fixed::index(& Self::__INDICES, __indices[1] [0] as
                    __gather::i128, 2)
                );
                let __i1_1 = __gather::ok!(
                    __gather::Fixed::index(& Self::__INDICES, __indices[1] [1] as
                    __gather::i128, 3)
                );
                __gather::Ok([__data[__i0_0][__i0_1], __data[__i1_0][__i1_1]])
            }
            /// Gathers over `out`, one cell after the other.
            ///
            /// # Errors
            ///
            /// As `run`; `out` then holds some mixture of old and new elements.
            #[inline]
            pub const fn run_into(
                &self,
                __data: &[[__gather::i32; 2]; 2],
                __indices: &[[__gather::i64; 2]; 2],
                __out: &mut [__gather::i32; 2],
            ) -> __gather::Result<(), __gather::GatherError> {
                let __i0_0 = __gather::ok!(
                    __gather::Fixed::index(& Self::__INDICES, __indices[0] [0] as
                    __gather::i128, 0)
                );
                let __i0_1 = __gather::ok!(
                    __gather::Fixed::index(& Self::__INDICES, __indices[0] [1] as
                    __gather::i128, 1)
                );
                let __i1_0 = __gather::ok!(
                    __gather::Fixed::index(& Self::__INDICES, __indices[1] [0] as
                    __gather::i128, 2)
                );
                let __i1_1 = __gather::ok!(
                    __gather::Fixed::index(& Self::__INDICES, __indices[1] [1] as
                    __gather::i128, 3)
                );
                __out[0] = __data[__i0_0][__i0_1];
                __out[1] = __data[__i1_0][__i1_1];
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
                __data: &[[__gather::i32; 2]; 2],
                __indices: &[[__gather::i64; 2]; 2],
            ) -> [__gather::i32; 2] {
                match self.run(__data, __indices) {
                    __gather::Ok(__out) => __out,
                    __gather::Err(__error) => __error.panic(),
                }
            }
            /// The shape of the output.
            #[inline]
            #[must_use]
            pub const fn output_shape(&self) -> [__gather::usize; 1] {
                [2]
            }
        }
        #[doc(hidden)]
        impl __gather::Kernel<__gather::i32, __gather::i64, 2>
        for GatherNdI32I64D22I22B0K2 {
            type Mover = __gather::ByCopy;
            const SPEC: __gather::Spec<2> = __gather::Spec {
                op: __gather::Op::GatherNd {
                    batch_dims: 0,
                },
                rules: __gather::Rules::ONNX,
                data: [__gather::Some(2), __gather::Some(2)],
                indices: __gather::Some(&[__gather::Some(2), __gather::Some(2)]),
                depth: __gather::Some(2),
            };
            #[inline]
            fn resolve(
                __block: &mut __gather::Block<'_, __gather::i64>,
                __d: &[__gather::usize; 2],
            ) -> __gather::bool {
                __gather::Block::rows(
                    __block,
                    |[__i0, __i1]| __gather::from_end(__i0, 2).then(__i1, 2),
                )
            }
        }
        impl GatherNdI32I64D22I22B0K2 {
            /// Checks the indices and turns them into offsets, once, to gather from any number of arrays.
            ///
            /// # Errors
            ///
            /// As `run`; also if there is no memory for the offsets.
            #[inline]
            pub fn prepare(
                &self,
                __indices: &[[__gather::i64; 2]; 2],
            ) -> __gather::Result<
                __gather::PreparedArray<
                    __gather::i32,
                    [[__gather::i32; 2]; 2],
                    [__gather::i32; 2],
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
                    2,
                    1,
                >(__gather::From::from(__indices))
            }
        }
        GatherNdI32I64D22I22B0K2
    };
}
