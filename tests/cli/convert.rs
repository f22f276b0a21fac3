//! `satoku convert`: puzzles in another format, with their names, and not solved.

use crate::rows;
use crate::support::{PUZZLE, read, satoku};

const CLASH: &str = "55.......";

fn converted(args: &[&str], text: &str) -> String {
    let ran = satoku(&[&["convert"], args].concat(), text);
    assert_eq!(ran.code, 0, "{args:?}: {}", ran.stderr);
    ran.stdout
}

#[test]
fn puzzles_are_written_as_they_are_in_every_classic_format() {
    let clash = CLASH.to_owned() + &".".repeat(72);
    let lines = format!("{PUZZLE}\n{clash}\n");
    for format in [
        "line",
        "grid",
        "rows",
        "hdu",
        "pyramid",
        "sudokusat",
        "json",
        "f-puzzles",
    ] {
        let text = converted(&["--to", format], &lines);
        assert_eq!(converted(&["--to", "line"], &text), lines, "{format}");
    }
    assert_eq!(
        converted(&["--to", "line"], &rows(PUZZLE, "")),
        format!("{PUZZLE}\n")
    );
}

#[test]
fn large_grids_keep_their_digits() {
    for side in [16, 25, 100] {
        let mut cells = vec![".".to_owned(); side * side];
        cells[0] = side.to_string();
        cells[side + 1] = "1".to_owned();
        let line = cells.join(" ") + "\n";
        let grid = converted(&["--to", "grid"], &line);
        assert_eq!(converted(&["--to", "line"], &grid), line, "{side}");
        if side < 64 {
            let numbers = |text: &str| converted(&["--to", "sudokusat"], text);
            let json = converted(&["--to", "json"], &line);
            assert_eq!(numbers(&json), numbers(&line), "{side}");
        }
    }
}

