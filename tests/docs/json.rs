//! `docs/json.md` names every field and verdict that verbs write, each where it describes the
//! verb, and the schema of the page every format.

use crate::support::{PUZZLE, in_checkout, satoku};
use serde_json::{Map, Value};

const PAGE: &str = include_str!("../../docs/json.md");

/// Fields whose own fields are names of cells.
const BY_CELL: [&str; 2] = ["candidates", "counts"];

/// Fields that may hold a puzzle, whose own fields are described by themselves.
const PUZZLES: [&str; 3] = ["puzzle", "minimal", "reduced"];

/// What is in a line of JSON.
#[derive(Default)]
struct Names {
    fields: Vec<String>,
    /// Of the puzzles in it.
    of_puzzles: Vec<String>,
    verdicts: Vec<String>,
}

impl Names {
    fn of(line: &str) -> Names {
        let mut names = Names::default();
        names.add(&serde_json::from_str(line).unwrap());
        names
    }

    fn add(&mut self, object: &Map<String, Value>) {
        for (key, value) in object {
            self.fields.push(key.clone());
            match value {
                Value::Object(_) if BY_CELL.contains(&key.as_str()) => (),
                Value::Object(inner) if PUZZLES.contains(&key.as_str()) => {
                    self.of_puzzles.extend(inner.keys().cloned());
                }
                Value::Object(inner) => self.add(inner),
                Value::Array(items) => {
                    let objects = items.iter().filter_map(Value::as_object);
                    objects.for_each(|inner| self.add(inner));
                }
                Value::String(verdict) if key == "verdict" => self.verdicts.push(verdict.clone()),
                _ => (),
            }
        }
    }
}

/// The page from these words on.
fn from(begin: &str) -> &'static str {
    let start = PAGE.find(begin).unwrap_or_else(|| panic!("no {begin}"));
    &PAGE[start..]
}

/// The page from these words up to those.
fn part(begin: &str, end: &str) -> &'static str {
    let rest = from(begin);
    let length = rest.find(end).unwrap_or_else(|| panic!("no {end}"));
    &rest[..length]
}

fn puzzles() -> &'static str {
    part("## Puzzles", "## Answers")
}

/// Where the page describes the answers of a command.
struct Described {
    fields: String,
    verdicts: &'static str,
}

impl Described {
    fn of(args: &[&str]) -> Described {
        let (mut fields, verdicts) = match args[0] {
            "cubes" => (vec![part("`cubes` writes", "With `--on-error")], ""),
            "convert" => (vec![part("Without `--to`", "## Puzzles"), puzzles()], ""),
            _ => {
                let [verdicts, fields] = row(args);
                let known = if verdicts.is_empty() { "" } else { "`verdict`" };
                (vec![fields, known], verdicts)
            }
        };
        if !["cubes", "convert", "generate"].contains(&args[0]) {
            fields.push(part("begins with the place", " follows if a"));
        }
        let with_engines = "solve count enumerate candidates pyramid minimize explain";
        if with_engines.split(' ').any(|verb| verb == args[0]) {
            fields.push(part("| `backend` | the engine", "Whatever a limit"));
        }
        if args[0] == "generate" {
            fields.push("`checked_by`");
        }
        if args.contains(&"--on-error") {
            fields.push(part("With `--on-error", "## Reports"));
        }
        let verdicts = if verdicts.is_empty() {
            fields[0]
        } else {
            verdicts
        };
        Described {
            fields: fields.concat(),
            verdicts,
        }
    }

    fn assert_names(&self, line: &str) -> usize {
        let found = Names::of(line);
        assert_named(&found.fields, &self.fields, line);
        assert_named(&found.verdicts, self.verdicts, line);
        assert_named(&found.of_puzzles, puzzles(), line);
        found.fields.len() + found.verdicts.len() + found.of_puzzles.len()
    }
}

/// The verdicts and the fields in the table of commands, in the row of this one: the longest
/// that it begins with.
fn row(args: &[&str]) -> [&'static str; 2] {
    let table = part("| command | verdicts |", "`cubes` writes");
    let rows = table.lines().filter_map(|line| {
        let (command, rest) = line.strip_prefix("| `")?.split_once("` | ")?;
        let (verdicts, fields) = rest.split_once("| ")?;
        let words: Vec<&str> = command.split(' ').collect();
        args.starts_with(&words)
            .then_some((words.len(), [verdicts.trim(), fields]))
    });
    let row = rows.max_by_key(|(words, _)| *words);
    row.unwrap_or_else(|| panic!("no row for {args:?}")).1
}

