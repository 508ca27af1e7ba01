"""Why an engine's answer may differ from ours: the rules of the table of differences, as functions.

A rule looks at a case and either has nothing to say about it (None) or predicts the engine's answer: as an answer, or as
another case to which we would give that answer. It explains what it predicts and nothing else.
"""

from dataclasses import dataclass, replace
from typing import Callable, NamedTuple

import numpy as np

from wire import DTYPES, Output, Refusal, Tensor

REFUSES = Refusal("engine", "")


class Like(NamedTuple):
    """The engine answers as we would to another case, in this shape if one is given, elements turned into this."""

    case: object
    shape: tuple = None
    turned: Callable = None

    def seen(self, answer):
        """The prediction, from our answer to the other case."""
        if isinstance(answer, Refusal):
            return REFUSES
        elements = self.turned(answer.bytes) if self.turned else answer.bytes
        return Output(answer.shape if self.shape is None else self.shape, elements)


@dataclass(frozen=True)
class Rule:
    name: str
    engines: tuple
    predict: Callable
    # Whether the answer may come out once more, for the next case.
    lingers: bool = False


def output_shape(case):
    """The shape of the output by the formulas, wherever the indices point; None if there is none."""
    data, indices = case.data.shape, case.indices.shape
    if case.operator == "GatherElements":
        if len(data) != len(indices) or not -len(data) <= case.axis < len(data):
            return None
        if case.semantics not in ("numpy_raise", "jax_fill", "jax_clip"):
            return indices
        place = case.axis % len(data)
        sizes = [max(a, b) if a and b else 0 for a, b in zip(data, indices)]
        return tuple(indices[place] if n == place else size for n, size in enumerate(sizes))
    if case.operator == "GatherND":
        depth = indices[-1] if indices else 0
        if not 0 <= case.batch_dims < min(len(data), len(indices)) or depth > len(data) - case.batch_dims:
            return None
        batch = case.batch_dims
        front = indices[:-1]
        if case.semantics == "openvino_5" and batch:
            front = (int(np.prod(indices[:batch])), *indices[batch:-1])
        return front + data[batch + depth :]
    batch = case.batch_dims + (len(indices) if case.batch_dims < 0 else 0)
    if not data or not -len(data) <= case.axis < len(data) or not 0 <= batch <= len(indices):
        return None
    place = case.axis % len(data)
    return data[:place] + indices[batch:] + data[place + 1 :]


def with_indices(case, array, dtype):
    array = np.ascontiguousarray(array).astype(DTYPES[dtype])
    return replace(case, indices=Tensor(dtype, case.indices.shape, array.tobytes()))


def empty_output(case, ours, theirs):
    """Nothing is written, so nothing is looked at."""
    if not (isinstance(ours, Refusal) and ours.kind == "index" and isinstance(theirs, Output)):
        return None
    shape = output_shape(case)
    return Output(shape, b"") if shape is not None and 0 in shape else None


def unsigned_as_signed(case, _ours, _theirs):
    """64 unsigned bits are taken for signed ones."""
    if case.indices.dtype != "u64":
        return None
    return Like(with_indices(case, case.indices.array().view(np.int64), "i64"))


def scalar_as_list(case, _ours, _theirs):
    """Data of rank 0 is data of shape [1]."""
    if case.data.shape != ():
        return None
    data = case.data._replace(shape=(1,))
    if case.operator == "GatherND":
        return Like(replace(case, data=data), shape=case.indices.shape[:-1])
    if case.operator == "Gather":
        return Like(replace(case, data=data))
    count = int(np.prod(case.indices.shape))
    if len(case.indices.shape) > 1:
        return None
    indices = case.indices._replace(shape=(count,))
    return Like(replace(case, data=data, indices=indices), shape=case.indices.shape)


def indices_as_list(case, _ours, _theirs):
    """Indices of rank 0 are indices of shape [1], beside data of rank 1."""
    if case.operator != "GatherElements" or case.indices.shape != () or len(case.data.shape) != 1:
        return None
    return Like(replace(case, indices=case.indices._replace(shape=(1,))), shape=())


