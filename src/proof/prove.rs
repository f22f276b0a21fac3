//! Making a certificate.

use super::check::{self, Checked};
use super::claim::Claim;
use super::command::FileCommand;
use super::engine::{self, ProofFormat, ProofLimits, Said};
use super::file;
use super::folder::{self, Staging};
use super::form;
use super::manifest::{Entry, Manifest};
use super::numbers::ProofError;
use super::rules::Shape;
use super::system::ProofSystem;
use super::verify::{self, Verdict, VerifyError};
use super::worth::Worth;
use super::{MAX_SIDE, MAX_SOLUTIONS};
use crate::backend::{self, End, NativeBackend, Optimum, WrongAnswer};
use crate::cnf::write::{FormulaWriter, Syntax};
use crate::cnf::{Counter, Formula};
use crate::escape;
use crate::grid::text::{Alphabet, line};
use crate::grid::{Digit, Puzzle, Solution};
use crate::limits::Limits;
use crate::objective::Objective;
use crate::outcome::Reason;
use std::fs::File;
use std::io::{self, BufReader, BufWriter};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// What is to be proven.
#[derive(Clone, Debug)]
pub enum Goal {
    /// That the puzzle has so many solutions.
    Solutions(u64),
    /// What its best solution is worth.
    Best {
        /// What is maximised.
        objective: Objective,
        /// Whether that is the negation of what the user wants to be least.
        lowest: bool,
    },
}

/// A certificate to be made.
pub struct Request<'r> {
    /// The puzzle.
    pub puzzle: &'r Puzzle,
    /// What is to be proven about it.
    pub goal: &'r Goal,
    /// Where the certificate goes.
    pub folder: &'r Path,
    /// The form of the proof. Another solver chooses itself between text and binary
    /// DRAT.
    pub format: ProofFormat,
    /// Another solver.
    pub solver: Option<&'r FileCommand>,
    /// How long it may take.
    pub limits: &'r Limits,
    /// How large the refutation may become, in bytes.
    pub max_proof: u64,
}

/// How large a refutation may become if nobody says more: 4 GiB.
pub const MAX_PROOF: u64 = 4 << 30;

