//! The proof systems: what a lemma says about why it follows.

use super::{file, lrat};
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

/// The form of a proof.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum ProofSystem {
    /// Lemmas alone, of module [`drat`](super::drat).
    #[default]
    Drat,
    /// Lemmas with hints, of module [`lrat`].
    Lrat,
}

impl ProofSystem {
    /// The file of a certificate that holds such a proof.
    pub fn file(self) -> &'static str {
        match self {
            ProofSystem::Drat => file::DRAT,
            ProofSystem::Lrat => file::LRAT,
        }
    }

    /// The system of a proof about a formula with so many clauses: by the file's
    /// ending, `.drat` or `.lrat`, or else by its first lemma.
    pub fn of(path: &Path, start: &[u8], clauses: usize) -> ProofSystem {
        match path.extension().and_then(OsStr::to_str) {
            Some("drat") => ProofSystem::Drat,
            Some("lrat") => ProofSystem::Lrat,
            _ if lrat::begins(start, clauses) => ProofSystem::Lrat,
            _ => ProofSystem::Drat,
        }
    }

    /// Whether a proof that starts so is bytes, not text.
    pub fn is_binary(self, start: &[u8]) -> bool {
        match (self, start.first()) {
            (ProofSystem::Drat, first) => first == Some(&b'a') || start.contains(&0),
            (ProofSystem::Lrat, first) => matches!(first, Some(b'a' | b'd')),
        }
    }
}

impl fmt::Display for ProofSystem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ProofSystem::Drat => "DRAT",
            ProofSystem::Lrat => "LRAT",
        })
    }
}
