//! Certificates of several puzzles: `FOLDER/1`, `FOLDER/2` …, or `NAME-1.zip`, `NAME-2.zip` ….

use super::archive;
use super::folder::{behind_links, sync_parent};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The place of the certificate of one puzzle of several.
pub fn numbered(place: &Path, number: u64) -> PathBuf {
    match (
        archive::has_archive_name(place),
        place.file_stem(),
        place.extension(),
    ) {
        (true, Some(stem), Some(ending)) => {
            let mut name = stem.to_owned();
            name.push(format!("-{number}."));
            name.push(ending);
            place.with_file_name(name)
        }
        _ => place.join(number.to_string()),
    }
}

/// The name of `FOLDER` while its certificate becomes `FOLDER/1`. It does not depend on the
/// process, so that another one finds it.
fn on_the_way(folder: &Path) -> PathBuf {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    folder.with_file_name(format!(".{name}.several"))
}

/// Makes the folder for certificates by number; the one that is in its place, if there is
/// one, gets the number 1. That one is whole at all times: in its place, in the folder on its
/// way, from which [`recover`] puts it in its place, or where it belongs.
///
/// # Errors
/// The system's error.
pub fn number_first(folder: &Path) -> io::Result<()> {
    let folder = behind_links(folder)?;
    let is_there = match fs::read_dir(&folder) {
        Ok(mut entries) => entries.next().is_some(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => false,
        Err(error) => return Err(error),
    };
    if !is_there {
        return fs::create_dir_all(&folder);
    }
    let way = on_the_way(&folder);
    fs::create_dir(&way)?;
    fs::rename(&folder, numbered(&way, 1)).inspect_err(|_| {
        let _ = fs::remove_dir(&way);
    })?;
    arrive(&way, &folder)
}

/// Completes a move that [`number_first`] had begun when the run was killed.
///
/// # Errors
/// The system's error.
pub fn recover(folder: &Path) -> io::Result<()> {
    if archive::has_archive_name(folder) {
        return Ok(());
    }
    let folder = behind_links(folder)?;
    let way = on_the_way(&folder);
    match numbered(&way, 1).is_dir() {
        // The system replaces an empty folder, and no other one.
        true => arrive(&way, &folder),
        false => {
            // It was killed before it began.
            let _ = fs::remove_dir(&way);
            Ok(())
        }
    }
}

fn arrive(way: &Path, folder: &Path) -> io::Result<()> {
    fs::rename(way, folder)?;
    sync_parent(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with a certificate of one file.
    fn certificate(folder: &Path) {
        fs::create_dir_all(folder).unwrap();
        fs::write(folder.join("claim.txt"), "whole").unwrap();
    }

    fn claim(folder: &Path) -> String {
        fs::read_to_string(folder.join("1/claim.txt")).unwrap()
    }

    fn names(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    }

    #[test]
    fn the_first_certificate_moves_as_a_whole() {
        let around = tempfile::tempdir().unwrap();
        let place = around.path().join("c");
        certificate(&place);
        number_first(&place).unwrap();
        assert_eq!(claim(&place), "whole");
        assert_eq!(names(&place), [place.join("1")]);
        assert_eq!(names(around.path()), [place]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_the_first_certificate_stays_where_it_is() {
        let around = tempfile::tempdir().unwrap();
        let (place, link) = (around.path().join("c"), around.path().join("link"));
        std::os::unix::fs::symlink("c", &link).unwrap();
        certificate(&place);
        number_first(&link).unwrap();
        assert_eq!(link.read_link().unwrap(), Path::new("c"));
        assert_eq!(
            (claim(&place), claim(&link)),
            ("whole".into(), "whole".into())
        );
        // Killed on its way, when there is nothing that the link leads to.
        fs::rename(&place, on_the_way(&place)).unwrap();
        recover(&link).unwrap();
        assert_eq!(claim(&link), "whole");
        let mut left = names(around.path());
        left.sort_unstable();
        assert_eq!(left, [place, link]);
    }

    #[test]
    fn without_a_first_certificate_there_is_a_folder_for_others() {
        let around = tempfile::tempdir().unwrap();
        let place = around.path().join("c");
        for _ in 0..2 {
            number_first(&place).unwrap();
            assert!(names(&place).is_empty());
        }
    }

    #[test]
    fn a_certificate_that_was_left_on_its_way_arrives() {
        let around = tempfile::tempdir().unwrap();
        let place = around.path().join("c");
        // Killed after the first step, and after the second.
        certificate(&place);
        fs::create_dir(on_the_way(&place)).unwrap();
        recover(&place).unwrap();
        assert_eq!(names(around.path()), std::slice::from_ref(&place));
        let way = on_the_way(&place);
        fs::create_dir(&way).unwrap();
        fs::rename(&place, way.join("1")).unwrap();
        recover(&place).unwrap();
        assert_eq!(claim(&place), "whole");
        recover(&place).unwrap();
        assert_eq!(names(around.path()), [place]);
    }
}
