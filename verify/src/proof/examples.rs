//! Formulas for the tests of both checkers.

use crate::cnf;
use crate::formula::Formula;
use crate::proof::pace::STRIDE;
use proptest::prelude::*;
use std::cell::Cell;
use std::io::{self, Read};

/// All clauses over two variables.
pub const SQUARE: &str = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

/// Eight clauses over four variables without a model, of N. Wetzler, M. Heule and
/// W. Hunt, SAT 2014.
pub const EIGHT: &str = "p cnf 4 8\n1 2 -3 0\n-1 -2 3 0\n2 3 -4 0\n-2 -3 4 0\n\
                     -1 -3 -4 0\n1 3 4 0\n-1 2 4 0\n1 -2 -4 0\n";

pub fn formula(text: &str) -> Formula {
    cnf::read(text.as_bytes()).unwrap().formula
}

/// Clauses over eight variables.
pub fn random_clauses() -> impl Strategy<Value = Vec<Vec<i32>>> {
    let literal = (1..=8i32, any::<bool>()).prop_map(|(var, sign)| if sign { var } else { -var });
    prop::collection::vec(prop::collection::vec(literal, 1..=3), 5..60)
}

pub fn formula_of(clauses: &[Vec<i32>]) -> Formula {
    let mut formula = Formula::default();
    formula.variables = 8;
    for clause in clauses {
        formula.add(clause.iter().copied());
    }
    formula
}

pub fn has_model(formula: &Formula) -> bool {
    (0..256u32).any(|bits| {
        let holds = |literal: &i32| (bits >> (literal.abs() - 1) & 1 == 1) == (*literal > 0);
        formula.clauses().all(|clause| clause.iter().any(holds))
    })
}

/// A formula with enough clauses that a check asks more than once whether to stop while it loads
/// them.
pub fn large_formula() -> Formula {
    let mut formula = Formula::default();
    formula.variables = 2;
    for _ in 0..STRIDE / 2 {
        formula.add([1, 2]);
    }
    formula
}

/// Bytes, and whether nothing was left of them when they were read.
pub struct Ending<'b>(pub &'b [u8], pub &'b Cell<bool>);

impl Read for Ending<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.is_empty() {
            self.1.set(true);
        }
        self.0.read(buffer)
    }
}
