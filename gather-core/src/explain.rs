//! What a call would be done by, and why: the decisions of the kernels, told in words.

use core::fmt;

use gather_spec::{Op, Operator, OutOfRange};

use crate::{
    element::{Element, sealed::Sealed as _},
    error::GatherError,
    index::Index,
    kernel::{
        engine::{
            choice::{Declined, KnownRows, Measures, Stages},
            cpu::Path,
            source::{Source, WORD},
            stripes::Stripes,
            tuples::{Axis, MOST_DEPTH},
        },
        tiny,
        work::{WORTH_SHARING, work},
    },
    nest::Level,
    options::GatherOptions,
    plan::Plan,
};

/// What a call would be done by, and why. Made by [`explain`]; its text has one line for each decision.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    operator: Operator,
    index: &'static str,
    depth: usize,
    policy: OutOfRange<()>,
    rows: usize,
    row: usize,
    output: usize,
    indices: usize,
    shared: bool,
    way: Way,
}

/// Which code does the work.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// Straight from the shapes.
    Tiny,
    /// The engine.
    Engine {
        path: Path,
        class: &'static str,
        measures: Measures,
        order: Order,
    },
    /// The kernel that takes every case, one element or row at a time.
    General(Reason),
}

/// In which order the engine works.
#[derive(Clone, Copy, Debug)]
enum Order {
    /// A block of positions at a time.
    Blocks,
    /// Positions that are used for many outer rows are kept.
    Kept,
    /// Check and copy in one loop.
    Fused,
    /// The same over stripes of so many columns, which are packed first.
    Striped(usize),
}

/// Why not the engine.
#[derive(Clone, Copy, Debug)]
enum Reason {
    Cloned,
    Declined(Declined),
}

/// Says which kernel a call on dense tensors of these shapes would use, and why. Nothing is moved.
///
/// # Errors
///
/// The call breaks a rule.
///
/// ```
/// use gather_core::{GatherError, GatherOptions, Op, explain};
/// let options = GatherOptions::<f32>::default();
/// let told = explain::<f32, i64>(Op::gather(0, 0), &[50_000, 768], &[8, 512], &options)?;
/// assert_eq!(told.bytes_to_move(), 8 * 512 * 768 * 4);
/// assert!(told.to_string().starts_with("Gather of 4096 rows of 3072 bytes"), "{told}");
///
/// // Strings are cloned, so that the engine for bytes is not for them.
/// let words = explain::<String, u8>(Op::gather(0, 0), &[9], &[3], &GatherOptions::default())?;
/// assert_eq!(words.kernel().to_string(), "gather_general_u8_k1_error");
/// # Ok::<(), GatherError>(())
/// ```
pub fn explain<T: Element, I: Index>(
    op: Op,
    data: &[usize],
    indices: &[usize],
    options: &GatherOptions<T>,
) -> Result<Explanation, GatherError> {
    let rules = options.rules(op.operator())?;
    let plan = Plan::new(op, data, indices, rules)?;
    let by_copy = T::Mover::BY_COPY;
    let small = by_copy
        && options.plain().is_some()
        && tiny::is_for(op, data, indices, plan.rows(), plan.slice());
    Ok(Explanation::of::<I>(&plan, size_of::<T>(), by_copy, small))
}

impl Explanation {
    pub(crate) fn of<I: Index>(
        plan: &Plan<'_>,
        element: usize,
        by_copy: bool,
        small: bool,
    ) -> Self {
        let indices = count(plan.indices_shape()).saturating_mul(size_of::<I>());
        let way = if small {
            Way::Tiny
        } else if by_copy {
            engine::<I>(plan, element, indices)
                .unwrap_or_else(|declined| Way::General(Reason::Declined(declined)))
        } else {
            Way::General(Reason::Cloned)
        };
        Self {
            operator: plan.op().operator(),
            index: I::NAME,
            depth: plan.depth(),
            policy: plan.rules().out_of_range,
            rows: plan.rows(),
            row: plan.slice().saturating_mul(element),
            output: plan.elements().saturating_mul(element),
            indices,
            shared: work(plan, element) >= WORTH_SHARING,
            way,
        }
    }

    /// Bytes of the output, each of which is read once and written once.
    #[must_use]
    pub const fn bytes_to_move(&self) -> usize {
        self.output
    }

    /// The kernel's name: operator, row class, index type, tuple length, policy, path.
    ///
    /// ```
    /// use gather_core::{GatherError, GatherOptions, Op, Path, explain};
    /// let options = GatherOptions::<f32>::default();
    /// Path::Portable.force();
    /// let told = explain::<f32, i64>(Op::gather_nd(0), &[1024, 1024], &[1000, 2], &options)?;
    /// assert_eq!(told.kernel().to_string(), "gather_nd_word4_i64_k2_error_portable");
    /// # Path::best().force();
    /// # Ok::<(), GatherError>(())
    /// ```
    #[must_use]
    pub fn kernel(&self) -> impl fmt::Display + '_ {
        Name(self)
    }

    /// The path that the loops were compiled for; `None` if the engine is not used.
    #[must_use]
    pub const fn path(&self) -> Option<Path> {
        match self.way {
            Way::Engine { path, .. } => Some(path),
            Way::Tiny | Way::General(_) => None,
        }
    }
}

