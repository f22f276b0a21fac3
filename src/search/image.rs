//! Symmetric images of 9×9 puzzles, for restarts: a search that gets stuck on a puzzle
//! seldom gets stuck on an image.

use crate::grid::row::CELLS;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A symmetry of 9×9 puzzles given as text.
pub struct Image {
    /// The cell of the puzzle for each cell of the image.
    source: [u8; CELLS],
    /// The digit of the image for each digit of the puzzle; 0 stays.
    digit: [u8; 10],
}

impl Image {
    /// The symmetry with this number, always the same.
    pub fn new(number: u32) -> Image {
        let mut random = ChaCha8Rng::seed_from_u64(u64::from(number));
        let (rows, columns) = (shuffled_lines(&mut random), shuffled_lines(&mut random));
        let transposed = random.random_bool(0.5);
        let mut digits: [u8; 9] = std::array::from_fn(|digit| digit as u8 + 1);
        digits.shuffle(&mut random);
        let mut digit = [0; 10];
        digit[1..].copy_from_slice(&digits);
        let source = std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            match transposed {
                true => 9 * column + row,
                false => 9 * row + column,
            }
        });
        Image { source, digit }
    }

    /// The image of a puzzle: digits, and any other characters for empty cells.
    pub fn of(&self, puzzle: &[u8; CELLS]) -> [u8; CELLS] {
        self.source.map(|cell| match puzzle[usize::from(cell)] {
            character @ b'1'..=b'9' => b'0' + self.digit[usize::from(character - b'0')],
            other => other,
        })
    }

    /// The solution whose image this is.
    pub fn restore(&self, image: &[u8; CELLS]) -> [u8; CELLS] {
        let mut value = [0; 10];
        for (from, to) in (0..).zip(self.digit) {
            value[usize::from(to)] = from;
        }
        let mut solution = [b'.'; CELLS];
        for (cell, character) in self.source.into_iter().zip(image) {
            if character.is_ascii_digit() {
                solution[usize::from(cell)] = b'0' + value[usize::from(character - b'0')];
            }
        }
        solution
    }
}

/// Lines in a random order that keeps bands together.
fn shuffled_lines(random: &mut ChaCha8Rng) -> [u8; 9] {
    let mut triples = [0, 3, 6];
    triples.shuffle(random);
    let mut lines = [0; 9];
    for (lines, first) in lines.chunks_mut(3).zip(triples) {
        let mut inside = [0, 1, 2];
        inside.shuffle(random);
        for (line, place) in lines.iter_mut().zip(inside) {
            *line = first + place;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Row;
    use crate::search::lockstep::{Lockstep, Question};

    #[test]
    fn an_image_has_as_many_solutions_and_gives_them_back() {
        let text =
            *b"53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        let engine = Lockstep::new().expect("a known instruction set");
        let question = Question { limit: 2, show: 1 };
        let solve = |text: &[u8; CELLS]| {
            let row = Row::new(text).expect("digits and dots");
            let answers = engine.answer(&[row], question, &Default::default());
            let answers = answers.expect("no limit");
            (answers.found(0), answers.solutions(0)[0])
        };
        let solution = solve(&text);
        for number in 0..50 {
            let image = Image::new(number);
            let (found, of_image) = solve(&image.of(&text));
            assert_eq!((found, image.restore(&of_image)), solution, "{number}");
            assert_eq!(image.restore(&image.of(&solution.1)), solution.1);
        }
    }
}
