//! The proofs of parts in a folder beside the answers, until the certificate is whole.

use crate::certify::KeptProofs;
use crate::cli::messages::warn;
use crate::cli::pipeline::partial::beside;
use crate::escape;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folder.
pub struct ProofFolder(PathBuf);

impl ProofFolder {
    /// The folder beside this file of answers: `FILE.proofs`.
    pub fn beside(answers: &Path) -> ProofFolder {
        ProofFolder(beside(answers, ".proofs"))
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

    /// Removes the proofs, and the folder if it held nothing else.
    pub fn remove(&self) {
        if let Err(error) = self.try_remove() {
            warn(format_args!("{}: {error}", escape::path(&self.0)));
        }
    }

    fn try_remove(&self) -> io::Result<()> {
        let entries = match fs::read_dir(&self.0) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            if is_proof(&entry.file_name()) && entry.file_type()?.is_file() {
                fs::remove_file(entry.path())?;
            }
        }
        match fs::remove_dir(&self.0) {
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => Ok(()),
            removed => removed,
        }
    }
}

/// Whether a file has the name of a proof, or of one that was not finished.
fn is_proof(name: &OsStr) -> bool {
    let part = name.to_str().and_then(|name| name.strip_prefix("part-"));
    let number = part.map(|part| part.strip_suffix(".partial").unwrap_or(part));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    number.is_some_and(is_number)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_proofs_are_removed_from_a_folder() {
        let around = tempfile::tempdir().unwrap();
        let answers = around.path().join("answers");
        let folder = around.path().join("answers.proofs");
        let proofs = ProofFolder::beside(&answers);
        proofs.remove();
        fs::create_dir(&folder).unwrap();
        let names = ["notes.txt", "part-one", "part-7.bak"];
        for name in names {
            fs::write(folder.join(name), "mine").unwrap();
        }
        fs::create_dir(folder.join("part-3")).unwrap();
        proofs.keep(0, b"proof");
        fs::write(folder.join("part-2.partial"), "half").unwrap();
        proofs.remove();
        let entries = fs::read_dir(&folder).unwrap();
        let mut left: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["notes.txt", "part-3", "part-7.bak", "part-one"]);
        for name in names {
            fs::remove_file(folder.join(name)).unwrap();
        }
        fs::remove_dir(folder.join("part-3")).unwrap();
        proofs.keep(0, b"proof");
        proofs.remove();
        assert!(!folder.exists());
    }
}
