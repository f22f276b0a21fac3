//! Where the files of a certificate are: in a folder, or in memory.

use crate::file;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The files of a certificate.
pub trait Files {
    /// Where they are, for messages.
    fn place(&self) -> &Path;

    /// Why there is no certificate at all, if there is none.
    fn absence(&self) -> Option<&'static str>;

    /// All that is there, not only files: each by its name.
    ///
    /// # Errors
    /// If it cannot be listed.
    fn entries(&self) -> io::Result<Vec<(Vec<u8>, FileKind)>>;

    /// Opens the file of this name.
    ///
    /// # Errors
    /// If it cannot be opened or is not a regular file.
    fn open(&self, name: &str) -> io::Result<Box<dyn Read + '_>>;
}

/// What an entry of a folder is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// A regular file.
    File,
    /// A folder.
    Folder,
    /// A symbolic link.
    Link,
    /// A pipe, a device and the like.
    Other,
}

/// Files in a folder.
#[derive(Clone, Copy, Debug)]
pub struct Folder<'f> {
    path: &'f Path,
    place: &'f Path,
}

impl<'f> Folder<'f> {
    /// The folder at this path.
    pub fn new(path: &'f Path) -> Folder<'f> {
        Folder { path, place: path }
    }

    /// This folder under another name in messages, such as that of the archive which was
    /// unpacked into it.
    #[must_use]
    pub fn shown_as(self, place: &'f Path) -> Folder<'f> {
        Folder { place, ..self }
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

impl Files for Folder<'_> {
    fn place(&self) -> &Path {
        self.place
    }

    fn absence(&self) -> Option<&'static str> {
        let data = match std::fs::metadata(self.path) {
            Ok(data) => data,
            Err(_) if self.path == Path::new("-") => {
                return Some(
                    "a certificate is not read from standard input; name its folder or archive",
                );
            }
            Err(error) if is_missing(&error) => return Some("there is no such folder"),
            // Reading it will say what is wrong.
            Err(_) => return None,
        };
        if data.is_file() {
            let is_archive = self.path.extension().is_some_and(|ending| ending == "zip");
            Some(match is_archive {
                true => "it is an archive, expected a folder; unpack it, or use 'satoku verify'",
                false => "it is a file, expected the folder of a certificate",
            })
        } else if !data.is_dir() {
            Some("it is a pipe or a device, expected a folder or an archive on disk")
        } else {
            match std::fs::metadata(self.path.join(file::MANIFEST)) {
                Ok(data) if data.is_file() => None,
                Err(error) if !is_missing(&error) => None,
                _ => Some("it has no manifest.json"),
            }
        }
    }

    fn entries(&self) -> io::Result<Vec<(Vec<u8>, FileKind)>> {
        let entries = std::fs::read_dir(self.path)?;
        let described = entries.map(|entry| {
            let entry = entry?;
            let kind = match entry.file_type()? {
                kind if kind.is_symlink() => FileKind::Link,
                kind if kind.is_dir() => FileKind::Folder,
                kind if kind.is_file() => FileKind::File,
                _ => FileKind::Other,
            };
            Ok((entry.file_name().as_encoded_bytes().to_owned(), kind))
        });
        described.collect()
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read + '_>> {
        let path = self.path.join(name);
        if !std::fs::metadata(&path)?.is_file() {
            return Err(io::Error::other("it is not a regular file"));
        }
        Ok(Box::new(File::open(path)?))
    }
}

/// Files in memory, by their names.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Memory {
    /// What messages call their place, such as the name of an archive; may be empty.
    pub place: PathBuf,
    /// Their contents.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// Whoever has files can lend them.
impl<F: Files + ?Sized> Files for &F {
    fn place(&self) -> &Path {
        (**self).place()
    }

    fn absence(&self) -> Option<&'static str> {
        (**self).absence()
    }

    fn entries(&self) -> io::Result<Vec<(Vec<u8>, FileKind)>> {
        (**self).entries()
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read + '_>> {
        (**self).open(name)
    }
}

impl Files for Memory {
    fn place(&self) -> &Path {
        &self.place
    }

    fn absence(&self) -> Option<&'static str> {
        let has_manifest = self.files.contains_key(file::MANIFEST);
        (!has_manifest).then_some("it has no manifest.json")
    }

    fn entries(&self) -> io::Result<Vec<(Vec<u8>, FileKind)>> {
        let names = self.files.keys();
        Ok(names
            .map(|name| (name.clone().into_bytes(), FileKind::File))
            .collect())
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read + '_>> {
        match self.files.get(name) {
            Some(bytes) => Ok(Box::new(&bytes[..])),
            None => Err(io::Error::from(io::ErrorKind::NotFound)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_archive_is_to_be_unpacked() {
        let place = std::env::temp_dir().join(format!("satoku-{}.zip", std::process::id()));
        std::fs::write(&place, "PK").unwrap();
        let absence = Folder::new(&place).absence();
        std::fs::remove_file(&place).unwrap();
        assert!(absence.is_some_and(|why| why.contains("unpack it")));
    }

    #[test]
    fn files_in_memory_need_a_manifest() {
        fn absence(files: impl Files) -> Option<&'static str> {
            files.absence()
        }
        let mut memory = Memory::default();
        assert_eq!(absence(&memory), Some("it has no manifest.json"));
        memory.files.insert(file::MANIFEST.to_owned(), Vec::new());
        assert_eq!(absence(&memory), None);
    }

    #[test]
    fn what_is_no_folder_is_told() {
        for (path, says) in [
            ("/no/such/place", "there is no such folder"),
            ("-", "not read from standard input"),
            #[cfg(unix)]
            ("/dev/null", "it is a pipe or a device, expected a folder"),
        ] {
            let absence = Folder::new(Path::new(path)).absence().unwrap();
            assert!(absence.contains(says), "{path}: {absence}");
        }
    }
}
