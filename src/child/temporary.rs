//! Files and folders that are to be gone when the process ends, however it ends.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tempfile::{NamedTempFile, TempDir};

static OPEN: Mutex<Open> = Mutex::new(Open {
    paths: BTreeSet::new(),
    closed: false,
});

/// What is there now.
struct Open {
    paths: BTreeSet<PathBuf>,
    /// The process is about to end: nothing new is made.
    closed: bool,
}

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
    /// Makes something by `make`, which returns it with its path; it cannot be missed
    /// by [`remove_all`].
    ///
    /// # Errors
    /// What `make` says, or that the process is about to end.
    pub fn of<T>(make: impl FnOnce() -> io::Result<(T, PathBuf)>) -> io::Result<(T, Temporary)> {
        let mut open = lock();
        if open.closed {
            return Err(io::Error::other("interrupted"));
        }
        let (made, path) = make()?;
        let path = std::path::absolute(&path).unwrap_or(path);
        open.paths.insert(path.clone());
        drop(open);
        #[cfg(unix)]
        super::guard::tell(&super::guard::Note::Path(&path));
        Ok((made, Temporary { path }))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        lock().paths.remove(&self.path);
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
        let (folder, known) = Temporary::of(|| {
            let folder = tempfile::tempdir()?;
            let path = folder.path().to_owned();
            Ok((folder, path))
        })?;
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
        let (file, known) = Temporary::of(|| {
            let file = NamedTempFile::new()?;
            let path = file.path().to_owned();
            Ok((file, path))
        })?;
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
    pub fn reopen(&self) -> io::Result<File> {
        self.file.reopen()
    }
}

/// Shows all paths.
#[cfg(unix)]
pub(super) fn each(mut visit: impl FnMut(&Path)) {
    let paths: Vec<PathBuf> = lock().paths.iter().cloned().collect();
    paths.iter().for_each(|path| visit(path));
}

/// Removes what is temporary, and sees that no more is made; for the end of the
/// process.
pub fn remove_all() {
    let mut open = lock();
    open.closed = true;
    open.paths.iter().for_each(|path| remove(path));
}

/// Removes a file, or a folder with all that is in it, even if another thread still
/// writes to it.
pub(super) fn remove(path: &Path) {
    const TRIES: usize = 20;
    for _ in 0..TRIES {
        let Ok(data) = std::fs::symlink_metadata(path) else {
            return;
        };
        let removed = match data.is_dir() {
            true => std::fs::remove_dir_all(path),
            false => std::fs::remove_file(path),
        };
        if removed.is_ok() {
            return;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn lock() -> MutexGuard<'static, Open> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}
