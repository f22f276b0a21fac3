//! Incomplete files: what is written is in `FILE.partial` until it is complete, and
//! only one run at a time writes there.

use crate::certify::behind_links;
use crate::cli::exit::OutputFault;
use crate::cli::pipeline::files;
use crate::cli::pipeline::journal::refuse_to_lose;
use crate::cli::pipeline::opened;
use crate::cli::pipeline::packed::{Packing, byte_sink};
use anyhow::{Context, Result, bail};
use std::fs::{File, TryLockError};
use std::io::{self, Seek};
use std::path::{Path, PathBuf};

/// `FILE.partial`, locked against other runs for as long as this lives.
pub struct PartialFile {
    file: File,
    path: PathBuf,
    target: PathBuf,
    /// The permission bits of the file that will be replaced, if there is one.
    mode: Option<u32>,
}

/// What to do with a partial file that an earlier run left, if no other run may continue it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Leftover {
    /// It may hold answers, or be an unrelated file.
    Keep,
    /// A part of such a file is of no use.
    Replace,
}

impl PartialFile {
    /// The partial file of `path` with its contents, or an empty one. If `path` is a link,
    /// that of the file it points to.
    pub fn open(path: &Path) -> Result<PartialFile> {
        let target = match path.is_symlink() {
            true => behind_links(path).with_context(|| cannot_write(path))?,
            false => std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()),
        };
        let replaced = std::fs::metadata(&target).ok();
        if replaced
            .as_ref()
            .is_some_and(|data| data.permissions().readonly())
        {
            bail!(
                "{}: is read-only, expected a file that may be replaced; run 'chmod u+w', or name \
                 another file",
                path.display()
            );
        }
        PartialFile::of(target, replaced.as_ref().map(files::mode))
    }

    /// An empty partial file of `path`.
    ///
    /// # Errors
    /// Also if that would lose what must be kept.
    pub fn create(path: &Path, leftover: Leftover) -> Result<PartialFile> {
        let partial = PartialFile::open(path)?;
        refuse_to_lose(&partial, leftover)?;
        partial.empty()?;
        Ok(partial)
    }

    /// An empty partial file of exactly this path, with these permissions in the end.
    pub fn create_exactly(target: PathBuf, mode: u32) -> Result<PartialFile> {
        let partial = PartialFile::of(target, Some(mode))?;
        partial.empty()?;
        Ok(partial)
    }

    fn of(target: PathBuf, mode: Option<u32>) -> Result<PartialFile> {
        // The standard library sees no difference between a file and a folder of this name.
        if target.to_string_lossy().ends_with(std::path::is_separator) {
            bail!(
                "{}: names a folder, expected a file to write",
                target.display()
            );
        }
        let folder = target
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            bail!(
                "{}: cannot be written: there is no folder {}",
                target.display(),
                folder.display()
            );
        }
        let path = partial_of(&target);
        let file = open_locked(&path, mode)?;
        Ok(PartialFile {
            file,
            path,
            target,
            mode,
        })
    }

    fn empty(&self) -> Result<()> {
        let taken = self.take_mode();
        let emptied = taken.and_then(|()| (&self.file).rewind());
        let emptied = emptied.and_then(|()| self.file.set_len(0));
        emptied.with_context(|| cannot_write(&self.path))
    }

    /// Gives a file that was there already the permissions of the one that will be replaced: others
    /// may not read more of the answers than before.
    pub fn take_mode(&self) -> io::Result<()> {
        match self.mode {
            Some(mode) => self.set_mode(mode | files::OWNER),
            None => Ok(()),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file from its start. Where locks are mandatory, only this handle can read it.
    pub fn rewound(&self) -> io::Result<File> {
        let mut file = self.file.try_clone()?;
        file.rewind()?;
        Ok(file)
    }

    /// The file that it will become.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// The open file.
    pub fn file(&self) -> &File {
        &self.file
    }

    /// The permission bits that the complete file will have.
    pub fn mode(&self) -> io::Result<u32> {
        match self.mode {
            Some(mode) => Ok(mode),
            None => Ok(files::mode(&self.file.metadata()?)),
        }
    }

    fn set_mode(&self, mode: u32) -> io::Result<()> {
        match files::mode(&self.file.metadata()?) == mode {
            true => Ok(()),
            false => files::set_mode(&self.file, mode),
        }
    }

    /// Gives the complete file its name, once it is on the disk: another file of that name
    /// must not be lost before.
    pub fn complete_on_disk(&self) -> io::Result<()> {
        self.file.sync_data()?;
        self.complete()
    }

    /// Gives the complete file its name.
    pub fn complete(&self) -> io::Result<()> {
        if let Some(mode) = self.mode {
            self.set_mode(mode)?;
        }
        // Another program may have put its own file there.
        let named = std::fs::symlink_metadata(&self.path)?;
        if !files::are_same(&named, &self.file.metadata()?) {
            let path = self.path.display();
            return Err(io::Error::other(format!("another program replaced {path}")));
        }
        std::fs::rename(&self.path, &self.target)
    }

    /// Removes the file.
    pub fn discard(&self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// The partial file of this file.
pub fn partial_of(target: &Path) -> PathBuf {
    beside(target, ".partial")
}

/// The path with this text appended to its name.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// Makes a folder, and those around it, unless they are there.
///
/// # Errors
/// It cannot be created.
pub fn make_folder(path: &Path) -> Result<()> {
    if path.exists() && !path.is_dir() {
        bail!("{}: is not a folder", path.display());
    }
    std::fs::create_dir_all(path).with_context(|| format!("{}: cannot be created", path.display()))
}

fn cannot_write(path: &Path) -> String {
    format!("{}: cannot be written", path.display())
}

/// Opens a file that is not a link and not locked by another run; creates it if it does
/// not exist.
pub fn open_locked(path: &Path, mode: Option<u32>) -> Result<File> {
    loop {
        require_plain(path)?;
        // The owner must be able to write it, whatever its final bits are.
        let mode = mode.map_or(files::NEW, |mode| mode | files::OWNER);
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let file = files::without_links(&mut options, mode)
            .open(path)
            .with_context(|| cannot_write(path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!(
                "{}: another run writes to this file; wait until it ends, or name another file",
                path.display()
            ),
            // Some file systems have no locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                return Ok(file);
            }
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("{}: cannot be locked", path.display()));
            }
        }
        // Between opening and locking, another run may have completed this file.
        let locked = file.metadata().with_context(|| cannot_write(path))?;
        let named = std::fs::symlink_metadata(path);
        if named.is_ok_and(|named| files::are_same(&named, &locked)) {
            return Ok(file);
        }
    }
}

/// An error if the path is anything but a regular file.
fn require_plain(path: &Path) -> Result<()> {
    let (found, advice) = match std::fs::symlink_metadata(path) {
        Ok(data) if data.is_symlink() => ("a symbolic link", "remove it"),
        Ok(data) if data.is_dir() => ("a folder", "move it away"),
        Ok(data) if !data.is_file() => ("a pipe or a device", "name another file"),
        _ => return Ok(()),
    };
    bail!(
        "{}: found {found}, expected a file that an earlier run left, or nothing; {advice}",
        path.display()
    )
}

/// An opened output.
pub enum OpenedOutput {
    /// A pipe or a device, which is written to directly.
    Direct(File),
    /// A file that is written atomically.
    Partial(PartialFile),
}

/// Opens an output.
pub fn open_output(path: &Path, leftover: Leftover) -> Result<OpenedOutput> {
    if let Some(file) = opened::output(path)? {
        return Ok(OpenedOutput::Direct(file));
    }
    match std::fs::metadata(path) {
        Ok(data) if data.is_dir() => {
            bail!("{}: is a folder, expected a file to write", path.display())
        }
        Ok(data) if !data.is_file() => {
            let file = File::options().write(true).open(path);
            Ok(OpenedOutput::Direct(
                file.with_context(|| cannot_write(path))?,
            ))
        }
        _ => Ok(OpenedOutput::Partial(PartialFile::create(path, leftover)?)),
    }
}

/// Writes a file atomically. Links are followed; pipes and devices are written to
/// directly.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    let packing = Packing::of_output(path)?;
    let written = match open_output(path, Leftover::Replace)? {
        OpenedOutput::Direct(file) => write_to(file, packing, bytes),
        OpenedOutput::Partial(partial) => write_partial(&partial, packing, bytes),
    };
    written.map_err(|error| OutputFault::new(&path.display().to_string(), &error).into())
}

