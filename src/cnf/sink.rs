//! Where clauses go. An encoder writes into a [`ClauseSink`] and never learns
//! whether it is a formula, a solver, a counter or a DIMACS file.

use super::lit::{Lit, Var};
use std::ops::Sub;

/// A listener for variables and clauses.
pub trait ClauseSink {
    /// Makes a variable that was not there before.
    fn new_var(&mut self) -> Var;

    /// Takes a clause; every variable in it was made before.
    fn add_clause(&mut self, clause: &[Lit]);
}

/// A formula in memory, its clauses end to end.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Formula {
    variables: usize,
    literals: Vec<Lit>,
    ends: Vec<usize>,
}

/// Counts, and keeps nothing.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Variables made.
    pub variables: usize,
    /// Clauses taken.
    pub clauses: u64,
    /// Literals in them.
    pub literals: u64,
}

impl Sub for Counter {
    type Output = Counter;

    /// What was counted since `before`.
    fn sub(self, before: Counter) -> Counter {
        Counter {
            variables: self.variables - before.variables,
            clauses: self.clauses - before.clauses,
            literals: self.literals - before.literals,
        }
    }
}

impl Formula {
    /// No clauses yet, over so many variables.
    pub fn with_variables(variables: usize) -> Formula {
        Formula {
            variables,
            ..Formula::default()
        }
    }

    /// Number of variables.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// Number of clauses.
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// The clauses in the order of their coming.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.literals[start..end])
    }

    /// The number, from 1, of a clause that these values do not satisfy.
    pub fn broken_clause(&self, holds: impl Fn(Var) -> bool) -> Option<usize> {
        let is_true = |lit: &Lit| holds(lit.var()) == lit.is_positive();
        let broken = |clause: &[Lit]| !clause.iter().any(is_true);
        self.clauses().position(broken).map(|index| index + 1)
    }

    /// Sends everything on to another sink that holds no variable yet.
    pub fn replay(&self, sink: &mut (impl ClauseSink + ?Sized)) {
        for _ in 0..self.variables {
            sink.new_var();
        }
        for clause in self.clauses() {
            sink.add_clause(clause);
        }
    }
}

impl ClauseSink for Formula {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::from_index(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
    }
}

impl ClauseSink for Counter {
    fn new_var(&mut self) -> Var {
        self.variables += 1;
        Var::from_index(self.variables - 1)
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.clauses += 1;
        self.literals += clause.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_numbers_variables_like_a_formula_and_adds_up() {
        let mut formula = Formula::with_variables(2);
        let mut counter = Counter {
            variables: 2,
            ..Counter::default()
        };
        for length in [0, 2, 3] {
            let ours: Vec<Lit> = (0..length).map(|_| formula.new_var().positive()).collect();
            let theirs: Vec<Lit> = (0..length).map(|_| counter.new_var().positive()).collect();
            assert_eq!(ours, theirs);
            formula.add_clause(&ours);
            counter.add_clause(&theirs);
        }
        let counted = (counter.variables, counter.clauses, counter.literals);
        assert_eq!(counted, (7, 3, 5));
        assert_eq!((formula.variables(), formula.clause_count()), (7, 3));
    }
}