#[test]
fn names_go_along() {
    let lines = format!("{PUZZLE} # my id 7\n{PUZZLE}\n");
    let json = converted(&["--to", "json"], &lines);
    assert!(
        json.starts_with(r#"{"id":"my id 7","box":"3x3","grid":""#),
        "{json}"
    );
    assert!(
        json.ends_with(&format!("\n{{\"box\":\"3x3\",\"grid\":\"{PUZZLE}\"}}\n")),
        "{json}"
    );
    assert_eq!(converted(&["--to", "line"], &json), lines);
    let fpuzzles = converted(&["--to", "f-puzzles"], &json);
    assert!(fpuzzles.contains(r#""title":"my id 7""#), "{fpuzzles}");
    assert_eq!(converted(&["--to", "line"], &fpuzzles), lines);
    for separator in [",", ";", "\t", " # "] {
        let line = format!("{PUZZLE}{separator}9.0\n");
        assert_eq!(
            converted(&["--to", "line"], &line),
            format!("{PUZZLE} # 9.0\n")
        );
    }
}

#[test]
fn variants_without_a_solution_go_to_links_and_back() {
    let puzzle = r#"{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344","candidates":{"r3c3":[1]},"rules":["anti-king"],"constraints":[{"type":"killer","cells":["r1c1","r1c2"],"sum":3},{"type":"killer","cells":["r1c1","r1c2"],"sum":4}]}"#;
    let record = format!("{{\"id\":\"two sums\",\"puzzle\":{puzzle}}}\n");
    assert_eq!(converted(&["--to", "json"], &record), record);
    let fpuzzles = converted(&["--to", "f-puzzles"], &record);
    assert_eq!(converted(&["--to", "json"], &fpuzzles), record);
    let link = converted(&["--to", "f-puzzles", "--link"], &record);
    assert!(
        link.starts_with("https://www.f-puzzles.com/?load="),
        "{link}"
    );
    assert_eq!(converted(&["--to", "json"], &link), record);
    let drawn = converted(&["--to", "pretty"], &record);
    assert!(
        drawn.contains("│ . . │") && drawn.contains("sum 3"),
        "{drawn}"
    );
}

#[test]
fn real_variants_survive_the_way_through_f_puzzles() {
    for name in ["killer", "thermo", "arrow", "sandwich"] {
        let file = read(&format!("variants/{name}.jsonl"));
        let json = converted(&["--to", "json"], &file);
        let fpuzzles = converted(&["--to", "f-puzzles"], &file);
        let counts = |text: &str| satoku(&["count", "--limit", "3"], text).stdout;
        assert_eq!(fpuzzles.lines().count(), json.lines().count(), "{name}");
        assert_eq!(counts(&fpuzzles), counts(&json), "{name}");
    }
}

#[test]
fn what_a_format_cannot_hold_is_named() {
    let variant = r#"{"rows":4,"columns":4,"min":1,"max":4,"regions":"1122112233443344","constraints":[{"type":"killer","cells":["r1c1","r1c2"],"sum":3}]}"#;
    let both = format!("{variant}\n{{\"grid\":\"{PUZZLE}\"}}\n");
    let ran = satoku(&["convert", "--to", "line"], &both);
    let why = "<stdin>:1: puzzle 1: found a variant, expected a classic puzzle";
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    assert!(ran.stderr.contains(why), "{}", ran.stderr);
    let ran = satoku(&["convert", "--to", "line", "--on-error", "report"], &both);
    assert!(
        ran.stdout.starts_with(&format!("error: {why}")),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.ends_with(&format!("\n{PUZZLE}\n")) && ran.code == 2,
        "{}",
        ran.stdout
    );
    let ran = satoku(&["convert", "--to", "line", "--on-error", "skip"], &both);
    assert_eq!((ran.stdout, ran.code), (format!("{PUZZLE}\n"), 2));
    let odd = variant
        .replace("\"min\":1", "\"min\":0")
        .replace("\"max\":4", "\"max\":3");
    let ran = satoku(&["convert", "--to", "f-puzzles"], &odd);
    assert!(
        ran.stderr.contains("cannot write digits from 0 to 3"),
        "{}",
        ran.stderr
    );
    for (args, why) in [
        (&["--to", "poj"][..], "--to poj: begins with the number"),
        (&["--to", "svg"], "'satoku draw'"),
        (&["--to", "jigsaw"], "--to jigsaw: holds answers only"),
        (
            &["--to", "line", "--link"],
            "--link: applies only to --to f-puzzles",
        ),
        (&[], "--to <FORMAT>"),
    ] {
        let ran = satoku(&[&["convert"], args].concat(), PUZZLE);
        assert!(
            ran.code == 2 && ran.stderr.contains(why),
            "{args:?}: {}",
            ran.stderr
        );
    }
}

fn id_of(json: &str) -> String {
    let record: serde_json::Value = serde_json::from_str(json).unwrap();
    record["id"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn names_on_lines_are_read_again() {
    for name in [
        "Hard one!",
        "a|b",
        "┃ ¦",
        "#12 daily",
        "; x",
        "#",
        "a, b: c",
        "a~b",
    ] {
        let empty_first = format!("{}1", ".".repeat(80));
        for grid in [PUZZLE, "1.......3......2", &empty_first] {
            let json = serde_json::json!({"id": name, "grid": grid}).to_string();
            let line = satoku(&["convert", "--to", "line"], &json).stdout;
            assert_eq!(line, format!("{grid} # {name}\n"));
            let again = satoku(&["convert", "--to", "json"], &line);
            assert_eq!(again.code, 0, "{}", again.stderr);
            assert_eq!(id_of(&again.stdout), name);
        }
    }
    let behind_a_tab = format!("{PUZZLE}\t#12 daily\n");
    let read = satoku(&["convert", "--to", "json"], &behind_a_tab).stdout;
    assert_eq!(id_of(&read), "#12 daily");
}

#[test]
fn a_puzzle_is_one_line_whatever_its_name_is() {
    let puzzle = format!("a\n{PUZZLE}");
    for (name, shown) in [
        (puzzle.as_str(), format!(" # a {PUZZLE}")),
        ("a\n \r\n\tb\n", " # a b".into()),
        ("a\rb\0\u{1b}[31m\u{85}c", " # a b [31m c".into()),
        ("a\u{202e}b", " # a\\u{202e}b".into()),
        ("\n", String::new()),
    ] {
        let json = serde_json::json!({"id": name, "grid": PUZZLE}).to_string();
        let fpuzzles = satoku(&["convert", "--to", "f-puzzles"], &json).stdout;
        for written in [json, fpuzzles] {
            let line = satoku(
                &["convert", "--to", "line"],
                &format!("{written}\n").repeat(2),
            );
            let expected = format!("{PUZZLE}{shown}\n").repeat(2);
            assert_eq!((line.stdout, line.code), (expected.clone(), 0));
            let again = satoku(&["convert", "--to", "line"], &expected);
            assert_eq!((again.stdout, again.code), (expected, 0));
        }
    }
    let line = format!("{PUZZLE} # \u{1b}[31mred\n");
    let again = satoku(&["convert", "--to", "line"], &line).stdout;
    assert_eq!(again, format!("{PUZZLE} # [31mred\n"));
}

#[test]
fn boxes_that_a_format_does_not_show_are_named() {
    let json = format!("{{\"box\":\"3x2\",\"grid\":\"1{}\"}}\n", ".".repeat(35));
    let both = json.repeat(2);
    let says = "does not show that boxes are 3x2: read such puzzles with --box 3x2\n";
    for format in ["line", "rows", "hdu", "pyramid"] {
        let ran = satoku(&["convert", "--to", format], &both);
        let said: Vec<&str> = ran.stderr.lines().collect();
        assert_eq!((said.len(), ran.code), (1, 0), "{format}: {}", ran.stderr);
        assert!(ran.stderr.ends_with(says), "{format}: {}", ran.stderr);
        let back = converted(&["--box", "3x2", "--to", "json"], &ran.stdout);
        assert_eq!(back, both, "{format}");
    }
    for format in ["grid", "pretty", "sudokusat", "json", "f-puzzles"] {
        let ran = satoku(&["convert", "--to", format], &json);
        assert_eq!((ran.stderr.as_str(), ran.code), ("", 0), "{format}");
        let back = converted(&["--to", "json"], &ran.stdout);
        // With numbers for digits, cells are separated.
        assert_eq!(back.replace(" .", "."), json, "{format}");
    }
    let usual = json.replace("3x2", "2x3");
    assert_eq!(satoku(&["convert", "--to", "line"], &usual).stderr, "");
    let named = json.replace("{", "{\"id\":\"a\",");
    let proper = satoku(&["generate", "--box", "3x2", "--to", "json"], "").stdout;
    for (args, text) in [
        (&["convert", "--to", "line"][..], &named),
        (&["generate", "--box", "3x2"], &String::new()),
        (&["minimize", "--to", "line"], &proper),
        (&["canonical", "--to", "rows"], &json),
    ] {
        let ran = satoku(args, text);
        assert!(
            ran.stderr.ends_with(says),
            "{args:?}: {}{}",
            ran.stdout,
            ran.stderr
        );
    }
}
