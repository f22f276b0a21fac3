//! A puzzle whose search fails begins again, on another image and with more patience.
//!
//! Depth-first search may enter a part of the tree without a solution that takes
//! ages, though the same puzzle is easy when it is transposed or relabelled: the times
//! of random restarts have no heavy tail (C. P. Gomes, B. Selman, N. Crato, H. Kautz,
//! "Heavy-tailed phenomena in satisfiability and constraint satisfaction problems",
//! 2000).

use super::question::Question;
use crate::grid::row::CELLS;
use crate::search::image::Image;

/// Contradictions that the first attempt may meet for each solution, and one more.
const PATIENCE: u64 = 256;

/// Attempts on the puzzle itself: a greedy descent, and a search of the tree.
const ON_ITSELF: u32 = 2;

/// Whether a search that has met so many contradictions is to begin again.
#[inline(always)]
pub fn is_hopeless(attempt: u32, contradictions: u64, found: u64, question: Question) -> bool {
    let patience = PATIENCE << (2 * attempt.saturating_sub(1)).min(32);
    let endless = question.limit == u64::MAX && found > 0;
    contradictions > patience.saturating_mul(found + 1) && !endless
}

/// The images on which attempts are made.
pub struct Images(Vec<Image>);

impl Images {
    /// None has been needed yet.
    pub fn new() -> Images {
        Images(Vec::new())
    }

    /// The text on which an attempt is made.
    pub fn of(&mut self, attempt: u32, puzzle: &[u8; CELLS]) -> [u8; CELLS] {
        match self.image(attempt) {
            Some(image) => image.of(puzzle),
            None => *puzzle,
        }
    }

    /// The solution of the puzzle that an attempt found on its image.
    pub fn restore(&mut self, attempt: u32, solution: &[u8; CELLS]) -> [u8; CELLS] {
        match self.image(attempt) {
            Some(image) => image.restore(solution),
            None => *solution,
        }
    }

    fn image(&mut self, attempt: u32) -> Option<&Image> {
        let number = attempt.checked_sub(ON_ITSELF)?;
        while self.0.len() <= number as usize {
            self.0.push(Image::new(self.0.len() as u32));
        }
        self.0.get(number as usize)
    }
}

/// Whether an attempt is made on an image.
#[inline(always)]
pub fn is_on_image(attempt: u32) -> bool {
    attempt >= ON_ITSELF
}
