//! A folder that appears when it is complete.

use super::request::{CertifyError, NotProven};
use super::solver::{ProofFormat, ProofLimits, SolverAnswer};
use super::staging::{Fill, Rejected, Staging};
use super::{archive, plain, program};
use crate::child::FileCommand;
use crate::child::temporary::Temporary;
use crate::cnf::Formula;
use satoku_verify::file;
use satoku_verify::files::{Files, Folder};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Where a certificate goes, and who refutes its formula.
#[derive(Clone, Copy)]
pub struct Target<'t> {
    /// The folder, which is not there yet or is empty; an archive if its name ends in
    /// `.zip`.
    pub folder: &'t Path,
    /// Another solver than varisat. It chooses between text and binary DRAT itself.
    pub solver: Option<&'t FileCommand>,
}

/// A folder in the making, beside its place. It is removed unless it is finished.
pub struct FolderStaging<'t> {
    partial: PathBuf,
    place: PathBuf,
    solver: Option<&'t FileCommand>,
    _known: Temporary,
}

/// What is said where an archive is to be.
pub(super) const ARCHIVE_EXISTS: &str = "exists already; name a new archive";

/// What is said where a folder is to be.
const NOT_EMPTY: &str = "is not empty; name a new or empty folder";

/// Checks that nothing is in the place of a new certificate, and follows symbolic links to
/// it: the absolute path at which it is going to be.
///
/// # Errors
/// [`CertifyError::Taken`], or the system's error.
pub fn require_free(place: &Path) -> Result<PathBuf, CertifyError> {
    let taken = |what: &'static str| {
        let folder = place.to_owned();
        Err(CertifyError::Taken { folder, what })
    };
    if place == Path::new("-") {
        return taken("is standard output, expected a folder or an archive");
    }
    let linked = behind_links(place).map_err(|error| CertifyError::io(place, error))?;
    if archive::has_archive_name(place) {
        return match place.symlink_metadata() {
            Ok(_) => taken(ARCHIVE_EXISTS),
            Err(_) => {
                require_room(place)?;
                std::path::absolute(place).map_err(|error| CertifyError::io(place, error))
            }
        };
    }
    match std::fs::read_dir(place) {
        Ok(mut entries) => match entries.next() {
            None => require_room(&linked).map(|()| linked),
            Some(_) => taken(NOT_EMPTY),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            require_room(&linked).map(|()| linked)
        }
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => {
            taken("is not a folder; name a new or empty one")
        }
        Err(error) => Err(CertifyError::io(place, error)),
    }
}

/// The absolute path of a folder or file, or of one yet to be made, that may be named by a
/// symbolic link. Renaming follows no links: it would move the link, or fail.
pub(crate) fn behind_links(place: &Path) -> io::Result<PathBuf> {
    match place.canonicalize() {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        found => return found,
    }
    // Without a slash at its end, which would follow the link.
    let place: PathBuf = std::path::absolute(place)?.components().collect();
    match (place.read_link(), place.parent()) {
        (Ok(target), Some(parent)) => behind_links(&parent.join(target)),
        _ => Ok(place),
    }
}

/// An error if nothing can be created beside this place, which would otherwise be noticed only
/// after all the work.
fn require_room(place: &Path) -> Result<(), CertifyError> {
    let name = place.file_name().unwrap_or_default().to_string_lossy();
    let probe = place.with_file_name(format!(".{name}.{}.probe", std::process::id()));
    let made = std::fs::create_dir(&probe).and_then(|()| std::fs::remove_dir(&probe));
    let is_there = || probe.parent().is_some_and(Path::is_dir);
    made.map_err(|error| match error.kind() {
        io::ErrorKind::NotFound if !is_there() => CertifyError::Taken {
            folder: place.to_owned(),
            what: "is in a folder that does not exist; make it first",
        },
        _ => CertifyError::io(place, error),
    })
}

