//! Variants from the outside: what is read, asked, shown and refused.

use crate::support::{PUZZLE, satoku};

/// A 4×4 killer with five solutions, as a line of JSON.
pub const KILLER: &str = r#"{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344","candidates":{"r1c1":[2]},"rules":[],"constraints":[{"type":"killer","cells":["r1c2","r1c3"],"sum":5},{"type":"thermo","cells":["r4c1","r4c2","r4c3","r4c4"]}]}"#;

/// The thermometer begins with the given 2 and has too few digits left.
fn impossible() -> String {
    KILLER.replace("\"r1c1\":[2]", "\"r4c1\":[2]")
}

#[test]
fn json_is_answered_by_json() {
    let ran = satoku(&["solve", "--check", "none"], KILLER);
    let start = r#"{"file":"<stdin>","line":1,"puzzle":1,"verdict":"solved","solution":""#;
    assert!(ran.stdout.starts_with(start), "{}", ran.stdout);
    assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
}

#[test]
fn both_engines_count_the_same() {
    let native = satoku(&["count", "--check", "none"], KILLER);
    let args = ["count", "--check", "none", "--backend", "varisat"];
    let sat = satoku(&args, KILLER);
    assert_eq!((&native.stdout, native.code), (&sat.stdout, sat.code));
    let all = satoku(&["enumerate", "--to", "line"], KILLER);
    let count: usize = native.stdout.trim().parse().unwrap();
    assert_eq!(all.stdout.lines().count(), count);
}

#[test]
fn rules_are_added_to_classic_text() {
    let free = satoku(&["count"], "1...............");
    let diagonal = satoku(&["count", "--rules", "diagonal"], "1...............");
    assert_eq!(free.stdout, "72\n");
    assert_eq!((diagonal.stdout.as_str(), diagonal.code), ("12\n", 0));
}

#[test]
fn a_contradiction_is_no_solution() {
    let ran = satoku(&["solve", "--to", "line"], &impossible());
    assert_eq!((ran.stdout.as_str(), ran.code), ("no solution\n", 1));
    let ran = satoku(&["candidates"], &impossible());
    assert_eq!((ran.stdout.as_str(), ran.code), ("no solution\n", 1));
}

#[test]
fn candidates_are_those_of_solutions() {
    let ran = satoku(&["candidates"], "12..34..2143....");
    let expected = "1  2  3  4\n3  4  12 12\n2  1  4  3\n4  3  12 12\n";
    assert_eq!((ran.stdout.as_str(), ran.code), (expected, 0));
    let ran = satoku(&["candidates", "--limit", "9"], "12..34..2143....");
    assert!(ran.stdout.starts_with("1:"), "{}", ran.stdout);
}

/// A cage of two cells cannot hold 8 on 4×4: one of several branches is false then, and a
/// constraint that stands alone is a mistake.
#[test]
fn an_impossible_branch_of_any_of_is_false() {
    let cage = |sum: u8| format!(r#"{{"type":"killer","cells":["r1c2","r1c3"],"sum":{sum}}}"#);
    let either = |first: u8, second: u8| {
        format!(
            r#"{{"type":"any-of","branches":[[{}],[{}]]}}"#,
            cage(first),
            cage(second)
        )
    };
    let alone = satoku(&["count"], KILLER);
    for backend in ["native", "varisat"] {
        let args = ["count", "--backend", backend];
        for branches in [either(5, 8), either(8, 5)] {
            let ran = satoku(&args, &KILLER.replace(&cage(5), &branches));
            assert_eq!(
                (&ran.stdout, ran.code),
                (&alone.stdout, 0),
                "{}",
                ran.stderr
            );
        }
    }
    let ran = satoku(&["count"], &KILLER.replace(&cage(5), &either(8, 2)));
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr
            .contains("3 to 7, the sums of 2 different digits"),
        "{}",
        ran.stderr
    );
    let ran = satoku(&["count"], &KILLER.replace(&cage(5), &cage(8)));
    assert_eq!(ran.code, 2);
    // The same as a string of Interactive Sudoku Solver.
    let possible = satoku(&["count"], ".Shape~4x4.Cage~5~R1C2~R1C3");
    for branches in [
        "Cage~5~R1C2~R1C3.Cage~8~R1C2~R1C3",
        "Cage~8~R1C2~R1C3.Cage~5~R1C2~R1C3",
    ] {
        let ran = satoku(&["count"], &format!(".Shape~4x4.Or.{branches}.End"));
        assert_eq!(
            (&ran.stdout, ran.code),
            (&possible.stdout, 0),
            "{}",
            ran.stderr
        );
    }
    let ran = satoku(&["count"], ".Shape~4x4.Cage~8~R1C2~R1C3");
    assert_eq!(ran.code, 2);
}

