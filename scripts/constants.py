#!/usr/bin/env python3
"""What a constant in a kernel saves, in instructions.

    python3 scripts/constants.py [--keep]

Writes a program into a temporary directory that makes the same calls with more and more known: nothing (the
dynamic call), ranks, the length of tuples, the length of rows, other sizes, everything. Checks that all give
the answer of the dynamic call, then counts the instructions of one call each with callgrind. Needs cargo
and valgrind.
"""

import argparse
import math
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

MANIFEST = """\
[package]
name = "constants"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
gather-core = {{ path = "{core}" }}

[profile.release]
debug = 1
"""

HEAD = """\
//! The same calls with more and more known.
#![allow(clippy::all)]
use std::hint::black_box;
use gather_core::{
    ByClone, Element, GatherError, GatherOptions, View, ViewDyn, gather_dyn_into, gather_kernel, gather_nd_dyn_into,
};

type Done = Result<(), GatherError>;

/// An element that is cloned.
#[derive(Clone, Debug, Default, PartialEq)]
struct Plain(u32);
impl Element for Plain { type Mover = ByClone; }

trait Offset { fn offset(n: usize) -> Self; }
impl Offset for f32 { fn offset(n: usize) -> Self { n as f32 } }
impl Offset for Plain { fn offset(n: usize) -> Self { Plain(n as u32) } }

fn data<T: Offset>(count: usize) -> Vec<T> { (0..count).map(T::offset).collect() }

/// Indices below the limits, in turn, with steps that lead everywhere.
fn indices(count: usize, limits: &[usize]) -> Vec<i64> {
    (0..count).map(|n| ((n * 7919 + n / 3) % limits[n % limits.len()]) as i64).collect()
}

#[inline(never)]
fn counted(call: &mut dyn FnMut() -> Done) -> Done { call() }

/// One call to choose paths, one to be counted.
fn twice<T>(mut out: Vec<T>, mut call: impl FnMut(&mut [T]) -> Done) -> Vec<T> {
    call(&mut out).unwrap();
    counted(&mut || call(&mut out)).unwrap();
    out
}
"""

# One way to make a call: all but the last over views, the last over nested arrays.
DYNAMIC = """\
fn run_{n}() -> Vec<{element}> {{
    let (data, indices) = (data::<{element}>({data_count}), indices({indices_count}, &{limits}));
    let options = GatherOptions::default();
    twice(vec![Default::default(); {output_count}], |out| {{
        let data = ViewDyn::new(black_box(&data), black_box(&{data}))?;
        {call}(data, ViewDyn::new(black_box(&indices), black_box(&{indices}))?, {attributes}, &options, out)
    }})
}}
"""

VIEWS = """\
fn run_{n}() -> Vec<{element}> {{
    let (data, indices) = (data::<{element}>({data_count}), indices({indices_count}, &{limits}));
    let kernel = gather_kernel!({operator}, {element}, i64, {keys});
    twice(vec![Default::default(); {output_count}], |out| {{
        let data = View::new(black_box(&data), black_box({data}))?;
        kernel.run_into(data, View::new(black_box(&indices), black_box({indices}))?, out)
    }})
}}
"""

ARRAYS = """\
fn run_{n}() -> Vec<{element}> {{
    let (data, indices) = (data::<{element}>({data_count}), indices({indices_count}, &{limits}));
    let kernel = gather_kernel!({operator}, {element}, i64, {keys});
    let data: &{data_type} = {data_cast};
    let indices: &{indices_type} = {indices_cast};
    let mut out: {output_type} = {output_default};
    let mut call = || kernel.run_into(black_box(data), black_box(indices), black_box(&mut out));
    call().unwrap();
    counted(&mut call).unwrap();
    out{output_flat}.to_vec()
}}
"""

TAIL = """\
fn main() {{
    let name = std::env::args().nth(1);
    match name.as_deref() {{
{arms}
        _ => {{
{checks}
        }}
    }}
}}
"""


class Workload:
    """A call by its shapes, and what may be known of it."""

    def __init__(self, title, operator, data, indices, known, element="f32", batch_dims=0):
        self.title, self.operator, self.element = title, operator, element
        self.data, self.indices, self.known = data, indices, known
        if operator == "GatherND":
            rest = batch_dims + indices[-1]
            self.call, self.attributes = "gather_nd_dyn_into", f"{batch_dims}"
            self.limits, self.output = data[batch_dims:rest], indices[:-1] + data[rest:]
        else:
            self.call, self.attributes = "gather_dyn_into", "0, 0"
            self.limits, self.output = data[:1], indices + data[1:]

    def ways(self):
        """Names and sources of the ways to call it, with `{n}` for their numbers."""
        fields = {
            "element": self.element, "operator": self.operator, "limits": self.limits,
            "data": self.data, "indices": self.indices,
            "data_count": math.prod(self.data), "indices_count": math.prod(self.indices),
            "output_count": math.prod(self.output), "n": "{n}",
        }
        yield "nothing", DYNAMIC.format(call=self.call, attributes=self.attributes, **fields)
        for name, keys in self.known:
            template = ARRAYS if name == "everything" else VIEWS
            yield name, template.format(keys=keys, **fields, **self.arrays())

    def arrays(self):
        output_default = "Default::default()"
        for size in reversed(self.output):
            output_default = f"[{output_default}; {size}]"
        return {
            "data_type": nested(self.element, self.data), "data_cast": cast("data", self.data),
            "indices_type": nested("i64", self.indices), "indices_cast": cast("indices", self.indices),
            "output_type": nested(self.element, self.output), "output_default": output_default,
            "output_flat": ".as_flattened()" * (len(self.output) - 1),
        }


