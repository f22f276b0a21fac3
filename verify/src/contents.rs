//! The files of a certificate: that they are the listed ones, unchanged, and that each
//! holds nothing but what gets checked.

use crate::claim::Claim;
use crate::cubes;
use crate::escape;
use crate::file;
use crate::files::{FileKind, Files};
use crate::formula::Formula;
use crate::grids::{self, Grid};
use crate::manifest::{Entry, FORMAT, Manifest, VERSION};
use crate::objective::Objective;
use crate::parts::Proof;
use crate::prices::Subject;
use crate::proof::StopCheck;
use crate::rules::Shape;
use crate::text::{self, MAX_TEXT, require_text};
use crate::verdict::{Stop, VerifyError, rejected, unreadable};
use std::collections::HashSet;
use std::hash::Hash;
use std::io;
use std::rc::Rc;

/// What the files of a certificate say.
pub struct Content {
    /// The puzzle in a line.
    pub puzzle: String,
    /// The objective in a line.
    pub objective: Option<String>,
    /// The formula that `formula.cnf` must be; none if nothing is refuted.
    pub formula: Option<Formula>,
    /// For prices.
    pub subject: Option<Rc<Subject>>,
}

/// Reads the manifest.
pub fn manifest(files: &dyn Files) -> Result<Manifest, Stop> {
    if let Some(why) = files.absence() {
        let (folder, why) = (files.place().to_owned(), why.to_owned());
        return Err(Stop::Failed(VerifyError::NoCertificate { folder, why }));
    }
    let text = text::read(files, file::MANIFEST, MAX_TEXT)?;
    let manifest = Manifest::parse(&text).map_err(Stop::Rejected)?;
    if (&*manifest.format, manifest.version) == (FORMAT, VERSION) {
        return Ok(manifest);
    }
    let (format, version) = (escape::quoted(&manifest.format, 40), manifest.version);
    let why = format!("found {format} version {version}, expected '{FORMAT}' version {VERSION}");
    rejected(file::MANIFEST, why)
}

/// Compares names, sizes and hashes with the manifest.
pub fn measure(
    files: &dyn Files,
    manifest: &Manifest,
    claim: Claim,
    proof: &Proof,
    stop: &StopCheck<'_>,
) -> Result<(), Stop> {
    let of_proof = proof.files();
    let mut expected = vec![file::CLAIM, manifest.puzzle_file(), file::SOLUTIONS];
    expected.extend(of_proof.iter().map(|name| &**name));
    expected.extend(claim.score().map(|_| file::OBJECTIVE));
    expected.sort_unstable();
    let mut listed: Vec<&str> = manifest.files.iter().map(|entry| &*entry.name).collect();
    listed.sort_unstable();
    if listed != expected {
        let why = format!("expected the files {}, each once", shortened(&expected));
        return rejected(file::MANIFEST, why);
    }
    nothing_else(files, &expected)?;
    for entry in &manifest.files {
        let name = &entry.name;
        let found = Entry::of(files, name, stop).or_else(|error| match error.kind() {
            io::ErrorKind::NotFound => rejected(name, "is missing"),
            _ => Err(unreadable(&files.place().join(name), error)),
        })?;
        let found = found.ok_or(Stop::Stopped)?;
        if found.bytes != entry.bytes {
            let (found, said) = (found.bytes, entry.bytes);
            let why = format!("has {found} bytes, not {said} as the manifest says");
            return rejected(name, why);
        }
        if found != *entry {
            return rejected(name, "does not have the SHA-256 that the manifest says");
        }
    }
    Ok(())
}

/// The names; only the first ones, and a count, if there are many.
fn shortened(names: &[&str]) -> String {
    const SHOWN: usize = 12;
    match names.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        None => names.join(", "),
        Some(more) => format!("{} and {more} more", names[..SHOWN].join(", ")),
    }
}

