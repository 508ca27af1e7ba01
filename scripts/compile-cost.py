#!/usr/bin/env python3
"""What a hundred kernels cost to compile, in time and in machine code.

    python3 scripts/compile-cost.py [--runs 3] [--keep]

Writes a crate with 100 distinct kernels into a temporary directory: 70 that know ranks, 15 that know some
sizes, 15 that know all; over several element and index types, each called once from a public function.
Then, with the dependencies built beforehand and nothing incremental, measures `cargo check` and
`cargo build --release` by the clock and by the processor (medians of the runs), and the size of the machine code that the kernels add to the
library. Needs cargo, and `size` of binutils for the last column.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

ELEMENTS = ["f32", "f64", "u8", "i32", "u16"]
INDICES = ["i64", "i32", "u32", "usize"]
RANKED, SIZED, STATIC = 70, 15, 15

# Seconds on two cores.
CHECK_TARGET, RELEASE_TARGET = 10, 60

MANIFEST = """\
[package]
name = "cost"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
gather-core = {{ path = "{core}" }}
"""

HEAD = """\
//! Kernels, each called once.
use gather_core::{GatherError, View, gather_kernel};
"""

# Keeps the imports in use where there are no kernels.
NOTHING = "pub fn nothing(view: View<'_, f32, 1>) -> Result<usize, GatherError> { Ok(view.shape()[0]) }\n"

VIEWS = """\
gather_kernel!(struct K{n}: {op}, {element}, {index}, {keys});
pub fn run{n}(data: View<'_, {element}, {rank}>, indices: View<'_, {index}, {indices_rank}>) -> Result<usize, GatherError> {{
    Ok(K{n}.run(data, indices)?.as_slice().len())
}}
"""

ARRAYS = """\
gather_kernel!(struct K{n}: {op}, {element}, {index}, {keys});
pub fn run{n}(data: &{data}, indices: &{indices}) -> Result<{output}, GatherError> {{
    K{n}.run(data, indices)
}}
"""


def types():
    """Element and index types, all pairs in turn."""
    number = 0
    while True:
        yield ELEMENTS[number % len(ELEMENTS)], INDICES[number % len(INDICES)]
        number += 1


def ranked_specs():
    """Operator, keys, rank of data, rank of indices."""
    for rank in range(1, 9):
        for batch in range(min(rank, 3)):
            common = f"rank = {rank}, batch_dims = {batch}"
            yield "GatherND", common, rank, batch + 1
            yield "GatherND", f"{common}, depth = {rank - batch}", rank, batch + 1
            yield "GatherND", f"{common}, depth = 1, indices_rank = {batch + 2}", rank, batch + 2
        for axis in range(min(rank, 3)):
            yield "Gather", f"rank = {rank}, axis = {axis}", rank, 1
        yield "GatherElements", f"rank = {rank}, axis = -1, out_of_range = clamp", rank, rank


def sized_specs():
    for width in (3, 4, 7, 9, 15, 16, 35, 64, 128, 256, 512, 768, 1024, 2048, 4096):
        yield "Gather", f"data = [_, {width}], axis = 0", 2, 1


def nested(inner, sizes):
    for size in reversed(sizes):
        inner = f"[{inner}; {size}]"
    return inner


def static_shapes():
    """Batches of two picks: straight lines up to 8 batches, loops above."""
    for batch in range(2, 2 + STATIC):
        yield [batch, 3, 8], [batch, 2, 1], [batch, 2, 8]


def views(specs, count, pairs):
    """`count` kernels over views."""
    for _, (op, keys, rank, indices_rank) in zip(range(count), specs):
        element, index = next(pairs)
        yield VIEWS, {
            "op": op, "keys": keys, "rank": rank, "indices_rank": indices_rank,
            "element": element, "index": index,
        }


def arrays(pairs):
    """The kernels over nested arrays."""
    for data, indices, output in static_shapes():
        element, index = next(pairs)
        yield ARRAYS, {
            "op": "GatherND", "keys": f"data = {data}, indices = {indices}, batch_dims = 1",
            "element": element, "index": index, "data": nested(element, data),
            "indices": nested(index, indices), "output": nested(element, output),
        }


def sources():
    """The kinds of kernels: name, number, source of a library with these alone. All together last."""
    pairs = types()
    kinds = {
        "ranks": list(views(ranked_specs(), RANKED, pairs)),
        "some sizes": list(views(sized_specs(), SIZED, pairs)),
        "all sizes": list(arrays(pairs)),
    }
    kinds["together"] = [kernel for kernels in kinds.values() for kernel in kernels]
    for name, kernels in kinds.items():
        code = (template.format(n=n, **fields) for n, (template, fields) in enumerate(kernels))
        yield name, len(kernels), HEAD + NOTHING + "".join(code)


class Crate:
    """The generated crate."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "src").mkdir()
        core = (ROOT / "gather-core").as_posix()
        (folder / "Cargo.toml").write_text(MANIFEST.format(core=core))
        # The workspace's own versions and compiler.
        for name in ("Cargo.lock", "rust-toolchain.toml"):
            shutil.copy(ROOT / name, folder / name)
        self.environment = dict(
            os.environ, CARGO_TARGET_DIR=str(folder / "target"), CARGO_INCREMENTAL="0"
        )

    def cargo(self, *arguments):
        """What a cargo command takes: seconds by the clock, seconds of the processor."""
        start, start_cpu = time.monotonic(), processor_time()
        done = subprocess.run(
            ["cargo", *arguments, "--quiet"],
            cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False,
        )
        if done.returncode != 0:
            sys.exit(f"cargo {' '.join(arguments)} failed:\n{done.stderr}")
        return time.monotonic() - start, processor_time() - start_cpu

    def write(self, source):
        (self.folder / "src" / "lib.rs").write_text(source)

    def measure(self, source, runs, *command):
        """The medians of what a command takes on a source it has not seen."""
        taken = []
        for run in range(runs):
            self.write(f"{source}// run {run} of {time.monotonic_ns()}\n")
            taken.append(self.cargo(*command))
        return [statistics.median(column) for column in zip(*taken)]

    def code_size(self):
        """Bytes of machine code in the library; None if nobody can tell."""
        library = self.folder / "target" / "release" / "libcost.rlib"
        if shutil.which("size") is None:
            return None
        lines = subprocess.run(
            ["size", "-A", str(library)], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        sections = (line.split() for line in lines)
        return sum(int(section[1]) for section in sections if section and section[0].startswith(".text"))


def compiler(folder):
    return subprocess.run(
        ["rustc", "--version"], cwd=folder, capture_output=True, text=True, check=True
    ).stdout.strip()


def processor_time():
    """Seconds of all processors that finished children have used."""
    times = os.times()
    return times.children_user + times.children_system


def seconds(taken):
    by_clock, of_processor = taken
    return f"{by_clock:.1f} s ({of_processor:.1f} s)"


def size(value, count):
    return "-" if value is None else f"{value / count:,.0f} bytes"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3, help="runs of each measurement, of which the median counts")
    parser.add_argument("--keep", action="store_true", help="keep the generated crate")
    options = parser.parse_args()

    folder = Path(tempfile.mkdtemp(prefix="compile-cost-"))
    try:
        report(Crate(folder), options.runs)
    finally:
        if options.keep:
            print(f"\nkept in {folder}")
        else:
            shutil.rmtree(folder)


def report(crate, runs):
    print(f"{compiler(crate.folder)}, {os.cpu_count()} cores, median of {runs} runs\n")
    crate.write(HEAD + NOTHING)
    crate.cargo("check")
    crate.cargo("build", "--release")
    no_code = crate.code_size()

    print("seconds by the clock (of the processor)\n")
    row = "{:<12} {:>8} {:>16} {:>24} {:>18}".format
    print(row("known", "kernels", "cargo check", "cargo build --release", "code per kernel"))
    for name, count, source in sources():
        check = crate.measure(source, runs, "check")
        release = crate.measure(source, runs, "build", "--release")
        code = crate.code_size()
        code = None if code is None else code - no_code
        print(row(name, count, seconds(check), seconds(release), size(code, count)), flush=True)
    met = check[0] < CHECK_TARGET and release[0] < RELEASE_TARGET
    print(
        f"\ntargets for {count} kernels on 2 cores: check below {CHECK_TARGET} s, release build below "
        f"{RELEASE_TARGET} s: {'met' if met else 'not met'}"
    )


if __name__ == "__main__":
    main()
