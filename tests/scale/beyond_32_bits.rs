//! Tensors that 31 and 32 bits do not count. Tables are pages of zeros with a few elements that are marked,
//! so that they take little memory; outputs and indices are as large as they are.

use std::sync::{Mutex, PoisonError};

use gather_core::{
    DType, ErasedOptions, ErasedView, GatherError, GatherOptions, Op, OutOfRange, Prepared, View,
    ViewDyn, gather_dyn, gather_dyn_into, gather_elements_dyn, gather_erased, gather_kernel,
    gather_nd_dyn, gather_op_dyn,
};

/// Sizes around which something that counts in fewer bits goes wrong.
const EDGES: [usize; 4] = [(1 << 31) - 1, (1 << 31) + 1, (1 << 32) - 1, (1 << 32) + 3];

/// One large test at a time.
static MEMORY: Mutex<()> = Mutex::new(());

fn alone(test: impl FnOnce() -> Result<(), GatherError>) -> Result<(), GatherError> {
    let _lock = MEMORY.lock().unwrap_or_else(PoisonError::into_inner);
    test()
}

/// A table whose first, middle and last elements are marked.
fn table(size: usize) -> Vec<u8> {
    let mut table = vec![0; size];
    (table[0], table[size / 2], table[size - 1]) = (1, 2, 3);
    table
}

/// One beyond either end of an axis.
fn beyond(size: usize) -> [i64; 2] {
    let size = size as i64;
    [size, -size - 1]
}

#[track_caller]
fn is_refused<T>(result: Result<T, GatherError>, value: i64, size: usize) {
    match result {
        Err(GatherError::Index(error)) => {
            assert_eq!((error.value(), error.size()), (value.into(), size));
        }
        Err(other) => panic!("{value} of {size}: {other}"),
        Ok(_) => panic!("{value} of {size} is accepted"),
    }
}

#[test]
#[ignore = "4 GiB of address space"]
fn a_long_axis() -> Result<(), GatherError> {
    alone(|| {
        for size in EDGES {
            let (table, shape) = (table(size), [size]);
            let data = ViewDyn::new(&table, &shape)?;
            let n = size as i64;
            let good = [n - 1, 0, n / 2, -1, -n, n / 2 - n, n - 2];
            let expected = [3, 1, 2, 3, 1, 2, 0];
            let indices = ViewDyn::new(&good, &[7])?;
            assert_eq!(
                gather_dyn(data, indices, 0, 0)?.as_slice(),
                expected,
                "{size}"
            );
            assert_eq!(
                gather_elements_dyn(data, indices, 0)?.as_slice(),
                expected,
                "{size}"
            );
            let tuples = ViewDyn::new(&good, &[7, 1])?;
            assert_eq!(
                gather_nd_dyn(data, tuples, 0)?.as_slice(),
                expected,
                "{size}"
            );
            let kernel = gather_kernel!(Gather, u8, i64, rank = 1);
            let out = kernel.run(View::new(&table, shape)?, View::new(&good, [7])?)?;
            assert_eq!(out.as_slice(), expected, "{size}");
            for bad in beyond(size) {
                let values = [0, bad];
                let indices = ViewDyn::new(&values, &[2])?;
                is_refused(gather_dyn(data, indices, 0, 0), bad, size);
                is_refused(gather_elements_dyn(data, indices, 0), bad, size);
                let tuples = ViewDyn::new(&values, &[2, 1])?;
                is_refused(gather_nd_dyn(data, tuples, 0), bad, size);
                let kernel = kernel.run(View::new(&table, shape)?, View::new(&values, [2])?);
                is_refused(kernel, bad, size);
            }
            // Of 32 bits, as many as there are.
            let narrow = [u32::try_from(n - 1).unwrap_or(u32::MAX)];
            let out = gather_dyn(data, ViewDyn::new(&narrow, &[1])?, 0, 0)?;
            assert_eq!(out.as_slice(), [table[narrow[0] as usize]], "{size}");
            let out = gather_dyn(
                data,
                ViewDyn::new(&[-1_i32, i32::MIN, i32::MAX], &[3])?,
                0,
                0,
            );
            match out {
                Ok(out) => assert_eq!(out.as_slice()[0], 3, "{size}"),
                Err(_) => is_refused(out, i32::MIN.into(), size),
            }
        }
        Ok(())
    })
}

