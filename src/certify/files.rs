//! The files of a certificate, but for the proof.

use super::certifiable::{Certifiable, Conclusion};
use super::manifest::{Entry, Evidence, Manifest};
use super::objective::ObjectiveFile;
use super::request::CertifyError;
use super::staging::Staging;
use crate::cnf::write::{FormulaWriter, Syntax};
use crate::cnf::{Counter, Formula};
use crate::escape;
use crate::grid::text::{Alphabet, line};
use crate::grid::{Digit, Geometry, Puzzle, Solution};
use crate::objective::Direction;
use satoku_verify::file;

/// The most characters of a solver's name, as in the verifier.
const MAX_NAME: usize = 255;

/// What a certificate claims.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    /// How many solutions it shows.
    pub solutions: usize,
    /// The score, if it is about one, and which one that is.
    pub score: Option<(Direction, i64)>,
    /// What no score is beyond, if that is claimed and the best score is not known.
    pub bound: Option<i64>,
}

impl Stated {
    /// The claim of a finding; `bound` is what no score is beyond, if the best one
    /// is not known.
    pub fn of<P: Certifiable>(
        puzzle: &P,
        conclusion: &Conclusion<P::Objective>,
        bound: Option<i64>,
    ) -> Stated {
        let score = conclusion.best().map(|(solution, objective)| {
            let score = puzzle.score(objective.plain(), solution);
            (objective.direction(), score)
        });
        Stated {
            solutions: conclusion.solutions().len(),
            score,
            bound,
        }
    }

    /// The kind of claim, for the manifest.
    fn claim(&self) -> &'static str {
        match (self.score, self.solutions) {
            (Some((direction, _)), _) => match (self.bound, direction) {
                (Some(_), Direction::Highest) => "at-most",
                (Some(_), Direction::Lowest) => "at-least",
                (None, direction) => direction.extremum(),
            },
            (None, 0) => "none",
            (None, 1) => "unique",
            (None, _) => "exactly",
        }
    }

    /// The claim about the puzzle in this file, as a sentence.
    pub fn sentence(&self, puzzle: &str) -> String {
        if let Some((direction, score)) = self.score {
            let (which, beyond) = (direction.name(), direction.beyond());
            let objective = file::OBJECTIVE;
            if let Some(bound) = self.bound {
                return format!(
                    "No solution of {puzzle} scores {beyond} {bound} under {objective}, and one \
                     scores {score}."
                );
            }
            return format!(
                "The {which} score of any solution of {puzzle} under {objective} is {score}."
            );
        }
        let count = match self.solutions {
            0 => "no solution".to_owned(),
            1 => "exactly one solution".to_owned(),
            count => format!("exactly {count} solutions"),
        };
        format!("The puzzle in {puzzle} has {count}.")
    }

    /// The manifest.
    fn manifest(
        &self,
        shape: Option<&str>,
        solver: &str,
        proof: Evidence,
        cubes: Option<u64>,
        files: Vec<Entry>,
    ) -> Manifest {
        Manifest {
            format: "satoku certificate".into(),
            version: 1,
            claim: self.claim().into(),
            solutions: self.solutions as u64,
            score: self.score.map(|(_, score)| score),
            bound: self.bound,
            shape: shape.map(str::to_owned),
            solver: escape::whole(solver).chars().take(MAX_NAME).collect(),
            proof,
            cubes,
            files,
        }
    }
}

/// The file of a puzzle, with the shape of boxes where it does not follow from the side.
fn named(geometry: Geometry) -> String {
    match Geometry::from_side(geometry.side()) {
        Ok(usual) if usual == geometry => file::PUZZLE.to_owned(),
        _ => format!("{} (boxes of {} cells)", file::PUZZLE, shape(geometry)),
    }
}

fn shape(geometry: Geometry) -> String {
    format!("{}x{}", geometry.box_rows(), geometry.box_columns())
}

