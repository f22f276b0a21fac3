//! Checks that are stopped, wherever they are.

use super::super::check;
use crate::formula::Formula;
use crate::proof::CheckResult;
use crate::proof::examples::{Ending, SQUARE, formula, large_formula};
use crate::proof::pace::STRIDE;
use std::cell::Cell;
use std::io::{self, BufReader, Read};

#[test]
fn a_check_can_be_stopped() {
    let proof = "d 1 2 0\n".repeat(10);
    let checked = check(&formula(SQUARE), proof.as_bytes(), &|| true, None).unwrap();
    assert_eq!(checked, CheckResult::Stopped);
}

/// Asks to stop when it is read.
struct Stopping<'s>(&'s Cell<bool>);

impl Read for Stopping<'_> {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.set(true);
        Ok(0)
    }
}

#[test]
fn a_check_can_be_stopped_in_the_middle() {
    let stopped = Cell::new(false);
    let (start, end) = ("d 1 3 0\n".repeat(100), "d 1 3 0\n".repeat(100));
    let proof = start
        .as_bytes()
        .chain(Stopping(&stopped))
        .chain(end.as_bytes());
    let checked = check(
        &formula(SQUARE),
        BufReader::new(proof),
        &|| stopped.get(),
        None,
    );
    assert_eq!(checked.unwrap(), CheckResult::Stopped);
}

/// One lemma may have many resolvents, and each a long explanation.
#[test]
fn a_check_can_be_stopped_within_a_lemma() {
    // 1 implies 2, and so on up to the end of the chain, which implies all of `last`.
    const CHAIN: i32 = 2000;
    let [new, end, open] = [3 * CHAIN + 1, 3 * CHAIN + 2, 3 * CHAIN + 3];
    let last = CHAIN + 1..=2 * CHAIN;
    let mut clauses: Vec<Vec<i32>> = (1..CHAIN).map(|first| vec![-first, first + 1]).collect();
    for each in last.clone() {
        // Propagation does not see it.
        clauses.extend([1, -1].map(|sign| vec![-CHAIN, each, sign * (each + CHAIN)]));
        clauses.push(vec![-new, each]);
    }
    clauses.push(last.map(|each| -each).chain([end]).collect());
    clauses.extend(
        [-end, 1]
            .into_iter()
            .flat_map(|x| [vec![x, open], vec![x, -open]]),
    );
    let mut formula = Formula::default();
    formula.variables = open;
    clauses.into_iter().for_each(|clause| formula.add(clause));
    let proof = format!("{new} -1 0\n-{new} 0\n");
    let asked = Cell::new(0);
    let stopped_after = |most| {
        asked.set(0);
        let stop = || asked.replace(asked.get() + 1) >= most;
        check(&formula, proof.as_bytes(), &stop, None).unwrap()
    };
    match stopped_after(u32::MAX) {
        CheckResult::Refuted(stats) => assert_eq!((stats.lemmas, stats.rat), (2, 1)),
        other => panic!("{other:?}"),
    }
    assert!(asked.get() > 3, "{}", asked.get());
    assert_eq!(stopped_after(asked.get() - 1), CheckResult::Stopped);
}

/// Propagation may walk over many clauses for each resolvent of one lemma, although each of
/// these clauses is true.
#[test]
fn watches_count_as_work() {
    const RESOLVENTS: i32 = 40;
    const OTHERS: i32 = 1 << 17;
    let [q, x, p, w] = [1, 2, 3, 4];
    let [y, z, other] = [
        |each| 8 + 3 * each,
        |each| 9 + 3 * each,
        |each| 8 + 3 * RESOLVENTS + each,
    ];
    let mut clauses = vec![
        vec![-q, 5],
        vec![-q, -5],
        vec![-x, 6],
        vec![-x, -6],
        vec![-w, 7],
        vec![-w, -7],
    ];
    for each in 0..RESOLVENTS {
        let (y, z) = (y(each), z(each));
        clauses.extend([
            vec![-p, x, y],
            vec![y, z],
            vec![-z, z + 1],
            vec![-z, -z - 1],
        ]);
    }
    clauses.push((0..RESOLVENTS).map(|each| -y(each)).chain([w]).collect());
    let mut formula = Formula::default();
    formula.variables = other(OTHERS);
    clauses.into_iter().for_each(|clause| formula.add(clause));
    let others = |d: &str| -> String {
        let line = |each| format!("{d}{x} -{p} {} 0\n", other(each));
        (0..OTHERS).map(line).collect()
    };
    let (added, deleted) = (others(""), others("d "));
    let proof = format!("{added}{p} {q} 0\n{deleted}{q} {x} {w} 0\n-{q} 0\n-{x} 0\n-{w} 0\n0\n");
    let (is_read, asked) = (Cell::new(false), Cell::new(0));
    let stop = || {
        asked.set(asked.get() + usize::from(is_read.get()));
        false
    };
    let proof = BufReader::new(Ending(proof.as_bytes(), &is_read));
    match check(&formula, proof, &stop, None).unwrap() {
        CheckResult::Refuted(stats) => assert_eq!(stats.rat, 1),
        other => panic!("{other:?}"),
    }
    let least = (RESOLVENTS * OTHERS) as usize / STRIDE;
    assert!(asked.get() >= least, "{} of {least}", asked.get());
}

#[test]
fn a_check_can_be_stopped_while_the_formula_is_loaded() {
    let asked = Cell::new(0);
    let stop = || asked.replace(asked.get() + 1) > 0;
    let checked = check(&large_formula(), &b""[..], &stop, None).unwrap();
    assert_eq!(checked, CheckResult::Stopped);
}
