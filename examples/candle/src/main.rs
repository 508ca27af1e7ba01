//! Trains three words of a small table and prints how the distance shrinks.

use candle_core::{DType, Device, Result, Tensor, Var};

fn main() -> Result<()> {
    let table = Var::zeros((5, 4), DType::F32, &Device::Cpu)?;
    let words = Tensor::new(&[4_i64, 0, 2, -1], &Device::Cpu)?; // -1 is padding
    let ones = Tensor::ones((3, 4), DType::F32, &Device::Cpu)?;
    let goal = ones.pad_with_zeros(0, 0, 1)?;
    for round in 0..5 {
        let distance = gather_example_candle::step(&table, &words, &goal, 0.25)?;
        println!("round {round}: distance {distance}");
    }
    Ok(())
}
