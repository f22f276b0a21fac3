//! Line ends of old Macs: a carriage return alone ends a line.

use std::io::{self, Read};

/// Passes on an input, with a line feed for each carriage return that ends a line if the first
/// line ends with a carriage return alone.
pub struct LineEnds<R> {
    input: R,
    ends: Ends,
}

/// What ends a line.
#[derive(Clone, Copy)]
enum Ends {
    /// The first line has not ended. So many carriage returns were read, but not passed on.
    Unknown(usize),
    /// A line feed: every byte is passed on as it is.
    LineFeed,
    /// A carriage return without a line feed.
    CarriageReturn {
        /// The last byte read was one, so that a line feed after it ends no further line.
        /// Waiting for that byte would keep the line from being answered.
        was_last: bool,
    },
}

impl<R: Read> LineEnds<R> {
    /// Nothing is read yet.
    pub fn new(input: R) -> LineEnds<R> {
        LineEnds {
            input,
            ends: Ends::Unknown(0),
        }
    }

    /// Reads more of the first line, after the carriage returns that were kept back.
    fn read_first(&mut self, kept: usize, buffer: &mut [u8]) -> io::Result<usize> {
        let mut kept = kept.min(buffer.len());
        buffer[..kept].fill(b'\r');
        let (count, end) = loop {
            if kept == buffer.len() {
                // No room to look ahead.
                self.ends = Ends::LineFeed;
                return Ok(kept);
            }
            let read = self.input.read(&mut buffer[kept..])?;
            let count = kept + read;
            let Some(start) = memchr::memchr2(b'\r', b'\n', &buffer[..count]) else {
                return Ok(count);
            };
            let returns = buffer[start..count].iter();
            let end = start + returns.take_while(|byte| **byte == b'\r').count();
            if end < count || read == 0 {
                break (count, end);
            }
            self.ends = Ends::Unknown(end - start);
            if start > 0 {
                return Ok(start);
            }
            // Nothing is not the end of the input.
            kept = end;
        };
        if buffer[..count].get(end) == Some(&b'\n') {
            self.ends = Ends::LineFeed;
            return Ok(count);
        }
        self.ends = Ends::CarriageReturn { was_last: false };
        Ok(self.convert(&mut buffer[..count]))
    }

    /// Replaces the carriage returns in these bytes, which continue what was read before.
    /// Returns how many bytes there are then.
    fn convert(&mut self, bytes: &mut [u8]) -> usize {
        let mut count = bytes.len();
        let after_return = matches!(self.ends, Ends::CarriageReturn { was_last: true });
        if after_return && bytes.first() == Some(&b'\n') {
            bytes.copy_within(1.., 0);
            count -= 1;
        }
        let was_last = bytes[..count].last() == Some(&b'\r');
        self.ends = Ends::CarriageReturn { was_last };
        for place in 0..count {
            if bytes[place] == b'\r' && bytes[..count].get(place + 1) != Some(&b'\n') {
                bytes[place] = b'\n';
            }
        }
        count
    }
}

impl<R: Read> Read for LineEnds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.ends {
                Ends::Unknown(kept) => return self.read_first(kept, buffer),
                Ends::LineFeed => return self.input.read(buffer),
                Ends::CarriageReturn { .. } => {
                    let read = self.input.read(buffer)?;
                    let count = self.convert(&mut buffer[..read]);
                    // Nothing but the rest of a line end is not the end of the input.
                    if count > 0 || read == 0 {
                        return Ok(count);
                    }
                }
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

    fn read(parts: &[&'static str]) -> String {
        let mut text = String::new();
        let mut ends = LineEnds::new(Parts(parts.iter().copied().collect()));
        ends.read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn a_carriage_return_alone_ends_a_line() {
        for (parts, expected) in [
            (&["a\rb\r"][..], "a\nb\n"),
            (&["a\r\rb"], "a\n\nb"),
            (&["a\rb\r\nc\nd"], "a\nb\r\nc\nd"),
            (&["a\r", "b\r"], "a\nb\n"),
            (&["a", "\r", "\r", "b\r"], "a\n\nb\n"),
            (&["a\rb\r", "\nc"], "a\nb\nc"),
            (&["a\rb\r", "\n", "c"], "a\nb\nc"),
            (&["a\r"], "a\n"),
            (&["\r"], "\n"),
            (&[""], ""),
        ] {
            assert_eq!(read(parts), expected, "{parts:?}");
        }
    }

    #[test]
    fn where_the_first_line_ends_with_a_line_feed_nothing_changes() {
        for parts in [
            &["a\r\nb\n"][..],
            &["a\r", "\nb\rc"],
            &["a\r", "\r", "\nb\rc"],
            &["a\n\rb\n\r"],
            &["a\nb,\"c\rd\"\n"],
            &["a\r\r\nb"],
            &["a"],
        ] {
            assert_eq!(read(parts), parts.concat(), "{parts:?}");
        }
    }
}
