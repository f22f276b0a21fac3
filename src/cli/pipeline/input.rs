//! Where puzzles come from: files in their order, `-` for standard input.

use crate::cli::args::{InputArgs, ReadArgs};
use crate::cli::messages::warn;
use crate::cli::pipeline::choice::Choice;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::packed::{self, Input};
use crate::grid::text::column::ColumnReader;
use crate::grid::text::comments;
use crate::grid::text::{Format, PuzzleReader, ReadOptions, Record};
use crate::rules::text::InputFormat;
use anyhow::{Context, Result, bail};
use std::collections::HashMap;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// The name of standard input in messages.
pub const STDIN: &str = "<stdin>";

/// What an input is expected to be.
const PUZZLES: &str = "a file with puzzles";

/// Maximum number of bytes at the start of an input that are looked at.
pub(super) const START: usize = 1 << 16;

/// A first line of no more characters may be the number of puzzles.
const SHORT: usize = 8;

/// The output that is flushed before an input is read, once it is known.
type OutputToFlush = Arc<OnceLock<Output>>;

/// Flushes an output before each read, which may block, so that answers are written
/// before the next puzzle is read; and counts what is read.
struct FlushAndCount<R> {
    input: R,
    output: OutputToFlush,
    taken: Arc<AtomicU64>,
}

/// The inputs of a run.
pub struct Inputs<'a> {
    pub args: &'a InputArgs,
    /// Those that were opened to look at their first bytes, by their names: a pipe can be
    /// read only once.
    opened: Mutex<HashMap<String, OpenedInput>>,
    /// Bytes that were taken from all of them, as they are stored.
    taken: Arc<AtomicU64>,
}

struct OpenedInput {
    input: Input,
    file: String,
    output: OutputToFlush,
}

