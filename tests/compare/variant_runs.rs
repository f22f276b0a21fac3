//! Comparisons of variants: pipes, time limits, signals, replays.

use crate::support::signals::{await_handler, send};
use crate::support::{command, path, read, satoku, soon};
use nix::sys::signal::Signal;
use std::io::Write;
use std::time::Duration;

const COMMON: [&str; 5] = ["compare", "--encoding", "extended", "--limit", "2"];
const VARIANTS: &str = "variants/thermo.jsonl";

fn own_rule() -> String {
    include_str!("../../rules/anti-king.toml").replace("\"anti-king\"", "\"own\"")
}

#[test]
fn a_rule_file_may_be_a_pipe() {
    let file = path(VARIANTS);
    for verb in ["compare", "minimize"] {
        let ran = satoku(&[verb, "--rules", "/dev/stdin", &file], &own_rule());
        assert!(ran.code < 2, "{verb}: {}", ran.stderr);
        assert_eq!(ran.stderr, "", "{verb}");
    }
}

#[test]
fn a_time_ends_a_comparison_of_variants_that_waits_for_its_input() {
    let mut child = command(&[&COMMON[..], &["--for", "1s", "-"]].concat())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // Each puzzle is compared when it comes; then there is no more, but the pipe stays open.
    input.write_all(read(VARIANTS).as_bytes()).unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let _ = input.write_all(read(VARIANTS).as_bytes());
    let has_ended = soon(|| child.try_wait().unwrap().is_some());
    let _ = child.kill();
    assert!(has_ended, "the run waits for more input");
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.ends_with(" 0 left open: no disagreement\n"), "{told}");
    // More may come.
    assert_eq!(output.status.code(), Some(3), "{told}");
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.contains("before the end of the input"), "{told}");
    drop(input);
}

#[test]
fn variants_that_no_backend_answers_in_time_are_left_open() {
    let timed = [
        "--random",
        "3",
        "--rules",
        "diagonal",
        "--timeout",
        "0.000000001",
    ];
    let ran = satoku(&[&COMMON[..], &timed].concat(), "");
    assert!(ran.stdout.contains("3 puzzles, "), "{}", ran.stdout);
    assert_eq!(ran.code, 3, "{}", ran.stdout);
}

#[test]
fn a_comparison_of_variants_says_that_it_was_interrupted() {
    let random = ["--for", "1h", "--rules", "diagonal"];
    let child = command(&[&COMMON[..], &random].concat()).spawn().unwrap();
    await_handler(&child);
    send(&child, Signal::SIGINT);
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(
        told.contains("the report covers what was compared before"),
        "{told}"
    );
}

#[test]
fn a_replay_names_rule_files_whatever_they_are_called() {
    let folder = tempfile::tempdir().unwrap();
    let rule = folder.path().join("own-rule").display().to_string();
    std::fs::write(&rule, own_rule()).unwrap();
    let solver = crate::support::script(folder.path(), "liar", "echo 's UNSATISFIABLE'; exit 20");
    let random = [
        "--random", "1", "--seed", "3", "--rules", &rule, "--solver", &solver,
    ];
    let ran = satoku(&[&COMMON[..], &random].concat(), "");
    assert_eq!(ran.code, 1, "{}{}", ran.stdout, ran.stderr);
    let named = format!("--from json --rules '{rule}'");
    assert!(ran.stdout.contains(&named), "{}", ran.stdout);
}
