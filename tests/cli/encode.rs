//! `satoku encode`, `sat` and `decode`: from a puzzle to clauses and back.

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
    assert_eq!(lines[68], "p cnf 64 305");
    assert_eq!(lines[69], "1 2 3 4 0");
    assert_eq!(*lines.last().unwrap(), "1 0");
    assert_eq!(lines.len(), 69 + 305);
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
    assert!(opb.starts_with("* #variable= 64 #constraint= 449\n* satoku box 2x2\n"));
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

#[test]
fn a_huge_header_takes_no_memory() {
    let ran = satoku(
        &["sat", "--timeout", "20"],
        "p cnf 2147483647 2\n1 0\n-1 0\n",
    );
    assert_eq!((ran.stdout.as_str(), ran.code), ("s UNSATISFIABLE\n", 20));
}

#[test]
fn solver_chatter_that_starts_with_v_is_passed_over() {
    let chatter = "version 3\ns UNSATISFIABLE\n";
    let ran = satoku(&["decode", "--cnf", "tests/data/bad/tiny.cnf"], chatter);
    assert_eq!((ran.stdout.as_str(), ran.code), ("no solution\n", 1));
}

#[test]
fn decode_takes_the_puzzles_shape_and_number() {
    let folder = tempfile::tempdir().unwrap();
    let puzzles = folder.path().join("puzzles.txt");
    let text = format!("{}\n{}\n", ".".repeat(36), "1".to_owned() + &".".repeat(35));
    std::fs::write(&puzzles, text).unwrap();
    let name = puzzles.display().to_string();
    let cnf = satoku(&["encode", "--box", "3x2", "--puzzle", "2", &name], "").stdout;
    let model = satoku(&["sat"], &cnf).stdout;
    let encoded = ["decode", "--puzzles", &name, "--puzzle", "2"];
    let ran = satoku(&[&encoded[..], &["--box", "3x2"]].concat(), &model);
    assert_eq!(
        (ran.code, ran.stdout.trim().len()),
        (0, 36),
        "{}",
        ran.stderr
    );
    assert!(ran.stdout.starts_with('1'));
}

#[test]
fn a_contradiction_is_exported_and_decoded() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = folder.path().join("x.cnf").display().to_string();
    let args = ["encode", "--presolve", "locked", "-o", &cnf];
    assert_eq!(satoku(&args, "11..............\n").code, 0);
    let said = satoku(&["sat", &cnf], "");
    assert_eq!(said.code, 20);
    let ran = satoku(&["decode", "--cnf", &cnf, "-"], &said.stdout);
    assert_eq!((ran.stdout.as_str(), ran.code), ("no solution\n", 1));
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

/// The values of the model that `sat` finds of a formula, by variable from 1.
fn model_of(cnf: &str) -> Vec<bool> {
    let ran = satoku(&["sat", cnf], "");
    let words = ran
        .stdout
        .lines()
        .filter_map(|line| line.strip_prefix("v "));
    let words = words.flat_map(str::split_whitespace);
    let numbers = words.map(|word| word.parse::<i64>().unwrap());
    numbers
        .take_while(|&number| number != 0)
        .map(|number| number > 0)
        .collect()
}

#[test]
fn decode_reads_the_formulas_and_the_answers_of_optimisers() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let json = format!(
        "{}\n",
        r#"{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344",
            "candidates":{"r1c1":[1]},"rules":["diagonal"],"constraints":[]}"#
            .replace('\n', "")
    );
    let classic = format!("{PUZZLE}\n");
    for (name, puzzle) in [("classic", &classic), ("variant", &json)] {
        let formulas = ["cnf", "wcnf", "opb"].map(|ending| file(&format!("{name}.{ending}")));
        for formula in &formulas {
            assert_eq!(satoku(&["encode", "-o", formula], puzzle).code, 0);
        }
        let [cnf, wcnf, opb] = &formulas;
        let model = model_of(cnf);
        let bits: String = model
            .iter()
            .map(|&holds| if holds { '1' } else { '0' })
            .collect();
        let signed = |name: &str| {
            let all = model.iter().zip(1..);
            all.map(|(&holds, var)| format!("{}{name}{var} ", if holds { "" } else { "-" }))
                .collect::<String>()
        };
        let (named, plain) = (signed("x"), signed(""));
        let expected = satoku(
            &["decode", "--cnf", cnf, "--to", "line"],
            &format!("SAT\n{plain}0"),
        );
        assert_eq!(expected.code, 0, "{}", expected.stderr);
        for (formula, values) in [
            (wcnf, bits.as_str()),
            (wcnf, &format!("{plain}0")),
            (opb, &named),
        ] {
            let answer = format!("c hello\no 0\ns OPTIMUM FOUND\nv {values}\n");
            let ran = satoku(&["decode", "--cnf", formula, "--to", "line"], &answer);
            assert_eq!(
                (ran.stdout, ran.code),
                (expected.stdout.clone(), 0),
                "{}",
                ran.stderr
            );
        }
        let wrong = format!("s OPTIMUM FOUND\nv {}\n", "1".repeat(bits.len()));
        let ran = satoku(&["decode", "--cnf", wcnf], &wrong);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 4), "{}", ran.stderr);
    }
}

