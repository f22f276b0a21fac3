//! Readers that close their pipe before the end.

use crate::support::{EMPTY, PUZZLE, command};
use std::io::Write;

#[test]
fn a_closed_pipe_ends_quietly() {
    let many = format!("{PUZZLE}\n").repeat(5000);
    let mut child = command(&["solve", "-"]).spawn().unwrap();
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let _ = stdin.write_all(many.as_bytes());
    drop(stdin);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), "");
    assert_eq!(ended.status.code(), Some(0));
}

/// Whoever pipes a verdict into another program still learns it.
#[test]
fn a_closed_pipe_hides_no_outcome() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    std::fs::write(path("cnf"), "p cnf 1 1\n1 0\n").unwrap();
    std::fs::write(path("proof"), "0\n").unwrap();
    std::fs::write(path("large"), "p cnf 50000 1\n50000 0\n").unwrap();
    let large = path("large");
    let clashing = format!("55{}\n", ".".repeat(79));
    let (cnf, proof) = (path("cnf"), path("proof"));
    for (args, input, code) in [
        (&["verify", "--formula", &cnf, "--proof", &proof][..], "", 1),
        (
            &["verify", "--json", "--formula", &cnf, "--proof", &proof],
            "",
            1,
        ),
        (&["sat", &cnf], "", 10),
        (&["sat", &large], "", 10),
        (&["solve", "-"], &clashing, 1),
        (
            &["pyramid", "--timeout", "0.000001", "--from", "line", "-"],
            &format!("{EMPTY}\n"),
            3,
        ),
        (
            &["decode", "--puzzles", "-", "/dev/null"],
            &format!("{PUZZLE}\n"),
            2,
        ),
    ] {
        let mut child = command(args).spawn().unwrap();
        drop(child.stdout.take());
        child
            .stdin
            .take()
            .unwrap()
            .write_all(input.as_bytes())
            .unwrap();
        let ended = child.wait_with_output().unwrap();
        assert_eq!(ended.status.code(), Some(code), "{args:?}");
    }
}
