//! NumPy's `.npy` files: a magic word, a version, a Python dictionary as text, the elements.
//!
//! Elements in the other byte order or in column-major (Fortran) order are taken through a copy. What
//! `gather` has no name for (strings, records, objects, dates, long doubles) is refused by its name.

use gather_core::DType;

use super::{Loaded, layout, map::Storage};

const MAGIC: &[u8] = b"\x93NUMPY";

/// How a zip archive begins.
const ARCHIVE: &[u8] = b"PK\x03\x04";

/// What the dictionary says.
#[derive(Debug, Default)]
struct Header {
    descr: Option<String>,
    fortran_order: Option<bool>,
    shape: Option<Vec<usize>>,
}

/// An element type as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stored {
    dtype: DType,
    /// Whether its bytes are in the order that this machine does not have.
    swapped: bool,
}

/// Finds the tensor in a file.
pub(crate) fn load(storage: Storage) -> Result<Loaded, String> {
    let (text, start) = header(&storage)?;
    let (stored, fortran_order, shape) = Header::read(text)?.complete()?;
    let loaded = Loaded {
        dtype: stored.dtype,
        shape,
        range: start..storage.len(),
        storage,
    }
    .checked()?;
    Ok(in_order(loaded, stored.swapped, fortran_order))
}

/// The same tensor in row-major order and the machine's byte order.
fn in_order(loaded: Loaded, swapped: bool, fortran_order: bool) -> Loaded {
    let (dtype, size) = (loaded.dtype, loaded.dtype.size());
    if !swapped && !fortran_order {
        return loaded;
    }
    let stored = &loaded.storage[loaded.range];
    let mut bytes = if fortran_order {
        layout::row_major(stored, &loaded.shape, size)
    } else {
        stored.to_vec()
    };
    if swapped {
        let part = match dtype {
            DType::Complex64 | DType::Complex128 => size / 2,
            _ => size,
        };
        layout::swap(&mut bytes, part);
    }
    Loaded::owned(dtype, loaded.shape, bytes)
}

/// The dictionary's text, and where the elements start.
fn header(file: &[u8]) -> Result<(&str, usize), String> {
    let cut = || format!("the .npy header is cut off after {} bytes", file.len());
    let Some(rest) = file.strip_prefix(MAGIC) else {
        if file.starts_with(ARCHIVE) {
            return Err(
                "not a .npy file but an archive, as .npz files are; save the array by itself"
                    .to_owned(),
            );
        }
        return Err("not a .npy file: it does not begin with \\x93NUMPY".to_owned());
    };
    let (version, rest) = rest.split_first_chunk::<2>().ok_or_else(cut)?;
    let (length, rest) = match version {
        [1, _] => {
            let (length, rest) = rest.split_first_chunk().ok_or_else(cut)?;
            (u16::from_le_bytes(*length).into(), rest)
        }
        [2 | 3, _] => {
            let (length, rest) = rest.split_first_chunk().ok_or_else(cut)?;
            (u32::from_le_bytes(*length), rest)
        }
        [major, minor] => {
            return Err(format!(
                "unknown .npy version {major}.{minor}, expected 1, 2 or 3"
            ));
        }
    };
    let length = usize::try_from(length).map_err(|_| cut())?;
    let text = rest.get(..length).ok_or_else(cut)?;
    let text = str::from_utf8(text).map_err(|_| "the .npy header is not text".to_owned())?;
    Ok((text, file.len() - rest.len() + length))
}

impl Header {
    /// Reads the dictionary, keys in any order.
    fn read(text: &str) -> Result<Self, String> {
        let bad = |_| {
            format!(
                "the .npy header is not a dictionary as NumPy writes it: {}",
                text.trim()
            )
        };
        let mut words = Words { rest: text };
        Self::entries(&mut words).map_err(bad)
    }

