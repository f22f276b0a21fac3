//! `satoku pyramid`: scores, grids, weights, limits.

use crate::support::{self, PUZZLE, path, satoku};

/// Σ digit × weight of nine rows of nine digits, computed independently.
fn score_of(grid: &str) -> i64 {
    let rows = grid.lines().enumerate();
    rows.flat_map(|(r, row)| {
        let cells = row.split(' ').enumerate();
        cells.map(move |(c, digit)| {
            let ring = r.min(c).min(8 - r).min(8 - c) as i64;
            digit.parse::<i64>().unwrap() * (6 + ring)
        })
    })
    .sum()
}

#[test]
fn formats_of_grids_need_grids() {
    for to in [
        "pyramid",
        "grid",
        "hdu",
        "poj",
        "rows",
        "sudokusat",
        "f-puzzles",
    ] {
        let says = format!(
            "satoku: error: --to {to}: writes grids, but none are asked for; add \
             --grid or --all, or leave --to out\n"
        );
        for less in [
            &["pyramid", "--to", to][..],
            &["pyramid", "--count", "--to", to],
        ] {
            let ran = satoku(less, PUZZLE);
            assert_eq!((&ran.stderr, ran.code), (&says, 2));
        }
        for more in ["--grid", "--all"] {
            assert_eq!(satoku(&["pyramid", more, "--to", to], PUZZLE).code, 0);
        }
    }
    assert_eq!(satoku(&["pyramid", "--to", "line"], PUZZLE).code, 0);
}

#[test]
fn pyramid_shows_the_grid_on_request() {
    let input = support::read("judge/noip2009.in");
    let ran = satoku(&["pyramid", "--grid"], &input);
    assert_eq!(ran.stdout.lines().count(), 10);
    let (score, grid) = ran.stdout.split_once('\n').unwrap();
    assert_eq!((score, score_of(grid)), ("2829", 2829));
    let json = satoku(&["pyramid", "--to", "json"], &input);
    assert!(
        json.stdout
            .contains("\"verdict\":\"optimal\",\"maximum\":2829")
    );
}

