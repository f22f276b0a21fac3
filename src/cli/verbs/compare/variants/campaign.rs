//! A comparison on variants from its first puzzle to its report.

use crate::batch;
use crate::cli::exit::Exit;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::session;
use crate::cli::pipeline::signals;
use crate::cli::variants::{RulesGiven, VariantInput};
use crate::cli::verbs::compare::progress::CampaignProgress;
use crate::cli::verbs::compare::state::SavedState;
use crate::cli::verbs::compare::{CompareArgs, findings, report};
use crate::compare::diagnose::Finding;
use crate::compare::group::Example;
use crate::compare::variants::{
    VariantCorpus, VariantDepth, VariantDiagnosis, VariantRoster, compare_variants,
};
use crate::compare::{Disagreement, Figures, KnownCount, QuerySet};
use crate::escape;
use crate::limits::Limits;
use crate::rules::{CompileError, Description, Library, compile_within};
use anyhow::Result;
use serde::Serialize;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A comparison in progress.
pub struct Campaign<'c> {
    args: &'c CompareArgs,
    library: &'c Library,
    corpus: VariantCorpus,
    roster: &'c VariantRoster,
    /// Set when no more results are wanted, to stop the workers.
    over: Arc<AtomicBool>,
}

/// Where a puzzle comes from.
enum Source {
    Read(String, Box<Description>),
    Seed(u64),
}

/// The outcome for one puzzle.
struct Compared {
    place: String,
    puzzle: Description,
    figures: Figures,
    disagreements: Vec<Disagreement>,
    findings: Vec<Finding>,
}

#[derive(Serialize)]
struct JsonDisagreement<'a> {
    place: &'a str,
    kind: String,
    #[serde(rename = "said")]
    claims: &'a [(String, String)],
    puzzle: &'a Description,
    replay: String,
}

