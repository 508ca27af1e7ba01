//! Two kernels of one name. The first message is the one that counts; the others are the compiler's own, one for
//! each thing that both kernels have: to the compiler, a second `struct Rows` is an error, and then every
//! `impl` of either is one of the first. A macro sees only its own call and cannot know of the other; a build
//! script can, and says it once.
// mistakes: 12, because rustc goes on after a second item of one name

use gather_core::gather_kernel;

gather_kernel!(struct Rows: Gather, f32, u32, rank = 1);
gather_kernel!(struct Rows: Gather, f32, u32, rank = 2);

fn main() {}
