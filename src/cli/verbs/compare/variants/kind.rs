//! What a comparison of variants consists of.

use crate::cli::pipeline::output::Output;
use crate::cli::variants::{VariantInput, VariantItem};
use crate::cli::verbs::compare::campaign::{Answers, Kind, Stops};
use crate::cli::verbs::compare::source::{Source, Sourced};
use crate::cli::verbs::compare::{CompareArgs, findings};
use crate::compare::diagnose::Finding;
use crate::compare::group::Example;
use crate::compare::variants::{VariantCorpus, VariantDepth, VariantDiagnosis, VariantRoster};
use crate::compare::{Figures, FindingKind, KnownCount, QuerySet};
use crate::escape;
use crate::limits::Limits;
use crate::rules::{CompileError, Description, Library, compile_within};
use anyhow::{Result, bail};

/// Variants, and the backends that answer them.
pub struct Variants<'c> {
    args: &'c CompareArgs,
    input: &'c VariantInput<'c>,
    library: &'c Library,
    corpus: VariantCorpus,
    roster: &'c VariantRoster,
}

impl<'c> Variants<'c> {
    /// Those of the input, and random ones with the rules of the command line or, with
    /// `all_rules`, with any.
    pub fn new(
        args: &'c CompareArgs,
        input: &'c VariantInput<'c>,
        all_rules: bool,
        roster: &'c VariantRoster,
    ) -> Variants<'c> {
        let given = input.rules();
        let library = given.library();
        let rules = match all_rules {
            true => library.rule_names().map(str::to_owned).collect(),
            false => given.names.clone(),
        };
        Variants {
            args,
            input,
            library,
            corpus: VariantCorpus::new(rules),
            roster,
        }
    }

    fn diagnosis<'d>(
        &'d self,
        limits: &'d dyn Fn() -> Limits,
        end: Limits,
    ) -> VariantDiagnosis<'d> {
        VariantDiagnosis {
            roster: self.roster,
            library: self.library,
            limit: self.args.limit,
            limits,
            end,
        }
    }
}

impl Kind for Variants<'_> {
    type Read = VariantItem;
    type Puzzle = Description;
    /// Those of a puzzle depend on its size.
    type Backends = ();

    fn each(
        &self,
        output: &Output,
        visit: &mut dyn FnMut(VariantItem) -> Result<bool>,
    ) -> Result<()> {
        self.input.each(Some(output), &mut |item| visit(item?))
    }

    fn puzzle(&self, source: Source<VariantItem>) -> Result<Sourced<Description>> {
        let (place, puzzle) = match source {
            Source::Read(item) => (item.place(), item.description),
            Source::Seed(seed) => (
                format!("seed {seed}"),
                self.corpus.puzzle(seed, self.library),
            ),
        };
        let replay = findings::replay_variant(self.args, &escape::json(&puzzle)?);
        Ok(Sourced {
            puzzle,
            place,
            replay,
        })
    }

    fn backends(&self) {}

    fn compare(
        &self,
        sourced: &Sourced<Description>,
        (): &mut (),
        stops: &Stops,
    ) -> Result<Option<Answers>> {
        let puzzle = match compile_within(&sourced.puzzle, self.library, &stops.run()) {
            Ok(puzzle) => puzzle,
            Err(CompileError::Stopped(_)) => return Ok(None),
            Err(CompileError::Rule(error)) => bail!("{}: {error}", sourced.place),
        };
        let mut backends = self.roster.backends(puzzle.board().cell_count());
        let mut figures = Figures::default();
        let depth = VariantDepth {
            queries: QuerySet::All,
            limit: self.args.limit,
            known: KnownCount::Unknown,
        };
        let limits = || stops.query();
        let disagreements = backends.compare(&puzzle, depth, &limits, &mut figures);
        // Who is to blame is found out even after the time of the run.
        let diagnosis = self.diagnosis(&limits, Limits::unlimited());
        let findings = diagnosis.findings(&puzzle, &disagreements, &backends.take_calls());
        Ok(Some(Answers {
            figures,
            disagreements,
            findings,
        }))
    }

    fn shrink(
        &self,
        puzzle: &Description,
        finding: &Finding,
        stops: &Stops,
        end: Limits,
    ) -> (FindingKind, Example) {
        let limits = || stops.query();
        let shrunk = self.diagnosis(&limits, end).shrink(puzzle, finding);
        (shrunk.kind, Example::of_variant(&shrunk))
    }

    fn description(puzzle: &Description) -> Option<&Description> {
        Some(puzzle)
    }

    fn library(&self) -> &Library {
        self.library
    }
}
