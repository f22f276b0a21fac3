//! `satoku generate`, `minimize` and `canonical`.

use crate::support::{self, command, path, quoted, satoku};
#[cfg(unix)]
use crate::support::{
    await_lines,
    signals::{await_handler, send},
};
#[cfg(unix)]
use nix::sys::signal::Signal;

#[test]
fn a_seed_is_the_same_bytes_everywhere() {
    let ran = satoku(&["generate", "--kind", "minimal", "--count", "2"], "");
    let expected = "\
...39.1..6...7.5.....1..4..4......5.82.......57...829.3..5....6..2..3....8...4..2
......39...1.5........9...85..3.7..94.....2.7...2....19..8..41..5.4..8....2......
";
    assert_eq!((ran.stdout.as_str(), ran.code), (expected, 0));
    let ran = satoku(&["generate"], "");
    let expected =
        "2.83951.76.1.7.5.....1.64.34......5.82.......573..829139.5..816762813...18...4..2\n";
    assert_eq!(ran.stdout, expected);
    let ran = satoku(&["generate", "--box", "2x3", "--kind", "minimal"], "");
    assert_eq!(ran.stdout, ".....5....32......31.....324..1....6\n");
}

#[test]
fn jobs_and_parts_do_not_change_puzzles() {
    let generate = |args: &[&str]| {
        let ran = satoku(&[&["generate"], args].concat(), "");
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""));
        ran.stdout
    };
    for kind in ["proper", "minimal", "solution"] {
        let one = generate(&["--kind", kind, "--count", "100", "--jobs", "1"]);
        let two = generate(&["--kind", kind, "--count", "100", "--jobs", "2"]);
        assert_eq!(one, two);
        let head = generate(&["--kind", kind, "--count", "60"]);
        let tail = generate(&["--kind", kind, "--count", "40", "--first", "61"]);
        assert_eq!(one, head + &tail);
        let other = generate(&["--kind", kind, "--count", "100", "--seed", "2"]);
        assert!(one.lines().zip(other.lines()).all(|(a, b)| a != b));
        let mut lines: Vec<&str> = one.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!(lines.len(), 100);
    }
}

#[test]
fn every_format_can_be_read_again() {
    for to in ["line", "grid", "hdu", "poj", "sudokusat"] {
        let written = satoku(&["generate", "--count", "3", "--to", to], "");
        let counted = satoku(&["count", "--limit", "2", "--from", to], &written.stdout);
        assert_eq!(counted.stdout, "1\n1\n1\n", "{to}: {}", written.stdout);
    }
    let json = satoku(&["generate", "--to", "json", "--givens", "30"], "");
    let line: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!((&line["seed"], &line["number"]), (&1.into(), &1.into()));
    assert_eq!(line["givens"], 30);
    let solved = satoku(&["solve"], line["grid"].as_str().unwrap());
    assert_eq!(solved.stdout.trim(), line["solution"]);
    let pretty = satoku(&["generate", "--box", "2x2", "--to", "pretty"], "");
    assert!(pretty.stdout.starts_with('┌') && !pretty.stdout.contains('*'));
}

#[test]
fn wrong_recipes_get_their_message() {
    let wrong: &[(&[&str], &str)] = &[
        (
            &["--givens", "16"],
            "no proper 9×9 puzzle has 16 givens; ask for 17 or more",
        ),
        (
            &["--givens", "82"],
            "82 givens do not fit 81 cells; ask for fewer",
        ),
        (
            &["--box", "5x5", "--kind", "minimal"],
            "minimal puzzles can be made up to side 16, found side 25; proper ones can be made of any side",
        ),
        (
            &["--kind", "solution", "--givens", "81"],
            "a full grid has a given in every cell; ask for another kind",
        ),
        (
            &["--rules", "diagonal", "--givens", "82"],
            "82 givens do not fit 81 cells; ask for fewer",
        ),
        (
            &[
                "--constraints",
                "killer",
                "--kind",
                "solution",
                "--givens",
                "5",
            ],
            "a full grid has a given in every cell; ask for another kind",
        ),
        (
            &["--symmetry", "rotate90", "--givens", "26"],
            "no pattern with the symmetry rotate90 has 26 givens on this grid; ask for another number",
        ),
        (
            &["--box", "4x4", "--to", "poj"],
            "--to poj: side 16 does not fit, the format ends at 9; choose another",
        ),
    ];
    for (args, says) in wrong {
        let ran = satoku(&[&["generate"], *args].concat(), "");
        assert_eq!(ran.stderr, format!("satoku: error: {says}\n"));
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    }
}

/// There may be such puzzles: only the attempts are used up.
#[test]
fn puzzles_that_no_attempt_gives_are_unknown() {
    let killer = [
        "--constraints",
        "killer",
        "--kind",
        "minimal",
        "--givens",
        "16",
    ];
    for (args, says) in [
        (
            &["--givens", "3"][..],
            "puzzle 1: none of 2000 random puzzles could be reduced to 3 givens; try another number of givens, or another seed\n",
        ),
        (&killer, "for fewer rules or types of constraints\n"),
    ] {
        let ran = satoku(&[&["generate", "--box", "2x2"], args].concat(), "");
        assert_eq!((ran.code, ran.stdout.as_str()), (3, ""));
        assert!(ran.stderr.ends_with(says), "{}", ran.stderr);
    }
}