/// What became of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The folder is there, and was verified; the claim as a sentence.
    Proven(String),
    /// The claim is false; what is true instead.
    False(String),
    /// A limit was reached.
    Unknown(Reason),
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// Something is in the way.
    #[error("{}: {what}, expected a name for a new folder", folder.display())]
    Taken {
        /// The folder.
        folder: PathBuf,
        /// What it is.
        what: &'static str,
    },
    /// A grid that is too large.
    #[error("side {0} is too large for a certificate, expected at most {MAX_SIDE}")]
    Side(usize),
    /// Too many solutions to show.
    #[error("{0} solutions are too many for a certificate, expected at most {MAX_SOLUTIONS}")]
    Solutions(u64),
    /// A file that cannot be written or read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Native search broke the rules.
    #[error(transparent)]
    Native(#[from] WrongAnswer),
    /// The solver contradicts what is known, or its proof proves nothing.
    #[error("{0}")]
    Engine(String),
    /// What was written cannot be read.
    #[error(transparent)]
    Verify(#[from] VerifyError),
}

impl ProveError {
    /// An error of the system about a file.
    pub fn io(path: &Path, source: io::Error) -> ProveError {
        let path = path.to_owned();
        ProveError::Io { path, source }
    }
}

/// What is true of the puzzle.
struct Facts {
    claim: Claim,
    solutions: Vec<Solution>,
    worth: Option<Worth>,
}

/// What was found about the goal.
enum Found {
    Facts(Facts),
    Other(Outcome),
}

/// The alphabet of the files.
pub(super) const ALPHABET: Alphabet = Alphabet::Digits;

/// Finds what is true, lets a solver prove it, and verifies the certificate before
/// it gets its name.
///
/// # Errors
/// [`ProveError`]; there is no folder then.
pub fn prove(request: &Request<'_>) -> Result<Outcome, ProveError> {
    let side = request.puzzle.geometry().side();
    if side > MAX_SIDE {
        return Err(ProveError::Side(side));
    }
    folder::require_free(request.folder)?;
    let facts = match request.goal {
        Goal::Solutions(count) => count_solutions(request, *count)?,
        Goal::Best { objective, lowest } => best(request, objective, *lowest)?,
    };
    let facts = match facts {
        Found::Facts(facts) => facts,
        Found::Other(outcome) => return Ok(outcome),
    };
    let formula = match formula(request, &facts) {
        Ok(formula) => formula,
        Err(reason) => return Ok(Outcome::Unknown(reason)),
    };
    write(request, &facts, &formula)
}

fn count_solutions(request: &Request<'_>, count: u64) -> Result<Found, ProveError> {
    if count > MAX_SOLUTIONS {
        return Err(ProveError::Solutions(count));
    }
    let mut solutions = Vec::new();
    let mut native = NativeBackend::default();
    let (puzzle, limits) = (request.puzzle, request.limits);
    let tally = backend::enumerate(&mut native, puzzle, count + 1, limits, &mut |solution| {
        solutions.push(solution.clone());
        ControlFlow::Continue(())
    })?;
    let found = solutions.len() as u64;
    let no = |words: String| Ok(Found::Other(Outcome::False(words)));
    match tally.end {
        _ if found > count && count == 0 => no("the puzzle has a solution".into()),
        _ if found > count => no(format!("the puzzle has more than {}", words(count))),
        End::Stopped(reason) => Ok(Found::Other(Outcome::Unknown(reason))),
        _ if found < count => no(format!("the puzzle has {}", words(found))),
        _ => Ok(Found::Facts(Facts {
            claim: Claim::Solutions(count),
            solutions,
            worth: None,
        })),
    }
}

fn words(count: u64) -> String {
    match count {
        0 => "no solution".into(),
        1 => "one solution".into(),
        _ => format!("{count} solutions"),
    }
}

fn best(request: &Request<'_>, objective: &Objective, lowest: bool) -> Result<Found, ProveError> {
    let mut native = NativeBackend::default();
    let found = backend::maximise(&mut native, request.puzzle, objective, request.limits)?;
    Ok(match found {
        Optimum::Optimal { solution, score } => {
            let worth = Worth::new(objective, lowest, score);
            Found::Facts(Facts {
                claim: match lowest {
                    false => Claim::Highest(worth.score),
                    true => Claim::Lowest(worth.score),
                },
                solutions: vec![solution],
                worth: Some(worth),
            })
        }
        Optimum::Unsatisfiable => Found::Other(Outcome::False("the puzzle has no solution".into())),
        Optimum::Feasible { reason, .. } | Optimum::Unknown(reason) => {
            Found::Other(Outcome::Unknown(reason))
        }
    })
}

fn formula(request: &Request<'_>, facts: &Facts) -> Result<Formula, Reason> {
    match (request.goal, &facts.solutions[..]) {
        (Goal::Best { objective, .. }, [best]) => {
            form::better_solution(request.puzzle, objective, best)
        }
        _ => form::another_solution(request.puzzle, &facts.solutions),
    }
}

/// Writes the folder beside its place, verifies it, and gives it its name.
fn write(request: &Request<'_>, facts: &Facts, formula: &Formula) -> Result<Outcome, ProveError> {
    let staging = Staging::new(request.folder)?;
    let (cnf, proof) = (staging.file(file::FORMULA), staging.file(file::DRAT));
    write_formula(formula, &cnf).map_err(|error| ProveError::io(&cnf, error))?;
    let proof_limits = ProofLimits {
        limits: request.limits,
        proof: request.max_proof,
    };
    let (said, solver) = match request.solver {
        None => {
            let said = engine::varisat(formula, request.format, &proof, proof_limits)?;
            (said, crate::sat::VARISAT_NAME.to_owned())
        }
        Some(command) => {
            let said = engine::program(command, &cnf, &proof, proof_limits)?;
            (said, command.name())
        }
    };
    match said {
        Said::Unsatisfiable => {}
        Said::Unknown(Reason::Engine(why)) => return Err(ProveError::Engine(why)),
        Said::Unknown(reason) => return Ok(Outcome::Unknown(reason)),
        Said::Satisfiable => {
            return Err(ProveError::Engine(format!(
                "{solver} finds a model of the formula that native search says has none"
            )));
        }
    }
    if request.format.system() == ProofSystem::Lrat {
        match add_hints(request, formula, &staging)? {
            Checked::Refuted(_) => {}
            Checked::Unknown(reason) => return Ok(Outcome::Unknown(reason)),
            Checked::Flawed(why) => {
                let said = format!("the proof of {solver} was rejected: {why}");
                return Err(ProveError::Engine(said));
            }
        }
    }
    let names = write_files(request, facts, &staging, &solver)?;
    match verify::folder(staging.path(), &[], request.limits, &mut |_| {})? {
        Verdict::Verified(proven) => {
            staging.finish(&names)?;
            Ok(Outcome::Proven(proven.claim))
        }
        Verdict::Unknown(reason) => Ok(Outcome::Unknown(reason)),
        Verdict::Rejected(why) => Err(ProveError::Engine(format!(
            "the certificate of {solver} was rejected: {why}"
        ))),
    }
}

/// Makes the proof in DRAT one in LRAT.
fn add_hints(
    request: &Request<'_>,
    formula: &Formula,
    staging: &Staging,
) -> Result<Checked, ProveError> {
    let (drat, lrat) = (staging.file(file::DRAT), staging.file(file::LRAT));
    let input = File::open(&drat).map_err(|error| ProveError::io(&drat, error))?;
    let output = File::create(&lrat).map_err(|error| ProveError::io(&lrat, error))?;
    let (input, mut output) = (BufReader::new(input), BufWriter::new(output));
    let binary = request.format == ProofFormat::BinaryLrat;
    let checked = check::translate(formula, input, request.limits, &mut output, binary);
    let checked = checked.map_err(|error| match error {
        ProofError::Io(source) => ProveError::io(&lrat, source),
        wrong => ProveError::Engine(format!("the solver wrote no proof: {wrong}")),
    })?;
    std::fs::remove_file(&drat).map_err(|error| ProveError::io(&drat, error))?;
    Ok(checked)
}

fn write_formula(formula: &Formula, path: &Path) -> io::Result<()> {
    let mut counter = Counter::default();
    formula.replay(&mut counter);
    let mut file = BufWriter::new(File::create(path)?);
    let mut writer = FormulaWriter::new(&mut file, Syntax::Cnf, [], &[], counter)?;
    formula.replay(&mut writer);
    writer.finish()
}

/// Writes all but the formula and the proof; the names of all files.
fn write_files(
    request: &Request<'_>,
    facts: &Facts,
    staging: &Staging,
    solver: &str,
) -> Result<Vec<&'static str>, ProveError> {
    let geometry = request.puzzle.geometry();
    let shape = Shape {
        rows: geometry.box_rows(),
        columns: geometry.box_columns(),
        side: geometry.side(),
    };
    let grid = |cells: &[Option<Digit>]| line::text(geometry, ALPHABET, cells) + "\n";
    let solution = |solution: &Solution| grid(&Vec::from(solution));
    let mut files = vec![
        (file::CLAIM, facts.claim.sentence(shape) + "\n"),
        (file::PUZZLE, grid(request.puzzle.cells())),
        (
            file::SOLUTIONS,
            facts.solutions.iter().map(solution).collect(),
        ),
    ];
    if let Some(worth) = &facts.worth {
        files.push((file::OBJECTIVE, worth.text(shape)));
    }
    let put = |name: &str, text: &str| {
        let path = staging.file(name);
        std::fs::write(&path, text).map_err(|error| ProveError::io(&path, error))
    };
    for (name, text) in &files {
        put(name, text)?;
    }
    let mut names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let system = request.format.system();
    names.extend([file::FORMULA, system.file()]);
    let entries: Result<Vec<Entry>, ProveError> = names
        .iter()
        .map(|name| {
            let entry = Entry::of(staging.path(), name);
            entry.map_err(|error| ProveError::io(&staging.file(name), error))
        })
        .collect();
    let manifest = Manifest::new(facts.claim, shape, (solver.to_owned(), system), entries?);
    let text = escape::json_pretty(&manifest);
    let text = text.map_err(|error| ProveError::Engine(error.to_string()))?;
    put(file::MANIFEST, &(text + "\n"))?;
    names.push(file::MANIFEST);
    Ok(names)
}
