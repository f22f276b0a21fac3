//! The error about a puzzle that could not be generated.

use crate::cli::exit::{Interrupted, LimitReached};
use crate::outcome::Reason;
use anyhow::Result;

/// Why a puzzle was not made.
pub enum NotMade<'e> {
    Stopped(&'e Reason),
    /// Every attempt failed; another seed may not.
    OutOfAttempts,
    Wrong,
}

/// The puzzle of this number, or the error that the program ends with.
pub fn made_or_error<T, E>(number: u64, made: Result<T, E>, why: fn(&E) -> NotMade<'_>) -> Result<T>
where
    E: std::error::Error + Send + Sync + 'static,
{
    made.map_err(|error| match why(&error) {
        NotMade::Stopped(Reason::Interrupted) => Interrupted.into(),
        NotMade::Stopped(reason) => {
            LimitReached(format!("puzzle {number} was not made: {reason}")).into()
        }
        NotMade::OutOfAttempts => LimitReached(format!("puzzle {number}: {error}")).into(),
        NotMade::Wrong => anyhow::Error::new(error).context(format!("puzzle {number}")),
    })
}
