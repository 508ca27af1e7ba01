//! Inside a function.

use gather_core::gather_kernel;

fn main() {
    gather_kernel!(struct Rows: Gather, f32, i64, rank = 2, axis = 5);
    let out = Rows.run(1, 2).unwrap();
    for row in out.as_slice() {
        println!("{row}");
    }
}
