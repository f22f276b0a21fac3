//! Proves that a puzzle has exactly one solution, and verifies the certificate. The
//! verifier trusts neither the encoder nor the solver; any DRAT checker can do the same
//! with `formula.cnf` and `proof.drat`.
//!
//! ```text
//! cargo run --release --example certify_and_verify
//! ```

use satoku::certify::{
    self, Assertion, Certification, CertifyRequest, ProofFormat, ProofRequest, Target,
};
use satoku::grid::text::{PuzzleReader, ReadOptions};
use satoku::limits::Limits;
use satoku_verify::files::Folder;
use satoku_verify::verify;

const PUZZLE: &str =
    "98.7..6..75.....8...6.8....4...3.2...9...1..4..54.......96...5.....4...1.....23.6";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut reader = PuzzleReader::of_text(PUZZLE, "example", ReadOptions::default());
    let puzzle = reader.next().ok_or("no puzzle")??.puzzle;
    let parent = tempfile::tempdir()?;
    let folder = parent.path().join("certificate");
    let limits = Limits::unlimited();

    let request = CertifyRequest {
        puzzle: &puzzle,
        assertion: &Assertion::Solutions(1),
        proof: ProofRequest::new(ProofFormat::Text, &limits),
    };
    let target = Target {
        folder: &folder,
        solver: None,
    };
    let outcome = certify::certify(&request, target)?;
    match outcome {
        Certification::Proven(claim) => println!("certified: {claim}"),
        Certification::False(truth) => return Err(format!("the claim is false: {truth}").into()),
        Certification::Unknown(reason) => return Err(reason.to_string().into()),
    }
    for entry in std::fs::read_dir(&folder)? {
        let entry = entry?;
        let bytes = entry.metadata()?.len();
        println!("  {:15} {bytes:>8} bytes", entry.file_name().display());
    }

    // The verifier is another crate: it shares no code with the prover.
    let report = &mut |passed: verify::Passed| println!("{}: {}", passed.file, passed.found);
    match verify::certificate(&Folder::new(&folder), &|| false, report)? {
        verify::Verdict::Verified(proven) => println!("verified: {}", proven.claim),
        verify::Verdict::Rejected(why) | verify::Verdict::TooLarge(why) => {
            return Err(why.into());
        }
        verify::Verdict::Stopped => return Err("stopped".into()),
    }
    Ok(())
}
