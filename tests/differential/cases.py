"""Random cases: most of them right, many at the edge, some wrong.

Cases are drawn as sketches (form, types, ranks, attributes), shapes for a sketch and values for a shape, because
some engines compile anew for each sketch or each shape. The same seed gives the same cases.
"""

import zlib

import numpy as np

from forms import forms_of
from wire import DTYPES, INTEGERS, Case, Tensor

# Engine: shapes per sketch, values per shape.
REUSE = {"openvino": (80, 1), "jax": (1, 80)}

# Sizes around the limits of small index types.
LONG = (127, 128, 129, 255, 256, 257, 300, 1000)
# The most elements of data, indices and output.
MOST = 6000

# Bits that a conversion would change: signalling and quiet NaN with payload, both signs; -0, subnormal.
ODD_BITS = {
    "f16": (np.uint16, (0x7C01, 0xFD55, 0x7E2A, 0xFE01, 0x8000, 0x0001)),
    "bf16": (np.uint16, (0x7F81, 0xFF95, 0x7FC5, 0xFFEA, 0x8000, 0x0001)),
    "f32": (np.uint32, (0x7F800001, 0xFFA5A5A5, 0x7FC12345, 0xFFFFFFFF, 0x80000000, 0x00000001)),
    "f64": (
        np.uint64,
        (0x7FF0000000000001, 0xFFF5A5A5A5A5A5A5, 0x7FF8123456789ABC, 0xFFFFFFFFFFFFFFFF, 1 << 63, 1),
    ),
}
ODD_BITS["complex64"], ODD_BITS["complex128"] = ODD_BITS["f32"], ODD_BITS["f64"]
# Where 64 bits are cut to 32 or taken for signed ones.
FAR = (1 << 31, (1 << 31) - 1, 1 << 32, (1 << 32) + 1, -(1 << 31), -(1 << 32), -(1 << 31) - 1, 1 << 63)


