//! All sizes known: arrays in and out, small and large, by value and in place.
#![deny(warnings)]

use gather_core::{GatherError, gather_kernel};

gather_kernel!(struct Small: GatherND, i32, i64, data = [2, 2, 2], indices = [2, 1], batch_dims = 1);
gather_kernel!(struct Large: GatherND, i32, i64, data = [3, 4, 5], indices = [3, 9, 1], batch_dims = 1);
gather_kernel!(struct Single: GatherND, i32, i64, data = [2, 2], indices = [2]);
gather_kernel!(struct Texts: GatherElements, String, u8, data = [5, 5], indices = [5, 4], axis = 0);

fn main() -> Result<(), GatherError> {
    let data = [[[0, 1], [10, 11]], [[100, 101], [110, 111]]];
    let out: [[i32; 2]; 2] = Small.run(&data, &[[1], [-1]])?;
    assert_eq!(out, [[10, 11], [110, 111]]);
    let mut buffer = [[0; 2]; 2];
    Small.run_into(&data, &[[0], [0]], &mut buffer)?;
    assert_eq!(buffer, [[0, 1], [100, 101]]);
    assert_eq!(Small.eval(&data, &[[1], [-1]]), out);
    assert_eq!(Small.output_shape(), [2, 2]);

    let data: [[[i32; 5]; 4]; 3] = std::array::from_fn(|b| {
        std::array::from_fn(|r| std::array::from_fn(|c| (b * 100 + r * 10 + c) as i32))
    });
    let at = std::array::from_fn(|b| std::array::from_fn(|n| [(b + n) as i64 % 4]));
    let out = Large.run(&data, &at)?;
    assert_eq!(
        (out[0][1], out[2][8]),
        ([10, 11, 12, 13, 14], [220, 221, 222, 223, 224])
    );
    let mut buffer = [[[0; 5]; 9]; 3];
    Large.run_into(&data, &at, &mut buffer)?;
    assert_eq!(buffer, out);

    let one: i32 = Single.run(&[[1, 2], [3, 4]], &[1, 0])?;
    assert_eq!(one, 3);
    let texts: [[String; 5]; 5] =
        std::array::from_fn(|r| std::array::from_fn(|c| format!("{r}{c}")));
    let out = Texts.run(&texts, &[[4, 3, 2, 1]; 5])?;
    assert_eq!(out[4], ["40", "31", "22", "13"]);
    assert_eq!(Single::NAME, "gather_nd_i32_i64_d2_2_i2_b0_k2");
    assert_eq!(
        Texts::SPEC,
        "GatherElements, String, u8, data = [5, 5], indices = [5, 4], axis = 0"
    );
    Ok(())
}