#[test]
#[ignore = "4 GiB of address space"]
fn policies_on_a_long_axis() -> Result<(), GatherError> {
    alone(|| {
        let size = (1 << 32) + 3;
        let table = table(size);
        let data = ViewDyn::new(&table, core::slice::from_ref(&size))?;
        let n = size as i64;
        let wild = [n, -n - 1, i64::MAX, i64::MIN];
        let indices = ViewDyn::new(&wild, &[4])?;
        let at = |value: i64| table[i128::from(value).rem_euclid(n.into()) as usize];
        for (policy, expected) in [
            (OutOfRange::Clamp, [3, 1, 3, 1]),
            (OutOfRange::Wrap, wild.map(at)),
            (OutOfRange::Fill(9), [9; 4]),
        ] {
            let options = GatherOptions::default().out_of_range(policy);
            let out = gather_op_dyn(Op::gather(0, 0), data, indices, &options)?;
            assert_eq!(out.as_slice(), expected);
        }
        Ok(())
    })
}

/// Rows at the far end, by one coordinate and by two, forwards and backwards.
#[test]
#[ignore = "4 GiB of address space"]
fn far_rows() -> Result<(), GatherError> {
    alone(|| {
        const WIDTH: usize = 1 << 12;
        let rows = (1 << 20) + 1;
        let mut table = vec![0_u8; rows * WIDTH];
        let last = table.len() - WIDTH;
        for (n, element) in table[last..].iter_mut().enumerate() {
            *element = (n % 251) as u8;
        }
        let expected: Vec<u8> = table[last..].to_vec();
        let shape = [rows, WIDTH];
        let data = ViewDyn::new(&table, &shape)?;
        for value in [rows as i64 - 1, -1] {
            let out = gather_dyn(data, ViewDyn::new(&[value], &[1])?, 0, 0)?;
            assert_eq!(out.as_slice(), expected, "the last row");
        }
        let pairs = [rows as i64 - 1, WIDTH as i64 - 1, -1, 7, 0, 0];
        let out = gather_nd_dyn(data, ViewDyn::new(&pairs, &[3, 2])?, 0)?;
        assert_eq!(out.as_slice(), [expected[WIDTH - 1], 7, 0]);
        let pairs = [rows as i64 - 1, WIDTH as i64];
        is_refused(
            gather_nd_dyn(data, ViewDyn::new(&pairs, &[1, 2])?, 0),
            WIDTH as i64,
            WIDTH,
        );
        let columns = gather_dyn(data, ViewDyn::new(&[-1_i64], &[1])?, 1, 0)?;
        assert_eq!(columns.as_slice()[rows - 1], expected[WIDTH - 1]);
        let strides = [-(WIDTH as isize), -1];
        let backwards = ViewDyn::from_strides(&table, table.len() - 1, &shape, &strides)?;
        let out = gather_dyn(backwards, ViewDyn::new(&[0_i64], &[1])?, 0, 0)?;
        assert!(out.as_slice().iter().eq(expected.iter().rev()), "backwards");
        Ok(())
    })
}

/// Elements of 16 bytes: few enough for 32 bits, their bytes are not. Erased, too.
#[test]
#[ignore = "4 GiB of address space"]
fn wide_elements() -> Result<(), GatherError> {
    alone(|| {
        let size = (1 << 28) + 1;
        let mut table = vec![0_u128; size];
        (table[size - 1], table[size - 2]) = (u128::MAX / 7, 5);
        let line = [size];
        let data = ViewDyn::new(&table, &line)?;
        let values = [size as i64 - 1, -1, -2, 0];
        let out = gather_dyn(data, ViewDyn::new(&values, &[4])?, 0, 0)?;
        assert_eq!(out.as_slice(), [u128::MAX / 7, u128::MAX / 7, 5, 0]);
        for bad in beyond(size) {
            is_refused(
                gather_dyn(data, ViewDyn::new(&[bad], &[1])?, 0, 0),
                bad,
                size,
            );
        }
        drop(table);

        let size = (1 << 29) + 1;
        let mut bytes = vec![0_u8; size * 8];
        let last = bytes.len() - 8;
        bytes[last..].copy_from_slice(&1.5_f64.to_ne_bytes());
        let line = [size];
        let data = ErasedView::new(DType::F64, &line, &bytes).expect("as many bytes");
        let index = (size as u64 - 1).to_ne_bytes();
        let indices = ErasedView::new(DType::U64, &[1], &index).expect("as many bytes");
        let out = gather_erased(Op::gather(0, 0), data, indices, &ErasedOptions::default());
        assert_eq!(out.expect("in range").bytes(), 1.5_f64.to_ne_bytes());
        Ok(())
    })
}

