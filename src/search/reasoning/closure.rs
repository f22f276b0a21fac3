//! What follows from the givens without branching.
//!
//! Three levels, each including those before: naked and hidden singles; locked
//! candidates (a digit that a box confines to one line is eliminated from the rest of the
//! line, and vice versa); all-different, which is subsets and fish of every size.

use crate::grid::{Candidate, Candidates, Cell, Digit, Puzzle};
use crate::limits::{CandidateLimit, Limits};
use crate::outcome::Reason;
use crate::search::dfs::mask::Mask;
use crate::search::dfs::state::{Halt, State};
use crate::search::dfs::tables::Tables;
use crate::search::dfs::words;
use crate::search::reasoning::alldifferent::{Bipartite, Failed};

/// How far to reason.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Closure {
    /// Naked and hidden singles.
    Singles,
    /// Locked candidates as well.
    Locked,
    /// And candidates that are in no matching of a house's cells with its digits, or
    /// of a digit's rows with its columns.
    AllDifferent,
}

/// What is left after the closure; `None` if the givens contradict each other. With a
/// limit, candidates are counted before the slow part.
///
/// # Errors
/// [`Reason::TooLarge`] for more candidates than the limit, or why `limits` ended it.
pub(in crate::search) fn close(
    tables: &Tables,
    puzzle: &Puzzle,
    closure: Closure,
    most: Option<CandidateLimit>,
    limits: &Limits,
) -> Result<Option<Candidates>, Reason> {
    match words(puzzle.geometry()) {
        1 => close_with::<1>(tables, puzzle, closure, most, limits),
        2..=4 => close_with::<4>(tables, puzzle, closure, most, limits),
        _ => close_with::<16>(tables, puzzle, closure, most, limits),
    }
}

fn close_with<const W: usize>(
    tables: &Tables,
    puzzle: &Puzzle,
    closure: Closure,
    most: Option<CandidateLimit>,
    limits: &Limits,
) -> Result<Option<Candidates>, Reason> {
    let mut state: State<'_, W> = State::new(tables, limits);
    let mut closed = state.place_givens(puzzle);
    if closed.is_ok() && closure >= Closure::Locked {
        closed = lock_until_nothing_moves(&mut state, tables, limits);
    }
    if closed.is_ok()
        && let Some(most) = most
    {
        most.check(tables.geometry.side(), state.candidates_left())?;
    }
    if closed.is_ok() && closure == Closure::AllDifferent {
        closed = match_until_nothing_moves(&mut state, tables, limits);
    }
    match closed {
        Ok(()) => candidates(&state, tables, limits).map(Some),
        Err(Halt::Contradiction) => Ok(None),
        Err(Halt::Stopped) => Err(limits.reason()),
    }
}

/// The candidates of a state.
fn candidates<const W: usize>(
    state: &State<'_, W>,
    tables: &Tables,
    limits: &Limits,
) -> Result<Candidates, Reason> {
    let mut left = Candidates::none(tables.geometry);
    for cell in tables.geometry.cells() {
        if cell.index().is_multiple_of(CELLS_PER_CHECK) {
            limits.check()?;
        }
        for index in state.mask(cell).iter() {
            let digit = Digit::from_index(index);
            left.insert(Candidate { cell, digit });
        }
    }
    Ok(left)
}

/// Cells whose candidates are copied between two looks at the limits.
const CELLS_PER_CHECK: usize = 4096;

/// [`Halt::Stopped`] if the limits are exceeded.
fn check(limits: &Limits) -> Result<(), Halt> {
    limits.check().map_err(|_| Halt::Stopped)
}

impl From<Failed> for Halt {
    fn from(failed: Failed) -> Halt {
        match failed {
            Failed::NoMatching => Halt::Contradiction,
            Failed::Stopped => Halt::Stopped,
        }
    }
}

/// Locked candidates and singles, in turn.
fn lock_until_nothing_moves<const W: usize>(
    state: &mut State<'_, W>,
    tables: &Tables,
    limits: &Limits,
) -> Result<(), Halt> {
    while state.empty_cells() > 0 && lock_once(state, tables, limits)? {}
    Ok(())
}