/// Lets `make` write the files of a certificate, of which it returns the claim and the names,
/// and puts them where they go: a folder, or an archive if the name ends in `.zip`.
pub fn in_place(
    target: Target<'_>,
    make: impl FnOnce(&mut FolderStaging<'_>) -> Result<(String, Vec<String>), NotProven>,
) -> Result<String, NotProven> {
    let mut staging = FolderStaging::new(target)?;
    let partial = staging.partial.clone();
    let named = |error| match error {
        NotProven::Failed(error) => NotProven::Failed(in_final_place(error, &partial, target)),
        answered => answered,
    };
    let (claim, names) = make(&mut staging).map_err(named)?;
    match archive::has_archive_name(target.folder) {
        true => archive::file_on_disk::write(&*staging.files(), target.folder)?,
        false => staging
            .finish(&names)
            .map_err(|error| in_final_place(error, &partial, target))?,
    }
    Ok(claim)
}

/// The error, about the file that was asked for and not the hidden one that is to become it.
fn in_final_place(error: CertifyError, partial: &Path, target: Target<'_>) -> CertifyError {
    match error {
        CertifyError::Io { path, source } => match path.strip_prefix(partial) {
            Ok(_) if archive::has_archive_name(target.folder) => {
                CertifyError::io(target.folder, source)
            }
            Ok(name) => CertifyError::io(&target.folder.join(name), source),
            Err(_) => CertifyError::Io { path, source },
        },
        other => other,
    }
}

impl<'t> FolderStaging<'t> {
    /// Makes the folder beside its place.
    pub fn new(target: Target<'t>) -> Result<FolderStaging<'t>, CertifyError> {
        let place = require_free(target.folder)?;
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let partial = place.with_file_name(format!(".{name}.{}.partial", std::process::id()));
        let make = || std::fs::create_dir(&partial).map(|()| ((), partial.clone()));
        let ((), known) =
            Temporary::of(make).map_err(|error| CertifyError::io(target.folder, error))?;
        Ok(FolderStaging {
            partial,
            place,
            solver: target.solver,
            _known: known,
        })
    }

    /// The place of a file.
    fn file(&self, name: &str) -> PathBuf {
        self.partial.join(name)
    }

    /// Writes the folder's files through to the disk, then gives it its name.
    pub fn finish(self, files: &[impl AsRef<str>]) -> Result<(), CertifyError> {
        for name in files {
            let path = self.file(name.as_ref());
            let synced = File::open(&path).and_then(|file| file.sync_all());
            synced.map_err(|error| CertifyError::io(&path, error))?;
        }
        sync_folder(&self.partial).map_err(|error| CertifyError::io(&self.partial, error))?;
        std::fs::rename(&self.partial, &self.place).map_err(|error| match error.kind() {
            // A run beside this one has written the same certificate.
            io::ErrorKind::DirectoryNotEmpty | io::ErrorKind::AlreadyExists => {
                CertifyError::Taken {
                    folder: self.place.clone(),
                    what: NOT_EMPTY,
                }
            }
            _ => CertifyError::io(&self.place, error),
        })?;
        sync_parent(&self.place).map_err(|error| CertifyError::io(&self.place, error))
    }
}

impl Staging for FolderStaging<'_> {
    fn write(&mut self, name: &str, fill: &mut Fill<'_>) -> Result<(), CertifyError> {
        let path = self.file(name);
        let written = File::create(&path).and_then(|file| {
            let mut output = BufWriter::new(file);
            fill(&mut output)?;
            output.flush()
        });
        written.map_err(|error| CertifyError::io(&path, error))
    }

    fn remove(&mut self, name: &str) -> Result<(), CertifyError> {
        let path = self.file(name);
        std::fs::remove_file(&path).map_err(|error| CertifyError::io(&path, error))
    }

    fn files(&self) -> Box<dyn Files + '_> {
        Box::new(Folder::new(&self.partial))
    }

    fn refute(
        &mut self,
        formula: &Formula,
        format: ProofFormat,
        limits: ProofLimits<'_>,
    ) -> Result<(SolverAnswer, String), CertifyError> {
        let Some(command) = self.solver else {
            return super::staging::refute_by_varisat(self, formula, format, limits);
        };
        let (cnf, proof) = (self.file(file::FORMULA), self.file(file::DRAT));
        let mut answer = program::refute(command, formula, &cnf, &proof, limits)?;
        if answer == SolverAnswer::Unsatisfiable {
            let stop = || limits.limits.exceeded().is_some();
            let dropped = plain::drop_comments(&proof, &stop);
            if !dropped.map_err(|error| CertifyError::io(&proof, error))? {
                answer = SolverAnswer::Unknown(limits.limits.reason());
            }
        }
        Ok((answer, command.name()))
    }

    fn keep_rejected(&self) -> Option<Rejected> {
        const MOST: usize = 1000;
        self.solver?;
        let proof = self.file(file::DRAT);
        let is_empty = proof.metadata().ok()?.len() == 0;
        let name = self.place.file_name()?.to_string_lossy();
        let named = |number: usize| match number {
            1 => self.place.with_file_name(format!("{name}.rejected")),
            _ => self
                .place
                .with_file_name(format!("{name}.rejected-{number}")),
        };
        let mut folders = (1..=MOST).map(named);
        let folder = folders.find(|folder| std::fs::create_dir(folder).is_ok())?;
        for name in [file::FORMULA, file::DRAT] {
            std::fs::rename(self.file(name), folder.join(name)).ok()?;
        }
        Some(Rejected {
            folder,
            partial: self.partial.clone(),
            is_empty,
        })
    }
}

