//! Weights as text: integers separated by spaces, commas, semicolons or line
//! ends, one for each cell in reading order, or one for each digit of each cell.
//! `#` begins a comment.

use super::{Objective, ObjectiveError};
use crate::escape;
use crate::grid::Geometry;
use crate::grid::text::integer;

/// Why a text is not a list of weights.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// A word that is not an integer of 64 bits.
    #[error("{file}:{line}:{column}: found {found}, expected {expected}")]
    Word {
        /// The file's name.
        file: String,
        /// From 1.
        line: usize,
        /// From 1, in characters.
        column: usize,
        /// The word, quoted.
        found: String,
        /// An integer; from which to which, if the word is one.
        expected: String,
    },
    /// Integers that do not form an objective.
    #[error("{file}: {error}")]
    Objective {
        /// The file's name.
        file: String,
        /// What is wrong.
        error: ObjectiveError,
    },
}

/// Reads the numbers of a text, called `file` in messages.
///
/// # Errors
/// [`WeightsError::Word`] for the first word that is not an integer.
pub fn numbers(text: &str, file: &str) -> Result<Vec<i64>, WeightsError> {
    let mut numbers = Vec::new();
    for (line, content) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let content = content.split('#').next().unwrap_or_default();
        let refused = |at: usize, found: String, word: &str| WeightsError::Word {
            file: file.to_owned(),
            line: line + 1,
            column: content[..at].chars().count() + 1,
            found,
            expected: integer::expected(word, i64::MIN, i64::MAX),
        };
        let is_delimiter = |c: char| c == ',' || c == ';';
        // Whether a comma or semicolon here would end an empty field.
        let (mut at, mut is_empty) = (0, true);
        for word in content.split_inclusive(|c: char| c.is_whitespace() || is_delimiter(c)) {
            let number = word.trim_end_matches(|c: char| c.is_whitespace() || is_delimiter(c));
            if !number.is_empty() {
                let parsed = number.parse();
                let parsed = parsed.map_err(|_| refused(at, escape::quoted(number, 40), number))?;
                numbers.push(parsed);
                is_empty = false;
            }
            at += word.len();
            if word.ends_with(is_delimiter) {
                if is_empty {
                    return Err(refused(at - 1, "an empty field".into(), ""));
                }
                is_empty = true;
            }
        }
    }
    Ok(numbers)
}

/// The objective of these numbers for one geometry.
///
/// # Errors
/// [`WeightsError::Objective`] for another number of them, or too large ones.
pub fn objective(
    numbers: &[i64],
    file: &str,
    geometry: Geometry,
) -> Result<Objective, WeightsError> {
    Objective::new(geometry, numbers.to_vec()).map_err(|error| WeightsError::Objective {
        file: file.to_owned(),
        error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empty_fields_are_refused() {
        for (text, place) in [("1,,2", "1:3"), ("1\n,2", "2:1"), ("1, ;2", "1:4")] {
            let error = numbers(text, "w").unwrap_err().to_string();
            let expected = format!("w:{place}: found an empty field, expected an integer");
            assert_eq!(error, expected);
        }
    }

    #[test]
    fn grids_and_csv_are_read() {
        let expected = Ok(vec![1, -2, 3, 40]);
        assert_eq!(numbers("1 -2\n3 40\n", "w"), expected);
        assert_eq!(numbers("\u{feff}1,-2\r\n3; 40 # four\r\n", "w"), expected);
        assert_eq!(numbers("1,-2,\n3 , 40 ;\n", "w"), expected);
        assert_eq!(numbers("", "w"), Ok(vec![]));
    }

    #[test]
    fn errors_name_the_place_of_a_wrong_word() {
        let error = numbers("1 2\n3, x4 5", "w").unwrap_err().to_string();
        assert_eq!(error, "w:2:4: found 'x4', expected an integer");
        let error = numbers("9223372036854775808", "w").unwrap_err();
        let expected = "w:1:1: found '9223372036854775808', expected an integer from \
                        -9223372036854775808 to 9223372036854775807";
        assert_eq!(error.to_string(), expected);
        let geometry = "2x2".parse().unwrap();
        let error = objective(&[1, 2], "w", geometry).unwrap_err().to_string();
        assert!(error.contains("found 2 numbers, expected 16"), "{error}");
    }
}
