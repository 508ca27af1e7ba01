//! The ten index types by the twelve element types, as a table of comparisons.

use std::sync::Arc;

use crate::{
    agree::{Narrow, agree},
    oracle::{Case, Gathered, Refused},
};

/// Runs a case in every way, over one pair of types.
pub type Check = fn(&Case) -> Result<Gathered, Refused>;

/// An index type, as the range of its values and as the comparisons over it.
#[derive(Debug)]
pub struct IndexType {
    /// Its least value.
    pub min: i128,
    /// Its largest value.
    pub max: i128,
    /// [`agree`] for each element type.
    pub checks: [Check; ELEMENT_TYPES],
}

/// How many element types there are: widths of 0, 1, 2, 3, 4, 8, 12, 16, 24 and 40 bytes, one with padding, and two that are cloned.
pub const ELEMENT_TYPES: usize = 13;

const fn checks<I: Narrow>() -> [Check; ELEMENT_TYPES] {
    [
        agree::<(), I>,
        agree::<u8, I>,
        agree::<u16, I>,
        agree::<[u8; 3], I>,
        agree::<u32, I>,
        agree::<f64, I>,
        agree::<[u32; 3], I>,
        agree::<u128, I>,
        agree::<[u64; 3], I>,
        agree::<[u8; 40], I>,
        agree::<Option<u32>, I>,
        agree::<String, I>,
        agree::<Arc<str>, I>,
    ]
}

macro_rules! index_types {
    ($($t:ident)*) => {
        [$(IndexType {
            min: $t::MIN as i128,
            max: $t::MAX as i128,
            checks: checks::<$t>(),
        }),*]
    };
}

/// Every index type. A static, so that the comparisons are compiled here and not again in every test.
pub static INDEX_TYPES: [IndexType; 10] = index_types!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

impl IndexType {
    /// Runs a case over elements of 4 bytes.
    ///
    /// # Errors
    ///
    /// Those of the oracle.
    pub fn agree(&self, case: &Case) -> Result<Gathered, Refused> {
        const U32: usize = 4;
        self.checks[U32](case)
    }

    /// Whether the type has these values.
    pub fn holds(&self, case: &Case) -> bool {
        let within = |value: &i128| self.min <= *value && *value <= self.max;
        case.values.iter().all(within)
    }
}