#[test]
fn a_limit_is_told_as_not_proven_and_never_as_a_maximum() {
    let empty = format!("{}\n", ".".repeat(81));
    let ran = satoku(
        &["pyramid", "--method", "enumerate", "--model-limit", "3"],
        &empty,
    );
    assert!(
        ran.stdout.starts_with("not proven: best 2"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.ends_with("(model limit)\n"));
    assert_eq!(ran.code, 3);
    let large = ".".repeat(625);
    for (method, empty) in [("native", &large), ("sat", &large), ("enumerate", &empty)] {
        let args = ["pyramid", "--method", method, "--timeout", "0.2"];
        let models: &[&str] = match method {
            "enumerate" => &["--model-limit", "1000000000"],
            _ => &[],
        };
        let ran = satoku(&[&args, models].concat(), empty);
        assert!(ran.stdout.starts_with("not proven: "), "{}", ran.stdout);
        assert!(ran.stdout.ends_with("(time limit)\n"), "{}", ran.stdout);
        assert_eq!(ran.code, 3);
    }
    let json = satoku(
        &[
            "pyramid",
            "--to",
            "json",
            "--method",
            "enumerate",
            "--model-limit",
            "3",
        ],
        &empty,
    );
    assert!(json.stdout.contains("\"verdict\":\"feasible\",\"score\":2"));
    assert!(!json.stdout.contains("maximum"));
}

#[test]
fn several_files_are_answered_in_order() {
    let (first, second) = (path("judge/noip2009.in"), path("judge/pyramid.in"));
    let ran = satoku(
        &["pyramid", &first, &second, "-"],
        &support::read("judge/noip2009.in"),
    );
    assert_eq!((ran.stdout.as_str(), ran.code), ("2829\n2864\n2829\n", 0));
}

#[test]
fn a_check_does_not_change_what_a_stopped_search_shows() {
    let empty = format!("{}\n", ".".repeat(81));
    let stopped = |check: &str| {
        let method = ["pyramid", "--method", "enumerate", "--model-limit", "1"];
        satoku(&[&method, &["--check", check][..]].concat(), &empty)
    };
    let (checked, plain) = (stopped("all"), stopped("none"));
    assert!(plain.stdout.starts_with("not proven: "), "{}", plain.stdout);
    assert_eq!((checked.stdout, checked.code), (plain.stdout, plain.code));
}

/// A file of 729 weights with too many sums for a totalizer.
fn wide_weights(folder: &tempfile::TempDir) -> String {
    let values: Vec<String> = (0..729i64)
        .map(|k| (k * k * 7919 % 401 - 200).to_string())
        .collect();
    let path = folder.path().join("wide.txt");
    std::fs::write(&path, values.join(" ")).unwrap();
    path.display().to_string()
}

/// The default method gave up on weights with too many sums for a totalizer,
/// although the native search proves the maximum; best grids and next scores were
/// missing without a message.
#[test]
fn weights_with_many_sums_are_proven_and_what_is_missing_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let weights = wide_weights(&folder);
    let puzzle =
        "000000002400600010010000000206000540000400200040806700920003050670004000000000670";
    let native = satoku(
        &["pyramid", "--weights", &weights, "--method", "native"],
        puzzle,
    );
    assert_eq!(native.code, 0, "{}", native.stdout);
    let auto = satoku(&["pyramid", "--weights", &weights], puzzle);
    assert_eq!((auto.stdout, auto.code), (native.stdout, 0));
    // Few solutions are listed instead.
    let asked = ["pyramid", "--weights", &weights];
    let run = |options: &[&str], puzzle: &str| {
        let ran = satoku(&[&asked[..], options].concat(), puzzle);
        (ran.stdout, ran.stderr, ran.code)
    };
    let all = run(&["--count"], puzzle);
    assert_eq!(all, ("1078 4\n".into(), String::new(), 0));
    let one = run(&["--count", "--limit", "1"], puzzle);
    assert_eq!(one, ("1078 1+\n".into(), String::new(), 0));
    let top = run(&["--top", "3"], puzzle);
    assert_eq!(top, ("1078\n677\n276\n".into(), String::new(), 0));
    let many = ".................1.............2..3...................4...................5......";
    let all = run(&["--count"], many);
    assert_eq!(all, ("6692 6\n".into(), String::new(), 0));
    // So many grids share each score of the pyramid that many scores take long.
    let empty = ".".repeat(81);
    let ran = satoku(&["pyramid", "--top", "100000", "--timeout", "1"], &empty);
    assert_eq!((ran.stdout.as_str(), ran.code), ("2906\n", 3));
    let told = &ran.stderr;
    assert!(told.contains("the next scores are incomplete"), "{told}");
}

