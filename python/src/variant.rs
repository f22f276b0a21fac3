//! Variants: what a puzzle says, and what that means.

use crate::error::{BadInput, Failure};
use crate::options::Reading;
use satoku::rules::text::{VariantFormat, mistake};
use satoku::rules::{Compiled, Description, Library, MAX_DIGITS, VariantPuzzle, compile_or_board};
use satoku::{Limits, Puzzle};
use std::sync::Arc;

/// A variant as it was written and as engines know it.
#[derive(Clone, Debug)]
pub struct Variant {
    /// What it says.
    pub description: Description,
    /// What that means.
    pub puzzle: Compiled,
    /// The definitions that its reader had, if rule files belong to them.
    own_library: Option<Arc<Library>>,
}

impl Variant {
    /// What this description means to its reader. The format is the one that it was written in,
    /// none for a classic puzzle with rules.
    ///
    /// # Errors
    /// A description that contradicts the definitions.
    pub fn new(
        description: Description,
        format: Option<VariantFormat>,
        reading: &Reading,
        limits: &Limits,
    ) -> Result<Variant, BadInput> {
        let description = description.with_rules(&reading.rules);
        let compiled = compile_or_board(&description, reading.library(), limits);
        let puzzle =
            compiled.map_err(|error| BadInput::new(mistake(&error, &description, format)))?;
        Ok(Variant {
            description,
            puzzle,
            own_library: reading.own_library(),
        })
    }

    /// The description as JSON, which means the same in every process.
    ///
    /// # Errors
    /// A variant of rule files, which another process may not have.
    pub fn portable(&self) -> Result<String, Failure> {
        if self.own_library.is_some() {
            let what = "a solution of a puzzle with rule files cannot be pickled; pickle its text \
                        or its grid";
            return Err(Failure::Unsupported(what.into()));
        }
        let text = serde_json::to_string(&self.description);
        text.map_err(|error| Failure::Engine(error.to_string()))
    }

    /// The classic puzzle that this is, unless it is more than that, or may be, or its digits
    /// begin elsewhere than at 1.
    pub fn classic(&self) -> Option<Puzzle> {
        let is_from_one = self.puzzle.board().min() == 1;
        let puzzle = self.puzzle.whole().ok().filter(|_| is_from_one)?;
        puzzle.to_classic()
    }

    /// What it says, compiled.
    ///
    /// # Errors
    /// The limit that stopped the compiler.
    pub fn whole(&self) -> Result<&VariantPuzzle, Failure> {
        self.puzzle.whole().map_err(Failure::open)
    }

    /// What its rules and types of constraints mean, and how they look.
    pub fn library(&self) -> &Library {
        self.own_library.as_deref().unwrap_or(Library::built_in())
    }
}

/// What a classic puzzle says, or why it cannot be a variant.
pub fn description(puzzle: &Puzzle) -> Result<Description, String> {
    Description::of_classic(puzzle).ok_or_else(|| {
        let side = puzzle.geometry().side();
        format!("side {side} is too large for rules, expected {MAX_DIGITS} or less")
    })
}
