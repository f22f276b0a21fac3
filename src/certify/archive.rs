//! A certificate as one file: a ZIP archive, which every system opens without a program
//! that has to be installed first.
//!
//! An archive comes from anywhere. [`unpack`] takes those that hold the files of a
//! certificate, perhaps in one folder, and nothing else, whichever program packed them: what
//! is unchecked could claim what is not proven.

#[cfg(feature = "process")]
pub(super) mod file_on_disk;
mod layout;
mod unpacking;

#[cfg(feature = "process")]
pub use file_on_disk::name_unless_taken;
pub use unpacking::{Visit, unpack, unpack_in_memory};

use super::MAX_PROOF;
use super::at_most::AtMost;
use crate::words::mebibytes;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use satoku_verify::cubes::{self, MAX_CUBES};
use satoku_verify::file;
use satoku_verify::files::Files;
use satoku_verify::proof::ProofSystem;
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
    #[error("holds more than {} once it is unpacked", mebibytes(*.0))]
    TooLarge(u64),
    /// It was not unpacked in time.
    #[error("is not unpacked yet")]
    Stopped,
    /// What comes out of it cannot be written.
    #[error("cannot be unpacked: {0}")]
    Io(io::Error),
}

/// Whether a certificate of this name is an archive: it ends in `.zip`.
pub fn has_archive_name(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case(ENDING)
}

/// Largest archive, in bytes: it is read into memory.
pub const MAX_ARCHIVE: u64 = 1 << 30;

/// The most bytes that may come out of an archive: a proof of the usual limit, and all else.
pub const MAX_UNPACKED: u64 = MAX_PROOF + (1 << 30);

/// Writes the files of a certificate as an archive. The same files give the same bytes.
///
/// # Errors
/// A file that cannot be read, files or an archive larger than [`MAX_UNPACKED`] and
/// [`MAX_ARCHIVE`] respectively, which would not be read back, or the errors of the output.
pub fn pack(files: &dyn Files, output: impl Write) -> io::Result<()> {
    pack_at_most(files, output, [MAX_UNPACKED, MAX_ARCHIVE])
}

/// Packs files that have, and make an archive of, at most this many bytes.
fn pack_at_most(
    files: &dyn Files,
    output: impl Write,
    [most, most_packed]: [u64; 2],
) -> io::Result<()> {
    let mut output = AtMost::new(output, most_packed);
    let packed = write_archive(files, &mut output, most);
    match output.is_exceeded() {
        true => Err(too_large("it would be", most_packed)),
        false => packed,
    }
}

/// Packs files that have at most this many bytes.
fn write_archive(files: &dyn Files, output: impl Write, most: u64) -> io::Result<()> {
    let entries = files.entries()?.into_iter();
    let names = entries.filter_map(|(name, _)| String::from_utf8(name).ok());
    let mut names: Vec<String> = names.filter(|name| is_known(name)).collect();
    // In the order of KNOWN, then the proofs of cubes.
    let rank = |name: &String| KNOWN.iter().position(|known| known == name);
    names.sort_by_cached_key(|name| (rank(name).unwrap_or(KNOWN.len()), name.clone()));
    // The first moment that archives can name: the same certificate has the same bytes.
    let made = UtcDateTime::from_unix(FIRST_OF_1980);
    let mut left = most;
    let mut archive = ZipArchiveWriter::new(output);
    for name in &names {
        let file = archive.new_file(name).last_modified(made);
        let file = file.compression_method(CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().map_err(io::Error::other)?;
        let encoder = DeflateEncoder::new(&mut entry, Compression::default());
        let mut writer = config.wrap(encoder);
        let mut file = files.open(name)?;
        left -= io::copy(&mut file.by_ref().take(left), &mut writer)?;
        if file.read(&mut [0])? > 0 {
            return Err(too_large("its files would together be", most));
        }
        let (encoder, descriptor) = writer.finish().map_err(io::Error::other)?;
        encoder.finish()?;
        entry.finish(descriptor).map_err(io::Error::other)?;
    }
    archive.finish().map_err(io::Error::other)?;
    Ok(())
}

fn too_large(what: &str, most: u64) -> io::Error {
    let most = most >> 20;
    let why = format!("{what} larger than {most} MiB, the limit for archives");
    io::Error::other(format!("{why}; name a folder instead"))
}

fn refused<T>(why: impl Into<String>) -> Result<T, ArchiveError> {
    Err(ArchiveError::Refused(why.into()))
}

#[cfg(test)]
mod tests;
