//! Time limits hold before an engine starts, too: while it is found out what constraints mean,
//! while formulas are read, and while their sizes are measured. As in `limits`, no test
//! measures time: what comes after the limit is wrong, and must not be reached.

use crate::support::{Ran, satoku};
use std::fmt::Write as _;

/// The cells of a row of 16.
fn row(row: usize) -> String {
    let cells: Vec<String> = (1..=16).map(|c| format!("\"r{row}c{c}\"")).collect();
    cells.join(",")
}

fn board(side: usize, constraints: &str) -> String {
    format!(
        "{{\"rows\":{side},\"columns\":{side},\"min\":1,\"max\":{side},\"regions\":null,\
         \"candidates\":{{}},\"rules\":[],\"constraints\":[{constraints}]}}\n"
    )
}

/// Lunchboxes, each with a large automaton of its own, and a type that does not exist.
fn lunchboxes() -> String {
    let boxes = (1..=16).map(|r| {
        let cells = row(r);
        format!(
            "{{\"type\":\"lunchbox\",\"sum\":{},\"cells\":[{cells}]}}",
            40 + r
        )
    });
    let unknown = format!("{{\"type\":\"nonsense\",\"cells\":[{}]}}", row(1));
    board(16, &boxes.chain([unknown]).collect::<Vec<_>>().join(","))
}

fn stopped(ran: &Ran) -> (bool, i32) {
    let said = format!("{}{}", ran.stdout, ran.stderr);
    (said.contains("time limit"), ran.code)
}

#[test]
fn every_verb_keeps_its_time_limit_while_it_finds_out_what_constraints_mean() {
    let puzzle = lunchboxes();
    let folder = tempfile::tempdir().unwrap();
    let certificate = folder.path().join("certificate").display().to_string();
    let formula = folder.path().join("formula.cnf").display().to_string();
    for args in [
        &["solve"][..],
        &["solve", "--backend", "varisat"],
        &["solve", "--unique", "--on-error", "report"],
        &["count"],
        &["enumerate"],
        &["candidates"],
        &["pyramid"],
        &["explain", "--redundant"],
        &["minimize"],
        &["cubes"],
        &["prove", "unique", "-o", &certificate],
        &["encode", "-o", &formula],
    ] {
        let ran = satoku(&[args, &["--timeout", "0.02"]].concat(), &puzzle);
        assert_eq!(stopped(&ran), (true, 3), "{args:?}: {ran:?}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    // Without a limit the last constraint is reached.
    let ran = satoku(&["solve"], &puzzle);
    assert!(
        ran.stderr
            .contains("/constraints/16/type: found the type \"nonsense\"")
    );
    assert_eq!(ran.code, 2);
}

#[test]
fn no_solution_is_shown_of_a_puzzle_whose_constraints_are_not_known() {
    let ran = satoku(
        &["solve", "--to", "line", "--timeout", "0.02"],
        &lunchboxes(),
    );
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("unknown: time limit\n", 3)
    );
    let ran = satoku(&["candidates", "--timeout", "0.02"], &lunchboxes());
    let rows = format!("{}\n", ["?"; 16].join(" ")).repeat(16);
    assert_eq!(ran.stdout, format!("unknown: time limit\n{rows}"));
}

#[test]
fn sets_of_states_that_take_too_much_memory_are_refused() {
    // From half of the states at once, every digit leads to another set of hundreds.
    let (states, digits) = (1000, 64);
    let mut transitions = String::new();
    for digit in 0..digits {
        write!(transitions, "[0,{digit},0],[0,{digit},{}],", digit + 1).unwrap();
        for state in 1..states - 1 {
            write!(transitions, "[{state},{digit},{}],", state + 1).unwrap();
        }
    }
    let start: Vec<String> = (500..states).map(|state| state.to_string()).collect();
    let cells: Vec<String> = (1..=64).map(|c| format!("\"r1c{c}\"")).collect();
    let automaton = format!(
        "{{\"type\":\"automaton\",\"cells\":[{}],\"automaton\":{{\"states\":{states},\
         \"start\":[0,{}],\"accept\":[0],\"transitions\":[{}]}}}}",
        cells.join(","),
        start.join(","),
        transitions.trim_end_matches(','),
    );
    let ran = satoku(&["solve"], &board(64, &automaton));
    let says = "(constraint 1, automaton): found a constraint whose automaton has too many sets of \
                states in which it may be at once, expected fewer cells";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
}

#[test]
fn sat_keeps_its_time_limit_while_it_reads() {
    let clauses = 1_000_000;
    let text = format!("p cnf 1 {clauses}\n{}x\n", "1 0\n".repeat(clauses));
    let ran = satoku(&["sat", "--timeout", "0.001"], &text);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("c time limit\ns UNKNOWN\n", 0),
        "{}",
        ran.stderr
    );
    // Without a limit the end is reached.
    let ran = satoku(&["sat"], &text);
    assert!(ran.stderr.contains(":1000002: found 'x'"), "{}", ran.stderr);
}

#[test]
fn measure_does_not_finish_formulas_after_the_time_limit() {
    let empty = format!("{}\n", ["0"; 36].join(" ")).repeat(36);
    let args = [
        "encodings",
        "measure",
        "--encoding",
        "minimal",
        "--box",
        "6x6",
    ];
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (csv, json) = (file("m.csv"), file("m.json"));
    let more = ["--timeout", "0.001", "--csv", &csv, "--json", &json];
    let ran = satoku(&[&args[..], &more].concat(), &empty);
    assert_eq!(ran.code, 3, "{ran:?}");
    let words: Vec<&str> = ran
        .stdout
        .lines()
        .nth(1)
        .unwrap()
        .split_whitespace()
        .collect();
    assert_eq!(words[3..6], ["-"; 3], "{}", ran.stdout);
    assert_eq!(words.last(), Some(&"0/1"), "{}", ran.stdout);
    // What did not run took no time, and says nothing about propagation.
    assert_eq!(words[7..13], ["-"; 6], "{}", ran.stdout);
    let json = std::fs::read_to_string(json).unwrap();
    let figures: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(figures.get("solve"), None, "{json}");
    let csv = std::fs::read_to_string(csv).unwrap();
    let mut rows = csv.lines().map(|line| line.split(','));
    let (heads, row) = (rows.next().unwrap(), rows.next().unwrap());
    for (head, figure) in heads.zip(row) {
        let is_time = head.starts_with("solve_") || head.starts_with("cpu_");
        assert!(!is_time || figure.is_empty(), "{csv}");
    }
}
