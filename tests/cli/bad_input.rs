//! Malformed input and the message for it: what was found and where, what was
//! expected, what to do. The exit code is always 2.

mod formulas;
mod puzzles;

use crate::support::satoku;

struct Bad {
    name: &'static str,
    args: &'static [&'static str],
    input: &'static str,
    says: &'static str,
}

#[test]
fn each_wrong_input_gets_its_message() {
    for bad in puzzles::PUZZLES.iter().chain(formulas::FORMULAS) {
        let ran = satoku(bad.args, bad.input);
        let expected = format!("satoku: error: {}\n", bad.says);
        assert_eq!(ran.stderr, expected, "{}", bad.name);
        assert_eq!(ran.code, 2, "{}", bad.name);
    }
}

#[test]
fn wrong_usage_is_told_with_exit_code_2() {
    let wrong: &[(&[&str], &str)] = &[
        (&["fly"], "unrecognized subcommand 'fly'"),
        (&["solve", "--from", "csv"], "invalid value 'csv'"),
        (&["solve", "--to", "xml"], "invalid value 'xml'"),
        (&["solve", "--box", "3"], "'3' is not a box shape"),
        (&["solve", "--box", "0x3"], "boxes of 0x3 cells"),
        (
            &["solve", "--timeout", "soon"],
            "expected a number of seconds",
        ),
        (&["solve", "--timeout", "0"], "seconds above 0"),
        (&["solve", "--timeout", "-1"], "seconds above 0"),
        (&["solve", "--jobs", "-1"], "expected 1 to 1024"),
        (&["count", "--limit", "-5"], "must be at least 1"),
        (&["minimize", "--seed", "-5"], "must be at least 0"),
        (&["compare", "--for", "-5"], "expected a number above 0"),
        (&["solve", "--backend", "magic"], "invalid value 'magic'"),
        (&["count", "--limit", "0"], "must be at least 1"),
        (&["enumerate", "--limit", "x"], "invalid value 'x'"),
        (&["decode"], "--cnf <FILE>"),
        (&["completions"], "<SHELL>"),
        (&["compare", "--random", "-5"], "must be at least 1"),
    ];
    for (args, says) in wrong {
        let ran = satoku(args, "");
        assert!(ran.stderr.contains(says), "{args:?}: {}", ran.stderr);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{args:?}");
    }
}
