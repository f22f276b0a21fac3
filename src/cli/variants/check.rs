//! `--check` on variants: the native search checks SAT, and SAT checks the native search.

use super::VariantItem;
use super::answers::item_texts;
use crate::backend::cross_check::{Claim, cross_check, cross_check_maximum, patience};
use crate::backend::{Approach, Backend, Optimum, VariantNative, VariantSat};
use crate::cli::args::{EngineArgs, InputArgs, TimeArgs};
use crate::cli::pipeline::check::{CheckOutcome, Replay};
use crate::cli::pipeline::engines;
use crate::cli::pipeline::session;
use crate::escape;
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
    /// Options for the command that replays a difference.
    rules: Vec<String>,
}

/// An answer that is checked, and who gave it.
pub struct FirstAnswer<'a> {
    pub item: &'a VariantItem,
    pub puzzle: &'a VariantPuzzle,
    pub by: &'a str,
    pub approach: Approach,
    pub took: Duration,
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

    /// The same, for verbs with all options of engines.
    ///
    /// # Errors
    /// An encoding that does not exist.
    pub fn of(engine: &EngineArgs, input: &InputArgs) -> Result<SecondEngine> {
        SecondEngine::new(&engine.encoding, &engine.time, &input.read.rules)
    }

    /// Checks how many solutions there are.
    pub fn check(&mut self, first: &FirstAnswer<'_>, claim: &Claim) -> CheckOutcome {
        let time = self.allowed(first.took);
        let (second, limits) = (self.other(first.approach), session::interrupts());
        let by = second.name().to_owned();
        let agreement = cross_check(second, first.puzzle, claim, time, &limits);
        let place = || first.item.place();
        CheckOutcome::of(agreement, (by, time), place, |by, found| {
            let texts = item_texts(first.item, first.puzzle);
            let text = texts.difference((first.by, claim), by, found);
            (text, self.replay(first.item))
        })
    }

    /// Checks a maximum; `None` if there is none.
    pub fn check_maximum(
        &mut self,
        first: &FirstAnswer<'_>,
        weights: &CellWeights,
        optimum: &Optimum,
        text: impl Fn(&Optimum) -> String,
    ) -> Option<CheckOutcome> {
        let time = self.allowed(first.took);
        if matches!(optimum, Optimum::Unknown(_)) {
            return None;
        }
        let (second, limits) = (self.other(first.approach), session::interrupts());
        let by = second.name().to_owned();
        let agreement = cross_check_maximum(second, first.puzzle, weights, optimum, time, &limits);
        let place = || first.item.place();
        let outcome = CheckOutcome::of(agreement, (by, time), place, |by, found| {
            let texts = item_texts(first.item, first.puzzle);
            let text = texts.difference_in((first.by, optimum), by, found, text);
            (text, self.replay(first.item))
        });
        Some(outcome)
    }

    /// How long a check may take.
    fn allowed(&self, took: Duration) -> Duration {
        let left = match self.timeout {
            Some(timeout) => timeout.saturating_sub(took),
            None => Duration::MAX,
        };
        patience(took).min(left)
    }

    /// The engine that works in another way.
    fn other(&mut self, approach: Approach) -> &mut dyn Backend<VariantPuzzle> {
        match approach {
            Approach::Search => &mut self.sat,
            Approach::Clauses | Approach::Presolve => &mut self.native,
        }
    }

    fn replay(&self, item: &VariantItem) -> Replay {
        let mut options = "--from json".to_owned();
        if !self.rules.is_empty() {
            let rules = self.rules.join(",");
            options += &crate::cli::pipeline::check::option("rules", &rules);
        }
        Replay {
            puzzle: escape::json(&item.description).unwrap_or_default(),
            options,
        }
    }
}