/// Refuses anything else in the folder: it would be unchecked, and could claim what is
/// not proven. Links are refused because their targets can change. The list is in order.
fn nothing_else(files: &dyn Files, listed: &[&str]) -> Result<(), Stop> {
    let entries = files.entries();
    let mut found = entries.map_err(|source| unreadable(files.place(), source))?;
    found.sort_by(|(a, _), (b, _)| a.cmp(b));
    for (name, kind) in found {
        let is_listed = listed
            .binary_search_by(|each| each.as_bytes().cmp(&name))
            .is_ok();
        let is_known = is_listed || name == file::MANIFEST.as_bytes();
        let why = match (kind, is_known) {
            (FileKind::Link, _) => "is a symbolic link, expected a file",
            (FileKind::Folder, _) => "is a folder; a certificate holds nothing but files",
            (FileKind::Other, _) => "is not a regular file",
            (FileKind::File, false) => {
                "is not listed in manifest.json; a certificate holds nothing else"
            }
            (FileKind::File, true) => continue,
        };
        return rejected(&escape::bytes(&name), why);
    }
    Ok(())
}

/// Checks the claim's sentence.
pub fn sentence(files: &dyn Files, sentence: &str) -> Result<(), Stop> {
    if text::read(files, file::CLAIM, MAX_TEXT)? == format!("{sentence}\n") {
        return Ok(());
    }
    let why = format!("expected '{sentence}' and the end of the line, and nothing else");
    rejected(file::CLAIM, why)
}

/// The puzzle, and its line.
pub fn puzzle(files: &dyn Files, shape: Shape) -> Result<(Grid, String), Stop> {
    let (mut grids, text) = grids(files, file::PUZZLE, shape, 1)?;
    match (grids.pop(), grids.len()) {
        (Some(puzzle), 0) => Ok((puzzle, text.trim_end().to_owned())),
        _ => rejected(file::PUZZLE, "expected one puzzle"),
    }
}

/// The solutions: as many as the claim shows, all different, and none that breaks a
/// rule.
pub fn solutions(
    files: &dyn Files,
    shape: Shape,
    givens: &[usize],
    claim: Claim,
    stop: &StopCheck<'_>,
) -> Result<Vec<Grid>, Stop> {
    let (solutions, _) = grids(files, file::SOLUTIONS, shape, claim.shown())?;
    let flaw = |solution: &[usize]| shape.flaw(givens, solution);
    require_solutions(&solutions, claim, stop, flaw)?;
    Ok(solutions)
}

/// Requires as many solutions as the claim shows, all different, and without a flaw.
pub fn require_solutions<T: Hash + Eq>(
    solutions: &[Vec<T>],
    claim: Claim,
    stop: &StopCheck<'_>,
    flaw: impl Fn(&[T]) -> Option<String>,
) -> Result<(), Stop> {
    let (expected, found) = (claim.shown(), solutions.len());
    if found as u64 != expected {
        let more = found as u64 > expected;
        let found = if more {
            "more".into()
        } else {
            found.to_string()
        };
        let why = format!("expected {expected} grids, found {found}");
        return rejected(file::SOLUTIONS, why);
    }
    let mut seen = HashSet::new();
    for (number, solution) in (1..).zip(solutions) {
        if stop() {
            return Err(Stop::Stopped);
        }
        let repeated = || (!seen.insert(solution)).then(|| "occurs twice".into());
        if let Some(why) = flaw(solution).or_else(repeated) {
            return rejected(file::SOLUTIONS, format!("grid {number}: {why}"));
        }
    }
    Ok(())
}

/// What was found in the file of the solutions.
pub fn shown<T>(solutions: &[T], kept: &str) -> String {
    match solutions.len() {
        0 => "no grid, as claimed".to_owned(),
        1 => format!("1 grid obeys {kept}"),
        count => format!("{count} grids, all different, obey {kept}"),
    }
}

