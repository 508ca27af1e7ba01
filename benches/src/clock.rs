//! Time, and whether the machine was at its usual speed while it was taken.
//!
//! Machines are shared: now and then a core is slower for a while. A probe, a fixed chain of dependent
//! arithmetic, runs before and after every sample; a sample beside a slow probe is thrown away.

use core::{hint::black_box, time::Duration};
use std::time::Instant;

/// Links of the chain; some 50 µs.
const CHAIN: u32 = 40_000;
/// A probe may take so much longer than the fastest one so far.
const TOLERANCE: f64 = 1.06;
/// Slow windows are waited out this many times before a sample counts all the same.
const PATIENCE: u32 = 6;

/// The fastest probe so far, and how many samples were thrown away.
#[derive(Debug)]
pub(crate) struct Clock {
    fastest: Duration,
    pub(crate) discarded: u32,
    pub(crate) doubtful: u32,
}

impl Clock {
    pub(crate) fn new() -> Self {
        let fastest = (0..200).map(|_| probe()).min().unwrap_or_default();
        Self {
            fastest,
            discarded: 0,
            doubtful: 0,
        }
    }

    /// The seconds of one call out of `calls`, taken while the clock ran at full speed. After much waiting in
    /// vain the sample counts as it is and is called doubtful.
    pub(crate) fn sample<E>(
        &mut self,
        calls: u32,
        mut repeat: impl FnMut(u32) -> Result<(), E>,
    ) -> Result<f64, E> {
        for attempt in 0.. {
            let before = self.steady();
            let start = Instant::now();
            repeat(calls)?;
            let elapsed = start.elapsed();
            if before && self.steady() {
                return Ok(elapsed.as_secs_f64() / f64::from(calls));
            }
            if attempt == PATIENCE {
                self.doubtful += 1;
                return Ok(elapsed.as_secs_f64() / f64::from(calls));
            }
            self.discarded += 1;
        }
        Ok(f64::INFINITY)
    }

    fn steady(&mut self) -> bool {
        let now = probe();
        self.fastest = self.fastest.min(now);
        now.as_secs_f64() <= self.fastest.as_secs_f64() * TOLERANCE
    }
}

/// How many calls make a sample of at least this length.
pub(crate) fn calls_for<E>(
    length: Duration,
    mut repeat: impl FnMut(u32) -> Result<(), E>,
) -> Result<u32, E> {
    repeat(1)?;
    let mut calls = 1_u32;
    loop {
        let start = Instant::now();
        repeat(calls)?;
        let elapsed = start.elapsed();
        if elapsed >= length || calls >= 1 << 24 {
            return Ok(calls);
        }
        let wanted = length.as_nanos() / elapsed.as_nanos().max(1) + 1;
        calls = calls.saturating_mul(u32::try_from(wanted.clamp(2, 8)).unwrap_or(8));
    }
}

fn probe() -> Duration {
    let start = Instant::now();
    let mut value = black_box(1_u64);
    for _ in 0..CHAIN {
        value = value
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
    }
    black_box(value);
    start.elapsed()
}
