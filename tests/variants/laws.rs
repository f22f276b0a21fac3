//! Laws: what must be true of any puzzle, whatever its solutions are.

use crate::sample::{Instance, TIME, compiled, instances};
use satoku::backend::{VariantNative, VariantSat};
use satoku::encoding::Encoding;
use satoku::grid::{Digit, Solution};
use satoku::limits::Limits;
use satoku::puzzles::Properness;
use satoku::rules::{BoardSymmetry, Kernel, Mask, Table, VariantPuzzle};
use satoku::sat::Engine;
use std::collections::BTreeSet;

fn properness(puzzle: &VariantPuzzle) -> Properness {
    let limits = Limits::unlimited().within(TIME);
    Properness::of(puzzle, &mut VariantNative::default(), &limits).unwrap()
}

#[test]
fn an_image_has_the_image_of_the_solution() {
    for instance in instances() {
        let Some(solution) = &instance.solution else {
            continue;
        };
        for symmetry in BoardSymmetry::all() {
            let image = symmetry.description(&instance.description);
            let expected = symmetry.solution(instance.size(), solution);
            let checked = compiled(&instance.id, &image).check(&expected);
            assert_eq!(checked, Ok(()), "{}: {symmetry:?}", instance.id);
        }
    }
}

/// A different image of each instance, so that all of them are seen for some.
#[test]
fn an_image_has_no_other_solutions() {
    let (instances, mut compared) = (instances(), 0);
    for (number, instance) in instances.iter().enumerate() {
        let symmetry = BoardSymmetry::all().nth(1 + number % 7).unwrap();
        let image = compiled(&instance.id, &symmetry.description(&instance.description));
        let image_of = |solution| symmetry.solution(instance.size(), &solution);
        let expected = match properness(&instance.puzzle()) {
            Properness::Proper(solution) => Properness::Proper(image_of(solution)),
            Properness::Unknown(_) => continue,
            other => other,
        };
        assert_eq!(
            properness(&image),
            expected,
            "{}: {symmetry:?}",
            instance.id
        );
        compared += 1;
    }
    assert_most(compared, instances.len());
}

/// A slow machine leaves some open.
pub fn assert_most(compared: usize, all: usize) {
    assert!(10 * compared >= 9 * all, "{compared} of {all} compared");
}

/// One puzzle of each kind.
#[test]
fn an_image_has_no_other_solutions_by_sat() {
    let encoding = Encoding::named("extended").unwrap();
    let (mut kinds, mut compared) = (BTreeSet::new(), 0);
    for (number, instance) in instances().iter().enumerate() {
        let Some(solution) = &instance.solution else {
            continue;
        };
        if !kinds.insert(kind(instance)) {
            continue;
        }
        let symmetry = BoardSymmetry::all().nth(1 + number % 7).unwrap();
        let image = compiled(&instance.id, &symmetry.description(&instance.description));
        let mut sat = VariantSat::new(&encoding, &Engine::varisat());
        let limits = Limits::unlimited().within(TIME);
        let found = Properness::of(&image, &mut sat, &limits).unwrap();
        let expected = Properness::Proper(symmetry.solution(instance.size(), solution));
        if !matches!(found, Properness::Unknown(_)) {
            assert_eq!(found, expected, "{}: {symmetry:?}", instance.id);
            compared += 1;
        }
    }
    assert!(kinds.len() > 40, "{kinds:?}");
    assert_most(compared, kinds.len());
}

/// Rules that say that all marks are given mean more with fewer marks.
#[test]
fn a_constraint_or_a_given_less_never_removes_the_solution() {
    let mut removed = 0;
    for instance in instances() {
        let Some(solution) = &instance.solution else {
            continue;
        };
        if instance
            .description
            .rules
            .iter()
            .any(|rule| rule.starts_with("strict-"))
        {
            continue;
        }
        let assert_kept = |fewer: &satoku::rules::Description| {
            let checked = compiled(&instance.id, fewer).check(solution);
            assert_eq!(checked, Ok(()), "{}: {fewer:?}", instance.id);
        };
        for index in 0..instance.description.constraints.len() {
            let mut fewer = instance.description.clone();
            fewer.constraints.remove(index);
            assert_kept(&fewer);
            removed += 1;
        }
        for index in 0..instance.description.rules.len() {
            let mut fewer = instance.description.clone();
            fewer.rules.remove(index);
            assert_kept(&fewer);
            removed += 1;
        }
        if let Some(first) = instance.description.candidates.keys().next() {
            let mut fewer = instance.description.clone();
            fewer.candidates.remove(first);
            assert_kept(&fewer);
        }
    }
    assert!(removed > 100, "{removed}");
}

/// Whether a kernel means the same whatever the digits are called.
fn knows_no_values(kernel: &Kernel) -> bool {
    match kernel {
        Kernel::Distinct(_) => true,
        Kernel::Pair(_, _, table) => {
            let of = |allows: fn(usize, usize) -> bool| Table::new(table.digit_count(), allows);
            **table == of(|a, b| a == b) || **table == of(|a, b| a != b)
        }
        _ => false,
    }
}

/// Each digit becomes the next one, and the last one the first.
fn relabelled(puzzle: &VariantPuzzle) -> VariantPuzzle {
    let digits = puzzle.board().digit_count();
    let next = |mask: Mask| (mask << 1 | mask >> (digits - 1)) & puzzle.board().all_digits();
    let mut other = puzzle.clone();
    for cell in puzzle.board().cells() {
        other.set_candidates(cell, next(puzzle.candidates()[cell.index()]));
    }
    other
}

#[test]
fn digits_can_be_relabelled_where_no_rule_knows_their_values() {
    let mut kinds: Vec<String> = Vec::new();
    for instance in instances() {
        let puzzle = instance.puzzle();
        let (Some(solution), true) = (&instance.solution, puzzle.kernels().all(knows_no_values))
        else {
            continue;
        };
        let digits = puzzle.board().digit_count();
        let next = |digit: &Digit| Digit::from_index((digit.index() + 1) % digits);
        let expected = Solution::new(solution.cells().iter().map(next).collect());
        let found = properness(&relabelled(&puzzle));
        if !matches!(found, Properness::Unknown(_)) {
            assert_eq!(found, Properness::Proper(expected), "{}", instance.id);
            kinds.push(kind(&instance));
        }
    }
    kinds.dedup();
    for expected in [
        "anti-king",
        "anti-knight",
        "classic",
        "diagonal",
        "jigsaw",
        "windoku",
    ] {
        assert!(
            kinds.iter().any(|kind| kind == expected),
            "{expected}: {kinds:?}"
        );
    }
}

/// The kind of an instance: its name without the number.
pub fn kind(instance: &Instance) -> String {
    let name = instance.id.rsplit_once('-');
    name.map_or(instance.id.as_str(), |(kind, _)| kind)
        .to_owned()
}
