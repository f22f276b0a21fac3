//! Each propagator alone, on random candidates, against all fillings.

use super::random;
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::rules::{Automaton, Board, Kernel, Mask};
use crate::search::variant::any_of::AnyOf;
use crate::search::variant::clause;
use crate::search::variant::combinations::Combinations;
use crate::search::variant::line::{Lines, Sweep};
use crate::search::variant::matching;
use crate::search::variant::model::sum;
use crate::search::variant::peers::Peers;
use crate::search::variant::propagator::Propagator;
use crate::search::variant::same::Same;
use crate::search::variant::store::{Store, digits};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// A propagator, the peers of its cells, their candidates, and what it demands.
type Case<'c> = (
    &'c Propagator,
    &'c Peers,
    &'c [Mask],
    &'c dyn Fn(&[u32]) -> bool,
);

const DIGITS: usize = 5;

/// One row of cells, whose houses nobody looks at here.
fn board(cells: usize) -> Board {
    Board::new((1, cells), (0, cells.max(DIGITS) as i32 - 1), None).unwrap()
}

/// The candidates that occur in fillings that are allowed; `None` if there is none.
fn supported(masks: &[Mask], allows: &dyn Fn(&[u32]) -> bool) -> Option<Vec<Mask>> {
    fn go(
        masks: &[Mask],
        filling: &mut Vec<u32>,
        allows: &dyn Fn(&[u32]) -> bool,
        found: &mut [Mask],
    ) {
        if filling.len() == masks.len() {
            if allows(filling) {
                let all = found.iter_mut().zip(filling.iter());
                all.for_each(|(mask, digit)| *mask |= 1 << digit);
            }
            return;
        }
        for digit in digits(masks[filling.len()]) {
            filling.push(digit);
            go(masks, filling, allows, found);
            filling.pop();
        }
    }
    let mut found = vec![0; masks.len()];
    go(masks, &mut Vec::new(), allows, &mut found);
    found.iter().all(|&mask| mask != 0).then_some(found)
}

/// Runs a propagator as the engine does: again after its own changes if it asks for
/// that, and digits of fixed cells go from their peers.
fn run(propagator: &Propagator, peers: &Peers, masks: &[Mask]) -> Option<Vec<Mask>> {
    let mut store = Store::new(masks.to_vec());
    loop {
        let before = store.mark();
        propagator
            .run(peers, &mut Sweep::default(), &mut store)
            .ok()?;
        let repeats = propagator.repeats() && store.mark() > before;
        let before = store.mark();
        for cell in 0..masks.len() as u32 {
            let mask = store.mask(cell);
            if mask.is_power_of_two() {
                let mut others = peers.of(cell).iter();
                others.try_for_each(|&peer| store.remove(peer, mask)).ok()?;
            }
        }
        if !repeats && store.mark() == before {
            return Some(store.masks().to_vec());
        }
    }
}

/// Nothing of a filling is removed.
fn assert_sound(found: Option<&Vec<Mask>>, expected: Option<&Vec<Mask>>, what: &str) {
    if let Some(expected) = expected {
        let found = found.unwrap_or_else(|| panic!("{what} has fillings"));
        let all = found.iter().zip(expected);
        for (cell, (found, expected)) in all.enumerate() {
            assert_eq!(expected & !found, 0, "{what}: cell {cell} lost candidates");
        }
    }
}

fn holds(kernel: &Kernel, board: &Board, filling: &[u32]) -> bool {
    let digits = filling
        .iter()
        .map(|&digit| Digit::from_index(digit as usize));
    kernel.holds(board, &digits.collect::<Vec<_>>())
}

fn random_masks(random: &mut ChaCha8Rng, count: usize) -> Vec<Mask> {
    (0..count).map(|_| random::mask(random, DIGITS)).collect()
}

fn all_peers(cells: usize) -> Peers {
    let mut peers = Peers::new(cells);
    peers.add_all(&(0..cells as u32).collect::<Vec<_>>());
    peers
}

fn are_different(filling: &[u32]) -> bool {
    let set = filling.iter().fold(0u64, |set, digit| set | 1 << digit);
    set.count_ones() as usize == filling.len()
}

#[test]
fn matching_is_complete() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut failed = 0;
    for _ in 0..3000 {
        let count = random.random_range(1..=5);
        let masks = random_masks(&mut random, count);
        let mut store = Store::new(masks.clone());
        let cells: Vec<u32> = (0..count as u32).collect();
        let found = matching::distinct(&cells, &mut store).ok();
        let found = found.map(|()| store.masks().to_vec());
        let expected = supported(&masks, &are_different);
        failed += u32::from(expected.is_none());
        assert_eq!(found, expected, "{masks:?}");
    }
    assert!(failed > 100);
}

