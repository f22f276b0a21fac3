//! A certificate whose proof is in parts. A cube is a set of literals that are assumed.
//! For each cube, a proof refutes the formula with the cube's literals as clauses; one more
//! refutes the formula with the negation of each cube, so that no model is outside of
//! them. Whether the cubes overlap does not matter. If the claim is about a score, prices
//! may bound the scores of a cube instead.

use crate::escape;
use crate::file;
use crate::files::Files;
use crate::formula::Formula;
use crate::manifest::Evidence;
use crate::prices::{Pricing, Subject};
use crate::proof::ProofSystem;
use crate::refutation::Refutation;
use std::rc::Rc;

/// Maximum number of cubes of a certificate.
pub const MAX_CUBES: u64 = 1_000_000;

/// The file with the refutation of a cube; cubes count from 1.
pub fn proof_of(cube: u64, system: ProofSystem) -> String {
    format!("cube-{cube}.{}", ending(system))
}

/// The file with the prices of a cube; cubes count from 1.
pub fn prices_of(cube: u64) -> String {
    format!("cube-{cube}.prices")
}

/// The file with the refutation of what is outside all cubes.
pub fn proof_of_cover(system: ProofSystem) -> String {
    format!("cover.{}", ending(system))
}

fn ending(system: ProofSystem) -> &'static str {
    match system {
        ProofSystem::Drat => "drat",
        ProofSystem::Lrat => "lrat",
    }
}

/// The files of a proof: one, or those of all cubes, of which some have prices.
pub(crate) fn files(
    cubes: Option<u64>,
    evidence: Evidence,
    has_prices: impl Fn(&str) -> bool,
) -> Vec<String> {
    let Some(cubes) = cubes else {
        return vec![match evidence {
            Evidence::Prices => file::PRICES.to_owned(),
            evidence => evidence.system().file().to_owned(),
        }];
    };
    let of_cube = |cube: u64| {
        let prices = prices_of(cube);
        match evidence == Evidence::Prices || has_prices(&prices) {
            true => prices,
            false => proof_of(cube, evidence.system()),
        }
    };
    let mut files: Vec<String> = (1..=cubes).map(of_cube).collect();
    files.push(proof_of_cover(evidence.system()));
    files.push(file::CUBES.to_owned());
    files
}

/// Reads `count` cubes, a line `a LITERALS 0` each, and nothing else.
pub fn read(text: &str, count: u64, variables: i32) -> Result<Vec<Vec<i32>>, String> {
    let mut cubes = Vec::new();
    for (number, line) in (1..).zip(text.split_terminator('\n')) {
        let words = line
            .strip_prefix("a ")
            .and_then(|rest| rest.strip_suffix('0'));
        let literal = |word: &str| {
            let literal: i32 = word.parse().ok()?;
            let is_plain = literal.to_string() == word;
            let fits = literal.unsigned_abs() <= variables.unsigned_abs();
            (is_plain && fits && literal != 0).then_some(literal)
        };
        let literals = words.and_then(|words| {
            let words = words.split_terminator(' ');
            words.map(literal).collect::<Option<Vec<i32>>>()
        });
        let plain = literals.filter(|literals| text_of(literals) == line);
        cubes.push(plain.ok_or_else(|| {
            let found = escape::quoted(line, 120);
            format!("{number}: found {found}, expected 'a', literals up to {variables}, and 0")
        })?);
    }
    let found = cubes.len() as u64;
    let is_whole = text.is_empty() || text.ends_with('\n');
    if found != count {
        return Err(format!(
            " found {found} lines, expected {count}, as in manifest.json"
        ));
    }
    if !is_whole {
        return Err(format!(
            "{found}: found no line break at the end of the line, expected one"
        ));
    }
    Ok(cubes)
}

fn text_of(literals: &[i32]) -> String {
    let words: String = literals.iter().map(|each| format!("{each} ")).collect();
    format!("a {words}0")
}

/// What shows that the claim holds in a part of the puzzle.
pub enum Part<'f> {
    /// There is no model that the claim denies.
    Refutation(Refutation<'f>),
    /// No score is beyond the claimed one.
    Pricing(Pricing<'f>),
}

/// The parts that are still to be checked, one after the other: a certificate holds only
/// if all do.
pub struct Parts<'f> {
    pub(crate) formula: Formula,
    pub(crate) files: &'f dyn Files,
    pub(crate) system: ProofSystem,
    /// None if the proof is whole.
    pub(crate) cubes: Option<Vec<Vec<i32>>>,
    /// For the parts that have prices.
    pub(crate) subject: Option<Rc<Subject>>,
    /// Which cubes have prices; of a whole proof, whether it is by prices.
    pub(crate) priced: Vec<bool>,
    /// How many were taken.
    pub(crate) taken: usize,
}

