#!/usr/bin/env python3
"""Compares the command `gather` with NumPy, on files that NumPy writes.

    pip install numpy
    cargo build -p gather-cli
    python3 gather-cli/tests/against_numpy.py [--cases 600] [--seed 1] [--binary target/debug/gather]

Expected results come from `numpy.take`, `numpy.take_along_axis` and indexing by arrays. Where a policy
is not one of NumPy's, its indices are first turned into plain ones, and filled places are set afterwards.
A case that must fail must exit with 2, say why on one line and leave no output behind.

`--write DIR` writes the small committed cases that `cargo test -p gather-cli` runs, and compares nothing.
"""

import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8", "c8", "c16"]
INDEX_DTYPES = ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"]
OPERATORS = ["nd", "axis", "elements"]

# Name, what a negative index means, what an index out of range gives, arguments.
POLICIES = [
    ("plain", "from-end", "error", []),
    ("reject", "reject", "error", ["--negative", "reject"]),
    ("fill", "from-end", "fill", ["--out-of-range", "fill"]),
    ("fill=1", "from-end", "fill=1", ["--out-of-range", "fill=1"]),
    ("reject fill", "reject", "fill", ["--negative", "reject", "--out-of-range", "fill"]),
    ("missing", "from-end", "missing", ["--out-of-range", "fill=missing"]),
    ("clamp", "from-end", "clamp", ["--out-of-range", "clamp"]),
    ("reject clamp", "reject", "clamp", ["--negative", "reject", "--out-of-range", "clamp"]),
    ("wrap", "from-end", "wrap", ["--out-of-range", "wrap"]),
    ("jax_fill", "from-end", "missing", ["--semantics", "jax_fill"]),
    ("onnx_13", "from-end", "error", ["--semantics", "onnx_13"]),
]
# NumPy's own modes, by the presets of that name; `take` does everything.
TAKE_MODES = {"numpy_raise": "raise", "numpy_wrap": "wrap", "numpy_clip": "clip"}


class Refused(Exception):
    """The call must fail."""


def random_data(rng, shape, dtype):
    kind = np.dtype(dtype).kind
    count = int(np.prod(shape))
    if kind == "c":
        flat = rng.integers(-99, 99, count) + 1j * rng.integers(-99, 99, count)
    elif kind == "f":
        flat = rng.integers(-999, 999, count) / 8
    elif kind == "b":
        flat = rng.integers(0, 2, count)
    else:
        info = np.iinfo(dtype)
        flat = rng.integers(info.min, info.max, count, dtype=np.dtype(dtype), endpoint=True)
    return flat.astype(dtype).reshape(shape)


def random_indices(rng, shape, size, dtype, spread):
    """In range from the front, or also from the end, or outside as well."""
    low, high = {
        "inside": (0, max(size, 1)),
        "negative": (-size, max(size, 1)),
        "outside": (-2 * size - 2, 3 * size + 2),
    }[spread]
    info = np.iinfo(dtype)
    values = rng.integers(max(low, info.min), min(high, info.max), shape)
    return values.astype(dtype)


def missing(dtype):
    kind = np.dtype(dtype).kind
    if kind in "fc":
        return np.nan
    if kind == "b":
        return True
    info = np.iinfo(dtype)
    return info.min if kind == "i" else info.max


def resolve(indices, size, negative, outside):
    """Positions that are in range, and where the fill value goes."""
    wide = np.asarray(indices).astype(np.int64)
    counted = np.where((wide < 0) & (negative == "from-end"), wide + size, wide)
    bad = (counted < 0) | (counted >= size)
    if bad.any() and (outside == "error" or (size == 0 and outside in ("clamp", "wrap"))):
        raise Refused
    none = np.zeros_like(bad)
    if outside == "clamp":
        return np.clip(counted, 0, max(size - 1, 0)), none
    if outside == "wrap":
        return np.where(bad, wide % max(size, 1), counted), none
    return np.where(bad, 0, counted), bad


def filled(out, bad, outside):
    """`bad` has the leading dimensions of `out`; whole slices are set."""
    if outside == "missing":
        out[bad] = missing(out.dtype)
    elif outside == "fill=1":
        out[bad] = 1
    elif outside == "fill":
        out[bad] = 0
    return out


