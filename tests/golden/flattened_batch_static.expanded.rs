// let kernel = gather_kernel!(GatherND, f32, i32, data = [3, 4, 5, 2], indices = [3, 4, 2, 1], batch_dims = 2, batch_output = flattened);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(Clone, Copy, Debug, Default)]
        struct GatherNdF32I32D3452I3421B2K1Flattened;
        impl GatherNdF32I32D3452I3421B2K1Flattened {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static str = "gather_nd_f32_i32_d3_4_5_2_i3_4_2_1_b2_k1_flattened";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static str = "GatherND, f32, i32, data = [3, 4, 5, 2], indices = [3, 4, 2, 1], batch_dims = 2, batch_output = flattened";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                Self::NAME
            }
            const INDICES: __gather::Fixed<4, 1> = __gather::Fixed {
                rules: __gather::Rules {
                    batch_output: __gather::BatchOutput::Flattened,
                    ..__gather::Rules::ONNX
                },
                first_axis: 2,
                sizes: [5],
                indices: [3, 4, 2, 1],
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
                data: &[[[[f32; 2]; 5]; 4]; 3],
                indices: &[[[[i32; 1]; 2]; 4]; 3],
            ) -> __gather::Result<[[[f32; 2]; 2]; 12], __gather::GatherError> {
                let mut out = [[[0.0; 2]; 2]; 12];
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
                data: &[[[[f32; 2]; 5]; 4]; 3],
                indices: &[[[[i32; 1]; 2]; 4]; 3],
                out: &mut [[[f32; 2]; 2]; 12],
            ) -> __gather::Result<(), __gather::GatherError> {
                let mut n0 = 0;
                while n0 < 3 {
                    let mut n1 = 0;
                    while n1 < 4 {
                        let mut n2 = 0;
                        while n2 < 2 {
                            let i0 = __gather::ok!(
                                __gather::Fixed::index(& Self::INDICES, indices[n0] [n1]
                                [n2] [0] as i128, n0 * 8 + n1 * 2 + n2)
                            );
                            out[n0 * 4 + n1][n2] = data[n0][n1][i0];
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
                data: &[[[[f32; 2]; 5]; 4]; 3],
                indices: &[[[[i32; 1]; 2]; 4]; 3],
            ) -> [[[f32; 2]; 2]; 12] {
                match self.run(data, indices) {
                    __gather::Ok(out) => out,
                    __gather::Err(error) => error.panic(),
                }
            }
            /// The shape of the output.
            #[inline]
            #[must_use]
            pub const fn output_shape(&self) -> [usize; 3] {
                [12, 2, 2]
            }
        }
        GatherNdF32I32D3452I3421B2K1Flattened
    };
}
