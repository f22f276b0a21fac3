//! What all readers of puzzles share: one puzzle at a time, numbered, until an error.

use super::error::InputError;
use super::lines::InputLines;

/// How far an input has been read.
pub struct Reading<'a> {
    /// What comes next.
    pub lines: InputLines<'a>,
    /// Puzzles so far, with the malformed ones that were passed over.
    pub index: u64,
    ended: bool,
    /// The last error was an I/O error: nothing more can be read.
    broken: bool,
}

impl<'a> Reading<'a> {
    /// From the first line on.
    pub fn new(lines: InputLines<'a>) -> Reading<'a> {
        Reading {
            lines,
            index: 0,
            ended: false,
            broken: false,
        }
    }

    /// Reads the next puzzle, which gets the number that is passed on. Nothing follows an
    /// error, unless [`Reading::go_on`] is called.
    pub fn next<T>(
        &mut self,
        read: impl FnOnce(&mut InputLines<'a>, u64) -> Result<Option<T>, InputError>,
    ) -> Option<Result<T, InputError>> {
        if self.ended {
            return None;
        }
        let recovered = self.lines.recover();
        let next = recovered.and_then(|()| read(&mut self.lines, self.index + 1));
        let next = next.transpose();
        self.ended = !matches!(next, Some(Ok(_)));
        self.broken = matches!(next, Some(Err(InputError::Io { .. })));
        self.index += u64::from(!self.ended);
        next
    }

    /// Continues after an error if the format can; returns whether it does.
    pub fn go_on(&mut self, format_can: bool) -> bool {
        self.ended = self.broken || !format_can;
        // Malformed puzzles are numbered, too.
        self.index += u64::from(!self.ended);
        !self.ended
    }
}
