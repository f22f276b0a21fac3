//! At-most-one schemes: clauses that allow at most one of some literals to be
//! true. One file per scheme; [`Amo`] is the list of them.

mod pairwise;

use super::lit::Lit;
use super::sink::ClauseSink;
use serde::Deserialize;
use std::fmt;

/// A scheme, by the name it has in encoding files.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Amo {
    /// Every pair excluded: `n(n − 1)/2` clauses, no further variable.
    Pairwise,
}

impl Amo {
    /// Every scheme.
    pub const ALL: [Amo; 1] = [Amo::Pairwise];

    /// Writes clauses that hold exactly if at most one literal is true.
    pub fn encode(self, literals: &[Lit], sink: &mut dyn ClauseSink) {
        match self {
            Amo::Pairwise => pairwise::encode(literals, sink),
        }
    }

    /// The name in encoding files.
    pub fn name(self) -> &'static str {
        match self {
            Amo::Pairwise => "pairwise",
        }
    }
}

impl fmt::Display for Amo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{Formula, Var};

    /// Whether some values of the further variables satisfy the formula.
    fn extends(formula: &Formula, inputs: usize, values: u32) -> bool {
        let further = formula.variables() - inputs;
        (0u32..1 << further).any(|rest| {
            let all = values | rest << inputs;
            formula.clauses().all(|clause| {
                let holds = |lit: &Lit| (all >> lit.var().index() & 1 == 1) == lit.is_positive();
                clause.iter().any(holds)
            })
        })
    }

    #[test]
    fn every_scheme_has_the_truth_table_of_at_most_one() {
        for scheme in Amo::ALL {
            for inputs in 0..=8usize {
                let mut formula = Formula::default();
                let literals: Vec<Lit> = (0..inputs)
                    .map(|_| Var::positive(formula.new_var()))
                    .collect();
                scheme.encode(&literals, &mut formula);
                for values in 0u32..1 << inputs {
                    let expected = values.count_ones() <= 1;
                    assert_eq!(extends(&formula, inputs, values), expected, "{scheme}");
                }
            }
        }
    }
}
