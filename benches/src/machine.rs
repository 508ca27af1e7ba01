//! Where and when: the processor by its own name, caches, memory, the date. No names of hosts or users.

use std::{
    collections::BTreeMap,
    fs,
    time::{SystemTime, UNIX_EPOCH},
};

use crate::{contenders, pages, results::Machine};

/// This machine.
pub(crate) fn describe() -> Machine {
    let processor = field("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown".into());
    Machine {
        processor,
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        caches: caches(),
        memory: field("/proc/meminfo", "MemTotal").unwrap_or_default(),
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        pages: pages::policy(),
    }
}

/// What was measured, apart from the Python peers.
pub(crate) fn versions() -> BTreeMap<String, String> {
    let ours = [("gather-core", env!("CARGO_PKG_VERSION"))];
    let ours = ours.map(|(name, version)| (name.to_owned(), version.to_owned()));
    ours.into_iter()
        .chain(rustc().map(|version| ("rustc".to_owned(), version)))
        .chain(contenders::versions())
        .collect()
}

/// The compiler that cargo uses here.
fn rustc() -> Option<String> {
    let output = std::process::Command::new("rustc")
        .arg("--version")
        .output()
        .ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    text.split(' ').nth(1).map(str::to_owned)
}

/// The first line `name : value` of a file.
fn field(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find(|line| line.starts_with(name))?;
    let (_, value) = line.split_once(':')?;
    Some(value.trim().to_owned())
}

/// The caches that the first core sees.
fn caches() -> Vec<String> {
    let read = |n: u32, what: &str| {
        let path = format!("/sys/devices/system/cpu/cpu0/cache/index{n}/{what}");
        fs::read_to_string(path)
            .ok()
            .map(|text| text.trim().to_owned())
    };
    (0..8)
        .filter_map(|n| {
            let kind = read(n, "type").filter(|kind| kind != "Instruction")?;
            let shared = if kind == "Unified" { "" } else { "d" };
            Some(format!(
                "L{}{shared} {}",
                read(n, "level")?,
                read(n, "size")?
            ))
        })
        .collect()
}

/// Today in UTC, year-month-day.
pub(crate) fn today() -> String {
    let seconds = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// The Gregorian date of a day counted from 1970-01-01: years begin in March, so that the leap day is the
/// last of its year.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 {
        shifted + 3
    } else {
        shifted - 9
    };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn dates() {
        assert_eq!(civil(0), (1970, 1, 1), "the first day");
        assert_eq!(civil(11_016), (2000, 2, 29), "a leap day");
        assert_eq!(civil(20_772), (2026, 11, 15), "a day of ours");
    }
}
