//! What the files of a certificate say, checked one by one.

use super::claim::Claim;
use super::file;
use super::manifest::{Entry, FORMAT, Manifest, VERSION};
use super::prove::ALPHABET;
use super::rules::Shape;
use super::verify::{Step, Stop, VerifyError, rejected};
use super::worth::Worth;
use crate::escape;
use crate::grid::text::{Format, InputError, PuzzleReader, ReadOptions, line};
use crate::grid::{Digit, Geometry};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// Largest file that is read as a whole.
const MAX_TEXT: u64 = 64 << 20;

/// Characters of a line that a message shows.
const LONGEST_LINE: usize = 120;

/// The manifest.
pub fn manifest(folder: &Path) -> Step<Manifest> {
    let none = |why: String| {
        let folder = folder.to_owned();
        Err(Stop::Failed(VerifyError::NoCertificate { folder, why }))
    };
    if folder.is_file() {
        let why = "it is a file, expected a folder; for a proof alone use --formula and --proof";
        return none(why.into());
    }
    if !folder.is_dir() {
        return none("there is no such folder".into());
    }
    let path = folder.join(file::MANIFEST);
    if !path.is_file() {
        return none(format!("it has no {}", file::MANIFEST));
    }
    let text = text(folder, file::MANIFEST)?;
    let manifest: Manifest = serde_json::from_str(&text)
        .or_else(|error| rejected(file::MANIFEST, escape::line(&error.to_string())))?;
    match (manifest.format.as_str(), manifest.version) {
        (FORMAT, VERSION) => Ok(manifest),
        (format, version) => {
            let found = format!("{} version {version}", escape::quoted(format, 40));
            rejected(
                file::MANIFEST,
                format!("found {found}, expected '{FORMAT}' version {VERSION}"),
            )
        }
    }
}

/// Holds sizes and hashes against the manifest; the number of files.
pub fn measure(folder: &Path, manifest: &Manifest, claim: Claim) -> Step<usize> {
    let mut expected = vec![
        file::CLAIM,
        file::PUZZLE,
        file::SOLUTIONS,
        file::FORMULA,
        manifest.proof.file(),
    ];
    if claim.score().is_some() {
        expected.push(file::OBJECTIVE);
    }
    let mut named: Vec<&str> = manifest
        .files
        .iter()
        .map(|entry| entry.name.as_str())
        .collect();
    named.sort_unstable();
    expected.sort_unstable();
    if named != expected {
        let expected = expected.join(", ");
        return rejected(
            file::MANIFEST,
            format!("expected the files {expected}, each once"),
        );
    }
    nothing_else(folder, &expected)?;
    for entry in &manifest.files {
        let name = &entry.name;
        let found = match Entry::of(folder, name) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return rejected(name, "is missing");
            }
            Err(source) => return Err(unreadable(&folder.join(name), source)),
        };
        if found.bytes != entry.bytes {
            let (found, said) = (found.bytes, entry.bytes);
            return rejected(
                name,
                format!("has {found} bytes, not {said} as the manifest says"),
            );
        }
        if found.sha256 != entry.sha256 {
            return rejected(name, "has another SHA-256 than the manifest says");
        }
    }
    Ok(manifest.files.len())
}

/// Refuses what stands in the folder beside these files and the manifest: nobody
/// checks it, and it may say what is not proven. What it holds must be files, not
/// links to files that may be others tomorrow.
fn nothing_else(folder: &Path, listed: &[&str]) -> Step<()> {
    let io = |source| unreadable(folder, source);
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(io)? {
        let entry = entry.map_err(io)?;
        found.push((entry.file_name(), entry.file_type().map_err(io)?));
    }
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    for (name, kind) in found {
        let known = name == file::MANIFEST || listed.iter().any(|listed| name == *listed);
        let why = match known {
            _ if kind.is_symlink() => "is a symbolic link, expected a file",
            _ if kind.is_dir() => "is a folder; a certificate holds nothing but files",
            _ if !kind.is_file() => "is no regular file",
            false => "is not listed in manifest.json; a certificate holds nothing else",
            true => continue,
        };
        return rejected(&escape::bytes(name.as_encoded_bytes()), why);
    }
    Ok(())
}

/// The puzzle's givens, 0 for an empty cell, and its text.
pub fn puzzle(folder: &Path, shape: Shape) -> Step<(Vec<usize>, String)> {
    let (mut grids, text) = grids(folder, file::PUZZLE, shape, 1)?;
    match (grids.pop(), grids.len()) {
        (Some(puzzle), 0) => Ok((puzzle, text.trim_end().to_owned())),
        _ => rejected(file::PUZZLE, "expected one puzzle"),
    }
}

/// Demands that a file holds exactly the bytes that `prove` writes, and nothing that
/// only a reader sees, such as a comment or another puzzle.
fn require_canonical(name: &str, found: &str, expected: &str) -> Step<()> {
    if found == expected {
        return Ok(());
    }
    let lines = |text: &str| -> Vec<String> { text.split('\n').map(str::to_owned).collect() };
    let (found, expected) = (lines(found), lines(expected));
    let same = found.iter().zip(&expected).take_while(|(a, b)| a == b);
    let place = same.count();
    let words = |lines: &[String]| match lines.get(place) {
        Some(line) if line.is_empty() && place + 1 == lines.len() => "the end".to_owned(),
        Some(line) => escape::quoted(line, LONGEST_LINE),
        None => "no line break".to_owned(),
    };
    let (found, expected) = (words(&found), words(&expected));
    let why = format!(
        "found {found} on line {}, expected {expected}: the file must be exactly as \
         'satoku prove' writes it",
        place + 1
    );
    rejected(name, why)
}

