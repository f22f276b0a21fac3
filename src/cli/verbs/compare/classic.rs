//! What a comparison of classic puzzles consists of.

use super::CompareArgs;
use super::campaign::{Answers, Kind, Stops};
use super::source::{Source, Sourced};
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::session;
use crate::compare::diagnose::{Diagnosis, Finding};
use crate::compare::group::{Example, puzzle_line};
use crate::compare::roster::{BackendSet, Roster};
use crate::compare::symmetry::SymmetryCheck;
use crate::compare::{Figures, FindingKind, Instance, KnownCount};
use crate::grid::Geometry;
use crate::grid::text::{Alphabet, Record};
use crate::limits::Limits;
use crate::rules::{Description, Library};
use anyhow::Result;

/// Classic puzzles, and the backends that answer them.
pub struct Classic<'c> {
    pub args: &'c CompareArgs,
    pub inputs: &'c Inputs<'c>,
    pub roster: &'c Roster,
}

impl Kind for Classic<'_> {
    type Read = Record;
    type Puzzle = Instance;
    type Backends = BackendSet;

    fn each(&self, output: &Output, visit: &mut dyn FnMut(Record) -> Result<bool>) -> Result<()> {
        self.inputs.each_puzzle_until(Some(output), visit)
    }

    fn puzzle(&self, source: Source<Record>) -> Result<Sourced<Instance>> {
        Ok(match source {
            Source::Read(record) => Sourced {
                puzzle: Instance {
                    known: known(&record),
                    puzzle: record.puzzle.clone(),
                },
                place: session::place(&record),
                replay: replay_puzzle(self.args, &record),
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
                    puzzle: instance,
                    place: format!("seed {seed}"),
                    replay,
                }
            }
        })
    }

    fn backends(&self) -> BackendSet {
        self.roster.backends()
    }

    fn compare(
        &self,
        sourced: &Sourced<Instance>,
        set: &mut BackendSet,
        stops: &Stops,
    ) -> Result<Option<Answers>> {
        let limits = || stops.query();
        let mut figures = Figures::default();
        let (instance, depth) = (&sourced.puzzle, self.args.depth());
        let mut disagreements = set.compare(instance, depth, &limits, &mut figures);
        let check = SymmetryCheck {
            images: self.args.images,
            limit: self.args.limit,
        };
        disagreements.extend(check.run(&instance.puzzle, &limits(), &mut figures));
        // Who is to blame is found out even after the time of the run.
        let diagnosis = self.diagnosis(&limits, Limits::unlimited());
        let findings = diagnosis.findings(instance, &disagreements, &set.take_calls());
        Ok(Some(Answers {
            figures,
            disagreements,
            findings,
        }))
    }

    fn shrink(
        &self,
        instance: &Instance,
        finding: &Finding,
        stops: &Stops,
        end: Limits,
    ) -> (FindingKind, Example) {
        let limits = || stops.query();
        let shrunk = self.diagnosis(&limits, end).shrink(instance, finding);
        (shrunk.kind, Example::new(&shrunk))
    }

    fn description(_: &Instance) -> Option<&Description> {
        None
    }

    fn library(&self) -> &Library {
        Library::built_in()
    }
}

impl Classic<'_> {
    fn diagnosis<'d>(&'d self, limits: &'d dyn Fn() -> Limits, end: Limits) -> Diagnosis<'d> {
        Diagnosis {
            roster: self.roster,
            depth: self.args.depth(),
            shapes: self.args.named_shapes(),
            limits,
            end,
        }
    }
}

/// The number of solutions given in the line itself: `PUZZLE:COUNT` or
/// `PUZZLE:COUNT:SOLUTION`.
fn known(record: &Record) -> KnownCount {
    let fields = record.note.strip_prefix(':').unwrap_or_default();
    let count = fields.split(':').next().unwrap_or_default();
    count
        .trim()
        .parse()
        .map_or(KnownCount::Unknown, KnownCount::Exactly)
}

fn replay_puzzle(args: &CompareArgs, record: &Record) -> String {
    let geometry = record.puzzle.geometry();
    let alphabet = Alphabet::Digits.detected(geometry.side(), record.puzzle.cells());
    format!(
        "printf '%s\\n' '{}' | satoku compare --from line --box {geometry} \
         --alphabet {alphabet}{} -",
        puzzle_line(&record.puzzle, known(record)),
        args.shared_options()
    )
}
