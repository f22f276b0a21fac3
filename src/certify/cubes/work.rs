//! Proofs of all parts on the threads of this machine. Each goes into its file as soon as
//! it is made: all of them together may be far larger than memory.

use super::CubesDraft;
use super::assembly::PartProof;
use crate::certify::certifiable::Certifiable;
use crate::certify::folder::{self, Target};
use crate::certify::prove::answered;
use crate::certify::request::{Certification, CertifyError, NotProven, unknown};
use crate::certify::solver::ProofLimits;
use crate::certify::staging::Staging;
use crate::limits::Limits;
use crate::outcome::Reason;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
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

/// How the proofs of all parts are made.
pub struct PartsWork<'w> {
    /// How many at once.
    pub jobs: usize,
    /// When all work stops.
    pub limits: &'w Limits,
    /// How large a proof may become, in bytes.
    pub max_proof: u64,
    /// Where proofs of an earlier run are taken from.
    pub kept: &'w dyn KeptProofs,
}

impl<P: Certifiable> CubesDraft<'_, P>
where
    P::Objective: Sync,
{
    /// [`CubesDraft::refute`] for all parts, in a folder or an archive, which gets its name
    /// once the verifier accepts it. The claim as a sentence.
    ///
    /// # Errors
    /// [`CertifyError`]; nothing has the name then.
    pub fn refute_all(
        &self,
        work: &PartsWork<'_>,
        target: Target<'_>,
    ) -> Result<Certification, CertifyError> {
        answered(folder::in_place(target, |staging| self.made(work, staging)))
    }

    fn made(
        &self,
        work: &PartsWork<'_>,
        staging: &mut (impl Staging + Send),
    ) -> Result<(String, Vec<String>), NotProven> {
        let parts = self.prove_all(work, staging)?;
        self.complete(&parts, staging, work.limits)
    }

    fn prove_all(
        &self,
        work: &PartsWork<'_>,
        staging: &mut (impl Staging + Send),
    ) -> Result<Vec<PartProof>, NotProven> {
        let next = AtomicUsize::new(0);
        let is_over = Arc::new(AtomicBool::new(false));
        let limits = work.limits.clone().stopped_by(is_over.clone());
        let staging = Mutex::new(staging);
        let made = Mutex::new(Vec::new());
        let run = || {
            loop {
                let part = next.fetch_add(1, Ordering::Relaxed);
                if part >= self.parts() || is_over.load(Ordering::Relaxed) {
                    return;
                }
                let proof = self.kept_or_made(part, work, &limits).and_then(|proof| {
                    let mut staging = staging.lock().unwrap_or_else(PoisonError::into_inner);
                    Ok(self.put(part, &proof, &mut **staging)?)
                });
                if proof.is_err() {
                    is_over.store(true, Ordering::Relaxed);
                }
                let mut made = made.lock().unwrap_or_else(PoisonError::into_inner);
                made.push((part, proof));
            }
        };
        std::thread::scope(|scope| {
            // Where the system gives no more threads, those that run will do.
            for _ in 1..work.jobs {
                if Builder::new().spawn_scoped(scope, run).is_err() {
                    break;
                }
            }
            run();
        });
        all(made.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    fn kept_or_made(
        &self,
        part: usize,
        work: &PartsWork<'_>,
        limits: &Limits,
    ) -> Result<Vec<u8>, NotProven> {
        let kept = work.kept.load(part);
        if let Some(proof) = kept.filter(|proof| self.is_proof(part, proof, limits)) {
            return Ok(proof);
        }
        let most = work.max_proof;
        let proof = self.proof(part, ProofLimits { limits, most })?;
        work.kept.keep(part, &proof);
        Ok(proof)
    }
}

/// The proofs in the order of their parts, or why one is missing.
fn all(mut made: Vec<(usize, Result<PartProof, NotProven>)>) -> Result<Vec<PartProof>, NotProven> {
    made.sort_by_key(|(part, _)| *part);
    let (mut proofs, mut stopped) = (Vec::new(), None);
    for (_, proof) in made {
        match proof {
            Ok(proof) => proofs.push(proof),
            // The first to stop says why; others were stopped by it.
            Err(NotProven::Answered(Certification::Unknown(Reason::Interrupted))) => {
                stopped.get_or_insert(Reason::Interrupted);
            }
            Err(NotProven::Answered(Certification::Unknown(reason))) => stopped = Some(reason),
            Err(other) => return Err(other),
        }
    }
    match stopped {
        Some(reason) => unknown(reason),
        None => Ok(proofs),
    }
}
