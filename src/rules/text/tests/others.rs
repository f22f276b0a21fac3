//! HDU 4069, SumoCue, and the JSON schema.

use super::*;
use crate::grid::{Digit, Solution};

/// The first two cases of the judge's sample.
const SAMPLE: &str = "2
144 18 112 208 80 25 54 144 48
135 38 147 80 121 128 97 130 32
137 32 160 144 114 167 208 0 32
192 100 160 160 208 96 183 192 101
209 80 39 192 86 48 136 80 114
152 48 226 144 112 160 160 149 48
128 0 112 166 215 96 160 128 41
128 39 153 32 209 80 101 136 35
192 96 200 67 80 112 208 68 96

144 48 144 81 81 16 53 144 48
128 96 224 144 48 128 103 128 38
163 208 80 0 37 224 209 0 32
135 48 176 192 64 112 176 192 104
192 101 128 89 80 82 32 150 48
149 48 224 208 16 48 224 192 33
128 0 114 176 135 0 80 112 169
137 32 148 32 192 96 176 144 32
192 96 193 64 80 80 96 192 96
";

#[test]
fn walls_make_regions() {
    let cases = records(SAMPLE);
    let regions: Vec<_> = cases
        .iter()
        .map(|case| case.description.regions.as_deref())
        .collect();
    assert_eq!(
        regions,
        [
            Some(
                "111222233114442233114552333114522633444555666774885699777855699778866699778888999"
            ),
            Some(
                "112222233112442233144442333115444533115555566775888566777988886779988966779999966"
            ),
        ]
    );
    let first = &cases[0].description.candidates;
    assert_eq!(
        (&first["r1c2"][..], &first["r1c6"][..], first.len()),
        (&[2][..], &[9][..], 35)
    );
    assert_eq!(
        (cases[1].line, cases[1].format),
        (12, VariantFormat::Jigsaw)
    );
}

