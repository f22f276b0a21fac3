//! The requests `prove` and `verify`.

use crate::failure::Failure;
use crate::fields::Fields;
use crate::puzzle::Instance;
use crate::weights::Weights;
use crate::{Answer, object};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use satoku::Limits;
use satoku::certify::archive::{ArchiveError, pack, unpack_in_memory};
use satoku::certify::{
    self, Assertion, Certifiable, Certificate, Certification, CertifyRequest, ProofFormat,
    ProofRequest,
};
use satoku::objective::{Directed, Direction};
use satoku_verify::verify::{Verdict, certificate};
use serde_json::{Value, json};
use std::path::Path;

/// Most bytes of an archive.
pub const MAX_ARCHIVE: usize = 64 << 20;

/// Most bytes that come out of it.
pub const MAX_UNPACKED: u64 = 256 << 20;

/// Most bytes of a proof.
const MAX_PROOF: u64 = 128 << 20;

/// What messages call the place of the files.
const PLACE: &str = "certificate";

/// The claims by name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Claim {
    Unique,
    None,
    Exactly,
    Best(Direction),
}

const CLAIMS: [(&str, Claim); 5] = [
    ("unique", Claim::Unique),
    ("none", Claim::None),
    ("exactly", Claim::Exactly),
    ("maximum", Claim::Best(Direction::Highest)),
    ("minimum", Claim::Best(Direction::Lowest)),
];

const FORMATS: [(&str, ProofFormat); 4] = [
    ("text", ProofFormat::Text),
    ("binary", ProofFormat::Binary),
    ("lrat", ProofFormat::Lrat),
    ("binary-lrat", ProofFormat::BinaryLrat),
];

/// Makes a certificate.
pub fn prove(fields: &mut Fields) -> Result<Answer, Failure> {
    let instance = Instance::of(fields)?;
    let wanted = Wanted::of(fields)?;
    let made = match &instance.classic {
        Some(puzzle) => wanted.prove(puzzle, |direction| {
            wanted.weights.on_grid(puzzle.geometry(), direction)
        })?,
        None => wanted.prove(&instance.puzzle, |direction| {
            wanted.weights.on_board(instance.board(), direction)
        })?,
    };
    answer(made)
}

/// What is to be proven.
#[derive(Clone, Copy)]
enum Goal {
    /// How many solutions there are.
    Solutions(u64),
    /// The best score.
    Best(Direction),
}

/// What is to be proven, and how.
struct Wanted {
    goal: Goal,
    weights: Weights,
    format: ProofFormat,
    limits: Limits,
}

impl Wanted {
    /// Takes the fields, which must be the last.
    fn of(fields: &mut Fields) -> Result<Wanted, Failure> {
        let claim = fields.choice("claim", &CLAIMS)?;
        let solutions: Option<u64> = fields.optional("solutions")?;
        let weights = Weights::of(fields)?;
        let format = fields.choice("format", &FORMATS)?;
        let limits = fields.limits()?;
        fields.end()?;
        let goal = match (claim, solutions) {
            (Claim::None, None) => Goal::Solutions(0),
            (Claim::Unique, None) => Goal::Solutions(1),
            (Claim::Exactly, Some(count)) => Goal::Solutions(count),
            (Claim::Exactly, None) => {
                return Err(Failure::in_field("solutions", "'exactly' needs a number"));
            }
            (Claim::Best(direction), None) => Goal::Best(direction),
            (_, Some(_)) => {
                return Err(Failure::in_field("solutions", "goes with 'exactly' only"));
            }
        };
        Ok(Wanted {
            goal,
            weights,
            format,
            limits,
        })
    }

    fn proof(&self) -> ProofRequest<'_> {
        ProofRequest {
            format: self.format,
            limits: &self.limits,
            max_proof: MAX_PROOF,
        }
    }

    fn prove<P: Certifiable>(
        &self,
        puzzle: &P,
        objective: impl FnOnce(Direction) -> Result<Directed<P::Objective>, Failure>,
    ) -> Result<Certification<Certificate>, Failure> {
        let assertion = match self.goal {
            Goal::Solutions(count) => Assertion::Solutions(count),
            Goal::Best(direction) => Assertion::Best(objective(direction)?),
        };
        let made = certify::in_memory(&CertifyRequest {
            puzzle,
            assertion: &assertion,
            proof: self.proof(),
        });
        made.map_err(Failure::new)
    }
}

fn answer(made: Certification<Certificate>) -> Result<Answer, Failure> {
    let Certificate { claim, files } = match made {
        Certification::Proven(certificate) => certificate,
        Certification::False(truth) => return Ok(unproven("false", &truth)),
        Certification::Unknown(reason) => return Ok(unproven("unknown", &reason.to_string())),
    };
    let mut archive = Vec::new();
    pack(&files, &mut archive).map_err(Failure::new)?;
    let listed = files.files.iter();
    let listed: Vec<Value> = listed
        .map(|(name, bytes)| json!({ "name": name, "bytes": bytes.len() }))
        .collect();
    Ok(object(json!({
        "verdict": "proven",
        "sentence": claim,
        "archive": STANDARD.encode(archive),
        "name": "certificate.zip",
        "files": listed,
    })))
}

fn unproven(verdict: &str, sentence: &str) -> Answer {
    let files: [Value; 0] = [];
    object(json!({ "verdict": verdict, "sentence": sentence, "files": files }))
}

/// Checks a certificate.
pub fn verify(fields: &mut Fields) -> Result<Answer, Failure> {
    let archive: String = fields.required("archive")?;
    let limits = fields.limits()?;
    fields.end()?;
    // Four characters hold three bytes.
    if archive.len() / 4 * 3 > MAX_ARCHIVE {
        let most = MAX_ARCHIVE >> 20;
        let why = format!("the archive is too large, expected {most} MiB or less");
        return Err(Failure::in_field("archive", why));
    }
    let archive = STANDARD.decode(archive);
    let archive = archive.map_err(|error| Failure::in_field("archive", error))?;
    let stop = || limits.exceeded().is_some();
    let files = match unpack_in_memory(&archive, MAX_UNPACKED, Path::new(PLACE), &stop) {
        Ok(files) => files,
        Err(ArchiveError::Stopped) => {
            return Ok(verdict("unknown", &limits.reason().to_string(), &[]));
        }
        Err(error) => return Ok(verdict("rejected", &format!("the archive {error}"), &[])),
    };
    let mut checked = Vec::new();
    let report = &mut |passed: satoku_verify::verify::Passed| {
        checked.push(json!({ "file": passed.file, "found": passed.found }));
    };
    let verified = certificate(&files, &stop, report);
    Ok(match verified {
        Ok(Verdict::Verified(proven)) => {
            let mut answer = object(json!({
                "verdict": "verified",
                "claim": proven.claim,
                "checked": checked,
            }));
            let about = [("puzzle", proven.puzzle), ("objective", proven.objective)];
            for (field, text) in about {
                answer.extend(text.map(|text| (field.to_owned(), text.into())));
            }
            answer
        }
        Ok(Verdict::Rejected(why)) => verdict("rejected", &why, &checked),
        Ok(Verdict::TooLarge(why)) => verdict("unknown", &why, &checked),
        Ok(Verdict::Stopped) => verdict("unknown", &limits.reason().to_string(), &checked),
        Err(error) => verdict("rejected", &error.to_string(), &checked),
    })
}

fn verdict(word: &str, reason: &str, checked: &[Value]) -> Answer {
    object(json!({ "verdict": word, "reason": reason, "checked": checked }))
}
