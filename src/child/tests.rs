//! Children that are lines of shell.

#![cfg(unix)]

use super::temporary::Folder;
use super::*;
use std::time::Instant;

/// Runs a line of shell, with the folder as its first argument.
fn shell(script: &str, sizes: &[(&str, u64)], limits: &Limits) -> Ended {
    let folder = Folder::new().unwrap();
    let mut command = Command::new("sh");
    command.args(["-c", script, "sh"]).arg(folder.path());
    let sizes = sizes.iter().map(|&(name, most)| SizeLimit {
        path: folder.path().join(name),
        name: name.to_owned(),
        most,
    });
    run(command, folder.path(), sizes.collect(), limits).unwrap()
}

fn exited(script: &str) -> Exited {
    match shell(script, &[], &Limits::unlimited()) {
        Ended::Exited(exited) => exited,
        Ended::Stopped(reason) => panic!("{script}: {reason}"),
        Ended::TooMuch(why) => panic!("{script}: {why}"),
    }
}

fn too_much(script: &str, sizes: &[(&str, u64)]) -> String {
    match shell(script, sizes, &Limits::unlimited()) {
        Ended::TooMuch(why) => why.to_string(),
        Ended::Exited(exited) => panic!("{script}: {}", exited.status),
        Ended::Stopped(reason) => panic!("{script}: {reason}"),
    }
}

#[test]
fn what_is_printed_can_be_read_whatever_became_of_the_files() {
    let mut exited = exited("echo out; echo err >&2; rm \"$1\"/*; exit 3");
    assert_eq!(exited.status.code(), Some(3));
    assert_eq!(exited.printed.text().unwrap(), "out\n");
    assert_eq!(exited.printed.excerpt(), "'out'");
}

#[test]
fn the_end_of_a_child_is_noticed_at_once() {
    // Of several, because other tests run beside this one.
    let best = (0..20).map(|_| {
        let mut exited = exited("date +%s%N");
        let now = std::time::SystemTime::now();
        let now = now.duration_since(std::time::UNIX_EPOCH).unwrap();
        let then: u64 = exited.printed.text().unwrap().trim().parse().unwrap();
        now - Duration::from_nanos(then)
    });
    // A pause between two looks was up to 10 ms before.
    let best = best.min().unwrap();
    assert!(best < Duration::from_millis(4), "{best:?}");
}

#[test]
fn limits_of_time_are_kept_and_stop_flags_are_seen() {
    let start = Instant::now();
    let limits = Limits::unlimited().within(Duration::from_millis(100));
    assert!(matches!(
        shell("sleep 60", &[], &limits),
        Ended::Stopped(Reason::Timeout)
    ));
    let flag = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let limits = Limits::unlimited().stopped_by(flag.clone());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            flag.store(true, std::sync::atomic::Ordering::Relaxed);
        });
        assert!(matches!(
            shell("sleep 60", &[], &limits),
            Ended::Stopped(Reason::Interrupted)
        ));
    });
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn no_file_grows_beyond_its_limit() {
    let said = too_much("yes >&2", &[]);
    assert_eq!(
        said,
        "it was ended: it wrote more than 64 MiB to standard error"
    );
    let said = too_much("yes > \"$1\"/proof", &[("proof", 3 << 20)]);
    assert_eq!(said, "it was ended: it wrote more than 3 MiB to proof");
    // Even if the child has ended before anybody looked.
    let said = too_much("echo 12345 > \"$1\"/proof", &[("proof", 5)]);
    assert_eq!(said, "it was ended: it wrote more than 5 bytes to proof");
    // Even if the file has no name any more.
    let said = too_much("rm \"$1\"/stdout; yes", &[]);
    assert!(
        said.ends_with("more than 256 MiB to standard output"),
        "{said}"
    );
}

#[test]
fn quotes_are_short() {
    let said = exited("printf '%01000d' 0").printed.excerpt();
    assert_eq!(said, format!("'{}…'", "0".repeat(LONGEST_QUOTE)));
}

#[test]
fn temporary_folders_go_away() {
    let folder = Folder::new().unwrap();
    let path = folder.path().to_owned();
    std::fs::write(path.join("file"), "text").unwrap();
    drop(folder);
    assert!(!path.exists());
}
