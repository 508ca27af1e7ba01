//! The operators on candle tensors: against our dynamic call, against candle's own operators where they
//! overlap, and their gradients.

use core::fmt::Debug;

use candle_core::{CpuStorage, DType, Device, Error, Result, Storage, Tensor, Var, WithDType};
use float8::F8E4M3;
use gather_candle::{
    gather, gather_elements, gather_elements_with, gather_nd, gather_nd_with, gather_op,
    gather_op_with, gather_with,
};
use gather_core::{
    BatchSizes, Element, ErasedFill, ErasedOptions, GatherOptions, Index, Negative, Op, OutOfRange,
    Preset, TensorDyn, gather_op_dyn,
};

const CPU: Device = Device::Cpu;

/// Numbers that look random and are the same every time.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(self.0 >> 33).expect("31 bits") % bound
    }
}

/// A tensor whose elements are their own flat positions.
fn numbered(shape: &[usize]) -> Result<Tensor> {
    let count = u32::try_from(shape.iter().product::<usize>()).map_err(Error::wrap)?;
    Tensor::arange(0, count, &CPU)?.reshape(shape)
}

/// The elements in row-major order, as a tensor of ours.
fn ours<T: WithDType>(tensor: &Tensor) -> Result<TensorDyn<T>> {
    let elements = tensor.flatten_all()?.to_vec1()?;
    TensorDyn::new(elements, tensor.dims().to_vec()).map_err(Error::wrap)
}

/// The call on candle's tensors gives what ours gives on copies, results and texts of errors.
fn agrees<T, I>(op: Op, data: &Tensor, indices: &Tensor) -> Result<bool>
where
    T: WithDType + Element + PartialEq + Debug,
    I: WithDType + Index,
{
    let (copy, picks) = (ours::<T>(data)?, ours::<I>(indices)?);
    let expected = gather_op_dyn(op, copy.view(), picks.view(), &GatherOptions::default());
    match (gather_op(op, data, indices), expected) {
        (Ok(found), Ok(expected)) => {
            assert_eq!(ours::<T>(&found)?, expected, "{op:?}");
            assert_eq!(found.dtype(), data.dtype(), "{op:?}");
            Ok(true)
        }
        (Err(found), Err(expected)) => {
            assert!(
                found.to_string().starts_with(&expected.to_string()),
                "{found}"
            );
            Ok(false)
        }
        (found, expected) => panic!("{op:?}: {found:?}, not {expected:?}"),
    }
}

/// Operators with shapes of data and of indices.
fn calls() -> [(Op, &'static [usize], &'static [usize]); 10] {
    [
        (Op::gather_nd(0), &[4, 5, 3], &[6, 1]),
        (Op::gather_nd(0), &[4, 4, 4], &[6, 3]),
        (Op::gather_nd(1), &[4, 4, 4], &[4, 2, 2]),
        (Op::gather_nd(2), &[2, 3, 4], &[2, 3, 1]),
        (Op::gather(0, 0), &[4, 5], &[3, 2]),
        (Op::gather(2, 1), &[3, 2, 4], &[3, 5]),
        (Op::gather(-1, 0), &[3, 4], &[]),
        (Op::gather_elements(0), &[4, 3], &[6, 2]),
        (Op::gather_elements(-1), &[2, 3, 4], &[2, 3, 7]),
        (Op::gather_elements(1), &[2, 4, 1, 3], &[2, 1, 1, 3]),
    ]
}

/// A tensor with the same shape that lies in another way: cut out of a larger one, transposed, repeated.
fn laid(tensor: &Tensor, way: usize) -> Result<Tensor> {
    let rank = tensor.rank();
    match way {
        _ if rank == 0 => Ok(tensor.clone()),
        0 => Ok(tensor.clone()),
        1 => tensor
            .transpose(0, rank - 1)?
            .contiguous()?
            .transpose(0, rank - 1),
        2 => {
            let last = tensor.dim(rank - 1)?;
            let wide = Tensor::cat(&[tensor, tensor, tensor], rank - 1)?;
            wide.narrow(rank - 1, last, last)
        }
        _ => tensor.narrow(0, 0, 1)?.broadcast_as(tensor.shape()),
    }
}