#[test]
fn puzzles_that_cannot_be_made_are_refused() {
    for args in [
        ["--count", "0"],
        ["--kind", "hard"],
        ["--seed", "-1"],
        ["--jobs", "0"],
    ] {
        assert_eq!(satoku(&["generate", args[0], args[1]], "").code, 2);
    }
}

#[test]
fn a_closed_pipe_is_quiet() {
    let program = quoted(env!("CARGO_BIN_EXE_satoku"));
    let line = format!("{program} generate --count 100000000 --kind solution | head -2 | wc -l");
    let output = std::process::Command::new("sh")
        .args(["-c", &line])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), "2");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_is_there() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("out.txt");
    let name = file.to_str().unwrap();
    let args = ["generate", "--count", "100000000", "-o", name];
    let mut child = command(&args).spawn().unwrap();
    let partial = folder.path().join("out.txt.partial");
    await_lines(&partial, 1);
    send(&child, Signal::SIGINT);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let kept = std::fs::read_to_string(&partial).unwrap();
    assert!(kept.ends_with('\n') && kept.lines().all(|line| line.len() == 81));
    assert!(!file.exists());
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_count_of_poj_that_is_right() {
    let args = ["generate", "--to", "poj", "--count", "100000000"];
    let child = command(&args).spawn().unwrap();
    await_handler(&child);
    // Puzzles are made, but their count is written first.
    std::thread::sleep(std::time::Duration::from_secs(1));
    send(&child, Signal::SIGINT);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    let made = String::from_utf8(ended.stdout).unwrap();
    let count: usize = made.lines().next().unwrap().parse().unwrap();
    assert_eq!(made.lines().count(), 1 + 9 * count);
}

#[test]
fn minimize_keeps_the_place_of_what_is_not_proper() {
    let input = "1234341221434321\n11..............\n1...............\n1.....3..4.....2\n";
    for jobs in ["1", "2"] {
        let ran = satoku(&["minimize", "--jobs", jobs], input);
        let expected = "\
......12.1.3.32.
no solution
several solutions
1.....3..4.....2
";
        assert_eq!((ran.stdout.as_str(), ran.code), (expected, 1));
        assert!(ran.stderr.contains("r1c1 and r1c2 both hold 1 in row 1"));
    }
    let json = satoku(&["minimize", "--to", "json"], input);
    let lines: Vec<serde_json::Value> = json
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let verdicts: Vec<&str> = lines.iter().filter_map(|l| l["verdict"].as_str()).collect();
    assert_eq!(verdicts, ["minimal", "unsatisfiable", "several", "minimal"]);
    assert_eq!(
        (&lines[3]["givens"], &lines[3]["removed"]),
        (&4.into(), &0.into())
    );
    let seeds: Vec<String> = ["1", "2", "3"]
        .iter()
        .map(|seed| satoku(&["minimize", "--seed", seed], "1234341221434321\n").stdout)
        .collect();
    assert!(seeds.iter().any(|text| *text != seeds[0]));
}

#[test]
fn minimize_takes_large_puzzles() {
    let ran = satoku(
        &["minimize", "--to", "line", &path("large/table16-1.txt")],
        "",
    );
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let counted = satoku(&["count", "--limit", "2", "--backend", "cdcl"], &ran.stdout);
    assert_eq!(counted.stdout, "1\n");
}

/// A full grid of this size takes minutes.
#[test]
fn minimize_shows_how_far_it_came_but_not_as_a_minimal_puzzle() {
    let made = satoku(
        &[
            "generate", "--kind", "solution", "--box", "5x6", "--seed", "1",
        ],
        "",
    );
    let full = made.stdout.trim_end();
    let minimize = |options: &[&str]| {
        let asked = ["minimize", "--timeout", "2", "--from", "line"];
        let ran = satoku(&[&asked[..], options].concat(), &made.stdout);
        assert_eq!((ran.code, ran.stderr.as_str()), (3, ""));
        ran.stdout
    };
    for form in [&[][..], &["--to", "grid"]] {
        let text = minimize(form);
        let (said, reduced) = text.trim_end().rsplit_once(": ").unwrap();
        assert_eq!(said, "unknown: time limit; perhaps not minimal");
        assert_eq!(reduced.chars().count(), full.chars().count());
        assert!(reduced.contains('.') && !reduced.contains('\n'));
        // It is not taken for a puzzle.
        assert_eq!(satoku(&["solve", "--check", "none"], &text).code, 2);
        let count = satoku(
            &["count", "--limit", "2", "--box", "5x6"],
            &format!("{reduced}\n"),
        );
        assert_eq!(count.stdout, "1\n", "{}", count.stderr);
    }
    let json: serde_json::Value = serde_json::from_str(&minimize(&["--to", "json"])).unwrap();
    assert_eq!(
        (&json["verdict"], &json["reason"]),
        (&"unknown".into(), &"time limit".into())
    );
    assert!(json["reduced"].as_str().unwrap().contains('.'));
    assert!(json.get("grid").is_none());
    assert!(minimize(&["--to", "svg"]).contains("perhaps not minimal"));
}

