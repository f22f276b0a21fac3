//! Long comparisons: jobs, time limits, saved state, reports.

use crate::support::{self, command, satoku, soon};

const QUICK: [&str; 10] = [
    "compare",
    "--boxes",
    "2x2,2x3",
    "--encoding",
    "extended",
    "--limit",
    "3",
    "--seed",
    "7",
    "--kinds",
];

fn quick<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&QUICK[..], &["proper,minimal,few,many,none,clash"], more].concat()
}

#[test]
fn the_report_is_the_same_for_any_number_of_jobs() {
    // The lines claim too many solutions: findings are reported in order.
    let puzzles =
        "1.......3......2:5\n1.....3..4.....2:1\n1.....3..4.....2:2\n11..............:1\n";
    let run = |jobs| {
        satoku(
            &["compare", "--jobs", jobs, "--encoding", "extended", "-"],
            puzzles,
        )
    };
    let one = run("1");
    assert_eq!(one.code, 1);
    assert!(one.stdout.contains("finding 1: "), "{}", one.stdout);
    assert!(
        one.stdout.ends_with(": 3 puzzles with disagreement\n"),
        "{}",
        one.stdout
    );
    assert_eq!(one.stdout, run("3").stdout);
}

#[test]
fn a_run_that_was_cut_goes_on_with_the_same_figures() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.json").display().to_string();
    let whole = satoku(&quick(&["--random", "9"]), "");
    assert_eq!(whole.code, 0, "{}", whole.stdout);
    let first = satoku(&quick(&["--random", "4", "--resume", &state]), "");
    assert!(first.stdout.starts_with("4 puzzles, "), "{}", first.stderr);
    let rest = satoku(&quick(&["--random", "9", "--resume", &state]), "");
    assert_eq!((rest.stdout, rest.code), (whole.stdout.clone(), 0));
    let done = satoku(&quick(&["--random", "9", "--resume", &state]), "");
    assert_eq!(done.stdout, whole.stdout);
}

/// A quick comparison of variants.
fn of_variants(more: &[&str]) -> support::Ran {
    let common = ["compare", "--encoding", "extended", "--limit", "2"];
    satoku(&[&common, more].concat(), "")
}

#[test]
fn a_comparison_of_variants_that_was_cut_goes_on_with_the_same_figures() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.json").display().to_string();
    let random = |number, more: &[&str]| {
        let words = ["--rules", "anti-knight", "--seed", "7", "--random", number];
        of_variants(&[&words, more].concat())
    };
    let whole = random("6", &[]);
    let resume = ["--resume", state.as_str()];
    let first = random("2", &resume);
    assert!(first.stdout.starts_with("2 puzzles, "), "{}", first.stderr);
    let rest = random("6", &resume);
    assert_eq!((rest.stdout, rest.code), (whole.stdout, whole.code));
    let other = of_variants(&["--rules", "windoku", "--random", "6", "--resume", &state]);
    assert_eq!((other.code, other.stdout.as_str()), (2, ""));
    let says = "--rules anti-knight";
    assert!(other.stderr.contains(says), "{}", other.stderr);
}

#[test]
fn a_comparison_of_a_longer_file_of_variants_continues_behind_the_puzzles_done() {
    let folder = tempfile::tempdir().unwrap();
    let [state, file] = ["state.json", "puzzles.jsonl"].map(|name| folder.path().join(name));
    let names = [&state, &file].map(|path| path.display().to_string());
    let resumed = ["--resume", &names[0], &names[1]];
    let (windows, thermometers) = ("variants/windoku.jsonl", "variants/thermo.jsonl");
    std::fs::write(&file, support::read(windows)).unwrap();
    let ran = of_variants(&resumed);
    assert!(ran.stdout.starts_with("2 puzzles, "), "{}", ran.stderr);
    std::fs::write(&file, support::read(windows) + &support::read(thermometers)).unwrap();
    let rest = of_variants(&resumed);
    let whole = of_variants(&resumed[2..]);
    assert!(rest.stdout.starts_with("4 puzzles, "), "{}", rest.stderr);
    assert_eq!((rest.stdout, rest.code), (whole.stdout, whole.code));
}

