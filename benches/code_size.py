#!/usr/bin/env python3
"""What gather-core costs a user's build: seconds from scratch, and machine code in the program.

    python3 benches/code_size.py [--keep]

Builds gather-core in release from nothing on two cores; then three programs: an empty one, one with a single
dynamic call (f32 data, i64 indices) and one with the type-erased call, which has all types. The `text` of the
empty one is subtracted. Exit code 1 if a limit is passed. Needs cargo and `size` of binutils.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

SECONDS_LIMIT = 40
ONE_CALL_LIMIT = 150_000
ALL_TYPES_LIMIT = 1_500_000

MANIFEST = """\
[package]
name = "cost"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
gather-core = {{ path = "{core}" }}
"""

# All programs read their sizes from outside, so that nothing is done while compiling, and print a result.
PROGRAMS = {
    "empty": """\
fn main() {
    let n = std::env::args().count();
    println!("{n} {}", n > 1);
}
""",
    "one_call": """\
use gather_core::{GatherOptions, ViewDyn, gather_nd_dyn_into};

fn main() {
    let n = std::env::args().count();
    let (data, indices, mut out) = (vec![1_f32; 8 * n], vec![0_i64; 4 * n], vec![0_f32; 4 * n * n]);
    let (shape, tuples) = ([2, 2, 2 * n], [2, n, 2]);
    let data = ViewDyn::new(&data, &shape);
    let indices = ViewDyn::new(&indices, &tuples);
    let done = data.and_then(|data| {
        gather_nd_dyn_into(data, indices?, 0, &GatherOptions::default(), &mut out)
    });
    println!("{n} {}", done.is_ok());
}
""",
    "all_types": """\
use gather_core::{DType, ErasedOptions, ErasedView, Op, gather_erased};

fn main() {
    let n = std::env::args().count();
    let (data, indices) = (vec![1_u8; 32 * n], vec![0_u8; 32 * n]);
    let (shape, tuples) = ([2, 2, 2 * n], [2, n, 2]);
    let types = (DType::F32, DType::I64);
    let data = ErasedView::new(types.0, &shape, &data);
    let indices = ErasedView::new(types.1, &tuples, &indices);
    let done = data.and_then(|data| {
        gather_erased(Op::gather_nd(0), data, indices?, &ErasedOptions::default())
    });
    println!("{n} {}", done.is_ok());
}
""",
}


def cargo(*arguments, target):
    environment = os.environ | {"CARGO_TARGET_DIR": str(target), "CARGO_INCREMENTAL": "0"}
    subprocess.run(["cargo", *arguments], cwd=target.parent, env=environment, check=True)


def seconds_from_scratch(home):
    """Dependencies included; what is downloaded beforehand is not counted."""
    target = home / "scratch"
    cargo("fetch", "--quiet", target=target)
    start = time.monotonic()
    cargo("build", "--release", "--quiet", "-j2", "-p", "gather-core", target=target)
    return time.monotonic() - start


def text_size(program):
    out = subprocess.run(["size", program], capture_output=True, text=True, check=True).stdout
    return int(out.splitlines()[1].split()[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--keep", action="store_true", help="keep the programs and say where they are")
    options = parser.parse_args()
    home = Path(tempfile.mkdtemp(prefix="code-size-"))
    (home / "src/bin").mkdir(parents=True)
    (home / "Cargo.toml").write_text(MANIFEST.format(core=ROOT / "gather-core"))
    for name, text in PROGRAMS.items():
        (home / f"src/bin/{name}.rs").write_text(text)
    shutil.copy(ROOT / "rust-toolchain.toml", home)

    seconds = seconds_from_scratch(home)
    target = home / "programs"
    cargo("build", "--release", "--quiet", target=target)
    sizes = {}
    for name in PROGRAMS:
        program = target / "release" / name
        said = subprocess.run([program], capture_output=True, text=True, check=True).stdout
        if said != f"1 {'false' if name == 'empty' else 'true'}\n":
            sys.exit(f"{name} does not work: {said}")
        sizes[name] = text_size(program)
    found = [
        ("gather-core in release from scratch, seconds", seconds, SECONDS_LIMIT),
        ("one dynamic call, bytes of text", sizes["one_call"] - sizes["empty"], ONE_CALL_LIMIT),
        ("erased call with all types, bytes of text", sizes["all_types"] - sizes["empty"], ALL_TYPES_LIMIT),
    ]
    for what, value, limit in found:
        verdict = "" if value <= limit else "  TOO MUCH"
        print(f"{what:48} {value:10,.0f}  limit {limit:10,}{verdict}")
    if options.keep:
        print(home)
    else:
        shutil.rmtree(home)
    sys.exit(any(value > limit for _, value, limit in found))


if __name__ == "__main__":
    main()
