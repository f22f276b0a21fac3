//! Runs whose answers are lines: another run can continue them.

use crate::cli::args::{ListArgs, OnError, OutputFormat};
use crate::cli::pipeline::earlier_answers::AnswerForm;
use crate::cli::pipeline::kept_puzzles::Restore;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::resume::Resume;
use crate::cli::pipeline::run_identity::RunIdentity;
use crate::grid::text::Format;
use anyhow::{Result, bail};
use std::collections::BTreeMap;
use std::path::Path;

/// What continuing an interrupted run takes.
pub struct LineRun<'a> {
    /// Whether an earlier run is to be continued.
    pub resume: bool,
    /// What the lines look like.
    pub form: AnswerForm,
    /// The options that the answers depend on, except those of reading.
    pub options: BTreeMap<String, String>,
    /// Whether every answer is one line.
    pub are_lines: bool,
    /// For verbs whose answers depend on earlier ones.
    pub restore: Option<&'a Restore<'a>>,
}

/// Whether answers in this format are one line each, at least to puzzles that are.
pub fn is_line(to: Option<OutputFormat>) -> bool {
    to.is_none_or(OutputFormat::is_one_line)
}

/// The output, from its start or from where an earlier run stopped.
///
/// # Errors
/// An output that cannot be written, or that cannot be continued.
pub fn open<'a>(
    lines: Option<&LineRun<'a>>,
    path: Option<&Path>,
    to: Option<OutputFormat>,
    list: &ListArgs,
    identity: impl FnOnce(&LineRun<'a>) -> RunIdentity,
) -> Result<(Output, Resume<'a>)> {
    let skips = list.on_error == OnError::Skip;
    let continued = lines.filter(|lines| lines.resume).zip(path);
    let Some((lines, path)) = continued else {
        if to == Some(OutputFormat::Svg) {
            return Ok((Output::open_pictures(path)?, Resume::default()));
        }
        // Only what is in a file can be continued.
        let is_file = path.is_some();
        let lines = lines.filter(|lines| lines.are_lines && !skips && is_file);
        return Resume::start(path, lines.map(identity));
    };
    if skips {
        bail!(
            "--resume: cannot tell which puzzles were answered if some are skipped; use --on-error \
             report"
        );
    }
    if !lines.are_lines {
        bail!("--resume: can only continue answers in the format line; use --to line");
    }
    let (output, mut resume) = Resume::open(path, lines.form, identity(lines))?;
    resume.restore = lines.restore;
    Ok((output, resume))
}

/// Refuses to continue a run whose answer to a puzzle in this format takes more than a line.
///
/// # Errors
/// If it does.
pub fn require_line(
    lines: Option<&LineRun<'_>>,
    to: Option<OutputFormat>,
    file: &str,
    format: Format,
) -> Result<()> {
    let resumes = lines.is_some_and(|lines| lines.resume);
    if resumes && to.is_none() && !format.is_one_line() {
        bail!("{file}: --resume can only continue answers in the format line; use --to line");
    }
    Ok(())
}
