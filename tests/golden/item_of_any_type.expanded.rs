// gather_kernel!(
//     struct Words: Gather, String, u32, rank = 1, out_of_range = fill
// );

///
/// Kernel `gather_string_u32_r1_a0_b0_fill`: `Gather, String, u32, data = [_], axis = 0, batch_dims = 0, out_of_range = fill`.
///
/// ```text
/// out[i.., ..] = data[indices[i..], ..]
/// shape of out = data.shape[..0] + indices.shape[0..] + data.shape[1..]
/// ```
#[derive(Clone, Copy, Debug, Default)]
struct Words;
const _: () = {
    use ::gather_core::__private as __gather;
    #[doc(hidden)]
    impl __gather::Kernel<String, u32, 1> for Words {
        type Mover = <__gather::Choice<
            {
                use __gather::Otherwise as _;
                <__gather::Probe<String>>::IS_ELEMENT
            },
        > as __gather::Choose<String>>::Mover;
        const SPEC: __gather::Spec<1> = __gather::Spec {
            op: __gather::Op::Gather {
                axis: 0,
                batch_dims: 0,
            },
            rules: __gather::Rules {
                out_of_range: __gather::OutOfRange::Fill(()),
                ..__gather::Rules::ONNX
            },
            data: [__gather::None],
            indices: __gather::None,
            depth: __gather::None,
        };
        #[inline]
        fn resolve(block: &mut __gather::Block<'_, u32>, d: &[usize; 1]) -> bool {
            __gather::Block::rows(block, |[i0]| __gather::from_end(i0, d[0]))
        }
        #[inline]
        fn fill() -> __gather::Option<String> {
            let value: String = <String as __gather::Fillable>::zero();
            __gather::Some(value)
        }
    }
    impl Words {
        /// What this kernel is, by the naming grammar.
        pub const NAME: &'static str = "gather_string_u32_r1_a0_b0_fill";
        /// What this kernel is, in the macro's own words.
        pub const SPEC: &'static str = "Gather, String, u32, data = [_], axis = 0, batch_dims = 0, out_of_range = fill";
        /// What this kernel is, by the naming grammar: [`Self::NAME`] of a kernel that is a value.
        #[must_use]
        pub const fn name(&self) -> &'static str {
            Self::NAME
        }
        /// Gathers into a new tensor.
        ///
        /// # Errors
        ///
        /// The shapes break a rule or are not those this kernel was made for; an index is out of
        /// range where that is an error; there is no memory for the output.
        #[inline]
        pub fn run<const __INDICES_RANK: usize>(
            &self,
            data: __gather::View<'_, String, 1>,
            indices: __gather::View<'_, u32, __INDICES_RANK>,
        ) -> __gather::Result<
            __gather::Output<String, __INDICES_RANK, 0, 0>,
            __gather::GatherError,
        >
        where
            __gather::Kernels: __gather::IndicesRank<__INDICES_RANK, 0>,
            __gather::Rest<__INDICES_RANK, 0>: __gather::OutputRank<0>,
        {
            __gather::run::<Self, String, u32, _, _, _>(data, indices)
        }
        /// Gathers over `out`, whose length must be that of the output; allocates nothing.
        ///
        /// # Errors
        ///
        /// As `run`; also if `out` has another length. After an index error `out` holds some mixture of
        /// old and new elements, after any other it is untouched.
        #[inline]
        pub fn run_into<const __INDICES_RANK: usize>(
            &self,
            data: __gather::View<'_, String, 1>,
            indices: __gather::View<'_, u32, __INDICES_RANK>,
            out: &mut [String],
        ) -> __gather::Result<(), __gather::GatherError> {
            __gather::run_into::<Self, String, u32, _, _>(data, indices, out)
        }
        /// The shape that the output will have.
        ///
        /// # Errors
        ///
        /// The shapes break a rule or are not those this kernel was made for.
        #[inline]
        pub fn output_shape<'a, const __INDICES_RANK: usize>(
            &self,
            data: &'a [usize; 1],
            indices: &'a [usize; __INDICES_RANK],
        ) -> __gather::Result<__gather::OutputShape<'a>, __gather::GatherError> {
            __gather::output_shape::<Self, String, u32, _, _>(data, indices)
        }
    }
};