#[test]
fn pairs_and_automata_are_complete() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..1500 {
        let masks = random_masks(&mut random, 4);
        let board = board(4);
        let table = Arc::new(random::table(&mut random, DIGITS));
        let kernel = Kernel::Pair(Cell(0), Cell(2), Arc::clone(&table));
        let pair = Propagator::Pair(0, 2, table);
        let expected = supported(&masks, &|filling| holds(&kernel, &board, filling));
        assert_eq!(run(&pair, &Peers::new(4), &masks), expected);

        let automaton = random::automaton(&mut random, DIGITS);
        let cells = vec![3, 0, 2, 1];
        // The line is made with all candidates, and used with fewer.
        let all = vec![(1 << DIGITS) - 1; 4];
        let line = line(cells, &automaton, &all, &Peers::new(4));
        let expected = supported(&masks, &|filling| {
            automaton.accepts([3, 0, 2, 1].map(|cell| filling[cell] as usize))
        });
        assert_eq!(run(&line, &Peers::new(4), &masks), expected);
    }
}

fn line(cells: Vec<u32>, automaton: &Arc<Automaton>, masks: &[Mask], peers: &Peers) -> Propagator {
    let line = Lines::default().line(cells, automaton, masks, peers, &Limits::unlimited());
    line.unwrap().map_or(Propagator::Never, Propagator::Line)
}

#[test]
fn automata_are_complete_where_neighbours_on_the_line_differ() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut more = 0;
    for _ in 0..1500 {
        let masks = random_masks(&mut random, 4);
        let automaton = random::automaton(&mut random, DIGITS);
        let all = vec![(1 << DIGITS) - 1; 4];
        // All differ, or the first two on the line.
        let differ = match random.random_bool(0.5) {
            true => vec![3, 0, 2, 1],
            false => vec![3, 0],
        };
        let mut peers = Peers::new(4);
        peers.add_all(&differ);
        let accepts =
            |filling: &[u32]| automaton.accepts([3, 0, 2, 1].map(|cell| filling[cell] as usize));
        let expected = supported(&masks, &|filling| {
            let mut held: Vec<_> = differ.iter().map(|&cell| filling[cell as usize]).collect();
            held.sort_unstable();
            held.dedup();
            held.len() == differ.len() && accepts(filling)
        });
        let line = line(vec![3, 0, 2, 1], &automaton, &all, &peers);
        assert_eq!(run(&line, &peers, &masks), expected, "{differ:?}");
        more += u32::from(expected != supported(&masks, &accepts));
    }
    assert!(more > 300, "{more}");
}

/// 2¹⁶ sets of digits are more than a line remembers.
#[test]
fn a_line_with_too_many_states_propagates_the_automaton_alone() {
    const COUNT: usize = 16;
    let next = |&sum: &usize, digit: usize| Some((sum + digit) % 7);
    let automaton = Automaton::explore(COUNT, 0, |&sum| sum == 3, next);
    let automaton = Arc::new(automaton.unwrap());
    let cells: Vec<u32> = (0..COUNT as u32).collect();
    let mut masks = vec![(1 << COUNT) - 1; COUNT];
    masks[1..].fill(0b11);
    let mut peers = Peers::new(COUNT);
    peers.add_all(&cells);
    let wide = line(
        cells.clone(),
        &automaton,
        &[(1 << COUNT) - 1; COUNT],
        &peers,
    );
    let plain = line(cells, &automaton, &masks, &Peers::new(COUNT));
    let found = run(&wide, &peers, &masks);
    assert!(found.is_some());
    assert_eq!(found, run(&plain, &Peers::new(COUNT), &masks));
}

#[test]
fn lines_that_are_alike_share_their_states_and_others_do_not() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    let automaton = random::automaton(&mut random, DIGITS);
    let all = vec![(1 << DIGITS) - 1; 6];
    let mut peers = Peers::new(6);
    peers.add_all(&[0, 1, 2]);
    let mut lines = Lines::default();
    let mut shared = |cells: Vec<u32>, masks: &[Mask]| {
        let line = lines.line(cells, &automaton, masks, &peers, &Limits::unlimited());
        line.unwrap().map_or(Propagator::Never, Propagator::Line)
    };
    for cells in [vec![0, 1, 2], vec![3, 4, 5], vec![2, 1, 0], vec![4, 3, 5]] {
        for last in [all[0], 1, 2] {
            let mut masks = all.clone();
            masks[5] = last;
            let alone = line(cells.clone(), &automaton, &masks, &peers);
            let found = run(&shared(cells.clone(), &masks), &peers, &masks);
            assert_eq!(found, run(&alone, &peers, &masks), "{cells:?} {last}");
        }
    }
}

#[test]
fn sums_of_few_cells_are_complete() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..3000 {
        let count = random.random_range(1..=4);
        let masks = random_masks(&mut random, count);
        let is_cage = random.random_bool(0.5);
        let peers = if is_cage {
            all_peers(count)
        } else {
            Peers::new(count)
        };
        let times = |random: &mut ChaCha8Rng| match random.random_range(0..3) {
            0 => random.random_range(1..4),
            1 => -random.random_range(1..4),
            _ => 1,
        };
        let same = random.random_bool(0.5).then(|| times(&mut random));
        let terms = (0..count as u32).map(|cell| {
            let times = same.unwrap_or_else(|| times(&mut random));
            (cell, times)
        });
        let terms: Vec<(u32, i64)> = terms.collect();
        let total = random.random_range(-8..20);
        let propagator = sum(DIGITS, -1, terms.clone(), total, &peers);
        let expected = supported(&masks, &|filling| {
            let value =
                |&(cell, times): &(u32, i64)| times * (i64::from(filling[cell as usize]) - 1);
            let sum: i64 = terms.iter().map(value).sum();
            sum == total && (!is_cage || are_different(filling))
        });
        let found = run(&propagator, &peers, &masks);
        assert_eq!(found, expected, "{terms:?} = {total} in {masks:?}");
    }
}