    fn entries(words: &mut Words<'_>) -> Result<Self, ()> {
        let mut header = Self::default();
        words.expect('{')?;
        while !words.take('}') {
            let key = words.string()?;
            words.expect(':')?;
            match key {
                "descr" if words.peek('[') => {
                    header.descr = Some("a record".to_owned());
                    // What a record consists of does not matter, and nothing behind it either.
                    header.fortran_order = Some(false);
                    header.shape = Some(Vec::new());
                    return Ok(header);
                }
                "descr" => header.descr = Some(words.string()?.to_owned()),
                "fortran_order" => header.fortran_order = Some(words.boolean()?),
                "shape" => header.shape = Some(words.tuple()?),
                _ => return Err(()),
            }
            if !words.take(',') && !words.peek('}') {
                return Err(());
            }
        }
        Ok(header)
    }

    fn complete(self) -> Result<(Stored, bool, Vec<usize>), String> {
        let missing = |key: &str| format!("the .npy header lacks `{key}`");
        let descr = self.descr.ok_or_else(|| missing("descr"))?;
        let order = self.fortran_order.ok_or_else(|| missing("fortran_order"))?;
        let shape = self.shape.ok_or_else(|| missing("shape"))?;
        Ok((Stored::named(&descr)?, order, shape))
    }
}

impl Stored {
    /// NumPy's name for a type: byte order, kind, size.
    fn named(descr: &str) -> Result<Self, String> {
        let (order, name) = match descr.split_at_checked(1) {
            Some((order @ ("<" | ">" | "=" | "|"), name)) => (order, name),
            _ => ("=", descr),
        };
        let dtype = match name {
            "b1" | "?" => DType::Bool,
            "i1" => DType::I8,
            "i2" => DType::I16,
            "i4" => DType::I32,
            "i8" => DType::I64,
            "u1" => DType::U8,
            "u2" => DType::U16,
            "u4" => DType::U32,
            "u8" => DType::U64,
            "f2" => DType::F16,
            "f4" => DType::F32,
            "f8" => DType::F64,
            "c8" => DType::Complex64,
            "c16" => DType::Complex128,
            _ => {
                return Err(format!(
                    "elements of type `{descr}` are not supported, expected bool, i1 to i8, u1 to u8, f2, f4, f8, c8 or c16"
                ));
            }
        };
        let other = if cfg!(target_endian = "little") {
            ">"
        } else {
            "<"
        };
        let swapped = order == other && dtype.size() > 1;
        Ok(Self { dtype, swapped })
    }
}

/// The beginning of a file for elements in row-major order; `None` if the format has no such type.
pub(crate) fn head(dtype: DType, shape: &[usize]) -> Option<Vec<u8>> {
    let order = match dtype.size() {
        1 => "|",
        _ if cfg!(target_endian = "little") => "<",
        _ => ">",
    };
    let name = match dtype {
        DType::Bool => "b1",
        DType::I8 => "i1",
        DType::I16 => "i2",
        DType::I32 => "i4",
        DType::I64 => "i8",
        DType::U8 => "u1",
        DType::U16 => "u2",
        DType::U32 => "u4",
        DType::U64 => "u8",
        DType::F16 => "f2",
        DType::F32 => "f4",
        DType::F64 => "f8",
        DType::Complex64 => "c8",
        DType::Complex128 => "c16",
        _ => return None,
    };
    let sizes: String = shape.iter().map(|size| format!("{size}, ")).collect();
    let sizes = match shape.len() {
        1 => sizes.trim_end(),
        _ => sizes.trim_end_matches(", "),
    };
    let text =
        format!("{{'descr': '{order}{name}', 'fortran_order': False, 'shape': ({sizes}), }}");
    Some(framed(&text))
}

