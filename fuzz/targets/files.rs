//! Files as bytes: `.npy`, `.safetensors`, index literals and ONNX models. Whatever is in them gives a
//! tensor that agrees with its shape or a message of one line; what was read can be written and read again.

#![no_main]

use std::{cell::OnceCell, fs, path::PathBuf};

use gather_cli::readers;
use gather_core::ErasedTensor;
use libfuzzer_sys::fuzz_target;

/// Something that a person can read.
fn is_a_message(text: &str) -> bool {
    !text.trim().is_empty()
}

/// A tensor that can be written and read again.
fn survives(tensor: &ErasedTensor) {
    let view = tensor.view();
    let elements: usize = match view.shape().contains(&0) {
        true => 0,
        false => view.shape().iter().product(),
    };
    assert_eq!(view.bytes().len(), elements * view.dtype().size());
    if let Some(file) = readers::npy_file(tensor) {
        assert_eq!(readers::npy(file).as_ref(), Ok(tensor));
    }
    if let Ok(file) = readers::safetensors_file("x", tensor) {
        assert_eq!(readers::safetensors(file, "x").as_ref(), Ok(tensor));
    }
}

fn judge(read: Result<ErasedTensor, String>) {
    match read {
        Ok(tensor) => survives(&tensor),
        Err(message) => assert!(is_a_message(&message), "{message:?}"),
    }
}

thread_local! {
    static MODEL: OnceCell<PathBuf> = const { OnceCell::new() };
}

/// A model is read from a file, so it is put into one.
fn onnx(bytes: &[u8]) {
    let path = MODEL.with(|model| {
        let name = format!("gather-fuzz-{}.onnx", std::process::id());
        model
            .get_or_init(|| std::env::temp_dir().join(name))
            .clone()
    });
    fs::write(&path, bytes).expect("room for a file");
    match gather_onnx::list(&path) {
        Err(error) => {
            let text = error.to_string();
            assert!(is_a_message(&text) && !text.contains('\n'), "{text:?}");
        }
        Ok(nodes) => {
            for node in nodes {
                let _ = (node.check(), node.macro_line());
            }
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else {
        return;
    };
    match kind % 4 {
        0 => judge(readers::npy(rest.to_vec())),
        1 => judge(readers::safetensors(rest.to_vec(), "x")),
        2 => judge(readers::literal(&String::from_utf8_lossy(rest))),
        _ => onnx(rest),
    }
});
