//! Writes a kernel for each gather node of the model.

fn main() {
    gather_onnx::build("reader.onnx");
}