/// Five cells do not hold five of four digits.
#[test]
fn a_branch_of_any_of_with_too_long_a_line_is_false() {
    let line = r#""r1c1","r1c2","r1c3","r1c4","r2c4""#;
    let cage = r#"{"type":"killer","cells":["r1c2","r1c3"],"sum":5}"#;
    let alone = satoku(&["count"], KILLER);
    for kind in ["renban", "thermo", "distinct"] {
        let long = format!(r#"{{"type":"{kind}","cells":[{line}]}}"#);
        let either = format!(r#"{{"type":"any-of","branches":[[{long}],[{cage}]]}}"#);
        let ran = satoku(&["count"], &KILLER.replace(cage, &either));
        assert_eq!(
            (ran.stdout, ran.code),
            (alone.stdout.clone(), 0),
            "{}",
            ran.stderr
        );
        let ran = satoku(&["count"], &KILLER.replace(cage, &long));
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
        assert!(
            ran.stderr.contains(": found 5 cells, expected "),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn mistakes_are_named_with_their_place() {
    let outside = KILLER.replace("r1c3", "r1c5");
    let ran = satoku(&["solve"], &outside);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    let place = "satoku: error: <stdin>:1: puzzle 1: /constraints/0/cells/1";
    assert!(ran.stderr.starts_with(place), "{}", ran.stderr);

    let ran = satoku(&["solve", "--rules", "no-such-rule"], "1...............");
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("no-such-rule"), "{}", ran.stderr);

    let ran = satoku(&["solve", "--backend", "cdcl"], KILLER);
    assert_eq!(ran.code, 2);
    let says = "<stdin>:1: puzzle 1: --backend cdcl: takes classic puzzles only; use native or";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
    assert_eq!(satoku(&["explain", "--backend", "cdcl"], KILLER).code, 2);

    let ran = satoku(&["canonical", "--rules", "diagonal"], "1...............");
    assert_eq!(ran.code, 2);
    let says = "--rules: this command takes classic puzzles only";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
}

#[test]
fn what_does_not_compile_can_be_skipped() {
    let outside = KILLER.replace("r1c3", "r1c5");
    let input = format!("{outside}\n{KILLER}\n");
    let args = ["count", "--limit", "1", "--on-error", "report"];
    let ran = satoku(&args, &input);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!((lines.len(), lines[1], ran.code), (2, "1", 2));
    assert!(lines[0].starts_with("error: <stdin>:1: puzzle 1: "));
}

#[test]
fn a_formula_remembers_its_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (cnf, model) = (path("killer.cnf"), path("model.txt"));
    let ran = satoku(&["encode", "-o", &cnf], KILLER);
    assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
    let solved = satoku(&["sat", &cnf], "");
    assert_eq!(solved.code, 10);
    std::fs::write(&model, &solved.stdout).unwrap();
    let decoded = satoku(&["decode", "--cnf", &cnf, &model], "");
    assert_eq!((decoded.stderr.as_str(), decoded.code), ("", 0));
    let all = satoku(&["enumerate", "--to", "line"], KILLER);
    assert!(all.stdout.contains(decoded.stdout.trim()));
}

/// A simplified formula numbers its variables otherwise than the puzzle alone tells.
#[test]
fn a_model_of_a_simplified_formula_needs_the_formula() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (puzzle, cnf, model) = (path("p.json"), path("p.cnf"), path("p.model"));
    std::fs::write(&puzzle, KILLER).unwrap();
    let ran = satoku(&["encode", "--presolve", "locked", &puzzle, "-o", &cnf], "");
    assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
    std::fs::write(&model, satoku(&["sat", &cnf], "").stdout).unwrap();
    let ran = satoku(&["decode", "--puzzles", &puzzle, &model], "");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 4));
    let says = "a formula that was not written with --presolve none numbers its variables \
                differently, and needs --cnf\n";
    assert!(ran.stderr.ends_with(says), "{}", ran.stderr);
    let ran = satoku(&["decode", "--cnf", &cnf, &model], "");
    assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
}

