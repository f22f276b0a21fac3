//! Pairwise: no two literals together. It propagates directly and needs no auxiliary
//! variables, but grows quadratically.

use crate::cnf::{ClauseSink, Lit};

/// Writes one clause for each pair.
pub fn encode(literals: &[Lit], sink: &mut dyn ClauseSink) {
    for (k, &first) in literals.iter().enumerate() {
        for &second in &literals[k + 1..] {
            sink.add_clause(&[!first, !second]);
        }
    }
}
