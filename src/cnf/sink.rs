//! Where clauses go. An encoder writes to a [`ClauseSink`] without knowing whether that is
//! a formula, a solver, a counter or a DIMACS file.

use super::lit::{Lit, Var};
use crate::limits::Limits;
use crate::outcome::Reason;
use std::cell::Cell;
use std::ops::{Add, Sub};

/// Receives variables and clauses.
pub trait ClauseSink {
    /// Adds a variable.
    fn new_var(&mut self) -> Var;

    /// Adds a clause over existing variables.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Whether the sink accepts linear equations as well as clauses.
    fn takes_sums(&self) -> bool {
        false
    }

    /// Adds a linear equation, if such are taken: the weights of the true literals, of which
    /// there is at least one, add up to `total`.
    fn add_sum(&mut self, _terms: &[(i64, Lit)], _total: i64) {}

    /// Whether further clauses would be ignored, so that the encoder may stop.
    fn is_closed(&self) -> bool {
        false
    }
}

/// Adds a contradiction over the first variable. Not every solver and checker takes the empty
/// clause.
pub(crate) fn contradict(sink: &mut dyn ClauseSink) {
    let first = Var::from_index(0);
    sink.add_clause(&[first.positive()]);
    sink.add_clause(&[first.negative()]);
}

/// Adds a clause, or a contradiction if it is empty.
#[cfg(feature = "certificates")]
pub(crate) fn add_or_contradict(sink: &mut dyn ClauseSink, clause: &[Lit]) {
    match clause.is_empty() {
        true => contradict(sink),
        false => sink.add_clause(clause),
    }
}

/// A formula in memory, its clauses stored end to end.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Formula {
    variables: usize,
    literals: Vec<Lit>,
    ends: Vec<usize>,
}

/// Counts variables, clauses and literals.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Variables added.
    pub variables: usize,
    /// Clauses added.
    pub clauses: u64,
    /// Literals in them.
    pub literals: u64,
}

impl Add for Counter {
    type Output = Counter;

    fn add(self, other: Counter) -> Counter {
        Counter {
            variables: self.variables + other.variables,
            clauses: self.clauses + other.clauses,
            literals: self.literals + other.literals,
        }
    }
}

impl Sub for Counter {
    type Output = Counter;

    /// What has been counted since `before`.
    fn sub(self, before: Counter) -> Counter {
        Counter {
            variables: self.variables - before.variables,
            clauses: self.clauses - before.clauses,
            literals: self.literals - before.literals,
        }
    }
}

/// Forwards everything and counts it, equations as clauses.
pub struct Counted<'s> {
    sink: &'s mut dyn ClauseSink,
    so_far: Counter,
}

impl<'s> Counted<'s> {
    /// Counts what comes from now on.
    pub fn new(sink: &'s mut dyn ClauseSink) -> Counted<'s> {
        let so_far = Counter::default();
        Counted { sink, so_far }
    }

    /// What has been forwarded.
    pub fn so_far(&self) -> Counter {
        self.so_far
    }
}

impl ClauseSink for Counted<'_> {
    fn new_var(&mut self) -> Var {
        self.so_far.variables += 1;
        self.sink.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.so_far.add_clause(clause);
        self.sink.add_clause(clause);
    }

    fn takes_sums(&self) -> bool {
        self.sink.takes_sums()
    }

    fn add_sum(&mut self, terms: &[(i64, Lit)], total: i64) {
        self.so_far.clauses += u64::from(self.takes_sums());
        self.sink.add_sum(terms, total);
    }

    fn is_closed(&self) -> bool {
        self.sink.is_closed()
    }
}

/// Clauses between two checks of the limits.
const CLAUSES_PER_CHECK: u32 = 1 << 12;

/// Calls of [`ClauseSink::is_closed`] for one check of the limits.
const CALLS_PER_CHECK: u32 = 16;

/// Forwards clauses until a limit is exceeded: large formulas take time to write.
pub struct Limited<'s, S: ClauseSink + ?Sized> {
    sink: &'s mut S,
    limits: &'s Limits,
    until_check: u32,
    stopped: Option<Reason>,
    /// Calls of `is_closed` until now.
    calls: Cell<u32>,
    /// Whether `is_closed` has found the limits exceeded.
    is_over: Cell<bool>,
}

