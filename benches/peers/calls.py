"""How each library is asked for a gather.

A function per library takes a workload and its tensors and gives the ways to call it: name, whether the
output is allocated by every call, and the call, which returns the output. Whether a library notices an
index out of range is in CHECKED.
"""

from dataclasses import dataclass, replace
from typing import Callable

import numpy as np


@dataclass
class Workload:
    """One line of workloads.json, with its tensors."""

    id: str
    operator: str
    axis: int
    batch_dims: int
    data: np.ndarray
    indices: np.ndarray
    expected: np.ndarray

    def laid_anew(self):
        """The same tensors in other memory."""
        return replace(self, data=self.data.copy(), indices=self.indices.copy())

    @property
    def depth(self):
        return self.indices.shape[-1]

    @property
    def batches(self):
        """Open grids over the batch dimensions, as fancy indexing wants them."""
        picks = self.indices.ndim - self.batch_dims - (self.operator == "GatherND")
        sizes = self.data.shape[: self.batch_dims]
        grids = np.ogrid[tuple(slice(size) for size in sizes)] if sizes else []
        return tuple(grid.reshape(grid.shape + (1,) * picks) for grid in grids)


def coordinates(indices):
    """The tuples of GatherND, coordinate by coordinate."""
    return tuple(indices[..., n] for n in range(indices.shape[-1])) if indices.ndim else ()


@dataclass
class Way:
    """One way to call a library."""

    name: str
    allocates: bool
    call: Callable


def fancy(work, data, indices, batches, split=coordinates):
    """`data[...]` of NumPy and torch; batches lie right before the axis. Every call splits its tuples."""
    if work.operator == "GatherND":
        return Way("fancy", True, lambda: data[*batches, *split(indices)])
    picks = (*batches, indices) if work.batch_dims else (slice(None),) * work.axis + (indices,)
    return Way("fancy", True, lambda: data[picks])


def by_numpy(work, _threads):
    data, indices, axis = work.data, work.indices, work.axis
    if work.operator == "GatherElements":
        return [Way("take_along_axis", True, lambda: np.take_along_axis(data, indices, axis))]
    ways = [fancy(work, data, indices, work.batches)]
    if work.operator == "Gather" and work.batch_dims == 0:
        out = np.empty_like(work.expected)
        return [
            Way("take", True, lambda: np.take(data, indices, axis=axis)),
            Way("take into out", False, lambda: np.take(data, indices, axis=axis, out=out)),
            *ways,
        ]
    if work.operator == "GatherND" and work.depth == 1 and work.data.ndim == work.batch_dims + 1:
        flat = indices[..., 0]
        ways.append(Way("take_along_axis", True, lambda: np.take_along_axis(data, flat, axis)))
    return ways


def onnx_model(nodes, element, index, shapes=(None, None, None), constants=()):
    """A model of these nodes, from `data` and `indices` to `output`; a shape that is None is any shape."""
    from onnx import helper

    types = {"data": element, "indices": index, "output": element}
    data, indices, output = (
        helper.make_tensor_value_info(name, types[name], shape) for name, shape in zip(types, shapes)
    )
    graph = helper.make_graph(nodes, "gather", [data, indices], [output], constants)
    opset = helper.make_opsetid("", 13)
    return helper.make_model(graph, opset_imports=[opset], ir_version=8)


def onnx_model_of(work):
    """The operator alone; Gather has no `batch_dims` in ONNX, the same is a GatherND of tuples of one."""
    from onnx import TensorProto, helper

    constants, indices = [], "indices"
    nodes = []
    if work.operator == "Gather" and work.batch_dims:
        last = helper.make_tensor("last", TensorProto.INT64, [1], [work.indices.ndim])
        constants.append(last)
        nodes.append(helper.make_node("Unsqueeze", ["indices", "last"], ["tuples"]))
        operator, attributes, indices = "GatherND", {"batch_dims": work.batch_dims}, "tuples"
    elif work.operator == "GatherND":
        operator, attributes = "GatherND", {"batch_dims": work.batch_dims}
    else:
        operator, attributes = work.operator, {"axis": work.axis}
    nodes.append(helper.make_node(operator, ["data", indices], ["output"], **attributes))
    element = TensorProto.UINT8 if work.data.dtype == np.uint8 else TensorProto.FLOAT
    shapes = (work.data.shape, work.indices.shape, work.expected.shape)
    return onnx_model(nodes, element, TensorProto.INT64, shapes, constants)


def onnx_session(model, threads):
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )


def by_onnxruntime(work, threads):
    session = onnx_session(onnx_model_of(work), threads)
    out = np.empty_like(work.expected)
    binding = session.io_binding()
    for name, tensor in (("data", work.data), ("indices", work.indices)):
        binding.bind_input(name, "cpu", 0, tensor.dtype, tensor.shape, tensor.ctypes.data)
    binding.bind_output("output", "cpu", 0, out.dtype, out.shape, out.ctypes.data)

    def call():
        session.run_with_iobinding(binding)
        return out

    return [Way("bound", False, call)]


