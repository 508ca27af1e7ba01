//! One call written out with nested arrays, and its output.

use core::fmt::Debug;

use gather_core::{Element, FillValue, GatherOptions, Index, Op, ViewDyn};
use gather_tests::cases::ways::Call;

/// A call and its output, under the default choices and under those of the presets.
pub struct Example<'a, T> {
    pub presets: &'a [&'a str],
    pub op: Op,
    pub data: ViewDyn<'a, T>,
    pub indices: ViewDyn<'a, i64>,
    pub output: ViewDyn<'a, T>,
}

impl<T: Element + FillValue + PartialEq + Debug> Example<'_, T> {
    /// On every path, with the two index types that all systems allow.
    #[track_caller]
    pub fn holds(&self) {
        let narrow = |index: &i64| i32::try_from(*index).expect("examples are small");
        let narrowed: Vec<i32> = self.indices.iter().map(narrow).collect();
        let narrowed = ViewDyn::new(&narrowed, self.indices.shape()).expect("the same shape");
        for options in self.choices() {
            self.holds_with(self.indices, &options);
            self.holds_with(narrowed, &options);
        }
    }

    fn choices(&self) -> impl Iterator<Item = GatherOptions<T>> {
        let by_name = |name: &&str| GatherOptions::named(name).expect("the preset exists");
        let presets = self.presets.iter().map(by_name);
        core::iter::once(GatherOptions::default()).chain(presets)
    }

    #[track_caller]
    fn holds_with<I: Index>(&self, indices: ViewDyn<'_, I>, options: &GatherOptions<T>) {
        let (op, data) = (self.op, self.data);
        let call = Call {
            op,
            data,
            indices,
            options,
        };
        let outcome = call.in_every_way(&T::missing());
        let tensor = outcome.unwrap_or_else(|error| panic!("{error}: {call}"));
        assert_eq!(tensor.view(), self.output, "{call}");
    }
}

/// An example from nested arrays. The type of the elements has to be said, because a nested array is
/// also an array of arrays.
#[track_caller]
pub fn example<'a, T: Element + FillValue + PartialEq + Debug + 'a>(
    presets: &[&str],
    op: Op,
    data: impl Into<ViewDyn<'a, T>>,
    indices: impl Into<ViewDyn<'a, i64>>,
    output: impl Into<ViewDyn<'a, T>>,
) {
    Example {
        presets,
        op,
        data: data.into(),
        indices: indices.into(),
        output: output.into(),
    }
    .holds();
}
