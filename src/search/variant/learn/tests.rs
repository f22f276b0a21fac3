//! Explanations and learnt clauses of single propagators against all fillings.

use super::super::any_of::AnyOf;
use super::super::engine::{Engine, Fixpoint};
use super::super::line::Lines;
use super::super::model::{Model, sum};
use super::super::peers::Peers;
use super::super::propagator::Propagator;
use super::super::same::Same;
use super::super::search::{Search, solution};
use super::super::store::digits;
use super::super::tests::random;
use super::*;
use crate::rules::{Mask, VariantPuzzle};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

const DIGITS: usize = 5;
const CELLS: usize = 5;

type Filling = [u32; CELLS];

/// A propagator, and what it demands.
type Case = (Propagator, Box<dyn Fn(&Filling) -> bool>);

fn a_sum(random: &mut ChaCha8Rng, peers: &Peers, most: i64) -> Case {
    let times: Vec<i64> = (0..CELLS)
        .map(|_| match random.random_range(-most..=most) {
            0 => 1,
            times => times,
        })
        .collect();
    let count = random.random_range(2..=CELLS);
    let total: i64 = times[..count].iter().map(|times| times * 2).sum();
    let total = total + random.random_range(-3..=3);
    let terms = (0..count).map(|cell| (cell as u32, times[cell])).collect();
    let holds = move |filling: &Filling| {
        let shares = filling[..count].iter().zip(&times);
        shares
            .map(|(&digit, times)| times * i64::from(digit))
            .sum::<i64>()
            == total
    };
    (sum(DIGITS, 0, terms, total, peers), Box::new(holds))
}

fn a_line(random: &mut ChaCha8Rng, peers: &Peers) -> Case {
    let automaton = random::automaton(random, DIGITS);
    let mut cells = vec![3, 0, 4, 2, 1];
    if random.random_bool(0.3) {
        cells[1] = 3;
    }
    let all = vec![(1 << DIGITS) - 1; CELLS];
    let limits = Limits::unlimited();
    let line = Lines::default().line(cells.clone(), &automaton, &all, peers, &limits);
    let line = line.unwrap().map_or(Propagator::Never, Propagator::Line);
    let holds = move |filling: &Filling| {
        let read = cells.iter().map(|&cell| filling[cell as usize] as usize);
        automaton.accepts(read.collect::<Vec<_>>())
    };
    (line, Box::new(holds))
}

fn a_pair(random: &mut ChaCha8Rng) -> Case {
    let (first, second) = (random.random_range(0..CELLS), random.random_range(0..CELLS));
    let table = Arc::new(random::table(random, DIGITS));
    let pair = Propagator::Pair(first as u32, second as u32, Arc::clone(&table));
    let holds = move |f: &Filling| table.allows(f[first] as usize, f[second] as usize);
    (pair, Box::new(holds))
}

fn case(random: &mut ChaCha8Rng, peers: &Peers) -> Case {
    match random.random_range(0..9) {
        0 | 1 => a_sum(random, peers, 1),
        2 => a_sum(random, peers, 3),
        3 | 4 => a_line(random, peers),
        5 => a_pair(random),
        6 => {
            let cells = vec![0, 1, 2, 3];
            let differ = |f: &Filling| (0..4).all(|a| (0..a).all(|b| f[a] != f[b]));
            (Propagator::Matching(cells), Box::new(differ))
        }
        7 => {
            let sides = [vec![0, 4], vec![3, 1]];
            let all = (1 << DIGITS) - 1;
            let are_same =
                |f: &Filling| (f[0], f[4]) == (f[1], f[3]) || (f[0], f[4]) == (f[3], f[1]);
            let same = Propagator::Same(Same { sides, all });
            (same, Box::new(are_same))
        }
        _ => {
            let all = [
                a_sum(random, peers, 2),
                a_line(random, peers),
                a_pair(random),
            ];
            let [(sum, sum_holds), (line, line_holds), (pair, pair_holds)] = all;
            let branches = vec![vec![sum], vec![line, pair]];
            let holds = move |f: &Filling| sum_holds(f) || line_holds(f) && pair_holds(f);
            (Propagator::AnyOf(AnyOf::new(branches)), Box::new(holds))
        }
    }
}

fn fillings(count: usize, peers: &Peers, holds: &dyn Fn(&Filling) -> bool) -> Vec<Filling> {
    let all = (0..count.pow(CELLS as u32))
        .map(|number| std::array::from_fn(|cell| (number / count.pow(cell as u32) % count) as u32));
    let differ = |filling: &Filling| {
        (0..CELLS as u32).all(|cell| {
            let mut others = peers.of(cell).iter();
            others.all(|&other| {
                other as usize >= CELLS || filling[other as usize] != filling[cell as usize]
            })
        })
    };
    all.filter(|filling| differ(filling) && holds(filling))
        .collect()
}

impl Learner {
    /// Whether a literal holds in a filling.
    fn is_true(&self, lit: Lit, filling: &Filling) -> bool {
        let (cell, digit) = self.literals.candidate(lit.var());
        let held = match filling.get(cell as usize) {
            Some(&held) => held,
            None => {
                let Propagator::Combinations(choice) = &self.engine.model.propagators[0] else {
                    panic!("only these have a choice");
                };
                let cells = choice.cells.iter();
                let set = cells.fold(0, |set: Mask, &cell| set | 1 << filling[cell as usize]);
                choice.sets.iter().position(|&each| each == set).unwrap() as u32
            }
        };
        (held == digit) == lit.is_yes()
    }

