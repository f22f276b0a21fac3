//! Propagation against slow twins, and each search against `dfs`.

mod limits;
mod searches;
mod steps;

use super::bands::Bands;
use super::state::Open;
use super::*;
use crate::grid::Row;
use crate::grid::symmetry::{Symmetry, pattern};
use crate::grid::{Cell, Digit, Geometry, Puzzle, Solution};
use crate::objective::Objective;
use crate::search::dfs;
use crate::search::dfs::goals::{All, DifferingFrom, Patience};
use crate::search::dfs::tables::Tables;
use crate::search::lockstep::Lockstep;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Duration;

fn sees(one: usize, other: usize) -> bool {
    let of = |cell| Geometry::CLASSIC.houses_of(Cell(cell as u32));
    one != other && of(one).iter().any(|house| of(other).contains(house))
}

fn cells(bands: Bands) -> Vec<usize> {
    bands.places().map(Place::cell).collect()
}

fn of_cells(cells: impl IntoIterator<Item = usize>) -> Bands {
    let mut bands = Bands::NONE;
    for place in cells.into_iter().map(Place::of) {
        bands.0[place.band()] |= 1 << place.bit();
    }
    bands
}

fn random_solution(random: &mut ChaCha8Rng) -> Solution {
    let geometry = Geometry::CLASSIC;
    Symmetry::random(geometry, random).solution(&pattern(geometry))
}

/// A puzzle with this many givens of a solution; `wrong` of them are replaced.
fn random_puzzle(random: &mut ChaCha8Rng, givens: usize, wrong: usize) -> Puzzle {
    let solution = random_solution(random);
    let mut puzzle = Puzzle::empty(Geometry::CLASSIC);
    while puzzle.givens().count() < givens {
        let cell = Cell(random.random_range(0..CELLS as u32));
        puzzle.set(cell, Some(solution.digit(cell)));
    }
    for _ in 0..wrong {
        let cell = Cell(random.random_range(0..CELLS as u32));
        puzzle.set(cell, Some(Digit::from_index(random.random_range(0..9))));
    }
    puzzle
}

/// What the other search finds, in order, and how it ends.
fn by_dfs(puzzle: &Puzzle, limit: usize) -> (Vec<Solution>, End) {
    let tables = Tables::new(Geometry::CLASSIC);
    let mut found = Vec::new();
    let mut all = All {
        visitor: &mut |solution| {
            found.push(solution.clone());
            stop_at(limit, found.len())
        },
        patience: Patience::Endless,
    };
    let end = dfs::search(&tables, puzzle, &Limits::unlimited(), &mut all);
    (found, end)
}

fn by_bitboard(bitboard: &mut Bitboard, puzzle: &Puzzle, limit: usize) -> (Vec<Solution>, End) {
    let text = *Row::of(puzzle).unwrap();
    let mut found = Vec::new();
    let end = bitboard.search(Row::new(&text).unwrap(), &Limits::unlimited(), |full| {
        found.push(full.solution());
        stop_at(limit, found.len())
    });
    (found, end)
}

fn stop_at(limit: usize, found: usize) -> ControlFlow<()> {
    match found < limit {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    }
}
