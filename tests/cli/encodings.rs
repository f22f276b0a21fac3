//! `satoku encodings`: what it says about a formula is true of the formula.

#[cfg(unix)]
use crate::support::script;
use crate::support::{path, read, satoku};
use std::collections::BTreeMap;

#[test]
fn families_add_up_to_the_formula() {
    for name in ["minimal", "triad", "ordered", "commander"] {
        let ran = satoku(&["encodings", "show", name], "");
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let number = |line: &str, column: usize| -> u64 {
            let words: Vec<&str> = line.split_whitespace().collect();
            words[column].parse().unwrap()
        };
        let all = ran
            .stdout
            .lines()
            .find(|line| line.starts_with("all "))
            .unwrap();
        let families = ran.stdout.lines().filter(|line| {
            ["cell ", "row ", "column ", "box "]
                .iter()
                .any(|scope| line.starts_with(scope))
        });
        let clauses: u64 = families.map(|line| number(line, 3)).sum();
        assert_eq!(clauses, number(all, 2), "{name}");
        let cnf = satoku(&["encode", "--encoding", name], &".".repeat(81));
        let head = cnf
            .stdout
            .lines()
            .find(|line| line.starts_with("p cnf"))
            .unwrap();
        assert_eq!(
            (number(head, 2), number(head, 3)),
            (number(all, 1), clauses),
            "{name}"
        );
    }
}

#[test]
fn a_teacher_sees_which_clauses_forbid_a_digit() {
    let puzzle = "1234\n....\n....\n....\n";
    let ran = satoku(&["encodings", "explain", "-", "r2c1"], puzzle);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let expected = "\
<stdin>:1: puzzle 1, extended encoding, r2c1
It occurs in 55 clauses: cell defined 1, cell unique 6, row defined 4, row unique 12, \
column defined 4, column unique 12, box defined 4, box unique 12.
1  forbidden by the givens
     column unique   ¬r2c1=1 ∨ ¬r1c1=1
     box unique      ¬r2c1=1 ∨ ¬r1c1=1
2  forbidden by the givens
     box unique      ¬r2c1=2 ∨ ¬r1c2=2
3  open: no clause settles it
4  open: no clause settles it
";
    assert_eq!(ran.stdout, expected);
    let only = satoku(
        &["encodings", "explain", "-", "R2C1", "--digit", "2"],
        puzzle,
    );
    assert_eq!(only.stdout.lines().count(), 4);
}

#[test]
fn wrong_cells_and_digits_are_refused() {
    let puzzle = "1234\n....\n....\n....\n";
    for (arguments, expected) in [
        (
            &["r5c1"][..],
            "CELL r5c1: expected rRcC with R and C from 1 to 4",
        ),
        (&["r0c1"], "CELL r0c1"),
        (&["x"], "CELL x"),
        (&["r1c1", "--digit", "5"], "--digit 5: expected 1 to 4"),
        (
            &["r1c1", "--puzzle", "2"],
            "--puzzle 2: the input ends with puzzle 1",
        ),
    ] {
        let ran = satoku(
            &[&["encodings", "explain", "-"], arguments].concat(),
            puzzle,
        );
        assert_eq!(ran.code, 2, "{arguments:?}");
        assert!(
            ran.stderr.contains(expected),
            "{arguments:?}: {}",
            ran.stderr
        );
    }
}

/// They were counted for minutes.
#[test]
fn expected_sizes_are_those_of_boards_that_can_be_counted() {
    let text = std::fs::read_to_string("encodings/minimal.toml").unwrap();
    let (text, wanted) = (
        text.replace("box = \"3x3\"", "box = \"32x32\""),
        "expected.box: 32x32",
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.toml").display().to_string();
    std::fs::write(&file, text).unwrap();
    let ran = satoku(&["encodings", "list", &file], "");
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains(wanted), "{}", ran.stderr);
}

#[test]
fn variants_are_measured_by_their_own_option() {
    let variant = r#"{"rows":1,"columns":3,"min":1,"max":3}"#;
    let ran = satoku(&["encodings", "measure", "-"], variant);
    assert_eq!(ran.code, 2);
    assert!(ran.stderr.contains("--variants -"), "{}", ran.stderr);
}

