//! Puzzles as self-describing formula files, and the way back from a solver's model to the
//! grid.

use super::groups::is_equation;
use super::{Encoding, Family, NotAGrid, Rule, Term, VarMap, check_shape, decode};
use crate::cnf::write::{FormulaWriter, SizeOfFile, SoftLiteral, Syntax, divide};
use crate::cnf::{ClauseSink, Counter, Limited, Var};
use crate::grid::text::{Alphabet, PuzzleReader, ReadOptions, line};
use crate::grid::{Candidate, Digit, Geometry, Puzzle, Solution, place_named};
use crate::limits::Limits;
use crate::objective::{Directed, Direction, Objective};
use crate::outcome::Reason;
use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
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
/// c part 1 cell defined
/// c auxpart 730 row minis
/// ```
///
/// `part` says with which clause (of a WCNF file: hard clause; of an OPB file: constraint) a
/// family begins, and `auxpart` with which variable its auxiliary variables do. In OPB, two
/// halves of a rule that are by pairs are one equation.
///
/// If only live candidates have variables, the settled ones are listed and all others are
/// false. With an objective, a comment says how the score follows from the value that a solver
/// reports.
///
/// # Errors
/// Those of the output, or [`Unfinished`] inside an I/O error.
///
/// # Panics
/// If the map or the objective is of another shape than the puzzle.
pub fn write(
    encoding: &Encoding,
    puzzle: &Puzzle,
    map: &VarMap,
    options: ExportOptions<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let geometry = puzzle.geometry();
    check_shape(puzzle, map);
    if let Some(objective) = options.objective
        && let Err(why) = objective.to_maximise().fit(geometry)
    {
        panic!("{why}");
    }
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
        let comment = score_comment(options.syntax, settled, &objective, divisor, direction);
        head.push(comment);
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
    let (size, parts) = measured(encoding, puzzle, map, options).map_err(stopped)?;
    let comments = head.into_iter().chain(settled).chain(names).chain(show);
    let comments = comments.chain(parts);
    let mut writer = FormulaWriter::new(out, options.syntax, comments, &objective, size)?;
    let mut limited = Limited::new(&mut writer, options.limits);
    encode(encoding, puzzle, map, &mut limited);
    limited.finish().map_err(stopped)?;
    writer.finish()
}

/// The size of a formula, for its header, and with which clause each family begins, and with
/// which variable if it has some of its own.
fn measured(
    encoding: &Encoding,
    puzzle: &Puzzle,
    map: &VarMap,
    options: ExportOptions<'_>,
) -> Result<(Counter, Vec<String>), Reason> {
    let mut counted = SizeOfFile::new(options.syntax);
    let mut limited = Limited::new(&mut counted, options.limits);
    let families = encode(encoding, puzzle, map, &mut limited);
    let spec = encoding.spec();
    let name = |family: Family| match family {
        Family::Rule(scope, Rule::Defined)
            if is_equation(spec, spec.families.of(scope), &limited) =>
        {
            format!("{scope} defined and unique")
        }
        _ => family.name(),
    };
    let (mut clause, mut variable) = (1, map.len() + 1);
    let (mut parts, mut auxiliary) = (Vec::new(), Vec::new());
    for (family, size) in families {
        if size.clauses > 0 {
            parts.push(format!("part {clause} {}", name(family)));
        }
        if size.variables > 0 {
            auxiliary.push(format!("auxpart {variable} {}", name(family)));
        }
        clause += size.clauses;
        variable += size.variables;
    }
    parts.append(&mut auxiliary);
    limited.finish()?;
    Ok((counted.size(), parts))
}

/// Writes the clauses, and returns the size of each family. For a contradiction, which leaves no
/// candidates, it writes a single empty clause that belongs to none.
fn encode(
    encoding: &Encoding,
    puzzle: &Puzzle,
    map: &VarMap,
    sink: &mut dyn ClauseSink,
) -> Vec<(Family, Counter)> {
    if map.is_empty() && map.settled().next().is_none() {
        sink.add_clause(&[]);
        return Vec::new();
    }
    encoding.encode_by_family(puzzle, map, sink)
}

/// A limit was exceeded before the formula was complete.
#[derive(Debug, thiserror::Error)]
#[error("the formula was not finished: {0}")]
pub struct Unfinished(pub Reason);

pub(super) fn stopped(reason: Reason) -> io::Error {
    io::Error::other(Unfinished(reason))
}

