//! When the search leaves the rest to others.

use super::*;
use crate::rules::{Library, compile};
use serde_json::json;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Keeps all solutions, and counts the nodes of searches that do not learn.
#[derive(Default)]
struct Counted {
    nodes: u64,
    shown: u64,
    solutions: HashSet<Vec<Mask>>,
}

impl Goal for Counted {
    fn is_hopeless(&mut self, _: &[Mask]) -> bool {
        self.nodes += 1;
        false
    }

    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        self.shown += 1;
        self.solutions.insert(masks.to_vec());
        ControlFlow::Continue(())
    }
}

/// The first solution came at once, so nothing was learnt in the search for the others: it took
/// ten times as long as that of the transposed puzzle.
#[test]
fn after_an_easy_solution_others_are_found_by_learning_as_well() {
    for regions in [
        "111222111222333444333444555666555666",
        "113355113355113355224466224466224466",
    ] {
        let description = serde_json::from_value(json!({
            "rows": 6, "columns": 6, "min": 1, "max": 6, "regions": regions,
            "rules": ["anti-taxicab"],
        }));
        let puzzle = compile(&description.unwrap(), Library::built_in()).unwrap();
        let limits = Limits::unlimited();
        let mut search = Search::new(&puzzle, &limits).unwrap().unwrap();
        let mut counted = Counted::default();
        assert_eq!(search.run(&limits, &mut counted), End::Exhausted);
        assert_eq!((counted.shown, counted.solutions.len()), (72, 72));
        assert!(counted.nodes < 4000, "{regions}: {} nodes", counted.nodes);
    }
}
