//! Command lines with places for files, such as `cadical -q {cnf}`.

use super::temporary::Folder;
use super::words::{self, CommandError};
use super::{Ended, SizeLimit, run};
use crate::limits::Limits;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;

/// A program and its arguments, some of which are places for files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileCommand {
    pub(crate) words: Vec<String>,
}

impl FileCommand {
    /// Splits a command as a shell does.
    ///
    /// # Errors
    /// [`CommandError`] if it is empty, or if a quote is not closed.
    pub fn parse(text: &str) -> Result<FileCommand, CommandError> {
        let words = words::split(text)?;
        Ok(FileCommand { words })
    }

    /// Like [`parse`](FileCommand::parse); without any place for a file, `{cnf}` and
    /// `{proof}` come last.
    ///
    /// # Errors
    /// [`CommandError`] if it is empty, or if a quote is not closed.
    pub fn with_proof(text: &str) -> Result<FileCommand, CommandError> {
        let command = FileCommand::parse(text)?;
        Ok(
            match command.words.iter().skip(1).any(|word| word.contains('{')) {
                true => command,
                false => command.with("{cnf}").with("{proof}"),
            },
        )
    }

    /// The command with one more argument.
    pub fn with(mut self, argument: &str) -> FileCommand {
        self.words.push(argument.to_owned());
        self
    }

    /// Whether this place is anywhere in the command.
    pub fn has(&self, place: &str) -> bool {
        self.words.iter().any(|word| word.contains(place))
    }

    /// The program.
    pub fn program(&self) -> &str {
        self.words.first().map_or("", |word| word)
    }

    /// The command without the folder of its program and without files.
    pub fn name(&self) -> String {
        words::name(&self.words)
    }

    /// The command with these files in their places.
    pub fn fill(&self, files: &[(&str, &Path)]) -> Command {
        let mut command = Command::new(self.program());
        command.args(self.words.iter().skip(1).map(|word| fill(word, files)));
        command
    }

    /// Runs the program with these files until it ends or the limits are exceeded.
    /// `sizes` limit the files that it writes.
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
        run(self.fill(files), folder.path(), sizes, limits)
    }
}

/// Replaces places from left to right; what looks like one in a path is none.
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
    fn commands_are_completed_and_filled() {
        let words = |text| FileCommand::with_proof(text).unwrap().words.join("|");
        assert_eq!(words("cadical -q"), "cadical|-q|{cnf}|{proof}");
        assert_eq!(words("x -p {proof} {cnf}"), "x|-p|{proof}|{cnf}");
        assert_eq!(FileCommand::parse(" "), Err(CommandError::Empty));
        let command = FileCommand::parse("/usr/bin/x -q a{cnf}b{proof}").unwrap();
        assert_eq!(
            (command.program(), command.name()),
            ("/usr/bin/x", "x -q".into())
        );
        assert!(command.has("{cnf}") && !command.has("{model}"));
        let files = [("{proof}", Path::new("p")), ("{cnf}", Path::new("{proof}"))];
        let filled = command.fill(&files);
        let args: Vec<_> = filled.get_args().collect();
        assert_eq!(args, ["-q", "a{proof}bp"]);
    }
}
