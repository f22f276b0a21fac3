//! Certificates: answers that anybody can check without trusting satoku.

use crate::column::{Answers, Kind, Layout, Value};
use crate::disk::{self, Heeding, NewPlace};
use crate::engines::Engines;
use crate::error::{BadInput, Failure};
use crate::goal::{self, Claim, Goal, format_named};
use crate::keywords;
use crate::numbers;
use crate::options::Reading;
use crate::pickle::{Reduced, reduced};
use crate::puzzle::Question;
use crate::verbs::per_row::PerRow;
use crate::verbs::{Options, exposed};
use crate::verification::Verification;
use crate::watch::watched;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use satoku::Limits;
use satoku::certify::archive::{
    MAX_ARCHIVE, MAX_UNPACKED, has_archive_name, pack, unpack_in_memory,
};
use satoku::certify::{self as certificates, Certification};
use satoku_verify::files::{Folder, Memory};
use satoku_verify::verify::{self as verifier, Verdict};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A certificate that the verifier accepted.
///
/// >>> import satoku
/// >>> certificate = satoku.prove("..1..3..2......4", "unique")
/// >>> satoku.verify(certificate.to_bytes()).verdict
/// 'verified'
#[pyclass(module = "satoku", frozen)]
pub struct Certificate {
    /// The claim, a sentence.
    #[pyo3(get)]
    claim: String,
    files: Memory,
}

/// A certificate of what is claimed about a puzzle: 'none', 'unique', a number of
/// solutions, or 'maximum' (which alone takes weights and minimise, as maximum does).
/// proof_format is 'text',
/// 'binary', 'lrat', 'binary-lrat', 'prices' (of cells and digits in houses, for scores), or
/// 'auto': prices for scores of grids above 9×9 where they suffice, otherwise 'text'.
///
/// output is the path of a new folder, or of an archive if it ends with .zip.
/// ClaimError says that the claim is false.
///
/// >>> import satoku
/// >>> satoku.prove("..1..3..2......4", "unique").claim
/// 'The puzzle in puzzle.txt has exactly one solution.'
/// >>> satoku.prove("................", "unique")
/// Traceback (most recent call last):
///     ...
/// satoku.ClaimError: the claim is false: the puzzle has more than one solution
#[pyfunction]
#[pyo3(signature = (puzzle, claim, /, *, output=None, weights=None, minimise=false, proof_format="auto", **keywords))]
pub fn prove(
    puzzle: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = goal::claim)] claim: Claim,
    #[pyo3(from_py_with = keywords::output)] output: Option<PathBuf>,
    #[pyo3(from_py_with = numbers::weights)] weights: Option<Vec<i64>>,
    #[pyo3(from_py_with = keywords::minimise)] minimise: bool,
    #[pyo3(from_py_with = keywords::proof_format)] proof_format: &str,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Certificate> {
    exposed(|| {
        let options = Options::new(keywords, &["output", "weights", "minimise", "proof_format"])?;
        let goal = Goal::new(claim, weights, minimise)?;
        let format = format_named(proof_format)?;
        let question =
            options.question(puzzle, "prove takes one puzzle, certify takes a column")?;
        let place = output.as_deref().map(NewPlace::new).transpose()?;
        let proven = options.watched(puzzle.py(), |_, _, limits| {
            goal.prove(&question, format, limits)
        })?;
        let certificate = match proven {
            Certification::Proven(certificate) => Certificate {
                claim: certificate.claim,
                files: certificate.files,
            },
            Certification::False(truth) => return Err(Failure::FalseClaim(truth)),
            Certification::Unknown(reason) => return Err(Failure::open(&reason)),
        };
        if let Some(place) = place {
            certificate.save_to(puzzle.py(), place)?;
        }
        Ok(certificate)
    })
}

