//! Variants in parts.

use super::Cube;
use super::bound::{self, CandidateLosses};
use super::solve::CubeAnswer;
use super::splittable::{CandidateLists, PuzzleFormula, Splittable, parse_name};
use crate::backend::{self, VariantNative, WrongAnswer};
use crate::cnf::{Formula, Limited};
use crate::encoding::Encoding;
use crate::encoding::kernels::{Silent, VariantMap};
use crate::grid::{Candidate, Cell, Digit, Solution};
use crate::limits::Limits;
use crate::objective::CellWeights;
use crate::outcome::{End, Reason};
use crate::rules::text::solution_text;
use crate::rules::{BoardHouseKind, Mask, VariantPuzzle, members};
use crate::search::variant::{self, LookAhead};

impl Splittable for VariantPuzzle {
    type Engine = Option<LookAhead>;
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

    fn propagate(
        &self,
        _: &mut Option<LookAhead>,
        limits: &Limits,
    ) -> Result<Option<CandidateLists>, Reason> {
        Ok(variant::propagate(self, limits)?.map(candidates))
    }

    fn propagate_further(
        &self,
        engine: &mut Option<LookAhead>,
        (_, left): (&VariantPuzzle, &CandidateLists),
        Candidate { cell, digit }: Candidate,
        limits: &Limits,
    ) -> Result<Option<CandidateLists>, Reason> {
        if engine.is_none() {
            *engine = LookAhead::new(self, limits)?;
        }
        let Some(engine) = engine else {
            return Ok(None);
        };
        let mask = |digits: &Vec<Digit>| -> Mask {
            let bits = digits.iter().map(|digit| 1 << digit.index());
            bits.fold(0, |mask, bit: Mask| mask | bit)
        };
        let left: Vec<Mask> = left.0.iter().map(mask).collect();
        let assumed = (cell, 1 << digit.index());
        Ok(engine.restricted(&left, assumed, limits)?.map(candidates))
    }

    fn work(engine: &Option<LookAhead>) -> u64 {
        engine.as_ref().map_or(0, LookAhead::work)
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
        solution_text(self.board(), solution)
    }

    /// With blanks between values, or without, as in lines that hold nothing but digits.
    fn solution_of(&self, line: &str) -> Option<Solution> {
        let board = self.board();
        let words: Vec<&str> = line.split_whitespace().collect();
        let values: Option<Vec<i64>> = match words[..] {
            [digits] if board.cell_count() > 1 => {
                let values = digits.chars().map(|digit| digit.to_digit(10));
                values.map(|value| value.map(i64::from)).collect()
            }
            _ => words.iter().map(|word| word.parse().ok()).collect(),
        };
        let digits = values?.into_iter().map(|value| board.digit(value));
        let digits: Vec<Digit> = digits.collect::<Option<_>>()?;
        (digits.len() == board.cell_count()).then(|| Solution::new(digits))
    }

    fn formula(&self, encoding: &Encoding, limits: &Limits) -> Result<PuzzleFormula, Reason> {
        let board = self.board();
        let map = VariantMap::full(board);
        let mut clauses = Formula::default();
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

    fn require_above(
        &self,
        weights: &CellWeights,
        above: i64,
        formula: &mut PuzzleFormula,
        limits: &Limits,
    ) -> Result<(), Reason> {
        let map = VariantMap::full(self.board());
        backend::losses::Losses::variant(weights, &map, limits)?
            .require_above(above, &mut formula.clauses)
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

    fn bound(&self, weights: &CellWeights, left: &CandidateLists) -> Option<i64> {
        let board = self.board();
        let value = |cell, digit| weights.weight(cell) * i64::from(board.value(digit));
        let kinds = BoardHouseKind::ALL.map(|kind| {
            let houses = board.houses_of_kind(kind);
            houses.map(|house| house.cells.clone()).collect::<Vec<_>>()
        });
        CandidateLosses::new(left, value).bound(&kinds, board.digit_count())
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
        let short = limits.clone().within_nodes(bound::QUICK_NODES);
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

fn candidates(left: Vec<Mask>) -> CandidateLists {
    let digits = |mask: Mask| members(mask).map(Digit::from_index).collect();
    CandidateLists(left.into_iter().map(digits).collect())
}
