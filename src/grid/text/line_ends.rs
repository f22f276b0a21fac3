//! Line ends of old Macs: a carriage return alone ends a line, as a line feed does.

use std::io::{self, Read};

/// Passes on an input with a line feed for each carriage return that ends a line. Those before
/// a line feed stay: they belong to its line end.
pub struct LineEnds<R> {
    input: R,
    /// The last byte that was read is a carriage return that was passed on as a line feed,
    /// because waiting for the next byte would keep its line from being answered.
    has_ended_line: bool,
}

impl<R: Read> LineEnds<R> {
    /// The same text with these line ends.
    pub fn new(input: R) -> LineEnds<R> {
        LineEnds {
            input,
            has_ended_line: false,
        }
    }

    /// Replaces carriage returns in these bytes, which continue what was read before. Returns
    /// how many bytes there are then.
    fn convert(&mut self, bytes: &mut [u8]) -> usize {
        let mut count = bytes.len();
        if std::mem::take(&mut self.has_ended_line)
            && let Some(rest) = rest_of_line_end(bytes)
        {
            bytes.copy_within(rest.., 0);
            count -= rest;
        }
        let bytes = &mut bytes[..count];
        let mut from = 0;
        while let Some(at) = memchr::memchr(b'\r', &bytes[from..]) {
            let start = from + at;
            from = start + returns(&bytes[start..]);
            if bytes.get(from) != Some(&b'\n') {
                bytes[start..from].fill(b'\n');
                self.has_ended_line = from == count;
            }
        }
        count
    }
}

/// Carriage returns at the start.
fn returns(bytes: &[u8]) -> usize {
    bytes.iter().take_while(|byte| **byte == b'\r').count()
}

/// The length of a line end of which the first carriage return has been read.
fn rest_of_line_end(bytes: &[u8]) -> Option<usize> {
    let returns = returns(bytes);
    (bytes.get(returns) == Some(&b'\n')).then_some(returns + 1)
}

impl<R: Read> Read for LineEnds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.input.read(buffer)?;
            let count = self.convert(&mut buffer[..read]);
            // Nothing but the rest of a line end is not the end of the input.
            if count > 0 || read == 0 {
                return Ok(count);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// An input that arrives in these parts.
    struct Parts(VecDeque<&'static str>);

    impl Read for Parts {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0
                .pop_front()
                .map_or(Ok(0), |part| part.as_bytes().read(buffer))
        }
    }

    #[test]
    fn a_carriage_return_alone_ends_a_line() {
        for (parts, expected) in [
            (&["a\rb\r"][..], "a\nb\n"),
            (&["a\r\nb\n"], "a\r\nb\n"),
            (&["a\r\rb"], "a\n\nb"),
            (&["a\r\r\nb\rc"], "a\r\r\nb\nc"),
            (&["a\r", "b\r"], "a\nb\n"),
            (&["a\r", "\nb"], "a\nb"),
            (&["a\r", "\n", "b"], "a\nb"),
            (&["a\r", "\r\nb"], "a\nb"),
            (&["a\r", "\rb"], "a\n\nb"),
            (&["a\r", "\n\nb"], "a\n\nb"),
            (&["\r"], "\n"),
            (&[""], ""),
        ] {
            let mut text = String::new();
            let mut ends = LineEnds::new(Parts(parts.iter().copied().collect()));
            ends.read_to_string(&mut text).unwrap();
            assert_eq!(text, expected, "{parts:?}");
        }
    }
}
