//! The runner of the differential test, without the other engines: what it answers, and what it takes for a mistake in
//! the stream.

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

use gather_tests::stream;

/// A case as it stands in a stream.
fn case(
    operator: &str,
    semantics: &str,
    axis: i64,
    data: (&str, &str, &[u8]),
    indices: (&str, &str, &[u8]),
) -> Vec<u8> {
    let tensor = |(dtype, shape, bytes): (&str, &str, &[u8])| {
        format!(
            r#"{{"dtype":"{dtype}","shape":{shape},"bytes":{}}}"#,
            bytes.len()
        )
    };
    let mut text = format!(
        r#"{{"operator":"{operator}","semantics":"{semantics}","axis":{axis},"batch_dims":0,"data":{},"indices":{}}}"#,
        tensor(data),
        tensor(indices),
    )
    .into_bytes();
    text.push(b'\n');
    text.extend(data.2);
    text.extend(indices.2);
    text
}

/// Four cases and their answers: an output, an index and a call that are refused, a scalar.
fn stream_of_four() -> (Vec<u8>, Vec<u8>) {
    let data = ("u8", "[2,2]", &[10, 0xFF, b'\n', 40][..]);
    let cases = [
        case("Gather", "", 0, data, ("i8", "[3]", &[1, 0, 0xFF])),
        case("Gather", "torch", 0, data, ("i8", "[1]", &[0xFF])),
        case("GatherElements", "onnx_13", 2, data, ("u8", "[1,1]", &[0])),
        case(
            "GatherND",
            "openvino_8",
            0,
            data,
            ("u16", "[2]", &[1_u16, 0].map(u16::to_ne_bytes).concat()),
        ),
    ];
    let answers = [
        &b"{\"shape\":[3,2],\"bytes\":6}\n\n(\n\xFF\n("[..],
        b"{\"refused\":\"index\",\"message\":\"index -1 at indices[0] (position 0) is out of range for axis 0 of size 2, expected 0 to 1\"}\n",
        b"{\"refused\":\"call\",\"message\":\"`axis` must be between -2 and 1 for `rank` 2, found 2\"}\n",
        b"{\"shape\":[],\"bytes\":1}\n\n",
    ];
    (cases.concat(), answers.concat())
}

#[test]
fn every_case_has_its_answer() {
    let (cases, expected) = stream_of_four();
    let mut answers = Vec::new();
    let count = stream::answer(&cases[..], &mut answers).expect("a stream of cases");
    assert_eq!(
        (count, String::from_utf8_lossy(&answers)),
        (4, String::from_utf8_lossy(&expected))
    );
    assert_eq!(answers, expected);
}

#[test]
fn a_stream_that_is_none_says_where() {
    let (good, _) = stream_of_four();
    let cut = &good[..good.len() - 1];
    let unknown = [&good[..], br#"{"operator":"Gather"}"#].concat();
    let operator = case("Scatter", "", 0, ("u8", "[0]", &[]), ("u8", "[0]", &[]));
    let preset = case("Gather", "numpy", 0, ("u8", "[0]", &[]), ("u8", "[0]", &[]));
    let dtype = case("Gather", "", 0, ("f8", "[0]", &[]), ("u8", "[0]", &[]));
    for (cases, beginning) in [
        (cut, "case 3: expected 4 bytes, found 3"),
        (&unknown, "case 4: missing field `semantics`"),
        (&operator, "case 0: unknown operator `Scatter`"),
        (&preset, "case 0: unknown preset `numpy`"),
        (&dtype, "case 0: unknown element type `f8`"),
    ] {
        let error = stream::answer(cases, Vec::new()).expect_err("no stream of cases");
        assert!(error.to_string().starts_with(beginning), "{error}");
    }
}

/// Bytes that do not fit the shape are a mistake in the call, and the next case is found all the same.
#[test]
fn bytes_that_do_not_fit_their_shape_are_refused() {
    let short = case(
        "Gather",
        "",
        0,
        ("u32", "[2]", &[1, 2, 3]),
        ("i8", "[1]", &[0]),
    );
    let vast = case(
        "Gather",
        "",
        0,
        ("u8", "[18446744073709551615,2]", &[]),
        ("i8", "[1]", &[0]),
    );
    let good = case("Gather", "", 0, ("u8", "[1]", b"x"), ("i8", "[1]", &[0]));
    let mut answers = Vec::new();
    let count =
        stream::answer(&[short, vast, good].concat()[..], &mut answers).expect("a stream of cases");
    let answers = String::from_utf8(answers).expect("text");
    assert_eq!(
        (count, answers.matches(r#"{"refused":"call","#).count()),
        (3, 2),
        "{answers}"
    );
    assert!(
        answers.ends_with("{\"shape\":[1],\"bytes\":1}\nx"),
        "{answers}"
    );
}

fn run(cases: &[u8]) -> Output {
    let mut runner = Command::new(env!("CARGO_BIN_EXE_differential-runner"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the runner starts");
    let mut input = runner.stdin.take().expect("piped");
    input.write_all(cases).expect("the runner reads");
    drop(input);
    runner.wait_with_output().expect("the runner ends")
}

#[test]
fn the_program_does_the_same() {
    let (cases, expected) = stream_of_four();
    let output = run(&cases);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(output.stdout, expected);

    let output = run(b"no case\n");
    assert!(!output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.starts_with("error: case 0: "), "{text}");
}
