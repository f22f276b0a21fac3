//! What one verb writes, another one reads.

use crate::support::{self, PUZZLE, satoku};
use std::collections::BTreeSet;

const SQUARE: &str = r#"{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344"}"#;

fn refused(args: &[&str], says: &str) {
    let ran = satoku(args, "");
    assert_eq!(ran.stderr, format!("satoku: error: {says}\n"));
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
}

#[test]
fn classic_puzzles_are_generated_as_f_puzzles() {
    let made = satoku(&["generate", "--to", "f-puzzles", "--seed", "3"], "");
    let line = satoku(&["generate", "--seed", "3"], "");
    let solutions = [made, line].map(|ran| satoku(&["solve", "--to", "line"], &ran.stdout).stdout);
    assert_eq!(solutions[0], solutions[1]);
    assert_eq!(solutions[0].len(), 82);
    refused(
        &["generate", "--to", "jigsaw"],
        "--to jigsaw: not for classic puzzles; choose another",
    );
}

/// As many lines as there are characters in each might be a grid.
#[test]
fn lines_of_small_puzzles_are_lines_if_the_box_says_so() {
    for (shape, count) in [("1x2", "4"), ("1x3", "9"), ("2x2", "16")] {
        let made = satoku(&["generate", "--box", shape, "--count", count], "").stdout;
        let solved = satoku(&["solve", "--box", shape], &made);
        assert_eq!(solved.code, 0, "{}", solved.stderr);
        assert_eq!(solved.stdout.lines().count(), made.lines().count());
    }
}

#[test]
fn variants_may_come_after_classic_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("square.json");
    std::fs::write(&file, SQUARE).unwrap();
    let file = file.to_str().unwrap();
    let classic = support::path("known/17clue.txt");
    for files in [[classic.as_str(), file], [file, classic.as_str()]] {
        let ran = satoku(&["count", "--limit", "2", files[0], files[1]], "");
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
}

#[test]
fn classic_puzzles_in_formats_of_variants_have_canonical_forms() {
    let puzzle = format!("123434{}", ".".repeat(10));
    let grid = satoku(&["canonical", "--box", "2x2"], &puzzle).stdout;
    let json = satoku(&["canonical", "--box", "2x2", "--to", "json"], &puzzle).stdout;
    for args in [
        &["canonical", "--to", "line"][..],
        &[
            "canonical",
            "--from",
            "json",
            "--to",
            "line",
            "--distinct",
            "--original",
        ],
    ] {
        let again = satoku(args, &json);
        assert_eq!(
            (again.stdout, again.code),
            (grid.clone(), 0),
            "{}",
            again.stderr
        );
    }
    let again = satoku(&["canonical"], &json);
    let record = serde_json::from_str::<serde_json::Value>(&again.stdout).unwrap();
    assert_eq!(
        (record["grid"].as_str(), record["box"].as_str()),
        (Some(grid.trim()), Some("2x2"))
    );
    let row = "{},{},{},{}";
    let given = r#"{"value":3,"given":true},{},{},{}"#;
    let fpuzzles = format!(r#"{{"size":4,"grid":[[{given}],[{row}],[{row}],[{row}]]}}"#);
    let line = format!("{}1\n", ".".repeat(15));
    assert_eq!(
        satoku(&["canonical", "--to", "line"], &fpuzzles).stdout,
        line
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("diagonal.json");
    let diagonal = SQUARE.replace("}", ",\"rules\":[\"diagonal\"]}");
    std::fs::write(&file, format!("{SQUARE}\n{diagonal}\n")).unwrap();
    let file = file.to_str().unwrap();
    let ran = satoku(&["canonical", file], "");
    let says =
        format!("satoku: error: {file}:2: puzzle 2: found a variant, expected a classic puzzle: ");
    assert!(ran.stderr.starts_with(&says), "{}", ran.stderr);
    assert_eq!(ran.code, 2);
    let ran = satoku(&["canonical", "--resume", "-o", "none", file], "");
    assert!(
        ran.stderr.contains("--resume: 'canonical' can only"),
        "{}",
        ran.stderr
    );
}

/// The number of puzzles comes first in POJ, before any is minimised.
#[test]
fn puzzles_of_poj_become_lines() {
    let poj = support::read("judge/poj2676.in");
    for verb in ["minimize", "canonical"] {
        let made = satoku(&[verb], &poj);
        let solved = satoku(&["solve"], &made.stdout);
        assert_eq!(
            (solved.code, solved.stdout.len()),
            (0, 82),
            "{}",
            solved.stderr
        );
        let ran = satoku(&[verb, "--to", "poj"], &poj);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    }
}

/// The first line of a run that did not end by itself counted all puzzles it was to make.
#[test]
fn puzzles_of_poj_are_counted_when_the_run_ends() {
    let args = ["generate", "--to", "poj", "--kind", "minimal"];
    let count = |made: &str| -> usize { made.lines().next().unwrap().parse().unwrap() };
    let many = ["--count", "100000000", "--timeout", "0.5"];
    let ran = satoku(&[&args[..], &many].concat(), "");
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert_eq!(ran.stdout.lines().count(), 1 + 9 * count(&ran.stdout));
    // Seed 1 runs out of attempts at one of them.
    let few = ["--box", "2x2", "--givens", "6", "--count", "10000"];
    let ran = satoku(&[&args[..], &few].concat(), "");
    assert_eq!(ran.code, 3, "{}", ran.stderr);
    assert!(
        ran.stderr.contains("random puzzles could be reduced"),
        "{}",
        ran.stderr
    );
    assert_eq!(ran.stdout.lines().count(), 1 + 4 * count(&ran.stdout));
    // Nothing was made.
    let none = ["--box", "2x2", "--givens", "3"];
    let ran = satoku(&[&args[..], &none].concat(), "");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 3));
}