#[test]
fn a_state_of_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.json");
    let state = path.display().to_string();
    satoku(&quick(&["--random", "1", "--resume", &state]), "");
    let other = satoku(&["compare", "--random", "1", "--resume", &state], "");
    assert_eq!((other.code, other.stdout.as_str()), (2, ""));
    assert!(
        other.stderr.contains("give the same options"),
        "{}",
        other.stderr
    );
    for text in ["", "{}", "[1, 2", "{\"satoku_compare\":2}"] {
        std::fs::write(&path, text).unwrap();
        let ran = satoku(&quick(&["--random", "1", "--resume", &state]), "");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{text}");
        let expected = "not the state of a comparison";
        assert!(ran.stderr.contains(expected), "{text}: {}", ran.stderr);
    }
    std::fs::write(&path, "{\"satoku_compare\":1}").unwrap();
    let ran = satoku(&quick(&["--random", "1", "--resume", &state]), "");
    let says = "found a state of version 1, expected 2";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
    let nowhere = folder.path().join("no/such/state.json");
    let nowhere = nowhere.display().to_string();
    let ran = satoku(&quick(&["--random", "1", "--resume", &nowhere]), "");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let ran = satoku(&["compare", "--resume", &state], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    assert!(ran.stderr.contains("expected files"), "{}", ran.stderr);
}

#[test]
fn two_runs_do_not_share_a_state() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.json");
    let state = path.display().to_string();
    let mut first = command(&quick(&["--for", "1h", "--resume", &state]))
        .spawn()
        .unwrap();
    assert!(soon(|| path.exists()), "the first run saves no state");
    let second = satoku(&quick(&["--random", "1", "--resume", &state]), "");
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!((second.code, second.stdout.as_str()), (2, ""));
    let expected = "another run writes to this file";
    assert!(second.stderr.contains(expected), "{}", second.stderr);
    // A killed run leaves its lock file behind, but not the lock.
    let third = satoku(&quick(&["--random", "1", "--resume", &state]), "");
    assert_eq!(third.code, 0, "{}", third.stderr);
    assert_eq!(folder.path().read_dir().unwrap().count(), 1);
}

#[test]
fn two_runs_do_not_share_a_folder_of_findings() {
    let folder = tempfile::tempdir().unwrap();
    let findings = folder.path().join("found");
    let found = findings.display().to_string();
    let mut first = command(&quick(&["--for", "1h", "--findings", &found]))
        .spawn()
        .unwrap();
    let is_locked = || {
        findings
            .read_dir()
            .is_ok_and(|mut files| files.next().is_some())
    };
    assert!(soon(is_locked), "the first run locks nothing");
    let second = satoku(&quick(&["--random", "1", "--findings", &found]), "");
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!((second.code, second.stdout.as_str()), (2, ""));
    let expected = "another run writes to this file";
    assert!(second.stderr.contains(expected), "{}", second.stderr);
    let third = satoku(&quick(&["--random", "1", "--findings", &found]), "");
    assert_eq!(third.code, 0, "{}", third.stderr);
    assert_eq!(findings.read_dir().unwrap().count(), 0);
}

#[test]
fn a_state_may_be_packed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.json.gz");
    let state = path.display().to_string();
    let [first, second] = ["1", "2"].map(|count| {
        let ran = satoku(&quick(&["--random", count, "--resume", &state]), "");
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        std::fs::read(&path).unwrap()
    });
    assert!(first.starts_with(b"\x1f\x8b") && first != second);
}

#[test]
fn a_time_ends_the_run() {
    let ran = satoku(&quick(&["--for", "1s"]), "");
    assert_eq!(ran.code, 0, "{}", ran.stdout);
    assert!(ran.stdout.ends_with(" 0 left open: no disagreement\n"));
    for wrong in ["0", "soon", "1y", "-3", "", "nan", "inf", "1e400"] {
        let ran = satoku(&["compare", &format!("--for={wrong}")], "");
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{wrong}");
    }
    let ran = satoku(&["compare", "--random", "1", "--kinds", "odd"], "");
    assert!(ran.stderr.contains("minimal, few, many"), "{}", ran.stderr);
    assert_eq!(ran.code, 2);
    assert_eq!(
        satoku(&["compare", "--random", "1", "--boxes", "2x2,3"], "").code,
        2
    );
}

/// The run ended with exit code 0, as if all puzzles had been compared.
#[test]
fn an_input_that_was_not_compared_to_its_end_is_told() {
    let list = support::path("lines/top95.txt");
    let short = ["compare", "--encoding", "extended", "--for"];
    let ran = satoku(&[&short[..], &["0.001", &list]].concat(), "");
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    let says = "the time of --for was over before the end of the input: the report covers its \
                first 1 puzzle\n";
    assert!(ran.stderr.ends_with(says), "{}", ran.stderr);
    assert!(ran.stdout.starts_with("1 puzzle, "), "{}", ran.stdout);
    let random = ["1s", "--boxes", "2x2", "-"];
    let ran = satoku(&[&short[..], &random].concat(), "1.......3......2\n");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
}

