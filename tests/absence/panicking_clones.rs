//! A `clone` that panics, at every position of every kind of call: afterwards everything is dropped once.
//!
//! Elements are numbered, and a ledger knows which are alive. Dropping one that is not alive, or leaving one
//! behind, shows. The calls are those over new tensors and over buffers, dense and strided, with rows of one
//! and of several elements, with fills, in fewer and in more rows than a block has.

use std::{
    cell::RefCell,
    mem::ManuallyDrop,
    panic::{AssertUnwindSafe, catch_unwind, resume_unwind},
    rc::Rc,
};

use gather_core::{
    ByClone, Element, GatherError, GatherOptions, Negative, Op, OutOfRange, View, ViewDyn,
    gather_kernel, gather_op_dyn, gather_op_dyn_into,
};

/// Who is alive, and which clone panics.
#[derive(Debug, Default)]
struct Ledger {
    /// By number of the element.
    alive: Vec<bool>,
    clones: usize,
    /// The clone that panics, counted from 1.
    fatal: Option<usize>,
    dropped_twice: bool,
}

impl Ledger {
    fn alive(&self) -> usize {
        self.alive.iter().filter(|alive| **alive).count()
    }
}

/// A numbered element.
#[derive(Debug)]
struct Counted {
    number: usize,
    ledger: Rc<RefCell<Ledger>>,
}

impl Element for Counted {
    type Mover = ByClone;
}

impl Counted {
    fn new(ledger: &Rc<RefCell<Ledger>>) -> Self {
        let mut book = ledger.borrow_mut();
        book.alive.push(true);
        Self {
            number: book.alive.len() - 1,
            ledger: Rc::clone(ledger),
        }
    }

    fn many(count: usize, ledger: &Rc<RefCell<Ledger>>) -> Vec<Self> {
        (0..count).map(|_| Self::new(ledger)).collect()
    }
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        let fatal = {
            let mut book = self.ledger.borrow_mut();
            book.clones += 1;
            book.fatal == Some(book.clones)
        };
        if fatal {
            // Not `panic!`, which would print.
            resume_unwind(Box::new("a clone failed"));
        }
        Self::new(&self.ledger)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        // No assertion here: a panic while unwinding would abort without a word.
        let mut book = self.ledger.borrow_mut();
        book.dropped_twice |= !book.alive[self.number];
        book.alive[self.number] = false;
    }
}

/// A call and its shapes. Indices count 0, 1, 2 and so on, modulo `modulus`.
#[derive(Debug)]
struct Call {
    op: Op,
    data: &'static [usize],
    indices: &'static [usize],
    modulus: i64,
    filled: bool,
}

const fn call(op: Op, data: &'static [usize], indices: &'static [usize], modulus: i64) -> Call {
    Call {
        op,
        data,
        indices,
        modulus,
        filled: false,
    }
}

const CALLS: [Call; 11] = [
    call(Op::gather(0, 0), &[5], &[7], 5),
    call(Op::gather(0, 0), &[5, 3], &[4], 5),
    call(Op::gather(1, 0), &[2, 5, 3], &[2, 2], 5),
    call(Op::gather(1, 1), &[2, 5], &[2, 70], 5),
    call(Op::gather_nd(0), &[3, 3], &[66, 2], 3),
    call(Op::gather_nd(0), &[3, 3, 2], &[5, 1], 3),
    call(Op::gather_nd(1), &[2, 3, 2], &[2, 3, 1], 3),
    call(Op::gather_elements(0), &[4, 6], &[3, 6], 4),
    call(Op::gather_elements(1), &[2, 9], &[2, 68], 9),
    Call {
        filled: true,
        ..call(Op::gather(0, 0), &[5, 3], &[8], 8)
    },
    Call {
        filled: true,
        ..call(Op::gather_nd(0), &[3, 3], &[65, 2], 5)
    },
];

/// How the tensors lie.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Lie {
    Dense,
    Backwards,
}

/// Strides of a shape that lies backwards.
fn backwards(shape: &[usize]) -> Vec<isize> {
    let mut strides = vec![0; shape.len()];
    let mut running = -1;
    for (stride, size) in strides.iter_mut().zip(shape).rev() {
        *stride = running;
        running *= *size as isize;
    }
    strides
}

