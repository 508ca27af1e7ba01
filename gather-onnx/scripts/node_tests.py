"""Writes the test data of gather-onnx, with the `onnx` package.

    pip install onnx
    python3 gather-onnx/scripts/node_tests.py

- tests/data/node    the official node tests of ONNX for the three operators, as the package has them
- tests/data/types   one small Gather per element type, once with raw bytes and once with typed fields
- tests/data/models  small models to be listed
- tests/data/bad     what must be refused
"""

import pathlib
import shutil

import ml_dtypes
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.backend.test.case.node import collect_testcases

DATA = pathlib.Path(__file__).resolve().parent.parent / "tests" / "data"
OPSET = 13


def write(path, message):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(message.SerializeToString())


def node_test(folder, model, inputs, outputs):
    """One test directory; inputs and outputs are TensorProto."""
    write(folder / "model.onnx", model)
    for kind, tensors in (("input", inputs), ("output", outputs)):
        for n, tensor in enumerate(tensors):
            write(folder / "test_data_set_0" / f"{kind}_{n}.pb", tensor)


def official():
    with np.errstate(all="ignore"):  # the package computes the cases of every operator
        cases = collect_testcases(None)
    for case in cases:
        if not case.name.startswith("test_gather"):
            continue
        (inputs, outputs) = case.data_sets[0]
        names = [value.name for value in case.model.graph.input]
        out = [value.name for value in case.model.graph.output]
        node_test(
            DATA / "node" / case.name,
            case.model,
            [numpy_helper.from_array(np.asarray(a), n) for a, n in zip(inputs, names)],
            [numpy_helper.from_array(np.asarray(a), n) for a, n in zip(outputs, out)],
        )


def value(name, element, shape):
    return helper.make_tensor_value_info(name, element, shape)


def model(nodes, inputs, outputs, opset=OPSET, **graph):
    graph = helper.make_graph(nodes, "graph", inputs, outputs, **graph)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


TYPES = {
    "float": (TensorProto.FLOAT, np.float32),
    "uint8": (TensorProto.UINT8, np.uint8),
    "int8": (TensorProto.INT8, np.int8),
    "uint16": (TensorProto.UINT16, np.uint16),
    "int16": (TensorProto.INT16, np.int16),
    "int32": (TensorProto.INT32, np.int32),
    "int64": (TensorProto.INT64, np.int64),
    "bool": (TensorProto.BOOL, np.bool_),
    "float16": (TensorProto.FLOAT16, np.float16),
    "double": (TensorProto.DOUBLE, np.float64),
    "uint32": (TensorProto.UINT32, np.uint32),
    "uint64": (TensorProto.UINT64, np.uint64),
    "complex64": (TensorProto.COMPLEX64, np.complex64),
    "complex128": (TensorProto.COMPLEX128, np.complex128),
    "bfloat16": (TensorProto.BFLOAT16, ml_dtypes.bfloat16),
    "float8e4m3fn": (TensorProto.FLOAT8E4M3FN, ml_dtypes.float8_e4m3fn),
    "string": (TensorProto.STRING, object),
}


def elements(name, dtype):
    """Three rows of two; for floats with a NaN, an infinity and a negative zero."""
    if name == "string":
        return np.array(["one", "", "zwei", "drei\n", "vier", "fünf"], dtype=object).reshape(3, 2)
    if name == "bool":
        return np.array([True, False, False, True, True, True]).reshape(3, 2)
    if name.startswith(("uint", "int")):
        low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
        return np.array([low, high, 1, 2, 3, 4], dtype=dtype).reshape(3, 2)
    special = np.array([np.nan, 1.5, -0.0, 2.5, np.inf if "8" not in name[5:6] else 3, -1])
    return special.astype(dtype).reshape(3, 2)


def typed(name, element, array):
    """The tensor in the typed fields of TensorProto instead of raw bytes."""
    flat = array.flatten()
    if name in ("float16", "bfloat16"):
        tensor = TensorProto(data_type=element, dims=array.shape)
        tensor.int32_data.extend(int(v) for v in flat.view(np.uint16))
        return tensor
    if name.startswith("float8"):
        tensor = TensorProto(data_type=element, dims=array.shape)
        tensor.int32_data.extend(int(v) for v in flat.view(np.uint8))
        return tensor
    return helper.make_tensor("", element, array.shape, flat.tolist())


