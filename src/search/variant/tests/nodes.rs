//! Puzzles on which a search once got lost.

use crate::limits::Limits;
use crate::outcome::End;
use crate::rules::{Description, Library, compile};
use crate::search::variant::enumerate;
use std::ops::ControlFlow;

/// A row of 12 digits has too many states for all of its digits to be remembered, and without any
/// of them, the search took seconds.
#[test]
fn x_sums_of_twelve_digits_are_found_within_few_nodes() {
    for sum in [42, 43, 44] {
        let cells: Vec<String> = (1..=12).map(|column| format!("\"r1c{column}\"")).collect();
        let text = format!(
            r#"{{"rows":1,"columns":12,"min":1,"max":12,"constraints":[{{"type":"x-sum","cells":[{}],"sum":{sum}}}]}}"#,
            cells.join(",")
        );
        let description: Description = serde_json::from_str(&text).unwrap();
        let puzzle = compile(&description, Library::built_in()).unwrap();
        let limits = Limits::unlimited().up_to_nodes(1000);
        let end = enumerate(&puzzle, None, &limits, &mut |solution| {
            puzzle.check(solution).unwrap();
            ControlFlow::Break(())
        });
        assert_eq!(end, End::Enough, "{sum}");
    }
}
