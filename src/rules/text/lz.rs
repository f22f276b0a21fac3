//! The compression of f-puzzles: LZString in Base64.
//!
//! Reading is done here and not by the crate that writes, because a few kilobytes can
//! expand to any size: this reader has a limit and needs memory in proportion to what
//! it reads and writes.

/// Maximum length of a text, in UTF-16 code units.
const LONGEST: usize = 16 << 20;

/// Maximum number of characters of its compressed form.
const LONGEST_COMPRESSED: usize = 4 << 20;

/// What is wrong with a compressed text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LzError {
    /// A character outside the alphabet; how many come before it.
    #[error("a character that is not in Base64")]
    Character(usize),
    /// It ends before its end mark, or holds a code that was not defined.
    #[error("compressed text that is cut off or damaged")]
    Damaged,
    /// More than [`LONGEST`] units or [`LONGEST_COMPRESSED`] characters.
    #[error("compressed text of more than 16 Mi characters, or 4 Mi as it is")]
    TooLong,
    /// No Unicode.
    #[error("compressed text that is not Unicode")]
    Unicode,
}

struct Bits {
    sextets: Vec<u8>,
    at: usize,
}

impl Bits {
    fn read(&mut self, count: u32) -> Result<u32, LzError> {
        let mut value = 0;
        for place in 0..count {
            let sextet = self.sextets.get(self.at / 6).ok_or(LzError::Damaged)?;
            let bit = sextet >> (5 - self.at % 6) & 1;
            value |= u32::from(bit) << place;
            self.at += 1;
        }
        Ok(value)
    }
}

/// A string of the dictionary: another one and a unit after it.
#[derive(Clone, Copy)]
struct Entry {
    before: usize,
    first: u16,
    last: u16,
    length: usize,
}

/// No string before this one.
const NONE: usize = usize::MAX;

/// Codes that do not stand for strings.
const SHORT: u32 = 0;
const LONG: u32 = 1;
const END: u32 = 2;

/// The text that was compressed.
///
/// # Errors
/// [`LzError`].
pub fn decompress(base64: &str) -> Result<String, LzError> {
    up_to(LONGEST, base64)
}

fn up_to(longest: usize, base64: &str) -> Result<String, LzError> {
    if base64.len() > LONGEST_COMPRESSED {
        return Err(LzError::TooLong);
    }
    let mut sextets = Vec::with_capacity(base64.len());
    for (place, symbol) in base64.trim_end_matches('=').chars().enumerate() {
        sextets.push(sextet(symbol).ok_or(LzError::Character(place))?);
    }
    let units = expand(Bits { sextets, at: 0 }, longest)?;
    String::from_utf16(&units).map_err(|_| LzError::Unicode)
}

fn sextet(symbol: char) -> Option<u8> {
    let byte = u8::try_from(symbol).ok()?;
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        // In an address, '+' may stand for a blank.
        b'+' | b' ' => 62,
        b'/' => 63,
        _ => return None,
    })
}

fn expand(mut bits: Bits, longest: usize) -> Result<Vec<u16>, LzError> {
    // The first three codes stand for no strings.
    let mut entries: Vec<Entry> = Vec::new();
    let mut output: Vec<u16> = Vec::new();
    let mut previous: Option<usize> = None;
    let (mut width, mut until_wider) = (2, 1u64);
    loop {
        let code = bits.read(width)?;
        let mut defined = 0;
        let index = match code {
            SHORT | LONG => {
                let unit = bits.read(if code == SHORT { 8 } else { 16 })? as u16;
                entries.push(Entry {
                    before: NONE,
                    first: unit,
                    last: unit,
                    length: 1,
                });
                defined += 1;
                entries.len() - 1
            }
            END => return Ok(output),
            _ => code as usize - 3,
        };
        match previous {
            // The very first string is followed by no definition.
            None if defined == 0 => return Err(LzError::Damaged),
            None => (width, until_wider) = (3, 4),
            Some(before) => {
                until_wider -= defined;
                widen(&mut width, &mut until_wider);
                define(&mut entries, before, index)?;
                until_wider -= 1;
                widen(&mut width, &mut until_wider);
            }
        }
        if output.len() + entries.get(index).map_or(0, |entry| entry.length) > longest {
            return Err(LzError::TooLong);
        }
        emit(&entries, index, &mut output)?;
        previous = Some(index);
    }
}

/// Defines the string before and the first unit of the one with this index, which may
/// be the one that is being defined.
fn define(entries: &mut Vec<Entry>, before: usize, index: usize) -> Result<(), LzError> {
    if index > entries.len() {
        return Err(LzError::Damaged);
    }
    let old = entries[before];
    let last = entries.get(index).map_or(old.first, |entry| entry.first);
    entries.push(Entry {
        before,
        first: old.first,
        last,
        length: old.length + 1,
    });
    Ok(())
}

fn widen(width: &mut u32, until_wider: &mut u64) {
    if *until_wider == 0 {
        *until_wider = 1 << *width;
        *width += 1;
    }
}

fn emit(entries: &[Entry], index: usize, output: &mut Vec<u16>) -> Result<(), LzError> {
    let length = entries.get(index).ok_or(LzError::Damaged)?.length;
    let start = output.len();
    output.resize(start + length, 0);
    let mut at = index;
    for place in (start..start + length).rev() {
        output[place] = entries[at].last;
        at = entries[at].before;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_was_compressed_comes_back(text in "(\\PC{0,40}|[ab]{0,400}|[a-z{}\":,0-9]{0,3000})") {
            prop_assume!(!text.is_empty());
            let compressed = lz_str::compress_to_base64(text.as_str());
            prop_assert_eq!(decompress(&compressed), Ok(text));
        }

        #[test]
        fn damage_is_no_crash(text in "[A-Za-z0-9+/]{0,300}") {
            let theirs = lz_str::decompress_from_base64(&text).and_then(|t| String::from_utf16(&t).ok());
            if let (Ok(ours), Some(theirs)) = (decompress(&text), theirs) {
                prop_assert_eq!(ours, theirs);
            }
        }
    }

    /// The crate that writes refuses this text, whose last code ends with its last bit.
    #[test]
    fn the_end_mark_may_end_with_the_text() {
        assert_eq!(decompress("gaAK"), Ok("ŠŠŠ".to_owned()));
    }

    #[test]
    fn a_text_that_expands_without_end_is_refused() {
        let bomb = lz_str::compress_to_base64("a".repeat(1 << 16).as_str());
        assert!(bomb.len() < 2000 && decompress(&bomb).is_ok());
        assert_eq!(up_to(1 << 15, &bomb), Err(LzError::TooLong));
        assert_eq!(
            decompress(&"A".repeat(LONGEST_COMPRESSED + 1)),
            Err(LzError::TooLong)
        );
        assert_eq!(decompress("N4IgzglgXgpiBcBWANCA"), Err(LzError::Damaged));
        assert_eq!(decompress("N4Ig{"), Err(LzError::Character(4)));
    }
}
