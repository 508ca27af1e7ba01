//! Lists the gather nodes of models, each with the call of `gather_kernel!` for it, or why there is none.
//!
//! ```text
//! cargo run -p gather-onnx --example list -- model.onnx
//! ```

use std::{env, process::ExitCode};

fn main() -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for path in env::args().skip(1) {
        match gather_onnx::list(&path) {
            Ok(nodes) => show(&path, &nodes),
            Err(error) => {
                eprintln!("error: {error}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

fn show(path: &str, nodes: &[gather_onnx::NodeSpec]) {
    println!("{path}: {} gather nodes", nodes.len());
    for node in nodes {
        println!("{node}");
        match node.macro_line() {
            Ok(line) => println!("    {line}"),
            Err(error) => println!("    no kernel: {}", error.reason()),
        }
    }
}
