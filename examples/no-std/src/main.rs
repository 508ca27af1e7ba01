//! Runs the kernels of the library on a machine that has an operating system.
//!
//! ```text
//! cargo run -p gather-example-no-std
//! ```

use gather_core::GatherError;
use gather_example_no_std::{PINS, Readings, replay};

fn main() -> Result<(), GatherError> {
    println!("{}", Readings::SPEC);
    let log = [10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33];
    let mut buffer = [0; 16];
    println!("  rows 2 and 0:  {:?}", replay(&log, &[2, 0], &mut buffer)?);
    if let Err(error) = replay(&log, &[2, 3], &mut buffer) {
        println!("  rows 2 and 3:  {error}");
    }
    println!("gathered by the compiler");
    println!("  pins:          {PINS:?}");
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_runs() {
        assert_eq!(super::main(), Ok(()));
    }
}
