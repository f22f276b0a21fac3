//! A folder that appears when it is complete.

use super::prove::ProveError;
use crate::child::temporary::Temporary;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A folder in the making, beside its place. It goes away unless it is finished.
pub struct Staging {
    partial: PathBuf,
    place: PathBuf,
    _known: Temporary,
}

/// An error if something is in the place of a new folder.
///
/// # Errors
/// [`ProveError::Taken`], or what the system says.
pub fn require_free(place: &Path) -> Result<(), ProveError> {
    let taken = |what: &'static str| {
        let folder = place.to_owned();
        Err(ProveError::Taken { folder, what })
    };
    match std::fs::read_dir(place) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => taken("is not empty"),
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::NotADirectory => taken("is no folder"),
        Err(error) => Err(ProveError::io(place, error)),
    }
}

impl Staging {
    /// Makes the folder beside its place.
    pub fn new(place: &Path) -> Result<Staging, ProveError> {
        require_free(place)?;
        let place = std::path::absolute(place).map_err(|error| ProveError::io(place, error))?;
        let name = place.file_name().unwrap_or_default().to_string_lossy();
        let partial = place.with_file_name(format!(".{name}.{}.partial", std::process::id()));
        let make = || std::fs::create_dir(&partial).map(|()| ((), partial.clone()));
        let ((), known) = Temporary::of(make).map_err(|error| ProveError::io(&partial, error))?;
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

    /// Hands the folder's files to the disk, then gives it its name.
    pub fn finish(self, files: &[&str]) -> Result<(), ProveError> {
        for name in files {
            let path = self.file(name);
            let synced = File::open(&path).and_then(|file| file.sync_all());
            synced.map_err(|error| ProveError::io(&path, error))?;
        }
        sync_folder(&self.partial)?;
        std::fs::rename(&self.partial, &self.place)
            .map_err(|error| ProveError::io(&self.place, error))?;
        match self.place.parent() {
            Some(parent) => sync_folder(parent),
            None => Ok(()),
        }
    }
}

/// Only Unix hands folders to the disk as such.
fn sync_folder(folder: &Path) -> Result<(), ProveError> {
    if !cfg!(unix) {
        return Ok(());
    }
    let synced = File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|error| ProveError::io(folder, error))
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Gone already once it has its name.
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
