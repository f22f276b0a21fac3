//! Runs that are interrupted while a finding is shrunk.

use crate::support::{command, satoku, script, signals::send};
use nix::sys::signal::Signal;
use std::io::{BufRead, BufReader, Read};

/// Denies every formula but small ones, slowly enough to be interrupted.
const LIAR: &str = "n=$(sed -n 's/^p cnf [0-9]* //p' \"$1\"); sleep 0.01\n\
    if [ \"$n\" -gt 40 ]; then echo 's UNSATISFIABLE'; exit 20; fi\n\
    echo 's UNKNOWN'";

#[test]
fn a_run_interrupted_while_it_shrinks_goes_on_to_the_same_report() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let solver = script(folder.path(), "liar", LIAR);
    let (state, found) = (path("state.json"), path("found"));
    let options = [
        "compare",
        "--random=1",
        "--seed=7",
        "--box=2x2",
        "--kinds=few",
        "--encoding=extended",
        "--limit=2",
        "--jobs=1",
        "--solver",
        &solver,
    ];
    let whole = satoku(&options, "");
    assert_eq!(whole.code, 1, "{}", whole.stderr);
    let saved = [
        &options[..],
        &["--resume", &state, "--findings", &found][..],
    ]
    .concat();
    let mut child = command(&saved).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut told = String::new();
    output.read_line(&mut told).unwrap();
    assert!(told.starts_with("seed 7: "), "{told}");
    send(&child, Signal::SIGINT);
    output.read_to_string(&mut told).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{told}");
    assert!(told.contains("; shrinking was interrupted\n"), "{told}");
    let story = path("found/finding-001-wrong-unsat-liar.md");
    let text = std::fs::read_to_string(&story).unwrap();
    assert!(text.contains("\nShrinking was interrupted, so"), "{text}");

    let rest = satoku(&saved, "");
    let told = rest.stdout.lines().filter(|l| !l.starts_with("  saved: "));
    assert_eq!(
        told.collect::<Vec<_>>(),
        whole.stdout.lines().collect::<Vec<_>>()
    );
    let text = std::fs::read_to_string(&story).unwrap();
    assert!(!text.contains("interrupted"), "{text}");
}