/// Writes the folder that this place is in through to the disk.
pub(super) fn sync_parent(place: &Path) -> io::Result<()> {
    match place.parent() {
        // A name alone, in the current folder.
        Some(parent) if parent.as_os_str().is_empty() => sync_folder(Path::new(".")),
        Some(parent) => sync_folder(parent),
        None => Ok(()),
    }
}

/// Only Unix writes folders through to the disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    match cfg!(unix) {
        true => File::open(folder)?.sync_all(),
        false => Ok(()),
    }
}

impl Drop for FolderStaging<'_> {
    fn drop(&mut self) {
        // It is gone already if it was finished.
        let _ = std::fs::remove_dir_all(&self.partial);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn staging(folder: &Path) -> FolderStaging<'_> {
        let solver = None;
        FolderStaging::new(Target { folder, solver }).unwrap()
    }

    #[test]
    fn a_folder_that_is_not_finished_goes_away() {
        let around = tempfile::tempdir().unwrap();
        let place = around.path().join("certificate");
        let mut staging = staging(&place);
        let half = &mut |output: &mut dyn Write| output.write_all(b"half");
        staging.write("claim.txt", half).unwrap();
        drop(staging);
        assert_eq!(std::fs::read_dir(around.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_folder_that_was_filled_meanwhile_is_kept() {
        let around = tempfile::tempdir().unwrap();
        let place = around.path().join("certificate");
        let staging = staging(&place);
        std::fs::create_dir(&place).unwrap();
        std::fs::write(place.join("claim.txt"), "of another run").unwrap();
        let refused = staging.finish(&[] as &[&str]).unwrap_err();
        assert!(refused.to_string().contains("is not empty"), "{refused}");
        assert_eq!(std::fs::read_dir(&place).unwrap().count(), 1);
    }

    #[test]
    fn a_finished_folder_has_its_name_and_its_files() {
        let around = tempfile::tempdir().unwrap();
        let place = around.path().join("certificate");
        let mut staging = staging(&place);
        let whole = &mut |output: &mut dyn Write| output.write_all(b"whole");
        staging.write("claim.txt", whole).unwrap();
        staging.finish(&["claim.txt"]).unwrap();
        assert_eq!(std::fs::read(place.join("claim.txt")).unwrap(), b"whole");
        assert_eq!(std::fs::read_dir(around.path()).unwrap().count(), 1);
    }
}
