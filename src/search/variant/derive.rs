//! What follows from several constraints at once: sums of what cages leave of houses,
//! and leftovers of rows and columns that regions cover.

use super::cells::Cells;
use super::model::sum;
use super::peers::Peers;
use super::propagator::Propagator;
use super::same::Same;
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::rules::{Board, BoardHouseKind, Kernel, VariantPuzzle};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// Maximum number of cells of a derived sum.
const MOST_TERMS: usize = 9;

/// Cells that hold every digit `times` times.
struct Area {
    cells: Cells,
    times: usize,
}

/// A cage: cells that add up to a total.
struct Cage {
    cells: Cells,
    /// The same cells.
    listed: Vec<u32>,
    total: i64,
}

/// The propagators that follow from houses together with other constraints.
///
/// # Errors
/// The reason why the limits ended it.
pub(super) fn derived(
    puzzle: &VariantPuzzle,
    peers: &Peers,
    limits: &Limits,
) -> Result<Vec<Propagator>, Reason> {
    let mut propagators = leftovers(puzzle.board());
    propagators.extend(house_sums(puzzle, peers, limits)?);
    Ok(propagators)
}

/// Innies and outies: a group of houses less the cages in it.
fn house_sums(
    puzzle: &VariantPuzzle,
    peers: &Peers,
    limits: &Limits,
) -> Result<Vec<Propagator>, Reason> {
    let cages = cages(puzzle);
    if cages.is_empty() {
        return Ok(Vec::new());
    }
    let board = puzzle.board();
    let (digits, min) = (board.digit_count(), board.min());
    let mut seen: BTreeSet<Vec<(u32, i64)>> = BTreeSet::new();
    let mut propagators = Vec::new();
    for area in areas(puzzle) {
        limits.check()?;
        let house_sum = value_sum(board) * area.times as i64;
        let Some((terms, total)) = rest(&area, house_sum, &cages) else {
            continue;
        };
        if seen.insert(terms.clone()) {
            propagators.push(sum(digits, min, terms, total, peers));
        }
    }
    Ok(propagators)
}

/// The sum of all values.
fn value_sum(board: &Board) -> i64 {
    (i64::from(board.min())..=i64::from(board.max())).sum()
}

/// The cells that are left of an area, less those of its cages outside it. `None` if
/// no cage is in it, or too many cells are left.
fn rest(area: &Area, house_sum: i64, cages: &[Cage]) -> Option<(Vec<(u32, i64)>, i64)> {
    let mut left = area.cells.clone();
    let mut outside = area.cells.without(&area.cells);
    let mut total = house_sum;
    for cage in cages {
        // Most cages are small, and boards may be large.
        let inside = cage.listed.iter().filter(|&&cell| area.cells.has(cell));
        let inner = inside.count();
        if 2 * inner <= cage.listed.len() {
            continue;
        }
        let outer = cage.cells.without(&area.cells);
        if cage.cells.common(&left) == inner && outer.common(&outside) == 0 {
            total -= cage.total;
            left = left.without(&cage.cells);
            outside.add(&outer);
        }
    }
    let count = left.len();
    let is_new = count < area.cells.len();
    if !is_new || count + outside.len() > MOST_TERMS {
        return None;
    }
    let terms = left.iter().map(|cell| (cell, 1));
    let terms = terms.chain(outside.iter().map(|cell| (cell, -1)));
    Some((terms.collect(), total))
}

/// Sums without coefficients, the larger first.
fn cages(puzzle: &VariantPuzzle) -> Vec<Cage> {
    let count = puzzle.board().cell_count();
    let cages = puzzle.kernels().filter_map(|kernel| match kernel {
        Kernel::Sum { terms, total } if terms.iter().all(|(_, times)| *times == 1) => {
            let listed: Vec<u32> = terms.iter().map(|(cell, _)| cell.0).collect();
            let cells = Cells::of(count, listed.iter().copied());
            // A cell that counts twice is no cage.
            (cells.len() == terms.len()).then_some(Cage {
                cells,
                listed,
                total: *total,
            })
        }
        _ => None,
    });
    let mut cages: Vec<Cage> = cages.collect();
    cages.sort_by_key(|cage| Reverse(cage.listed.len()));
    cages
}

/// Groups of houses without common cells, each of which holds every digit.
fn areas(puzzle: &VariantPuzzle) -> Vec<Area> {
    let board = puzzle.board();
    let count = board.cell_count();
    let mut areas = Vec::new();
    for kind in [BoardHouseKind::Row, BoardHouseKind::Column] {
        areas.extend(runs(board, kind));
    }
    let listed = puzzle.kernels().filter_map(|kernel| match kernel {
        Kernel::Distinct(cells) if cells.len() == board.digit_count() => {
            Some(Cells::of(count, cells.iter().map(|cell| cell.0)))
        }
        _ => None,
    });
    areas.extend(listed.map(|cells| Area { cells, times: 1 }));
    let regions: Vec<Cells> = full(board, BoardHouseKind::Region).collect();
    for (place, first) in regions.iter().enumerate() {
        for second in &regions[place + 1..] {
            let mut cells = first.clone();
            cells.add(second);
            areas.push(Area { cells, times: 2 });
        }
    }
    areas
}

/// The cells of the houses of a kind that hold every digit.
fn full(board: &Board, kind: BoardHouseKind) -> impl Iterator<Item = Cells> {
    let houses = board.full_houses(kind);
    houses.map(|house| Cells::of(board.cell_count(), house.cells.iter().map(|cell| cell.0)))
}

/// Neighbouring rows, or columns, and single ones; not all of them.
fn runs(board: &Board, kind: BoardHouseKind) -> Vec<Area> {
    let lines: Vec<Cells> = full(board, kind).collect();
    let mut runs = Vec::new();
    for from in 0..lines.len() {
        let mut cells = Cells::none(board.cell_count());
        for (place, line) in lines[from..].iter().enumerate() {
            cells.add(line);
            let times = place + 1;
            if times < lines.len() {
                let cells = cells.clone();
                runs.push(Area { cells, times });
            }
        }
    }
    runs
}

/// Rows or columns and as many regions that cover most of them: what is left on both
/// sides holds the same digits.
fn leftovers(board: &Board) -> Vec<Propagator> {
    let regions: Vec<Cells> = full(board, BoardHouseKind::Region).collect();
    let mut seen = BTreeSet::new();
    let mut propagators = Vec::new();
    for kind in [BoardHouseKind::Row, BoardHouseKind::Column] {
        for Area { cells, times } in runs(board, kind) {
            if regions.len() < times {
                continue;
            }
            let mut order: Vec<(usize, usize)> = regions
                .iter()
                .enumerate()
                .map(|(place, region)| (region.common(&cells), place))
                .collect();
            order.sort_unstable_by_key(|&(common, place)| (Reverse(common), place));
            // As many are left on both sides. Long ones say little; regular boxes leave
            // only such.
            let covered: usize = order[..times].iter().map(|(common, _)| common).sum();
            let left = times * board.digit_count() - covered;
            if left == 0 || left > board.digit_count() / 2 + 1 {
                continue;
            }
            let mut chosen = Cells::none(board.cell_count());
            let places = order[..times].iter().map(|&(_, place)| place);
            places.for_each(|place| chosen.add(&regions[place]));
            let sides = [cells.without(&chosen), chosen.without(&cells)];
            let sides = sides.map(|side| side.iter().collect::<Vec<u32>>());
            if seen.insert(sides.clone()) {
                propagators.push(Propagator::Same(Same {
                    sides,
                    all: board.all_digits(),
                }));
            }
        }
    }
    propagators
}
