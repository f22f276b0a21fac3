use super::*;
use crate::cnf::ClauseSink;
use crate::cnf::totalizer::WeightedGroup;
use crate::sat::{LimitChecks, Varisat};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A group and an index in it.
type Member = (usize, usize);

/// Exactly one member of each group, and some pairs excluded.
fn random_problem(random: &mut ChaCha8Rng) -> (Vec<Vec<u64>>, Vec<(Member, Member)>) {
    // Every other problem has weights of very different sizes.
    let shift = 12 * random.random_range(0..2);
    let weight =
        |random: &mut ChaCha8Rng| random.random_range(0..6) << random.random_range(0..=shift);
    let groups: Vec<Vec<u64>> = (0..4)
        .map(|_| (0..3).map(|_| weight(random)).collect())
        .collect();
    let member = |random: &mut ChaCha8Rng| (random.random_range(0..4), random.random_range(0..3));
    let pairs = (0..12).map(|_| (member(random), member(random)));
    (groups, pairs.collect())
}

fn brute_force(groups: &[Vec<u64>], pairs: &[(Member, Member)]) -> Option<u64> {
    let choices = (0..81usize).map(|k| [k % 3, k / 3 % 3, k / 9 % 3, k / 27]);
    let allowed = choices.filter(|choice| {
        let holds = |(group, member): Member| choice[group] == member;
        pairs.iter().all(|&(a, b)| !(holds(a) && holds(b)))
    });
    let loss = |choice: [usize; 4]| -> u64 { (0..4).map(|g| groups[g][choice[g]]).sum() };
    allowed.map(loss).min()
}

#[test]
fn all_strategies_find_the_minimum() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut unsatisfiable = 0;
    for _ in 0..600 {
        let (weights, pairs) = random_problem(&mut random);
        let expected = brute_force(&weights, &pairs);
        unsatisfiable += u32::from(expected.is_none());
        let known = expected.map_or(vec![None], |least| vec![None, Some(least), Some(least + 3)]);
        let strategies = [Strategy::Linear, Strategy::Cores, Strategy::Either];
        let runs = known
            .into_iter()
            .flat_map(|known| strategies.map(|each| (each, known)));
        for (strategy, known) in runs {
            let mut solver = Varisat::new(LimitChecks::BeforeSolving);
            let solver: &mut dyn SatSolver = &mut solver;
            let groups = with_groups(solver, &weights);
            for &(a, b) in &pairs {
                solver.add_clause(&[!groups[a.0][a.1].0, !groups[b.0][b.1].0]);
            }
            let clusters = [Cluster {
                groups,
                at_least: 0,
            }];
            let mut last = None;
            let limits = Limits::unlimited();
            let ended = minimise(
                solver,
                &clusters,
                strategy,
                known,
                &limits,
                &mut |model| {
                    last = Some(loss(model, &clusters));
                },
                &mut |_| {},
            );
            let proven = match expected {
                Some(_) => Minimum::Proven,
                None => Minimum::Unsatisfiable,
            };
            let last = last.or(known.filter(|known| Some(*known) == expected));
            assert_eq!(
                (ended, last),
                (proven, expected),
                "{strategy:?} {known:?} {weights:?}"
            );
        }
    }
    assert!(unsatisfiable > 0);
}

/// Groups of these weights, each with exactly one member that holds.
fn with_groups(solver: &mut dyn SatSolver, weights: &[Vec<u64>]) -> Vec<WeightedGroup> {
    let mut groups = Vec::new();
    for weights in weights {
        let group: WeightedGroup = weights
            .iter()
            .map(|&weight| (solver.new_var().positive(), weight))
            .collect();
        let lits: Vec<Lit> = group.iter().map(|(lit, _)| *lit).collect();
        solver.add_clause(&lits);
        crate::cnf::Amo::Pairwise.encode(&lits, 0, &mut Through(solver));
        groups.push(group);
    }
    groups
}

/// With these weights, a totalizer would have more than a million million sums.
#[test]
fn a_single_model_needs_no_totalizer() {
    let weights: Vec<Vec<u64>> = (0..40).map(|k| vec![0, 1 << k]).collect();
    let mut solver = Varisat::new(LimitChecks::BeforeSolving);
    let solver: &mut dyn SatSolver = &mut solver;
    let groups = with_groups(solver, &weights);
    for group in &groups {
        solver.add_clause(&[group[1].0]);
    }
    let clusters = [Cluster {
        groups,
        at_least: 0,
    }];
    let mut losses = Vec::new();
    let ended = minimise(
        solver,
        &clusters,
        Strategy::Linear,
        None,
        &Limits::unlimited(),
        &mut |model| losses.push(loss(model, &clusters)),
        &mut |_| {},
    );
    assert_eq!(ended, Minimum::Proven);
    assert_eq!(losses, [(1 << 40) - 1]);
}

/// A solver as a sink.
struct Through<'s>(&'s mut dyn SatSolver);

impl ClauseSink for Through<'_> {
    fn new_var(&mut self) -> crate::cnf::Var {
        self.0.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.0.add_clause(clause);
    }
}
