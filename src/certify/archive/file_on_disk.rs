//! Archives on the disk.

use super::{ArchiveError, MAX_ARCHIVE, MAX_UNPACKED, pack, unpack};
use crate::certify::folder::{ARCHIVE_EXISTS, sync_parent};
use crate::certify::request::CertifyError;
use crate::child::temporary::{Temporary, TemporaryFolder};
use crate::words::mebibytes;
use satoku_verify::files::Files;
use satoku_verify::proof::StopCheck;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes an archive, which appears when it is complete.
///
/// # Errors
/// [`CertifyError::Io`], including when it would be larger than what [`unpacked`] takes.
pub fn write(files: &dyn Files, place: &Path) -> Result<(), CertifyError> {
    let fault = |error| CertifyError::io(place, error);
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let partial = place.with_file_name(format!(".{name}.{}.packed", std::process::id()));
    let make = || File::create_new(&partial).map(|file| (file, partial.clone()));
    let (file, _known) = Temporary::of(make).map_err(fault)?;
    let written = (|| {
        let mut output = BufWriter::new(file);
        pack(files, &mut output)?;
        output.flush()?;
        output.get_ref().sync_all()?;
        name_unless_taken(&partial, place)?;
        sync_parent(place)
    })();
    written.map_err(|error| {
        // Whatever is left of it is of no use.
        let _ = std::fs::remove_file(&partial);
        match error.kind() {
            io::ErrorKind::AlreadyExists => CertifyError::Taken {
                folder: place.to_owned(),
                what: ARCHIVE_EXISTS,
            },
            _ => fault(error),
        }
    })
}

/// Renames a file, but not to the name of another, which renaming alone would replace: a run
/// beside this one may have written the same archive.
///
/// # Errors
/// [`io::ErrorKind::AlreadyExists`], or what keeps it from being renamed.
pub fn name_unless_taken(partial: &Path, place: &Path) -> io::Result<()> {
    match std::fs::hard_link(partial, place) {
        Ok(()) => std::fs::remove_file(partial),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // Some file systems have no links.
        Err(_) => std::fs::rename(partial, place),
    }
}

/// Unpacks an archive, until `stop` says so, into a folder of its own, which goes away when it
/// is dropped.
///
/// # Errors
/// [`ArchiveError`].
pub fn unpacked(path: &Path, stop: &StopCheck<'_>) -> Result<TemporaryFolder, ArchiveError> {
    let size = std::fs::metadata(path).map_err(ArchiveError::Io)?.len();
    if size > MAX_ARCHIVE {
        let most = mebibytes(MAX_ARCHIVE);
        let why = format!("has more than {most}, the most that an archive may have");
        return Err(ArchiveError::Refused(why));
    }
    let bytes = std::fs::read(path).map_err(ArchiveError::Io)?;
    let folder = TemporaryFolder::new().map_err(ArchiveError::Io)?;
    unpack(&bytes, MAX_UNPACKED, stop, &mut |name, input| {
        let mut output = File::create_new(folder.path().join(name))?;
        io::copy(input, &mut output).map(|_| ())
    })?;
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use satoku_verify::files::Folder;

    #[test]
    fn an_archive_does_not_replace_one_that_was_written_meanwhile() {
        let around = tempfile::tempdir().unwrap();
        let files = around.path().join("files");
        std::fs::create_dir(&files).unwrap();
        let place = around.path().join("a.zip");
        std::fs::write(&place, "of another run").unwrap();
        let refused = write(&Folder::new(&files), &place).unwrap_err();
        assert!(refused.to_string().contains("exists already"), "{refused}");
        assert_eq!(std::fs::read(&place).unwrap(), b"of another run");
        std::fs::remove_file(&place).unwrap();
        write(&Folder::new(&files), &place).unwrap();
        assert_eq!(around.path().read_dir().unwrap().count(), 2);
    }
}
