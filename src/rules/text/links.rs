//! Links whose address holds the puzzle: to f-puzzles, to SudokuPad, to
//! Interactive-Sudoku-Solver.

use super::fault::Fault;

/// What comes before a compressed puzzle in SudokuPad's addresses.
const PREFIXES: [&str; 2] = ["fpuzzles", "fpuz"];

/// What comes after `https://`, if the text is a link.
pub fn address(text: &str) -> Option<&str> {
    let mut schemes = ["https://", "http://"].into_iter();
    schemes.find_map(|scheme| text.strip_prefix(scheme))
}

/// The compressed puzzle of f-puzzles in a link, or of a line that is nothing else.
pub fn payload(text: &str) -> Result<String, Fault> {
    let Some(address) = address(text) else {
        return percent_decoded(without_prefix(text).unwrap_or(text));
    };
    if let Some(found) = parameter(address, "load") {
        return percent_decoded(found);
    }
    if let Some(found) = parameter(address, "puzzleid").and_then(without_prefix) {
        return percent_decoded(found);
    }
    let path = address.split(['?', '#']).next().unwrap_or(address);
    if let Some(at) = path.find("/fpuz") {
        // Base64 has slashes of its own.
        return percent_decoded(without_prefix(&path[at + 1..]).unwrap_or_default());
    }
    Err(Fault::new(
        "a link that does not hold a puzzle of f-puzzles",
        "an address such as https://www.f-puzzles.com/?load=…, or …/fpuzzles… at SudokuPad \
         (short links and SudokuPad's own puzzles hold no typed constraints)",
    ))
}

fn without_prefix(text: &str) -> Option<&str> {
    PREFIXES.iter().find_map(|prefix| text.strip_prefix(prefix))
}

/// A parameter of an address, as it is written.
pub fn parameter<'a>(address: &'a str, name: &str) -> Option<&'a str> {
    let (_, query) = address.split_once('?')?;
    let query = query.split('#').next()?;
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// `%2B` and the like replaced.
pub fn percent_decoded(text: &str) -> Result<String, Fault> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [byte, after @ ..] = rest {
        rest = after;
        if *byte != b'%' {
            bytes.push(*byte);
            continue;
        }
        let code = after
            .get(..2)
            .and_then(|code| std::str::from_utf8(code).ok());
        let Some(code) = code.and_then(|code| u8::from_str_radix(code, 16).ok()) else {
            return Err(Fault::new(
                "a '%' without two hexadecimal digits",
                "an address in which special characters are written as %2B and the like",
            ));
        };
        bytes.push(code);
        rest = &after[2..];
    }
    String::from_utf8(bytes)
        .map_err(|_| Fault::new("an address that is not UTF-8 text", "a link with a puzzle"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_puzzle_is_found_in_every_kind_of_link() {
        for link in [
            "https://www.f-puzzles.com/?load=N4Ig/w+A%3D",
            "https://f-puzzles.com/?x=1&load=N4Ig%2Fw%2BA%3D",
            "https://sudokupad.app/fpuzzlesN4Ig/w+A=",
            "https://sudokupad.app/fpuzN4Ig/w+A=?setting-nogrid=1",
            "https://app.crackingthecryptic.com/sudoku/?puzzleid=fpuzzlesN4Ig%2Fw%2BA%3D",
            "fpuzzlesN4Ig/w+A=",
            "N4Ig/w+A=",
        ] {
            assert_eq!(payload(link).as_deref(), Ok("N4Ig/w+A="), "{link}");
        }
    }

    #[test]
    fn other_links_are_refused() {
        for link in [
            "https://sudokupad.app/scfN4Ig",
            "https://f-puzzles.com/?id=yx8c5zv3",
            "https://example.org/?load=%G",
        ] {
            assert!(payload(link).is_err(), "{link}");
        }
    }
}
