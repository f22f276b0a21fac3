//! Runs the examples in README.md, encodings/README.md, docs/ and verify/.
//!
//! In a block marked `console`, a line that starts with `$ ` is a command for
//! the shell, run at the top of the repository with `satoku` on the path; the
//! lines up to the next command are what it prints.

use crate::support::in_checkout;
use std::path::Path;
use std::process::Command;

fn run_examples(file: &str) -> usize {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join(file)).unwrap();
    let mut count = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in format!("\n{block}").split("\n$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap_or((example, ""));
            assert_eq!(
                run(root, command).trim_end(),
                expected.trim_end(),
                "{command}"
            );
            count += 1;
        }
    }
    count
}

fn run(root: &Path, command: &str) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_satoku"));
    let mut path = program.parent().unwrap().as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(root)
        .env("PATH", path)
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{command}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_readme_tells_the_truth() {
    assert!(run_examples("README.md") >= 17);
}

#[test]
fn the_documents_beside_it_tell_the_truth() {
    for (file, examples) in [
        ("docs/certificates.md", 2),
        ("docs/lists.md", 2),
        ("verify/FORMAT.md", 1),
    ] {
        if in_checkout(file).is_some() {
            assert!(run_examples(file) >= examples, "{file}");
        }
    }
}

#[test]
fn the_readme_of_the_encodings_tells_the_truth() {
    assert!(run_examples("encodings/README.md") >= 7);
}