/// An output of more than 2^32 elements, by rows.
#[test]
#[ignore = "4.3 GiB of memory"]
fn many_rows_out() -> Result<(), GatherError> {
    alone(|| {
        const WIDTH: usize = 1 << 16;
        let table: Vec<u8> = (0..3 * WIDTH).map(|n| (n % 251) as u8).collect();
        let data = ViewDyn::new(&table, &[3, WIDTH])?;
        let rows = (1 << 16) + 1;
        let values: Vec<u8> = (0..rows).map(|n| (n % 3) as u8).collect();
        let line = [rows];
        let out = gather_dyn(data, ViewDyn::new(&values, &line)?, 0, 0)?;
        assert_eq!(out.shape(), [rows, WIDTH]);
        let mut found = out.as_slice().chunks_exact(WIDTH).zip(&values);
        let right = found.all(|(row, n)| *row == table[usize::from(*n) * WIDTH..][..WIDTH]);
        assert!(right, "every row");
        let mut buffer = out.into_vec();
        buffer.fill(9);
        let (expected, options) = (rows * WIDTH, GatherOptions::default());
        let indices = ViewDyn::new(&values, &line)?;
        let found = expected - 1;
        assert_eq!(
            gather_dyn_into(data, indices, 0, 0, &options, &mut buffer[..found]),
            Err(GatherError::OutputLength { expected, found })
        );
        assert!(buffer.iter().all(|byte| *byte == 9), "untouched");
        gather_dyn_into(data, indices, 0, 0, &options, &mut buffer)?;
        let last = &buffer[expected - WIDTH..];
        assert_eq!(
            last,
            &table[(rows - 1) % 3 * WIDTH..][..WIDTH],
            "the last row"
        );
        Ok(())
    })
}

/// More than 2^32 indices, and as many elements out.
#[test]
#[ignore = "8.6 GiB of memory"]
fn many_indices() -> Result<(), GatherError> {
    alone(|| {
        let count = (1 << 32) + 5;
        let table = [10_u8, 20, 30];
        let data = ViewDyn::new(&table, &[3])?;
        let mut values = vec![1_u8; count];
        (values[0], values[count - 1]) = (0, 2);
        let line = [count];
        let out = gather_dyn(data, ViewDyn::new(&values, &line)?, 0, 0)?;
        let elements = out.as_slice();
        assert_eq!(
            (elements.len(), elements[0], elements[count - 1]),
            (count, 10, 30)
        );
        let middle = &elements[1..count - 1];
        assert!(middle.iter().all(|element| *element == 20), "every element");
        // The last is bad, and is named by its place.
        drop(out);
        values[count - 1] = 3;
        match gather_dyn(data, ViewDyn::new(&values, &line)?, 0, 0) {
            Err(GatherError::Index(error)) => {
                assert_eq!((error.flat(), error.value()), (count - 1, 3));
            }
            other => panic!("3 of 3: {:?}", other.map(drop)),
        }
        Ok(())
    })
}

/// A prepared gather keeps offsets, which are larger than any index of an axis that fits 31 bits: taken for signed
/// numbers they would lead to before the table, or be out of range. Rows of every class, as many as make it large.
#[test]
#[ignore = "750 GB of address space, of which little is touched"]
fn prepared_offsets_beyond_31_bits() -> Result<(), GatherError> {
    const SIDE: usize = 50_000;
    alone(|| {
        for row in [1, 3, 8, 16, 17, 32, 33, 64, 65, 128, 257, 300] {
            let bytes = SIDE * SIDE * row;
            let mut table = memmap2::MmapOptions::new()
                .len(bytes)
                .no_reserve_swap()
                .map_anon()
                .expect("address space");
            let last = (SIDE - 1) * SIDE * row;
            table[last..last + row].fill(7);
            let shape = [SIDE, SIDE, row];
            let data = ViewDyn::new(&table, &shape)?;
            for picks in [64, (5 << 18) / row] {
                let mut tuples = [SIDE as i64 - 1, 0].repeat(picks);
                let kept = tuples.clone();
                let pairs = [picks, 2];
                let indices = ViewDyn::new(&kept, &pairs)?;
                let prepared =
                    Prepared::new(Op::gather_nd(0), &shape, indices, &GatherOptions::default())?;
                assert!(
                    prepared.run(data)?.as_slice() == vec![7; picks * row],
                    "{row}"
                );
                // One of them is to be filled.
                tuples[picks] = SIDE as i64;
                let indices = ViewDyn::new(&tuples, &pairs)?;
                let filled = GatherOptions::default().out_of_range(OutOfRange::Fill(9));
                let prepared = Prepared::new(Op::gather_nd(0), &shape, indices, &filled)?;
                let out = prepared.run(data)?;
                for (n, found) in out.as_slice().chunks_exact(row).enumerate() {
                    let expected = if n == picks / 2 { 9 } else { 7 };
                    assert!(
                        found.iter().all(|of_row| *of_row == expected),
                        "{n} of {row}"
                    );
                }
            }
        }
        Ok(())
    })
}
