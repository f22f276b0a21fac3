//! Any bytes as a proof in DRAT and in LRAT, and random steps in both forms, against
//! a small random formula: whatever has a model is never refuted, and what DRAT
//! refutes, LRAT made of it does.

#![no_main]

use libfuzzer_sys::fuzz_target;
use satoku::limits::Limits;
use satoku::cnf::{ClauseSink, Formula, Lit};
use satoku::proof::check::{Checked, check, translate};
use satoku::proof::drat::{Reader, Step};
use satoku::proof::lrat;
use satoku_fuzz::Bytes;

const VARIABLES: u8 = 5;

/// Variables that only lemmas have.
const FRESH: u8 = 3;

fn literal(byte: u8, variables: u8) -> Option<Lit> {
    let number = i32::from(byte >> 1) % (i32::from(variables) + 1);
    Lit::from_dimacs(if byte & 1 == 0 { number } else { -number })
}

fn formula(bytes: &mut Bytes<'_>) -> Formula {
    let mut formula = Formula::default();
    for _ in 0..VARIABLES {
        formula.new_var();
    }
    for _ in 0..bytes.byte() % 32 {
        let length = bytes.byte() % 4;
        let clause: Vec<Lit> = (0..length)
            .filter_map(|_| literal(bytes.byte(), VARIABLES))
            .collect();
        formula.add_clause(&clause);
    }
    formula
}

fn has_model(formula: &Formula) -> bool {
    (0..1u32 << VARIABLES).any(|model| {
        let holds = |var: satoku::cnf::Var| model >> var.index() & 1 == 1;
        formula.broken_clause(holds).is_none()
    })
}

type Steps = Vec<(Step, Vec<Lit>)>;

fn steps(bytes: &mut Bytes<'_>) -> Steps {
    let mut steps = Vec::new();
    while !bytes.0.is_empty() && steps.len() < 64 {
        let head = bytes.byte();
        let step = if head & 1 == 1 {
            Step::Delete
        } else {
            Step::Add
        };
        let length = head >> 1 & 3;
        let clause = (0..length).filter_map(|_| literal(bytes.byte(), VARIABLES + FRESH));
        steps.push((step, clause.collect()));
    }
    steps
}

fn as_text(steps: &Steps) -> Vec<u8> {
    let mut text = String::new();
    for (step, clause) in steps {
        text += if *step == Step::Delete { "d " } else { "" };
        for lit in clause {
            text += &format!("{lit} ");
        }
        text += "0\n";
    }
    text.into_bytes()
}

fn as_binary(steps: &Steps) -> Vec<u8> {
    let mut binary = Vec::new();
    for (step, clause) in steps {
        binary.push(if *step == Step::Delete { b'd' } else { b'a' });
        for lit in clause {
            let mut code = 2 * lit.var().number() + u32::from(!lit.is_positive());
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
fn read(proof: &[u8]) -> (Steps, bool) {
    let mut reader = Reader::new(proof).expect("memory can be read");
    let (mut steps, mut clause) = (Steps::new(), Vec::new());
    loop {
        match reader.next_step(&mut clause) {
            Ok(Some(step)) => steps.push((step, clause.clone())),
            Ok(None) => return (steps, false),
            Err(_) => return (steps, true),
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = Bytes(bytes);
    let formula = formula(&mut bytes);
    let satisfiable = has_model(&formula);
    let checked = |proof: &[u8]| {
        let checked = check(&formula, proof, &Limits::unlimited());
        if let Ok(Checked::Refuted(_)) = checked {
            assert!(!satisfiable, "a formula with a model was refuted");
            let mut hints = Vec::new();
            let again = translate(&formula, proof, &Limits::unlimited(), &mut hints, true);
            assert_eq!(checked.as_ref().ok(), again.as_ref().ok());
            let again = lrat::check::check(&formula, &hints[..], &Limits::unlimited());
            assert!(matches!(again, Ok(Checked::Refuted(_))), "{again:?}");
        }
        checked.ok()
    };
    // The rest as it is.
    let rest = bytes.0;
    let _ = checked(rest);
    let hinted = lrat::check::check(&formula, rest, &Limits::unlimited());
    assert!(!satisfiable || !matches!(hinted, Ok(Checked::Refuted(_))));
    let (lines, wrong) = read(rest);
    if !wrong && !lines.is_empty() {
        assert_eq!(read(&as_text(&lines)).0, lines);
        assert_eq!(read(&as_binary(&lines)).0, lines);
    }
    // The rest as steps, in both forms.
    let lines = steps(&mut bytes);
    let (text, binary) = (as_text(&lines), as_binary(&lines));
    assert_eq!(read(&text), (lines.clone(), false));
    if lines.first().is_some_and(|(step, _)| *step == Step::Add) {
        assert_eq!(read(&binary), (lines, false));
        assert_eq!(checked(&text), checked(&binary), "text and binary differ");
    } else {
        let _ = checked(&text);
    }
});
