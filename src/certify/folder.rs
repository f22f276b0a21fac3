//! A folder that appears when it is complete.

use super::prove::CertifyError;
use crate::child::temporary::Temporary;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A folder in the making, beside its place. It is removed unless it is finished.
pub struct Staging {
    partial: PathBuf,
    place: PathBuf,
    _known: Temporary,
}

/// Checks that nothing is in the place of a new folder.
///
/// # Errors
/// [`CertifyError::Taken`], or the system's error.
pub fn require_free(place: &Path) -> Result<(), CertifyError> {
    let taken = |what: &'static str| {
        let folder = place.to_owned();
        Err(CertifyError::Taken { folder, what })
    };
    match std::fs::read_dir(place) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => taken("is not empty"),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => taken("is no folder"),
        Err(error) => Err(CertifyError::io(place, error)),
    }
}

impl Staging {
    /// Makes the folder beside its place.
    pub fn new(place: &Path) -> Result<Staging, CertifyError> {
        require_free(place)?;
        let place = std::path::absolute(place).map_err(|error| CertifyError::io(place, error))?;
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let partial = place.with_file_name(format!(".{name}.{}.partial", std::process::id()));
        let make = || std::fs::create_dir(&partial).map(|()| ((), partial.clone()));
        let ((), known) = Temporary::of(make).map_err(|error| CertifyError::io(&partial, error))?;
        Ok(Staging {
            partial,
            place,
            _known: known,
        })
    }

    /// Where its files go.
    pub fn path(&self) -> &Path {
        &self.partial
    }

    /// The place of a file.
    pub fn file(&self, name: &str) -> PathBuf {
        self.partial.join(name)
    }

    /// Writes the folder's files through to the disk, then gives it its name.
    pub fn finish(self, files: &[&str]) -> Result<(), CertifyError> {
        for name in files {
            let path = self.file(name);
            let synced = File::open(&path).and_then(|file| file.sync_all());
            synced.map_err(|error| CertifyError::io(&path, error))?;
        }
        sync_folder(&self.partial)?;
        std::fs::rename(&self.partial, &self.place)
            .map_err(|error| CertifyError::io(&self.place, error))?;
        match self.place.parent() {
            Some(parent) => sync_folder(parent),
            None => Ok(()),
        }
    }
}

/// Only Unix writes folders through to the disk.
fn sync_folder(folder: &Path) -> Result<(), CertifyError> {
    if !cfg!(unix) {
        return Ok(());
    }
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|error| CertifyError::io(folder, error))
}

impl Drop for Staging {
    fn drop(&mut self) {
        // It is gone already if it was finished.
        let _ = std::fs::remove_dir_all(&self.partial);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_is_not_finished_goes_away() {
        let around = tempfile::tempdir().unwrap();
        let staging = Staging::new(&around.path().join("certificate")).unwrap();
        std::fs::write(staging.file("claim.txt"), "half").unwrap();
        drop(staging);
        assert_eq!(std::fs::read_dir(around.path()).unwrap().count(), 0);
    }

    #[test]
    fn a_finished_folder_has_its_name_and_its_files() {
        let around = tempfile::tempdir().unwrap();
        let place = around.path().join("certificate");
        let staging = Staging::new(&place).unwrap();
        std::fs::write(staging.file("claim.txt"), "whole").unwrap();
        staging.finish(&["claim.txt"]).unwrap();
        assert_eq!(std::fs::read(place.join("claim.txt")).unwrap(), b"whole");
        assert_eq!(std::fs::read_dir(around.path()).unwrap().count(), 1);
    }
}
