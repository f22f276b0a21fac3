//! What splitting needs to know of a puzzle.

use super::Cube;
use super::bound::{self, Losses, Scores};
use super::solve::CubeAnswer;
use crate::backend::{self, NativeBackend, Problem, VariantNative, WrongAnswer};
use crate::cnf::{Formula, Limited, Lit};
use crate::encoding::kernels::{Silent, VariantMap};
use crate::encoding::{Encoding, VarMap};
use crate::grid::text::{Alphabet, Format, PuzzleReader, ReadOptions, line};
use crate::grid::{Candidate, Cell, Digit, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::{CellWeights, Objective};
use crate::outcome::{End, Reason};
use crate::rules::{HouseKind as BoardHouse, Mask, VariantPuzzle};
use crate::search::{Closure, Native, variant};

/// The digits that each cell may hold, cells in reading order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates(pub Vec<Vec<Digit>>);

impl Candidates {
    /// How much is open: the logarithm of the number of ways to choose a candidate for
    /// each cell.
    pub fn size(&self) -> f64 {
        self.0.iter().map(|digits| (digits.len() as f64).ln()).sum()
    }

    /// Whether each cell has one candidate.
    pub fn is_settled(&self) -> bool {
        self.0.iter().all(|digits| digits.len() == 1)
    }
}

/// Puzzles that can be split into cubes.
pub trait Splittable: Problem + Clone + Sync + Sized {
    /// Memory that propagation reuses.
    type Engine: Default;

    /// What bounds on scores are computed from.
    type Scores;

    /// The puzzle with the assumptions of a cube as givens. `None` if they contradict the
    /// givens or each other, or do not fit the board.
    fn within(&self, cube: &Cube) -> Option<Self>;

    /// The candidates that are left without branching; `None` for a contradiction.
    ///
    /// # Errors
    /// The limit that was exceeded.
    fn propagate(
        &self,
        engine: &mut Self::Engine,
        limits: &Limits,
    ) -> Result<Option<Candidates>, Reason>;

    /// The name of a candidate, such as `r1c2=3`.
    fn name(&self, candidate: Candidate) -> String;

    /// The candidate of this name.
    fn named(&self, name: &str) -> Option<Candidate>;

    /// The puzzle in a line of text, if it is a classic one.
    fn line(&self) -> Option<String>;

    /// The digits in cells that the solution of such a puzzle has in a line of text.
    fn solution_line(&self, solution: &Solution) -> String;

    /// A solution from such a line; nothing is checked but its size.
    fn solution_of(&self, line: &str) -> Option<Solution>;

    /// Formula with a variable for each candidate: comments, the clauses, and the literal
    /// of each candidate of a cube.
    ///
    /// # Errors
    /// The limit that was exceeded.
    fn formula(&self, encoding: &Encoding, limits: &Limits) -> Result<PuzzleFormula, Reason>;

    /// Houses of which each holds every digit.
    fn full_houses(&self) -> Vec<Vec<Cell>>;

    /// The objective in a form that gives low bounds.
    fn scores(&self, objective: &Self::Objective, limits: &Limits) -> Self::Scores;

    /// No solution within these candidates scores more. `None` if they have none.
    fn bound(&self, scores: &Self::Scores, left: &Candidates) -> Option<i64>;

    /// What a candidate adds to the score, in a form of the objective in which few
    /// candidates count.
    fn value(&self, scores: &Self::Scores, candidate: Candidate) -> i64;

    /// Shows solutions to `visitor` until it breaks.
    ///
    /// # Errors
    /// [`WrongAnswer`] if a solution breaks the rules.
    fn enumerate(
        &self,
        limit: u64,
        limits: &Limits,
        visitor: &mut backend::Visitor<'_>,
    ) -> Result<End, WrongAnswer<Self::Flaw>>;

    /// A good solution to start from, if one is found within moments.
    ///
    /// # Errors
    /// [`WrongAnswer`] if a solution breaks the rules.
    fn good_solution(
        &self,
        objective: &Self::Objective,
        limits: &Limits,
    ) -> Result<Option<Solution>, WrongAnswer<Self::Flaw>>;

    /// The best solution, if it scores more than `above`.
    ///
    /// # Errors
    /// [`WrongAnswer`] if a solution breaks the rules.
    fn best_above(
        &self,
        objective: &Self::Objective,
        above: Option<i64>,
        limits: &Limits,
    ) -> Result<CubeAnswer, WrongAnswer<Self::Flaw>>;
}

/// A puzzle as clauses.
#[derive(Clone, Debug)]
pub struct PuzzleFormula {
    /// What the variables mean, a line each.
    pub comments: Vec<String>,
    /// The clauses of the rules and the givens.
    pub clauses: Formula,
    /// The literal of each candidate, cell by cell; cells have `digits` of them.
    literals: Vec<Option<Lit>>,
    digits: usize,
}

impl PuzzleFormula {
    /// The literal of a candidate of the puzzle.
    pub fn literal(&self, candidate: Candidate) -> Option<Lit> {
        let index = candidate.cell.index() * self.digits + candidate.digit.index();
        *self.literals.get(index)?
    }
}

/// `r1c2=3` → row 0, column 1, 3.
fn parse_name(name: &str) -> Option<(usize, usize, i64)> {
    let (place, digit) = name.split_once('=')?;
    let (row, column) = place.strip_prefix('r')?.split_once('c')?;
    let index = |text: &str| text.parse::<usize>().ok()?.checked_sub(1);
    Some((index(row)?, index(column)?, digit.parse().ok()?))
}

impl Splittable for Puzzle {
    type Engine = Native;
    type Scores = Scores;

    fn within(&self, cube: &Cube) -> Option<Puzzle> {
        let mut puzzle = self.clone();
        let geometry = self.geometry();
        for &Candidate { cell, digit } in &cube.candidates {
            let fits = cell.index() < geometry.cell_count() && digit.index() < geometry.side();
            if !fits || puzzle.given(cell).is_some_and(|given| given != digit) {
                return None;
            }
            puzzle.set(cell, Some(digit));
        }
        Some(puzzle)
    }

    fn propagate(
        &self,
        native: &mut Native,
        limits: &Limits,
    ) -> Result<Option<Candidates>, Reason> {
        let left = native.close(self, Closure::Locked, limits)?;
        let cells = self.geometry().cells();
        Ok(left.map(|left| Candidates(cells.map(|cell| left.digits(cell).collect()).collect())))
    }

    fn name(&self, candidate: Candidate) -> String {
        self.geometry().candidate_name(candidate)
    }

    fn named(&self, name: &str) -> Option<Candidate> {
        let geometry = self.geometry();
        let (row, column, digit) = parse_name(name)?;
        let digit = Digit::new(u16::try_from(digit).ok()?)?;
        let fits = row.max(column).max(digit.index()) < geometry.side();
        fits.then(|| Candidate {
            cell: geometry.cell(row, column),
            digit,
        })
    }

    fn line(&self) -> Option<String> {
        Some(line::text(self.geometry(), Alphabet::Digits, self.cells()))
    }

    fn solution_line(&self, solution: &Solution) -> String {
        let cells: Vec<Option<Digit>> = solution.into();
        line::text(self.geometry(), Alphabet::Digits, &cells)
    }

    fn solution_of(&self, line: &str) -> Option<Solution> {
        let options = ReadOptions {
            format: Some(Format::Line),
            geometry: Some(self.geometry()),
            alphabet: Some(Alphabet::Digits.reaching(self.geometry().side())),
            ..ReadOptions::default()
        };
        let mut reader = PuzzleReader::new(line.as_bytes(), "solution", options);
        let read = reader.next()?.ok()?.puzzle;
        let digits: Option<Vec<Digit>> = read.cells().iter().copied().collect();
        digits.map(Solution::new)
    }

    fn formula(&self, encoding: &Encoding, limits: &Limits) -> Result<PuzzleFormula, Reason> {
        let geometry = self.geometry();
        let map = VarMap::full(geometry);
        let mut clauses = Formula::with_variables(map.len());
        let mut limited = Limited::new(&mut clauses, limits);
        encoding.encode(self, &map, &mut limited);
        limited.finish()?;
        let text = line::text(geometry, Alphabet::Digits, self.cells());
        let mut comments = vec![
            format!("satoku box {geometry}"),
            format!("satoku puzzle {text}"),
            format!("satoku encoding {}", encoding.name()),
        ];
        comments.extend(
            map.candidates().map(|(var, candidate)| {
                format!("varname {} {}", var.number(), self.name(candidate))
            }),
        );
        Ok(PuzzleFormula {
            comments,
            clauses,
            literals: (map.candidates().map(|(var, _)| Some(var.positive()))).collect(),
            digits: geometry.side(),
        })
    }

    fn full_houses(&self) -> Vec<Vec<Cell>> {
        let geometry = self.geometry();
        let houses = geometry.houses();
        houses
            .map(|house| geometry.house_cells(house).collect())
            .collect()
    }

    fn scores(&self, objective: &Objective, limits: &Limits) -> Scores {
        Scores::new(self, objective, limits)
    }

    fn bound(&self, scores: &Scores, left: &Candidates) -> Option<i64> {
        scores.bound(left)
    }

    fn value(&self, scores: &Scores, candidate: Candidate) -> i64 {
        scores.value(candidate)
    }

    fn enumerate(
        &self,
        limit: u64,
        limits: &Limits,
        visitor: &mut backend::Visitor<'_>,
    ) -> Result<End, WrongAnswer> {
        let mut native = NativeBackend::default();
        Ok(backend::enumerate(&mut native, self, limit, limits, visitor)?.end)
    }

    fn good_solution(
        &self,
        objective: &Objective,
        limits: &Limits,
    ) -> Result<Option<Solution>, WrongAnswer> {
        let short = limits.clone().up_to_nodes(bound::QUICK_NODES);
        let found = backend::maximise(&mut NativeBackend::default(), self, objective, &short)?;
        Ok(found.best().map(|(solution, _)| solution.clone()))
    }

    fn best_above(
        &self,
        objective: &Objective,
        above: Option<i64>,
        limits: &Limits,
    ) -> Result<CubeAnswer, WrongAnswer> {
        bound::best_above(self, objective, above, limits)
    }
}

impl Splittable for VariantPuzzle {
    type Engine = ();
    type Scores = CellWeights;

    fn within(&self, cube: &Cube) -> Option<VariantPuzzle> {
        let mut puzzle = self.clone();
        for &Candidate { cell, digit } in &cube.candidates {
            let mask = 1u64.checked_shl(digit.index() as u32)?;
            if self.candidates().get(cell.index())? & mask == 0 {
                return None;
            }
            puzzle.restrict(cell, mask);
            if puzzle.candidates()[cell.index()] == 0 {
                return None;
            }
        }
        Some(puzzle)
    }

    fn propagate(&self, (): &mut (), limits: &Limits) -> Result<Option<Candidates>, Reason> {
        let left = variant::propagate(self, limits)?;
        let digits = |mask: Mask| {
            let bits = (0..u64::BITS as usize).filter(move |bit| mask >> bit & 1 == 1);
            bits.map(Digit::from_index).collect()
        };
        Ok(left.map(|left| Candidates(left.into_iter().map(digits).collect())))
    }

    fn name(&self, candidate: Candidate) -> String {
        let board = self.board();
        let value = board.value(candidate.digit);
        format!("{}={value}", board.name(candidate.cell))
    }

    fn named(&self, name: &str) -> Option<Candidate> {
        let board = self.board();
        let (row, column, value) = parse_name(name)?;
        let fits = row < board.rows() && column < board.columns();
        Some(Candidate {
            cell: fits.then(|| board.cell(row, column))?,
            digit: board.digit(value)?,
        })
    }

    fn line(&self) -> Option<String> {
        None
    }

    fn solution_line(&self, solution: &Solution) -> String {
        let digits = solution.cells().iter();
        let values = digits.map(|&digit| self.board().value(digit).to_string());
        values.collect::<Vec<String>>().join(" ")
    }

    fn solution_of(&self, line: &str) -> Option<Solution> {
        let words = line.split_whitespace();
        let digits = words.map(|word| self.board().digit(word.parse().ok()?));
        let digits: Vec<Digit> = digits.collect::<Option<_>>()?;
        (digits.len() == self.board().cell_count()).then(|| Solution::new(digits))
    }

    fn formula(&self, encoding: &Encoding, limits: &Limits) -> Result<PuzzleFormula, Reason> {
        let board = self.board();
        let map = VariantMap::full(board);
        let mut clauses = Formula::with_variables(map.len());
        let mut limited = Limited::new(&mut clauses, limits);
        encoding.encode_variant(self, &map, &mut limited, &mut Silent);
        limited.finish()?;
        let digits = board.digit_count();
        let cells = (0..board.cell_count()).map(|index| Cell(index as u32));
        let terms = cells.flat_map(|cell| (0..digits).map(move |digit| (cell, digit)));
        let literals = terms.map(|(cell, digit)| map.term(cell, digit).literal());
        let names = map.candidates().map(|(var, cell, digit)| {
            format!("varname {} {}", var.number(), map.name(cell, digit))
        });
        Ok(PuzzleFormula {
            comments: names.collect(),
            literals: literals.collect(),
            clauses,
            digits,
        })
    }

    fn full_houses(&self) -> Vec<Vec<Cell>> {
        let board = self.board();
        let houses = board.houses().iter();
        let full = houses.filter(|house| house.cells.len() == board.digit_count());
        full.map(|house| house.cells.clone()).collect()
    }

    fn scores(&self, weights: &CellWeights, _: &Limits) -> CellWeights {
        weights.clone()
    }

    fn bound(&self, weights: &CellWeights, left: &Candidates) -> Option<i64> {
        let board = self.board();
        let value = |cell, digit| weights.weight(cell) * i64::from(board.value(digit));
        let kinds = [BoardHouse::Row, BoardHouse::Column, BoardHouse::Region].map(|kind| {
            let houses = board.houses().iter().filter(|house| house.kind == kind);
            houses.map(|house| house.cells.clone()).collect::<Vec<_>>()
        });
        Losses::new(left, value).bound(&kinds, board.digit_count())
    }

    fn value(&self, weights: &CellWeights, candidate: Candidate) -> i64 {
        weights.weight(candidate.cell) * i64::from(self.board().value(candidate.digit))
    }

    fn enumerate(
        &self,
        limit: u64,
        limits: &Limits,
        visitor: &mut backend::Visitor<'_>,
    ) -> Result<End, WrongAnswer<Self::Flaw>> {
        let mut native = VariantNative::default();
        Ok(backend::enumerate(&mut native, self, limit, limits, visitor)?.end)
    }

    fn good_solution(
        &self,
        weights: &CellWeights,
        limits: &Limits,
    ) -> Result<Option<Solution>, WrongAnswer<Self::Flaw>> {
        let short = limits.clone().up_to_nodes(bound::QUICK_NODES);
        let found = backend::maximise(&mut VariantNative::default(), self, weights, &short)?;
        Ok(found.best().map(|(solution, _)| solution.clone()))
    }

    fn best_above(
        &self,
        weights: &CellWeights,
        above: Option<i64>,
        limits: &Limits,
    ) -> Result<CubeAnswer, WrongAnswer<Self::Flaw>> {
        bound::variant_best_above(self, weights, above, limits)
    }
}
