//! `manifest.json`: the kind of claim, and the sizes and hashes of the other files.

use satoku_verify::file;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::io::{self, Read};

/// What `manifest.json` says.
#[derive(Serialize, Deserialize, Debug)]
pub struct Manifest {
    /// The format's name.
    pub format: String,
    /// Its version.
    pub version: u32,
    /// The kind of claim.
    pub claim: String,
    /// Solutions that are shown.
    pub solutions: u64,
    /// The score, where the claim is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// What no score is beyond, if that is claimed and the best score is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<i64>,
    /// Rows x columns of one box; none if the puzzle is a variant.
    #[serde(rename = "box", default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<String>,
    /// Who wrote the proof.
    pub solver: String,
    /// What shows that the claim is true.
    pub proof: Evidence,
    /// How many cubes the proof has a part for; none if it is whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cubes: Option<u64>,
    /// The other files.
    pub files: Vec<Entry>,
}

/// What shows that a claim is true: lemmas, which may say why they follow, or prices.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
pub enum Evidence {
    /// A DRAT proof.
    Drat,
    /// An LRAT proof.
    Lrat,
    /// Prices that bound all scores.
    Prices,
}

impl Evidence {
    /// The file that holds it.
    pub fn file(self) -> &'static str {
        match self {
            Evidence::Drat => file::DRAT,
            Evidence::Lrat => file::LRAT,
            Evidence::Prices => file::PRICES,
        }
    }
}

/// A file of a certificate.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its SHA-256, in hexadecimal.
    pub sha256: String,
}

impl Entry {
    /// Measures what a file of this name holds.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(name: &str, input: &mut dyn Read) -> io::Result<Entry> {
        let mut hash = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        let mut bytes = 0;
        loop {
            let count = input.read(&mut buffer)?;
            if count == 0 {
                break;
            }
            hash.update(&buffer[..count]);
            bytes += count as u64;
        }
        let digest = hash.finalize();
        Ok(Entry {
            name: name.into(),
            bytes,
            sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        })
    }
}