#[test]
fn tensors_are_read_as_they_lie() -> Result<()> {
    let mut numbers = Numbers(3);
    let (mut good, mut bad) = (0, 0);
    for (op, shape, picks) in calls() {
        for round in 0..60 {
            let count = picks.iter().product::<usize>();
            let bound = if round % 4 == 0 { 8 } else { 6 };
            let value = |_| i64::try_from(numbers.below(bound)).expect("small") - 3;
            let values: Vec<i64> = (0..count).map(value).collect();
            let indices = Tensor::from_vec(values, picks, &CPU)?;
            let data = laid(&numbered(shape)?, round % 5)?;
            let indices = laid(&indices, round / 5 % 5)?;
            match agrees::<u32, i64>(op, &data, &indices)? {
                true => good += 1,
                false => bad += 1,
            }
        }
    }
    assert!(good > 150 && bad > 50, "{good} good, {bad} bad");
    Ok(())
}

/// candle reverses by copying, so that its strides are never negative; what is turned after that lies in yet
/// another way.
#[test]
fn reversed_tensors_are_gathered_from() -> Result<()> {
    let data = numbered(&[4, 3])?;
    let backwards = data.flip(&[0])?;
    for row in 0..4_i64 {
        let (from_front, from_end) = (
            Tensor::new(&[row], &CPU)?,
            Tensor::new(&[-1 - row], &CPU)?.flip(&[0])?,
        );
        let expected = gather(&data, &from_end, 0, 0)?;
        let found = gather(&backwards, &from_front, 0, 0)?;
        assert_eq!(found.to_vec2::<u32>()?, expected.to_vec2::<u32>()?);
        let turned = gather(&backwards.t()?, &from_front, 1, 0)?;
        assert_eq!(turned.t()?.to_vec2::<u32>()?, expected.to_vec2::<u32>()?);
    }
    Ok(())
}

#[test]
fn elements_of_every_type_are_gathered() -> Result<()> {
    let data = numbered(&[4, 3])?;
    let rows = Tensor::new(&[-1_i64, 0, 2, 2], &CPU)?;
    let expected = [9., 10., 11., 0., 1., 2., 6., 7., 8., 6., 7., 8.];
    let types = [
        DType::U8,
        DType::U32,
        DType::I16,
        DType::I32,
        DType::I64,
        DType::BF16,
        DType::F16,
        DType::F32,
        DType::F64,
    ];
    for dtype in types {
        let out = gather(&data.to_dtype(dtype)?, &rows, 0, 0)?;
        assert_eq!(out.dtype(), dtype);
        let found = out.to_dtype(DType::F64)?.flatten_all()?.to_vec1::<f64>()?;
        assert_eq!(found, expected, "{dtype:?}");
    }
    Ok(())
}

/// The bytes of a tensor whose elements are bytes that candle knows little about.
fn bytes(tensor: &Tensor) -> Vec<u8> {
    let (storage, _) = tensor.storage_and_layout();
    match &*storage {
        Storage::Cpu(CpuStorage::F8E8M0(bytes)) => bytes.clone(),
        Storage::Cpu(CpuStorage::F8E4M3(floats)) => floats.iter().map(F8E4M3::to_bits).collect(),
        _ => panic!("another storage"),
    }
}

