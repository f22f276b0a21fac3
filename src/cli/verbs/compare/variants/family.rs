//! What a comparison of variants consists of.

use crate::cli::pipeline::output::Output;
use crate::cli::variants::{VariantInput, VariantItem};
use crate::cli::verbs::compare::campaign::{PuzzleFamily, Stops};
use crate::cli::verbs::compare::source::{Source, Sourced};
use crate::cli::verbs::compare::{CompareArgs, classic, findings};
use crate::compare::group::Example;
use crate::compare::roster::Roster;
use crate::compare::shrink::{Shrinker, Shrunk};
use crate::compare::variants::{VariantCorpus, VariantShrinker};
use crate::compare::{Instance, KnownCount};
use crate::escape;
use crate::rules::{CompileError, Description, Library, VariantPuzzle, compile_within};
use anyhow::{Result, bail};

/// Variants, and the backends that answer them.
pub struct Variants<'c> {
    args: &'c CompareArgs,
    input: &'c VariantInput<'c>,
    library: &'c Library,
    corpus: VariantCorpus,
    roster: &'c Roster<VariantPuzzle>,
}

impl<'c> Variants<'c> {
    /// Those of the input, and random ones with the rules of the command line or, with
    /// `all_rules`, with any.
    pub fn new(
        args: &'c CompareArgs,
        input: &'c VariantInput<'c>,
        all_rules: bool,
        roster: &'c Roster<VariantPuzzle>,
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
}

impl PuzzleFamily for Variants<'_> {
    type Read = VariantItem;
    type Puzzle = Description;
    type Problem = VariantPuzzle;

    fn each(
        &self,
        output: &Output,
        visit: &mut dyn FnMut(VariantItem) -> Result<bool>,
    ) -> Result<()> {
        self.input.each(Some(output), &mut |item| visit(item?))
    }

    fn puzzle(&self, source: Source<VariantItem>) -> Result<Sourced<Description>> {
        let (place, puzzle) = match source {
            Source::Read(item) => {
                require_unknown(&item)?;
                (item.place(), item.description)
            }
            Source::Seed(seed) => (
                format!("seed {seed}"),
                self.corpus.puzzle(seed, self.library),
            ),
        };
        let replay = findings::replay_variant(self.args, &escape::json(&puzzle)?);
        Ok(Sourced {
            instance: Instance::unknown(puzzle),
            place,
            replay,
        })
    }

    fn text(item: &VariantItem) -> Result<String> {
        Ok(escape::json(&item.description)?)
    }

    fn roster(&self) -> &Roster<VariantPuzzle> {
        self.roster
    }

    fn problem(
        &self,
        sourced: &Sourced<Description>,
        stops: &Stops,
    ) -> Result<Option<VariantPuzzle>> {
        match compile_within(&sourced.instance.puzzle, self.library, &stops.run()) {
            Ok(puzzle) => Ok(Some(puzzle)),
            Err(CompileError::Stopped(_)) => Ok(None),
            Err(CompileError::Rule(error)) => bail!("{}: {error}", sourced.place),
        }
    }

    fn shrinker(&self) -> impl Shrinker<Puzzle = Description, Problem = VariantPuzzle> {
        let library = self.library;
        VariantShrinker { library }
    }

    fn example(shrunk: &Shrunk<Description>) -> Example {
        Example::of_variant(shrunk)
    }

    fn description(puzzle: &Description) -> Option<&Description> {
        Some(puzzle)
    }

    fn library(&self) -> &Library {
        self.library
    }
}

/// An error if the line of a classic puzzle states its number of solutions, which is another one
/// with rules.
fn require_unknown(item: &VariantItem) -> Result<()> {
    let known = item.classic.as_deref().map(classic::known).transpose()?;
    match known {
        None | Some(KnownCount::Unknown) => Ok(()),
        Some(_) => bail!(
            "{}: found a number of solutions after the puzzle, which rules may change; remove it, \
             or leave --rules out",
            item.place()
        ),
    }
}
