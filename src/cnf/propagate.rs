//! Unit propagation.

use super::lit::{Lit, Var};
use super::sink::Formula;
use crate::limits::Limits;
use crate::outcome::Reason;

/// The result of unit propagation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Propagated {
    /// Some clause is false.
    Conflict,
    /// No unit clauses remain.
    Fixpoint(PartialAssignment),
}

/// A partial assignment, and the order in which it came about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartialAssignment {
    values: Vec<Option<bool>>,
    /// How many variables had a value before each.
    order: Vec<u32>,
    count: u32,
}

impl PartialAssignment {
    /// Every variable of a formula is unassigned.
    pub fn empty(formula: &Formula) -> PartialAssignment {
        PartialAssignment {
            values: vec![None; formula.variables()],
            order: vec![u32::MAX; formula.variables()],
            count: 0,
        }
    }

    /// The value of the literal, if assigned.
    ///
    /// # Panics
    /// Like all of these, if the formula has no such variable.
    pub fn value(&self, lit: Lit) -> Option<bool> {
        self.values[lit.var().index()].map(|value| value == lit.is_positive())
    }

    /// Whether this clause makes one of its literals true: all others were false before it had
    /// a value, or are false if it has none.
    pub fn implies(&self, clause: &[Lit], literal: Lit) -> bool {
        let before = self.order[literal.var().index()];
        let was_false =
            |lit: Lit| self.value(lit) == Some(false) && self.order[lit.var().index()] < before;
        let mut others = clause.iter().filter(|lit| **lit != literal);
        clause.contains(&literal) && others.all(|lit| was_false(*lit))
    }

    /// Whether the variable is assigned.
    pub fn is_settled(&self, var: Var) -> bool {
        self.values[var.index()].is_some()
    }

    /// Makes the literal true.
    pub fn set(&mut self, lit: Lit) {
        let place = lit.var().index();
        self.values[place] = Some(lit.is_positive());
        self.order[place] = self.count;
        self.count += 1;
    }
}

/// Propagates to a fixpoint or a conflict, in time linear in the size of the
/// formula (W. Dowling and J. Gallier, "Linear-time algorithms for testing the
/// satisfiability of propositional Horn formulae", 1984).
///
/// # Panics
/// If a clause has a variable that the formula does not.
pub fn propagate(formula: &Formula) -> Propagated {
    match propagate_within(formula, &Limits::unlimited()) {
        Ok(propagated) => propagated,
        Err(_) => unreachable!("there is no limit"),
    }
}

/// Clauses that are looked at between two looks at the limits: less than a millisecond.
const CLAUSES_PER_CHECK: usize = 4096;

/// [`propagate`] within limits.
///
/// # Errors
/// The limit that was exceeded.
///
/// # Panics
/// If a clause has a variable that the formula does not.
pub fn propagate_within(formula: &Formula, limits: &Limits) -> Result<Propagated, Reason> {
    let clauses: Vec<&[Lit]> = formula.clauses().collect();
    let mut occurrences: Vec<Vec<u32>> = vec![Vec::new(); 2 * formula.variables()];
    // Literals that are not false; one that is repeated counts once.
    let mut left = vec![0; clauses.len()];
    for (number, clause) in clauses.iter().enumerate() {
        if number.is_multiple_of(CLAUSES_PER_CHECK) {
            limits.check()?;
        }
        for lit in *clause {
            let clauses = &mut occurrences[slot(*lit)];
            if clauses.last() != Some(&(number as u32)) {
                clauses.push(number as u32);
                left[number] += 1;
            }
        }
    }
    let mut values = PartialAssignment::empty(formula);
    let mut trail: Vec<Lit> = Vec::new();
    for (clause, left) in clauses.iter().zip(&left) {
        match clause {
            [] => return Ok(Propagated::Conflict),
            [only, ..] if *left == 1 => trail.push(*only),
            _ => {}
        }
    }
    // Breadth first, so that what is implied follows from as little as possible.
    let mut propagated = 0;
    while let Some(&lit) = trail.get(propagated) {
        propagated += 1;
        limits.check()?;
        match values.value(lit) {
            Some(true) => continue,
            Some(false) => return Ok(Propagated::Conflict),
            None => values.set(lit),
        }
        for &number in &occurrences[slot(!lit)] {
            let clause = clauses[number as usize];
            left[number as usize] -= 1;
            if left[number as usize] > 1 || clause.iter().any(|&l| values.value(l) == Some(true)) {
                continue;
            }
            match clause.iter().find(|&&l| values.value(l).is_none()) {
                Some(&last) => trail.push(last),
                None => return Ok(Propagated::Conflict),
            }
        }
    }
    Ok(Propagated::Fixpoint(values))
}

fn slot(lit: Lit) -> usize {
    2 * lit.var().index() + usize::from(!lit.is_positive())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::ClauseSink;

    fn formula(variables: usize, clauses: &[&[i32]]) -> Formula {
        let mut formula = Formula::default();
        for _ in 0..variables {
            formula.new_var();
        }
        for clause in clauses {
            let lits: Vec<Lit> = clause.iter().filter_map(|&n| Lit::from_dimacs(n)).collect();
            formula.add_clause(&lits);
        }
        formula
    }

    fn settled(formula: &Formula) -> Option<Vec<i32>> {
        match propagate(formula) {
            Propagated::Conflict => None,
            Propagated::Fixpoint(values) => {
                let vars = (0..formula.variables()).map(Var::from_index);
                let lits = vars.flat_map(|v| [v.positive(), v.negative()]);
                let holding = lits.filter(|lit| values.value(*lit) == Some(true));
                Some(holding.map(Lit::dimacs).collect())
            }
        }
    }

    #[test]
    fn chains_propagate() {
        let chain = formula(4, &[&[1], &[-1, 2], &[-2, -1, -3], &[3, 4, 2]]);
        assert_eq!(settled(&chain), Some(vec![1, 2, -3]));
        assert_eq!(settled(&formula(2, &[&[1, 2]])), Some(vec![]));
        assert_eq!(settled(&formula(1, &[&[1, 1]])), Some(vec![1]));
        assert_eq!(settled(&formula(2, &[&[1, -1], &[2]])), Some(vec![2]));
    }

    #[test]
    fn a_repeated_literal_counts_once() {
        let repeated = formula(2, &[&[1, 1, -2], &[2]]);
        assert_eq!(settled(&repeated), Some(vec![1, 2]));
        let repeated = formula(3, &[&[1, -3, 1, -2, -3], &[2], &[3]]);
        assert_eq!(settled(&repeated), Some(vec![1, 2, 3]));
    }

    #[test]
    fn conflicts_are_found() {
        assert_eq!(settled(&formula(1, &[&[1], &[-1]])), None);
        assert_eq!(settled(&formula(1, &[&[]])), None);
        assert_eq!(settled(&formula(2, &[&[1], &[2], &[-1, -2]])), None);
        assert_eq!(settled(&formula(2, &[&[1, 1, 2], &[-1], &[-2]])), None);
    }
}
