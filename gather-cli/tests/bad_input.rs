//! Input that is wrong: exit code 2, one line that names the file and the cause, nothing written.

mod support;

use std::fs;

use support::{Bench, npy, npy_with, safetensors};

#[test]
fn files_that_are_not_there_or_not_files() {
    let bench = Bench::new();
    fs::create_dir(bench.path().join("folder.npy")).unwrap();
    bench.write("empty.npy", b"");
    assert_eq!(
        bench.refused("axis none.npy indices.npy -o out.npy"),
        "none.npy: no such file or directory"
    );
    assert_eq!(
        bench.refused("axis folder.npy indices.npy -o out.npy"),
        "folder.npy: is a directory"
    );
    assert_eq!(
        bench.refused("axis empty.npy indices.npy -o out.npy"),
        "empty.npy: not a .npy file: it does not begin with \\x93NUMPY"
    );
}

#[test]
fn files_that_are_cut_off() {
    let bench = Bench::new();
    let whole = fs::read(bench.path().join("data.npy")).unwrap();
    bench.write("cut.npy", &whole[..whole.len() - 1]);
    assert_eq!(
        bench.refused("axis cut.npy indices.npy -o out.npy"),
        "cut.npy: 6 elements of type f32 must have 24 bytes, found 23"
    );
    bench.write("head.npy", &whole[..40]);
    assert_eq!(
        bench.refused("axis data.npy head.npy -o out.npy"),
        "head.npy: the .npy header is cut off after 40 bytes"
    );
    for length in 0..whole.len() {
        bench.write("cut.npy", &whole[..length]);
        let message = bench.refused("axis cut.npy --indices [0] -o out.npy");
        assert!(message.starts_with("cut.npy: "), "{message}");
    }
}

#[test]
fn shapes_that_do_not_fit_their_bytes() {
    let bench = Bench::new();
    bench.write("more.npy", &npy("<i2", false, "(2, 2)", &[0; 9]));
    assert_eq!(
        bench.refused("axis more.npy indices.npy"),
        "more.npy: 4 elements of type i16 must have 8 bytes, found 9"
    );
    let giant = "(4611686018427387904, 8)";
    bench.write("giant.npy", &npy("<i2", false, giant, &[]));
    assert_eq!(
        bench.refused("axis giant.npy indices.npy"),
        "giant.npy: the number of elements of the shape overflows at dimension 1 of size 8"
    );
    bench.write("long.npy", &npy("<f8", true, "(9223372036854775807,)", &[]));
    assert_eq!(
        bench.refused("axis long.npy indices.npy"),
        "long.npy: the number of bytes of 9223372036854775807 elements of type f64 overflows"
    );
}

#[test]
fn headers_that_are_wrong() {
    let bench = Bench::new();
    let said = |bytes: &[u8]| {
        bench.write("bad.npy", bytes);
        let message = bench.refused("axis bad.npy indices.npy -o out.npy");
        message.strip_prefix("bad.npy: ").unwrap().to_owned()
    };
    assert_eq!(
        said(b"some other file"),
        "not a .npy file: it does not begin with \\x93NUMPY"
    );
    assert_eq!(
        said(b"PK\x03\x04 a zip file"),
        "not a .npy file but an archive, as .npz files are; save the array by itself"
    );
    assert_eq!(
        said(b"\x93NUMPY\x07\x00\x00\x00"),
        "unknown .npy version 7.0, expected 1, 2 or 3"
    );
    assert_eq!(
        said(&npy_with("{'descr': '<f4', 'shape': (1,)}", &[0; 4])),
        "the .npy header lacks `fortran_order`"
    );
    assert_eq!(
        said(&npy_with("__import__('os')\n", &[])),
        "the .npy header is not a dictionary as NumPy writes it: __import__('os')"
    );
    assert_eq!(said(&npy_with("\u{0}\n", &[])).lines().count(), 1);
    let not_text = [&npy_with("", &[])[..8], &[1, 0, 0xff]].concat();
    assert_eq!(said(&not_text), "the .npy header is not text");
}

