//! The program prints how the distance shrinks.

use std::{io, process::Command};

#[test]
fn distances_shrink() -> io::Result<()> {
    let done = Command::new(env!("CARGO_BIN_EXE_gather-example-candle")).output()?;
    assert!(done.status.success(), "{done:?}");
    let text = String::from_utf8_lossy(&done.stdout);
    let distances: Vec<f32> = text
        .lines()
        .filter_map(|line| line.rsplit(' ').next()?.parse().ok())
        .collect();
    assert_eq!(distances.len(), 5, "{text}");
    assert_eq!(
        distances[0], 12.0,
        "three words of four numbers, all 1 away"
    );
    assert!(distances.is_sorted_by(|a, b| a > b), "{text}");
    Ok(())
}
