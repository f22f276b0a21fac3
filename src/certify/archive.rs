//! A certificate as one file: a ZIP archive, which every system opens without a program
//! that has to be installed first.
//!
//! An archive comes from anywhere. [`unpack`] takes those that hold the files of a
//! certificate, perhaps in one folder, and nothing else: what is unchecked could claim what
//! is not proven.

#[cfg(feature = "process")]
pub(super) mod file_on_disk;

use crate::escape;
use flate2::Compression;
use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchive, ZipArchiveWriter, ZipFileHeaderRecord};
use satoku_verify::cubes::{self, MAX_CUBES};
use satoku_verify::file;
use satoku_verify::files::{Files, Memory};
use satoku_verify::proof::ProofSystem;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Read, Write};
use std::path::Path;

/// In seconds since 1970.
const FIRST_OF_1980: i64 = 315_532_800;

/// How the names of archives end.
pub const ENDING: &str = "zip";

/// The files that a certificate may hold.
const KNOWN: [&str; 11] = [
    file::CLAIM,
    file::PUZZLE,
    file::PUZZLE_JSON,
    file::SOLUTIONS,
    file::OBJECTIVE,
    file::FORMULA,
    file::CUBES,
    file::DRAT,
    file::LRAT,
    file::PRICES,
    file::MANIFEST,
];

/// Whether a certificate may hold a file of this name.
fn is_known(name: &str) -> bool {
    KNOWN.contains(&name) || is_proof_of_part(name)
}

/// Whether it is the proof of a cube, or of what is outside all cubes.
fn is_proof_of_part(name: &str) -> bool {
    let systems = [ProofSystem::Drat, ProofSystem::Lrat];
    let number = name
        .strip_prefix("cube-")
        .and_then(|rest| rest.split('.').next())
        .and_then(|number| number.parse().ok());
    let has_prices = |cube: u64| (1..=MAX_CUBES).contains(&cube) && name == cubes::prices_of(cube);
    number.is_some_and(has_prices)
        || systems.into_iter().any(|system| {
            let is_cube = |cube: u64| {
                (1..=MAX_CUBES).contains(&cube) && name == cubes::proof_of(cube, system)
            };
            name == cubes::proof_of_cover(system) || number.is_some_and(is_cube)
        })
}

const NOTHING_ELSE: &str = "has bytes that belong to no file; expected files and nothing else";

/// Why an archive is refused.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// Not an archive, or one that is cut off.
    #[error("is not a complete ZIP archive: {0}")]
    NotZip(String),
    /// It holds something else than a certificate.
    #[error("{0}")]
    Refused(String),
    /// What comes out of it is too large.
    #[error("holds more than {} MiB once it is unpacked", .0 >> 20)]
    TooLarge(u64),
    /// What comes out of it cannot be written.
    #[error("cannot be unpacked: {0}")]
    Io(io::Error),
}

/// Called with each file of an archive.
pub type Visit<'v> = dyn FnMut(&str, &mut dyn Read) -> io::Result<()> + 'v;

/// Whether a file of this name is to be an archive.
pub fn is_named(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case(ENDING)
}

/// Writes the files of a certificate as an archive. The same files give the same bytes.
///
/// # Errors
/// A file that cannot be read, or those of the output.
pub fn pack(files: &dyn Files, output: impl Write) -> io::Result<()> {
    pack_at_most(files, output, [u64::MAX; 2])
}

/// The same with limits on the bytes of all files, and on those of the archive.
fn pack_at_most(
    files: &dyn Files,
    output: impl Write,
    [most, most_packed]: [u64; 2],
) -> io::Result<()> {
    let entries = files.entries()?.into_iter();
    let names = entries.filter_map(|(name, _)| String::from_utf8(name).ok());
    let mut names: Vec<String> = names.filter(|name| is_known(name)).collect();
    // In the order of KNOWN, then the proofs of cubes.
    let rank = |name: &String| KNOWN.iter().position(|known| known == name);
    names.sort_by_cached_key(|name| (rank(name).unwrap_or(KNOWN.len()), name.clone()));
    // The first moment that archives can name: the same certificate has the same bytes.
    let made = UtcDateTime::from_unix(FIRST_OF_1980);
    let mut left = most;
    let mut archive = ZipArchiveWriter::new(Bounded {
        output,
        left: most_packed,
        most: most_packed,
    });
    for name in &names {
        let file = archive.new_file(name).last_modified(made);
        let file = file.compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().map_err(io::Error::other)?;
        let encoder = DeflateEncoder::new(&mut entry, Compression::default());
        let mut writer = config.wrap(encoder);
        let mut file = files.open(name)?;
        left -= io::copy(&mut file.by_ref().take(left), &mut writer)?;
        if file.read(&mut [0])? > 0 {
            return too_large("hold files of", most);
        }
        let (encoder, descriptor) = writer.finish().map_err(io::Error::other)?;
        encoder.finish()?;
        entry.finish(descriptor).map_err(io::Error::other)?;
    }
    archive.finish().map_err(io::Error::other)?;
    Ok(())
}