#[test]
fn element_types_that_are_not_known() {
    let bench = Bench::new();
    for descr in ["<U3", "|S4", "|O", "<M8[s]", "<f16", "<c32", "|V2", "f", ""] {
        bench.write("bad.npy", &npy(descr, false, "(1,)", &[0; 32]));
        let message = bench.refused("axis bad.npy indices.npy -o out.npy");
        let expected = format!("bad.npy: elements of type `{descr}` are not supported");
        assert!(message.starts_with(&expected), "{message}");
    }
    let record = "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (2,), }";
    bench.write("bad.npy", &npy_with(record, &[0; 8]));
    let message = bench.refused("axis bad.npy indices.npy");
    assert!(
        message.starts_with("bad.npy: elements of type `a record`"),
        "{message}"
    );
}

#[test]
fn indices_that_are_not_integers() {
    let bench = Bench::new();
    let said =
        "data.npy: indices must be integers (i8, i16, i32, i64, u8, u16, u32 or u64), found f32";
    assert_eq!(bench.refused("nd data.npy data.npy -o out.npy"), said);
    assert_eq!(bench.refused("explain nd data.npy data.npy"), said);
    bench.write("bool.npy", &npy("|b1", false, "(2,)", &[0, 1]));
    let message = bench.refused("axis data.npy bool.npy");
    assert!(
        message.starts_with("bool.npy: indices must be integers"),
        "{message}"
    );
}

#[test]
fn indices_and_attributes_that_break_rules() {
    let bench = Bench::new();
    assert_eq!(
        bench.refused("axis data.npy --indices [0,3] -o out.npy"),
        "--indices: index 3 at indices[1] (position 1) is out of range for axis 0 of size 3, expected -3 to 2"
    );
    assert_eq!(
        bench.refused("axis data.npy indices.npy --axis 2 -o out.npy"),
        "data.npy with indices.npy: `axis` must be between -2 and 1 for `rank` 2, found 2"
    );
    let message = bench.refused("nd data.npy --indices [0,0,0]");
    assert!(message.starts_with("--indices: "), "{message}");
    let fill = "axis data.npy indices.npy --out-of-range fill=1+2j -o out.npy";
    assert_eq!(
        bench.refused(fill),
        "data.npy: the fill value 1+2j cannot be a f32"
    );
    let message = bench.refused("axis data.npy indices.npy --semantics cann");
    assert!(
        message.contains("`cann` has no operator like Gather"),
        "{message}"
    );
}

#[test]
fn tensors_that_a_file_lacks() {
    let bench = Bench::new();
    let header = r#"{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"F8_E4M3","shape":[1],"data_offsets":[2,3]}}"#;
    bench.write("m.safetensors", &safetensors(header, &[7, 8, 9]));
    assert_eq!(
        bench.refused("axis m.safetensors:x indices.npy -o out.npy"),
        "m.safetensors:x: there is no tensor `x`; the file has `a`, `b`"
    );
    assert_eq!(
        bench.refused("axis m.safetensors indices.npy -o out.npy"),
        "m.safetensors: name a tensor, as in FILE.safetensors:TENSOR; the file has `a`, `b`"
    );
    assert_eq!(
        bench.refused("axis m.safetensors:b indices.npy"),
        "m.safetensors:b: elements of type F8_E4M3 are not supported"
    );
    for bytes in [&b""[..], b"short", &[0xff; 64], &safetensors(header, &[7])] {
        bench.write("bad.safetensors", bytes);
        let message = bench.refused("axis bad.safetensors:a indices.npy");
        let expected = "bad.safetensors:a: not a .safetensors file: ";
        assert!(message.starts_with(expected), "{message}");
    }
}

