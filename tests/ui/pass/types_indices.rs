//! Every index type, in a view, in an array and as a scalar.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

macro_rules! indices {
    ($($index:ident)*) => { $({
        let data = ["a", "b", "c"];
        let ranked = gather_kernel!(Gather, &'static str, $index, rank = 1);
        let two: $index = 2;
        assert_eq!(ranked.run(View::from(&data), View::<_, 0>::from(&two)).unwrap().as_slice(), ["c"]);
        let fixed = gather_kernel!(GatherND, u8, $index, data = [3], indices = [2, 1]);
        assert_eq!(fixed.run(&[1, 2, 3], &[[two], [0]]).unwrap(), [3, 1]);
        let error = fixed.run(&[1, 2, 3], &[[$index::MAX], [0]]).unwrap_err().to_string();
        assert!(error.starts_with(&format!("index {} at indices[0, 0]", $index::MAX)), "{error}");
        let error = ranked.run(View::from(&data), View::from(&[$index::MAX])).unwrap_err().to_string();
        assert!(error.starts_with(&format!("index {} at indices[0]", $index::MAX)), "{error}");
    })* };
}

fn main() {
    indices!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);
    let last = gather_kernel!(Gather, u8, i8, data = [3], indices = []);
    assert_eq!(last.run(&[1, 2, 3], &-1).unwrap(), 3);
}
