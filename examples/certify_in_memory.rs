//! Proves the number of solutions of a puzzle without folders or programs, verifies the
//! certificate, and packs it as an archive. It needs only the feature `certificates`, as in
//! WebAssembly.
//!
//! ```text
//! cargo run --release --no-default-features --features certificates --example certify_in_memory
//! ```

use satoku::certify::verifier::verify::{Verdict, certificate};
use satoku::certify::{
    self, Assertion, Certification, CertifyRequest, ProofFormat, ProofRequest, archive,
};
use satoku::{Cell, Digit, Limits, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut puzzle = Puzzle::empty("2x2".parse()?);
    for (cell, digit) in [(0, 1), (6, 3), (9, 4), (15, 2)] {
        puzzle.set(Cell(cell), Digit::new(digit));
    }
    let limits = Limits::unlimited();
    let made = certify::in_memory(&CertifyRequest {
        puzzle: &puzzle,
        assertion: &Assertion::Solutions(1),
        proof: ProofRequest::new(ProofFormat::Text, &limits),
    })?;
    let certified = match made {
        Certification::Proven(certified) => certified,
        Certification::False(truth) => return Err(format!("the claim is false: {truth}").into()),
        Certification::Unknown(reason) => return Err(reason.into()),
    };
    println!("certified: {}", certified.claim);

    match certificate(&certified.files, &|| false, &mut |_| {})? {
        Verdict::Verified(proven) => println!("verified: {}", proven.claim),
        Verdict::Rejected(why) | Verdict::TooLarge(why) => return Err(why.into()),
        Verdict::Stopped => return Err("stopped".into()),
    }

    let mut zip = Vec::new();
    archive::pack(&certified.files, &mut zip)?;
    println!("an archive of {} bytes", zip.len());
    Ok(())
}