#[test]
fn sums_of_more_cells_are_sound() {
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut removed = 0;
    for _ in 0..400 {
        let masks = random_masks(&mut random, 6);
        // Two groups of cells that differ.
        let mut peers = Peers::new(6);
        peers.add_all(&[0, 2, 4]);
        peers.add_all(&[1, 3, 5]);
        let terms = (0..6).map(|cell| (cell, if cell == 5 { -2 } else { 1 }));
        let terms: Vec<(u32, i64)> = terms.collect();
        let total = random.random_range(-2..16);
        let propagator = sum(DIGITS, 0, terms.clone(), total, &peers);
        let expected = supported(&masks, &|filling| {
            let value = |&(cell, times): &(u32, i64)| times * i64::from(filling[cell as usize]);
            let differ = |a: usize| are_different(&[filling[a], filling[a + 2], filling[a + 4]]);
            terms.iter().map(value).sum::<i64>() == total && differ(0) && differ(1)
        });
        let found = run(&propagator, &peers, &masks);
        removed += u32::from(found.as_ref() != Some(&masks));
        assert_sound(found.as_ref(), expected.as_ref(), "the sum");
    }
    assert!(removed > 100);
}

#[test]
fn combinations_clauses_and_the_same_digits_are_sound() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let mut removed = [0; 3];
    for _ in 0..800 {
        let masks = random_masks(&mut random, 5);
        let extend = |set: Mask, digit: usize, _: usize| set == 0 || set >> (digit - 1) & 1 == 1;
        let sets = Combinations::sets(7, 5, &extend, &|_| true).unwrap();
        let cells = (0..5).collect();
        let wide: Vec<Mask> = masks.iter().map(|mask| mask | mask << 2).collect();
        let run_is = Propagator::Combinations(Combinations::new(cells, sets));
        let consecutive = |filling: &[u32]| {
            let (low, high) = (filling.iter().min(), filling.iter().max());
            are_different(filling) && high.unwrap() - low.unwrap() == 4
        };
        let options =
            (0..3).map(|_| (random.random_range(0..5), random::mask(&mut random, DIGITS)));
        let options: Vec<(u32, Mask)> = options.collect();
        let clause = Propagator::Clause(options.clone());
        let sides = [vec![0, 4], vec![3, 1]];
        let same = Propagator::Same(Same {
            sides,
            all: (1 << DIGITS) - 1,
        });
        let is_same =
            |f: &[u32]| f[0].min(f[4]) == f[1].min(f[3]) && f[0].max(f[4]) == f[1].max(f[3]);
        let some = |f: &[u32]| {
            options
                .iter()
                .any(|&(cell, mask)| mask >> f[cell as usize] & 1 == 1)
        };
        let (free, bound) = (Peers::new(5), all_peers(5));
        let cases: [Case<'_>; 3] = [
            (&run_is, &bound, &wide, &consecutive),
            (&clause, &free, &masks, &some),
            (&same, &free, &masks, &is_same),
        ];
        for (case, (propagator, peers, masks, allows)) in cases.into_iter().enumerate() {
            let expected = supported(masks, allows);
            let found = run(propagator, peers, masks);
            removed[case] += u32::from(found.as_deref() != Some(masks));
            assert_sound(
                found.as_ref(),
                expected.as_ref(),
                &format!("{propagator:?}"),
            );
        }
    }
    assert!(removed.iter().all(|&count| count > 20), "{removed:?}");
}

#[test]
fn a_clause_fixes_the_last_option() {
    let mut store = Store::new(vec![0b0011, 0b0110, 0b1000]);
    let options = [(0, 0b0001), (1, 0b1000), (2, 0b0001)];
    assert!(clause::some(&options, &mut store).is_ok());
    assert_eq!(store.masks(), [0b0001, 0b0110, 0b1000]);
    assert!(clause::some(&options[1..], &mut store).is_err());
}

#[test]
fn what_all_branches_remove_is_removed() {
    let candidates = |cell, mask| vec![Propagator::Candidates(cell, mask)];
    let any_of = AnyOf::new(vec![
        candidates(0, 0b011),
        candidates(0, 0b110),
        candidates(1, 0b100),
    ]);
    let peers = Peers::new(2);
    let mut store = Store::new(vec![0b1111, 0b1011]);
    assert!(any_of.propagate(&peers, &mut store).is_ok());
    assert_eq!(store.masks(), [0b0111, 0b1011]);
    let mut store = Store::new(vec![0b1000, 0b1011]);
    assert!(any_of.propagate(&peers, &mut store).is_err());
}
