//! The only puzzle of an input, for commands that take one.

use super::{MaybeCompiled, VariantInput, VariantInstance, reads_variants};
use crate::cli::pipeline::input::Inputs;
use crate::grid::text::{Alphabet, Format, Record};
use crate::limits::Limits;
use crate::outcome::Reason;
use anyhow::Result;

/// The largest digit that is no letter in any alphabet.
const MAX_DIGIT: usize = 9;

/// A puzzle as what it is, in whatever format it was.
pub enum OnePuzzle {
    /// A classic one.
    Classic(Record),
    /// A variant.
    Variant(Box<VariantInstance>),
}

/// The only puzzle of the inputs, or the one numbered `which`, from 1; or the limit that
/// stopped compiling it.
///
/// # Errors
/// No puzzle, several, or a mistake in the input.
pub fn one_puzzle(
    inputs: &Inputs<'_>,
    which: Option<u64>,
    limits: &Limits,
) -> Result<Result<OnePuzzle, Reason>> {
    if !reads_variants(inputs, None)? {
        let record = inputs.one_puzzle(which)?;
        return Ok(Ok(OnePuzzle::Classic(record)));
    }
    let instance = VariantInput::new(inputs)?.one(which, limits)?;
    Ok(instance.map(|instance| match instance.to_classic() {
        Some(record) => OnePuzzle::Classic(record),
        None => OnePuzzle::Variant(Box::new(instance)),
    }))
}

impl<P: MaybeCompiled> VariantInstance<P> {
    /// This puzzle as a classic one, unless it is more than that, or may be, or its digits
    /// begin elsewhere than at 1.
    pub fn to_classic(&self) -> Option<Record> {
        let item = &self.item;
        let is_from_one = self.puzzle.board().min() == 1;
        let puzzle = self
            .puzzle
            .whole()
            .ok()?
            .to_classic()
            .filter(|_| is_from_one)?;
        let detected = || Alphabet::Digits.detected(puzzle.geometry().side(), puzzle.cells());
        let alphabet = item.grid_alphabet.unwrap_or_else(detected);
        Some(Record {
            puzzle,
            file: item.file.clone(),
            line: item.line,
            index: item.index,
            format: Format::Line,
            alphabet,
            note: String::new(),
        })
    }

    /// This puzzle as a classic one for a list, which has one alphabet: that of the classic list
    /// from which it was read, else numbers above 9, since letters depend on the givens.
    pub fn to_classic_in_list(&self) -> Option<Record> {
        let record = self.to_classic()?;
        let read = self.item.classic.as_deref().map(|read| read.alphabet);
        let side = record.puzzle.geometry().side();
        let unread = match side <= MAX_DIGIT {
            true => record.alphabet,
            false => Alphabet::Numbers,
        };
        let alphabet = read.unwrap_or(unread).reaching(side);
        Some(Record { alphabet, ..record })
    }

    /// This puzzle as a classic one that stands alone, as in an object of JSON: in the alphabet in
    /// which it was read, or else as in a list.
    pub fn to_classic_alone(&self) -> Option<Record> {
        let Some(alphabet) = self.item.grid_alphabet else {
            return self.to_classic_in_list();
        };
        let record = self.to_classic()?;
        let alphabet = alphabet.reaching(record.puzzle.geometry().side());
        Some(Record { alphabet, ..record })
    }
}
