//! The files of programs that read a formula and a proof, or write one.

pub use crate::child::FileCommand;
use std::path::Path;

/// The first of these files that no longer exists.
pub fn missing<'f>(files: &[&'f Path]) -> Option<&'f Path> {
    files.iter().find(|file| !file.is_file()).copied()
}
