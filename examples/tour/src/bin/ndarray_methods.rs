//! The operators as methods of `ndarray`'s arrays, and kernels on arrays without copying.
//!
//! With the feature `ndarray` of `gather-core` the trait `GatherArray` gives arrays of every dimension the three
//! operators. A transposed or reversed array is gathered from as it lies.
//!
//! ```text
//! cargo run -p gather-example-tour --bin ndarray_methods
//! ```

use gather_core::{GatherArray as _, GatherError, GatherOptions, View, gather_kernel};
use ndarray::{Array2, ArrayD, ArrayView2, array};

/// Temperatures of three days at four stations.
fn temperatures() -> Array2<f32> {
    array![
        [10.0, 11.0, 12.0, 13.0],
        [20.0, 21.0, 22.0, 23.0],
        [30.0, 31.0, 32.0, 33.0]
    ]
}

/// Some stations, as rows: the array is transposed, and nothing is copied for that.
fn stations(days: &Array2<f32>, names: &[i64]) -> Result<ArrayD<f32>, GatherError> {
    days.t().gather(&ndarray::aview1(names), 0, 0)
}

/// A kernel reads arrays through views, and its result becomes an array; neither copies.
fn days(data: ArrayView2<'_, f32>, days: &[u8]) -> Result<Array2<f32>, GatherError> {
    let rows = gather_kernel!(Gather, f32, u8, rank = 2, indices_rank = 1);
    let picked = rows.run(data.try_into()?, View::new(days, [days.len()])?)?;
    picked.try_into()
}

fn main() -> Result<(), GatherError> {
    let all = temperatures();
    println!("stations 3 and 0, as rows\n{}", stations(&all, &[3, 0])?);
    println!("\ndays 2 and 0\n{}", days(all.view(), &[2, 0])?);

    let points = all.gather_nd(&array![[0, 1], [2, -1]], 0)?;
    println!("\nday 0 at station 1, day 2 at the last: {points}");

    let warmest = all.gather_elements(&array![[3], [3], [0]], 1)?;
    println!("\none station of each day\n{warmest}");

    let clip = GatherOptions::named("numpy_clip")?;
    let clipped = all.gather_with(&array![1, 99], 0, 0, &clip)?;
    println!("\nday 1 and day 99, which is clipped to 2\n{clipped}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_runs() {
        assert_eq!(main(), Ok(()));
    }

    #[test]
    fn rows_of_a_transposed_array() -> Result<(), GatherError> {
        let expected = array![[13.0, 23.0, 33.0], [10.0, 20.0, 30.0]].into_dyn();
        assert_eq!(stations(&temperatures(), &[3, 0])?, expected);
        assert!(stations(&temperatures(), &[4]).is_err(), "four stations");
        Ok(())
    }

    #[test]
    fn kernels_give_arrays() -> Result<(), GatherError> {
        let all = temperatures();
        let expected = array![[30.0, 31.0, 32.0, 33.0], [10.0, 11.0, 12.0, 13.0]];
        assert_eq!(days(all.view(), &[2, 0])?, expected);
        assert_eq!(days(all.t(), &[1])?, array![[11.0, 21.0, 31.0]]);
        Ok(())
    }
}
