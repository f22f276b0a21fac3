//! Output that must not become too large.

use std::io::{self, Write};

/// Passes on at most a given number of bytes, then fails.
pub struct AtMost<W> {
    output: W,
    left: u64,
    is_exceeded: bool,
}

impl<W: Write> AtMost<W> {
    /// Passes on `most` bytes.
    pub fn new(output: W, most: u64) -> AtMost<W> {
        AtMost {
            output,
            left: most,
            is_exceeded: false,
        }
    }

    /// Whether there were more.
    pub fn is_exceeded(&self) -> bool {
        self.is_exceeded
    }
}

impl<W: Write> Write for AtMost<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(left) = self.left.checked_sub(bytes.len() as u64) else {
            self.is_exceeded = true;
            return Err(io::Error::other("too many bytes"));
        };
        let written = self.output.write(bytes)?;
        self.left = left + (bytes.len() - written) as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
