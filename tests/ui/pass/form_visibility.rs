//! Every visibility.
#![deny(warnings, unreachable_pub)]

mod outer {
    pub(crate) mod inner {
        gather_core::gather_kernel!(pub(crate) struct OfCrate: Gather, u8, u8, rank = 1);
        gather_core::gather_kernel!(pub(super) struct OfOuter: Gather, u8, u8, rank = 1);
        gather_core::gather_kernel!(pub(in crate::outer) struct OfPath: Gather, u8, u8, data = [2], indices = [1]);
        gather_core::gather_kernel!(pub(self) struct OfSelf: Gather, u8, u8, rank = 1);
        gather_core::gather_kernel!(struct Own: Gather, u8, u8, rank = 1);
        gather_core::gather_table!(pub(in crate::outer) static TABLE: Gather, u8, u8; rank = 1;);

        pub(crate) fn names() -> [&'static str; 2] {
            [OfSelf::NAME, Own::NAME]
        }
    }

    pub(crate) fn second(data: &[u8; 2]) -> u8 {
        assert_eq!(inner::OfOuter::NAME, "gather_u8_u8_r1_a0_b0");
        assert_eq!(inner::TABLE.names().count(), 1);
        inner::OfPath.run(data, &[1]).unwrap()[0]
    }
}

fn main() {
    assert_eq!(outer::second(&[4, 5]), 5);
    assert_eq!(outer::inner::OfCrate::NAME, "gather_u8_u8_r1_a0_b0");
    assert_eq!(outer::inner::names(), ["gather_u8_u8_r1_a0_b0"; 2]);
}
