//! The generalised totalizer: literals for "the weighted sum is at least s" (S. Joshi, R.
//! Martins and V. Manquinho, "Generalized totalizer encoding for pseudo-Boolean
//! constraints", CP 2015), over groups of which exactly one member is true.

use super::lit::Lit;
use super::sink::ClauseSink;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::BinaryHeap;

/// Literals of which exactly one is true, with their weights.
pub type WeightedGroup = Vec<(Lit, u64)>;

/// Groups with a known lower bound on their common sum.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cluster {
    /// Groups of which exactly one member is true.
    pub groups: Vec<WeightedGroup>,
    /// Their sum is at least this in every model of the rest of the formula.
    pub at_least: u64,
}

/// A lower bound on the sum of all clusters.
pub(crate) fn floor(clusters: &[Cluster]) -> u64 {
    clusters.iter().map(|cluster| cluster.at_least).sum()
}

/// A sum as literals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Totalizer {
    /// `(s, lit)` by increasing `s` > 0: if the sum is at least `s`, `lit` is true. Each
    /// literal implies those before it. Every possible sum up to the cap is listed.
    outputs: Vec<(u64, Lit)>,
}

/// There are too many different sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the sums are too many for clauses")]
pub struct TooManySums;

/// Maximum number of clauses of one totalizer.
const MAX_CLAUSES: usize = 4_000_000;

impl Totalizer {
    /// Encodes how much the sum exceeds the known lower bounds. Any excess above `cap`
    /// counts as `cap`.
    ///
    /// # Errors
    /// [`TooManySums`]; the clauses written so far forbid nothing. If the sink closes in
    /// between, the result is meaningless.
    pub fn of_excess(
        clusters: &[Cluster],
        cap: u64,
        sink: &mut dyn ClauseSink,
    ) -> Result<Totalizer, TooManySums> {
        let mut clauses = 0;
        let mut parts = Vec::new();
        for cluster in clusters {
            let cap = cluster.at_least.saturating_add(cap);
            let groups = cluster.groups.iter();
            let leaves = groups
                .map(|group| Totalizer::leaf(group, cap, sink))
                .collect();
            let mut sum = Totalizer::sum(leaves, cap, &mut clauses, sink)?;
            sum.outputs.retain(|(each, _)| *each > cluster.at_least);
            for (each, _) in &mut sum.outputs {
                *each -= cluster.at_least;
            }
            parts.push(sum);
        }
        Totalizer::sum(parts, cap, &mut clauses, sink)
    }

    /// The sum of all nodes, the two smallest first. `clauses` counts towards
    /// [`MAX_CLAUSES`].
    fn sum(
        mut nodes: Vec<Totalizer>,
        cap: u64,
        clauses: &mut usize,
        sink: &mut dyn ClauseSink,
    ) -> Result<Totalizer, TooManySums> {
        let sized = nodes.iter().enumerate();
        let mut open: BinaryHeap<Reverse<(usize, usize)>> = sized
            .map(|(index, node)| Reverse((node.outputs.len(), index)))
            .collect();
        while let Some(Reverse((_, first))) = open.pop() {
            let Some(Reverse((_, second))) = open.pop() else {
                return Ok(std::mem::take(&mut nodes[first]));
            };
            if sink.is_closed() {
                return Ok(Totalizer::default());
            }
            *clauses += (nodes[first].outputs.len() + 1) * (nodes[second].outputs.len() + 1);
            if *clauses > MAX_CLAUSES {
                return Err(TooManySums);
            }
            let sum = nodes[first].plus(&nodes[second], cap, sink);
            open.push(Reverse((sum.outputs.len(), nodes.len())));
            nodes.push(sum);
        }
        Ok(Totalizer::default())
    }

    /// A literal that is true if the sum is at least `sum`: forbidding it bounds the sum.
    /// `None` if no sum up to the cap is that large.
    pub fn at_least(&self, sum: u64) -> Option<Lit> {
        let place = self.outputs.partition_point(|(each, _)| *each < sum);
        self.outputs.get(place).map(|(_, lit)| *lit)
    }

    fn leaf(group: &WeightedGroup, cap: u64, sink: &mut dyn ClauseSink) -> Totalizer {
        let mut members: BTreeMap<u64, Vec<Lit>> = BTreeMap::new();
        for &(lit, weight) in group.iter().filter(|(_, weight)| *weight > 0) {
            members.entry(weight.min(cap)).or_default().push(lit);
        }
        let mut outputs: Vec<(u64, Lit)> = Vec::new();
        let mut above = None;
        for (&sum, lits) in members.iter().rev() {
            let output = match (above, &lits[..]) {
                (None, [only]) => *only,
                _ => {
                    let output = sink.new_var().positive();
                    for &lit in lits.iter().chain(&above) {
                        sink.add_clause(&[!lit, output]);
                    }
                    output
                }
            };
            above = Some(output);
            outputs.push((sum, output));
        }
        outputs.reverse();
        Totalizer { outputs }
    }

