//! A kernel may be seen further than its element, as any function may.

#![deny(warnings)]

use gather_core::View;

pub mod tokens {
    use gather_core::{gather_kernel, gather_table};

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Token(u8);

    gather_kernel!(pub struct Ranked: Gather, Token, u32, rank = 1);
    gather_kernel!(pub(crate) struct Sized: GatherND, Option<Token>, i64, data = [_, 2], out_of_range = fill);
    gather_kernel!(pub struct Small: Gather, Token, u32, data = [2], indices = [1]);
    gather_kernel!(pub struct Large: Gather, [Token; 1], u32, data = [2], indices = [40], out_of_range = fill([Token(9)]));
    gather_table!(static TABLE: Gather, Token, u32; rank = 1; data = [2];);

    pub fn run() {
        use super::View;

        let (one, two) = (Token(1), Token(2));
        let data = [one.clone(), two.clone()];
        let out = Ranked.run(View::from(&data), View::from(&[1])).unwrap();
        assert_eq!(out.as_slice(), [two.clone()]);
        let out = TABLE.run(View::from(&data), View::from(&[1])).unwrap();
        assert_eq!(out.as_slice(), [two.clone()]);
        assert_eq!(Small.run(&data, &[1]).unwrap(), [two.clone()]);
        let prepared = Small.prepare(&[0]).unwrap();
        assert_eq!(prepared.run(&data).unwrap(), [one.clone()]);
        let out = Large.run(&data.map(|token| [token]), &[7; 40]).unwrap();
        assert_eq!(out[39], [Token(9)]);
        let pairs = [[Some(one), None]];
        let out = Sized.run_array(&pairs, View::from(&[[5]])).unwrap();
        assert_eq!(out.as_slice(), [None, None]);
    }
}

fn main() {
    tokens::run();
    assert_eq!(tokens::Ranked.name(), "gather_token_u32_r1_a0_b0");
    let _: View<'_, u8, 1> = View::from(&[1]);
}
