//! The kernels under test, once. Every suite reads this list.
//!
//! A line is `kind name [ranks of indices] { spec }`. The kinds are what the macro can know:
//!
//! - `ranked`: ranks only, perhaps sizes of the indices; views in, a tensor out
//! - `sized`: some sizes of data; `run_array` too
//! - `fixed`: all sizes, a primitive element; nested arrays in and out, `eval` too
//! - `cloned`: all sizes, any other element
//!
//! The ranks of the indices are those to call the kernel with; where the kernel is made for one, that one.

/// Hands the list to a macro.
macro_rules! every_kernel {
    ($with:ident) => { $with! {
        // GatherND: every rank of data, every rank of indices, the depth open
        ranked nd_r1             [1 2 3]             { GatherND, u8, i64, rank = 1 }
        ranked nd_r2             [1 2 3 4 5 6 7 8]   { GatherND, u16, i32, rank = 2 }
        ranked nd_r3             [1 3 5]             { GatherND, f32, u32, rank = 3 }
        ranked nd_r4             [3 4]               { GatherND, f32, i64, rank = 4, batch_dims = 2 }
        ranked nd_r5             [2 3]               { GatherND, f64, u64, rank = 5, batch_dims = 1 }
        ranked nd_r6             [3 4]               { GatherND, u128, i16, rank = 6, batch_dims = 2 }
        ranked nd_r7             [4 5]               { GatherND, Rgb, isize, rank = 7, batch_dims = 3 }
        ranked nd_r8             [1 2 8]             { GatherND, u8, usize, rank = 8 }
        ranked nd_r8_b3          [4 8]               { GatherND, u16, i8, rank = 8, batch_dims = 3 }
        ranked nd_string         [1 2]               { GatherND, String, i64, rank = 2 }
        ranked nd_arc            [2 3]               { GatherND, Arc<str>, u8, rank = 3, batch_dims = 1 }

        // GatherND: known depths, known ranks and sizes of indices
        ranked nd_k1             [1 2 6]             { GatherND, f32, i64, rank = 3, depth = 1 }
        ranked nd_k2             [1 2 8]             { GatherND, bool, i32, rank = 2, depth = 2 }
        ranked nd_k3             [1 3]               { GatherND, u8, u8, rank = 3, depth = 3 }
        ranked nd_k4_of_8        [1 2 5]             { GatherND, char, u16, rank = 8, depth = 4 }
        ranked nd_k8_of_8        [1 2]               { GatherND, i64, i64, rank = 8, depth = 8 }
        ranked nd_k2_string      [1 2]               { GatherND, String, u32, rank = 3, depth = 2 }
        ranked nd_q4_k2          [4]                 { GatherND, f64, i64, rank = 5, batch_dims = 2, depth = 2, indices_rank = 4 }
        ranked nd_q2             [2]                 { GatherND, f32, i64, rank = 3, indices_rank = 2 }
        ranked nd_indices_k2     [2]                 { GatherND, [u8; 3], i16, rank = 3, indices = [_, 2] }
        ranked nd_indices_b1     [3]                 { GatherND, f32, i64, rank = 3, indices = [2, _, 1], batch_dims = 1 }

        // Gather: scalar indices, every axis, batches
        ranked g_r1              [0 1 2 8]           { Gather, u8, i8, rank = 1 }
        ranked g_r2              [0 1 3 7]           { Gather, f32, u32, rank = 2, axis = 0 }
        ranked g_r2_a1           [0 1 2]             { Gather, f64, i64, rank = 2, axis = 1 }
        ranked g_r3_last         [0 1 2]             { Gather, u16, i32, rank = 3, axis = -1 }
        ranked g_r4_a_minus_3    [0 2]               { Gather, f16, u16, rank = 4, axis = -3 }
        ranked g_r5_a2           [1 4]               { Gather, u128, isize, rank = 5, axis = 2 }
        ranked g_r6              [1 3]               { Gather, Rgb, usize, rank = 6, axis = 3 }
        ranked g_r7              [1 2]               { Gather, bool, u64, rank = 7, axis = 6 }
        ranked g_r8              [0 1]               { Gather, u8, i64, rank = 8, axis = -8 }
        ranked g_string          [0 2]               { Gather, String, u8, rank = 2, axis = 1 }
        ranked g_arc             [1]                 { Gather, Arc<str>, i64, rank = 1 }
        ranked g_b1              [1 2 3]             { Gather, f32, i64, rank = 2, axis = 1, batch_dims = 1 }
        ranked g_b1_a2           [1 2 3]             { Gather, u16, i32, rank = 4, axis = 2, batch_dims = 1 }
        ranked g_b2              [2 3]               { Gather, f64, u32, rank = 3, axis = 2, batch_dims = 2 }
        ranked g_b3              [3 4]               { Gather, u8, i16, rank = 4, axis = -1, batch_dims = 3 }
        ranked g_b_minus_1       [2]                 { Gather, f32, i64, rank = 3, axis = 1, batch_dims = -1, indices_rank = 2 }
        ranked g_b_minus_2       [3]                 { Gather, i32, i64, rank = 2, axis = 1, batch_dims = -2, indices = [_, 2, 3] }
        ranked g_scalar          [0]                 { Gather, f32, i64, rank = 3, axis = 1, indices_rank = 0 }
        ranked g_indices         [2]                 { Gather, f32, u8, rank = 2, axis = 0, indices = [_, 3] }

        // Elements of no size, of a large size, borrowed, optional
        ranked g_unit            [1 2]               { Gather, (), i64, rank = 2, axis = 1 }
        ranked g_wide            [1 2]               { Gather, [u64; 3], i64, rank = 2, out_of_range = fill([1, 2, 3]) }
        ranked nd_str            [2 3]               { GatherND, &'static str, i64, rank = 2, batch_dims = 1 }
        ranked e_option          [2]                 { GatherElements, Option<u16>, i64, rank = 2, out_of_range = fill }

        // GatherElements: every rank, every axis
        ranked e_r1              [1]                 { GatherElements, u8, i64, rank = 1 }
        ranked e_r2              [2]                 { GatherElements, f32, i32, rank = 2, axis = 0 }
        ranked e_r2_last         [2]                 { GatherElements, f32, i32, rank = 2, axis = -1 }
        ranked e_r3              [3]                 { GatherElements, u16, u32, rank = 3, axis = 1 }
        ranked e_r4              [4]                 { GatherElements, f64, u64, rank = 4, axis = -4 }
        ranked e_r5              [5]                 { GatherElements, u128, i8, rank = 5, axis = 2, indices_rank = 5 }
        ranked e_r6              [6]                 { GatherElements, [u8; 3], isize, rank = 6, axis = -2 }
        ranked e_r7              [7]                 { GatherElements, i64, i16, rank = 7, axis = 3 }
        ranked e_r8              [8]                 { GatherElements, u8, usize, rank = 8, axis = 7 }
        ranked e_string          [2]                 { GatherElements, String, u16, rank = 2, axis = 1 }
        ranked e_indices         [3]                 { GatherElements, f32, i64, rank = 3, axis = 0, indices = [_, 2, _] }

        // What an index out of range gives
        ranked nd_reject         [1 2]               { GatherND, f32, i64, rank = 2, negative = reject }
        ranked nd_clamp          [2 3]               { GatherND, f32, i8, rank = 3, batch_dims = 1, out_of_range = clamp }
        ranked nd_reject_clamp   [1 2]               { GatherND, u16, i32, rank = 3, depth = 2, negative = reject, out_of_range = clamp }
        ranked nd_wrap           [1 2]               { GatherND, f64, i64, rank = 2, out_of_range = wrap }
        ranked nd_fill           [1 2]               { GatherND, f32, i64, rank = 3, out_of_range = fill }
        ranked nd_fill_value     [2 3]               { GatherND, u128, i32, rank = 3, batch_dims = 1, out_of_range = fill(u128::MAX / 3) }
        ranked nd_fill_string    [1 2]               { GatherND, String, i64, rank = 2, negative = reject, out_of_range = fill(String::from("none")) }
        ranked g_reject_wrap     [0 1 2]             { Gather, u8, i64, rank = 2, axis = 1, negative = reject, out_of_range = wrap }
        ranked g_clamp           [1 2]               { Gather, Rgb, i64, rank = 2, axis = 0, out_of_range = clamp }
        ranked g_fill_string     [0 1]               { Gather, String, i32, rank = 2, axis = 0, out_of_range = fill }
        ranked g_fill_arc        [1]                 { Gather, Arc<str>, i32, rank = 2, axis = 0, out_of_range = fill }
        ranked g_fill_rgb        [1 2]               { Gather, Rgb, i64, rank = 3, axis = 1, batch_dims = 1, out_of_range = fill(Rgb([1, 2, 3])) }
        ranked g_fill_unsigned   [1]                 { Gather, f32, u8, rank = 2, out_of_range = fill(-0.0) }
        ranked e_reject_fill     [2]                 { GatherElements, u16, i64, rank = 2, axis = 1, negative = reject, out_of_range = fill(9) }
        ranked e_clamp           [3]                 { GatherElements, f32, i32, rank = 3, axis = 1, negative = from_end, out_of_range = clamp }
        ranked e_wrap            [2]                 { GatherElements, [u8; 3], i16, rank = 2, axis = 0, negative = reject, out_of_range = wrap }
        ranked e_error           [2]                 { GatherElements, f32, i64, rank = 2, negative = reject, out_of_range = error }

        // The other choices
        ranked nd_copy           [1 2 3]             { GatherND, f32, i64, rank = 2, depth_zero = copy }
        ranked nd_copy_b1        [2 3]               { GatherND, u8, i64, rank = 3, batch_dims = 1, depth = 0, depth_zero = copy }
        ranked nd_copy_string    [1 2]               { GatherND, String, i64, rank = 1, depth_zero = copy, out_of_range = fill }
        ranked nd_no_copy        [2]                 { GatherND, f32, i64, rank = 2, depth_zero = error }
        ranked nd_flat_b0        [2]                 { GatherND, f32, i64, rank = 2, batch_output = flattened }
        ranked nd_flat_b1        [2 3]               { GatherND, f32, i64, rank = 3, batch_dims = 1, depth = 1, batch_output = flattened }
        ranked nd_flat_b2        [3 4]               { GatherND, f32, i64, rank = 4, batch_dims = 2, depth = 1, batch_output = flattened }
        ranked nd_flat_b3        [4 5]               { GatherND, f64, i64, rank = 5, batch_dims = 3, batch_output = flattened }
        ranked nd_kept           [3]                 { GatherND, f32, i64, rank = 3, batch_dims = 2, batch_output = kept, batch_sizes = equal }
        ranked nd_repeat         [2 3]               { GatherND, u16, i64, rank = 3, batch_dims = 1, batch_sizes = broadcast }
        ranked nd_repeat_flat    [3 4]               { GatherND, f32, i32, rank = 4, batch_dims = 2, batch_sizes = broadcast, batch_output = flattened }
        ranked g_repeat          [1 2 3]             { Gather, f32, i64, rank = 3, axis = 2, batch_dims = 1, batch_sizes = broadcast }
        ranked g_repeat_b2       [2 3]               { Gather, String, i64, rank = 3, axis = 2, batch_dims = 2, batch_sizes = broadcast }
        ranked e_at_most         [2]                 { GatherElements, f32, i64, rank = 2, non_axis = at_most }
        ranked e_equal           [3]                 { GatherElements, f32, i64, rank = 3, axis = 1, non_axis = equal }
        ranked e_repeat          [3]                 { GatherElements, f64, i32, rank = 3, axis = 0, non_axis = broadcast }
        ranked e_repeat_string   [2]                 { GatherElements, String, i32, rank = 2, axis = 1, non_axis = broadcast, out_of_range = fill }

        // Whole systems
        ranked nd_onnx_11        [1 2]               { GatherND, f32, i64, rank = 2, semantics = onnx_11 }
        ranked nd_onnx_12        [2]                 { GatherND, f32, i64, rank = 3, batch_dims = 1, semantics = onnx_12 }
        ranked g_onnx_13         [1]                 { Gather, f32, i64, rank = 2, axis = 1, semantics = onnx_13 }
        ranked nd_onnxruntime    [2 3]               { GatherND, f32, i64, rank = 3, batch_dims = 1, semantics = onnxruntime }
        ranked g_openvino_1      [1]                 { Gather, f32, i32, rank = 2, axis = 1, semantics = openvino_1 }
        ranked nd_openvino_5     [3 4]               { GatherND, f32, i32, rank = 4, batch_dims = 2, semantics = openvino_5 }
        ranked e_openvino_6      [2]                 { GatherElements, f32, i32, rank = 2, axis = 1, semantics = openvino_6 }
        ranked g_openvino_7      [2]                 { Gather, f32, i32, rank = 3, axis = 1, batch_dims = 1, semantics = openvino_7 }
        ranked g_openvino_8      [1 2]               { Gather, f32, i64, rank = 2, axis = 1, batch_dims = 1, semantics = openvino_8 }
        ranked nd_openvino_8     [2]                 { GatherND, f32, i32, rank = 3, semantics = openvino_8 }
        ranked nd_cann           [2]                 { GatherND, f16, i32, rank = 2, semantics = cann }
        ranked nd_cann_negative  [2]                 { GatherND, f16, i64, rank = 2, semantics = cann_negative }
        ranked g_tensorflow      [2]                 { Gather, String, i32, rank = 2, axis = 1, batch_dims = 1, semantics = tensorflow }
        ranked nd_tensorflow     [1 2]               { GatherND, f32, i32, rank = 2, semantics = tensorflow }
        ranked nd_tf_ignore      [2]                 { GatherND, String, i64, rank = 2, semantics = tensorflow_ignore }
        ranked g_torch           [1]                 { Gather, f32, i64, rank = 2, axis = -1, semantics = torch }
        ranked e_torch           [2]                 { GatherElements, f32, i64, rank = 2, axis = 1, semantics = torch }
        ranked g_numpy_raise     [1]                 { Gather, f64, i64, rank = 2, semantics = numpy_raise }
        ranked e_numpy_raise     [2]                 { GatherElements, f64, i64, rank = 2, axis = 1, semantics = numpy_raise }
        ranked g_numpy_wrap      [2]                 { Gather, f64, i64, rank = 2, axis = 1, semantics = numpy_wrap }
        ranked g_numpy_clip      [1]                 { Gather, f64, i64, rank = 2, axis = 1, semantics = numpy_clip }
        ranked nd_jax_fill       [1 2]               { GatherND, f32, i32, rank = 2, semantics = jax_fill }
        ranked g_jax_fill        [1]                 { Gather, u8, i32, rank = 2, semantics = jax_fill }
        ranked e_jax_fill        [2]                 { GatherElements, i64, i32, rank = 2, axis = 1, semantics = jax_fill }
        ranked nd_jax_clip       [2]                 { GatherND, f32, i32, rank = 2, semantics = jax_clip }
        ranked e_jax_clip        [2]                 { GatherElements, bool, i32, rank = 2, semantics = jax_clip }
        ranked g_jax_wrap        [2]                 { Gather, bool, i32, rank = 2, semantics = jax_wrap }

        // Some sizes known
        sized s_rows             [0 1 2]             { Gather, f32, u32, data = [_, 24], axis = 0 }
        sized s_rows_of_17       [1]                 { Gather, u8, i64, data = [_, 17] }
        sized s_rows_string      [1 2]               { Gather, String, i32, data = [_, 3], axis = 0 }
        sized s_rows_rgb         [1]                 { Gather, [u8; 3], u16, data = [_, 5] }
        sized s_rows_of_0        [1]                 { Gather, f32, i64, data = [_, 0] }
        sized s_axis             [1 2]               { Gather, u16, i64, data = [_, 7, _], axis = 1 }
        sized s_outer            [1 2]               { Gather, f64, i32, data = [3, _, 4], axis = 1 }
        sized s_batch            [1 2]               { Gather, f32, i64, data = [_, 5, 4], axis = 1, batch_dims = 1, out_of_range = clamp }
        sized s_indices          [2]                 { Gather, f32, i64, data = [_, 8], axis = 0, indices = [_, 4] }
        sized s_nd_k1            [2 3]               { GatherND, f32, i64, data = [_, _, 5], batch_dims = 1, depth = 1 }
        sized s_nd_open          [1 2]               { GatherND, u16, u32, data = [4, _] }
        sized s_nd_boxes         [3]                 { GatherND, f32, i64, data = [_, 3, 5], indices = [_, 2, 1], batch_dims = 1 }
        sized s_nd_batch         [2 3]               { GatherND, f64, i64, data = [3, _, 2], batch_dims = 1, negative = reject, out_of_range = fill(0.5) }
        sized s_nd_repeat        [2 3]               { GatherND, f32, i64, data = [1, _, 2], batch_dims = 1, batch_sizes = broadcast }
        sized s_nd_flat          [3]                 { GatherND, u8, i64, data = [2, _, 3], batch_dims = 2, batch_output = flattened }
        sized s_nd_copy          [2]                 { GatherND, u8, i64, data = [_, 3], depth = 0, depth_zero = copy }
        sized s_nd_data          [2]                 { GatherND, f32, i64, data = [4, 3], indices_rank = 2 }
        sized s_nd_r8            [1 2]               { GatherND, u8, i64, data = [_, 2, _, 2, _, 2, _, 1], depth = 3 }
        sized s_e_rows           [2]                 { GatherElements, f64, i32, data = [_, 6], axis = 1 }
        sized s_e_columns        [2]                 { GatherElements, f32, i64, data = [_, 6], axis = 0 }
        sized s_e_stride         [4]                 { GatherElements, f32, i64, data = [_, _, 3, _], axis = 0 }
        sized s_e_indices        [3]                 { GatherElements, u128, i64, data = [3, _, 2], indices = [_, _, 2], axis = 1 }
        sized s_e_data           [2]                 { GatherElements, String, u8, data = [2, 3], axis = 0, non_axis = equal }

        // All sizes known: straight lines up to 16 indices, loops above
        fixed f_nd_elements      []                  { GatherND, f32, i64, data = [2, 2], indices = [2, 2] }
        fixed f_nd_rows          []                  { GatherND, u8, u8, data = [5, 3], indices = [4, 1] }
        fixed f_nd_rows_loop     []                  { GatherND, u8, u8, data = [5, 3], indices = [17, 1] }
        fixed f_nd_scalar        []                  { GatherND, f64, i32, data = [3, 4], indices = [2] }
        fixed f_nd_whole_row     []                  { GatherND, f64, i32, data = [3, 4], indices = [1] }
        fixed f_nd_b1            []                  { GatherND, u16, i16, data = [2, 3, 4], indices = [2, 2, 1], batch_dims = 1 }
        fixed f_nd_b2_loop       []                  { GatherND, f32, i64, data = [3, 2, 10, 5], indices = [3, 2, 3, 1], batch_dims = 2 }
        fixed f_nd_b3            []                  { GatherND, bool, i8, data = [1, 2, 2, 4], indices = [1, 2, 2, 1], batch_dims = 3 }
        fixed f_nd_r8            []                  { GatherND, u128, isize, data = [1, 2, 1, 2, 1, 2, 1, 3], indices = [2, 8] }
        fixed f_nd_q8            []                  { GatherND, char, usize, data = [4], indices = [1, 2, 1, 2, 1, 2, 1, 1] }
        fixed f_nd_q8_loop       []                  { GatherND, char, usize, data = [4], indices = [2, 2, 1, 2, 1, 2, 2, 1] }
        fixed f_nd_reject        []                  { GatherND, f32, i64, data = [4, 4], indices = [9, 2], negative = reject }
        fixed f_nd_fill          []                  { GatherND, f32, i64, data = [4, 3], indices = [3, 1], out_of_range = fill }
        fixed f_nd_fill_value    []                  { GatherND, i64, i64, data = [4, 4], indices = [10, 2], negative = reject, out_of_range = fill(-7) }
        fixed f_nd_clamp         []                  { GatherND, f32, i64, data = [4, 4], indices = [3, 2], negative = reject, out_of_range = clamp }
        fixed f_nd_wrap          []                  { GatherND, f32, i8, data = [4, 4], indices = [20, 2], out_of_range = wrap }
        fixed f_nd_copy          []                  { GatherND, u8, i64, data = [2, 3], indices = [4, 0], depth_zero = copy }
        fixed f_nd_copy_b1       []                  { GatherND, u8, i64, data = [2, 3], indices = [2, 20, 0], batch_dims = 1, depth_zero = copy }
        fixed f_nd_flat          []                  { GatherND, f32, i64, data = [2, 3, 4], indices = [2, 3, 1, 1], batch_dims = 2, batch_output = flattened }
        fixed f_nd_flat_loop     []                  { GatherND, f32, i64, data = [2, 3, 4, 2], indices = [2, 3, 5, 1], batch_dims = 2, batch_output = flattened }
        fixed f_nd_flat_b1       []                  { GatherND, f32, i64, data = [2, 3], indices = [2, 1], batch_dims = 1, batch_output = flattened }
        fixed f_nd_repeat        []                  { GatherND, f32, i64, data = [1, 3, 2], indices = [4, 2, 1], batch_dims = 1, batch_sizes = broadcast }
        fixed f_nd_repeat_loop   []                  { GatherND, f32, i64, data = [3, 1, 4], indices = [1, 5, 2, 1], batch_dims = 2, batch_sizes = broadcast }
        fixed f_nd_repeat_flat   []                  { GatherND, f32, i64, data = [3, 1, 4], indices = [1, 7, 2, 1], batch_dims = 2, batch_sizes = broadcast, batch_output = flattened }
        fixed f_nd_openvino_5    []                  { GatherND, f32, i32, data = [2, 2, 3], indices = [2, 2, 1], batch_dims = 2, semantics = openvino_5 }
        fixed f_g_rows           []                  { Gather, f32, u32, data = [5, 4], indices = [3], axis = 0 }
        fixed f_g_rows_loop      []                  { Gather, f32, u32, data = [5, 4], indices = [4, 5], axis = 0 }
        fixed f_g_scalar         []                  { Gather, u16, i64, data = [3, 4], indices = [], axis = 1 }
        fixed f_g_one            []                  { Gather, u16, i64, data = [5], indices = [] }
        fixed f_g_middle         []                  { Gather, u8, i64, data = [2, 5, 3], indices = [4], axis = 1 }
        fixed f_g_middle_loop    []                  { Gather, u8, i64, data = [6, 5, 3], indices = [4], axis = -2 }
        fixed f_g_b1             []                  { Gather, f64, i64, data = [2, 5], indices = [2, 3], axis = 1, batch_dims = 1 }
        fixed f_g_b_is_q         []                  { Gather, f64, i64, data = [3, 5], indices = [3], axis = 1, batch_dims = 1 }
        fixed f_g_b_minus_1      []                  { Gather, f64, u64, data = [2, 1, 5, 4], indices = [2, 3], axis = 2, batch_dims = -1 }
        fixed f_g_repeat         []                  { Gather, f32, i64, data = [2, 5], indices = [1, 9], axis = 1, batch_dims = 1, batch_sizes = broadcast }
        fixed f_g_fill           []                  { Gather, f32, i64, data = [5, 2], indices = [4], negative = reject, out_of_range = fill(f32::NAN) }
        fixed f_g_jax_fill       []                  { Gather, i32, i64, data = [5, 2], indices = [20], semantics = jax_fill }
        fixed f_g_clamp          []                  { Gather, bool, i64, data = [3, 2], indices = [3], axis = 1, out_of_range = clamp }
        fixed f_g_numpy_wrap     []                  { Gather, u8, i64, data = [3, 2], indices = [30], semantics = numpy_wrap }
        fixed f_e_last           []                  { GatherElements, f32, i64, data = [2, 2], indices = [2, 3], axis = 1 }
        fixed f_e_first_loop     []                  { GatherElements, f32, i64, data = [4, 7], indices = [3, 7], axis = 0 }
        fixed f_e_r1             []                  { GatherElements, u16, u16, data = [7], indices = [3] }
        fixed f_e_r5_loop        []                  { GatherElements, u8, i32, data = [2, 3, 1, 3, 2], indices = [2, 2, 1, 4, 2], axis = -2 }
        fixed f_e_smaller        []                  { GatherElements, f32, i64, data = [5, 5], indices = [2, 3], axis = 0 }
        fixed f_e_repeat         []                  { GatherElements, f32, i64, data = [1, 4], indices = [3, 2], axis = 1, non_axis = broadcast }
        fixed f_e_repeat_loop    []                  { GatherElements, f32, i64, data = [5, 4], indices = [1, 6], axis = 1, non_axis = broadcast }
        fixed f_e_fill           []                  { GatherElements, u16, i64, data = [2, 3], indices = [2, 3], axis = 1, out_of_range = fill(9) }
        fixed f_e_torch          []                  { GatherElements, f32, i64, data = [4, 5], indices = [3, 5], axis = 0, semantics = torch }

        // All sizes known, and so many picks that core's loops gather over an array
        fixed f_nd_many          []                  { GatherND, f32, i64, data = [9, 7], indices = [600, 2] }
        fixed f_nd_b2_many       []                  { GatherND, f32, i64, data = [10, 5, 9, 35], indices = [10, 5, 3, 1], batch_dims = 2 }
        fixed f_nd_flat_many     []                  { GatherND, u16, i32, data = [8, 16, 5, 3], indices = [8, 16, 5, 1], batch_dims = 2, batch_output = flattened }
        fixed f_nd_repeat_many   []                  { GatherND, f64, i64, data = [40, 1, 4], indices = [1, 7, 2, 1], batch_dims = 2, batch_sizes = broadcast }
        fixed f_nd_fill_many     []                  { GatherND, i64, i64, data = [4, 4], indices = [513, 2], negative = reject, out_of_range = fill(-7) }
        fixed f_nd_copy_many     []                  { GatherND, u8, i64, data = [2, 32], indices = [2, 70, 0], batch_dims = 1, depth_zero = copy }
        fixed f_g_rows_many      []                  { Gather, f32, u32, data = [50, 33], indices = [16, 8], axis = 0 }
        fixed f_g_middle_many    []                  { Gather, u8, i64, data = [130, 5, 3], indices = [4], axis = 1 }
        fixed f_g_wrap_many      []                  { Gather, bool, i8, data = [9], indices = [520], out_of_range = wrap }
        fixed f_g_jax_many       []                  { Gather, i32, i64, data = [50], indices = [700], semantics = jax_fill }
        fixed f_e_last_many      []                  { GatherElements, f32, i64, data = [12, 9], indices = [12, 50], axis = 1 }
        fixed f_e_first_many     []                  { GatherElements, u128, u16, data = [9, 110], indices = [5, 110], axis = 0 }

        // All sizes known, elements that are cloned
        cloned c_g_many          []                  { Gather, String, i64, data = [7, 2], indices = [512] }
        cloned c_e_many          []                  { GatherElements, Rgb, i64, data = [7, 80], indices = [7, 80], axis = 0, out_of_range = clamp }
        cloned c_nd_unit         []                  { GatherND, (), i64, data = [3], indices = [20, 1] }
        cloned c_g_str           []                  { Gather, &'static str, i64, data = [3], indices = [2, 1], out_of_range = fill("none") }
        cloned c_nd_rows         []                  { GatherND, String, i64, data = [3, 2], indices = [2, 1] }
        cloned c_nd_rows_loop    []                  { GatherND, String, i64, data = [3, 2], indices = [20, 1] }
        cloned c_nd_flat_loop    []                  { GatherND, Rgb, i64, data = [2, 3, 4], indices = [2, 3, 4, 1], batch_dims = 2, batch_output = flattened }
        cloned c_nd_repeat_loop  []                  { GatherND, Arc<str>, i64, data = [1, 3], indices = [20, 1], batch_dims = 1, batch_sizes = broadcast }
        cloned c_nd_copy         []                  { GatherND, String, i64, data = [2], indices = [0], depth_zero = copy }
        cloned c_nd_copy_loop    []                  { GatherND, String, i64, data = [2], indices = [18, 0], depth_zero = copy }
        cloned c_nd_fill_loop    []                  { GatherND, String, i64, data = [3, 3], indices = [9, 2], out_of_range = fill }
        cloned c_g_scalar        []                  { Gather, Arc<str>, u8, data = [3, 2], indices = [], axis = 1 }
        cloned c_g_fill          []                  { Gather, String, i32, data = [3, 2], indices = [2], out_of_range = fill(String::from("?")) }
        cloned c_g_wrap_loop     []                  { Gather, [u8; 3], i64, data = [3, 2], indices = [5, 5], axis = 1, out_of_range = wrap }
        cloned c_e_rows          []                  { GatherElements, String, i64, data = [2, 3], indices = [2, 2], axis = 1 }
        cloned c_e_columns_loop  []                  { GatherElements, f16, i64, data = [4, 5], indices = [4, 5], axis = 0, out_of_range = clamp }
    } };
}
