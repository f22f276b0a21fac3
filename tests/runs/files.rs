//! Files of answers: one run at a time, links, permissions, full disks.

use crate::place::Place;
use crate::support::{self, PUZZLE, Ran, SOLVED, await_lines, command, satoku};
use std::fs::Permissions;
use std::io::Write;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};

fn solve_to(output: &Path, more: &[&str]) -> Ran {
    let mut command = command(&["solve"]);
    let input = format!("{PUZZLE}\n");
    support::run(command.args(more).arg("-o").arg(output), &input)
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Runs the program with files limited to this many blocks of 512 bytes, as on a
/// full disk.
fn on_a_small_disk(blocks: u32, args: &[&str]) -> Command {
    let program = env!("CARGO_BIN_EXE_satoku");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, program]).args(args);
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

#[test]
fn the_second_of_two_writers_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.txt");
    for (verb, second) in [
        ("solve", &[][..]),
        ("solve", &["--resume"]),
        ("generate", &[]),
    ] {
        // The first run waits for its input.
        let mut first = command(&["solve", "--resume", "-"]);
        let mut first = first.arg("-o").arg(&output).spawn().unwrap();
        let mut input = first.stdin.take().unwrap();
        writeln!(input, "{PUZZLE}").unwrap();
        let partial = folder.path().join("out.txt.partial");
        await_lines(&partial, 1);
        let args = [&[verb], second].concat();
        let ran = support::run(command(&args).arg("-o").arg(&output), PUZZLE);
        let said = format!(
            "satoku: error: {}: another run writes to this file; wait until it ends, or name \
             another file\n",
            partial.display()
        );
        assert_eq!((ran.stderr, ran.code), (said, 2));
        writeln!(input, "{PUZZLE}").unwrap();
        drop(input);
        assert_eq!(first.wait().unwrap().code(), Some(0));
        let twice = format!("{SOLVED}\n{SOLVED}\n");
        assert_eq!(std::fs::read_to_string(&output).unwrap(), twice);
        std::fs::remove_file(&output).unwrap();
    }
}

/// The end of a compressed file is written when the run ends, also if that is because of an error.
#[test]
fn answers_that_could_not_be_kept_are_a_fault() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = satoku(&["generate", "--seed", "1", "--count", "200"], "").stdout;
    for name in ["out.gz", "out.zst"] {
        let output = folder.path().join(name);
        let name = output.to_str().unwrap();
        let mut command = on_a_small_disk(8, &["solve", "--jobs", "1", "-o", name]);
        let ran = support::run(&mut command, &format!("{puzzles}xx\n"));
        let malformed = "satoku: error: <stdin>:201:1: found 2 cells in 'xx'";
        let fault = format!("satoku: error: {name}: cannot be written: File too large");
        for says in [malformed, &fault] {
            assert!(ran.stderr.contains(says), "{name}: {}", ran.stderr);
        }
        assert_eq!(ran.code, 4, "{name}");
    }
}

#[test]
fn a_partial_file_that_is_a_link_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let [output, victim, partial] =
        ["out.txt", "victim", "out.txt.partial"].map(|name| folder.path().join(name));
    std::fs::write(&victim, "precious").unwrap();
    symlink(&victim, &partial).unwrap();
    let dangling = folder.path().join("nothing");
    for target in [&victim, &dangling] {
        std::fs::remove_file(&partial).unwrap();
        symlink(target, &partial).unwrap();
        for more in [&[][..], &["--resume"]] {
            let ran = solve_to(&output, more);
            assert_eq!(ran.code, 2);
            let says = "out.txt.partial: found a symbolic link, expected a file that an earlier";
            assert!(ran.stderr.contains(says), "{}", ran.stderr);
        }
        assert!(partial.is_symlink() && !dangling.exists() && !output.exists());
    }
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "precious");
    // Reports and journals are written atomically, too.
    std::fs::remove_file(&partial).unwrap();
    symlink(&victim, folder.path().join("out.txt.resume.json.partial")).unwrap();
    assert_eq!(solve_to(&output, &[]).code, 2);
    std::fs::remove_file(folder.path().join("out.txt.resume.json.partial")).unwrap();
    symlink(&victim, folder.path().join("out.txt.resume.json")).unwrap();
    assert_eq!(solve_to(&output, &[]).code, 0);
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "precious");
}

#[test]
fn a_file_keeps_its_permission_bits() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.txt");
    for bits in [0o600, 0o640, 0o666, 0o200] {
        std::fs::write(&output, "old").unwrap();
        std::fs::set_permissions(&output, Permissions::from_mode(bits)).unwrap();
        assert_eq!(solve_to(&output, &[]).code, 0);
        assert_eq!(mode(&output), bits);
        std::fs::remove_file(&output).unwrap();
    }
}

#[test]
fn a_read_only_file_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.txt");
    std::fs::write(&output, "precious").unwrap();
    std::fs::set_permissions(&output, Permissions::from_mode(0o444)).unwrap();
    for options in [&[][..], &["--resume"]] {
        let ran = solve_to(&output, options);
        assert!(
            ran.stderr.contains("out.txt: is read-only"),
            "{}",
            ran.stderr
        );
        assert_eq!(ran.code, 2);
    }
    assert_eq!(std::fs::read_to_string(&output).unwrap(), "precious");
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
}