impl<'f> Parts<'f> {
    fn pricing(&self, index: usize) -> Option<Pricing<'f>> {
        let subject = self.subject.as_ref()?;
        let pricing = || Pricing::of_all(self.files, subject);
        self.priced
            .get(index)
            .and_then(|priced| priced.then(pricing))
    }

    fn refutation(&self, formula: Formula, file: String) -> Refutation<'f> {
        Refutation::in_files(formula, self.files, self.system, file)
    }

    fn whole(&mut self) -> Part<'f> {
        if let Some(pricing) = self.pricing(0) {
            return Part::Pricing(pricing);
        }
        let formula = std::mem::take(&mut self.formula);
        Part::Refutation(self.refutation(formula, self.system.file().to_owned()))
    }

    fn of_cube(&self, index: usize, cube: &[i32]) -> Part<'f> {
        let number = index as u64 + 1;
        let part = format!("cube {number}");
        if let Some(pricing) = self.pricing(index) {
            return Part::Pricing(pricing.of_part(part, prices_of(number), cube));
        }
        let mut formula = self.formula.clone();
        cube.iter().for_each(|literal| formula.add([*literal]));
        let refutation = self.refutation(formula, proof_of(number, self.system));
        Part::Refutation(refutation.of_part(part))
    }

    fn cover(&self, mut formula: Formula, cubes: &[Vec<i32>]) -> Part<'f> {
        for cube in cubes {
            match cube.is_empty() {
                true => formula.contradict(),
                false => formula.add(cube.iter().map(|literal| -literal)),
            }
        }
        let refutation = self.refutation(formula, proof_of_cover(self.system));
        Part::Refutation(refutation.of_part("outside the cubes".to_owned()))
    }
}

impl<'f> Iterator for Parts<'f> {
    type Item = Part<'f>;

    fn next(&mut self) -> Option<Part<'f>> {
        let index = self.taken;
        self.taken += 1;
        let Some(cubes) = &self.cubes else {
            return (index == 0).then(|| self.whole());
        };
        if let Some(cube) = cubes.get(index) {
            return Some(self.of_cube(index, cube));
        }
        let formula = std::mem::take(&mut self.formula);
        let cubes = self.cubes.as_ref().filter(|cubes| cubes.len() == index)?;
        Some(self.cover(formula, cubes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Memory;

    #[test]
    fn cubes_are_lines_in_one_form() {
        let all = read("a 1 -2 0\na 0\na 3 0\n", 3, 3);
        assert_eq!(all, Ok(vec![vec![1, -2], vec![], vec![3]]));
        assert_eq!(read("", 0, 3), Ok(Vec::new()));
        for wrong in [
            "a 1 0",
            "a 1 0\n\n",
            "a 4 0\n",
            "a  1 0\n",
            "a 01 0\n",
            "a +1 0\n",
            "a 0 0\n",
            "1 0\n",
            "a 1\n",
            "a 10\n",
            "a 1 0 \n",
            "a 1 0\na 2 0\n",
            "",
        ] {
            assert!(read(wrong, 1, 3).is_err(), "{wrong:?}");
        }
    }

    /// Every model of each part, with all assignments tried.
    #[test]
    fn the_parts_share_out_all_models() {
        let mut formula = Formula::default();
        formula.variables = 3;
        formula.add([1, 2, 3]);
        let holds = |formula: &Formula, bits: u32| {
            let is_true = |literal: &i32| (bits >> (literal.abs() - 1) & 1 == 1) == (*literal > 0);
            formula.clauses().all(|clause| clause.iter().any(is_true))
        };
        let files = Memory::default();
        let parts = |cubes: Vec<Vec<i32>>| -> Vec<Formula> {
            let parts = Parts {
                formula: formula.clone(),
                files: &files,
                system: ProofSystem::Drat,
                cubes: Some(cubes),
                subject: None,
                priced: Vec::new(),
                taken: 0,
            };
            let formula = |part| match part {
                Part::Refutation(refutation) => refutation.formula,
                Part::Pricing(_) => panic!("no cube has prices"),
            };
            parts.map(formula).collect()
        };
        let all = parts(vec![vec![]]);
        let parts = parts(vec![vec![1], vec![-1, 2], vec![2, 3]]);
        assert_eq!(parts.len(), 4);
        for bits in 0..8 {
            let in_some = parts.iter().any(|part| holds(part, bits));
            assert_eq!(in_some, holds(&formula, bits), "{bits}");
        }
        assert!((0..8).all(|bits| !holds(&all[1], bits)));
    }
}
