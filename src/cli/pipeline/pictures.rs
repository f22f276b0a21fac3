//! Where pictures go: an SVG file holds one, so that several need a folder or a pattern.

use crate::cli::pipeline::distinct::require_unread;
use crate::cli::pipeline::packed::ByteSink;
use crate::cli::pipeline::partial::{make_folder, write_whole};
use crate::draw::Picture;
use crate::grid::Puzzle;
use crate::grid::text::Record;
use anyhow::{Result, bail};
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

/// Stands for the number of the picture in the name of a file.
const NUMBER: &str = "{}";

/// What `--help` says about several pictures.
pub const HELP: &str = "\
An SVG file holds one picture. For several, '-o FOLDER/' writes FOLDER/0001.svg and so on,
and '-o NAME-{}.svg' puts the number in place of {}.";

/// Where the pictures of a run go.
#[derive(Default)]
pub struct Pictures {
    files: Option<Files>,
    /// How many were written.
    count: u64,
}

enum Files {
    Folder(PathBuf),
    Pattern(String),
}

impl Pictures {
    /// Files of their own, if the path is a folder, ends like one, or has a place for a
    /// number. A folder that does not exist is made.
    ///
    /// # Errors
    /// A folder that cannot be created, or a pattern that is not UTF-8.
    pub fn in_files(path: &Path) -> Result<Option<Pictures>> {
        let text = path.to_string_lossy();
        let is_folder = path.is_dir() || text.ends_with(['/', MAIN_SEPARATOR]);
        let files = if is_folder {
            make_folder(path)?;
            Files::Folder(path.to_owned())
        } else if text.contains(NUMBER) {
            let Some(pattern) = path.to_str() else {
                bail!("{text}: found a name that is not UTF-8, expected UTF-8 around {NUMBER}");
            };
            Files::Pattern(pattern.to_owned())
        } else {
            return Ok(None);
        };
        Ok(Some(Pictures {
            files: Some(files),
            count: 0,
        }))
    }

    /// Leaves out a number, where pictures have numbers.
    pub fn skip(&mut self) {
        self.count += u64::from(self.files.is_some());
    }

    /// Counts a picture and writes it, if it has a file of its own. Else it is for the
    /// only output, called `name`.
    ///
    /// # Errors
    /// A file that cannot be written or that the run reads, and a second picture for the only output.
    pub fn take<'p>(&mut self, picture: &'p [u8], name: &str) -> Result<Option<&'p [u8]>> {
        self.count += 1;
        let ending = ending(picture);
        if !matches!(self.files, Some(Files::Folder(_))) {
            require_ending(name, ending)?;
        }
        let path = match &self.files {
            Some(Files::Folder(folder)) => folder.join(format!("{:04}.{ending}", self.count)),
            Some(Files::Pattern(text)) => text.replace(NUMBER, &self.count.to_string()).into(),
            None if self.count > 1 => bail!(
                "{name}: found a second picture, but an SVG file holds one; use -o FOLDER/ or \
                 -o NAME-{NUMBER}.svg"
            ),
            None => return Ok(Some(picture)),
        };
        require_unread(&path)?;
        write_whole(&path, picture).map(|()| None)
    }
}

/// The usual ending of a file that holds this picture.
fn ending(picture: &[u8]) -> &'static str {
    // PNG begins with a byte that no text has.
    match picture.starts_with(b"<") {
        true => "svg",
        false => "png",
    }
}

/// An error if the name promises another kind of picture.
fn require_ending(name: &str, ending: &str) -> Result<()> {
    let name_of_text = [".gz", ".xz", ".zst"]
        .iter()
        .find_map(|end| name.strip_suffix(end));
    let promised = Path::new(name_of_text.unwrap_or(name)).extension();
    let promised = promised.and_then(OsStr::to_str);
    let promised = promised.map(str::to_ascii_lowercase).unwrap_or_default();
    if promised == ending || !KINDS.contains(&&promised[..]) {
        return Ok(());
    }
    let advice = match (ending, &promised[..]) {
        ("png", "svg") => "leave out --to png",
        ("svg", "png") if cfg!(feature = "png") => "use 'satoku draw --to png'",
        ("svg", "png") => "programs built with --features png have 'satoku draw --to png'",
        _ => "convert it with a program such as rsvg-convert",
    };
    let upper = ending.to_ascii_uppercase();
    bail!("{name}: this picture is {upper}, expected a name that ends in .{ending}; {advice}")
}

/// Endings of files with pictures.
const KINDS: [&str; 10] = [
    "bmp", "eps", "gif", "jpeg", "jpg", "pdf", "png", "ps", "svg", "webp",
];

/// Takes no bytes: all pictures have files of their own.
pub struct NoStream;

impl Write for NoStream {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("only pictures have files of their own"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl ByteSink for NoStream {}

/// The picture of a puzzle in the alphabet of its record.
pub fn of_puzzle(record: &Record, puzzle: &Puzzle) -> Picture {
    let clashing = puzzle.clashes();
    let cells = clashing
        .iter()
        .flat_map(|clash| [clash.first, clash.second]);
    let picture = Picture::of_puzzle(puzzle).alphabet(record.alphabet);
    picture.mark(cells, crate::draw::Mark::Conflict)
}
