//! A `clone` is not a constant function, so there is no `eval`.

use gather_core::gather_kernel;

gather_kernel!(struct Words: Gather, String, i64, data = [1], indices = [1]);

const PICKED: [String; 1] = Words.eval(&[String::new()], &[0]);

fn main() {
    let _ = PICKED;
}
