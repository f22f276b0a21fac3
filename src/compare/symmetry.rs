//! A check that needs no second engine: a puzzle and its images under the symmetries of the
//! grid have the same number of solutions.

use super::{Disagreement, Figures, FindingKind};
use crate::backend::{self, Backend, NativeBackend};
use crate::grid::{Puzzle, Row, Symmetry};
use crate::limits::Limits;
use crate::outcome::End;
use crate::search::lockstep::{Failure, Lockstep, Question, Simd};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::ops::ControlFlow;

/// Images that are made and counted before the limits are looked at.
const TOGETHER: usize = 4096;

/// Compares counts of images of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SymmetryCheck {
    /// Images of each puzzle.
    pub images: usize,
    /// Count at most this many solutions of each.
    pub limit: u64,
}

impl SymmetryCheck {
    /// Counts the solutions of random images of a 9×9 puzzle by the lock-step search,
    /// with every instruction set of this processor, and of the puzzle itself by the
    /// native search. The images depend on the puzzle alone.
    pub fn run(self, puzzle: &Puzzle, limits: &Limits, figures: &mut Figures) -> Vec<Disagreement> {
        let (true, Some(row)) = (self.images > 0, Row::of(puzzle)) else {
            return Vec::new();
        };
        let Some(expected) = self.expected(puzzle, limits) else {
            figures.leave_open(NativeBackend::default().name(), 1);
            return Vec::new();
        };
        let mut images = images(puzzle, &row);
        let mut left = self.images;
        let mut found = Vec::new();
        while left > 0 && found.is_empty() {
            if limits.exceeded().is_some() {
                for simd in Simd::available() {
                    figures.leave_open(&name(simd), left as u64);
                }
                break;
            }
            let rows: Vec<Row> = images.by_ref().take(left.min(TOGETHER)).collect();
            left -= left.min(TOGETHER);
            found = self.compare(&rows, expected, limits, figures);
        }
        figures.disagreements += u64::from(!found.is_empty());
        found
    }

    /// Where the counts of these images are not the expected one, with every instruction set.
    fn compare(
        self,
        rows: &[Row],
        expected: u64,
        limits: &Limits,
        figures: &mut Figures,
    ) -> Vec<Disagreement> {
        let question = Question {
            limit: self.limit,
            show: 0,
        };
        let mut found = Vec::new();
        for simd in Simd::available() {
            let differs = match Lockstep::on(simd).answer(rows, question, limits) {
                Ok(answers) => {
                    figures.answers += rows.len() as u64;
                    let wrong = (0..rows.len()).find(|row| answers.found(*row) != expected);
                    wrong.map(|row| {
                        let claim = image_count(answers.found(row), &rows[row]);
                        (FindingKind::Count, claim)
                    })
                }
                Err(Failure::Stopped(_)) => {
                    figures.leave_open(&name(simd), rows.len() as u64);
                    None
                }
                Err(wrong) => Some((FindingKind::Solution, wrong.to_string())),
            };
            found.extend(differs.map(|(kind, claim)| disagreement(kind, simd, &claim, expected)));
        }
        found
    }

    fn expected(self, puzzle: &Puzzle, limits: &Limits) -> Option<u64> {
        let mut native = NativeBackend::default();
        let all = &mut |_: &_| ControlFlow::Continue(());
        let tally = backend::enumerate(&mut native, puzzle, self.limit, limits, all).ok()?;
        (!matches!(tally.end, End::Stopped(_))).then_some(tally.found)
    }
}

/// The name of the lock-step search with an instruction set.
fn name(simd: Simd) -> String {
    format!("lockstep/{simd}")
}

fn image_count(count: u64, row: &Row) -> String {
    format!("{count} of the image {}", String::from_utf8_lossy(&row[..]))
}

fn disagreement(kind: FindingKind, simd: Simd, claim: &str, expected: u64) -> Disagreement {
    let (name, native) = (name(simd), NativeBackend::default().name().to_owned());
    Disagreement {
        kind,
        claims: vec![
            (format!("{native} counts"), expected.to_string()),
            (format!("{name} counts"), claim.to_owned()),
        ],
        accused: vec![name],
        witness: Some(native),
    }
}

/// Random images without end, half of them transposed.
fn images<'p>(puzzle: &'p Puzzle, row: &Row) -> impl Iterator<Item = Row> + use<'p> {
    let mix = |seed: u64, c: &u8| seed.wrapping_mul(31).wrapping_add(u64::from(*c));
    let mut random = ChaCha8Rng::seed_from_u64(row.iter().fold(0, mix));
    let geometry = puzzle.geometry();
    let transposed = Symmetry::transpose(geometry).puzzle(puzzle);
    (0u64..).filter_map(move |k| {
        let of = if k.is_multiple_of(2) {
            puzzle
        } else {
            &transposed
        };
        Row::of(&Symmetry::random(geometry, &mut random).puzzle(of))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Geometry;
    use crate::grid::text::{PuzzleReader, ReadOptions};

    fn puzzle(text: &str) -> Puzzle {
        let mut reader = PuzzleReader::of_text(text, "test", ReadOptions::default());
        reader.next().unwrap().unwrap().puzzle
    }

    #[test]
    fn images_agree_and_are_counted() {
        let puzzle = puzzle(
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7.",
        );
        let mut figures = Figures::default();
        let check = SymmetryCheck {
            images: 100,
            limit: 50,
        };
        let limits = Limits::unlimited();
        assert_eq!(check.run(&puzzle, &limits, &mut figures), []);
        let sets = Simd::available().count() as u64;
        assert_eq!((figures.answers, figures.open), (100 * sets, 0));
        let other = Puzzle::empty(Geometry::new(2, 2).unwrap());
        assert_eq!(check.run(&other, &limits, &mut figures), []);
        assert_eq!(figures.answers, 100 * sets);
    }

    #[test]
    fn a_different_count_is_reported() {
        let found = disagreement(FindingKind::Count, Simd::Portable, "2 of the image …", 1);
        let expected =
            "count differs: native counts: 1; lockstep/portable counts: 2 of the image …";
        assert_eq!(found.to_string(), expected);
    }
}
