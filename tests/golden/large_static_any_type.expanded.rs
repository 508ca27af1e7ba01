// let kernel = gather_kernel!(GatherND, String, i64, data = [4, 3], indices = [20, 1]);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        use __gather::Otherwise as _;
        struct GatherNdStringI64D43I201B0K1<T: ?__gather::Sized, M>(
            __gather::PhantomData<fn() -> T>,
            __gather::Moved<M>,
        );
        __gather::traits_of_kernel!(GatherNdStringI64D43I201B0K1);
        impl<T, M> GatherNdStringI64D43I201B0K1<T, M> {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static __gather::str = "gather_nd_string_i64_d4_3_i20_1_b0_k1";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static __gather::str = "GatherND, String, i64, data = [4, 3], indices = [20, 1], batch_dims = 0";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static __gather::str {
                "gather_nd_string_i64_d4_3_i20_1_b0_k1"
            }
            const __INDICES: __gather::Fixed<2, 1> = __gather::Fixed {
                rules: __gather::Rules::ONNX,
                first_axis: 0,
                sizes: [4],
                indices: [20, 1],
                tuples: true,
            };
            /// Gathers into a new array.
            ///
            /// # Errors
            ///
            /// An index is out of range where that is an error.
            #[inline]
            pub fn run(
                &self,
                __data: &[[T; 3]; 4],
                __indices: &[[__gather::i64; 1]; 20],
            ) -> __gather::Result<[[T; 3]; 20], __gather::GatherError>
            where
                T: __gather::Clone,
            {
                let mut __q0 = 0;
                while __q0 < 20 {
                    let mut __q1 = 0;
                    while __q1 < 1 {
                        __gather::ok!(
                            __gather::Fixed::index(& Self::__INDICES, __indices[__q0]
                            [__q1] as __gather::i128, __q0 + __q1)
                        );
                        __q1 += 1;
                    }
                    __q0 += 1;
                }
                __gather::Ok(
                    __gather::from_fn(|__n0| {
                        let __i0 = __gather::Fixed::checked(
                            &Self::__INDICES,
                            __indices[__n0][0] as __gather::i128,
                            __n0,
                        );
                        __gather::Clone::clone(&__data[__i0])
                    }),
                )
            }
            /// Gathers over `out`, one cell after the other.
            ///
            /// # Errors
            ///
            /// As `run`; `out` then holds some mixture of old and new elements.
            #[inline]
            pub fn run_into(
                &self,
                __data: &[[T; 3]; 4],
                __indices: &[[__gather::i64; 1]; 20],
                __out: &mut [[T; 3]; 20],
            ) -> __gather::Result<(), __gather::GatherError>
            where
                T: __gather::Clone,
            {
                let mut __n0 = 0;
                while __n0 < 20 {
                    let __i0 = __gather::ok!(
                        __gather::Fixed::index(& Self::__INDICES, __indices[__n0] [0] as
                        __gather::i128, __n0)
                    );
                    __out[__n0] = __gather::Clone::clone(&__data[__i0]);
                    __n0 += 1;
                }
                __gather::Ok(())
            }
            /// The shape of the output.
            #[inline]
            #[must_use]
            pub const fn output_shape(&self) -> [__gather::usize; 2] {
                [20, 3]
            }
        }
        #[doc(hidden)]
        impl<T, M: __gather::Mover<T>> __gather::Kernel<T, __gather::i64, 2>
        for GatherNdStringI64D43I201B0K1<T, M> {
            type Mover = M;
            const SPEC: __gather::Spec<2> = __gather::Spec {
                op: __gather::Op::GatherNd {
                    batch_dims: 0,
                },
                rules: __gather::Rules::ONNX,
                data: [__gather::Some(4), __gather::Some(3)],
                indices: __gather::Some(&[__gather::Some(20), __gather::Some(1)]),
                depth: __gather::Some(1),
            };
            #[inline]
            fn resolve(
                __block: &mut __gather::Block<'_, __gather::i64>,
                __d: &[__gather::usize; 2],
            ) -> __gather::bool {
                __gather::Block::rows(__block, |[__i0]| __gather::from_end(__i0, 4))
            }
        }
        impl<T, M> GatherNdStringI64D43I201B0K1<T, M> {
            /// Checks the indices and turns them into offsets, once, to gather from any number of arrays.
            ///
            /// # Errors
            ///
            /// As `run`; also if there is no memory for the offsets.
            #[inline]
            pub fn prepare(
                &self,
                __indices: &[[__gather::i64; 1]; 20],
            ) -> __gather::Result<
                __gather::PreparedArray<T, [[T; 3]; 4], [[T; 3]; 20]>,
                __gather::GatherError,
            >
            where
                T: __gather::Clone,
                M: __gather::Mover<T>,
            {
                __gather::prepare_array::<
                    Self,
                    _,
                    __gather::i64,
                    _,
                    _,
                    2,
                    2,
                    2,
                >(__gather::From::from(__indices))
            }
        }
        __gather::cloned(
            <__gather::Probe<String>>::CLONE,
            GatherNdStringI64D43I201B0K1::<
                String,
                _,
            >(__gather::PhantomData, <__gather::Probe<String>>::MOVER),
        )
    };
}
