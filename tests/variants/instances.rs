//! The native search and SAT with several encodings find the known answers.

use crate::sample::{Instance, Known, TIME, instances};
use satoku::backend::{Backend, VariantNative, VariantSat};
use satoku::encoding::Encoding;
use satoku::limits::Limits;
use satoku::outcome::Reason;
use satoku::puzzles::Properness;
use satoku::rules::VariantPuzzle;
use satoku::sat::Engine;

/// How an answer compares with what is known.
enum Outcome {
    Right,
    /// A limit came first.
    Open,
    Wrong(String),
}

fn outcome(instance: &Instance, backend: &mut dyn Backend<VariantPuzzle>) -> Outcome {
    let limits = Limits::unlimited().within(TIME);
    let found = match Properness::of(&instance.puzzle(), backend, &limits) {
        Ok(found) => found,
        Err(wrong) => return Outcome::Wrong(format!("{}: {wrong}", instance.id)),
    };
    let agrees = match (instance.solutions, &found) {
        (
            Known::One | Known::Several | Known::AtLeastOne | Known::Nothing,
            Properness::Unknown(Reason::Timeout),
        ) => {
            return Outcome::Open;
        }
        (Known::None, Properness::Unsatisfiable) | (Known::Several, Properness::Several) => true,
        (Known::One, Properness::Proper(solution)) => instance.solution.as_ref() == Some(solution),
        (Known::AtLeastOne, Properness::Proper(_) | Properness::Several) => true,
        (Known::Nothing, _) => true,
        _ => false,
    };
    let name = backend.name();
    match agrees {
        true => Outcome::Right,
        false => Outcome::Wrong(format!("{}: {name}: {found:?}", instance.id)),
    }
}

/// No answer is wrong, and few puzzles are left open: one in ten, as slow machines need, and none
/// without a solution.
fn assert_right(mut backend: impl Backend<VariantPuzzle>) {
    let instances = instances();
    let (mut wrong, mut open) = (Vec::new(), Vec::new());
    for instance in &instances {
        match outcome(instance, &mut backend) {
            Outcome::Right => {}
            Outcome::Open => open.push(instance.id.as_str()),
            Outcome::Wrong(text) => wrong.push(text),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(open.len() * 10 <= instances.len(), "left open: {open:?}");
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