#[test]
fn measurements_agree_in_every_form() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (csv, json, html) = (file("m.csv"), file("m.json"), file("m.html"));
    let list = path("lines/top95.txt");
    let what =
        "--first 3 --encoding minimal --encoding triad --presolve none --presolve alldifferent";
    let mut args = vec!["encodings", "measure", &list];
    args.extend(what.split(' '));
    args.extend(["--csv", &csv, "--json", &json, "--html", &html]);
    let ran = satoku(&args, "");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let table: Vec<&str> = ran.stdout.lines().skip(1).collect();
    let json = std::fs::read_to_string(json).unwrap();
    let objects: Vec<serde_json::Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let csv = std::fs::read_to_string(csv).unwrap();
    let mut rows = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = rows.next().unwrap();
    let rows: Vec<BTreeMap<&str, &str>> = rows
        .map(|row| head.iter().copied().zip(row).collect())
        .collect();
    let page = std::fs::read_to_string(html).unwrap();
    assert_eq!((table.len(), objects.len()), (rows.len(), rows.len()));
    assert_eq!(page.matches("<svg").count(), 3);
    for elsewhere in ["src=", "href=\"http", "url(http", "@import"] {
        assert!(!page.contains(elsewhere), "{elsewhere}");
    }
    for ((line, object), row) in table.iter().zip(&objects).zip(&rows) {
        assert_eq!(object["solved"], 3);
        assert_eq!(row["solved"], "3");
        assert_eq!(object["encoding"], row["encoding"]);
        assert_eq!(
            object["clauses"].as_f64().unwrap().to_string(),
            row["clauses"]
        );
        let cells: Vec<&str> = line.split_whitespace().collect();
        assert_eq!((cells[1], cells[2]), (row["encoding"], row["presolve"]));
        assert_eq!(*cells.last().unwrap(), "3/3");
        assert!(page.contains(&format!(">{}<", cells[4])), "{}", cells[4]);
    }
    // "none" writes the whole formula and the givens.
    let none = rows
        .iter()
        .find(|row| row["presolve"] == "none" && row["encoding"] == "minimal");
    let clauses: f64 = none.unwrap()["clauses"].parse().unwrap();
    assert_eq!((clauses * 3.0).round() as usize, 3 * 8829 + givens(3));
}

/// Givens of the first puzzles.
fn givens(puzzles: usize) -> usize {
    let text = read("lines/top95.txt");
    let lines = text.lines().take(puzzles);
    let digits = lines.flat_map(str::chars).filter(char::is_ascii_digit);
    digits.filter(|digit| *digit != '0').count()
}

/// Its times were shown like those of right answers, and its name twice.
#[cfg(unix)]
#[test]
fn a_solver_that_lies_is_told() {
    use crate::support::script;
    let folder = tempfile::tempdir().unwrap();
    for (answer, code, says) in [
        (
            "s UNSATISFIABLE",
            20,
            "says that a puzzle has no solution, but it has one",
        ),
        ("s SATISFIABLE", 10, "no complete model"),
    ] {
        let liar = script(
            folder.path(),
            "liar",
            &format!("echo '{answer}'; exit {code}"),
        );
        let csv = folder.path().join("liar.csv").display().to_string();
        let ran = satoku(
            &[
                "encodings",
                "measure",
                &path("lines/top95.txt"),
                "--first",
                "1",
                "--encoding",
                "minimal",
                "--csv",
                &csv,
                "--solver",
                &liar,
            ],
            "",
        );
        assert_eq!(ran.code, 4, "{}", ran.stderr);
        let [line] = ran.stderr.lines().collect::<Vec<_>>()[..] else {
            panic!("{}", ran.stderr);
        };
        let start = "satoku: error: liar/minimal: ";
        assert!(line.starts_with(start) && line.contains(says), "{line}");
        let puzzle = read("lines/top95.txt").lines().next().unwrap().to_owned();
        let ends = format!("; the puzzle is {puzzle}");
        assert!(
            line.replace('.', "0").ends_with(&ends.replace('.', "0")),
            "{line}"
        );
        assert_eq!(line.matches("liar").count(), 1, "{line}");
        assert!(ran.stdout.contains("0/1"), "{}", ran.stdout);
        let table = std::fs::read_to_string(&csv).unwrap();
        let row = |line: &str| line.split(',').map(str::to_owned).collect::<Vec<_>>();
        let rows: Vec<Vec<String>> = table.lines().map(row).collect();
        let [heads, _, values] = &rows[..] else {
            panic!("{table}");
        };
        let of_solver = heads.iter().zip(values);
        let of_solver = of_solver.filter(|(head, _)| head.starts_with("solve_"));
        let times: Vec<&str> = of_solver.map(|(_, value)| value.as_str()).collect();
        assert!(
            !times.is_empty() && times.iter().all(|time| time.is_empty()),
            "{table}"
        );
    }
}

