//! The files of a certificate about a variant puzzle, but for the proof.

use super::Puzzle;
use super::formula::{self, Unwritten};
use super::score::Weights;
use crate::claim::Claim;
use crate::contents::{self, Content};
use crate::escape;
use crate::file;
use crate::files::Files;
use crate::proof::StopCheck;
use crate::text::{self, MAX_LINE, MAX_TEXT, require_text};
use crate::verdict::{Stop, rejected};

/// Largest `puzzle.json`.
const MAX_PUZZLE: u64 = 16 << 20;

/// Checks the puzzle, the solutions and the objective.
pub fn certificate(
    files: &dyn Files,
    claim: Claim,
    stop: &StopCheck<'_>,
    report: &mut dyn FnMut(&'static str, String),
) -> Result<Content, Stop> {
    let puzzle = puzzle(files)?;
    let summary = puzzle.summary();
    report(file::PUZZLE_JSON, summary.clone());

    let solutions = solutions(files, &puzzle, claim, stop)?;
    report(
        file::SOLUTIONS,
        contents::shown(&solutions, "all constraints"),
    );

    let mut negation = formula::rules(&puzzle, stop).or_else(|unwritten| match unwritten {
        Unwritten::TooLarge(why) => rejected(file::PUZZLE_JSON, format!("needs {why}")),
        Unwritten::Stopped => Err(Stop::Stopped),
    })?;
    let mut objective = None;
    if let (Some(score), [best]) = (claim.score(), &solutions[..]) {
        let weights = weights(files, &puzzle, claim, best)?;
        report(file::OBJECTIVE, format!("the grid scores {score}"));
        objective = Some(weights.summary());
        let added = weights.require_better(&puzzle, best, &mut negation);
        added.or_else(|why| rejected(file::OBJECTIVE, format!("needs {why}")))?;
    } else {
        for solution in &solutions {
            formula::exclude(&puzzle, solution, &mut negation);
        }
    }
    Ok(Content {
        puzzle: summary,
        objective,
        formula: Some(negation),
        subject: None,
    })
}

fn puzzle(files: &dyn Files) -> Result<Puzzle, Stop> {
    let name = file::PUZZLE_JSON;
    let text = text::read(files, name, MAX_PUZZLE)?;
    let puzzle = Puzzle::read(&text).map_err(Stop::Rejected)?;
    let expected = puzzle.text().or_else(|why| rejected(name, why))?;
    require_text(name, &text, &expected)?;
    Ok(puzzle)
}

/// The solutions: as many as the claim shows, all different, and none that breaks a
/// constraint.
fn solutions(
    files: &dyn Files,
    puzzle: &Puzzle,
    claim: Claim,
    stop: &StopCheck<'_>,
) -> Result<Vec<Vec<i64>>, Stop> {
    let name = file::SOLUTIONS;
    let text = text::read(files, name, MAX_TEXT)?;
    let (mut grids, mut expected) = (Vec::new(), String::new());
    for (number, line) in (1..).zip(text.lines()) {
        if grids.len() as u64 > claim.shown() {
            break;
        }
        let Some(grid) = puzzle.grid(line) else {
            let (found, cells) = (escape::quoted(line, MAX_LINE), puzzle.board.cells());
            let (min, max) = (puzzle.board.min, puzzle.board.max);
            let how = if puzzle.separator().is_empty() {
                ""
            } else {
                ", separated by blanks"
            };
            let why = format!("found {found}, expected {cells} digits from {min} to {max}{how}");
            return Err(Stop::Rejected(format!("{name}:{number}: {why}")));
        };
        let words: Vec<String> = grid.iter().map(i64::to_string).collect();
        expected += &(words.join(puzzle.separator()) + "\n");
        grids.push(grid);
    }
    if grids.len() as u64 == claim.shown() {
        require_text(name, &text, &expected)?;
    }
    contents::require_solutions(&grids, claim, stop, |grid| puzzle.flaw(grid))?;
    Ok(grids)
}

impl Puzzle {
    /// The values of a line, if there is one of the board for each cell.
    fn grid(&self, line: &str) -> Option<Vec<i64>> {
        let value = |word: &str| {
            let value = word.parse::<i64>().ok();
            value.filter(|value| self.board.require_value(*value).is_ok())
        };
        let most = self.board.cells() + 1;
        let grid: Option<Vec<i64>> = match self.separator() {
            "" => line
                .chars()
                .take(most)
                .map(|c| value(c.encode_utf8(&mut [0; 4])))
                .collect(),
            blank => line.split(blank).take(most).map(value).collect(),
        };
        grid.filter(|grid| grid.len() == self.board.cells())
    }
}

/// The weights, once the score of the grid is checked.
fn weights(
    files: &dyn Files,
    puzzle: &Puzzle,
    claim: Claim,
    best: &[i64],
) -> Result<Weights, Stop> {
    let name = file::OBJECTIVE;
    let text = text::read(files, name, MAX_TEXT)?;
    let weights = Weights::parse(&text, &puzzle.board)
        .map_err(|why| Stop::Rejected(format!("{name}:{why}")))?;
    require_text(name, &text, &weights.text(&puzzle.board))?;
    let found = weights.score_of(best);
    contents::require_score(claim, weights.lowest, found, weights.score)?;
    Ok(weights)
}
