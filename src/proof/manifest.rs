//! `manifest.json`: what a certificate claims and which bytes it is made of.

use super::claim::Claim;
use super::rules::Shape;
use super::system::ProofSystem;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The format's name.
pub const FORMAT: &str = "satoku certificate";

/// Its version.
pub const VERSION: u32 = 1;

/// What `manifest.json` says.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// The kind of claim.
    pub claim: Kind,
    /// Solutions that are shown.
    pub solutions: u64,
    /// The score, where the claim is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// Rows x columns of one box.
    #[serde(rename = "box")]
    pub shape: String,
    /// Who wrote the proof.
    pub solver: String,
    /// The form of the proof; DRAT if nothing is said.
    #[serde(default)]
    pub proof: ProofSystem,
    /// The other files.
    pub files: Vec<Entry>,
}

/// The kinds of claim.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// No solution.
    None,
    /// One solution.
    Unique,
    /// Several solutions, all of them shown.
    Exactly,
    /// The highest score.
    Maximum,
    /// The lowest score.
    Minimum,
}

/// A file of a certificate.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}

impl Manifest {
    /// The manifest of a claim.
    pub fn new(
        claim: Claim,
        shape: Shape,
        (solver, proof): (String, ProofSystem),
        files: Vec<Entry>,
    ) -> Manifest {
        Manifest {
            format: FORMAT.into(),
            version: VERSION,
            claim: match claim {
                Claim::Solutions(0) => Kind::None,
                Claim::Solutions(1) => Kind::Unique,
                Claim::Solutions(_) => Kind::Exactly,
                Claim::Highest(_) => Kind::Maximum,
                Claim::Lowest(_) => Kind::Minimum,
            },
            solutions: claim.shown(),
            score: claim.score(),
            shape: shape.to_string(),
            solver,
            proof,
            files,
        }
    }

    /// The claim.
    ///
    /// # Errors
    /// A kind that does not fit the numbers, in words.
    pub fn claim(&self) -> Result<Claim, String> {
        let claim = match (self.claim, self.solutions, self.score) {
            (Kind::None, 0, None) => Claim::Solutions(0),
            (Kind::Unique, 1, None) => Claim::Solutions(1),
            (Kind::Exactly, count @ 2..=super::MAX_SOLUTIONS, None) => Claim::Solutions(count),
            (Kind::Maximum, 1, Some(score)) => Claim::Highest(score),
            (Kind::Minimum, 1, Some(score)) => Claim::Lowest(score),
            (kind, solutions, score) => {
                let score = score.map_or("no score".into(), |score| format!("the score {score}"));
                return Err(format!(
                    "the claim {kind:?} does not go with {solutions} solutions and {score}"
                ));
            }
        };
        Ok(claim)
    }
}

impl Entry {
    /// Measures a file.
    ///
    /// # Errors
    /// What the system says.
    pub fn of(folder: &Path, name: &str) -> io::Result<Entry> {
        let path = folder.join(name);
        if !std::fs::metadata(&path)?.is_file() {
            return Err(io::Error::other("it is no regular file"));
        }
        let mut file = File::open(path)?;
        let mut hash = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        let mut bytes = 0;
        loop {
            let count = file.read(&mut buffer)?;
            let Some(read) = buffer.get(..count).filter(|read| !read.is_empty()) else {
                break;
            };
            hash.update(read);
            bytes += count as u64;
        }
        let digits = hash.finalize();
        Ok(Entry {
            name: name.into(),
            bytes,
            sha256: digits.iter().map(|byte| format!("{byte:02x}")).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_measured() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("x"), "abc").unwrap();
        let entry = Entry::of(folder.path(), "x").unwrap();
        // The example of FIPS 180.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!((entry.bytes, entry.sha256.as_str()), (3, expected));
    }

    #[test]
    fn claims_survive_the_manifest() {
        let shape: Shape = "2x3".parse().unwrap();
        let solver = || ("x".to_owned(), ProofSystem::Lrat);
        for claim in [
            Claim::Solutions(0),
            Claim::Solutions(1),
            Claim::Solutions(7),
            Claim::Highest(-4),
            Claim::Lowest(i64::MAX),
        ] {
            let manifest = Manifest::new(claim, shape, solver(), Vec::new());
            let text = serde_json::to_string(&manifest).unwrap();
            let read: Manifest = serde_json::from_str(&text).unwrap();
            assert_eq!(read.claim(), Ok(claim));
        }
        let mut wrong = Manifest::new(Claim::Solutions(2), shape, solver(), Vec::new());
        wrong.solutions = 1;
        assert!(wrong.claim().unwrap_err().contains("Exactly"));
    }
}
