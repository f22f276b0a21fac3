//! Outputs of solvers, complete and broken.

use super::*;
use crate::outcome::Reason;
use std::io::{self, BufReader};
use std::time::Duration;

fn read(input: impl BufRead) -> Result<SolverOutput, OutputError> {
    super::read(input, &Limits::unlimited())
}

fn model(text: &str) -> Vec<(u32, bool)> {
    match read(text.as_bytes()).unwrap() {
        SolverOutput::Satisfiable(model) => model.into_iter().collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn costs_are_chatter_of_sat_solvers() {
    assert_eq!(
        model("o reading the formula\nc x\ns SATISFIABLE\nv 1 0\n"),
        [(1, true)]
    );
    let text = "o reading\ns UNSATISFIABLE\n";
    assert!(read_optimum(text.as_bytes(), 1).is_err());
    assert!(read_either(text.as_bytes(), 1, false).is_ok());
}

/// The model was passed over.
#[test]
fn a_model_of_a_formula_without_models_is_a_contradiction() {
    for text in ["v 1 2 0\ns UNSATISFIABLE\n", "s UNSATISFIABLE\nv 1 2 0\n"] {
        let error = read(text.as_bytes()).unwrap_err();
        assert!(matches!(error, OutputError::ModelOfNone), "{error}");
        let error = read_optimum(text.as_bytes(), 2).unwrap_err();
        assert!(matches!(error, OutputError::ModelOfNone), "{error}");
    }
    let none = read("v 0\ns UNSATISFIABLE\n".as_bytes()).unwrap();
    assert_eq!(none, SolverOutput::Unsatisfiable);
}

#[test]
fn optima_are_read_as_models() {
    let model = |text: &str| match read_optimum(text.as_bytes(), 13).unwrap().answer {
        SolverOutput::Satisfiable(model) => model.into_iter().collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let named = "c x\no -7\ns OPTIMUM FOUND\nv x1 -x2\nv x12\n";
    assert_eq!(model(named), [(1, true), (2, false), (12, true)]);
    let literals = "s OPTIMUM FOUND\nv 1 -2 12 0\n";
    assert_eq!(model(literals), [(1, true), (2, false), (12, true)]);
    let values = model("o 3\ns OPTIMUM FOUND\nv 1000000000010\n");
    let holds = values.iter().filter(|(_, holds)| *holds);
    assert_eq!(holds.map(|(var, _)| *var).collect::<Vec<_>>(), [1, 12]);
    // Of a SAT solver, none of these is an answer.
    assert!(read(named.as_bytes()).is_err());
    assert!(read(literals.as_bytes()).is_err());
    let cut_off = "s OPTIMUM FOUND\nv 1 -2\n".as_bytes();
    assert!(read_optimum(cut_off, 3).is_err());
    assert!(read_optimum(cut_off, 2).is_ok());
    let few = "s OPTIMUM FOUND\nv 100000000001\n".as_bytes();
    let said = read_optimum(few, 13).unwrap_err().to_string();
    assert!(
        said.ends_with("found 12 values, expected at least 13"),
        "{said}"
    );
    for text in [
        "s SATISFIABLE\n",
        "v \ns SATISFIABLE\n",
        "s OPTIMUM FOUND\nv 0\n",
    ] {
        assert!(read_optimum(text.as_bytes(), 0).is_ok(), "{text}");
        let is_complete = text.contains('0');
        assert_eq!(
            read_optimum(text.as_bytes(), 1).is_ok(),
            is_complete,
            "{text}"
        );
    }
}

#[test]
fn the_last_model_before_the_status_counts() {
    let read = |text: &str| read_optimum(text.as_bytes(), 2);
    let last = |text: &str| {
        let OptimiserOutput { answer, cost } = read(text).unwrap();
        match answer {
            SolverOutput::Satisfiable(model) => (model.into_iter().collect::<Vec<_>>(), cost),
            other => panic!("{text}: {other:?}"),
        }
    };
    let second = vec![(1, false), (2, true)];
    for (text, cost) in [
        // clasp, about CNF and about OPB.
        (
            "c Answer: 1\nv 1 -2 0\nc Answer: 2\nv -1 2 0\ns SATISFIABLE\n",
            None,
        ),
        (
            "v x1 -x2\no 750\nv -x1\nv x2\no 749\ns OPTIMUM FOUND\n",
            Some(749),
        ),
        ("o 750\nv 10\no 749\nv 01\ns OPTIMUM FOUND\n", Some(749)),
        (
            "v 1 -2\nv 0\no 750\nv -1\nv 2 0\nv\no 749\ns OPTIMUM FOUND\n",
            Some(749),
        ),
        ("o 750\no 749\nv -x1\nv x2\ns OPTIMUM FOUND\n", Some(749)),
    ] {
        assert_eq!(last(text), (second.clone(), cost), "{text}");
    }
    for text in [
        "v 1 -2 0\ns SATISFIABLE\nv -1 2 0\n",
        "s SATISFIABLE\nv 1 -2 0\nv -1 2 0\n",
        "v 1 -2\nv -1 2 0\ns SATISFIABLE\n",
        "v x1 -x2\nv -x1 x2\ns OPTIMUM FOUND\n",
        "v 1 -2 0 -1 2 0\ns SATISFIABLE\n",
    ] {
        assert!(read(text).is_err(), "{text}");
    }
    // Where a solver answers one question, there is one model.
    assert!(
        super::read(
            "v 1 0\nv 1 0\ns SATISFIABLE\n".as_bytes(),
            &Limits::unlimited()
        )
        .is_err()
    );
}

#[test]
fn values_of_few_variables_are_no_literals() {
    let read = |word: &str, last: u32| {
        let text = format!("o 1\ns OPTIMUM FOUND\nv {word}\n");
        read_optimum(text.as_bytes(), last)
    };
    for last in 2..=12u32 {
        for bits in 0..1u32 << last {
            let word = format!("{bits:0width$b}", width = last as usize);
            let expected = (1..=last).map(|var| (var, bits >> (last - var) & 1 == 1));
            let read = read(&word, last).unwrap();
            assert_eq!(read.cost, Some(1));
            match read.answer {
                SolverOutput::Satisfiable(model) => assert!(model.into_iter().eq(expected)),
                other => panic!("{word}: {other:?}"),
            }
        }
    }
    let said = read("0110", 5).unwrap_err().to_string();
    assert!(
        said.ends_with("found 4 values, expected at least 5"),
        "{said}"
    );
    // More variables than are needed may follow.
    assert!(read("0110", 3).is_ok());
}

#[test]
fn both_styles_are_read() {
    let expected = [(1, true), (2, false), (3, true)];
    let competition = "c hello\ns SATISFIABLE\nv 1 -2\nv 3 0\nc bye\n";
    assert_eq!(model(competition), expected);
    assert_eq!(model("SAT\n1 -2 3 0\n"), expected);
    let unsat = SolverOutput::Unsatisfiable;
    assert_eq!(read("UNSAT\n".as_bytes()).unwrap(), unsat);
    assert_eq!(read("s UNSATISFIABLE\n".as_bytes()).unwrap(), unsat);
    let unknown = SolverOutput::Unknown;
    for text in ["s UNKNOWN", "UNKNOWN", "INDET", "INDETERMINATE"] {
        assert_eq!(read(text.as_bytes()).unwrap(), unknown, "{text}");
    }
}

#[test]
fn a_tab_separates_like_a_blank() {
    assert_eq!(
        model("s\tSATISFIABLE\nv\t1 -2\t0\n"),
        [(1, true), (2, false)]
    );
}

#[test]
fn chatter_is_ignored_and_a_status_may_be_repeated() {
    let expected = [(1, true)];
    assert_eq!(model("7 conflicts\ns SATISFIABLE\nv 1 0\n"), expected);
    assert_eq!(model("SAT\nmemory used: 1\n1 0\n"), expected);
    assert_eq!(model("s SATISFIABLE\nSAT\n1 0\n"), expected);
}

#[test]
fn errors_name_the_line() {
    let line = |text: &str| read(text.as_bytes()).unwrap_err().line();
    assert_eq!(line("s SATISFIABLE\nv 1\nv x 0\n"), Some(3));
    assert_eq!(line("s SATISFIABLE\nv 1\n"), None);
}

#[test]
fn the_last_cost_is_that_of_the_model() {
    let cost = |text: &str| {
        let text = format!("{text}s OPTIMUM FOUND\nv 1 0\n");
        read_optimum(text.as_bytes(), 1).unwrap().cost
    };
    assert_eq!(cost(""), None);
    assert_eq!(cost("o 9\nc o 8\no -3\n"), Some(-3));
    assert_eq!(cost("o 9\no\t8\n"), Some(8));
    assert_eq!(cost("o 9 0.3s\n"), Some(9));
    for wrong in ["nothing", "77.0", &"9".repeat(60)] {
        let text = format!("o 9\no {wrong}\ns OPTIMUM FOUND\nv 1 0\n");
        let error = read_optimum(text.as_bytes(), 1).unwrap_err();
        assert_eq!(error.line(), Some(2), "{error}");
    }
}

#[test]
fn long_lines_are_cut_or_rejected() {
    let long = format!("s {}", "X".repeat(1 << 20));
    let said = read(long.as_bytes()).unwrap_err().to_string();
    let quoted = format!("found 's {}…', expected", "X".repeat(LONGEST_QUOTE - 2));
    assert!(said.starts_with(&quoted) && said.len() < 200, "{said}");
    let endless = BufReader::new(io::repeat(b'v'));
    assert!(matches!(
        read(endless),
        Err(OutputError::LongLine { line: 1 })
    ));
}

#[test]
fn reading_ends_with_the_time() {
    let soon = || Limits::unlimited().within(Duration::from_millis(20));
    let lines = BufReader::new(io::repeat(b'\n'));
    let ended = super::read(lines, &soon());
    assert!(matches!(ended, Err(OutputError::Stopped(Reason::Timeout))));
    let one_line = format!("s SATISFIABLE\nv {}0\n", "1 ".repeat(20_000_000));
    let ended = super::read(one_line.as_bytes(), &soon());
    assert!(matches!(ended, Err(OutputError::Stopped(Reason::Timeout))));
}

#[test]
fn silence_differs_from_chatter() {
    let chatter = |text: &str| match read(text.as_bytes()) {
        Err(OutputError::NoStatus { chatter }) => chatter,
        other => panic!("{text}: {other:?}"),
    };
    assert!(!chatter("") && !chatter("c UNKNOWN\n\nc\n"));
    assert!(chatter("hello\n") && chatter("v 1 0\n"));
}

#[test]
fn truncated_or_contradictory_output_is_rejected() {
    let refused = [
        "",
        "c nothing\n",
        "s SATISFIABLE\nv 1 2\n",
        "s SATISFIABLE\n",
        "s SATISFIABLE\nv 1 -1 0\n",
        "s SATISFIABLE\nv 1 0\nv 2 0\n",
        "s SATISFIABLE\nv 1 x 0\n",
        "s SATISFIABLE\nv 1 -0\n",
        "s OPTIMUM FOUND\nv x-5 0\n",
        "s OPTIMUM FOUND\nv x1 x0\n",
        "s MAYBE\n",
        "s SATISFIABLE\ns UNSATISFIABLE\n",
    ];
    for text in refused {
        assert!(read(text.as_bytes()).is_err(), "{text:?}");
    }
}