/// A slow solver denies every formula but small ones, so that shrinking takes many runs.
#[cfg(unix)]
#[test]
fn a_time_ends_the_run_while_a_finding_shrinks() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    let text = format!(
        "n=$(sed -n 's/^p cnf [0-9]* //p' \"$1\"); sleep 0.2; echo run >> '{}'\n\
         if [ \"$n\" -gt 40 ]; then echo 's UNSATISFIABLE'; exit 20; fi\n\
         echo 's UNKNOWN'",
        runs.display()
    );
    let solver = support::script(folder.path(), "slow-liar", &text);
    let ran = satoku(
        &[
            "compare",
            "--for=1s",
            "--jobs=1",
            "--boxes=2x2",
            "--kinds=few",
            "--encoding=extended",
            "--limit=2",
            "--seed=7",
            "--solver",
            &solver,
        ],
        "",
    );
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let told = "finding 1: wrong-unsat by slow-liar on ";
    assert!(ran.stdout.contains(told), "{}", ran.stdout);
    let is_flaky = ran.stdout.contains("not reproduced every time");
    assert!(!is_flaky, "{}", ran.stdout);
    let runs = std::fs::read_to_string(&runs).unwrap();
    // Without the time there are about 200, and shrinking alone goes on for 30 s.
    assert!(runs.lines().count() < 60, "{runs}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_with_the_figures_so_far() {
    use support::signals::send;
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.json").display().to_string();
    let child = command(&quick(&["--for", "1h", "--resume", &state]))
        .spawn()
        .unwrap();
    let saved = || std::fs::read_to_string(&state).unwrap_or_default();
    let is_under_way = || saved().contains("\"puzzles\":") && !saved().contains("\"puzzles\":0,");
    assert!(soon(is_under_way), "nothing is compared: {}", saved());
    send(&child, nix::sys::signal::Signal::SIGINT);
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.ends_with(" 0 left open: no disagreement\n"), "{told}");
    let done = told.split(' ').next().unwrap();
    let kept = saved();
    assert!(
        kept.contains(&format!("\"done\":{{\"puzzles\":{done},")),
        "{told}{kept}"
    );
}

#[test]
fn reports_are_written_as_files() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let json = format!("--json={}", file("report.json"));
    let (html, found) = (file("report.html"), file("found"));
    let args = [
        "compare",
        "--encoding",
        "extended",
        &json,
        "--html",
        &html,
        "--findings",
        &found,
        "-",
    ];
    let ran = satoku(&args, "1.......3......2:5\n");
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let text = std::fs::read_to_string(file("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["figures"]["puzzles"], 1);
    assert_eq!(report["findings"][0]["culprit"], "known");
    assert_eq!(
        report["findings"][0]["smallest"]["puzzle"],
        "1.......3......2:5"
    );
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("1 puzzle with disagreement"));
    let puzzle = std::fs::read_to_string(file("found/finding-001-count-known.txt")).unwrap();
    assert_eq!(puzzle, "# count by known\n1.......3......2:5\n");
    let story = std::fs::read_to_string(file("found/finding-001-count-known.md")).unwrap();
    assert!(
        story.contains("satoku compare --from line --box 2x2"),
        "{story}"
    );
}

/// Neither the name nor the output of a solver breaks the page or the replay.
#[cfg(unix)]
#[test]
fn names_and_words_of_solvers_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let text = "echo '<script>alert(1)</script>'";
    let name = "<b>&it's";
    support::script(folder.path(), name, text);
    let solver = format!("\"{}\"", folder.path().join(name).display());
    let html = folder.path().join("report.html").display().to_string();
    let found = folder.path().join("found").display().to_string();
    let args = quick(&[
        "--random",
        "2",
        "--solver",
        &solver,
        "--html",
        &html,
        "--findings",
        &found,
    ]);
    let ran = satoku(&args, "");
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    assert!(ran.stdout.contains("it'\\''s\"'"), "{}", ran.stdout);
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(
        !page.contains("<script>") && !page.contains("<b>"),
        "{page}"
    );
    assert!(page.contains("&lt;script&gt;"), "{page}");
    assert!(
        folder
            .path()
            .join("found/finding-001-garbage--b--it-s.cnf")
            .is_file()
    );
}
