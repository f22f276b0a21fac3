//! Memory, where the system can limit it.

use crate::support::{Ran, run};
use std::process::{Command, Stdio};

/// Runs the program with at most a gigabyte.
fn with_a_gigabyte(args: &str, input: &str) -> Ran {
    let mut shell = Command::new("sh");
    let script = format!("ulimit -v 1000000 && exec \"$0\" {args}");
    shell
        .args(["-c", &script])
        .arg(env!("CARGO_BIN_EXE_satoku"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    run(&mut shell, input)
}

/// A board of this side on which two corners hold the same digits.
fn same_corners(side: usize) -> String {
    let half = side / 2;
    let corner = |first: usize| -> Vec<String> {
        let lines = move || first..first + half;
        let cells = lines().flat_map(|row| lines().map(move |column| (row, column)));
        cells
            .map(|(row, column)| format!("\"r{row}c{column}\""))
            .collect()
    };
    let [one, other] = [1, 1 + half].map(|first| corner(first).join(","));
    format!(
        "{{\"rows\":{side},\"columns\":{side},\"min\":1,\"max\":{side},\
         \"constraints\":[{{\"type\":\"same-digits\",\"sets\":[[{one}],[{other}]]}}]}}\n"
    )
}

#[test]
fn a_constraint_of_many_cells_takes_little_memory() {
    let ran = with_a_gigabyte("solve --jobs 1 --timeout 1 -", &same_corners(36));
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    let ran = with_a_gigabyte("solve --jobs 1 --timeout 20 -", &same_corners(64));
    assert_eq!(ran.code, 2, "{}", ran.stderr);
    let says = "/constraints/0 (constraint 1, same-digits): found a constraint whose automaton has more than 200000 states";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
}
