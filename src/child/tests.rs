//! Children that are lines of shell.

#![cfg(unix)]

use super::temporary::TemporaryFolder;
use super::*;

/// Runs a line of shell, with the folder as its first argument.
fn shell(script: &str, sizes: &[(&str, u64)], limits: &Limits) -> Termination {
    let folder = TemporaryFolder::new().unwrap();
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
        Termination::Exited(exited) => exited,
        Termination::Stopped(reason) => panic!("{script}: {reason}"),
        Termination::OutputTooLarge(why) => panic!("{script}: {why}"),
    }
}

fn too_much(script: &str, sizes: &[(&str, u64)]) -> String {
    match shell(script, sizes, &Limits::unlimited()) {
        Termination::OutputTooLarge(why) => why.to_string(),
        Termination::Exited(exited) => panic!("{script}: {}", exited.status),
        Termination::Stopped(reason) => panic!("{script}: {reason}"),
    }
}

#[test]
fn output_can_be_read_even_if_the_files_were_removed() {
    let mut exited = exited("echo out; echo err >&2; rm \"$1\"/*; exit 3");
    assert_eq!(exited.status.code(), Some(3));
    assert_eq!(exited.printed.text().unwrap(), "out\n");
    assert_eq!(exited.printed.excerpt(), "'out'");
}

#[test]
fn a_child_that_opens_its_output_again_keeps_what_it_printed() {
    let mut exited = exited("echo 1; echo 2 > /dev/stdout; echo 3; echo 4 >> /dev/fd/1");
    assert_eq!(exited.printed.text().unwrap(), "1\n2\n3\n4\n");
}

#[test]
fn output_ends_with_the_child_even_if_another_process_keeps_it_open() {
    // It has left the group before the child ends, and is not killed with it.
    let mut exited = exited(
        "echo out; setsid sh -c 'touch \"$0\"/left; sleep 60; echo late' \"$1\" &
         while ! [ -e \"$1\"/left ]; do sleep 0.01; done",
    );
    assert_eq!(exited.printed.text().unwrap(), "out\n");
}

#[test]
fn deadlines_and_stop_flags_end_a_child() {
    let limits = Limits::unlimited().within(Duration::from_millis(100));
    assert!(matches!(
        shell("sleep 60", &[], &limits),
        Termination::Stopped(Reason::Timeout)
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
            Termination::Stopped(Reason::Interrupted)
        ));
    });
}

#[test]
fn no_file_grows_beyond_its_limit() {
    let message = too_much("yes >&2", &[]);
    assert_eq!(
        message,
        "it was ended: it wrote more than 64 MiB to standard error"
    );
    let message = too_much("yes > \"$1\"/proof", &[("proof", 3 << 20)]);
    assert_eq!(message, "it was ended: it wrote more than 3 MiB to proof");
    // Even if the child has ended before the first check.
    let message = too_much("echo 12345 > \"$1\"/proof", &[("proof", 5)]);
    assert_eq!(message, "it was ended: it wrote more than 5 bytes to proof");
    // Even if the file has no name any more.
    let message = too_much("rm \"$1\"/stdout; yes", &[]);
    assert!(
        message.ends_with("more than 256 MiB to standard output"),
        "{message}"
    );
}

#[test]
fn quotes_are_short() {
    let message = exited("printf '%01000d' 0").printed.excerpt();
    assert_eq!(message, format!("'{}…'", "0".repeat(LONGEST_QUOTE)));
}

#[test]
fn temporary_folders_are_removed() {
    let folder = TemporaryFolder::new().unwrap();
    let path = folder.path().to_owned();
    std::fs::write(path.join("file"), "text").unwrap();
    drop(folder);
    assert!(!path.exists());
}

/// They hold puzzles and proofs, and follow no umask.
#[test]
fn folders_of_solvers_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = TemporaryFolder::new().unwrap();
    let mode = std::fs::metadata(folder.path()).unwrap().permissions();
    assert_eq!(mode.mode() & 0o777, 0o700);
}
