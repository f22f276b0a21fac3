//! Puzzles as self-describing formula files, and the way back from a solver's model to the
//! grid.

use super::{Encoding, ModelError, VarMap, decode};
use crate::cnf::write::{FormulaWriter, SoftLiteral, Syntax};
use crate::cnf::{Counter, Limited, Var};
use crate::grid::text::{Alphabet, PuzzleReader, ReadOptions, line};
use crate::grid::{Candidate, Cell, Digit, Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::outcome::Reason;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

/// Options of [`write()`].
#[derive(Clone, Copy, Debug)]
pub struct ExportOptions<'o> {
    /// The file format.
    pub syntax: Syntax,
    /// An objective to be maximised; CNF ignores it.
    pub objective: Option<&'o Objective>,
    /// Whether the objective is the negated score, which is to be minimised.
    pub lowest: bool,
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
    let objective: Vec<SoftLiteral> = options
        .objective
        .map_or_else(Vec::new, |o| soft_literals(o, map));
    if let Some(values) = options.objective {
        let settled = map.settled().map(|c| values.value(c.cell, c.digit));
        let settled = settled.map(i128::from).sum();
        let score = score_comment(options.syntax, settled, &objective, options.lowest);
        head.push(score);
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
    encoding.encode(puzzle, map, &mut limited);
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
    encoding.encode(puzzle, map, &mut limited);
    limited.finish()?;
    Ok(counter)
}

/// A limit was exceeded before the formula was complete.
#[derive(Debug, thiserror::Error)]
#[error("the formula was not finished: {0}")]
pub struct Unfinished(pub Reason);

fn stopped(reason: Reason) -> io::Error {
    io::Error::other(Unfinished(reason))
}

/// How a score follows from the value of a solution in this file: the cost of a WCNF file,
/// or the value that an OPB file minimises. `settled` is the value of settled candidates.
pub(super) fn score_comment(
    syntax: Syntax,
    settled: i128,
    objective: &[SoftLiteral],
    lowest: bool,
) -> String {
    let (value, constant) = match syntax {
        // Without any cost, all positive weights are earned.
        Syntax::Wcnf => {
            let earned = objective.iter().map(|soft| i128::from(soft.weight.max(0)));
            ("the cost", settled + earned.sum::<i128>())
        }
        _ => ("the objective", settled),
    };
    match lowest {
        true => format!("the score is {} plus {value}", -constant),
        false => format!("the score is {constant} minus {value}"),
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
    #[error("no comment 'c {}': expected a file that 'satoku encode' wrote, or --puzzle", .0.trim())]
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

    /// The grid in a model. Variables that the model leaves out are false.
    ///
    /// # Errors
    /// [`ModelError`] unless exactly one digit is true in each cell.
    pub fn decode(&self, model: &BTreeMap<u32, bool>) -> Result<Solution, ModelError> {
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
    let (row, column) = place.strip_prefix('r')?.split_once('c')?;
    let inside = |text: &str| {
        let value: usize = text.parse().ok()?;
        (1..=geometry.side()).contains(&value).then_some(value)
    };
    let cell: Cell = geometry.cell(inside(row)? - 1, inside(column)? - 1);
    let digit = Digit::from_index(inside(digit)? - 1);
    Some(Candidate { cell, digit })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::dimacs;
    use crate::grid::{Candidates, symmetry};

    #[test]
    fn a_file_is_its_own_key() {
        let geometry: Geometry = "2x3".parse().unwrap();
        let solution = symmetry::pattern(geometry);
        let mut puzzle = Puzzle::empty(geometry);
        puzzle.set(Cell(7), Some(solution.digit(Cell(7))));
        let encoding = Encoding::named("minimal").unwrap();
        let mut text = Vec::new();
        let options = ExportOptions {
            syntax: Syntax::Cnf,
            objective: None,
            lowest: false,
            show: true,
            limits: &Limits::unlimited(),
        };
        write(
            &encoding,
            &puzzle,
            &VarMap::full(geometry),
            options,
            &mut text,
        )
        .unwrap();
        let file = dimacs::read(&text[..]).unwrap();
        let key = ModelKey::from_comments(&file.comments).unwrap();
        assert_eq!(key.puzzle(), &puzzle);
        let map = VarMap::full(geometry);
        let model = map.candidates().map(|(var, candidate)| {
            let holds = solution.digit(candidate.cell) == candidate.digit;
            (var.number(), holds)
        });
        assert_eq!(key.decode(&model.collect()), Ok(solution));
    }

    /// What a solver reports of a model: the cost, or the value that is minimised.
    fn reported(text: &str, syntax: Syntax, holds: impl Fn(usize) -> bool) -> i64 {
        let is_true = |literal: &str| match literal.trim_start_matches(['x', '-']).parse() {
            Ok(number) => holds(number) != literal.starts_with('-'),
            Err(_) => panic!("{literal}"),
        };
        if syntax == Syntax::Opb {
            let objective = text.lines().find_map(|line| line.strip_prefix("min:"));
            let words: Vec<&str> = objective
                .unwrap()
                .trim_end_matches(';')
                .split_whitespace()
                .collect();
            let terms = words.chunks(2).filter(|term| is_true(term[1]));
            return terms.map(|term| term[0].parse::<i64>().unwrap()).sum();
        }
        let soft = text
            .lines()
            .filter(|line| !line.starts_with(['c', 'h', 'p']));
        let clauses = soft.map(|line| line.split_whitespace().collect::<Vec<_>>());
        let violated = clauses.filter(|clause| !is_true(clause[1]));
        violated
            .map(|clause| clause[0].parse::<i64>().unwrap())
            .sum()
    }

    #[test]
    fn the_score_follows_from_what_a_solver_reports() {
        let geometry: Geometry = "2x2".parse().unwrap();
        let solution = symmetry::pattern(geometry);
        let mut puzzle = Puzzle::empty(geometry);
        puzzle.set(Cell(7), Some(solution.digit(Cell(7))));
        let map = VarMap::live(&Candidates::of_givens(&puzzle));
        let weights = (0..16).map(|cell| 5 * cell % 16 - 6).collect();
        let scores = Objective::new(geometry, weights).unwrap();
        for (syntax, lowest) in [Syntax::Wcnf, Syntax::Opb]
            .into_iter()
            .flat_map(|s| [(s, false), (s, true)])
        {
            let objective = if lowest {
                scores.negated()
            } else {
                scores.clone()
            };
            let options = ExportOptions {
                syntax,
                objective: Some(&objective),
                lowest,
                show: false,
                limits: &Limits::unlimited(),
            };
            let mut text = Vec::new();
            let encoding = Encoding::named("minimal").unwrap();
            write(&encoding, &puzzle, &map, options, &mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            let holds = |number: usize| {
                let mut named = map.candidates();
                named.any(|(var, c)| {
                    var.number() as usize == number && solution.digit(c.cell) == c.digit
                })
            };
            let value = reported(&text, syntax, holds);
            let (_, comment) = text.split_once("the score is ").unwrap();
            let words: Vec<&str> = comment.split_whitespace().collect();
            let constant: i64 = words[0].parse().unwrap();
            let score = if words[1] == "plus" {
                constant + value
            } else {
                constant - value
            };
            assert_eq!(
                score,
                scores.score(&solution),
                "{syntax:?} {lowest} {value}"
            );
        }
    }

    #[test]
    fn models_that_are_not_grids_are_rejected() {
        let key = ModelKey::of_puzzle(Puzzle::empty("1x1".parse().unwrap()));
        assert!(matches!(
            key.decode(&BTreeMap::new()),
            Err(ModelError::Empty(_))
        ));
        let key = ModelKey::of_puzzle(Puzzle::empty("1x2".parse().unwrap()));
        let all = (1..=8).map(|number| (number, true)).collect();
        assert!(matches!(key.decode(&all), Err(ModelError::Twice(..))));
    }

    #[test]
    fn comments_that_are_not_a_key_are_rejected() {
        let key = |comments: &[&str]| {
            let comments: Vec<String> = comments.iter().map(|c| c.to_string()).collect();
            ModelKey::from_comments(&comments).unwrap_err().to_string()
        };
        assert!(key(&[]).contains("satoku box"));
        assert!(key(&["satoku box 0x0"]).contains("cannot be read"));
        assert!(key(&["satoku box 2x2"]).contains("satoku puzzle"));
        let line = "satoku puzzle ................";
        assert!(key(&["satoku box 2x2", "satoku puzzle 12"]).contains("2 cells"));
        assert!(key(&["satoku box 2x2", line]).contains("varname"));
        assert!(key(&["satoku box 2x2", line, "varname 1 r5c1=1"]).contains("cannot be read"));
    }
}
