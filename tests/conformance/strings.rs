//! Strings, which are cloned and not copied: the examples of onnxruntime, OpenVINO and TensorFlow, with
//! owned and with borrowed text.

use gather_core::{GatherError, GatherOptions, Op, OutOfRange, ViewDyn};
use gather_tests::cases::ways::Call;

use crate::example::Example;

/// The example holds for `&str` and for `String`.
#[track_caller]
fn text<'a>(
    presets: &[&str],
    op: Op,
    data: impl Into<ViewDyn<'a, &'a str>>,
    indices: impl Into<ViewDyn<'a, i64>>,
    output: impl Into<ViewDyn<'a, &'a str>>,
) {
    let (data, indices, output) = (data.into(), indices.into(), output.into());
    Example {
        presets,
        op,
        data,
        indices,
        output,
    }
    .holds();
    let (owned_data, owned_output) = (owned(data), owned(output));
    let shape = "the same shape";
    Example {
        presets,
        op,
        data: ViewDyn::new(&owned_data, data.shape()).expect(shape),
        indices,
        output: ViewDyn::new(&owned_output, output.shape()).expect(shape),
    }
    .holds();
}

fn owned(view: ViewDyn<'_, &str>) -> Vec<String> {
    view.iter().map(ToString::to_string).collect()
}

/// A tensor without dimensions.
fn scalar<T>(value: &T) -> ViewDyn<'_, T> {
    ViewDyn::new(core::slice::from_ref(value), &[]).expect("one element")
}

#[test]
fn gather_nd_gives_a_scalar() {
    let onnx = &["onnx_13", "onnxruntime"];
    let op = Op::gather_nd(0);
    text(onnx, op, &[["h", "k"], ["o", "z"]], &[0, 1], scalar(&"k"));
    text(
        onnx,
        op,
        &["h", "k", "o", "z", "l", "t"],
        &[3],
        scalar(&"z"),
    );
    text(
        onnx,
        op,
        &[["h", "k"], ["o", "z"], ["l", "t"]],
        &[2, 1],
        scalar(&"t"),
    );
}

#[test]
fn gather_nd_gives_slices() {
    let data = [
        [["egg", "dance"], ["air", "bob"]],
        [["terry", "smart"], ["laugh", "kite"]],
    ];
    let output = [[["air", "bob"]], [["terry", "smart"]]];
    text(
        &["onnx_13"],
        Op::gather_nd(0),
        &data,
        &[[[0, 1]], [[1, 0]]],
        &output,
    );
}

#[test]
fn gather_nd_gives_elements() {
    let data = [
        ["egg", "dance", "air"],
        ["bob", "terry", "smart"],
        ["laugh", "kite", "hop"],
    ];
    let indices = [[2, 1], [1, 0], [0, 1]];
    text(
        &["onnx_13"],
        Op::gather_nd(0),
        &data,
        &indices,
        &["kite", "bob", "dance"],
    );
}

#[test]
fn gather_nd_counts_from_the_end() {
    let output = [[["f", "ghi"]], [["ab", "cde"]]];
    let data = [["ab", "cde"], ["f", "ghi"]];
    text(
        &["onnx_13"],
        Op::gather_nd(0),
        &data,
        &[[[-1]], [[0]]],
        &output,
    );
}

#[test]
fn gather_gives_rows() {
    let data = [["A", "B c"], ["d.Ef", " G h,i;"]];
    text(
        &["openvino_7", "openvino_8"],
        Op::gather(0, 0),
        &data,
        &[1],
        &[["d.Ef", " G h,i;"]],
    );
}

#[test]
fn gather_by_a_scalar_gives_a_row_or_a_column() {
    let data = [["asdf", "zxcv"], ["qwer", "uiop"]];
    let tensorflow = &["tensorflow"];
    text(
        tensorflow,
        Op::gather(0, 0),
        &data,
        scalar(&1),
        &["qwer", "uiop"],
    );
    text(
        tensorflow,
        Op::gather(1, 0),
        &data,
        scalar(&0),
        &["asdf", "qwer"],
    );
}

#[test]
fn gather_elements_from_fewer_columns() {
    let data = [["a", "b", "c"], ["d", "e", "f"]];
    text(
        &["onnx_13", "torch"],
        Op::gather_elements(0),
        &data,
        &[[0, 1]],
        &[["a", "e"]],
    );
}

#[test]
fn gather_elements_counts_from_the_end() {
    let data = [["a", "b"], ["c", "d"]];
    let output = [["a", "a"], ["d", "d"]];
    text(
        &["onnx_13"],
        Op::gather_elements(1),
        &data,
        &[[0, 0], [-1, -1]],
        &output,
    );
}

#[test]
fn gather_elements_along_either_axis() {
    let data = [["a", "b", "c"], ["d", "e", "f"], ["g", "h", "i"]];
    let indices = [[1, 0], [0, 1], [0, 1]];
    let down = [["d", "b"], ["a", "e"], ["a", "e"]];
    let across = [["b", "a"], ["d", "e"], ["g", "h"]];
    text(&["onnx_13"], Op::gather_elements(0), &data, &indices, &down);
    text(
        &["onnx_13"],
        Op::gather_elements(1),
        &data,
        &indices,
        &across,
    );
}

#[test]
fn gather_elements_refuses_what_is_before_the_first() {
    let letters = ["a", "b", "c", "d"].map(String::from);
    let call = Call {
        op: Op::gather_elements(1),
        data: ViewDyn::new(&letters, &[2, 2]).expect("four letters"),
        indices: ViewDyn::<i64>::from(&[[0, 0], [-3, -3]]),
        options: &GatherOptions::default(),
    };
    let Err(GatherError::Index(error)) = call.in_every_way(&String::from("mark")) else {
        panic!("an index before the first must be refused")
    };
    assert_eq!((error.value(), error.size(), error.flat()), (-3, 2, 2));
    assert_eq!(error.coordinates().as_slice(), [1, 0]);
}

/// Explicitly, as OpenVINO Gather-8 and as TensorFlow's `gather_nd` with IGNORE; a whole row each time.
#[test]
fn zero_fill_gives_the_empty_string() {
    let words = ["asdf", "zxcv", "qwer", "uiop"].map(String::from);
    let explicit = GatherOptions::default().out_of_range(OutOfRange::Fill(String::new()));
    let named = |name| GatherOptions::named(name).expect("the preset exists");
    let rows = [
        (Op::gather(0, 0), vec![3], explicit.clone()),
        (Op::gather(0, 0), vec![3], named("openvino_8")),
        (Op::gather_nd(0), vec![3, 1], explicit),
        (Op::gather_nd(0), vec![3, 1], named("tensorflow_ignore")),
    ];
    for (op, shape, options) in &rows {
        let call = Call {
            op: *op,
            data: ViewDyn::new(&words, &[2, 2]).expect("four words"),
            indices: ViewDyn::new(&[1, 2, 0], shape).expect("three indices"),
            options,
        };
        let tensor = call
            .in_every_way(&String::from("mark"))
            .expect("out of range is filled");
        assert_eq!(tensor.shape(), [3, 2], "{call}");
        assert_eq!(
            tensor.as_slice(),
            ["qwer", "uiop", "", "", "asdf", "zxcv"],
            "{call}"
        );
    }
}
