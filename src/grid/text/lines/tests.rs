//! Lines without their ends, up to the longest, and what is no text.

use super::*;

#[test]
fn line_ends_and_byte_order_marks_are_removed() {
    let mut lines = InputLines::new(&b"\xef\xbb\xbfone\r\ntwo\n\n# no\nthree"[..], "x");
    let mut next = || lines.take_content().unwrap().map(|l| (l.number, l.text));
    assert_eq!(next(), Some((1, "one".into())));
    assert_eq!(next(), Some((2, "two".into())));
    assert_eq!(next(), Some((5, "three".into())));
    assert_eq!(next(), None);
}

#[test]
fn another_encoding_is_offered_for_lines_of_printed_characters() {
    for (bytes, is_offered) in [
        (&b"caf\xe9 1"[..], true),
        (b"caf\xe9\t1", true),
        (b"caf\xe9\x01", false),
        (b"\xe9\t\x1b", false),
    ] {
        let error = format!("{:?}", InputLines::new(bytes, "x").take().unwrap_err());
        assert!(error.contains("the byte 0xE9"), "{error}");
        assert_eq!(error.contains("iconv"), is_offered, "{error}");
    }
}

#[test]
fn lines_up_to_the_limit_are_read() {
    let mut text = vec![b'1'; MAX_LINE];
    let line = InputLines::new(&text[..], "x").take().unwrap();
    assert!(line.is_some_and(|line| line.text.len() == MAX_LINE));
    text.push(b'1');
    let error = InputLines::new(&text[..], "x")
        .take()
        .unwrap_err()
        .to_string();
    assert!(
        error.starts_with("x:1: found a line of more than 16 MiB"),
        "{error}"
    );
}

#[test]
fn binary_input_is_rejected() {
    let message = |bytes: &[u8]| {
        let error = InputLines::new(bytes, "x").take().unwrap_err();
        error.to_string()
    };
    assert!(message(b"ab\xff").starts_with("x:1:3: found the byte 0xFF"));
    assert!(message(b"\0").starts_with("x:1:1: found the byte 0x00"));
}
