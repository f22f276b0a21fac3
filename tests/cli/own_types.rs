//! `satoku generate` with types of constraints that files of one's own define.

use crate::support::satoku;
use std::path::Path;

/// Digits that multiply to a product, whose range is too large to be tried number by number.
const PRODUCT: &str = r#"
name = "product"
kind = "constraint"
summary = "The digits multiply to the product."
reference = "This test."

[[parameters]]
name = "cells"
type = "cells"
least = "2"
summary = "The cells."

[[parameters]]
name = "product"
type = "integer"
least = "1"
most = "pow(max, n)"
impossible = "above"
summary = "The product."

[[automaton]]
registers = { so_far = "1" }
steps = [{ set = { so_far = "so_far * d" } }]
reject = "so_far > product"
accept = "so_far = product"

[[draw]]
as = "cage"
text = "product"
"#;

/// Digits that are a number in base 7, near to which the code is. Its range is large, and no
/// sum, product or difference of the digits is in it.
const CODE: &str = r#"
name = "code"
kind = "constraint"
summary = "The digits in base 7, and the start, are near to the code."
reference = "This test."

[[parameters]]
name = "cells"
type = "cells"
least = "2"
summary = "The cells."

[[parameters]]
name = "start"
type = "integer"
least = "3"
most = "5"
summary = "Where the number begins."

[[parameters]]
name = "code"
type = "integer"
least = "-1000000000"
most = "1000000000"
summary = "The code."

[[automaton]]
registers = { number = "1000 * start" }
steps = [{ set = { number = "7 * number + d" } }]
accept = "abs(number - code div 10) < 1"
"#;

/// The text of a built-in file under another name, without other names.
fn renamed(kind: &str) -> String {
    let text = satoku(&["rules", "show", kind], "").stdout;
    let name = format!("name = \"{kind}\"");
    let text = &text[text.find(&name).unwrap()..];
    let text = text.replacen(&name, &format!("name = \"my-{kind}\""), 1);
    let lines = text.lines().filter(|line| !line.starts_with("also = "));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Writes a file, and returns its path.
fn written(folder: &Path, name: &str, text: &str) -> String {
    let file = folder.join(format!("{name}.toml"));
    std::fs::write(&file, text).unwrap();
    file.to_string_lossy().into_owned()
}

/// Generates small puzzles of a type in a file.
fn generate(file: &str, kind: &str, more: &[&str]) -> (String, String, Option<i32>) {
    let args = ["generate", "--box", "2x2", "--rules", file];
    let ran = satoku(&[&args[..], &["--constraints", kind], more].concat(), "");
    (ran.stdout, ran.stderr, Some(ran.code))
}

/// With no parameters, numbers, digits, tables, several lines, and clues outside the grid.
#[test]
fn types_of_files_are_placed_at_random() {
    let folder = tempfile::tempdir().unwrap();
    let built_in = [
        "renban",
        "killer",
        "whisper",
        "quadruple",
        "x-sum",
        "pairs",
        "counts",
        "clone",
        "index",
        "pill-arrow",
        "white-dot",
        "skyscraper",
    ];
    let mut texts: Vec<(String, String)> = Vec::new();
    texts.extend(built_in.map(|kind| (format!("my-{kind}"), renamed(kind))));
    texts.push(("product".into(), PRODUCT.into()));
    for (kind, text) in texts {
        let file = written(folder.path(), &kind, &text);
        let (made, told, code) = generate(&file, &kind, &["--count", "2"]);
        assert_eq!((code, told.as_str()), (Some(0), ""), "{kind}");
        for puzzle in made.lines() {
            assert!(puzzle.contains(&format!("\"type\":\"{kind}\"")), "{puzzle}");
            let args = ["count", "--check", "none", "--rules", &file];
            assert_eq!(satoku(&args, puzzle).stdout, "1\n", "{puzzle}");
        }
        let again = generate(&file, &kind, &["--first", "2"]).0;
        assert_eq!(made.lines().nth(1), again.lines().next(), "{kind}");
    }
}

#[test]
fn built_in_types_are_placed_as_their_files_say() {
    for kind in ["candidates", "clone"] {
        let args = ["generate", "--box", "2x2", "--constraints", kind];
        let ran = satoku(&args, "");
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
        let is_there = ran.stdout.contains(&format!("\"type\":\"{kind}\""));
        assert!(is_there, "{}", ran.stdout);
        assert_eq!(satoku(&["count"], &ran.stdout).stdout, "1\n");
    }
}

#[test]
fn values_are_derived_from_the_grid_where_the_range_is_large() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "code", CODE);
    let (made, told, code) = generate(&file, "code", &["--count", "5"]);
    assert_eq!((code, told.as_str()), (Some(0), ""));
    assert_eq!(made.lines().count(), 5);
    for puzzle in made.lines() {
        let args = ["count", "--check", "none", "--rules", &file];
        assert_eq!(satoku(&args, puzzle).stdout, "1\n", "{puzzle}");
    }
}

/// Of all numbers that hold, the one that says most.
#[test]
fn values_of_own_types_say_something() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "whisper", &renamed("whisper"));
    let made = generate(&file, "my-whisper", &["--count", "20", "--kind", "minimal"]).0;
    assert_eq!(made.lines().count(), 20);
    assert!(!made.contains("\"difference\":0"), "{made}");
}

#[test]
fn a_type_of_a_file_is_placed_only_if_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = written(folder.path(), "renban", &renamed("renban"));
    let ran = satoku(&["generate", "--box", "2x2", "--rules", &file], "");
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    let says = "found the type of constraint 'my-renban', expected a rule, or --constraints \
                my-renban to place constraints of this type at random\n";
    assert!(ran.stderr.ends_with(says), "{}", ran.stderr);
    let (made, told, code) = generate(&file, "my-renban,my-renbam", &[]);
    assert_eq!((made.as_str(), code), ("", Some(2)));
    assert!(
        told.ends_with(", zipper, candidates, clone, my-renban\n"),
        "{told}"
    );
}

