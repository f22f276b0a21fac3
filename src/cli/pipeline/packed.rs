//! Compressed files: recognising the format, decompressing while reading, compressing
//! while writing.

mod frames;
mod members;

use anyhow::{Result, bail};
use flate2::Compression;
use flate2::write::GzEncoder;
use frames::{Frames, LargeWindow};
use lzma_rust2::{XzOptions, XzReader, XzWriter};
use members::Members;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

/// Bytes per read.
const CHUNK: usize = 1 << 16;

/// Bytes in each Zstandard frame that is written.
const FRAME: usize = 1 << 20;

/// Maximum memory for the window of an xz file, in KiB: what `xz -9` needs, twice.
const XZ_MEMORY: u32 = 1 << 17;

/// A compression format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Packing {
    /// gzip.
    Gzip,
    /// xz.
    Xz,
    /// Zstandard.
    Zstd,
    /// Recognised, but not supported.
    Other(&'static str),
}

/// How compressed files begin.
const MAGIC: [(&[u8], Packing); 13] = [
    (b"\x1f\x8b", Packing::Gzip),
    (b"\xfd7zXZ\0", Packing::Xz),
    (b"\x28\xb5\x2f\xfd", Packing::Zstd),
    (b"\x50\x2a\x4d\x18", Packing::Zstd),
    (b"BZh", Packing::Other("bzip2")),
    (b"PK\x03\x04", Packing::Other("zip")),
    (b"7z\xbc\xaf", Packing::Other("7z")),
    (b"Rar!", Packing::Other("rar")),
    (b"LZIP", Packing::Other("lzip")),
    (b"\x04\x22\x4d\x18", Packing::Other("lz4")),
    (b"\x5d\0\0", Packing::Other("lzma")),
    (b"\x1f\x9d", Packing::Other("compress")),
    (b"\xff\x06\0\0sNaPpY", Packing::Other("snappy")),
];

/// The endings of file names.
const ENDINGS: [(&str, Packing); 25] = [
    ("gz", Packing::Gzip),
    ("gzip", Packing::Gzip),
    ("xz", Packing::Xz),
    ("zst", Packing::Zstd),
    ("zstd", Packing::Zstd),
    ("bz", Packing::Other("bzip2")),
    ("bz2", Packing::Other("bzip2")),
    ("bzip2", Packing::Other("bzip2")),
    ("zip", Packing::Other("zip")),
    ("7z", Packing::Other("7z")),
    ("rar", Packing::Other("rar")),
    ("lz", Packing::Other("lzip")),
    ("lz4", Packing::Other("lz4")),
    ("lzma", Packing::Other("lzma")),
    ("z", Packing::Other("compress")),
    ("sz", Packing::Other("snappy")),
    ("br", Packing::Other("brotli")),
    ("lzo", Packing::Other("lzo")),
    ("zz", Packing::Other("zlib")),
    (TAR, Packing::Other(TAR)),
    ("tbz", Packing::Other(TAR)),
    ("tbz2", Packing::Other(TAR)),
    ("tgz", Packing::Other(TAR)),
    ("txz", Packing::Other(TAR)),
    ("tzst", Packing::Other(TAR)),
];

/// The ending of archives, perhaps before another one.
const TAR: &str = "tar";

/// What is supported, for messages.
const UNDERSTOOD: &str = "use gzip, xz or Zstandard (.gz, .xz, .zst)";

impl fmt::Display for Packing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Packing::Gzip => "gzip",
            Packing::Xz => "xz",
            Packing::Zstd => "Zstandard",
            Packing::Other(name) => name,
        })
    }
}

impl Packing {
    /// The format that the ending of a name implies.
    fn of_name(path: &Path) -> Option<Packing> {
        let ending = path.extension()?.to_str()?.to_ascii_lowercase();
        let known = ENDINGS.iter().find(|(known, _)| *known == ending);
        let is_archive = || {
            let inner = path
                .file_stem()
                .and_then(|stem| Path::new(stem).extension());
            inner.is_some_and(|inner| inner.eq_ignore_ascii_case(TAR))
        };
        known.map(|(_, packing)| match is_archive() {
            true => Packing::Other(TAR),
            false => *packing,
        })
    }

