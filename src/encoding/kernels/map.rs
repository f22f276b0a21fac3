//! The variables of a variant puzzle's candidates.

use crate::cnf::{Lit, Var};
use crate::encoding::{NotAGrid, Term, digit_of_cell};
use crate::grid::{Cell, Digit, Solution};
use crate::rules::{Board, Mask, members, only_digit};

/// The variables of the candidates of one variant puzzle, in the order of cells, then
/// digits. They come first; auxiliary variables follow.
///
/// A *full* map has a variable for every digit of every cell. A *live* map numbers only the
/// candidates that are left, and a cell with one candidate needs no variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantMap {
    board: Board,
    masks: Vec<Mask>,
    /// By cell, then digit.
    terms: Vec<Term>,
    candidates: Vec<(Cell, Digit)>,
    is_live: bool,
}

impl VariantMap {
    /// A variable for every digit of every cell.
    pub fn full(board: &Board) -> VariantMap {
        let all = vec![board.all_digits(); board.cell_count()];
        VariantMap::numbered(board, &all, false)
    }

    /// Variables for the candidates of `left`, one set for each cell in reading order,
    /// where a cell has more than one.
    ///
    /// # Panics
    /// If there are more or fewer sets than cells, or one has a digit that the board lacks.
    pub fn live(board: &Board, left: &[Mask]) -> VariantMap {
        let (found, expected) = (left.len(), board.cell_count());
        assert!(
            found == expected,
            "{found} sets of digits, expected {expected}"
        );
        let outside = left.iter().find(|&&mask| mask & !board.all_digits() != 0);
        assert!(outside.is_none(), "a digit beyond those of the board");
        VariantMap::numbered(board, left, true)
    }

    fn numbered(board: &Board, masks: &[Mask], is_live: bool) -> VariantMap {
        let digits = board.digit_count();
        let mut terms = vec![Term::False; board.cell_count() * digits];
        let mut candidates = Vec::new();
        for (cell, mask) in board.cells().zip(masks) {
            let is_settled = is_live && mask.is_power_of_two();
            for digit in members(*mask) {
                terms[cell.index() * digits + digit] = match is_settled {
                    true => Term::True,
                    false => Term::Lit(Var::from_index(candidates.len()).positive()),
                };
                if !is_settled {
                    candidates.push((cell, Digit::from_index(digit)));
                }
            }
        }
        VariantMap {
            board: board.clone(),
            masks: masks.to_vec(),
            terms,
            candidates,
            is_live,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whether only live candidates have variables.
    pub fn is_live(&self) -> bool {
        self.is_live
    }

    /// The digits of a cell that are not settled as false.
    ///
    /// # Panics
    /// If there is no such cell.
    pub fn digits(&self, cell: Cell) -> Mask {
        self.masks[cell.index()]
    }

    /// How many candidates have a variable.
    pub fn len(&self) -> usize {
        self.candidates.len()
    }

    /// Whether no candidate has a variable.
    pub fn is_empty(&self) -> bool {
        self.candidates.is_empty()
    }

    /// What stands for a candidate, its digit by its index.
    ///
    /// # Panics
    /// If there is no such cell or digit.
    pub fn term(&self, cell: Cell, digit: usize) -> Term {
        let digits = self.board.digit_count();
        assert!(
            digit < digits,
            "the digit with the index {digit}, of {digits}"
        );
        self.terms[cell.index() * digits + digit]
    }

    /// The candidate of a variable; `None` for auxiliary variables.
    pub fn candidate(&self, var: Var) -> Option<(Cell, Digit)> {
        self.candidates.get(var.index()).copied()
    }

    /// Every candidate with a variable, in the order of the variables.
    pub fn candidates(&self) -> impl Iterator<Item = (Var, Cell, Digit)> + '_ {
        let numbered = self.candidates.iter().enumerate();
        numbered.map(|(index, &(cell, digit))| (Var::from_index(index), cell, digit))
    }

    /// Every candidate that is true and needs no variable.
    pub fn settled(&self) -> impl Iterator<Item = (Cell, Digit)> + '_ {
        let settled = self.board.cells().zip(&self.masks);
        settled
            .filter(|_| self.is_live)
            .filter_map(|(cell, &mask)| Some((cell, only_digit(mask)?)))
    }

    /// The name of a candidate, such as `r1c1=5`, with the value that people write.
    pub fn name(&self, cell: Cell, digit: Digit) -> String {
        format!("{}={}", self.board.name(cell), self.board.value(digit))
    }

    /// The grid that a model describes. It may still break the rules, see
    /// [`VariantPuzzle::check`](crate::rules::VariantPuzzle::check).
    ///
    /// # Errors
    /// [`NotAGrid`] unless exactly one digit is true in each cell.
    pub fn decode(&self, value: impl Fn(Var) -> bool) -> Result<Solution, NotAGrid> {
        let cells = self.board.cells().map(|cell| {
            let is_true = |digit: &usize| self.term(cell, *digit).is_true(&value);
            let digits = members(self.digits(cell)).filter(is_true);
            let digits = digits.map(Digit::from_index);
            let name = |digit| self.name(cell, digit);
            digit_of_cell(digits, || self.board.name(cell), name)
        });
        cells.collect::<Result<_, _>>().map(Solution::new)
    }

    /// Excludes every model with the digits of `solution`.
    ///
    /// # Panics
    /// If it has fewer cells than the board, or a digit that the board lacks.
    pub fn blocking_clause(&self, solution: &Solution) -> Vec<Lit> {
        let cells = self.board.cells();
        let terms = cells.map(|cell| self.term(cell, solution.digit(cell).index()));
        terms.filter_map(Term::literal).map(|lit| !lit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "5 sets of digits, expected 6")]
    fn candidates_of_another_board_have_no_variables() {
        let board = Board::new((2, 3), (0, 2), None).unwrap();
        VariantMap::live(&board, &[0b111; 5]);
    }

    #[test]
    #[should_panic(expected = "the digit with the index 3, of 3")]
    fn no_other_cell_stands_for_a_digit_beyond_those_of_the_board() {
        let board = Board::new((2, 3), (0, 2), None).unwrap();
        VariantMap::full(&board).term(Cell(0), 3);
    }

    #[test]
    fn variables_and_candidates_are_inverse() {
        let board = Board::new((2, 3), (0, 2), None).unwrap();
        let left = [0b111, 0b010, 0b101, 0, 0b011, 0b111];
        for map in [VariantMap::full(&board), VariantMap::live(&board, &left)] {
            for (var, cell, digit) in map.candidates() {
                assert_eq!(map.term(cell, digit.index()), Term::Lit(var.positive()));
                assert_eq!(map.candidate(var), Some((cell, digit)));
            }
            assert_eq!(map.candidate(Var::from_index(map.len())), None);
        }
        assert_eq!(VariantMap::full(&board).len(), 18);
        let live = VariantMap::live(&board, &left);
        assert_eq!(live.len(), 10);
        let settled: Vec<String> = live.settled().map(|(c, d)| live.name(c, d)).collect();
        assert_eq!(settled, ["r1c2=1"]);
    }

    #[test]
    fn models_that_are_no_grid_are_refused() {
        let board = Board::new((1, 2), (1, 2), None).unwrap();
        let map = VariantMap::full(&board);
        let solution = map.decode(|var| var.number() == 1 || var.number() == 4);
        assert!(solution.is_ok());
        assert!(matches!(map.decode(|_| false), Err(NotAGrid::Empty(_))));
        assert!(matches!(map.decode(|_| true), Err(NotAGrid::Twice(..))));
    }
}
