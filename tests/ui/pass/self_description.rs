//! What a kernel says of itself can be read back by the macro.
#![deny(warnings)]

use gather_core::gather_kernel;

gather_kernel!(struct Short: Gather, half::f16, u32, rank = 2, axis = -1, semantics = openvino_7);
gather_kernel!(
    struct Long: Gather, half::f16, u32, data = [_, _], axis = 1, batch_dims = 0, negative = reject, out_of_range = fill
);
gather_kernel!(struct Nd: GatherND, u8, i8, rank = 3, batch_dims = 2, semantics = openvino_5);
gather_kernel!(struct All: GatherElements, Option<Vec<u8>>, usize, data = [1, 2], indices = [1, 2], non_axis = equal);

fn main() {
    assert_eq!(Short::NAME, Long::NAME);
    assert_eq!(Short::SPEC, Long::SPEC);
    assert_eq!(Short::NAME, "gather_half_f16_u32_r2_a1_b0_reject_fill");
    assert_eq!(
        Short::SPEC,
        "Gather, half::f16, u32, data = [_, _], axis = 1, batch_dims = 0, negative = reject, out_of_range = fill"
    );
    assert_eq!(Nd::NAME, "gather_nd_u8_i8_r3_b2_reject_flattened");
    assert_eq!(
        All::NAME,
        "gather_elements_option_vec_u8_usize_d1_2_i1_2_a0_equal"
    );
    assert_eq!(
        All::SPEC,
        "GatherElements, Option<Vec<u8>>, usize, data = [1, 2], indices = [1, 2], axis = 0, non_axis = equal"
    );
}
