//! Rule files: those of the repository, those of users, and wrong ones.

use crate::rules::{ConstraintItem, Definition, Kernel, Kind, Library, compile};
use serde_json::json;

#[test]
fn built_in_files_are_complete() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            names.push(path.file_stem().unwrap().to_str().unwrap().to_owned());
        }
    }
    let definitions: Vec<&Definition> = Library::built_in().definitions().collect();
    assert_eq!(definitions.len(), names.len());
    for definition in definitions {
        let name = definition.name();
        assert!(names.iter().any(|file| file == name), "{name}");
        assert_eq!(definition.file(), format!("rules/{name}.toml"));
        assert!(definition.summary().ends_with('.'), "{name}");
        assert!(!definition.reference().is_empty(), "{name}");
        assert!(!definition.example().trim().is_empty(), "{name}");
        let has_cells = definition.kind() == Kind::Rule || !definition.parameters().is_empty();
        assert!(has_cells, "{name}");
    }
}

const HEAD: &str = "name = \"mine\"\nkind = \"constraint\"\nsummary = \"Mine.\"\n\
    reference = \"none\"\nparameters = [{ name = \"cells\", type = \"cells\", summary = \"s\" }]\n";

#[test]
fn chained_comparisons_are_refused_as_such() {
    for (condition, says) in [
        ("1 < d < 3", "7:16: comparisons do not chain"),
        (
            "(d < 3) = (i < 2)",
            "7:10: found a condition, expected a number",
        ),
    ] {
        let text = format!("{HEAD}[[candidates]]\nallow = \"{condition}\"\n");
        let library = Library::built_in().with_file(&text, "mine.toml");
        let error = library.expect_err(condition).to_string();
        assert!(error.starts_with(&format!("mine.toml:{says}")), "{error}");
    }
}

/// A type from a file works like any other.
#[test]
fn a_new_type_is_a_file() {
    let text = format!("{HEAD}[[pairs]]\nwhere = \"j = i + 1\"\nallow = \"a + 1 = b\"\n");
    let library = Library::built_in().with_file(&text, "mine.toml").unwrap();
    let description = serde_json::from_value(json!({
        "rows": 1, "columns": 3, "min": 1, "max": 3,
        "constraints": [{"type": "mine", "cells": ["r1c1", "r1c2", "r1c3"]}],
    }));
    let puzzle = compile(&description.unwrap(), &library).unwrap();
    let digits = [0, 1, 2].map(crate::grid::Digit::from_index).to_vec();
    assert!(puzzle.check(&crate::grid::Solution::new(digits)).is_ok());
    let digits = [0, 2, 1].map(crate::grid::Digit::from_index).to_vec();
    assert!(puzzle.check(&crate::grid::Solution::new(digits)).is_err());
}

/// A file never takes the place of another one without a word.
#[test]
fn a_name_stands_for_one_file() {
    let text = |name: &str, allow: &str| {
        format!(
            "name = \"{name}\"\nkind = \"rule\"\nsummary = \"Mine.\"\nreference = \"none\"\n\
             [[pairs]]\nsteps = [[1, 0]]\nallow = \"{allow}\"\n"
        )
    };
    let far = text("far", "a + b != 5");
    let library = Library::built_in().with_file(&far, "far.toml").unwrap();
    assert!(library.with_file(&far, "again.toml").is_ok());
    for name in ["far", "diagonal"] {
        let error = library.with_file(&text(name, "a + b != 6"), "mine.toml");
        let error = error.expect_err(name).to_string();
        assert!(
            error.contains(&format!("another rule called `{name}`")),
            "{error}"
        );
    }
}

#[test]
fn built_in_names_and_other_names_mean_one_file_each() {
    for kind in [Kind::Rule, Kind::Constraint] {
        let spellings: Vec<_> = Library::built_in().spellings(kind).collect();
        for (place, (spelling, name)) in spellings.iter().enumerate() {
            let earlier = spellings[..place].iter();
            let other = earlier.clone().find(|(other, _)| other == spelling);
            assert_eq!(other, None, "{name}");
        }
    }
}

