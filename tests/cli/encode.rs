//! `satoku encode` and `sat`, and the way back.

use crate::support::{PUZZLE, SOLVED, path, satoku};

#[test]
fn encode_writes_the_same_bytes_every_time() {
    let args = ["encode", "--encoding", "minimal"];
    let first = satoku(&args, "1...............\n");
    assert_eq!(first.stdout, satoku(&args, "1...............\n").stdout);
    let lines: Vec<&str> = first.stdout.lines().collect();
    assert_eq!(lines[0], "c satoku box 2x2");
    assert_eq!(lines[1], "c satoku puzzle 1...............");
    assert_eq!(lines[2], "c satoku encoding minimal");
    assert_eq!(lines[4], "c varname 1 r1c1=1");
    assert_eq!(lines[67], "c varname 64 r4c4=4");
    assert_eq!(lines[68], "c part 1 cell defined");
    assert_eq!(lines[69], "c part 17 row unique");
    assert_eq!(lines[72], "c part 305 givens");
    assert_eq!(lines[73], "p cnf 64 305");
    assert_eq!(lines[74], "1 2 3 4 0");
    assert_eq!(*lines.last().unwrap(), "1 0");
    assert_eq!(lines.len(), 74 + 305);
}

/// With which number each part begins, by the comments of one kind.
fn begins<'t>(text: &'t str, comment: &str) -> Vec<(usize, &'t str)> {
    let comments = text.lines().filter_map(|line| line.strip_prefix(comment));
    let parts = comments.map(|said| said.split_once(' ').unwrap());
    parts
        .map(|(begin, name)| (begin.parse().unwrap(), name))
        .collect()
}

/// The part that has a number: the last one that begins before.
fn part_of<'t>(parts: &[(usize, &'t str)], number: usize) -> Option<&'t str> {
    let before = parts.iter().take_while(|(begin, _)| *begin <= number);
    before.last().map(|(_, name)| *name)
}

#[test]
fn auxiliary_variables_occur_in_the_part_that_has_them() {
    let sandwich = r#"{"rows":4,"columns":4,"min":1,"max":4,"constraints":[
        {"type":"sandwich","cells":["r1c1","r1c2","r1c3","r1c4"],"sum":5}]}"#;
    let sandwich = sandwich.replace('\n', "");
    for (puzzle, encoding) in [
        ("1...............", "sequential"),
        ("1...............", "binary"),
        (&sandwich, "extended"),
        (&sandwich, "commander"),
    ] {
        let ran = satoku(&["encode", "--encoding", encoding], puzzle);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let text = &ran.stdout;
        let (parts, owners) = (begins(text, "c part "), begins(text, "c auxpart "));
        let lines = text.lines().filter(|line| line.ends_with(" 0"));
        let clauses = lines.filter(|line| !line.starts_with(['c', 'p']));
        let mut occurring = 0;
        for (index, clause) in clauses.enumerate() {
            let part = part_of(&parts, index + 1);
            let literals = clause
                .split(' ')
                .filter_map(|word| word.parse::<i32>().ok());
            for variable in literals.map(|literal| literal.unsigned_abs() as usize) {
                if let Some(owner) = part_of(&owners, variable) {
                    assert_eq!(Some(owner), part, "{encoding}: {clause}");
                    occurring += 1;
                }
            }
        }
        assert!(occurring > 0, "{encoding}");
    }
}

#[test]
fn encode_sat_and_decode_come_full_circle() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    for encoding in ["minimal", "efficient", "extended"] {
        let (cnf, model) = (file("puzzle.cnf"), file("model.txt"));
        let ran = satoku(&["encode", "--encoding", encoding, "-o", &cnf], PUZZLE);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 0));
        let ran = satoku(&["sat", &cnf, "-o", &model], "");
        assert_eq!(ran.code, 10);
        let ran = satoku(&["decode", "--cnf", &cnf, &model, "--to", "line"], "");
        assert_eq!((ran.stdout, ran.code), (format!("{SOLVED}\n"), 0));
    }
    let none = satoku(&["encode"], &format!("11{}\n", ".".repeat(79)));
    let ran = satoku(&["sat"], &none.stdout);
    assert_eq!((ran.stdout.as_str(), ran.code), ("s UNSATISFIABLE\n", 20));
    let cnf = file("none.cnf");
    std::fs::write(&cnf, &none.stdout).unwrap();
    let ran = satoku(&["decode", "--cnf", &cnf], &ran.stdout);
    assert_eq!((ran.stdout.as_str(), ran.code), ("no solution\n", 1));
}

#[test]
fn sat_stops_at_its_time_limit_with_code_0() {
    let hard = path("large/extable25-1.txt");
    let cnf = satoku(&["encode", &hard], "").stdout;
    let ran = satoku(&["sat", "--timeout", "0.3"], &cnf);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("c time limit\ns UNKNOWN\n", 0)
    );
}

