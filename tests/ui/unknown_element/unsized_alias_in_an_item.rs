//! The macro cannot see through an alias; the compiler can, and says it once.

use gather_core::gather_kernel;

type Text = str;

gather_kernel!(struct Words: Gather, Text, i64, rank = 1);

fn main() {
    let _ = Words;
}
