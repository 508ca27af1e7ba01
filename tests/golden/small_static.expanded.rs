// let kernel = gather_kernel!(GatherND, i32, i64, data = [2, 2], indices = [2, 2]);

fn main() {
    let kernel = {
        use ::gather_core::__private as __gather;
        #[derive(Clone, Copy, Debug, Default)]
        struct GatherNdI32I64D22I22B0K2;
        impl GatherNdI32I64D22I22B0K2 {
            /// What this kernel is, by the naming grammar.
            pub const NAME: &'static str = "gather_nd_i32_i64_d2_2_i2_2_b0_k2";
            /// What this kernel is, in the macro's own words.
            pub const SPEC: &'static str = "GatherND, i32, i64, data = [2, 2], indices = [2, 2], batch_dims = 0";
            /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                Self::NAME
            }
            const INDICES: __gather::Fixed<2, 2> = __gather::Fixed {
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
                data: &[[i32; 2]; 2],
                indices: &[[i64; 2]; 2],
            ) -> __gather::Result<[i32; 2], __gather::GatherError> {
                let i0_0 = __gather::ok!(
                    __gather::Fixed::index(& Self::INDICES, indices[0] [0] as i128, 0)
                );
                let i0_1 = __gather::ok!(
                    __gather::Fixed::index(& Self::INDICES, indices[0] [1] as i128, 1)
                );
                let i1_0 = __gather::ok!(
                    __gather::Fixed::index(& Self::INDICES, indices[1] [0] as i128, 2)
                );
                let i1_1 = __gather::ok!(
                    __gather::Fixed::index(& Self::INDICES, indices[1] [1] as i128, 3)
                );
                __gather::Ok([data[i0_0][i0_1], data[i1_0][i1_1]])
            }
            /// Gathers over `out`, one cell after the other.
            ///
            /// # Errors
            ///
            /// As `run`; `out` then holds some mixture of old and new elements.
            #[inline]
            pub const fn run_into(
                &self,
                data: &[[i32; 2]; 2],
                indices: &[[i64; 2]; 2],
                out: &mut [i32; 2],
            ) -> __gather::Result<(), __gather::GatherError> {
                let i0_0 = __gather::ok!(
                    __gather::Fixed::index(& Self::INDICES, indices[0] [0] as i128, 0)
                );
                let i0_1 = __gather::ok!(
                    __gather::Fixed::index(& Self::INDICES, indices[0] [1] as i128, 1)
                );
                let i1_0 = __gather::ok!(
                    __gather::Fixed::index(& Self::INDICES, indices[1] [0] as i128, 2)
                );
                let i1_1 = __gather::ok!(
                    __gather::Fixed::index(& Self::INDICES, indices[1] [1] as i128, 3)
                );
                out[0] = data[i0_0][i0_1];
                out[1] = data[i1_0][i1_1];
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
                data: &[[i32; 2]; 2],
                indices: &[[i64; 2]; 2],
            ) -> [i32; 2] {
                match self.run(data, indices) {
                    __gather::Ok(out) => out,
                    __gather::Err(error) => error.panic(),
                }
            }
            /// The shape of the output.
            #[inline]
            #[must_use]
            pub const fn output_shape(&self) -> [usize; 1] {
                [2]
            }
        }
        GatherNdI32I64D22I22B0K2
    };
}
