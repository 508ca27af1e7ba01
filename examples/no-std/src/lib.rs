//! Kernels without the standard library and without an allocator, as firmware would have them.
//!
//! The library is `no_std` and depends on `gather-core` without its features `std` and `alloc`. What is
//! left is enough: a kernel over views writes into a buffer with `run_into`, and a kernel whose sizes are all
//! known takes and returns arrays, at run time or while compiling.
//!
//! ```text
//! cargo run -p gather-example-no-std
//! cargo build -p gather-example-no-std --lib --target thumbv7em-none-eabi    (with that target installed)
//! ```

#![no_std]
#![forbid(unsafe_code)]

use gather_core::{GatherError, View, gather_kernel};

/// Channels of one reading.
pub const CHANNELS: usize = 4;

gather_kernel!(
    /// Readings out of a log: rows of four channels, as many rows as there are.
    pub struct Readings: Gather, i16, u8, data = [_, 4], indices_rank = 1, axis = 0
);

gather_kernel!(
    /// The four channels in the order of the plug.
    pub struct Plug: Gather, u8, u8, data = [4], indices = [4]
);

/// Gathered by the compiler: the pin of each channel. An index out of range would not compile.
pub const PINS: [u8; CHANNELS] = Plug.eval(&[13, 14, 15, 16], &[3, 2, 0, 1]);

/// Copies the readings of the log at `rows` to the front of `out` and returns them.
///
/// # Errors
///
/// A log that is not whole readings, a row that is not there, a buffer that is too small.
pub fn replay<'a>(log: &[i16], rows: &[u8], out: &'a mut [i16]) -> Result<&'a [i16], GatherError> {
    let log = View::new(log, [log.len() / CHANNELS, CHANNELS])?;
    let rows = View::new(rows, [rows.len()])?;
    let (expected, found) = (
        Readings.output_shape(log.shape(), rows.shape())?.elements(),
        out.len(),
    );
    let Some(out) = out.get_mut(..expected) else {
        return Err(GatherError::OutputLength { expected, found });
    };
    Readings.run_into(log, rows, out)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: [i16; 12] = [10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33];

    #[test]
    fn readings_go_into_the_buffer() {
        let mut buffer = [0; 16];
        let out = replay(&LOG, &[2, 0], &mut buffer);
        assert_eq!(out, Ok(&[30, 31, 32, 33, 10, 11, 12, 13][..]));
    }

    #[test]
    fn mistakes_are_errors() {
        let mut buffer = [0; 16];
        let no_row = replay(&LOG, &[0, 3], &mut buffer);
        assert!(
            matches!(no_row, Err(GatherError::Index(bad)) if bad.value() == 3),
            "{no_row:?}"
        );
        let (expected, found) = (4, 3);
        assert_eq!(
            replay(&LOG, &[0], &mut [0; 3]),
            Err(GatherError::OutputLength { expected, found })
        );
        let (expected, found) = (8, 11);
        assert_eq!(
            replay(&LOG[..11], &[0], &mut buffer),
            Err(GatherError::SliceLength { expected, found })
        );
    }

    /// So many picks that with an allocator they would go through the loops of the dynamic calls.
    #[test]
    fn many_picks_are_a_loop() {
        let ramp = gather_kernel!(Gather, u8, u16, data = [8], indices = [600]);
        let (data, mut indices) = ([0, 10, 20, 30, 40, 50, 60, 70], [0; 600]);
        for (place, index) in (0..8).cycle().zip(&mut indices) {
            *index = place;
        }
        let mut out = [0; 600];
        assert_eq!(ramp.run_into(&data, &indices, &mut out), Ok(()));
        assert_eq!(out[592..], data);
        assert_eq!(ramp.run(&data, &indices), Ok(out));
        indices[599] = 8;
        let error = ramp.run_into(&data, &indices, &mut out).unwrap_err();
        assert_eq!(ramp.run(&data, &indices), Err(error));
    }

    #[test]
    fn the_compiler_has_gathered() {
        assert_eq!(PINS, [16, 15, 13, 14]);
    }
}
