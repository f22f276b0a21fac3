//! Verification that is stopped.

use crate::certify::{self, Assertion, Certification, CertifyRequest, ProofFormat, ProofRequest};
use crate::grid::{Cell, Digit, Puzzle};
use crate::limits::Limits;
use crate::outcome::Reason;
use satoku_verify::file;
use satoku_verify::verify::{Verdict, certificate};

/// While files are hashed, too, which takes long for large proofs: what is wrong with them is
/// not found any more.
#[test]
fn hashing_files_stops() {
    let mut puzzle = Puzzle::empty("2x2".parse().unwrap());
    for (cell, digit) in [(0, 1), (6, 3), (9, 4), (15, 2)] {
        puzzle.set(Cell(cell), Digit::new(digit));
    }
    let certified = certify::in_memory(&CertifyRequest {
        puzzle: &puzzle,
        assertion: &Assertion::Solutions(1),
        proof: ProofRequest::new(ProofFormat::Text, &Limits::unlimited()),
    });
    let Ok(Certification::Proven(mut certificate_files)) = certified else {
        panic!("{certified:?}");
    };
    let solutions = certificate_files.files.files.get_mut(file::SOLUTIONS);
    solutions.unwrap().push(b'\n');
    let verdict = |stop| certificate(&certificate_files.files, &|| stop, &mut |_| {}).unwrap();
    assert!(matches!(verdict(false), Verdict::Rejected(_)));
    assert!(matches!(verdict(true), Verdict::Stopped));
}

/// Only the proof that the solver wrote was as small as was asked, and not the one with hints that
/// is made from it.
#[test]
fn proofs_with_hints_are_no_larger_than_others_may_be() {
    let puzzle = Puzzle::empty("2x2".parse().unwrap());
    let certify = |format, max_proof| {
        certify::in_memory(&CertifyRequest {
            puzzle: &puzzle,
            assertion: &Assertion::Solutions(288),
            proof: ProofRequest {
                max_proof,
                ..ProofRequest::new(format, &Limits::unlimited())
            },
        })
    };
    let size = |format, name| match certify(format, 1 << 30) {
        Ok(Certification::Proven(made)) => made.files.files[name].len() as u64,
        other => panic!("{other:?}"),
    };
    let (drat, lrat) = (
        size(ProofFormat::Text, file::DRAT),
        size(ProofFormat::Lrat, file::LRAT),
    );
    assert!(drat < lrat);
    for most in [drat, lrat - 1] {
        let made = certify(ProofFormat::Lrat, most);
        let Ok(Certification::Unknown(reason)) = made else {
            panic!("{made:?}");
        };
        assert_eq!(reason, Reason::ProofSize(most));
    }
    assert!(matches!(
        certify(ProofFormat::Lrat, lrat),
        Ok(Certification::Proven(_))
    ));
}