/// Types that are placed do not hide that another one never is.
#[test]
fn types_that_are_never_placed_are_counted_by_themselves() {
    let folder = tempfile::tempdir().unwrap();
    let never = PRODUCT.replace("accept = \"so_far = product\"", "accept = \"so_far = 0\"");
    let never = written(folder.path(), "product", &never);
    let renban = written(folder.path(), "renban", &renamed("renban"));
    let args = [
        "generate",
        "--box",
        "2x2",
        "--constraints",
        "my-renban,product",
    ];
    let ran = satoku(
        &[&args[..], &["--rules", &renban, "--rules", &never]].concat(),
        "",
    );
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    let says = "no constraint of type 'product' was found that holds in 10 random grids: {";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
}

#[test]
fn a_range_without_numbers_is_no_lack_of_places() {
    let folder = tempfile::tempdir().unwrap();
    let empty = PRODUCT.replace("most = \"pow(max, n)\"", "most = \"0 - n\"");
    let file = written(folder.path(), "product", &empty);
    let (made, told, code) = generate(&file, "product", &[]);
    assert_eq!((made.as_str(), code), ("", Some(2)), "{told}");
    let says = "the range of 'product' has no number: it goes from 1 to -";
    assert!(told.contains(says), "{told}");
}

#[test]
fn types_that_cannot_be_placed_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let never = PRODUCT.replace("accept = \"so_far = product\"", "accept = \"so_far = 0\"");
    for (kind, text, says) in [
        (
            "my-any-of",
            renamed("any-of"),
            "cannot be placed at random: what its builder reads does not follow from a grid",
        ),
        (
            "product",
            never,
            "no constraint of type 'product' was found that holds in 10 random grids: {",
        ),
    ] {
        let file = written(folder.path(), kind, &text);
        let (made, told, code) = generate(&file, kind, &[]);
        assert_eq!((made.as_str(), code), ("", Some(2)), "{told}");
        assert!(told.contains(says), "{told}");
    }
}

/// Ranges were taken as if all other numbers were 0.
#[test]
fn a_range_may_depend_on_numbers_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let modulus = "[[parameters]]\nname = \"modulus\"\ntype = \"integer\"\nleast = \"2\"\n\
                   most = \"4\"\nsummary = \"The modulus.\"\n\n[[parameters]]\nname = \"product\"";
    let remainder = PRODUCT
        .replacen("[[parameters]]\nname = \"product\"", modulus, 1)
        .replace(
            "least = \"1\"\nmost = \"pow(max, n)\"",
            "least = \"0\"\nmost = \"modulus - 1\"",
        )
        .replace("impossible = \"above\"\n", "")
        .replace("so_far * d", "so_far * d mod modulus")
        .replace("reject = \"so_far > product\"\n", "");
    let file = written(folder.path(), "product", &remainder);
    let (made, told, code) = generate(&file, "product", &["--count", "4"]);
    assert_eq!(
        (told.as_str(), code, made.lines().count()),
        ("", Some(0), 4)
    );
}

/// The pairs of neighbours on a 6×6 board that differ by 1, of the solution of a puzzle.
fn successive(puzzle: &str, rules: &[&str]) -> usize {
    let args = [&["solve", "--check", "none", "--to", "line"], rules].concat();
    let solution: Vec<u8> = satoku(&args, puzzle).stdout.trim().bytes().collect();
    let differ = |a: usize, b: usize| solution[a].abs_diff(solution[b]) == 1;
    let beside = (0..36).filter(|cell| cell % 6 < 5 && differ(*cell, cell + 1));
    let below = (0..30).filter(|&cell| differ(cell, cell + 6));
    beside.count() + below.count()
}

/// Of other files than the built-in ones, grids obeyed such a rule as if no mark were given, and
/// with them all else that the rule demands was forgotten.
#[test]
fn marks_are_given_where_a_rule_of_a_file_demands_them() {
    let folder = tempfile::tempdir().unwrap();
    let dot = written(folder.path(), "white-dot", &renamed("white-dot"));
    let strict = renamed("strict-white-dots").replace("\"white-dot\"", "\"my-white-dot\"");
    let strict = written(folder.path(), "strict-white-dots", &strict);
    let both = "name = \"both\"\nkind = \"rule\"\nsummary = \"Both.\"\nreference = \"This test.\"\n\
                includes = [\"strict-white-dots\", \"anti-king\"]\n";
    let both = written(folder.path(), "both", both);
    let own = format!("{dot},{strict}");
    for (rules, kind) in [
        ("strict-white-dots", "white-dot"),
        (&own, "my-white-dot"),
        (&both, "white-dot"),
    ] {
        let args = ["generate", "--box", "2x3", "--seed", "3", "--rules", rules];
        // A type in a file is named.
        let named = ["--constraints", kind];
        let named = if kind.starts_with("my-") {
            &named[..]
        } else {
            &[]
        };
        let ran = satoku(&[&args[..], named].concat(), "");
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0));
        let puzzle: serde_json::Value = serde_json::from_str(&ran.stdout).unwrap();
        let mut marks = 0;
        for mark in puzzle["constraints"].as_array().unwrap() {
            assert_eq!(mark["type"], *kind);
            // One of three cells marks two pairs.
            marks += mark["cells"].as_array().unwrap().len() - 1;
        }
        let files = if rules.contains(".toml") {
            &["--rules", rules][..]
        } else {
            &[]
        };
        assert_eq!(marks, successive(&ran.stdout, files), "{}", ran.stdout);
        assert!(marks > 5);
    }
}
