//! Weights files: any text is read or refused; what is read is reduced without
//! a change of any score.

#![no_main]

use libfuzzer_sys::fuzz_target;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use satoku::grid::{Symmetry, pattern};
use satoku::objective::Negate;
use satoku::objective::text::{numbers, objective};
use satoku_fuzz::shape;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(numbers) = numbers(text, "fuzz") else {
        return;
    };
    let name = match numbers.len() {
        1 => "1x1",
        8 => "1x2",
        36 => "2x3",
        _ => "2x2",
    };
    let geometry = shape(name);
    let Ok(objective) = objective(&numbers, "fuzz", geometry) else {
        return;
    };
    let _ = objective.bound(|_| None);
    let reduced = objective.reduced();
    let mut random = ChaCha8Rng::seed_from_u64(numbers[0] as u64);
    for _ in 0..3 {
        let solution = Symmetry::random(geometry, &mut random).solution(&pattern(geometry));
        let score = objective.score(&solution);
        assert_eq!(score, reduced.objective.score(&solution) + reduced.constant);
        assert_eq!(objective.negated().score(&solution), -score);
        assert!(objective.bound(|_| None) >= score);
    }
});
