//! Where the system gives no threads.

use crate::support::{self, command};

/// A stack of 128 TiB cannot be had, so that no thread starts.
#[cfg(target_pointer_width = "64")]
#[test]
fn where_no_thread_can_be_started_the_first_one_does_the_work() {
    let lines = format!("{}\n", support::PUZZLE).repeat(3);
    let runs: [(&[&str], i32, &str); 4] = [
        (&["solve", "--jobs", "4"], 0, support::SOLVED),
        (&["count", "--jobs", "4"], 0, "1\n1\n1\n"),
        (
            &["solve", "--backend", "portfolio"],
            4,
            "no thread could be started",
        ),
        (&["pyramid", "--jobs", "4"], 0, "2846"),
    ];
    for (args, code, says) in runs {
        let mut command = command(args);
        let ran = support::run(
            command.env("RUST_MIN_STACK", (1_u64 << 47).to_string()),
            &lines,
        );
        assert!(
            ran.stdout.contains(says),
            "{args:?}: {} {}",
            ran.stdout,
            ran.stderr
        );
        assert_eq!(ran.code, code, "{args:?}: {}", ran.stderr);
    }
    let mut command = command(&["cubes", "--count", "4", "--solve", "--jobs", "4"]);
    let command = command.env("RUST_MIN_STACK", (1_u64 << 47).to_string());
    let ran = support::run(command, &format!("{}\n", support::PUZZLE));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}
