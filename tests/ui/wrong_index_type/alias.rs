//! A macro sees the name of an alias, not what it stands for.

use gather_core::gather_kernel;

type Token = u32;

gather_kernel!(struct Rows: Gather, f32, Token, rank = 2);

fn main() {}
