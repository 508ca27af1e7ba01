// let kernel = gather_kernel!(Gather, f32, i64, data = [3, 0], indices = [2]);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(Clone, Copy, Debug, Default)]
        struct GatherF32I64D30I2A0B0;
        impl GatherF32I64D30I2A0B0 {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static str = "gather_f32_i64_d3_0_i2_a0_b0";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static str = "Gather, f32, i64, data = [3, 0], indices = [2], axis = 0, batch_dims = 0";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                Self::NAME
            }
            const INDICES: __gather::Fixed<1, 1> = __gather::Fixed {
                rules: __gather::Rules::ONNX,
                first_axis: 0,
                sizes: [3],
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
                data: &[[f32; 0]; 3],
                indices: &[i64; 2],
            ) -> __gather::Result<[[f32; 0]; 2], __gather::GatherError> {
                let mut q0 = 0;
                while q0 < 2 {
                    __gather::ok!(
                        __gather::Fixed::index(& Self::INDICES, indices[q0] as i128, q0)
                    );
                    q0 += 1;
                }
                __gather::Ok([[]; 2])
            }
            /// Gathers over `out`, one cell after the other.
            ///
            /// # Errors
            ///
            /// As `run`; `out` then holds some mixture of old and new elements.
            #[inline]
            pub const fn run_into(
                &self,
                data: &[[f32; 0]; 3],
                indices: &[i64; 2],
                out: &mut [[f32; 0]; 2],
            ) -> __gather::Result<(), __gather::GatherError> {
                let mut q0 = 0;
                while q0 < 2 {
                    __gather::ok!(
                        __gather::Fixed::index(& Self::INDICES, indices[q0] as i128, q0)
                    );
                    q0 += 1;
                }
                let _ = out;
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
                data: &[[f32; 0]; 3],
                indices: &[i64; 2],
            ) -> [[f32; 0]; 2] {
                match self.run(data, indices) {
                    __gather::Ok(out) => out,
                    __gather::Err(error) => error.panic(),
                }
            }
            /// The shape of the output.
            #[inline]
            #[must_use]
            pub const fn output_shape(&self) -> [usize; 2] {
                [2, 0]
            }
        }
        GatherF32I64D30I2A0B0
    };
}
