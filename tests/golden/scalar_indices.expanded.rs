// let kernel = gather_kernel!(Gather, f32, i64, data = [3, 4], indices = [], axis = 1);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(Clone, Copy, Debug, Default)]
        struct GatherF32I64D34Q0A1B0;
        impl GatherF32I64D34Q0A1B0 {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static str = "gather_f32_i64_d3_4_q0_a1_b0";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static str = "Gather, f32, i64, data = [3, 4], indices = [], axis = 1, batch_dims = 0";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                Self::NAME
            }
            const INDICES: __gather::Fixed<0, 1> = __gather::Fixed {
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
                data: &[[f32; 4]; 3],
                indices: &i64,
            ) -> __gather::Result<[f32; 3], __gather::GatherError> {
                let i0 = __gather::ok!(
                    __gather::Fixed::index(& Self::INDICES, * indices as i128, 0)
                );
                let i1 = __gather::ok!(
                    __gather::Fixed::index(& Self::INDICES, * indices as i128, 0)
                );
                let i2 = __gather::ok!(
                    __gather::Fixed::index(& Self::INDICES, * indices as i128, 0)
                );
                __gather::Ok([data[0][i0], data[1][i1], data[2][i2]])
            }
            /// Gathers over `out`, one cell after the other.
            ///
            /// # Errors
            ///
            /// As `run`; `out` then holds some mixture of old and new elements.
            #[inline]
            pub const fn run_into(
                &self,
                data: &[[f32; 4]; 3],
                indices: &i64,
                out: &mut [f32; 3],
            ) -> __gather::Result<(), __gather::GatherError> {
                let i0 = __gather::ok!(
                    __gather::Fixed::index(& Self::INDICES, * indices as i128, 0)
                );
                let i1 = __gather::ok!(
                    __gather::Fixed::index(& Self::INDICES, * indices as i128, 0)
                );
                let i2 = __gather::ok!(
                    __gather::Fixed::index(& Self::INDICES, * indices as i128, 0)
                );
                out[0] = data[0][i0];
                out[1] = data[1][i1];
                out[2] = data[2][i2];
                __gather::Ok(())
            }
            /// Gathers constants while compiling: an index out of range is then a compile error.
            ///
            /// # Panics
            ///
            /// An index is out of range where that is an error.
            #[must_use]
            #[track_caller]
            pub const fn eval(&self, data: &[[f32; 4]; 3], indices: &i64) -> [f32; 3] {
                match self.run(data, indices) {
                    __gather::Ok(out) => out,
                    __gather::Err(error) => error.panic(),
                }
            }
            /// The shape of the output.
            #[inline]
            #[must_use]
            pub const fn output_shape(&self) -> [usize; 1] {
                [3]
            }
        }
        GatherF32I64D34Q0A1B0
    };
}