impl Call {
    /// Runs the call and gives the number of elements of the output.
    fn run(
        &self,
        ledger: &Rc<RefCell<Ledger>>,
        lie: Lie,
        over: bool,
    ) -> Result<usize, GatherError> {
        let data = Counted::many(self.data.iter().product(), ledger);
        let strides = backwards(self.data);
        let data = match lie {
            Lie::Dense => ViewDyn::new(&data, self.data)?,
            Lie::Backwards => ViewDyn::from_strides(&data, data.len() - 1, self.data, &strides)?,
        };
        let count = self.indices.iter().product::<usize>() as i64;
        let values: Vec<i64> = (0..count).map(|n| n % self.modulus).collect();
        let indices = ViewDyn::new(&values, self.indices)?;
        let options = match self.filled {
            true => GatherOptions::default()
                .negative(Negative::Reject)
                .out_of_range(OutOfRange::Fill(Counted::new(ledger))),
            false => GatherOptions::default(),
        };
        if !over {
            return Ok(gather_op_dyn(self.op, data, indices, &options)?
                .as_slice()
                .len());
        }
        let rules = options.rules(self.op.operator())?;
        let shape = gather_core::gather_op_output_shape(self.op, self.data, self.indices, rules)?;
        let mut out = Counted::many(shape.elements(), ledger);
        gather_op_dyn_into(self.op, data, indices, &options, &mut out)?;
        Ok(out.len())
    }
}

/// Runs something once without a panic and then once with each of its clones panicking.
fn every_clone_panics(
    name: &str,
    run: impl Fn(&Rc<RefCell<Ledger>>) -> Result<usize, GatherError>,
) {
    let ledger = Rc::new(RefCell::new(Ledger::default()));
    let elements = run(&ledger).unwrap_or_else(|error| panic!("{name}: {error}"));
    let clones = ledger.borrow().clones;
    assert_eq!(clones, elements, "{name}: each element is cloned once");
    assert_eq!(ledger.borrow().alive(), 0, "{name}: all is dropped");
    for fatal in 1..=clones {
        let ledger = Rc::new(RefCell::new(Ledger {
            fatal: Some(fatal),
            ..Ledger::default()
        }));
        let result = catch_unwind(AssertUnwindSafe(|| run(&ledger)));
        assert!(result.is_err(), "{name}: clone {fatal} panics");
        let book = ledger.borrow();
        assert!(
            !book.dropped_twice,
            "{name}: clone {fatal} of {clones}, dropped twice"
        );
        assert_eq!(
            book.alive(),
            0,
            "{name}: clone {fatal} of {clones}, left behind"
        );
    }
}

#[test]
fn dynamic_calls_drop_everything_once() {
    for call in &CALLS {
        for lie in [Lie::Dense, Lie::Backwards] {
            for over in [false, true] {
                let name = format!("{call:?}, {lie:?}, over a buffer: {over}");
                every_clone_panics(&name, |ledger| call.run(ledger, lie, over));
            }
        }
    }
}

/// Kernels over views and over arrays, whose outputs begin as nothing.
#[test]
fn kernels_drop_everything_once() {
    every_clone_panics("ranks, new", |ledger| {
        let data = Counted::many(6, ledger);
        let indices = View::new(&[2, -1, 0, -3, 1, 1], [6])?;
        let kernel = gather_kernel!(Gather, Counted, i64, rank = 2);
        Ok(kernel
            .run(View::new(&data, [3, 2])?, indices)?
            .as_slice()
            .len())
    });
    every_clone_panics("sizes, over", |ledger| {
        let (data, mut out) = (Counted::many(6, ledger), Counted::many(12, ledger));
        let indices = View::new(&[2, -1, 0, -3, 1, 1], [6])?;
        let kernel = gather_kernel!(Gather, Counted, i64, data = [_, 2]);
        kernel.run_into(View::new(&data, [3, 2])?, indices, &mut out)?;
        Ok(out.len())
    });
    every_clone_panics("arrays, straight", |ledger| {
        let data = [0; 3].map(|_| [0; 2].map(|_| Counted::new(ledger)));
        let kernel = gather_kernel!(Gather, Counted, i64, data = [3, 2], indices = [4]);
        Ok(kernel.run(&data, &[2, -1, 0, 1])?.as_flattened().len())
    });
    every_clone_panics("arrays, loop", |ledger| {
        let data = [0; 3].map(|_| [0; 2].map(|_| Counted::new(ledger)));
        let kernel = gather_kernel!(GatherND, Counted, i64, data = [3, 2], indices = [18, 1]);
        Ok(kernel.run(&data, &[[1]; 18])?.as_flattened().len())
    });
    every_clone_panics("elements, loop", |ledger| {
        let data = [0; 3].map(|_| [0; 2].map(|_| Counted::new(ledger)));
        let kernel = gather_kernel!(
            GatherElements,
            Counted,
            i64,
            data = [3, 2],
            indices = [3, 18],
            axis = 1
        );
        Ok(kernel.run(&data, &[[1; 18]; 3])?.as_flattened().len())
    });
}

/// The ledger sees what it is there to see.
#[test]
fn the_ledger_notices_leaks_and_double_drops() {
    let ledger = Rc::new(RefCell::new(Ledger::default()));
    let left = ManuallyDrop::new(Counted::new(&ledger));
    assert_eq!(ledger.borrow().alive(), 1, "left behind");
    ledger.borrow_mut().alive[0] = false;
    drop(ManuallyDrop::into_inner(left));
    assert!(ledger.borrow().dropped_twice, "dropped twice");
}
