//! What is made of variants: random ones, minimal ones, contradictions.

use crate::sample::{compiled, instances};
use satoku::backend::VariantNative;
use satoku::grid::Geometry;
use satoku::limits::Limits;
use satoku::puzzles::{
    Contradiction, Minimized, Preserved, Properness, PuzzleKind, PuzzlePart, Redundancy,
    VariantGenerator, VariantMinimizer, VariantRecipe, contradiction, redundant,
};
use satoku::rules::{Description, Library, VariantPuzzle};
use std::time::Duration;

fn classic(shape: &str) -> Description {
    let shape: Geometry = shape.parse().unwrap();
    let side = shape.side();
    let mark = |cell: usize| {
        let (row, column) = (cell / side, cell % side);
        let boxes = side / shape.box_columns();
        char::from(b'A' + (row / shape.box_rows() * boxes + column / shape.box_columns()) as u8)
    };
    Description {
        rows: side,
        columns: side,
        min: 1,
        max: side as i32,
        regions: Some((0..side * side).map(mark).collect()),
        candidates: [].into(),
        rules: Vec::new(),
        constraints: Vec::new(),
    }
}

fn made(recipe: VariantRecipe, number: u64) -> satoku::puzzles::GeneratedVariant {
    let mut native = VariantNative::default();
    let mut generator = VariantGenerator::new(recipe, Library::built_in(), &mut native).unwrap();
    generator.puzzle(number, &Limits::unlimited()).unwrap()
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn recipe(shape: &str, rules: &[&str], types: &[&str]) -> VariantRecipe {
    VariantRecipe {
        board: Description {
            rules: names(rules),
            ..classic(shape)
        },
        constraints: names(types),
        kind: PuzzleKind::Minimal,
        givens: None,
        seed: 1,
    }
}

fn redundancy(puzzle: &VariantPuzzle, description: &Description) -> Redundancy {
    let (library, limits) = (Library::built_in(), Limits::unlimited());
    let mut native = VariantNative::default();
    redundant(puzzle, description, library, &mut native, &limits).unwrap()
}

/// The cells were a chain, though only the first one is compared with the others.
#[test]
fn cells_of_maximum_and_minimum_are_around_the_first() {
    for kind in ["maximum", "minimum"] {
        let puzzles = (1..=3).map(|number| made(recipe("2x3", &[], &[kind]), number).puzzle);
        let lists: Vec<Vec<(usize, usize)>> = puzzles
            .flat_map(|puzzle| puzzle.constraints)
            .map(|item| {
                let cells = item.fields["cells"].as_array().unwrap().iter();
                let name = |cell: &serde_json::Value| {
                    let name = cell.as_str().unwrap()[1..].to_owned();
                    let (row, column) = name.split_once('c').unwrap();
                    (row.parse().unwrap(), column.parse().unwrap())
                };
                cells.map(name).collect()
            })
            .collect();
        assert!(lists.iter().any(|cells| cells.len() > 2), "{lists:?}");
        for cells in lists {
            let (row, column): (usize, usize) = cells[0];
            for (r, c) in &cells[1..] {
                assert_eq!(r.abs_diff(row) + c.abs_diff(column), 1, "{cells:?}");
            }
        }
    }
}

#[test]
fn generated_puzzles_are_proper_and_minimal_and_repeat() {
    for (shape, rules, types) in [
        ("2x2", &["diagonal-down"][..], &["killer", "thermo"][..]),
        ("2x3", &["anti-knight"], &["killer", "white-dot", "arrow"]),
        ("2x3", &["strict-kropki"], &[]),
        ("2x3", &[], &["sandwich", "whisper", "quadruple"]),
    ] {
        let recipe = recipe(shape, rules, types);
        let first = made(recipe.clone(), 1);
        assert_eq!(first, made(recipe.clone(), 1), "{rules:?} {types:?}");
        assert_ne!(first, made(recipe.clone(), 2), "{rules:?} {types:?}");
        let kinds: Vec<&str> = first.puzzle.constraints.iter().map(|c| &*c.kind).collect();
        assert!(!kinds.is_empty(), "{rules:?} {types:?}");
        let puzzle = compiled("made", &first.puzzle);
        assert_eq!(puzzle.check(&first.solution), Ok(()));
        let Redundancy::Each(more) = redundancy(&puzzle, &first.puzzle) else {
            panic!("{rules:?} {types:?}: not proper");
        };
        // Rules for the whole grid stay.
        let is_removable = |part: &&PuzzlePart| match part {
            PuzzlePart::Cell(_) => true,
            PuzzlePart::Constraint(index) => *index >= puzzle.constraints().len() - kinds.len(),
        };
        let removable: Vec<&PuzzlePart> = more.iter().filter(is_removable).collect();
        assert!(removable.is_empty(), "{rules:?} {types:?}: {removable:?}");
    }
}

#[test]
fn proper_puzzles_have_the_givens_that_were_asked_for() {
    let recipe = VariantRecipe {
        kind: PuzzleKind::Proper,
        givens: Some(12),
        ..recipe("2x3", &[], &["killer"])
    };
    let made = made(recipe, 7);
    assert_eq!(made.puzzle.candidates.len(), 12);
    let cages = made
        .puzzle
        .constraints
        .iter()
        .filter(|each| each.kind == "killer");
    assert!(cages.count() > 3);
}

#[test]
fn minimal_forms_of_instances_are_proper_and_keep_what_they_must() {
    let mut native = VariantNative::default();
    let mut tried = 0;
    for instance in instances()
        .iter()
        .filter(|each| each.solution.is_some())
        .step_by(6)
    {
        // What takes long is tested elsewhere.
        let limits = Limits::unlimited().within(Duration::from_secs(2));
        let mut minimizer = VariantMinimizer::new(Library::built_in(), &mut native);
        let kept = Preserved {
            givens: true,
            constraints: false,
        };
        let minimal = minimizer.minimize(&instance.description, kept, Some(1), &limits);
        let minimal = match minimal.unwrap() {
            Minimized::Puzzle(minimal) => minimal,
            Minimized::Reduced(reduced, _) => {
                assert!(reduced.constraints.len() < instance.description.constraints.len());
                reduced
            }
            _ => continue,
        };
        assert_eq!(minimal.candidates, instance.description.candidates);
        let limits = Limits::unlimited();
        let found = Properness::of(&compiled(&instance.id, &minimal), &mut native, &limits);
        let expected = instance.solution.clone().map(Properness::Proper);
        assert_eq!(found.ok(), expected, "{}", instance.id);
        tried += 1;
    }
    assert!(tried > 5, "{tried}");
}

#[test]
fn a_wrong_given_contradicts_few_parts() {
    let puzzle = r#"{"rows":4,"columns":4,"min":1,"max":4,"regions":"AABBAABBCCDDCCDD",
        "candidates":{"r1c1":[1],"r4c4":[1]},
        "constraints":[{"type":"thermo","cells":["r1c4","r2c4","r3c4"]},
        {"type":"killer","cells":["r2c1","r2c2"],"sum":3}]}"#;
    let puzzle = compiled("wrong", &serde_json::from_str(puzzle).unwrap());
    let mut native = VariantNative::default();
    let found = contradiction(&puzzle, &mut native, &Limits::unlimited()).unwrap();
    let Contradiction::Minimal(parts) = found else {
        panic!("{found:?}");
    };
    // 1 and 2 are the only digits of r2c1 r2c2, but 1 is in their box already.
    let labels: Vec<String> = parts.iter().map(|part| part.label(&puzzle)).collect();
    assert_eq!(labels.len(), 2, "{labels:?}");
    assert_eq!(labels[0], "r1c1 = 1");
    assert!(labels[1].contains("r2c1 r2c2"), "{labels:?}");
}
