//! Options that name files of their own: one file for two of them would lose what one of
//! them holds.

use crate::cli::pipeline::files;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

/// An option and the file that it names, if it is given.
pub type NamedFile<'a> = (&'a str, Option<&'a Path>);

/// How many links are followed before a path counts as what it says.
const MAX_LINKS: usize = 40;

/// An error if two options name one file, in whatever spelling or by a link. Pipes and
/// devices may be named twice.
pub fn require_distinct(named: &[NamedFile<'_>]) -> Result<()> {
    let given = given(named);
    for (index, (option, path, identity)) in given.iter().enumerate() {
        for (earlier, other, same) in &given[..index] {
            if identity.is_that_of(same) {
                bail!(
                    "{earlier} {} and {option} {}: found one file, expected two; name another \
                     file for one of them",
                    other.display(),
                    path.display()
                );
            }
        }
    }
    Ok(())
}

/// An error if a report would replace one of the files that are read.
pub fn require_kept(read: &[String], written: &[NamedFile<'_>]) -> Result<()> {
    let inputs = read.iter().map(Path::new).filter_map(Identity::of);
    let inputs: Vec<Identity> = inputs.collect();
    for (option, path, identity) in given(written) {
        if inputs.iter().any(|input| identity.is_that_of(input)) {
            bail!(
                "{option} {}: found an input file, which would be replaced; name another file",
                path.display()
            );
        }
    }
    Ok(())
}

fn given<'a>(named: &[NamedFile<'a>]) -> Vec<(&'a str, &'a Path, Identity)> {
    let given = named.iter().filter_map(|(option, path)| {
        let path = (*path)?;
        Some((*option, path, Identity::of(path)?))
    });
    given.collect()
}

/// What tells files apart.
struct Identity {
    path: PathBuf,
    /// For hard links, where the system tells.
    number: Option<(u64, u64)>,
}

impl Identity {
    /// That of a regular file, or of one that does not exist yet.
    fn of(path: &Path) -> Option<Identity> {
        if path.as_os_str() == "-" {
            return None;
        }
        let data = std::fs::metadata(path).ok();
        if data.as_ref().is_some_and(|data| !data.is_file()) {
            return None;
        }
        Some(Identity {
            path: resolved(path),
            number: data.and_then(|data| files::number(&data)),
        })
    }

    fn is_that_of(&self, other: &Identity) -> bool {
        let has_same_number = self.number.is_some() && self.number == other.number;
        has_same_number || self.path == other.path
    }
}

/// The path without links and detours, as far as it exists.
fn resolved(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        if let Ok(whole) = std::fs::canonicalize(&path) {
            return whole;
        }
        // A link to a file that does not exist yet.
        let Ok(target) = std::fs::read_link(&path) else {
            break;
        };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = std::fs::canonicalize(folder.unwrap_or(Path::new(".")));
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clash(one: &Path, other: &Path) -> bool {
        require_distinct(&[("--one", Some(one)), ("--other", Some(other))]).is_err()
    }

    #[test]
    fn one_file_is_recognised_in_every_spelling() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        let detour = folder.path().join(".").join("file");
        // Before it exists, and after.
        for _ in 0..2 {
            assert!(clash(&file, &file));
            assert!(clash(&file, &detour));
            assert!(!clash(&file, &folder.path().join("other")));
            std::fs::write(&file, "").expect("room");
        }
        assert!(!clash(Path::new("-"), Path::new("-")));
    }

    #[cfg(unix)]
    #[test]
    fn links_lead_to_one_file_and_devices_may_be_named_twice() {
        let folder = tempfile::tempdir().expect("a folder");
        let [file, link, hard] = ["file", "link", "hard"].map(|name| folder.path().join(name));
        std::os::unix::fs::symlink("file", &link).expect("a link");
        assert!(clash(&file, &link));
        std::fs::write(&file, "").expect("room");
        std::fs::hard_link(&file, &hard).expect("a link");
        assert!(clash(&file, &link) && clash(&file, &hard) && clash(&link, &hard));
        assert!(!clash(Path::new("/dev/null"), Path::new("/dev/null")));
    }
}
