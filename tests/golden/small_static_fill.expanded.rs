// let kernel = gather_kernel!(Gather, f32, i64, data = [5, 2], indices = [2], out_of_range = fill);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(Clone, Copy, Debug, Default)]
        struct GatherF32I64D52I2A0B0Fill;
        impl GatherF32I64D52I2A0B0Fill {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static str = "gather_f32_i64_d5_2_i2_a0_b0_fill";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static str = "Gather, f32, i64, data = [5, 2], indices = [2], axis = 0, batch_dims = 0, out_of_range = fill";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                Self::NAME
            }
            const INDICES: __gather::Fixed<1, 1> = __gather::Fixed {
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
                data: &[[f32; 2]; 5],
                indices: &[i64; 2],
            ) -> __gather::Result<[[f32; 2]; 2], __gather::GatherError> {
                let i0 = __gather::Fixed::index_or_fill(
                    &Self::INDICES,
                    indices[0] as i128,
                    0,
                );
                let i1 = __gather::Fixed::index_or_fill(
                    &Self::INDICES,
                    indices[1] as i128,
                    1,
                );
                __gather::Ok([
                    match i0 {
                        __gather::Some(i0) => data[i0],
                        __gather::None => {
                            [{
                                let value: f32 = 0.0;
                                value
                            }; 2]
                        }
                    },
                    match i1 {
                        __gather::Some(i1) => data[i1],
                        __gather::None => {
                            [{
                                let value: f32 = 0.0;
                                value
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
                data: &[[f32; 2]; 5],
                indices: &[i64; 2],
                out: &mut [[f32; 2]; 2],
            ) -> __gather::Result<(), __gather::GatherError> {
                let i0 = __gather::Fixed::index_or_fill(
                    &Self::INDICES,
                    indices[0] as i128,
                    0,
                );
                let i1 = __gather::Fixed::index_or_fill(
                    &Self::INDICES,
                    indices[1] as i128,
                    1,
                );
                out[0] = match i0 {
                    __gather::Some(i0) => data[i0],
                    __gather::None => {
                        [{
                            let value: f32 = 0.0;
                            value
                        }; 2]
                    }
                };
                out[1] = match i1 {
                    __gather::Some(i1) => data[i1],
                    __gather::None => {
                        [{
                            let value: f32 = 0.0;
                            value
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
                data: &[[f32; 2]; 5],
                indices: &[i64; 2],
            ) -> [[f32; 2]; 2] {
                match self.run(data, indices) {
                    __gather::Ok(out) => out,
                    __gather::Err(error) => error.panic(),
                }
            }
            /// The shape of the output.
            #[inline]
            #[must_use]
            pub const fn output_shape(&self) -> [usize; 2] {
                [2, 2]
            }
        }
        GatherF32I64D52I2A0B0Fill
    };
}
