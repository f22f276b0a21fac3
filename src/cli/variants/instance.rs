//! A puzzle as it was read, and compiled.

use super::VariantItem;
use crate::cli::pipeline::clashes;
use crate::draw::Picture;
use crate::outcome::Reason;
use crate::rules::{Board, Compiled, Library, Mask, VariantPuzzle};
use std::sync::Arc;

/// A puzzle as it was read, and compiled: `P` is [`Compiled`] where a limit may have come first.
pub struct VariantInstance<P = VariantPuzzle> {
    /// As it was read.
    pub item: VariantItem,
    /// As engines know it.
    pub puzzle: P,
    /// What its rules mean, if files of the command line say so.
    pub extended: Option<Arc<Library>>,
}

/// A compiled puzzle, or what is known of one whose compilation a limit stopped.
pub trait MaybeCompiled {
    /// The board.
    fn board(&self) -> &Board;

    /// The candidates of each cell in reading order.
    fn candidates(&self) -> &[Mask];

    /// The puzzle with its constraints, or the limit that came first.
    fn whole(&self) -> Result<&VariantPuzzle, &Reason>;
}

impl MaybeCompiled for VariantPuzzle {
    fn board(&self) -> &Board {
        self.board()
    }

    fn candidates(&self) -> &[Mask] {
        self.candidates()
    }

    fn whole(&self) -> Result<&VariantPuzzle, &Reason> {
        Ok(self)
    }
}

impl MaybeCompiled for Compiled {
    fn board(&self) -> &Board {
        self.board()
    }

    fn candidates(&self) -> &[Mask] {
        self.candidates()
    }

    fn whole(&self) -> Result<&VariantPuzzle, &Reason> {
        self.whole()
    }
}

impl<P: MaybeCompiled> VariantInstance<P> {
    /// What its rules mean.
    pub fn library(&self) -> &Library {
        self.extended.as_deref().unwrap_or(Library::built_in())
    }

    /// The board with the constraints, as far as they are known.
    pub(super) fn drawn(&self) -> Picture {
        match self.puzzle.whole() {
            Ok(puzzle) => Picture::of_variant(&self.item.description, puzzle, self.library()),
            Err(_) => Picture::of_candidates(self.puzzle.board(), self.puzzle.candidates()),
        }
    }
}

impl VariantInstance {
    /// Reports on stderr which givens clash, as they were written.
    pub fn warn_of_clashes(&self) {
        match &self.item.classic {
            Some(record) => clashes::warn_of_clashes(record),
            None => clashes::warn_of_clashes_in(|| self.item.place(), &self.puzzle),
        }
    }
}

impl VariantInstance<Compiled> {
    /// The puzzle with its constraints, or the limit that came first.
    ///
    /// # Errors
    /// The limit.
    pub fn into_whole(self) -> Result<VariantInstance, Reason> {
        Ok(VariantInstance {
            item: self.item,
            puzzle: self.puzzle.into_whole()?,
            extended: self.extended,
        })
    }
}
