//! Sets of candidates: which digits are still possible where.

use super::geometry::{Candidate, Cell, Digit, Geometry};
use super::puzzle::Puzzle;

const WORD: usize = u64::BITS as usize;

/// A set of candidates. Each cell has one bit per digit, the digit 1 lowest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates {
    geometry: Geometry,
    words_per_cell: usize,
    words: Vec<u64>,
}

/// Where the words of the row, column and box of a cell start.
fn house_words(geometry: Geometry, cell: Cell, words: usize) -> [usize; 3] {
    let side = geometry.side();
    let [row, column, block] = geometry.houses_of(cell).map(|h| usize::from(h.index));
    [row, side + column, 2 * side + block].map(|house| house * words)
}

impl Candidates {
    /// Every candidate of the grid.
    pub fn all(geometry: Geometry) -> Candidates {
        let mut all = Candidates::none(geometry);
        for cell in geometry.cells() {
            for digit in geometry.digits() {
                all.insert(Candidate { cell, digit });
            }
        }
        all
    }

    /// No candidate at all.
    pub fn none(geometry: Geometry) -> Candidates {
        let words_per_cell = geometry.side().div_ceil(WORD);
        Candidates {
            geometry,
            words_per_cell,
            words: vec![0; words_per_cell * geometry.cell_count()],
        }
    }

    /// The candidates that the givens leave: the cell of a given keeps only it, and its
    /// peers lose the digit. Clashing givens eliminate each other.
    pub fn of_givens(puzzle: &Puzzle) -> Candidates {
        let geometry = puzzle.geometry();
        let mut left = Candidates::none(geometry);
        // Digits given at least once and at least twice, by house: rows, columns, boxes.
        let words = left.words_per_cell;
        let mut once = vec![0u64; 3 * geometry.side() * words];
        let mut twice = once.clone();
        for (cell, digit) in puzzle.givens() {
            let bit = 1 << (digit.index() % WORD);
            for start in house_words(geometry, cell, words) {
                let word = start + digit.index() / WORD;
                twice[word] |= once[word] & bit;
                once[word] |= bit;
            }
        }
        for cell in geometry.cells() {
            let houses = house_words(geometry, cell, words);
            for word in 0..words {
                let first = word * WORD;
                let digits = (geometry.side() - first).min(WORD);
                let (taken, own) = match puzzle.given(cell) {
                    None => (&once, u64::MAX),
                    Some(given) => {
                        let here = given.index() / WORD == word;
                        (&twice, u64::from(here) << (given.index() % WORD))
                    }
                };
                let seen = houses.map(|start| taken[start + word]);
                let all = u64::MAX >> (WORD - digits);
                left.words[cell.index() * words + word] =
                    all & own & !(seen[0] | seen[1] | seen[2]);
            }
        }
        left
    }

    /// The shape of the grid.
    pub fn geometry(&self) -> Geometry {
        self.geometry
    }

    /// Whether the candidate is in the set.
    ///
    /// # Panics If the cell is off the grid and, with debug assertions, if the digit is larger than
    /// the side; without them, the answer may be that about another candidate.
    pub fn contains(&self, candidate: Candidate) -> bool {
        let (word, bit) = self.place(candidate);
        self.words[word] >> bit & 1 == 1
    }

    /// Adds a candidate.
    ///
    /// # Panics If the cell is off the grid and, with debug assertions, if the digit is larger than
    /// the side; without them, another candidate may be added.
    pub fn insert(&mut self, candidate: Candidate) {
        let (word, bit) = self.place(candidate);
        self.words[word] |= 1 << bit;
    }

    /// Removes a candidate.
    ///
    /// # Panics If the cell is off the grid and, with debug assertions, if the digit is larger than
    /// the side; without them, another candidate may be removed.
    pub fn remove(&mut self, candidate: Candidate) {
        let (word, bit) = self.place(candidate);
        self.words[word] &= !(1 << bit);
    }

