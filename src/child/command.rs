//! Command lines: split as a shell does, with placeholders for files.

use super::temporary::TemporaryFolder;
use super::{SizeLimit, Termination};
use crate::escape;
use crate::limits::Limits;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Command;

/// Words that are almost always meant for a shell.
const OPERATORS: [&str; 5] = ["|", "||", "&", "&&", ";"];

/// What redirections begin with.
const REDIRECTIONS: [&str; 4] = [">", "<", "1>", "2>"];

/// Why a text is not a command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// It has no words.
    #[error("the command is empty, expected one such as 'cadical -q'")]
    Empty,
    /// A quote is not closed.
    #[error("the command has a quote that is not closed: {0}; close it, or write \\ before it")]
    Unclosed(String),
    /// A word has a meaning for shells only.
    #[error(
        "the command contains '{0}', but is not run by a shell; to use one, write sh -c 'SOLVER \
         \"$0\" | FILTER', where $0 is the formula"
    )]
    Shell(String),
    /// A word in braces stands for no file.
    #[error("the command has {found}, which is not a placeholder; expected {known}")]
    Placeholder {
        /// The word.
        found: String,
        /// Those that stand for files.
        known: String,
    },
}

/// A program and its arguments, in which placeholders such as `{cnf}` stand for files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FileCommand {
    words: Vec<String>,
}

impl FileCommand {
    /// Splits a command as a shell does.
    ///
    /// # Errors
    /// [`CommandError`] if it is empty, a quote is not closed, or a word is an operator of shells.
    pub fn parse(text: &str) -> Result<FileCommand, CommandError> {
        let words = shell_words::split(text);
        let words = words.map_err(|_| CommandError::Unclosed(text.to_owned()))?;
        if let Some(word) = words.iter().find(|word| is_of_shell(word)) {
            return Err(CommandError::Shell(word.clone()));
        }
        match words.first() {
            Some(program) if !program.is_empty() => Ok(FileCommand { words }),
            _ => Err(CommandError::Empty),
        }
    }

    /// Like [`FileCommand::parse`]; what it does not name of `{cnf}` and `{proof}` comes last, in
    /// this order.
    ///
    /// # Errors
    /// [`CommandError`], including when a word in braces is none of these.
    pub fn with_proof(text: &str) -> Result<FileCommand, CommandError> {
        let command = FileCommand::parse(text)?;
        command.require_known(&["{cnf}", "{proof}"])?;
        let files = ["{cnf}", "{proof}"];
        let missing = files.map(|file| (!command.has(file)).then_some(file));
        Ok(missing
            .into_iter()
            .flatten()
            .fold(command, FileCommand::with))
    }

    /// Refuses misspelt placeholders: an argument that is an unknown word in braces or, in a
    /// command without known placeholders, contains one.
    ///
    /// # Errors
    /// [`CommandError::Placeholder`].
    pub fn require_known(&self, known: &[&str]) -> Result<(), CommandError> {
        let has_known = known.iter().any(|known| self.has(known));
        // An argument with blanks in it is a script, whose braces are its own.
        let is_script = |argument: &&String| argument.contains(char::is_whitespace);
        let mut arguments = self.words.iter().skip(1).filter(|word| !is_script(word));
        let unknown = arguments.find_map(|argument| {
            let found = braced(argument).find(|found| !known.contains(found))?;
            (!has_known || found == argument).then_some(found)
        });
        match unknown {
            None => Ok(()),
            Some(found) => Err(CommandError::Placeholder {
                found: found.to_owned(),
                known: listed(known),
            }),
        }
    }

    /// This command with one more argument.
    pub fn with(mut self, argument: &str) -> FileCommand {
        self.words.push(argument.to_owned());
        self
    }

    /// Whether an argument contains this text.
    pub fn has(&self, text: &str) -> bool {
        self.words.iter().skip(1).any(|word| word.contains(text))
    }

    /// The program.
    pub fn program(&self) -> &str {
        self.words.first().map_or("", String::as_str)
    }

    /// The name of the program, without its folder.
    pub fn program_name(&self) -> String {
        let file = Path::new(self.program()).file_name();
        let file = file.map(|name| name.to_string_lossy().into_owned());
        file.unwrap_or_else(|| self.program().to_owned())
    }

    /// A name for reports: the command without the folder of its program and without
    /// placeholders, safe to print.
    pub fn name(&self) -> String {
        let program = self.program_name();
        let options = self.words.iter().skip(1).filter(|word| !word.contains('{'));
        let words = [&program].into_iter().chain(options);
        let words = words.map(
            |word| match word.contains(char::is_whitespace) || word.is_empty() {
                true => shell_words::quote(word).into_owned(),
                false => word.clone(),
            },
        );
        escape::line(&words.collect::<Vec<_>>().join(" ")).into_owned()
    }

    /// Runs the program with these files in place of their placeholders. It ends with
    /// everything that it started, at the latest when a limit is reached. `sizes` limit
    /// the files that it writes.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn run(
        &self,
        files: &[(&str, &Path)],
        sizes: Vec<SizeLimit>,
        limits: &Limits,
    ) -> io::Result<Termination> {
        let folder = TemporaryFolder::new()?;
        self.run_in(folder.path(), files, sizes, limits)
    }

    /// Like [`FileCommand::run`], with the output of the program in this folder.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn run_in(
        &self,
        folder: &Path,
        files: &[(&str, &Path)],
        sizes: Vec<SizeLimit>,
        limits: &Limits,
    ) -> io::Result<Termination> {
        let mut command = Command::new(self.program());
        command.args(self.words.iter().skip(1).map(|word| fill(word, files)));
        super::run(command, folder, sizes, limits)
    }
}