fn write_to(file: File, packing: Option<Packing>, bytes: &[u8]) -> io::Result<()> {
    let mut target = byte_sink(file, packing)?;
    target.write_all(bytes)?;
    target.finish()
}

/// Writes a partial file and gives it its name, or removes it.
pub fn write_partial(
    partial: &PartialFile,
    packing: Option<Packing>,
    bytes: &[u8],
) -> io::Result<()> {
    let file = partial.file().try_clone();
    let written = file.and_then(|file| write_to(file, packing, bytes));
    let written = written.and_then(|()| partial.complete());
    if written.is_err() {
        partial.discard();
    }
    written
}

/// An error if the file cannot be written now; for reports that are written at the end
/// of a long run.
pub fn require_writable(path: &Path) -> Result<()> {
    if path.as_os_str() == "-" {
        return Ok(());
    }
    Packing::of_output(path)?;
    if let OpenedOutput::Partial(partial) = open_output(path, Leftover::Keep)? {
        partial.discard();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_partial_file_that_was_completed_is_not_taken_for_the_next() {
        let folder = tempfile::tempdir().expect("a folder");
        let target = folder.path().join("out.txt");
        let first = PartialFile::create(&target, Leftover::Keep).expect("free");
        let busy = PartialFile::create(&target, Leftover::Keep)
            .err()
            .expect("locked");
        assert!(busy.to_string().contains("another run"), "{busy}");
        first.file().write_all(b"first").expect("room");
        first.complete().expect("room");
        // The first still holds the lock, but of a file with another name by now.
        let second = PartialFile::create(&target, Leftover::Keep).expect("free again");
        assert_eq!(std::fs::read(&target).expect("complete"), b"first");
        second.complete().expect("room");
        assert_eq!(std::fs::read(&target).expect("complete"), b"");
    }

    #[test]
    fn a_file_that_is_checked_beforehand_leaves_nothing_behind() {
        let folder = tempfile::tempdir().expect("a folder");
        require_writable(&folder.path().join("page.html")).expect("writable");
        assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
        assert!(require_writable(&folder.path().join("none/page.html")).is_err());
    }
}
