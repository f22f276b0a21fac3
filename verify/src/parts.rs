//! What shows that a claim is true: a proof that is whole, or in parts, one after the other.

use crate::cubes::{prices_of, proof_of, proof_of_cover};
use crate::file;
use crate::files::Files;
use crate::formula::Formula;
use crate::prices::{Pricing, Subject};
use crate::proof::ProofSystem;
use crate::refutation::Refutation;
use std::rc::Rc;

/// The form of a certificate's proof.
#[derive(PartialEq, Eq, Debug)]
pub enum Proof {
    /// A refutation of the formula that says the claim is false.
    Refutation(ProofSystem),
    /// Prices that bound all scores.
    Prices,
    /// Prices that leave few candidates, and a refutation of the claim's negation for these.
    PricesThenRefutation(ProofSystem),
    /// What is outside the cubes, and each cube that has no prices, is refuted with the
    /// claim's negation.
    Cubes {
        system: ProofSystem,
        of_cubes: Vec<CubeProof>,
    },
    /// All of this number of cubes have prices: that no solution is outside them is refuted.
    PricedCubes(u64),
}

/// What a cube has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CubeProof {
    Refutation,
    Prices,
}

/// The system of the refutation beside cubes that all have prices.
const BESIDE_PRICES: ProofSystem = ProofSystem::Drat;

impl Proof {
    /// How many cubes there are; none if the proof is whole.
    pub fn cubes(&self) -> Option<u64> {
        match self {
            Proof::Refutation(_) | Proof::Prices | Proof::PricesThenRefutation(_) => None,
            Proof::Cubes { of_cubes, .. } => Some(of_cubes.len() as u64),
            Proof::PricedCubes(count) => Some(*count),
        }
    }

    /// Its files, with that of the formula.
    pub fn files(&self) -> Vec<String> {
        let owned = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let with_cubes = |mut of_cubes: Vec<String>, system| {
            of_cubes.extend([file::FORMULA, file::CUBES].map(str::to_owned));
            of_cubes.push(proof_of_cover(system));
            of_cubes
        };
        match self {
            Proof::Refutation(system) => owned(&[file::FORMULA, system.file()]),
            Proof::Prices => owned(&[file::PRICES]),
            Proof::PricesThenRefutation(system) => {
                owned(&[file::FORMULA, file::PRICES, system.file()])
            }
            Proof::Cubes { system, of_cubes } => {
                let name = |(cube, proof): (u64, &CubeProof)| match proof {
                    CubeProof::Refutation => proof_of(cube, *system),
                    CubeProof::Prices => prices_of(cube),
                };
                with_cubes((1..).zip(of_cubes).map(name).collect(), *system)
            }
            Proof::PricedCubes(count) => {
                with_cubes((1..=*count).map(prices_of).collect(), BESIDE_PRICES)
            }
        }
    }
}

/// What shows that the claim holds in a part of the puzzle.
pub enum Part<'f> {
    /// No model contradicts the claim.
    Refutation(Refutation<'f>),
    /// No score is beyond the claimed one.
    Pricing(Pricing<'f>),
}

/// The parts that are still to be checked, one after the other: a certificate holds only
/// if all do.
pub struct Parts<'f> {
    files: &'f dyn Files,
    /// What each cube is added to.
    formula: Formula,
    system: ProofSystem,
    cubes: Vec<Vec<i32>>,
    /// Of each cube.
    of_cubes: Vec<CubeProof>,
    /// For the cubes that have prices.
    subject: Option<Rc<Subject>>,
    /// How many cubes were taken.
    taken: usize,
    /// The whole proof, or what is outside the cubes.
    last: Option<Part<'f>>,
}

impl<'f> Parts<'f> {
    /// The parts of a proof; `None` if prices are to show what they say nothing about.
    pub(crate) fn new(
        proof: Proof,
        files: &'f dyn Files,
        formula: Formula,
        cubes: Vec<Vec<i32>>,
        subject: Option<Rc<Subject>>,
    ) -> Option<Parts<'f>> {
        let (system, of_cubes) = match proof {
            Proof::Prices => {
                let pricing = Pricing::of_all(files, subject.as_ref()?);
                return Some(Parts::whole(files, Part::Pricing(pricing)));
            }
            Proof::Refutation(system) | Proof::PricesThenRefutation(system) => {
                let name = system.file().to_owned();
                let refutation = Refutation::in_files(formula, files, system, name);
                return Some(Parts::whole(files, Part::Refutation(refutation)));
            }
            Proof::Cubes { system, of_cubes } => (system, of_cubes),
            Proof::PricedCubes(_) => (BESIDE_PRICES, vec![CubeProof::Prices; cubes.len()]),
        };
        if of_cubes.contains(&CubeProof::Prices) && subject.is_none() {
            return None;
        }
        let last = Part::Refutation(cover(files, formula.clone(), &cubes, system));
        Some(Parts {
            formula,
            system,
            cubes,
            of_cubes,
            subject,
            ..Parts::whole(files, last)
        })
    }

    fn whole(files: &'f dyn Files, part: Part<'f>) -> Parts<'f> {
        Parts {
            files,
            formula: Formula::default(),
            system: BESIDE_PRICES,
            cubes: Vec::new(),
            of_cubes: Vec::new(),
            subject: None,
            taken: 0,
            last: Some(part),
        }
    }

    /// A cube needs a refutation unless it is known to have prices.
    fn of_cube(&self, index: usize, cube: &[i32]) -> Part<'f> {
        let number = index as u64 + 1;
        let part = format!("cube {number}");
        if let (Some(CubeProof::Prices), Some(subject)) = (self.of_cubes.get(index), &self.subject)
        {
            let pricing = Pricing::of_all(self.files, subject);
            return Part::Pricing(pricing.of_part(part, prices_of(number), cube));
        }
        let mut formula = self.formula.clone();
        cube.iter().for_each(|literal| formula.add([*literal]));
        let name = proof_of(number, self.system);
        let refutation = Refutation::in_files(formula, self.files, self.system, name);
        Part::Refutation(refutation.of_part(part))
    }
}

/// The refutation of what is outside the cubes.
fn cover<'f>(
    files: &'f dyn Files,
    mut formula: Formula,
    cubes: &[Vec<i32>],
    system: ProofSystem,
) -> Refutation<'f> {
    for cube in cubes {
        match cube.is_empty() {
            true => formula.contradict(),
            false => formula.add(cube.iter().map(|literal| -literal)),
        }
    }
    let name = proof_of_cover(system);
    Refutation::in_files(formula, files, system, name).of_part("outside the cubes".to_owned())
}

impl<'f> Iterator for Parts<'f> {
    type Item = Part<'f>;

    fn next(&mut self) -> Option<Part<'f>> {
        let index = self.taken;
        let Some(cube) = self.cubes.get(index) else {
            return self.last.take();
        };
        self.taken += 1;
        Some(self.of_cube(index, cube))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Memory;

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
            let proof = Proof::Cubes {
                system: ProofSystem::Drat,
                of_cubes: vec![CubeProof::Refutation; cubes.len()],
            };
            let parts = Parts::new(proof, &files, formula.clone(), cubes, None).unwrap();
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
