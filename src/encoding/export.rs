//! Puzzles as self-describing formula files, and the way back from a solver's model to the
//! grid.

use super::{Encoding, NotAGrid, VarMap, decode};
use crate::cnf::write::{FormulaWriter, SoftLiteral, Syntax, divide};
use crate::cnf::{ClauseSink, Counter, Limited, Var};
use crate::grid::text::{Alphabet, PuzzleReader, ReadOptions, line};
use crate::grid::{Candidate, Digit, Geometry, Puzzle, Solution, place_named};
use crate::limits::Limits;
use crate::objective::{Directed, Direction, Objective};
use crate::outcome::Reason;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

/// Options of [`write()`].
#[derive(Clone, Copy, Debug)]
pub struct ExportOptions<'o> {
    /// The file format.
    pub syntax: Syntax,
    /// What solutions score; CNF ignores it.
    pub objective: Option<&'o Directed<Objective>>,
    /// Whether to list the candidate variables for model counters (`c p show`).
    pub show: bool,
    /// Limits on writing.
    pub limits: &'o Limits,
}

/// Writes the formula of a puzzle, with comments that describe it. Output is
/// deterministic.
///
/// ```text
/// c satoku box 3x3
/// c satoku puzzle 53..7....6..195...…
/// c satoku encoding extended
/// c settled r1c1=5
/// c varname 1 r1c3=1
/// ```
///
/// If only live candidates have variables, the settled ones are listed and all others are
/// false. With an objective, a comment says how the score follows from the value that a solver
/// reports.
///
/// # Errors
/// Those of the output, or [`Unfinished`] inside an I/O error.
pub fn write(
    encoding: &Encoding,
    puzzle: &Puzzle,
    map: &VarMap,
    options: ExportOptions<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let geometry = puzzle.geometry();
    let text = line::text(geometry, Alphabet::Digits, puzzle.cells());
    let mut head = vec![
        format!("satoku box {geometry}"),
        format!("satoku puzzle {text}"),
        format!("satoku encoding {}", encoding.name()),
        "varname V rRcC=D: variable V is true if row R, column C holds digit D".into(),
    ];
    let mut objective: Vec<SoftLiteral> = options
        .objective
        .map_or_else(Vec::new, |o| soft_literals(o.to_maximise(), map));
    let divisor = divide(&mut objective);
    if let Some(values) = options.objective {
        let (maximised, direction) = (values.to_maximise(), values.direction());
        let settled = map.settled().map(|c| maximised.value(c.cell, c.digit));
        let settled = settled.map(i128::from).sum();
        let soft = (&objective[..], divisor);
        head.push(score_comment(options.syntax, settled, soft, direction));
    }
    let settled = map.settled().map(|candidate| {
        let name = geometry.candidate_name(candidate);
        format!("settled {name}")
    });
    let names = map.candidates().map(|(var, candidate)| {
        let name = geometry.candidate_name(candidate);
        format!("varname {} {name}", var.number())
    });
    let show = options.show.then(|| {
        let numbers = map
            .candidates()
            .map(|(var, _)| format!("{} ", var.number()));
        format!("p show {}0", numbers.collect::<String>())
    });
    let counted = count(encoding, puzzle, map, options.limits).map_err(stopped)?;
    let comments = head.into_iter().chain(settled).chain(names).chain(show);
    let mut writer = FormulaWriter::new(out, options.syntax, comments, &objective, counted)?;
    let mut limited = Limited::new(&mut writer, options.limits);
    encode(encoding, puzzle, map, &mut limited);
    limited.finish().map_err(stopped)?;
    writer.finish()
}

/// The size of a formula, for its header.
fn count(
    encoding: &Encoding,
    puzzle: &Puzzle,
    map: &VarMap,
    limits: &Limits,
) -> Result<Counter, Reason> {
    let mut counter = Counter::default();
    let mut limited = Limited::new(&mut counter, limits);
    encode(encoding, puzzle, map, &mut limited);
    limited.finish()?;
    Ok(counter)
}

/// Writes the clauses: a single empty one for a contradiction, which leaves no candidates.
fn encode(encoding: &Encoding, puzzle: &Puzzle, map: &VarMap, sink: &mut dyn ClauseSink) {
    match map.is_empty() && map.settled().next().is_none() {
        true => sink.add_clause(&[]),
        false => encoding.encode(puzzle, map, sink),
    }
}

/// A limit was exceeded before the formula was complete.
#[derive(Debug, thiserror::Error)]
#[error("the formula was not finished: {0}")]
pub struct Unfinished(pub Reason);

fn stopped(reason: Reason) -> io::Error {
    io::Error::other(Unfinished(reason))
}

/// How a score follows from the value of a solution in this file: the cost of a WCNF file,
/// or the value that an OPB file minimises. `settled` is the value of settled candidates; the
/// weights of the objective were divided.
pub(super) fn score_comment(
    syntax: Syntax,
    settled: i128,
    (objective, divisor): (&[SoftLiteral], i64),
    direction: Direction,
) -> String {
    let (value, constant) = match syntax {
        // Without any cost, all positive weights are earned.
        Syntax::Wcnf | Syntax::OldWcnf => {
            let earned = objective.iter().map(|soft| i128::from(soft.weight.max(0)));
            let earned = i128::from(divisor) * earned.sum::<i128>();
            ("the cost", settled + earned)
        }
        Syntax::Cnf | Syntax::Opb => ("the objective", settled),
    };
    let value = match divisor {
        1 => value.to_owned(),
        _ => format!("{divisor} times {value}"),
    };
    match direction {
        Direction::Highest => format!("the score is {constant} minus {value}"),
        Direction::Lowest => format!("the score is {} plus {value}", -constant),
    }
}