/// An input that failed.
struct Failed(Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

impl<'a> Inputs<'a> {
    /// The inputs that the arguments name, none of them opened yet.
    pub fn new(args: &'a InputArgs) -> Inputs<'a> {
        Inputs {
            args,
            opened: Mutex::default(),
            taken: Arc::default(),
        }
    }

    fn opened(&self) -> MutexGuard<'_, HashMap<String, OpenedInput>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many bytes of all inputs were taken so far, as they are stored.
    pub fn taken(&self) -> Arc<AtomicU64> {
        self.taken.clone()
    }

    /// Opens an input and shows its start: all that is there until a line that is long
    /// enough to say which format it is in. [`Inputs::open`] reads it from its first byte, up to
    /// the error if it cannot be read to its end.
    pub fn start(&self, name: &str, flushed: Option<&Output>) -> Result<Vec<u8>> {
        let already = self.opened().remove(name);
        let OpenedInput {
            mut input,
            file,
            output,
        } = match already {
            Some(opened) => opened,
            None => open_unread(PUZZLES, name, flushed, self.taken())?,
        };
        let mut start = Vec::new();
        while start.len() < START && !has_long_line(&start) {
            let bytes = match input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) => {
                    input = Box::new(BufReader::new(Failed(Some(error))));
                    break;
                }
            };
            if bytes.is_empty() {
                break;
            }
            let count = bytes.len();
            start.extend_from_slice(bytes);
            input.consume(count);
        }
        let input = Box::new(io::Cursor::new(start.clone()).chain(input));
        let opened = OpenedInput {
            input,
            file,
            output,
        };
        self.opened().insert(name.to_owned(), opened);
        Ok(start)
    }

    /// Opens an input of puzzles: of a table, the column that the arguments name.
    pub fn open(&self, name: &str, output: Option<&Output>) -> Result<(Input, String)> {
        let opened = self.opened().remove(name);
        let (input, file) = match opened {
            Some(opened) => opened.flushing(output),
            None => open_unread(PUZZLES, name, output, self.taken())?.flushing(output),
        };
        let Some(column) = &self.args.read.column else {
            return Ok((input, file));
        };
        let input = ColumnReader::new(input, &file, column.clone()).on_header(|note| warn(note));
        Ok((Box::new(BufReader::with_capacity(1 << 16, input)), file))
    }

    /// Shows every classic puzzle of every input to `visit`, in order, until that returns
    /// `false`.
    pub fn each_puzzle_until(
        &self,
        output: Option<&Output>,
        mut visit: impl FnMut(Record) -> Result<bool>,
    ) -> Result<()> {
        for name in self.args.files() {
            if !self.each_puzzle_of(name, output, &mut visit)? {
                break;
            }
        }
        Ok(())
    }

    /// Shows every puzzle of one input to `visit`, until it returns `false`, which is passed on.
    pub fn each_puzzle_of(
        &self,
        name: &str,
        output: Option<&Output>,
        mut visit: impl FnMut(Record) -> Result<bool>,
    ) -> Result<bool> {
        let (input, file) = self.open(name, output)?;
        for record in PuzzleReader::new(input, &file, options(&self.args.read)?) {
            if !visit(record?)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The only classic puzzle of the inputs, or the one numbered `which`, from 1.
    pub fn one_puzzle(&self, which: Option<u64>) -> Result<Record> {
        let mut choice = Choice::new(which);
        self.each_puzzle_until(None, |record| {
            let file = record.file.clone();
            choice.take(record, &file)
        })?;
        choice.finish()
    }
}

/// Whether there is a whole line that is neither short nor a comment.
fn has_long_line(start: &[u8]) -> bool {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let mut lines = start.split_inclusive(is_end);
    lines.any(|line| {
        let is_whole = line.last().is_some_and(is_end);
        let text = String::from_utf8_lossy(line.trim_ascii());
        is_whole && text.len() > SHORT && !comments::is_comment(&text)
    })
}

impl<R: Read> Read for FlushAndCount<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(output) = self.output.get() {
            output.flush_quietly();
        }
        let count = self.input.read(buffer)?;
        self.taken.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// Opens an input, with its name for messages; decompresses it if necessary.
pub fn open(name: &str, output: Option<&Output>) -> Result<(Input, String)> {
    open_expecting("a file", name, output)
}

/// Like [`open`]; messages say what kind of file was expected.
pub fn open_expecting(
    expected: &str,
    name: &str,
    output: Option<&Output>,
) -> Result<(Input, String)> {
    let opened = open_unread(expected, name, output, Arc::default())?;
    Ok((opened.input, opened.file))
}

impl OpenedInput {
    /// The input and its name for messages; before each read, the output is flushed.
    fn flushing(self, output: Option<&Output>) -> (Input, String) {
        if let Some(output) = output {
            // Nobody else sets it.
            let _ = self.output.set(output.clone());
        }
        (self.input, self.file)
    }
}

fn open_unread(
    expected: &str,
    name: &str,
    flushed: Option<&Output>,
    taken: Arc<AtomicU64>,
) -> Result<OpenedInput> {
    let output = OutputToFlush::default();
    if let Some(flushed) = flushed {
        let _ = output.set(flushed.clone());
    }
    let flushing = output.clone();
    if name == "-" {
        let input = FlushAndCount {
            input: io::stdin(),
            output: flushing,
            taken,
        };
        return Ok(OpenedInput {
            input: packed::unpack(input, STDIN)?,
            file: STDIN.to_owned(),
            output,
        });
    }
    let input = File::open(name).map_err(|error| not_opened(name, error))?;
    if input.metadata().is_ok_and(|data| data.is_dir()) {
        bail!("{name}: is a folder, expected {expected}");
    }
    let input = FlushAndCount {
        input,
        output: flushing,
        taken,
    };
    Ok(OpenedInput {
        input: packed::unpack(input, name)?,
        file: name.to_owned(),
        output,
    })
}

/// An error about a file, or about a puzzle in the place of one.
fn not_opened(name: &str, error: io::Error) -> anyhow::Error {
    if name.is_empty() {
        return anyhow::anyhow!(
            "the name of a file is empty: expected a file, or '-' for standard input"
        );
    }
    if is_a_puzzle(name) {
        return anyhow::anyhow!(
            "{name}: cannot be opened: found a puzzle, expected the name of a file; a puzzle itself \
             goes through standard input: echo '{name}' | satoku COMMAND -"
        );
    }
    anyhow::Error::new(error).context(format!("{name}: cannot be opened"))
}

/// Whether the name of a file that is not there has as many characters as a grid has cells, and
/// nothing but its digits and marks for empty cells.
fn is_a_puzzle(name: &str) -> bool {
    let count = name.chars().count();
    let side = count.isqrt();
    let is_cell = |c: char| {
        let digit = c.to_digit(36).map(|digit| digit as usize);
        ".?_*-".contains(c) || digit.is_some_and(|digit| digit <= side)
    };
    count >= 16 && side * side == count && name.chars().all(is_cell) && !Path::new(name).exists()
}

/// Reads a text of at most this many bytes.
pub fn read_text(name: &str, most: u64) -> Result<String> {
    let (input, _) = open(name, None)?;
    read_at_most(input, name, most)
}

/// Reads a file, which may be compressed, of at most this many bytes.
pub fn read_packed(path: &Path, most: u64) -> Result<String> {
    let name = path.display().to_string();
    let file = File::open(path).with_context(|| format!("{name}: cannot be read"))?;
    read_at_most(packed::unpack(file, &name)?, &name, most)
}

fn read_at_most(input: Input, name: &str, most: u64) -> Result<String> {
    let mut text = String::new();
    let read = input.take(most + 1).read_to_string(&mut text);
    read.map_err(|error| anyhow::anyhow!("{name}: cannot be read: {error}"))?;
    if text.len() as u64 > most {
        bail!("{name}: holds more than {} MiB", most >> 20);
    }
    Ok(text)
}

/// Whether reading may block for long: standard input, and anything that is not a regular
/// file, such as a named pipe.
pub fn may_wait(args: &InputArgs) -> bool {
    let is_file = |name: &str| std::fs::metadata(name).is_ok_and(|data| data.is_file());
    args.files().any(|name| name == "-" || !is_file(name))
}

/// An error in a file, with its place.
pub fn located(name: &str, line: Option<u64>, error: impl fmt::Display) -> anyhow::Error {
    match line {
        Some(line) => anyhow::anyhow!("{name}:{line}: {error}"),
        None => anyhow::anyhow!("{name}: {error}"),
    }
}

/// What the arguments say about reading classic puzzles.
///
/// # Errors
/// They ask for variants.
pub fn options(args: &ReadArgs) -> Result<ReadOptions> {
    if let Some(InputFormat::Variant(format)) = args.from {
        bail!(
            "--from {}: this command takes classic puzzles only",
            format.name()
        );
    }
    if !args.rules.is_empty() {
        bail!("--rules: this command takes classic puzzles only");
    }
    Ok(classic_options(args))
}

/// What the arguments say about reading classic text, whatever rules are added.
pub fn classic_options(args: &ReadArgs) -> ReadOptions {
    let named = args.from.and_then(InputFormat::classic);
    ReadOptions {
        // A column is read as lines.
        format: named.or(args.column.is_some().then_some(Format::Line)),
        geometry: args.box_shape,
        alphabet: args.alphabet,
        mixed_sizes: args.mixed_sizes,
    }
}
