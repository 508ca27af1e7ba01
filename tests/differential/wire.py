"""Cases and answers as bytes; tests/src/stream.rs has the words of the protocol."""

import json
from dataclasses import dataclass
from typing import NamedTuple

import ml_dtypes
import numpy as np

DTYPES = {
    "bool": np.dtype(np.bool_),
    "i8": np.dtype(np.int8),
    "i16": np.dtype(np.int16),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
    "u8": np.dtype(np.uint8),
    "u16": np.dtype(np.uint16),
    "u32": np.dtype(np.uint32),
    "u64": np.dtype(np.uint64),
    "f16": np.dtype(np.float16),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
    "complex64": np.dtype(np.complex64),
    "complex128": np.dtype(np.complex128),
}
INTEGERS = ("i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64")


class Tensor(NamedTuple):
    """Elements as bytes, in row-major order."""

    dtype: str
    shape: tuple
    bytes: bytes

    def array(self):
        """As an array that may be written to, because torch asks for that."""
        return np.frombuffer(bytearray(self.bytes), DTYPES[self.dtype]).reshape(self.shape)


@dataclass(slots=True)
class Case:
    """One call: what is asked of the engine (`form`) and of us (`semantics`)."""

    operator: str
    form: str
    semantics: str
    axis: int
    batch_dims: int
    data: Tensor
    indices: Tensor

    def __str__(self):
        data, indices = self.data, self.indices
        values = indices.array()
        shown = values.tolist() if values.size <= 24 else f"{values.size} values"
        return (
            f"{self.operator}, {self.form}, axis {self.axis}, batch_dims {self.batch_dims}, as {self.semantics!r}: "
            f"{data.dtype} {list(data.shape)}, {indices.dtype} {list(indices.shape)} {shown}"
        )


class Output(NamedTuple):
    shape: tuple
    bytes: bytes


class Refusal(NamedTuple):
    """`kind` is what the protocol calls `refused`."""

    kind: str
    message: str


def put_case(case):
    header = {name: getattr(case, name) for name in ("operator", "form", "semantics", "axis", "batch_dims")}
    for name in ("data", "indices"):
        tensor = getattr(case, name)
        header[name] = {"dtype": tensor.dtype, "shape": tensor.shape, "bytes": len(tensor.bytes)}
    return b"%s\n%s%s" % (json.dumps(header).encode(), case.data.bytes, case.indices.bytes)


def cases_in(stream):
    while line := stream.readline():
        header = json.loads(line)
        for name in ("data", "indices"):
            tensor = header[name]
            header[name] = Tensor(tensor["dtype"], tuple(tensor["shape"]), stream.read(tensor["bytes"]))
        yield Case(**header)


def put_answer(answer):
    if isinstance(answer, Refusal):
        return json.dumps({"refused": answer.kind, "message": answer.message}).encode() + b"\n"
    header = {"shape": answer.shape, "bytes": len(answer.bytes)}
    return b"%s\n%s" % (json.dumps(header).encode(), answer.bytes)


def answers_in(stream):
    """The answers that are there as a whole."""
    while (line := stream.readline()).endswith(b"\n"):
        header = json.loads(line)
        if "refused" in header:
            yield Refusal(header["refused"], header["message"])
            continue
        found = stream.read(header["bytes"])
        if len(found) < header["bytes"]:
            return
        yield Output(tuple(header["shape"]), found)
