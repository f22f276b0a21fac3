//! Files and folders that are to be gone when the process ends, however it ends.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::{NamedTempFile, TempDir};

static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Something temporary that whoever made it removes; until then it is known to
/// [`remove_all`] and to the guard.
#[derive(Debug)]
pub struct Temporary {
    path: PathBuf,
}

/// A folder in the system's directory for temporary files; it goes away when it is
/// dropped.
#[derive(Debug)]
pub struct Folder {
    // In this order: it is forgotten when it is gone.
    folder: TempDir,
    _known: Temporary,
}

/// A file there; it goes away when it is dropped.
#[derive(Debug)]
pub struct TemporaryFile {
    file: NamedTempFile,
    _known: Temporary,
}

impl Temporary {
    /// Knows a path, which should be absolute.
    pub fn new(path: &Path) -> Temporary {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        lock().insert(path.clone());
        #[cfg(unix)]
        super::guard::tell(&super::guard::Note::Path(&path));
        Temporary { path }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        lock().remove(&self.path);
        #[cfg(unix)]
        super::guard::tell(&super::guard::Note::PathGone(&self.path));
    }
}

impl Folder {
    /// Makes one.
    ///
    /// # Errors
    /// What the system says.
    pub fn new() -> io::Result<Folder> {
        let folder = tempfile::tempdir()?;
        let known = Temporary::new(folder.path());
        Ok(Folder {
            folder,
            _known: known,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl TemporaryFile {
    /// Makes one.
    ///
    /// # Errors
    /// What the system says.
    pub fn new() -> io::Result<TemporaryFile> {
        let file = NamedTempFile::new()?;
        let known = Temporary::new(file.path());
        Ok(TemporaryFile {
            file,
            _known: known,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Opens it once more.
    ///
    /// # Errors
    /// What the system says.
    pub fn reopen(&self) -> io::Result<std::fs::File> {
        self.file.reopen()
    }
}

/// Shows all paths.
#[cfg(unix)]
pub(super) fn each(mut visit: impl FnMut(&Path)) {
    let paths: Vec<PathBuf> = lock().iter().cloned().collect();
    paths.iter().for_each(|path| visit(path));
}

/// Removes what is temporary; for the end of the process.
pub fn remove_all() {
    for path in lock().iter() {
        remove(path);
    }
}

/// Removes a file, or a folder with all that is in it.
pub(super) fn remove(path: &Path) {
    let is_folder = std::fs::symlink_metadata(path).is_ok_and(|data| data.is_dir());
    let _ = match is_folder {
        true => std::fs::remove_dir_all(path),
        false => std::fs::remove_file(path),
    };
}

fn lock() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}
