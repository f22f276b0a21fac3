//! Long lists of 9×9 lines: the same answers however they are read, by whom and
//! by how many; runs that are killed and gone on with.

mod support;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use support::{Ran, command, satoku};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Lines of every kind: plain, with notes, with other signs for empty, 4×4,
/// without a solution, with many.
fn mixed() -> String {
    let file = |name: &str| -> String {
        let text = support::read(&format!("known/{name}.txt"));
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| format!("{}\n", &line[..81])).collect()
    };
    let mut text = String::from("puzzle,note\n");
    let many = file("many_solutions_10k");
    for (k, line) in file("17clue").lines().chain(many.lines()).enumerate() {
        match k % 7 {
            0 => writeln!(text, "{line},note {k}"),
            1 => writeln!(text, "\n# {k}\n{}", line.replace('.', "0")),
            2 => write!(text, "{line}\r\n"),
            3 => writeln!(text, "{}", line.replace('.', "_")),
            4 => writeln!(text, "1234............\n  {line}  "),
            5 => writeln!(text, "55{}", &line[2..]),
            _ => writeln!(text, "{line}"),
        }
        .unwrap();
    }
    text
}

fn same(ran: &Ran, expected: &Ran, what: &str) {
    assert_eq!(ran.stdout, expected.stdout, "{what}");
    assert_eq!(
        (&ran.stderr, ran.code),
        (&expected.stderr, expected.code),
        "{what}"
    );
}

#[test]
fn blocks_and_single_puzzles_have_the_same_answers() {
    let text = mixed();
    for verb in [
        &["solve", "--unique"][..],
        &["count", "--limit", "7"],
        &["count"],
    ] {
        let limited = [verb, &["--limit", "50"]].concat();
        let verb = if verb == ["count"] { &limited } else { verb };
        // A time limit is for single puzzles only.
        let single = satoku(
            &[verb, &["--timeout", "100", "--jobs", "1"]].concat(),
            &text,
        );
        assert_eq!(single.code, 1, "{}", single.stderr);
        for jobs in ["1", "2", "5"] {
            let ran = satoku(&[verb, &["--jobs", jobs]].concat(), &text);
            if verb[0] == "count" {
                same(&ran, &single, jobs);
            } else {
                // Which two of several solutions are shown is left open.
                let words = |ran: &Ran| -> Vec<String> {
                    let word = |line: &str| line.split('\t').next().unwrap().to_owned();
                    ran.stdout.lines().map(word).collect()
                };
                assert_eq!(words(&ran), words(&single));
                assert_eq!((ran.stderr, ran.code), (single.stderr.clone(), 1));
            }
        }
    }
}

#[test]
fn every_instruction_set_answers_the_same() {
    let text = mixed();
    let expected = satoku(&["count", "--limit", "9"], &text);
    for simd in ["avx512", "avx2", "portable"] {
        let ran = support::run(
            command(&["count", "--limit", "9"]).env("SATOKU_SIMD", simd),
            &text,
        );
        if !ran.stderr.contains("this processor has no") {
            same(&ran, &expected, simd);
        }
    }
    let ran = support::run(command(&["solve"]).env("SATOKU_SIMD", "mmx"), PUZZLE);
    assert_eq!(ran.code, 2);
    let expected =
        "satoku: error: SATOKU_SIMD: found 'mmx', expected one of avx512, avx2, portable\n";
    assert_eq!(ran.stderr, expected);
}

