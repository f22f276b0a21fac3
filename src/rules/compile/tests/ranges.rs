//! What the ranges of parameters and the boards that a file wants may depend on.

use crate::rules::{Definition, Description, Library, compile};
use serde_json::json;

const HEAD: &str = "name = \"mine\"\nkind = \"constraint\"\nsummary = \"Mine.\"\n\
    reference = \"None.\"\n";

/// A parameter of four or five lines.
fn parameter(name: &str, kind: &str, more: &str) -> String {
    format!("[[parameters]]\nname = \"{name}\"\ntype = \"{kind}\"\n{more}summary = \"S.\"\n")
}

fn message(text: &str) -> String {
    Definition::parse(text, "x").unwrap_err().to_string()
}

#[test]
fn boards_are_refused_by_what_they_are() {
    let cells = parameter("cells", "cells", "");
    for (that, other, kernel, says) in [
        (
            "total > 0",
            parameter("total", "integer", ""),
            "[[sum]]\ntotal = \"total\"\n",
            "x:5:23: unknown name `total`; known here: rows, columns, min",
        ),
        (
            "3 in list",
            parameter("list", "digits", ""),
            "[[count]]\ndigits = \"list\"\nallow = \"k >= times\"\n",
            "x:5:28: `list` is not a list of digits",
        ),
    ] {
        let requires = format!("requires = [{{ that = \"{that}\", message = \"m\" }}]\n");
        let message = message(&format!("{HEAD}{requires}{cells}{other}{kernel}"));
        assert!(message.starts_with(says), "{message}");
    }
}

#[test]
fn ranges_depend_on_what_is_read_before() {
    let limit = parameter("limit", "integer", "");
    let own = parameter("total", "integer", "most = \"total\"\n");
    let cells = parameter("cells", "cells", "");
    let limited = parameter("cells", "cells", "most = \"limit\"\n");
    for (parameters, says) in [
        (format!("{limit}{limited}"), "x:12:9: unknown name `limit`"),
        (format!("{cells}{own}"), "x:12:9: unknown name `total`"),
        (
            format!("{cells}{}", own.replace("most =", "default =")),
            "x:12:12: unknown name `total`",
        ),
    ] {
        let message = message(&format!("{HEAD}{parameters}[[distinct]]\n"));
        assert!(message.starts_with(says), "{message}");
    }
}

/// A number that no digits satisfy still limits the numbers after it.
#[test]
fn ranges_depend_on_numbers_out_of_range() {
    let first = parameter("first", "integer", "most = \"9\"\nimpossible = \"above\"\n");
    let second = parameter("second", "integer", "most = \"first\"\n");
    let cells = parameter("cells", "cells", "");
    let sum = "[[sum]]\ntotal = \"first + second\"\n";
    let text = format!("{HEAD}{cells}{first}{second}{sum}");
    let library = Library::built_in().with_file(&text, "x").unwrap();
    let item = json!({"type": "mine", "cells": ["r1c1"], "first": 12, "second": 11});
    let puzzle = json!({"rows": 4, "columns": 4, "min": 1, "max": 4, "constraints": [item]});
    let puzzle: Description = serde_json::from_value(puzzle).unwrap();
    let error = compile(&puzzle, &library).unwrap_err();
    assert_eq!(
        error.to_string(),
        "/constraints/0/first: found 12, expected a number up to 9"
    );
}
