//! What people read about a constraint says what it is made of: over the whole catalogue,
//! with random parameters.

use crate::sample::instances;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satoku::rules::{
    Constraint, ConstraintItem, Definition, Description, Kernel, Kind, Library, Origin, Parameter,
    ParameterType, compile,
};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

const REGIONS: &str =
    "111222333111222333111222333444555666444555666444555666777888999777888999777888999";

/// Constraints that are tried of each type.
const TRIES: usize = 80;

fn empty_grid() -> Description {
    let grid = json!({
        "rows": 9, "columns": 9, "min": 1, "max": 9, "regions": REGIONS,
        "candidates": {}, "rules": [], "constraints": []
    });
    serde_json::from_value(grid).unwrap()
}

/// So many cells one after the other in a row or a column.
fn run(rng: &mut ChaCha8Rng, count: usize) -> Vec<String> {
    let (line, from) = (rng.random_range(1..=9), rng.random_range(1..=10 - count));
    let places = from..from + count;
    match rng.random_bool(0.5) {
        true => places.map(|place| format!("r{line}c{place}")).collect(),
        false => places.map(|place| format!("r{place}c{line}")).collect(),
    }
}

/// Something that a parameter of this type may be, or may not.
fn value(rng: &mut ChaCha8Rng, parameter: &Parameter) -> Value {
    let digit = |rng: &mut ChaCha8Rng| rng.random_range(1..=9);
    match parameter.kind() {
        ParameterType::Cells => {
            let count = [1, 2, 2, 3, 4, 5, 9][rng.random_range(0..7)];
            json!(run(rng, count))
        }
        ParameterType::Cell => json!(run(rng, 1)[0]),
        ParameterType::Sets => json!([run(rng, 2), run(rng, 2)]),
        ParameterType::Integer => json!(rng.random_range(0..=20)),
        ParameterType::Boolean => json!(rng.random_bool(0.5)),
        ParameterType::Digits => json!([digit(rng), digit(rng)]),
        ParameterType::Counts => json!([[1, digit(rng)]]),
        ParameterType::Table => json!([[digit(rng), digit(rng)], [1, 2], [2, 1]]),
        ParameterType::Text => json!("By another name"),
        ParameterType::Regex => json!("[1-5]*"),
        ParameterType::Automaton => json!({
            "states": 1, "start": [0], "accept": [0], "transitions": [[0, digit(rng), 0]]
        }),
        ParameterType::Branches => {
            let branch = |cell: &str| json!([{"type": "candidates", "cell": cell, "digits": [7]}]);
            json!([branch(&run(rng, 1)[0]), branch(&run(rng, 1)[0])])
        }
    }
}

fn item(rng: &mut ChaCha8Rng, definition: &Definition) -> ConstraintItem {
    let mut fields = Map::new();
    for parameter in definition.parameters() {
        if parameter.is_required() || rng.random_bool(0.5) {
            fields.insert(parameter.name().to_owned(), value(rng, parameter));
        }
    }
    ConstraintItem {
        kind: definition.name().to_owned(),
        fields,
    }
}

/// The constraint, if its parameters are in order.
fn compiled(item: &ConstraintItem) -> Option<Constraint> {
    let mut description = empty_grid();
    description.constraints.push(item.clone());
    let puzzle = compile(&description, Library::built_in()).ok()?;
    puzzle.constraints().last().cloned()
}

/// The names of cells in a text, such as `r1c2`.
fn cells_in(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric());
    let is_cell = |word: &&str| {
        let numbers = word.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        numbers.is_some_and(|(row, column)| {
            row.parse::<usize>().is_ok() && column.parse::<usize>().is_ok()
        })
    };
    words.filter(is_cell).map(str::to_owned).collect()
}