#[test]
fn lines_that_are_no_puzzles_stop_or_are_skipped_or_keep_their_place() {
    let text = format!("{PUZZLE}\n12x\n{PUZZLE},7\n{PUZZLE}9\n");
    let error = "<stdin>:2:1: found 3 cells in '12x', expected 81 cells, as on the lines before";
    let second = format!(
        "<stdin>:4:1: found 82 cells in '{}…', expected 81 cells, as on the lines before",
        &PUZZLE[..24]
    );
    let ran = satoku(&["solve"], &text);
    assert_eq!((ran.stdout, ran.code), (format!("{SOLVED}\n"), 2));
    assert_eq!(ran.stderr, format!("satoku: error: {error}\n"));
    let both = format!("satoku: error: {error}\nsatoku: error: {second}\n");
    // By the block, and one by one.
    for other in [&[][..], &["--timeout", "9"]] {
        let ran = satoku(&[&["solve", "--on-error", "skip"], other].concat(), &text);
        assert_eq!((ran.stdout, ran.code), (format!("{SOLVED}\n{SOLVED}\n"), 2));
        assert_eq!(ran.stderr, both);
        let ran = satoku(&[&["solve", "--on-error", "report"], other].concat(), &text);
        let expected = format!("{SOLVED}\nerror: {error}\n{SOLVED}\nerror: {second}\n");
        assert_eq!((ran.stdout, ran.code), (expected, 2));
        assert_eq!(ran.stderr, both);
    }
    let ran = satoku(&["solve", "--on-error", "report", "--to", "json"], &text);
    assert_eq!(
        ran.stdout.lines().nth(1).unwrap(),
        format!(r#"{{"error":"{error}"}}"#)
    );
    // A format whose puzzles have no line of their own cannot be gone on with.
    let ran = satoku(&["solve", "--on-error", "skip", "--from", "poj"], "2\nx\n");
    assert_eq!(ran.code, 2);
}

#[test]
fn statistics_say_what_was_checked() {
    let text = format!("{PUZZLE}\n{PUZZLE}\n55{}\n", &PUZZLE[2..]);
    let told = |args: &[&str]| {
        let ran = satoku(&[args, &["--stats"]].concat(), &text);
        let last = ran.stderr.lines().last().unwrap().to_owned();
        (
            last.starts_with("satoku: 3 puzzles in "),
            last.split(": ").last().unwrap().to_owned(),
        )
    };
    let none = "1 without a solution, 0 lines that are no puzzles";
    assert_eq!(
        told(&["solve"]),
        (true, format!("{none}, 2 solutions checked"))
    );
    assert_eq!(
        told(&["solve", "--no-verify"]),
        (true, format!("{none}, 0 solutions checked"))
    );
    assert_eq!(
        told(&["count", "--limit", "2"]),
        (true, format!("{none}, 2 solutions checked"))
    );
}

/// A file of real puzzles, long enough to be killed at.
fn long_list(folder: &Path) -> std::path::PathBuf {
    let mut text = String::new();
    while text.len() < 10_000_000 {
        text += &mixed().replace("puzzle,note\n", "");
    }
    let file = folder.join("puzzles.txt");
    std::fs::write(&file, text).unwrap();
    file
}

#[test]
fn a_run_that_was_killed_is_resumed_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let list = long_list(folder.path());
    for verb in [&["solve"][..], &["count", "--limit", "3"]] {
        let whole = folder.path().join("whole.txt");
        let solve = |output: &Path| {
            let mut command = command(&[]);
            command.args(verb).arg(&list).arg("-o").arg(output);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            command
        };
        let code = solve(&whole).status().unwrap().code();
        let expected = std::fs::read(&whole).unwrap();
        let output = folder.path().join("killed.txt");
        let partial = folder.path().join("killed.txt.partial");
        let mut killed = 0;
        for wait in [5, 20, 35, 50, 100, 200, 8, 1] {
            let mut child = solve(&output).arg("--resume").spawn().unwrap();
            std::thread::sleep(Duration::from_millis(wait));
            child.kill().unwrap();
            child.wait().unwrap();
            let written = std::fs::metadata(&partial).map_or(0, |data| data.len());
            killed += u32::from(written > 0 && !output.exists());
        }
        assert!(killed > 0, "no run was killed in the middle");
        let resumed = solve(&output).arg("--resume").status().unwrap().code();
        assert_eq!(resumed, code);
        assert!(std::fs::read(&output).unwrap() == expected, "{verb:?}");
        std::fs::remove_file(&output).unwrap();
    }
}