def axis_expected(data, indices, axis, batch_dims, negative, outside):
    axis %= data.ndim
    if batch_dims:
        parts = [
            axis_expected(d, i, axis - 1, batch_dims - 1, negative, outside)
            for d, i in zip(data, indices)
        ]
        return np.stack(parts)
    at, bad = resolve(indices, data.shape[axis], negative, outside)
    if data.shape[axis] == 0 and at.size:
        # Everything is out of range and filled.
        shape = data.shape[:axis] + indices.shape + data.shape[axis + 1 :]
        out = np.zeros(shape, data.dtype)
    else:
        out = np.array(np.take(data, at, axis=axis))
    moved = np.moveaxis(out, range(axis, axis + indices.ndim), range(indices.ndim))
    filled(moved, bad, outside)
    return out


def nd_expected(data, indices, batch_dims, negative, outside):
    if batch_dims:
        parts = [
            nd_expected(d, i, batch_dims - 1, negative, outside) for d, i in zip(data, indices)
        ]
        return np.stack(parts)
    depth = indices.shape[-1]
    places = [
        resolve(indices[..., k], data.shape[k], negative, outside) for k in range(depth)
    ]
    out = np.array(data[tuple(at for at, _ in places)])
    bad = np.logical_or.reduce([bad for _, bad in places])
    return filled(out, bad, outside)


def elements_expected(data, indices, axis, negative, outside, broadcast):
    axis %= data.ndim
    at, bad = resolve(indices, data.shape[axis], negative, outside)
    if not broadcast:
        # ONNX lets the indices be smaller: the leading part of data is used.
        sizes = enumerate(indices.shape)
        data = data[tuple(slice(None) if n == axis else slice(size) for n, size in sizes)]
    out = np.take_along_axis(data, at, axis=axis)
    return filled(out, np.broadcast_to(bad, out.shape), outside)


Case = collections.namedtuple("Case", "operator policy arguments data indices expected")


def random_case(rng, operator, policy, dtype):
    name, negative, outside, arguments = policy
    arguments = list(arguments)
    rank = int(rng.integers(1, 5))
    shape = [int(s) for s in rng.integers(1, 6, rank)]
    index_dtype = rng.choice(INDEX_DTYPES)
    # Where an outside index is an error, most cases shall have none.
    outsides = 0.2 if outside == "error" else 0.6
    spread = rng.choice(["outside", "negative", "inside"], p=[outsides, 0.3, 0.7 - outsides])
    if operator == "axis" and rng.random() < 0.1:
        shape[-1] = 0
    data = random_data(rng, shape, dtype)
    if operator == "elements":
        axis = int(rng.integers(-rank, rank))
        # NumPy and JAX repeat sizes of 1.
        broadcast = name == "jax_fill"
        sizes = [int(rng.choice([1, s]) if broadcast else rng.integers(1, s + 1)) for s in shape]
        sizes[axis] = int(rng.integers(0, 7))
        indices = random_indices(rng, sizes, shape[axis], index_dtype, spread)
        arguments += ["--axis", str(axis)]
        compute = lambda: elements_expected(data, indices, axis, negative, outside, broadcast)
    elif operator == "axis":
        axis = int(rng.integers(-rank, rank))
        batch = 0 if "--semantics" in arguments else int(rng.integers(0, axis % rank + 1))
        sizes = shape[:batch] + [int(s) for s in rng.integers(0, 4, int(rng.integers(0, 3)))]
        indices = random_indices(rng, sizes, shape[axis], index_dtype, spread)
        arguments += ["--axis", str(axis), "--batch-dims", str(batch)]
        compute = lambda: axis_expected(data, indices, axis, batch, negative, outside)
    else:
        batch = 0 if "jax_fill" in arguments else int(rng.integers(0, rank))
        depth = int(rng.integers(1, rank - batch + 1))
        sizes = shape[:batch] + [int(s) for s in rng.integers(1, 4, int(rng.integers(0, 3)))]
        size = min(shape[batch : batch + depth])
        indices = random_indices(rng, sizes + [depth], size, index_dtype, spread)
        arguments += ["--batch-dims", str(batch)]
        compute = lambda: nd_expected(data, indices, batch, negative, outside)
    try:
        expected = compute()
    except Refused:
        expected = None
    return Case(operator, name, arguments, data, indices, expected)