#[test]
fn other_names_that_mean_another_file_are_refused() {
    let text = |also: &str| {
        let head = HEAD.replacen(
            "name = \"mine\"\n",
            &format!("name = \"mine\"\n{also}\n"),
            1,
        );
        format!("{head}[[distinct]]\n")
    };
    for (also, says) in [
        (
            "also = [\"thermo\"]",
            "mine.toml:2:9: also: found `thermo`, which already means the type of constraint `thermo`",
        ),
        (
            "also = [\"ours\", \"cage\"]",
            "mine.toml:2:17: also: found `cage`, which already means the type of constraint `killer`",
        ),
        ("also = [\"ours\", \"ours\"]", "`ours` a second time"),
        ("also = [\"mine\"]", "`mine` a second time"),
        ("also = [\"Ours\"]", "also: expected lowercase letters"),
    ] {
        let error = Library::built_in().with_file(&text(also), "mine.toml");
        let error = error.expect_err(also).to_string();
        assert!(error.contains(says), "{error}");
    }
    let ours = text("also = [\"ours\", \"windoku\"]");
    let library = Library::built_in().with_file(&ours, "mine.toml").unwrap();
    assert!(library.with_file(&ours, "again.toml").is_ok());
}

/// `where` sees each pair from both of its cells.
#[test]
fn pairs_of_a_rule_are_seen_from_both_cells() {
    let count = |place: &str, allow: &str| {
        let text = format!(
            "name = \"mine\"\nkind = \"rule\"\nsummary = \"Mine.\"\nreference = \"none\"\n\
             [[pairs]]\n{place}\nallow = \"{allow}\"\n"
        );
        let library = Library::built_in().with_file(&text, "mine.toml").unwrap();
        let description = serde_json::from_value(json!({
            "rows": 2, "columns": 2, "min": 1, "max": 4, "rules": ["mine"],
        }));
        let puzzle = compile(&description.unwrap(), &library).unwrap();
        let pairs = puzzle.kernels().filter(|k| matches!(k, Kernel::Pair(..)));
        let pairs = pairs.count();
        let mut solutions = 0;
        let end = crate::search::variant::enumerate(
            &puzzle,
            None,
            &crate::limits::Limits::unlimited(),
            &mut |_| {
                solutions += 1;
                std::ops::ControlFlow::Continue(())
            },
        );
        assert_eq!(end, crate::outcome::End::Exhausted);
        (pairs, solutions)
    };
    // Rows and columns are those of the first cell, from 1.
    let from_one_cell = "where = \"r = 1 and c = 2 and down = 1\"";
    assert_eq!(count(from_one_cell, "a != b").0, 2);
    for allow in ["a - b != 3", "abs(a - b) != 3"] {
        for (listed, picked) in [
            ("[[1, 0]]", "down = 1 and right = 0"),
            ("[[-1, 0]]", "down = -1 and right = 0"),
            ("[[0, -1]]", "down = 0 and right = -1"),
        ] {
            let listed = count(&format!("steps = {listed}"), allow);
            assert_eq!(
                count(&format!("where = \"{picked}\""), allow),
                listed,
                "{picked}"
            );
            assert_eq!(listed.0, 2);
        }
    }
    let both = "where = \"right = 0\"";
    assert_eq!(count(both, "abs(a - b) != 3").0, 2);
    assert_eq!(count(both, "a - b != 3").0, 4);
}

/// What a type of constraint with another line, `pill`, and this in its file says of two
/// cells with the sum 18.
fn of_two_nines(body: &str) -> Result<crate::rules::VariantPuzzle, crate::rules::RuleError> {
    let text = format!(
        "name = \"mine\"\nkind = \"constraint\"\nsummary = \"Mine.\"\nreference = \"none\"\n\
         [[parameters]]\nname = \"pill\"\ntype = \"cells\"\nsummary = \"p\"\n\
         [[parameters]]\nname = \"cells\"\ntype = \"cells\"\nsummary = \"c\"\n\
         [[parameters]]\nname = \"sum\"\ntype = \"integer\"\nsummary = \"s\"\n\
         [[draw]]\nas = \"pill\"\nof = \"pill\"\n{body}"
    );
    let library = Library::built_in().with_file(&text, "mine.toml").unwrap();
    let description = serde_json::from_value(json!({
        "rows": 2, "columns": 2, "min": 1, "max": 9,
        "constraints": [{
            "type": "mine", "pill": ["r1c1", "r1c2"], "cells": ["r1c1", "r2c2"], "sum": 18,
        }],
    }));
    compile(&description.unwrap(), &library)
}

