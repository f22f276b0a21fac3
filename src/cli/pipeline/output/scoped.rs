//! Work with an output that is completed at its end.

use super::Output;
use crate::cli::args::OutputFormat;
use crate::cli::exit;
use anyhow::Result;
use std::path::Path;

/// Runs `work` with the output and completes it, or keeps the answers so far.
pub fn with_output<T>(
    path: Option<&Path>,
    work: impl FnOnce(&mut Output) -> Result<T>,
) -> Result<T> {
    complete(Output::open(path)?, work)
}

/// Runs `work` with the output of a file that is of no use unless it is whole: of an incomplete
/// one, nothing is kept.
pub fn with_whole_output<T>(
    path: Option<&Path>,
    work: impl FnOnce(&mut Output) -> Result<T>,
) -> Result<T> {
    complete(Output::open_whole(path)?, work)
}

/// Runs `work` with the output of answers in this format, and completes it: pictures may have
/// files of their own.
pub fn with_output_for<T>(
    path: Option<&Path>,
    to: Option<OutputFormat>,
    work: impl FnOnce(&mut Output) -> Result<T>,
) -> Result<T> {
    let output = match to {
        Some(OutputFormat::Svg) => Output::open_pictures(path)?,
        _ => Output::open(path)?,
    };
    complete(output, work)
}

/// Runs `work` with an open output and completes it, or keeps the answers so far.
pub fn complete<T>(mut output: Output, work: impl FnOnce(&mut Output) -> Result<T>) -> Result<T> {
    let worked = work(&mut output).map_err(|error| output.blame(error));
    let worked = worked.and_then(|value| exit::unless_closed(output.finish()).map(|()| value));
    worked.map_err(|error| match output.abandon() {
        Ok(()) => error,
        Err(fault) => {
            exit::report(&error);
            fault.into()
        }
    })
}