fn too_large<T>(what: &str, most: u64) -> io::Result<T> {
    let most = most >> 20;
    let why = format!("would {what} more than {most} MiB, the most that an archive may have");
    Err(io::Error::other(format!("{why}; name a folder instead")))
}

/// An output that takes so many bytes.
struct Bounded<W> {
    output: W,
    left: u64,
    most: u64,
}

impl<W: Write> Write for Bounded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(left) = self.left.checked_sub(bytes.len() as u64) else {
            return too_large("have", self.most);
        };
        let written = self.output.write(bytes)?;
        self.left = left + (bytes.len() - written) as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// The files of an archive in memory, at most `most` bytes; messages call it `place`.
///
/// # Errors
/// [`ArchiveError`].
pub fn unpack_in_memory(bytes: &[u8], most: u64, place: &Path) -> Result<Memory, ArchiveError> {
    let mut memory = Memory {
        place: place.to_owned(),
        ..Memory::default()
    };
    unpack(bytes, most, &mut |name, input| {
        let mut contents = Vec::new();
        input.read_to_end(&mut contents)?;
        memory.files.insert(name.to_owned(), contents);
        Ok(())
    })?;
    Ok(memory)
}

/// Shows each file of an archive to `visit`, at most `most` bytes of all.
///
/// # Errors
/// [`ArchiveError`]; what was shown before is worth nothing.
pub fn unpack(bytes: &[u8], most: u64, visit: &mut Visit<'_>) -> Result<(), ArchiveError> {
    let archive = ZipArchive::from_slice(bytes).map_err(not_zip)?;
    if !archive.comment().as_bytes().is_empty() || archive.end_offset() != bytes.len() as u64 {
        return refused(NOTHING_ELSE);
    }
    let mut entries = archive.entries();
    let mut seen = Seen::default();
    let mut left = most;
    let mut spans = Vec::new();
    while let Some(entry) = entries.next_entry().map_err(not_zip)? {
        let name = seen.name(&entry)?;
        let data = archive.get_entry(entry.wayfinder()).map_err(not_zip)?;
        let (_, end) = data.compressed_data_range();
        spans.push((entry.local_header_offset(), end));
        let Some(name) = name else {
            continue;
        };
        seen.require_apart(data.compressed_data_range())?;
        let mut limited = Limited { left, over: false };
        let shown = match entry.compression_method() {
            CompressionMethod::STORE => {
                let input = data.verifying_reader(data.data());
                limited.show(&name, input, visit)
            }
            CompressionMethod::DEFLATE => {
                let input = data.verifying_reader(DeflateDecoder::new(data.data()));
                limited.show(&name, input, visit)
            }
            _ => {
                return refused(format!(
                    "{name}: is packed in an unknown way, expected deflate"
                ));
            }
        };
        match shown {
            _ if limited.over => return Err(ArchiveError::TooLarge(most)),
            Ok(()) => left = limited.left,
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return refused(format!("{name}: is damaged: {error}"));
            }
            Err(error) => return Err(ArchiveError::Io(error)),
        }
    }
    require_no_gaps(spans, archive.directory_offset())?;
    match seen.names.len() as u64 + seen.folders == archive.entries_hint() {
        true => Ok(()),
        false => refused("does not hold as many files as it says"),
    }
}