impl<'s, S: ClauseSink + ?Sized> Limited<'s, S> {
    /// Forwards to `sink` within `limits`.
    pub fn new(sink: &'s mut S, limits: &'s Limits) -> Limited<'s, S> {
        Limited {
            sink,
            limits,
            until_check: CLAUSES_PER_CHECK,
            stopped: None,
            calls: Cell::new(0),
            is_over: Cell::new(false),
        }
    }

    /// Succeeds as long as all clauses were forwarded.
    ///
    /// # Errors
    /// The reason why some were not.
    pub fn check(&self) -> Result<(), Reason> {
        self.stopped.clone().map_or(Ok(()), Err)
    }

    /// Counts a clause or a sum, and looks at the limits now and then.
    fn step(&mut self) {
        self.until_check -= 1;
        if self.until_check == 0 {
            self.until_check = CLAUSES_PER_CHECK;
            self.stopped = self.stopped.take().or_else(|| self.limits.exceeded());
        }
    }

    /// Succeeds if all clauses were forwarded.
    ///
    /// # Errors
    /// The reason why some were not.
    pub fn finish(self) -> Result<(), Reason> {
        match (self.stopped, self.is_over.get()) {
            (Some(reason), _) => Err(reason),
            (None, true) => Err(self.limits.reason()),
            (None, false) => Ok(()),
        }
    }
}

impl<S: ClauseSink + ?Sized> ClauseSink for Limited<'_, S> {
    fn new_var(&mut self) -> Var {
        self.sink.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.step();
        if self.stopped.is_none() {
            self.sink.add_clause(clause);
        }
    }

    fn takes_sums(&self) -> bool {
        self.sink.takes_sums()
    }

    fn add_sum(&mut self, terms: &[(i64, Lit)], total: i64) {
        self.step();
        if self.stopped.is_none() {
            self.sink.add_sum(terms, total);
        }
    }

    /// Looks at the limits, so that long work without clauses ends in time, too.
    fn is_closed(&self) -> bool {
        let calls = self.calls.get();
        self.calls.set(calls.wrapping_add(1));
        let is_due = calls.is_multiple_of(CALLS_PER_CHECK);
        if is_due && self.stopped.is_none() && !self.is_over.get() {
            self.is_over.set(self.limits.exceeded().is_some());
        }
        self.stopped.is_some() || self.is_over.get() || self.sink.is_closed()
    }
}

impl Formula {
    /// An empty formula over `variables` variables.
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

    /// The formula has at least this many variables from now on.
    pub fn reserve_variables(&mut self, variables: usize) {
        self.variables = self.variables.max(variables);
    }

    /// Number of clauses.
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// The clauses in the order in which they were added.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.literals[start..end])
    }

    /// The number, from 1, of the first clause that these values violate.
    pub fn broken_clause(&self, holds: impl Fn(Var) -> bool) -> Option<usize> {
        let is_true = |lit: &Lit| holds(lit.var()) == lit.is_positive();
        let broken = |clause: &[Lit]| !clause.iter().any(is_true);
        self.clauses().position(broken).map(|index| index + 1)
    }

    /// A clause by its number, from 1, as a file has it; the start of a long one.
    pub fn shown_clause(&self, number: usize) -> String {
        const MOST: usize = 20;
        let clause = self.clauses().nth(number.saturating_sub(1)).unwrap_or(&[]);
        let shown = clause.iter().take(MOST).map(Lit::to_string);
        let end = if clause.len() > MOST { "…" } else { "0" };
        let words: Vec<String> = shown.chain([end.to_owned()]).collect();
        words.join(" ")
    }

    /// Sends everything to another sink, which must be empty.
    pub fn replay(&self, sink: &mut (impl ClauseSink + ?Sized)) {
        for _ in 0..self.variables {
            sink.new_var();
        }
        for clause in self.clauses() {
            if sink.is_closed() {
                return;
            }
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
