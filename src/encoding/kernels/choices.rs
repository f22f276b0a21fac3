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
    Diagram,
    /// Cells that differ together, with a variable for each set of digits and each amount,
    /// and a diagram that adds them up.
    #[default]
    Cliques,
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
    /// Whether what follows from full houses is written too: sums of the few cells by which
    /// cages and houses differ, and the digits of those by which lines and regions do.
    pub derived_house_sums: bool,
    /// Whether long sums are added up where that says more than each alone.
    pub joined_sums: bool,
    /// Whether pairs of candidates are refused that no accepted line of different digits
    /// holds, where the cells of a line all differ.
    pub line_pairs: bool,
}

impl Default for KernelChoices {
    fn default() -> KernelChoices {
        KernelChoices {
            pairs: PairClauses::default(),
            automata: DiagramClauses::default(),
            cages: CageClauses::default(),
            sums: SumClauses::default(),
            derived_house_sums: true,
            joined_sums: true,
            line_pairs: true,
        }
    }
}

impl KernelChoices {
    /// These choices as they are, and with each single entry changed, with the change in
    /// words.
    pub fn with_each_change(self) -> Vec<(String, KernelChoices)> {
        let mut all = vec![("as the file says".to_owned(), self)];
        let mut add = |name: &str, changed: KernelChoices| {
            if changed != self {
                all.push((name.to_owned(), changed));
            }
        };
        for pairs in [PairClauses::Support, PairClauses::Conflict] {
            let name = format!("pairs = {pairs:?}").to_lowercase();
            add(&name, KernelChoices { pairs, ..self });
        }
        for automata in [DiagramClauses::Edges, DiagramClauses::States] {
            let name = format!("automata = {automata:?}").to_lowercase();
            add(&name, KernelChoices { automata, ..self });
        }
        for cages in [
            CageClauses::Combinations,
            CageClauses::Diagram,
            CageClauses::Totalizer,
        ] {
            let name = format!("cages = {cages:?}").to_lowercase();
            add(&name, KernelChoices { cages, ..self });
        }
        for sums in [
            SumClauses::Diagram,
            SumClauses::Cliques,
            SumClauses::Totalizer,
        ] {
            let name = format!("sums = {sums:?}").to_lowercase();
            add(&name, KernelChoices { sums, ..self });
        }
        let derived_house_sums = !self.derived_house_sums;
        let name = format!("derived_house_sums = {derived_house_sums}");
        let changed = KernelChoices {
            derived_house_sums,
            ..self
        };
        add(&name, changed);
        let joined_sums = !self.joined_sums;
        let name = format!("joined_sums = {joined_sums}");
        let changed = KernelChoices {
            joined_sums,
            ..self
        };
        add(&name, changed);
        let line_pairs = !self.line_pairs;
        let name = format!("line_pairs = {line_pairs}");
        add(&name, KernelChoices { line_pairs, ..self });
        all
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
        let (derived, joined) = (self.derived_house_sums, self.joined_sums);
        let line_pairs = self.line_pairs;
        write!(
            f,
            "pairs {pairs}, automata {automata}, cages {cages}, sums {sums}, \
             derived_house_sums {derived}, joined_sums {joined}, line_pairs {line_pairs}"
        )
    }
}
