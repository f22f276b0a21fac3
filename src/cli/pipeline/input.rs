//! Where puzzles come from: files in their order, `-` for standard input.

use crate::cli::args::{InputArgs, ReadArgs};
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::packed;
use crate::grid::text::column::ColumnReader;
use crate::grid::text::{Format, PuzzleReader, ReadOptions, Record};
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

/// The name of standard input in messages.
pub const STDIN: &str = "<stdin>";

/// Flushes an output before each read, which may block, so that answers are written
/// before the next puzzle is read.
struct FlushFirst<R> {
    input: R,
    output: Option<Output>,
}

impl<R: Read> Read for FlushFirst<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(output) = &self.output {
            output.flush_quietly();
        }
        self.input.read(buffer)
    }
}

/// Opens an input, with its name for messages; decompresses it if necessary.
pub fn open(name: &str, output: Option<&Output>) -> Result<(Box<dyn BufRead>, String)> {
    let output = output.cloned();
    if name == "-" {
        let input = io::stdin();
        let input = packed::unpack(FlushFirst { input, output }, STDIN)?;
        return Ok((input, STDIN.to_owned()));
    }
    let input = File::open(name).with_context(|| format!("{name}: cannot be opened"))?;
    if input.metadata().is_ok_and(|data| data.is_dir()) {
        bail!("{name}: is a folder, expected a file with puzzles");
    }
    let input = packed::unpack(FlushFirst { input, output }, name)?;
    Ok((input, name.to_owned()))
}

/// Opens an input of puzzles: of a table, the column that the arguments name.
pub fn open_puzzles(
    name: &str,
    read: &ReadArgs,
    output: Option<&Output>,
) -> Result<(Box<dyn BufRead>, String)> {
    let (input, file) = open(name, output)?;
    let Some(column) = &read.column else {
        return Ok((input, file));
    };
    let input = ColumnReader::new(input, &file, column.clone());
    Ok((Box::new(BufReader::with_capacity(1 << 16, input)), file))
}

/// Reads a text of at most this many bytes.
pub fn read_text(name: &str, most: u64) -> Result<String> {
    let (input, _) = open(name, None)?;
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
pub fn located(name: &str, line: Option<u64>, error: impl std::fmt::Display) -> anyhow::Error {
    match line {
        Some(line) => anyhow::anyhow!("{name}:{line}: {error}"),
        None => anyhow::anyhow!("{name}: {error}"),
    }
}

/// What the arguments say about reading.
pub fn options(args: &ReadArgs) -> ReadOptions {
    ReadOptions {
        // A column is read as lines.
        format: args.from.or(args.column.is_some().then_some(Format::Line)),
        geometry: args.box_shape,
        alphabet: args.alphabet,
        mixed_sizes: args.mixed_sizes,
    }
}

/// Shows every puzzle of every input to `visit`, in order, until that returns `false`.
pub fn each_puzzle_until(
    args: &InputArgs,
    output: Option<&Output>,
    mut visit: impl FnMut(Record) -> Result<bool>,
) -> Result<()> {
    for name in args.files() {
        let (input, file) = open_puzzles(name, &args.read, output)?;
        for record in PuzzleReader::new(input, &file, options(&args.read)) {
            if !visit(record?)? {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// The only puzzle of the inputs, or the one numbered `which`, from 1, by the
/// option `flag`.
pub fn one_puzzle(args: &InputArgs, flag: &str, which: Option<u64>) -> Result<Record> {
    let mut found = None;
    let mut count = 0;
    for name in args.files() {
        let (input, file) = open_puzzles(name, &args.read, None)?;
        for record in PuzzleReader::new(input, &file, options(&args.read)) {
            let record = record?;
            count += 1;
            if which.is_none_or(|which| which == count) {
                if found.is_some() {
                    bail!("{file}: holds several puzzles, expected one: choose with {flag} K");
                }
                found = Some(record);
            }
            if which == Some(count) {
                break;
            }
        }
    }
    match (found, which) {
        (Some(record), _) => Ok(record),
        (None, Some(which)) => bail!("{flag} {which}: the input holds only {count} puzzles"),
        (None, None) => bail!("the input holds no puzzle, expected one"),
    }
}
