//! Real puzzles with known answers, from the folder that `SATOKU_VARIANTS` names.

use crate::limits::Limits;
use crate::outcome::End;
use crate::rules::{Description, Library, compile};
use crate::search::variant::enumerate;
use serde_json::Value;
use std::ops::ControlFlow;
use std::time::Duration;

/// Time for each puzzle; what takes longer is not checked here.
const TIME: Duration = Duration::from_secs(1);

#[test]
fn known_answers_are_found() {
    let Ok(folder) = std::env::var("SATOKU_VARIANTS") else {
        eprintln!("skipped: SATOKU_VARIANTS names no folder");
        return;
    };
    let (mut settled, mut open) = (0, 0);
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "jsonl") {
            for line in std::fs::read_to_string(&path).unwrap().lines() {
                match check(&serde_json::from_str(line).unwrap()) {
                    true => settled += 1,
                    false => open += 1,
                }
            }
        }
    }
    eprintln!("{settled} settled, {open} took longer than {TIME:?}");
    assert!(settled > 0);
}

/// Whether the answer, which is compared with the known one, was found in time.
fn check(record: &Value) -> bool {
    let description: Description = serde_json::from_value(record["puzzle"].clone()).unwrap();
    let puzzle = compile(&description, Library::built_in()).unwrap();
    let mut found = Vec::new();
    let limits = Limits::unlimited().within(TIME);
    let end = enumerate(&puzzle, None, &limits, &mut |solution| {
        assert_eq!(puzzle.check(solution), Ok(()), "{}", record["id"]);
        let values = solution.cells().iter();
        let values = values.map(|&digit| puzzle.board().value(digit).to_string());
        found.push(values.collect::<Vec<_>>());
        match found.len() {
            1 => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    });
    if let (Some(known), Some(first)) = (record["solution"].as_str(), found.first()) {
        let separator = if known.contains(' ') { " " } else { "" };
        assert_eq!(first.join(separator), known, "{}", record["id"]);
    }
    let known = &record["solutions"];
    let agrees = match (&end, found.len()) {
        (End::Stopped(_), _) => return false,
        (End::Exhausted, 0) => *known == 0 || known.is_null(),
        (End::Exhausted, _) => *known == 1 || *known == "1+" || known.is_null(),
        (End::Enough, _) => *known == "2+" || *known == "1+" || known.is_null(),
    };
    assert!(
        agrees,
        "{}: {known} but found {}",
        record["id"],
        found.len()
    );
    true
}