    /// The digits of a cell, from the smallest.
    ///
    /// # Panics
    /// If the cell is off the grid.
    pub fn digits(&self, cell: Cell) -> impl Iterator<Item = Digit> + '_ {
        let words = self.cell_words(cell).iter().enumerate();
        words.flat_map(|(word, &bits)| {
            std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)))
                .take_while(|bits| *bits != 0)
                .map(move |bits| Digit::from_index(word * WORD + bits.trailing_zeros() as usize))
        })
    }

    /// Number of candidates of a cell.
    ///
    /// # Panics
    /// If the cell is off the grid.
    pub fn count(&self, cell: Cell) -> usize {
        let words = self.cell_words(cell).iter();
        words.map(|word| word.count_ones() as usize).sum()
    }

    /// Number of candidates.
    pub fn len(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Every candidate, cell by cell, from the smallest digit.
    pub fn iter(&self) -> impl Iterator<Item = Candidate> + '_ {
        self.geometry.cells().flat_map(|cell| {
            let digits = self.digits(cell);
            digits.map(move |digit| Candidate { cell, digit })
        })
    }

    fn cell_words(&self, cell: Cell) -> &[u64] {
        let start = cell.index() * self.words_per_cell;
        &self.words[start..start + self.words_per_cell]
    }

    fn place(&self, candidate: Candidate) -> (usize, usize) {
        let (cell, digit) = (candidate.cell.index(), candidate.digit.index());
        debug_assert!(
            cell < self.geometry.cell_count() && digit < self.geometry.side(),
            "there is no {} on this grid",
            self.geometry.candidate_name(candidate)
        );
        (cell * self.words_per_cell + digit / WORD, digit % WORD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn givens_leave_what_their_peers_may_hold() {
        let geometry = Geometry::CLASSIC;
        let mut puzzle = Puzzle::empty(geometry);
        puzzle.set(Cell(0), Digit::new(5));
        let left = Candidates::of_givens(&puzzle);
        assert_eq!(left.count(Cell(0)), 1);
        assert_eq!(left.count(Cell(8)), 8);
        assert_eq!(left.count(Cell(80)), 9);
        assert_eq!(left.len(), 729 - 8 - 20);
        assert_eq!(left.iter().count(), left.len());
        let mut none = Candidates::none(geometry);
        assert!(none.is_empty());
        assert!(!left.is_empty());
        let [first, second] = [1, 2].map(|digit| Candidate {
            cell: Cell(3),
            digit: Digit::from_index(digit),
        });
        none.insert(first);
        assert!(none.contains(first) && !none.contains(second));
    }

    #[test]
    fn givens_leave_the_same_as_taking_away_one_by_one() {
        for (shape, step) in [("2x3", 5), ("3x3", 7), ("1x5", 3), ("9x9", 11)] {
            let geometry: Geometry = shape.parse().unwrap();
            // Some givens clash.
            let mut puzzle = Puzzle::empty(geometry);
            for cell in geometry.cells().step_by(step) {
                let digit = cell.index() * cell.index() / 3 % geometry.side();
                puzzle.set(cell, Some(Digit::from_index(digit)));
            }
            let mut left = Candidates::all(geometry);
            for (cell, given) in puzzle.givens() {
                for digit in geometry.digits().filter(|&digit| digit != given) {
                    left.remove(Candidate { cell, digit });
                }
                for house in geometry.houses_of(cell) {
                    for peer in geometry.house_cells(house).filter(|&peer| peer != cell) {
                        let digit = given;
                        left.remove(Candidate { cell: peer, digit });
                    }
                }
            }
            assert_eq!(Candidates::of_givens(&puzzle), left, "{shape}");
        }
    }

    #[test]
    fn sides_above_a_word_work() {
        let geometry: Geometry = "9x9".parse().unwrap();
        let all = Candidates::all(geometry);
        assert_eq!(all.len(), 81 * 81 * 81);
        assert_eq!(all.digits(Cell(7)).last(), Digit::new(81));
    }
}