#[test]
fn a_model_of_other_variables_is_explained() {
    let ran = satoku(
        &[
            "decode",
            "--puzzles",
            &support::path("known/17clue.txt"),
            "--puzzle",
            "1",
            "-",
        ],
        "s SATISFIABLE\nv 1 0\n",
    );
    assert_eq!(ran.code, 4);
    assert!(ran.stderr.contains("needs --cnf"), "{}", ran.stderr);
}

#[test]
fn options_without_an_effect_are_refused() {
    for (args, says) in [
        (
            &["encode", "--minimise"][..],
            "--minimise: applies only to an objective",
        ),
        (
            &["encode", "--base", "3"],
            "--base: applies only to an objective",
        ),
        (&["cubes", "--base", "3"], "add --maximum"),
    ] {
        let ran = satoku(args, PUZZLE);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
        assert!(ran.stderr.contains(says), "{}", ran.stderr);
    }
    let formula = satoku(&["encode"], PUZZLE).stdout;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("puzzle.cnf");
    std::fs::write(&file, formula).unwrap();
    let args = [
        "decode",
        "--cnf",
        file.to_str().unwrap(),
        "--rules",
        "diagonal",
        "-",
    ];
    let ran = satoku(&args, "s UNSATISFIABLE\n");
    assert_eq!(ran.code, 2);
    assert!(
        ran.stderr.contains("options about reading need --puzzles"),
        "{}",
        ran.stderr
    );
}

/// Both names of the option, and the key that says what was asked for.
#[test]
fn a_minimum_is_called_minimum() {
    let rest = "1234341221434321";
    for option in ["--minimise", "--minimize"] {
        let ran = satoku(&["pyramid", option, "--to", "json"], rest);
        assert!(ran.stdout.contains("\"minimum\":250,"), "{}", ran.stdout);
        assert!(!ran.stdout.contains("\"maximum\""), "{}", ran.stdout);
    }
}

#[test]
fn one_solution_of_cubes_is_no_claim_about_others() {
    let args = ["cubes", "--solve", "--limit", "1", "--count", "2"];
    let ran = satoku(&args, PUZZLE);
    assert!(
        ran.stdout.starts_with("at least one solution\n")
            || ran.stdout.ends_with("at least one solution\n"),
        "{}",
        ran.stdout
    );
}

#[test]
fn cubes_that_no_better_score_leaves_are_explained() {
    let full = "1234341221434321";
    for (options, says) in [
        (
            &[][..],
            "no cubes are left: a solution scores 250, the highest",
        ),
        (
            &["--minimise"],
            "no cubes are left: a solution scores 250, the lowest",
        ),
    ] {
        let ran = satoku(&[&["cubes", "--maximum"], options].concat(), full);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""));
        assert_eq!(ran.stderr, format!("satoku: {says}\n"));
    }
}

#[test]
fn verbs_below_verbs_have_manuals() {
    let page = satoku(&["man", "prove", "none"], "").stdout;
    // Name, section, date, source.
    let title = concat!(
        "\n.TH satoku-prove-none 1 \"\" \"satoku ",
        env!("CARGO_PKG_VERSION")
    );
    assert!(page.contains(title), "{page}");
    let usage = "\\fBsatoku prove none\\fR [OPTIONS] \\-\\-output <FOLDER> [FILE]...\n";
    assert!(page.contains(usage), "{page}");
    let parent = ".SH \"SEE ALSO\"\nsatoku\\-prove(1)\n";
    assert!(page.ends_with(parent), "{page}");
    let says = "no command is called 'nobody'; 'satoku prove --help' lists them";
    refused(&["man", "prove", "nobody"], says);
}

