//! Assertions that do not fit the puzzle.

use crate::certify::{Assertion, CertifyRequest, ProofFormat, ProofRequest, in_memory};
use crate::grid::{Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::{CellWeights, Directed, Direction, Objective};
use crate::rules::{Board, VariantPuzzle};

/// Not a fault of the solver.
#[test]
fn weights_of_another_board_are_refused_before_anything_is_proven() {
    let board = |shape: &str| Board::classic(shape.parse().unwrap()).unwrap();
    let puzzle = VariantPuzzle::new(board("2x2"));
    let weights = CellWeights::pyramid(&board("3x3"));
    let unlimited = Limits::unlimited();
    let request = CertifyRequest {
        puzzle: &puzzle,
        assertion: &Assertion::Best(Directed::new(weights, Direction::Highest)),
        proof: ProofRequest::new(ProofFormat::Text, &unlimited),
    };
    let error = in_memory(&request).unwrap_err();
    assert!(!error.casts_doubt(), "{error}");
    let message = "found 81 weights, expected one for each of the 16 cells";
    assert_eq!(error.to_string(), message);
}

#[test]
fn an_objective_of_another_shape_is_refused_before_anything_is_proven() {
    let puzzle = Puzzle::empty("2x2".parse().unwrap());
    let pyramid = Objective::pyramid(Geometry::CLASSIC);
    let unlimited = Limits::unlimited();
    let request = CertifyRequest {
        puzzle: &puzzle,
        assertion: &Assertion::Best(Directed::new(pyramid, Direction::Highest)),
        proof: ProofRequest::new(ProofFormat::Text, &unlimited),
    };
    let error = in_memory(&request).map(drop).unwrap_err();
    let message = "the objective is one for boxes of 3x3, expected 2x2 as in the puzzle";
    assert_eq!(error.to_string(), message);
}

#[test]
fn a_solution_of_another_puzzle_is_refused_before_anything_is_proven() {
    let puzzle = Puzzle::empty("2x2".parse().unwrap());
    let pyramid = Objective::pyramid(puzzle.geometry());
    let unlimited = Limits::unlimited();
    let request = CertifyRequest {
        puzzle: &puzzle,
        assertion: &Assertion::AtMost {
            objective: Directed::new(pyramid, Direction::Highest),
            solution: Solution::new(Vec::new()),
            bound: None,
        },
        proof: ProofRequest::new(ProofFormat::Auto, &unlimited),
    };
    let error = in_memory(&request).map(drop).unwrap_err();
    assert!(!error.casts_doubt(), "{error}");
    assert_eq!(error.to_string(), "the grid has 0 cells, the puzzle 16");
}
