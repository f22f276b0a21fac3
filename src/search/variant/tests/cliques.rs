//! Pairs that bind all cells of a line to each other become sets of digits.

use crate::limits::Limits;
use crate::rules::{Description, Library, compile};
use crate::search::variant::model::Model;
use crate::search::variant::propagator::Propagator;

/// The sets of digits that such a line may hold, if it was recognised.
fn sets(constraint: &str) -> Option<Vec<u64>> {
    let text = format!(
        r#"{{"rows":6,"columns":6,"min":1,"max":6,"regions":"111222111222333444333444555666555666",
            "constraints":[{constraint}]}}"#
    );
    let description: Description = serde_json::from_str(&text).unwrap();
    let puzzle = compile(&description, Library::built_in()).unwrap();
    let model = Model::new(&puzzle, &Limits::unlimited()).unwrap();
    model.propagators.into_iter().find_map(|each| match each {
        Propagator::Combinations(combinations) => Some(combinations.sets),
        _ => None,
    })
}

/// Renbans had no sets, because their pairs allow equal digits, which other kernels forbid:
/// hard ones took fifty times as many leaves.
#[test]
fn a_renban_holds_consecutive_digits() {
    let line = r#"{"type":"renban","cells":["r1c1","r2c2","r3c3","r4c4"]}"#;
    assert_eq!(sets(line), Some(vec![0b1111, 0b11110, 0b111100]));
    let two = r#"{"type":"renban","cells":["r1c1","r2c2"]}"#;
    assert_eq!(sets(two), None);
}