#[test]
fn only_summed_cells_that_differ_narrow_the_range_of_a_sum() {
    let sum = "[[sum]]\ntotal = \"sum\"\n";
    assert!(of_two_nines(&format!("[[distinct]]\nof = \"pill\"\n{sum}")).is_ok());
    let error = of_two_nines(&format!("[[distinct]]\n{sum}")).unwrap_err();
    assert!(
        error.to_string().contains("expected a number from 3 to 17"),
        "{error}"
    );
}

/// Such sums would overflow.
#[test]
fn huge_coefficients_are_refused() {
    let sum = |times: &str| format!("[[sum]]\ntotal = \"sum\"\ntimes = \"{times}\"\n");
    assert!(of_two_nines(&sum("pow(10, 16) * (3 - 2 * i)")).is_ok());
    let error = of_two_nines(&sum("pow(10, 18) * (3 - 2 * i)")).unwrap_err();
    assert!(
        error.to_string().contains("a sum of numbers up to"),
        "{error}"
    );
}

#[test]
fn wrong_files_are_placed() {
    for (body, place, part) in [
        ("nonsense = 1", (6, 1), "unknown field `nonsense`"),
        (
            "[[pairs]]\nwhere = \"j = i + 1\"\nallow = \"a + c = b\"",
            (8, 14),
            "unknown name `c`",
        ),
        (
            "[[pairs]]\nwhere = \"j = i +\"\nallow = \"a = b\"",
            (7, 17),
            "the end",
        ),
        ("[[pairs]]\nallow = \"a = b\"", (7, 9), "`where`"),
        ("[[sum]]\ntotal = \"sum\"", (7, 10), "unknown name `sum`"),
        (
            "[[sum]]\nof = \"line\"\ntotal = \"1\"",
            (7, 6),
            "no parameter line",
        ),
        (
            "[[automaton]]\nsteps = [{ set = { x = \"1\" } }]\naccept = \"1 = 1\"",
            (7, 24),
            "register `x`",
        ),
        (
            "[[count]]\ndigits = \"some\"\nallow = \"k = 1\"",
            (7, 10),
            "\"every\"",
        ),
        (
            "builder = \"magic\"",
            (6, 11),
            "any-of, automaton, same-digits",
        ),
        ("", (1, 1), "no kernel"),
        ("[[distinct", (6, 11), ""),
    ] {
        let text = format!("{HEAD}{body}\n");
        let error = Library::built_in().with_file(&text, "mine.toml");
        let error = error.expect_err(body);
        assert_eq!((error.line, error.column), place, "{body}: {error}");
        assert!(error.to_string().starts_with("mine.toml:"), "{error}");
        assert!(error.message.contains(part), "{body}: {error}");
    }
}

#[test]
fn names_of_types_that_rules_leave_out_are_known_ones() {
    let text = |unless: &str| {
        format!(
            "name = \"mine\"\nkind = \"rule\"\nsummary = \"S.\"\nreference = \"none\"\n\
             [[pairs]]\nsteps = [[0, 1]]\nunless = [{unless}]\nallow = \"a + 1 != b\"\n"
        )
    };
    let read = |unless: &str| Library::built_in().with_file(&text(unless), "mine.toml");
    assert!(read("\"white-dot\", \"x\"").is_ok());
    for (unless, says) in [
        (
            "\"white-dot\", \"white-dots\"",
            "7:24: unknown type of constraint `white-dots`, \
             expected a known one, perhaps \"white-dot\"; one of: all-pairs, any-of, ",
        ),
        (
            "\"diagonal\"",
            "7:11: unknown type of constraint `diagonal`, expected one of: ",
        ),
    ] {
        let error = read(unless).expect_err(unless).to_string();
        assert!(error.contains(&format!("mine.toml:{says}")), "{error}");
    }
}

