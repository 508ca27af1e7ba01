//! Turns `kernels.gather` into a module. Mistakes in it fail the build with file, line and column.

fn main() {
    gather_codegen::build("kernels.gather");
}
