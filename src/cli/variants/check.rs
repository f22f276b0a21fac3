//! `--check` on variants: the native search checks SAT, and SAT checks the native search.

use super::VariantAnswer;
use crate::backend::cross_check::{Claim, cross_check};
use crate::backend::{Approach, Backend, Optimum, VariantNative, VariantSat};
use crate::cli::args::{EngineArgs, InputArgs, TimeArgs};
use crate::cli::pipeline::check::{CheckOutcome, MaximumToCheck, PuzzleTexts, allowed};
use crate::cli::pipeline::engines;
use crate::cli::pipeline::session;
use crate::objective::CellWeights;
use crate::rules::VariantPuzzle;
use crate::sat::Engine;
use anyhow::Result;
use std::time::Duration;

/// The engines that answer a puzzle once more.
pub struct SecondEngine {
    native: VariantNative,
    sat: VariantSat,
    timeout: Option<Duration>,
    /// For the command that replays a difference.
    rules: Vec<String>,
}

impl SecondEngine {
    /// SAT with this encoding, and the native search; no puzzle may take longer than the
    /// time limit, its first answer included.
    ///
    /// # Errors
    /// An encoding that does not exist.
    pub fn new(encoding: &str, time: &TimeArgs, rules: &[String]) -> Result<SecondEngine> {
        let encoding = engines::encoding(encoding)?;
        Ok(SecondEngine {
            native: VariantNative::default(),
            sat: VariantSat::new(&encoding, &Engine::varisat()),
            timeout: time.timeout,
            rules: rules.to_vec(),
        })
    }

    /// [`SecondEngine::new`] for verbs with all options of engines.
    ///
    /// # Errors
    /// An encoding that does not exist.
    pub fn of(engine: &EngineArgs, input: &InputArgs) -> Result<SecondEngine> {
        SecondEngine::new(&engine.encoding, &engine.time, &input.read.rules)
    }

    /// Checks how many solutions there are; `None` if a limit came before the puzzle was known.
    pub fn check<T>(&mut self, answer: &VariantAnswer<T>, claim: &Claim) -> Option<CheckOutcome> {
        let puzzle = answer.instance.puzzle.whole().ok()?;
        let time = allowed(answer.time, self.timeout);
        let instance = &answer.instance;
        let (second, rules) = self.other(answer.approach);
        let by = second.name().to_owned();
        let agreement = cross_check(second, puzzle, claim, time, &session::interrupts());
        let (first, texts) = ((&*answer.backend, claim), || instance.texts(rules));
        let outcome = CheckOutcome::of(agreement, by, time, first, texts, PuzzleTexts::claim);
        Some(outcome)
    }

    /// Checks a maximum; `None` if there is none.
    pub fn check_maximum<T>(
        &mut self,
        answer: &VariantAnswer<T>,
        weights: &CellWeights,
        optimum: &Optimum,
        shown: impl Fn(&Optimum) -> String,
    ) -> Option<CheckOutcome> {
        let maximum = MaximumToCheck {
            puzzle: answer.instance.puzzle.whole().ok()?,
            objective: weights,
            optimum,
            first: &answer.backend,
            approach: answer.approach,
            took: answer.time,
        };
        let timeout = self.timeout;
        let (second, rules) = self.other(answer.approach);
        maximum.check(second, timeout, || answer.instance.texts(rules), shown)
    }

    /// The engine that works in another way, and the rules for a replay.
    fn other(&mut self, approach: Approach) -> (&mut dyn Backend<VariantPuzzle>, &[String]) {
        let second: &mut dyn Backend<VariantPuzzle> = match approach {
            Approach::Search => &mut self.sat,
            Approach::Clauses | Approach::Presolve => &mut self.native,
        };
        (second, &self.rules)
    }
}