#[test]
fn another_name_of_a_type_is_no_name_of_a_file() {
    let text = HEAD.replace("\"mine\"", "\"cage\"") + "[[distinct]]\n";
    let error = Library::built_in().with_file(&text, "cage.toml");
    let says = "cage.toml:1:8: name: found `cage`, another name of the type of constraint `killer`";
    let error = error.unwrap_err().to_string();
    assert!(error.contains(says), "{error}");
}

/// What a kernel would hide, what would be 0 without a word, and what does nothing.
#[test]
fn parameters_that_kernels_would_not_see_are_refused() {
    let parameter = |name: &str, more: &str| {
        format!(
            "[[parameters]]\nname = \"{name}\"\nsummary = \"s\"\n{more}\n\
             [[pairs]]\nwhere = \"j = i + 1\"\nallow = \"a != b\"\n"
        )
    };
    let head = HEAD.replace(
        "parameters = [{ name = \"cells\", type = \"cells\", summary = \"s\" }]\n",
        "[[parameters]]\nname = \"cells\"\ntype = \"cells\"\nsummary = \"s\"\n",
    );
    let read = |body: &str| Library::built_in().with_file(&format!("{head}{body}"), "mine.toml");
    let refused = |body: &str, part: &str| {
        let error = read(body).expect_err(body).to_string();
        assert!(error.contains(part), "{body}: {error}");
    };
    let names = "a b c d i j k n r least max min most part rows size times every not";
    for name in names.split(' ') {
        let message = format!("{name} already has a meaning; choose another name");
        refused(&parameter(name, "type = \"integer\""), &message);
    }
    // Only rules know these, and they have no parameters.
    for name in ["down", "right", "each"] {
        let allow = format!("abs(a - b) > {name}");
        let body = parameter(name, "type = \"integer\"").replace("a != b", &allow);
        assert!(read(&body).is_ok(), "{name}");
    }
    for kind in ["integer", "boolean", "cells", "digits", "table"] {
        let optional = format!("type = \"{kind}\"\noptional = true");
        refused(&parameter("limit", &optional), "mine.toml:10:8: `optional`");
    }
    assert!(read(&parameter("limit", "type = \"text\"\noptional = true")).is_ok());
    let range = "type = \"integer\"\nleast = \"5\"\nmost = \"2\"";
    refused(&parameter("limit", range), "found 2, expected at least 5");
    let default = |default: i64| {
        let range = "least = \"2\"\nmost = \"5\"";
        parameter(
            "limit",
            &format!("type = \"integer\"\n{range}\ndefault = \"{default}\""),
        )
    };
    refused(
        &default(1),
        "found 1, expected at least 2, which is `least`",
    );
    refused(&default(6), "found 6, expected at most 5, which is `most`");
    assert!(read(&default(5).replace("a != b", "a - b != limit")).is_ok());
}

#[test]
fn kernels_of_a_rule_that_do_nothing_are_refused() {
    for (body, part) in [
        (
            "[[pairs]]\nsteps = []\nallow = \"a != b\"",
            "`steps` is empty",
        ),
        (
            "[[some]]\nwindows = [65, 2]\nallow = \"d > 1\"",
            "more than 64 rows",
        ),
    ] {
        let text = format!(
            "name = \"mine\"\nkind = \"rule\"\nsummary = \"Mine.\"\nreference = \"none\"\n{body}\n"
        );
        let error = Library::built_in().with_file(&text, "mine.toml");
        let error = error.expect_err(body).to_string();
        assert!(error.contains(part), "{error}");
    }
}

/// Items survive JSON: their fields are what the file says.
#[test]
fn fields_are_free() {
    let item: ConstraintItem = serde_json::from_value(json!({"type": "x", "cells": []})).unwrap();
    assert_eq!(item.kind, "x");
    assert!(item.fields.contains_key("cells"));
}
