//! Tuples of length 0 pick the whole.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

fn main() {
    let data = [[1, 2], [3, 4]];
    let (view, none) = (View::from(&data), View::<i64, 2>::new(&[], [3, 0]).unwrap());
    let any = gather_kernel!(GatherND, i32, i64, rank = 2, depth_zero = copy)
        .run(view, none)
        .unwrap();
    assert_eq!(
        (any.shape(), any.as_slice()),
        (&[3, 2, 2][..], &[1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4][..])
    );
    let known = gather_kernel!(GatherND, i32, i64, rank = 2, depth = 0, depth_zero = copy);
    assert_eq!(known.run(view, none).unwrap().as_slice(), any.as_slice());
    let fixed = gather_kernel!(
        GatherND,
        i32,
        i64,
        data = [2, 2],
        indices = [3, 0],
        semantics = onnxruntime
    );
    assert_eq!(fixed.run(&data, &[[]; 3]).unwrap(), [data; 3]);
    let batched = gather_kernel!(
        GatherND,
        i32,
        i64,
        data = [2, 2],
        indices = [2, 0],
        batch_dims = 1,
        semantics = tensorflow
    );
    assert_eq!(batched.eval(&data, &[[], []]), data);
    let once = gather_kernel!(
        GatherND,
        i32,
        i64,
        data = [2, 2],
        indices = [0],
        depth_zero = copy
    );
    assert_eq!(once.eval(&data, &[]), data);
    let texts = data.map(|row| row.map(|n| n.to_string()));
    let once = gather_kernel!(
        GatherND,
        String,
        i64,
        data = [2, 2],
        indices = [0],
        depth_zero = copy
    );
    assert_eq!(once.run(&texts, &[]).unwrap(), texts);
    let error = gather_kernel!(GatherND, i32, i64, rank = 2, depth_zero = error).run(view, none);
    assert!(
        error
            .unwrap_err()
            .to_string()
            .starts_with("`depth` must be between 1 and")
    );
}
