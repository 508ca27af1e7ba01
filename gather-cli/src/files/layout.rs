//! Bytes that lie in another order than the calls take them: turned into a copy that does not.

/// Reverses the order of bytes in each part; a complex number has two parts.
pub(crate) fn swap(bytes: &mut [u8], part: usize) {
    for part in bytes.chunks_exact_mut(part.max(1)) {
        part.reverse();
    }
}

/// Elements of `size` bytes from column-major order into row-major order.
///
/// Walks the output front to back, like a counter whose last digit is the fastest; each digit has a
/// stride in the input.
pub(crate) fn row_major(bytes: &[u8], shape: &[usize], size: usize) -> Vec<u8> {
    let strides = column_major_strides(shape, size);
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = vec![0; shape.len()];
    let mut position = 0_usize;
    while out.len() < bytes.len() {
        let Some(element) = bytes.get(position..position + size) else {
            break;
        };
        out.extend_from_slice(element);
        for axis in (0..shape.len()).rev() {
            at[axis] += 1;
            position += strides[axis];
            if at[axis] < shape[axis] {
                break;
            }
            position -= strides[axis] * shape[axis];
            at[axis] = 0;
        }
    }
    out
}

/// Bytes per step of each axis, the first being the fastest.
fn column_major_strides(shape: &[usize], size: usize) -> Vec<usize> {
    let step = |next: &mut usize, count: &usize| {
        let stride = *next;
        *next = next.saturating_mul(*count);
        Some(stride)
    };
    shape.iter().scan(size, step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_become_rows() {
        assert_eq!(
            row_major(&[1, 4, 2, 5, 3, 6], &[2, 3], 1),
            [1, 2, 3, 4, 5, 6]
        );
        let pairs = [1, 1, 4, 4, 2, 2, 5, 5];
        assert_eq!(row_major(&pairs, &[2, 2], 2), [1, 1, 2, 2, 4, 4, 5, 5]);
        let cube = [0, 4, 2, 6, 1, 5, 3, 7];
        assert_eq!(row_major(&cube, &[2, 2, 2], 1), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(row_major(&[9, 8], &[], 2), [9, 8]);
        assert!(row_major(&[], &[3, 0], 4).is_empty(), "nothing to turn");
    }

    #[test]
    fn parts_are_reversed() {
        let swapped = |part| {
            let mut bytes = [1, 2, 3, 4];
            swap(&mut bytes, part);
            bytes
        };
        assert_eq!(swapped(2), [2, 1, 4, 3]);
        assert_eq!(swapped(4), [4, 3, 2, 1]);
    }
}
