//! Files that are not UTF-8 text but of another known type.

/// Where tar has its signature.
const TAR: std::ops::Range<usize> = 257..262;

/// What an input is that begins with these bytes, and what was expected instead.
pub fn known(start: &[u8]) -> Option<(&'static str, String)> {
    if start.get(TAR) == Some(b"ustar") {
        let expected = "a file with puzzles: unpack the archive (tar -xf) first";
        return Some(("a tar archive", expected.into()));
    }
    let (found, encoding) = match utf32(start) {
        Some(encoding) => ("text in UTF-32", encoding),
        None => ("text in UTF-16", utf16(start)?),
    };
    let expected = format!("UTF-8: convert it with iconv -f {encoding} -t UTF-8");
    Some((found, expected))
}

/// Fewest bytes that show two for each character without a byte order mark.
const FEWEST: usize = 8;

/// Whether the bytes are characters of four bytes, as `iconv` calls them.
fn utf32(start: &[u8]) -> Option<&'static str> {
    match start {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some("UTF-32"),
        [a, 0, 0, 0, b, 0, 0, 0, ..] if *a > 0 && *b > 0 => Some("UTF-32LE"),
        [0, 0, 0, a, 0, 0, 0, b, ..] if *a > 0 && *b > 0 => Some("UTF-32BE"),
        _ => None,
    }
}

/// Whether the bytes are characters of two bytes, as `iconv` calls them.
fn utf16(start: &[u8]) -> Option<&'static str> {
    let are_zero = |from: usize| {
        let mut bytes = start.iter().skip(from).step_by(2);
        start.len() >= FEWEST && bytes.all(|byte| *byte == 0)
    };
    match start {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16"),
        _ if start.iter().all(|byte| *byte == 0) => None,
        _ if are_zero(1) => Some("UTF-16LE"),
        _ if are_zero(0) => Some("UTF-16BE"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf32_is_told_with_and_without_a_mark() {
        for (start, expected) in [
            (&b"\xff\xfe\0\x005\0\0\0"[..], Some("UTF-32")),
            (b"\0\0\xfe\xff\0\0\x005", Some("UTF-32")),
            (b"5\0\0\x003\0\0\0", Some("UTF-32LE")),
            (b"\0\0\x005\0\0\x003", Some("UTF-32BE")),
            (b"5\x003\0.\0.\0", None),
            (b"\0\0\0\0\0\0\0\0", None),
            (b"53..7....", None),
        ] {
            assert_eq!(utf32(start), expected, "{start:?}");
        }
    }

    #[test]
    fn utf16_is_told_with_and_without_a_mark() {
        for (start, expected) in [
            (&b"\xff\xfe5\x003\0"[..], Some("UTF-16")),
            (b"\xfe\xff\x005\x003", Some("UTF-16")),
            (b"5\x003\0.\0.\0", Some("UTF-16LE")),
            (b"\x005\x003\0.\0.\0", Some("UTF-16BE")),
            (b"53..7", None),
            (b"5\x003", None),
            (b"\0\0\0\0", None),
            (b"", None),
        ] {
            assert_eq!(utf16(start), expected, "{start:?}");
        }
    }
}