def types():
    for name, (element, dtype) in TYPES.items():
        data = elements(name, dtype)
        for style in ("raw", "typed"):
            index = np.int32 if style == "raw" else np.int64
            indices = np.array([2, -3], dtype=index)
            index_type = helper.np_dtype_to_tensor_dtype(indices.dtype)
            node = helper.make_node("Gather", ["data", "indices"], ["out"])
            the_model = model(
                [node],
                [value("data", element, [3, 2]), value("indices", index_type, [2])],
                [value("out", element, [2, 2])],
            )

            def tensor(array, kind, of):
                if style == "typed":
                    return typed(of, kind, array)
                if of == "string":
                    return numpy_helper.from_array(array)
                return TensorProto(data_type=kind, dims=array.shape, raw_data=array.tobytes())

            node_test(
                DATA / "types" / f"{name}_{style}",
                the_model,
                [tensor(data, element, name), tensor(indices, index_type, "int64")],
                [tensor(data[[2, 0]], element, name)],
            )


F, I = TensorProto.FLOAT, TensorProto.INT64


def nested():
    """Names that collide, an If with a Gather in each branch, a Constant, a symbolic size, no name."""

    def branch(name, axis):
        node = helper.make_node("Gather", ["table", "one"], [f"{name}_out"], name="pick", axis=axis)
        return helper.make_graph([node], name, [], [value(f"{name}_out", F, None)])

    nodes = [
        helper.make_node(
            "Constant", [], ["one"], value=helper.make_tensor("", I, [], [1])
        ),
        helper.make_node("Gather", ["table", "ids"], ["rows"], name="/embed/words.1/Gather"),
        helper.make_node("Gather", ["table", "ids"], ["again"], name="/embed/words_1/Gather"),
        helper.make_node("GatherND", ["rows", "tuples"], ["picked"], name="0", batch_dims=1),
        helper.make_node("GatherElements", ["table", "ranked"], ["sorted"], axis=-1),
        helper.make_node(
            "If",
            ["flag"],
            ["either"],
            name="choose",
            then_branch=branch("then", 0),
            else_branch=branch("else", 1),
        ),
        helper.make_node("Relu", ["table"], ["mystery"]),
        helper.make_node("Gather", ["mystery", "ids"], ["unknown"], name="self"),
        helper.make_node("Shape", ["mystery"], ["sizes"]),
        helper.make_node("Gather", ["sizes", "one"], ["length"]),
    ]
    return model(
        nodes,
        [
            value("ids", I, ["batch", 3]),
            value("tuples", I, ["batch", 2, 1]),
            value("ranked", I, [5, 4]),
            value("flag", TensorProto.BOOL, []),
        ],
        [value("picked", F, None)],
        initializer=[numpy_helper.from_array(np.zeros((5, 4), np.float32), "table")],
        value_info=[value("rows", F, ["batch", 3, 4])],
    )


def one_node(node, inputs, opset=OPSET, **graph):
    return model([node], inputs, [value("out", F, None)], opset, **graph)


def function(parameter):
    """A gather in a function of the model, whose axis may be a parameter of the function."""
    one = helper.make_node("Constant", [], ["one"], value_int=1)
    column = helper.make_node("Gather", ["table", "one"], ["column"])
    if parameter:
        axis = column.attribute.add(name="axis", type=onnx.AttributeProto.INT)
        axis.ref_attr_name = "axis"
    else:
        column.attribute.append(helper.make_attribute("axis", 1))
    opset = [helper.make_opsetid("", 12)]
    body = helper.make_function(
        "own", "column_of", ["table"], ["column"], [one, column], opset, ["axis"] if parameter else []
    )
    call = helper.make_node("column_of", ["data"], ["out"], domain="own")
    the_model = one_node(call, [value("data", F, [3, 2])])
    the_model.functions.append(body)
    the_model.opset_import.append(helper.make_opsetid("own", 1))
    return the_model


