//! References with the lifetimes of the function around them.
#![deny(warnings)]

use gather_core::{GatherError, Tensor, View, gather_kernel};

#[derive(Clone, Debug, PartialEq)]
struct Token<'a>(&'a str);

fn words<'a>(all: &[&'a str], at: &[u32]) -> Result<Vec<&'a str>, GatherError> {
    let pick = gather_kernel!(Gather, &'a str, u32, rank = 1);
    Ok(pick
        .run(View::new(all, [all.len()])?, View::new(at, [at.len()])?)?
        .into_vec())
}

fn tokens<'a>(
    all: View<'_, Token<'a>, 1>,
    at: View<'_, u32, 1>,
) -> Result<Tensor<Token<'a>, 1>, GatherError> {
    gather_kernel!(Gather, Token<'a>, u32, rank = 1).run(all, at)
}

fn pair<'a, T>(all: &'a [T; 2]) -> Result<[&'a T; 2], GatherError> {
    let [one, two] = all;
    gather_kernel!(Gather, &'a T, u32, data = [2], indices = [2]).run(&[one, two], &[1, 0])
}

gather_kernel!(struct Statics: Gather, Token<'static>, u32, rank = 1);

fn main() {
    let text = String::from("the quick brown fox");
    let all: Vec<&str> = text.split(' ').collect();
    assert_eq!(words(&all, &[3, 0]).unwrap(), ["fox", "the"]);
    let short = [Token(&text[..3])];
    assert_eq!(
        tokens(View::from(&short), View::from(&[0]))
            .unwrap()
            .as_slice(),
        [Token("the")]
    );
    struct NotClone(u8);
    assert_eq!(
        pair(&[NotClone(1), NotClone(2)]).unwrap().map(|n| n.0),
        [2, 1]
    );
    assert_eq!(
        Statics
            .run(View::from(&[Token("x")]), View::from(&[0]))
            .unwrap()
            .as_slice(),
        [Token("x")]
    );
}
