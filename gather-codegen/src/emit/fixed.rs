//! All sizes known: nested arrays in and out, no shape left to check.
//!
//! Small kernels are straight-line code: each index is checked against its literal size, then the output
//! array is written down. Larger ones are loops with literal bounds. For primitive elements everything is
//! a constant function.

use gather_spec::{BatchOutput, Call, Negative, Op, OutOfRange, Rules};
use proc_macro2::{Ident, TokenStream};

use crate::{
    Context,
    emit::{
        arrays::{self, Arrays},
        parts::{fill_value, index_type, number, rules},
        places::{At, array, coordinates, flat, from_fn, subscripts, variables, while_loops},
        shell::Shell,
        words,
    },
    spec::{Fill, Spec},
};

/// Up to this many index values the kernel is written out without a loop.
const UNROLL: usize = 16;

/// From this many picks on, core's loops are quicker than a loop that is written out, and the time of a call to them
/// counts for little; where cells have so many elements, from fewer on. They are no constant functions.
const MANY: usize = 512;
const MANY_OF_LONG_CELLS: usize = 128;
const LONG_CELL: usize = 32;

/// One kernel as picks: the output is a nest of loops, and in each place one cell of data is picked.
struct Picks<'a> {
    spec: &'a Spec,
    shell: &'a Shell,
    data: &'a [usize],
    indices: &'a [usize],
    /// Sizes of the loops: the leading dimensions of the output, batch dimensions kept apart.
    loops: Vec<usize>,
    /// Shape of a cell.
    cell: &'a [usize],
    /// Coordinates in a tuple.
    depth: usize,
}

/// One pick, in emitted code.
struct Pick {
    /// Lines that find its coordinates.
    find: TokenStream,
    /// Its place in the output.
    place: TokenStream,
    /// What is picked.
    cell: TokenStream,
}

/// The kernel's methods.
pub(crate) fn body(
    context: &Context,
    spec: &Spec,
    shell: &Shell,
    data: &[usize],
    indices: &[usize],
) -> TokenStream {
    let picks = Picks::new(spec, shell, data, indices);
    let (index, output) = (index_type(spec), picks.output());
    let arrays = Arrays {
        data: array(&shell.elem, data),
        indices: array(&index, indices),
        output: array(&shell.elem, &output),
        indices_rank: indices.len(),
        output_rank: output.len(),
    };
    let many = picks.are_many();
    let through_core = context
        .alloc
        .then(|| arrays::body(context, spec, shell, &arrays, many));
    let Arrays {
        data: data_type,
        indices: indices_type,
        output: output_type,
        ..
    } = &arrays;
    let measure = picks.measure();
    let constant = shell.primitive.is_some().then(|| code!(const));
    let bounds = where_clause(shell);
    let parameters = code! {
        &self,
        __data: &#data_type,
        __indices: &#indices_type,
        __out: &mut #output_type,
    };
    let words = over_words();
    // Of many picks, `run_into` is no constant function, be there core's loops or, without an allocator, not: whether
    // some other crate asks for one must not decide what compiles.
    let over = match (many, context.alloc) {
        (false, _) => {
            let body = picks.run_into();
            code! {
                #words
                pub #constant fn run_into(#parameters) -> __gather::Result<(), __gather::GatherError> #bounds {
                    #body
                }
            }
        }
        (true, true) if constant.is_none() => code!(),
        (true, alloc) => {
            let body = picks.run_into();
            let run_into = (!alloc).then(|| {
                code! {
                    #words
                    pub fn run_into(#parameters) -> __gather::Result<(), __gather::GatherError> #bounds {
                        self.__run_into(__data, __indices, __out)
                    }
                }
            });
            code! {
                #constant fn __run_into(#parameters) -> __gather::Result<(), __gather::GatherError> #bounds {
                    #body
                }
                #run_into
            }
        }
    };
    let run = picks.run(many);
    let eval = shell
        .primitive
        .is_some()
        .then(|| eval(data_type, indices_type, output_type));
    let Shell { bare, this, .. } = shell;
    let identity = words::identity(spec);
    let (rank, sizes) = (
        number(output.len()),
        output.iter().map(|size| number(*size)),
    );
    let sizes = code!([#(#sizes),*]);
    code! {
        impl #bare #this {
            #identity
            #measure
            /// Gathers into a new array.
            ///
            /// # Errors
            ///
            /// An index is out of range where that is an error.
            #[inline]
            pub #constant fn run(
                &self,
                __data: &#data_type,
                __indices: &#indices_type,
            ) -> __gather::Result<#output_type, __gather::GatherError> #bounds {
                #run
            }
            #over
            #eval
            /// The shape of the output.
            #[inline]
            #[must_use]
            pub const fn output_shape(&self) -> [__gather::usize; #rank] {
                #sizes
            }
        }
        #through_core
    }
}

