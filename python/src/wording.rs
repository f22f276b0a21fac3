//! Messages of the library, which speak of the options of the program.

/// Says in keywords what a message says in options. Advice about options that have no
/// keyword is left out.
pub fn in_keywords(text: &str) -> String {
    let mut text = text.to_owned();
    while let Some(option) = first_option(&text) {
        text = match option.name {
            "box" => with_box(&text, &option),
            name @ ("givens" | "proof-format" | "seed") => {
                let keyword = name.replace('-', "_");
                replaced(&text, option.start, option.end, &keyword)
            }
            name => match advice_around(&text, option.start) {
                Some((start, end)) => replaced(&text, start, end, ""),
                None => replaced(&text, option.start, option.end, &name.replace('-', "_")),
            },
        };
    }
    text
}

struct CommandOption<'t> {
    start: usize,
    end: usize,
    name: &'t str,
}

fn first_option(text: &str) -> Option<CommandOption<'_>> {
    let start = text.match_indices("--").map(|(at, _)| at).find(|at| {
        let is_begun = text[..*at].ends_with([' ', '(', '\'']) || *at == 0;
        is_begun && text[at + 2..].starts_with(|c: char| c.is_ascii_lowercase())
    })?;
    let rest = &text[start + 2..];
    let len = rest.find(|c: char| !(c.is_ascii_lowercase() || c == '-'));
    let name = &rest[..len.unwrap_or(rest.len())];
    Some(CommandOption {
        start,
        end: start + 2 + name.len(),
        name,
    })
}

/// `--box 2x3` becomes `box="2x3"`.
fn with_box(text: &str, option: &CommandOption<'_>) -> String {
    let value = text[option.end..].strip_prefix(' ').unwrap_or_default();
    let len = value.find(|c: char| !c.is_ascii_alphanumeric());
    let value = &value[..len.unwrap_or(value.len())];
    let is_shape = value.split_once('x').is_some_and(|(rows, columns)| {
        let is_number = |part: &str| part.parse::<u64>().is_ok();
        (is_number(rows) && is_number(columns)) || value == "RxC"
    });
    match is_shape {
        true => {
            let end = option.end + 1 + value.len();
            replaced(text, option.start, end, &format!("box=\"{value}\""))
        }
        false => replaced(text, option.start, option.end, "box"),
    }
}

/// Where the remark in brackets, or the part behind a semicolon, begins and ends.
fn advice_around(text: &str, at: usize) -> Option<(usize, usize)> {
    let bracket = text[..at].rfind(" (").filter(|open| {
        let inside = &text[*open..at];
        !inside.contains(')')
    });
    if let Some(start) = bracket {
        let end = text[at..].find(')').map_or(text.len(), |end| at + end + 1);
        return Some((start, end));
    }
    let start = text[..at].rfind("; ")?;
    let end = text[at..].find("; ").map_or(text.len(), |end| at + end);
    Some((start, end))
}

fn replaced(text: &str, start: usize, end: usize, by: &str) -> String {
    format!("{}{by}{}", &text[..start], &text[end..])
}
