//! What nothing would read in a rule file: more values than a list has, and parameters.

use crate::rules::Library;

fn error(kind: &str, rest: &str) -> Option<String> {
    let text = format!(
        "name = \"mine\"\nkind = \"{kind}\"\nsummary = \"Mine.\"\nreference = \"none\"\n{rest}\n"
    );
    let library = Library::built_in().with_file(&text, "mine.toml");
    library.err().map(|error| error.to_string())
}

#[test]
fn lists_longer_than_expected_are_refused() {
    const CELLS: &str = "parameters = [{ name = \"cells\", type = \"cells\", summary = \"s\" }]\n";
    let guess = |range: &str| {
        format!(
            "{CELLS}[[automaton]]\nguess = {{ g = {range} }}\nsteps = [{{ set = {{ g = \"g\" }} }}]\n\
             accept = \"g = 2\""
        )
    };
    let guesses = "expected a range for each register, such as { low = [\"min\", \"max\"] }";
    for (kind, rest, says) in [
        (
            "rule",
            "[[pairs]]\nsteps = [[1, 2, 3]]\nallow = \"a != b\"".to_owned(),
            "6:10: steps: found a list of 3, expected a list of steps, such as [[1, 3]]".to_owned(),
        ),
        (
            "rule",
            "[[some]]\nwindows = [2, 2, 2]\nallow = \"d > 1\"".to_owned(),
            "6:11: windows: found a list of 3, expected rows and columns, such as [3, 3]"
                .to_owned(),
        ),
        (
            "constraint",
            guess("[\"min\", \"max\", \"5\"]"),
            format!("7:15: guess: found a list of 3, {guesses}"),
        ),
        (
            "constraint",
            guess("[\"min\"]"),
            format!("7:15: guess: found a list of 1, {guesses}"),
        ),
        (
            "rule",
            "known = [[\"2x2\", 12, \"x\", 7]]\n[[distinct]]\nby = \"r + c\"".to_owned(),
            "5:10: known: found a list of 4, expected a table".to_owned(),
        ),
    ] {
        let found = error(kind, &rest);
        assert_eq!(found, Some(format!("mine.toml:{says}")), "{rest}");
    }
    assert_eq!(error("constraint", &guess("[\"min\", \"max\"]")), None);
}

#[test]
fn parameters_that_nothing_reads_are_refused() {
    let parameter = |kind: &str, rest: &str| {
        format!(
            "[[parameters]]\nname = \"cells\"\ntype = \"cells\"\nsummary = \"s\"\n\
             [[parameters]]\nname = \"more\"\ntype = \"{kind}\"\nsummary = \"s\"\n{rest}"
        )
    };
    let says = "mine.toml:10:8: nothing reads the parameter more: use it in a kernel, or remove it";
    for kind in [
        "integer", "boolean", "cells", "cell", "digits", "counts", "table",
    ] {
        let found = error("constraint", &parameter(kind, "[[distinct]]"));
        assert_eq!(found.as_deref(), Some(says), "{kind}");
    }
    for (kind, rest) in [
        ("text", "optional = true\n[[distinct]]"),
        (
            "cell",
            "[[distinct]]\n[[draw]]\nas = \"circles\"\nof = \"more\"",
        ),
        ("integer", "[[sum]]\ntotal = \"more\""),
        (
            "digits",
            "[[count]]\ndigits = \"more\"\nallow = \"k >= times\"",
        ),
        (
            "cells",
            "[[pairs]]\nwith = \"more\"\nwhere = \"i = j\"\nallow = \"a != b\"",
        ),
    ] {
        assert_eq!(error("constraint", &parameter(kind, rest)), None, "{kind}");
    }
}