/// What is asked of elements.
fn where_clause(shell: &Shell) -> Option<TokenStream> {
    let bounds = &shell.bounds;
    (!bounds.is_empty()).then(|| code!(where #bounds))
}

/// What stands before a function that gathers over an array.
fn over_words() -> TokenStream {
    code! {
        /// Gathers over `out`, one cell after the other.
        ///
        /// # Errors
        ///
        /// As `run`; `out` then holds some mixture of old and new elements.
        #[inline]
    }
}

fn eval(data: &TokenStream, indices: &TokenStream, output: &TokenStream) -> TokenStream {
    code! {
        /// Gathers constants while compiling: an index out of range is then a compile error.
        ///
        /// # Panics
        ///
        /// An index is out of range where that is an error.
        #[must_use]
        #[track_caller]
        pub const fn eval(&self, __data: &#data, __indices: &#indices) -> #output {
            match self.run(__data, __indices) {
                __gather::Ok(__out) => __out,
                __gather::Err(__error) => __error.panic(),
            }
        }
    }
}

impl<'a> Picks<'a> {
    fn new(spec: &'a Spec, shell: &'a Shell, data: &'a [usize], indices: &'a [usize]) -> Self {
        let first = spec.first_axis();
        let depth = spec.depth.unwrap_or(1);
        let rules = Rules {
            batch_output: BatchOutput::Kept,
            ..spec.rules
        };
        let call = Call {
            op: spec.op,
            data,
            indices,
            rules,
        };
        let cell = match spec.op {
            Op::GatherElements { .. } => &[],
            _ => &data[first + depth..],
        };
        let loops = call.output_rank().unwrap_or(0) - cell.len();
        Self {
            spec,
            shell,
            data,
            indices,
            loops: (0..loops)
                .filter_map(|axis| call.output_size(axis))
                .collect(),
            cell,
            depth,
        }
    }

    /// Whether core's loops are to gather over an array.
    fn are_many(&self) -> bool {
        let cell: usize = self.cell.iter().product();
        let many = if cell < LONG_CELL {
            MANY
        } else {
            MANY_OF_LONG_CELLS
        };
        !self.is_empty() && !self.is_small() && self.loops.iter().product::<usize>() >= many
    }

    fn flattens(&self) -> bool {
        self.spec.rules.batch_output == BatchOutput::Flattened && self.spec.batch() > 1
    }

    /// Shape of the output.
    fn output(&self) -> Vec<usize> {
        let (batch, rest) = self.loops.split_at(if self.flattens() {
            self.spec.batch()
        } else {
            0
        });
        let flattened = self.flattens().then(|| batch.iter().product());
        flattened
            .iter()
            .chain(rest)
            .chain(self.cell)
            .copied()
            .collect()
    }

    /// What indices are measured by, as a constant.
    fn measure(&self) -> TokenStream {
        let first = self.spec.first_axis();
        let (rank, depth) = (number(self.indices.len()), number(self.depth));
        let numbers = |sizes: &[usize]| {
            let sizes = sizes.iter().map(|size| number(*size));
            code!([#(#sizes),*])
        };
        let sizes = numbers(&self.data[first..first + self.depth]);
        let (indices, first) = (numbers(self.indices), number(first));
        // A type without negatives is not told of any.
        let negative = match self.spec.index.to_string().starts_with('u') {
            true => Negative::Reject,
            false => self.spec.rules.negative,
        };
        let rules = rules(&Rules {
            negative,
            ..self.spec.rules
        });
        let tuples = matches!(self.spec.op, Op::GatherNd { .. });
        code! {
            const __INDICES: __gather::Fixed<#rank, #depth> = __gather::Fixed {
                rules: #rules,
                first_axis: #first,
                sizes: #sizes,
                indices: #indices,
                tuples: #tuples,
            };
        }
    }

    /// Where the index for coordinate `k` of the pick at these loop positions stands.
    fn index_at(&self, at: &[At], k: usize) -> Vec<At> {
        let batch = self.spec.batch();
        let coordinates = match self.spec.op {
            Op::GatherNd { .. } => [at, &[At::Number(k)]].concat(),
            Op::Gather { .. } => [&at[..batch], &at[self.spec.first_axis()..]].concat(),
            Op::GatherElements { .. } => at.to_vec(),
        };
        let sizes = self.indices.iter();
        coordinates
            .iter()
            .zip(sizes)
            .map(|(at, size)| at.within(*size))
            .collect()
    }

    /// The cell of data that is picked, with the coordinates `found` put in.
    fn pick(&self, at: &[At], found: &[Ident]) -> TokenStream {
        let axis = self.spec.first_axis();
        let sized = |at: &[At], from: usize| {
            let sizes = &self.data[from..];
            let at: Vec<At> = at
                .iter()
                .zip(sizes)
                .map(|(at, size)| at.within(*size))
                .collect();
            subscripts(&at)
        };
        let before = sized(&at[..axis], 0);
        let after = match self.spec.op {
            Op::GatherElements { .. } => sized(&at[axis + 1..], axis + 1),
            _ => code!(),
        };
        let whole = found.is_empty() && before.is_empty() && after.is_empty();
        let cell = code!(__data #before #([#found])* #after);
        let cell = match (self.shell.primitive.is_some(), whole) {
            (true, true) => return code!(*__data),
            (true, false) => return cell,
            (false, true) => code!(__data),
            (false, false) => code!(&#cell),
        };
        // An element that is not `Clone` is told of by its mover, and so only there.
        if self.shell.bounds.is_empty() {
            let mover = &self.shell.mover;
            code!(__gather::taken::<#mover, _>(#cell))
        } else {
            code!(__gather::Clone::clone(#cell))
        }
    }

    fn fills(&self) -> bool {
        self.spec.rules.out_of_range == OutOfRange::Fill(())
    }

    /// An index as the constant functions take it, with its flat position.
    fn index(&self, at: &[At], k: usize) -> TokenStream {
        let index_at = self.index_at(at, k);
        let (read, flat) = (subscripts(&index_at), flat(&index_at, self.indices));
        let read = if read.is_empty() {
            code!(*__indices)
        } else {
            code!(__indices #read)
        };
        code!(#read as __gather::i128, #flat)
    }

    /// Finds the coordinates of one pick by `method`, under these names.
    fn find(&self, at: &[At], names: &[Ident], method: Method) -> TokenStream {
        let lines = names.iter().enumerate().map(|(k, name)| {
            let index = self.index(at, k);
            let found = match method {
                Method::Check => {
                    code!(__gather::ok!(__gather::Fixed::index(&Self::__INDICES, #index)))
                }
                Method::Fill => code!(__gather::Fixed::index_or_fill(&Self::__INDICES, #index)),
                Method::Checked => code!(__gather::Fixed::checked(&Self::__INDICES, #index)),
            };
            code!(let #name = #found;)
        });
        code!(#(#lines)*)
    }

    /// How indices are looked at where they may be wrong.
    fn method(&self) -> Method {
        if self.fills() {
            Method::Fill
        } else {
            Method::Check
        }
    }

    /// The picked cell, or the fill value in its shape.
    fn cell(&self, at: &[At], names: &[Ident]) -> TokenStream {
        let pick = self.pick(at, names);
        if !self.fills() || names.is_empty() {
            return pick;
        }
        let fill = self.filled_cell();
        match names {
            [name] => {
                code!(match #name { __gather::Some(#name) => #pick, __gather::None => #fill })
            }
            _ => code! {
                if let (#(__gather::Some(#names),)*) = (#(#names,)*) { #pick } else { #fill }
            },
        }
    }

    fn filled_cell(&self) -> TokenStream {
        let elem = &self.shell.elem;
        match (&self.shell.primitive, &self.spec.fill) {
            (Some(primitive), Some(fill)) => {
                let value = primitive_value(primitive, fill);
                array(&code!({ let __value: #elem = #value; __value }), self.cell)
            }
            (None, Some(fill)) => {
                let value = fill_value(fill, elem);
                from_fn(
                    code!({ let __value: #elem = #value; __value }),
                    self.cell.len(),
                )
            }
            (_, None) => code!(),
        }
    }

    /// Names for the coordinates of one pick.
    fn names(&self, pick: Option<usize>) -> Vec<Ident> {
        let name = |k| match (pick, self.depth) {
            (Some(pick), 1) => name!("__i{pick}"),
            (Some(pick), _) => name!("__i{pick}_{k}"),
            (None, _) => name!("__i{k}"),
        };
        (0..self.depth).map(name).collect()
    }

    fn is_empty(&self) -> bool {
        self.output().contains(&0)
    }

    fn is_small(&self) -> bool {
        let picks: usize = self.loops.iter().product();
        !self.is_empty() && picks * self.depth.max(1) <= UNROLL
    }

    /// The body of `run`.
    fn run(&self, many: bool) -> TokenStream {
        if self.is_empty() {
            let (check, value) = (self.check_every_index(), self.empty_value());
            return code!(#check __gather::Ok(#value));
        }
        if self.is_small() {
            return self.straight();
        }
        match &self.shell.primitive {
            Some(primitive) => {
                let zero = array(&primitive_value(primitive, &Fill::Zero), &self.output());
                let over = if many {
                    code!(__run_into)
                } else {
                    code!(run_into)
                };
                code! {
                    let mut __out = #zero;
                    __gather::ok!(self.#over(__data, __indices, &mut __out));
                    __gather::Ok(__out)
                }
            }
            None => self.built(),
        }
    }

    fn run_into(&self) -> TokenStream {
        if self.is_empty() {
            let check = self.check_every_index();
            return code!(#check let _ = __out; __gather::Ok(()));
        }
        if self.is_small() {
            return self.straight_into();
        }
        let at = variables("__n", self.loops.len());
        let names = self.names(None);
        let find = self.find(&at, &names, self.method());
        let (place, cell) = (self.out_at(&at), self.cell(&at, &names));
        let loops = while_loops(&at, &self.loops, code!(#find #place = #cell;));
        code!(#loops __gather::Ok(()))
    }

    /// The place of a pick in the output.
    fn out_at(&self, at: &[At]) -> TokenStream {
        if at.is_empty() {
            return code!(*__out);
        }
        if !self.flattens() {
            let at = subscripts(at);
            return code!(__out #at);
        }
        let (batch, rest) = at.split_at(self.spec.batch());
        let (batch, rest) = (flat(batch, &self.loops), subscripts(rest));
        code!(__out[#batch] #rest)
    }

    /// Every pick of a straight-line kernel: the lines that find it, its place and its cell.
    fn straight_picks(&self) -> impl Iterator<Item = Pick> + '_ {
        let all = coordinates(&self.loops).into_iter().enumerate();
        all.map(|(n, at)| {
            let names = self.names(Some(n));
            Pick {
                find: self.find(&at, &names, self.method()),
                place: self.out_at(&at),
                cell: self.cell(&at, &names),
            }
        })
    }

    fn straight(&self) -> TokenStream {
        let picks: Vec<Pick> = self.straight_picks().collect();
        let find = picks.iter().map(|pick| &pick.find);
        let mut values: Vec<TokenStream> = picks.iter().map(|pick| pick.cell.clone()).collect();
        let output = self.output();
        for size in output[..output.len() - self.cell.len()].iter().rev() {
            values = values
                .chunks(*size)
                .map(|values| code!([#(#values),*]))
                .collect();
        }
        code!(#(#find)* __gather::Ok(#(#values)*))
    }

    fn straight_into(&self) -> TokenStream {
        let picks: Vec<Pick> = self.straight_picks().collect();
        let find = picks.iter().map(|pick| &pick.find);
        let writes = picks
            .iter()
            .map(|Pick { place, cell, .. }| code!(#place = #cell;));
        code!(#(#find)* #(#writes)* __gather::Ok(()))
    }

    /// For elements that are not `Copy`: all indices first, then the output, each element cloned once.
    fn built(&self) -> TokenStream {
        let check = self.check_every_index();
        let at = variables("__n", self.loops.len());
        let names = self.names(None);
        let method = if self.fills() {
            Method::Fill
        } else {
            Method::Checked
        };
        let (find, cell) = (self.find(&at, &names, method), self.cell(&at, &names));
        let mut value = code!({ #find #cell });
        let batch = if self.flattens() {
            self.spec.batch()
        } else {
            0
        };
        for variable in at[batch..].iter().rev().map(At::tokens) {
            value = code!(__gather::from_fn(|#variable| #value));
        }
        if self.flattens() {
            let mut unflatten = TokenStream::new();
            for (variable, size) in at[..batch].iter().zip(&self.loops).rev() {
                let (variable, size) = (variable.tokens(), number(*size));
                unflatten
                    .extend(code!(let #variable = __batch % #size; let __batch = __batch / #size;));
            }
            value = code!(__gather::from_fn(|__batch: __gather::usize| { #unflatten let _ = __batch; #value }));
        }
        code!(#check __gather::Ok(#value))
    }

    /// Looks at every index that exists, in order. Nothing to do where a bad index only fills.
    fn check_every_index(&self) -> TokenStream {
        if self.fills() || self.indices.contains(&0) {
            return code!();
        }
        let at = variables("__q", self.indices.len());
        let (read, flat) = (subscripts(&at), flat(&at, self.indices));
        let read = if read.is_empty() {
            code!(*__indices)
        } else {
            code!(__indices #read)
        };
        let check = code!(__gather::ok!(__gather::Fixed::index(&Self::__INDICES, #read as __gather::i128, #flat)););
        while_loops(&at, self.indices, check)
    }

    /// A value of the output's type that has no elements.
    fn empty_value(&self) -> TokenStream {
        let output = self.output();
        let zero = output.iter().position(|size| *size == 0).unwrap_or(0);
        if self.shell.primitive.is_some() {
            return array(&code!([]), &output[..zero]);
        }
        from_fn(code!([]), zero)
    }
}

/// How an index is looked at.
#[derive(Clone, Copy)]
enum Method {
    /// Out of range is an error.
    Check,
    /// Out of range is `None`.
    Fill,
    /// It has been checked.
    Checked,
}

/// A fill value of a primitive as a constant.
fn primitive_value(primitive: &str, fill: &Fill) -> TokenStream {
    let ty = name!("{primitive}");
    let ty = code!(__gather::#ty);
    match (fill, primitive) {
        (Fill::Value(value), _) => value.clone(),
        (Fill::Zero, "bool") => code!(false),
        (Fill::Missing, "bool") => code!(true),
        (_, "char") => code!('\0'),
        (Fill::Zero, "f32" | "f64") => code!(0.0),
        (Fill::Missing, "f32" | "f64") => code!(#ty::NAN),
        (Fill::Zero, _) => code!(0),
        (Fill::Missing, signed) if signed.starts_with('i') => code!(#ty::MIN),
        (Fill::Missing, _) => code!(#ty::MAX),
    }
}
