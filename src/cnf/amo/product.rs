//! Product (J. Chen, "A new SAT encoding of the at-most-one constraint",
//! ModRef 2010): the literals form a grid; each implies a variable for its row and one
//! for its column, and at most one row and one column are true.
//! `2√n` variables and about `2n + 4√n` clauses.

use super::pairwise;
use crate::cnf::{ClauseSink, Lit, Var};

/// Fewest literals for which a grid is smaller than pairs.
const MIN_GRID: usize = 7;

/// Writes the clauses; rows and columns are encoded recursively.
pub fn encode(literals: &[Lit], sink: &mut dyn ClauseSink) {
    if literals.len() < MIN_GRID {
        pairwise::encode(literals, sink);
        return;
    }
    let columns = literals.len().isqrt();
    let columns = columns + usize::from(columns * columns < literals.len());
    let rows = literals.len().div_ceil(columns);
    let mut fresh = |count: usize| -> Vec<Lit> {
        let vars = (0..count).map(|_| sink.new_var());
        vars.map(Var::positive).collect()
    };
    let (row, column) = (fresh(rows), fresh(columns));
    for (place, &literal) in literals.iter().enumerate() {
        sink.add_clause(&[!literal, row[place / columns]]);
        sink.add_clause(&[!literal, column[place % columns]]);
    }
    encode(&row, sink);
    encode(&column, sink);
}
