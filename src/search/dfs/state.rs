//! A partial grid: which candidates are left, and how to backtrack.
//!
//! Two kinds of counts are kept while candidates are eliminated: how many digits a cell
//! has left, and how many places a digit has left in a house. A count that
//! reaches one is a naked or a hidden single, one that reaches zero a
//! contradiction. Every change goes on a trail, so that undoing costs no more
//! than doing and no grid is copied.

use crate::grid::{Cell, Digit, Puzzle, Solution};
use crate::limits::Limits;
use crate::search::dfs::mask::Mask;
use crate::search::dfs::tables::Tables;

/// One change, for undoing.
#[derive(Clone, Copy)]
enum Change {
    /// The candidate was eliminated.
    Removed(u32, u16),
    /// The digit was placed in the cell.
    Placed(u32, u16),
}

/// Why propagation stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// Some cell has no digit left, or some digit no place.
    Contradiction,
    /// The limits are exceeded.
    Stopped,
}

/// Cells that are filled between two looks at the limits: on the largest grids
/// each of them takes some 50 µs.
const CELLS_PER_CHECK: u32 = 256;

/// A single that waits to be placed.
#[derive(Clone, Copy)]
enum Single {
    /// The cell has one digit left.
    Naked(u32),
    /// The digit has one place left in the house.
    Hidden(u32, u16),
}

/// One branch: this digit in this cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The cell's index.
    pub cell: u32,
    /// The digit's index.
    pub digit: u16,
}

/// A partial grid of side at most `64·W`.
pub struct State<'t, const W: usize> {
    tables: &'t Tables,
    side: usize,
    candidates: Vec<Mask<W>>,
    /// Candidates left in each cell.
    digits_left: Vec<u16>,
    /// `places_left[house·N + digit]`.
    places_left: Vec<u16>,
    /// The digits placed in each house.
    placed_in: Vec<Mask<W>>,
    placed: Vec<bool>,
    empty_cells: usize,
    /// Whether changes go on the trail.
    recording: bool,
    trail: Vec<Change>,
    limits: &'t Limits,
    until_check: u32,
    singles: Vec<Single>,
}

