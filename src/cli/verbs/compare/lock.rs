//! Keeps other runs away from what a comparison writes.

use crate::cli::pipeline::partial::{beside, open_locked};
use anyhow::Result;
use std::fs::File;
use std::path::{Path, PathBuf};

/// A locked file, removed when the run ends.
#[derive(Debug)]
pub struct RunLock {
    path: PathBuf,
    file: File,
}

impl RunLock {
    /// Locks `PATH.lock`, next to a file that is replaced whenever it is saved.
    ///
    /// # Errors
    /// Another run has locked it, or the file cannot be created.
    pub fn take(path: &Path) -> Result<RunLock> {
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let path = beside(&path, ".lock");
        let file = open_locked(&path, None)?;
        Ok(RunLock { path, file })
    }
}

impl Drop for RunLock {
    fn drop(&mut self) {
        // A file with contents is not ours. If removing fails, the file remains, but
        // unlocked.
        if self.file.metadata().is_ok_and(|data| data.len() == 0) {
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
