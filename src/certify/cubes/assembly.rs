//! The certificate from the proofs of its parts.

use super::CubesDraft;
use crate::certify::certifiable::{Certifiable, Conclusion};
use crate::certify::files;
use crate::certify::manifest::Evidence;
use crate::certify::prices::{are_prices, bound};
use crate::certify::prove::{answered, verified};
use crate::certify::request::{Certificate, Certification, CertifyError, NotProven};
use crate::certify::staging::Staging;
use crate::cnf::Lit;
use crate::limits::Limits;
use satoku_verify::cubes as verifier_cubes;
use satoku_verify::file;
use satoku_verify::files::Memory;
use satoku_verify::proof;

/// The proof of a part that is in its file.
pub(in crate::certify) struct PartProof {
    name: String,
    is_priced: bool,
    /// The bound that prices show, in the sign of the plain objective.
    bound: Option<i64>,
}

impl<P: Certifiable> CubesDraft<'_, P> {
    /// Puts the proofs together, one for each part, and asks the verifier.
    ///
    /// # Errors
    /// [`CertifyError::Engine`] if the verifier rejects them.
    pub fn in_memory(
        &self,
        proofs: &[Vec<u8>],
        limits: &Limits,
    ) -> Result<Certification<Certificate>, CertifyError> {
        let mut files = Memory::default();
        let parts = (0..).zip(proofs);
        let parts = parts.map(|(part, proof)| self.put(part, proof, &mut files));
        let parts = parts.collect::<Result<Vec<PartProof>, CertifyError>>()?;
        answered(
            self.complete(&parts, &mut files, limits)
                .map(|(claim, _)| Certificate { claim, files }),
        )
    }

    /// Writes the proof of a part, from 0.
    pub(in crate::certify) fn put(
        &self,
        part: usize,
        proof: &[u8],
        staging: &mut dyn Staging,
    ) -> Result<PartProof, CertifyError> {
        let number = part as u64 + 1;
        let drat = proof::ProofSystem::Drat;
        let is_priced = part < self.cubes.len() && are_prices(proof);
        let name = match part < self.cubes.len() {
            true if is_priced => verifier_cubes::prices_of(number),
            true => verifier_cubes::proof_of(number, drat),
            false => verifier_cubes::proof_of_cover(drat),
        };
        staging.write(&name, &mut |output| output.write_all(proof))?;
        Ok(PartProof {
            name,
            is_priced,
            bound: is_priced.then(|| bound(proof)).flatten(),
        })
    }

    /// Writes all but the proofs, which are there, and asks the verifier; the claim, and the
    /// names of all files.
    pub(in crate::certify) fn complete(
        &self,
        parts: &[PartProof],
        staging: &mut dyn Staging,
        limits: &Limits,
    ) -> Result<(String, Vec<String>), NotProven> {
        let priced = parts.iter().filter(|part| part.is_priced).count();
        let mut draft = self.puzzle.draft(&self.conclusion, self.bound(parts))?;
        let evidence = match &self.rules {
            Some(rules) if priced == self.cubes.len() => {
                files::write_formula(rules, staging)?;
                Evidence::Prices
            }
            _ => {
                files::write_formula(&*self.negation(limits)?, staging)?;
                Evidence::Drat
            }
        };
        let mut names = vec![file::FORMULA.to_owned()];
        names.extend(parts.iter().map(|part| part.name.clone()));
        let lines = self.cubes.iter().map(|cube| line(cube));
        draft.texts.push((file::CUBES, lines.collect()));
        let cubes = Some(self.cubes.len() as u64);
        // Parts may have been refuted by varisat, by clause learning and by prices.
        let solver = super::super::priced::SATOKU;
        let names = draft.write_texts(staging, solver, evidence, cubes, names)?;
        Ok((verified(staging, solver, limits)?, names))
    }

    /// The bound that the prices of all cubes show, if it is not a score that is reached.
    fn bound(&self, parts: &[PartProof]) -> Option<i64> {
        let Conclusion::AtMost { .. } = &self.conclusion else {
            return None;
        };
        let (solution, objective) = self.conclusion.best()?;
        let score = self.puzzle.score(objective.to_maximise(), solution);
        let direction = objective.direction();
        let most = parts
            .iter()
            .filter_map(|part| part.bound.map(|bound| direction.signed(bound)));
        let most = most.max()?;
        (most > score).then_some(direction.signed(most))
    }
}

/// A cube in `cubes.txt`.
pub(super) fn line(cube: &[Lit]) -> String {
    let words: String = cube
        .iter()
        .map(|lit| format!("{} ", lit.dimacs()))
        .collect();
    format!("a {words}0\n")
}