def take_case(rng, preset, dtype):
    """NumPy's own modes, by `numpy.take` alone."""
    rank = int(rng.integers(1, 4))
    shape = [int(s) for s in rng.integers(1, 6, rank)]
    axis = int(rng.integers(-rank, rank))
    data = random_data(rng, shape, dtype)
    sizes = [int(s) for s in rng.integers(0, 4, 2)]
    indices = random_indices(rng, sizes, shape[axis], rng.choice(INDEX_DTYPES), "outside")
    try:
        expected = np.take(data, indices.astype(np.int64), axis=axis, mode=TAKE_MODES[preset])
    except IndexError:
        expected = None
    return Case("axis", preset, ["--semantics", preset, "--axis", str(axis)], data, indices, expected)


def cases(count, seed):
    rng = np.random.default_rng(seed)
    for n in range(count):
        dtype = DTYPES[n % len(DTYPES)]
        if n % 8 == 7:
            yield take_case(rng, list(TAKE_MODES)[n // 8 % 3], dtype)
        else:
            policy = POLICIES[n // 3 % len(POLICIES)]
            yield random_case(rng, OPERATORS[n % 3], policy, dtype)


def layout(rng, array):
    """As NumPy may store it: either byte order, either order of elements."""
    order = "F" if rng.random() < 0.3 else "C"
    if rng.random() < 0.3:
        array = array.astype(array.dtype.newbyteorder(">"))
    return np.asarray(array, order=order)


def same(found, expected):
    native = expected.dtype.newbyteorder("=")
    return (
        found.dtype == native
        and found.shape == expected.shape
        and np.ascontiguousarray(found).tobytes()
        == np.ascontiguousarray(expected.astype(native)).tobytes()
    )


def run(binary, case, folder, rng):
    """What is wrong with the command's answer, or nothing."""
    data, indices, out = folder / "data.npy", folder / "indices.npy", folder / "out.npy"
    np.save(data, layout(rng, case.data))
    np.save(indices, layout(rng, case.indices))
    out.unlink(missing_ok=True)
    command = [binary, case.operator, data, indices, *case.arguments, "-o", out]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if case.expected is None:
        lines = done.stderr.splitlines()
        if done.returncode != 2 or out.exists() or len(lines) != 1 or "indices.npy" not in lines[0]:
            return f"expected a refusal, found {done.returncode}: {done.stderr}"
    elif done.returncode != 0:
        return f"exit code {done.returncode}: {done.stderr}"
    elif not same(np.load(out), case.expected):
        return f"expected\n{case.expected}\nfound\n{np.load(out)}"
    return None


def compare(options):
    rng = np.random.default_rng(options.seed + 1)
    counts, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(options.cases, options.seed):
            problem = run(options.binary, case, pathlib.Path(folder), rng)
            counts[case.operator] += 1
            counts["refused" if case.expected is None else "results"] += 1
            counts[f"{case.operator} {case.data.dtype}"] += 1
            counts[f"{case.operator} {case.policy}"] += 1
            if problem:
                wrong += 1
                print(f"{case.operator} {case.arguments} on {case.data.dtype}{case.data.shape} by")
                print(f"{case.indices.dtype}{case.indices.shape} {case.indices}\n{problem}\n")
    pairs = sum(" " in key for key in counts)
    print(
        f"{options.cases} cases ({counts['nd']} nd, {counts['axis']} axis, {counts['elements']} elements; "
        f"{counts['results']} results, {counts['refused']} refusals; {pairs} pairs of operator with "
        f"dtype or policy): {wrong} differ"
    )
    return 1 if wrong else 0


def write(folder):
    """The committed cases: inputs, expected results, and a list of the calls."""
    rng = np.random.default_rng(10)
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*"):
        old.unlink()
    lines = []
    for n, dtype in enumerate(DTYPES + ["f4", "i4", "c8", "f2", "u1", "?"]):
        operator, policy = OPERATORS[n % 3], POLICIES[n % len(POLICIES)]
        case = random_case(rng, operator, policy, dtype)
        name = f"{n:02}_{operator}"
        np.save(folder / f"{name}_data.npy", layout(rng, case.data))
        np.save(folder / f"{name}_indices.npy", layout(rng, case.indices))
        if case.expected is not None:
            np.save(folder / f"{name}_expected.npy", case.expected)
        end = "refused" if case.expected is None else "expected"
        lines.append(" ".join([name, end, operator, *case.arguments]))
    (folder / "calls.txt").write_text("\n".join(lines) + "\n")
    print(f"{len(lines)} cases written")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cases", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", default="target/debug/gather")
    parser.add_argument("--write", type=pathlib.Path, metavar="DIR")
    options = parser.parse_args()
    return write(options.write) if options.write else compare(options)


if __name__ == "__main__":
    sys.exit(main())
