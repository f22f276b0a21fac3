//! What the files of a certificate say, checked one by one.

use super::claim::Claim;
use super::file;
use super::manifest::{Entry, FORMAT, Manifest, VERSION};
use super::prove::ALPHABET;
use super::rules::Shape;
use super::verify::{Step, Stop, VerifyError, rejected};
use super::worth::Worth;
use crate::grid::Geometry;
use crate::grid::text::{Format, InputError, PuzzleReader, ReadOptions};
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Largest file that is read as a whole.
const MAX_TEXT: u64 = 64 << 20;

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
    let manifest: Manifest =
        serde_json::from_str(&text).or_else(|error| rejected(file::MANIFEST, error))?;
    match (manifest.format.as_str(), manifest.version) {
        (FORMAT, VERSION) => Ok(manifest),
        (format, version) => {
            let found = format!("'{}' version {version}", format.escape_debug());
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

/// The puzzle's givens; 0 is an empty cell.
pub fn puzzle(folder: &Path, shape: Shape) -> Step<Vec<usize>> {
    let mut grids = grids(folder, file::PUZZLE, shape, 1)?;
    match (grids.pop(), grids.len()) {
        (Some(puzzle), 0) => Ok(puzzle),
        _ => rejected(file::PUZZLE, "expected one puzzle"),
    }
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

/// The grids of a file, a line each; 0 is an empty cell. No more than one above
/// `most` is read.
fn grids(folder: &Path, name: &str, shape: Shape, most: u64) -> Step<Vec<Vec<usize>>> {
    let text = text(folder, name)?;
    let geometry = Geometry::new(shape.rows, shape.columns);
    let options = ReadOptions {
        format: Some(Format::Line),
        geometry: Some(geometry.or_else(|why| rejected(file::MANIFEST, why))?),
        alphabet: Some(ALPHABET),
        ..ReadOptions::default()
    };
    let reader = PuzzleReader::new(text.as_bytes(), name, options);
    let mut grids = Vec::new();
    for record in reader.take(
        usize::try_from(most)
            .unwrap_or(usize::MAX)
            .saturating_add(1),
    ) {
        let record = record.map_err(|error: InputError| Stop::Rejected(error.to_string()))?;
        let cells = record.puzzle.cells().iter();
        grids.push(
            cells
                .map(|cell| cell.map_or(0, |digit| usize::from(digit.value())))
                .collect(),
        );
    }
    Ok(grids)
}

/// The solutions, checked by arithmetic of their own.
pub fn solutions(
    folder: &Path,
    shape: Shape,
    givens: &[usize],
    claim: Claim,
) -> Step<Vec<Vec<usize>>> {
    let solutions = grids(folder, file::SOLUTIONS, shape, claim.shown())?;
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
