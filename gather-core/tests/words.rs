//! What errors, explanations and tensors say about themselves: texts in full, as a user reads them.

use gather_core::{
    DType, ErasedError, ErasedFill, ErasedOptions, ErasedTensor, ErasedView, GatherError,
    GatherOptions, Op, OutOfRange, Path, Prepared, Preset, Role, Tensor, TensorDyn, View, ViewDyn,
    Violation, explain, explain_erased, gather_dyn, gather_output_shape,
};

#[test]
fn errors() {
    let texts: [(GatherError, &str); 13] = [
        (
            GatherError::NoFillValue,
            "an index out of range is to be filled, but there is no fill value",
        ),
        (
            GatherError::SliceLength {
                expected: 6,
                found: 5,
            },
            "the slice must have as many elements as its shape (6), found 5",
        ),
        (
            GatherError::ShapeOverflow { axis: 2, size: 9 },
            "the number of elements of the shape overflows at dimension 2 of size 9",
        ),
        (
            GatherError::StridesOutside {
                offset: 3,
                found: 6,
            },
            "strides and offset (3) must stay inside the slice, which has 6 elements",
        ),
        (
            GatherError::Permutation {
                rank: 3,
                position: 1,
                found: 7,
            },
            "a permutation must name each of the 3 axes once, found 7 at position 1",
        ),
        (
            GatherError::Broadcast {
                axis: 1,
                from: 2,
                to: 3,
            },
            "axis 1 of size 2 cannot be repeated to size 3",
        ),
        (
            GatherError::Gaps,
            "the elements of an array must lie without gaps to be borrowed, found gaps; copy it, or borrow the whole array and slice the view",
        ),
        (
            GatherError::OutputLength {
                expected: 6,
                found: 7,
            },
            "the output buffer must have as many elements as the output (6), found 7",
        ),
        (
            GatherError::Rank {
                expected: 2,
                found: 3,
            },
            "expected rank 2, found 3",
        ),
        (
            GatherError::OutOfMemory {
                elements: 5,
                element_size: 8,
            },
            "no memory for an output of 5 elements of 8 bytes",
        ),
        (
            Violation::KernelRank {
                tensor: Role::Data,
                expected: 2,
                found: 3,
            }
            .into(),
            "`data` must have rank 2, for which the kernel was made, found 3",
        ),
        (
            Violation::KernelSize {
                tensor: Role::Indices,
                axis: 1,
                expected: 2,
                found: 3,
            }
            .into(),
            "dimension 1 of `indices` must be 2, for which the kernel was made, found 3",
        ),
        (
            Violation::KernelDepth {
                expected: 2,
                found: 3,
            }
            .into(),
            "`depth` must be 2, for which the kernel was made, found 3",
        ),
    ];
    for (error, text) in texts {
        assert_eq!(error.to_string(), text);
    }
    let range = |axis, step| GatherError::AxisRange {
        axis,
        size: 4,
        rank: 2,
        start: 1,
        end: 9,
        step,
    };
    assert_eq!(
        range(2, 1).to_string(),
        "the axis must be below the rank (2), found 2"
    );
    assert_eq!(
        range(1, 0).to_string(),
        "the step along axis 1 must not be 0"
    );
    assert_eq!(
        range(1, 1).to_string(),
        "the positions must be within axis 1 of size 4, found 1..9"
    );
}

#[test]
fn names_that_are_none() {
    let unknown = "onnx_99".parse::<Preset>().expect_err("no preset");
    assert_eq!(unknown.name(), "onnx_99");
    assert!(
        unknown
            .to_string()
            .starts_with("unknown preset `onnx_99`, expected `onnx_11`, ")
    );
    assert_eq!(GatherError::from(unknown).to_string(), unknown.to_string());
    let long = "ä".repeat(40).parse::<Preset>().expect_err("no preset");
    assert_eq!(
        long.name(),
        "ä".repeat(16),
        "as much as is kept, whole letters"
    );
    for preset in Preset::ALL {
        assert_eq!(preset.name().parse(), Ok(*preset));
    }
    let unknown = "f31".parse::<DType>().expect_err("no type");
    assert_eq!(unknown.name(), "f31");
    assert!(
        unknown
            .to_string()
            .starts_with("unknown element type `f31`, expected `bool`, ")
    );
}