#[test]
fn elements_of_one_byte_are_gathered_and_packed_ones_refused() -> Result<()> {
    let indices = Tensor::new(&[2_u8, 0, 2], &CPU)?;
    let scales = Tensor::from_raw_buffer(&[7, 8, 9], DType::F8E8M0, &[3], &CPU)?;
    let out = gather(&scales, &indices, 0, 0)?;
    assert_eq!((out.dtype(), out.dims()), (DType::F8E8M0, &[3][..]));
    assert_eq!(bytes(&out), [9, 7, 9]);

    let floats = [0.5, -3.0, 12.0].map(F8E4M3::from_f32);
    let out = gather(&Tensor::new(&floats, &CPU)?, &indices, 0, 0)?;
    let expected = [2, 0, 2].map(|n: usize| floats[n].to_bits());
    assert_eq!(bytes(&out), expected);

    for dtype in [DType::F4, DType::F6E2M3, DType::F6E3M2] {
        let packed = Tensor::from_raw_buffer(&[1, 2, 3], dtype, &[3], &CPU)?;
        let error = gather(&packed, &indices, 0, 0).expect_err("packed");
        assert!(error.to_string().contains("unsupported dtype"), "{error}");
    }
    Ok(())
}

#[test]
fn indices_are_of_every_integer_type() -> Result<()> {
    let data = numbered(&[5, 2])?;
    let op = Op::gather(0, 0);
    let from_end = Tensor::new(&[-1_i64, -5, 4, 0], &CPU)?;
    assert!(agrees::<u32, i64>(op, &data, &from_end)?, "i64");
    assert!(
        agrees::<u32, i32>(op, &data, &from_end.to_dtype(DType::I32)?)?,
        "i32"
    );
    assert!(
        agrees::<u32, i16>(op, &data, &from_end.to_dtype(DType::I16)?)?,
        "i16"
    );
    let from_start = Tensor::new(&[4_u32, 0, 4], &CPU)?;
    assert!(agrees::<u32, u32>(op, &data, &from_start)?, "u32");
    assert!(
        agrees::<u32, u8>(op, &data, &from_start.to_dtype(DType::U8)?)?,
        "u8"
    );
    let float = Tensor::new(&[1_f32], &CPU)?;
    let error = gather(&data, &float, 0, 0).expect_err("not an index");
    let text = error.to_string();
    assert!(
        text.contains("indices must be u8, u32, i16, i32 or i64"),
        "{text}"
    );
    Ok(())
}

#[test]
fn candles_own_operators_agree() -> Result<()> {
    let data = numbered(&[3, 4, 5])?.to_dtype(DType::F32)?;
    for axis in 0..3_usize {
        let signed = axis.cast_signed();
        let picks = Tensor::new(&[2_u32, 0, 1, 2], &CPU)?;
        let expected = data.index_select(&picks, axis)?;
        same(&gather(&data, &picks, signed, 0)?, &expected)?;
        same(&gather(&data, &picks, signed - 3, 0)?, &expected)?;

        let mut shape = [3, 4, 5];
        shape[axis] = 2;
        let picks = numbered(&shape)?.to_dtype(DType::F32)?;
        let picks = (picks / 30.)?.to_dtype(DType::U32)?;
        let expected = data.gather(&picks, axis)?;
        same(&gather_elements(&data, &picks, signed)?, &expected)?;
    }
    let table = numbered(&[6, 2])?;
    let words = Tensor::new(&[[5_u32, 1], [0, 5]], &CPU)?;
    let expected = table.embedding(&words.flatten_all()?)?.reshape((2, 2, 2))?;
    same(&gather(&table, &words, 0, 0)?, &expected)
}

fn same(found: &Tensor, expected: &Tensor) -> Result<()> {
    assert_eq!(found.dims(), expected.dims(), "{found:?}");
    let bits = |tensor: &Tensor| tensor.to_dtype(DType::F64)?.flatten_all()?.to_vec1::<f64>();
    assert_eq!(bits(found)?, bits(expected)?, "{found:?}");
    Ok(())
}

