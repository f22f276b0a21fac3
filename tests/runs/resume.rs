//! `--resume` ends with the same bytes as an uninterrupted run, or is refused.

use super::OTHER;
use super::place::Place;
use crate::support::{self, PUZZLE, SOLVED, command, mixed};

#[test]
fn a_run_that_was_killed_is_resumed_to_the_same_bytes() {
    let mut text = String::new();
    while text.len() < 10_000_000 {
        text += &mixed().replace("puzzle,note\n", "");
    }
    let place = Place::new(&text);
    for args in [&["solve"][..], &["count", "--limit", "3"]] {
        place.is_resumed_after_kills(args);
    }
}

#[test]
fn any_beginning_is_resumed_to_the_same_bytes() {
    let place = Place::new(&mixed().replace("\n# 8\n", "\nno puzzle\n"));
    let args = ["solve", "--on-error", "report"];
    let whole = place.cut_at(&args, 0);
    let more = [1, 81, 82, 83, whole.len()];
    for cut in (0..whole.len()).step_by(997).chain(more) {
        place.cut_at(&args, cut);
        let ran = place.run(&[&args[..], &["--resume"]].concat());
        assert_eq!(ran.code, 2, "cut at {cut}: {}", ran.stderr);
        assert!(place.read("out.txt") == whole, "cut at {cut}");
    }
    // A complete file stays as it is, and its exit code is repeated.
    assert_eq!(
        place
            .run(&["solve", "--on-error", "report", "--resume"])
            .code,
        2
    );
    assert!(place.read("out.txt") == whole);
}

#[test]
fn a_run_that_is_complete_leaves_no_journal_unless_it_may_be_resumed() {
    let place = Place::new(&format!("{PUZZLE}\n"));
    assert_eq!(place.run(&["solve"]).code, 0);
    let files = || place.0.path().read_dir().unwrap().count();
    assert_eq!(files(), 2);
    place.refused(&["solve"], "out.txt: exists without ");
    std::fs::remove_file(place.file("out.txt")).unwrap();
    assert_eq!(place.run(&["solve", "--resume"]).code, 0);
    assert_eq!(files(), 3);
}

/// It was written once more.
#[test]
fn a_complete_file_is_left_alone() {
    for (args, input, code) in [
        (&["solve"][..], format!("{PUZZLE}\n{OTHER}\n"), 0),
        (
            &["solve", "--on-error", "report"],
            format!("{PUZZLE}\nwrong\n"),
            2,
        ),
        (&["count"], format!("{PUZZLE}\n"), 0),
        (&["minimize"], format!("{PUZZLE}\n"), 0),
    ] {
        let place = Place::new(&input);
        let args = [args, &["--resume"]].concat();
        assert_eq!(place.run(&args).code, code);
        let written = || {
            std::fs::metadata(place.file("out.txt"))
                .unwrap()
                .modified()
                .unwrap()
        };
        let (before, answers) = (written(), place.read("out.txt"));
        let ran = place.run(&args);
        assert_eq!(ran.code, code, "{args:?}");
        let says = "out.txt: is complete; nothing was added\n";
        assert!(ran.stderr.ends_with(says), "{args:?}: {}", ran.stderr);
        assert_eq!((written(), place.read("out.txt")), (before, answers));
        assert!(!place.file("out.txt.partial").exists());
    }
}

