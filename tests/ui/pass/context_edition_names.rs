//! Raw identifiers, keywords of other editions, and paths of every kind.
#![deny(warnings)]

use gather_core::{View, gather_kernel};

mod r#type {
    #[derive(Clone, Debug, PartialEq)]
    pub struct r#Struct<T>(pub T);

    pub mod deep {
        pub type Alias = super::r#Struct<u8>;
    }
}

trait Family {
    type Member;
}

struct Numbers;

impl Family for Numbers {
    type Member = f32;
}

gather_kernel!(struct r#Match: Gather, r#type::r#Struct<u8>, u8, rank = 1);
gather_kernel!(struct Aliased: Gather, self::r#type::deep::Alias, u8, rank = 1);
gather_kernel!(struct Projected: Gather, <Numbers as Family>::Member, u8, data = [2], indices = [1]);
gather_kernel!(struct Global: Gather, ::std::num::NonZeroU8, u8, rank = 1);
gather_kernel!(struct Parenthesised: Gather, (u8), u8, rank = 1);

fn main() {
    let all = [r#type::Struct(1), r#type::Struct(2)];
    assert_eq!(
        r#Match
            .run(View::from(&all), View::from(&[1]))
            .unwrap()
            .as_slice(),
        [r#type::Struct(2)]
    );
    assert_eq!(
        Aliased
            .run(View::from(&all), View::from(&[0]))
            .unwrap()
            .as_slice(),
        [r#type::Struct(1)]
    );
    assert_eq!(Projected.run(&[0.5, 1.5], &[1]).unwrap(), [1.5]);
    let one = std::num::NonZeroU8::MIN;
    assert_eq!(
        Global
            .run(View::from(&[one]), View::from(&[0]))
            .unwrap()
            .as_slice(),
        [one]
    );
    assert_eq!(
        Parenthesised
            .run(View::from(&[7]), View::from(&[0]))
            .unwrap()
            .as_slice(),
        [7]
    );
}
