//! High scores near known ones: most digits of a solution stay, and the others are tried.
//!
//! Many solutions may share each score, so a search that leaves out nothing finds the same few
//! scores again and again. Their neighbours have others.

use crate::grid::{Cell, Geometry, Row, Solution};
use crate::limits::Limits;
use crate::outcome::End;
use crate::search::bitboard::{Bitboard, ScoreBound, Settled, State};
use crate::search::ranked::Ranked;
use std::collections::BTreeSet;

/// Nodes of the search among the neighbours that share a set of cells.
const EACH: u64 = 300;

/// How often that limit may be reached in all.
const CUT: usize = 5000;

/// At most this many solutions have their neighbours looked at. Those of one take a millisecond
/// or two, as most of the searches end at once.
const MOST: usize = 200;

/// Adds scores of neighbours of the solutions with the highest scores, until the ranking is
/// complete, nothing is new, or it takes long.
pub fn add_neighbours(
    bitboard: &mut Bitboard,
    givens: Row,
    bound: &ScoreBound,
    ranked: &mut Ranked,
    limits: &Limits,
) {
    let each = limits.clone().within_nodes(EACH);
    let (mut done, mut cut) = (BTreeSet::new(), 0);
    while done.len() < MOST && cut < CUT && limits.exceeded().is_none() {
        let Some((score, solution)) = ranked.highest_except(&done) else {
            return;
        };
        let solution = solution.clone();
        done.insert(score);
        for (unit, units) in UNITS
            .iter()
            .flat_map(|unit| triples().map(move |of| (unit, of)))
        {
            let is_free = |cell| units & 1 << unit(&solution, cell) != 0;
            let mut start = State::new(without(&solution, givens, is_free));
            if let Settled::Open(_) = start.settle() {
                let end = bitboard.top(start, bound, ranked, &each);
                cut += usize::from(end != End::Exhausted);
            }
            if ranked.is_complete() {
                return;
            }
        }
    }
}

/// Where a cell of a solution belongs, from 0 to 8: three of nine such units are free.
type Unit = fn(&Solution, Cell) -> usize;

const UNITS: [Unit; 4] = [
    |solution, cell| solution.digit(cell).index(),
    |_, cell| Geometry::CLASSIC.row(cell),
    |_, cell| Geometry::CLASSIC.column(cell),
    |_, cell| Geometry::CLASSIC.box_of(cell),
];

/// All sets of three of nine.
fn triples() -> impl Iterator<Item = u16> {
    (0..1 << 9).filter(|units: &u16| units.count_ones() == 3)
}

/// The solution without the digits of free cells, unless they are given.
fn without(solution: &Solution, givens: Row, is_free: impl Fn(Cell) -> bool) -> Row {
    let mut text = *givens.text();
    for (character, cell) in text.iter_mut().zip(Geometry::CLASSIC.cells()) {
        if !is_free(cell) {
            *character = b'1' + solution.digit(cell).index() as u8;
        }
    }
    Row::new(&text).unwrap_or(givens)
}