#[test]
fn every_rule_can_be_shown() {
    let listed = satoku(&["rules", "list"], "");
    let names = listed.stdout.lines().filter(|line| line.starts_with("  "));
    let names: Vec<&str> = names
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert!(names.contains(&"killer") && names.contains(&"diagonal"));
    for name in names {
        let shown = satoku(&["rules", "show", name], "");
        let is_known = shown.stdout.starts_with(&format!("{name}: "));
        assert!(is_known && shown.code == 0, "{name}: {}", shown.stderr);
    }
    let shown = satoku(&["rules", "show", "killer"], "");
    assert!(shown.stdout.starts_with("killer: a type of constraint\n"));
    let wrong = satoku(&["rules", "check", "-"], "name = 1\n");
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.stderr.starts_with("satoku: error: <stdin>:1:"),
        "{}",
        wrong.stderr
    );
}

#[test]
fn a_contradiction_is_explained_by_its_parts() {
    let ran = satoku(&["explain", "--contradiction"], &impossible());
    let expected = "r4c1 = 2\nthermo r4c1 r4c2 r4c3 r4c4\n";
    assert_eq!((ran.stdout.as_str(), ran.code), (expected, 0));
    let clash = "1...1...........";
    let ran = satoku(&["explain", "--contradiction"], clash);
    let clash = "r1c1 and r2c1 both hold 1 in column 1\nr1c1 = 1\nr2c1 = 1\n";
    assert_eq!(ran.stdout, clash);
    let ran = satoku(&["explain", "--contradiction"], KILLER);
    assert_eq!(ran.stdout, "the puzzle has a solution\n");
}

