//! The state of a comparison, saved so that another run can continue it.

use super::CompareArgs;
use super::lock::RunLock;
use crate::cli::pipeline::input::read_packed;
use crate::cli::pipeline::partial::write_whole;
use crate::compare::Figures;
use crate::compare::group::Groups;
use crate::words::counted;
use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use twox_hash::xxhash3_128::Hasher;

/// How often the state is saved.
const PERIOD: Duration = Duration::from_secs(2);

/// The version of the file format.
const VERSION: u32 = 2;

/// The most bytes of a saved state.
const MAX_STATE: u64 = 1 << 30;

/// How far a comparison is, and what it found.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedState {
    satoku_compare: u32,
    /// The options that determine what is compared.
    run: String,
    /// The puzzles that are done.
    pub done: Done,
    /// How much was compared.
    pub figures: Figures,
    /// What was found.
    pub groups: Groups,
    /// Whether it was read from a file.
    #[serde(skip)]
    pub is_resumed: bool,
    #[serde(skip)]
    saved: Option<Instant>,
    /// Whether what is saved stays as it is.
    #[serde(skip)]
    is_final: bool,
    #[serde(skip)]
    locks: Vec<RunLock>,
    /// Its file, if there is one.
    #[serde(skip)]
    path: PathBuf,
}

/// The puzzles that are done.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Done {
    /// How many.
    pub puzzles: u64,
    /// How many of them are of the input.
    read: u64,
    /// Stands for those of the input: a hash of the last one and the hash before it.
    input: String,
}

impl Done {
    /// One more, with the text that stands for it if it is one of the input.
    pub fn add(&mut self, text: Option<&str>) {
        self.puzzles += 1;
        if let Some(text) = text {
            self.read += 1;
            let mut hasher = Hasher::new();
            hasher.write(self.input.as_bytes());
            hasher.write(text.as_bytes());
            self.input = format!("{:032x}", hasher.finish_128());
        }
    }
}

/// What was done before a run continues.
pub struct Before {
    /// The puzzles.
    pub done: Done,
    /// The file of the state.
    path: PathBuf,
}

impl Before {
    /// An error unless the input began with these puzzles.
    pub fn check(&self, skipped: &Done) -> Result<()> {
        let (found, compared) = (skipped.read, self.done.read);
        let why = match found.cmp(&compared) {
            Ordering::Equal if skipped.input == self.done.input => return Ok(()),
            Ordering::Equal => match compared {
                1 => "the first puzzle of the input is not the one that was compared".to_owned(),
                _ => format!(
                    "the first {compared} puzzles of the input are not those that were compared"
                ),
            },
            _ => format!(
                "the input has {}, and the state {} of it",
                counted(found, "puzzle"),
                counted(compared, "puzzle")
            ),
        };
        bail!(
            "{}: {why}; restore the input, or name another file to start over",
            self.path.display()
        )
    }
}

impl SavedState {
    /// The state in the file of `--resume`, or that of a new comparison. `rules` stands for
    /// the texts of rule files.
    pub fn open(args: &CompareArgs, rules: Option<String>) -> Result<SavedState> {
        let mut state = SavedState {
            satoku_compare: VERSION,
            run: run_of(args, rules),
            done: Done::default(),
            figures: Figures::default(),
            groups: Groups::default(),
            is_resumed: false,
            saved: None,
            is_final: false,
            locks: Vec::new(),
            path: args.resume.clone().unwrap_or_default(),
        };
        let Some(path) = &args.resume else {
            return Ok(state);
        };
        if std::fs::metadata(path).is_ok_and(|data| !data.is_file()) {
            bail!(
                "--resume {}: found something that is not a file, expected a file for the state",
                path.display()
            );
        }
        let lock = RunLock::take(path)?;
        if !path.exists() {
            // Fail now rather than in an hour if it cannot be written.
            state.write(path)?;
            state.locks.push(lock);
            return Ok(state);
        }
        let text = read_packed(path, MAX_STATE)?;
        require_version(&text, path)?;
        let mut kept = parsed(&text, path)?;
        if kept.run != state.run {
            bail!(
                "{}: found the state of '{}', expected that of '{}'; give the same options, or \
                 name another file to start over",
                path.display(),
                kept.run,
                state.run
            );
        }
        kept.is_resumed = true;
        kept.path = state.path;
        kept.locks.push(lock);
        Ok(kept)
    }

