//! Signals: children are ended, temporary files removed, finished answers kept.

use crate::children::{honest, pid_in, runs};
use crate::support::signals::{await_handler, send};
use crate::support::{EMPTY, HARD, command, quoted, run, satoku, script, soon};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A run of the program that waits for a solver that never ends.
struct Hanging {
    child: Child,
    folder: tempfile::TempDir,
    solver: i32,
    escaped: i32,
}

impl Hanging {
    /// The solver has one child in its process group and one that left it.
    fn start(args: &[&str]) -> Hanging {
        let folder = tempfile::tempdir().unwrap();
        let temporary = folder.path().join("temporary");
        std::fs::create_dir(&temporary).unwrap();
        let pid = |name: &str| folder.path().join(name);
        let text = format!(
            "setsid sh -c 'echo $$ > \"$0\"; exec sleep 600' {} & echo $$ > {}; sleep 600",
            quoted(pid("escaped")),
            quoted(pid("solver"))
        );
        let solver = script(folder.path(), "solver", &text);
        let puzzle = folder.path().join("puzzle.txt").display().to_string();
        std::fs::write(&puzzle, format!("{HARD}\n")).unwrap();
        let args = [args, &["--solver", &solver, &puzzle]].concat();
        let mut command = command(&args);
        command.env("TMPDIR", &temporary).stdin(Stdio::null());
        let child = command.spawn().unwrap();
        Hanging {
            solver: pid_in(&pid("solver")),
            escaped: pid_in(&pid("escaped")),
            child,
            folder,
        }
    }

    fn temporary(&self) -> PathBuf {
        self.folder.path().join("temporary")
    }

    fn nothing_is_left(&self) {
        let left = || std::fs::read_dir(self.temporary()).unwrap();
        let is_empty = || left().count() == 0;
        assert!(soon(|| !runs(self.solver)), "the solver runs on");
        assert!(soon(is_empty), "left: {:?}", left().collect::<Vec<_>>());
        // Where there is /proc, the other one is found as well.
        if cfg!(target_os = "linux") {
            assert!(soon(|| !runs(self.escaped)), "what left the group runs on");
        } else {
            let _ = kill(Pid::from_raw(self.escaped), Signal::SIGKILL);
        }
    }
}

#[test]
fn signals_end_the_solver_with_all_that_it_started() {
    for (signal, code) in [
        (Signal::SIGINT, 130),
        (Signal::SIGTERM, 143),
        (Signal::SIGHUP, 129),
        (Signal::SIGXCPU, 152),
    ] {
        for verb in [&["solve"][..], &["compare"], &["count", "--jobs", "2"]] {
            let mut run = Hanging::start(verb);
            send(&run.child, signal);
            assert_eq!(
                run.child.wait().unwrap().code(),
                Some(code),
                "{signal} {verb:?}"
            );
            run.nothing_is_left();
        }
    }
}

#[test]
fn a_signal_while_a_proof_is_written_leaves_no_folder() {
    let place = tempfile::tempdir().unwrap();
    let certificate = place.path().join("certificate").display().to_string();
    let mut run = Hanging::start(&["prove", "unique", "-o", &certificate]);
    send(&run.child, Signal::SIGTERM);
    assert_eq!(run.child.wait().unwrap().code(), Some(143));
    run.nothing_is_left();
    assert_eq!(std::fs::read_dir(place.path()).unwrap().count(), 0);
}

#[test]
fn children_end_even_if_the_program_is_killed() {
    let mut run = Hanging::start(&["solve"]);
    send(&run.child, Signal::SIGKILL);
    assert_eq!(run.child.wait().unwrap().signal(), Some(9));
    run.nothing_is_left();
}