#[test]
fn the_members_of_a_race_can_be_chosen() {
    let puzzle = read("lines/top95.txt").lines().next().unwrap().to_owned();
    let alone = satoku(&["solve"], &puzzle);
    for members in [
        &["cdcl:7"][..],
        &["native", "varisat:triad"],
        &["varisat", "cdcl"],
    ] {
        let mut arguments = vec!["solve"];
        arguments.extend(members.iter().flat_map(|member| ["--member", *member]));
        assert_eq!(
            satoku(&arguments, &puzzle).stdout,
            alone.stdout,
            "{members:?}"
        );
    }
    for wrong in ["cdcl:x", "nobody-knows", "varisat:nothing"] {
        assert_eq!(
            satoku(&["solve", "--member", wrong], &puzzle).code,
            2,
            "{wrong}"
        );
    }
}

#[test]
fn names_of_encodings_cannot_break_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.toml");
    let text = std::fs::read_to_string("encodings/minimal.toml").unwrap();
    std::fs::write(&file, text.replacen("minimal", "a\\nb", 1)).unwrap();
    let ran = satoku(&["encodings", &file.display().to_string()], "");
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr
            .contains("expected letters, digits, - and _ only"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_file_that_expects_wrong_sizes_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.toml");
    let text = std::fs::read_to_string("encodings/minimal.toml").unwrap();
    let own = text.replacen("\"minimal\"", "\"own\"", 1);
    std::fs::write(&file, own.replace("8829", "8830")).unwrap();
    let name = file.display().to_string();
    let ran = satoku(&["encodings", &name], "");
    assert_eq!(ran.code, 2);
    let expected = format!(
        "satoku: error: {name}: found 729 variables and 8829 clauses on the empty grid with boxes \
         3x3, expected 729 and 8830, as the file says\n"
    );
    assert_eq!(ran.stderr, expected);
}

#[test]
fn a_file_with_the_name_of_another_encoding_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("x.toml");
    let name = file.display().to_string();
    let text = std::fs::read_to_string("encodings/minimal.toml").unwrap();
    std::fs::write(&file, &text).unwrap();
    assert_eq!(satoku(&["encodings", &name], "").code, 0);
    std::fs::write(&file, text.replacen("\"minimal\"", "\"extended\"", 1)).unwrap();
    let ran = satoku(&["encodings", &name], "");
    assert_eq!(ran.code, 2);
    let says = "there is another encoding called 'extended': give this one a name of its own";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
}

#[test]
fn an_encoding_file_is_checked() {
    let good = satoku(&["encodings", "check", "encodings/triad.toml"], "");
    assert_eq!(good.code, 0, "{}", good.stderr);
    assert!(good.stdout.contains("\ntriad "), "{}", good.stdout);
    let bad = satoku(&["encodings", "check", "tests/data/bad/twice.toml"], "");
    let says = "tests/data/bad/twice.toml:7:1: families.cell: \"defined\" occurs twice";
    assert_eq!(bad.code, 2);
    assert!(bad.stderr.contains(says), "{}", bad.stderr);
}

/// A lie was timed like an answer.
#[cfg(unix)]
#[test]
fn what_solvers_say_about_measured_variants_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let killer = path("variants/killer.jsonl");
    for (text, says) in [
        (
            "echo 's UNSATISFIABLE'; exit 20",
            "says that a puzzle has no solution, but it has one (",
        ),
        (
            "echo 's SATISFIABLE'; echo 'v 1 2 3 0'; exit 10",
            "its model breaks clause ",
        ),
        ("kill -SEGV $$", "signal"),
    ] {
        let liar = script(folder.path(), "liar", text);
        let args = "encodings measure --encoding minimal --first 1 --variants";
        let mut args: Vec<&str> = args.split(' ').collect();
        args.extend([&killer, "--solver", &liar]);
        let ran = satoku(&args, "");
        assert_eq!(ran.code, 4, "{text}: {}", ran.stderr);
        assert!(ran.stderr.contains(says), "{text}: {}", ran.stderr);
        let mut lines = ran.stdout.lines();
        assert!(
            lines.next().unwrap().trim_end().ends_with("faults"),
            "{}",
            ran.stdout
        );
        assert!(lines.all(|line| line.trim_end().ends_with(" 1") == line.contains("liar")));
    }
    // Giving up is no fault.
    let lazy = script(folder.path(), "lazy", "echo 's UNKNOWN'");
    let args = [
        "encodings",
        "measure",
        "--encoding",
        "minimal",
        "--first",
        "1",
        "--variants",
    ];
    let ran = satoku(&[&args[..], &[&killer, "--solver", &lazy]].concat(), "");
    assert_eq!((ran.code, ran.stderr.as_str()), (3, ""), "{}", ran.stdout);
}
