//! One puzzle of an input.

use anyhow::{Result, bail};

/// The only puzzle of the inputs, or the one of a number.
pub struct Choice<P> {
    /// Its number, from 1, by the option `--puzzle`.
    which: Option<u64>,
    /// Puzzles so far.
    count: u64,
    found: Option<P>,
}

impl<P> Choice<P> {
    /// Nothing is read yet.
    pub fn new(which: Option<u64>) -> Choice<P> {
        Choice {
            which,
            count: 0,
            found: None,
        }
    }

    /// Takes the next puzzle, of this file. Says whether more have to be read.
    ///
    /// # Errors
    /// A second puzzle where none is chosen.
    pub fn take(&mut self, puzzle: P, file: &str) -> Result<bool> {
        self.count += 1;
        match self.which {
            Some(which) if which != self.count => return Ok(true),
            None if self.found.is_some() => {
                bail!(
                    "{file}: found a second puzzle, expected only one; choose one with --puzzle K"
                )
            }
            _ => self.found = Some(puzzle),
        }
        Ok(self.which.is_none())
    }

    /// The puzzle, after all that has to be read.
    ///
    /// # Errors
    /// There is none.
    pub fn finish(self) -> Result<P> {
        match (self.found, self.which) {
            (Some(puzzle), _) => Ok(puzzle),
            (None, Some(which)) => bail!(
                "--puzzle {which}: the input ends with puzzle {}",
                self.count
            ),
            (None, None) => bail!("the input holds no puzzle, expected one"),
        }
    }
}