/// Refuses bytes before, between or behind files, given where these begin and end, and where
/// the list of files begins.
fn require_no_gaps(mut spans: Vec<(u64, u64)>, directory: u64) -> Result<(), ArchiveError> {
    // Sizes and a checksum may follow a file.
    const LONGEST_DESCRIPTOR: u64 = 24;
    spans.sort_unstable();
    spans.push((directory, directory));
    let mut reached = 0;
    for (start, end) in spans {
        if start > reached {
            return refused(NOTHING_ELSE);
        }
        reached = end + LONGEST_DESCRIPTOR;
    }
    Ok(())
}

fn not_zip(error: rawzip::Error) -> ArchiveError {
    ArchiveError::NotZip(escape::line(&error.to_string()).into_owned())
}

fn refused<T>(why: impl Into<String>) -> Result<T, ArchiveError> {
    Err(ArchiveError::Refused(why.into()))
}

/// What was found in an archive so far.
#[derive(Default)]
struct Seen {
    names: BTreeSet<String>,
    /// The folder that all files are in, with its slash; empty if there is none.
    folder: Option<String>,
    /// How many entries are folders.
    folders: u64,
    /// Where packed files begin, and where they end.
    ranges: BTreeMap<u64, u64>,
}

impl Seen {
    /// The name of a file, once; nothing for the folder that all files are in.
    fn name(&mut self, entry: &ZipFileHeaderRecord<'_>) -> Result<Option<String>, ArchiveError> {
        let path = entry.file_path();
        let shown = || escape::bytes(path.as_bytes());
        let Ok(text) = std::str::from_utf8(path.as_bytes()) else {
            return refused(format!("{}: is not a valid file name", shown()));
        };
        let escapes = |part: &str| matches!(part, "" | "." | "..");
        let inner = text.strip_suffix('/').unwrap_or(text);
        if inner.contains('\\') || inner.split('/').any(escapes) {
            return refused(format!("{}: leads out of the archive", shown()));
        }
        if entry.mode().is_symlink() {
            return refused(format!("{}: is a symbolic link, expected a file", shown()));
        }
        if entry.flags().is_encrypted() {
            return refused(format!("{}: is encrypted", shown()));
        }
        let start = text.rfind('/').map_or(0, |slash| slash + 1);
        let (folder, name) = text.split_at(start);
        let first = self.folder.get_or_insert_with(|| folder.to_owned());
        if first != folder || folder.matches('/').count() > 1 {
            return refused(format!(
                "{}: is in another folder than other files",
                shown()
            ));
        }
        if name.is_empty() {
            self.folders += 1;
            return match self.folders {
                1 => Ok(None),
                _ => refused(format!("{}: occurs twice", shown())),
            };
        }
        if !is_known(name) {
            return refused(format!("{}: does not belong in a certificate", shown()));
        }
        match self.names.insert(name.to_owned()) {
            true => Ok(Some(name.to_owned())),
            false => refused(format!("{}: occurs twice", shown())),
        }
    }

    /// Refuses files that share bytes, by which a small archive holds far more than it
    /// could.
    fn require_apart(&mut self, range: (u64, u64)) -> Result<(), ArchiveError> {
        let (start, end) = range;
        // Those before are apart: only the last of them can reach into this one.
        let before = self.ranges.range(..end).next_back();
        if before.is_some_and(|(_, &reaches)| start < reaches) {
            return refused("holds files that share bytes");
        }
        if start < end {
            self.ranges.insert(start, end);
        }
        Ok(())
    }
}

/// How much may still come out of an archive.
struct Limited {
    left: u64,
    over: bool,
}

impl Limited {
    fn show(&mut self, name: &str, input: impl Read, visit: &mut Visit<'_>) -> io::Result<()> {
        let mut counted = Counted {
            input,
            limited: self,
        };
        visit(name, &mut counted)?;
        // Only at its end it is known whether it is whole.
        io::copy(&mut counted, &mut io::sink()).map(|_| ())
    }
}

struct Counted<'l, R> {
    input: R,
    limited: &'l mut Limited,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let damaged = |error: io::Error| io::Error::new(io::ErrorKind::InvalidData, error);
        let count = self.input.read(buffer).map_err(damaged)?;
        match self.limited.left.checked_sub(count as u64) {
            Some(left) => self.limited.left = left,
            None => {
                self.limited.over = true;
                return Err(io::Error::other("too large"));
            }
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests;
