//! The rules about one group of candidates, as clauses or an equation.

use super::spec::{Rule, Spec};
use super::varmap::Term;
use crate::cnf::{ClauseSink, Lit};

/// Writes one rule over one group. If a member is true, only the others' falsity remains
/// to be written. `group` is space for its literals.
pub fn write_rule(
    spec: &Spec,
    rule: Rule,
    terms: impl Iterator<Item = Term>,
    group: &mut Vec<Lit>,
    sink: &mut dyn ClauseSink,
) {
    let settled = split(terms, group);
    let at_most_one = |group: &[Lit], sink: &mut dyn ClauseSink| {
        spec.at_most_one.encode(group, spec.group, sink);
    };
    match (settled, rule) {
        (0, Rule::Defined) => sink.add_clause(group),
        (0, Rule::Unique) => at_most_one(group, sink),
        (0, Rule::Ordered) => in_order(group, sink),
        (0, Rule::Minis) => {
            sink.add_clause(group);
            at_most_one(group, sink);
        }
        (_, Rule::Defined) => {}
        (1, _) => group.iter().for_each(|lit| sink.add_clause(&[!*lit])),
        (_, _) => sink.add_clause(&[]),
    }
}

/// The literals of a group, and how many of its members are true.
fn split(terms: impl Iterator<Item = Term>, group: &mut Vec<Lit>) -> usize {
    group.clear();
    let mut settled = 0;
    for term in terms {
        match term {
            Term::True => settled += 1,
            Term::False => {}
            Term::Lit(lit) => group.push(lit),
        }
    }
    settled
}

/// Whether these rules about a group make one equation: where the sink takes such, at least
/// one and at most one need no clauses, unless a scheme other than pairs was asked for.
pub fn is_equation(spec: &Spec, rules: &[Rule], sink: &dyn ClauseSink) -> bool {
    let halves = [Rule::Defined, Rule::Unique];
    sink.takes_sums()
        && spec.at_most_one.is_by_pairs()
        && halves.iter().all(|half| rules.contains(half))
}

/// Writes that exactly one member of a group is true, to a sink that takes equations.
pub fn write_equation(
    terms: impl Iterator<Item = Term>,
    group: &mut Vec<Lit>,
    sink: &mut dyn ClauseSink,
) {
    match (split(terms, group), &group[..]) {
        (0, []) | (2.., _) => sink.add_clause(&[]),
        (0, literals) => {
            let ones: Vec<(i64, Lit)> = literals.iter().map(|lit| (1, *lit)).collect();
            sink.add_sum(&ones, 1);
        }
        (_, others) => others.iter().for_each(|lit| sink.add_clause(&[!*lit])),
    }
}

/// Exactly one, by order literals: `oᵢ` says that one of the first `i` is true (C.
/// Ansótegui and F. Manyà, "Mapping problems with finite-domain variables to problems with
/// Boolean variables", SAT 2004; I. Gent and P. Nightingale's ladder, 2004).
fn in_order(literals: &[Lit], sink: &mut dyn ClauseSink) {
    let [.., last] = literals else {
        return sink.add_clause(&[]);
    };
    let mut before: Option<Lit> = None;
    for &literal in &literals[..literals.len() - 1] {
        let so_far = sink.new_var().positive();
        sink.add_clause(&[!literal, so_far]);
        match before {
            None => sink.add_clause(&[literal, !so_far]),
            Some(before) => {
                sink.add_clause(&[!before, so_far]);
                sink.add_clause(&[!literal, !before]);
                sink.add_clause(&[literal, before, !so_far]);
            }
        }
        before = Some(so_far);
    }
    match before {
        None => sink.add_clause(&[*last]),
        Some(before) => {
            sink.add_clause(&[*last, before]);
            sink.add_clause(&[!*last, !before]);
        }
    }
}