#[test]
fn the_judge_of_hdu_4069_reads_the_answers() {
    let board = Board::new((2, 2), (1, 2), None).unwrap();
    let solution = Solution::new([0, 1, 1, 0].map(Digit::from_index).to_vec());
    let mut out = Vec::new();
    write_hdu4069(&mut out, 1, Hdu4069::Unique(&board, &solution)).unwrap();
    write_hdu4069(&mut out, 2, Hdu4069::None).unwrap();
    write_hdu4069(&mut out, 3, Hdu4069::Multiple).unwrap();
    let expected = "Case 1:\n12\n21\nCase 2:\nNo solution\nCase 3:\nMultiple Solutions\n";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

/// Pairs of cells side by side, the last one alone.
fn pairs(entry: impl Fn(usize) -> String) -> String {
    (0..81).map(entry).collect()
}

#[test]
fn sumocue_lines_are_cages_givens_and_regions() {
    let entries = pairs(|cell| match cell {
        80 => "=9".into(),
        _ if cell % 2 == 0 => "=10".into(),
        _ => format!("+{}", cell - 1),
    });
    let sumocue = record(&format!("SumoCueV1D{entries}")).description;
    assert_eq!(sumocue.rules, ["diagonal-up", "diagonal-down"]);
    assert_eq!(sumocue.constraints.len(), 40);
    assert_eq!(sumocue.candidates["r9c9"], [9]);
    let cage = serde_json::json!({"type": "killer", "cells": ["r1c9", "r2c1"], "sum": 10});
    assert_eq!(serde_json::json!(sumocue.constraints[4]), cage);
    let numbers = pairs(|cell| match cell {
        80 => "0:".into(),
        _ => format!("{}:", 2560 + cell / 2),
    });
    let perfect = record(&format!("3x3:d:k:{numbers}")).description;
    assert_eq!(perfect.constraints, sumocue.constraints);
    let jigsaw = record(&format!(
        "SumoCueV1={}",
        pairs(|cell| format!("={}J{}", cell % 2 * 5, cell / 9)).trim_start_matches('=')
    ));
    let description = jigsaw.description;
    assert_eq!(description.regions.unwrap()[..20], *"11111111122222222233");
    assert_eq!(
        (description.candidates.len(), description.constraints.len()),
        (40, 0)
    );
}

/// As in other formats, where a cage without a sum says that its digits differ.
#[test]
fn digits_of_a_sumocue_cage_without_a_sum_differ() {
    let entries = pairs(|cell| match cell {
        1 | 9 => "+0".into(),
        _ => "=0".into(),
    });
    let description = record(&format!("SumoCueV1{entries}")).description;
    let cage = serde_json::json!([{"type": "distinct", "cells": ["r1c1", "r1c2", "r2c1"]}]);
    assert_eq!(serde_json::json!(description.constraints), cage);
}

/// Checks a value against the few keywords that the schema uses.
fn check(schema: &Value, value: &Value, whole: &Value) -> Result<(), String> {
    for (keyword, expected) in schema.as_object().unwrap() {
        let is_good = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let pointer = expected.as_str().unwrap().trim_start_matches('#');
                return check(whole.pointer(pointer).unwrap(), value, whole);
            }
            "anyOf" => {
                let mut schemas = expected.as_array().unwrap().iter();
                schemas.any(|schema| check(schema, value, whole).is_ok())
            }
            "type" => match expected {
                Value::Array(types) => types.iter().any(|one| is_type(value, one)),
                one => is_type(value, one),
            },
            "minimum" => value.as_i64() >= expected.as_i64(),
            "maximum" => value.as_i64() <= expected.as_i64(),
            "required" => {
                let mut keys = expected.as_array().unwrap().iter();
                keys.all(|key| value.get(key.as_str().unwrap()).is_some())
            }
            "items" => {
                for item in value.as_array().into_iter().flatten() {
                    check(expected, item, whole)?;
                }
                true
            }
            "properties" | "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                for (key, value) in value.as_object().into_iter().flatten() {
                    match known.and_then(|known| known.get(key)) {
                        Some(schema) => check(schema, value, whole)?,
                        None if keyword == "properties" => {}
                        None if expected == &Value::Bool(false) => return Err(key.clone()),
                        None => check(expected, value, whole)?,
                    }
                }
                true
            }
            other => panic!("the schema uses {other}"),
        };
        if !is_good {
            return Err(format!("{keyword} {expected}: {value}"));
        }
    }
    Ok(())
}

fn is_type(value: &Value, name: &Value) -> bool {
    match name.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "null" => value.is_null(),
        "integer" => value.is_i64(),
        other => panic!("the schema uses {other}"),
    }
}

#[test]
fn what_is_written_is_valid_by_the_schema() {
    let schema = include_str!("../../../../docs/variant.schema.json");
    let schema: Value = serde_json::from_str(schema).unwrap();
    let valid = |text: &str| check(&schema, &serde_json::from_str(text).unwrap(), &schema);
    for line in include_str!("originals.jsonl").lines() {
        assert_eq!(valid(line), Ok(()));
        let mut text = Vec::new();
        write_json(&mut text, &record(line).description).unwrap();
        assert_eq!(valid(std::str::from_utf8(&text).unwrap()), Ok(()));
    }
    for classic in [
        "[[1,0],[\"\",null]]",
        "{\"puzzle\":\"1...\"}",
        "{\"grid\":[[1]]}",
    ] {
        assert_eq!(valid(classic), Ok(()));
    }
    let good = "{\"rows\":1,\"columns\":1,\"min\":1,\"max\":1}";
    assert_eq!(valid(good), Ok(()));
    for (from, to) in [
        ("\"rows\":1", "\"rows\":0"),
        ("}", ",\"rule\":1}"),
        ("\"min\"", "\"least\""),
    ] {
        assert!(valid(&good.replace(from, to)).is_err(), "{to}");
    }
}
