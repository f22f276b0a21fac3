//! The bytes of each format.

use super::*;
use crate::cnf::{Formula, dimacs};

fn sample() -> Formula {
    let mut formula = Formula::default();
    let [a, b] = [formula.new_var(), formula.new_var()];
    formula.add_clause(&[a.positive(), b.negative()]);
    formula.add_clause(&[]);
    formula
}

fn write(formula: &Formula, syntax: Syntax, objective: &[SoftLiteral]) -> String {
    let mut counter = Counter::default();
    formula.replay(&mut counter);
    let mut text = Vec::new();
    let comments = ["hello".to_owned()];
    let mut writer = FormulaWriter::new(&mut text, syntax, comments, objective, counter).unwrap();
    formula.replay(&mut writer);
    writer.finish().unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn formats_are_named_by_their_extensions() {
    let names = Syntax::ALL.map(|syntax| syntax.to_string());
    assert_eq!(names, ["cnf", "wcnf", "wcnf-old", "opb"]);
}

#[test]
fn each_format_is_exact() {
    let formula = sample();
    let soft = |number, weight| SoftLiteral {
        literal: Lit::from_dimacs(number).unwrap(),
        weight,
    };
    let objective = [soft(1, 7), soft(2, -3)];
    assert_eq!(
        write(&formula, Syntax::Cnf, &[]),
        "c hello\np cnf 2 2\n1 -2 0\n0\n"
    );
    assert_eq!(
        write(&formula, Syntax::Wcnf, &objective),
        "c hello\n7 1 0\n3 -2 0\nh 1 -2 0\nh 0\n"
    );
    assert_eq!(
        write(&formula, Syntax::OldWcnf, &objective),
        "c hello\np wcnf 2 4 11\n7 1 0\n3 -2 0\n11 1 -2 0\n11 0\n"
    );
    assert_eq!(
        write(&formula, Syntax::Opb, &objective),
        "* #variable= 2 #constraint= 2\n* hello\nmin: -7 x1 +3 x2 ;\n\
         +1 x1 -1 x2 >= 0 ;\n+0 x1 >= 1 ;\n"
    );
}

#[test]
fn opb_has_no_negated_variables() {
    let mut formula = Formula::default();
    let [a, b] = [formula.new_var(), formula.new_var()];
    formula.add_clause(&[a.negative(), b.negative()]);
    formula.add_clause(&[b.negative()]);
    let objective = [SoftLiteral {
        literal: a.negative(),
        weight: 5,
    }];
    assert_eq!(
        write(&formula, Syntax::Opb, &objective),
        "* #variable= 2 #constraint= 2\n* hello\nmin: +5 x1 ;\n\
         -1 x1 -1 x2 >= -1 ;\n-1 x2 >= 0 ;\n"
    );
    let mut text = Vec::new();
    let announced = Counter {
        clauses: 1,
        ..Counter::default()
    };
    let mut writer = FormulaWriter::new(&mut text, Syntax::Opb, [], &[], announced).unwrap();
    writer.add_sum(
        &[(3, a.negative()), (-2, b.negative()), (4, b.positive())],
        1,
    );
    writer.finish().unwrap();
    assert!(text.ends_with(b"\n-3 x1 +2 x2 +4 x2 = 0 ;\n"));
}

/// clasp refuses a file that uses more variables than its header has.
#[test]
fn the_empty_clause_of_opb_has_its_variable() {
    let mut formula = Formula::default();
    assert!(write(&formula, Syntax::Opb, &[]).starts_with("* #variable= 0 #constraint= 0\n"));
    formula.add_clause(&[]);
    assert_eq!(
        write(&formula, Syntax::Opb, &[]),
        "* #variable= 1 #constraint= 1\n* hello\n+0 x1 >= 1 ;\n"
    );
}

#[test]
fn cnf_round_trips() {
    let formula = sample();
    let file = dimacs::read(write(&formula, Syntax::Cnf, &[]).as_bytes()).unwrap();
    assert_eq!(file.formula, formula);
    assert_eq!(file.comments, ["hello"]);
}

#[test]
fn a_wrong_header_is_an_error() {
    let announced = Counter {
        clauses: 3,
        ..Counter::default()
    };
    let mut text = Vec::new();
    let writer = FormulaWriter::new(&mut text, Syntax::Cnf, [], &[], announced).unwrap();
    assert!(writer.finish().is_err());
}