/// Magic word, version, length and text, filled up with spaces so that the elements are aligned.
fn framed(text: &str) -> Vec<u8> {
    const ALIGNMENT: usize = 64;
    let padded = |before: usize| (before + text.len() + 1).next_multiple_of(ALIGNMENT) - before;
    let mut head = MAGIC.to_vec();
    // Version 2 has room for shapes of thousands of dimensions.
    if let Ok(length) = u16::try_from(padded(10)) {
        head.extend([1, 0]);
        head.extend(length.to_le_bytes());
    } else {
        head.extend([2, 0]);
        let length = u32::try_from(padded(12)).unwrap_or(u32::MAX);
        head.extend(length.to_le_bytes());
    }
    head.extend(text.bytes());
    let end = (head.len() + 1).next_multiple_of(ALIGNMENT);
    head.resize(end - 1, b' ');
    head.push(b'\n');
    head
}

/// What is left of the dictionary. Space between words is passed over.
struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    fn peek(&mut self, c: char) -> bool {
        self.rest = self.rest.trim_start();
        self.rest.starts_with(c)
    }

    fn take(&mut self, c: char) -> bool {
        let found = self.peek(c);
        if found {
            self.rest = &self.rest[c.len_utf8()..];
        }
        found
    }

    fn expect(&mut self, c: char) -> Result<(), ()> {
        self.take(c).then_some(()).ok_or(())
    }

    fn string(&mut self) -> Result<&'a str, ()> {
        let quote = if self.peek('"') { '"' } else { '\'' };
        self.expect(quote)?;
        let (text, rest) = self.rest.split_once(quote).ok_or(())?;
        self.rest = rest;
        Ok(text)
    }

    fn word(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        let end = self.rest.find(|c: char| !c.is_ascii_alphanumeric());
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        word
    }

    fn boolean(&mut self) -> Result<bool, ()> {
        match self.word() {
            "True" => Ok(true),
            "False" => Ok(false),
            _ => Err(()),
        }
    }

    fn tuple(&mut self) -> Result<Vec<usize>, ()> {
        let mut sizes = Vec::new();
        self.expect('(')?;
        while !self.take(')') {
            // Python 2 wrote `3L`.
            let size = self.word().trim_end_matches('L');
            sizes.push(size.parse().map_err(|_| ())?);
            if !self.take(',') && !self.peek(')') {
                return Err(());
            }
        }
        Ok(sizes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read_back() {
        for dtype in DType::ALL {
            for shape in [&[][..], &[3], &[2, 0], &[1, 2, 3], &[1; 20_000]] {
                let Some(head) = head(*dtype, shape) else {
                    assert_eq!(*dtype, DType::Bf16);
                    continue;
                };
                assert!(head.len().is_multiple_of(64), "the elements are aligned");
                let (text, start) = header(&head).unwrap();
                assert_eq!(start, head.len());
                let (stored, order, found) = Header::read(text).unwrap().complete().unwrap();
                assert_eq!(
                    (stored.dtype, stored.swapped, order),
                    (*dtype, false, false)
                );
                assert_eq!(found, shape);
            }
        }
    }

    #[test]
    fn dictionaries_are_read_as_numpy_reads_them() {
        let text = " { \"shape\" :(3L ,4,) ,'fortran_order':True,'descr':'>c16'}\n";
        let (stored, order, shape) = Header::read(text).unwrap().complete().unwrap();
        assert_eq!(
            (stored.dtype, order, shape),
            (DType::Complex128, true, vec![3, 4])
        );
        for text in [
            "",
            "{",
            "{'shape': (1, -2)}",
            "{'shape': (1 2)}",
            "{'other': 1}",
            "{'descr': 4}",
        ] {
            assert!(Header::read(text).is_err(), "{text}");
        }
        let lacks = Header::read("{'descr': '<f4', 'shape': ()}").unwrap();
        assert_eq!(
            lacks.complete().unwrap_err(),
            "the .npy header lacks `fortran_order`"
        );
    }

    #[test]
    fn headers_cut_anywhere_are_refused() {
        let head = head(DType::F32, &[2]).unwrap();
        for end in 0..head.len() {
            assert!(header(&head[..end]).is_err(), "cut at {end}");
        }
    }
}