#[test]
fn any_beginning_is_resumed_to_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.txt");
    std::fs::write(&input, mixed().replace("\n# 8\n", "\nno puzzle\n")).unwrap();
    let output = folder.path().join("out.txt");
    let partial = folder.path().join("out.txt.partial");
    let run = |more: &[&str]| {
        let mut command = command(&[]);
        command.args(["solve", "--on-error", "report"]).args(more);
        support::run(command.arg(&input).arg("-o").arg(&output), "")
    };
    assert_eq!(run(&[]).code, 2);
    let expected = std::fs::read(&output).unwrap();
    for cut in (0..expected.len())
        .step_by(997)
        .chain([1, 81, 82, 83, expected.len()])
    {
        let _ = std::fs::remove_file(&output);
        std::fs::write(&partial, &expected[..cut]).unwrap();
        assert_eq!(run(&["--resume"]).code, 2, "cut at {cut}");
        assert!(std::fs::read(&output).unwrap() == expected, "cut at {cut}");
    }
    // A complete file is left alone, and its outcome told.
    assert_eq!(run(&["--resume"]).code, 2);
    assert!(std::fs::read(&output).unwrap() == expected);
}

#[test]
fn what_does_not_belong_to_the_input_is_not_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.txt");
    let partial = folder.path().join("out.txt.partial");
    let run = |input: &str, more: &[&str]| {
        let mut command = command(&[]);
        command
            .args(["solve", "--resume", "-o"])
            .arg(&output)
            .args(more);
        support::run(&mut command, input)
    };
    let other = format!("9{}\n", &SOLVED[1..]);
    for (kept, input) in [
        (&other, format!("{PUZZLE}\n")),
        (&format!("{SOLVED}\n{SOLVED}\n"), format!("{PUZZLE}\n")),
    ] {
        std::fs::write(&partial, kept).unwrap();
        let ran = run(&input, &[]);
        assert_eq!(ran.code, 2);
        let number = kept.lines().count();
        let expected = format!(
            "out.txt.partial: its line {number} is no answer to puzzle {number} of this input"
        );
        assert!(ran.stderr.contains(&expected), "{}", ran.stderr);
        assert_eq!(&std::fs::read_to_string(&partial).unwrap(), kept);
    }
    for (more, expected) in [
        (
            &["--to", "pretty"][..],
            "--resume: needs answers of one line each; use --to line",
        ),
        (&["--on-error", "skip"], "use --on-error report"),
    ] {
        let ran = run(PUZZLE, more);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
    let ran = satoku(&["solve", "--resume"], PUZZLE);
    assert!(
        ran.code == 2 && ran.stderr.contains("--output"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_partial_of_another_verb_is_not_gone_on_with() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.txt");
    let partial = folder.path().join("out.txt.partial");
    let input = format!("{PUZZLE}\n{PUZZLE}\n");
    for (kept, verb) in [
        ("2\n".to_owned(), &["solve"][..]),
        (format!("one\t{SOLVED}\n"), &["solve"]),
        (format!("{SOLVED}\n"), &["solve", "--unique"]),
        (format!("{SOLVED}\n"), &["count", "--limit", "2"]),
    ] {
        std::fs::write(&partial, kept).unwrap();
        let mut command = command(verb);
        command.args(["--resume", "-o"]).arg(&output);
        let ran = support::run(&mut command, &input);
        assert_eq!(ran.code, 2, "{verb:?}");
        let expected = "out.txt.partial: its line 1 is no answer to puzzle 1 of this input";
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
}

#[test]
fn a_complete_file_is_held_against_the_input_and_goes_on_where_that_grew() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out.txt");
    let run = |input: &str| {
        let mut command = command(&["solve", "--resume", "-o"]);
        support::run(command.arg(&output), input)
    };
    assert_eq!(run(&format!("{PUZZLE}\n")).code, 0);
    assert_eq!(run(&format!("{PUZZLE}\n{PUZZLE}\n")).code, 0);
    let twice = format!("{SOLVED}\n{SOLVED}\n");
    assert_eq!(std::fs::read_to_string(&output).unwrap(), twice);
    let ran = run(&format!("{PUZZLE}\n9{}\n", &SOLVED[1..]));
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("its line 2 is no answer"),
        "{}",
        ran.stderr
    );
    assert_eq!(std::fs::read_to_string(&output).unwrap(), twice);
    let ran = satoku(
        &["solve", "--unique", "--resume", "-o", "x", "--certify", "y"],
        PUZZLE,
    );
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("--certify: cannot go with --resume"),
        "{}",
        ran.stderr
    );
}
