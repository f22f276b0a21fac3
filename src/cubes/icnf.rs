//! Cubes for incremental SAT solvers: the iCNF format, `p inccnf`, then clauses, then a
//! line of assumptions `a … 0` for each cube (M. Heule, O. Kullmann, S. Wieringa and
//! A. Biere, "Cube and conquer: guiding CDCL SAT solvers by lookaheads", 2011).

use super::{Cube, PuzzleFormula};
use crate::cnf::dimacs::{self, DimacsError};
use crate::cnf::{ClauseSink, Formula, Lit};
use std::io::{self, BufRead, Write};

/// An iCNF file in memory, as [`read_icnf`] returns it.
#[derive(Clone, Default, Debug)]
pub struct IcnfFile {
    /// The comments, without `c `.
    pub comments: Vec<String>,
    /// The clauses.
    pub formula: Formula,
    /// The assumptions of each cube.
    pub cubes: Vec<Vec<Lit>>,
}

/// Writes a formula and its cubes.
///
/// # Errors
/// Those of the output.
pub fn write_icnf(formula: &PuzzleFormula, cubes: &[Cube], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "p inccnf")?;
    for comment in &formula.comments {
        writeln!(out, "c {comment}")?;
    }
    for clause in formula.clauses.clauses() {
        literals(clause.iter().copied(), out)?;
    }
    for cube in cubes {
        write!(out, "a ")?;
        let assumed = cube.candidates.iter();
        literals(assumed.filter_map(|each| formula.literal(*each)), out)?;
    }
    Ok(())
}

fn literals(lits: impl Iterator<Item = Lit>, out: &mut dyn Write) -> io::Result<()> {
    for lit in lits {
        write!(out, "{} ", lit.dimacs())?;
    }
    writeln!(out, "0")
}

/// Reads an iCNF file with a cube or a clause on each line: for programs that solve the cubes
/// which [`write_icnf`] wrote. satoku itself solves those that it has made.
///
/// # Errors
/// [`DimacsError`] with the line number.
pub fn read_icnf(input: impl BufRead) -> Result<IcnfFile, DimacsError> {
    let mut file = IcnfFile::default();
    let mut has_header = false;
    for (number, line) in (1..).zip(dimacs::limited_lines(input)) {
        let line = line?;
        let text = line.trim();
        let unexpected = |found: &str, expected: &str| DimacsError::Syntax {
            line: number,
            found: crate::escape::quoted(found, 40),
            expected: expected.to_owned(),
        };
        if let Some(comment) = dimacs::comment(text) {
            file.comments.push(comment.to_owned());
            continue;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            [] => continue,
            ["p", "inccnf"] if !has_header => has_header = true,
            _ if !has_header => return Err(unexpected(text, "'p inccnf' first")),
            _ => {
                let (is_cube, list) = match words[..] {
                    ["a", ref list @ ..] => (true, list),
                    ref list => (false, list),
                };
                let lits = line_of_literals(list)
                    .ok_or_else(|| unexpected(text, "literals and a 0, after 'a' for a cube"))?;
                reserve(&mut file.formula, &lits);
                match is_cube {
                    true => file.cubes.push(lits),
                    false => file.formula.add_clause(&lits),
                }
            }
        }
    }
    match has_header {
        true => Ok(file),
        false => Err(DimacsError::Syntax {
            line: 1,
            found: "no header".into(),
            expected: "'p inccnf'".into(),
        }),
    }
}

/// The literals before the 0 at the end.
fn line_of_literals(words: &[&str]) -> Option<Vec<Lit>> {
    let [literals @ .., "0"] = words else {
        return None;
    };
    let literals = literals.iter();
    literals
        .map(|word| Lit::from_dimacs(word.parse().ok()?))
        .collect()
}

/// Adds as many variables as these literals need.
fn reserve(formula: &mut Formula, literals: &[Lit]) {
    let needed = literals.iter().map(|lit| lit.var().index() + 1).max();
    formula.reserve_variables(needed.unwrap_or(0));
}
