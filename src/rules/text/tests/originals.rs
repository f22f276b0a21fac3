//! Published puzzles in their published form, beside their descriptions.

use super::*;
use serde_json::{Map, json};

/// What means the same, written differently: automata by their regular expressions, or
/// with their states in order, and extremes by pairs of cells.
fn plain(mut description: Description) -> Description {
    description.constraints = description
        .constraints
        .into_iter()
        .flat_map(pairs)
        .collect();
    let mut description = sorted(description);
    fn inside(fields: &mut Map<String, Value>) {
        if fields.contains_key("regex") {
            fields.remove("automaton");
        }
        if let Some(Value::Object(automaton)) = fields.get_mut("automaton") {
            automaton.remove("states");
            for list in automaton.values_mut().filter_map(Value::as_array_mut) {
                list.sort_by_key(Value::to_string);
            }
        }
    }
    for item in &mut description.constraints {
        inside(&mut item.fields);
    }
    description
}

/// A mark for the smallest or largest digit among neighbours as pairs, others as they are.
fn pairs(item: ConstraintItem) -> Vec<ConstraintItem> {
    let is_minimum = item.kind == "minimum";
    let cells = item.fields.get("cells").and_then(Value::as_array);
    let Some((first, others)) = cells
        .filter(|_| is_minimum || item.kind == "maximum")
        .and_then(|cells| cells.split_first())
    else {
        return vec![item];
    };
    let greater = |other: &Value| {
        let cells = match is_minimum {
            true => [other, first],
            false => [first, other],
        };
        let fields = Map::from_iter([("cells".to_owned(), json!(cells))]);
        ConstraintItem {
            kind: "greater".into(),
            fields,
        }
    };
    others.iter().map(greater).collect()
}

/// Compares all records of a file whose original is in a format that is read here;
/// returns how many these are.
fn compare(records: &str) -> usize {
    let mut count = 0;
    for line in records.lines() {
        let fields: Value = serde_json::from_str(line).unwrap();
        let original = fields["source"]["original"].as_str().unwrap_or_default();
        if detect(original.as_bytes()).is_none() {
            continue;
        }
        let ours = plain(record(original).description);
        let theirs = plain(record(line).description);
        assert_eq!(ours, theirs, "{}", fields["id"]);
        count += 1;
    }
    count
}

#[test]
fn published_forms_mean_what_their_descriptions_say() {
    assert_eq!(compare(include_str!("originals.jsonl")), 49);
}

/// For a folder of many more: `SATOKU_VARIANTS=… cargo test originals -- --ignored`.
#[test]
#[ignore = "needs a folder of data"]
fn published_forms_of_a_folder() {
    let folder = std::env::var_os("SATOKU_VARIANTS").expect("SATOKU_VARIANTS is a folder");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        count += compare(&std::fs::read_to_string(entry.unwrap().path()).unwrap());
    }
    assert!(count > 0, "the folder has no records");
    println!("{count} compared");
}
