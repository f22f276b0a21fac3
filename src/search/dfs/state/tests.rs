use super::*;
use crate::grid::{Geometry, symmetry};

#[test]
fn undoing_restores_every_count() {
    let tables = Tables::new(Geometry::CLASSIC);
    let limits = Limits::unlimited();
    let mut state: State<'_, 1> = State::new(&tables, &limits);
    state.record();
    let mut branches = Vec::new();
    let mut marks = Vec::new();
    while state.empty_cells() > 0 {
        state.choose(&mut branches);
        marks.push(state.mark());
        if state.branch(branches[0]).is_err() {
            break;
        }
    }
    while let Some(mark) = marks.pop() {
        state.undo_to(mark);
    }
    let fresh: State<'_, 1> = State::new(&tables, &limits);
    assert!(state.candidates == fresh.candidates);
    assert_eq!(state.digits_left, fresh.digits_left);
    assert_eq!(state.places_left, fresh.places_left);
    assert!(state.placed_in == fresh.placed_in);
    assert_eq!(state.empty_cells, 81);
}

#[test]
fn a_full_grid_of_givens_stands() {
    let geometry: Geometry = "2x3".parse().unwrap();
    let solution = symmetry::pattern(geometry);
    let puzzle = Puzzle::new(geometry, (&solution).into()).unwrap();
    let tables = Tables::new(geometry);
    let limits = Limits::unlimited();
    let mut state: State<'_, 1> = State::new(&tables, &limits);
    assert!(state.place_givens(&puzzle).is_ok());
    assert_eq!(state.empty_cells(), 0);
    assert_eq!(state.solution(), solution);
}
