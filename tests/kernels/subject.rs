//! A kernel under test, its shapes forgotten, and what it is held to: on every input the result and the
//! error of the dynamic call, and into a buffer without an allocation.

use core::mem::needs_drop;

use gather_core::{
    GatherError, OutOfRange, TensorDyn, ViewDyn, gather_op_dyn, gather_op_dyn_into,
    gather_op_output_shape,
};

use crate::{
    allocation::counted,
    input::{Input, Shapes},
    sample::{Random, Sample, SampleIndex},
    written::Written,
};

/// Random calls for each kernel, rank of indices and form.
const INPUTS: usize = 60;

type Result<T> = core::result::Result<T, GatherError>;

/// `run` over any shapes.
type Run<'a, T, I> = dyn Fn(ViewDyn<'_, T>, ViewDyn<'_, I>) -> Result<TensorDyn<T>> + 'a;
/// `run_into` over any shapes.
type RunInto<'a, T, I> = dyn Fn(ViewDyn<'_, T>, ViewDyn<'_, I>, &mut [T]) -> Result<()> + 'a;
/// `output_shape` of any shapes.
type OutputShapeOf<'a> = dyn Fn(&[usize], &[usize]) -> Result<Vec<usize>> + 'a;

/// A kernel as calls over any shapes; shapes it cannot take are never given to it.
pub(crate) struct Subject<'a, T, I> {
    pub(crate) name: &'static str,
    pub(crate) written: &'a Written<T>,
    pub(crate) indices_rank: usize,
    pub(crate) shapes: Shapes,
    pub(crate) run: &'a Run<'a, T, I>,
    pub(crate) run_into: &'a RunInto<'a, T, I>,
    pub(crate) output_shape: &'a OutputShapeOf<'a>,
}

/// How often a subject's calls went which way.
#[derive(Debug, Default)]
struct Outcomes {
    good: usize,
    bad_shapes: usize,
    bad_indices: usize,
}

impl<T: Sample, I: SampleIndex> Subject<'_, T, I> {
    /// Makes random calls, the same ones on every run.
    pub(crate) fn agrees_with_the_dynamic_call(&self) {
        let mut random = Random::of(self.name);
        let mut outcomes = Outcomes::default();
        for _ in 0..INPUTS {
            match self.agrees_on_one(&mut random) {
                Ok(()) => outcomes.good += 1,
                Err(GatherError::Index(_)) => outcomes.bad_indices += 1,
                Err(_) => outcomes.bad_shapes += 1,
            }
        }
        self.every_way_was_taken(&outcomes);
    }

    /// Makes one random call and gives its outcome.
    pub(crate) fn agrees_on_one(&self, random: &mut Random) -> Result<()> {
        let input = Input::random(self.written, self.indices_rank, self.shapes, random);
        let length = match random.below(8) {
            0 if self.shapes != Shapes::Arrays => Length::Wrong,
            _ => Length::Right,
        };
        self.agrees_on(&input, length).unwrap_or_else(|difference| {
            let Self { name, written, .. } = self;
            panic!("{name}: {difference}\n{written:?}\n{input:?}")
        })
    }

    /// The inputs must not all be of one kind, or the comparison says little.
    fn every_way_was_taken(&self, outcomes: &Outcomes) {
        let rules = self.written.options.rules(self.written.op().operator());
        let can_be_outside = rules.is_ok_and(|rules| rules.out_of_range == OutOfRange::Error)
            && self.written.depth != Some(0);
        let can_be_another =
            self.shapes == Shapes::Views && self.written.data.iter().any(Option::is_some);
        assert!(
            outcomes.good >= 8
                && (outcomes.bad_indices > 0 || !can_be_outside)
                && (outcomes.bad_shapes > 0 || !can_be_another),
            "{}: {outcomes:?}",
            self.name
        );
    }

    /// The outcome that both calls had, or where they differ.
    fn agrees_on(
        &self,
        input: &Input<T, I>,
        length: Length,
    ) -> core::result::Result<Result<()>, String> {
        let view = "the input's lengths are those of its shapes";
        let data = ViewDyn::new(&input.data, &input.data_shape).expect(view);
        let indices = ViewDyn::new(&input.indices, &input.indices_shape).expect(view);
        let (op, options) = (self.written.op(), &self.written.options);
        let fits = self.written.fits(data.shape(), indices.shape());

        let rules = options.rules(op.operator()).map_err(GatherError::from);
        let expected = fits.and_then(|()| {
            let shape = gather_op_output_shape(op, data.shape(), indices.shape(), rules?)?;
            Ok(shape.to_vec())
        });
        let found = (self.output_shape)(data.shape(), indices.shape());
        if found != expected {
            return Err(format!("output_shape: {found:?}, expected {expected:?}"));
        }
        let elements = expected.map_or(5, |shape| shape.iter().product());

        let expected = fits.and_then(|()| gather_op_dyn(op, data, indices, options));
        let found = (self.run)(data, indices);
        if !same_results(&found, &expected) {
            return Err(format!("run: {found:?}, expected {expected:?}"));
        }

        let mut out = vec![T::sample(usize::MAX); length.of(elements)];
        let mut out_dyn = out.clone();
        let (found, allocations) = counted(|| (self.run_into)(data, indices, &mut out));
        if allocations > 0 && !needs_drop::<T>() {
            return Err(format!("run_into allocated {allocations} times"));
        }
        let into = fits.and_then(|()| gather_op_dyn_into(op, data, indices, options, &mut out_dyn));
        if found != into {
            return Err(format!("run_into: {found:?}, expected {into:?}"));
        }
        match found {
            // The mixture of old and new after a bad index is nobody's promise.
            Err(GatherError::Index(_)) => {}
            _ if same_elements(&out, &out_dyn) => {}
            _ => return Err(format!("run_into wrote {out:?}, expected {out_dyn:?}")),
        }
        Ok(expected.map(drop))
    }
}