fn is_of_shell(word: &str) -> bool {
    let redirects = REDIRECTIONS.iter().any(|start| word.starts_with(start));
    redirects || OPERATORS.contains(&word)
}

/// These words as a list: "a, b and c".
fn listed(words: &[&str]) -> String {
    match words {
        [first @ .., before, last] => {
            let first: String = first.iter().map(|word| format!("{word}, ")).collect();
            format!("{first}{before} and {last}")
        }
        _ => words.concat(),
    }
}

/// The words in braces that could be meant for placeholders; `${x}` is a shell's.
fn braced(argument: &str) -> impl Iterator<Item = &str> {
    argument.match_indices('{').filter_map(|(start, _)| {
        let rest = &argument[start + 1..];
        let word = &rest[..rest.find('}')?];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        let is_shells = argument[..start].ends_with('$');
        (!is_shells && !word.is_empty() && word.chars().all(is_word))
            .then(|| &argument[start..start + word.len() + 2])
    })
}

/// Replaces placeholders from left to right; text within a path is not a placeholder.
fn fill(word: &str, files: &[(&str, &Path)]) -> OsString {
    let mut filled = OsString::new();
    let mut rest = word;
    loop {
        let found = files
            .iter()
            .filter_map(|(placeholder, file)| Some((rest.find(placeholder)?, placeholder, file)));
        let Some((at, placeholder, file)) = found.min_by_key(|(at, ..)| *at) else {
            filled.push(rest);
            return filled;
        };
        filled.push(&rest[..at]);
        filled.push(file);
        rest = &rest[at + placeholder.len()..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_in_a_shell() {
        let words = |text| FileCommand::parse(text).unwrap().words;
        assert_eq!(words("cadical  -q"), ["cadical", "-q"]);
        assert_eq!(
            words("'/my tools/x' -o \"a b\" c\\ d"),
            ["/my tools/x", "-o", "a b", "c d"]
        );
        assert_eq!(words("sh -c 'exit 3'"), ["sh", "-c", "exit 3"]);
        assert_eq!(FileCommand::parse(" \t"), Err(CommandError::Empty));
        assert_eq!(FileCommand::parse("''"), Err(CommandError::Empty));
        let error = FileCommand::parse("x 'y z").unwrap_err();
        assert_eq!(error, CommandError::Unclosed("x 'y z".into()));
        for word in ["|", ">log", "2>&1", "&&"] {
            let error = FileCommand::parse(&format!("x -q {word} y")).unwrap_err();
            assert_eq!(error, CommandError::Shell(word.into()));
        }
    }

    #[test]
    fn a_command_for_proofs_is_completed() {
        let words = |text| FileCommand::with_proof(text).unwrap().words.join("|");
        assert_eq!(words("cadical -q"), "cadical|-q|{cnf}|{proof}");
        assert_eq!(words("x -p {proof} {cnf}"), "x|-p|{proof}|{cnf}");
        // A checker was never given the proof.
        assert_eq!(words("x {cnf}"), "x|{cnf}|{proof}");
        assert_eq!(words("x {proof} -q"), "x|{proof}|-q|{cnf}");
        let script = "sh -c 'x $0 $1 | awk {print}'";
        assert_eq!(words(script), "sh|-c|x $0 $1 | awk {print}|{cnf}|{proof}");
        assert_eq!(FileCommand::with_proof(" "), Err(CommandError::Empty));
    }

    #[test]
    fn words_in_braces_stand_for_files() {
        let refused = |text: &str| {
            let command = FileCommand::parse(text).unwrap();
            let error = command.require_known(&["{cnf}", "{model}"]).err()?;
            Some(error.to_string())
        };
        let says = "the command has {cfn}, which is not a placeholder; expected {cnf} and {model}";
        for text in ["cadical -q {cfn}", "x --in={cfn}", "x {cnf} {cfn}"] {
            assert_eq!(refused(text).as_deref(), Some(says), "{text}");
        }
        for text in [
            "cadical -q",
            "x --in={cnf}:{model}",
            "sh -c 'x ${cfn} | awk \"{print $1}\" {}'",
            "sh -c 'x {cnf} | awk {print}'",
            "sh -c 'x \"$0\" | awk \"{print}\"'",
        ] {
            assert_eq!(refused(text), None, "{text}");
        }
        assert!(FileCommand::with_proof("cadical {cnf} {prof}").is_err());
    }

    #[test]
    fn names_have_no_folders_and_no_files() {
        let name = |text| FileCommand::parse(text).unwrap().name();
        assert_eq!(name("/usr/bin/x -q {cnf}"), "x -q");
        assert_eq!(name("'/my tools/x' -o 'a b' {cnf}"), "x -o 'a b'");
    }

    #[test]
    fn files_of_a_proof_come_last_unless_they_are_placed() {
        let command = |text| FileCommand::parse(text).unwrap();
        let completed = |text| FileCommand::with_proof(text).unwrap();
        let own = "x -p {proof} {cnf}";
        assert_eq!(completed("cadical -q"), command("cadical -q {cnf} {proof}"));
        assert_eq!(completed(own), command(own));
    }

    #[test]
    fn placeholders_are_filled_once() {
        let files = [
            ("{cnf}", Path::new("/a{proof}")),
            ("{proof}", Path::new("/b")),
        ];
        assert_eq!(
            fill("-i{cnf}:{proof}.{cnf}", &files),
            "-i/a{proof}:/b./a{proof}"
        );
        assert_eq!(fill("-q", &files), "-q");
    }
}
