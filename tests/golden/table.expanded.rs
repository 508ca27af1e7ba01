// gather_table! {
//     /// Rows by width.
//     pub static ROWS: Gather, f32, u32, axis = 0, out_of_range = fill(-1.0);
//     rank = 2;
//     data = [_, 64];
//     data = [_, 64], indices = [2];
// }

/// Rows by width.
pub static ROWS: ::gather_core::Table<
    ::gather_core::__private::f32,
    ::gather_core::__private::u32,
> = {
    use ::gather_core::__private as __gather;
    struct __GatherEntry0;
    #[doc(hidden)]
    impl __gather::Kernel<__gather::f32, __gather::u32, 2> for __GatherEntry0 {
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
        fn resolve(
            __block: &mut __gather::Block<'_, __gather::u32>,
            __d: &[__gather::usize; 2],
        ) -> __gather::bool {
            __gather::Block::rows(__block, |[__i0]| __gather::from_end(__i0, __d[0]))
        }
        #[inline]
        fn fill() -> __gather::Option<__gather::f32> {
            __gather_fill()
        }
    }
    struct __GatherEntry1;
    #[doc(hidden)]
    impl __gather::Kernel<__gather::f32, __gather::u32, 2> for __GatherEntry1 {
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
        fn resolve(
            __block: &mut __gather::Block<'_, __gather::u32>,
            __d: &[__gather::usize; 2],
        ) -> __gather::bool {
            __gather::Block::rows(__block, |[__i0]| __gather::from_end(__i0, __d[0]))
        }
        #[inline]
        fn fill() -> __gather::Option<__gather::f32> {
            __gather_fill()
        }
    }
    struct __GatherEntry2;
    #[doc(hidden)]
    impl __gather::Kernel<__gather::f32, __gather::u32, 2> for __GatherEntry2 {
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
        fn resolve(
            __block: &mut __gather::Block<'_, __gather::u32>,
            __d: &[__gather::usize; 2],
        ) -> __gather::bool {
            __gather::Block::rows(__block, |[__i0]| __gather::from_end(__i0, __d[0]))
        }
        #[inline]
        fn fill() -> __gather::Option<__gather::f32> {
            __gather_fill()
        }
    }
    fn __gather_fill() -> __gather::Option<__gather::f32> {
        let __value: __gather::f32 = -1.0;
        __gather::Some(__value)
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