/// The cubes.
pub fn cubes(files: &dyn Files, count: u64, variables: i32) -> Result<Vec<Vec<i32>>, Stop> {
    let text = text::read(files, file::CUBES, MAX_TEXT)?;
    let cubes = cubes::read(&text, count, variables);
    cubes.map_err(|why| Stop::Rejected(format!("{}:{why}", file::CUBES)))
}

/// The objective, once its arithmetic and its score are checked.
pub fn objective(
    files: &dyn Files,
    shape: Shape,
    claim: Claim,
    best: &[usize],
) -> Result<Objective, Stop> {
    let text = text::read(files, file::OBJECTIVE, MAX_TEXT)?;
    let objective = Objective::parse(&text, shape)
        .map_err(|why| Stop::Rejected(format!("{}:{why}", file::OBJECTIVE)))?;
    require_text(file::OBJECTIVE, &text, &objective.text(shape))?;
    if let Some(flaw) = objective.flaw(shape) {
        return rejected(file::OBJECTIVE, flaw);
    }
    let found = objective.score_of(best);
    require_score(claim, objective.lowest, found, objective.score)?;
    require_stated(objective.reduced_score_of(best), objective.reduced_score)?;
    Ok(objective)
}

/// Requires the direction of the claim, and its score for the grid, as the objective states it.
pub fn require_score(claim: Claim, lowest: bool, found: i128, stated: i64) -> Result<(), Stop> {
    if lowest != claim.is_lowest() {
        return rejected(file::OBJECTIVE, "the direction is not that of the claim");
    }
    match claim.score().filter(|score| i128::from(*score) != found) {
        Some(score) => rejected(
            file::SOLUTIONS,
            format!("the grid scores {found}, not {score}"),
        ),
        None => require_stated(found, stated),
    }
}

fn require_stated(found: i128, stated: i64) -> Result<(), Stop> {
    match i128::from(stated) == found {
        true => Ok(()),
        false => rejected(
            file::OBJECTIVE,
            "states a score that is not that of the grid",
        ),
    }
}

/// The grids of a file and its text, which is compared with what it should be unless
/// there are more than `most`.
fn grids(
    files: &dyn Files,
    name: &str,
    shape: Shape,
    most: u64,
) -> Result<(Vec<Grid>, String), Stop> {
    let text = text::read(files, name, MAX_TEXT)?;
    let (grids, expected) =
        grids::read(&text, shape, most).map_err(|why| Stop::Rejected(format!("{name}{why}")))?;
    if grids.len() as u64 <= most {
        require_text(name, &text, &expected)?;
    }
    Ok((grids, text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    #[test]
    fn a_check_of_many_solutions_can_be_stopped_at_each() {
        let solutions: Vec<Vec<usize>> = (0..9).map(|digit| vec![digit]).collect();
        for most in 0..9 {
            let checked = Cell::new(0);
            let flaw = |_: &[usize]| {
                checked.set(checked.get() + 1);
                None
            };
            let stop = || checked.get() == most;
            let result = require_solutions(&solutions, Claim::Solutions(9), &stop, flaw);
            assert!(matches!(result, Err(Stop::Stopped)), "{most}");
            assert_eq!(checked.get(), most);
        }
    }

    #[test]
    fn a_score_has_the_direction_of_its_claim() {
        let claims = [
            (Claim::Highest(5), false),
            (Claim::AtMost(5, 7), false),
            (Claim::Lowest(5), true),
            (Claim::AtLeast(5, 3), true),
        ];
        for (claim, is_lowest) in claims {
            for (lowest, found, stated) in [
                (is_lowest, 5, 5),
                (!is_lowest, 5, 5),
                (is_lowest, 6, 5),
                (is_lowest, 5, 6),
            ] {
                let result = require_score(claim, lowest, found, stated);
                let is_right = (lowest, found, stated) == (is_lowest, 5, 5);
                assert_eq!(
                    result.is_ok(),
                    is_right,
                    "{claim:?} {lowest} {found} {stated}"
                );
            }
        }
    }
}
