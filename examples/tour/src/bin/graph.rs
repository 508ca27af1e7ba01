//! Heat that spreads along the edges of a graph: neighbour lists checked once, many time steps.
//!
//! A graph network, a simulation or a page rank reads the features of the same neighbours again and again
//! while the features change. `Prepared` checks the lists once and keeps where each of them leads. After
//! that a step is the moving of rows alone: no index is looked at, and nothing is allocated.
//!
//! ```text
//! cargo run -p gather-example-tour --bin graph
//! ```

use gather_core::{GatherError, GatherOptions, Negative, Op, OutOfRange, Prepared, ViewDyn};

/// Stands in a neighbour list where there is no neighbour: its features are zeros.
const NOBODY: i32 = -1;

/// How much of the difference to a neighbour a node takes over in one step.
const RATE: f32 = 0.25;

/// A graph that is ready for features of one shape, and room for a step.
struct Graph {
    neighbours: Prepared<f32>,
    degrees: Vec<f32>,
    gathered: Vec<f32>,
}

impl Graph {
    /// Checks neighbour lists, one row for each node, for `width` features.
    fn new(lists: ViewDyn<'_, i32>, width: usize) -> Result<Self, GatherError> {
        let nodes = lists.shape().first().copied().unwrap_or(0);
        let padded = GatherOptions::default()
            .negative(Negative::Reject)
            .out_of_range(OutOfRange::Fill(0.0));
        let neighbours = Prepared::new(Op::gather(0, 0), &[nodes, width], lists, &padded)?;
        let room = neighbours.output_shape()?.elements();
        let mut degrees = vec![0.0; nodes];
        let most = lists.len().checked_div(nodes).unwrap_or(0);
        for (place, neighbour) in lists.iter().enumerate() {
            if *neighbour != NOBODY {
                degrees[place / most] += 1.0;
            }
        }
        Ok(Self {
            neighbours,
            degrees,
            gathered: vec![0.0; room],
        })
    }

    /// One time step: each node takes over something from each of its neighbours.
    fn step(&mut self, features: &mut [f32]) -> Result<(), GatherError> {
        let shape = self.neighbours.data_shape();
        let data = ViewDyn::new(features, shape)?;
        self.neighbours.run_into(data, &mut self.gathered)?; // [nodes, most, width]
        let (nodes, width) = (self.degrees.len().max(1), shape[1].max(1));
        let lists = self.gathered.chunks((self.gathered.len() / nodes).max(1));
        let rows = features.chunks_mut(width).zip(&self.degrees);
        for (list, (row, degree)) in lists.zip(rows) {
            for (n, feature) in row.iter_mut().enumerate() {
                let sum: f32 = list.iter().skip(n).step_by(width).sum();
                *feature += RATE * (sum - degree * *feature);
            }
        }
        Ok(())
    }
}

// 0 — 1, 0 — 2, 0 — 3, 1 — 2
const LISTS: [i32; 12] = [
    1, 2, 3, //
    0, 2, NOBODY, //
    0, 1, NOBODY, //
    0, NOBODY, NOBODY,
];
// Heat and moisture of each node.
const START: [f32; 8] = [0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 16.0, 0.0];

fn main() -> Result<(), GatherError> {
    let mut graph = Graph::new(ViewDyn::new(&LISTS, &[4, 3])?, 2)?;
    let mut features = START;
    println!("{:?}", graph.neighbours);
    for step in 0..=40 {
        if step % 10 == 0 {
            println!("  step {step:2}  {:?}", features.as_chunks::<2>().0);
        }
        graph.step(&mut features)?;
    }

    // What was prepared for four nodes is refused for five.
    let grown = [0.0; 10];
    let stale = graph.neighbours.run(ViewDyn::new(&grown, &[5, 2])?);
    println!(
        "  {}",
        stale.err().map_or_else(String::new, |e| e.to_string())
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph() -> Result<Graph, GatherError> {
        Graph::new(ViewDyn::new(&LISTS, &[4, 3])?, 2)
    }

    #[test]
    fn the_example_runs() {
        assert_eq!(main(), Ok(()));
    }

    #[test]
    fn a_step_by_hand() -> Result<(), GatherError> {
        let mut features = START;
        graph()?.step(&mut features)?;
        assert_eq!(features, [4.0, 1.0, 0.0, 1.0, 0.0, 1.0, 12.0, 1.0]);
        Ok(())
    }

    #[test]
    fn heat_is_neither_made_nor_lost_and_evens_out() -> Result<(), GatherError> {
        let (mut graph, mut features) = (graph()?, START);
        for _ in 0..200 {
            graph.step(&mut features)?;
        }
        for [heat, moisture] in features.as_chunks::<2>().0 {
            assert!((heat - 4.0).abs() < 1e-3, "{features:?}");
            assert!((moisture - 1.0).abs() < 1e-3, "{features:?}");
        }
        Ok(())
    }

    #[test]
    fn features_of_another_graph_are_refused() -> Result<(), GatherError> {
        let mut features = [0.0; 10];
        let length = GatherError::SliceLength {
            expected: 8,
            found: 10,
        };
        assert_eq!(graph()?.step(&mut features), Err(length));
        let grown = ViewDyn::new(&features, &[5, 2])?;
        let error = graph()?.neighbours.run(grown).err().map(|e| e.to_string());
        assert_eq!(
            error.as_deref(),
            Some("dimension 0 of `data` must be 4, for which the kernel was made, found 5")
        );
        Ok(())
    }

    #[test]
    fn a_graph_without_nodes_stands_still() -> Result<(), GatherError> {
        let mut graph = Graph::new(ViewDyn::new(&[], &[0, 3])?, 2)?;
        graph.step(&mut [])
    }
}
