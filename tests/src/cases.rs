//! The worked cases as data: 155 calls with what must come of them, computed by a loop of its own and
//! compared with onnxruntime, TensorFlow, torch and OpenVINO. They live in `conformance/cases.json`, one
//! per line; here they are read into types.
//!
//! A line is kept as a model file would have it. `data_start` stands for data that counts up from
//! there, `b` for `batch_dims`, `oob` for the value that replaces what is out of range.

use gather_core::{DepthZero, GatherOptions, Op, OutOfRange};
use serde::Deserialize;

pub mod ways;

/// One call and what must come of it.
#[derive(Clone, Debug)]
pub struct Case {
    /// What the case is called.
    pub name: String,
    /// The operator with its attributes.
    pub op: Op,
    /// The shape of data.
    pub data_shape: Vec<usize>,
    /// The elements of data, as numbers.
    pub data: Vec<i64>,
    /// The shape of the indices.
    pub indices_shape: Vec<usize>,
    /// The indices.
    pub indices: Vec<i64>,
    /// The number to fill with, where out of range is to fill.
    pub fill: Option<i64>,
    /// What tuples of length 0 do.
    pub depth_zero: DepthZero,
    /// The output, or why there is none.
    pub expected: Result<Output, Reason>,
}

/// What a call gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its shape.
    pub shape: Vec<usize>,
    /// Its elements, as numbers.
    pub elements: Vec<i64>,
}

/// Why a call must be refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// An index is outside its axis.
    OutOfRange {
        /// The index.
        value: i64,
        /// The size of the axis.
        size: usize,
    },
    /// A tensor has too few or too many dimensions.
    Rank,
    /// There is no such axis.
    Axis,
    /// There cannot be that many batch dimensions.
    BatchDims,
    /// The indexed axis is a batch dimension.
    BatchDimsAboveAxis,
    /// The tuples are too long.
    Depth,
    /// Data and indices have different batches.
    BatchShape,
    /// The indices are larger than data off the axis.
    Shape,
}

impl Case {
    /// Whether the operator's default choices are meant.
    #[must_use]
    pub fn has_default_choices(&self) -> bool {
        self.fill.is_none() && self.depth_zero == DepthZero::Error
    }

    /// The choices of the case, over elements that stand for its numbers.
    pub fn options<T>(&self, element: impl Fn(i64) -> T) -> GatherOptions<T> {
        let mut options = GatherOptions::default();
        if let Some(value) = self.fill {
            options = options.out_of_range(OutOfRange::Fill(element(value)));
        }
        if self.depth_zero == DepthZero::Copy {
            options = options.depth_zero(DepthZero::Copy);
        }
        options
    }

    /// The indices in another type, if all of them fit.
    #[must_use]
    pub fn indices_as<I: TryFrom<i64>>(&self) -> Option<Vec<I>> {
        let narrowed = self.indices.iter().map(|index| I::try_from(*index).ok());
        narrowed.collect()
    }
}

/// Every case.
///
/// # Panics
///
/// If the file does not say what a case must say.
#[must_use]
pub fn all() -> Vec<Case> {
    let lines: Vec<Line> = serde_json::from_str(include_str!("../conformance/cases.json"))
        .unwrap_or_else(|error| panic!("cases.json: {error}"));
    lines.into_iter().map(Line::complete).collect()
}

/// A case as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    op: OpName,
    name: String,
    data_shape: Vec<usize>,
    data_start: Option<i64>,
    data: Option<Vec<i64>>,
    indices_shape: Vec<usize>,
    indices: Option<Vec<i64>>,
    attrs: Attributes,
    expect: Expect,
    out_shape: Option<Vec<usize>>,
    out: Option<Vec<i64>>,
    reason: Option<ReasonText>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
enum OpName {
    #[serde(rename = "GatherND")]
    GatherNd,
    Gather,
    GatherElements,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Attributes {
    axis: i64,
    b: i64,
    oob: Option<i64>,
    depth_zero: Option<CopyWord>,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CopyWord {
    Copy,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Expect {
    Ok,
    Error,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(try_from = "String")]
struct ReasonText(Reason);

impl TryFrom<String> for ReasonText {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        Ok(Self(match text.as_str() {
            "rank" => Reason::Rank,
            "axis" => Reason::Axis,
            "batch_dims" => Reason::BatchDims,
            "batch_dims>axis" => Reason::BatchDimsAboveAxis,
            "depth" => Reason::Depth,
            "batch shape" => Reason::BatchShape,
            "shape" => Reason::Shape,
            _ => out_of_range(&text).ok_or(format!("unknown reason `{text}`"))?,
        }))
    }
}

/// Reads "oob 5 of 3".
fn out_of_range(text: &str) -> Option<Reason> {
    let (value, size) = text.strip_prefix("oob ")?.split_once(" of ")?;
    Some(Reason::OutOfRange {
        value: value.parse().ok()?,
        size: size.parse().ok()?,
    })
}

impl Line {
    fn complete(self) -> Case {
        let data = self.data();
        let indices = self.indices.clone().unwrap_or_else(generated_indices);
        let expected = self.expected(&data, &indices);
        Case {
            op: self.op(),
            name: self.name,
            data_shape: self.data_shape,
            data,
            indices_shape: self.indices_shape,
            indices,
            fill: self.attrs.oob,
            depth_zero: match self.attrs.depth_zero {
                Some(CopyWord::Copy) => DepthZero::Copy,
                None => DepthZero::Error,
            },
            expected,
        }
    }

    fn op(&self) -> Op {
        let (axis, batch_dims) = (self.attrs.axis.into(), self.attrs.b.into());
        match self.op {
            OpName::GatherNd => Op::GatherNd { batch_dims },
            OpName::Gather => Op::Gather { axis, batch_dims },
            OpName::GatherElements => Op::GatherElements { axis },
        }
    }

    fn data(&self) -> Vec<i64> {
        match (&self.data, self.data_start) {
            (Some(data), None) => data.clone(),
            (None, Some(start)) => {
                let count = self.data_shape.iter().product();
                (start..).take(count).collect()
            }
            _ => panic!("{}: `data` or `data_start`, one of them", self.name),
        }
    }

    fn expected(&self, data: &[i64], indices: &[i64]) -> Result<Output, Reason> {
        match (self.expect, &self.out_shape, &self.out, self.reason) {
            (Expect::Ok, Some(shape), out, None) if out.is_some() == self.indices.is_some() => {
                let given = out.clone();
                Ok(Output {
                    shape: shape.clone(),
                    elements: given.unwrap_or_else(|| generated_output(data, indices)),
                })
            }
            (Expect::Error, None, None, Some(reason)) => Err(reason.0),
            _ => panic!("{}: what is expected is not what is given", self.name),
        }
    }
}

/// The one case too large to be written down is Gather of OpenVINO's XML: axis 1, one batch dimension,
/// data (2, 64, 128), indices (2, 32, 21). Its indices and its output are made here.
fn generated_indices() -> Vec<i64> {
    let flat = 0..2 * 32 * 21;
    flat.map(|flat| flat * 7 % 64).collect()
}

fn generated_output(data: &[i64], indices: &[i64]) -> Vec<i64> {
    let mut out = Vec::new();
    for batch in 0..2 {
        for i in 0..32 {
            for j in 0..21 {
                let row = indices[(batch * 32 + i) * 21 + j] as usize;
                for column in 0..128 {
                    out.push(data[(batch * 64 + row) * 128 + column]);
                }
            }
        }
    }
    out
}
