//! The arithmetic of random objectives, written by the prover and read by the verifier.

use crate::certify::objective::ObjectiveFile;
use crate::grid::{Geometry, Solution, symmetry};
use crate::objective::{Directed, Direction, Objective};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use satoku_verify::objective::Objective as VerifierObjective;
use satoku_verify::rules::Shape;

fn digits(solution: &Solution) -> Vec<usize> {
    let cells = solution.cells().iter();
    cells.map(|digit| usize::from(digit.value())).collect()
}

#[test]
fn every_reduction_is_arithmetic_that_adds_up() {
    let mut random = ChaCha8Rng::seed_from_u64(6);
    for boxes in ["1x1", "2x3", "3x3"] {
        let geometry: Geometry = boxes.parse().unwrap();
        let shape: Shape = boxes.parse().unwrap();
        let grid = symmetry::pattern(geometry);
        for count in [geometry.cell_count(), geometry.cell_count() * shape.side] {
            let numbers = (0..count).map(|_| random.random_range(-50..50)).collect();
            let plain = Objective::new(geometry, numbers).unwrap();
            let score = i128::from(plain.score(&grid));
            for direction in [Direction::Highest, Direction::Lowest] {
                let objective = Directed::new(plain.clone(), direction);
                let file = ObjectiveFile::new(&objective, &grid);
                let verified = VerifierObjective::parse(&file.text(), shape).unwrap();
                assert_eq!(verified.text(shape), file.text());
                assert_eq!(verified.flaw(shape), None);
                assert_eq!(verified.lowest, direction == Direction::Lowest);
                assert_eq!(verified.score_of(&digits(&grid)), score);
                assert_eq!(i128::from(verified.score), score);
                let reduced = verified.reduced_score_of(&digits(&grid));
                assert_eq!(i128::from(verified.reduced_score), reduced);
            }
        }
    }
}