/// The gradient of `sum(output * weights)` is the sum of the weights of the places an element went to.
fn gradient_agrees(dtype: DType, op: Op, shape: &[usize], indices: &Tensor) -> Result<()> {
    let data = Var::from_tensor(&numbered(shape)?.to_dtype(dtype)?)?;
    let output = gather_op(op, data.as_tensor(), indices)?;
    let weights = (numbered(output.dims())?.to_dtype(dtype)? + 1.)?;
    let loss = (&output * &weights)?.sum_all()?;
    let gradients = loss.backward()?;
    let found = gradients.get(&data).expect("a gradient");
    assert_eq!((found.dims(), found.dtype()), (shape, dtype), "{op:?}");

    // Elements are their own positions, so the output names the places.
    let places = output
        .flatten_all()?
        .to_dtype(DType::F64)?
        .to_vec1::<f64>()?;
    let weights = weights
        .flatten_all()?
        .to_dtype(DType::F64)?
        .to_vec1::<f64>()?;
    let positions = numbered(shape)?
        .flatten_all()?
        .to_dtype(DType::F64)?
        .to_vec1::<f64>()?;
    let sum = |position: &f64| -> f64 {
        let taken = places
            .iter()
            .zip(&weights)
            .filter(|(place, _)| *place == position);
        taken.map(|(_, weight)| weight).sum()
    };
    let expected: Vec<f64> = positions.iter().map(sum).collect();
    let found = found
        .flatten_all()?
        .to_dtype(DType::F64)?
        .to_vec1::<f64>()?;
    assert_eq!(found, expected, "{op:?}");
    Ok(())
}

#[test]
fn gradients_are_added_where_elements_came_from() -> Result<()> {
    let mut numbers = Numbers(4);
    for (op, shape, picks) in calls() {
        // Every axis that a tuple may index has at least 3 positions, but those of batches.
        let count = picks.iter().product::<usize>();
        let value = |_| i64::try_from(numbers.below(6)).expect("small") - 3;
        let values: Vec<i64> = (0..count).map(value).collect();
        let indices = Tensor::from_vec(values, picks, &CPU)?;
        let in_range = (indices.clamp(-3_i64, 2_i64))?;
        gradient_agrees(DType::F32, op, shape, &in_range)?;
        gradient_agrees(DType::F64, op, shape, &laid(&in_range, 1)?)?;
    }
    Ok(())
}

#[test]
fn gradients_agree_with_candles_own() -> Result<()> {
    let data = Var::from_tensor(&numbered(&[4, 3])?.to_dtype(DType::F32)?)?;
    let picks = Tensor::new(&[3_u32, 1, 3], &CPU)?;
    let gradient = |output: Tensor| -> Result<Tensor> {
        let gradients = output.sqr()?.sum_all()?.backward()?;
        Ok(gradients.get(&data).expect("a gradient").clone())
    };
    let found = gradient(gather(&data, &picks, 0, 0)?)?;
    same(&found, &gradient(data.index_select(&picks, 0)?)?)?;
    let picks = Tensor::new(&[[2_u32, 2], [0, 1], [1, 1], [0, 2]], &CPU)?;
    let found = gradient(gather_elements(&data, &picks, 1)?)?;
    same(&found, &gradient(data.gather(&picks, 1)?)?)?;
    // Through a transposed view of the variable.
    let picks = Tensor::new(&[[1_i64, -1], [0, 0]], &CPU)?;
    let found = gradient(gather_nd(&data.t()?, &picks, 0)?)?;
    assert_eq!(found.dims(), [4, 3]);
    assert_eq!(found.sum_all()?.to_scalar::<f32>()?, 2. * 10.);
    Ok(())
}

#[test]
fn an_empty_output_has_a_gradient_of_zeros() -> Result<()> {
    let data = Var::from_tensor(&numbered(&[4, 3])?.to_dtype(DType::F32)?)?;
    let none = Tensor::zeros(0, DType::I64, &CPU)?;
    let output = gather(&data, &none, 0, 0)?;
    assert_eq!(output.dims(), [0, 3]);
    let gradients = output.sum_all()?.backward()?;
    let gradient = gradients.get(&data).expect("a gradient");
    same(gradient, &data.zeros_like()?)
}

