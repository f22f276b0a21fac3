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

/// These were 0, whatever the line was.
#[test]
fn the_length_of_a_line_that_is_not_there_is_refused() {
    const LEFT: &str = "[[parameters]]\nname = \"left\"\ntype = \"cells\"\nsummary = \"s\"\n";
    let limit = |most: &str| {
        format!(
            "{LEFT}[[parameters]]\nname = \"limit\"\ntype = \"integer\"\nsummary = \"s\"\n\
             most = \"{most}\"\n[[sum]]\nof = \"left\"\ntotal = \"limit\""
        )
    };
    for name in ["n", "least", "most"] {
        let says = format!("mine.toml:13:9: unknown name `{name}`; known here: ");
        let found = error("constraint", &limit(name)).expect(name);
        assert!(found.starts_with(&says), "{found}");
    }
    assert_eq!(error("constraint", &limit("max")), None);
    assert_eq!(
        error("constraint", &limit("n").replace("left", "cells")),
        None
    );
}

#[test]
fn numbers_of_windows_are_needed_and_read() {
    for (each, allow, says) in [
        ("", "d = each", Some("7:14: unknown name `each`")),
        ("each = []\n", "d = each", Some("7:8: `each` is empty")),
        (
            "each = [1, 2]\n",
            "d = 1",
            Some("7:8: `allow` does not depend on `each`"),
        ),
        ("each = [1, 2]\n", "d = each", None),
        ("", "d = 1", None),
    ] {
        let text = format!("[[some]]\nwindows = [2, 2]\n{each}allow = \"{allow}\"");
        match (error("rule", &text), says) {
            (None, None) => {}
            (Some(found), Some(says)) if found.starts_with(&format!("mine.toml:{says}")) => {}
            (found, _) => panic!("{text}: {found:?}"),
        }
    }
}

#[test]
fn names_that_no_expression_can_read_are_refused() {
    for name in ["k-2", "step size", "", "2", "_k", "é"] {
        let text = format!(
            "parameters = [{{ name = \"{name}\", type = \"cells\", summary = \"s\" }}]\n\
             [[distinct]]\nof = \"{name}\""
        );
        let found = error("constraint", &text).expect(name);
        let says = format!(
            "mine.toml:5:24: found a parameter called \"{name}\", expected letters, digits and _ \
             only, beginning with a letter"
        );
        assert_eq!(found, says);
    }
}

#[test]
fn keys_of_drawings_without_effect_are_refused() {
    const CELLS: &str = "parameters = [{ name = \"cells\", type = \"cells\", summary = \"s\" }]\n\
                         [[distinct]]\n[[draw]]\n";
    for (draw, says) in [
        ("as = \"pill\"\nsign = \"q\"", "9:8: only cages, areas"),
        ("as = \"greater\"\nsign = \"q\"", "9:8: only cages, areas"),
        ("as = \"signs\"", "8:6: found no `sign`"),
        (
            "as = \"area\"\npattern = \"dotted\"",
            "8:6: only a cage and a line",
        ),
        (
            "as = \"cage\"\ncolor = \"red\"",
            "8:6: only an area, a line",
        ),
        (
            "as = \"line\"\nafter = \"cells\"",
            "9:9: expected a parameter with other cells",
        ),
    ] {
        let found = error("constraint", &format!("{CELLS}{draw}")).expect(draw);
        assert!(found.starts_with(&format!("mine.toml:{says}")), "{found}");
    }
    let fine = "as = \"cage\"\npattern = \"dotted\"\nsign = \"q\"";
    assert_eq!(error("constraint", &format!("{CELLS}{fine}")), None);
}