fn unreadable(path: &Path, source: io::Error) -> Stop {
    let path = path.to_owned();
    Stop::Failed(VerifyError::Io { path, source })
}

/// A file as text.
pub fn text(folder: &Path, name: &str) -> Step<String> {
    let path = folder.join(name);
    let mut bytes = Vec::new();
    let read = File::open(&path).and_then(|file| file.take(MAX_TEXT + 1).read_to_end(&mut bytes));
    read.map_err(|source| unreadable(&path, source))?;
    if bytes.len() as u64 > MAX_TEXT {
        return rejected(name, format!("has more than {MAX_TEXT} bytes"));
    }
    String::from_utf8(bytes).or_else(|_| rejected(name, "is no text"))
}

/// Demands that the formula, which was read, holds its header and numbers only:
/// comments, and what stands behind its end, say what nobody checks.
pub fn formula_is_bare(folder: &Path) -> Step<()> {
    let path = folder.join(file::FORMULA);
    let input = File::open(&path).map_err(|source| unreadable(&path, source))?;
    for (number, line) in (1..).zip(BufReader::new(input).lines()) {
        let line = line.map_err(|source| unreadable(&path, source))?;
        let numbers = line.strip_prefix("p cnf ").unwrap_or(&line);
        let bare = |byte: u8| byte.is_ascii_digit() || byte == b'-' || byte == b' ';
        if !numbers.bytes().all(bare) {
            let found = escape::quoted(&line, LONGEST_LINE);
            let why = format!("found {found} on line {number}, expected nothing but clauses");
            return rejected(file::FORMULA, why);
        }
    }
    Ok(())
}

/// The grids of a file, a line each, 0 for an empty cell; and its text, which is
/// canonical if it holds no more than `most`. No more than one above that is read.
fn grids(folder: &Path, name: &str, shape: Shape, most: u64) -> Step<(Vec<Vec<usize>>, String)> {
    let text = text(folder, name)?;
    let geometry = Geometry::new(shape.rows, shape.columns);
    let geometry = geometry.or_else(|why| rejected(file::MANIFEST, why))?;
    let options = ReadOptions {
        format: Some(Format::Line),
        geometry: Some(geometry),
        alphabet: Some(ALPHABET),
        ..ReadOptions::default()
    };
    let reader = PuzzleReader::new(text.as_bytes(), name, options);
    let (mut grids, mut canonical) = (Vec::new(), String::new());
    for record in reader.take(
        usize::try_from(most)
            .unwrap_or(usize::MAX)
            .saturating_add(1),
    ) {
        let record = record.map_err(|error: InputError| Stop::Rejected(error.to_string()))?;
        let cells = record.puzzle.cells();
        canonical += &line::text(geometry, ALPHABET, cells);
        canonical.push('\n');
        let number = |cell: &Option<Digit>| cell.map_or(0, |digit| usize::from(digit.value()));
        grids.push(cells.iter().map(number).collect());
    }
    if grids.len() as u64 <= most {
        require_canonical(name, &text, &canonical)?;
    }
    Ok((grids, text))
}

/// The solutions, checked by arithmetic of their own.
pub fn solutions(
    folder: &Path,
    shape: Shape,
    givens: &[usize],
    claim: Claim,
) -> Step<Vec<Vec<usize>>> {
    let (solutions, _) = grids(folder, file::SOLUTIONS, shape, claim.shown())?;
    let (found, expected) = (solutions.len() as u64, claim.shown());
    if found != expected {
        let found = if found > expected {
            "more".into()
        } else {
            found.to_string()
        };
        return rejected(
            file::SOLUTIONS,
            format!("expected {expected} grids, found {found}"),
        );
    }
    let mut seen = HashSet::new();
    for (number, solution) in (1..).zip(&solutions) {
        let wrong = |why: &str| rejected(file::SOLUTIONS, format!("grid {number}: {why}"));
        if let Some(flaw) = shape.flaw(givens, solution) {
            return wrong(&flaw);
        }
        if !seen.insert(solution) {
            return wrong("stands there twice");
        }
    }
    Ok(solutions)
}

/// The objective, after its arithmetic was checked.
pub fn worth(folder: &Path, shape: Shape, claim: Claim, score: i64, best: &[usize]) -> Step<Worth> {
    let text = text(folder, file::OBJECTIVE)?;
    let parsed = Worth::parse(&text, shape);
    let worth = parsed.map_err(|why| Stop::Rejected(format!("{}:{why}", file::OBJECTIVE)))?;
    require_canonical(file::OBJECTIVE, &text, &worth.text(shape))?;
    let flaw = worth.flaw(shape).or_else(|| {
        let is_lowest = matches!(claim, Claim::Lowest(_));
        (worth.lowest != is_lowest).then(|| "the direction is not that of the claim".into())
    });
    let (found, reduced) = (worth.score_of(best), worth.reduced_score_of(best));
    match flaw {
        Some(flaw) => rejected(file::OBJECTIVE, flaw),
        None if found != i128::from(score) => rejected(
            file::SOLUTIONS,
            format!("the grid is worth {found}, not {score}"),
        ),
        None if worth.score != score || reduced != i128::from(worth.reduced_score) => {
            rejected(file::OBJECTIVE, "states another score than the grid has")
        }
        None => Ok(worth),
    }
}
