//! Word embeddings on candle tensors: looked up with padding, and moved a step towards a goal.
//!
//! Words are numbered; -1 is padding. A lookup gives zeros there, and a gradient that reaches padding goes
//! nowhere, so that the table learns from words alone.

use candle_core::{Result, Tensor, Var};
use gather_core::{ErasedFill, ErasedOptions, Negative, OutOfRange};

/// The guide's chapter on candle, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide/candle.md")]
pub struct Candle;

/// The rows of `words` in `table`; zeros where a word is padding or not in the table.
///
/// # Errors
///
/// Tensors whose shapes or types no lookup takes.
pub fn look_up(table: &Tensor, words: &Tensor) -> Result<Tensor> {
    let padded = ErasedOptions::default()
        .negative(Negative::Reject)
        .out_of_range(OutOfRange::Fill(ErasedFill::Zero));
    gather_candle::gather_with(table, words, 0, 0, &padded)
}

/// Moves the rows of `words` a step towards `goal` and returns how far away they were: the sum of squares.
///
/// # Errors
///
/// As [`look_up`]; also if `goal` does not have the shape of the looked-up rows.
pub fn step(table: &Var, words: &Tensor, goal: &Tensor, rate: f64) -> Result<f32> {
    let distance = (look_up(table, words)? - goal)?.sqr()?.sum_all()?;
    let gradients = distance.backward()?;
    if let Some(gradient) = gradients.get(table) {
        table.set(&(table.as_tensor() - (gradient * rate)?)?)?;
    }
    distance.to_scalar()
}

#[cfg(test)]
mod tests {
    use super::*;
    use candle_core::Device;

    #[test]
    fn padding_is_zero_and_learns_nothing() -> Result<()> {
        let table = Var::new(&[[1_f32, 2.], [3., 4.]], &Device::Cpu)?;
        let words = Tensor::new(&[1_i64, -1], &Device::Cpu)?;
        let rows = look_up(&table, &words)?;
        assert_eq!(rows.to_vec2::<f32>()?, [[3., 4.], [0., 0.]]);
        let goal = Tensor::new(&[[0_f32, 0.], [9., 9.]], &Device::Cpu)?;
        assert_eq!(step(&table, &words, &goal, 0.25)?, 9. + 16. + 81. + 81.);
        assert_eq!(table.to_vec2::<f32>()?, [[1., 2.], [1.5, 2.]]);
        Ok(())
    }

    #[test]
    fn steps_lead_to_the_goal() -> Result<()> {
        let table = Var::zeros((3, 2), candle_core::DType::F32, &Device::Cpu)?;
        let words = Tensor::new(&[2_i64, 0], &Device::Cpu)?;
        let goal = Tensor::new(&[[1_f32, 1.], [2., 2.]], &Device::Cpu)?;
        let far = step(&table, &words, &goal, 0.25)?;
        let mut near = far;
        for _ in 0..20 {
            near = step(&table, &words, &goal, 0.25)?;
        }
        assert!(far == 10. && near < 1e-6, "{far} {near}");
        Ok(())
    }
}