#[test]
fn keys_mean_the_same_for_classic_puzzles_and_variants() {
    let object = |args: &[&str], input: &str| -> serde_json::Value {
        let ran = satoku(args, input);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        serde_json::from_str(&ran.stdout).unwrap()
    };
    for rules in [&[][..], &["--rules", "diagonal"]] {
        let generate = ["generate", "--box", "2x2", "--first", "3", "--to", "json"];
        let made = object(&[&generate[..], rules].concat(), "");
        assert_eq!(made["number"], 3, "{made}");
        assert!(!made["puzzle"].is_number(), "{made}");
    }
    let givens = r#""r1c1":[1],"r1c2":[2],"r1c3":[3],"r1c4":[4],"r2c1":[3],"r2c3":[1],
        "r3c1":[2],"r3c2":[1],"r4c4":[1]"#;
    let cage = r#"{"type":"killer","cells":["r1c1","r1c2"],"sum":3}"#;
    let puzzle = |constraints: &str| {
        format!(
            r#"{{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344",
            "candidates":{{{givens}}},"constraints":[{constraints}]}}"#
        )
    };
    let none = serde_json::Value::Null;
    for (constraints, removed) in [("", none), (cage, 1.into())] {
        let minimal = object(&["minimize", "--to", "json"], &puzzle(constraints));
        assert!(minimal["removed"].as_u64() > Some(2), "{minimal}");
        assert_eq!(minimal["removed_constraints"], removed, "{minimal}");
    }
}

#[test]
fn canonical_is_the_smallest_line() {
    let input = "4........3......\n......1........3\n................\n1234341221434321\n";
    let ran = satoku(&["canonical", "--jobs", "2"], input);
    let expected = "\
...........1.2..
...........1.2..
................
1234341221434321
";
    assert_eq!((ran.stdout.as_str(), ran.code), (expected, 0));
    let distinct = satoku(&["canonical", "--distinct"], input);
    assert_eq!(distinct.stdout.lines().count(), 3);
    let original = satoku(&["canonical", "--distinct", "--original"], input);
    let kept: Vec<&str> = input.lines().collect();
    let kept = format!("{}\n{}\n{}\n", kept[0], kept[2], kept[3]);
    assert_eq!(original.stdout, kept);
    let json = satoku(&["canonical", "--to", "json"], "................\n");
    assert_eq!(
        json.stdout,
        "{\"file\":\"<stdin>\",\"line\":1,\"puzzle\":1,\"box\":\"2x2\",\"grid\":\"................\"}\n"
    );
}

#[test]
fn known_smallest_lines_stay_as_they_are() {
    // Others published this list in minlex form, except for one line, whose form
    // was confirmed by trying all 2 · 1296 · 1296 arrangements.
    let ran = satoku(&["canonical", &path("known/17clue.txt")], "");
    let list = support::read("known/17clue.txt");
    let puzzles = list.lines().filter(|line| !line.starts_with('#'));
    let puzzles = puzzles.filter_map(|line| line.split(':').next());
    let pairs = puzzles.zip(ran.stdout.lines());
    let changed: Vec<(&str, &str)> = pairs.filter(|(a, b)| a != b).collect();
    assert_eq!(ran.stdout.lines().count(), 60);
    assert_eq!(
        changed,
        [(
            "........1.....2.3.....45.........2....6...4...7.1........8.7..92........5.4....8.",
            "........1.....2..3..4.5...........4..1....6..37..........1........7.38...58....9."
        )]
    );
}

#[test]
fn canonical_refuses_what_is_too_large() {
    let ran = satoku(&["canonical", &path("large/table16-1.txt")], "");
    assert_eq!(ran.code, 2);
    let says = ": found boxes of 4x4, which have too many symmetries for a \
                canonical form, expected boxes such as 2x2, 2x3, 2x4, 1x7 or 3x3";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
    let puzzle = support::PUZZLE;
    let text = format!("{puzzle}\n{}\n{puzzle}\n", ".".repeat(256));
    for (on_error, lines) in [("stop", 1), ("skip", 2), ("report", 3)] {
        let args = ["canonical", "--mixed-sizes", "--on-error", on_error];
        let ran = satoku(&args, &text);
        let found = (ran.stdout.lines().count(), ran.code);
        assert_eq!(found, (lines, 2), "{on_error}");
    }
    let ran = satoku(&["canonical", "--original"], "................\n");
    assert!(ran.stderr.contains("--distinct") && ran.code == 2);
}

#[test]
fn generate_refuses_numbers_that_run_over() {
    let first = u64::MAX.to_string();
    let ran = satoku(&["generate", "--count", "2", "--first", &first], "");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    assert!(ran.stderr.contains("--first"), "{}", ran.stderr);
}