def openvino_request(operator, version, axis, batch_dims, data, indices, threads):
    """A request to the operator of this version; data and indices are pairs of shape and element type."""
    import openvino
    from openvino import opset1, opset5, opset6, opset7, opset8

    data, indices = (opset8.parameter(*tensor) for tensor in (data, indices))
    place = opset8.constant(np.int64(axis))
    node = {
        ("GatherND", 5): lambda: opset5.gather_nd(data, indices, batch_dims),
        ("GatherND", 8): lambda: opset8.gather_nd(data, indices, batch_dims),
        ("Gather", 1): lambda: opset1.gather(data, indices, place),
        ("Gather", 7): lambda: opset7.gather(data, indices, place, batch_dims),
        ("Gather", 8): lambda: opset8.gather(data, indices, place, batch_dims),
        ("GatherElements", 6): lambda: opset6.gather_elements(data, indices, axis),
    }[operator, version]()
    settings = {
        "INFERENCE_NUM_THREADS": threads,
        "NUM_STREAMS": 1,
        "PERFORMANCE_HINT": "LATENCY",
        "ENABLE_CPU_PINNING": False,
        "INFERENCE_PRECISION_HINT": "f32",
    }
    model = openvino.Model([node], [data, indices], operator)
    return openvino.Core().compile_model(model, "CPU", settings).create_infer_request()


def by_openvino(work, threads):
    import openvino

    version = 6 if work.operator == "GatherElements" else 8
    data, indices = (list(work.data.shape), work.data.dtype.type), (list(work.indices.shape), np.int64)
    request = openvino_request(work.operator, version, work.axis, work.batch_dims, data, indices, threads)
    out = np.empty_like(work.expected)
    tensors = [openvino.Tensor(it, shared_memory=True) for it in (work.data, work.indices, out)]
    request.set_input_tensor(0, tensors[0])
    request.set_input_tensor(1, tensors[1])
    request.set_output_tensor(0, tensors[2])

    def call():
        request.infer()
        return out

    return [Way("infer", False, call)]


def by_torch(work, threads):
    import torch

    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)
    data, indices, axis = torch.from_numpy(work.data), torch.from_numpy(work.indices), work.axis
    out = torch.empty(work.expected.shape, dtype=data.dtype)

    def gather(picks):
        return Way("gather into out", False, lambda: torch.gather(data, axis, picks, out=out))

    if work.operator == "GatherElements":
        return [gather(indices)]
    batches = tuple(torch.from_numpy(grid) for grid in work.batches)
    by_index = fancy(work, data, indices, batches, lambda tuples: tuples.unbind(-1))
    if work.operator == "Gather" and work.batch_dims == 0:
        flat = indices.reshape(-1)
        rows = out.view(data.shape[:axis] + flat.shape + data.shape[axis + 1 :])

        def select():
            torch.index_select(data, axis, flat, out=rows)
            return out

        ways = [Way("index_select into out", False, select), by_index]
        if axis == 0 and data.is_floating_point():
            embedding = torch.nn.functional.embedding
            ways.append(Way("embedding", True, lambda: embedding(indices, data)))
        return ways
    row = data.shape[work.batch_dims + 1 :]
    if work.operator == "Gather":
        wide = indices.reshape(indices.shape + (1,) * len(row)).expand(indices.shape + row)
        return [by_index, gather(wide)]
    ways = [by_index]
    if work.depth == 1 and work.batch_dims:
        wide = indices.expand(indices.shape[:-1] + row) if row else indices[..., 0]
        ways.append(gather(wide))
    return ways


def by_tensorflow(work, threads):
    import tensorflow as tf

    if tf.config.threading.get_intra_op_parallelism_threads() != threads:
        tf.config.threading.set_intra_op_parallelism_threads(threads)
        tf.config.threading.set_inter_op_parallelism_threads(1)
    with tf.device("/CPU:0"):
        data, indices = tf.constant(work.data), tf.constant(work.indices)
    axis, batch = work.axis, work.batch_dims

    def gather(data, indices):
        if work.operator == "GatherND":
            return tf.gather_nd(data, indices, batch_dims=batch)
        if work.operator == "Gather":
            return tf.gather(data, indices, axis=axis, batch_dims=batch)
        if axis == work.data.ndim - 1:
            return tf.gather(data, indices, axis=axis, batch_dims=axis)
        return tf.experimental.numpy.take_along_axis(data, indices, axis)

    traced = tf.function(gather)
    return [
        Way("eager", True, lambda: gather(data, indices)),
        Way("function", True, lambda: traced(data, indices)),
    ]


def jax_gather(operator, axis, batch_dims, mode):
    """A function of data and indices, to be compiled."""
    import jax
    import jax.numpy as jnp

    if operator == "GatherElements":
        return lambda d, i: jnp.take_along_axis(d, i, axis, mode=mode)
    if operator == "Gather":
        pick = lambda d, i: jnp.take(d, i, axis=axis - batch_dims, mode=mode)
    else:
        pick = lambda d, i: d.at[coordinates(i)].get(mode=mode)
    for _ in range(batch_dims):
        pick = jax.vmap(pick)
    return pick


def by_jax(work, _threads):
    import jax
    import jax.numpy as jnp

    jax.config.update("jax_enable_x64", True)
    data, indices, axis = jnp.asarray(work.data), jnp.asarray(work.indices), work.axis

    def way(mode):
        compiled = jax.jit(jax_gather(work.operator, axis, work.batch_dims, mode))
        return Way(mode, True, lambda: compiled(data, indices).block_until_ready())

    return [way("fill"), way("clip")]


PEERS = {
    "numpy": by_numpy,
    "onnxruntime": by_onnxruntime,
    "openvino": by_openvino,
    "torch": by_torch,
    "tensorflow": by_tensorflow,
    "jax": by_jax,
}

# OpenVINO reads whatever lies there, JAX fills or clamps.
CHECKED = {name: name not in ("openvino", "jax") for name in PEERS}

DISTRIBUTION = {name: name for name in PEERS} | {"tensorflow": "tensorflow-cpu"}

# Libraries that one cannot tell how many threads to use; numpy has one.
ONE_THREAD_ONLY = ("numpy",)