#[test]
fn answers_before_a_signal_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let here = folder.path().display().to_string();
    // Solves once, then hangs.
    let text = format!(
        "cd {}; if mkdir once; then {}; fi; touch hangs; sleep 600",
        quoted(folder.path()),
        honest()
    );
    let solver = script(folder.path(), "solver", &text);
    let (puzzles, answers) = (format!("{here}/puzzles.txt"), format!("{here}/answers.txt"));
    std::fs::write(&puzzles, format!("{HARD}\n{HARD}\n")).unwrap();
    let args = [
        "solve", "--solver", &solver, "--jobs", "1", "-o", &answers, &puzzles,
    ];
    let mut child = command(&args).spawn().unwrap();
    assert!(soon(|| folder.path().join("hangs").exists()));
    send(&child, Signal::SIGTERM);
    assert_eq!(child.wait().unwrap().code(), Some(143));
    let kept = std::fs::read_to_string(format!("{answers}.partial")).unwrap();
    assert_eq!(kept, satoku(&["solve"], HARD).stdout);
}

#[test]
fn nohup_is_respected() {
    let folder = tempfile::tempdir().unwrap();
    let solver = script(
        folder.path(),
        "solver",
        &format!("kill -HUP $PPID; sleep 1.5; {}", honest()),
    );
    let mut nohup = Command::new("nohup");
    nohup
        .args([env!("CARGO_BIN_EXE_satoku"), "solve", "--solver", &solver])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let ran = run(&mut nohup, HARD);
    assert_eq!((ran.stdout, ran.code), (satoku(&["solve"], HARD).stdout, 0));
}

/// As in the background of a script.
#[cfg(target_os = "linux")]
#[test]
fn signals_that_are_ignored_from_the_start_stay_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!(
        "kill -INT $PPID; kill -TERM $PPID; kill -HUP $PPID; sleep 1.5; {}",
        honest()
    );
    let solver = script(folder.path(), "solver", &text);
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "trap '' INT TERM HUP; exec \"$0\" \"$@\""])
        .args([env!("CARGO_BIN_EXE_satoku"), "solve", "--solver", &solver])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let ran = run(&mut shell, HARD);
    assert_eq!((ran.stdout, ran.code), (satoku(&["solve"], HARD).stdout, 0));
}

#[test]
fn what_leaves_the_group_of_a_solver_ends_with_it() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let pid = |name: &str| folder.path().join(name);
    // One leaves the group, one clears its environment as well, one is a grandchild.
    let text = format!(
        "notes='echo $$ > \"$0\"; exec sleep 600'
         setsid sh -c \"$notes\" {0} &
         env -i PATH=\"$PATH\" setsid sh -c \"$notes\" {1} &
         setsid sh -c 'setsid sh -c \"$0\" \"$1\" & sleep 600' \"$notes\" {2} &
         while ! [ -s {0} -a -s {1} -a -s {2} ]; do sleep 0.05; done; {3}",
        quoted(pid("a")),
        quoted(pid("b")),
        quoted(pid("c")),
        honest()
    );
    let solver = script(folder.path(), "solver", &text);
    let ran = satoku(&["solve", "--solver", &solver], HARD);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for name in ["a", "b", "c"] {
        assert!(!runs(pid_in(&pid(name))), "{name}");
    }
}

/// Threads that help with a puzzle end with the one that they help.
#[test]
fn an_interrupt_ends_all_threads_of_a_puzzle_that_takes_long() {
    for verb in [
        &["count"][..],
        &["candidates", "--limit", "1000000000"],
        &["pyramid"],
    ] {
        let folder = tempfile::tempdir().unwrap();
        let puzzle = folder.path().join("puzzle.txt");
        std::fs::write(&puzzle, format!("{EMPTY}\n")).unwrap();
        let args = [verb, &["--rules", "anti-knight", "--jobs", "4"]].concat();
        let mut command = command(&args);
        let mut child = command.arg(puzzle).stdout(Stdio::null()).spawn().unwrap();
        await_handler(&child);
        // Its threads share the puzzle after a moment.
        std::thread::sleep(Duration::from_secs(1));
        assert_eq!(child.try_wait().unwrap(), None, "{verb:?}");
        send(&child, Signal::SIGINT);
        assert_eq!(child.wait().unwrap().code(), Some(130), "{verb:?}");
    }
}
