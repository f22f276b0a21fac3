//! `docs/json.md` names every field and verdict that verbs write, and the schema of the page
//! every format.

use crate::support::{PUZZLE, in_checkout, satoku};
use serde_json::{Map, Value};

/// Fields whose own fields are names of cells.
const BY_CELL: [&str; 2] = ["candidates", "counts"];

fn names(object: &Map<String, Value>, found: &mut Vec<String>) {
    for (key, value) in object {
        found.push(key.clone());
        match value {
            Value::Object(inner) if !BY_CELL.contains(&key.as_str()) => names(inner, found),
            Value::Array(items) => {
                let objects = items.iter().filter_map(Value::as_object);
                objects.for_each(|inner| names(inner, found));
            }
            Value::String(verdict) if key == "verdict" => found.push(verdict.clone()),
            _ => (),
        }
    }
}

#[test]
fn every_field_of_reports_is_described() {
    let page = include_str!("../../docs/json.md");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (certificate, measured, compared) = (path("certificate"), path("a"), path("b"));
    let unique = "1.....3..4.....2";
    let count = format!("{unique}:2");
    let prove = ["prove", "maximum", "-", "-o", &certificate];
    assert_eq!(satoku(&prove, unique).code, 0);
    let mut texts = vec![
        satoku(&["verify", "--json", &certificate], "").stdout,
        satoku(&["compare", "--json", "-"], &count).stdout,
    ];
    let into = format!("--json={compared}");
    assert_eq!(satoku(&["compare", &into, "-"], &count).code, 1);
    let whole: Value = serde_json::from_slice(&std::fs::read(&compared).unwrap()).unwrap();
    texts.push(whole.to_string());
    let measure = ["encodings", "measure", "--encoding", "minimal", "--json"];
    assert_eq!(
        satoku(&[&measure[..], &[&measured, "-"]].concat(), unique).code,
        0
    );
    texts.push(std::fs::read_to_string(&measured).unwrap());
    let mut seen = 0;
    for line in texts.iter().flat_map(|text| text.lines()) {
        let object: Map<String, Value> = serde_json::from_str(line).unwrap();
        let mut found = Vec::new();
        names(&object, &mut found);
        for name in found {
            assert!(page.contains(&format!("`{name}`")), "{line}: {name}");
            seen += 1;
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn every_field_is_described() {
    let page = include_str!("../../docs/json.md");
    let (several, clash) = ("12..............", "11..............");
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
        "generate --box 2x2",
        "generate --box 2x2 --rules diagonal",
        "minimize --rules diagonal",
        "solve --on-error report",
        "cubes --count 2",
        "cubes --solve --count 2",
    ] {
        let args: Vec<&str> = args.split(' ').chain(["--to", "json"]).collect();
        for puzzle in [PUZZLE, several, clash] {
            let ran = satoku(&args, puzzle);
            for line in ran.stdout.lines() {
                let object: Map<String, Value> = serde_json::from_str(line).unwrap();
                let mut found = Vec::new();
                names(&object, &mut found);
                for name in found {
                    assert!(page.contains(&format!("`{name}`")), "{args:?}: {name}");
                    seen += 1;
                }
            }
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
    // The page asks for pictures with `draw`, and jigsaw is for answers.
    let names = names
        .split(", ")
        .filter(|name| !["svg", "jigsaw"].contains(name));
    assert_eq!(listed, &names.map(Value::from).collect::<Value>());
}
