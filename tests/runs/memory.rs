//! Memory, where the system can limit it.

use crate::support::with_a_gigabyte;

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

/// Neither a header nor a single literal makes room for variables that do not occur.
#[test]
fn sat_takes_memory_for_the_variables_that_occur() {
    for (cnf, model) in [
        ("p cnf 2000000000 1\n1 0\n", "v 1 0\n"),
        (
            "p cnf 2000000000 2\n-3 2000000000 0\n3 0\n",
            "v 3 2000000000 0\n",
        ),
    ] {
        let ran = with_a_gigabyte("sat", cnf);
        assert_eq!(
            (ran.stdout, ran.code),
            (format!("s SATISFIABLE\n{model}"), 10),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn lines_that_never_end_a_puzzle_are_refused() {
    let many = 1_200_000;
    let drawn = "1 2 | 3 4\n3 4 | 1 2\n----+----\n2 1 | 4 3\n4 3 | 2 1\n";
    for (args, start, line, says) in [
        ("solve", "1 2 3 4\n", "", "found lines up to "),
        ("solve", "1234\n", "# hello", "found lines up to "),
        ("solve", "1\n", "", "found lines up to "),
        ("solve", "1234123412341234\n", "# x", "found lines up to "),
        ("solve", "1 2 | 3 4\n", "----+----", "found lines up to "),
        (
            "solve --from rows",
            "----\n1---\n",
            "----",
            "found lines up to ",
        ),
        (
            "solve",
            drawn,
            "----+----",
            ":4102:1: found more than 4096 drawn lines without a row between them",
        ),
        (
            "count --column puzzle",
            "id,puzzle\n1,\"",
            ".",
            ":2:3: found a quoted field of more than 65536 lines",
        ),
    ] {
        let input = format!("{start}{}", format!("{line}\n").repeat(many));
        let ran = with_a_gigabyte(args, &input);
        assert_eq!(ran.code, 2, "{args} {start}: {}", ran.stderr);
        assert!(ran.stderr.contains(says), "{args} {start}: {}", ran.stderr);
    }
}
