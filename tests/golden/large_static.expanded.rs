// let kernel = gather_kernel!(GatherND, f32, i64, data = [30, 2, 100, 35], indices = [30, 2, 3, 1], batch_dims = 2);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(Clone, Copy, Debug, Default)]
        struct GatherNdF32I64D30210035I30231B2K1;
        impl GatherNdF32I64D30210035I30231B2K1 {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static str = "gather_nd_f32_i64_d30_2_100_35_i30_2_3_1_b2_k1";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static str = "GatherND, f32, i64, data = [30, 2, 100, 35], indices = [30, 2, 3, 1], batch_dims = 2";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                Self::NAME
            }
            const INDICES: __gather::Fixed<4, 1> = __gather::Fixed {
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
                data: &[[[[f32; 35]; 100]; 2]; 30],
                indices: &[[[[i64; 1]; 3]; 2]; 30],
            ) -> __gather::Result<[[[[f32; 35]; 3]; 2]; 30], __gather::GatherError> {
                let mut out = [[[[0.0; 35]; 3]; 2]; 30];
                __gather::ok!(self.run_into(data, indices, & mut out));
                __gather::Ok(out)
            }
            /// Gathers over `out`, one cell after the other.
            ///
            /// # Errors
            ///
            /// As `run`; `out` then holds some mixture of old and new elements.
            #[inline]
            pub const fn run_into(
                &self,
                data: &[[[[f32; 35]; 100]; 2]; 30],
                indices: &[[[[i64; 1]; 3]; 2]; 30],
                out: &mut [[[[f32; 35]; 3]; 2]; 30],
            ) -> __gather::Result<(), __gather::GatherError> {
                let mut n0 = 0;
                while n0 < 30 {
                    let mut n1 = 0;
                    while n1 < 2 {
                        let mut n2 = 0;
                        while n2 < 3 {
                            let i0 = __gather::ok!(
                                __gather::Fixed::index(& Self::INDICES, indices[n0] [n1]
                                [n2] [0] as i128, n0 * 6 + n1 * 3 + n2)
                            );
                            out[n0][n1][n2] = data[n0][n1][i0];
                            n2 += 1;
                        }
                        n1 += 1;
                    }
                    n0 += 1;
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
                data: &[[[[f32; 35]; 100]; 2]; 30],
                indices: &[[[[i64; 1]; 3]; 2]; 30],
            ) -> [[[[f32; 35]; 3]; 2]; 30] {
                match self.run(data, indices) {
                    __gather::Ok(out) => out,
                    __gather::Err(error) => error.panic(),
                }
            }
            /// The shape of the output.
            #[inline]
            #[must_use]
            pub const fn output_shape(&self) -> [usize; 4] {
                [30, 2, 3, 35]
            }
        }
        GatherNdF32I64D30210035I30231B2K1
    };
}