impl<'t, const W: usize> State<'t, W> {
    /// The empty grid, filled within these limits. Nothing can be undone before
    /// [`State::record`]: a trail of everything that givens exclude would take more memory
    /// than all the rest.
    pub fn new(tables: &'t Tables, limits: &'t Limits) -> State<'t, W> {
        let side = tables.geometry.side();
        let cells = side * side;
        State {
            tables,
            side,
            candidates: vec![Mask::first_n(side); cells],
            digits_left: vec![side as u16; cells],
            places_left: vec![side as u16; 3 * cells],
            placed_in: vec![Mask::EMPTY; 3 * side],
            placed: vec![false; cells],
            empty_cells: cells,
            recording: false,
            trail: Vec::new(),
            limits,
            until_check: CELLS_PER_CHECK,
            singles: Vec::new(),
        }
    }

    /// Places the givens and all singles that follow.
    pub fn place_givens(&mut self, puzzle: &Puzzle) -> Result<(), Halt> {
        // On side 1, singles exist before any removal.
        if self.side == 1 {
            self.singles.push(Single::Naked(0));
        }
        for (cell, digit) in puzzle.givens() {
            self.place(cell.0, digit.index() as u16)?;
        }
        self.propagate()
    }

    /// Places a digit and all singles that follow.
    pub fn branch(&mut self, branch: Branch) -> Result<(), Halt> {
        self.place(branch.cell, branch.digit)?;
        self.propagate()
    }

    /// From now on changes can be undone.
    pub fn record(&mut self) {
        self.recording = true;
    }

    /// A mark to come back to with [`State::undo_to`].
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Takes back everything since the mark.
    pub fn undo_to(&mut self, mark: usize) {
        self.singles.clear();
        while self.trail.len() > mark {
            match self.trail.pop() {
                Some(Change::Removed(cell, digit)) => self.restore(cell, digit),
                Some(Change::Placed(cell, digit)) => {
                    self.placed[cell as usize] = false;
                    self.empty_cells += 1;
                    for house in self.tables.houses_of[cell as usize] {
                        self.placed_in[house as usize].remove(digit as usize);
                    }
                }
                None => return,
            }
        }
    }

    /// Cells without a digit.
    pub fn empty_cells(&self) -> usize {
        self.empty_cells
    }

    /// Candidates of all cells that are left.
    pub fn candidates_left(&self) -> usize {
        self.digits_left.iter().map(|&left| usize::from(left)).sum()
    }

    /// The digit placed in a cell.
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        let digit = self.candidates[cell.index()].first();
        digit
            .filter(|_| self.placed[cell.index()])
            .map(Digit::from_index)
    }

    /// The digits that a cell may still hold.
    pub fn mask(&self, cell: Cell) -> Mask<W> {
        self.candidates[cell.index()]
    }

    /// Removes digits from cells and places all singles that follow. Returns whether
    /// anything was removed.
    pub fn remove_all(
        &mut self,
        cells: impl Iterator<Item = u32>,
        digits: Mask<W>,
    ) -> Result<bool, Halt> {
        let mut moved = false;
        if digits.is_empty() {
            return Ok(false);
        }
        for cell in cells {
            let hit = self.candidates[cell as usize].intersection(digits);
            for digit in hit.iter() {
                self.remove(cell, digit as u16)?;
                moved = true;
            }
        }
        self.propagate()?;
        Ok(moved)
    }

    /// The full grid, once no cell is empty.
    pub fn solution(&self) -> Solution {
        let digit = |mask: &Mask<W>| Digit::from_index(mask.first().unwrap_or(0));
        Solution::new(self.candidates.iter().map(digit).collect())
    }

    /// The fewest branches: the digits of a cell, or the places of a digit in a house,
    /// whichever are fewer. On a tie, cells come before houses, and the first cell wins.
    pub fn choose(&self, branches: &mut Vec<Branch>) {
        branches.clear();
        let Some((cell, digits)) = self.narrowest_cell() else {
            return;
        };
        if digits > 2
            && let Some((house, digit, places)) = self.narrowest_place()
            && places < digits
        {
            let cells = self.tables.cells_of(house).iter().copied();
            let fits = cells.filter(|&c| self.candidates[c as usize].contains(digit));
            branches.extend(fits.map(|cell| Branch {
                cell,
                digit: digit as u16,
            }));
            return;
        }
        let digits = self.candidates[cell].iter();
        branches.extend(digits.map(|digit| Branch {
            cell: cell as u32,
            digit: digit as u16,
        }));
    }

    fn narrowest_cell(&self) -> Option<(usize, u16)> {
        let mut best: Option<(usize, u16)> = None;
        for (cell, (&left, &placed)) in self.digits_left.iter().zip(&self.placed).enumerate() {
            if !placed && best.is_none_or(|(_, fewest)| left < fewest) {
                best = Some((cell, left));
                if left == 2 {
                    break;
                }
            }
        }
        best
    }

    fn narrowest_place(&self) -> Option<(usize, usize, u16)> {
        let mut best: Option<(usize, usize, u16)> = None;
        for (house, places) in self.places_left.chunks(self.side).enumerate() {
            for (digit, &left) in places.iter().enumerate() {
                let open = left > 1 && best.is_none_or(|(.., fewest)| left < fewest);
                if open && !self.placed_in[house].contains(digit) {
                    best = Some((house, digit, left));
                    if left == 2 {
                        return best;
                    }
                }
            }
        }
        best
    }

    fn propagate(&mut self) -> Result<(), Halt> {
        while let Some(single) = self.singles.pop() {
            match single {
                Single::Naked(cell) => {
                    let Some(digit) = self.candidates[cell as usize].first() else {
                        return Err(Halt::Contradiction);
                    };
                    self.place(cell, digit as u16)?;
                }
                Single::Hidden(house, digit) => {
                    if self.placed_in[house as usize].contains(digit as usize) {
                        continue;
                    }
                    let fits =
                        |&&cell: &&u32| self.candidates[cell as usize].contains(digit as usize);
                    match self.tables.cells_of(house as usize).iter().find(fits) {
                        Some(&cell) => self.place(cell, digit)?,
                        None => return Err(Halt::Contradiction),
                    }
                }
            }
        }
        Ok(())
    }

    fn place(&mut self, cell: u32, digit: u16) -> Result<(), Halt> {
        let index = cell as usize;
        if !self.candidates[index].contains(digit as usize) {
            return Err(Halt::Contradiction);
        }
        if self.placed[index] {
            return Ok(());
        }
        self.check_limits()?;
        self.placed[index] = true;
        self.empty_cells -= 1;
        self.change(Change::Placed(cell, digit));
        let tables = self.tables;
        for house in tables.houses_of[index] {
            self.placed_in[house as usize].insert(digit as usize);
        }
        for other in self.candidates[index].iter() {
            if other != digit as usize {
                self.remove(cell, other as u16)?;
            }
        }
        for house in tables.houses_of[index] {
            for &peer in tables.cells_of(house as usize) {
                if peer != cell && self.candidates[peer as usize].contains(digit as usize) {
                    self.remove(peer, digit)?;
                }
            }
        }
        Ok(())
    }

    fn check_limits(&mut self) -> Result<(), Halt> {
        self.until_check -= 1;
        if self.until_check > 0 {
            return Ok(());
        }
        self.until_check = CELLS_PER_CHECK;
        self.limits.check().map_err(|_| Halt::Stopped)
    }

    fn change(&mut self, change: Change) {
        if self.recording {
            self.trail.push(change);
        }
    }

    /// Removes a candidate that is there.
    fn remove(&mut self, cell: u32, digit: u16) -> Result<(), Halt> {
        let index = cell as usize;
        self.candidates[index].remove(digit as usize);
        self.change(Change::Removed(cell, digit));
        self.digits_left[index] -= 1;
        let mut dead = self.digits_left[index] == 0;
        if self.digits_left[index] == 1 && !self.placed[index] {
            self.singles.push(Single::Naked(cell));
        }
        for house in self.tables.houses_of[index] {
            let left = &mut self.places_left[house as usize * self.side + digit as usize];
            *left -= 1;
            match *left {
                0 => dead = true,
                1 if !self.placed_in[house as usize].contains(digit as usize) => {
                    self.singles.push(Single::Hidden(house, digit));
                }
                _ => {}
            }
        }
        if dead {
            Err(Halt::Contradiction)
        } else {
            Ok(())
        }
    }

    fn restore(&mut self, cell: u32, digit: u16) {
        let index = cell as usize;
        self.candidates[index].insert(digit as usize);
        self.digits_left[index] += 1;
        for house in self.tables.houses_of[index] {
            self.places_left[house as usize * self.side + digit as usize] += 1;
        }
    }
}

#[cfg(test)]
mod tests;
