//! What every verb has.

use crate::support::{PUZZLE, satoku};

#[test]
fn every_verb_has_help_with_an_example() {
    let help = satoku(&["--help"], "").stdout;
    let verbs = verbs(&help);
    assert!(verbs.len() > 20, "{verbs:?}");
    for verb in &verbs {
        let ran = satoku(&[verb, "--help"], "");
        assert_eq!(ran.code, 0);
        assert!(ran.stdout.contains("Examples:\n"), "{verb}");
        let page = satoku(&["man", verb], "");
        assert!(page.stdout.contains(".TH"), "{verb}");
    }
    for verb in ["list", "show", "check"] {
        let ran = satoku(&["rules", verb, "--help"], "");
        assert!(ran.stdout.contains("Examples:\n"), "{verb}");
    }
    assert!(help.contains("Exit codes:"));
    assert!(satoku(&["--version"], "").stdout.starts_with("satoku 0."));
    assert!(satoku(&["formats"], "").stdout.contains("sudokusat"));
    let page = satoku(&["man"], "").stdout;
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let completions = satoku(&["completions", shell], "").stdout;
        for verb in &verbs {
            assert!(completions.contains(verb), "{shell}: {verb}");
        }
    }
    for verb in verbs {
        assert!(page.contains(&format!("satoku\\-{verb}(1)")), "{verb}");
    }
}

/// The verbs that the program's help lists, but for `help`.
fn verbs(help: &str) -> Vec<&str> {
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| line.starts_with("  "));
    let names = listed.filter(|line| !line.starts_with("   "));
    let names = names.filter_map(|line| line.split_whitespace().next());
    names.filter(|name| *name != "help").collect()
}

#[test]
fn encodings_are_listed_with_their_sizes() {
    let ran = satoku(&["encodings"], "");
    for words in [
        ["minimal", "729", "8829"],
        ["efficient", "729", "11745"],
        ["extended", "729", "11988"],
        ["triad", "1215", "7695"],
    ] {
        let found = ran
            .stdout
            .lines()
            .any(|line| line.split_whitespace().take(3).eq(words.iter().copied()));
        assert!(found, "{words:?}\n{}", ran.stdout);
    }
}

#[test]
fn help_lists_the_engines_that_a_verb_takes() {
    let refused: [(&[&str], &[&str], &str); 3] = [
        (&["count"], &["portfolio"], "only looks for one solution"),
        (
            &["enumerate"],
            &["portfolio"],
            "only looks for one solution",
        ),
        (
            &["explain", "--redundant"],
            &["portfolio", "cdcl"],
            "knows rows, columns and boxes, but no other constraints",
        ),
    ];
    for (verb, engines, why) in refused {
        let help = satoku(&[verb[0], "--help"], "").stdout;
        assert!(
            help.contains("- native:") && help.contains("- varisat:"),
            "{help}"
        );
        assert!(!help.contains("--member"), "{help}");
        for engine in engines {
            assert!(!help.contains(&format!("- {engine}:")), "{help}");
            let ran = satoku(&[verb, &["--backend", engine]].concat(), PUZZLE);
            let says = format!("--backend {engine} {why}; expected auto, native, ");
            assert!(ran.stderr.contains(&says), "{}", ran.stderr);
            assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
        }
        let ran = satoku(&[verb, &["--backend", "nonsense"]].concat(), PUZZLE);
        assert!(
            ran.stderr.contains("possible values: auto, native, "),
            "{}",
            ran.stderr
        );
        assert_eq!(ran.code, 2);
    }
    let help = satoku(&["solve", "--help"], "").stdout;
    assert!(help.contains("- portfolio:") && help.contains("--member"));
}

/// The picture said it, and standard error nothing.
#[test]
fn draw_says_what_it_left_open() {
    let args = ["draw", "--solution", "--timeout", "0.000001"];
    let ran = satoku(&args, &".".repeat(81));
    let says = "satoku: <stdin>:1: puzzle 1: unknown whether there is a solution: time limit\n";
    assert_eq!((ran.stderr.as_str(), ran.code), (says, 3));
    let shown = "Unknown whether there is a solution: time limit";
    assert!(ran.stdout.contains(shown), "{}", ran.stdout);
}

#[test]
fn rules_and_encodings_are_listed_by_their_command_alone() {
    for command in ["rules", "encodings"] {
        let alone = satoku(&[command], "");
        assert_eq!(alone.code, 0, "{}", alone.stderr);
        assert_eq!(alone.stdout, satoku(&[command, "list"], "").stdout);
    }
}

#[test]
fn prices_are_offered_where_a_score_is_proven() {
    for claim in [&["none"][..], &["unique"], &["exactly", "3"], &["maximum"]] {
        let help = satoku(&[&["prove"], claim, &["--help"]].concat(), "").stdout;
        let is_score = claim == ["maximum"];
        assert_eq!(help.contains("prices"), is_score, "{help}");
        assert!(help.contains("binary-lrat"), "{help}");
    }
    let args = ["prove", "unique", "-o", "no", "--proof-format", "prices"];
    let ran = satoku(&args, PUZZLE);
    assert!(
        ran.stderr.contains("invalid value 'prices'"),
        "{}",
        ran.stderr
    );
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
}

/// The formats that the help of a verb lists under `--to`.
fn offered(verb: &str) -> Vec<String> {
    let help = satoku(&[verb, "--help"], "").stdout;
    let (_, listed) = help.split_once("--to <FORMAT>").unwrap();
    let (_, listed) = listed.split_once("Possible values:").unwrap();
    let (listed, _) = listed.split_once("\n\n").unwrap();
    let lines = listed.lines().map(str::trim_start);
    let names = lines.filter_map(|line| line.strip_prefix("- ")?.split_once(':'));
    names.map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn the_format_of_a_judge_is_refused_where_it_holds_no_answers() {
    for args in [&["enumerate"][..], &["pyramid"], &["pyramid", "--grid"]] {
        let ran = satoku(&[args, &["--to", "jigsaw"]].concat(), PUZZLE);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
        let says = "--to jigsaw: holds the answers of 'solve' only; use line, pretty or json";
        assert!(ran.stderr.contains(says), "{args:?}: {}", ran.stderr);
    }
    assert!(!offered("pyramid").contains(&"jigsaw".to_owned()));
}

#[test]
fn formats_are_offered_by_the_verbs_that_write_them() {
    let all = offered("solve");
    for (verb, refused) in [
        ("convert", &["svg", "poj", "jigsaw"][..]),
        ("canonical", &["poj", "jigsaw", "f-puzzles"]),
        ("minimize", &["poj", "jigsaw"]),
        ("generate", &["jigsaw"]),
        ("enumerate", &["jigsaw"]),
    ] {
        let offered = offered(verb);
        for format in &all {
            let is_refused = refused.contains(&format.as_str());
            assert_eq!(!is_refused, offered.contains(format), "{verb} {format}");
            let ran = satoku(&[verb, "--to", format], PUZZLE);
            let code = if is_refused { 2 } else { 0 };
            assert_eq!(ran.code, code, "{verb} --to {format}: {}", ran.stderr);
        }
    }
}
