//! Errors are the dynamic call's own, and `?` takes them anywhere.
#![deny(warnings)]

use gather_core::{GatherError, View, gather_dyn, gather_kernel};
use std::error::Error;

gather_kernel!(struct Rows: Gather, f32, i64, rank = 2);
gather_kernel!(struct Fixed: Gather, f32, i64, data = [2, 1], indices = [2]);

fn boxed() -> Result<Vec<f32>, Box<dyn Error + Send + Sync>> {
    Ok(Rows
        .run(View::from(&[[1.0], [2.0]]), View::from(&[1]))?
        .into_vec())
}

fn main() {
    assert_eq!(boxed().unwrap(), [2.0]);
    let (data, at) = (View::from(&[[1.0], [2.0]]), View::from(&[0, 5]));
    let error: GatherError = Rows.run(data, at).unwrap_err();
    assert_eq!(
        error,
        gather_dyn(data.as_dyn(), at.as_dyn(), 0, 0).unwrap_err()
    );
    assert_eq!(error, Fixed.run(&[[1.0], [2.0]], &[0, 5]).unwrap_err());
    let mut out = [[9.0]; 2];
    assert_eq!(
        error,
        Fixed
            .run_into(&[[1.0], [2.0]], &[0, 5], &mut out)
            .unwrap_err()
    );
    let panic = std::panic::catch_unwind(|| Fixed.eval(&[[1.0], [2.0]], &[0, 5])).unwrap_err();
    assert_eq!(panic.downcast_ref::<String>(), Some(&error.to_string()));
}
