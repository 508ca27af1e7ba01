//! Features of neighbours in a graph.
//!
//! A graph network reads, for each node, the features of its neighbours. With neighbour lists of one length,
//! padded where a node has fewer, that is one Gather along axis 0; the padding becomes zeros through
//! `out_of_range = fill`. The features at both ends of each edge are another one.
//!
//! ```text
//! cargo run -p gather-example-tour --bin graph_features
//! ```

use gather_core::{GatherError, Tensor, View, gather_kernel};

/// Stands in a neighbour list where there is no neighbour; no graph here has so many nodes.
const NOBODY: u32 = u32::MAX;

gather_kernel!(
    /// Rows of features; a node that does not exist has zeros.
    struct Features: Gather, f32, u32, rank = 2, indices_rank = 2, axis = 0, out_of_range = fill(0.0)
);

/// The sum of the features of each node's neighbours.
fn neighbour_sums(
    features: View<'_, f32, 2>,
    neighbours: View<'_, u32, 2>,
) -> Result<Tensor<f32, 2>, GatherError> {
    let [nodes, most] = *neighbours.shape();
    let [_, width] = *features.shape();
    let gathered = Features.run(features, neighbours)?; // [nodes, most, width]
    let mut sums = vec![0.0; nodes * width];
    let rows = gathered.as_slice().chunks(width.max(1));
    for (place, row) in rows.enumerate() {
        let start = place / most * width;
        for (sum, feature) in sums[start..].iter_mut().zip(row) {
            *sum += feature;
        }
    }
    Tensor::new(sums, [nodes, width])
}

// 0 — 1, 0 — 2, 0 — 3, 1 — 2
const FEATURES: [[f32; 2]; 4] = [[1.0, 10.0], [2.0, 20.0], [3.0, 30.0], [4.0, 40.0]];
const NEIGHBOURS: [[u32; 3]; 4] = [
    [1, 2, 3],
    [0, 2, NOBODY],
    [0, 1, NOBODY],
    [0, NOBODY, NOBODY],
];
const EDGES: [[u32; 2]; 4] = [[0, 1], [0, 2], [0, 3], [1, 2]];

fn main() -> Result<(), GatherError> {
    let features = View::from(&FEATURES);
    println!("{}", Features::SPEC);
    let sums = neighbour_sums(features, View::from(&NEIGHBOURS))?;
    for (node, sum) in sums.as_slice().as_chunks::<2>().0.iter().enumerate() {
        println!("  node {node}  neighbours together {sum:?}");
    }
    let ends = Features.run(features, View::from(&EDGES))?;
    println!("  both ends of each edge: shape {:?}", ends.shape());
    for (edge, ends) in EDGES.iter().zip(ends.as_slice().as_chunks::<4>().0) {
        println!("  edge {edge:?}  {:?} and {:?}", &ends[..2], &ends[2..]);
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
    fn sums_pass_over_the_padding() -> Result<(), GatherError> {
        let sums = neighbour_sums(View::from(&FEATURES), View::from(&NEIGHBOURS))?;
        assert_eq!(
            sums.as_slice(),
            [9.0, 90.0, 4.0, 40.0, 3.0, 30.0, 1.0, 10.0]
        );
        Ok(())
    }

    #[test]
    fn ends_of_edges() -> Result<(), GatherError> {
        let ends = Features.run(View::from(&FEATURES), View::from(&EDGES))?;
        assert_eq!(ends.shape(), &[4, 2, 2]);
        assert_eq!(ends.as_slice()[8..12], [1.0, 10.0, 4.0, 40.0]);
        Ok(())
    }
}