#[test]
fn erased_errors() {
    let bytes = |elements, found| ErasedError::ByteLength {
        dtype: DType::F32,
        elements,
        found,
    };
    assert_eq!(
        bytes(1, 3).to_string(),
        "1 element of type f32 must have 4 bytes, found 3"
    );
    assert_eq!(
        bytes(2, 3).to_string(),
        "2 elements of type f32 must have 8 bytes, found 3"
    );
    let overflow = ErasedError::ByteOverflow {
        dtype: DType::F64,
        elements: usize::MAX,
    };
    assert_eq!(
        overflow.to_string(),
        format!(
            "the number of bytes of {} elements of type f64 overflows",
            usize::MAX
        )
    );
    assert_eq!(
        ErasedError::IndexType { found: DType::F64 }.to_string(),
        "indices must be integers (i8, i16, i32, i64, u8, u16, u32 or u64), found f64"
    );
    let fills = [
        (ErasedFill::Zero, "zero"),
        (ErasedFill::Missing, "missing"),
        (ErasedFill::from(-3_i64), "-3"),
        (ErasedFill::from(2.5), "2.5"),
        (ErasedFill::Complex { re: 1.0, im: -2.0 }, "1-2j"),
        (ErasedFill::Bytes(&[1, 2]), "[1, 2]"),
    ];
    for (fill, text) in fills {
        assert_eq!(fill.to_string(), text);
    }
}

#[test]
fn erased_tensors() -> Result<(), ErasedError> {
    let tensor = ErasedTensor::new(DType::U16, vec![2, 1], vec![1, 2, 3, 4])?;
    assert_eq!(format!("{tensor:?}"), "ErasedTensor u16[2, 1] of 4 bytes");
    assert_eq!(
        (tensor.dtype(), tensor.shape(), tensor.bytes()),
        (DType::U16, &[2, 1][..], &[1, 2, 3, 4][..])
    );
    let view = tensor.view();
    assert_eq!(format!("{view:?}"), "ErasedView u16[2, 1] of 4 bytes");
    assert_eq!(
        (view.dtype(), view.shape(), view.bytes()),
        (DType::U16, &[2, 1][..], tensor.bytes())
    );
    assert_eq!((view.len(), view.is_empty()), (2, false));
    assert!(ErasedView::new(DType::U16, &[0], &[])?.is_empty());
    assert_eq!(
        tensor.into_parts(),
        (DType::U16, vec![2, 1], vec![1, 2, 3, 4])
    );
    assert!(ErasedTensor::new(DType::U16, vec![2], vec![0; 5]).is_err());
    Ok(())
}

/// The first line, the kernel without its path, and what a line about one thing says.
fn told<T: gather_core::Element>(
    op: Op,
    data: &[usize],
    indices: &[usize],
    options: &GatherOptions<T>,
) -> String {
    let told = explain::<T, i64>(op, data, indices, options).expect("a good call");
    let (bytes, kernel) = (told.bytes_to_move(), told.kernel().to_string());
    let text = told.to_string();
    assert!(
        text.contains(&format!(": {bytes} bytes to move, ")),
        "{text}"
    );
    assert!(text.contains(&format!("\nkernel: {kernel}\n")), "{text}");
    text
}

#[test]
fn explanations() {
    let options = GatherOptions::<u32>::default();
    let any = |op, data: &[usize], indices: &[usize]| told(op, data, indices, &options);

    let tiny = any(Op::gather(0, 0), &[5, 4], &[3]);
    assert!(
        tiny.starts_with(
            "Gather of 3 rows of 16 bytes: 48 bytes to move, 24 bytes of indices to read\n"
        ),
        "{tiny}"
    );
    assert!(tiny.contains("because the call is small"), "{tiny}");
    let fused = any(Op::gather_nd(0), &[1000, 1000], &[1000, 2]);
    assert!(
        fused.contains("one loop, because a row is a machine word"),
        "{fused}"
    );
    assert!(
        fused.contains("threads: one, in the `par` calls too"),
        "{fused}"
    );
    if Path::current() != Path::Portable {
        let rows = any(Op::gather(0, 0), &[1000, 100], &[1000]);
        assert!(
            rows.contains("one loop, because an index is checked sooner than a row is copied"),
            "{rows}"
        );
    }
    let blocks = any(Op::gather(0, 0), &[1000, 5], &[1000]);
    assert!(
        blocks.contains("taken as they come, because the table is small"),
        "{blocks}"
    );
    assert!(blocks.contains("stores: through the cache"), "{blocks}");
    let large = any(Op::gather(0, 0), &[1_000_000, 128], &[1_000_000]);
    assert!(
        large.contains("threads: the `par` calls share this out"),
        "{large}"
    );
    assert!(large.contains("stores: around the cache"), "{large}");
    let ahead = any(Op::gather(0, 0), &[1_000_000, 64], &[10_000]);
    assert!(ahead.contains("loads: asked for in advance"), "{ahead}");
    let kept = any(Op::gather(1, 0), &[1000, 1000], &[500]);
    assert!(
        kept.contains("kept, because outer rows share them"),
        "{kept}"
    );
    let striped = any(Op::gather_elements(0), &[500, 4000], &[500, 4000]);
    let expected = match Path::current() {
        Path::Portable => "one loop, because a row is a machine word",
        _ => "from stripes of 32 columns, packed first",
    };
    assert!(striped.contains(expected), "{striped}");
    let deep = any(Op::gather_nd(0), &[3; 5], &[99, 5]);
    assert!(
        deep.contains("every case, because index tuples have no coordinate or more than four"),
        "{deep}"
    );
    let nothing = any(Op::gather(0, 0), &[1000, 0], &[1000]);
    assert!(
        nothing.contains("because there is nothing to move"),
        "{nothing}"
    );
    let wide = any(Op::gather(0, 0), &[1 << 33, 2], &[1000]);
    assert!(wide.contains("or sizes do not fit 32 bits"), "{wide}");

    let cloned = GatherOptions::<String>::default();
    let cloned = told(Op::gather(0, 0), &[5000], &[3000], &cloned);
    assert!(cloned.contains("because elements are cloned"), "{cloned}");
}

