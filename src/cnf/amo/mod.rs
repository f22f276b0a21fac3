//! At-most-one schemes: clauses that let at most one of some literals be true. One file
//! per scheme; [`Amo`] lists them.

mod bimander;
mod commander;
mod pairwise;
mod product;
mod sequential;

use super::lit::Lit;
use super::sink::ClauseSink;
use serde::Deserialize;
use std::fmt;

/// An at-most-one scheme.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Amo {
    /// A clause for every pair: `n(n − 1)/2` clauses, no auxiliary variables.
    Pairwise,
    /// A unary counter along the literals.
    Sequential,
    /// Rows and columns of a square.
    Product,
    /// Groups with a commander each.
    Commander,
    /// Groups numbered in binary.
    Bimander,
    /// Literals numbered in binary.
    Binary,
}

/// Default size of groups, for schemes that have them.
pub const DEFAULT_GROUP: usize = 3;

impl Amo {
    /// Every scheme.
    pub const ALL: [Amo; 6] = [
        Amo::Pairwise,
        Amo::Sequential,
        Amo::Product,
        Amo::Commander,
        Amo::Bimander,
        Amo::Binary,
    ];

    /// Writes clauses that can be satisfied, by some values of the auxiliary variables, if and only
    /// if at most one literal is true. `group` is the size of groups for [`Amo::Commander`] (at
    /// least 2) and [`Amo::Bimander`] (at least 1); smaller numbers are raised, and the other
    /// schemes ignore it.
    pub fn encode(self, literals: &[Lit], group: usize, sink: &mut dyn ClauseSink) {
        match self {
            Amo::Pairwise => pairwise::encode(literals, sink),
            Amo::Sequential => sequential::encode(literals, sink),
            Amo::Product => product::encode(literals, sink),
            Amo::Commander => commander::encode(literals, group, sink),
            Amo::Bimander => bimander::encode(literals, group, sink),
            Amo::Binary => bimander::encode(literals, 1, sink),
        }
    }

    /// Whether each assignment with at most one true literal extends to exactly one model.
    /// Otherwise only those with a true literal do: the number of models is that of the
    /// solutions as long as one literal of each group is true, as in classic puzzles.
    pub fn preserves_counts(self) -> bool {
        self == Amo::Pairwise
    }

    /// Whether a group is written pair by pair. Then pairs can be left out of it, and groups
    /// that share pairs write them once.
    pub fn is_by_pairs(self) -> bool {
        self == Amo::Pairwise
    }

    /// Whether the scheme has groups of configurable size.
    pub fn has_groups(self) -> bool {
        matches!(self, Amo::Commander | Amo::Bimander)
    }

    /// The name in encoding files.
    pub fn name(self) -> &'static str {
        match self {
            Amo::Pairwise => "pairwise",
            Amo::Sequential => "sequential",
            Amo::Product => "product",
            Amo::Commander => "commander",
            Amo::Bimander => "bimander",
            Amo::Binary => "binary",
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

    /// How many values of the auxiliary variables satisfy the formula.
    fn extensions(formula: &Formula, inputs: usize, values: u32) -> usize {
        let further = formula.variables() - inputs;
        let satisfies = |rest: u32| {
            let all = values | rest << inputs;
            formula.clauses().all(|clause| {
                let holds = |lit: &Lit| (all >> lit.var().index() & 1 == 1) == lit.is_positive();
                clause.iter().any(holds)
            })
        };
        (0u32..1 << further).filter(|rest| satisfies(*rest)).count()
    }

    #[test]
    fn the_product_stands_on_the_smallest_square_grid() {
        for (literals, expected) in [
            (6, (0, 15)),
            (7, (6, 20)),
            (8, (6, 22)),
            (9, (6, 24)),
            (10, (7, 29)),
            (13, (8, 38)),
        ] {
            let mut formula = Formula::with_variables(literals);
            let inputs = (0..literals).map(|index| Var::from_index(index).positive());
            Amo::Product.encode(&inputs.collect::<Vec<_>>(), 1, &mut formula);
            let size = (formula.variables() - literals, formula.clause_count());
            assert_eq!(size, expected, "{literals}");
        }
    }

    #[test]
    fn every_scheme_has_the_truth_table_of_at_most_one() {
        for scheme in Amo::ALL {
            for group in [1, 2, 3, 4, usize::MAX] {
                let mut exact = true;
                for inputs in 0..=9usize {
                    let mut formula = Formula::default();
                    let literals: Vec<Lit> = (0..inputs)
                        .map(|_| Var::positive(formula.new_var()))
                        .collect();
                    scheme.encode(&literals, group, &mut formula);
                    for values in 0u32..1 << inputs {
                        let found = extensions(&formula, inputs, values);
                        let expected = values.count_ones() <= 1;
                        assert_eq!(found > 0, expected, "{scheme} {group} {values:b}");
                        exact &= found <= 1;
                        // A true literal settles all auxiliary variables.
                        assert!(values == 0 || found <= 1, "{scheme} {group} {values:b}");
                    }
                }
                // One group is written pairwise.
                let is_one_group = scheme.has_groups() && group == usize::MAX;
                let preserves_counts = scheme.preserves_counts() || is_one_group;
                assert_eq!(exact, preserves_counts, "{scheme} {group}");
            }
        }
    }
}