    /// How to compress a file of this name; `None` for not at all.
    ///
    /// # Errors
    /// An ending of an unsupported format.
    pub fn of_output(path: &Path) -> Result<Option<Packing>> {
        match Packing::of_name(path) {
            Some(other @ Packing::Other(_)) => {
                bail!(
                    "{}: cannot be compressed with {other}; {UNDERSTOOD}",
                    path.display()
                )
            }
            packing => Ok(packing),
        }
    }

    /// The format that the first bytes show; `Err` if it takes more of them.
    fn of_start(start: &[u8]) -> Result<Option<Packing>, ()> {
        let found = MAGIC.iter().find(|(magic, _)| start.starts_with(magic));
        match found {
            Some((_, packing)) => Ok(Some(*packing)),
            None if MAGIC.iter().any(|(magic, _)| magic.starts_with(start)) => Err(()),
            None => Ok(None),
        }
    }
}

/// A file that is not compressed as it should be, by its name.
#[derive(Debug, thiserror::Error)]
pub enum PackingError {
    /// In a format that is not supported.
    #[error("{0}: is compressed with {1}; {UNDERSTOOD}")]
    Unsupported(String, Packing),
    /// An archive of files.
    #[error("{0}: is the name of a tar archive; unpack it first")]
    Archive(String),
    /// Not at all.
    #[error(
        "{0}: is not compressed with {1}, although its name says so; rename it, or read it as \
         standard input"
    )]
    Misnamed(String, Packing),
}

/// An input, decompressed.
pub type Input = Box<dyn BufRead + Send>;

/// Decompresses `input`, called `name`, if its first bytes show that it is compressed.
///
/// # Errors
/// An unsupported format, or one that contradicts the name.
pub fn unpack(mut input: impl Read + Send + 'static, name: &str) -> Result<Input> {
    let cannot = |error: io::Error| anyhow::anyhow!("{name}: cannot be read: {error}");
    let mut start = Vec::new();
    let packing = loop {
        let old = start.len();
        start.resize(old + CHUNK, 0);
        let count = loop {
            match input.read(&mut start[old..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read.map_err(cannot)?,
            }
        };
        start.truncate(old + count);
        match Packing::of_start(&start) {
            Ok(packing) => break packing,
            Err(()) if count == 0 => break None,
            Err(()) => {}
        }
    };
    let named = Packing::of_name(Path::new(name));
    let input = BufReader::with_capacity(CHUNK, io::Cursor::new(start).chain(input));
    match (packing, named) {
        (_, Some(Packing::Other(TAR))) => Err(PackingError::Archive(name.to_owned()).into()),
        (Some(other @ Packing::Other(_)), _) => {
            Err(PackingError::Unsupported(name.to_owned(), other).into())
        }
        (None, Some(named)) => Err(PackingError::Misnamed(name.to_owned(), named).into()),
        (None, None) => Ok(Box::new(input)),
        (Some(packing), _) => {
            let unpacked: Box<dyn Read + Send> = match packing {
                Packing::Gzip => Box::new(Members::new(input)),
                Packing::Xz => Box::new(XzReader::new_mem_limit(input, true, XZ_MEMORY)),
                _ => Box::new(Frames::new(input)),
            };
            let input = PackedInput { unpacked, packing };
            Ok(Box::new(BufReader::with_capacity(CHUNK, input)))
        }
    }
}

/// What follows compressed data and belongs to none.
#[derive(Debug, thiserror::Error)]
#[error("found {0}, expected the end of the file")]
struct OtherData(String);

impl OtherData {
    /// The error, with the first of the bytes.
    fn error(bytes: &[u8]) -> io::Error {
        const SHOWN: usize = 8;
        let shown = bytes[..bytes.len().min(SHOWN)].escape_ascii();
        io::Error::new(io::ErrorKind::InvalidData, OtherData(format!("'{shown}'")))
    }
}

/// What is in an input's buffer; empty at its end.
fn peek(input: &mut impl BufRead) -> io::Result<&[u8]> {
    loop {
        match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(_) => break,
        }
    }
    input.fill_buf()
}

