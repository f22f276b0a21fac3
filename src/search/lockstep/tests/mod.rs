//! Each step against a scalar twin, each instruction set against the others,
//! and all of them against the other search.

use crate::search::simd::tests::{numbers_of, on_each};

mod answers;
mod descents;
mod multiplicity;
mod reports;
mod steps;

use super::frame::{ALL_DIGITS, Frame};
use crate::grid::row::CELLS;
use crate::search::simd::Lanes;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// A grid as the scalar twin sees it.
type Grid = [u16; CELLS];

const HOUSES: usize = 27;

fn cells_of(house: usize) -> [usize; 9] {
    std::array::from_fn(|k| {
        let (kind, number) = (house / 9, house % 9);
        match kind {
            0 => 9 * number + k,
            1 => 9 * k + number,
            _ => 27 * (number / 3) + 3 * (number % 3) + 9 * (k / 3) + k % 3,
        }
    })
}

fn houses_of(cell: usize) -> impl Iterator<Item = usize> {
    (0..HOUSES).filter(move |house| cells_of(*house).contains(&cell))
}

/// A solution at random, as digits.
fn random_solution(random: &mut ChaCha8Rng) -> [u8; CELLS] {
    use crate::grid::symmetry::{Symmetry, pattern};
    let geometry = crate::grid::Geometry::CLASSIC;
    let solution = Symmetry::random(geometry, random).solution(&pattern(geometry));
    std::array::from_fn(|cell| {
        let digit = solution.digit(crate::grid::Cell(cell as u32));
        b'1' + digit.index() as u8
    })
}

/// Candidates at random around a solution; now and then one that has none.
fn random_grid(random: &mut ChaCha8Rng) -> Grid {
    let solution = random_solution(random);
    let (fixed, density) = (random.random_range(0.0..0.9), random.random_range(0.1..0.9));
    let mut grid: Grid = std::array::from_fn(|cell| {
        let digit = 1 << (solution[cell] - b'1');
        match random.random_bool(fixed) {
            true => digit,
            false => (0..9).fold(digit, |set, other| {
                set | u16::from(random.random_bool(density)) << other
            }),
        }
    });
    if random.random_bool(0.2) {
        grid[random.random_range(0..CELLS)] = random.random_range(0..=ALL_DIGITS);
    }
    grid
}

fn frame_of<V: Lanes>(grids: &[Grid]) -> Frame<V> {
    let mut frame = Frame::new();
    for cell in 0..CELLS {
        let lanes: Vec<u16> = grids.iter().map(|grid| grid[cell]).collect();
        frame.cells[cell] = V::load(&lanes);
    }
    frame
}

fn grid_of<V: Lanes>(frame: &Frame<V>, lane: usize) -> Grid {
    std::array::from_fn(|cell| numbers_of(frame.cells[cell])[lane])
}
