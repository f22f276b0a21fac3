//! Reading a grid back from a model of an exported file of a variant.

use super::VariantMap;
use crate::encoding::export::{NamedTerms, comment};
use crate::encoding::{KeyError, NotAGrid, Term};
use crate::grid::{Cell, Digit, Solution};
use crate::rules::Board;
use std::collections::BTreeMap;

/// How to read a grid from a model of a file that [`write_variant`](super::write_variant) wrote.
#[derive(Clone, Debug)]
pub struct VariantModelKey {
    board: Board,
    pub(super) terms: NamedTerms<(Cell, Digit)>,
    json: Option<String>,
}

impl VariantModelKey {
    /// Whether these comments are those of a variant puzzle.
    pub fn is_variant(comments: &[String]) -> bool {
        comments
            .iter()
            .any(|comment| comment.starts_with("satoku board "))
    }

    /// The key to formulas with variables for all candidates of this board.
    pub fn of_board(board: Board) -> VariantModelKey {
        let map = VariantMap::full(&board);
        let terms = map
            .candidates()
            .map(|(var, cell, digit)| ((cell, digit), Term::Lit(var.positive())));
        let terms = NamedTerms(terms.collect());
        let json = None;
        VariantModelKey { board, terms, json }
    }

    /// The key from the comments of a file, each without `c ` or `* `.
    ///
    /// # Errors
    /// [`KeyError`] if the board or variable names are missing or unreadable.
    pub fn from_comments(comments: &[String]) -> Result<VariantModelKey, KeyError> {
        let regions = comment(comments, "satoku regions ").ok();
        let board = parse_board(comment(comments, "satoku board ")?, regions)?;
        let expected = "expected 'varname V rRcC=D' on this board";
        let named = |name: &str| parse_candidate(name, &board);
        let terms = NamedTerms::read(comments, named, expected)?;
        let json = comment(comments, "satoku json ").ok().map(str::to_owned);
        Ok(VariantModelKey { board, terms, json })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The puzzle as JSON, if the file holds it.
    pub fn json(&self) -> Option<&str> {
        self.json.as_deref()
    }

    /// The number of the last variable that a candidate depends on; 0 if none does.
    pub fn last_variable(&self) -> u32 {
        self.terms.last_variable()
    }

    /// The grid in a model. Variables that the model leaves out are false.
    ///
    /// # Errors
    /// [`NotAGrid`] unless exactly one digit is true in each cell.
    pub fn decode(&self, model: &BTreeMap<u32, bool>) -> Result<Solution, NotAGrid> {
        let map = VariantMap::full(&self.board);
        map.decode(|own| {
            let candidate = map.candidate(own);
            candidate.is_some_and(|candidate| self.terms.holds(&candidate, model))
        })
    }
}

/// `4x4 digits 1..4`, and the numbers of regions.
fn parse_board(text: &str, regions: Option<&str>) -> Result<Board, KeyError> {
    let comment = format!("satoku board {text}");
    let expected = || KeyError::Comment(comment.clone(), "expected '9x9 digits 1..9'".into());
    let (size, digits) = text.split_once(" digits ").ok_or_else(expected)?;
    let (rows, columns) = size.split_once('x').ok_or_else(expected)?;
    let (min, max) = digits.split_once("..").ok_or_else(expected)?;
    let count = |text: &str| text.trim().parse::<usize>().map_err(|_| expected());
    let value = |text: &str| text.trim().parse::<i32>().map_err(|_| expected());
    let regions = regions.map(parse_regions).transpose()?;
    let size = (count(rows)?, count(columns)?);
    let board = Board::new(size, (value(min)?, value(max)?), regions);
    board.map_err(|error| KeyError::Comment(comment.clone(), error.to_string()))
}

fn parse_regions(text: &str) -> Result<Vec<Option<u16>>, KeyError> {
    let region = |word: &str| match word {
        "." => Ok(None),
        number => number.parse().map(Some).map_err(|_| {
            let expected = "expected numbers and '.'".into();
            KeyError::Comment(format!("satoku regions {text}"), expected)
        }),
    };
    text.split_whitespace().map(region).collect()
}

/// `r1c2=3` → a cell and a digit of the board.
fn parse_candidate(name: &str, board: &Board) -> Option<(Cell, Digit)> {
    let (cell, value) = name.split_once('=')?;
    Some((board.cell_named(cell)?, board.digit(value.parse().ok()?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_that_are_not_a_key_are_rejected() {
        let key = |comments: &[&str]| {
            let comments: Vec<String> = comments.iter().map(|c| c.to_string()).collect();
            VariantModelKey::from_comments(&comments)
                .unwrap_err()
                .to_string()
        };
        assert!(key(&[]).contains("satoku board"));
        assert!(key(&["satoku board 4x4"]).contains("cannot be read"));
        assert!(key(&["satoku board 0x4 digits 1..4"]).contains("cannot be read"));
        assert!(key(&["satoku board 1x2 digits 1..2", "satoku regions 1 a"]).contains("numbers"));
        let board = "satoku board 1x2 digits 1..2";
        assert!(key(&[board]).contains("varname"));
        assert!(key(&[board, "varname 1 r1c1=3"]).contains("cannot be read"));
    }
}
