"""Writes reader.onnx, a small model that looks up words and picks some of them, with the `onnx` package.

    pip install onnx
    python3 examples/onnx-kernels/reader.py
"""

import pathlib

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, shape_inference

WORDS, WIDTH = 10, 4

table = np.arange(WORDS * WIDTH, dtype=np.float32).reshape(WORDS, WIDTH)
nodes = [
    helper.make_node("Gather", ["table", "ids"], ["embedded"], name="/embed/words/Gather"),
    helper.make_node("GatherND", ["embedded", "spans"], ["picked"], name="/pick/GatherND", batch_dims=1),
    helper.make_node("GatherElements", ["scores", "order"], ["sorted"], name="/sort/GatherElements", axis=1),
]
graph = helper.make_graph(
    nodes,
    "reader",
    [
        helper.make_tensor_value_info("ids", TensorProto.INT64, ["batch", "length"]),
        helper.make_tensor_value_info("spans", TensorProto.INT64, ["batch", "spans", 1]),
        helper.make_tensor_value_info("scores", TensorProto.FLOAT, [2, 3]),
        helper.make_tensor_value_info("order", TensorProto.INT64, [2, 3]),
    ],
    [
        helper.make_tensor_value_info("picked", TensorProto.FLOAT, ["batch", "spans", WIDTH]),
        helper.make_tensor_value_info("sorted", TensorProto.FLOAT, [2, 3]),
    ],
    initializer=[numpy_helper.from_array(table, "table")],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
model = shape_inference.infer_shapes(model, strict_mode=True)
checker.check_model(model, full_check=True)
(pathlib.Path(__file__).resolve().parent / "reader.onnx").write_bytes(model.SerializeToString())
