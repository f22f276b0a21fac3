//! Any bytes as a proof in DRAT and in LRAT, and random steps in text and in binary,
//! against a small random formula: whatever has a model is never refuted.

#![no_main]

use libfuzzer_sys::fuzz_target;
use satoku_fuzz::Bytes;
use satoku_verify::formula::Formula;
use satoku_verify::proof::steps::{Action, Step, StepReader};
use satoku_verify::proof::{CheckResult, ProofSystem, check};

const VARIABLES: u8 = 5;

/// Variables that only lemmas have.
const FRESH: u8 = 3;

fn literal(byte: u8, variables: u8) -> Option<i32> {
    let number = i32::from(byte >> 1) % (i32::from(variables) + 1);
    let literal = if byte & 1 == 0 { number } else { -number };
    (literal != 0).then_some(literal)
}

fn formula(bytes: &mut Bytes<'_>) -> Formula {
    let mut formula = Formula::default();
    formula.variables = i32::from(VARIABLES);
    for _ in 0..bytes.byte() % 32 {
        let length = bytes.byte() % 4;
        let clause: Vec<i32> = (0..length)
            .filter_map(|_| literal(bytes.byte(), VARIABLES))
            .collect();
        formula.add(clause);
    }
    formula
}

fn has_model(formula: &Formula) -> bool {
    (0..1u32 << VARIABLES).any(|model| {
        let holds = |lit: &i32| (model >> (lit.abs() - 1) & 1 == 1) == (*lit > 0);
        formula.clauses().all(|clause| clause.iter().any(holds))
    })
}

type Lines = Vec<(Action, Vec<i32>)>;

fn steps(bytes: &mut Bytes<'_>) -> Lines {
    let mut steps = Vec::new();
    while !bytes.0.is_empty() && steps.len() < 64 {
        let head = bytes.byte();
        let action = if head & 1 == 1 {
            Action::Delete
        } else {
            Action::Add
        };
        let length = head >> 1 & 3;
        let clause = (0..length).filter_map(|_| literal(bytes.byte(), VARIABLES + FRESH));
        steps.push((action, clause.collect()));
    }
    steps
}

fn as_text(steps: &Lines) -> Vec<u8> {
    let mut text = String::new();
    for (action, clause) in steps {
        text += if *action == Action::Delete { "d " } else { "" };
        for lit in clause {
            text += &format!("{lit} ");
        }
        text += "0\n";
    }
    text.into_bytes()
}

fn as_binary(steps: &Lines) -> Vec<u8> {
    let mut binary = Vec::new();
    for (action, clause) in steps {
        binary.push(if *action == Action::Delete {
            b'd'
        } else {
            b'a'
        });
        for lit in clause {
            let mut code = 2 * lit.unsigned_abs() + u32::from(*lit < 0);
            while code > 0x7f {
                binary.push(0x80 | (code & 0x7f) as u8);
                code >>= 7;
            }
            binary.push(code as u8);
        }
        binary.push(0);
    }
    binary
}

/// The steps before the first mistake, and whether there is one.
fn read(proof: &[u8]) -> (Lines, bool) {
    let mut reader = StepReader::new(proof, ProofSystem::Drat).expect("memory can be read");
    let (mut steps, mut step) = (Lines::new(), Step::default());
    loop {
        match reader.next(&mut step) {
            Ok(Some(action)) => steps.push((action, step.clause.clone())),
            Ok(None) => return (steps, false),
            Err(_) => return (steps, true),
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes(bytes);
    let formula = formula(&mut bytes);
    let satisfiable = has_model(&formula);
    let checked = |system: ProofSystem, proof: &[u8]| {
        let checked = check(system, &formula, proof, &|| false).ok();
        let is_refuted = matches!(checked, Some(CheckResult::Refuted(_)));
        assert!(
            !satisfiable || !is_refuted,
            "a formula with a model was refuted"
        );
        checked
    };
    // The rest as it is.
    let rest = bytes.0;
    let _ = checked(ProofSystem::Drat, rest);
    let _ = checked(ProofSystem::Lrat, rest);
    let (lines, wrong) = read(rest);
    if !wrong && !lines.is_empty() {
        assert_eq!(read(&as_text(&lines)).0, lines);
        assert_eq!(read(&as_binary(&lines)).0, lines);
    }
    // The rest as steps, in both forms.
    let lines = steps(&mut bytes);
    let (text, binary) = (as_text(&lines), as_binary(&lines));
    assert_eq!(read(&text), (lines.clone(), false));
    if lines
        .first()
        .is_some_and(|(action, _)| *action == Action::Add)
    {
        assert_eq!(read(&binary), (lines, false));
        let [text, binary] = [&text, &binary].map(|proof| checked(ProofSystem::Drat, proof));
        assert_eq!(text, binary, "text and binary differ");
    } else {
        let _ = checked(ProofSystem::Drat, &text);
    }
});
