//! Erased calls against typed ones: every element type with every index type, every operator, every
//! preset and policy, with bytes at even and at odd addresses.

use gather_core::{
    DType, Element, ErasedError, ErasedFill, ErasedOptions, ErasedView, FillValue, GatherOptions,
    Index, Negative, Op, OutOfRange, Preset, ViewDyn, gather_erased, gather_erased_into,
    gather_op_dyn,
};
use half::{bf16, f16};
use num_complex::Complex;

/// An element or index whose bytes are known.
trait Known: Copy {
    const DTYPE: DType;
    /// A value made from a number, different for different small ones where the type allows.
    fn of(n: i8) -> Self;
    fn bytes(self) -> Vec<u8>;
}

macro_rules! known {
    ($($t:ty, $dtype:ident, $n:ident => $of:expr, $x:ident => $bytes:expr;)*) => { $(
        impl Known for $t {
            const DTYPE: DType = DType::$dtype;
            fn of($n: i8) -> Self { $of }
            fn bytes(self) -> Vec<u8> { let $x = self; $bytes.to_vec() }
        }
    )* };
}
known! {
    bool, Bool, n => n % 2 != 0, x => [u8::from(x)];
    i8, I8, n => n, x => x.to_ne_bytes();
    i16, I16, n => n.into(), x => x.to_ne_bytes();
    i32, I32, n => n.into(), x => x.to_ne_bytes();
    i64, I64, n => n.into(), x => x.to_ne_bytes();
    u8, U8, n => n as Self, x => x.to_ne_bytes();
    u16, U16, n => n as Self, x => x.to_ne_bytes();
    u32, U32, n => n as Self, x => x.to_ne_bytes();
    u64, U64, n => n as Self, x => x.to_ne_bytes();
    f16, F16, n => Self::from_f32(f32::from(n) / 4.0), x => x.to_ne_bytes();
    bf16, Bf16, n => Self::from_f32(f32::from(n) / 4.0), x => x.to_ne_bytes();
    f32, F32, n => f32::from(n) / 7.0, x => x.to_ne_bytes();
    f64, F64, n => f64::from(n) / 7.0, x => x.to_ne_bytes();
    Complex<f32>, Complex64, n => Self::new(n.into(), 0.5), x => [x.re.bytes(), x.im.bytes()].concat();
    Complex<f64>, Complex128, n => Self::new(n.into(), 0.5), x => [x.re.bytes(), x.im.bytes()].concat();
}

/// The bytes of some values, from an address that is odd if `shift` is.
fn stored<T: Known>(values: &[T], shift: usize) -> Vec<u8> {
    let mut bytes = vec![0xAA; shift];
    // An allocation of this size is aligned for every type, so `shift` alone decides.
    bytes.reserve_exact(4096);
    bytes.extend(values.iter().flat_map(|value| value.bytes()));
    bytes
}

/// Operator, data shape, indices shape.
const CALLS: [(Op, &[usize], &[usize]); 7] = [
    (Op::gather_nd(0), &[3, 4, 2], &[2, 3]),
    (Op::gather_nd(0), &[3, 4, 2], &[3, 2]),
    (Op::gather_nd(1), &[3, 4, 2], &[3, 2, 1]),
    (Op::gather(1, 0), &[3, 4, 2], &[2, 3]),
    (Op::gather(-1, 1), &[3, 4, 2], &[3, 2]),
    (Op::gather_elements(1), &[3, 4, 2], &[3, 2, 1]),
    (Op::gather_elements(0), &[0, 2], &[1, 2]),
];

/// In range, negative, and far outside; the last two only in some calls.
const INDICES: [&[i8]; 3] = [
    &[0, 1, 0, 1, 0, 1, 0, 1],
    &[-1, 0, 1, -2, 1, 0, -1, 0],
    &[1, 0, 7, -9, 0, 100, -128, 1],
];