fn assert_named(names: &[String], text: &str, line: &str) {
    for name in names {
        assert!(text.contains(&format!("`{name}`")), "{line}: {name}");
    }
}

/// A sample is a line of puzzles, or one puzzle on several lines.
#[test]
fn every_sample_of_a_puzzle_is_read() {
    let blocks: Vec<&str> = puzzles().split("```json\n").skip(1).collect();
    let samples = blocks
        .iter()
        .map(|block| block.split("```").next().unwrap());
    let read: Vec<usize> = samples
        .map(|sample| {
            let args = ["count", "--limit", "2", "--check", "none", "--from", "json"];
            let ran = satoku(&args, sample);
            assert_eq!((&*ran.stderr, ran.code), ("", 0), "{sample}");
            ran.stdout.lines().count()
        })
        .collect();
    assert_eq!(read, [5, 1]);
}

#[test]
fn every_field_of_reports_is_described() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (certificate, measured, compared) = (path("certificate"), path("a"), path("b"));
    let unique = "1.....3..4.....2";
    let count = format!("{unique}:2");
    let prove = ["prove", "maximum", "-", "-o", &certificate];
    assert_eq!(satoku(&prove, unique).code, 0);
    let into = format!("--json={compared}");
    assert_eq!(satoku(&["compare", &into, "-"], &count).code, 1);
    let whole: Value = serde_json::from_slice(&std::fs::read(&compared).unwrap()).unwrap();
    let lines = satoku(&["compare", "--json", "-"], &count).stdout;
    let args = ["encodings", "measure", "--encoding", "minimal", "--json"];
    let args = [&args[..], &[&measured, "-"]].concat();
    assert_eq!(satoku(&args, unique).code, 0);
    let verify = part("`verify --json` writes", "`compare --json` writes");
    let compare = part("`compare --json` writes", "`encodings measure --json");
    let measure = from("`encodings measure --json");
    let mut seen = 0;
    for (text, section) in [
        (
            satoku(&["verify", "--json", &certificate], "").stdout,
            verify,
        ),
        (format!("{whole}\n{lines}"), compare),
        (std::fs::read_to_string(&measured).unwrap(), measure),
    ] {
        let described = Described {
            fields: section.to_owned(),
            verdicts: section,
        };
        let lines = text.lines();
        seen += lines
            .map(|line| described.assert_names(line))
            .sum::<usize>();
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn every_field_is_described() {
    let (several, clash, diagonal) = ("12..............", "11..............", "4...1......3....");
    let mut seen = 0;
    for args in [
        "solve",
        "solve --unique",
        "count --limit 2",
        "enumerate --limit 2",
        "candidates --limit 2",
        "pyramid --all --top 2",
        "pyramid --minimise",
        "minimize",
        "canonical",
        "convert",
        "explain --redundant",
        "explain --contradiction",
        "explain --contradiction --smallest",
        "generate --box 2x2",
        "generate --box 2x2 --rules diagonal",
        "minimize --rules diagonal",
        "convert --rules diagonal",
        "solve --on-error report",
        "cubes --count 2",
        "cubes --solve --count 2",
        "cubes --maximum --count 2",
        "cubes --minimise --solve --count 2",
    ] {
        let args: Vec<&str> = args.split(' ').chain(["--to", "json"]).collect();
        let described = Described::of(&args);
        for puzzle in [PUZZLE, several, clash, diagonal, "wrong"] {
            let ran = satoku(&args, puzzle);
            let lines = ran.stdout.lines();
            seen += lines
                .map(|line| described.assert_names(line))
                .sum::<usize>();
        }
    }
    assert!(seen > 300, "{seen}");
}

#[test]
fn the_schema_of_the_page_lists_the_formats_that_puzzles_are_written_in() {
    let Some(schema) = in_checkout("web/ask.schema.json") else {
        return;
    };
    let schema: Value = serde_json::from_slice(&std::fs::read(schema).unwrap()).unwrap();
    let listed = &schema["$defs"]["requests"]["convert"]["properties"]["to"]["enum"];
    let told = satoku(&["convert", "--to", "no-format"], "").stderr;
    let (_, names) = told.split_once("possible values: ").unwrap();
    let (names, _) = names.split_once(']').unwrap();
    // A file of POJ begins with the number of puzzles. The page always converts one.
    let listed = listed.as_array().unwrap().iter();
    let listed = listed.filter(|name| *name != "poj");
    assert!(listed.eq(names.split(", ")), "{names}");
}
