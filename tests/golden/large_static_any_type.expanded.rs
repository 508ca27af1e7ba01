// let kernel = gather_kernel!(GatherND, String, i64, data = [4, 3], indices = [20, 1]);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        use __gather::Otherwise as _;
        struct GatherNdStringI64D43I201B0K1<T, M>(
            __gather::PhantomData<fn() -> T>,
            __gather::Moved<M>,
        );
        __gather::traits_of_kernel!(GatherNdStringI64D43I201B0K1);
        impl<T, M> GatherNdStringI64D43I201B0K1<T, M> {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static str = "gather_nd_string_i64_d4_3_i20_1_b0_k1";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static str = "GatherND, String, i64, data = [4, 3], indices = [20, 1], batch_dims = 0";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                Self::NAME
            }
            const INDICES: __gather::Fixed<2, 1> = __gather::Fixed {
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
                data: &[[T; 3]; 4],
                indices: &[[i64; 1]; 20],
            ) -> __gather::Result<[[T; 3]; 20], __gather::GatherError>
            where
                T: __gather::Clone,
            {
                let mut q0 = 0;
                while q0 < 20 {
                    let mut q1 = 0;
                    while q1 < 1 {
                        __gather::ok!(
                            __gather::Fixed::index(& Self::INDICES, indices[q0] [q1] as
                            i128, q0 + q1)
                        );
                        q1 += 1;
                    }
                    q0 += 1;
                }
                __gather::Ok(
                    __gather::from_fn(|n0| {
                        let i0 = __gather::Fixed::checked(
                            &Self::INDICES,
                            indices[n0][0] as i128,
                            n0,
                        );
                        __gather::Clone::clone(&data[i0])
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
                data: &[[T; 3]; 4],
                indices: &[[i64; 1]; 20],
                out: &mut [[T; 3]; 20],
            ) -> __gather::Result<(), __gather::GatherError>
            where
                T: __gather::Clone,
            {
                let mut n0 = 0;
                while n0 < 20 {
                    let i0 = __gather::ok!(
                        __gather::Fixed::index(& Self::INDICES, indices[n0] [0] as i128,
                        n0)
                    );
                    out[n0] = __gather::Clone::clone(&data[i0]);
                    n0 += 1;
                }
                __gather::Ok(())
            }
            /// The shape of the output.
            #[inline]
            #[must_use]
            pub const fn output_shape(&self) -> [usize; 2] {
                [20, 3]
            }
        }
        __gather::checked::<
            String,
            _,
        >(
            GatherNdStringI64D43I201B0K1::<
                String,
                _,
            >(__gather::PhantomData, <__gather::Probe<String>>::MOVER),
        )
    };
}
