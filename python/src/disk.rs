//! Files on the disk, read and written so that limits end it; certificates appear when they
//! are complete.

use crate::error::{BadInput, Failure};
use satoku::Limits;
use satoku::certify::archive::{has_archive_name, name_unless_taken, pack};
use satoku::certify::require_free;
use satoku_verify::files::Memory;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// Input or output that fails once the limits are exceeded.
pub struct Heeding<'l, T> {
    pub inner: T,
    pub limits: &'l Limits,
}

impl<T> Heeding<'_, T> {
    fn check(&self) -> io::Result<()> {
        self.limits
            .check()
            .map_err(|reason| io::Error::other(reason.to_string()))
    }
}

impl<R: Read> Read for Heeding<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.check()?;
        self.inner.read(buffer)
    }
}

impl<W: Write> Write for Heeding<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.check()?;
        // Between looks at the limits, no more is written than a disk takes in moments.
        self.inner.write(&bytes[..bytes.len().min(1 << 20)])
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The place of a new certificate, with what is there of it so far beside it.
pub struct NewPlace {
    place: PathBuf,
    /// A folder or a file; it goes away unless it gets the name of the place.
    partial: PathBuf,
    is_archive: bool,
}

impl NewPlace {
    /// Takes the place, so that a name that cannot be used is known before the work.
    ///
    /// # Errors
    /// Something that is there already, or that nothing can be written there.
    pub fn new(given: &Path) -> Result<NewPlace, Failure> {
        let place = require_free(given).map_err(|error| BadInput::new(error.to_string()))?;
        // Behind a link may be a folder whose name looks like an archive's.
        let is_archive = has_archive_name(given);
        let make = |place: PathBuf| {
            let name = place.file_name().unwrap_or_default().to_string_lossy();
            let partial = place.with_file_name(format!(".{name}.{}.partial", std::process::id()));
            if is_archive {
                File::create_new(&partial)?;
            } else {
                fs::create_dir(&partial)?;
            }
            Ok(NewPlace {
                place,
                partial,
                is_archive,
            })
        };
        make(place.clone()).map_err(|error| cannot(&place, &error))
    }

    /// Writes all files, then gives them their place.
    ///
    /// # Errors
    /// If they cannot be written, or limits are exceeded; nothing is left of them then.
    pub fn fill(self, files: &Memory, limits: &Limits) -> Result<(), Failure> {
        let filled = if self.is_archive {
            write(&self.partial, limits, |output| pack(files, output))
        } else {
            files.files.iter().try_for_each(|(name, contents)| {
                let file = self.partial.join(name);
                write(&file, limits, |output| output.write_all(contents))
            })
        };
        filled.map_err(|error| cannot(&self.place, &error))?;
        // Another process may have been faster.
        require_free(&self.place).map_err(|error| BadInput::new(error.to_string()))?;
        let named = match self.is_archive {
            true => name_unless_taken(&self.partial, &self.place),
            false => fs::rename(&self.partial, &self.place),
        };
        named.map_err(|error| cannot(&self.place, &error))
    }
}

impl Drop for NewPlace {
    fn drop(&mut self) {
        // What has its name already is not there any more.
        let _ = match self.is_archive {
            true => fs::remove_file(&self.partial),
            false => fs::remove_dir_all(&self.partial),
        };
    }
}

/// Writes a file through to the disk.
fn write(
    path: &Path,
    limits: &Limits,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let inner = File::create(path)?;
    let mut output = BufWriter::new(Heeding { inner, limits });
    fill(&mut output)?;
    output.flush()?;
    output.get_ref().inner.sync_all()
}

fn cannot(place: &Path, error: &io::Error) -> Failure {
    BadInput::new(format!("{}: cannot be written: {error}", place.display())).into()
}

/// The bytes of a file that has at most this many.
///
/// # Errors
/// A file that is larger or cannot be read, or limits that are exceeded.
pub fn read(path: &Path, most: u64, limits: &Limits) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| {
        let inner = file.take(most + 1);
        Heeding { inner, limits }.read_to_end(&mut bytes)
    });
    read.map_err(|error| BadInput::new(format!("{}: cannot be read: {error}", path.display())))?;
    match bytes.len() as u64 > most {
        true => Err(BadInput::new(format!(
            "{}: has more than {} MiB, expected a smaller archive",
            path.display(),
            most >> 20
        ))
        .into()),
        false => Ok(bytes),
    }
}
