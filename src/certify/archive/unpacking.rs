//! Reading archives.

use super::layout::Layout;
use super::{ArchiveError, is_known, refused};
use crate::escape;
use flate2::bufread::DeflateDecoder;
use rawzip::{CompressionMethod, ZipArchive, ZipFileHeaderRecord, ZipSliceArchive, ZipSliceEntry};
use satoku_verify::files::Memory;
use satoku_verify::proof::StopCheck;
use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::Path;

/// Called with each file of an archive.
pub type Visit<'v> = dyn FnMut(&str, &mut dyn Read) -> io::Result<()> + 'v;

/// The files of an archive in memory, at most `most` bytes; messages call it `place`.
///
/// # Errors
/// [`ArchiveError`].
pub fn unpack_in_memory(
    bytes: &[u8],
    most: u64,
    place: &Path,
    stop: &StopCheck<'_>,
) -> Result<Memory, ArchiveError> {
    let mut memory = Memory {
        place: place.to_owned(),
        ..Memory::default()
    };
    unpack(bytes, most, stop, &mut |name, input| {
        let mut contents = Vec::new();
        input.read_to_end(&mut contents)?;
        memory.files.insert(name.to_owned(), contents);
        Ok(())
    })?;
    Ok(memory)
}

/// Shows each file of an archive to `visit`, at most `most` bytes of all, until `stop` says
/// so.
///
/// # Errors
/// [`ArchiveError`]; what was shown before is worth nothing.
pub fn unpack(
    bytes: &[u8],
    most: u64,
    stop: &StopCheck<'_>,
    visit: &mut Visit<'_>,
) -> Result<(), ArchiveError> {
    let archive = ZipArchive::from_slice(bytes).map_err(not_zip)?;
    let mut limited = Limited {
        left: most,
        stop,
        cut: None,
    };
    for packed in listed(&archive, bytes)? {
        let shown = packed.show(&mut limited, visit);
        match limited.cut {
            Some(Cut::TooLarge) => return Err(ArchiveError::TooLarge(most)),
            Some(Cut::Stopped) => return Err(ArchiveError::Stopped),
            None => shown?,
        }
    }
    Ok(())
}

/// What an archive lists, which is all that it holds.
fn listed<'b>(
    archive: &'b ZipSliceArchive<&'b [u8]>,
    bytes: &[u8],
) -> Result<Vec<Packed<'b>>, ArchiveError> {
    let mut entries = archive.entries();
    let mut seen = Seen::default();
    let mut layout = Layout::default();
    let mut files = Vec::new();
    while let Some(entry) = entries.next_entry().map_err(not_zip)? {
        let name = seen.name(&entry)?;
        let shown = escape::bytes(entry.file_path().as_bytes());
        if name.is_none() && entry.uncompressed_size_hint() > 0 {
            return refused(format!(
                "{shown}: is a folder with contents, expected a file"
            ));
        }
        let data = archive.get_entry(entry.wayfinder()).map_err(not_zip)?;
        layout.add(&shown, &entry, &data)?;
        files.push(Packed {
            name,
            shown,
            method: entry.compression_method(),
            data,
        });
    }
    layout.require_nothing_else(bytes, archive.directory_offset())?;
    Ok(files)
}

fn not_zip(error: rawzip::Error) -> ArchiveError {
    ArchiveError::NotZip(escape::line(&error.to_string()).into_owned())
}

/// A file as it is packed.
struct Packed<'b> {
    /// None for the folder that all files are in.
    name: Option<String>,
    /// Its path, for messages.
    shown: String,
    method: CompressionMethod,
    data: ZipSliceEntry<'b>,
}

impl Packed<'_> {
    fn show(&self, limited: &mut Limited<'_>, visit: &mut Visit<'_>) -> Result<(), ArchiveError> {
        let (name, data) = (&self.shown, &self.data);
        let (read, unused) = match self.method {
            CompressionMethod::STORE => {
                let input = data.verifying_reader(data.data());
                (limited.pass(self.name.as_deref(), input, visit), &[][..])
            }
            CompressionMethod::DEFLATE => {
                let mut decoder = DeflateDecoder::new(data.data());
                let input = data.verifying_reader(&mut decoder);
                (
                    limited.pass(self.name.as_deref(), input, visit),
                    decoder.into_inner(),
                )
            }
            _ => {
                return refused(format!(
                    "{name}: is packed in an unknown way, expected deflate"
                ));
            }
        };
        match read {
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                refused(format!("{name}: is damaged: {error}"))
            }
            Err(error) => Err(ArchiveError::Io(error)),
            Ok(()) if unused.is_empty() => Ok(()),
            Ok(()) => refused(format!("{name}: has bytes after the end of its contents")),
        }
    }
}