/// Checks a certificate: a Certificate, the bytes of an archive, or the path of a folder
/// or an archive. With formula and proof instead, checks that a proof in DRAT or LRAT
/// refutes a formula in a DIMACS file. The verifier shares no code with the prover.
///
/// >>> import satoku
/// >>> certificate = satoku.prove("11..............", "none")
/// >>> satoku.verify(certificate)
/// Verification(verdict='verified', claim='The puzzle in puzzle.txt has no solution.')
#[pyfunction]
#[pyo3(signature = (certificate=None, /, *, formula=None, proof=None, timeout=None))]
pub fn verify(
    py: Python<'_>,
    certificate: Option<&Bound<'_, PyAny>>,
    #[pyo3(from_py_with = keywords::formula)] formula: Option<PathBuf>,
    #[pyo3(from_py_with = keywords::proof)] proof: Option<PathBuf>,
    #[pyo3(from_py_with = numbers::timeout)] timeout: Option<f64>,
) -> PyResult<Verification> {
    exposed(|| {
        let timeout = crate::options::duration(timeout)?;
        let subject = match (certificate, formula, proof) {
            (Some(certificate), None, None) => Subject::of(certificate)?,
            (None, Some(formula), Some(proof)) => Subject::Refutation(formula, proof),
            _ => {
                let what = "expected a certificate, or both formula=... and proof=...";
                return Err(BadInput::new(what).into());
            }
        };
        watched(py, timeout, move |limits| subject.verify(limits))
    })
}

/// What the verifier is asked about.
enum Subject<'s> {
    Memory(&'s Memory),
    Packed(&'s [u8]),
    Archive(PathBuf),
    Folder(PathBuf),
    Refutation(PathBuf, PathBuf),
}

impl<'s> Subject<'s> {
    fn of(object: &'s Bound<'_, PyAny>) -> Result<Subject<'s>, Failure> {
        if let Ok(certificate) = object.cast::<Certificate>() {
            return Ok(Subject::Memory(&certificate.get().files));
        }
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Subject::Packed(bytes.as_bytes()));
        }
        let path = object.extract::<PathBuf>().map_err(|error| {
            let expected = "a Certificate, bytes or a path";
            numbers::of_wrong_type(object, "certificate", expected, error)
        })?;
        if path
            .symlink_metadata()
            .is_err_and(|error| error.kind() == ErrorKind::NotFound)
        {
            let place = path.display();
            let what = format!("{place}: is not a certificate: there is no such folder or archive");
            return Err(BadInput::new(what).into());
        }
        Ok(match has_archive_name(&path) && !path.is_dir() {
            true => Subject::Archive(path),
            false => Subject::Folder(path),
        })
    }

    /// The verifier's opinion; limits that are exceeded are one, too.
    fn verify(&self, limits: &Limits) -> Result<Verification, Failure> {
        let opinion = self.opinion(limits);
        match (opinion, limits.exceeded()) {
            (Err(_), Some(reason)) => Ok(Verification::without("unknown", reason.to_string())),
            (opinion, _) => opinion,
        }
    }

    fn opinion(&self, limits: &Limits) -> Result<Verification, Failure> {
        let stop = || limits.exceeded().is_some();
        let quiet = &mut |_| {};
        let unpacked = |bytes: &[u8], place: &Path| unpacked(bytes, place, limits);
        let verdict = match self {
            Subject::Memory(files) => verifier::certificate(files, &stop, quiet),
            Subject::Packed(bytes) => {
                let files = unpacked(bytes, Path::new("archive"))?;
                verifier::certificate(&files, &stop, quiet)
            }
            Subject::Archive(path) => {
                let files = unpacked(&disk::read(path, MAX_ARCHIVE, limits)?, path)?;
                verifier::certificate(&files, &stop, quiet)
            }
            Subject::Folder(path) => verifier::certificate(&Folder::new(path), &stop, quiet),
            Subject::Refutation(formula, proof) => {
                verifier::refutation(formula, proof, &stop, quiet)
            }
        };
        let verdict = verdict.map_err(|error| BadInput::new(error.to_string()))?;
        Ok(match verdict {
            Verdict::Verified(proven) => Verification {
                verdict: "verified",
                claim: Some(proven.claim),
                puzzle: proven.puzzle,
                objective: proven.objective,
                reason: None,
            },
            Verdict::Rejected(why) => Verification::without("rejected", why),
            Verdict::TooLarge(why) => Verification::without("unknown", why),
            Verdict::Stopped => Verification::without("unknown", limits.reason().to_string()),
        })
    }
}

fn unpacked(bytes: &[u8], place: &Path, limits: &Limits) -> Result<Memory, Failure> {
    let stop = || limits.exceeded().is_some();
    let unpacked = unpack_in_memory(bytes, MAX_UNPACKED, place, &stop);
    Ok(unpacked.map_err(|error| BadInput::new(format!("{} {error}", place.display())))?)
}

impl Certificate {
    /// A certificate by its claim and the contents of its files.
    pub fn restored(claim: String, files: BTreeMap<String, Vec<u8>>) -> Certificate {
        let place = PathBuf::new();
        Certificate {
            claim,
            files: Memory { place, files },
        }
    }

