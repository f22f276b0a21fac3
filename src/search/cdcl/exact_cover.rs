//! The live candidates as variables, and the groups of which exactly one is
//! true.

use crate::grid::{Candidate, Candidates, Cell, Digit, HouseKind, Solution, pattern_like};
use crate::limits::Limits;
use crate::outcome::Reason;

/// A variable: a candidate of a cell that is not settled.
pub type Var = u32;

/// Candidates that are sorted into groups between two looks at the limits.
const CANDIDATES_PER_CHECK: usize = 1 << 18;

/// A board on which each cell is in three houses that hold all digits.
#[derive(Debug)]
pub struct PartialBoard {
    /// How many houses there are.
    pub houses: usize,
    /// How many digits there are.
    pub digits: usize,
    /// The digit of each cell, where it is known.
    pub settled: Vec<Option<Digit>>,
    /// The candidates of all other cells.
    pub candidates: Vec<Candidate>,
}

/// Variables in groups, of each of which exactly one is true.
pub struct ExactCover {
    /// The candidate of each variable.
    pub candidates: Vec<Candidate>,
    /// Members of all groups, end to end.
    members: Vec<Var>,
    /// Where each group starts; one more at the end.
    starts: Vec<u32>,
    /// The group of its cell and those of its houses, by variable.
    pub groups_of: Vec<[u32; 4]>,
    settled: Vec<Option<Digit>>,
    /// A full grid that keeps the rules, if not the givens, to try first.
    guess: Option<Solution>,
}

impl ExactCover {
    /// What a closure leaves.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    pub fn new_within(left: &Candidates, limits: &Limits) -> Result<ExactCover, Reason> {
        let geometry = left.geometry();
        let side = geometry.side();
        let settled: Vec<Option<Digit>> = geometry
            .cells()
            .map(|cell| left.digits(cell).next().filter(|_| left.count(cell) == 1))
            .collect();
        let open = left.iter().filter(|c| settled[c.cell.index()].is_none());
        let board = PartialBoard {
            houses: HouseKind::ALL.len() * side,
            digits: side,
            candidates: open.collect(),
            settled,
        };
        // Rows, then columns, then boxes.
        let houses_of = |cell: Cell| {
            let [row, column, in_box] = geometry.houses_of(cell).map(|house| house.index as usize);
            [row, side + column, 2 * side + in_box]
        };
        let guess = pattern_like(geometry, &board.settled);
        let cover = ExactCover::of_board(board, houses_of, limits)?;
        Ok(ExactCover {
            guess: Some(guess),
            ..cover
        })
    }

    /// That of a board on which all that follows from single cells and houses is
    /// settled: every other cell has at least two candidates, and every digit that is
    /// missing in a house at least two places.
    ///
    /// # Errors
    /// The reason why the limits ended it.
    pub fn of_board(
        board: PartialBoard,
        houses_of: impl Fn(Cell) -> [usize; 3],
        limits: &Limits,
    ) -> Result<ExactCover, Reason> {
        let cells = board.settled.len();
        // Groups of cells come first, then those of houses by digit.
        let groups_of = |candidate: &Candidate| {
            let group = |house: usize| cells + house * board.digits + candidate.digit.index();
            let [first, second, third] = houses_of(candidate.cell).map(group);
            [candidate.cell.index(), first, second, third].map(|group| group as u32)
        };
        let mut starts = vec![0; cells + board.houses * board.digits + 1];
        let mut groups = Vec::with_capacity(board.candidates.len());
        for (var, candidate) in board.candidates.iter().enumerate() {
            if var.is_multiple_of(CANDIDATES_PER_CHECK) {
                limits.check()?;
            }
            let its = groups_of(candidate);
            its.iter()
                .for_each(|&group| starts[group as usize + 1] += 1);
            groups.push(its);
        }
        for group in 1..starts.len() {
            starts[group] += starts[group - 1];
        }
        Ok(ExactCover {
            candidates: board.candidates,
            members: members(&groups, &starts, limits)?,
            starts,
            groups_of: groups,
            settled: board.settled,
            guess: None,
        })
    }

    /// Whether a variable is true in the grid to try first.
    pub fn is_guessed(&self, var: usize) -> bool {
        let candidate = self.candidates[var];
        let guess = self.guess.as_ref();
        guess.is_some_and(|grid| grid.digit(candidate.cell) == candidate.digit)
    }

    /// Number of variables.
    pub fn variables(&self) -> usize {
        self.candidates.len()
    }

    /// Number of groups.
    pub fn groups(&self) -> usize {
        self.starts.len() - 1
    }

    /// The members of a group.
    pub fn members(&self, group: u32) -> &[Var] {
        let group = group as usize;
        &self.members[self.starts[group] as usize..self.starts[group + 1] as usize]
    }

    /// The grid with these variables true.
    pub fn solution(&self, is_true: impl Fn(Var) -> bool) -> Solution {
        let mut cells = self.settled.clone();
        for (var, candidate) in self.candidates.iter().enumerate() {
            if is_true(var as Var) {
                cells[candidate.cell.index()] = Some(candidate.digit);
            }
        }
        let digit = |cell: Option<Digit>| cell.unwrap_or(Digit::from_index(0));
        Solution::new(cells.into_iter().map(digit).collect())
    }
}

/// The variables of each group, end to end.
///
/// # Errors
/// The reason why the limits ended it.
fn members(groups: &[[u32; 4]], starts: &[u32], limits: &Limits) -> Result<Vec<Var>, Reason> {
    let mut next = starts.to_vec();
    let mut members = vec![0; starts.last().map_or(0, |&end| end as usize)];
    for (var, groups) in groups.iter().enumerate() {
        if var.is_multiple_of(CANDIDATES_PER_CHECK) {
            limits.check()?;
        }
        for &group in groups {
            members[next[group as usize] as usize] = var as Var;
            next[group as usize] += 1;
        }
    }
    Ok(members)
}