/// A certificate that lacks nothing but its formula, its proof and its manifest.
pub struct Draft {
    /// The other files.
    pub texts: Vec<(&'static str, String)>,
    /// What is claimed.
    pub stated: Stated,
    /// The shape of the boxes of a classic puzzle.
    pub shape: Option<String>,
}

/// What shows that a claim is true.
pub enum Grounds {
    /// Prices, which are among the texts.
    Prices,
    /// The formula that says the claim is false. It has to be refuted.
    Formula(Formula),
    /// This formula, and its refutation in binary DRAT.
    Refutation(Formula, Vec<u8>),
}

/// The certificate of a classic puzzle.
pub fn draft(
    puzzle: &Puzzle,
    solutions: &[Solution],
    objective: Option<&ObjectiveFile>,
    stated: Stated,
) -> Draft {
    let geometry = puzzle.geometry();
    let grid = |cells: &[Option<Digit>]| line::text(geometry, Alphabet::Digits, cells) + "\n";
    let solutions = solutions.iter();
    let mut texts = vec![
        (file::CLAIM, stated.sentence(&named(geometry)) + "\n"),
        (file::PUZZLE, grid(puzzle.cells())),
        (
            file::SOLUTIONS,
            solutions.map(|each| grid(&Vec::from(each))).collect(),
        ),
    ];
    if let Some(objective) = objective {
        texts.push((file::OBJECTIVE, objective.text()));
    }
    Draft {
        texts,
        stated,
        shape: Some(shape(geometry)),
    }
}

impl Draft {
    /// Writes all but these files of the formula and the proof, which are there; the names of
    /// all files. `cubes` is how many cubes the proof has a part for; none if it is whole.
    pub fn write_texts(
        &self,
        staging: &mut dyn Staging,
        solver: &str,
        proof: Evidence,
        cubes: Option<u64>,
        proofs: Vec<String>,
    ) -> Result<Vec<String>, CertifyError> {
        for (name, text) in &self.texts {
            staging.write(name, &mut |output| output.write_all(text.as_bytes()))?;
        }
        let texts = self.texts.iter().map(|(name, _)| (*name).to_owned());
        let mut names: Vec<String> = texts.chain(proofs).collect();
        let entries = entries(&names, staging)?;
        let shape = self.shape.as_deref();
        let manifest = self.stated.manifest(shape, solver, proof, cubes, entries);
        let text = escape::json_pretty(&manifest);
        let text = text.map_err(|error| CertifyError::Engine(error.to_string()))? + "\n";
        staging.write(file::MANIFEST, &mut |output| {
            output.write_all(text.as_bytes())
        })?;
        names.push(file::MANIFEST.to_owned());
        Ok(names)
    }
}

/// Sizes and hashes of files.
fn entries(names: &[String], staging: &dyn Staging) -> Result<Vec<Entry>, CertifyError> {
    let files = staging.files();
    let measure = |name: &String| {
        let measured = files
            .open(name)
            .and_then(|mut input| Entry::read(name, &mut *input));
        measured.map_err(|error| CertifyError::io(&files.place().join(name), error))
    };
    names.iter().map(measure).collect()
}

/// Writes a formula.
pub fn write_formula(formula: &Formula, staging: &mut dyn Staging) -> Result<(), CertifyError> {
    staging.write(file::FORMULA, &mut |output| {
        let mut counter = Counter::default();
        formula.replay(&mut counter);
        let mut writer = FormulaWriter::new(output, Syntax::Cnf, [], &[], counter)?;
        formula.replay(&mut writer);
        writer.finish()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_names_the_shape_of_unusual_boxes() {
        for (shape, expected) in [
            ("2x3", "puzzle.txt"),
            ("3x2", "puzzle.txt (boxes of 3x2 cells)"),
            ("3x3", "puzzle.txt"),
            ("1x5", "puzzle.txt (boxes of 1x5 cells)"),
        ] {
            assert_eq!(named(shape.parse().unwrap()), expected);
        }
    }
}
