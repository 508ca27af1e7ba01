//! Inside a generic function over `Element`.
#![deny(warnings)]

use gather_core::{Element, GatherError, Tensor, TensorDyn, View, gather_kernel};

fn rows<T: Element>(
    data: View<'_, T, 2>,
    at: View<'_, u32, 1>,
) -> Result<Tensor<T, 2>, GatherError> {
    gather_kernel!(Gather, T, u32, rank = 2).run(data, at)
}

fn pairs<T>(
    data: View<'_, (T, T), 2>,
    at: View<'_, i64, 2>,
) -> Result<TensorDyn<(T, T)>, GatherError>
where
    T: Element + Copy,
    (T, T): Element,
{
    let pick = gather_kernel!(GatherND, (T, T), i64, rank = 2);
    pick.run(data, at)
}

fn main() {
    let numbers = View::from(&[[1, 2], [3, 4]]);
    assert_eq!(rows(numbers, View::from(&[1])).unwrap().as_slice(), [3, 4]);
    let words = [["a".to_owned()], ["b".to_owned()]];
    assert_eq!(
        rows(View::from(&words), View::from(&[1, 0]))
            .unwrap()
            .as_slice(),
        ["b", "a"]
    );
    let data = [[(1.0, 2.0), (3.0, 4.0)]];
    assert_eq!(
        pairs(View::from(&data), View::from(&[[0, 1]]))
            .unwrap()
            .as_slice(),
        [(3.0, 4.0)]
    );
}
