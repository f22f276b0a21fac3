//! Commands as a shell splits them: at spaces, with quotes and backslashes.

use crate::escape;
use std::path::Path;

/// Why a text is no command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum CommandError {
    /// There is no word in it.
    #[error("the command is empty, expected one such as 'cadical -q'")]
    Empty,
    /// A quote without its partner.
    #[error("the command has a quote that is not closed: {0}; close it, or write \\ before it")]
    Unclosed(String),
}

/// The words of a command.
///
/// # Errors
/// [`CommandError`], with the text.
pub fn split(text: &str) -> Result<Vec<String>, CommandError> {
    let words = shell_words::split(text);
    let words = words.map_err(|_| CommandError::Unclosed(text.to_owned()))?;
    match words.first() {
        Some(program) if !program.is_empty() => Ok(words),
        _ => Err(CommandError::Empty),
    }
}

/// The name of a command in reports: without the folder of its program and without
/// the places of files. Words with spaces are quoted, and all are safe to show.
pub fn name(words: &[String]) -> String {
    let program = words.first().map_or("", String::as_str);
    let file = Path::new(program)
        .file_name()
        .map(|name| name.to_string_lossy());
    let program = file.map_or_else(|| program.to_owned(), |name| name.into_owned());
    let options = words.iter().skip(1).filter(|word| !word.contains('{'));
    let words = [&program].into_iter().chain(options);
    let words = words.map(
        |word| match word.contains(char::is_whitespace) || word.is_empty() {
            true => shell_words::quote(word).into_owned(),
            false => word.clone(),
        },
    );
    escape::line(&words.collect::<Vec<_>>().join(" ")).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_a_shell() {
        let words = |text| split(text).unwrap();
        assert_eq!(words("cadical  -q"), ["cadical", "-q"]);
        assert_eq!(
            words("'/my tools/x' -o \"a b\" c\\ d"),
            ["/my tools/x", "-o", "a b", "c d"]
        );
        assert_eq!(words("sh -c 'exit 3'"), ["sh", "-c", "exit 3"]);
        assert_eq!(split(" \t"), Err(CommandError::Empty));
        assert_eq!(split("''"), Err(CommandError::Empty));
        let error = split("x 'y z").unwrap_err();
        assert_eq!(error, CommandError::Unclosed("x 'y z".into()));
    }

    #[test]
    fn names_have_no_folders_and_no_files() {
        let name = |text| name(&split(text).unwrap());
        assert_eq!(name("/usr/bin/x -q {cnf}"), "x -q");
        assert_eq!(name("'/my tools/x' -o 'a b' {cnf}"), "x -o 'a b'");
    }
}