#[test]
fn names_of_kernels() -> Result<(), ErasedError> {
    let policies = [
        (OutOfRange::Error, "error"),
        (OutOfRange::Fill(7_u32), "fill"),
        (OutOfRange::Clamp, "clamp"),
        (OutOfRange::Wrap, "wrap"),
    ];
    for (policy, name) in policies {
        let options = GatherOptions::default().out_of_range(policy);
        let told = explain::<u32, u8>(Op::gather_elements(0), &[5; 9], &[5; 9], &options)?;
        let kernel = told.kernel().to_string();
        assert!(
            kernel.starts_with("gather_elements_") && kernel.contains("_u8_k1_"),
            "{kernel}"
        );
        assert!(kernel.contains(&format!("_{name}")), "{kernel}");
    }
    let (data, picks) = (vec![0; 4000], vec![0; 1000]);
    let data = ErasedView::new(DType::F32, &[1000], &data)?;
    let indices = ErasedView::new(DType::U8, &[1000], &picks)?;
    let told = explain_erased(Op::gather(0, 0), data, indices, &ErasedOptions::default())?;
    assert_eq!(
        told.kernel().to_string(),
        explain::<f32, u8>(
            Op::gather(0, 0),
            &[1000],
            &[1000],
            &GatherOptions::default()
        )?
        .kernel()
        .to_string()
    );
    assert_eq!(
        explain_erased(Op::gather(0, 0), data, data, &ErasedOptions::default()).err(),
        Some(ErasedError::IndexType { found: DType::F32 })
    );
    Ok(())
}

#[test]
fn tensors_of_known_and_of_any_rank() -> Result<(), GatherError> {
    let mut tensor = Tensor::new(vec![1_u8, 2, 3, 4], [2, 2])?;
    tensor.as_mut_slice()[3] = 9;
    assert_eq!(View::from(&tensor).clone(), tensor.view());
    let any = TensorDyn::from(tensor.clone());
    assert_eq!(ViewDyn::from(&any).clone(), any.view());
    assert_eq!(any.shape(), [2, 2]);
    assert_eq!(Tensor::<u8, 2>::try_from(any.clone()), Ok(tensor.clone()));
    let refused = Err(GatherError::Rank {
        expected: 3,
        found: 2,
    });
    assert_eq!(Tensor::<u8, 3>::try_from(any.clone()), refused);
    assert_eq!(View::<u8, 3>::try_from(any.view()).err(), refused.err());
    assert_eq!(format!("{tensor:?}"), "Tensor[2, 2] [[1, 2], [3, 9]]");
    assert_eq!(tensor.into_vec(), [1, 2, 3, 9]);

    let shape = gather_output_shape(&[5, 4], &[3], 0, 0)?;
    assert_eq!(
        (shape.size(0), shape.size(1), shape.size(2)),
        (Some(3), Some(4), None)
    );
    assert!(shape == [3, 4] && shape != [3], "{shape}");
    Ok(())
}

#[test]
fn prepared_gathers_are_copied_and_shown() -> Result<(), GatherError> {
    let indices = ViewDyn::new(&[2_i64, 0], &[2])?;
    let options = GatherOptions::from(Preset::ALL[0]);
    let prepared = Prepared::new(Op::gather(0, 0), &[3], indices, &options)?;
    let data = ViewDyn::new(&[5_u8, 6, 7], &[3])?;
    assert_eq!(
        prepared.clone().run(data)?,
        gather_dyn(data, indices, 0, 0)?
    );
    assert_eq!(prepared.data_shape(), [3]);
    let shown = format!("{prepared:?}");
    assert!(shown.starts_with("Prepared { op: "), "{shown}");
    assert!(shown.contains("data: [3], indices: [2]"), "{shown}");
    Ok(())
}
