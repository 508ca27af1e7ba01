//! Sizes of 0, wherever they can stand.
#![deny(warnings)]

use gather_core::{GatherError, View, gather_kernel};

gather_kernel!(struct NoRows: Gather, u8, i64, data = [3, 2], indices = [0]);
gather_kernel!(struct NoColumns: Gather, u8, i64, data = [3, 0], indices = [2]);
gather_kernel!(struct NoData: Gather, u8, i64, data = [0, 2], indices = [0]);
gather_kernel!(struct NoAxis: Gather, u8, i64, data = [0, 2], indices = [1]);
gather_kernel!(struct Filled: Gather, u8, i64, data = [0, 2], indices = [1], out_of_range = fill(7));
gather_kernel!(struct NoTexts: Gather, String, i64, data = [2, 0, 5], indices = [3, 4]);
gather_kernel!(struct NoBatch: GatherND, u8, i64, data = [0, 2, 2], indices = [0, 3, 1], batch_dims = 1);
gather_kernel!(struct NoElements: GatherElements, u8, i64, data = [3, 3], indices = [2, 0]);

fn main() -> Result<(), GatherError> {
    assert_eq!(NoRows.eval(&[[1, 2]; 3], &[]), [[0; 2]; 0]);
    assert_eq!(NoColumns.eval(&[[]; 3], &[2, 0]), [[]; 2]);
    assert!(NoColumns.run(&[[]; 3], &[3, 0]).is_err());
    assert!(
        NoColumns
            .run_into(&[[]; 3], &[0, -4], &mut [[]; 2])
            .is_err()
    );
    assert_eq!(NoData.eval(&[], &[]), [[0; 2]; 0]);
    assert!(NoAxis.run(&[], &[0]).is_err());
    assert_eq!(Filled.run(&[], &[0])?, [[7, 7]]);
    assert_eq!(
        NoTexts.run(&[[], []], &[[1; 4]; 3])?,
        [[(); 4]; 3].map(|row| row.map(|()| [[""; 5]; 0]))
    );
    assert_eq!(NoBatch.eval(&[], &[]), [[[0; 2]; 3]; 0]);
    assert_eq!(NoElements.eval(&[[1; 3]; 3], &[[], []]), [[]; 2]);
    let ranked = gather_kernel!(Gather, u8, i64, data = [_, 0]);
    let out = ranked.run(View::new(&[], [3, 0])?, View::from(&[1, 2]))?;
    assert_eq!((out.shape(), out.as_slice()), (&[2, 0], &[][..]));
    let ranked = gather_kernel!(GatherND, u8, i64, rank = 2);
    assert_eq!(
        ranked
            .run(View::new(&[], [0, 4])?, View::new(&[], [0, 1])?)?
            .shape(),
        [0, 4]
    );
    Ok(())
}