/// The cost was not compared with that of the model.
#[test]
fn decode_refuses_a_model_of_another_cost() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let variant =
        r#"{"rows":2,"columns":2,"min":1,"max":2,"candidates":{"r1c1":[1]},"constraints":[]}"#;
    for (name, puzzle) in [("classic", "1.3434.221434.21"), ("variant", variant)] {
        let cnf = file(&format!("{name}.cnf"));
        assert_eq!(satoku(&["encode", "-o", &cnf], puzzle).code, 0);
        let model = model_of(&cnf);
        let named = model.iter().zip(1..);
        let named: String = named
            .map(|(&holds, var)| format!("{}x{var} ", if holds { "" } else { "-" }))
            .collect();
        let values: String = named.replace('x', "") + "0";
        for (syntax, values) in [("wcnf", values), ("opb", named)] {
            let formula = file(&format!("{name}.{syntax}"));
            let args = ["encode", "--objective", "pyramid", "-o", &formula];
            assert_eq!(satoku(&args, puzzle).code, 0);
            let decoded = |cost: &str| {
                let said = format!("o 99999\no {cost}\ns OPTIMUM FOUND\nv {values}\n");
                satoku(&["decode", "--cnf", &formula, "--to", "line"], &said)
            };
            let ran = decoded("123456");
            assert_eq!((ran.stdout.as_str(), ran.code), ("", 4), "{}", ran.stderr);
            let costs = ran.stderr.split("the model costs ").nth(1).unwrap();
            let (cost, says) = costs.split_once(',').unwrap();
            assert_eq!(says, " but the last 'o' line says 123456\n");
            let ran = decoded(cost);
            assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
            // The score follows from the cost as the formula says.
            let text = std::fs::read_to_string(&formula).unwrap();
            let score = text
                .lines()
                .find_map(|line| line.split_once("the score is "));
            let words: Vec<&str> = score.unwrap().1.split(' ').collect();
            let divisor = match words[2..] {
                [divisor, "times", ..] => divisor.parse::<i64>().unwrap(),
                _ => 1,
            };
            let constant: i64 = words[0].parse().unwrap();
            let score = constant - divisor * cost.parse::<i64>().unwrap();
            let expected = satoku(&["pyramid", "--to", "line"], puzzle).stdout;
            assert_eq!(format!("{score}\n"), expected, "{name}.{syntax}");
        }
    }
}

#[test]
fn decode_reads_the_wcnf_of_before_2022_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (cnf, old) = (file("x.cnf"), file("old.wcnf"));
    assert_eq!(satoku(&["encode", "-o", &cnf], PUZZLE).code, 0);
    let text = std::fs::read_to_string(&cnf).unwrap();
    // Comments, the header, and clauses that cost 7 each.
    let weighted = text.lines().map(|line| match line.strip_prefix("p cnf ") {
        Some(numbers) => format!("p wcnf {numbers} 8\n"),
        None if line.starts_with('c') => format!("{line}\n"),
        None => format!("7 {line}\n"),
    });
    std::fs::write(&old, weighted.collect::<String>()).unwrap();
    let model = satoku(&["sat", &cnf], "").stdout;
    let ran = satoku(&["decode", "--cnf", &old, "--to", "line"], &model);
    assert_eq!(
        (ran.stdout, ran.code),
        (format!("{SOLVED}\n"), 0),
        "{}",
        ran.stderr
    );
}

/// Each format has its own way to say that there are no variables.
#[test]
fn formulas_of_settled_puzzles_are_decoded() {
    let solution = "1234341221434321";
    let killer = r#"{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344",
        "candidates":{"r1c1":[1],"r1c2":[2],"r1c3":[3],"r2c1":[3],"r2c3":[1],"r3c2":[1],
        "r3c3":[4],"r4c1":[4],"r4c4":[1]},
        "constraints":[{"type":"killer","cells":["r1c1","r1c2"],"sum":3}]}"#
        .replace('\n', " ");
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let formula = file("formula");
    let plain = ["--presolve", "singles"];
    let scored = ["--objective", "pyramid", "--presolve", "locked"];
    for (puzzle, syntax, more) in [
        (solution, "cnf", &plain[..]),
        (solution, "wcnf", &plain),
        (solution, "wcnf", &scored),
        (solution, "opb", &plain),
        (solution, "opb", &scored),
        (&killer, "cnf", &plain),
        (&killer, "wcnf", &plain),
        (&killer, "opb", &plain),
    ] {
        let args = [&["encode", "--to", syntax, "-o", &formula], more].concat();
        let ran = satoku(&args, &format!("{puzzle}\n"));
        assert_eq!(
            (ran.stderr.as_str(), ran.code),
            ("", 0),
            "{syntax} {more:?}"
        );
        for said in [
            "s OPTIMUM FOUND\nv 0\n",
            "v \ns SATISFIABLE\n",
            "s SATISFIABLE\n",
        ] {
            let ran = satoku(&["decode", "--cnf", &formula, "--to", "line"], said);
            let expected = (format!("{solution}\n"), String::new(), 0);
            assert_eq!(
                (ran.stdout, ran.stderr, ran.code),
                expected,
                "{syntax} {said}"
            );
        }
    }
    // A formula with variables needs a model.
    satoku(&["encode", "-o", &formula], PUZZLE);
    let ran = satoku(&["decode", "--cnf", &formula], "v \ns SATISFIABLE\n");
    assert!(ran.stderr.contains("no complete model"), "{}", ran.stderr);
    let ran = satoku(&["decode", "--cnf", &formula, "--to", "json"], "");
    assert!(
        ran.stderr.contains("invalid value 'json'"),
        "{}",
        ran.stderr
    );
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
        let says = "holds several puzzles; choose one with --puzzle K";
        assert!(satoku(&args, "").stderr.contains(says), "{args:?}");
    }
}
