//! The `[kernels]` table of an encoding file: how constraints beyond houses become
//! clauses. An entry is added in one place, the table at the end, and a value in its type.

use serde::Deserialize;
use std::fmt;

/// What an entry of the table can be.
pub(super) trait Choice: Copy + PartialEq + fmt::Debug + 'static {
    /// All values.
    const ALL: &'static [Self];

    /// The name in encoding files.
    fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// The value that comes this many after this one; after the last comes the first.
    fn after(self, steps: usize) -> Self {
        let all = Self::ALL.iter().copied().cycle();
        let mut from_here = all.skip_while(|&value| value != self);
        from_here.nth(steps).unwrap_or(self)
    }
}

impl Choice for bool {
    const ALL: &'static [bool] = &[true, false];
}

/// A choice, and the list of its values.
macro_rules! choice {
    ($(#[$about:meta])* $choice:ident { $($(#[$meaning:meta])* $value:ident,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
        #[serde(rename_all = "lowercase")]
        pub enum $choice {
            $($(#[$meaning])* $value,)+
        }

        impl Choice for $choice {
            const ALL: &'static [$choice] = &[$($choice::$value),+];
        }
    };
}

choice! {
    /// How a table over two cells becomes clauses.
    PairClauses {
        /// Each digit implies one of its partners: unit propagation is arc-consistent.
        #[default]
        Support,
        /// A clause of two literals for each forbidden pair.
        Conflict,
    }
}

choice! {
    /// How a layered diagram becomes clauses.
    DiagramClauses {
        /// A variable for each edge: unit propagation finds every candidate that no
        /// accepted line contains.
        #[default]
        Edges,
        /// A variable for each state only: smaller, but it propagates less.
        States,
    }
}

choice! {
    /// How a sum becomes clauses.
    SumClauses {
        /// A diagram of partial sums.
        Diagram,
        /// Cells that differ together, with a variable for each set of digits and each
        /// amount, and a diagram that adds them up.
        #[default]
        Cliques,
        /// Two generalised totalizers, one from below and one from above.
        Totalizer,
    }
}

choice! {
    /// How a cage, a sum of cells that differ, becomes clauses.
    CageClauses {
        /// A variable for each combination of digits; a diagram over the digits where there
        /// are too many combinations.
        #[default]
        Combinations,
        /// A diagram of partial sums over the cells.
        Diagram,
        /// Two generalised totalizers.
        Totalizer,
    }
}

/// The table: its entries, their types and their defaults.
macro_rules! table {
    ($(#[$about:meta])* $table:ident {
        $($(#[$meaning:meta])* $entry:ident: $choice:ty = $default:expr,)+
    }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct $table {
            $($(#[$meaning])* pub $entry: $choice,)+
        }

        impl Default for $table {
            fn default() -> $table {
                $table { $($entry: $default,)+ }
            }
        }

        impl $table {
            /// These choices as they are, and with each single entry changed, with the
            /// change in words.
            pub fn with_each_change(self) -> Vec<(String, $table)> {
                let mut all = vec![("as the file says".to_owned(), self)];
                $(for &$entry in <$choice>::ALL {
                    if $entry != self.$entry {
                        let change = format!("{} = {}", stringify!($entry), $entry.name());
                        all.push((change, $table { $entry, ..self }));
                    }
                })+
                all
            }

            /// As few choices as there can be that together have every value of every
            /// entry which these do not have.
            pub fn others(self) -> impl Iterator<Item = $table> {
                let longest = [$(<$choice>::ALL.len()),+].into_iter().max();
                let steps = 1..longest.unwrap_or_default();
                steps.map(move |steps| $table { $($entry: self.$entry.after(steps),)+ })
            }
        }

        impl fmt::Display for $table {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let entries = [$(format!("{} {}", stringify!($entry), self.$entry.name())),+];
                f.write_str(&entries.join(", "))
            }
        }
    };
}

table! {
    /// The table. Whatever it leaves out has a default.
    KernelChoices {
        /// Tables over two cells.
        pairs: PairClauses = PairClauses::default(),
        /// Whether the digits of a line are chosen as a set, where one table binds each two of
        /// its cells, as on a renban.
        pair_sets: bool = true,
        /// Lines that an automaton accepts.
        automata: DiagramClauses = DiagramClauses::default(),
        /// Sums of cells that differ.
        cages: CageClauses = CageClauses::default(),
        /// All other sums. Their diagrams have the form that `automata` says.
        sums: SumClauses = SumClauses::default(),
        /// Whether what follows from full houses is written too: sums of the few cells by
        /// which cages and houses differ, and the digits of those by which lines and regions
        /// do.
        derived_house_sums: bool = true,
        /// Whether long sums are added up where that says more than each alone.
        joined_sums: bool = true,
        /// Whether pairs of candidates are refused that no accepted line of different digits
        /// holds, where the cells of a line all differ.
        line_pairs: bool = true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `encodings measure` and `compare` try.
    #[test]
    fn changes_and_others_have_every_value_of_every_entry() {
        let plain = KernelChoices::default();
        let changes = plain.with_each_change();
        let names: Vec<&str> = changes.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(
            names,
            [
                "as the file says",
                "pairs = conflict",
                "pair_sets = false",
                "automata = states",
                "cages = diagram",
                "cages = totalizer",
                "sums = diagram",
                "sums = totalizer",
                "derived_house_sums = false",
                "joined_sums = false",
                "line_pairs = false",
            ]
        );
        let others: Vec<String> = plain.others().map(|other| other.to_string()).collect();
        assert_eq!(
            others,
            [
                "pairs conflict, pair_sets false, automata states, cages diagram, sums totalizer, \
                 derived_house_sums false, joined_sums false, line_pairs false",
                "pairs support, pair_sets true, automata edges, cages totalizer, sums diagram, \
                 derived_house_sums true, joined_sums true, line_pairs true",
            ]
        );
    }
}
