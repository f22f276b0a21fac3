//! A certificate with one file replaced by any bytes, its manifest made to fit:
//! it is accepted only if it proves what it proved before.

#![no_main]

use libfuzzer_sys::fuzz_target;
use satoku::certify::manifest::{Entry, Manifest};
use satoku::certify::{
    Assertion, Certification, CertifyRequest, ProofFormat, ProofRequest, Target, certify,
};
use satoku::grid::{Cell, Digit, Puzzle};
use satoku::limits::Limits;
use satoku::objective::{Directed, Objective};
use satoku_fuzz::shape;
use satoku_verify::file;
use satoku_verify::files::Folder;
use satoku_verify::objective::Objective as ObjectiveFile;
use satoku_verify::verify::{self, Verdict};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tempfile::TempDir;

const FILES: [&str; 7] = [
    file::MANIFEST,
    file::CLAIM,
    file::PUZZLE,
    file::SOLUTIONS,
    file::OBJECTIVE,
    file::FORMULA,
    file::DRAT,
];

/// Certificates, each with its folder and its sentence.
struct Made {
    _keeps: TempDir,
    folders: Vec<(PathBuf, String)>,
}

static MADE: LazyLock<Made> = LazyLock::new(|| {
    let keeps = tempfile::tempdir().expect("a folder for certificates");
    let geometry = shape("2x2");
    let mut puzzle = Puzzle::empty(geometry);
    puzzle.set(Cell(0), Digit::new(1));
    puzzle.set(Cell(6), Digit::new(3));
    let pyramid = Objective::pyramid(geometry);
    let assertions = [
        Assertion::Solutions(count(&puzzle)),
        Assertion::Best(Directed::highest(pyramid)),
    ];
    let folders = assertions.iter().enumerate().map(|(number, assertion)| {
        let folder = keeps.path().join(number.to_string());
        let limits = Limits::unlimited();
        let request = CertifyRequest {
            puzzle: &puzzle,
            assertion,
            proof: ProofRequest::new(ProofFormat::Text, &limits),
        };
        let target = Target {
            folder: &folder,
            solver: None,
        };
        match certify(&request, target) {
            Ok(Certification::Proven(sentence)) => (folder, sentence),
            Ok(other) => panic!("{other:?}"),
            Err(error) => panic!("{error}"),
        }
    });
    let folders = folders.collect();
    Made {
        _keeps: keeps,
        folders,
    }
});

fn count(puzzle: &Puzzle) -> u64 {
    use satoku::backend::{NativeBackend, Query, ask};
    let query = Query::Count { limit: 1000 };
    let answer = ask(
        &mut NativeBackend::default(),
        puzzle,
        &query,
        &Limits::unlimited(),
    );
    match answer {
        Ok(satoku::backend::Answer::Count(tally)) => tally.found,
        other => panic!("{other:?}"),
    }
}

/// Says of a changed file what it holds now.
fn refit(folder: &Path, name: &str) {
    let path = folder.join(file::MANIFEST);
    let text = fs::read(&path).expect("the manifest is there");
    let mut manifest: Manifest = serde_json::from_slice(&text).expect("it is whole");
    for entry in &mut manifest.files {
        if entry.name == name {
            let mut input = File::open(folder.join(name)).expect("the file is there");
            *entry = Entry::read(name, &mut input).expect("it can be read");
        }
    }
    let text = serde_json::to_vec(&manifest).expect("a manifest is JSON");
    fs::write(path, text).expect("the folder can be written");
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&head, bytes)) = bytes.split_first() else {
        return;
    };
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Ok(objective) = ObjectiveFile::parse(text, "2x2".parse().expect("a shape"))
    {
        let shape = "2x2".parse().expect("a shape");
        let _ = objective.flaw(shape);
        assert_eq!(
            ObjectiveFile::parse(&objective.text(shape), shape),
            Ok(objective)
        );
    }
    let made = &*MADE;
    let (folder, sentence) = &made.folders[usize::from(head) % made.folders.len()];
    let name = FILES[usize::from(head >> 1) % FILES.len()];
    let changed = folder.join(name);
    let Ok(before) = fs::read(&changed) else {
        return;
    };
    let manifest = fs::read(folder.join(file::MANIFEST)).expect("the manifest is there");
    fs::write(&changed, bytes).expect("the folder can be written");
    if name != file::MANIFEST {
        refit(folder, name);
    }
    let verdict = verify::certificate(&Folder::new(folder), &|| false, &mut |_| {});
    fs::write(&changed, before).expect("the folder can be written");
    fs::write(folder.join(file::MANIFEST), manifest).expect("the folder can be written");
    match verdict {
        Ok(Verdict::Verified(said)) => assert_eq!(said.claim, *sentence),
        Ok(Verdict::Rejected(why) | Verdict::TooLarge(why)) => assert!(!why.is_empty()),
        Ok(Verdict::Stopped) => panic!("nobody asked to stop"),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
