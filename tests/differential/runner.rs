//! Answers a stream of cases on standard input, on standard output; `gather_tests::stream` has the protocol.

use std::{
    io::{self, BufReader, BufWriter},
    process::ExitCode,
};

use gather_tests::stream;

fn main() -> ExitCode {
    let cases = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let answers = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    match stream::answer(cases, answers) {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
