//! Rule files from the outside, and what is said about puzzles beside their answers.

use crate::support::satoku;

const BOARD: &str = r#""rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344""#;

/// A rule for square boards alone.
const SQUARE: &str = "name = \"square-only\"\nkind = \"rule\"\nsummary = \"Mine.\"\n\
    reference = \"None.\"\nrequires = [{ that = \"rows = columns\", message = \"a square board\" }]\n\
    [[pairs]]\nsteps = [[1, 1]]\nallow = \"a != b\"\n";

fn puzzle(rest: &str) -> String {
    format!("{{{BOARD}{rest}}}\n")
}

/// A file of this text.
fn file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    std::fs::write(file.path(), text).unwrap();
    file
}

#[test]
fn a_rule_file_is_shown_and_named_in_messages() {
    let file = file(SQUARE);
    let path = file.path().to_str().unwrap();
    let shown = satoku(&["rules", "show", path], "");
    let start = "square-only: a rule for the whole grid\nMine.\n";
    assert!(
        shown.stdout.starts_with(start),
        "{}{}",
        shown.stdout,
        shown.stderr
    );
    let missing = satoku(&["rules", "show", "no-such.toml"], "");
    assert_eq!((missing.stdout.as_str(), missing.code), ("", 2));
    let wide = r#"{"rows":2,"columns":4,"min":1,"max":4}"#;
    let ran = satoku(&["solve", "--rules", path], wide);
    let says = format!(
        "satoku: error: <stdin>:1: puzzle 1: --rules {path}: found square-only on a board of 2 \
         rows and 4 columns with digits from 1 to 4, expected a square board\n"
    );
    assert_eq!((ran.stderr, ran.code), (says, 2));
}

