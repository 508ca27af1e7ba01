#!/usr/bin/env python3
"""One engine as a runner of the protocol: cases on standard input, its answers on standard output.

How a library is called is in benches/peers/calls.py, which the benchmark uses too. Every answer is written before the
next case is begun, so that a crash shows which case it was.
"""

import functools
import os
import sys
import warnings
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "benches" / "peers"))

import calls
import numpy as np
from wire import DTYPES, Output, Refusal, cases_in, put_answer


def workload(case):
    return calls.Workload(
        case.form, case.operator, case.axis, case.batch_dims, case.data.array(), case.indices.array(), None
    )


def by_numpy(case):
    work = workload(case)
    if case.form == "index":
        return calls.fancy(work, work.data, work.indices, work.batches).call()
    if case.operator == "GatherElements":
        return np.take_along_axis(work.data, work.indices, case.axis)
    return np.take(work.data, work.indices, axis=case.axis, mode=case.form.removeprefix("take "))


def onnxruntime_runner():
    import ctypes

    import onnxruntime
    from onnx import TensorProto, helper

    names = {"f16": "FLOAT16", "bf16": "BFLOAT16", "f32": "FLOAT", "f64": "DOUBLE"}
    types = {
        name: getattr(TensorProto, names.get(name) or dtype.name.upper()) for name, dtype in DTYPES.items()
    }
    value_of = onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type

    @functools.cache
    def session(operator, data, indices, **attributes):
        node = helper.make_node(operator, ["data", "indices"], ["output"], **attributes)
        return calls.onnx_session(calls.onnx_model([node], types[data], types[indices]), 1)

    def value(tensor):
        array = tensor.array()
        return value_of(array.view(np.uint16) if tensor.dtype == "bf16" else array, types[tensor.dtype])

    def run(case):
        attributes = {} if case.operator == "GatherND" else {"axis": case.axis}
        if case.batch_dims:
            attributes["batch_dims"] = case.batch_dims
        model = session(case.operator, case.data.dtype, case.indices.dtype, **attributes)
        inputs = {"data": value(case.data), "indices": value(case.indices)}
        output = model.run_with_ort_values(["output"], inputs)[0]
        shape = tuple(output.shape())
        bytes = int(np.prod(shape)) * DTYPES[case.data.dtype].itemsize
        # Not by way of NumPy, which has no bf16.
        return Output(shape, ctypes.string_at(output.data_ptr(), bytes) if bytes else b"")

    return run, Exception


def openvino_runner():
    import openvino

    names = {"bool": "boolean"}

    def type_of(name):
        return getattr(openvino.Type, names.get(name, name))

    @functools.lru_cache(maxsize=8)
    def request(operator, version, axis, batch_dims, data_type, rank, index_type, indices_rank, depth):
        data = (openvino.PartialShape([-1] * rank), type_of(data_type))
        sizes = [-1] * indices_rank
        # The rank of the output must be known beforehand.
        if operator == "GatherND":
            sizes[-1:] = depth
        indices = (openvino.PartialShape(sizes), type_of(index_type))
        return calls.openvino_request(operator, version, axis, batch_dims, data, indices, 1)

    def tensor_of(tensor):
        made = openvino.Tensor(type_of(tensor.dtype), list(tensor.shape))
        if tensor.bytes:
            made.data.reshape(-1).view(np.uint8)[:] = np.frombuffer(tensor.bytes, np.uint8)
        return made

    def run(case):
        asked = request(
            case.operator,
            int(case.form),
            case.axis,
            case.batch_dims,
            case.data.dtype,
            len(case.data.shape),
            case.indices.dtype,
            len(case.indices.shape),
            case.indices.shape[-1:] if case.operator == "GatherND" else None,
        )
        asked.set_input_tensor(0, tensor_of(case.data))
        asked.set_input_tensor(1, tensor_of(case.indices))
        asked.infer()
        output = asked.get_output_tensor(0)
        return Output(tuple(output.shape), output.data.tobytes())

    return run, Exception


def torch_runner():
    import torch

    torch.set_num_threads(1)
    torch.set_grad_enabled(False)

    def tensor_of(array):
        bits = array.view(np.int16) if array.dtype == DTYPES["bf16"] else array
        tensor = torch.from_numpy(bits)
        return tensor.view(torch.bfloat16) if bits is not array else tensor

    def run(case):
        work = workload(case)
        data, indices = tensor_of(work.data), tensor_of(work.indices)
        if case.form == "index":
            batches = tuple(torch.from_numpy(grid) for grid in work.batches)
            output = calls.fancy(work, data, indices, batches, lambda tuples: tuples.unbind(-1)).call()
        elif case.operator == "GatherElements":
            output = torch.gather(data, case.axis, indices)
        else:
            # index_select takes a list; its place in the output is where the shape of the indices goes.
            flat = torch.index_select(data, case.axis, indices.reshape(-1))
            place = case.axis % data.dim() if data.dim() else 0
            output = flat.reshape(data.shape[:place] + indices.shape + data.shape[place + 1 :])
        bits = output.view(torch.int16) if output.dtype == torch.bfloat16 else output
        return bits.contiguous().numpy()

    return run, (RuntimeError, IndexError, NotImplementedError)


def tensorflow_runner():
    import tensorflow as tf

    tf.config.threading.set_intra_op_parallelism_threads(1)
    tf.config.threading.set_inter_op_parallelism_threads(1)

    def run(case):
        with tf.device("/CPU:0"):
            data, indices = tf.constant(case.data.array()), tf.constant(case.indices.array())
            if case.operator == "Gather":
                return tf.gather(data, indices, axis=case.axis, batch_dims=case.batch_dims).numpy()
            policy = "IGNORE" if case.form.endswith("IGNORE") else ""
            return tf.gather_nd(data, indices, batch_dims=case.batch_dims, bad_indices_policy=policy).numpy()

    return run, (tf.errors.OpError, ValueError, TypeError)


def jax_runner():
    import jax

    jax.config.update("jax_enable_x64", True)

    @functools.lru_cache(maxsize=64)
    def compiled(form, operator, axis):
        way, mode = form.split()
        if way == "at" and operator == "Gather":
            return jax.jit(lambda data, indices: data.at[(slice(None),) * axis + (indices,)].get(mode=mode))
        return jax.jit(calls.jax_gather(operator, axis, 0, mode))

    def run(case):
        return np.asarray(compiled(case.form, case.operator, case.axis)(case.data.array(), case.indices.array()))

    return run, (ValueError, TypeError, IndexError, OverflowError)


RUNNERS = {
    "numpy": lambda: (by_numpy, (IndexError, ValueError, TypeError, OverflowError)),
    "onnxruntime": onnxruntime_runner,
    "openvino": openvino_runner,
    "torch": torch_runner,
    "tensorflow": tensorflow_runner,
    "jax": jax_runner,
}


def answered(run, refusals, case):
    try:
        output = run(case)
    except refusals as error:
        return Refusal("engine", f"{type(error).__name__}: {' '.join(str(error).split())}"[:400])
    if isinstance(output, Output):
        return output
    return Output(tuple(output.shape), output.tobytes())


def main(engine):
    # Libraries print what they like; answers have a way of their own.
    answers = os.dup(1)
    os.dup2(2, 1)
    warnings.simplefilter("ignore")
    run, refusals = RUNNERS[engine]()
    for case in cases_in(sys.stdin.buffer):
        answer = memoryview(put_answer(answered(run, refusals, case)))
        while answer:
            answer = answer[os.write(answers, answer) :]


if __name__ == "__main__":
    main(sys.argv[1])