def nested(inner, sizes):
    for size in reversed(sizes):
        inner = f"[{inner}; {size}]"
    return inner


def cast(name, sizes):
    """A flat vector as a reference to a nested array."""
    chunks = "".join(f".as_chunks::<{size}>().0" for size in reversed(sizes))
    return f"&{name}{chunks}[0]"


def rows(width):
    """Rows of one length, longer tables of shorter rows."""
    return Workload(
        f"5,000 rows of {width}", "Gather", [1000, width], [5000],
        [
            ("ranks", "rank = 2"),
            ("length of rows", f"data = [_, {width}]"),
            ("and the indexed size", f"data = [1000, {width}]"),
        ],
    )


def tuples(title, element):
    return Workload(
        title, "GatherND", [256, 256], [10000, 2],
        [
            ("ranks", "rank = 2"),
            ("length of tuples", "rank = 2, depth = 2"),
            ("and the indexed sizes", "data = [256, 256], depth = 2"),
        ],
        element,
    )


def picks(count):
    return Workload(
        f"{count} rows of 4", "Gather", [64, 4], [count],
        [("length of rows", "data = [_, 4]"), ("everything", f"data = [64, 4], indices = [{count}]")],
    )


WORKLOADS = [
    Workload(
        "two rows of two", "GatherND", [2, 2, 2], [2, 1, 2],
        [
            ("ranks", "rank = 3"),
            ("length of tuples", "rank = 3, depth = 2, indices_rank = 3"),
            ("length of rows", "data = [_, _, 2], depth = 2, indices_rank = 3"),
            ("everything", "data = [2, 2, 2], indices = [2, 1, 2]"),
        ],
    ),
    *(picks(count) for count in (4, 16, 17, 64)),
    *(rows(width) for width in (16, 35, 768)),
    Workload(
        "60 batches of 3 rows of 35", "GatherND", [30, 2, 100, 35], [30, 2, 3, 1],
        [
            ("ranks", "rank = 4, batch_dims = 2"),
            ("length of rows", "data = [_, _, _, 35], batch_dims = 2, depth = 1, indices_rank = 4"),
            ("and the sizes of data", "data = [30, 2, 100, 35], batch_dims = 2, depth = 1, indices_rank = 4"),
            ("everything", "data = [30, 2, 100, 35], indices = [30, 2, 3, 1], batch_dims = 2"),
        ],
        batch_dims=2,
    ),
    tuples("10,000 tuples of 2, `f32`", "f32"),
    tuples("10,000 tuples of 2, cloned", "Plain"),
]


def source(workloads):
    """The program, and for each workload the names and numbers of its ways."""
    code, arms, checks, numbered = [HEAD], [], [], []
    number = 0
    for workload in workloads:
        first, numbers = number, []
        for name, text in workload.ways():
            code.append(text.replace("{n}", str(number)))
            arms.append(f'        Some("{number}") => drop(black_box(run_{number}())),')
            checks.append(f"            assert_eq!(run_{number}(), run_{first}());")
            numbers.append((name, number))
            number += 1
        numbered.append((workload, numbers))
    code.append(TAIL.format(arms="\n".join(arms), checks="\n".join(checks)))
    return "".join(code), numbered


def run(command, folder):
    environment = dict(os.environ, CARGO_TARGET_DIR=str(folder / "target"))
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def count(folder, program, number):
    """Instructions of one call."""
    said = run(
        [
            "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
            "--collect-atstart=no", "--toggle-collect=*counted*", program, str(number),
        ],
        folder,
    )
    collected = [line.split("Collected :")[1] for line in said.splitlines() if "Collected :" in line]
    if not collected or int(collected[0]) == 0:
        sys.exit(f"valgrind counted nothing:\n{said}")
    return int(collected[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", action="store_true", help="keep the generated program")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="constants-"))
    try:
        report(folder)
    finally:
        if options.keep:
            print(f"\nkept in {folder}")
        else:
            shutil.rmtree(folder)


def report(folder):
    (folder / "src").mkdir()
    (folder / "Cargo.toml").write_text(MANIFEST.format(core=(ROOT / "gather-core").as_posix()))
    # The workspace's own versions and compiler.
    for name in ("Cargo.lock", "rust-toolchain.toml"):
        shutil.copy(ROOT / name, folder / name)
    code, numbered = source(WORKLOADS)
    (folder / "src" / "main.rs").write_text(code)
    run(["cargo", "build", "--release", "--quiet"], folder)
    program = folder / "target" / "release" / "constants"
    run([program], folder)

    print(run(["rustc", "--version"], folder))
    print("| call | known | instructions | of the dynamic call |\n|---|---|---|---|")
    for workload, numbers in numbered:
        base = None
        for name, number in numbers:
            found = count(folder, program, number)
            base = base or found
            print(f"| {workload.title} | {name} | {found:,} | {found / base:.2f} |", flush=True)


if __name__ == "__main__":
    main()
