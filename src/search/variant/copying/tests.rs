//! What a copying search finds, against all fillings.

use super::super::combinations::Combinations;
use super::super::engine::{Engine, Fixpoint};
use super::super::model::{Model, sum};
use super::super::peers::Peers;
use super::super::propagator::Propagator;
use super::super::tests::random;
use super::network::Trial;
use super::*;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

const DIGITS: usize = 5;
const CELLS: usize = 5;

type Filling = [u32; CELLS];

/// What a propagator demands, beside the peers.
type Demand = Box<dyn Fn(&Filling) -> bool>;

fn a_sum(random: &mut ChaCha8Rng, peers: &Peers) -> (Propagator, Demand) {
    let most = [1, 1, 3, 40][random.random_range(0..4)];
    let is_negative = random.random_bool(0.4);
    let mut cells: Vec<u32> = (0..CELLS as u32).collect();
    cells.shuffle(random);
    cells.truncate(random.random_range(2..=CELLS));
    let term = |&cell: &u32| match is_negative && random.random_bool(0.5) {
        true => (cell, -random.random_range(1..=most)),
        false => (cell, random.random_range(1..=most)),
    };
    let terms: Vec<(u32, i64)> = cells.iter().map(term).collect();
    let value = |&(_, times): &(u32, i64)| times * random.random_range(0..DIGITS as i64);
    let total: i64 = terms.iter().map(value).sum();
    let propagator = sum(DIGITS, 0, terms.clone(), total, peers);
    let holds = move |filling: &Filling| {
        let value = |&(cell, times): &(u32, i64)| times * i64::from(filling[cell as usize]);
        terms.iter().map(value).sum::<i64>() == total
    };
    (propagator, Box::new(holds))
}

fn a_pair(random: &mut ChaCha8Rng) -> (Propagator, Demand) {
    let first = random.random_range(0..CELLS);
    let second = (first + random.random_range(1..CELLS)) % CELLS;
    let table = Arc::new(random::table(random, DIGITS));
    let pair = Propagator::Pair(first as u32, second as u32, Arc::clone(&table));
    let holds = move |f: &Filling| table.allows(f[first] as usize, f[second] as usize);
    (pair, Box::new(holds))
}

/// Cells that differ, none of them now and then, and some of the sets that they can hold.
fn a_cage(random: &mut ChaCha8Rng, peers: &mut Peers) -> (Propagator, Demand) {
    let mut cells: Vec<u32> = (0..CELLS as u32).collect();
    cells.shuffle(random);
    cells.truncate(random.random_range(0..=CELLS));
    peers.add_all(&cells);
    let mut sets: Vec<Mask> = (0..1 << DIGITS).collect();
    sets.retain(|set| set.count_ones() as usize == cells.len());
    let kept = random.random_range(1..=sets.len());
    sets.shuffle(random);
    sets.truncate(kept);
    let propagator = Propagator::Combinations(Combinations::new(cells.clone(), sets.clone()));
    let holds = move |filling: &Filling| {
        let held = cells.iter().map(|&cell| 1 << filling[cell as usize]);
        sets.contains(&held.fold(0, |all, digit| all | digit))
    };
    (propagator, Box::new(holds))
}

fn some_peers(random: &mut ChaCha8Rng) -> Peers {
    let mut peers = Peers::new(CELLS);
    match random.random_range(0..4) {
        0 => peers.add_all(&[0, 1, 2, 3, 4]),
        1 => {
            peers.add_all(&[0, 3]);
            peers.add_all(&[1, 2, 4]);
        }
        2 => peers.add_all(&[1, 3, 4]),
        _ => {}
    }
    peers
}

fn fillings(masks: &[Mask], peers: &Peers, demands: &[Demand]) -> BTreeSet<Filling> {
    let all = (0..DIGITS.pow(CELLS as u32)).map(|number| -> Filling {
        std::array::from_fn(|cell| (number / DIGITS.pow(cell as u32) % DIGITS) as u32)
    });
    let holds = |filling: &Filling| {
        (0..CELLS).all(|cell| {
            let mut others = peers.of(cell as u32).iter();
            masks[cell] >> filling[cell] & 1 == 1
                && others.all(|&other| filling[other as usize] != filling[cell])
        }) && demands.iter().all(|demand| demand(filling))
    };
    all.filter(holds).collect()
}

struct Seen(BTreeSet<Filling>);

impl Goal for Seen {
    fn solution(&mut self, masks: &[Mask]) -> ControlFlow<()> {
        let filling = std::array::from_fn(|cell| masks[cell].trailing_zeros());
        assert!(self.0.insert(filling), "found twice");
        ControlFlow::Continue(())
    }
}

