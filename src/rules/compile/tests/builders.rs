//! Types of constraint with a builder.

use crate::grid::{Digit, Solution};
use crate::rules::{Library, RuleFileError, compile};
use serde_json::{Value, json};

/// A type with parameters of these kinds, those with a `?` optional.
fn with_builder(builder: &str, kinds: &[&str]) -> Result<Library, RuleFileError> {
    let mut text = "name = \"mine\"\nkind = \"constraint\"\nsummary = \"Mine.\"\n\
        reference = \"none\"\n"
        .to_owned();
    text += builder;
    for (place, kind) in kinds.iter().enumerate() {
        let optional = kind.ends_with('?');
        let kind = kind.trim_end_matches('?');
        text += &format!(
            "[[parameters]]\nname = \"p{place}\"\ntype = \"{kind}\"\nsummary = \"s\"\n\
             optional = {optional}\n"
        );
    }
    Library::built_in().with_file(&text, "mine.toml")
}

#[test]
fn limits_that_nothing_reads_are_refused() {
    let with = |kind: &str, limit: &str| {
        let kernel = match kind {
            "integer" => "[[sum]]\ntotal = \"other\"",
            "digits" => "[[candidates]]\nallow = \"d in other\"",
            "cells" => "[[distinct]]\nof = \"other\"",
            _ => "[[distinct]]",
        };
        let text = format!(
            "name = \"mine\"\nkind = \"constraint\"\nsummary = \"Mine.\"\nreference = \"Me.\"\n\n\
             [[parameters]]\nname = \"cells\"\ntype = \"cells\"\nsummary = \"Cells.\"\n\n\
             [[parameters]]\nname = \"other\"\ntype = \"{kind}\"\nsummary = \"Other.\"\n{limit}\n{kernel}\n\
             [[draw]]\nas = \"cage\"\n"
        );
        Library::built_in().with_file(&text, "mine.toml")
    };
    for (kind, limit) in [
        ("integer", "least = \"1\""),
        ("digits", "most = \"2\""),
        ("cells", "repeats = true"),
    ] {
        let library = with(kind, limit);
        assert!(library.is_ok(), "{kind} {limit}: {library:?}");
    }
    for (kind, limit, says) in [
        ("cell", "least = \"2\"", "15:9: `least` limits an integer"),
        ("table", "most = \"2\"", "15:8: `most` limits an integer"),
        ("text", "most = \"9\"", "15:8: `most` limits an integer"),
        (
            "boolean",
            "default = \"true\"\nleast = \"0\"",
            "16:9: `least` limits",
        ),
        (
            "counts",
            "repeats = true",
            "12:8: `repeats` is for parameters",
        ),
        (
            "integer",
            "repeats = true",
            "12:8: `repeats` is for parameters",
        ),
    ] {
        let error = with(kind, limit).expect_err(limit).to_string();
        assert!(error.contains(says), "{kind} {limit}: {error}");
    }
}

#[test]
fn builders_have_the_parameters_that_they_read() {
    let (any_of, automaton) = ("builder = \"any-of\"\n", "builder = \"automaton\"\n");
    let same_digits = "builder = \"same-digits\"\n";
    for (builder, kinds) in [
        (any_of, &["branches"][..]),
        (any_of, &["text?", "branches"]),
        (automaton, &["cells", "regex"]),
        (automaton, &["regex", "cells"]),
        (automaton, &["automaton?", "regex?", "cells"]),
        (same_digits, &["sets"]),
    ] {
        let library = with_builder(builder, kinds);
        assert!(library.is_ok(), "{builder} {kinds:?}: {library:?}");
    }
    for (builder, kinds, says) in [
        (
            any_of,
            &["cells"][..],
            "5:11: it needs a parameter of type \"branches\"",
        ),
        (any_of, &["branches?"], "7:8: remove `optional`"),
        (
            any_of,
            &["branches", "branches"],
            "12:8: a second parameter of type \"branches\"",
        ),
        (
            any_of,
            &["branches", "sets"],
            "12:8: only `builder = \"same-digits\"` reads",
        ),
        (
            automaton,
            &["cells"],
            "5:11: it needs a parameter of type \"automaton\" or \"regex\"",
        ),
        (
            automaton,
            &["regex"],
            "5:11: it needs a parameter of type \"cells\"",
        ),
        (automaton, &["cells", "regex?"], "12:8: remove `optional`"),
        (
            automaton,
            &["cells", "automaton?", "regex"],
            "17:8: add `optional = true`",
        ),
        (
            same_digits,
            &["cells"],
            "5:11: it needs a parameter of type \"sets\"",
        ),
        (
            "",
            &["cells", "regex"],
            "11:8: only `builder = \"automaton\"` reads a parameter",
        ),
    ] {
        let error = with_builder(builder, kinds).expect_err(says).to_string();
        assert!(error.contains(&format!("mine.toml:{says}")), "{error}");
    }
    let rule = "name = \"mine\"\nkind = \"rule\"\nsummary = \"S.\"\nreference = \"none\"\n";
    let error = Library::built_in().with_file(&format!("{rule}{any_of}"), "mine.toml");
    let error = error.unwrap_err().to_string();
    let says = "mine.toml:5:11: only types of constraint have a builder";
    assert!(error.contains(says), "{error}");
}

/// Its parameters may have any names and any order.
#[test]
fn an_automaton_is_found_by_the_types_of_the_parameters() {
    let builder = "builder = \"automaton\"\n";
    let library = with_builder(builder, &["automaton?", "text?", "regex?", "cells"]).unwrap();
    let count = |more: Value| {
        let mut item = json!({"type": "mine", "p1": "r1c1", "p3": ["r1c1", "r1c2"]});
        item.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let description = serde_json::from_value(json!({
            "rows": 1, "columns": 2, "min": 1, "max": 2, "constraints": [item],
        }));
        let puzzle = compile(&description.unwrap(), &library).map_err(|error| error.to_string())?;
        let grids = [[0, 1], [1, 0]].map(|each| each.map(Digit::from_index));
        let holds = |grid: &&[Digit; 2]| puzzle.check(&Solution::new(grid.to_vec())).is_ok();
        Ok::<usize, String>(grids.iter().filter(holds).count())
    };
    assert_eq!(count(json!({"p2": "12"})), Ok(1));
    assert_eq!(count(json!({"p2": "12|21"})), Ok(2));
    let error = count(json!({"p0": "12"})).unwrap_err();
    assert!(
        error.contains("invalid type: string \"12\", expected an object"),
        "{error}"
    );
    let error = count(json!({})).unwrap_err();
    assert!(
        error.contains("neither an automaton nor a regular expression"),
        "{error}"
    );
}
