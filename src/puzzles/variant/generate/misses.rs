//! Which types of constraints could not be placed, and how often.

use std::collections::BTreeMap;
use std::fmt;

/// Grids in a row that take no constraint of a type of the user's own before it is given up.
const MOST_IN_A_ROW: usize = 10;

/// The grids in which no constraint of a type was placed, by the type's name.
#[derive(Clone, Default, Debug)]
pub struct Misses {
    of: BTreeMap<String, Miss>,
    /// Puzzles in which all constraints were redundant.
    redundant: usize,
}

#[derive(Clone, Default, Debug)]
struct Miss {
    grids: usize,
    in_a_row: usize,
}

impl Misses {
    /// A constraint of this type was placed.
    pub(super) fn placed(&mut self, kind: &str) {
        if let Some(miss) = self.of.get_mut(kind) {
            miss.in_a_row = 0;
        }
    }

    /// None of this type was placed in a grid.
    pub(super) fn missed(&mut self, kind: &str) {
        let miss = self.of.entry(kind.to_owned()).or_default();
        miss.grids += 1;
        miss.in_a_row += 1;
    }

    /// All constraints were redundant in a puzzle.
    pub(super) fn redundant(&mut self) {
        self.redundant += 1;
    }

    /// In how many grids in a row there was none of this type, if that is enough to give up.
    pub(super) fn hopeless(&self, kind: &str) -> Option<usize> {
        let grids = self.of.get(kind)?.in_a_row;
        (grids >= MOST_IN_A_ROW).then_some(grids)
    }
}

/// A part of a sentence about attempts, empty if there is nothing to say.
impl fmt::Display for Misses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut said = Vec::new();
        for (kind, miss) in &self.of {
            said.push(match said.is_empty() {
                true => format!("no constraint of type '{kind}' fitted in {}", miss.grids),
                false => format!("none of type '{kind}' in {}", miss.grids),
            });
        }
        if self.redundant > 0 {
            said.push(format!(
                "all constraints were redundant in {}",
                self.redundant
            ));
        }
        match said.is_empty() {
            true => Ok(()),
            false => write!(f, " ({})", said.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_IN_A_ROW, Misses};

    #[test]
    fn each_type_is_counted_by_itself() {
        let mut misses = Misses::default();
        assert_eq!(misses.to_string(), "");
        for _ in 0..MOST_IN_A_ROW {
            assert_eq!(misses.hopeless("sum"), None);
            misses.placed("whisper");
            misses.missed("sum");
        }
        assert_eq!(misses.hopeless("sum"), Some(MOST_IN_A_ROW));
        misses.missed("whisper");
        assert_eq!(misses.hopeless("whisper"), None);
        let says = " (no constraint of type 'sum' fitted in 10, none of type 'whisper' in 1)";
        assert_eq!(misses.to_string(), says);
        misses.placed("sum");
        assert_eq!(misses.hopeless("sum"), None);
        let mut misses = Misses::default();
        misses.redundant();
        assert_eq!(misses.to_string(), " (all constraints were redundant in 1)");
    }
}
