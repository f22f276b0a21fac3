//! Writing formulas as a stream: DIMACS CNF, WCNF and OPB.

use super::lit::{Lit, Var};
use super::sink::{ClauseSink, Counter};
use crate::objective::greatest_common_divisor;
use std::fmt;
use std::io::{self, Write};

/// A file format for formulas.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Syntax {
    /// DIMACS CNF, for SAT solvers.
    Cnf,
    /// Weighted CNF as in the MaxSAT evaluations since 2022: `h` before hard
    /// clauses, the weight before soft ones, no header.
    Wcnf,
    /// Weighted CNF as before 2022: a header with the weight of hard clauses, and a weight
    /// before each clause.
    OldWcnf,
    /// Pseudo-Boolean constraints, as in the PB competitions.
    Opb,
}

/// A soft clause of one literal. The sum of the weights of those that are true is
/// maximised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SoftLiteral {
    /// The literal that earns the weight if it is true.
    pub literal: Lit,
    /// Its weight, not 0.
    pub weight: i64,
}

/// Divides the weights by their greatest common divisor, which is returned; 1 if there are
/// none.
pub fn divide(objective: &mut [SoftLiteral]) -> i64 {
    let weights = objective.iter().map(|soft| soft.weight.unsigned_abs());
    let divisor = weights.fold(0, greatest_common_divisor);
    // 2⁶³, which does not fit, divides -2⁶³ alone.
    let divisor = i64::try_from(divisor).unwrap_or(1).max(1);
    objective.iter_mut().for_each(|soft| soft.weight /= divisor);
    divisor
}

/// Writes clauses as they arrive. The header needs their number in advance: run the same
/// encoder with [`SizeOfFile`] first.
pub struct FormulaWriter<'a> {
    out: &'a mut dyn Write,
    syntax: Syntax,
    written: Counter,
    announced: Counter,
    /// The weight of hard clauses, where the file has one.
    hard: u128,
    failed: Option<io::Error>,
}

/// Counts what a [`FormulaWriter`] writes: equations are constraints where it takes them.
pub struct SizeOfFile {
    size: Counter,
    syntax: Syntax,
}

impl Syntax {
    /// Every format.
    pub const ALL: [Syntax; 4] = [Syntax::Cnf, Syntax::Wcnf, Syntax::OldWcnf, Syntax::Opb];

    /// The name that `--to` takes, such as `wcnf-old`.
    pub fn name(self) -> &'static str {
        match self {
            Syntax::OldWcnf => "wcnf-old",
            other => other.extension(),
        }
    }

    /// Whether it holds linear equations as well as clauses.
    fn has_equations(self) -> bool {
        self == Syntax::Opb
    }

    /// The usual file extension.
    pub fn extension(self) -> &'static str {
        match self {
            Syntax::Cnf => "cnf",
            Syntax::Wcnf | Syntax::OldWcnf => "wcnf",
            Syntax::Opb => "opb",
        }
    }
}

impl fmt::Display for Syntax {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl SizeOfFile {
    /// Of a file in this syntax.
    pub fn new(syntax: Syntax) -> SizeOfFile {
        let size = Counter::default();
        SizeOfFile { size, syntax }
    }

    /// What has been counted; an equation has no literals.
    pub fn size(&self) -> Counter {
        self.size
    }
}

impl ClauseSink for SizeOfFile {
    fn new_var(&mut self) -> Var {
        self.size.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.size.add_clause(clause);
    }

    fn takes_sums(&self) -> bool {
        self.syntax.has_equations()
    }

    fn add_sum(&mut self, _: &[(i64, Lit)], _: i64) {
        self.size.clauses += 1;
    }
}

impl<'a> FormulaWriter<'a> {
    /// Writes the header, the comments, one per line, and the objective, which CNF cannot
    /// express.
    ///
    /// # Errors
    /// Those of the output.
    pub fn new(
        out: &'a mut dyn Write,
        syntax: Syntax,
        comments: impl IntoIterator<Item = String>,
        objective: &[SoftLiteral],
        announced: Counter,
    ) -> io::Result<FormulaWriter<'a>> {
        let (variables, clauses) = (announced.variables, announced.clauses);
        if syntax == Syntax::Opb {
            // An empty clause is written with a variable.
            let variables = variables.max(usize::from(clauses > 0));
            writeln!(out, "* #variable= {variables} #constraint= {clauses}")?;
        }
        let mark = if syntax == Syntax::Opb { '*' } else { 'c' };
        for comment in comments {
            writeln!(out, "{mark} {comment}")?;
        }
        let weights = objective
            .iter()
            .map(|soft| u128::from(soft.weight.unsigned_abs()));
        // More than all soft clauses together.
        let hard = 1 + weights.sum::<u128>();
        match syntax {
            Syntax::Cnf => writeln!(out, "p cnf {variables} {clauses}")?,
            Syntax::Wcnf => write_soft_clauses(out, objective)?,
            Syntax::OldWcnf => {
                let clauses = clauses + objective.len() as u64;
                writeln!(out, "p wcnf {variables} {clauses} {hard}")?;
                write_soft_clauses(out, objective)?;
            }
            Syntax::Opb if objective.is_empty() => {}
            Syntax::Opb => write_minimum(out, objective)?,
        }
        Ok(FormulaWriter {
            out,
            syntax,
            written: Counter::default(),
            announced,
            hard,
            failed: None,
        })
    }

