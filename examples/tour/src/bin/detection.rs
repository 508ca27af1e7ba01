//! What comes after a detector: take the best boxes of each image.
//!
//! A detector gives a score and a box for every candidate. The positions of the best scores are found by
//! sorting; then scores and boxes are picked at those positions. The boxes are GatherND with `batch_dims = 1`:
//! image `n` of the positions reads image `n` of the boxes. The scores are one number each: GatherElements.
//!
//! ```text
//! cargo run -p gather-example-tour --bin detection
//! ```

use gather_core::{GatherError, Tensor, View, gather_kernel};

gather_kernel!(
    /// Boxes of four coordinates; how many images, candidates and picks there are is known while running.
    struct PickBoxes: GatherND, f32, u32, data = [_, _, 4], indices = [_, _, 1], batch_dims = 1
);
gather_kernel!(
    /// The score at each position, row by row.
    struct PickScores: GatherElements, f32, u32, rank = 2, axis = 1
);

/// The best candidates of each image: their scores and their boxes.
#[derive(Debug)]
struct Best {
    scores: Tensor<f32, 2>,
    boxes: Tensor<f32, 3>,
}

/// The `count` best candidates of each image, best first; all of them, if there are fewer.
fn best(
    scores: View<'_, f32, 2>,
    boxes: View<'_, f32, 3>,
    count: usize,
) -> Result<Best, GatherError> {
    let [images, candidates] = *scores.shape();
    let count = count.min(candidates);
    let mut positions = Vec::with_capacity(images * count);
    let all: Vec<f32> = scores.as_dyn().iter().copied().collect();
    for scores in all.chunks(candidates.max(1)) {
        let mut ranked: Vec<(u32, f32)> = (0..).zip(scores.iter().copied()).collect();
        ranked.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        positions.extend(ranked.iter().take(count).map(|(position, _)| *position));
    }
    Ok(Best {
        scores: PickScores.run(scores, View::new(&positions, [images, count])?)?,
        // The same numbers; each is a tuple of one coordinate.
        boxes: PickBoxes.run(boxes, View::new(&positions, [images, count, 1])?)?,
    })
}

const SCORES: [[f32; 4]; 2] = [[0.1, 0.9, 0.3, 0.6], [0.8, 0.2, 0.7, 0.1]];
const BOXES: [[[f32; 4]; 4]; 2] = [
    [
        [0.0, 0.0, 5.0, 5.0],
        [10.0, 10.0, 40.0, 40.0],
        [12.0, 11.0, 41.0, 39.0],
        [70.0, 20.0, 90.0, 60.0],
    ],
    [
        [5.0, 5.0, 20.0, 20.0],
        [50.0, 50.0, 75.0, 75.0],
        [51.0, 49.0, 76.0, 74.0],
        [0.0, 0.0, 9.0, 9.0],
    ],
];

fn main() -> Result<(), GatherError> {
    let best = best(View::from(&SCORES), View::from(&BOXES), 2)?;
    println!("{}", PickBoxes::SPEC);
    let [_, count] = *best.scores.shape();
    let boxes = best.boxes.as_slice().as_chunks::<4>().0;
    for (place, (score, corners)) in best.scores.as_slice().iter().zip(boxes).enumerate() {
        println!("  image {}  score {score}  box {corners:?}", place / count);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_runs() {
        assert_eq!(main(), Ok(()));
    }

    #[test]
    fn the_best_two_of_each_image() -> Result<(), GatherError> {
        let best = best(View::from(&SCORES), View::from(&BOXES), 2)?;
        assert_eq!(best.scores.as_slice(), [0.9, 0.6, 0.8, 0.7]);
        assert_eq!(best.boxes.shape(), &[2, 2, 4]);
        let expected = [BOXES[0][1], BOXES[0][3], BOXES[1][0], BOXES[1][2]];
        assert_eq!(best.boxes.as_slice(), expected.as_flattened());
        Ok(())
    }

    #[test]
    fn fewer_candidates_than_asked_for() -> Result<(), GatherError> {
        let all = best(View::from(&SCORES), View::from(&BOXES), 100)?;
        assert_eq!(all.scores.shape(), &[2, 4]);
        let none = best(View::new(&[], [3, 0])?, View::new(&[], [3, 0, 4])?, 5)?;
        assert_eq!(none.boxes.shape(), &[3, 0, 4]);
        Ok(())
    }
}
