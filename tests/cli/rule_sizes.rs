//! Rules that mean more than fits in memory.

use crate::support::satoku;

/// Such a rule took all memory before any limit was looked at.
#[test]
fn a_rule_of_too_many_clauses_is_refused() {
    let some = |each: &str, allow: &str| {
        format!(
            "name = \"some\"\nkind = \"rule\"\nsummary = \"Mine.\"\nreference = \"None.\"\n\
             [[some]]\nwindows = [32, 32]\neach = [{each}]\nallow = \"{allow}\"\n"
        )
    };
    let run = |rules: &str| {
        let file = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
        std::fs::write(file.path(), rules).unwrap();
        let path = file.path().to_str().unwrap();
        let large = r#"{"rows":64,"columns":64,"min":1,"max":64}"#;
        satoku(&["convert", "--to", "json", "--rules", path], large)
    };
    let numbers: Vec<String> = (0..60).map(|number| number.to_string()).collect();
    let ran = run(&some(&numbers.join(","), "d != each"));
    let says = "found 1089 windows with 60 clauses each, expected at most 16777216 cells in all of \
                their clauses";
    assert!(ran.stderr.contains(says), "{}", ran.stderr);
    assert_eq!((ran.stdout.as_str(), ran.code), ("", 2));
    // Clauses that say the same are one.
    let ran = run(&some(&numbers.join(","), "d > each mod 2"));
    assert_eq!(ran.code, 0, "{}", ran.stderr);
}
