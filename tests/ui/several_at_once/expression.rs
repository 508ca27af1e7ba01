//! Independent mistakes are reported together, and the use of the kernel adds nothing.
// mistakes: 6

use gather_core::gather_kernel;

fn main() {
    let pick = gather_kernel!(
        GatherNd,
        f32,
        f32,
        rank = 9,
        batchdims = 1,
        rank = 2,
        depth = 1.5
    );
    let out = pick.run(1, 2);
}
