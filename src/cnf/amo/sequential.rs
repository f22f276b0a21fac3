//! Sequential counter, also called ladder (C. Sinz, "Towards an optimal CNF
//! encoding of Boolean cardinality constraints", CP 2005): `sᵢ` says that one of
//! the first `i` literals is true. `n − 1` variables, `3n − 4` clauses.

use crate::cnf::{ClauseSink, Lit};

/// Writes the clauses.
pub fn encode(literals: &[Lit], sink: &mut dyn ClauseSink) {
    let [first, middle @ .., last] = literals else {
        return;
    };
    let mut before = sink.new_var().positive();
    sink.add_clause(&[!*first, before]);
    for &literal in middle {
        let so_far = sink.new_var().positive();
        sink.add_clause(&[!literal, so_far]);
        sink.add_clause(&[!before, so_far]);
        sink.add_clause(&[!literal, !before]);
        before = so_far;
    }
    sink.add_clause(&[!*last, !before]);
}
