//! Random sketches of calls; [`gather_tests::sketch`] builds the calls.

use gather_core::{
    BatchOutput, BatchSizes, DepthZero, Negative, NonAxis, Operator, OutOfRange, Rules,
};
use gather_tests::{
    oracle::Case,
    sketch::{Damage, Kind, Sketch, Spot},
    types::INDEX_TYPES,
};
use proptest::{collection::vec, prelude::*, sample::select};

/// A call, and the number of the index type whose values it has.
pub fn case(kind: Kind) -> impl Strategy<Value = (Case, usize)> {
    sketch(kind).prop_map(move |sketch| (sketch.build(kind), sketch.index_type))
}

fn sketch(kind: Kind) -> impl Strategy<Value = Sketch> {
    let (least, most) = kind.ranks;
    let shapes = (
        select(&Operator::ALL[..]),
        vec(size(kind), least..=most),
        vec(size(kind), 0..=kind.picks),
        vec(0..8_usize, 12),
    );
    let attributes = (0..12_usize, 0..12_usize, 0..24_usize, any::<bool>());
    let choices = (rules(), damage());
    let values = (
        0..INDEX_TYPES.len(),
        vec(0..1_usize << 16, 1..=61),
        prop_oneof![
            4 => Just(0..=0),
            3 => Just(1..=2),
            1 => Just(3..=20),
        ]
        .prop_flat_map(|count| vec((any::<Spot>(), 0..64_usize), count)),
    );
    (shapes, attributes, choices, values).prop_map(|(shapes, attributes, choices, values)| {
        let (operator, data, picks, twists) = shapes;
        let (batch, axis, depth, from_end) = attributes;
        let (rules, damage) = choices;
        let (index_type, seeds, bad) = values;
        Sketch {
            operator,
            data,
            picks,
            twists,
            batch,
            axis,
            depth,
            from_end,
            rules,
            damage,
            index_type,
            seeds,
            bad,
        }
    })
}

fn size(kind: Kind) -> impl Strategy<Value = usize> {
    let weighted = |(weight, sizes): &(u32, &'static [usize])| (*weight, select(*sizes));
    proptest::strategy::Union::new_weighted(kind.sizes.iter().map(weighted).collect())
}

fn rules() -> impl Strategy<Value = Rules> {
    (
        select(vec![Negative::FromEnd, Negative::Reject]),
        select(vec![
            OutOfRange::Error,
            OutOfRange::Fill(()),
            OutOfRange::Clamp,
            OutOfRange::Wrap,
        ]),
        select(vec![DepthZero::Error, DepthZero::Copy]),
        select(vec![NonAxis::AtMost, NonAxis::Equal, NonAxis::Broadcast]),
        select(vec![BatchOutput::Kept, BatchOutput::Flattened]),
        select(vec![BatchSizes::Equal, BatchSizes::Broadcast]),
    )
        .prop_map(|choices| Rules {
            negative: choices.0,
            out_of_range: choices.1,
            depth_zero: choices.2,
            non_axis: choices.3,
            batch_output: choices.4,
            batch_sizes: choices.5,
            preset: None,
        })
}

fn damage() -> impl Strategy<Value = Option<Damage>> {
    let damage = prop_oneof![
        2 => attribute().prop_map(Damage::Axis),
        2 => attribute().prop_map(Damage::BatchDims),
        2 => (any::<Spot>(), 0..4_usize).prop_map(|(axis, size)| Damage::DataSize(axis, size)),
        2 => (any::<Spot>(), 0..4_usize).prop_map(|(axis, size)| Damage::IndicesSize(axis, size)),
        2 => (0..5_usize).prop_map(Damage::LastSize),
        1 => Just(Damage::ExtraDimension),
        1 => Just(Damage::MissingDimension),
        1 => Just(Damage::ScalarData),
        1 => Just(Damage::ScalarIndices),
    ];
    prop_oneof![
        4 => Just(None),
        1 => damage.prop_map(Some),
    ]
}

/// Attributes near and very far.
fn attribute() -> impl Strategy<Value = i128> {
    let far = vec![
        i128::from(i64::MIN),
        i128::from(i64::MAX),
        i128::from(u64::MAX),
        1 << 32,
        i128::MIN,
        i128::MAX,
    ];
    prop_oneof![3 => -14..14_i128, 1 => select(far)]
}
