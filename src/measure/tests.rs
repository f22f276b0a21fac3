//! Measurements of solvers that lie, stop or agree.

use super::*;
use crate::grid::{Cell, Digit, Geometry, symmetry};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[test]
fn every_run_is_counted_once() {
    let geometry: Geometry = "2x3".parse().unwrap();
    let solution = symmetry::pattern(geometry);
    let mut puzzle = Puzzle::empty(geometry);
    for cell in geometry.cells().skip(3) {
        puzzle.set(cell, Some(solution.digit(cell)));
    }
    let mut clash = Puzzle::empty(geometry);
    clash.set(Cell(0), Digit::new(1));
    clash.set(Cell(1), Digit::new(1));
    let mut measurement = Measurement::new(Combinations {
        engines: Engine::built_in(),
        encodings: vec![
            Encoding::named("minimal").unwrap(),
            Encoding::named("triad").unwrap(),
        ],
        presolves: Presolve::ALL.to_vec(),
    });
    let mut runs = 0;
    for puzzle in [&puzzle, &clash, &Puzzle::empty(geometry)] {
        let added = measurement.add(puzzle, &Limits::unlimited, &mut || {
            runs += 1;
            ControlFlow::Continue(())
        });
        assert!(added.is_continue());
    }
    assert_eq!(runs, 3 * measurement.rows().len());
    for row in measurement.rows() {
        assert_eq!((row.solved, row.unsatisfiable, row.unknown), (2, 1, 0));
        // There is no formula of a puzzle that presolving refutes, and no solver sees it.
        let refuted = u64::from(!["none", "givens"].contains(&row.presolve));
        assert_eq!(row.refuted, refuted, "{}", row.presolve);
        let propagated = 2 - refuted;
        assert_eq!(
            row.propagated, propagated,
            "{}/{}",
            row.encoding, row.presolve
        );
        let asked = 3 - refuted as usize;
        assert_eq!((row.encode.len(), row.solve.len()), (asked, asked));
        assert_eq!(row.formulas, asked as u64);
        #[cfg(unix)]
        assert_eq!(row.cpu.len(), asked);
        assert_eq!(row.fault, None);
    }
    let sizes = |presolve: &str| {
        let mut rows = measurement.rows().iter();
        rows.find(|row| row.presolve == presolve).unwrap().clauses
    };
    assert!(sizes("none") > sizes("locked"));
}

#[test]
fn formulas_are_not_finished_after_the_limit() {
    let mut measurement = Measurement::new(Combinations {
        engines: Engine::built_in(),
        encodings: vec![Encoding::named("minimal").unwrap()],
        presolves: Presolve::ALL.to_vec(),
    });
    let over = Limits::unlimited().stopped_by(Arc::new(AtomicBool::new(true)));
    let puzzle = Puzzle::empty("5x5".parse().unwrap());
    let added = measurement.add(&puzzle, &|| over.clone(), &mut || ControlFlow::Continue(()));
    assert!(added.is_continue());
    for row in measurement.rows() {
        assert_eq!((row.puzzles, row.unknown, row.formulas), (1, 1, 0));
        assert!(row.clauses.is_nan());
    }
}

/// All rows are about the same puzzles.
#[test]
fn a_puzzle_that_is_broken_off_is_left_out_of_every_row() {
    let puzzle = Puzzle::empty("2x2".parse().unwrap());
    let mut measurement = Measurement::new(Combinations {
        engines: vec![Engine::varisat()],
        encodings: vec![Encoding::named("minimal").unwrap()],
        presolves: Presolve::ALL.to_vec(),
    });
    for left in [u64::MAX, 2, u64::MAX] {
        let mut left = left;
        let added = measurement.add(&puzzle, &Limits::unlimited, &mut || {
            left -= 1;
            match left {
                0 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        });
        assert_eq!(added.is_break(), left == 0);
    }
    for row in measurement.rows() {
        assert_eq!((row.puzzles, row.solved, row.formulas), (2, 2, 2));
        assert_eq!((row.encode.len(), row.solve.len()), (2, 2));
    }
}