impl<'c> Campaign<'c> {
    /// A comparison with these rules, or with all that there are.
    pub fn new(
        args: &'c CompareArgs,
        given: &'c RulesGiven,
        all_rules: bool,
        roster: &'c VariantRoster,
    ) -> Campaign<'c> {
        let library = given.library();
        let rules = match all_rules {
            true => library.rule_names().map(str::to_owned).collect(),
            false => given.names.clone(),
        };
        Campaign {
            args,
            library,
            corpus: VariantCorpus::new(rules),
            roster,
            over: Arc::default(),
        }
    }

    /// Compares from a saved state until there are no more puzzles, time is up, or Ctrl-C.
    pub fn run(
        self,
        input: &VariantInput<'_>,
        mut state: SavedState,
        out: &mut Output,
    ) -> Result<Exit> {
        let end = self.args.end();
        let mut progress = CampaignProgress::new();
        let mut failed = None;
        let (shared, done) = (out.clone(), state.done);
        batch::ordered(
            self.args.jobs,
            |give| self.feed(input, done, &shared, give),
            || |source: Result<Source>| self.compared(source?),
            |compared| {
                let taken = compared.and_then(|compared| {
                    let Some(compared) = compared else {
                        return Ok(ControlFlow::Break(()));
                    };
                    self.take(compared, &mut state, out, &end)?;
                    progress.step(state.figures, || shared.answer_done());
                    let late = end.exceeded().is_some();
                    Ok(match late || session::check_interrupt().is_err() {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    })
                });
                match taken {
                    Ok(ControlFlow::Continue(())) => return ControlFlow::Continue(()),
                    Ok(ControlFlow::Break(())) => {}
                    Err(error) => failed = Some(error),
                }
                self.over.store(true, Ordering::Relaxed);
                ControlFlow::Break(())
            },
        );
        state.save(self.args)?;
        if let Some(error) = failed.filter(|_| session::check_interrupt().is_ok()) {
            return Err(error);
        }
        state.unlock();
        report::report(self.args, out, &state, self.library)?;
        session::check_interrupt()?;
        Ok(match (state.figures.disagreements, state.figures.open) {
            (0, 0) => Exit::Answered,
            (0, _) => Exit::Unknown,
            _ => Exit::NoSolution,
        })
    }

    /// Takes the outcome for the next puzzle.
    fn take(
        &self,
        compared: Compared,
        state: &mut SavedState,
        out: &mut Output,
        end: &Limits,
    ) -> Result<()> {
        for disagreement in &compared.disagreements {
            if disagreement.kind.is_wrong() {
                self.report(out, &compared, disagreement)?;
            }
        }
        let limits = || self.limits();
        let diagnosis = self.diagnosis(&limits, end.clone());
        for finding in &compared.findings {
            let changed = state.groups.add(&compared.place, finding, || {
                let shrunk = diagnosis.shrink(&compared.puzzle, finding);
                (shrunk.kind, Example::of_variant(&shrunk))
            });
            if let (Some(group), Some(folder)) = (changed, &self.args.findings) {
                findings::save(self.args, folder, group)?;
            }
        }
        state.figures += compared.figures;
        state.done += 1;
        state.save_sometimes(self.args)
    }

    /// Gives all puzzles but the first `done`.
    fn feed(
        &self,
        input: &VariantInput<'_>,
        done: u64,
        output: &Output,
        give: &mut dyn FnMut(Result<Source>) -> ControlFlow<()>,
    ) {
        let mut left = done;
        if self.args.reads() {
            let read = input.each(Some(output), &mut |item| {
                session::check_interrupt()?;
                let item = item?;
                if left > 0 {
                    left -= 1;
                    return Ok(true);
                }
                let source = Source::Read(item.place(), Box::new(item.description));
                Ok(give(Ok(source)).is_continue())
            });
            if let Err(error) = read {
                // `give` breaks only if another error was reported.
                let _ = give(Err(error));
                return;
            }
        }
        if self.args.is_random() {
            for k in left..self.args.random.unwrap_or(u64::MAX) {
                let source = Source::Seed(self.args.seed.wrapping_add(k));
                if give(Ok(source)).is_break() {
                    return;
                }
            }
        }
    }

    fn limits(&self) -> Limits {
        let limits = Limits::unlimited().stopped_by(signals::stop_flag());
        limits
            .stopped_by(self.over.clone())
            .within(self.args.timeout)
    }

    /// Compares one puzzle; `None` if it was stopped.
    fn compared(&self, source: Source) -> Result<Option<Compared>> {
        let stopped = || self.limits().exceeded().is_some();
        if stopped() {
            return Ok(None);
        }
        let (place, description) = match source {
            Source::Read(place, description) => (place, *description),
            Source::Seed(seed) => (
                format!("seed {seed}"),
                self.corpus.puzzle(seed, self.library),
            ),
        };
        let end = Limits::unlimited().stopped_by(signals::stop_flag());
        let end = end.stopped_by(self.over.clone());
        let puzzle = match compile_within(&description, self.library, &end) {
            Ok(puzzle) => puzzle,
            Err(CompileError::Stopped(_)) => return Ok(None),
            Err(CompileError::Rule(error)) => anyhow::bail!("{place}: {error}"),
        };
        let mut backends = self.roster.backends(puzzle.board().cell_count());
        let mut figures = Figures::default();
        let depth = VariantDepth {
            queries: QuerySet::All,
            limit: self.args.limit,
            known: KnownCount::Unknown,
        };
        let limits = || self.limits();
        let disagreements = compare_variants(&puzzle, &mut backends, depth, &limits, &mut figures);
        // Who is to blame is found out even after the time of the run.
        let diagnosis = self.diagnosis(&limits, Limits::unlimited());
        let findings = diagnosis.findings(&puzzle, &disagreements);
        if stopped() {
            return Ok(None);
        }
        Ok(Some(Compared {
            place,
            puzzle: description,
            figures,
            disagreements,
            findings,
        }))
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

    fn report(
        &self,
        out: &mut Output,
        compared: &Compared,
        disagreement: &Disagreement,
    ) -> Result<()> {
        let Compared { place, puzzle, .. } = compared;
        let replay = findings::replay_variant(self.args, &escape::json(puzzle)?);
        if self.args.json_lines() {
            let line = JsonDisagreement {
                place,
                kind: disagreement.kind.to_string(),
                claims: &disagreement.claims,
                puzzle,
                replay,
            };
            writeln!(out, "{}", escape::json(&line)?)?;
            return Ok(());
        }
        let text = format!("{place}: {disagreement}");
        writeln!(out, "{}\n  replay: {replay}", escape::whole(&text))?;
        Ok(())
    }
}
