//! Files and folders that are removed when the process ends, however it ends.

use crate::escape;
use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tempfile::{NamedTempFile, TempDir};

static REGISTRY: Mutex<Registry> = Mutex::new(Registry {
    paths: BTreeSet::new(),
    closed: false,
});

/// What exists now.
struct Registry {
    paths: BTreeSet<PathBuf>,
    /// The process is about to end: nothing new may be made.
    closed: bool,
}

/// The registration of a temporary file or folder with [`remove_all`] and the guard, until
/// its maker removes it.
#[derive(Debug)]
pub struct Temporary {
    path: PathBuf,
}

/// A folder in the system's directory for temporary files, removed when dropped.
#[derive(Debug)]
pub struct TemporaryFolder {
    // In this order: it is removed first, then forgotten.
    folder: TempDir,
    _known: Temporary,
}

/// A file in the system's directory for temporary files, removed when dropped.
#[derive(Debug)]
pub struct TemporaryFile {
    file: NamedTempFile,
    _known: Temporary,
}

impl Temporary {
    /// Registers what `make` makes at the path it returns, so that [`remove_all`] cannot
    /// miss it.
    ///
    /// # Errors
    /// If `make` fails, or the process is about to end.
    pub fn of<T>(make: impl FnOnce() -> io::Result<(T, PathBuf)>) -> io::Result<(T, Temporary)> {
        let mut registry = lock();
        if registry.closed {
            return Err(io::Error::other("interrupted"));
        }
        let (made, path) = make()?;
        let path = std::path::absolute(&path).unwrap_or(path);
        registry.paths.insert(path.clone());
        drop(registry);
        #[cfg(unix)]
        super::guard::send(&super::guard::GuardMessage::Path(&path));
        Ok((made, Temporary { path }))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        lock().paths.remove(&self.path);
        #[cfg(unix)]
        super::guard::send(&super::guard::GuardMessage::PathGone(&self.path));
    }
}

impl TemporaryFolder {
    /// Makes one.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn new() -> io::Result<TemporaryFolder> {
        let (folder, known) = Temporary::of(|| {
            let folder = private().tempdir().map_err(no_room)?;
            let path = folder.path().to_owned();
            Ok((folder, path))
        })?;
        Ok(TemporaryFolder {
            folder,
            _known: known,
        })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl TemporaryFile {
    /// Makes one.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn new() -> io::Result<TemporaryFile> {
        let (file, known) = Temporary::of(|| {
            let file = NamedTempFile::new().map_err(no_room)?;
            let path = file.path().to_owned();
            Ok((file, path))
        })?;
        Ok(TemporaryFile {
            file,
            _known: known,
        })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Opens it once more.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn reopen(&self) -> io::Result<File> {
        self.file.reopen()
    }
}

/// Makes folders for their owner alone, whatever the umask is; files always are.
fn private() -> tempfile::Builder<'static, 'static> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "there are no modes"))]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o700));
    }
    builder
}

/// The error, about the directory for temporary files and not about the name in it.
fn no_room(error: io::Error) -> io::Error {
    let why = error.to_string();
    let why = why.split(" at path ").next().unwrap_or_default();
    let variable = match std::env::var_os("TMPDIR") {
        Some(_) if cfg!(unix) => " ($TMPDIR)",
        _ => "",
    };
    let folder = std::env::temp_dir();
    let text = format!(
        "the temporary folder {}{variable} cannot be written: {why}",
        escape::path(&folder)
    );
    io::Error::new(error.kind(), text)
}

/// Visits all paths.
#[cfg(unix)]
pub(super) fn each(mut visit: impl FnMut(&Path)) {
    let paths: Vec<PathBuf> = lock().paths.iter().cloned().collect();
    paths.iter().for_each(|path| visit(path));
}

/// Removes everything, and lets nothing new be made; for the end of the process.
pub fn remove_all() {
    let mut registry = lock();
    registry.closed = true;
    registry.paths.iter().for_each(|path| remove(path));
}

/// Removes a file, or a folder with its contents, even while another thread writes to
/// it.
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

fn lock() -> MutexGuard<'static, Registry> {
    REGISTRY.lock().unwrap_or_else(PoisonError::into_inner)
}
