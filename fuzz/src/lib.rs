//! Calls out of a fuzzer's bytes.
//!
//! The bytes choose the numbers of a [`Sketch`], the same from which the property tests build their calls:
//! most calls make sense, some are damaged, some indices are hostile. What is drawn first decides most, so
//! that a mutation near the end of the bytes changes little.

use arbitrary::{Arbitrary, Result, Unstructured};
use gather_core::{
    BatchOutput, BatchSizes, DepthZero, Negative, NonAxis, Operator, OutOfRange, Rules,
};
use gather_tests::{
    oracle::{Case, elements},
    sketch::{Damage, Kind, Sketch},
    types::INDEX_TYPES,
};

/// Indices that are overwritten with any value, at most.
const MOST_WILD: usize = 4;

/// A call whose inputs and output fit in memory many times.
#[derive(Debug)]
pub struct Call {
    /// The call.
    pub case: Case,
    /// The number of the index type whose values it has.
    pub index_type: usize,
}

impl<'a> Arbitrary<'a> for Call {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        // Large calls cost a thousand tiny ones, and find what depends on blocks of rows.
        let kind = match u8::arbitrary(bytes)? {
            0..208 => Kind::TINY,
            208..240 => Kind::SMALL,
            240..244 => Kind::LINES,
            244..248 => Kind::LONG,
            248..251 => Kind::ROWS,
            251..254 => Kind::DEEP,
            254.. => Kind::BLOCKS,
        };
        Self::of(kind, bytes)
    }
}

impl Call {
    /// A call of this kind.
    ///
    /// # Errors
    ///
    /// Those of `arbitrary`.
    pub fn of(kind: Kind, bytes: &mut Unstructured<'_>) -> Result<Self> {
        let sketch = sketch(kind, bytes)?;
        let mut case = sketch.build(kind);
        let index_type = &INDEX_TYPES[sketch.index_type];
        if !case.values.is_empty() {
            for _ in 0..bytes.int_in_range(0..=MOST_WILD)? {
                let at = bytes.choose_index(case.values.len())?;
                let value = i128::from(i64::arbitrary(bytes)?) * 2;
                case.values[at] = value.clamp(index_type.min, index_type.max);
            }
        }
        Ok(Self {
            case,
            index_type: sketch.index_type,
        })
    }

    /// Whether data, indices and output are small enough to run: damage may have made them large.
    #[must_use]
    pub fn is_small(&self) -> bool {
        let small = |shape: &[usize]| elements(shape).is_ok_and(|count| count < 1 << 16);
        let output = self.case.output_shape();
        small(&self.case.data)
            && small(&self.case.indices)
            && output.map_or(true, |shape| small(&shape))
    }
}

fn sketch(kind: Kind, bytes: &mut Unstructured<'_>) -> Result<Sketch> {
    let (least, most) = kind.ranks;
    let operator = *bytes.choose(&Operator::ALL)?;
    let rules = rules(bytes)?;
    let index_type = bytes.choose_index(INDEX_TYPES.len())?;
    Ok(Sketch {
        operator,
        rules,
        index_type,
        data: sizes(kind, least..=most, bytes)?,
        picks: sizes(kind, 0..=kind.picks, bytes)?,
        batch: bytes.int_in_range(0..=11)?,
        axis: bytes.int_in_range(0..=11)?,
        depth: bytes.int_in_range(0..=23)?,
        from_end: bytes.arbitrary()?,
        twists: many(bytes, 12, |bytes| bytes.int_in_range(0..=7))?,
        damage: damage(bytes)?,
        bad: few(bytes, 6, |bytes| {
            Ok((u16::arbitrary(bytes)?.into(), bytes.int_in_range(0..=63)?))
        })?,
        seeds: {
            let mut seeds = few(bytes, 60, |bytes| Ok(u16::arbitrary(bytes)?.into()))?;
            seeds.push(u16::arbitrary(bytes)?.into());
            seeds
        },
    })
}

fn many<T>(
    bytes: &mut Unstructured<'_>,
    count: usize,
    draw: impl Fn(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    (0..count).map(|_| draw(bytes)).collect()
}

/// Up to `most` of something.
fn few<T>(
    bytes: &mut Unstructured<'_>,
    most: usize,
    draw: impl Fn(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Vec<T>> {
    let count = bytes.int_in_range(0..=most)?;
    many(bytes, count, draw)
}

fn sizes(
    kind: Kind,
    ranks: core::ops::RangeInclusive<usize>,
    bytes: &mut Unstructured<'_>,
) -> Result<Vec<usize>> {
    let rank = bytes.int_in_range(ranks)?;
    let all: Vec<usize> = kind
        .sizes
        .iter()
        .flat_map(|(weight, sizes)| {
            // Weights are of whole groups; a group of many sizes has each of them once at least.
            let times = (*weight as usize).div_ceil(sizes.len());
            core::iter::repeat_n(*sizes, times).flatten().copied()
        })
        .collect();
    many(bytes, rank, |bytes| Ok(*bytes.choose(&all)?))
}

fn rules(bytes: &mut Unstructured<'_>) -> Result<Rules> {
    Ok(Rules {
        negative: *bytes.choose(&[Negative::FromEnd, Negative::Reject])?,
        out_of_range: *bytes.choose(&[
            OutOfRange::Error,
            OutOfRange::Fill(()),
            OutOfRange::Clamp,
            OutOfRange::Wrap,
        ])?,
        depth_zero: *bytes.choose(&[DepthZero::Error, DepthZero::Copy])?,
        non_axis: *bytes.choose(&[NonAxis::AtMost, NonAxis::Equal, NonAxis::Broadcast])?,
        batch_output: *bytes.choose(&[BatchOutput::Kept, BatchOutput::Flattened])?,
        batch_sizes: *bytes.choose(&[BatchSizes::Equal, BatchSizes::Broadcast])?,
        preset: None,
    })
}

fn damage(bytes: &mut Unstructured<'_>) -> Result<Option<Damage>> {
    Ok(Some(match u8::arbitrary(bytes)? {
        0..4 => Damage::Axis(attribute(bytes)?),
        4..8 => Damage::BatchDims(attribute(bytes)?),
        8..12 => Damage::DataSize(u16::arbitrary(bytes)?.into(), bytes.int_in_range(0..=3)?),
        12..16 => Damage::IndicesSize(u16::arbitrary(bytes)?.into(), bytes.int_in_range(0..=3)?),
        16..20 => Damage::LastSize(bytes.int_in_range(0..=4)?),
        20..22 => Damage::ExtraDimension,
        22..24 => Damage::MissingDimension,
        24..26 => Damage::ScalarData,
        26..28 => Damage::ScalarIndices,
        _ => return Ok(None),
    }))
}

/// Attributes near and very far.
fn attribute(bytes: &mut Unstructured<'_>) -> Result<i128> {
    Ok(match bool::arbitrary(bytes)? {
        true => bytes.int_in_range(-14..=14)?,
        false => i128::arbitrary(bytes)?,
    })
}
