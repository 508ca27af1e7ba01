// kernels.gather:
//     # boxes per query
//     PickBoxes: GatherND, f32, i64, rank = 3, batch_dims = 1, depth = 1

/// From `kernels.gather`, line 2.
///
/// Kernel `gather_nd_f32_i64_r3_b1_k1`: `GatherND, f32, i64, data = [_, _, _], depth = 1, batch_dims = 1`.
///
/// ```text
/// out[n.., ..] = data[n0, indices[n.., 0], ..]
/// shape of out = indices.shape[..-1] + data.shape[2..]
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct PickBoxes;
#[allow(
    unused,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    reason = "written by gather-codegen"
)]
const _: () = {
    use ::gather_core::__private as __gather;
    #[doc(hidden)]
    impl __gather::Kernel<f32, i64, 3> for PickBoxes {
        type Mover = __gather::ByCopy;
        const SPEC: __gather::Spec<3> = __gather::Spec {
            op: __gather::Op::GatherNd {
                batch_dims: 1,
            },
            rules: __gather::Rules::ONNX,
            data: [__gather::None, __gather::None, __gather::None],
            indices: __gather::None,
            depth: __gather::Some(1),
        };
        #[inline]
        fn resolve(block: &mut __gather::Block<'_, i64>, d: &[usize; 3]) -> bool {
            __gather::Block::rows(block, |[i0]| __gather::from_end(i0, d[1]))
        }
    }
    impl PickBoxes {
        /// What this kernel is, by the naming grammar.
        pub const NAME: &'static str = "gather_nd_f32_i64_r3_b1_k1";
        /// What this kernel is, in the macro's own words.
        pub const SPEC: &'static str = "GatherND, f32, i64, data = [_, _, _], depth = 1, batch_dims = 1";
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
            data: __gather::View<'_, f32, 3>,
            indices: __gather::View<'_, i64, __INDICES_RANK>,
        ) -> __gather::Result<
            __gather::Output<f32, __INDICES_RANK, 2, 2>,
            __gather::GatherError,
        >
        where
            __gather::Kernels: __gather::IndicesRank<__INDICES_RANK, 2>,
            __gather::Rest<__INDICES_RANK, 2>: __gather::OutputRank<2>,
        {
            __gather::run::<Self, f32, i64, _, _, _>(data, indices)
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
            data: __gather::View<'_, f32, 3>,
            indices: __gather::View<'_, i64, __INDICES_RANK>,
            out: &mut [f32],
        ) -> __gather::Result<(), __gather::GatherError> {
            __gather::run_into::<Self, f32, i64, _, _>(data, indices, out)
        }
        /// The shape that the output will have.
        ///
        /// # Errors
        ///
        /// The shapes break a rule or are not those this kernel was made for.
        #[inline]
        pub fn output_shape<'a, const __INDICES_RANK: usize>(
            &self,
            data: &'a [usize; 3],
            indices: &'a [usize; __INDICES_RANK],
        ) -> __gather::Result<__gather::OutputShape<'a>, __gather::GatherError> {
            __gather::output_shape::<Self, f32, i64, _, _>(data, indices)
        }
    }
};
