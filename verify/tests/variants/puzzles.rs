//! Puzzles of variants that are malformed, too large, or written in another form.

use super::*;

#[test]
fn puzzles_in_another_form_are_rejected() {
    let forged = |from: &str, to: &str, says: &str| {
        forged("count", "puzzle.json", from, to, says);
    };
    let exactly = "the file must be exactly as";
    forged(r#"{"rows":3"#, r#"{ "rows":3"#, exactly);
    forged("\n", "", exactly);
    forged("]}\n", "]}\n\n", exactly);
    forged(r#""columns":3,"min":1"#, r#""min":1,"columns":3"#, exactly);
    forged("\"less\"", "\"\\u006cess\"", exactly);
    forged("r1c1", "r01c1", exactly);
    forged(r#""rows":3"#, r#""rows":3,"note":1"#, "unknown field");
    forged(r#""rows":3"#, r#""rows":3,"rows":3"#, "duplicate field");
    forged(
        r#"{"label":"less""#,
        r#"{"note":"","label":"less""#,
        "unknown field",
    );
    forged(r#""total":4"#, r#""total":4,"note":4"#, "unknown field");
    forged(r#"{"distinct""#, r#"{"different""#, "unknown variant");
    forged(r#""rows":3"#, r#""rows":3.0"#, "puzzle.json");
    forged(r#""min":1,"#, "", "missing field `min`");
    forged(
        "\"less\"",
        "\"\\u001b[2K\"",
        "found a label with invisible characters",
    );
    forged(
        "\"less\"",
        "\"\u{202e}\"",
        "found a label with invisible characters",
    );
    let long = format!("\"{}\"", "x".repeat(401));
    forged("\"less\"", &long, "a label of more than 400 characters");
    // Labels are names, and nothing checks them.
    let copy = Copy::of("count");
    copy.write(
        "puzzle.json",
        &copy.read("puzzle.json").replace("\"less\"", "\"more\""),
    );
    assert!(matches!(copy.verdict().unwrap(), Verdict::Verified(_)));
}

/// Refuses `puzzle.json` with this text instead of another one.
fn forged_puzzle(from: &str, to: &str, says: &str) {
    forged("count", "puzzle.json", from, to, says);
}

#[test]
fn malformed_cells_and_values_are_rejected_with_the_place() {
    let sum = r#"["r2c2",1]]"#;
    forged_puzzle(
        sum,
        r#"["r4c2",1]]"#,
        "('cage'): found r4c2, which is not on the board",
    );
    forged_puzzle(sum, r#"["r0c2",1]]"#, "found 'r0c2', expected a cell");
    forged_puzzle(sum, r#"["r1",1]]"#, "found 'r1', expected a cell");
    forged_puzzle(sum, r#"["r1c1",1]]"#, "('cage'): found r1c1 twice");
    forged_puzzle(
        sum,
        r#"["r99999999999999999999c1",1]]"#,
        "expected a cell such as",
    );
    forged_puzzle(sum, r#"["r18446744073709551615c1",1]]"#, "not on the board");
    forged_puzzle(
        r#"["r1c1","r1c2"]"#,
        r#"["r1c1","r1c1"]"#,
        "found r1c1 twice",
    );
    forged_puzzle(
        r#"["r1c1","r2c2"]"#,
        r#"["r1c1","r1c1"]"#,
        "found r1c1 twice",
    );
    forged_puzzle(r#"[[1,2],"#, r#"[[0,2],"#, "found 0, expected 1 to 3");
    forged_puzzle(r#"[[1,2],"#, r#"[[1,3],"#, "the pair 1 3 out of order");
    forged_puzzle(
        r#"["r3c1",[2,3]]"#,
        r#"["r3c1",[3,2]]"#,
        "the value 2 out of order",
    );
    forged_puzzle(
        r#"["r3c1",[2,3]]"#,
        r#"["r3c1",[2,4]]"#,
        "found 4, expected 1 to 3",
    );
    forged_puzzle(
        r#"[["r2c1",[2,3]]]"#,
        r#"[["r2c1",[2,3]],["r1c1",[1]]]"#,
        "out of order",
    );
}

#[test]
fn malformed_numbers_and_automata_are_rejected_with_the_place() {
    forged_puzzle(
        r#""total":4"#,
        r#""total":9223372036854775808"#,
        "puzzle.json:11:94: found 9223372036854775808, expected an integer of at most 64 bits",
    );
    forged_puzzle(
        r#""states":3"#,
        r#""states":1000000"#,
        "1000000 states, expected at most 200000",
    );
    forged_puzzle(
        r#""states":3"#,
        r#""states":2"#,
        "found state 2, expected one below 2",
    );
    forged_puzzle(
        r#""start":0"#,
        r#""start":3"#,
        "found state 3, expected one below 3",
    );
    forged_puzzle(
        r#""transitions":["#,
        r#""transitions":[[2,3,0],"#,
        "out of order",
    );
}

#[test]
fn boards_of_a_wrong_size_are_rejected() {
    for (size, says) in [
        (r#""rows":0"#, "0x3 cells, expected 1 to 64"),
        (r#""rows":65"#, "65x3 cells, expected 1 to 64"),
        (
            r#""rows":18446744073709551616"#,
            "expected an integer from 0",
        ),
        (
            r#""rows":-1"#,
            "puzzle.json:1:10: found -1, expected an integer from 0",
        ),
    ] {
        forged_puzzle(r#""rows":3"#, size, says);
    }
    for (digits, says) in [
        (r#""min":1,"max":0"#, "digits from 1 to 0"),
        (r#""min":1,"max":65"#, "digits from 1 to 65"),
        (
            r#""min":9223372036854775807,"max":9223372036854775807"#,
            "the least from -1000000 to 1000000",
        ),
        (
            r#""min":-9223372036854775808,"max":9223372036854775807"#,
            "the least from -1000000 to 1000000",
        ),
        (
            r#""min":-1,"max":9223372036854775807"#,
            "the least from -1000000 to 1000000",
        ),
    ] {
        forged_puzzle(r#""min":1,"max":3"#, digits, says);
    }
    let large = r#""rows":64,"columns":64,"min":1,"max":64"#;
    forged_puzzle(
        r#""rows":3,"columns":3,"min":1,"max":3"#,
        large,
        "262144 candidates",
    );
}

#[test]
fn deep_and_large_puzzles_are_rejected() {
    let deep = format!(
        "{}{}",
        r#"{"any-of":[["#.repeat(100_000),
        "]]}".repeat(100_000)
    );
    forged_puzzle(r#"{"candidates":["r3c1",[2,3]]}"#, &deep, "nested too deep");
    let copy = Copy::of("count");
    copy.write("puzzle.json", &" ".repeat((16 << 20) + 1));
    copy.assert_rejected("puzzle.json: has more than 16777216 bytes");
}

/// Sums and lines that would take too much memory; extreme coefficients do not overflow.
#[test]
fn formulas_that_are_too_large_are_rejected() {
    let cells: Vec<String> = (0..27)
        .map(|k| format!("r{}c{}", k / 9 + 1, k % 9 + 1))
        .collect();
    let terms: Vec<String> = (0u32..)
        .zip(&cells)
        .map(|(k, cell)| format!("[\"{cell}\",{}]", 10i64.pow(k % 9) + i64::from(k)))
        .collect();
    let sum = format!(
        r#"{{"sum":{{"terms":[{}],"total":1234567890}}}}"#,
        terms.join(",")
    );
    let text = |kernel: &str| {
        format!(
            "{{\"rows\":9,\"columns\":9,\"min\":1,\"max\":9,\n\"candidates\":[],\n\
             \"constraints\":[\n{{\"label\":\"\",\"kernels\":[{kernel}]}}\n]}}\n"
        )
    };
    let none = |kernel: &str, says: &str| {
        let copy = Copy::of("count");
        copy.write("puzzle.json", &text(kernel));
        copy.write("claim.txt", "The puzzle in puzzle.json has no solution.\n");
        copy.write("solutions.txt", "");
        let mut manifest: Value = serde_json::from_str(&copy.read("manifest.json")).unwrap();
        manifest["claim"] = json!("none");
        manifest["solutions"] = json!(0);
        copy.manifest(&manifest);
        copy.assert_rejected(says);
    };
    none(
        &sum,
        "puzzle.json: needs diagrams of more than 4000000 edges",
    );
    let all: Vec<String> = (0..81)
        .map(|k| format!("\"r{}c{}\"", k / 9 + 1, k % 9 + 1))
        .collect();
    let distinct = format!(r#"{{"distinct":[{}]}}"#, all.join(","));
    let many = vec![distinct; 2000].join(",");
    none(&many, "puzzle.json: needs more than 20000000 literals");
    let least = r#"{"sum":{"terms":[["r1c1",-9223372036854775808],["r1c2",9223372036854775807]],"total":-9223372036854775808}}"#;
    none(least, "formula.cnf: ");
}