fn engine<I: Index>(plan: &Plan<'_>, element: usize, indices: usize) -> Result<Way, Declined> {
    let mut axes = [Axis::default(); MOST_DEPTH];
    let stages = Stages::<I>::of(plan, &mut axes)?;
    let data = count(plan.data_shape()).saturating_mul(element);
    let measures = Measures::of(plan, element, data, indices)?;
    let source = Source {
        data: &[],
        bytes: measures.row,
        quantum: measures.quantum,
        fill: &[],
    };
    let (path, known) = (
        Path::current(),
        KnownRows::of_widths(element, size_of::<I>()),
    );
    let class = known.choose(path, &source, measures.around);
    let kept = |level: &Level| level.tuple_step == 0;
    let order = if stages.levels.iter().take(2).any(kept) {
        Order::Kept
    } else if known.fuse(&stages, &measures).is_some() {
        match Stripes::of(stages.levels, stages.axes[0], measures.row) {
            Some(stripes) if stages.depth == 1 => Order::Striped(stripes.width()),
            _ => Order::Fused,
        }
    } else {
        Order::Blocks
    };
    let class = match order {
        // Rows that blocks would copy by calls.
        Order::Fused if measures.row > 2 * WORD && !measures.around => "vectors",
        _ => class.name,
    };
    Ok(Way::Engine {
        path,
        class,
        measures,
        order,
    })
}

/// Elements of a shape that has passed the rules.
fn count(shape: &[usize]) -> usize {
    gather_spec::elements(shape).unwrap_or(usize::MAX)
}

/// The name of a kernel.
struct Name<'a>(&'a Explanation);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Explanation {
            operator,
            index,
            depth,
            policy,
            row,
            way,
            ..
        } = self.0;
        let operator = match operator {
            Operator::GatherNd => "gather_nd",
            Operator::Gather => "gather",
            Operator::GatherElements => "gather_elements",
        };
        let policy = match policy {
            OutOfRange::Error => "error",
            OutOfRange::Fill(()) => "fill",
            OutOfRange::Clamp => "clamp",
            OutOfRange::Wrap => "wrap",
        };
        match way {
            Way::Tiny => write!(f, "{operator}_tiny_{index}_k{depth}_{policy}"),
            Way::General(_) => write!(f, "{operator}_general_{index}_k{depth}_{policy}"),
            Way::Engine { path, class, .. } => {
                let path = match path {
                    Path::Portable => "portable",
                    Path::Vector => "avx2",
                };
                write!(
                    f,
                    "{operator}_{class}{row}_{index}_k{depth}_{policy}_{path}"
                )
            }
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            operator,
            rows,
            row,
            output,
            indices,
            ..
        } = self;
        writeln!(
            f,
            "{operator} of {rows} rows of {row} bytes: {output} bytes to move, {indices} bytes of indices to read"
        )?;
        writeln!(f, "kernel: {}", self.kernel())?;
        match self.way {
            Way::Tiny => write!(
                f,
                "way: over a buffer, straight from the shapes, because the call is small; into a new tensor, or if an index is out of range, by the engine"
            ),
            Way::General(reason) => {
                write!(f, "way: the kernel that takes every case, because ")?;
                match reason {
                    Reason::Cloned => f.write_str("elements are cloned"),
                    Reason::Declined(declined) => declined.fmt(f),
                }
            }
            Way::Engine {
                path,
                class,
                measures,
                order,
            } => {
                let compiled = match path {
                    Path::Vector => "AVX2, which this machine has",
                    Path::Portable => "the target of the build",
                };
                writeln!(f, "path: compiled for {compiled}")?;
                match order {
                    Order::Blocks => writeln!(f, "rows: {class}, {} at a time", measures.block)?,
                    Order::Kept => writeln!(
                        f,
                        "rows: {class}; indices resolved once and kept, because outer rows share them"
                    )?,
                    Order::Fused => writeln!(
                        f,
                        "rows: {class}; checked and copied in one loop, because {}",
                        if measures.row <= WORD {
                            "a row is a machine word"
                        } else {
                            "an index is checked sooner than a row is copied"
                        }
                    )?,
                    Order::Striped(columns) => writeln!(
                        f,
                        "rows: {class}; from stripes of {columns} columns, packed first, because the table is larger than the near caches"
                    )?,
                }
                let ahead = match order {
                    Order::Blocks | Order::Fused if measures.ahead => {
                        "asked for in advance, because the table is larger than the near caches"
                    }
                    Order::Fused if measures.around => {
                        "asked for in advance, because next to such stores that costs nothing"
                    }
                    Order::Fused if measures.row > WORD => {
                        "taken as they come, because the table is small or passed in order"
                    }
                    Order::Blocks => {
                        "taken as they come, because the table is small or passed in order"
                    }
                    Order::Kept | Order::Fused | Order::Striped(_) => {
                        "taken as they come; the part of data that is next is asked for if picks are dense in it"
                    }
                };
                writeln!(f, "loads: {ahead}")?;
                let stores = if class == "streamed" {
                    "around the cache, because the output is larger than it"
                } else {
                    "through the cache"
                };
                writeln!(f, "stores: {stores}")?;
                let threads = if self.shared {
                    "the `par` calls share this out"
                } else {
                    "one, in the `par` calls too: there is too little to do"
                };
                write!(f, "threads: {threads}")
            }
        }
    }
}