fn cells_of(kernels: &[Kernel]) -> BTreeSet<String> {
    let cells = kernels.iter().flat_map(Kernel::cells);
    let places = cells.map(|cell| (cell.index() / 9 + 1, cell.index() % 9 + 1));
    places
        .map(|(row, column)| format!("r{row}c{column}"))
        .collect()
}

/// Whether a name stands for what its parameters say.
fn is_by_name(definition: &Definition) -> bool {
    let mut kinds = definition.parameters().iter().map(Parameter::kind);
    kinds.any(|kind| {
        matches!(
            kind,
            ParameterType::Table | ParameterType::Automaton | ParameterType::Regex
        )
    })
}

#[test]
fn a_label_names_the_cells_and_numbers_of_its_kernels() {
    let mut rng = ChaCha8Rng::seed_from_u64(17);
    for definition in Library::built_in().definitions() {
        if definition.kind() != Kind::Constraint {
            continue;
        }
        let name = definition.name();
        let (mut made, mut whole) = (0, 0);
        let mut by_label: BTreeMap<String, Constraint> = BTreeMap::new();
        for _ in 0..TRIES {
            let item = item(&mut rng, definition);
            let Some(constraint) = compiled(&item) else {
                continue;
            };
            made += 1;
            let label = &constraint.label;
            let (named, bound) = (cells_in(label), cells_of(&constraint.kernels));
            assert!(bound.is_subset(&named), "{label}: {bound:?}");
            let given = cells_in(&Value::Object(item.fields.clone()).to_string());
            assert_eq!(named, given, "{label}");
            whole += usize::from(named == bound);
            let is_titled = item.fields.contains_key("name");
            let start = if is_titled { "By another name" } else { name };
            assert!(
                label.replace("any of", "any-of").starts_with(start),
                "{label}"
            );
            for parameter in definition.parameters() {
                if let (ParameterType::Integer, Some(number)) =
                    (parameter.kind(), item.fields.get(parameter.name()))
                {
                    let detail = format!(", {} {number}", parameter.name());
                    assert!(label.contains(&detail), "{label}: {detail}");
                }
            }
            // What reads alike is alike.
            let other = by_label.entry(label.clone()).or_insert(constraint.clone());
            if !is_by_name(definition) {
                assert_eq!(other.kernels, constraint.kernels, "{label}");
            }
        }
        assert!(made >= 5, "{name}: {made} of {TRIES} were in order");
        assert!(whole > 0, "{name}: no kernels bind all cells of the label");
    }
}

#[test]
fn rules_and_houses_are_called_by_their_names() {
    let mut seen = BTreeSet::new();
    for rule in Library::built_in().rule_names() {
        let mut description = empty_grid();
        description.rules.push(rule.to_owned());
        let puzzle = compile(&description, Library::built_in()).unwrap();
        let last = puzzle.constraints().last().unwrap();
        assert_eq!(
            (last.label.as_str(), &last.origin),
            (rule, &Origin::Rule(rule.to_owned()))
        );
        for house in puzzle.constraints() {
            if let Origin::House(kind) = house.origin {
                assert!(
                    house.label.starts_with(&format!("{kind:?}").to_lowercase()),
                    "{house:?}"
                );
                seen.insert(house.label.clone());
            }
        }
    }
    assert_eq!(seen.len(), 27);
}

#[test]
fn labels_of_real_puzzles_name_all_cells_that_are_bound() {
    let mut checked = 0;
    for instance in instances() {
        let puzzle = instance.puzzle();
        for constraint in puzzle.constraints() {
            if !matches!(constraint.origin, Origin::Listed { .. }) {
                continue;
            }
            let bound = constraint.kernels.iter().flat_map(Kernel::cells);
            let bound: BTreeSet<String> = bound.map(|cell| puzzle.board().name(cell)).collect();
            let named = cells_in(&constraint.label);
            assert!(
                bound.is_subset(&named),
                "{}: {}",
                instance.id,
                constraint.label
            );
            checked += 1;
        }
    }
    assert!(checked > 300, "{checked}");
}
