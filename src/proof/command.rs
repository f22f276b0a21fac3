//! Programs that take files and say something: solvers that write proofs, and
//! checkers.

use crate::child::temporary::Folder;
use crate::child::words::{self, CommandError};
use crate::child::{self, Ended, SizeLimit};
use crate::limits::Limits;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;

/// A program and its arguments, of which `{cnf}`, `{proof}` and the like stand for
/// files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileCommand {
    words: Vec<String>,
}

impl FileCommand {
    /// Splits a command as a shell does; without any place for a file, `{cnf}` and
    /// `{proof}` come last.
    ///
    /// # Errors
    /// [`CommandError`] if it is empty, or if a quote is not closed.
    pub fn parse(text: &str) -> Result<FileCommand, CommandError> {
        let mut words = words::split(text)?;
        if !words.iter().skip(1).any(|word| word.contains('{')) {
            words.extend(["{cnf}".into(), "{proof}".into()]);
        }
        Ok(FileCommand { words })
    }

    /// The same with one more option.
    pub fn with(&self, option: &str) -> FileCommand {
        let mut words = self.words.clone();
        words.push(option.to_owned());
        FileCommand { words }
    }

    /// The program.
    pub fn program(&self) -> &str {
        self.words.first().map_or("", |word| word)
    }

    /// The command without the folder of its program and without files.
    pub fn name(&self) -> String {
        words::name(&self.words)
    }

    /// Runs the program with these files to its end, or to that of the limits;
    /// what it started ends with it. Files that it writes have these limits.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn run(
        &self,
        files: &[(&str, &Path)],
        sizes: Vec<SizeLimit>,
        limits: &Limits,
    ) -> io::Result<Ended> {
        let folder = Folder::new()?;
        let mut command = Command::new(self.program());
        command.args(self.words.iter().skip(1).map(|word| fill(word, files)));
        child::run(command, folder.path(), sizes, limits)
    }
}

/// The name of the first of these files that is not there any more.
pub fn missing<'f>(files: &[&'f Path]) -> Option<&'f Path> {
    files.iter().find(|file| !file.is_file()).copied()
}

/// Puts files in their places, from left to right: what stands in a path is no
/// place.
fn fill(word: &str, files: &[(&str, &Path)]) -> OsString {
    let mut filled = OsString::new();
    let mut rest = word;
    loop {
        let found = files
            .iter()
            .filter_map(|(place, file)| Some((rest.find(place)?, place, file)));
        let Some((at, place, file)) = found.min_by_key(|(at, ..)| *at) else {
            filled.push(rest);
            return filled;
        };
        filled.push(&rest[..at]);
        filled.push(file);
        rest = &rest[at + place.len()..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_completed() {
        let words = |text| FileCommand::parse(text).unwrap().words.join("|");
        assert_eq!(words("cadical -q"), "cadical|-q|{cnf}|{proof}");
        assert_eq!(words("x -p {proof} {cnf}"), "x|-p|{proof}|{cnf}");
        assert_eq!(FileCommand::parse(" "), Err(CommandError::Empty));
        let command = FileCommand::parse("/usr/bin/x -q {cnf}").unwrap();
        assert_eq!(
            (command.program(), command.name()),
            ("/usr/bin/x", "x -q".into())
        );
    }
}