    fn plus(&self, other: &Totalizer, cap: u64, sink: &mut dyn ClauseSink) -> Totalizer {
        let none = [(0, None)];
        let with = |outputs: &[(u64, Lit)]| -> Vec<(u64, Option<Lit>)> {
            let some = outputs.iter().map(|&(sum, lit)| (sum, Some(lit)));
            none.into_iter().chain(some).collect()
        };
        let (ours, theirs) = (with(&self.outputs), with(&other.outputs));
        let mut sums: BTreeMap<u64, Option<Lit>> = BTreeMap::new();
        for (one, _) in &ours {
            for (two, _) in &theirs {
                sums.insert(one.saturating_add(*two).min(cap), None);
            }
        }
        sums.remove(&0);
        let mut before: Option<Lit> = None;
        for output in sums.values_mut() {
            let lit = sink.new_var().positive();
            if let Some(before) = before {
                sink.add_clause(&[!lit, before]);
            }
            before = Some(lit);
            *output = Some(lit);
        }
        for (one, first) in &ours {
            if sink.is_closed() {
                break;
            }
            for (two, second) in &theirs {
                let sum = one.saturating_add(*two).min(cap);
                if let Some(Some(output)) = sums.get(&sum) {
                    let inputs = first.iter().chain(second).map(|&lit| !lit);
                    let clause: Vec<Lit> = inputs.chain([*output]).collect();
                    sink.add_clause(&clause);
                }
            }
        }
        let outputs = sums.into_iter().filter_map(|(sum, lit)| Some((sum, lit?)));
        Totalizer {
            outputs: outputs.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::{Formula, Var};

    /// Whether the formula is satisfiable with these inputs and `forbidden` false, by
    /// trying all values of the other variables.
    fn allows(formula: &Formula, inputs: &[bool], forbidden: Option<Lit>) -> bool {
        let further = formula.variables() - inputs.len();
        (0u64..1 << further).any(|rest| {
            let value = |var: Var| match inputs.get(var.index()) {
                Some(&value) => value,
                None => rest >> (var.index() - inputs.len()) & 1 == 1,
            };
            let holds = |lit: Lit| value(lit.var()) == lit.is_positive();
            forbidden.is_none_or(|lit| !holds(lit)) && formula.broken_clause(value).is_none()
        })
    }

    #[test]
    fn forbidding_an_output_bounds_the_sum_and_nothing_else() {
        // Two groups of two and one of three: every choice, bound and cap.
        let weights: [&[u64]; 3] = [&[0, 5], &[2, 0], &[0, 2, 3]];
        for cap in [3, 7, 100] {
            let mut formula = Formula::default();
            let groups: Vec<WeightedGroup> = weights
                .iter()
                .map(|group| {
                    let member = |&weight: &u64| (formula.new_var().positive(), weight);
                    group.iter().map(member).collect()
                })
                .collect();
            let cluster = Cluster {
                groups,
                at_least: 0,
            };
            let totalizer = Totalizer::of_excess(&[cluster], cap, &mut formula).unwrap();
            for choice in 0..12usize {
                let picks = [choice % 2, choice / 2 % 2, choice / 4];
                let mut inputs = Vec::new();
                let mut sum = 0;
                for (group, pick) in weights.iter().zip(picks) {
                    inputs.extend((0..group.len()).map(|place| place == pick));
                    sum += group[pick];
                }
                assert!(allows(&formula, &inputs, None));
                for bound in 1..=cap.min(12) {
                    match totalizer.at_least(bound) {
                        None => assert!(sum < bound),
                        lit => assert_eq!(allows(&formula, &inputs, lit), sum < bound),
                    }
                }
            }
        }
    }

    #[test]
    fn only_the_excess_over_the_bounds_is_counted() {
        // One group adds 2 or 3, the other 2 or 5: at least 4.
        let mut formula = Formula::default();
        let mut group = |weights: [u64; 2]| -> WeightedGroup {
            let member = |weight| (formula.new_var().positive(), weight);
            weights.map(member).to_vec()
        };
        let clusters = [[2, 3], [2, 5]].map(|weights| Cluster {
            groups: vec![group(weights)],
            at_least: 2,
        });
        let totalizer = Totalizer::of_excess(&clusters, 100, &mut formula).unwrap();
        for (inputs, excess) in [
            ([true, false, true, false], 0),
            ([false, true, true, false], 1),
            ([true, false, false, true], 3),
            ([false, true, false, true], 4),
        ] {
            for bound in 1..=4 {
                let lit = totalizer.at_least(bound);
                assert_eq!(allows(&formula, &inputs, lit), excess < bound);
            }
        }
        assert_eq!(totalizer.at_least(5), None);
    }

    #[test]
    fn too_many_clauses_are_rejected_before_they_are_written() {
        let mut formula = Formula::default();
        let lit = formula.new_var().positive();
        let node = |length| Totalizer {
            outputs: (1..=length).map(|sum| (sum, lit)).collect(),
        };
        // One more each: 2001 × 2000.
        let nodes = vec![node(1999), node(2000)];
        let refused = Totalizer::sum(nodes, u64::MAX, &mut 0, &mut formula);
        assert_eq!(refused, Err(TooManySums));
        assert_eq!(formula.clause_count(), 0);
    }

    #[test]
    fn too_many_sums_are_rejected() {
        let mut formula = Formula::default();
        let groups: Vec<WeightedGroup> = (0..40)
            .map(|k| vec![(formula.new_var().positive(), 1u64 << k)])
            .collect();
        let cluster = Cluster {
            groups,
            at_least: 0,
        };
        let refused = Totalizer::of_excess(&[cluster], u64::MAX, &mut formula);
        assert_eq!(refused, Err(TooManySums));
    }
}
