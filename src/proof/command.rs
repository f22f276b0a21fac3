//! Programs that take files and say something: solvers that write proofs, and
//! checkers.

use crate::budget::{Budget, Reason};
use crate::escape;
use crate::sat::process;
use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// A program and its arguments, of which `{cnf}`, `{proof}` and the like stand for
/// files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileCommand {
    words: Vec<String>,
}

/// How a run ended.
pub enum Ended {
    /// By itself.
    Exited {
        /// Its exit code or signal.
        status: ExitStatus,
        /// What it printed on standard output.
        printed: String,
        /// The start of that, or of what it said on standard error, quoted.
        excerpt: String,
    },
    /// By us.
    Stopped(Reason),
}

impl FileCommand {
    /// Splits a command at spaces; without any place for a file, `{cnf}` and
    /// `{proof}` come last. `None` for an empty command.
    pub fn parse(text: &str) -> Option<FileCommand> {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        words.first()?;
        if !words.iter().skip(1).any(|word| word.contains('{')) {
            words.extend(["{cnf}".into(), "{proof}".into()]);
        }
        Some(FileCommand { words })
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
        let program = Path::new(self.program());
        let name = program.file_name().unwrap_or(program.as_os_str());
        let options = self.words.iter().skip(1).filter(|word| !word.contains('{'));
        let words = [escape::bytes(name.as_encoded_bytes())].into_iter();
        let words: Vec<String> = words.chain(options.cloned()).collect();
        escape::line(&words.join(" ")).into_owned()
    }

    /// Runs the program with these files to its end, or to that of the budget;
    /// what it started ends with it.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn run(&self, files: &[(&str, &Path)], budget: &Budget) -> io::Result<Ended> {
        let folder = tempfile::tempdir()?;
        let printed = folder.path().join("stdout");
        let mut command = Command::new(self.program());
        command
            .args(self.words.iter().skip(1).map(|word| fill(word, files)))
            .stdin(Stdio::null())
            .stdout(File::create(&printed)?)
            .stderr(File::create(folder.path().join("stderr"))?);
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let status = match process::wait(&mut child, &printed, budget)? {
            Ok(status) => status,
            Err(ended) => return Ok(Ended::Stopped(ended.into())),
        };
        let printed = process::read_back(&folder, "stdout")?;
        let excerpt = process::excerpt(&folder, &printed);
        Ok(Ended::Exited {
            status,
            printed,
            excerpt,
        })
    }
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
        let words = |text| FileCommand::parse(text).map(|command| command.words);
        let words = |text| words(text).unwrap_or_default().join("|");
        assert_eq!(words("cadical -q"), "cadical|-q|{cnf}|{proof}");
        assert_eq!(words("x -p {proof} {cnf}"), "x|-p|{proof}|{cnf}");
        assert_eq!(words(" "), "");
        let command = FileCommand::parse("/usr/bin/x -q {cnf}").unwrap();
        assert_eq!(
            (command.program(), command.name()),
            ("/usr/bin/x", "x -q".into())
        );
    }
}
