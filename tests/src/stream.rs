//! A stream of cases in, a stream of answers out: the protocol of the differential test.
//!
//! Our runner and the workers of the other engines speak it, so that all of them get the very same bytes. A case is
//! one line of JSON and, right behind its newline, the bytes of `data` and then those of `indices`, both in row-major
//! order and in the machine's byte order:
//!
//! ```text
//! {"operator":"Gather","form":"take","semantics":"numpy_raise","axis":0,"batch_dims":0,
//!  "data":{"dtype":"f32","shape":[2,3],"bytes":24},"indices":{"dtype":"i64","shape":[4],"bytes":32}}
//! ```
//!
//! (on one line; no other key is known). `operator` is `GatherND`, `Gather` or `GatherElements`; `semantics` names a
//! preset, and is empty for our own choices; `form` tells another engine which of its calls is meant, and says nothing
//! to us. `axis` is left alone for GatherND, `batch_dims` for GatherElements. `bytes` is stated so that the next case
//! is found whatever a shape says.
//!
//! An answer is one line of JSON, and the bytes of the output behind it if there is one:
//!
//! ```text
//! {"shape":[4,3],"bytes":48}
//! {"refused":"index","message":"index -7 at indices[3] ..."}
//! ```
//!
//! `refused` is `index` for an index out of range and `call` for everything else that is wrong with the call. Answers
//! come in the order of the cases. A line that is no case, or a stream that ends within one, ends the run.

use std::io::{self, BufRead, Read, Write};

use gather_core::{
    DType, ErasedError, ErasedOptions, ErasedTensor, ErasedView, GatherError, Op, Operator,
    gather_erased,
};
use serde::{Deserialize, Serialize};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    operator: String,
    #[serde(rename = "form", default)]
    _form: String,
    semantics: String,
    axis: i128,
    batch_dims: i128,
    data: Tensor,
    indices: Tensor,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Tensor {
    dtype: String,
    shape: Vec<usize>,
    bytes: usize,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer<'a> {
    Output {
        shape: &'a [usize],
        bytes: usize,
    },
    Refused {
        refused: &'static str,
        message: String,
    },
}

/// Answers every case of the stream, and says how many there were.
pub fn answer(mut cases: impl BufRead, mut answers: impl Write) -> io::Result<u64> {
    let (mut line, mut data, mut indices) = (Vec::new(), Vec::new(), Vec::new());
    for count in 0.. {
        let told = |error: String| {
            io::Error::new(io::ErrorKind::InvalidData, format!("case {count}: {error}"))
        };
        line.clear();
        if cases.read_until(b'\n', &mut line)? == 0 {
            answers.flush()?;
            return Ok(count);
        }
        let header: Header =
            serde_json::from_slice(&line).map_err(|error| told(error.to_string()))?;
        for (tensor, bytes) in [(&header.data, &mut data), (&header.indices, &mut indices)] {
            bytes.clear();
            let wanted = u64::try_from(tensor.bytes).map_err(|error| told(error.to_string()))?;
            cases.by_ref().take(wanted).read_to_end(bytes)?;
            if bytes.len() != tensor.bytes {
                return Err(told(format!(
                    "expected {wanted} bytes, found {}",
                    bytes.len()
                )));
            }
        }
        match gathered(&header, &data, &indices).map_err(told)? {
            Ok(output) => {
                let (shape, bytes) = (output.shape(), output.bytes().len());
                write_line(&mut answers, &Answer::Output { shape, bytes })?;
                answers.write_all(output.bytes())?;
            }
            Err(error) => {
                let refused = match error {
                    ErasedError::Gather(GatherError::Index(_)) => "index",
                    _ => "call",
                };
                let message = error.to_string();
                write_line(&mut answers, &Answer::Refused { refused, message })?;
            }
        }
    }
    Ok(u64::MAX)
}

fn write_line(answers: &mut impl Write, answer: &Answer<'_>) -> io::Result<()> {
    serde_json::to_writer(&mut *answers, answer)?;
    answers.write_all(b"\n")
}

/// The outcome of the call, or why the header is none.
fn gathered(
    header: &Header,
    data: &[u8],
    indices: &[u8],
) -> Result<Result<ErasedTensor, ErasedError>, String> {
    let named = |operator: &&Operator| operator.name() == header.operator;
    let op = match Operator::ALL.iter().find(named) {
        Some(Operator::GatherNd) => Op::GatherNd {
            batch_dims: header.batch_dims,
        },
        Some(Operator::Gather) => Op::Gather {
            axis: header.axis,
            batch_dims: header.batch_dims,
        },
        Some(Operator::GatherElements) => Op::GatherElements { axis: header.axis },
        None => return Err(format!("unknown operator `{}`", header.operator)),
    };
    let options = match &*header.semantics {
        "" => ErasedOptions::default(),
        name => ErasedOptions::named(name).map_err(|error| error.to_string())?,
    };
    let view = |tensor: &'_ Tensor| {
        tensor
            .dtype
            .parse::<DType>()
            .map_err(|error| error.to_string())
    };
    let (data_type, index_type) = (view(&header.data)?, view(&header.indices)?);
    Ok(
        ErasedView::new(data_type, &header.data.shape, data).and_then(|data| {
            let indices = ErasedView::new(index_type, &header.indices.shape, indices)?;
            gather_erased(op, data, indices, &options)
        }),
    )
}