#[test]
fn what_an_error_stopped_is_gone_on_with_when_the_line_is_mended() {
    let place = Place::new(&format!("{PUZZLE}\n{PUZZLE}\nwrong\n{OTHER}\n"));
    assert_eq!(place.run(&["solve"]).code, 2);
    assert_eq!(
        place.read("out.txt.partial"),
        format!("{SOLVED}\n{SOLVED}\n").as_bytes()
    );
    place.write("in.txt", format!("{PUZZLE}\n{PUZZLE}\n{PUZZLE}\n{OTHER}\n"));
    let ran = place.run(&["solve", "--resume"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
    assert_eq!(
        place.read("out.txt"),
        format!("{SOLVED}\n").repeat(4).as_bytes()
    );
}

#[test]
fn counts_of_another_input_are_not_kept() {
    let place = Place::new(&format!("{PUZZLE}\n").repeat(500));
    let args = ["count", "--limit", "2"];
    place.stopped_behind(&args, &format!("{PUZZLE}\n").repeat(300));
    // As many lines of the same length, each with one solution.
    place.write("in.txt", format!("{OTHER}\n").repeat(500));
    place.refused(&args, "the input differs within its first 300 puzzles");
    place.write("in.txt", format!("{PUZZLE}\n").repeat(299));
    place.refused(&args, "it answers 300 puzzles, the input holds 299");
    place.write(
        "in.txt",
        format!("{PUZZLE}\n").repeat(299) + &format!("{OTHER}\n"),
    );
    place.refused(&args, "the input differs within its first 300 puzzles");
    place.write(
        "in.txt",
        format!("{PUZZLE}\n").repeat(300) + &format!("{OTHER}\n"),
    );
    assert_eq!(place.run(&["count", "--limit", "2", "--resume"]).code, 0);
    assert_eq!(place.read("out.txt"), "1\n".repeat(301).as_bytes());
}

#[test]
fn answers_of_another_kind_of_run_are_not_kept() {
    let place = Place::new(&format!("{PUZZLE}\n").repeat(50));
    place.stopped_behind(
        &["count", "--limit", "2"],
        &format!("{PUZZLE}\n").repeat(20),
    );
    for (args, says) in [
        (&["count", "--limit", "3"][..], "--limit was 2 and is 3"),
        (&["count"], "--limit was 2 and is not given"),
        (&["solve"], "the command was count and is solve"),
        (
            &["solve", "--unique"],
            "the command was count and is solve --unique",
        ),
        (
            &[
                "count",
                "--limit",
                "2",
                "--backend",
                "varisat",
                "--encoding",
                "minimal",
            ],
            "--backend was auto and is varisat, --encoding was extended and is minimal",
        ),
        (
            &["count", "--limit", "2", "--timeout", "1.5"],
            "--timeout was not given and is 1.5 s",
        ),
        (
            &["count", "--limit", "2", "--from", "line"],
            "--from was not given and is line",
        ),
        (
            &["count", "--limit", "2", "--on-error", "report"],
            "--on-error was stop and is report",
        ),
    ] {
        place.refused(args, says);
    }
    let args = ["count", "--limit", "2", "--resume", "-", "-o"];
    let ran = support::run(command(&args).arg(place.file("out.txt")), PUZZLE);
    assert!(ran.stderr.contains("in.txt and is -;"), "{}", ran.stderr);
    // The number of workers does not matter.
    let args = [
        "count",
        "--limit",
        "2",
        "--jobs",
        "1",
        "--no-verify",
        "--resume",
    ];
    assert_eq!(place.run(&args).code, 0);
}

#[test]
fn answers_of_another_version_are_not_kept() {
    let place = Place::new(&format!("{PUZZLE}\n").repeat(9));
    place.stopped_behind(&["solve"], &format!("{PUZZLE}\n"));
    let journal = String::from_utf8(place.read("out.txt.resume.json")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let other = journal.replace(&format!("\"{version}\""), "\"0.0.1\"");
    place.write("out.txt.resume.json", other);
    place.refused(&["solve"], &format!("version was 0.0.1 and is {version}"));
}

#[test]
fn answers_that_were_changed_are_not_kept() {
    let place = Place::new(&format!("{PUZZLE}\n").repeat(50));
    let args = ["count", "--limit", "2"];
    place.stopped_behind(&args, &format!("{PUZZLE}\n").repeat(50));
    let text = String::from_utf8(place.read("out.txt.partial")).unwrap();
    assert_eq!(text, "1\n".repeat(50));
    for changed in [
        text.replacen("1\n", "hello\n", 1),
        text.replacen('1', "2", 1),
        text.replacen("1\n", "", 1) + "2\n",
        text.replacen('\n', " ", 30),
    ] {
        place.write("out.txt.partial", &changed);
        place.refused(
            &args,
            "out.txt.partial: its answers are not those that were written",
        );
    }
}

#[test]
fn a_partial_file_without_its_journal_is_not_gone_on_with() {
    let place = Place::new(&format!("{PUZZLE}\n{PUZZLE}\n"));
    place.write("out.txt.partial", format!("{SOLVED}\n"));
    let says = "out.txt.resume.json beside it to say what it answers; remove ";
    place.refused(&["solve"], says);
    for wrong in ["", "{}", "[1]", "{\"satoku_resume\": 2}", "\u{1b}]0;x"] {
        place.write("out.txt.resume.json", wrong);
        place.refused(&["solve"], "expected the journal of");
    }
    // A run that was killed before its first answer leaves an empty file.
    place.write("out.txt.partial", "");
    assert_eq!(place.run(&["solve", "--resume"]).code, 0);
    assert_eq!(
        place.read("out.txt"),
        format!("{SOLVED}\n{SOLVED}\n").as_bytes()
    );
}

#[test]
fn a_tail_of_zeros_is_cut_off() {
    let place = Place::new(&mixed());
    let whole = place.cut_at(&["solve"], 0);
    let (middle, end) = (whole.len() / 2, whole.len());
    for (text, zeros) in [
        (0, 4096),
        (middle, 1),
        (middle, 100_000),
        (end, 10),
        (end - 1, 1),
    ] {
        place.cut_at(&["solve"], 0);
        let mut kept = whole[..text].to_vec();
        kept.resize(text + zeros, 0);
        place.write("out.txt.partial", &kept);
        let ran = place.run(&["solve", "--resume"]);
        assert_eq!(ran.code, 1, "{text} {zeros}: {}", ran.stderr);
        assert!(place.read("out.txt") == whole, "{text} {zeros}");
    }
}

#[test]
fn answers_in_numbers_are_gone_on_with() {
    let spaced = format!("{}\n", PUZZLE.replace("", " ").trim());
    let place = Place::new(&(spaced.repeat(3) + PUZZLE + "\n" + &spaced));
    let whole = place.cut_at(&["solve"], 0);
    for cut in [1, 200, 400, 500, whole.len()] {
        place.cut_at(&["solve"], cut);
        let ran = place.run(&["solve", "--resume"]);
        assert_eq!(ran.code, 0, "cut at {cut}: {}", ran.stderr);
        assert!(place.read("out.txt") == whole, "cut at {cut}");
    }
}

#[test]
fn answers_of_small_sides_are_gone_on_with() {
    for (puzzle, shape) in [(".", "1x1"), ("1...", "1x2"), ("1........", "1x3")] {
        for verb in [&["solve"][..], &["solve", "--unique"], &["count"]] {
            let place = Place::new(&format!("{puzzle}\n").repeat(3));
            let args = [verb, &["--box", shape, "--from", "line"]].concat();
            let whole = place.cut_at(&args, 0);
            let line = whole.len() / 3;
            for cut in [line, 2 * line, whole.len()] {
                place.cut_at(&args, cut);
                let ran = place.run(&[&args[..], &["--resume"]].concat());
                assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{args:?}");
                assert_eq!(place.read("out.txt"), whole);
            }
        }
    }
}

#[test]
fn a_complete_file_goes_on_where_the_input_grew() {
    let place = Place::new(&format!("{PUZZLE}\n"));
    assert_eq!(place.run(&["solve", "--resume"]).code, 0);
    place.write("in.txt", format!("{PUZZLE}\n{PUZZLE}\n"));
    assert_eq!(place.run(&["solve", "--resume"]).code, 0);
    let twice = format!("{SOLVED}\n{SOLVED}\n");
    assert_eq!(place.read("out.txt"), twice.as_bytes());
    place.write("in.txt", format!("{PUZZLE}\n9{}\n", &SOLVED[1..]));
    place.refused(
        &["solve"],
        "out.txt: its line 2 is not an answer to puzzle 2 of the input",
    );
    place.write("in.txt", format!("{PUZZLE}\n"));
    place.refused(
        &["solve"],
        "out.txt: it answers 2 puzzles, the input holds 1",
    );
}

#[test]
fn what_cannot_be_gone_on_with_is_refused_at_once() {
    let place = Place::new(PUZZLE);
    for (args, says) in [
        (
            &["solve", "--to", "pretty"][..],
            "can only continue answers in the format line; use --to line",
        ),
        (&["solve", "--on-error", "skip"], "use --on-error report"),
        (
            &["solve", "--unique", "--certify", "y"],
            "--certify: cannot be combined with --resume",
        ),
    ] {
        place.refused(args, says);
    }
    let ran = support::satoku(&["solve", "--resume"], PUZZLE);
    assert!(
        ran.code == 2 && ran.stderr.contains("--output"),
        "{}",
        ran.stderr
    );
    for output in ["-", "/dev/null"] {
        let ran = support::satoku(&["solve", "--resume", "-o", output], PUZZLE);
        assert!(
            ran.stderr
                .contains("is not a regular file, expected one to continue")
        );
        assert_eq!(ran.code, 2);
    }
}
