//! The `[kernels]` table of an encoding file: how constraints beyond houses become
//! clauses.

use serde::Deserialize;
use std::fmt;

/// How a table over two cells becomes clauses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PairClauses {
    /// Each digit implies one of its partners: unit propagation is arc-consistent.
    #[default]
    Support,
    /// A clause of two literals for each forbidden pair.
    Conflict,
}

/// How a layered diagram becomes clauses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DiagramClauses {
    /// A variable for each edge: unit propagation finds every candidate that no accepted
    /// line contains.
    #[default]
    Edges,
    /// A variable for each state only: smaller, but it propagates less.
    States,
}

/// How a sum becomes clauses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SumClauses {
    /// A diagram of partial sums.
    #[default]
    Diagram,
    /// Two generalised totalizers, one from below and one from above.
    Totalizer,
}

/// How a cage, a sum of cells that differ, becomes clauses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CageClauses {
    /// A variable for each combination of digits; a diagram over the digits where there
    /// are too many combinations.
    #[default]
    Combinations,
    /// A diagram of partial sums over the cells.
    Diagram,
    /// Two generalised totalizers.
    Totalizer,
}

/// The table. Whatever it leaves out has a default.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct KernelChoices {
    /// Tables over two cells.
    pub pairs: PairClauses,
    /// Lines that an automaton accepts.
    pub automata: DiagramClauses,
    /// Sums of cells that differ.
    pub cages: CageClauses,
    /// All other sums. Their diagrams have the form that `automata` says.
    pub sums: SumClauses,
    /// Whether sums that follow from cages and full houses are written too.
    pub derived_house_sums: bool,
}

impl Default for KernelChoices {
    fn default() -> KernelChoices {
        KernelChoices {
            pairs: PairClauses::default(),
            automata: DiagramClauses::default(),
            cages: CageClauses::default(),
            sums: SumClauses::default(),
            derived_house_sums: true,
        }
    }
}

impl fmt::Display for KernelChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            format!("{:?}", self.pairs),
            format!("{:?}", self.automata),
            format!("{:?}", self.cages),
            format!("{:?}", self.sums),
        ];
        let [pairs, automata, cages, sums] = names.map(|name| name.to_lowercase());
        let derived = self.derived_house_sums;
        write!(
            f,
            "pairs {pairs}, automata {automata}, cages {cages}, sums {sums}, \
             derived_house_sums {derived}"
        )
    }
}
