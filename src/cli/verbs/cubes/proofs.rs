//! The proofs of parts in a folder beside the answers, until the certificate is whole.

use crate::certify::KeptProofs;
use crate::cli::messages::warn;
use crate::escape;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder.
pub struct ProofFolder(PathBuf);

impl ProofFolder {
    /// The folder beside this file of answers: `FILE.proofs`.
    pub fn beside(answers: &Path) -> ProofFolder {
        let mut name = OsString::from(answers);
        name.push(".proofs");
        ProofFolder(name.into())
    }

    /// The file of a part; parts count from 1 in names.
    fn file(&self, part: usize) -> PathBuf {
        self.0.join(format!("part-{}", part + 1))
    }

    /// A file that was not finished never has its name.
    fn write(&self, part: usize, proof: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.0)?;
        let partial = self.file(part).with_extension("partial");
        fs::write(&partial, proof)?;
        fs::rename(partial, self.file(part))
    }

    /// Removes the folder, whose proofs are in a certificate.
    pub fn remove(&self) {
        if let Err(error) = fs::remove_dir_all(&self.0)
            && error.kind() != io::ErrorKind::NotFound
        {
            warn(format_args!("{}: {error}", escape::path(&self.0)));
        }
    }
}

impl KeptProofs for ProofFolder {
    fn load(&self, part: usize) -> Option<Vec<u8>> {
        fs::read(self.file(part)).ok()
    }

    fn keep(&self, part: usize, proof: &[u8]) {
        if let Err(error) = self.write(part, proof) {
            warn(format_args!("{}: {error}", escape::path(&self.0)));
        }
    }
}