    /// What is done so far.
    pub fn before(&self) -> Before {
        Before {
            done: self.done.clone(),
            path: self.path.clone(),
        }
    }

    /// The options that determine what is compared.
    pub fn run(&self) -> &str {
        &self.run
    }

    /// Saves the state if it was not saved recently.
    pub fn save_sometimes(&mut self, args: &CompareArgs) -> Result<()> {
        let last = *self.saved.get_or_insert_with(Instant::now);
        match last.elapsed() >= PERIOD {
            true => self.save(args),
            false => Ok(()),
        }
    }

    /// Saves the state.
    pub fn save(&mut self, args: &CompareArgs) -> Result<()> {
        if let (Some(path), false) = (&args.resume, self.is_final) {
            self.write(path)?;
        }
        self.saved = Some(Instant::now());
        Ok(())
    }

    /// Saves the state with these groups instead of its own. Nothing is saved after that.
    pub fn save_for_the_last_time(&mut self, args: &CompareArgs, groups: Groups) -> Result<()> {
        let found = std::mem::replace(&mut self.groups, groups);
        let saved = self.save(args);
        self.groups = found;
        self.is_final = true;
        saved
    }

    /// Keeps other runs from using this folder, until [`SavedState::unlock`].
    ///
    /// # Errors
    /// Those of [`RunLock::take`].
    pub fn lock_folder(&mut self, folder: &Path) -> Result<()> {
        self.locks.push(RunLock::take(&folder.join("compare"))?);
        Ok(())
    }

    /// Lets other runs use the state file and the folder.
    pub fn unlock(&mut self) {
        self.locks.clear();
    }

    fn write(&self, path: &Path) -> Result<()> {
        write_whole(path, &serde_json::to_vec(self)?)
    }
}

/// An error if the state is one of another version.
fn require_version(text: &str, path: &Path) -> Result<()> {
    #[derive(Deserialize)]
    struct Version {
        satoku_compare: u32,
    }
    match serde_json::from_str(text) {
        Ok(Version { satoku_compare }) if satoku_compare != VERSION => bail!(
            "{}: found a state of version {satoku_compare}, expected {VERSION}; name another file \
             to start over",
            path.display()
        ),
        // What is wrong with it is said when all of it is read.
        _ => Ok(()),
    }
}

fn parsed(text: &str, path: &Path) -> Result<SavedState> {
    serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        anyhow::anyhow!(
            "{}:{line}:{column}: found something that is not the state of a \
             comparison ({error}), expected a file written by --resume; name another file to \
             start over",
            path.display()
        )
    })
}

/// What determines the puzzles and their answers, as it would be typed.
fn run_of(args: &CompareArgs, rules: Option<String>) -> String {
    let mut words = vec!["compare".to_owned()];
    words.extend(args.input.files.iter().cloned());
    let read = &args.input.read;
    if args.reads() {
        let options = read.deciding().into_iter();
        words.extend(options.map(|(name, value)| match value {
            Some(value) => format!("{name} {value}"),
            None => name.to_owned(),
        }));
    }
    if args.is_random() {
        words.push(format!("--seed {}", args.seed));
        if read.rules.is_empty() {
            words.push(format!("--kinds {}", args.kind_names()));
            words.push(format!("--boxes {}", args.shape_names()));
        }
    }
    if !read.rules.is_empty() {
        words.push(format!("--rules {}", read.rules.join(",")));
    }
    let rules = rules.map_or_else(String::new, |digest| format!(" (rule files {digest})"));
    format!("{}{}{rules}", words.join(" "), args.shared_options())
}