/// The next scores took 13 s for the pyramid's weights, and minutes for these multiples.
#[test]
fn scores_that_many_grids_share_are_found_near_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("multiples.txt");
    let values = (0..81u64).map(|k| (15_000 * (k.pow(3) % 10)).to_string());
    std::fs::write(&path, values.collect::<Vec<_>>().join(" ")).unwrap();
    let path = path.display().to_string();
    let empty = ".".repeat(81);
    for (options, best, step) in [
        (&[][..], 2906, 1),
        (&["--weights", &path], 33_660_000, 30_000),
    ] {
        let ran = satoku(&[&["pyramid", "--top", "12"], options].concat(), &empty);
        let scores = (0..12).map(|k| format!("{}\n", best - k * step));
        assert_eq!(
            (ran.stdout, ran.code),
            (scores.collect::<String>(), 0),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn an_empty_line_stands_between_the_top_scores_of_two_puzzles() {
    let two = |rules: &[&str], options: &[&str]| {
        let asked = [&["pyramid", "--top", "3"], rules, options].concat();
        let ask = |input: &str| {
            let ran = satoku(&asked, input);
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            ran.stdout
        };
        let lines = ["1...............\n", "1234............\n"];
        let rows = ["1...\n....\n....\n....\n", "1234\n....\n....\n....\n"];
        for [one, other] in [lines, rows] {
            let both = ask(&format!("{one}\n{other}"));
            assert_eq!(both, format!("{}\n{}", ask(one), ask(other)), "{options:?}");
        }
    };
    for rules in [&[][..], &["--rules", "diagonal"]] {
        two(rules, &[]);
        two(rules, &["--grid"]);
    }
    let input = "1...............\nwrong\n1...............\n";
    let ran = satoku(&["pyramid", "--top", "1", "--on-error", "report"], input);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!((lines[1], lines[3], lines.len()), ("", "", 5), "{lines:?}");
    assert!(lines[2].starts_with("error: "), "{lines:?}");
}

/// A pipe was read twice: the board had no weights. Fields that were left out were, too.
#[cfg(unix)]
#[test]
fn weights_of_variants_come_through_a_pipe_and_no_field_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let puzzle = folder.path().join("puzzle.txt");
    std::fs::write(&puzzle, "................\n").unwrap();
    let puzzle = puzzle.display().to_string();
    let asked = ["pyramid", "--rules", "diagonal-up", "--weights"];
    let run = |file: &str, weights: &str| satoku(&[&asked[..], &[file, &puzzle]].concat(), weights);
    let numbers: Vec<String> = (1..=16).map(|weight| weight.to_string()).collect();
    let weights = folder.path().join("weights.txt");
    std::fs::write(&weights, numbers.join("\n")).unwrap();
    let of_file = run(&weights.display().to_string(), "");
    let of_pipe = run("/dev/stdin", &numbers.join(" "));
    assert_eq!(of_file.code, 0, "{}", of_file.stderr);
    assert_eq!(of_pipe.stdout, of_file.stdout, "{}", of_pipe.stderr);
    let gap = run("/dev/stdin", "1,,2,3");
    assert!(gap.stderr.contains("/dev/stdin:1:3: found an empty field"));
    assert_eq!(gap.code, 2);
}

/// The program started a hundred thousand workers and aborted.
#[test]
fn a_senseless_number_of_workers_is_refused() {
    for jobs in ["0", "100000", "18446744073709551615", "x"] {
        let ran = satoku(&["pyramid", "--jobs", jobs], "");
        assert_eq!(ran.code, 2, "{jobs}");
        assert!(ran.stderr.contains("expected 1 to 1024"), "{}", ran.stderr);
    }
}

/// JSON gave -1 as the maximum where -1 may be a score.
#[test]
fn no_solution_is_no_score_with_weights_of_ones_own() {
    let clash = format!("11{}", ".".repeat(79));
    let ran = satoku(&["pyramid", "--base", "-3", "--to", "json"], &clash);
    assert!(ran.stdout.contains("\"unsatisfiable\""), "{}", ran.stdout);
    assert!(!ran.stdout.contains("maximum"), "{}", ran.stdout);
    let ran = satoku(&["pyramid", "--to", "json"], &clash);
    assert!(ran.stdout.contains("\"maximum\":-1"), "{}", ran.stdout);
}

#[test]
fn the_maximum_of_a_hard_large_grid_starts_from_a_solution() {
    // A solution takes a third of a second on an idle machine.
    let file = path("large/extable36-6.txt");
    let args = ["pyramid", "--method", "native", "--timeout", "10", &file];
    let ran = satoku(&args, "");
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(
        ran.stdout.starts_with("not proven: best "),
        "{}",
        ran.stdout
    );
}

/// Clauses, which took half a minute for three scores, were asked whatever the method.
#[test]
fn the_next_scores_are_found_by_search() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("weights.txt");
    let weights = std::iter::successors(Some(1i64), |last| Some(last * 48_271 % 2_147_483_647));
    let weights = weights.skip(2).take(64).map(|weight| weight.to_string());
    let weights: Vec<String> = weights.collect();
    std::fs::write(&file, weights.join(" ")).unwrap();
    let weights = file.display().to_string();
    let empty = "................\n";
    let asked = ["pyramid", "--box", "4x1", "--weights", &weights];
    let run = |options: &[&str]| {
        let ran = satoku(&[&asked[..], options].concat(), empty);
        assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{options:?}");
        ran.stdout
    };
    let best = run(&["--grid"]);
    for method in ["auto", "native"] {
        let options = ["--method", method, "--timeout", "5", "--grid", "--top"];
        let top = |count: &str| run(&[&options[..], &[count]].concat());
        let three = top("3");
        assert!(three.starts_with(&best));
        assert_eq!(three.lines().count(), 6);
        // All scores of all grids: 576, and as good as none twice.
        let all = top("1000");
        assert!(all.starts_with(&three));
        let scores: Vec<i64> = all.lines().step_by(2).map(|s| s.parse().unwrap()).collect();
        assert!((500..=576).contains(&scores.len()));
        assert!(scores.is_sorted_by(|one, next| one > next));
    }
}

