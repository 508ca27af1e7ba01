//! Arrays, tuples, options, pointers and collections as elements.
#![deny(warnings)]

use gather_core::{View, gather_kernel};
use std::{borrow::Cow, collections::BTreeMap, rc::Rc, sync::Arc};

gather_kernel!(struct Arrays: Gather, [f32; 3], u8, rank = 1);
gather_kernel!(struct Nested: Gather, [[u8; 2]; 2], u8, data = [2], indices = [1]);
gather_kernel!(struct Pairs: Gather, (u8, u8), u8, rank = 1);
gather_kernel!(struct Triples: Gather, (u8, &'static str, char), u8, rank = 1);
gather_kernel!(struct Units: Gather, (), u8, rank = 1);
gather_kernel!(struct Options: Gather, Option<char>, u8, rank = 1, out_of_range = fill);
gather_kernel!(struct Shared: Gather, Arc<str>, u8, rank = 1);
gather_kernel!(struct Counted: Gather, Rc<[u8]>, u8, data = [2], indices = [1]);
gather_kernel!(struct Boxed: Gather, Box<u8>, u8, rank = 1);
gather_kernel!(struct Lists: Gather, Vec<Vec<u8>>, u8, rank = 1, out_of_range = fill(vec![vec![9]]));
gather_kernel!(struct Cows: Gather, Cow<'static, str>, u8, rank = 1);
gather_kernel!(struct Functions: Gather, fn(u8) -> u8, u8, rank = 1);
gather_kernel!(struct Maps: Gather, BTreeMap<u8, Vec<String>>, u8, rank = 1);
gather_kernel!(struct Pointers: Gather, *const u8, u8, rank = 1);

fn main() {
    let last = View::from(&[1]);
    assert_eq!(
        Arrays
            .run(View::from(&[[0.0; 3], [1.0; 3]]), last)
            .unwrap()
            .as_slice(),
        [[1.0; 3]]
    );
    assert_eq!(
        Nested
            .run(&[[[1, 2], [3, 4]], [[5, 6], [7, 8]]], &[1])
            .unwrap(),
        [[[5, 6], [7, 8]]]
    );
    assert_eq!(
        Pairs
            .run(View::from(&[(1, 2), (3, 4)]), last)
            .unwrap()
            .as_slice(),
        [(3, 4)]
    );
    let triples = [(1, "a", 'x'), (2, "b", 'y')];
    assert_eq!(
        Triples.run(View::from(&triples), last).unwrap().as_slice(),
        [(2, "b", 'y')]
    );
    assert_eq!(
        Units.run(View::from(&[(), ()]), last).unwrap().as_slice(),
        [()]
    );
    assert_eq!(
        Options
            .run(View::from(&[Some('a')]), last)
            .unwrap()
            .as_slice(),
        [None]
    );
    let shared: [Arc<str>; 2] = ["a".into(), "b".into()];
    assert_eq!(
        &*Shared.run(View::from(&shared), last).unwrap().as_slice()[0],
        "b"
    );
    assert_eq!(Arc::strong_count(&shared[1]), 1);
    let counted: [Rc<[u8]>; 2] = [Rc::new([1]), Rc::new([2, 3])];
    assert!(Rc::ptr_eq(
        &Counted.run(&counted, &[1]).unwrap()[0],
        &counted[1]
    ));
    assert_eq!(
        Boxed
            .run(View::from(&[Box::new(1), Box::new(2)]), last)
            .unwrap()
            .as_slice(),
        [Box::new(2)]
    );
    assert_eq!(
        Lists
            .run(View::from(&[vec![vec![1]]]), last)
            .unwrap()
            .as_slice(),
        [vec![vec![9]]]
    );
    let cows = [Cow::Borrowed("a"), Cow::Owned("b".to_owned())];
    assert_eq!(Cows.run(View::from(&cows), last).unwrap().as_slice(), ["b"]);
    let functions: [fn(u8) -> u8; 2] = [|x| x, |x| x + 1];
    assert_eq!(
        Functions
            .run(View::from(&functions), last)
            .unwrap()
            .as_slice()[0](1),
        2
    );
    let maps = [BTreeMap::new(), BTreeMap::from([(1, vec!["x".to_owned()])])];
    assert_eq!(
        Maps.run(View::from(&maps), last).unwrap().as_slice(),
        [maps[1].clone()]
    );
    let pointers = [std::ptr::null(), &raw const *b"x".first().unwrap()];
    assert_eq!(
        Pointers
            .run(View::from(&pointers), last)
            .unwrap()
            .as_slice(),
        [pointers[1]]
    );
}
