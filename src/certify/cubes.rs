//! Certificates whose proof is in parts, one for each cube, so that each can be made apart:
//! a [`CubesDraft`] has the formula, [`CubesDraft::refute`] makes the proof of one part,
//! [`CubesDraft::in_memory`] puts them together and asks the judge.
//!
//! The last part says that the cubes cover everything: that the formula has no model
//! outside them. The proof of a part is binary DRAT, or the text of prices that bound the
//! scores of a cube.

use super::certifiable::{Certifiable, Finding};
use super::files;
#[cfg(feature = "process")]
use super::folder::{FolderStaging, Target};
use super::manifest::ProofSystem;
use super::prices::{are_prices, bound};
use super::prove::{self, answered, for_judge};
use super::request::{Certificate, Certification, CertifyError, NotProven, is_false, unknown};
use super::solver::{self, ProofFormat, ProofLimits, SolverAnswer};
use super::staging::Staging;
use super::{MAX_SOLUTIONS, formula};
use crate::cnf::{ClauseSink, Formula, Lit};
use crate::cubes::Cube;
use crate::limits::Limits;
use satoku_verify::cubes as judge_cubes;
use satoku_verify::file;
use satoku_verify::files::Memory;
use satoku_verify::proof::{self, CheckResult};
#[cfg(feature = "threads")]
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(feature = "threads")]
use std::thread::Builder;

/// Where the proofs of parts are while others are still missing.
pub trait KeptProofs: Sync {
    /// The proof of a part, from 0, if there is one; it is checked.
    fn load(&self, part: usize) -> Option<Vec<u8>>;

    /// Keeps the proof of a part.
    fn keep(&self, part: usize, proof: &[u8]);
}

/// Nothing is kept.
impl KeptProofs for () {
    fn load(&self, _part: usize) -> Option<Vec<u8>> {
        None
    }

    fn keep(&self, _part: usize, _proof: &[u8]) {}
}

/// A certificate that lacks nothing but its proofs.
pub struct CubesDraft<'p, P: Certifiable> {
    puzzle: &'p P,
    finding: Finding<P::Objective>,
    /// The rules and the givens, if prices may bound the scores of cubes.
    rules: Option<Formula>,
    /// The formula that says the finding is false, once it is needed.
    negation: Mutex<Option<Arc<Formula>>>,
    parts: Vec<Cube>,
    cubes: Vec<Vec<Lit>>,
}

