//! Tensors and amounts for people.

use core::fmt::Write as _;

use gather_core::{DType, ErasedView};

/// Elements shown before the rest is only counted.
const MOST: usize = 256;

/// Type and shape, then the elements in nested brackets, a row to a line.
pub(crate) fn tensor(view: ErasedView<'_>) -> String {
    let shape = view.shape();
    let mut text = format!("{} {shape:?}\n", view.dtype());
    if view.is_empty() {
        return text + "[]\n";
    }
    text.extend(core::iter::repeat_n('[', shape.len()));
    for (n, bytes) in view
        .bytes()
        .chunks(view.dtype().size())
        .take(MOST)
        .enumerate()
    {
        if n > 0 {
            between(&mut text, ended_before(n, shape), shape.len());
        }
        text += &element(view.dtype(), bytes);
    }
    match view.len().checked_sub(MOST) {
        None | Some(0) => text.extend(core::iter::repeat_n(']', shape.len())),
        Some(rest) => {
            let _ = write!(text, ", … {rest} more");
        }
    }
    text + "\n"
}

/// What stands between two elements, the first of which ends so many dimensions.
fn between(text: &mut String, ended: usize, rank: usize) {
    if ended == 0 {
        *text += ", ";
        return;
    }
    text.extend(core::iter::repeat_n(']', ended));
    *text += ",\n";
    text.extend(core::iter::repeat_n(' ', rank - ended));
    text.extend(core::iter::repeat_n('[', ended));
}

/// How many of the innermost dimensions end before element `n`.
fn ended_before(n: usize, shape: &[usize]) -> usize {
    let mut run = 1_usize;
    let ends = |size: &&usize| {
        run = run.saturating_mul(**size);
        n.is_multiple_of(run)
    };
    shape.iter().rev().take_while(ends).count()
}

/// One element. Bytes that are not one, which a view does not have, are shown as nothing.
fn element(dtype: DType, bytes: &[u8]) -> String {
    /// The value whose bytes these are.
    fn read<T, const N: usize>(bytes: &[u8], from: fn([u8; N]) -> T) -> Option<T> {
        bytes.first_chunk().copied().map(from)
    }
    /// Both parts of a complex number.
    fn parts<T: core::fmt::Debug, const N: usize>(
        bytes: &[u8],
        from: fn([u8; N]) -> T,
    ) -> Option<String> {
        let (re, im) = bytes.split_at_checked(N)?;
        Some(format!("{:?}{:+?}j", read(re, from)?, read(im, from)?))
    }
    let shown = match dtype {
        DType::Bool => bytes.first().map(|byte| (*byte != 0).to_string()),
        DType::I8 => read(bytes, i8::from_ne_bytes).map(|value| value.to_string()),
        DType::I16 => read(bytes, i16::from_ne_bytes).map(|value| value.to_string()),
        DType::I32 => read(bytes, i32::from_ne_bytes).map(|value| value.to_string()),
        DType::I64 => read(bytes, i64::from_ne_bytes).map(|value| value.to_string()),
        DType::U8 => read(bytes, u8::from_ne_bytes).map(|value| value.to_string()),
        DType::U16 => read(bytes, u16::from_ne_bytes).map(|value| value.to_string()),
        DType::U32 => read(bytes, u32::from_ne_bytes).map(|value| value.to_string()),
        DType::U64 => read(bytes, u64::from_ne_bytes).map(|value| value.to_string()),
        DType::F16 => read(bytes, half::f16::from_ne_bytes).map(|value| format!("{value:?}")),
        DType::Bf16 => read(bytes, half::bf16::from_ne_bytes).map(|value| format!("{value:?}")),
        DType::F32 => read(bytes, f32::from_ne_bytes).map(|value| format!("{value:?}")),
        DType::F64 => read(bytes, f64::from_ne_bytes).map(|value| format!("{value:?}")),
        DType::Complex64 => parts(bytes, f32::from_ne_bytes),
        DType::Complex128 => parts(bytes, f64::from_ne_bytes),
        _ => None,
    };
    shown.unwrap_or_default()
}

/// An amount of memory: `96 bytes`, `1.5 GiB (1610612736 bytes)`.
pub(crate) fn bytes(amount: usize) -> String {
    const UNITS: [(usize, &str); 3] = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    match UNITS
        .iter()
        .find(|(unit, _)| amount >= 10 * unit || amount >= *unit && *unit > 1 << 10)
    {
        None => counted(amount, "byte"),
        Some((unit, name)) => format!(
            "{:.1} {name} ({amount} bytes)",
            amount as f64 / *unit as f64
        ),
    }
}

/// `1 row`, `2 rows`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(dtype: DType, shape: &[usize], bytes: &[u8]) -> String {
        tensor(ErasedView::new(dtype, shape, bytes).unwrap())
    }

    #[test]
    fn a_row_stands_on_a_line() {
        let bytes = [0, 1, 2, 3, 4, 5, 6, 7];
        let cube = "u8 [2, 2, 2]\n[[[0, 1],\n  [2, 3]],\n [[4, 5],\n  [6, 7]]]\n";
        assert_eq!(shown(DType::U8, &[2, 2, 2], &bytes), cube);
        assert_eq!(shown(DType::I8, &[], &[255]), "i8 []\n-1\n");
        assert_eq!(shown(DType::F32, &[0, 2], &[]), "f32 [0, 2]\n[]\n");
        let long = shown(DType::Bool, &[300], &[1; 300]);
        assert!(long.ends_with("true, … 44 more\n"), "{long}");
    }

    #[test]
    fn elements_are_shown_as_numbers() {
        let complex: Vec<u8> = [1.5_f32, -2.0]
            .iter()
            .flat_map(|part| part.to_ne_bytes())
            .collect();
        assert_eq!(element(DType::Complex64, &complex), "1.5-2.0j");
        assert_eq!(element(DType::F16, &0x7e00_u16.to_ne_bytes()), "NaN");
        assert_eq!(element(DType::Bf16, &0x3f80_u16.to_ne_bytes()), "1.0");
    }

    #[test]
    fn amounts_have_units() {
        assert_eq!(bytes(1), "1 byte");
        assert_eq!(bytes(9999), "9999 bytes");
        assert_eq!(bytes(3 << 29), "1.5 GiB (1610612736 bytes)");
    }
}
