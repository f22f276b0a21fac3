//! What the system and whoever starts the program hand over: signals that are ignored, pipes in
//! the place of files, places that cannot be used.

use crate::children::honest;
use crate::support::{HARD, PUZZLE, Ran, command, quoted, run, satoku, script};
use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the program after a shell has run this.
fn after(shell: &str, args: &[&str], input: &str) -> Ran {
    let script = format!("{shell}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    command.args(["-c", &script, env!("CARGO_BIN_EXE_satoku")]);
    command.args(args).stdin(Stdio::piped());
    run(command.stdout(Stdio::piped()).stderr(Stdio::piped()), input)
}

/// Solvers were accused of crashes.
#[test]
fn solvers_end_as_usual_if_the_parent_ignores_the_end_of_children() {
    let folder = tempfile::tempdir().unwrap();
    let solver = script(folder.path(), "solver", &honest());
    let ran = after("trap '' CHLD", &["solve", "--solver", &solver], HARD);
    assert_eq!((&*ran.stderr, ran.code), ("", 0));
    assert_eq!(ran.stdout, satoku(&["solve"], HARD).stdout);
}

/// Each part of the program read it again.
#[test]
fn an_encoding_may_come_from_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.toml");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let own = include_str!("../../encodings/minimal.toml").replacen("\"minimal\"", "\"own\"", 1);
    let path = pipe.clone();
    let writer = std::thread::spawn(move || {
        let mut pipe = std::fs::File::options().write(true).open(path).unwrap();
        pipe.write_all(own.as_bytes()).unwrap();
    });
    let mut solve = command(&["solve", "--backend", "varisat", "--check", "all"]);
    let ran = run(
        solve.args(["--to", "json", "--encoding"]).arg(&pipe),
        PUZZLE,
    );
    writer.join().unwrap();
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    assert!(ran.stdout.contains("varisat/own"), "{}", ran.stdout);
}

#[test]
fn an_endless_encoding_is_refused() {
    for args in [
        &["encodings", "check", "/dev/zero"][..],
        &["encode", "--encoding", "/dev/zero", "-"],
    ] {
        let ran = satoku(args, PUZZLE);
        assert!(
            ran.stderr.contains("/dev/zero: holds more than 16 MiB"),
            "{}",
            ran.stderr
        );
        assert_eq!(ran.code, 2);
    }
}

/// Files and a folder of this name appeared.
#[test]
fn a_dash_is_no_name_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for args in [
        &["compare", "--random", "1", "--html", "-"][..],
        &["compare", "--random", "1", "--resume", "-"],
        &["compare", "--random", "1", "--findings", "-"],
        &["cubes", "--solve", "--resume", "-", "p.txt"],
        &["encodings", "measure", "--csv", "-", "p.txt"],
        &["man", "-o", "-"],
    ] {
        let ran = run(command(args).current_dir(folder.path()), "");
        let says = "expected a path on disk; './-' is a file or folder of that name";
        assert!(ran.stderr.contains(says), "{args:?}: {}", ran.stderr);
        assert_eq!(ran.code, 2, "{args:?}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

/// What was left stood in the way of the next run.
#[test]
fn pages_that_do_not_fit_on_the_disk_leave_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("pages");
    let args = ["man", "-o", pages.to_str().unwrap()];
    let ran = after("ulimit -f 1", &args, "");
    assert!(
        ran.stderr.contains("cannot be written: File too large"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, 4);
    assert_eq!(std::fs::read_dir(&pages).unwrap().count(), 0);
    assert_eq!(satoku(&args, "").code, 0);
}

#[test]
fn a_device_in_the_place_of_a_saved_state_is_not_to_be_removed() {
    let ran = satoku(&["cubes", "-", "--solve", "--resume", "/dev/null"], PUZZLE);
    assert!(
        ran.stderr.ends_with("; name another file\n"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.code, 2);
}

/// It was said not to exist.
#[test]
fn a_certificate_behind_a_loop_of_links_cannot_be_read() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("loop");
    std::os::unix::fs::symlink(&link, &link).unwrap();
    let ran = satoku(&["verify", link.to_str().unwrap()], "");
    assert!(ran.stderr.contains("Too many levels"), "{}", ran.stderr);
    assert_eq!(ran.code, 2);
}

/// The answers of this run were given the name, whatever had taken their place.
#[test]
fn the_file_of_another_program_does_not_become_the_output() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.txt");
    let partial = folder.path().join("out.txt.partial");
    let script = format!(
        "(cat; rm {partial}; echo other > {partial}) | {program} solve - -o {output}",
        partial = quoted(&partial),
        program = quoted(env!("CARGO_BIN_EXE_satoku")),
        output = quoted(&output),
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &script]).stdin(Stdio::piped());
    let ran = run(
        shell.stdout(Stdio::piped()).stderr(Stdio::piped()),
        &format!("{PUZZLE}\n").repeat(20_000),
    );
    let says = format!("another program replaced {}", partial.display());
    assert!(ran.stderr.contains(&says), "{}", ran.stderr);
    assert_eq!(ran.code, 4);
    assert!(!output.exists());
    assert_eq!(std::fs::read_to_string(&partial).unwrap(), "other\n");
}
