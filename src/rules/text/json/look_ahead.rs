//! What follows in an array, before it is read.

use crate::grid::text::InputError;
use crate::grid::text::lines::InputLines;
use crate::grid::text::words::Line;
use serde::de::IgnoredAny;
use serde_json::Deserializer;

/// Lines after that of a bracket in which the next one is looked for.
const FURTHEST_BRACKET: usize = 16;

/// How many `[` there are from this byte on, with nothing but blanks between them: at most 3.
pub fn brackets(lines: &mut InputLines<'_>, line: &Line, at: usize) -> Result<usize, InputError> {
    let mut count = 0;
    let mut is_over = |text: &str| {
        let mut others = text.chars().filter(|c| !c.is_whitespace());
        others.any(|symbol| {
            let is_other = symbol != '[' || count == 3;
            count += usize::from(!is_other);
            is_other
        })
    };
    if !is_over(&line.text[at..]) {
        for distance in 0..FURTHEST_BRACKET {
            match lines.peek(distance)? {
                Some(next) if !is_over(&next.text) => {}
                _ => break,
            }
        }
    }
    Ok(count)
}

/// How long a value is that is no array and no object, or what stands in its place.
pub fn value_length(text: &str) -> usize {
    let mut values = Deserializer::from_str(text).into_iter::<IgnoredAny>();
    match values.next() {
        Some(Ok(_)) => values.byte_offset(),
        _ => text.find([',', ']']).unwrap_or(text.len()),
    }
}

/// Whether an object or an array comes from this byte on, on the line or at the start of the next.
pub fn puzzles_follow(
    lines: &mut InputLines<'_>,
    line: &Line,
    at: usize,
) -> Result<bool, InputError> {
    let is_there = |text: &str| text.starts_with(['{', '[']);
    let rest = &line.text[at..];
    if rest.contains('{') || rest.contains('[') {
        return Ok(true);
    }
    // A pipe may not have the next line yet.
    if !rest.trim_end().ends_with(',') {
        return Ok(false);
    }
    let next = lines.peek(0)?.map(|next| next.text.trim_start());
    Ok(next.is_some_and(is_there))
}