#[test]
fn boards_that_a_rule_makes_no_sense_on_are_told_by_its_name() {
    let wide = r#"{"rows":2,"columns":3,"min":1,"max":4,"rules":["diagonal"],"constraints":[]}"#;
    let ran = satoku(&["solve"], wide);
    let says = "/rules/0: found diagonal on a board of 2 rows and 3 columns with digits \
                from 1 to 4, expected a square board\n";
    assert!(ran.stderr.ends_with(says), "{}", ran.stderr);
    let line = r#"{"type":"entropic","cells":["r1c1","r1c2"]}"#;
    let ran = satoku(&["solve"], &puzzle(&format!(r#","constraints":[{line}]"#)));
    let says = "found entropic on a board of 4 rows and 4 columns with digits from 1 to 4, expected \
                a number of digits divisible by 3\n";
    assert!(ran.stderr.ends_with(says), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
}

#[test]
fn a_rule_file_that_does_not_do_what_it_says_is_told_by_the_check() {
    let head = "name = \"mine\"\nkind = \"constraint\"\nsummary = \"Mine.\"\nreference = \"none\"\n\
                parameters = [{ name = \"cells\", type = \"cells\", summary = \"s\" }]\n";
    let body = "[[pairs]]\nwhere = \"i <= j\"\nallow = \"a != b\"\n";
    let ran = satoku(&["rules", "check", "-"], &format!("{head}{body}"));
    let says = "satoku: error: <stdin>:8:9: pairs: no digits from 1 to 9 satisfy it on any line \
                tried, of 1 to 9 cells of a 9×9 board; `where` pairs a place with itself, whose \
                digit is both `a` and `b`\n";
    assert_eq!((ran.stderr.as_str(), ran.code), (says, 2));
    let right = body.replace("<=", "<");
    let ran = satoku(&["rules", "check", "-"], &format!("{head}{right}"));
    assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{}", ran.stdout);
}

#[test]
fn an_automaton_that_is_too_large_is_named_with_its_file() {
    let text = "name = \"mine\"\nkind = \"constraint\"\nsummary = \"Mine.\"\nreference = \"none\"\n\
                parameters = [{ name = \"cells\", type = \"cells\", summary = \"s\" }]\n\
                [[automaton]]\nregisters = { seen = \"0\" }\n\
                steps = [{ set = { seen = \"10 * seen + d\" } }]\naccept = \"seen mod 7 = 0\"\n";
    let file = file(text);
    let path = file.path().to_str().unwrap();
    let cells: Vec<String> = (1..=9).map(|column| format!("\"r1c{column}\"")).collect();
    let json = format!(
        r#"{{"rows":9,"columns":9,"min":1,"max":9,"constraints":[{{"type":"mine","cells":[{}]}}]}}"#,
        cells.join(",")
    );
    let ran = satoku(&["solve", "--rules", path], &json);
    let says = format!(
        "found a constraint whose automaton, {path}:6, has more than 200000 states, expected fewer \
         cells, smaller numbers, or fewer digits; or, in the file, an earlier `reject`, and \
         registers that are set to a constant when they no longer matter\n"
    );
    assert!(ran.stderr.ends_with(&says), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
}

#[test]
fn rules_may_have_spaces_between_them() {
    let spaced = satoku(
        &["count", "--rules", "anti-king, non-consecutive"],
        &puzzle(""),
    );
    assert_ne!(spaced.code, 2, "{}", spaced.stderr);
    let dense = satoku(
        &["count", "--rules", "anti-king,non-consecutive"],
        &puzzle(""),
    );
    assert_eq!(
        (spaced.stdout, spaced.code),
        (dense.stdout, dense.code),
        "{}",
        spaced.stderr
    );
}

#[test]
fn a_mistake_in_a_constraint_is_counted_from_1() {
    let constraints = r#","constraints":[{"type":"thermo","cells":["r1c1","r1c2"]},
        {"type":"thermo","cells":["r1c1","r1c2","r1c2"]},{"type":"cage","cells":[]}]"#;
    let ran = satoku(&["solve"], &puzzle(constraints));
    let says = "/constraints/1/cells/2 (constraint 2, thermo, cell 3): found r1c2 a second time";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
}

#[test]
fn a_wrong_letter_in_a_map_of_regions_is_noted() {
    let says = "satoku: <stdin>:1: puzzle 1: the region of r3c3 has 3 cells, the region of r4c4 \
                has 1 cell, the others 4\n";
    let wrong = puzzle("").replace("3344\"", "3345\"");
    let ran = satoku(&["count"], &wrong);
    assert_eq!((ran.stderr.as_str(), ran.code), (says, 0));
    // On purpose: no regions in a part of the board, and boards without a right map.
    let part = puzzle("").replace("1122112233443344", "1122112233..33..");
    let long = r#"{"rows":2,"columns":5,"min":1,"max":5,"regions":"1112211222"}"#;
    for right in [puzzle(""), part, long.to_owned()] {
        let ran = satoku(&["count"], &right);
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{right}");
    }
}

#[test]
fn the_title_of_f_puzzles_is_not_called_ignored() {
    let grid = "[{},{},{},{}],".repeat(4);
    let json = format!(
        r#"{{"size":4,"title":"Spring","author":"A","grid":[{}]}}"#,
        grid.trim_end_matches(',')
    );
    let ran = satoku(&["draw"], &json);
    assert!(ran.stdout.contains("<title"), "{}", ran.stderr);
    assert!(ran.stdout.contains("Spring"), "{}", ran.stdout);
    assert!(
        ran.stderr.ends_with(": ignored: author\n"),
        "{}",
        ran.stderr
    );
}

#[test]
fn what_a_unit_clause_forbids_is_not_laid_to_givens() {
    let constraints = r#","constraints":[{"type":"killer","cells":["r1c1","r1c2"],"sum":3}]"#;
    let args = ["encodings", "explain", "-", "r1c1", "--digit", "4"];
    let ran = satoku(&args, &puzzle(constraints));
    assert!(
        ran.stdout.contains("4  forbidden by a unit clause\n"),
        "{}",
        ran.stdout
    );
    assert!(!ran.stdout.contains("givens"), "{}", ran.stdout);
}

#[test]
fn manuals_have_notes_and_examples() {
    for (verb, headings) in [
        ("solve", &["NOTES", "EXAMPLES"][..]),
        ("formats", &["EXAMPLES"]),
    ] {
        let page = satoku(&["man", verb], "").stdout;
        for heading in headings {
            assert_eq!(
                page.matches(&format!(".SH {heading}\n")).count(),
                1,
                "{page}"
            );
        }
        assert_eq!(page.matches(".SH NOTES\n").count(), headings.len() - 1);
        assert!(
            !page.contains("EXTRA") && !page.contains("Examples:"),
            "{page}"
        );
    }
}

#[test]
fn candidates_say_in_the_description_where_counting_stopped() {
    let ran = satoku(&["candidates", "--limit", "2", "--to", "svg"], &puzzle(""));
    assert!(
        ran.stdout.contains("Row 1: (1: 2+; 2: 2+; "),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains(">2+</text>"), "{}", ran.stdout);
}

#[test]
fn a_rule_file_that_is_shown_does_not_steer_the_terminal() {
    let file = file(
        &SQUARE
            .replace("Mine.", "A\\u001b[31m\\n")
            .replace("None.", "\u{202e}"),
    );
    let shown = satoku(&["rules", "show", file.path().to_str().unwrap()], "");
    let start = "square-only: a rule for the whole grid\nA\\u{1b}[31m\n\nReference: \\u{202e}\n";
    assert!(
        shown.stdout.starts_with(start),
        "{}{}",
        shown.stdout,
        shown.stderr
    );
}

/// What `rules show` says of each type can be copied into a puzzle.
#[test]
fn each_type_shows_a_constraint_that_can_be_copied() {
    let list = satoku(&["rules", "list"], "").stdout;
    let types = list.split("Types of constraints:\n").nth(1).unwrap();
    let board = r#""rows":9,"columns":9,"min":1,"max":9"#;
    let regions =
        "111222333111222333111222333444555666444555666444555666777888999777888999777888999";
    let mut puzzles = String::new();
    for line in types.lines() {
        let name = line.split_whitespace().next().unwrap();
        let shown = satoku(&["rules", "show", name], "").stdout;
        let mut lines = shown.lines();
        lines.find(|line| *line == "In a puzzle, under \"constraints\":");
        let sample = lines.next().unwrap_or_else(|| panic!("{name}: {shown}"));
        let start = format!("  {{\"type\":\"{name}\",");
        assert!(sample.starts_with(&start), "{name}: {sample}");
        puzzles += &format!("{{{board},\"regions\":\"{regions}\",\"constraints\":[{sample}]}}\n");
    }
    let ran = satoku(
        &["solve", "--from", "json", "--to", "line", "--check", "none"],
        &puzzles,
    );
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
    assert!(ran.stdout.lines().count() > 40, "{}", ran.stdout);
    let killer = satoku(&["rules", "show", "killer"], "").stdout;
    assert!(
        killer.contains(r#"{"type":"killer","cells":["r1c1","r1c2"],"sum":5}"#),
        "{killer}"
    );
    assert!(killer.contains("\n  cells (list of cells)  "), "{killer}");
    let whisper = satoku(&["rules", "show", "whisper"], "").stdout;
    assert!(
        whisper.contains("\n  difference (integer, default 5)  "),
        "{whisper}"
    );
}

#[test]
fn a_type_shows_a_constraint_from_its_own_file() {
    let file = file(&own_type("mine", ""));
    let shown = satoku(&["rules", "show", file.path().to_str().unwrap()], "").stdout;
    assert!(
        shown.contains(r#"{"type":"mine","cells":["r1c1","r1c2"]}"#),
        "{shown}"
    );
}

#[test]
fn the_name_of_a_rule_in_capitals_is_told() {
    let ran = satoku(&["rules", "show", "Killer"], "");
    let says = "satoku: error: Killer: no such rule or type of constraint; try 'killer', or \
                'satoku rules list' for all names\n";
    assert_eq!((ran.stderr.as_str(), ran.code), (says, 2));
}

#[test]
fn names_with_slips_and_types_among_rules_are_told() {
    for (args, says) in [
        (
            &["rules", "show", "kiler"][..],
            "kiler: no such rule or type of constraint; try 'killer', or 'satoku rules list' for \
             all names\n",
        ),
        (
            &["generate", "--rules", "killer"],
            "--rules: found 'killer', expected a rule; this is a type of constraint, which has \
             cells of its own: list it under \"constraints\" in a puzzle in JSON, or use 'satoku \
             generate --constraints killer' for random ones\n",
        ),
        (
            &["generate", "--rules", "anti-kinght"],
            "--rules: found 'anti-kinght', expected a known one, perhaps \"anti-knight\"; one of: ",
        ),
    ] {
        let ran = satoku(args, "");
        let says = format!("satoku: error: {says}");
        assert!(ran.stderr.starts_with(&says), "{}", ran.stderr);
        assert_eq!(ran.code, 2);
    }
}

/// A type of constraint with more lines before its kernel.
fn own_type(name: &str, more: &str) -> String {
    format!(
        "name = \"{name}\"\nkind = \"constraint\"\nsummary = \"Mine.\"\nreference = \"None.\"\n\
         [[parameters]]\nname = \"cells\"\ntype = \"cells\"\nsummary = \"Cells.\"\n{more}\
         [[pairs]]\nwhere = \"j = i + 1\"\nallow = \"a != b\"\n"
    )
}

#[test]
fn a_file_that_no_puzzle_can_use_is_not_valid() {
    let taken = file(&own_type("whisper", ""));
    let path = taken.path().to_str().unwrap();
    let ran = satoku(&["rules", "check", path], "");
    let says = format!(
        "satoku: error: {path}:1:8: there is another type of constraint called `whisper`: give \
         this one a name of its own\n"
    );
    assert_eq!((ran.stderr, ran.code, ran.stdout.as_str()), (says, 2, ""));
    let same = satoku(&["rules", "check", "rules/whisper.toml"], "");
    assert_eq!((same.code, same.stderr.as_str()), (0, ""));
}

#[test]
fn the_file_in_the_readme_is_valid() {
    let text = std::fs::read_to_string("rules/README.md").unwrap();
    let block = text.split("## A file\n\n```toml\n").nth(1).unwrap();
    let file = file(block.split("```").next().unwrap());
    let path = file.path().to_str().unwrap();
    let ran = satoku(&["rules", "check", path], "");
    assert_eq!((ran.code, ran.stderr.as_str()), (0, ""), "{}", ran.stdout);
}

/// What is wrong is told in words, at its place.
#[test]
fn mistakes_in_rule_files_are_told_in_words() {
    let own = own_type("mine", "");
    let pairs = |more: &str| own.replace("[[pairs]]\n", &format!("[[pairs]]\n{more}\n"));
    let rule = SQUARE.replace("steps = [[1, 1]]", "steps = [1, 3]");
    for (text, says) in [
        (
            own.replace("[[pairs]]", "[pairs]"),
            "9:1: pairs: found [pairs], expected [[pairs]], because there may be several",
        ),
        (
            rule,
            "7:10: steps: found 1, expected a list of steps, such as [[1, 3]]",
        ),
        (
            pairs("steps = [[1, 1]]"),
            "12:9: `steps` is for rules; a type of constraint has `where`",
        ),
        (
            pairs("unless = [\"thermo\"]"),
            "10:11: `unless` is for rules: remove it",
        ),
        (
            own.replace("name = \"cells\"", "name = \"line\""),
            "9:1: no parameter cells of type \"cells\" or \"cell\"",
        ),
        (
            SQUARE.replace("steps", "of = \"cells\"\nsteps"),
            "7:6: `of` and `with` are for types of constraints: remove them",
        ),
    ] {
        let file = file(&text);
        let path = file.path().to_str().unwrap();
        let ran = satoku(&["rules", "check", path], "");
        let says = format!("satoku: error: {path}:{says}\n");
        assert_eq!((ran.stderr, ran.code), (says, 2), "{text}");
    }
}

/// The message named no file.
#[test]
fn a_known_count_of_a_shape_that_the_file_refuses_is_told() {
    let text = std::fs::read_to_string("rules/global-entropy.toml").unwrap();
    let own = text.replacen("\"global-entropy\"", "\"own-entropy\"", 1);
    let known = format!("{own}\n[[known]]\nbox = \"2x2\"\nsolutions = 1\n");
    let ran = satoku(&["rules", "check", "-"], &known);
    let says = "satoku: error: <stdin>:24:7: [[known]]: the file itself refuses boxes 2x2: ";
    assert!(ran.stderr.starts_with(says), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
}
