//! Classic puzzles in parts.

use super::Cube;
use super::bound::{self, Scores};
use super::solve::CubeAnswer;
use super::splittable::{CandidateLists, PuzzleFormula, Splittable, parse_name};
use crate::backend::losses::require_above;
use crate::backend::{self, AutoBackend, NativeBackend, WrongAnswer};
use crate::cnf::{Formula, Limited};
use crate::encoding::{Encoding, VarMap};
use crate::grid::text::{Alphabet, Format, PuzzleReader, ReadOptions, line};
use crate::grid::{Candidate, Cell, Digit, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::{Objective, Progress};
use crate::outcome::{End, Reason};
use crate::search::{Closure, Native};

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
    ) -> Result<Option<CandidateLists>, Reason> {
        let left = native.close(self, Closure::Locked, limits)?;
        let cells = self.geometry().cells();
        Ok(
            left.map(|left| {
                CandidateLists(cells.map(|cell| left.digits(cell).collect()).collect())
            }),
        )
    }

    fn propagate_further(
        &self,
        native: &mut Native,
        (part, _): (&Puzzle, &CandidateLists),
        candidate: Candidate,
        limits: &Limits,
    ) -> Result<Option<CandidateLists>, Reason> {
        match part.within(&Cube::default().with(candidate)) {
            Some(part) => part.propagate(native, limits),
            None => Ok(None),
        }
    }

    fn work(_: &Native) -> u64 {
        0
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
        Some(line::of_puzzle(self))
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
        let mut reader = PuzzleReader::of_text(line, "solution", options);
        let read = reader.next()?.ok()?.puzzle;
        let digits: Option<Vec<Digit>> = read.cells().iter().copied().collect();
        digits.map(Solution::new)
    }

    fn formula(&self, encoding: &Encoding, limits: &Limits) -> Result<PuzzleFormula, Reason> {
        let geometry = self.geometry();
        let map = VarMap::full(geometry);
        let mut clauses = Formula::default();
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

    fn require_above(
        &self,
        objective: &Objective,
        above: i64,
        formula: &mut PuzzleFormula,
        limits: &Limits,
    ) -> Result<(), Reason> {
        require_above(self, objective, above, &mut formula.clauses, limits)
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

    fn bound(&self, scores: &Scores, left: &CandidateLists) -> Option<i64> {
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
        let mut auto = AutoBackend::new(bound::sat_backend());
        let found = auto.start(self, objective, limits, Progress::SILENT);
        let best = found.best().cloned();
        if let Some(best) = &best {
            backend::checked(&auto, self, best)?;
        }
        Ok(best)
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
