//! As a field, as a parameter, as a result.

use gather_core::gather_kernel;

gather_kernel!(
    /// Rows by number.
    #[derive(PartialEq, Eq, Hash)]
    pub struct Rows: Gather, f32, i64, rank = 2, axis = 2
);

#[derive(Clone, Debug, Default)]
pub struct Model {
    rows: Rows,
}

impl Model {
    pub fn rows(&self) -> Rows {
        self.rows
    }
}

fn run(rows: Rows) -> usize {
    rows.output_shape(&[1, 2], &[3]).unwrap().elements()
}

fn main() {
    run(Model::default().rows());
    run(Rows::default());
}