/// All solutions, in short runs.
fn all(copying: &mut Copying) -> BTreeSet<Filling> {
    let mut seen = Seen(BTreeSet::new());
    while !runs_out(copying, &mut seen) {}
    seen.0
}

/// A short run; whether it was the last.
fn runs_out(copying: &mut Copying, seen: &mut Seen) -> bool {
    match copying.run(3, &Limits::unlimited(), seen) {
        Some(End::Exhausted) => true,
        Some(end) => panic!("{end:?}"),
        None => false,
    }
}

/// The solutions of a search that gives away what it can after each short run, to one that
/// leaves out no totals, and those that this one finds.
fn all_in_parts(giver: &mut Copying) -> BTreeSet<Filling> {
    let mut taker = giver.without_work();
    giver.network.trial = Trial { runs: 1, uses: 2 };
    let mut seen = Seen(BTreeSet::new());
    while !runs_out(giver, &mut seen) {
        if let Some(part) = giver.give() {
            taker.take(part);
            while !runs_out(&mut taker, &mut seen) {}
        }
    }
    seen.0
}

#[test]
fn the_solutions_are_those_of_brute_force() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut none, mut several, mut leaves, mut more_leaves) = (0, 0, 0, 0);
    for _ in 0..4000 {
        let mut peers = some_peers(&mut random);
        let mut parts = vec![a_sum(&mut random, &peers), a_sum(&mut random, &peers)];
        if random.random_bool(0.5) {
            parts.push(a_pair(&mut random));
        }
        if random.random_bool(0.5) {
            parts.push(a_cage(&mut random, &mut peers));
        }
        let (mut propagators, demands): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        if peers.are_all(&[0, 1, 2, 3, 4]) {
            propagators.push(Propagator::Singles(vec![0, 1, 2, 3, 4], 0b11111));
        }
        let masks = (0..CELLS).map(|_| 1 | random::mask(&mut random, DIGITS));
        let masks: Vec<Mask> = masks.collect();
        let expected = fillings(&masks, &peers, &demands);
        let model = Model {
            digits: DIGITS,
            masks: masks.clone(),
            peers,
            propagators,
            watchers: Vec::new(),
        };
        let text = format!("{masks:?} {:?}", model.propagators);
        let Some(mut copying) = Copying::new(&model, &masks) else {
            continue;
        };
        assert_eq!(all(&mut copying), expected, "{text}");
        assert!((copying.done - 1.0).abs() < 1e-9, "{}", copying.done);
        none += u32::from(expected.is_empty());
        several += u32::from(expected.len() > 1);
        leaves += copying.leaves;
        // Totals are left out, and back where they were needed.
        let mut hasty = Copying::new(&model, &masks).unwrap();
        hasty.network.trial = Trial { runs: 1, uses: 2 };
        assert_eq!(all(&mut hasty), expected, "{text}");
        more_leaves += hasty.leaves - copying.leaves.min(hasty.leaves);
        let mut giver = Copying::new(&model, &masks).unwrap();
        assert_eq!(all_in_parts(&mut giver), expected, "{text}");
    }
    let counts = (none, several, leaves, more_leaves);
    assert!(none > 200 && several > 200 && leaves > 5000, "{counts:?}");
    assert!(more_leaves > 500, "{counts:?}");
}

#[test]
fn what_it_cannot_propagate_is_left_to_others() {
    let model = |digits: usize, propagators| Model {
        digits,
        masks: vec![1; CELLS],
        peers: Peers::new(CELLS),
        propagators,
        watchers: Vec::new(),
    };
    let can = |model: &Model| Copying::new(model, &model.masks).is_some();
    let clause = Propagator::Clause(vec![(0, 1), (1, 1)]);
    assert!(can(&model(MOST_DIGITS, Vec::new())));
    assert!(!can(&model(MOST_DIGITS + 1, Vec::new())));
    assert!(!can(&model(DIGITS, vec![clause])));
}

#[test]
fn a_time_limit_ends_it() {
    let limits = Limits::unlimited().within(std::time::Duration::ZERO);
    // Seven digits for eight cells that differ have no solution, and many failures.
    let cells = 8;
    let mut peers = Peers::new(cells);
    peers.add_all(&(0..cells as u32).collect::<Vec<_>>());
    let mut model = Model {
        digits: cells,
        masks: vec![0b111_1111; cells],
        peers,
        propagators: Vec::new(),
        watchers: Vec::new(),
    };
    model.watch();
    let mut engine = Engine::new(model);
    assert_eq!(engine.start(&Limits::unlimited()), Fixpoint::Reached);
    let mut copying = Copying::new(&engine.model, engine.store.masks()).unwrap();
    let end = copying.run(u64::MAX, &limits, &mut Seen(BTreeSet::new()));
    assert_eq!(end, Some(End::Stopped(crate::outcome::Reason::Timeout)));
}
