//! What a comparison needs to go on later where it stopped.

use super::CompareArgs;
use crate::cli::pipeline::partial;
use crate::compare::Figures;
use crate::compare::group::Groups;
use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the state is written.
const PERIOD: Duration = Duration::from_secs(2);

/// The form of the file.
const VERSION: u32 = 1;

/// Where a comparison stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    satoku_compare: u32,
    /// The options that decide what is compared.
    run: String,
    /// Puzzles that are done, from the first.
    pub done: u64,
    /// What was seen.
    pub figures: Figures,
    /// What was found.
    pub groups: Groups,
    #[serde(skip)]
    written: Option<Instant>,
}

impl State {
    /// The state in the file of `--resume`, or the beginning.
    pub fn open(args: &CompareArgs) -> Result<State> {
        let state = State {
            satoku_compare: VERSION,
            run: run_of(args),
            done: 0,
            figures: Figures::default(),
            groups: Groups::default(),
            written: None,
        };
        let Some(path) = &args.resume else {
            return Ok(state);
        };
        if std::fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            bail!(
                "--resume {}: is no file, expected one to keep the state in",
                path.display()
            );
        }
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // What cannot be written is told now, and not after an hour.
                state.write(path)?;
                return Ok(state);
            }
            Err(error) => {
                return Err(error).with_context(|| format!("{}: cannot be read", path.display()));
            }
        };
        let kept: State = serde_json::from_str(&text).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            anyhow::anyhow!(
                "{}:{line}:{column}: found what is no state of a comparison ({error}), expected \
                 a file that --resume wrote; name another to begin anew",
                path.display()
            )
        })?;
        if kept.satoku_compare != VERSION {
            bail!(
                "{}: found a state of form {}, expected {VERSION}; name another file to begin anew",
                path.display(),
                kept.satoku_compare
            );
        }
        if kept.run != state.run {
            bail!(
                "{}: found the state of '{}', expected that of '{}'; give the same options, or \
                 name another file to begin anew",
                path.display(),
                kept.run,
                state.run
            );
        }
        Ok(kept)
    }

    /// The options that decide what is compared.
    pub fn run(&self) -> &str {
        &self.run
    }

    /// Writes the state if that was long ago.
    pub fn keep_sometimes(&mut self, args: &CompareArgs) -> Result<()> {
        let last = *self.written.get_or_insert_with(Instant::now);
        match last.elapsed() >= PERIOD {
            true => self.keep(args),
            false => Ok(()),
        }
    }

    /// Writes the state.
    pub fn keep(&mut self, args: &CompareArgs) -> Result<()> {
        if let Some(path) = &args.resume {
            self.write(path)?;
        }
        self.written = Some(Instant::now());
        Ok(())
    }

    fn write(&self, path: &Path) -> Result<()> {
        partial::write_whole(path, &serde_json::to_vec(self)?)
    }
}

/// The options that decide what is compared, as one would type them.
fn run_of(args: &CompareArgs) -> String {
    let mut words = vec!["compare".to_owned()];
    words.extend(args.input.files.iter().cloned());
    if args.is_random() {
        words.push(format!("--seed {}", args.seed));
        words.push(format!("--kinds {}", args.kind_names()));
        words.push(format!("--boxes {}", args.shape_names()));
    }
    format!("{}{}", words.join(" "), args.shared_options())
}