    /// Ends the file.
    ///
    /// # Errors
    /// The first error of the output, or a header that turned out wrong.
    pub fn finish(self) -> io::Result<()> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let (written, announced) = (self.written, self.announced);
        if (written.variables, written.clauses) != (announced.variables, announced.clauses) {
            return Err(io::Error::other(format!(
                "the header announced {} variables and {} clauses, but {} and {} were written",
                announced.variables, announced.clauses, written.variables, written.clauses
            )));
        }
        self.out.flush()
    }

    fn write_clause(&mut self, clause: &[Lit]) -> io::Result<()> {
        match self.syntax {
            Syntax::Cnf => {}
            Syntax::Wcnf => self.out.write_all(b"h ")?,
            Syntax::OldWcnf => write!(self.out, "{} ", self.hard)?,
            Syntax::Opb => return self.write_constraint(clause),
        }
        for lit in clause {
            write!(self.out, "{lit} ")?;
        }
        self.out.write_all(b"0\n")
    }

    fn write_sum(&mut self, terms: &[(i64, Lit)], total: i64) -> io::Result<()> {
        let rest = write_terms(self.out, terms.iter().copied(), total)?;
        writeln!(self.out, "= {rest} ;")
    }

    fn write_constraint(&mut self, clause: &[Lit]) -> io::Result<()> {
        if clause.is_empty() {
            // Never true. A constraint needs a term.
            return self.out.write_all(b"+0 x1 >= 1 ;\n");
        }
        let rest = write_terms(self.out, clause.iter().map(|&lit| (1, lit)), 1)?;
        writeln!(self.out, ">= {rest} ;")
    }
}

/// A negative weight becomes a positive one of the negated literal.
fn write_soft_clauses(out: &mut dyn Write, objective: &[SoftLiteral]) -> io::Result<()> {
    for soft in objective {
        let SoftLiteral { literal, weight } = *soft;
        match weight {
            0.. => writeln!(out, "{weight} {literal} 0")?,
            _ => writeln!(out, "{} {} 0", weight.unsigned_abs(), !literal)?,
        }
    }
    Ok(())
}

/// PB solvers minimise, so weights are negated. A term of a negated variable differs from the
/// one that is written by a constant.
fn write_minimum(out: &mut dyn Write, objective: &[SoftLiteral]) -> io::Result<()> {
    out.write_all(b"min:")?;
    for SoftLiteral { literal, weight } in objective {
        let weight = match literal.is_positive() {
            true => -i128::from(*weight),
            false => i128::from(*weight),
        };
        write!(out, " {weight:+} x{}", literal.var().number())?;
    }
    out.write_all(b" ;\n")
}

/// Writes the terms of a constraint whose right side is `total`. Some solvers have no sign for
/// a negated variable, so `w ¬x` is written as `-w x`. Returns what is left on the right side.
fn write_terms(
    out: &mut dyn Write,
    terms: impl Iterator<Item = (i64, Lit)>,
    total: i64,
) -> io::Result<i128> {
    let mut rest = i128::from(total);
    for (weight, lit) in terms {
        let mut weight = i128::from(weight);
        if !lit.is_positive() {
            rest -= weight;
            weight = -weight;
        }
        write!(out, "{weight:+} x{} ", lit.var().number())?;
    }
    Ok(rest)
}

impl ClauseSink for FormulaWriter<'_> {
    fn new_var(&mut self) -> Var {
        self.written.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.written.add_clause(clause);
        if self.failed.is_none() {
            self.failed = self.write_clause(clause).err();
        }
    }

    fn takes_sums(&self) -> bool {
        self.syntax.has_equations()
    }

    fn add_sum(&mut self, terms: &[(i64, Lit)], total: i64) {
        self.written.clauses += 1;
        if self.failed.is_none() {
            self.failed = self.write_sum(terms, total).err();
        }
    }

    fn is_closed(&self) -> bool {
        self.failed.is_some()
    }
}

#[cfg(test)]
mod tests;
