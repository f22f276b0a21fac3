//! Programs that read a formula and a proof, or write one: solvers and checkers.

use crate::child::CommandError;
pub use crate::child::FileCommand;
use std::path::Path;

/// Parses a command. Without any placeholder, `{cnf}` and `{proof}` come last.
///
/// # Errors
/// [`CommandError`] if it is empty or a quote is not closed.
pub fn parse(text: &str) -> Result<FileCommand, CommandError> {
    let command = FileCommand::parse(text)?;
    Ok(match command.contains("{") {
        true => command,
        false => command.with("{cnf}").with("{proof}"),
    })
}

/// The first of these files that no longer exists.
pub fn missing<'f>(files: &[&'f Path]) -> Option<&'f Path> {
    files.iter().find(|file| !file.is_file()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_completed() {
        let complete = |text: &str| FileCommand::parse(text).unwrap();
        let parsed = |text| parse(text).unwrap();
        assert_eq!(parsed("cadical -q"), complete("cadical -q {cnf} {proof}"));
        let own = "x -p {proof} {cnf}";
        assert_eq!(parsed(own), complete(own));
        assert_eq!(parse(" "), Err(CommandError::Empty));
    }
}
