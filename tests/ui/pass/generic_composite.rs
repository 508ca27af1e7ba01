//! Elements built from the parameters around the kernel, and `Self`.
#![deny(warnings)]

use gather_core::{GatherError, Tensor, View, gather_kernel};

#[derive(Clone, Debug, Default, PartialEq)]
struct Pixel<T, const N: usize>(Vec<[T; N]>);

impl<T: Clone, const N: usize> Pixel<T, N> {
    fn pick(all: &[Self], at: u8) -> Result<Vec<Self>, GatherError> {
        let pick = gather_kernel!(Gather, Self, u8, rank = 1);
        Ok(pick
            .run(View::new(all, [all.len()])?, View::<_, 0>::from(&at))?
            .into_vec())
    }
}

fn arrays<T: Clone, const N: usize>(
    data: View<'_, [T; N], 1>,
    at: View<'_, u8, 1>,
) -> Result<Tensor<[T; N], 1>, GatherError> {
    gather_kernel!(Gather, [T; N], u8, rank = 1).run(data, at)
}

fn maps<K: Clone, V: Clone>(data: &[(K, Vec<V>); 2]) -> Result<[(K, Vec<V>); 2], GatherError> {
    gather_kernel!(Gather, (K, Vec<V>), u8, data = [2], indices = [2]).run(data, &[1, 0])
}

fn main() {
    let all = [Pixel(vec![[1, 2]]), Pixel(vec![[3, 4]])];
    assert_eq!(Pixel::pick(&all, 1).unwrap(), all[1..]);
    let out = arrays(View::from(&[[1, 2], [3, 4]]), View::from(&[1])).unwrap();
    assert_eq!(out.as_slice(), [[3, 4]]);
    let data = [('a', vec![1]), ('b', vec![2])];
    assert_eq!(maps(&data).unwrap(), [('b', vec![2]), ('a', vec![1])]);
}
