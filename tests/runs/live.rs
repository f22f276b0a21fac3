//! Answers appear as soon as they are known, also in long runs.

use crate::support::{EMPTY, PUZZLE, SOON, certificates::PYRAMID, command, quoted, satoku, script};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::channel;

/// Starts a run with this input, keeps the input open, and waits for this many lines
/// of output.
fn first_lines(args: &[&str], input: &str, count: usize) -> Vec<String> {
    let mut child = command(args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    let lines = lines_in_time(&mut child, count);
    end(child, stdin);
    lines.unwrap_or_else(|| panic!("{args:?}: answers are held back"))
}

fn lines_in_time(child: &mut Child, count: usize) -> Option<Vec<String>> {
    let output = BufReader::new(child.stdout.take().unwrap());
    let (sender, lines) = channel();
    std::thread::spawn(move || {
        let read: Vec<String> = output.lines().take(count).map(Result::unwrap).collect();
        let _ = sender.send(read);
    });
    lines.recv_timeout(SOON).ok()
}

fn end(mut child: Child, stdin: ChildStdin) {
    child.kill().unwrap();
    child.wait().unwrap();
    drop(stdin);
}

/// Two quick puzzles and one that takes for ever: the answers to the quick ones
/// appear at once, although the last was read before they were written.
#[test]
fn answers_of_minimize_pyramid_and_count_do_not_wait_for_a_hard_question_behind_them() {
    let two = format!("{PYRAMID}\n{PYRAMID}\n");
    let large = format!("{}\n", vec!["."; 36 * 36].join(" "));
    for (args, input) in [
        (
            &[
                "pyramid", "--from", "line", "--jobs", "1", "--method", "native",
            ][..],
            format!("{two}{EMPTY}\n"),
        ),
        (
            &["minimize", "--from", "line", "--to", "line", "--jobs", "1"],
            {
                // Minimizing the full grid takes long.
                let solved = satoku(&["solve", "--from", "line"], &large).stdout;
                format!("{two}{solved}")
            },
        ),
        (
            &["count", "--from", "line", "--jobs", "1"],
            format!("{two}{EMPTY}\n"),
        ),
        (
            &[
                "count",
                "--from",
                "line",
                "--jobs",
                "1",
                "--backend",
                "varisat",
            ],
            format!("{two}{EMPTY}\n"),
        ),
    ] {
        assert_eq!(first_lines(args, &input, 2).len(), 2);
    }
}

#[test]
fn solutions_of_a_solver_are_shown_as_they_are_found() {
    for to in ["line", "json", "grid"] {
        // Answers three times like varisat, then hangs. Each run counts in a folder of its
        // own: the last solver of a killed run may still count.
        let folder = tempfile::tempdir().unwrap();
        let program = quoted(env!("CARGO_BIN_EXE_satoku"));
        let count = quoted(folder.path().join("count"));
        let text = format!(
            "echo x >> {count}; [ $(wc -l < {count}) -gt 3 ] && exec sleep 300; exec {program} sat \"$1\""
        );
        let solver = script(folder.path(), "solver", &text);
        let args = [
            "enumerate",
            "--from",
            "line",
            "--solver",
            &solver,
            "--to",
            to,
        ];
        let rows = if to == "grid" { 3 * 9 + 2 } else { 3 };
        assert_eq!(first_lines(&args, &format!("{EMPTY}\n"), rows).len(), rows);
    }
}

#[test]
fn a_line_is_answered_before_the_next_is_there() {
    for verb in [
        &["canonical"][..],
        &["minimize"],
        &["pyramid"],
        &["enumerate"],
        &["count"],
        &["solve"],
        &["canonical", "--distinct", "--jobs", "1"],
        &["minimize", "--to", "json"],
    ] {
        assert_eq!(first_lines(verb, &format!("{PUZZLE}\n"), 1).len(), 1);
    }
}

/// Whether an array goes on was looked up on the next line, which a pipe may not have yet.
#[test]
fn what_is_wrong_with_a_line_of_json_is_said_before_the_next_is_there() {
    for line in ["[0,0,1,0]", "{}", "[[1,2],3]", "[\"x\"]"] {
        let args = [
            "count",
            "--from",
            "json",
            "--to",
            "json",
            "--on-error",
            "report",
        ];
        let answer = first_lines(&args, &format!("{line}\n"), 1);
        assert!(answer[0].starts_with(r#"{"error":"#), "{answer:?}");
    }
}

#[test]
fn reports_that_cannot_be_written_are_refused_before_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("none/report").display().to_string();
    let is_folder = folder.path().display().to_string();
    for path in [&missing, &is_folder] {
        for option in ["--html", "--json"] {
            let option = format!("{option}={path}");
            let ran = satoku(&["compare", "--for", "1000h", &option], "");
            assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{option}");
            assert!(ran.stderr.contains(path.as_str()), "{}", ran.stderr);
        }
        for option in ["--html", "--json", "--csv"] {
            let args = ["encodings", "measure", option, path, "-"];
            let ran = satoku(&args, &format!("{PUZZLE}\n"));
            assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{option}");
            assert!(ran.stderr.contains(path.as_str()), "{}", ran.stderr);
        }
    }
    // Output that can be written is not affected.
    let page = folder.path().join("page.html");
    std::fs::write(&page, "old").unwrap();
    let html = format!("--html={}", page.display());
    let ran = satoku(&["compare", "--random", "1", "--box", "9", &html], "");
    assert_eq!(ran.code, 2);
    assert_eq!(std::fs::read_to_string(&page).unwrap(), "old");
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
}

#[test]
fn certificates_have_the_numbers_of_their_puzzles() {
    let input = format!("{PUZZLE}\nwrong\n{PUZZLE}\n");
    let other = "1.......3......2\nwrong\n1.....3..4.....2\n".to_owned();
    for (verb, input) in [
        (&["solve", "--unique"][..], &input),
        (&["count", "--limit", "5"], &input),
        (&["count", "--from", "line", "--box", "2x2"], &other),
    ] {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("certificates");
        let more = ["--on-error", "skip", "--certify", folder.to_str().unwrap()];
        let ran = satoku(&[verb, &more].concat(), input);
        assert_eq!(ran.code, 2, "{}", ran.stderr);
        let third = input.lines().nth(2).unwrap();
        let kept = std::fs::read_to_string(folder.join("3/puzzle.txt")).unwrap();
        assert!(kept.contains(third), "{kept}");
        assert!(folder.join("1").exists() && !folder.join("2").exists());
        let json = satoku(&["count", "--to", "json", "--on-error", "skip"], input).stdout;
        assert!(
            json.lines()
                .last()
                .unwrap()
                .contains("\"line\":3,\"puzzle\":3"),
            "{json}"
        );
    }
}