/// Compressed data whose errors say what is wrong with it.
struct PackedInput {
    unpacked: Box<dyn Read + Send>,
    packing: Packing,
}

impl Read for PackedInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.unpacked.read(buffer).map_err(|error| {
            if error.raw_os_error().is_some() || error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let follows = error.get_ref().is_some_and(|why| why.is::<OtherData>());
            let is_large = error.get_ref().is_some_and(|why| why.is::<LargeWindow>());
            let text = match error.kind() {
                _ if is_large => format!("it takes much memory: {error}"),
                io::ErrorKind::OutOfMemory => {
                    "it takes much memory; run: xz -dc FILE | satoku ...".to_owned()
                }
                _ if follows => format!("it is followed by other bytes: {error}"),
                io::ErrorKind::UnexpectedEof => "it is cut off".to_owned(),
                _ => format!("it is damaged ({error})"),
            };
            io::Error::new(
                io::ErrorKind::InvalidData,
                format!("as {} data {text}", self.packing),
            )
        })
    }
}

/// A writer that has to be finished.
pub trait ByteSink: Write + Send {
    /// Completes what was written, once.
    fn finish(&mut self) -> io::Result<()> {
        self.flush()
    }
}

impl ByteSink for File {}

impl ByteSink for io::Stdout {}

impl ByteSink for Packer<File> {
    fn finish(&mut self) -> io::Result<()> {
        Packer::finish(self)
    }
}

/// A file, compressed or not.
pub fn byte_sink(file: File, packing: Option<Packing>) -> io::Result<Box<dyn ByteSink>> {
    Ok(match packing {
        Some(packing) => Box::new(Packer::new(packing, file)?),
        None => Box::new(file),
    })
}

/// Compresses what is written. Nothing is complete before the end.
pub struct Packer<W: Write> {
    kind: Kind<W>,
}

enum Kind<W: Write> {
    Gzip(GzEncoder<W>),
    Xz(Box<XzWriter<W>>),
    Zstd { sink: W, frame: Vec<u8> },
    Ended,
}

impl<W: Write> Packer<W> {
    /// Compresses into `sink` in this format.
    pub fn new(packing: Packing, sink: W) -> io::Result<Packer<W>> {
        const XZ_PRESET: u32 = 6;
        let kind = match packing {
            Packing::Gzip => Kind::Gzip(GzEncoder::new(sink, Compression::default())),
            Packing::Xz => {
                let options = XzOptions::with_preset(XZ_PRESET);
                Kind::Xz(Box::new(XzWriter::new(sink, options)?))
            }
            Packing::Zstd => Kind::Zstd {
                sink,
                frame: Vec::new(),
            },
            Packing::Other(_) => return Err(io::ErrorKind::Unsupported.into()),
        };
        Ok(Packer { kind })
    }

    /// Writes the rest and the end of the compressed data, once.
    pub fn finish(&mut self) -> io::Result<()> {
        let mut sink = match std::mem::replace(&mut self.kind, Kind::Ended) {
            Kind::Gzip(packer) => packer.finish()?,
            Kind::Xz(packer) => packer.finish()?,
            Kind::Zstd { mut sink, frame } => {
                sink.write_all(&compress_to_vec(&frame[..], CompressionLevel::Fastest))?;
                sink
            }
            Kind::Ended => return Ok(()),
        };
        sink.flush()
    }
}

impl<W: Write> Write for Packer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.kind {
            Kind::Gzip(packer) => packer.write(bytes),
            Kind::Xz(packer) => packer.write(bytes),
            Kind::Zstd { sink, frame } => {
                frame.extend_from_slice(bytes);
                if frame.len() >= FRAME {
                    sink.write_all(&compress_to_vec(&frame[..], CompressionLevel::Fastest))?;
                    frame.clear();
                }
                Ok(bytes.len())
            }
            Kind::Ended => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Does nothing: whole blocks compress better, and half a file is of no use.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