/// How a score follows from the value of a solution in this file: the cost of a WCNF file,
/// or the value that an OPB file minimises. `settled` is the value of settled candidates; the
/// weights of the objective were divided.
pub(super) fn score_comment(
    syntax: Syntax,
    settled: i128,
    objective: &[SoftLiteral],
    divisor: i64,
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
    terms: NamedTerms<Candidate>,
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
        let terms = map
            .candidates()
            .map(|(var, c)| (c, Term::Lit(var.positive())));
        let terms = NamedTerms(terms.collect());
        ModelKey { puzzle, terms }
    }

    /// The key from the comments of a file, each without `c `.
    ///
    /// # Errors
    /// [`KeyError`] if box, puzzle or variable names are missing or unreadable.
    pub fn from_comments(comments: &[String]) -> Result<ModelKey, KeyError> {
        let shape = comment(comments, "satoku box ")?;
        let bad = |error: String| KeyError::Comment(format!("satoku box {shape}"), error);
        let geometry = shape.parse::<Geometry>();
        let geometry = geometry.map_err(|error| bad(error.to_string()))?;
        let puzzle = parse_puzzle(comment(comments, "satoku puzzle ")?, geometry)?;
        let named = |name: &str| parse_name(name, geometry);
        let terms = NamedTerms::read(comments, named, "expected 'varname V rRcC=D'")?;
        Ok(ModelKey { puzzle, terms })
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The number of the last variable that a candidate depends on; 0 if none does.
    pub fn last_variable(&self) -> u32 {
        self.terms.last_variable()
    }

    /// The grid in a model. Variables that the model leaves out are false.
    ///
    /// # Errors
    /// [`NotAGrid`] unless exactly one digit is true in each cell.
    pub fn decode(&self, model: &BTreeMap<u32, bool>) -> Result<Solution, NotAGrid> {
        let map = VarMap::full(self.puzzle.geometry());
        decode(&map, |own| {
            let candidate = map.candidate(own);
            candidate.is_some_and(|candidate| self.terms.holds(&candidate, model))
        })
    }
}

/// What the first comment with this key says.
pub(super) fn comment<'c>(comments: &'c [String], key: &'static str) -> Result<&'c str, KeyError> {
    let mut values = comments.iter().filter_map(|c| c.strip_prefix(key));
    values.next().map(str::trim).ok_or(KeyError::Missing(key))
}

/// What the comments of a file say of candidates; those that they leave out are false.
#[derive(Clone, Debug)]
pub(super) struct NamedTerms<C>(pub HashMap<C, Term>);

impl<C: Eq + Hash> NamedTerms<C> {
    /// `named` finds the candidate of a name; `expected` says how a comment looks.
    pub fn read(
        comments: &[String],
        named: impl Fn(&str) -> Option<C>,
        expected: &str,
    ) -> Result<NamedTerms<C>, KeyError> {
        let mut terms = HashMap::new();
        for comment in comments {
            let words: Vec<&str> = comment.split_whitespace().collect();
            let (term, name) = match words[..] {
                ["varname", number, name] => {
                    let var = number.parse().ok().and_then(Var::new);
                    (var.map(|var| Term::Lit(var.positive())), name)
                }
                ["settled", name] => (Some(Term::True), name),
                _ => continue,
            };
            match (term, named(name)) {
                (Some(term), Some(candidate)) => terms.insert(candidate, term),
                _ => return Err(KeyError::Comment(comment.clone(), expected.into())),
            };
        }
        // A contradiction leaves no candidate to name, but the legend is there.
        comment(comments, "varname ")?;
        Ok(NamedTerms(terms))
    }

    /// The number of the last variable; 0 if there is none.
    pub fn last_variable(&self) -> u32 {
        let literals = self.0.values().filter_map(|term| term.literal());
        literals.map(|lit| lit.var().number()).max().unwrap_or(0)
    }

    /// Whether a candidate is true in a model. Variables that the model leaves out are false.
    pub fn holds(&self, candidate: &C, model: &BTreeMap<u32, bool>) -> bool {
        let value = |var: Var| model.get(&var.number()).copied().unwrap_or(false);
        let term = self.0.get(candidate);
        term.is_some_and(|term| term.is_true(value))
    }
}

fn parse_puzzle(text: &str, geometry: Geometry) -> Result<Puzzle, KeyError> {
    let options = ReadOptions {
        format: Some(crate::grid::text::Format::Line),
        geometry: Some(geometry),
        alphabet: Some(Alphabet::Digits.reaching(geometry.side())),
        ..ReadOptions::default()
    };
    let record = PuzzleReader::of_text(text, "puzzle", options).next();
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