class Maker:
    def __init__(self, engine, operator, seed):
        self.rng = np.random.default_rng([seed, zlib.crc32(f"{engine} {operator}".encode())])
        self.forms = forms_of(engine, operator)
        self.operator = operator
        self.shapes, self.values = REUSE.get(engine, (1, 1))

    def chance(self, probability):
        return self.rng.random() < probability

    def pick(self, sequence):
        return sequence[int(self.rng.integers(len(sequence)))]

    def below(self, end):
        return int(self.rng.integers(end))

    def cases(self, count):
        """Cases until so many were offered."""
        while count > 0:
            for form, case in self.of_a_sketch():
                count -= form.lacks(case) is None
                yield form, case
                if count == 0:
                    return

    def of_a_sketch(self):
        form = self.pick(self.forms)
        dtype = self.pick(list(DTYPES) if self.chance(0.02) else sorted(form.elements))
        index_type = self.pick(INTEGERS if self.chance(0.02) else sorted(form.indices))
        sketch = self.sketch(form)
        for _ in range(self.shapes):
            shape, indices_shape = self.shape_pair(form, *sketch)
            for _ in range(self.values):
                data = Tensor(dtype, shape, self.elements(dtype, shape))
                values = self.index_values(form, index_type, shape, indices_shape, *sketch)
                indices = Tensor(index_type, indices_shape, values)
                yield form, Case(self.operator, form.name, form.semantics, *sketch[:2], data, indices)

    def sketch(self, form):
        """Axis, batch_dims, ranks of data and indices, depth."""
        rank = 1 + self.below(6) if self.chance(0.985) else 0
        wrong = form.attributes and self.chance(0.06)
        if self.operator == "GatherElements":
            indices_rank = rank
            if wrong and self.chance(0.5):
                indices_rank = self.below(5)
            return self.axis(form, rank, wrong), 0, rank, indices_rank, 0
        if self.operator == "GatherND":
            indices_rank = 1 + self.below(4) if self.chance(0.985) or not form.attributes else 0
            batch = 0
            if (form.batches != "none" and self.chance(0.5)) or self.chance(0.02):
                batch = self.below(max(1, min(rank, indices_rank)))
            depth = 1 + self.below(max(1, rank - batch))
            if self.chance(0.05):
                depth = self.pick((0, rank - batch + 1, rank + 1))
            if wrong:
                batch = self.pick((rank, indices_rank, rank + 1, 9))
            return 0, batch, rank, indices_rank, depth
        indices_rank = self.below(4)
        axis = self.axis(form, rank, wrong)
        batch = 0
        if (form.batches != "none" and self.chance(0.5)) or self.chance(0.02):
            place = axis + rank if axis < 0 else axis
            batch = self.below(max(0, min(place, indices_rank)) + 1)
            if form.batches == "axis":
                axis = batch
            elif self.chance(0.3):
                batch -= indices_rank
        if wrong:
            batch = self.pick((0, 0, indices_rank + 1, rank + 1, -indices_rank - 1))
        return axis, batch, rank, indices_rank, 0

    def axis(self, form, rank, wrong):
        if not form.attributes:
            return self.below(max(1, rank))
        if wrong and self.chance(0.5):
            return self.pick((rank, -rank - 1, rank + 7))
        return int(self.rng.integers(-rank, rank)) if rank else 0

    def size(self, rank):
        if self.chance(0.03):
            return 0
        return 1 + self.below((40, 40, 12, 7, 4, 4, 3)[min(rank, 6)])

    def shape_pair(self, form, axis, batch, rank, indices_rank, depth):
        """Shapes of data and indices that agree, mostly, and are small."""
        place = axis + rank if axis < 0 else axis
        while True:
            shape = [self.size(rank) for _ in range(rank)]
            if rank and rank < 4 and self.chance(0.08):
                shape[place % rank] = self.pick(LONG)
            indices = [self.size(indices_rank + 2) for _ in range(indices_rank)]
            if self.operator == "GatherElements" and rank == indices_rank:
                equal = 1 if self.chance(0.8) else 0.6
                for n, size in enumerate(shape):
                    if n != place:
                        indices[n] = size if self.chance(equal) else self.other_size(size)
            else:
                shared = batch + indices_rank if batch < 0 else batch
                for n in range(min(shared, rank, indices_rank)):
                    indices[n] = shape[n] if self.chance(0.97) else self.other_size(shape[n])
                if self.operator == "GatherND" and indices_rank:
                    indices[-1] = depth
            if max(np.prod(shape), np.prod(indices)) <= MOST and self.output_size(shape, indices, place, batch) <= MOST:
                return tuple(shape), tuple(indices)

    def other_size(self, size):
        return self.pick((1, 1, max(0, size - 1), size + 1, 0, 2 * size))

    def output_size(self, shape, indices, place, batch):
        """At most so many elements, whatever the rules make of the shapes."""
        if self.operator == "GatherElements":
            return np.prod([max(pair) for pair in zip(shape, indices)]) if len(shape) == len(indices) else 0
        if self.operator == "GatherND":
            depth = indices[-1] if indices else 0
            return np.prod(indices[:-1]) * np.prod(shape[max(batch, 0) + depth :])
        shared = max(0, batch + len(indices) if batch < 0 else batch)
        return np.prod([size for n, size in enumerate(shape) if n != place]) * np.prod(indices[shared:])

    def elements(self, dtype, shape):
        count = int(np.prod(shape))
        if dtype == "bool":
            return self.rng.integers(0, 2, count, np.uint8).tobytes()
        made = self.rng.bytes(count * DTYPES[dtype].itemsize)
        if dtype in ODD_BITS and count:
            unit, odd = ODD_BITS[dtype]
            bits = np.frombuffer(made, unit).copy()
            places = self.rng.random(bits.size) < 0.2
            bits[places] = self.rng.choice(np.array(odd, unit), int(places.sum()))
            made = bits.tobytes()
        return made

    def index_values(self, form, index_type, shape, indices_shape, axis, batch, rank, indices_rank, depth):
        count = int(np.prod(indices_shape))
        info = np.iinfo(DTYPES[index_type])
        if self.operator == "GatherND":
            axes = shape[batch : batch + depth] if 0 <= batch else ()
            sizes = np.resize(axes if len(axes) == depth and depth else [3], count).astype(np.int64)
        else:
            place = axis + rank if axis < 0 else axis
            sizes = np.full(count, shape[place] if 0 <= place < rank else 3, np.int64)
        if form.checked == "nowhere":
            # On an empty axis there is none in range; see `withheld`.
            return self.within(sizes, info, 0).astype(DTYPES[index_type]).tobytes()
        values = self.within(sizes, info, self.pick((0, 0.3)))
        if count and self.chance(0.25):
            hostile = self.rng.random(count) < self.pick((0.02, 0.3, 1))
            hostile[self.below(count)] = True
            at = np.flatnonzero(hostile)
            values = values.astype(object)
            for n in at:
                size = int(sizes[n])
                values[n] = self.pick(
                    (size, size, -size, -size - 1, -1, size + 1, 2 * size, -2 * size - 1, 3 * size + 1, int(info.min), int(info.max))
                    if self.chance(0.8)
                    else FAR
                )
            least, most = max(int(info.min), -form.reach), min(int(info.max), form.reach)
            values = np.array([min(max(int(value), least), most) for value in values], DTYPES[index_type])
        return values.astype(DTYPES[index_type]).tobytes()

    def within(self, sizes, info, negative):
        """In range, so many of them counted from the end where the type can."""
        values = np.floor(self.rng.random(sizes.size) * sizes).astype(np.int64)
        values = np.minimum(values, min(int(info.max), 1 << 62))
        if negative and info.min < 0:
            backward = self.rng.random(sizes.size) < negative
            values = np.where(backward, np.maximum(values - sizes, int(info.min)), values)
        return values


def withheld(form, case):
    """Whether the case has an index that the engine would follow out of its tensor, or never come back from."""
    if form.name == "take wrap" and form.reach < 1 << 64 and 0 in case.data.shape:
        return True
    if form.checked == "everywhere" or form.checked == "matrices" and len(case.data.shape) > 1:
        return False
    values, shape = case.indices.array(), case.data.shape
    if form.operator == "GatherND":
        batch = max(0, case.batch_dims)
        sizes = shape[batch : batch + (values.shape[-1] if values.ndim else 0)]
        sizes = sizes if values.ndim and len(sizes) == values.shape[-1] else ()
    else:
        sizes = shape[case.axis : case.axis + 1 or None] if -len(shape) <= case.axis < len(shape) else ()
    return bool(sizes) and bool(((values < 0) | (values >= np.array(sizes))).any())