/// The link was replaced by the answers.
#[test]
fn a_link_that_leads_to_itself_is_refused_and_kept() {
    let folder = tempfile::tempdir().unwrap();
    let [one, other] = ["one", "other"].map(|name| folder.path().join(name));
    symlink(&other, &one).unwrap();
    symlink(&one, &other).unwrap();
    let ran = solve_to(&one, &[]);
    let says = format!("{}: cannot be written: Too many levels", one.display());
    assert!(ran.stderr.contains(&says), "{}", ran.stderr);
    assert_eq!(ran.code, 2);
    assert!(one.is_symlink());
}

/// The signal of the system ended the program without a word.
#[test]
fn a_file_beyond_the_size_limit_of_the_system_is_exit_4() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.txt").display().to_string();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "ulimit -f 1; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_satoku"))
        .args(["solve", "-o", &output])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let ran = support::run(&mut shell, &format!("{PUZZLE}\n").repeat(100));
    assert!(ran.stderr.contains("File too large"), "{}", ran.stderr);
    assert_eq!(ran.code, 4);
}

#[test]
fn nobody_else_reads_the_answers_to_a_private_file_before_it_is_complete() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.txt");
    std::fs::write(&output, "old").unwrap();
    std::fs::set_permissions(&output, Permissions::from_mode(0o600)).unwrap();
    let ran = support::run(
        command(&["solve", "-o"]).arg(&output),
        &format!("{PUZZLE}\nwrong\n"),
    );
    assert_eq!(ran.code, 2);
    for name in ["out.txt.partial", "out.txt.resume.json"] {
        assert_eq!(mode(&folder.path().join(name)), 0o600, "{name}");
    }
}

#[test]
fn a_full_disk_is_exit_4_and_what_was_answered_is_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (input, output) = (file("in.txt"), file("out.txt"));
    let lines = 20_000;
    std::fs::write(&input, format!("{PUZZLE}\n").repeat(lines)).unwrap();
    let args = ["solve", &input, "-o", &output, "--resume"];
    let mut kept = 0;
    for blocks in [16, 1000, 2000] {
        let ran = support::run(&mut on_a_small_disk(blocks, &args), "");
        assert_eq!(ran.code, 4, "{}", ran.stderr);
        let says = format!("satoku: error: {output}: cannot be written: File too large");
        assert!(ran.stderr.contains(&says), "{}", ran.stderr);
        assert!(ran.stderr.contains("the answers so far are kept in"));
        let now = std::fs::metadata(file("out.txt.partial")).unwrap().len();
        assert!(now > kept && now <= u64::from(blocks) * 512);
        kept = now;
    }
    let ran = satoku(&args, "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    let whole = format!("{SOLVED}\n").repeat(lines);
    assert!(std::fs::read_to_string(&output).unwrap() == whole);
}

/// The hidden folder was named in which the certificate is made.
#[test]
fn a_full_disk_is_reported_for_the_certificate_that_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.txt").display().to_string();
    std::fs::write(&input, PUZZLE).unwrap();
    for name in ["certificate", "certificate.zip"] {
        let place = folder.path().join(name).display().to_string();
        for args in [
            &["prove", "unique", &input, "-o", &place][..],
            &["cubes", "--certify", &place, &input],
        ] {
            let ran = support::run(&mut on_a_small_disk(16, args), "");
            assert_eq!(ran.code, 4, "{args:?}: {}", ran.stderr);
            let is_named = ran.stderr.contains(&format!(" {place}/formula.cnf: "))
                || ran.stderr.contains(&format!(" {place}: "));
            assert!(is_named, "{args:?}: {}", ran.stderr);
            assert!(!ran.stderr.contains("partial"), "{args:?}: {}", ran.stderr);
        }
    }
}

#[test]
fn a_full_device_is_exit_4() {
    let puzzles = format!("{PUZZLE}\n");
    for args in [
        &["solve"][..],
        &["solve", "--to", "json"],
        &["count"],
        &["enumerate"],
        &["enumerate", "--to", "json"],
        &["minimize"],
        &["canonical"],
        &[
            "pyramid",
            "--to",
            "json",
            "--timeout",
            "1",
            "--method",
            "native",
        ],
        &["generate", "--seed", "1"],
        &["encode"],
        &["formats"],
        &["man"],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
        &["solve", "--help"],
    ] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let mut command = command(args);
        let mut child = command.stdout(full).spawn().unwrap();
        let _ = child.stdin.take().unwrap().write_all(puzzles.as_bytes());
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        let says = "satoku: error: standard output: cannot be written: No space left on device";
        assert!(
            said.lines().any(|line| line.starts_with(says)),
            "{args:?}: {said}"
        );
        assert_eq!(ended.status.code(), Some(4), "{args:?}");
    }
}

#[test]
fn answers_of_an_interrupted_run_are_not_replaced() {
    let place = Place::new(&format!("{PUZZLE}\n").repeat(3));
    place.stopped_behind(&["minimize"], &format!("{PUZZLE}\n").repeat(2));
    let kept = place.read("out.txt.partial");
    let [partial, journal] =
        ["out.txt.partial", "out.txt.resume.json"].map(|name| place.file(name));
    let says = format!(
        "satoku: error: {0}: holds the answers to 2 puzzles from an interrupted 'minimize'; \
         continue it with --resume, or remove {0} and {1} to start again\n",
        partial.display(),
        journal.display()
    );
    for args in [&["minimize"][..], &["count"], &["solve"]] {
        let ran = place.run(args);
        assert_eq!((ran.stderr, ran.code), (says.clone(), 2), "{args:?}");
        assert_eq!(place.read("out.txt.partial"), kept, "{args:?}");
        assert!(journal.exists(), "{args:?}");
    }
    std::fs::remove_file(&partial).unwrap();
    std::fs::remove_file(&journal).unwrap();
    assert_eq!(place.run(&["count"]).code, 0);
}
