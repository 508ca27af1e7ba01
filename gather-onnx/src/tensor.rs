//! Tensors of test data in one form: little-endian bytes, or strings.
//!
//! ONNX stores elements as raw bytes, in fields by type, or in a file beside the model.

use std::{
    fs::File,
    io::{Read as _, Seek as _, SeekFrom},
    path::Path,
};

use crate::{
    element::ElementType,
    error::Reason,
    external::{entry, is_beside},
    proto::{EXTERNAL, TensorProto},
};

/// A tensor whose content agrees with its shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tensor {
    pub(crate) element: ElementType,
    pub(crate) shape: Vec<usize>,
    pub(crate) content: Content,
}

/// The elements in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// Little-endian bytes, as many to an element as its type is wide.
    Bytes(Vec<u8>),
    /// Strings.
    Strings(Vec<String>),
}

impl Tensor {
    /// The tensor of a message; `folder` is where external data is.
    pub(crate) fn new(proto: &TensorProto, folder: &Path) -> Result<Self, Reason> {
        let code = proto.data_type;
        let element = ElementType::from_code(code).ok_or(Reason::UnknownElementType { code })?;
        let (shape, elements) = shape(proto)?;
        let content = match (element, element.width()) {
            (ElementType::String, _) => Content::Strings(strings(proto)?),
            (_, Some(width)) => {
                let expected = elements.checked_mul(width);
                let expected = expected.ok_or_else(|| bad_shape(proto))?;
                Content::Bytes(bytes(proto, element, width, expected, folder)?)
            }
            (found, None) => return Err(Reason::UnsupportedElementType { found }),
        };
        let (expected, found) = match &content {
            Content::Bytes(bytes) => (elements * element.width().unwrap_or(0), bytes.len()),
            Content::Strings(strings) => (elements, strings.len()),
        };
        if expected != found {
            return Err(Reason::TensorLength { expected, found });
        }
        Ok(Self {
            element,
            shape,
            content,
        })
    }
}

fn bad_shape(proto: &TensorProto) -> Reason {
    Reason::TensorShape {
        dims: proto.dims.clone(),
    }
}

/// The shape and its number of elements.
fn shape(proto: &TensorProto) -> Result<(Vec<usize>, usize), Reason> {
    let sizes = proto.dims.iter().map(|size| usize::try_from(*size).ok());
    let shape: Option<Vec<usize>> = sizes.collect();
    let shape = shape.ok_or_else(|| bad_shape(proto))?;
    let elements = gather_spec::elements(&shape).ok_or_else(|| bad_shape(proto))?;
    Ok((shape, elements))
}

fn strings(proto: &TensorProto) -> Result<Vec<String>, Reason> {
    let element = ElementType::String;
    let text = |(position, bytes): (usize, &prost::bytes::Bytes)| {
        let text = String::from_utf8(bytes.to_vec());
        text.map_err(|_| Reason::TensorValue { element, position })
    };
    proto.string_data.iter().enumerate().map(text).collect()
}

fn bytes(
    proto: &TensorProto,
    element: ElementType,
    width: usize,
    expected: usize,
    folder: &Path,
) -> Result<Vec<u8>, Reason> {
    let bytes = match &proto.raw_data {
        _ if proto.data_location == EXTERNAL => external(proto, expected, folder)?,
        Some(raw) => raw.to_vec(),
        None => fields(proto, element, width)?,
    };
    // Of `bool` two values exist.
    if element == ElementType::Bool
        && let Some(position) = bytes.iter().position(|byte| *byte > 1)
    {
        return Err(Reason::TensorValue { element, position });
    }
    Ok(bytes)
}

/// Elements that are stored by type.
fn fields(proto: &TensorProto, element: ElementType, width: usize) -> Result<Vec<u8>, Reason> {
    use ElementType as E;
    let each = |bytes: Vec<Vec<u8>>| bytes.concat();
    Ok(match element {
        E::Float | E::Complex64 => each(map(&proto.float_data, |v| v.to_le_bytes().to_vec())),
        E::Double | E::Complex128 => each(map(&proto.double_data, |v| v.to_le_bytes().to_vec())),
        E::Int64 => each(map(&proto.int64_data, |v| v.to_le_bytes().to_vec())),
        E::Uint64 | E::Uint32 => {
            let wide = proto.uint64_data.iter().copied().map(i128::from);
            narrow(wide, element, width)?
        }
        _ => {
            let wide = proto.int32_data.iter().copied().map(i128::from);
            narrow(wide, element, width)?
        }
    })
}

fn map<T: Copy>(values: &[T], bytes: impl Fn(T) -> Vec<u8>) -> Vec<Vec<u8>> {
    values.iter().copied().map(bytes).collect()
}

/// The low bytes of values that fit them, signed or not.
fn narrow(
    values: impl Iterator<Item = i128>,
    element: ElementType,
    width: usize,
) -> Result<Vec<u8>, Reason> {
    let end = 1_i128 << (8 * width);
    let mut bytes = Vec::new();
    for (position, value) in values.enumerate() {
        if !(-(end / 2)..end).contains(&value) {
            return Err(Reason::TensorValue { element, position });
        }
        bytes.extend(value.to_le_bytes().into_iter().take(width));
    }
    Ok(bytes)
}

/// Elements that are in another file.
fn external(proto: &TensorProto, expected: usize, folder: &Path) -> Result<Vec<u8>, Reason> {
    let entry = |key: &str| entry(proto, key);
    let location = entry("location").unwrap_or_default();
    let number = |key: &str, default: u64| match entry(key) {
        None => Ok(default),
        Some(text) => text.parse().map_err(|_| outside_range(location)),
    };
    let wanted = u64::try_from(expected).map_err(|_| outside_range(location))?;
    let (offset, length) = (number("offset", 0)?, number("length", wanted)?);
    if length != wanted {
        return Err(Reason::TensorLength {
            expected,
            found: usize::try_from(length).unwrap_or(usize::MAX),
        });
    }
    if !is_beside(location) {
        let location = location.to_owned();
        return Err(Reason::ExternalOutside { location });
    }
    let failed = |error| Reason::External {
        location: location.to_owned(),
        error,
    };
    let mut file = File::open(folder.join(location)).map_err(failed)?;
    file.seek(SeekFrom::Start(offset)).map_err(failed)?;
    let mut bytes = Vec::new();
    file.take(length).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() == expected {
        Ok(bytes)
    } else {
        Err(outside_range(location))
    }
}

fn outside_range(location: &str) -> Reason {
    Reason::ExternalRange {
        location: location.to_owned(),
    }
}