    fn save_to(&self, py: Python<'_>, place: NewPlace) -> Result<(), Failure> {
        watched(py, None, |limits| place.fill(&self.files, limits))
    }
}

/// The files as an archive.
///
/// # Errors
/// Files that are too large, or limits that are exceeded.
pub fn packed(files: &Memory, limits: &Limits) -> Result<Vec<u8>, Failure> {
    let mut inner = Vec::new();
    let output = Heeding {
        inner: &mut inner,
        limits,
    };
    pack(files, output).map_err(|error| Failure::Engine(error.to_string()))?;
    Ok(inner)
}

#[pymethods]
impl Certificate {
    /// The contents of its files by their names.
    #[getter]
    fn files<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let files = PyDict::new(py);
        for (name, contents) in &self.files.files {
            files.set_item(name, PyBytes::new(py, contents))?;
        }
        Ok(files)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Certificate>().map(Bound::get);
        other.is_ok_and(|other| self.claim == other.claim && self.files.files == other.files.files)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.claim, &self.files.files).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        reduced(py, "_certificate", (&self.claim, self.files(py)?))
    }

    /// The certificate as a ZIP archive.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        exposed(|| {
            let bytes = watched(py, None, |limits| packed(&self.files, limits))?;
            Ok(PyBytes::new(py, &bytes))
        })
    }

    /// Writes the certificate to a new folder, or to a new archive if the path ends with
    /// .zip. It appears there when it is complete.
    fn save(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = keywords::path)] path: PathBuf,
    ) -> PyResult<()> {
        exposed(|| self.save_to(py, NewPlace::new(&path)?))
    }

    fn __repr__(&self) -> String {
        format!("Certificate('{}')", self.claim)
    }
}

const VERDICTS: &[&str] = &["proven", "false", "unknown"];

/// A certificate of the same claim for every puzzle of a column: Answers with the columns
/// verdict ('proven', 'false', 'unknown'), claim (what was proven, or what is true
/// instead), certificate (an archive that verify takes) and microseconds. The keywords are
/// those of prove and of solve.
///
/// >>> import satoku
/// >>> answers = satoku.certify(["..1..3..2......4", "................"], claim="unique")
/// >>> answers["verdict"]
/// ['proven', 'false']
#[pyfunction]
#[pyo3(signature = (puzzles, /, *, claim=Claim::Named("unique".into()), weights=None, minimise=false,
    proof_format="auto", **keywords), text_signature = "(puzzles, /, *, claim='unique', weights=None, minimise=False, proof_format='auto', **keywords)")]
pub fn certify(
    puzzles: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = goal::claim)] claim: Claim,
    #[pyo3(from_py_with = numbers::weights)] weights: Option<Vec<i64>>,
    #[pyo3(from_py_with = keywords::minimise)] minimise: bool,
    #[pyo3(from_py_with = keywords::proof_format)] proof_format: &str,
    keywords: Option<&Bound<'_, PyDict>>,
) -> PyResult<Answers> {
    exposed(|| {
        let options = Options::new(keywords, &["claim", "weights", "minimise", "proof_format"])?;
        let goal = Goal::new(claim, weights, minimise)?;
        goal.check(options.reading.geometry)?;
        let format = format_named(proof_format)?;
        let columns = [
            ("verdict", Kind::Word(VERDICTS)),
            ("claim", Kind::Text),
            ("certificate", Kind::Bytes),
            ("microseconds", Kind::Real),
        ];
        let verb = PerRow {
            layout: Layout::new(&columns, options.keeps_errors),
            answer: &|_: &mut Engines, question: &Question, _: &Reading, limits: &Limits| {
                row(goal.prove(question, format, limits)?)
            },
        };
        options.run(puzzles, &verb)
    })
}

fn row(proven: Certification<certificates::Certificate>) -> Result<Vec<Value>, Failure> {
    Ok(match proven {
        Certification::Proven(certificate) => vec![
            Value::Word("proven"),
            Value::Text(certificate.claim),
            // What is proven counts, even if the time has passed since.
            Value::Bytes(packed(&certificate.files, &Limits::unlimited())?),
        ],
        Certification::False(truth) => vec![Value::Word("false"), Value::Text(truth), Value::Null],
        Certification::Unknown(_) => vec![Value::Word("unknown"), Value::Null, Value::Null],
    })
}