#[test]
fn errors_carry_our_text() -> Result<()> {
    let data = numbered(&[3, 3])?;
    let bad = gather_nd(&data, &Tensor::new(&[[0_i64, 5]], &CPU)?, 0).expect_err("5 of 3");
    let text = "index 5 at indices[0, 1] (position 1, coordinate 1 of its tuple) is out of range for axis 1 \
                of size 3, expected -3 to 2";
    assert!(bad.to_string().starts_with(text), "{bad}");
    let rule = gather(&data, &Tensor::new(&[0_u8], &CPU)?, 7, 0).expect_err("no such axis");
    assert!(rule.to_string().contains("`axis` must be"), "{rule}");
    Ok(())
}

/// The choices that matter to the elements, for candle's call and for ours; fill values are 77.
fn choices() -> [(ErasedOptions<'static>, GatherOptions<u32>); 5] {
    let (theirs, ours) = (ErasedOptions::default(), GatherOptions::default());
    [
        (
            theirs.negative(Negative::Reject),
            ours.negative(Negative::Reject),
        ),
        (
            theirs.out_of_range(OutOfRange::Fill(ErasedFill::Integer(77))),
            ours.out_of_range(OutOfRange::Fill(77)),
        ),
        (
            theirs.out_of_range(OutOfRange::Clamp),
            ours.out_of_range(OutOfRange::Clamp),
        ),
        (
            theirs.out_of_range(OutOfRange::Wrap),
            ours.out_of_range(OutOfRange::Wrap),
        ),
        (
            theirs
                .batch_sizes(BatchSizes::Broadcast)
                .out_of_range(OutOfRange::Fill(ErasedFill::Float(77.)))
                .negative(Negative::Reject),
            ours.batch_sizes(BatchSizes::Broadcast)
                .out_of_range(OutOfRange::Fill(77))
                .negative(Negative::Reject),
        ),
    ]
}

#[test]
fn choices_are_followed() -> Result<()> {
    let mut numbers = Numbers(5);
    let (mut good, mut bad) = (0, 0);
    for (op, shape, picks) in calls() {
        for (round, (theirs, options)) in choices().iter().cycle().take(25).enumerate() {
            let count = picks.iter().product::<usize>();
            let value = |_| i64::try_from(numbers.below(16)).expect("small") - 8;
            let values: Vec<i64> = (0..count).map(value).collect();
            let indices = laid(&Tensor::from_vec(values, picks, &CPU)?, round / 5 % 4)?;
            let data = laid(&numbered(shape)?, round % 4)?;
            let (copy, copied) = (ours::<u32>(&data)?, ours::<i64>(&indices)?);
            let expected = gather_op_dyn(op, copy.view(), copied.view(), options);
            let near = |attribute: i128| isize::try_from(attribute).expect("near");
            let found = match op {
                Op::GatherNd { batch_dims } => {
                    gather_nd_with(&data, &indices, near(batch_dims).unsigned_abs(), theirs)
                }
                Op::Gather { axis, batch_dims } => {
                    gather_with(&data, &indices, near(axis), near(batch_dims), theirs)
                }
                Op::GatherElements { axis } => {
                    gather_elements_with(&data, &indices, near(axis), theirs)
                }
            };
            match (found, expected) {
                (Ok(found), Ok(expected)) => {
                    assert_eq!(ours::<u32>(&found)?, expected, "{op:?}, {options:?}");
                    good += 1;
                }
                (Err(found), Err(expected)) => {
                    let text = expected.to_string();
                    assert!(found.to_string().starts_with(&text), "{found}, not {text}");
                    bad += 1;
                }
                (found, expected) => panic!("{op:?}: {found:?}, not {expected:?}"),
            }
        }
    }
    assert!(good > 150 && bad > 20, "{good} good, {bad} bad");
    Ok(())
}

#[test]
fn fill_values_are_of_the_type_of_data() -> Result<()> {
    let picks = Tensor::new(&[1_i64, 9], &CPU)?;
    let op = Op::gather(0, 0);
    let with = |fill| ErasedOptions::default().out_of_range(OutOfRange::Fill(fill));
    for dtype in [
        DType::U8,
        DType::U32,
        DType::I16,
        DType::I32,
        DType::I64,
        DType::BF16,
        DType::F16,
        DType::F32,
        DType::F64,
    ] {
        let data = numbered(&[2])?.to_dtype(dtype)?;
        let out = gather_op_with(op, &data, &picks, &with(ErasedFill::Integer(5)))?;
        let found = out.to_dtype(DType::F64)?.to_vec1::<f64>()?;
        assert_eq!(found, [1., 5.], "{dtype:?}");
        let zero = ErasedOptions::preset(Preset::OpenVino8);
        let out = gather_op_with(op, &data, &picks, &zero)?;
        let found = out.to_dtype(DType::F64)?.to_vec1::<f64>()?;
        assert_eq!(found, [1., 0.], "{dtype:?}");
    }
    let bytes_data = numbered(&[2])?.to_dtype(DType::U8)?;
    let error = gather_op_with(op, &bytes_data, &picks, &with(ErasedFill::Integer(-1)));
    let error = error.expect_err("no such u8").to_string();
    assert!(
        error.starts_with("the fill value -1 cannot be a u8"),
        "{error}"
    );

    let floats = [0.5, -3.0].map(F8E4M3::from_f32);
    let small = Tensor::new(&floats, &CPU)?;
    let out = gather_op_with(op, &small, &picks, &with(ErasedFill::Float(1.5)))?;
    let expected = [-3.0, 1.5].map(|x| F8E4M3::from_f32(x).to_bits());
    assert_eq!(bytes(&out), expected);
    let out = gather_op_with(op, &small, &picks, &with(ErasedFill::Bytes(&[3])))?;
    assert_eq!(bytes(&out), [expected[0], 3]);

    let scales = Tensor::from_raw_buffer(&[7, 8], DType::F8E8M0, &[2], &CPU)?;
    let out = gather_op_with(op, &scales, &picks, &with(ErasedFill::Bytes(&[127])))?;
    assert_eq!(bytes(&out), [8, 127]);
    let error = gather_op_with(op, &scales, &picks, &with(ErasedFill::Zero));
    let error = error.expect_err("there is no zero").to_string();
    assert!(error.contains("cannot be an f8e8m0"), "{error}");
    Ok(())
}

#[test]
fn gradients_follow_the_choices() -> Result<()> {
    let gradient = |policy: OutOfRange<ErasedFill<'static>>| -> Result<Vec<f32>> {
        let data = Var::from_tensor(&Tensor::new(&[1_f32, 2., 3.], &CPU)?)?;
        let picks = Tensor::new(&[0_i64, 7, -1, -9, 0], &CPU)?;
        let options = ErasedOptions::default().out_of_range(policy);
        let output = gather_with(data.as_tensor(), &picks, 0, 0, &options)?;
        let weights = Tensor::new(&[1_f32, 10., 100., 1000., 10_000.], &CPU)?;
        let gradients = (output * weights)?.sum_all()?.backward()?;
        gradients.get(&data).expect("a gradient").to_vec1()
    };
    // What was filled in came from nowhere.
    let filled = gradient(OutOfRange::Fill(ErasedFill::Float(2.5)))?;
    assert_eq!(filled, [10_001., 0., 100.]);
    assert_eq!(gradient(OutOfRange::Clamp)?, [11_001., 0., 110.]);
    // 7 is 1 modulo 3, -9 is 0.
    assert_eq!(gradient(OutOfRange::Wrap)?, [11_001., 10., 100.]);
    assert!(gradient(OutOfRange::Error).is_err(), "7 of 3");
    Ok(())
}
