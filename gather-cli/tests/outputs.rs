//! Where a result goes: whole or not at all, to a file that may be replaced, and not at all if the command
//! is interrupted.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use core::time::Duration;
use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Instant,
};

use support::{Bench, npy};

/// Makes a pipe with a name.
fn pipe(path: &Path) {
    let made = Command::new("mkfifo").arg(path).status().unwrap();
    assert!(made.success(), "a pipe at {}", path.display());
}

#[test]
fn what_is_there_and_is_no_file_to_replace_stays() {
    let bench = Bench::new();
    fs::create_dir(bench.path().join("folder.npy")).unwrap();
    pipe(&bench.path().join("pipe.npy"));
    let old = bench.write("old.npy", b"old");
    fs::set_permissions(&old, fs::Permissions::from_mode(0o444)).unwrap();
    for (target, cause) in [
        ("folder.npy", "is a directory"),
        ("pipe.npy", "is not a regular file"),
        ("old.npy", "the file is read-only"),
    ] {
        assert_eq!(
            bench.refused(&format!("axis data.npy indices.npy -o {target}")),
            format!("{target}: {cause}")
        );
    }
    assert_eq!(fs::read(old).unwrap(), b"old");
}

#[test]
fn a_folder_is_found_unwritable_before_the_work() {
    let bench = Bench::new();
    // The indices are bad as well, which only the work finds out.
    assert_eq!(
        bench.refused("axis data.npy --indices [9] -o none/out.npy"),
        "none/out.npy: no such file or directory"
    );
    // An error of the work removes what was made for its result.
    let message = bench.refused("axis data.npy --indices [9] -o out.npy");
    assert!(message.starts_with("--indices: index 9"), "{message}");
}

#[test]
fn inputs_may_be_pipes() {
    let bench = Bench::new();
    let path = bench.path().join("pipe");
    pipe(&path);
    let data = fs::read(bench.path().join("data.npy")).unwrap();
    let writer = thread::spawn(move || fs::write(path, data));
    assert_eq!(bench.printed("axis pipe --indices [2] -o out.npy"), "");
    writer.join().unwrap().unwrap();
    let printed = bench.printed("axis out.npy --indices 0");
    assert_eq!(printed, "f32 [2]\n[4.0, 5.0]\n");
}

#[test]
fn links_are_followed_and_permissions_kept() {
    let bench = Bench::new();
    fs::create_dir(bench.path().join("far")).unwrap();
    let real = bench.write("far/real.npy", b"old");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).unwrap();
    symlink("far/real.npy", bench.path().join("out.npy")).unwrap();
    bench.printed("axis data.npy indices.npy -o out.npy");
    let link = fs::symlink_metadata(bench.path().join("out.npy")).unwrap();
    assert!(link.is_symlink(), "the link is still one");
    assert!(fs::read(&real).unwrap().starts_with(b"\x93NUMPY"), "new");
    let mode = fs::metadata(&real).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    // A link to an input is that input.
    symlink("data.npy", bench.path().join("link.npy")).unwrap();
    assert_eq!(
        bench.refused("axis data.npy indices.npy -o link.npy"),
        "link.npy: the output must not be one of the inputs"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_in_one_line() {
    let bench = Bench::new();
    let full = fs::OpenOptions::new().write(true).open("/dev/full");
    let done = Command::new(env!("CARGO_BIN_EXE_gather"))
        .args(["axis", "data.npy", "indices.npy"])
        .current_dir(bench.path())
        .stdout(full.unwrap())
        .output()
        .unwrap();
    let message = String::from_utf8(done.stderr).unwrap();
    assert_eq!(
        (done.status.code(), message.as_str()),
        (
            Some(2),
            "gather: error: standard output: no space left on device\n"
        )
    );
}

/// A gather whose result has 128 MiB, on its way, with signals as they are by default or ignored; whoever runs the
/// tests may have decided otherwise.
fn long_work(bench: &Bench, signals: &[&str]) -> Child {
    Command::new("env")
        .args(signals)
        .arg(env!("CARGO_BIN_EXE_gather"))
        .args(["axis", "wide.npy", "many.npy", "-o", "out.npy"])
        .current_dir(bench.path())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Waits until the room for the result is there; false if the work was done before that was seen.
fn wait_for_room(bench: &Bench, child: &mut Child) -> bool {
    let is_room = |name: &String| name.starts_with(".gather-");
    let end = Instant::now() + Duration::from_secs(60);
    loop {
        assert!(Instant::now() < end, "the work begins or ends");
        if bench.files().iter().any(is_room) {
            return true;
        }
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Sends a signal to a gather that has begun, and gives its exit code; `None` if it was done before. Nothing
/// but its result may be left.
fn interrupted(bench: &Bench, signals: &[&str], signal: &str) -> Option<i32> {
    let before = bench.files();
    let mut child = long_work(bench, signals);
    let begun = wait_for_room(bench, &mut child);
    if begun {
        let id = child.id().to_string();
        Command::new("kill").args([signal, &id]).status().unwrap();
    }
    let code = child.wait().unwrap().code();
    let result = fs::remove_file(bench.path().join("out.npy"));
    assert_eq!(result.is_ok(), code == Some(0), "{signal}: {code:?}");
    assert_eq!(bench.files(), before, "{signal}");
    code.filter(|_| begun)
}

/// Whether a gather that gets this signal is ended by it. On a busy machine the work may be done before
/// the signal comes; then it is tried again.
fn ends(bench: &Bench, signals: &[&str], signal: &str) -> bool {
    (0..20).any(|_| interrupted(bench, signals, signal) == Some(130))
}

/// Whether every gather goes on to its end that gets this signal, of some that get it in time.
fn goes_on(bench: &Bench, signals: &[&str], signal: &str) -> bool {
    let codes = (0..20).filter_map(|_| interrupted(bench, signals, signal));
    let codes: Vec<i32> = codes.take(3).collect();
    !codes.is_empty() && codes.iter().all(|code| *code == 0)
}

/// A bench with the inputs of [`long_work`].
fn wide_bench() -> Bench {
    let bench = Bench::new();
    bench.write("wide.npy", &npy("|u1", false, "(2, 4096)", &[7; 2 * 4096]));
    bench.write("many.npy", &npy("|u1", false, "(32768,)", &[1; 32768]));
    bench
}

const BY_DEFAULT: &str = "--default-signal=INT,TERM,HUP";

#[test]
fn an_interrupt_leaves_nothing_behind() {
    let bench = wide_bench();
    for signal in ["-INT", "-TERM", "-HUP"] {
        assert!(ends(&bench, &[BY_DEFAULT], signal), "{signal}");
    }
}

#[test]
fn an_ignored_signal_stays_ignored_and_the_others_are_handled() {
    let bench = wide_bench();
    let nohup = [BY_DEFAULT, "--ignore-signal=HUP"];
    assert!(goes_on(&bench, &nohup, "-HUP"));
    assert!(ends(&bench, &nohup, "-INT"));
    let in_background = [BY_DEFAULT, "--ignore-signal=INT"];
    assert!(goes_on(&bench, &in_background, "-INT"));
    assert!(ends(&bench, &in_background, "-TERM"));
}
