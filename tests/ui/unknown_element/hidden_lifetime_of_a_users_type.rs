//! The same in a type of the user, with all sizes known.

use gather_core::gather_kernel;

#[derive(Clone)]
struct Word<'a>(&'a str);

gather_kernel!(struct Words: Gather, Word, i64, data = [2], indices = [1]);

fn main() {
    let _ = Words.run(&[Word("a"), Word("b")], &[1]);
}