#[test]
fn encode_takes_format_and_packing_from_the_file_name() {
    use std::io::Read;
    let folder = tempfile::tempdir().unwrap();
    let puzzle = "1...............\n";
    let plain = satoku(
        &["encode", "--to", "wcnf", "--objective", "pyramid"],
        puzzle,
    )
    .stdout;
    assert!(plain.contains("\n6 1 0\n12 2 0\n"), "{plain}");
    assert!(plain.ends_with("\nh 1 0\n"));
    assert!(!plain.contains("p wcnf"));
    for name in ["x.wcnf", "x.wcnf.gz", "x.wcnf.xz"] {
        let path = folder.path().join(name);
        let file = path.display().to_string();
        let ran = satoku(&["encode", "--objective", "pyramid", "-o", &file], puzzle);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        let bytes = std::fs::read(&path).unwrap();
        let mut text = String::new();
        match name {
            "x.wcnf" => text = String::from_utf8(bytes).unwrap(),
            "x.wcnf.gz" => {
                flate2::read::GzDecoder::new(&bytes[..])
                    .read_to_string(&mut text)
                    .unwrap();
            }
            _ => {
                let mut reader = lzma_rust2::XzReader::new(&bytes[..], true);
                reader.read_to_string(&mut text).unwrap();
            }
        }
        assert_eq!(text, plain, "{name}");
    }
    let opb = satoku(&["encode", "--to", "opb"], puzzle).stdout;
    assert!(opb.starts_with("* #variable= 64 #constraint= 65\n* satoku box 2x2\n"));
    assert!(opb.ends_with("+1 x1 >= 1 ;\n"));
    let show = satoku(&["encode", "--show", "--encoding", "triad"], puzzle).stdout;
    let line = show
        .lines()
        .find(|line| line.starts_with("c p show 1 2 "))
        .unwrap();
    assert!(line.ends_with(" 63 64 0"));
    let name = folder.path().join("y.opb").display().to_string();
    for (args, says) in [
        (
            vec!["encode", "--objective", "pyramid"],
            "a CNF file cannot hold an objective",
        ),
        (
            vec!["encode", "--to", "cnf", "-o", &name],
            "--to cnf does not fit the name of the file",
        ),
    ] {
        let ran = satoku(&args, puzzle);
        assert_eq!(ran.code, 2);
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
    }
}

/// Only `c` and a blank began a comment; other solvers need no blank, and allow one behind a
/// clause.
#[test]
fn comments_need_no_blank() {
    let cnf = "cno blank\np cnf 2 2\nc1 0\n1 2 0 c behind\n-1 0\n";
    let ran = satoku(&["sat"], cnf);
    assert_eq!(
        (ran.stdout.as_str(), ran.code),
        ("s SATISFIABLE\nv -1 2 0\n", 10)
    );
    let ran = satoku(&["sat"], "p cnf 2 1\n1 c 0\n");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
}

#[test]
fn a_huge_header_takes_no_memory() {
    let ran = satoku(
        &["sat", "--timeout", "20"],
        "p cnf 2147483647 2\n1 0\n-1 0\n",
    );
    assert_eq!((ran.stdout.as_str(), ran.code), ("s UNSATISFIABLE\n", 20));
}

/// Every cell and house had one of its own.
#[test]
fn a_contradiction_is_one_empty_clause() {
    for rules in [&[][..], &["--rules", "diagonal"]] {
        for (syntax, line) in [("cnf", "0"), ("wcnf", "h 0"), ("opb", "+0 x1 >= 1 ;")] {
            let args = ["encode", "--presolve", "locked", "--to", syntax];
            let ran = satoku(&[&args[..], rules].concat(), "11..............\n");
            assert_eq!(ran.code, 0, "{}", ran.stderr);
            let is_clause = |line: &&str| !line.starts_with(['c', '*', 'p']);
            let clauses: Vec<&str> = ran.stdout.lines().filter(is_clause).collect();
            assert_eq!(clauses, [line]);
        }
    }
}

#[test]
fn nothing_is_read_behind_the_puzzle_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let [good, bad] = ["good.txt", "bad.txt"].map(|name| folder.path().join(name));
    std::fs::write(&good, format!("{PUZZLE}\n")).unwrap();
    std::fs::write(&bad, format!("{PUZZLE}\nhello\n")).unwrap();
    let [good, bad] = [good, bad].map(|file| file.display().to_string());
    for rules in [&[][..], &["--rules", "diagonal"]] {
        for (which, files) in [("1", [&good, "no-such-file"]), ("2", [&good, &bad])] {
            let args = [&["encode", "--puzzle", which][..], rules, &files].concat();
            let ran = satoku(&args, "");
            assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{args:?}");
        }
        let args = [&["encode", "--puzzle", "3"][..], rules, &[&good, &bad]].concat();
        assert!(satoku(&args, "").stderr.contains("bad.txt:2"), "{args:?}");
        let args = [&["encode"][..], rules, &[&good, &bad]].concat();
        let says = "found a second puzzle, expected only one; choose one with --puzzle K";
        assert!(satoku(&args, "").stderr.contains(says), "{args:?}");
    }
}