def bad():
    gather = helper.make_node("Gather", ["data", "indices"], ["out"], name="pick")
    data, indices = value("data", F, [3, 2]), value("indices", I, [2])
    folder = DATA / "bad"
    relu = helper.make_node("Relu", ["data"], ["out"])
    write(folder / "no_gather.onnx", one_node(relu, [data]))
    write(folder / "float_indices.onnx", one_node(gather, [data, value("indices", F, [2])]))
    write(folder / "no_rank.onnx", one_node(gather, [value("data", F, None), indices]))
    write(folder / "packed.onnx", one_node(gather, [value("data", TensorProto.INT4, [3, 2]), indices]))
    write(folder / "symbolic.onnx", one_node(gather, [value("data", F, ["n", "m"]), value("indices", I, ["k"])]))
    axis = helper.make_node("Gather", ["data", "indices"], ["out"], name="pick", axis=2)
    write(folder / "axis.onnx", one_node(axis, [data, indices]))
    word = helper.make_node("Gather", ["data", "indices"], ["out"], name="pick", axis="one")
    write(folder / "axis_type.onnx", one_node(word, [data, indices]))
    lone = helper.make_node("Gather", ["data"], ["out"], name="pick")
    write(folder / "one_input.onnx", one_node(lone, [data]))
    batches = helper.make_node("GatherND", ["data", "indices"], ["out"], name="pick", batch_dims=1)
    write(folder / "batch_dims_11.onnx", one_node(batches, [data, value("indices", I, [3, 1])], opset=11))

    # Data in a file beside the model, which is not there; and one that lies outside.
    for name, location in (("external", "weights.bin"), ("outside", "../node/weights.bin")):
        weights = TensorProto(name="data", data_type=F, dims=[3, 2])
        weights.data_location = TensorProto.EXTERNAL
        weights.external_data.add(key="location", value=location)
        node_test(
            folder / name,
            one_node(gather, [indices], initializer=[weights]),
            [numpy_helper.from_array(np.array([2, 0]))],
            [numpy_helper.from_array(np.zeros((2, 2), np.float32))],
        )

    array = np.arange(6, dtype=np.float32).reshape(3, 2)
    cases = {
        "wrong_value": (array, np.array([2, 0]), array[[2, 1]]),
        "wrong_shape": (array, np.array([2, 0]), array[[2]]),
        "wrong_output_type": (array, np.array([2, 0]), array[[2, 0]].astype(np.float64)),
        "wrong_index_type": (array, np.array([2, 0], np.float32), array[[2, 0]]),
        "out_of_range": (array, np.array([2, 3]), array[[2, 0]]),
    }
    for name, (a, i, o) in cases.items():
        tensors = [numpy_helper.from_array(t) for t in (a, i, o)]
        node_test(folder / name, one_node(gather, [data, indices]), tensors[:2], tensors[2:])


def external():
    """Data in a file beside the model, which is there: the second half of it."""
    array = np.arange(12, dtype=np.float32)
    weights = TensorProto(name="data", data_type=F, dims=[3, 2])
    weights.data_location = TensorProto.EXTERNAL
    for key, text in (("location", "weights.bin"), ("offset", "24"), ("length", "24")):
        weights.external_data.add(key=key, value=text)
    gather = helper.make_node("Gather", ["data", "indices"], ["out"], name="pick")
    node_test(
        DATA / "models" / "external",
        one_node(gather, [value("indices", I, [2])], initializer=[weights]),
        [numpy_helper.from_array(np.array([2, 0]))],
        [numpy_helper.from_array(array[6:].reshape(3, 2)[[2, 0]])],
    )
    (DATA / "models" / "external" / "weights.bin").write_bytes(array.tobytes())


def main():
    print("onnx", onnx.__version__)
    shutil.rmtree(DATA, ignore_errors=True)
    official()
    types()
    write(DATA / "models" / "nested.onnx", nested())
    write(DATA / "models" / "function.onnx", function(parameter=False))
    write(DATA / "bad" / "function_parameter.onnx", function(parameter=True))
    external()
    bad()


main()
