//! The engines of one thread, by the kind of puzzle.

use crate::error::Failure;
use crate::puzzle::Question;
use crate::text::cut;
use crate::variant::Variant;
use crate::weights::Weights;
use satoku::backend::{
    self, AutoBackend, NativeBackend, Presolve, SatBackend, VariantNative, WrongAnswer,
};
use satoku::encoding::DEFAULT;
use satoku::puzzles::{Canonical, Canonizer, Minimized, Minimizer, Preserved, VariantMinimizer};
use satoku::rules::{Description, Library};
use satoku::sat::Engine;
use satoku::search::Threads;
use satoku::{Encoding, End, Limits, Optimum, Puzzle, Solution, Tally, Verdict};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Engines that keep their memory for the next puzzle.
#[derive(Default)]
pub struct Engines {
    native: NativeBackend,
    variants: VariantNative,
    maximum: Option<AutoBackend>,
    minimizer: Minimizer,
    canonizer: Canonizer,
}

/// A puzzle without its redundant givens, or why there is none.
pub enum Minimal {
    /// Its text, and how many givens it has and lost.
    Puzzle {
        text: String,
        givens: usize,
        removed: usize,
    },
    Unsatisfiable,
    Several,
    /// The text of the puzzle as far as it was reduced, perhaps not minimal.
    Reduced(String, satoku::Reason),
    Unknown(satoku::Reason),
}

fn wrong<F: std::error::Error>(wrong: WrongAnswer<F>) -> Failure {
    Failure::Engine(wrong.to_string())
}

impl Engines {
    /// Engines that use these threads together on puzzles that take long.
    pub fn sharing(threads: Arc<Threads>) -> Engines {
        Engines {
            native: NativeBackend::sharing(threads.clone()),
            variants: VariantNative::sharing(threads),
            ..Engines::default()
        }
    }

    /// The engine of variants.
    pub fn variants(&mut self) -> &mut VariantNative {
        &mut self.variants
    }

    /// Shows checked solutions to a visitor.
    ///
    /// # Errors
    /// An engine that gave a wrong answer.
    pub fn enumerate(
        &mut self,
        question: &Question,
        limit: u64,
        limits: &Limits,
        visitor: &mut dyn FnMut(&Solution) -> ControlFlow<()>,
    ) -> Result<Tally, Failure> {
        let classic = |native: &mut NativeBackend, puzzle: &Puzzle, visitor: &mut _| {
            backend::enumerate(native, puzzle, limit, limits, visitor).map_err(wrong)
        };
        match question {
            Question::Nine(row) => classic(&mut self.native, &row.to_puzzle(), visitor),
            Question::Classic(puzzle, _) => classic(&mut self.native, puzzle, visitor),
            Question::Variant(variant) => {
                let puzzle = match variant.puzzle.whole() {
                    Ok(puzzle) => puzzle,
                    Err(reason) => {
                        let end = End::Stopped(reason.clone());
                        return Ok(Tally { found: 0, end });
                    }
                };
                backend::enumerate(&mut self.variants, puzzle, limit, limits, visitor)
                    .map_err(wrong)
            }
        }
    }

    /// One solution.
    ///
    /// # Errors
    /// An engine that gave a wrong answer.
    pub fn first(&mut self, question: &Question, limits: &Limits) -> Result<Verdict, Failure> {
        let mut found = None;
        let tally = self.enumerate(question, 1, limits, &mut |solution| {
            found = Some(solution.clone());
            ControlFlow::Continue(())
        })?;
        Ok(Verdict::of(found, tally.end))
    }

    /// The best solution.
    ///
    /// # Errors
    /// Weights that do not fit, or an engine that gave a wrong answer.
    pub fn maximum(
        &mut self,
        question: &Question,
        weights: &Weights,
        limits: &Limits,
    ) -> Result<Optimum, Failure> {
        if let Question::Variant(variant) = question {
            let objective = weights.on_board(variant.puzzle.board())?;
            let native = &mut self.variants;
            return match variant.puzzle.whole() {
                Ok(puzzle) => {
                    let objective = objective.to_maximise();
                    backend::maximise(native, puzzle, objective, limits).map_err(wrong)
                }
                Err(reason) => Ok(Optimum::Unknown(reason.clone())),
            };
        }
        let Some(puzzle) = question.classic() else {
            return Err(Failure::Engine("a puzzle of no kind".into()));
        };
        let objective = weights.on_shape(puzzle.geometry())?;
        let maximum = match &mut self.maximum {
            Some(known) => known,
            none => none.insert(maximiser()?),
        };
        backend::maximise(maximum, &puzzle, objective.to_maximise(), limits).map_err(wrong)
    }

