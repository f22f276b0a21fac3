//! Tests of clause learning.

use super::*;

#[test]
fn every_grid_of_4x4_is_found_once() {
    let left = Candidates::all("2x2".parse().unwrap());
    let mut seen = std::collections::BTreeSet::new();
    let ended = search(&left, 1, &Limits::unlimited(), &mut |solution| {
        assert!(seen.insert(solution.clone()));
        ControlFlow::Continue(())
    });
    assert_eq!((ended, seen.len()), (End::Exhausted, 288));
}
