//! Consecutive indices for the variables of a proof, which may name any it likes.

use crate::formula::Formula;
use std::collections::HashMap;

/// A literal as an index: twice its variable, one more if it is negative.
pub type Code = u32;

/// From literals to codes and back.
pub struct VariableMap {
    /// Smaller variables, counted from 0, are their own index.
    direct: usize,
    further: HashMap<u32, u32>,
    /// The further variables by index.
    indices: Vec<u32>,
}

impl VariableMap {
    /// Reserves the indices of variables that a formula uses.
    pub fn new(formula: &Formula) -> VariableMap {
        VariableMap {
            // A formula may announce many more variables than it uses.
            direct: (formula.variables as usize).min(formula.literals()),
            further: HashMap::new(),
            indices: Vec::new(),
        }
    }

    /// Converts a clause.
    pub fn codes(&mut self, clause: &[i32], codes: &mut Vec<Code>) {
        codes.clear();
        codes.extend(clause.iter().map(|literal| self.code(*literal)));
    }

    /// Converts a literal.
    pub fn code(&mut self, literal: i32) -> Code {
        let mut index = literal.unsigned_abs() - 1;
        if index as usize >= self.direct {
            let next = (self.direct + self.indices.len()) as u32;
            index = *self.further.entry(index).or_insert_with(|| {
                self.indices.push(index);
                next
            });
        }
        2 * index + u32::from(literal < 0)
    }

    /// The literal of a code.
    pub fn literal(&self, code: Code) -> i32 {
        let index = (code >> 1) as usize;
        let further = index.checked_sub(self.direct);
        let further = further.and_then(|place| self.indices.get(place));
        let variable = further.map_or(index, |index| *index as usize) as i32 + 1;
        if code & 1 == 0 { variable } else { -variable }
    }

    /// The literals of a clause, the pivot in front.
    pub fn literals(&self, pivot: Option<Code>, clause: &[Code]) -> Vec<i32> {
        let others = clause.iter().copied().filter(|code| Some(*code) != pivot);
        let codes = pivot.into_iter().chain(others);
        codes.map(|code| self.literal(code)).collect()
    }

    /// Number of variables beyond those that were reserved.
    pub fn new_ones(&self) -> usize {
        self.indices.len()
    }

    /// Number of indices.
    pub fn len(&self) -> usize {
        self.direct + self.indices.len()
    }
}