#[test]
fn what_a_puzzle_does_not_need_is_explained() {
    let full = "1234341221434321";
    let ran = satoku(&["explain", "--redundant"], full);
    assert_eq!(ran.stdout.lines().count(), 16, "{}", ran.stdout);
    let ran = satoku(&["explain", "--redundant", "--to", "json"], KILLER);
    assert!(
        ran.stdout.contains(r#""verdict":"several""#),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.code, 1);
    let neither = satoku(&["explain"], KILLER);
    assert_eq!(neither.code, 2);
}

/// The rule forbids the pair that the dot allows.
#[test]
fn a_dot_that_a_strict_rule_asks_for_is_needed() {
    let row = r#"{"rows":1,"columns":2,"min":1,"max":4,"candidates":{"r1c1":[1],"r1c2":[2]},"rules":["strict-white-dots"],"constraints":[{"type":"white-dot","cells":["r1c1","r1c2"]}]}"#;
    let ran = satoku(&["explain", "--redundant"], row);
    let expected = "r1c2 = 2\nstrict-white-dots\n";
    assert_eq!((ran.stdout.as_str(), ran.code), (expected, 0));
    // Without the dot, another solution would be the only one.
    let open = row
        .replace(r#","r1c2":[2]"#, "")
        .replace(r#""max":4"#, r#""max":3"#);
    let ran = satoku(&["explain", "--redundant"], &open);
    assert_eq!((ran.stdout.as_str(), ran.code), ("strict-white-dots\n", 0));
    let contradictory = row.replace(r#""r1c2":[2]"#, r#""r1c2":[4]"#);
    let ran = satoku(&["explain", "--contradiction"], &contradictory);
    let expected = "r1c1 = 1\nr1c2 = 4\nwhite-dot r1c1 r1c2\n";
    assert_eq!((ran.stdout.as_str(), ran.code), (expected, 0));
}

/// They went without effect, or turned off that JSON is recognised.
#[test]
fn options_of_classic_text_are_refused_for_json() {
    for option in [&["--box", "2x2"][..], &["--alphabet", "hex"]] {
        for format in [&[][..], &["--from", "json"]] {
            let ran = satoku(&[&["count"], option, format].concat(), KILLER);
            assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{option:?}");
            let says = format!("satoku: error: {} has no effect on puzzles in", option[0]);
            assert!(ran.stderr.starts_with(&says), "{}", ran.stderr);
        }
    }
}

#[test]
fn givens_of_variants_are_marked_in_pretty_solutions() {
    let args = ["solve", "--rules", "diagonal", "--to", "pretty"];
    let ran = satoku(&args, "1...............\n");
    assert!(
        ran.stdout
            .starts_with("┌───────┬───────┐\n│ 1* 2  │ 3  4  │\n"),
        "{}",
        ran.stdout
    );
}

/// A rule file of `diagonal-down` by another name, with this number of solutions on 4×4.
fn with_known(solutions: u64) -> String {
    let shown = satoku(&["rules", "show", "diagonal-down"], "").stdout;
    let file = shown.split_once("The file:\n").expect("the file").1;
    let own = file.replacen("diagonal-down", "own-diagonal", 1);
    let own = own.split("[[known]]").next().expect("a file");
    let own = own.split("[[draw]]").next().expect("a file");
    format!("{own}\n[[known]]\nbox = \"2x2\"\nsolutions = {solutions}\n")
}

#[test]
fn known_counts_of_rule_files_are_checked() {
    let check = |solutions: u64| satoku(&["rules", "check", "-"], &with_known(solutions));
    // Of the 288 grids, those whose diagonal has four different digits: 24 orders on the diagonal,
    // and two ways to fill the rest.
    let number = 48;
    let right = check(number);
    assert_eq!(right.code, 0, "{}", right.stderr);
    let says = format!("<stdin>: an empty grid with boxes 2x2 has {number} solutions\n");
    assert!(right.stdout.ends_with(&says), "{}", right.stdout);
    for wrong in [0, number - 1, number + 1] {
        let ran = check(wrong);
        assert_eq!((ran.code, &ran.stdout[..]), (2, ""));
        assert!(ran.stderr.contains("the file says"), "{}", ran.stderr);
    }
}

#[test]
fn an_answer_of_satoku_is_named_where_a_puzzle_is_expected() {
    let solved = satoku(&["solve", "--to", "json"], &format!("{PUZZLE}\n"));
    let ran = satoku(&["solve", "-"], &solved.stdout);
    let says = "satoku: error: <stdin>:1: found 1 at /puzzle, expected a puzzle as an object; \
                in answers of satoku, its number is there: pass on what was written without \
                --to json\n";
    assert_eq!((ran.stderr.as_str(), ran.code), (says, 2));
}

#[test]
fn classic_puzzles_that_are_written_as_json_are_read_again() {
    for shape in ["2x2", "2x3", "3x2", "3x3", "2x5", "4x4", "5x5"] {
        let made = ["generate", "--seed", "4", "--count", "3", "--box", shape];
        let json = satoku(&[&made[..], &["--to", "json"]].concat(), "");
        let lines = satoku(&made, "");
        let solved = satoku(&["solve", "--to", "pyramid", "-"], &json.stdout);
        let solve = ["solve", "--to", "pyramid", "--box", shape];
        let expected = satoku(&solve, &lines.stdout);
        assert_eq!(
            (solved.stdout, solved.code),
            (expected.stdout, 0),
            "{shape}"
        );
    }
    for verb in ["minimize", "canonical"] {
        let json = satoku(&[verb, "--to", "json"], &format!("{PUZZLE}\n"));
        let line = satoku(&[verb], &format!("{PUZZLE}\n"));
        let count = |input: &str| satoku(&["count", "-"], input).stdout;
        assert_eq!(count(&json.stdout), "1\n", "{verb}");
        assert_eq!(count(&line.stdout), "1\n", "{verb}");
    }
}

#[test]
fn a_grid_in_json_that_is_no_puzzle_is_refused_with_its_place() {
    let messages = [
        (r#"{"grid":"12"}"#, "found"),
        (
            r#"{"grid":""}"#,
            "found '' at /grid, expected the cells of one puzzle",
        ),
        (
            r#"{"grid":"1234341221434321,note"}"#,
            "at /grid, expected the cells of one puzzle",
        ),
        (
            r#"{"grid":"1234341221434321\n1234341221434321"}"#,
            "at /grid, expected the cells",
        ),
        (
            r#"{"grid":"12x4341221434321"}"#,
            "at /grid, character 3, expected",
        ),
        (r#"{"grid":"1234341221434321","box":"2x3"}"#, "at /grid"),
        (
            r#"{"grid":"1234341221434321","box":"2x"}"#,
            "found '2x' at /box, expected",
        ),
        (
            r#"{"grid":"1234341221434321","box":4}"#,
            "found 4 at /box, expected",
        ),
    ];
    for (input, says) in messages {
        let ran = satoku(&["solve", "-"], input);
        assert!(ran.stderr.contains(says), "{input}: {}", ran.stderr);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{input}");
    }
}
