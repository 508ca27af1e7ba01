//! From another module, by its path and by an import.

mod kernels {
    gather_core::gather_kernel!(pub(crate) struct Rows: Gather, f32, i64, rank = 2, negative = maybe);
}

mod model {
    use crate::kernels::Rows;

    pub(crate) fn name() -> &'static str {
        Rows::NAME
    }
}

fn main() {
    let _ = crate::kernels::Rows.run(1, 2);
    println!("{}", model::name());
}