    /// The puzzle without its redundant givens, and a variant without redundant
    /// constraints.
    ///
    /// # Errors
    /// An engine that gave a wrong answer.
    pub fn minimize(
        &mut self,
        question: &Question,
        library: &Library,
        seed: Option<u64>,
        limits: &Limits,
    ) -> Result<Minimal, Failure> {
        if let Question::Variant(variant) = question {
            return self.minimize_variant(variant, library, seed, limits);
        }
        let Some(puzzle) = question.classic() else {
            return Err(Failure::Engine("a puzzle of no kind".into()));
        };
        Ok(match self.minimizer.minimize(&puzzle, seed, limits) {
            Minimized::Puzzle(minimal) => {
                let givens = minimal.givens().count();
                Minimal::Puzzle {
                    text: question.puzzle_text(&minimal),
                    givens,
                    removed: puzzle.givens().count() - givens,
                }
            }
            Minimized::Unsatisfiable => Minimal::Unsatisfiable,
            Minimized::SeveralSolutions => Minimal::Several,
            Minimized::Reduced(reduced, reason) => {
                Minimal::Reduced(question.puzzle_text(&reduced), reason)
            }
            Minimized::Unknown(reason) => Minimal::Unknown(reason),
        })
    }

    fn minimize_variant(
        &mut self,
        variant: &Variant,
        library: &Library,
        seed: Option<u64>,
        limits: &Limits,
    ) -> Result<Minimal, Failure> {
        if let Err(reason) = variant.puzzle.whole() {
            return Ok(Minimal::Unknown(reason.clone()));
        }
        let mut minimizer = VariantMinimizer::new(library, &mut self.variants);
        let minimal = minimizer.minimize(&variant.description, Preserved::default(), seed, limits);
        let minimal = minimal.map_err(|error| Failure::Engine(error.to_string()))?;
        let text = |puzzle: &Description| {
            let text = serde_json::to_string(puzzle);
            text.map_err(|error| Failure::Engine(error.to_string()))
        };
        Ok(match minimal {
            Minimized::Puzzle(puzzle) => {
                let givens = puzzle.candidates.len();
                Minimal::Puzzle {
                    text: text(&puzzle)?,
                    givens,
                    removed: variant.description.candidates.len().saturating_sub(givens),
                }
            }
            Minimized::Unsatisfiable => Minimal::Unsatisfiable,
            Minimized::SeveralSolutions => Minimal::Several,
            Minimized::Reduced(reduced, reason) => Minimal::Reduced(text(&reduced)?, reason),
            Minimized::Unknown(reason) => Minimal::Unknown(reason),
        })
    }

    /// The text of the canonical form, or why it was not found.
    ///
    /// # Errors
    /// A shape with too many symmetries, or a variant.
    pub fn canonical(
        &mut self,
        question: &Question,
        limits: &Limits,
    ) -> Result<Result<String, satoku::Reason>, Failure> {
        let Some(puzzle) = question.classic() else {
            return Err(Failure::Unsupported(
                "variants have no canonical form; it is defined by the symmetries of classic grids"
                    .into(),
            ));
        };
        match self.canonizer.canonical(&puzzle, limits) {
            Ok(Canonical::Puzzle(canonical)) => Ok(Ok(question.puzzle_text(&canonical))),
            Ok(Canonical::Unknown(reason)) => Ok(Err(reason)),
            Err(error) => Err(Failure::Unsupported(error.to_string())),
        }
    }
}

fn maximiser() -> Result<AutoBackend, Failure> {
    let encoding = encoding(DEFAULT, "encoding")?;
    Ok(AutoBackend::new(SatBackend::new(
        Engine::varisat(),
        encoding,
        Presolve::Locked,
    )))
}

/// The encoding of this name, or in this file, which the keyword `keyword` gave.
///
/// # Errors
/// A name that does not exist, or a mistake in the file.
pub fn encoding(name: &str, keyword: &str) -> Result<Encoding, Failure> {
    if let Some(encoding) = Encoding::named(name) {
        return Ok(encoding);
    }
    let bad =
        |what: String| Failure::from(crate::error::BadInput::new(format!("{keyword}: {what}")));
    if !name.ends_with(".toml") && !name.contains(std::path::MAIN_SEPARATOR) {
        let names: Vec<String> = Encoding::built_in()
            .iter()
            .map(|e| e.name().to_owned())
            .collect();
        let names = names.join(", ");
        return Err(bad(format!(
            "found '{}', expected {names}, or the path of a .toml file",
            cut(name)
        )));
    }
    let text = std::fs::read_to_string(name);
    let text = text.map_err(|error| bad(format!("{name}: cannot be read: {error}")))?;
    Encoding::parse(&text, name).map_err(|error| bad(error.to_string()))
}