/// How long the buffer for `run_into` is.
#[derive(Clone, Copy, Debug)]
enum Length {
    Right,
    Wrong,
}

impl Length {
    fn of(self, elements: usize) -> usize {
        match self {
            Self::Right => elements,
            Self::Wrong => elements + 1,
        }
    }
}

fn same_results<T: Sample>(found: &Result<TensorDyn<T>>, expected: &Result<TensorDyn<T>>) -> bool {
    match (found, expected) {
        (Ok(found), Ok(expected)) => {
            found.shape() == expected.shape()
                && same_elements(found.as_slice(), expected.as_slice())
        }
        (Err(found), Err(expected)) => found == expected,
        _ => false,
    }
}

pub(crate) fn same_elements<T: Sample>(found: &[T], expected: &[T]) -> bool {
    found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| a.same(b))
}

/// A kernel over views: `run` of one value, the other calls of another value of the same spec, so that
/// both forms of a kernel are held to the same, and each is compiled once.
macro_rules! over_views {
    ($name:expr, $written:expr, [$item:expr, $expression:expr], $indices_rank:literal) => {
        $crate::subject::Subject {
            name: $name,
            written: $written,
            indices_rank: $indices_rank,
            shapes: $crate::input::Shapes::Views,
            run: &|data, indices| {
                let indices = ::gather_core::View::<_, $indices_rank>::try_from(indices)?;
                Ok($item.run(data.try_into()?, indices)?.into())
            },
            run_into: &|data, indices, out| {
                let indices = ::gather_core::View::<_, $indices_rank>::try_from(indices)?;
                $expression.run_into(data.try_into()?, indices, out)
            },
            output_shape: &|data, indices| {
                let shapes = "the ranks of the kernel";
                let data = data.try_into().expect(shapes);
                let indices: &[usize; $indices_rank] = indices.try_into().expect(shapes);
                Ok($expression.output_shape(data, indices)?.to_vec())
            },
        }
    };
}

/// The type of a nested array, with 2 for each `_`.
macro_rules! array {
    ($element:ty;) => { $element };
    ($element:ty; _ $($rest:tt)*) => { [array!($element; $($rest)*); 2] };
    ($element:ty; $size:literal $($rest:tt)*) => { [array!($element; $($rest)*); $size] };
}

