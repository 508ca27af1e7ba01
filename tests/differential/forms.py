"""The calls of each engine that are compared, and what each of them offers.

A form is one way to ask an engine for one of the operators. It names the preset whose word we take for it; an
empty name means our own choices (those of ONNX), for what an engine does by indexing and has no preset. What a form
does not offer is drawn now and then all the same: of another type, which the engine may refuse; or with a batch or a
tuple that there is no way to write down, and nobody is asked.
"""

from dataclasses import dataclass

from wire import DTYPES, INTEGERS

ALL = frozenset(DTYPES)
WIDE = frozenset(("i32", "i64"))
COMPLEX = frozenset(("complex64", "complex128"))


@dataclass(frozen=True)
class Form:
    name: str
    operator: str
    semantics: str
    elements: frozenset = ALL
    indices: frozenset = frozenset(INTEGERS)
    # Which batches can be written down: none, any, or those in front of the axis (`batch_dims == axis`).
    batches: str = "none"
    # Whether axis and batch_dims are attributes, of which bad ones may be asked for.
    attributes: bool = True
    # Where an index out of range is looked at: everywhere, nowhere, or in data of more than one dimension. Where it is
    # not, none is given, because the answer would be whatever lies in memory.
    checked: str = "everywhere"
    # Types of indices that mean something else.
    masks: frozenset = frozenset()
    # How far out an index may be, where the engine would not come back.
    reach: int = 1 << 64
    # Whether a tuple of length 0 can be written down.
    depth_zero: bool = True

    def lacks(self, case):
        """What the form does not offer of what a case asks for, or nothing."""
        if case.data.dtype not in self.elements:
            return "element type"
        if case.indices.dtype not in self.indices:
            return "index type"
        return self.cannot_write(case)

    def cannot_write(self, case):
        """What of a case has no place in the call, or nothing."""
        if case.indices.dtype in self.masks:
            return "index type"
        if case.batch_dims and case.operator != "GatherElements":
            if self.batches == "none" or (self.batches == "axis" and case.axis != case.batch_dims):
                return "batch_dims"
        if not self.depth_zero and case.operator == "GatherND" and case.indices.shape[-1:] == (0,):
            return "depth zero"
        return None


def by_index(operator, **offers):
    """`x[i]` of NumPy and torch; axis and batches are in how it is written."""
    # Open grids over the batches broadcast, as the batches of onnxruntime do.
    semantics = "" if operator == "Gather" else "onnxruntime"
    return Form("index", operator, semantics, batches="axis" if operator == "Gather" else "any", attributes=False,
                depth_zero=False, **offers)


def numpy():
    for mode in ("raise", "wrap", "clip"):
        # `wrap` adds or subtracts the size until the index fits.
        reach = 2_000 if mode == "wrap" else 1 << 64
        yield Form(f"take {mode}", "Gather", f"numpy_{mode}", reach=reach)
    yield Form("take_along_axis", "GatherElements", "numpy_raise")
    yield by_index("Gather")
    yield by_index("GatherND")


def onnxruntime():
    elements = ALL - COMPLEX
    yield Form("13", "Gather", "onnxruntime", elements, WIDE)
    yield Form("13", "GatherElements", "onnxruntime", elements, WIDE)
    yield Form("13", "GatherND", "onnxruntime", elements, frozenset({"i64"}), batches="any")


def openvino():
    elements = ALL - COMPLEX
    for version in (1, 7, 8):
        batches = "none" if version == 1 else "any"
        yield Form(str(version), "Gather", f"openvino_{version}", elements, batches=batches, checked="matrices")
    for version in (5, 8):
        yield Form(str(version), "GatherND", f"openvino_{version}", elements, batches="any", checked="nowhere")
    yield Form("6", "GatherElements", "openvino_8", elements, WIDE, checked="nowhere")


def torch():
    yield Form("index_select", "Gather", "torch", indices=WIDE)
    yield Form("gather", "GatherElements", "torch", indices=WIDE)
    yield by_index("Gather", indices=WIDE, masks=frozenset({"u8"}))
    yield by_index("GatherND", indices=WIDE, masks=frozenset({"u8"}))


def tensorflow():
    indices = WIDE | {"i16"}
    yield Form("gather", "Gather", "tensorflow", indices=indices, batches="any")
    yield Form("gather_nd", "GatherND", "tensorflow", indices=indices, batches="any")
    yield Form("gather_nd IGNORE", "GatherND", "tensorflow_ignore", indices=indices, batches="any")


def jax():
    for mode in ("fill", "clip"):
        yield Form(f"at {mode}", "GatherND", f"jax_{mode}", depth_zero=False)
        yield Form(f"at {mode}", "Gather", f"jax_{mode}", attributes=False)
        yield Form(f"take_along_axis {mode}", "GatherElements", f"jax_{mode}")
    for mode, semantics in (("fill", "jax_fill"), ("clip", "numpy_clip"), ("wrap", "jax_wrap")):
        yield Form(f"take {mode}", "Gather", semantics)


FORMS = {engine.__name__: tuple(engine()) for engine in (numpy, onnxruntime, openvino, torch, tensorflow, jax)}


def forms_of(engine, operator):
    return [form for form in FORMS[engine] if form.operator == operator]