/// What was found in an archive so far.
#[derive(Default)]
struct Seen {
    names: BTreeSet<String>,
    /// The folder that all files are in, with its slash; empty if there is none.
    folder: Option<String>,
    /// Whether that folder has an entry of its own.
    has_entry: bool,
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
        if !text.chars().all(escape::is_safe) {
            return refused(format!("{}: has characters that cannot be shown", shown()));
        }
        // A colon follows the letter of a drive.
        if inner.contains(['\\', ':']) || inner.split('/').any(escapes) {
            return refused(format!("{}: leads out of the archive", shown()));
        }
        require_usual_flags(entry).or_else(|why| refused(format!("{}: {why}", shown())))?;
        let start = text.rfind('/').map_or(0, |slash| slash + 1);
        let (folder, name) = text.split_at(start);
        require_type(entry, name.is_empty())
            .or_else(|why| refused(format!("{}: {why}", shown())))?;
        let first = self.folder.get_or_insert_with(|| folder.to_owned());
        if first != folder || folder.matches('/').count() > 1 {
            return refused(format!(
                "{}: is in another folder than other files",
                shown()
            ));
        }
        if name.is_empty() {
            return match std::mem::replace(&mut self.has_entry, true) {
                false => Ok(None),
                true => refused(format!("{}: occurs twice", shown())),
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
}

/// Bits of the flags: how well it is packed, that its numbers follow it, and UTF-8.
const USUAL_FLAGS: u16 = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 11;

/// Refuses what is not packed as it is, such as a patch or encrypted data.
fn require_usual_flags(entry: &ZipFileHeaderRecord<'_>) -> Result<(), String> {
    let flags = entry.flags();
    if flags.is_encrypted() || flags.has_strong_encryption() {
        return Err("is encrypted".into());
    }
    match flags.bits() & !USUAL_FLAGS {
        0 => Ok(()),
        unusual => Err(format!(
            "has the flag {} in the list of files, expected a file that is packed as usual",
            unusual.trailing_zeros()
        )),
    }
}

/// Refuses links, devices and the like. Programs unpack an entry as what its bits for Unix
/// or for Windows say, whichever system it names.
fn require_type(entry: &ZipFileHeaderRecord<'_>, is_folder: bool) -> Result<(), &'static str> {
    const UNIX_LINK: u32 = 0o12;
    const UNIX_FILE: u32 = 0o10;
    const UNIX_FOLDER: u32 = 0o4;
    const WINDOWS_FOLDER: u32 = 0x10;
    /// The name of a volume, a folder, a link.
    const WINDOWS_SPECIAL: u32 = 0x08 | WINDOWS_FOLDER | 0x400;
    let attributes = entry.external_attributes();
    let (unix, windows) = (attributes >> 28, attributes & WINDOWS_SPECIAL);
    match is_folder {
        _ if unix == UNIX_LINK => Err("is a symbolic link, expected a file"),
        true if !matches!(unix, 0 | UNIX_FOLDER) || !matches!(windows, 0 | WINDOWS_FOLDER) => {
            Err("is marked as something other than a folder")
        }
        false if !matches!(unix, 0 | UNIX_FILE) || windows != 0 => {
            Err("is a folder or a special file, expected a regular file")
        }
        _ => Ok(()),
    }
}

/// How much may still come out of an archive, and until when.
struct Limited<'s> {
    left: u64,
    stop: &'s StopCheck<'s>,
    cut: Option<Cut>,
}

/// Why no more may come out of it.
enum Cut {
    TooLarge,
    Stopped,
}

impl Limited<'_> {
    /// Passes a file on, but nothing that has no name.
    fn pass(
        &mut self,
        name: Option<&str>,
        input: impl Read,
        visit: &mut Visit<'_>,
    ) -> io::Result<()> {
        let mut counted = Counted {
            input,
            limited: self,
        };
        if let Some(name) = name {
            visit(name, &mut counted)?;
        }
        // Only at its end is it known whether the file is complete.
        io::copy(&mut counted, &mut io::sink()).map(|_| ())
    }

    fn cut(&mut self, cut: Cut) -> io::Result<usize> {
        self.cut = Some(cut);
        Err(io::Error::other("cut off"))
    }
}

struct Counted<'l, 's, R> {
    input: R,
    limited: &'l mut Limited<'s>,
}

impl<R: Read> Read for Counted<'_, '_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if (self.limited.stop)() {
            return self.limited.cut(Cut::Stopped);
        }
        let damaged = |error: io::Error| io::Error::new(io::ErrorKind::InvalidData, error);
        let count = self.input.read(buffer).map_err(damaged)?;
        let Some(left) = self.limited.left.checked_sub(count as u64) else {
            return self.limited.cut(Cut::TooLarge);
        };
        self.limited.left = left;
        Ok(count)
    }
}
