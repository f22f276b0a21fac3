//! Options that contradict each other, and values out of range.

use crate::support::{PUZZLE, satoku};

fn refused(args: &[&str], input: &str, says: &str) {
    let ran = satoku(args, input);
    assert_eq!((ran.code, &ran.stdout[..]), (2, ""), "{args:?}");
    assert!(ran.stderr.contains(says), "{args:?}: {}", ran.stderr);
}

#[test]
fn a_member_makes_a_portfolio_and_no_other_engine() {
    let json = |args: &[&str]| {
        let ran = satoku(&[&["solve", "--to", "json"], args].concat(), PUZZLE);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
        ran.stdout
    };
    for args in [
        &["--member", "native"][..],
        &["--backend", "portfolio", "--member", "native"],
    ] {
        assert!(json(args).contains(r#""backend":"portfolio (native)""#));
    }
    for backend in ["native", "cdcl", "varisat"] {
        let args = ["solve", "--backend", backend, "--member", "native"];
        refused(
            &args,
            PUZZLE,
            "leave --backend out, or use --backend portfolio",
        );
    }
}

#[test]
fn names_of_pictures_promise_what_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    for name in ["x.png", "x.pdf", "x-{}.jpg", "X.PNG"] {
        let out = path(name);
        let says = "this picture is SVG, expected a name that ends in .svg";
        refused(&["draw", "-o", &out], PUZZLE, says);
        refused(&["solve", "--to", "svg", "-o", &out], PUZZLE, says);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    for name in ["x.svg", "picture", "x.svg.gz"] {
        let ran = satoku(&["draw", "-o", &path(name)], PUZZLE);
        assert_eq!(ran.code, 0, "{}", ran.stderr);
    }
}

#[test]
fn numbers_out_of_range_are_named_as_such() {
    let huge = "18446744073709551616";
    for args in [
        &["generate", "--seed", huge][..],
        &["minimize", "--seed", huge],
        &["generate", "--count", huge],
        &["compare", "--random", huge],
    ] {
        refused(args, "", "must be at most 18446744073709551615");
    }
    let far = format!("9{huge}{huge}");
    refused(&["generate", "--seed", &far], "", "must be at most");
    refused(&["generate", "--seed=-1"], "", "must be at least 0");
    for time in ["1e300", "inf"] {
        let args = ["solve", "--timeout", time];
        refused(&args, PUZZLE, "too long; leave the option out for no limit");
    }
    for args in [
        &["generate", "--givens", &far][..],
        &["compare", "--images", &far],
        &["solve", "--check", &far],
    ] {
        refused(args, PUZZLE, "must be at most 18446744073709551615");
    }
    let time = format!("{huge}h");
    refused(
        &["compare", "--for", &time],
        "",
        "too long, expected a shorter time, such as 30d",
    );
    let box_shape = format!("{huge}x1");
    let says = "boxes of 18446744073709551616x1 cells do not make a side from 1 to 1024";
    refused(&["solve", "--box", &box_shape], PUZZLE, says);
    let member = format!("cdcl:{huge}");
    let says = "expected an integer from 0 to 18446744073709551615 after 'cdcl:'";
    refused(&["solve", "--member", &member], PUZZLE, says);
    let says = "expected the number of puzzles on the first line, at most 18446744073709551615";
    refused(&["solve", "--from", "poj"], &format!("{huge}\n"), says);
    refused(&["compare", "--random", "0"], "", "must be at least 1");
}

#[test]
fn decode_asks_for_the_formula_or_the_puzzle() {
    refused(
        &["decode"],
        "s UNSATISFIABLE\n",
        "--cnf <FILE>|--puzzles <FILE>",
    );
}

#[test]
fn two_files_for_verify_are_a_formula_and_a_proof() {
    let says = "use 'satoku verify --formula a.cnf --proof a.drat'";
    refused(&["verify", "a.cnf", "a.drat"], "", says);
}

#[test]
fn rules_and_types_are_not_mixed_up_when_puzzles_are_made() {
    let says = "'diagonal' is a rule, not a type of constraint; name it among the rules";
    refused(&["generate", "--constraints", "diagonal"], "", says);
}

/// The message was about `--backend portfolio`, which nobody had asked for.
#[test]
fn verbs_without_a_portfolio_name_its_members_in_their_message() {
    for verb in ["count", "enumerate", "explain"] {
        let ran = satoku(&[verb, "--member", "cadical"], "");
        let says = "satoku: error: invalid value 'cadical' for '--member <ENGINE>': this command \
                    takes no portfolio: leave --member out, or name one engine with --backend\n";
        assert!(ran.stderr.starts_with(says), "{}", ran.stderr);
        assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    }
}

#[test]
fn a_negative_number_is_the_value_of_any_option() {
    for (args, says) in [
        (
            ["solve", "--from"],
            "invalid value '-1' for '--from <FORMAT>'",
        ),
        (["solve", "--box"], "invalid value '-1' for '--box <RxC>'"),
        (
            ["canonical", "--to"],
            "invalid value '-1' for '--to <FORMAT>'",
        ),
        (["solve", "--timeout"], "invalid value '-1' for '--timeout"),
        // Flags have no value.
        (["solve", "--mixed-sizes"], "unexpected argument '-1' found"),
        (["solve", "puzzles.txt"], "unexpected argument '-1' found"),
    ] {
        refused(&[&args[..], &["-1"]].concat(), "", says);
    }
}

#[test]
fn capitals_do_not_matter_in_names() {
    for (args, names) in [
        (&["count", "--to"][..], ["json", "JSON"]),
        (&["candidates", "--to"], ["json", "Json"]),
        (&["explain", "--redundant", "--to"], ["json", "JSON"]),
        (&["draw", "--to"], ["svg", "SVG"]),
        (&["draw", "--theme"], ["dark", "Dark"]),
        (&["cubes", "--to"], ["icnf", "ICNF"]),
        (
            &["encode", "--to", "opb", "--objective"],
            ["pyramid", "Pyramid"],
        ),
        (
            &["generate", "--seed", "1", "--kind"],
            ["minimal", "MINIMAL"],
        ),
        (
            &["generate", "--seed", "1", "--symmetry"],
            ["rotate180", "Rotate180"],
        ),
        (&["pyramid", "--method"], ["native", "NATIVE"]),
    ] {
        let [small, capital] = names.map(|name| satoku(&[args, &[name]].concat(), PUZZLE));
        for ran in [&small, &capital] {
            assert_eq!(ran.code, 0, "{args:?}: {}", ran.stderr);
        }
        // Answers in JSON end with the time.
        let answer = |text: &str| text.split("\"time_us\"").next().map(str::to_owned);
        assert_eq!(answer(&capital.stdout), answer(&small.stdout), "{args:?}");
    }
}
