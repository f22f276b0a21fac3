//! `satoku decode`: from what a solver prints back to a grid.

use crate::support::{PUZZLE, SOLVED, satoku};

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

/// One missing variable hid every broken clause.
#[test]
fn decode_refuses_a_model_that_breaks_a_clause_though_other_variables_are_missing() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = folder.path().join("x.cnf").display().to_string();
    let args = ["encode", "--encoding", "sequential", "-o", &cnf];
    assert_eq!(satoku(&args, &format!("{PUZZLE}\n")).code, 0);
    let model = model_of(&cnf);
    let answer = |flipped: usize, missing: usize| {
        let values = (1..).zip(&model).filter(|(var, _)| *var != missing);
        let literals = values.map(|(var, &holds)| match holds == (var != flipped) {
            true => format!("{var} "),
            false => format!("-{var} "),
        });
        let answer = format!("SAT\n{}0", literals.collect::<String>());
        satoku(&["decode", "--cnf", &cnf, "--to", "line"], &answer)
    };
    let last = model.len();
    assert_eq!(answer(0, last - 1).code, 0);
    let broken = answer(last, last - 1);
    assert_eq!((broken.stdout.as_str(), broken.code), ("", 4));
    assert!(broken.stderr.contains("breaks clause"), "{}", broken.stderr);
}

/// The model was passed over, and lines that begin with `o` were taken for costs.
#[test]
fn decode_takes_the_answer_to_a_cnf_file_as_that_of_a_sat_solver() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = folder.path().join("x.cnf").display().to_string();
    assert_eq!(satoku(&["encode", "-o", &cnf], "1.3434.221434.21").code, 0);
    let model = satoku(&["sat", &cnf], "").stdout;
    let decode = |said: &str| satoku(&["decode", "--cnf", &cnf, "--to", "line"], said);
    let chatty = decode(&format!("o reading the formula\n{model}"));
    assert_eq!(
        (chatty.stdout.as_str(), chatty.code),
        ("1234341221434321\n", 0)
    );
    let literals = model.replace("s SATISFIABLE", "");
    for said in [
        format!("s UNSATISFIABLE\n{literals}"),
        format!("{literals}\ns UNSATISFIABLE\n"),
    ] {
        let ran = decode(&said);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2), "{}", ran.stderr);
        let says = "found a model, but the status says that there is none";
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
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

/// It was decoded, although it belongs to another formula.
#[test]
fn decode_refuses_a_model_with_more_variables_than_the_formula() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let variant =
        r#"{"rows":2,"columns":2,"min":1,"max":2,"candidates":{"r1c1":[1]},"constraints":[]}"#;
    for (puzzle, variables) in [("1.3434.221434.21", 64), (variant, 8)] {
        let cnf = file("formula.cnf");
        assert_eq!(satoku(&["encode", "-o", &cnf], puzzle).code, 0);
        let model = model_of(&cnf);
        let sign = |holds: &bool| if *holds { "" } else { "-" };
        let literals = |variable: &dyn Fn(usize) -> String| -> String {
            let each = model.iter().enumerate();
            each.map(|(place, holds)| format!("{}{} ", sign(holds), variable(place + 1)))
                .collect()
        };
        let plain = literals(&|number| number.to_string());
        let named = literals(&|number| format!("x{number}"));
        let bits: String = model
            .iter()
            .map(|&holds| if holds { '1' } else { '0' })
            .collect();
        let more = variables + 1;
        for (syntax, good, bad) in [
            ("cnf", format!("{plain}0"), format!("{plain}{more} 0")),
            ("wcnf", bits.clone(), format!("{bits}0")),
            ("opb", named.clone(), format!("{named}-x{more}")),
        ] {
            let formula = file(&format!("formula.{syntax}"));
            assert_eq!(satoku(&["encode", "-o", &formula], puzzle).code, 0);
            let decoded = |values: &str| {
                let said = format!("s SATISFIABLE\nv {values}\n");
                satoku(&["decode", "--cnf", &formula], &said)
            };
            assert_eq!(decoded(&good).code, 0, "{}", decoded(&good).stderr);
            let ran = decoded(&bad);
            let says = format!(
                "satoku: error: <stdin>: its model has a value for variable {more}, but the \
                 formula has only {variables} variables\n"
            );
            assert_eq!(
                (ran.stdout.as_str(), ran.stderr, ran.code),
                ("", says, 4),
                "{syntax}"
            );
        }
    }
}

/// The grid was right, and an auxiliary variable wrong.
#[test]
fn models_that_break_a_clause_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let cnf = folder.path().join("ordered.cnf").display().to_string();
    let args = [
        "encode",
        "--encoding",
        "ordered",
        "--box",
        "2x2",
        "-o",
        &cnf,
    ];
    assert_eq!(satoku(&args, "1.......3......2").code, 0);
    let model = model_of(&cnf);
    let decoded = |wrong: Option<usize>| {
        let literals = model.iter().enumerate().map(|(place, &holds)| {
            let sign = if holds != (wrong == Some(place)) {
                ""
            } else {
                "-"
            };
            format!("{sign}{} ", place + 1)
        });
        let said = format!("s SATISFIABLE\nv {}0\n", literals.collect::<String>());
        satoku(&["decode", "--cnf", &cnf], &said)
    };
    assert_eq!(decoded(None).code, 0);
    for place in 64..model.len() {
        let ran = decoded(Some(place));
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 4), "{place}");
        assert!(
            ran.stderr.contains("its model breaks clause "),
            "{}",
            ran.stderr
        );
    }
}

#[test]
fn help_speaks_of_one_grid() {
    let help = satoku(&["decode", "--help"], "").stdout;
    assert!(help.contains("svg:       A picture\n"), "{help}");
}
