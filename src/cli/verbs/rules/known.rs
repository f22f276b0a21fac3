//! The solutions of empty grids, as `[[known]]` gives their number.

use crate::backend::{self, VariantNative};
use crate::cli::exit::unless_interrupted;
use crate::cli::pipeline::session;
use crate::grid::{Geometry, Puzzle, Solution};
use crate::limits::Limits;
use crate::outcome::{End, Tally};
use crate::rules::{
    CompileError, Definition, Description, Kind, Known, Library, RuleFileError, compile_within,
};
use crate::words::counted;
use anyhow::{Context, Result, bail};
use std::ops::ControlFlow;
use std::time::Duration;

/// How long the solutions of a grid are counted.
const TIME: Duration = Duration::from_secs(10);

/// A line for each number in the file.
///
/// # Errors
/// A wrong number, and a shape that is none.
pub(super) fn check(definition: &Definition, library: &Library) -> Result<Vec<String>> {
    let known = definition.known().iter();
    known
        .map(|known| line(definition, known, library))
        .collect()
}

fn line(definition: &Definition, known: &Known, library: &Library) -> Result<String> {
    let (shape, expected) = (&known.shape, known.solutions);
    let grid = format!("an empty grid with boxes {shape}");
    let place = || {
        let what = "[[known]]".to_owned();
        RuleFileError::at(definition.file(), definition.text(), known.at, what).to_string()
    };
    if definition.kind() != Kind::Rule {
        bail!("{}: belongs to rules, not to types of constraints", place());
    }
    let shape: Geometry = shape.parse().with_context(place)?;
    let limits = session::interrupts().within(TIME);
    // One more than expected is wrong already.
    let most = expected.saturating_add(1);
    let Tally { found, end } = count(definition, shape, most, &limits, (library, &place))?;
    let solutions = |number| counted(number, "solution");
    match end {
        End::Exhausted if found == expected => Ok(format!("{grid} has {}", solutions(found))),
        End::Exhausted => bail!(
            "{}: {grid} has {}, not {expected} as the file says",
            place(),
            solutions(found)
        ),
        End::Enough => bail!(
            "{}: {grid} has at least {}, not {expected} as the file says",
            place(),
            solutions(found)
        ),
        End::Stopped(reason) => {
            let reason = unless_interrupted(reason)?;
            Ok(format!(
                "{grid} has at least {} ({reason})",
                solutions(found)
            ))
        }
    }
}

/// Solutions of the empty grid with this rule, at most `most` of them.
fn count(
    definition: &Definition,
    shape: Geometry,
    most: u64,
    limits: &Limits,
    (library, place): (&Library, &dyn Fn() -> String),
) -> Result<Tally> {
    let board = Description::of_classic(&Puzzle::empty(shape));
    let board = board.with_context(|| format!("{}: boxes {shape} are too large", place()))?;
    let description = Description {
        rules: vec![definition.name().to_owned()],
        ..board
    };
    let puzzle = match compile_within(&description, library, limits) {
        Ok(puzzle) => puzzle,
        Err(CompileError::Stopped(reason)) => {
            let end = End::Stopped(reason);
            return Ok(Tally { found: 0, end });
        }
        Err(CompileError::Rule(error)) => {
            bail!(
                "{}: the file itself refuses boxes {shape}: {error}",
                place()
            )
        }
    };
    let mut native = VariantNative::default();
    let go_on = &mut |_: &Solution| ControlFlow::Continue(());
    Ok(backend::enumerate(
        &mut native,
        &puzzle,
        most,
        limits,
        go_on,
    )?)
}
