//! Commander (W. Klieber and G. Kwon, "Efficient CNF encoding for selecting 1
//! from n objects", CFV 2007): each group has a commander that is true if one of its
//! literals is. At most one literal per group and, recursively, at most one commander.

use super::pairwise;
use crate::cnf::{ClauseSink, Lit};

/// Writes the clauses for groups of this size, 2 or more.
pub fn encode(literals: &[Lit], group: usize, sink: &mut dyn ClauseSink) {
    let group = group.max(2);
    if literals.len() <= group.saturating_add(1) {
        pairwise::encode(literals, sink);
        return;
    }
    let mut commanders = Vec::with_capacity(literals.len().div_ceil(group));
    for members in literals.chunks(group) {
        let commander = sink.new_var().positive();
        pairwise::encode(members, sink);
        for &member in members {
            sink.add_clause(&[!member, commander]);
        }
        commanders.push(commander);
    }
    encode(&commanders, group, sink);
}
