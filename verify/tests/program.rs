//! The program `satoku-verify` as its users see it.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, Output};

fn run(args: &[&OsStr]) -> Output {
    let program = Command::new(env!("CARGO_BIN_EXE_satoku-verify"))
        .args(args)
        .output();
    program.unwrap()
}

/// A certificate of the repository.
fn folder(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name)
}

#[test]
fn the_exit_code_says_what_the_last_line_says() {
    let copy = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(folder("count")).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), copy.path().join(entry.file_name())).unwrap();
    }
    let claim = copy.path().join("claim.txt");
    std::fs::write(&claim, "Something else.\n").unwrap();
    let maximum = folder("maximum");
    let formula = maximum.join("formula.cnf");
    let proof = maximum.join("proof.drat");
    let empty = tempfile::tempdir().unwrap();
    for (args, code, says) in [
        (&[folder("count").as_os_str()][..], 0, "verified: "),
        (&[maximum.as_os_str()], 0, "verified: "),
        (&[formula.as_os_str(), proof.as_os_str()], 0, "verified: "),
        (&[copy.path().as_os_str()], 1, "rejected: "),
        (&[proof.as_os_str(), formula.as_os_str()], 2, ""),
        (&[empty.path().as_os_str()], 2, ""),
        (&[claim.as_os_str()], 2, ""),
        (&[], 2, ""),
    ] {
        let output = run(args);
        let told = String::from_utf8(output.stdout).unwrap();
        let last = told.lines().last().unwrap_or_default();
        assert!(last.starts_with(says), "{args:?}: {told}");
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        assert_eq!(output.stderr.is_empty(), code != 2, "{args:?}");
    }
}

#[test]
fn the_version_and_the_help_are_printed() {
    let version = concat!("satoku-verify ", env!("CARGO_PKG_VERSION"), "\n");
    for (option, says) in [
        ("--version", version),
        ("-V", version),
        ("--help", "Usage:\n  satoku-verify FOLDER "),
        ("-h", "Usage:\n  satoku-verify FOLDER "),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_satoku-verify"))
            .arg(option)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{option}");
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.contains(says), "{option}: {told}");
    }
}