#[test]
fn a_manual_refers_to_no_page_that_is_not_written() {
    for page in [&["man"][..], &["man", "prove"], &["man", "rules"]] {
        let text = satoku(page, "").stdout;
        assert!(!text.contains("help(1)"), "{text}");
    }
}

#[test]
fn manuals_name_the_aliases_of_commands() {
    for (command, alias) in [("enumerate", "solutions"), ("pyramid", "maximum")] {
        let page = satoku(&["man", command], "").stdout;
        let says = format!(".SH NOTES\nThis command is also called {alias}.\n");
        assert!(page.contains(&says), "{page}");
    }
    assert!(!satoku(&["man", "solve"], "").stdout.contains("also called"));
}

#[test]
fn tables_and_command_lines_of_manuals_are_not_filled() {
    let page = satoku(&["man"], "").stdout;
    assert!(
        page.contains("\n.SH \"EXIT STATUS\"\n.nf\n  0    every puzzle")
            && page.contains("\n.SH ENVIRONMENT\n.nf\n  SATOKU_SIMD "),
        "{page}"
    );
    let (_, examples) = page.split_once(".SH EXAMPLES\n").unwrap();
    assert!(!examples.contains(".SH"), "{page}");
    for command in ["solve", "man", "formats"] {
        let page = satoku(&["man", command], "").stdout;
        let (_, examples) = page.split_once(".SH EXAMPLES\n").unwrap();
        assert!(examples.starts_with(".nf\n"), "{page}");
        let end = "\n.fi\n.SH \"SEE ALSO\"\nsatoku(1)\n";
        assert!(examples.ends_with(end), "{page}");
    }
    let page = satoku(&["man", "solve"], "").stdout;
    assert!(
        page.contains(".SH NOTES\nFor a puzzle without a solution"),
        "{page}"
    );
}

#[test]
fn all_manuals_are_written_to_a_folder_and_refer_to_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("share/man1");
    let ran = satoku(&["man", "-o", path.to_str().unwrap()], "");
    assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{}", ran.stderr);
    let page = |name: &str| std::fs::read_to_string(path.join(format!("{name}.1")));
    let mut left = vec!["satoku".to_owned()];
    let mut seen = BTreeSet::new();
    while let Some(name) = left.pop() {
        if !seen.insert(name.clone()) {
            continue;
        }
        let text = page(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let words = text.split_whitespace();
        let others = words.filter_map(|word| word.strip_suffix("(1)"));
        left.extend(others.map(|other| other.replace('\\', "")));
    }
    assert_eq!(seen.len(), std::fs::read_dir(&path).unwrap().count());
    assert!(page("satoku-rules-check").is_ok());
}

/// `A` is 10 beside other digits, and 1 where all givens are letters.
#[test]
fn a_puzzle_of_nothing_but_large_givens_is_read_as_it_was_written() {
    let numbers = |first: &str| first.to_owned() + &" .".repeat(255) + "\n";
    let pretty = |puzzle: &str| satoku(&["convert", "--to", "pretty"], puzzle).stdout;
    let fpuzzles = |puzzle: &str| satoku(&["convert", "--to", "f-puzzles"], puzzle).stdout;
    for given in ["10", "16", "5"] {
        let puzzle = numbers(given);
        let expected = pretty(&puzzle);
        for source in [&puzzle, &fpuzzles(&puzzle)] {
            for to in ["line", "rows", "grid", "json", "f-puzzles", "sudokusat"] {
                let written = satoku(&["convert", "--to", to], source);
                assert_eq!((written.code, written.stderr.as_str()), (0, ""), "{to}");
                assert_eq!(pretty(&written.stdout), expected, "{to}");
            }
        }
    }
}

#[test]
fn cubes_of_large_digits_are_puzzles_with_these_digits() {
    let empty = ".".repeat(256);
    let ran = satoku(&["cubes", "--count", "4"], &empty);
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    for line in ran.stdout.lines() {
        let cube: serde_json::Value = serde_json::from_str(line).unwrap();
        let (cell, digit) = cube["candidates"][0]
            .as_str()
            .unwrap()
            .split_once('=')
            .unwrap();
        let puzzle = cube["puzzle"].as_str().unwrap();
        let json = satoku(&["convert", "--to", "f-puzzles"], puzzle).stdout;
        let read: serde_json::Value = serde_json::from_str(&json).unwrap();
        let (row, column) = cell[1..].split_once('c').unwrap();
        let place = |text: &str| text.parse::<usize>().unwrap() - 1;
        let value = &read["grid"][place(row)][place(column)]["value"];
        assert_eq!(value.to_string(), digit, "{line}");
    }
}