/// The same choices for typed and for erased calls.
fn choices<'a, T: Known + FillValue>(own: &'a [u8]) -> Vec<(GatherOptions<T>, ErasedOptions<'a>)> {
    let mut all: Vec<_> = Preset::ALL
        .iter()
        .map(|preset| {
            (
                GatherOptions::preset(*preset),
                ErasedOptions::preset(*preset),
            )
        })
        .collect();
    let plain = (GatherOptions::default(), ErasedOptions::default());
    all.push(plain);
    for negative in [Negative::FromEnd, Negative::Reject] {
        let (typed, erased) = (plain.0.negative(negative), plain.1.negative(negative));
        let fill = OutOfRange::Fill(ErasedFill::Bytes(own));
        all.push((
            typed.out_of_range(OutOfRange::Fill(T::of(5))),
            erased.out_of_range(fill),
        ));
        all.push((
            typed.out_of_range(OutOfRange::Clamp),
            erased.out_of_range(OutOfRange::Clamp),
        ));
        all.push((
            typed.out_of_range(OutOfRange::Wrap),
            erased.out_of_range(OutOfRange::Wrap),
        ));
        all.push((typed, erased));
    }
    all
}

/// Runs every call with one element type and one index type, and counts results and errors.
fn compare<T: Known + Element + FillValue, I: Known + Index>(count: &mut [usize; 2]) {
    let own = T::of(5).bytes();
    for (op, data_shape, indices_shape) in CALLS {
        let data: Vec<T> = (0..data_shape.iter().product::<usize>())
            .map(|n| T::of(i8::try_from(n).unwrap()))
            .collect();
        for values in INDICES {
            let values: Vec<I> = values.iter().map(|n| I::of(*n)).collect();
            let values = &values[..indices_shape.iter().product()];
            for (typed, erased) in choices::<T>(&own) {
                let expected = gather_op_dyn(
                    op,
                    ViewDyn::new(&data, data_shape).unwrap(),
                    ViewDyn::new(values, indices_shape).unwrap(),
                    &typed,
                );
                for shift in [0, 1] {
                    let (data, values) = (stored(&data, shift), stored(values, shift));
                    let data = ErasedView::new(T::DTYPE, data_shape, &data[shift..]).unwrap();
                    let indices =
                        ErasedView::new(I::DTYPE, indices_shape, &values[shift..]).unwrap();
                    let found = gather_erased(op, data, indices, &erased);
                    count[usize::from(found.is_err())] += 1;
                    let (out, shape) = match &expected {
                        Err(error) => {
                            assert_eq!(
                                found,
                                Err(ErasedError::Gather(*error)),
                                "{op:?} {erased:?}"
                            );
                            continue;
                        }
                        Ok(tensor) => (stored(tensor.as_slice(), 0), tensor.shape()),
                    };
                    let found = found.unwrap();
                    assert_eq!(found.dtype(), T::DTYPE);
                    assert_eq!(found.shape(), shape, "{op:?} {erased:?}");
                    assert_eq!(
                        found.bytes(),
                        out,
                        "{op:?} {erased:?} {} {}",
                        T::DTYPE,
                        I::DTYPE
                    );
                    let mut into = vec![0; shift + out.len()];
                    gather_erased_into(op, data, indices, &erased, &mut into[shift..]).unwrap();
                    assert_eq!(into[shift..], out, "{op:?} {erased:?}");
                }
            }
        }
    }
}

/// Every element type with one index type.
fn compare_all<I: Known + Index>() {
    let mut count = [0; 2];
    macro_rules! each {
        ($($t:ty)*) => { $(compare::<$t, I>(&mut count);)* };
    }
    each!(bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 Complex<f32> Complex<f64>);
    assert!(count[0] > 5000 && count[1] > 5000, "both happen: {count:?}");
}

macro_rules! by_index_type {
    ($($name:ident)*) => { $(
        #[test]
        fn $name() {
            compare_all::<$name>();
        }
    )* };
}
by_index_type!(i8 i16 i32 i64 u8 u16 u32 u64);

#[test]
fn other_index_types_are_refused() {
    let bytes = [0; 16];
    for dtype in DType::ALL {
        let data = ErasedView::new(DType::U8, &[1], &[7]).unwrap();
        let indices = ErasedView::new(*dtype, &[1], &bytes[..dtype.size()]).unwrap();
        let out = gather_erased(Op::gather(0, 0), data, indices, &ErasedOptions::default());
        if dtype.is_index() {
            assert_eq!(out.unwrap().bytes(), [7]);
        } else {
            assert_eq!(out, Err(ErasedError::IndexType { found: *dtype }));
        }
    }
}
