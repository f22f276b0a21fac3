//! Outputs named by a name alone, which is in the current folder and has no folder in it.

use crate::support::{self, HARD, command};
use std::path::Path;

/// Every way to write a file, with what is there afterwards.
const WRITERS: [(&str, &str); 27] = [
    ("solve -o x", "x"),
    ("solve -o x.gz", "x.gz"),
    ("solve -o x --resume", "x"),
    ("count -o x", "x"),
    ("enumerate -o x", "x"),
    ("candidates -o x", "x"),
    ("pyramid -o x", "x"),
    ("minimize -o x", "x"),
    ("canonical -o x", "x"),
    ("explain --redundant -o x", "x"),
    ("generate -o x", "x"),
    ("draw -o x.svg", "x.svg"),
    ("draw -o x/", "x/0001.svg"),
    ("encode -o x.cnf", "x.cnf"),
    ("encode -o x.cnf.xz", "x.cnf.xz"),
    ("solve --unique --certify x", "x/manifest.json"),
    ("solve --unique --certify x.zip", "x.zip"),
    ("count --certify x.zip", "x.zip"),
    ("pyramid --certify x.zip", "x.zip"),
    ("prove unique - -o x", "x/manifest.json"),
    ("prove unique - -o x.zip", "x.zip"),
    ("cubes --count 4 -o x", "x"),
    ("cubes --count 4 --certify x.zip", "x.zip"),
    ("cubes --count 4 --solve --resume x", "x"),
    ("compare - --html x --json=y --findings z", "x"),
    ("compare --random 1 --resume x", "x"),
    ("man -o x", "x/satoku.1"),
];

#[test]
fn outputs_can_be_names_in_the_current_folder() {
    for (words, written) in WRITERS {
        let folder = tempfile::tempdir().unwrap();
        let args: Vec<&str> = words.split(' ').collect();
        let mut command = command(&args);
        command.current_dir(folder.path());
        let ran = support::run(&mut command, &format!("{HARD}\n"));
        assert_eq!(ran.code, 0, "{words}: {}", ran.stderr);
        let is_there = folder.path().join(written).exists();
        assert!(is_there, "{words}: {:?}", names(folder.path()));
    }
}

/// What is in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name());
    names.map(|name| name.to_string_lossy().into()).collect()
}