fn soft_literals(objective: &Objective, map: &VarMap) -> Vec<SoftLiteral> {
    let soft_literals = map.candidates().map(|(var, candidate)| SoftLiteral {
        literal: var.positive(),
        weight: objective.value(candidate.cell, candidate.digit),
    });
    soft_literals.filter(|soft| soft.weight != 0).collect()
}

/// How to read a grid from a model: the puzzle and the variable of each candidate.
#[derive(Clone, Debug)]
pub struct ModelKey {
    puzzle: Puzzle,
    terms: HashMap<Candidate, NamedTerm>,
}

/// What a comment says about a candidate.
#[derive(Clone, Copy, Debug)]
enum NamedTerm {
    True,
    Var(Var),
}

/// Comments that are not a key to a model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum KeyError {
    /// A comment that [`write()`] writes is missing.
    #[error("no comment 'c {}': expected a formula that satoku wrote", .0.trim())]
    Missing(&'static str),
    /// A comment is malformed.
    #[error("the comment 'c {0}' cannot be read: {1}")]
    Comment(String, String),
}

impl ModelKey {
    /// The key to formulas of `puzzle` with variables for all candidates.
    pub fn of_puzzle(puzzle: Puzzle) -> ModelKey {
        let map = VarMap::full(puzzle.geometry());
        let terms = map.candidates().map(|(var, c)| (c, NamedTerm::Var(var)));
        ModelKey {
            terms: terms.collect(),
            puzzle,
        }
    }

    /// The key from the comments of a file, each without `c `.
    ///
    /// # Errors
    /// [`KeyError`] if box, puzzle or variable names are missing or unreadable.
    pub fn from_comments(comments: &[String]) -> Result<ModelKey, KeyError> {
        let value = |key: &'static str| {
            let values = comments.iter().filter_map(|c| c.strip_prefix(key));
            values.map(str::trim).next().ok_or(KeyError::Missing(key))
        };
        let shape = value("satoku box ")?;
        let bad = |text: &str, why: String| KeyError::Comment(text.to_owned(), why);
        let geometry: Geometry = shape
            .parse()
            .map_err(|error| bad(shape, format!("{error}")))?;
        let puzzle = parse_puzzle(value("satoku puzzle ")?, geometry)?;
        let mut terms = HashMap::new();
        for comment in comments {
            let words: Vec<&str> = comment.split_whitespace().collect();
            let (term, name) = match words[..] {
                ["varname", number, name] => {
                    let var = number.parse().ok().and_then(Var::new);
                    (var.map(NamedTerm::Var), name)
                }
                ["settled", name] => (Some(NamedTerm::True), name),
                _ => continue,
            };
            match (term, parse_name(name, geometry)) {
                (Some(term), Some(candidate)) => terms.insert(candidate, term),
                _ => return Err(bad(comment, "expected 'varname V rRcC=D'".into())),
            };
        }
        // A contradiction leaves no candidate to name, but the legend is there.
        value("varname ")?;
        Ok(ModelKey { puzzle, terms })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The number of the last variable that a candidate depends on; 0 if none does.
    pub fn last_variable(&self) -> u32 {
        let terms = self.terms.values();
        let numbers = terms.filter_map(|term| match term {
            NamedTerm::Var(var) => Some(var.number()),
            NamedTerm::True => None,
        });
        numbers.max().unwrap_or(0)
    }

    /// The grid in a model. Variables that the model leaves out are false.
    ///
    /// # Errors
    /// [`NotAGrid`] unless exactly one digit is true in each cell.
    pub fn decode(&self, model: &BTreeMap<u32, bool>) -> Result<Solution, NotAGrid> {
        let map = VarMap::full(self.puzzle.geometry());
        decode(&map, |own| {
            let named = map.candidate(own).and_then(|c| self.terms.get(&c));
            match named {
                None => false,
                Some(NamedTerm::True) => true,
                Some(NamedTerm::Var(var)) => model.get(&var.number()).copied().unwrap_or(false),
            }
        })
    }
}

fn parse_puzzle(text: &str, geometry: Geometry) -> Result<Puzzle, KeyError> {
    let options = ReadOptions {
        format: Some(crate::grid::text::Format::Line),
        geometry: Some(geometry),
        alphabet: Some(Alphabet::Digits.reaching(geometry.side())),
        ..ReadOptions::default()
    };
    let record = PuzzleReader::new(text.as_bytes(), "puzzle", options).next();
    let error = |why: String| KeyError::Comment("satoku puzzle".into(), why);
    match record {
        Some(Ok(record)) => Ok(record.puzzle),
        Some(Err(wrong)) => Err(error(wrong.to_string())),
        None => Err(error("it is empty".into())),
    }
}

/// `r1c2=3` → row 0, column 1, digit 3.
fn parse_name(name: &str, geometry: Geometry) -> Option<Candidate> {
    let (place, digit) = name.split_once('=')?;
    let (row, column) = place_named(place)?;
    let digit = digit.parse::<usize>().ok()?.checked_sub(1)?;
    let is_inside = row.max(column).max(digit) < geometry.side();
    is_inside.then(|| Candidate {
        cell: geometry.cell(row, column),
        digit: Digit::from_index(digit),
    })
}

#[cfg(test)]
mod tests;
