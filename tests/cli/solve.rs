//! `satoku solve`, `count` and `enumerate`: exact bytes on stdout, and exit codes.

use crate::support::{HARD, PUZZLE, SOLVED, path, satoku};

#[test]
fn solve_writes_every_format() {
    let poj: String = SOLVED
        .as_bytes()
        .chunks(9)
        .map(|row| format!("{}\n", std::str::from_utf8(row).unwrap()))
        .collect();
    let spaced: String = poj
        .chars()
        .map(|c| {
            if c == '\n' {
                "\n".into()
            } else {
                format!("{c} ")
            }
        })
        .collect();
    let spaced = spaced.replace(" \n", "\n");
    let grid = "5 3 4 | 6 7 8 | 9 1 2\n\
                6 7 2 | 1 9 5 | 3 4 8\n\
                1 9 8 | 3 4 2 | 5 6 7\n\
                ------+-------+------\n\
                8 5 9 | 7 6 1 | 4 2 3\n\
                4 2 6 | 8 5 3 | 7 9 1\n\
                7 1 3 | 9 2 4 | 8 5 6\n\
                ------+-------+------\n\
                9 6 1 | 5 3 7 | 2 8 4\n\
                2 8 7 | 4 1 9 | 6 3 5\n\
                3 4 5 | 2 8 6 | 1 7 9\n";
    for (to, expected) in [
        ("line", format!("{SOLVED}\n")),
        ("poj", poj),
        ("hdu", spaced.clone()),
        ("pyramid", spaced),
        ("grid", grid.to_owned()),
    ] {
        let ran = satoku(&["solve", "--to", to], PUZZLE);
        assert_eq!((ran.stdout, ran.code), (expected, 0), "{to}");
    }
}

#[test]
fn solve_pretty_tells_givens_from_found_digits() {
    let ran = satoku(&["solve", "--to", "pretty"], "1...\n..3.\n.4..\n...2\n");
    let expected = "\
┌───────┬───────┐
│ 1* 3  │ 2  4  │
│ 4  2  │ 3* 1  │
├───────┼───────┤
│ 2  4* │ 1  3  │
│ 3  1  │ 4  2* │
└───────┴───────┘
";
    assert_eq!(ran.stdout, expected);
}

#[test]
fn sudokusat_is_written_as_it_was_read() {
    let ran = satoku(
        &["solve", "--to", "sudokusat", "--from", "line"],
        "1.....3..4.....2\n",
    );
    let expected = "\
task: 1
puzzle size: 4x4
+-----+-----+
| 1 3 | 2 4 |
| 4 2 | 3 1 |
+-----+-----+
| 2 4 | 1 3 |
| 3 1 | 4 2 |
+-----+-----+
";
    assert_eq!(ran.stdout, expected);
    let again = satoku(&["solve"], expected);
    assert_eq!(again.stdout, expected);
}

#[test]
fn solve_json_is_one_object_a_line() {
    let ran = satoku(
        &["solve", "--to", "json"],
        &format!("# one\n{PUZZLE}\n{}\n", ".".repeat(80) + "x").replace('x', "1"),
    );
    let lines: Vec<serde_json::Value> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["file"], "<stdin>");
    assert_eq!(lines[0]["line"], 2);
    assert_eq!(lines[0]["puzzle"], 1);
    assert_eq!(lines[0]["verdict"], "solved");
    assert_eq!(lines[0]["solution"], SOLVED);
    assert_eq!(lines[0]["backend"], "native");
    assert!(lines[0]["time_us"].is_u64());
    assert_eq!(lines[1]["puzzle"], 2);
    let none = satoku(
        &["solve", "--to", "json"],
        &format!("11{}\n", ".".repeat(79)),
    );
    assert!(none.stdout.contains("\"verdict\":\"unsatisfiable\""));
    assert!(!none.stdout.contains("solution\""));
}

#[test]
fn unique_says_none_one_or_several() {
    let input = "1.....3..4.....2\n1.......3......2\n11..............\n";
    for backend in ["native", "varisat"] {
        let ran = satoku(&["solve", "--unique", "--backend", backend], input);
        let lines: Vec<Vec<&str>> = ran
            .stdout
            .lines()
            .map(|l| l.split('\t').collect())
            .collect();
        assert_eq!(lines[0], ["one", "1324423124133142"]);
        assert_eq!((lines[1][0], lines[1].len()), ("several", 3));
        assert_ne!(lines[1][1], lines[1][2]);
        assert_eq!(lines[2], ["none"]);
        assert_eq!(ran.code, 1);
    }
    let grids = satoku(&["solve", "--unique", "--to", "grid"], "1.....3..4.....2\n");
    assert_eq!(
        grids.stdout,
        "one\n1 3 | 2 4\n4 2 | 3 1\n----+----\n2 4 | 1 3\n3 1 | 4 2\n"
    );
    let json = satoku(&["solve", "--unique", "--to", "json"], "................\n");
    assert!(json.stdout.contains("\"verdict\":\"several\"") && json.stdout.contains("\"second\""));
}