/// One pass over all intersections of a box and a line. Returns whether anything was
/// eliminated.
fn lock_once<const W: usize>(
    state: &mut State<'_, W>,
    tables: &Tables,
    limits: &Limits,
) -> Result<bool, Halt> {
    let geometry = tables.geometry;
    // In boxes of one row or column every intersection is one cell, where singles
    // find as much, or the whole box, where there is nothing to find.
    if geometry.box_rows() == 1 || geometry.box_columns() == 1 {
        return Ok(false);
    }
    let mut moved = false;
    for number in 0..geometry.side() {
        check(limits)?;
        let block = tables.box_house(number);
        for kind in [ROW, COLUMN] {
            let mut lines: Vec<u32> = tables
                .cells_of(block)
                .iter()
                .map(|&cell| tables.houses_of[cell as usize][kind])
                .collect();
            lines.sort_unstable();
            lines.dedup();
            for line in lines {
                moved |= lock(state, tables, block as u32, kind, line)?;
            }
        }
    }
    Ok(moved)
}

/// Positions of the row, the column and the box among the houses of a cell.
const ROW: usize = 0;
const COLUMN: usize = 1;
const BOX: usize = 2;

/// Eliminates digits that the box confines to the line from the rest of the line, and
/// digits that the line confines to the box from the rest of the box.
fn lock<const W: usize>(
    state: &mut State<'_, W>,
    tables: &Tables,
    block: u32,
    kind: usize,
    line: u32,
) -> Result<bool, Halt> {
    let on_line = |cell: u32| tables.houses_of[cell as usize][kind] == line;
    let in_box = |cell: u32| tables.houses_of[cell as usize][BOX] == block;
    let (mut shared, mut box_only, mut line_only) = (Mask::EMPTY, Mask::EMPTY, Mask::EMPTY);
    for &cell in tables.cells_of(block as usize) {
        let mask = state.mask(Cell(cell));
        match on_line(cell) {
            true => shared = shared.union(mask),
            false => box_only = box_only.union(mask),
        }
    }
    for &cell in tables.cells_of(line as usize) {
        if !in_box(cell) {
            line_only = line_only.union(state.mask(Cell(cell)));
        }
    }
    let from_line = shared.minus(box_only).intersection(line_only);
    let from_box = shared.minus(line_only).intersection(box_only);
    let line_cells = tables.cells_of(line as usize).iter().copied();
    let mut moved = state.remove_all(line_cells.filter(|&cell| !in_box(cell)), from_line)?;
    let box_cells = tables.cells_of(block as usize).iter().copied();
    moved |= state.remove_all(box_cells.filter(|&cell| !on_line(cell)), from_box)?;
    Ok(moved)
}

/// All-different, locked candidates and singles, in turn.
fn match_until_nothing_moves<const W: usize>(
    state: &mut State<'_, W>,
    tables: &Tables,
    limits: &Limits,
) -> Result<(), Halt> {
    loop {
        lock_until_nothing_moves(state, tables, limits)?;
        let mut moved = false;
        for house in 0..3 * tables.geometry.side() {
            moved |= match_house(state, tables, limits, house)?;
        }
        for digit in 0..tables.geometry.side() {
            moved |= match_lines(state, tables, limits, digit)?;
        }
        if !moved {
            return Ok(());
        }
    }
}

/// The cells of a house take its digits.
fn match_house<const W: usize>(
    state: &mut State<'_, W>,
    tables: &Tables,
    limits: &Limits,
    house: usize,
) -> Result<bool, Halt> {
    check(limits)?;
    let cells = tables.cells_of(house);
    let digits = |cell: &u32| state.mask(Cell(*cell)).iter().collect();
    let graph = Bipartite::new(cells.iter().map(digits).collect());
    let useless = graph.useless_edges(limits)?;
    remove_each(
        state,
        useless
            .into_iter()
            .map(|(place, digit)| (cells[place], digit)),
    )
}

/// The rows of a digit take its columns.
fn match_lines<const W: usize>(
    state: &mut State<'_, W>,
    tables: &Tables,
    limits: &Limits,
    digit: usize,
) -> Result<bool, Halt> {
    check(limits)?;
    let geometry = tables.geometry;
    let side = geometry.side();
    let columns = |row: usize| {
        let open = |column: &usize| state.mask(geometry.cell(row, *column)).contains(digit);
        (0..side).filter(open).collect()
    };
    let graph = Bipartite::new((0..side).map(columns).collect());
    let useless = graph.useless_edges(limits)?;
    let cells = useless.into_iter();
    remove_each(
        state,
        cells.map(|(row, column)| (geometry.cell(row, column).0, digit)),
    )
}

fn remove_each<const W: usize>(
    state: &mut State<'_, W>,
    useless: impl Iterator<Item = (u32, usize)>,
) -> Result<bool, Halt> {
    let mut moved = false;
    for (cell, digit) in useless {
        let mut mask = Mask::EMPTY;
        mask.insert(digit);
        moved |= state.remove_all([cell].into_iter(), mask)?;
    }
    Ok(moved)
}
