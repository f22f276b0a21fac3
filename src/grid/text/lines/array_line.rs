//! An array on one line that is too long to be held: it comes in parts, each of which ends after a
//! comma between two items.

use super::BYTE_ORDER_MARK;

/// How far such a line was read.
#[derive(Default)]
pub(super) struct ArrayLine {
    /// Bytes of it that were read, and come next.
    rest: Vec<u8>,
    /// Characters of the parts before; 0 if there is no such line.
    before: usize,
}

impl ArrayLine {
    /// Whether a part comes next.
    pub fn is_open(&self) -> bool {
        self.before > 0
    }

    /// Characters of its line before what is read next.
    pub fn before(&self) -> usize {
        self.before
    }

    /// The bytes that come next, of those that were read.
    pub fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.rest)
    }

    /// Removes the incomplete item at the end of these bytes of a line; false if there is no array,
    /// or no end of an item.
    pub fn cut(&mut self, bytes: &mut Vec<u8>) -> bool {
        let Some(end) = self.last_item(bytes) else {
            return false;
        };
        self.rest = bytes.split_off(end);
        let begins_character = |byte: &&u8| **byte & 0xc0 != 0x80;
        self.before += bytes.iter().filter(begins_character).count();
        true
    }

    /// The line has ended.
    pub fn close(&mut self) {
        self.before = 0;
    }

    /// Where the last item ends, with the comma after it.
    fn last_item(&self, bytes: &[u8]) -> Option<usize> {
        let is_array = is_array(bytes, self.is_open());
        // The bracket of the array is in the first part.
        let around = i64::from(!self.is_open());
        let (mut depth, mut end) = (0, None);
        let mut symbols = bytes.iter().enumerate();
        while let Some((at, symbol)) = symbols.next().filter(|_| is_array) {
            match symbol {
                b'"' => skip_string(&mut symbols),
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth -= 1,
                b',' if depth == around => end = Some(at + 1),
                _ => {}
            }
        }
        end
    }
}

/// Whether bytes are of an array, whose start was read already or is among them.
pub(super) fn is_array(bytes: &[u8], is_started: bool) -> bool {
    let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes);
    is_started || text.trim_ascii_start().first() == Some(&b'[')
}

/// Skips what is left of a string.
fn skip_string<'b>(symbols: &mut impl Iterator<Item = (usize, &'b u8)>) {
    while let Some((_, symbol)) = symbols.next() {
        match symbol {
            b'"' => return,
            b'\\' => {
                symbols.next();
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(texts: &[&str]) -> Vec<(usize, Option<String>)> {
        let mut array = ArrayLine::default();
        let mut cut = |text: &&str| {
            let before = array.before();
            let mut bytes = array.take();
            bytes.extend_from_slice(text.as_bytes());
            let is_part = array.cut(&mut bytes);
            (before, is_part.then(|| String::from_utf8(bytes).unwrap()))
        };
        texts.iter().map(&mut cut).collect()
    }

    #[test]
    fn parts_end_between_items() {
        let part = |text: &str| Some(text.to_owned());
        assert_eq!(
            parts(&[r#" [{"é":[1,2]}, {"b":"x,"#, r#"\",y"},[1,"#, "2],3"]),
            [
                (0, part(r#" [{"é":[1,2]},"#)),
                (14, part(r#" {"b":"x,\",y"},"#)),
                (30, part("[1,2],")),
            ]
        );
        for text in ["", "1,2", "[1 2", "[[1,2", "[\"1,2", "{\"a\":1,"] {
            assert_eq!(parts(&[text]), [(0, None)], "{text}");
        }
    }
}
