//! A number without gaps for each variable of a proof, so that it may name any.

use super::database::Code;
use crate::cnf::{Formula, Lit, Var};
use std::collections::HashMap;

/// The variables by number.
pub struct Names {
    /// Variables with smaller indices keep them.
    direct: usize,
    further: HashMap<u32, u32>,
    /// Those in order.
    indices: Vec<u32>,
}

impl Names {
    /// Room for the variables that a formula can use.
    pub fn new(formula: &Formula) -> Names {
        let literals: usize = formula.clauses().map(<[Lit]>::len).sum();
        Names {
            direct: formula.variables().min(literals),
            further: HashMap::new(),
            indices: Vec::new(),
        }
    }

    /// A clause in codes.
    pub fn codes(&mut self, clause: &[Lit], codes: &mut Vec<Code>) {
        codes.clear();
        codes.extend(clause.iter().map(|lit| {
            let mut index = lit.var().index() as u32;
            if index as usize >= self.direct {
                let next = (self.direct + self.indices.len()) as u32;
                index = *self.further.entry(index).or_insert_with(|| {
                    self.indices.push(index);
                    next
                });
            }
            2 * index + u32::from(!lit.is_positive())
        }));
    }

    /// The literal of a code.
    pub fn literal(&self, code: Code) -> Lit {
        let number = (code >> 1) as usize;
        let further = number.checked_sub(self.direct);
        let index = further.and_then(|place| self.indices.get(place));
        let var = Var::from_index(index.map_or(number, |index| *index as usize));
        match code & 1 {
            0 => var.positive(),
            _ => var.negative(),
        }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.direct + self.indices.len()
    }
}
