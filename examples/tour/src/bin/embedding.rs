//! Token embeddings from a table in a `.safetensors` file that is mapped, not read: the system brings
//! only those pages into memory that hold the rows asked for.
//!
//! The element type of the table is known only when the file is open, so the call is the erased one: bytes, a
//! shape and a type in, bytes out. It takes bytes at any address, which is where a tensor in a file is.
//!
//! Without arguments it writes a small table to a temporary file and looks three words up:
//!
//! ```text
//! cargo run -p gather-example-tour --bin embedding
//! ```
//!
//! For a real model give the file, the name of its table and the numbers of some tokens. The name is the one
//! that the model's authors chose; `model.embed_tokens.weight` and `transformer.wte.weight` are common. If it
//! is wrong, the message lists the names there are.
//!
//! ```text
//! cargo run --release -p gather-example-tour --bin embedding -- \
//!     model.safetensors model.embed_tokens.weight 1 15043 3186
//! ```

use core::error::Error;
use std::{fs::File, path::Path, process::ExitCode};

use gather_core::{DType, ErasedOptions, ErasedTensor, ErasedView, Op, gather_erased};
use half::{bf16, f16};
use memmap2::Mmap;
use safetensors::{Dtype, SafeTensors, tensor::TensorView};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    match arguments {
        [] => {
            let folder = tempfile::tempdir()?;
            let file = folder.path().join("tiny.safetensors");
            write_tiny_model(&file)?;
            show(&file, "words.weight", &[4, 0, 2])
        }
        [file, table, tokens @ ..] => {
            let number = |token: &String| match token.parse() {
                Ok(number) => Ok(number),
                Err(_) => Err(format!("a token is a number, found `{token}`")),
            };
            let tokens: Result<Vec<i64>, _> = tokens.iter().map(number).collect();
            show(Path::new(file), table, &tokens?)
        }
        _ => Err("expected FILE TABLE TOKEN…, or nothing".into()),
    }
}

/// Prints the first numbers of each token's row.
fn show(file: &Path, table: &str, tokens: &[i64]) -> Result<(), Box<dyn Error>> {
    let rows = look_up(file, table, tokens)?;
    let width = rows.shape().last().copied().unwrap_or(1);
    println!("{table}: rows of {width} {}", rows.dtype());
    for (token, row) in tokens.iter().zip(numbers(&rows)?.chunks(width.max(1))) {
        let more = if width > 6 { " …" } else { "" };
        println!("  {token:>6}  {:?}{more}", &row[..width.min(6)]);
    }
    Ok(())
}

/// Maps the file and gathers the rows of the tokens.
fn look_up(file: &Path, table: &str, tokens: &[i64]) -> Result<ErasedTensor, Box<dyn Error>> {
    let mapped = map(&File::open(file)?)?;
    let tensors = SafeTensors::deserialize(&mapped)?;
    let Ok(tensor) = tensors.tensor(table) else {
        let names = tensors.names().join(", ");
        return Err(format!("no tensor `{table}`; the file has {names}").into());
    };
    if tensor.shape().len() != 2 {
        return Err(format!(
            "a table has two dimensions, `{table}` is {:?}",
            tensor.shape()
        )
        .into());
    }
    let dtype = match tensor.dtype() {
        Dtype::F32 => DType::F32,
        Dtype::F16 => DType::F16,
        Dtype::BF16 => DType::Bf16,
        other => return Err(format!("a table of {other:?} is not for this example").into()),
    };
    let data = ErasedView::new(dtype, tensor.shape(), tensor.data())?;

    let stored: Vec<[u8; 8]> = tokens.iter().map(|token| token.to_ne_bytes()).collect();
    let shape = [tokens.len()];
    let indices = ErasedView::new(DType::I64, &shape, stored.as_flattened())?;
    let rows = gather_erased(Op::gather(0, 0), data, indices, &ErasedOptions::default())?;
    println!(
        "{} bytes of table, {} bytes of rows",
        data.bytes().len(),
        rows.bytes().len()
    );
    Ok(rows)
}

#[expect(unsafe_code, reason = "a map cannot be made without")]
fn map(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: the bytes must not change as long as the map exists. This program only reads them, and only as
    // `u8`, of which every value is valid; that nobody else writes to the file is what a user of this example
    // has to see to.
    unsafe { Mmap::map(file) }
}

/// The elements as numbers to print. A gather does not look at bytes, so they are still in the order of the
/// file, which is little-endian.
fn numbers(rows: &ErasedTensor) -> Result<Vec<f32>, Box<dyn Error>> {
    let bytes = rows.bytes();
    let pairs = bytes.as_chunks().0.iter().copied();
    Ok(match rows.dtype() {
        DType::F16 => pairs.map(|two| f16::from_le_bytes(two).to_f32()).collect(),
        DType::Bf16 => pairs.map(|two| bf16::from_le_bytes(two).to_f32()).collect(),
        DType::F32 => {
            let fours = bytes.as_chunks().0.iter().copied();
            fours.map(f32::from_le_bytes).collect()
        }
        other => return Err(format!("{other} is not printed here").into()),
    })
}

/// Five words, four `bf16` numbers for each: `word.0, word.25, word.5, word.75`.
fn write_tiny_model(file: &Path) -> Result<(), Box<dyn Error>> {
    let quarters = (0_u8..20).map(|n| bf16::from_f32(f32::from(n) / 4.0).to_le_bytes());
    let bytes: Vec<u8> = quarters.flatten().collect();
    let table = TensorView::new(Dtype::BF16, vec![5, 4], &bytes)?;
    safetensors::serialize_to_file([("words.weight", table)], None, file)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_runs() -> Result<(), Box<dyn Error>> {
        run(&[])?;
        assert!(run(&["only a file".to_owned()]).is_err(), "no table");
        Ok(())
    }

    #[test]
    fn rows_come_out_of_the_file() -> Result<(), Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("tiny.safetensors");
        write_tiny_model(&file)?;
        let rows = look_up(&file, "words.weight", &[4, -5])?;
        assert_eq!((rows.dtype(), rows.shape()), (DType::Bf16, &[2, 4][..]));
        let expected = [4.0, 4.25, 4.5, 4.75, 0.0, 0.25, 0.5, 0.75];
        assert_eq!(numbers(&rows)?, expected);
        Ok(())
    }

    #[test]
    fn mistakes_have_words() -> Result<(), Box<dyn Error>> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("tiny.safetensors");
        write_tiny_model(&file)?;
        let refused = |table, token| look_up(&file, table, &[token]).unwrap_err().to_string();
        assert_eq!(
            refused("weights", 0),
            "no tensor `weights`; the file has words.weight"
        );
        assert_eq!(
            refused("words.weight", 5),
            "index 5 at indices[0] (position 0) is out of range for axis 0 of size 5, expected -5 to 4"
        );
        Ok(())
    }
}
