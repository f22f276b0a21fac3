//! Bimander (S. Hölldobler and V. H. Nguyen, "An efficient encoding of the
//! at-most-one constraint", 2013): pairwise within groups; a true literal spells the
//! number of its group in binary, so no two groups can both have one. Groups of one are the
//! binary encoding (A. Frisch and others, 2005), with `⌈log₂ n⌉` variables.

use super::pairwise;
use crate::cnf::{ClauseSink, Lit};

/// Writes the clauses for groups of this size, 1 or more.
pub fn encode(literals: &[Lit], group: usize, sink: &mut dyn ClauseSink) {
    let group = group.max(1);
    let groups = literals.len().div_ceil(group);
    let width = match groups {
        0 | 1 => 0,
        _ => usize::BITS - (groups - 1).leading_zeros(),
    };
    let bits: Vec<Lit> = (0..width).map(|_| sink.new_var().positive()).collect();
    for (number, members) in literals.chunks(group).enumerate() {
        pairwise::encode(members, sink);
        for &member in members {
            for (place, &bit) in bits.iter().enumerate() {
                let is_set = number >> place & 1 == 1;
                sink.add_clause(&[!member, if is_set { bit } else { !bit }]);
            }
        }
    }
}