#[test]
fn a_check_needs_a_value_in_every_command() {
    for command in ["solve", "count", "enumerate", "pyramid"] {
        for args in [
            &[command, "--check"][..],
            &[command, "--check", "--jobs", "1"],
        ] {
            let ran = satoku(args, PUZZLE);
            let says = "a value is required for '--check <all|none|N>'";
            assert!(ran.stderr.contains(says), "{}", ran.stderr);
            assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
        }
        let ran = satoku(&[command, "--check", "Cargo.toml"], PUZZLE);
        let says = "invalid value 'Cargo.toml' for '--check <all|none|N>'";
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    }
}

#[test]
fn a_check_for_which_no_time_was_left_is_named() {
    let empty = ".".repeat(256);
    for more in [&[][..], &["--check", "all"]] {
        let args = [
            "pyramid",
            "--rules",
            "anti-knight",
            "--timeout",
            "0.4",
            "--to",
            "pretty",
        ];
        let ran = satoku(&[&args, more].concat(), &empty);
        let says = "<stdin>:1: puzzle 1: not checked: there was no time left for varisat/extended";
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
        assert!(
            ran.stdout.starts_with("not proven: best "),
            "{}",
            ran.stdout
        );
        assert_eq!(ran.code, 3);
    }
}

#[test]
fn several_scores_are_not_combined_with_the_grids_of_the_best() {
    let puzzle = "..2........4..3.\n";
    for option in ["--all", "--count"] {
        let ran = satoku(&["pyramid", "--top", "3", option], puzzle);
        let says = format!(
            "satoku: error: --top: {option} is about the grids of the best score alone, which only \
             JSON keeps apart from the other scores: add --to json, or leave --top or {option} out\n"
        );
        assert_eq!((ran.stdout.as_str(), ran.stderr, ran.code), ("", says, 2));
        let ran = satoku(&["pyramid", "--top", "3", option, "--to", "json"], puzzle);
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
    }
}

#[test]
fn what_certificates_of_maxima_do_not_prove_is_said() {
    let folder = tempfile::tempdir().unwrap();
    for (options, unproven) in [
        (&["--top", "3"][..], "the other scores"),
        (&["--count"], "the number of best grids"),
        (&["--all"], "that these are all best grids"),
    ] {
        let certificate = folder.path().join(unproven);
        let certify = ["pyramid", "--certify", certificate.to_str().unwrap()];
        let ran = satoku(&[&certify[..], options].concat(), "..2........4..3.\n");
        let says = format!("--certify: certificates prove the best score, but not {unproven}");
        assert!(ran.stderr.contains(&says), "{}", ran.stderr);
        assert_eq!(ran.code, 0);
    }
}