def no_indices(case, _ours, _theirs):
    """Where there are no indices, sizes and ranks are not compared."""
    if case.operator != "GatherElements" or 0 not in case.indices.shape:
        return None
    return Output(case.indices.shape, b"")


def grids_broadcast(case, _ours, _theirs):
    """Indexing by open grids is a GatherND of tuples of one, whose batches of size 1 repeat."""
    if case.operator != "Gather" or not case.batch_dims or case.form != "index":
        return None
    indices = case.indices._replace(shape=case.indices.shape + (1,))
    return Like(replace(case, operator="GatherND", semantics="onnxruntime", indices=indices))


def batches_by_product(case, _ours, _theirs):
    """Tuples are dealt out to the batches of data in order, as many to each; the output is as the indices are."""
    data, indices, batch = case.data.shape, case.indices.shape, case.batch_dims
    if case.operator != "GatherND" or not 0 < batch < len(data) or batch > len(indices):
        return None
    batches, tuples, depth = int(np.prod(data[:batch])), int(np.prod(indices[:-1])), indices[-1]
    if depth > len(data) - batch:
        return None
    if batches == tuples == 0:
        return Output(indices[:-1] + data[batch + depth :], b"")
    if batches == 0 or tuples % batches:
        return REFUSES
    shape = (batches, tuples // batches, depth)
    dealt = replace(
        case,
        batch_dims=1,
        data=case.data._replace(shape=(batches, *data[batch:])),
        indices=case.indices._replace(shape=shape),
    )
    return Like(dealt, shape=indices[:-1] + data[batch + depth :])


def index_of_32_bits(array):
    """The lower 32 bits, as a signed number."""
    return array.astype(np.int64).astype(np.int32).astype(np.int64)


def axis_sizes(case):
    """The size of the axis of each index, to be broadcast; None if there is no such axis."""
    data, indices = case.data.shape, case.indices.shape
    if case.operator == "GatherND":
        return np.array(data[: indices[-1]]) if indices and indices[-1] <= len(data) else None
    return np.array(data[case.axis]) if -len(data) <= case.axis < len(data) else None


def jax_index_bits(case, _ours, _theirs):
    """Indices are cut to 32 bits, as signed ones: by take_along_axis before, otherwise after those below 0 are counted
    from the end.
    """
    sizes = axis_sizes(case)
    if sizes is None or not sizes.size or case.semantics not in ("jax_fill", "jax_clip"):
        return None
    values = case.indices.array()
    if case.operator == "GatherElements":
        return Like(with_indices(case, index_of_32_bits(values), "i64"))
    with np.errstate(all="ignore"):
        counted = np.where(values < 0, values + sizes.astype(values.dtype), values)
    cut = index_of_32_bits(counted)
    inside = (cut >= 0) & (cut < sizes)
    elsewhere = sizes if case.semantics == "jax_fill" else np.clip(cut, 0, np.maximum(sizes - 1, 0))
    return Like(with_indices(case, np.where(inside, cut, elsewhere), "i64"))


def plain_nans(bits):
    """Every NaN among bf16 without its payload, the sign kept."""
    brains = np.frombuffer(bits, np.uint16)
    nan = (brains & 0x7FFF) > 0x7F80
    return np.where(nan, (brains & 0x8000) | 0x7FC0, brains).astype(np.uint16).tobytes()


def jax_nan(case, ours, theirs):
    """A NaN of type bf16 loses its payload, one of type f16 becomes quiet."""
    turned = {"bf16": plain_nans, "f16": quiet_halves}.get(case.data.dtype)
    if turned is None:
        return None
    cut = jax_index_bits(case, ours, theirs)
    return Like(case if cut is None else cut.case, turned=turned)


def jax_size_in_index_type(case, _ours, _theirs):
    """The size of the axis must be a number of the indices' type."""
    sizes = axis_sizes(case)
    if sizes is None or not sizes.size or sizes.max() <= np.iinfo(DTYPES[case.indices.dtype]).max:
        return None
    return REFUSES


def jax_empty_axis(case, _ours, theirs):
    """From an axis of size 0 take_along_axis gives zeros, and the others nothing, whatever the mode."""
    if 0 not in case.data.shape:
        return None
    if isinstance(theirs, Refusal) or case.operator != "GatherElements":
        return REFUSES
    shape = output_shape(case)
    return shape and Output(shape, bytes(int(np.prod(shape)) * DTYPES[case.data.dtype].itemsize))


def through_32_bits(dtype):
    """What comes back of elements that were turned into 32 bits and back."""
    if dtype == "i64":
        return lambda bits: index_of_32_bits(np.frombuffer(bits, np.int64)).tobytes()
    if dtype == "u64":
        return lambda bits: index_of_32_bits(np.frombuffer(bits, np.int64)).tobytes()
    if dtype == "f64":
        return double_through_single
    if dtype == "f16":
        return quiet_halves
    return None


def double_through_single(bits):
    wide = np.frombuffer(bits, np.float64)
    most = np.finfo(np.float32).max
    with np.errstate(all="ignore"):
        narrow = np.where(np.isnan(wide), wide, np.clip(wide, -most, most)).astype(np.float32)
        return narrow.astype(np.float64).tobytes()


def quiet_halves(bits):
    halves = np.frombuffer(bits, np.uint16)
    nan = (halves & 0x7FFF) > 0x7C00
    return np.where(nan, halves | 0x0200, halves).astype(np.uint16).tobytes()


def openvino_32_bits(case, _ours, _theirs):
    """Elements and indices of 64 bits are turned into 32, and f16 goes through f32."""
    turned = through_32_bits(case.data.dtype)
    wide = case.indices.dtype in ("i64", "u32", "u64")
    if turned is None and not wide:
        return None
    return Like(with_indices(case, index_of_32_bits(case.indices.array()), "i64"), turned=turned)


def openvino_depth_zero(case, _ours, theirs):
    """Tuples of length 0 are taken, and memory comes out in the shape of copies."""
    shape = output_shape(case)
    if case.operator != "GatherND" or case.indices.shape[-1:] != (0,) or shape is None or isinstance(theirs, Refusal):
        return None
    return Output(shape, theirs.bytes)


def openvino_sizes(case, ours, theirs):
    """Sizes that are known only while running and do not agree are not noticed: any answer, even an earlier one."""
    agreeing = not isinstance(ours, Refusal) or ours.kind != "call"
    data, indices = case.data.shape, case.indices.shape
    if agreeing or not isinstance(theirs, Output) or not data:
        return None
    if case.operator == "GatherElements":
        place = case.axis % len(data)
        differ = len(data) == len(indices) and data[:place] + data[place + 1 :] != indices[:place] + indices[place + 1 :]
    else:
        batch = case.batch_dims + (len(indices) if case.batch_dims < 0 else 0)
        differ = data[:batch] != indices[:batch]
    return theirs if differ else None


def openvino_empty_data(case, ours, theirs):
    """Where data has no element, nothing is written; the output is whatever lay there."""
    if case.operator != "Gather" or 0 not in case.data.shape or Refusal in (type(ours), type(theirs)):
        return None
    return Output(ours.shape, theirs.bytes)


def full_nans(bits):
    """Every NaN among bf16 as 0xFFFF."""
    brains = np.frombuffer(bits, np.uint16)
    return np.where((brains & 0x7FFF) > 0x7F80, 0xFFFF, brains).astype(np.uint16).tobytes()


def torch_nan(case, _ours, _theirs):
    """`gather` turns a NaN of type bf16 into 0xFFFF and makes one of type f16 quiet."""
    turned = {"bf16": full_nans, "f16": quiet_halves}.get(case.data.dtype)
    if turned is None or case.operator != "GatherElements":
        return None
    if case.data.shape != ():
        return Like(case, turned=turned)
    # A scalar goes another way.
    alone = scalar_as_list(case, None, None)
    return alone and alone._replace(turned=plain_nans if case.data.dtype == "bf16" else turned)


def tensorflow_axis_zero(case, _ours, _theirs):
    """On axis 0 `gather` does not look at batch_dims."""
    if case.operator != "Gather" or case.axis != 0 or not case.batch_dims:
        return None
    return Like(replace(case, batch_dims=0))


def tensorflow_empty_data(case, _ours, theirs):
    """There is nothing to pick from data without elements, not even to ignore or to leave empty."""
    return REFUSES if 0 in case.data.shape and isinstance(theirs, Refusal) else None


def tensorflow_batches(case, _ours, _theirs):
    """Where there are no indices, the batches of data count and those of the indices are not looked at."""
    batch, indices = case.batch_dims, case.indices
    if case.operator != "GatherND" or 0 not in indices.shape or not 0 < batch < len(indices.shape):
        return None
    shape = case.data.shape[:batch] + indices.shape[batch:]
    return Like(replace(case, indices=indices._replace(shape=shape))) if 0 in shape else None


RULES = (
    Rule("empty-output", ("numpy", "onnxruntime", "openvino", "torch", "tensorflow", "jax"), empty_output),
    Rule("numpy-unsigned", ("numpy",), unsigned_as_signed),
    Rule("scalar-data", ("numpy", "torch", "onnxruntime"), scalar_as_list),
    Rule("torch-scalar-indices", ("torch",), indices_as_list),
    Rule("torch-no-indices", ("torch",), no_indices),
    Rule("torch-nan", ("torch",), torch_nan),
    Rule("grids-broadcast", ("numpy", "torch"), grids_broadcast),
    Rule("onnxruntime-batches", ("onnxruntime",), batches_by_product),
    Rule("openvino-32-bits", ("openvino",), openvino_32_bits),
    Rule("openvino-empty-data", ("openvino",), openvino_empty_data),
    Rule("openvino-depth-zero", ("openvino",), openvino_depth_zero),
    Rule("openvino-sizes", ("openvino",), openvino_sizes, lingers=True),
    Rule("tensorflow-axis-zero", ("tensorflow",), tensorflow_axis_zero),
    Rule("tensorflow-batches", ("tensorflow",), tensorflow_batches),
    Rule("tensorflow-empty-data", ("tensorflow",), tensorflow_empty_data),
    Rule("jax-index-32-bits", ("jax",), jax_index_bits),
    Rule("jax-nan", ("jax",), jax_nan),
    Rule("jax-index-type", ("jax",), jax_size_in_index_type),
    Rule("jax-empty-axis", ("jax",), jax_empty_axis),
)
# What is never asked, and so has no prediction.
UNASKED = ("numpy-wrap-far", "openvino-unchecked")


def check_table(text):
    """Every rule has its row in the table of differences, and every row its rule."""
    _, found, table = text.partition("\n# Table of differences\n")
    rows = {line.split("`")[1] for line in table.splitlines() if line.startswith("| `")}
    named = {rule.name for rule in RULES} | set(UNASKED)
    if not found or rows != named:
        raise SystemExit(f"the table of differences must have the rules {sorted(named)}, found {sorted(rows)}")


def same(prediction, theirs):
    if isinstance(prediction, Refusal):
        return isinstance(theirs, Refusal) and theirs.kind == "engine"
    return prediction == theirs


def explanations(engine, differences, answers_to):
    """For each difference (case, ours, theirs, and the difference right before it if there is one) the name of the
    rule that predicts it, or None. `answers_to` gives our answers to cases.
    """
    found = [None] * len(differences)
    for rule in RULES:
        if engine not in rule.engines:
            continue
        likes = []
        for n, (case, ours, theirs, before) in enumerate(differences):
            if found[n] is not None:
                continue
            prediction = rule.predict(case, ours, theirs)
            if prediction is None and rule.lingers and before and before[2] == theirs:
                prediction = rule.predict(*before)
            if isinstance(prediction, Like):
                likes.append((n, prediction))
            elif prediction is not None and same(prediction, theirs):
                found[n] = rule.name
        for (n, like), answer in zip(likes, answers_to([like.case for _, like in likes])):
            if same(like.seen(answer), differences[n][2]):
                found[n] = rule.name
    return found
