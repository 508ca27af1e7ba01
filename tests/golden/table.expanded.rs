// gather_table! {
//     /// Rows by width.
//     pub static ROWS: Gather, f32, u32, axis = 0, out_of_range = fill(-1.0);
//     rank = 2;
//     data = [_, 64];
//     data = [_, 64], indices = [2];
// }

/// Rows by width.
pub static ROWS: ::gather_core::Table<f32, u32> = {
    use ::gather_core::__private as __gather;
    struct __GatherEntry0;
    #[doc(hidden)]
    impl __gather::Kernel<f32, u32, 2> for __GatherEntry0 {
        type Mover = __gather::ByCopy;
        const SPEC: __gather::Spec<2> = __gather::Spec {
            op: __gather::Op::Gather {
                axis: 0,
                batch_dims: 0,
            },
            rules: __gather::Rules {
                out_of_range: __gather::OutOfRange::Fill(()),
                ..__gather::Rules::ONNX
            },
            data: [__gather::None, __gather::Some(64)],
            indices: __gather::Some(&[__gather::Some(2)]),
            depth: __gather::None,
        };
        #[inline]
        fn resolve(block: &mut __gather::Block<'_, u32>, d: &[usize; 2]) -> bool {
            __gather::Block::rows(block, |[i0]| __gather::from_end(i0, d[0]))
        }
        #[inline]
        fn fill() -> __gather::Option<f32> {
            let value: f32 = -1.0;
            __gather::Some(value)
        }
    }
    struct __GatherEntry1;
    #[doc(hidden)]
    impl __gather::Kernel<f32, u32, 2> for __GatherEntry1 {
        type Mover = __gather::ByCopy;
        const SPEC: __gather::Spec<2> = __gather::Spec {
            op: __gather::Op::Gather {
                axis: 0,
                batch_dims: 0,
            },
            rules: __gather::Rules {
                out_of_range: __gather::OutOfRange::Fill(()),
                ..__gather::Rules::ONNX
            },
            data: [__gather::None, __gather::Some(64)],
            indices: __gather::None,
            depth: __gather::None,
        };
        #[inline]
        fn resolve(block: &mut __gather::Block<'_, u32>, d: &[usize; 2]) -> bool {
            __gather::Block::rows(block, |[i0]| __gather::from_end(i0, d[0]))
        }
        #[inline]
        fn fill() -> __gather::Option<f32> {
            let value: f32 = -1.0;
            __gather::Some(value)
        }
    }
    struct __GatherEntry2;
    #[doc(hidden)]
    impl __gather::Kernel<f32, u32, 2> for __GatherEntry2 {
        type Mover = __gather::ByCopy;
        const SPEC: __gather::Spec<2> = __gather::Spec {
            op: __gather::Op::Gather {
                axis: 0,
                batch_dims: 0,
            },
            rules: __gather::Rules {
                out_of_range: __gather::OutOfRange::Fill(()),
                ..__gather::Rules::ONNX
            },
            data: [__gather::None, __gather::None],
            indices: __gather::None,
            depth: __gather::None,
        };
        #[inline]
        fn resolve(block: &mut __gather::Block<'_, u32>, d: &[usize; 2]) -> bool {
            __gather::Block::rows(block, |[i0]| __gather::from_end(i0, d[0]))
        }
        #[inline]
        fn fill() -> __gather::Option<f32> {
            let value: f32 = -1.0;
            __gather::Some(value)
        }
    }
    fn __gather_fill() -> __gather::Option<f32> {
        __gather::Some(-1.0)
    }
    __gather::Table::new::<
        __gather::ByCopy,
    >(
        __gather::Op::Gather {
            axis: 0,
            batch_dims: 0,
        },
        __gather::Rules {
            out_of_range: __gather::OutOfRange::Fill(()),
            ..__gather::Rules::ONNX
        },
        __gather_fill,
        &[
            __gather::Entry::new::<
                __GatherEntry0,
                2,
            >("gather_f32_u32_dx_64_i2_a0_b0_fill_minus1_0"),
            __gather::Entry::new::<
                __GatherEntry1,
                2,
            >("gather_f32_u32_dx_64_a0_b0_fill_minus1_0"),
            __gather::Entry::new::<
                __GatherEntry2,
                2,
            >("gather_f32_u32_r2_a0_b0_fill_minus1_0"),
        ],
    )
};