#[test]
fn count_prints_one_number_a_line() {
    let input = "................\n11..............\n1.......3......2\n";
    for backend in ["native", "varisat"] {
        let ran = satoku(&["count", "--backend", backend], input);
        assert_eq!((ran.stdout.as_str(), ran.code), ("288\n0\n3\n", 1));
        let ran = satoku(&["count", "--limit", "2", "--backend", backend], input);
        assert_eq!(ran.stdout, "2\n0\n2\n");
    }
    let json = satoku(
        &["count", "--to", "json", "--limit", "5"],
        "................\n",
    );
    assert!(
        json.stdout.contains("\"count\":5,\"exact\":false"),
        "{}",
        json.stdout
    );
}

#[test]
fn enumerate_shows_each_solution_once() {
    for backend in ["native", "varisat"] {
        let ran = satoku(&["enumerate", "--backend", backend], "1.......3......2\n");
        let mut lines: Vec<&str> = ran.stdout.lines().collect();
        lines.sort_unstable();
        lines.dedup();
        assert_eq!((lines.len(), ran.code), (3, 0));
        let ran = satoku(
            &["enumerate", "--limit", "2", "--backend", backend],
            "1.......3......2\n",
        );
        assert_eq!(ran.stdout.lines().count(), 2);
        let none = satoku(&["enumerate", "--backend", backend], "11..............\n");
        assert_eq!((none.stdout.as_str(), none.code), ("no solution\n", 1));
    }
    let hdu = satoku(
        &["enumerate", "--to", "hdu", "--limit", "2"],
        "................\n",
    );
    assert_eq!(hdu.stdout.matches("\n\n").count(), 1);
}

#[test]
fn a_time_limit_holds_for_sat_and_for_native() {
    let hard = path("large/extable25-1.txt");
    for backend in ["native", "varisat"] {
        let ran = satoku(
            &["solve", "--backend", backend, "--timeout", "0.3", &hard],
            "",
        );
        assert_eq!(
            (ran.stdout.as_str(), ran.code),
            ("unknown: time limit\n", 3),
            "{backend}"
        );
    }
    let empty = format!("{}\n", ".".repeat(81));
    let ran = satoku(&["count", "--timeout", "0.2"], &empty);
    assert!(
        ran.stdout.starts_with("unknown: at least "),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.code, 3);
}

#[test]
fn a_grid_too_large_for_pairwise_clauses_is_refused_before_the_work() {
    let line = format!("{}\n", vec!["."; 81 * 81].join(" "));
    let args = ["solve", "--backend", "varisat", "--presolve", "givens"];
    let ran = satoku(&args, &line);
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("side 81 do not fit in memory"),
        "{}",
        ran.stderr
    );
}

#[test]
fn enumerate_tells_machines_how_each_list_ends() {
    let input = "1.......3......2\n11..............\n";
    let ran = satoku(&["enumerate", "--to", "json"], input);
    let verdicts: Vec<String> = ran
        .stdout
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["verdict"].to_string())
        .collect();
    let solution = "\"solution\"";
    assert_eq!(
        verdicts,
        [solution, solution, solution, "\"all\"", "\"unsatisfiable\""]
    );
}

#[test]
fn an_answer_that_needed_no_solver_is_ascribed_to_presolving() {
    let contradiction = format!("11{}\n", ".".repeat(79));
    let clash = r#"{"rows":4,"columns":4,"min":1,"max":4,"candidates":{"r1c1":[1],"r1c2":[1]}}"#;
    let backend = |args: &[&str], puzzle: &str| {
        let ran = satoku(&[args, &["--to", "json"]].concat(), puzzle);
        let (_, after) = ran.stdout.split_once("\"backend\":\"").unwrap_or_default();
        after.split('"').next().unwrap_or_default().to_owned()
    };
    let varisat = ["--backend", "varisat", "--presolve"];
    for (presolve, puzzle, expected) in [
        ("locked", PUZZLE, "presolve locked"),
        ("singles", &contradiction, "presolve singles"),
        ("none", PUZZLE, "varisat/extended"),
        ("locked", HARD, "varisat/extended+locked"),
    ] {
        let args = [&["solve"], &varisat[..], &[presolve]].concat();
        assert_eq!(backend(&args, puzzle), expected, "{presolve} {puzzle}");
        let args = [&["count"], &varisat[..], &[presolve]].concat();
        assert_eq!(backend(&args, puzzle), expected, "{presolve} {puzzle}");
    }
    assert_eq!(
        backend(&["solve", "--solver", "false"], PUZZLE),
        "presolve locked"
    );
    assert_eq!(
        backend(&["pyramid", "--method", "sat"], PUZZLE),
        "presolve locked"
    );
    assert_eq!(
        backend(&["solve", "--backend", "varisat"], clash),
        "presolve"
    );
}

/// Native search begins with the same reasoning as presolving, and would repeat its mistakes.
#[test]
fn what_presolving_answers_is_checked_by_sat_without_it() {
    let large = satoku(&["generate", "--box", "4x5", "--kind", "proper"], "").stdout;
    for (puzzle, first, second) in [
        (PUZZLE, "presolve locked", "varisat/extended+givens"),
        (HARD, "varisat/extended+locked", "native"),
        (&large, "presolve locked", "native"),
    ] {
        let ran = satoku(&["solve", "--backend", "varisat", "--to", "json"], puzzle);
        let says = format!("\"backend\":\"{first}\",\"checked_by\":[\"{second}\"]");
        assert!(ran.stdout.contains(&says), "{}", ran.stdout);
    }
}
