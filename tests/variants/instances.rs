//! The native search and SAT with several encodings find the known answers.

use crate::sample::{Instance, Known, TIME, instances};
use satoku::backend::{Backend, VariantNative, VariantSat};
use satoku::encoding::Encoding;
use satoku::limits::Limits;
use satoku::puzzles::Properness;
use satoku::rules::VariantPuzzle;
use satoku::sat::Engine;

/// What is wrong with the answer of a backend, if something is.
fn fault(instance: &Instance, backend: &mut dyn Backend<VariantPuzzle>) -> Option<String> {
    let limits = Limits::unlimited().within(TIME);
    let found = match Properness::of(&instance.puzzle(), backend, &limits) {
        Ok(found) => found,
        Err(wrong) => return Some(format!("{}: {wrong}", instance.id)),
    };
    let agrees = match (instance.solutions, &found) {
        (Known::None, Properness::Unsatisfiable) | (Known::Several, Properness::Several) => true,
        (Known::One, Properness::Proper(solution)) => instance.solution.as_ref() == Some(solution),
        (Known::AtLeastOne, Properness::Proper(_) | Properness::Several) => true,
        (Known::Nothing, _) => true,
        _ => false,
    };
    let name = backend.name();
    (!agrees).then(|| format!("{}: {name}: {found:?}", instance.id))
}

fn assert_right(mut backend: impl Backend<VariantPuzzle>) {
    let instances = instances();
    let faults = instances
        .iter()
        .filter_map(|each| fault(each, &mut backend));
    let faults: Vec<String> = faults.collect();
    assert!(
        faults.is_empty(),
        "{} of {}:\n{}",
        faults.len(),
        instances.len(),
        faults.join("\n")
    );
}

fn sat(encoding: &str) -> VariantSat {
    VariantSat::new(&Encoding::named(encoding).unwrap(), &Engine::varisat())
}

#[test]
fn the_native_search_finds_the_known_answers() {
    assert_right(VariantNative::default());
}

#[test]
fn varisat_with_the_default_encoding_finds_the_known_answers() {
    assert_right(sat(satoku::encoding::DEFAULT));
}

#[test]
fn varisat_with_another_encoding_finds_the_known_answers() {
    assert_right(sat("sequential"));
}

#[test]
fn known_solutions_obey_every_constraint() {
    let mut checked = 0;
    for instance in instances() {
        if let Some(solution) = &instance.solution {
            assert_eq!(instance.puzzle().check(solution), Ok(()), "{}", instance.id);
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked}");
}