impl<'p, P: Certifiable> CubesDraft<'p, P> {
    /// The certificate of what was found by these cubes.
    ///
    /// # Errors
    /// [`CertifyError`] if it would be too large.
    pub fn new(
        puzzle: &'p P,
        finding: Finding<P::Objective>,
        parts: Vec<Cube>,
        limits: &Limits,
    ) -> Result<Certification<CubesDraft<'p, P>>, CertifyError> {
        if let Finding::All(solutions) = &finding
            && solutions.len() as u64 > MAX_SOLUTIONS
        {
            return Err(CertifyError::Solutions(solutions.len() as u64));
        }
        let literals = parts.iter().map(|cube| {
            let candidates = cube.candidates.iter();
            candidates
                .filter_map(|&each| puzzle.literal(each))
                .collect()
        });
        let cubes: Vec<Vec<Lit>> = literals.collect();
        let rules = || -> Result<Option<Formula>, NotProven> {
            limits.check().or_else(unknown)?;
            puzzle.draft(&finding, None)?;
            puzzle.rules(&finding)
        };
        answered(rules().map(|rules| CubesDraft {
            puzzle,
            finding,
            rules,
            negation: Mutex::new(None),
            parts,
            cubes,
        }))
    }

    /// In how many parts the proof is: the cubes, and the last one for what is outside of
    /// them.
    pub fn parts(&self) -> usize {
        self.cubes.len() + 1
    }

    /// The formula that says the finding is false.
    fn negation(&self, limits: &Limits) -> Result<Arc<Formula>, NotProven> {
        let mut known = self.negation.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = &*known {
            return Ok(known.clone());
        }
        let made = Arc::new(self.puzzle.negation(&self.finding, limits)?);
        *known = Some(made.clone());
        Ok(made)
    }

    /// The formula of a part, from 0.
    fn formula(&self, part: usize, limits: &Limits) -> Result<Formula, NotProven> {
        if let Some(cube) = self.cubes.get(part) {
            let mut formula = (*self.negation(limits)?).clone();
            cube.iter().for_each(|lit| formula.add_clause(&[*lit]));
            return Ok(formula);
        }
        let mut formula = match &self.rules {
            Some(rules) => rules.clone(),
            None => (*self.negation(limits)?).clone(),
        };
        for cube in &self.cubes {
            let negation: Vec<Lit> = cube.iter().map(|lit| !*lit).collect();
            match negation.is_empty() {
                true => formula::contradict(&mut formula),
                false => formula.add_clause(&negation),
            }
        }
        Ok(formula)
    }

    /// Refutes a part, from 0, and lets the judge's checker look at the proof; the
    /// proof, in binary DRAT. If the part has a model, the finding is false. The scores of
    /// a cube may be bounded by prices instead.
    ///
    /// # Errors
    /// [`CertifyError::Engine`] if the solver fails or its proof is wrong.
    pub fn refute(
        &self,
        part: usize,
        limits: &Limits,
        max_proof: u64,
    ) -> Result<Certification<Vec<u8>>, CertifyError> {
        let within = ProofLimits {
            limits,
            most: max_proof,
        };
        answered(self.proof(part, within))
    }

    fn proof(&self, part: usize, within: ProofLimits<'_>) -> Result<Vec<u8>, NotProven> {
        let limits = within.limits;
        let cube = self.parts.get(part);
        let prices = cube.and_then(|cube| self.puzzle.prices(&self.finding, cube, limits));
        if let Some(prices) = prices {
            return Ok(prices.into_bytes());
        }
        if let Some(reason) = limits.exceeded() {
            return unknown(reason);
        }
        let formula = self.formula(part, limits)?;
        let learnt = cube.and_then(|cube| self.puzzle.refute(&self.finding, cube, within));
        let (answer, bytes) = learnt.unwrap_or_else(|| {
            let mut bytes = Vec::new();
            let answer = solver::varisat(&formula, ProofFormat::Binary, &mut bytes, within);
            (answer, bytes)
        });
        match answer {
            SolverAnswer::Unsatisfiable => {}
            SolverAnswer::Unknown(reason) => return unknown(reason),
            SolverAnswer::Satisfiable => {
                let truth = format!("{} has a solution that was not found", self.name(part));
                return is_false(truth);
            }
        }
        let stop = || limits.exceeded().is_some();
        let system = proof::ProofSystem::Drat;
        let wrong = |why: String| {
            let part = self.name(part);
            Err(CertifyError::Engine(format!("{part}: the proof was rejected: {why}")).into())
        };
        match proof::check(system, &for_judge(&formula), &bytes[..], &stop) {
            Ok(CheckResult::Refuted(_)) => Ok(bytes),
            Ok(CheckResult::Stopped) => unknown(limits.reason()),
            Ok(CheckResult::Flawed(why)) => wrong(why),
            Err(error) => wrong(error.to_string()),
        }
    }

    /// Whether this is a proof of a part, from 0, as an earlier run may have left it.
    #[cfg(feature = "threads")]
    fn is_proof(&self, part: usize, bytes: &[u8], limits: &Limits) -> bool {
        if are_prices(bytes) {
            let (cube, text) = (self.parts.get(part), std::str::from_utf8(bytes));
            return cube
                .zip(text.ok())
                .is_some_and(|(cube, text)| self.puzzle.are_prices_of(&self.finding, cube, text));
        }
        let stop = || limits.exceeded().is_some();
        let Ok(formula) = self.formula(part, limits) else {
            return false;
        };
        let checked = proof::check(proof::ProofSystem::Drat, &for_judge(&formula), bytes, &stop);
        matches!(checked, Ok(CheckResult::Refuted(_)))
    }

    /// [`CubesDraft::refute`] for all parts, `jobs` at once; proofs that are kept are taken
    /// from there.
    ///
    /// # Errors
    /// As [`CubesDraft::refute`].
    #[cfg(feature = "threads")]
    pub fn refute_all(
        &self,
        jobs: usize,
        limits: &Limits,
        max_proof: u64,
        kept: &dyn KeptProofs,
    ) -> Result<Certification<Vec<Vec<u8>>>, CertifyError>
    where
        P::Objective: Sync,
    {
        let next = AtomicUsize::new(0);
        let is_over = Arc::new(AtomicBool::new(false));
        let limits = limits.clone().stopped_by(is_over.clone());
        let made = Mutex::new(Vec::new());
        let work = || {
            loop {
                let part = next.fetch_add(1, Ordering::Relaxed);
                if part >= self.parts() || is_over.load(Ordering::Relaxed) {
                    return;
                }
                let known = kept.load(part);
                let known = known.filter(|proof| self.is_proof(part, proof, &limits));
                let proof = match known {
                    Some(proof) => Ok(Certification::Proven(proof)),
                    None => {
                        let proof = self.refute(part, &limits, max_proof);
                        if let Ok(Certification::Proven(proof)) = &proof {
                            kept.keep(part, proof);
                        }
                        proof
                    }
                };
                if !matches!(proof, Ok(Certification::Proven(_))) {
                    is_over.store(true, Ordering::Relaxed);
                }
                let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
                made.push((part, proof));
            }
        };
        std::thread::scope(|scope| {
            // Where the system gives no more threads, those that run will do.
            (1..jobs).all(|_| Builder::new().spawn_scoped(scope, work).is_ok());
            work();
        });
        let mut made = made.into_inner().unwrap_or_else(PoisonError::into_inner);
        made.sort_by_key(|(part, _)| *part);
        Certification::all(made.into_iter().map(|(_, proof)| proof))
    }

    fn name(&self, part: usize) -> String {
        match part < self.cubes.len() {
            true => format!("cube {}", part + 1),
            false => "the part outside the cubes".into(),
        }
    }

    /// Puts the proofs together, one for each part, and asks the judge.
    ///
    /// # Errors
    /// [`CertifyError::Engine`] if the judge rejects them.
    pub fn in_memory(
        &self,
        proofs: &[Vec<u8>],
        limits: &Limits,
    ) -> Result<Certification<Certificate>, CertifyError> {
        let mut files = Memory::default();
        answered(
            self.complete(proofs, &mut files, limits)
                .map(|(claim, _)| Certificate {
                    claim,
                    files: std::mem::take(&mut files),
                }),
        )
    }

    /// Like [`CubesDraft::in_memory`], but in a folder, which gets its name once the judge
    /// accepts it. The claim as a sentence.
    ///
    /// # Errors
    /// [`CertifyError`]; there is no folder then.
    #[cfg(feature = "process")]
    pub fn in_folder(
        &self,
        proofs: &[Vec<u8>],
        target: Target<'_>,
        limits: &Limits,
    ) -> Result<Certification, CertifyError> {
        let mut staging = FolderStaging::new(target)?;
        answered(
            self.complete(proofs, &mut staging, limits)
                .and_then(|(claim, names)| {
                    staging.finish(&names)?;
                    Ok(claim)
                }),
        )
    }

    fn complete(
        &self,
        proofs: &[Vec<u8>],
        staging: &mut dyn Staging,
        limits: &Limits,
    ) -> Result<(String, Vec<String>), NotProven> {
        let all_priced = proofs.len() == self.parts()
            && proofs[..self.cubes.len()]
                .iter()
                .all(|proof| are_prices(proof));
        let mut draft = self.puzzle.draft(&self.finding, self.bound(proofs))?;
        let system = match &self.rules {
            Some(rules) if all_priced => {
                files::write_formula(rules, staging)?;
                ProofSystem::Prices
            }
            _ => {
                files::write_formula(&*self.negation(limits)?, staging)?;
                ProofSystem::Drat
            }
        };
        let mut names = vec![file::FORMULA.to_owned()];
        for (part, bytes) in proofs.iter().enumerate() {
            let number = part as u64 + 1;
            let drat = proof::ProofSystem::Drat;
            let name = match part < self.cubes.len() {
                true if are_prices(bytes) => judge_cubes::prices_of(number),
                true => judge_cubes::proof_of(number, drat),
                false => judge_cubes::proof_of_cover(drat),
            };
            staging.write(&name, &mut |output| output.write_all(bytes))?;
            names.push(name);
        }
        let lines = self.cubes.iter().map(|cube| line(cube));
        draft.texts.push((file::CUBES, lines.collect()));
        draft.cubes = Some(self.cubes.len() as u64);
        let solver = crate::sat::VARISAT_NAME;
        let names = draft.write_texts(staging, solver, system, names)?;
        let claim = prove::judged(staging, solver, limits)?;
        Ok((claim, names))
    }

    /// The bound that the prices of all cubes show, if it is not a score that is reached.
    fn bound(&self, proofs: &[Vec<u8>]) -> Option<i64> {
        let Finding::AtMost { .. } = &self.finding else {
            return None;
        };
        let (solution, objective, lowest) = self.finding.best()?;
        let score = self.puzzle.score(objective, solution);
        let sign = if lowest { -1 } else { 1 };
        let cubes = proofs.iter().take(self.cubes.len());
        let most = cubes.filter_map(|proof| Some(sign * bound(proof)?)).max()?;
        (most > score).then_some(sign * most)
    }
}

/// A cube in `cubes.txt`.
fn line(cube: &[Lit]) -> String {
    let words: String = cube
        .iter()
        .map(|lit| format!("{} ", lit.dimacs()))
        .collect();
    format!("a {words}0\n")
}