#[test]
fn outputs_that_cannot_be() {
    let bench = Bench::new();
    let data = fs::read(bench.path().join("data.npy")).unwrap();
    let inputs = "the output must not be one of the inputs";
    assert_eq!(
        bench.refused("axis data.npy indices.npy -o data.npy"),
        format!("data.npy: {inputs}")
    );
    assert_eq!(
        bench.refused("axis data.npy indices.npy -o ./indices.npy"),
        format!("./indices.npy: {inputs}")
    );
    fs::hard_link(bench.path().join("data.npy"), bench.path().join("link.npy")).unwrap();
    assert_eq!(
        bench.refused("axis data.npy indices.npy -o link.npy"),
        format!("link.npy: {inputs}")
    );
    assert_eq!(
        bench.refused("axis data.npy indices.npy -o none/out.npy"),
        "none/out.npy: no such file or directory"
    );
    assert_eq!(
        bench.refused("axis data.npy indices.npy -o out.txt"),
        "out.txt: expected OUT.npy or OUT.safetensors:TENSOR"
    );
    fs::create_dir(bench.path().join("folder.npy")).unwrap();
    assert_eq!(
        bench.refused("axis data.npy indices.npy -o folder.npy"),
        "folder.npy: is a directory"
    );
    assert_eq!(fs::read(bench.path().join("data.npy")).unwrap(), data);
}

#[test]
fn types_that_an_output_cannot_hold() {
    let bench = Bench::new();
    let header = r#"{"a":{"dtype":"BF16","shape":[1],"data_offsets":[0,2]}}"#;
    bench.write("m.safetensors", &safetensors(header, &[0, 0]));
    assert_eq!(
        bench.refused("axis m.safetensors:a --indices 0 -o out.npy"),
        "out.npy: a .npy file cannot hold elements of type bf16; write to OUT.safetensors:TENSOR"
    );
    bench.write("c.npy", &npy("<c16", false, "(1,)", &[0; 16]));
    assert_eq!(
        bench.refused("axis c.npy --indices 0 -o out.safetensors:x"),
        "out.safetensors:x: a .safetensors file cannot hold elements of type complex128; write a .npy file"
    );
    bench.write("out.safetensors", &safetensors("{}", &[]));
    assert_eq!(
        bench.refused("axis data.npy --indices 0 -o out.safetensors:x"),
        "out.safetensors:x: the file exists; a tensor is not added to a file"
    );
}

#[cfg(unix)]
#[test]
fn folders_that_cannot_be_written() {
    use std::os::unix::fs::PermissionsExt as _;
    let bench = Bench::new();
    let folder = bench.path().join("locked");
    fs::create_dir(&folder).unwrap();
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).unwrap();
    // Whoever may write everywhere is told about a folder of the system instead.
    let target = match fs::write(folder.join("probe"), b"") {
        Err(_) => "locked/out.npy",
        Ok(()) => "/proc/out.npy",
    };
    let message = bench.refused(&format!("axis data.npy indices.npy -o {target}"));
    assert!(message.starts_with(&format!("{target}: ")), "{message}");
}

#[test]
fn indices_that_are_missing_can_be_given_in_two_ways() {
    let bench = Bench::new();
    let done = bench.run("axis data.npy");
    assert_eq!(done.code, Some(2));
    let both = "Usage: gather [explain] axis [OPTIONS] <DATA> <INDICES | --indices <LIST>>";
    assert!(done.err.contains(both), "{}", done.err);
}

#[test]
fn arguments_that_are_wrong() {
    let bench = Bench::new();
    for line in [
        "",
        "axis",
        "axis data.npy",
        "axis data.npy indices.npy --indices 1",
        "axis data.npy --indices [1,[2]]",
        "axis data.npy indices.npy --out-of-range maybe",
        "axis data.npy indices.npy --out-of-range fill=x",
        "axis data.npy indices.npy --semantics abacus",
        "axis data.npy indices.npy --axis x",
        "nd data.npy indices.npy --axis 1",
        "elements data.npy indices.npy --batch-dims 1",
        "scatter data.npy indices.npy",
    ] {
        let done = bench.run(line);
        assert_eq!((done.code, done.out.as_str()), (Some(2), ""), "{line}");
        assert!(
            !done.err.contains('\u{1b}'),
            "no colours in a pipe: {}",
            done.err
        );
    }
}
