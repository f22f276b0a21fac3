//! What a comparison of classic puzzles consists of.

use super::CompareArgs;
use super::campaign::{PuzzleFamily, Stops};
use super::source::{Source, Sourced};
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::session;
use crate::compare::group::{Example, puzzle_line};
use crate::compare::roster::Roster;
use crate::compare::shrink::{ClassicShrinker, Shrinker, Shrunk};
use crate::compare::symmetry::SymmetryCheck;
use crate::compare::{Disagreement, Figures, Instance, KnownCount};
use crate::escape;
use crate::grid::text::{Alphabet, Record};
use crate::grid::{Geometry, Puzzle};
use crate::limits::Limits;
use crate::rules::{Description, Library};
use anyhow::{Result, bail};
use std::num::IntErrorKind;

/// Classic puzzles, and the backends that answer them.
pub struct Classic<'c> {
    pub args: &'c CompareArgs,
    pub inputs: &'c Inputs<'c>,
    pub roster: &'c Roster,
}

impl PuzzleFamily for Classic<'_> {
    type Read = Record;
    type Puzzle = Puzzle;
    type Problem = Puzzle;

    fn each(&self, output: &Output, visit: &mut dyn FnMut(Record) -> Result<bool>) -> Result<()> {
        self.inputs.each_puzzle_until(Some(output), visit)
    }

    fn puzzle(&self, source: Source<Record>) -> Result<Sourced<Puzzle>> {
        Ok(match source {
            Source::Read(record) => Sourced {
                instance: Instance {
                    known: known(&record)?,
                    puzzle: record.puzzle.clone(),
                },
                place: session::place(&record),
                replay: replay_puzzle(self.args, &record)?,
            },
            Source::Seed(seed) => {
                let corpus = self.args.corpus();
                let instance = corpus.instance(seed);
                let geometry = instance.puzzle.geometry();
                let images = match geometry == Geometry::CLASSIC {
                    true => self.args.images,
                    false => 0,
                };
                let replay = format!(
                    "satoku compare --random 1 --seed {seed} --box {geometry} --kinds {}{}",
                    corpus.kind(seed),
                    self.args.options_with(&self.args.solver, images)
                );
                Sourced {
                    instance,
                    place: format!("seed {seed}"),
                    replay,
                }
            }
        })
    }

    fn text(record: &Record) -> Result<String> {
        let geometry = record.puzzle.geometry();
        Ok(format!(
            "{geometry} {}",
            puzzle_line(&record.puzzle, known(record)?)
        ))
    }

    fn roster(&self) -> &Roster {
        self.roster
    }

    fn problem(&self, sourced: &Sourced<Puzzle>, _: &Stops) -> Result<Option<Puzzle>> {
        Ok(Some(sourced.instance.puzzle.clone()))
    }

    fn check_images(
        &self,
        puzzle: &Puzzle,
        limits: &Limits,
        figures: &mut Figures,
    ) -> Vec<Disagreement> {
        let check = SymmetryCheck {
            images: self.args.images,
            limit: self.args.limit,
        };
        check.run(puzzle, limits, figures)
    }

    fn shrinker(&self) -> impl Shrinker<Puzzle = Puzzle, Problem = Puzzle> {
        let shapes = self.args.named_shapes();
        ClassicShrinker { shapes }
    }

    fn example(shrunk: &Shrunk) -> Example {
        Example::new(shrunk)
    }

    fn description(_: &Puzzle) -> Option<&Description> {
        None
    }

    fn library(&self) -> &Library {
        Library::built_in()
    }
}

/// The number of solutions given in the line itself: `PUZZLE:COUNT` or
/// `PUZZLE:COUNT:SOLUTION`.
///
/// # Errors
/// A number that is too large to be compared.
pub fn known(record: &Record) -> Result<KnownCount> {
    let fields = record.note.strip_prefix(':').unwrap_or_default();
    let count = fields.split(':').next().unwrap_or_default().trim();
    match count.parse() {
        Ok(count) => Ok(KnownCount::Exactly(count)),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => bail!(
            "{}: found the number of solutions {}, expected at most {}",
            session::place(record),
            escape::quoted(count, 40),
            u64::MAX
        ),
        Err(_) => Ok(KnownCount::Unknown),
    }
}

fn replay_puzzle(args: &CompareArgs, record: &Record) -> Result<String> {
    let geometry = record.puzzle.geometry();
    let alphabet = Alphabet::Digits.detected(geometry.side(), record.puzzle.cells());
    Ok(format!(
        "printf '%s\\n' '{}' | satoku compare --from line --box {geometry} \
         --alphabet {alphabet}{} -",
        puzzle_line(&record.puzzle, known(record)?),
        args.shared_options()
    ))
}