/// The number of sizes in a shape.
macro_rules! rank_of {
    ($($size:tt),*) => { <[&str]>::len(&[$(stringify!($size)),*]) };
}

/// A nested array of this rank from a flat slice.
macro_rules! nested {
    ($elements:expr, $rank:expr) => {
        $crate::nested::Nested::<_, { $rank }>::of($elements)
    };
}

/// A partly sized kernel over a nested array of data.
macro_rules! over_array_of_data {
    (
        $name:expr, $written:expr, [$item:expr, $expression:expr], $indices_rank:literal,
        $element:ty, [$($size:tt),*]
    ) => {
        $crate::subject::Subject {
            shapes: $crate::input::Shapes::ArrayOfData,
            run: &|data, indices| {
                let array: array!($element; $($size)*) =
                    nested!(data.as_slice().expect("arrays are dense"), rank_of!($($size),*));
                let indices = ::gather_core::View::<_, $indices_rank>::try_from(indices)?;
                Ok($item.run_array(&array, indices)?.into())
            },
            ..over_views!($name, $written, [$item, $expression], $indices_rank)
        }
    };
}

/// A kernel over nested arrays; `eval` or `no_eval` says whether it has that method.
macro_rules! over_arrays {
    (
        $name:expr, $written:expr, [$item:expr, $expression:expr], $eval:ident,
        [$($data:tt),*], [$($indices:tt),*], $output_rank:expr
    ) => {
        $crate::subject::Subject {
            name: $name,
            written: $written,
            indices_rank: rank_of!($($indices),*),
            shapes: $crate::input::Shapes::Arrays,
            run: &|data, indices| {
                let data = nested!(data.as_slice().expect("arrays are dense"), rank_of!($($data),*));
                let indices = nested!(indices.as_slice().expect("arrays are dense"), rank_of!($($indices),*));
                let out = $item.run(&data, &indices);
                let prepared = $expression.prepare(&indices);
                assert_eq!(prepared.as_ref().err(), out.as_ref().err(), "prepare");
                let out = out?;
                let view = ::gather_core::View::<_, { $output_rank }>::from(&out);
                over_arrays!(@ $eval, $expression, &data, &indices, view);
                let prepared = prepared?;
                let mut blank = view.as_slice().expect("arrays are dense").to_vec();
                blank.fill($crate::sample::Sample::sample(usize::MAX));
                let mut written = nested!(&blank, $output_rank);
                prepared.run_into(&data, &mut written)?;
                for (call, again) in [("run", prepared.run(&data)?), ("run_into", written)] {
                    let same = $crate::subject::same_elements(
                        view.as_slice().expect("arrays are dense"),
                        ::gather_core::View::<_, { $output_rank }>::from(&again)
                            .as_slice()
                            .expect("arrays are dense"),
                    );
                    assert!(same, "prepared {call}: {again:?}, expected {out:?}");
                }
                ::gather_core::TensorDyn::new(view.as_slice().expect("arrays are dense").to_vec(), view.shape().to_vec())
            },
            run_into: &|data, indices, flat_out| {
                let data = nested!(data.as_slice().expect("arrays are dense"), rank_of!($($data),*));
                let indices = nested!(indices.as_slice().expect("arrays are dense"), rank_of!($($indices),*));
                let mut out = nested!(flat_out, $output_rank);
                let result = $expression.run_into(&data, &indices, &mut out);
                let view = ::gather_core::View::<_, { $output_rank }>::from(&out);
                flat_out.clone_from_slice(view.as_slice().expect("arrays are dense"));
                result
            },
            output_shape: &|_, _| Ok($expression.output_shape().to_vec()),
        }
    };
    (@ eval, $kernel:expr, $data:expr, $indices:expr, $view:expr) => {
        let again = $kernel.eval($data, $indices);
        let same = $crate::subject::same_elements(
            $view.as_slice().expect("arrays are dense"),
            ::gather_core::View::from(&again).as_slice().expect("arrays are dense"),
        );
        assert!(same, "eval: {again:?}, expected {:?}", $view);
    };
    (@ no_eval, $kernel:expr, $data:expr, $indices:expr, $view:expr) => {};
}