    /// Everything on the trail follows from what came before.
    fn check_trail(&mut self, fillings: &[Filling]) -> usize {
        let mut count = 0;
        for place in 0..self.literals.len() as u32 {
            let lit = self.literals.get(place as usize);
            let why = self.literals.why(place);
            if matches!(why, Why::Decision) || self.literals.level_of(lit) == 0 {
                continue;
            }
            let (from, to) = self.explain(place);
            let why = self.analysis.kept[from as usize..to as usize].to_vec();
            assert!(why.iter().all(|&each| self.literals.place(each) < place));
            let explained = |f: &&Filling| why.iter().all(|&each| self.is_true(each, f));
            let mut bound = fillings.iter().filter(explained);
            assert!(bound.all(|filling| self.is_true(lit, filling)));
            count += 1;
        }
        count
    }

    fn decide_randomly(&mut self, random: &mut ChaCha8Rng) -> bool {
        let masks = self.engine.store.masks();
        let open = (0..CELLS as u32).filter(|&cell| masks[cell as usize].count_ones() > 1);
        let open: Vec<u32> = open.collect();
        if open.is_empty() {
            return false;
        }
        let cell = open[random.random_range(0..open.len())];
        let held: Vec<u32> = digits(masks[cell as usize]).collect();
        let digit = held[random.random_range(0..held.len())];
        let lit = match random.random_bool(0.4) {
            true => self.literals.yes(cell, digit),
            false => self.literals.no(cell, digit),
        };
        self.literals.open_level(self.engine.store.mark());
        self.assert(lit, Why::Decision);
        true
    }
}

/// Checks what is explained and learnt in some random steps against all fillings with so
/// many digits; returns how much that was.
fn check(
    random: &mut ChaCha8Rng,
    count: usize,
    peers: Peers,
    (propagator, holds): Case,
) -> (usize, usize) {
    let limits = Limits::unlimited();
    let fillings = fillings(count, &peers, &holds);
    let mut model = Model {
        digits: count,
        masks: vec![(1 << count) - 1; CELLS],
        peers,
        propagators: vec![propagator],
        watchers: Vec::new(),
    };
    model.watch();
    let mut engine = Engine::new(model);
    if engine.start(&limits) != Fixpoint::Reached {
        assert!(fillings.is_empty());
        return (0, 0);
    }
    let (mut explained, mut learnt) = (0, 0);
    let mut learner = Learner::new(&engine);
    for _ in 0..12 {
        let is_open = learner.propagate(&limits).unwrap();
        explained += learner.check_trail(&fillings);
        if is_open {
            if !learner.decide_randomly(random) {
                learner.go_back_to(0);
            }
            continue;
        }
        let conflict = learner.analysis.conflict.clone();
        assert!(conflict.iter().all(|&lit| learner.literals.holds(lit)));
        let is_in = |f: &Filling| conflict.iter().all(|&lit| learner.is_true(lit, f));
        assert!(!fillings.iter().any(is_in));
        if !learner.learn() {
            assert!(fillings.is_empty());
            break;
        }
        let clause = &learner.analysis.learnt;
        let holds = |f: &Filling| clause.iter().any(|&lit| learner.is_true(lit, f));
        assert!(fillings.iter().all(holds));
        learnt += 1;
    }
    (explained, learnt)
}

#[test]
fn explanations_and_learnt_clauses_follow_from_the_propagator_alone() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut explained, mut learnt) = (0, 0);
    for _ in 0..5000 {
        let mut peers = Peers::new(CELLS);
        match random.random_range(0..3) {
            0 => peers.add_all(&[0, 1, 2, 3, 4]),
            1 => peers.add_all(&[1, 3, 4]),
            _ => {}
        }
        let case = case(&mut random, &peers);
        let more = check(&mut random, DIGITS, peers, case);
        (explained, learnt) = (explained + more.0, learnt + more.1);
    }
    assert!(explained > 10_000 && learnt > 500, "{explained} {learnt}");
}

#[test]
fn explanations_by_the_sets_of_a_large_cage_follow_from_it() {
    const MORE: usize = 7;
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut explained = 0;
    for _ in 0..150 {
        let mut peers = Peers::new(CELLS);
        peers.add_all(&[0, 1, 2, 3, 4]);
        let total = random.random_range(12..=18);
        let terms = (0..CELLS as u32).map(|cell| (cell, 1)).collect();
        let cage = sum(MORE, 0, terms, total, &peers);
        assert!(matches!(cage, Propagator::Combinations(_)));
        let holds = move |f: &Filling| i64::from(f.iter().sum::<u32>()) == total;
        let (more, _) = check(&mut random, MORE, peers, (cage, Box::new(holds)));
        explained += more;
    }
    assert!(explained > 10_000, "{explained}");
}

struct Seen(BTreeSet<Vec<usize>>);

impl Goal for Seen {
    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        let cells = solution(masks);
        let digits = cells.cells().iter().map(|digit| digit.index());
        assert!(self.0.insert(digits.collect()));
        ControlFlow::Continue(())
    }
}

#[test]
fn every_grid_of_4x4_is_found_once() {
    let classic = crate::grid::Puzzle::new("2x2".parse().unwrap(), vec![None; 16]);
    let puzzle = VariantPuzzle::from_classic(&classic.unwrap()).unwrap();
    let limits = Limits::unlimited();
    let search = Search::new(&puzzle, &limits).unwrap().unwrap();
    let mut seen = Seen(BTreeSet::new());
    let ended = Learner::new(&search.engine).run(&limits, &mut seen);
    assert_eq!((ended, seen.0.len()), (End::Exhausted, 288));
}
