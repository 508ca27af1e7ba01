//! Some sizes known: they are literals in the kernel and checked when it is called.
#![deny(warnings)]

use gather_core::{GatherError, Tensor, View, gather_kernel};

gather_kernel!(struct Rows: Gather, f32, u32, data = [_, 3]);
gather_kernel!(struct Both: Gather, f32, u32, data = [_, 3], indices = [2, _], axis = 0);

fn main() -> Result<(), GatherError> {
    let table = [[0.0, 0.1, 0.2], [1.0, 1.1, 1.2]];
    let out: Tensor<f32, 2> = Rows.run_array(&table, View::from(&[1]))?;
    assert_eq!(out.as_slice(), table[1]);
    assert_eq!(Rows.run(View::from(&table), View::from(&[1]))?, out);
    let out: Tensor<f32, 3> = Both.run_array(&table, View::from(&[[0], [1]]))?;
    assert_eq!(out.as_slice(), table.as_flattened());
    assert_eq!(
        Rows.run(View::from(&[[0.0; 4]]), View::from(&[0]))
            .unwrap_err()
            .to_string(),
        "dimension 1 of `data` must be 3, for which the kernel was made, found 4"
    );
    assert_eq!(
        Both.run(View::from(&table), View::from(&[[0], [1], [0]]))
            .unwrap_err()
            .to_string(),
        "dimension 0 of `indices` must be 2, for which the kernel was made, found 3"
    );
    assert_eq!(
        Rows.output_shape(&[50, 3], &[7, 8])?.to_string(),
        "[7, 8, 3]"
    );
    assert_eq!(
        (Rows::NAME, Both::NAME),
        (
            "gather_f32_u32_dx_3_a0_b0",
            "gather_f32_u32_dx_3_i2_x_a0_b0"
        )
    );
    assert_eq!(
        Rows::SPEC,
        "Gather, f32, u32, data = [_, 3], axis = 0, batch_dims = 0"
    );
    Ok(())
}
