//! Whatever ships has a licence that allows it: the program, the wheel, the module of the
//! page, with all features: `cargo test --test docs licences -- --include-ignored`.

use crate::support::in_checkout;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// What ships.
const SHIPPED: [&str; 4] = ["satoku", "satoku-verify", "satoku-python", "satoku-web"];

/// Licences (SPDX) that ask for no more than a notice.
const ALLOWED: [&str; 11] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Whether an SPDX expression can be met by the allowed licences. `OR` binds weaker than
/// `AND`, and older manifests write `/` for `OR`.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ");
    let spaced = spaced.replace('/', " OR ");
    let mut words: Vec<String> = Vec::new();
    for word in spaced.split_whitespace() {
        match words.last_mut() {
            // `WITH` and what follows belong to the licence before.
            Some(last) if word == "WITH" || last.ends_with(" WITH") => *last += &format!(" {word}"),
            _ => words.push(word.to_owned()),
        }
    }
    let mut words = &words[..];
    either(&mut words) == Some(true) && words.is_empty()
}

/// Alternatives; `None` if the words are no expression.
fn either(words: &mut &[String]) -> Option<bool> {
    let mut holds = both(words)?;
    while take(words, "OR") {
        holds |= both(words)?;
    }
    Some(holds)
}

fn both(words: &mut &[String]) -> Option<bool> {
    let mut holds = one(words)?;
    while take(words, "AND") {
        holds &= one(words)?;
    }
    Some(holds)
}

fn one(words: &mut &[String]) -> Option<bool> {
    if take(words, "(") {
        let holds = either(words)?;
        return take(words, ")").then_some(holds);
    }
    let (first, rest) = words.split_first()?;
    *words = rest;
    Some(ALLOWED.contains(&&**first))
}

fn take(words: &mut &[String], word: &str) -> bool {
    match words.split_first() {
        Some((first, rest)) if first == word => {
            *words = rest;
            true
        }
        _ => false,
    }
}

#[test]
fn expressions_are_understood() {
    for allowed in [
        "MIT",
        "MIT/Apache-2.0",
        "MIT OR Apache-2.0 OR LGPL-2.1-or-later",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception",
        "GPL-3.0-only AND MIT OR ISC",
    ] {
        assert!(is_allowed(allowed), "{allowed}");
    }
    for refused in [
        "",
        "GPL-3.0-only",
        "AGPL-3.0",
        "LGPL-2.1-or-later",
        "MPL-2.0",
        "MIT AND GPL-2.0-only",
        "MIT AND (GPL-2.0-only OR MPL-2.0)",
        "GPL-2.0-only WITH Classpath-exception-2.0",
        "Apache-2.0 WITH Commons-Clause",
        "MIT OR",
        "(MIT",
        "MIT Apache-2.0",
    ] {
        assert!(!is_allowed(refused), "{refused}");
    }
}

/// All packages that are built for what ships, with their licences.
fn shipped() -> BTreeMap<String, String> {
    let ran = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--all-features",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let why = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(ran.status.success(), "{why}");
    let metadata: Value = serde_json::from_slice(&ran.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let packages = list(&metadata["packages"]);
    let packages: BTreeMap<String, &Value> = packages
        .iter()
        .map(|each| (text(&each["id"]), each))
        .collect();
    let nodes = list(&metadata["resolve"]["nodes"]);
    let nodes: BTreeMap<String, &Value> =
        nodes.iter().map(|each| (text(&each["id"]), each)).collect();
    let is_ours = |package: &Value| {
        package["source"].is_null() && SHIPPED.contains(&&*text(&package["name"]))
    };
    let ours = packages.iter().filter(|(_, package)| is_ours(package));
    let mut open: Vec<String> = ours.map(|(id, _)| id.clone()).collect();
    assert_eq!(open.len(), SHIPPED.len());
    let mut seen = BTreeSet::new();
    while let Some(id) = open.pop() {
        if seen.insert(id.clone()) {
            let needed = |dependency: &&Value| {
                let kinds = list(&dependency["dep_kinds"]);
                kinds.iter().any(|kind| kind["kind"] != "dev")
            };
            let dependencies = list(&nodes[&id]["deps"]);
            open.extend(
                dependencies
                    .iter()
                    .filter(needed)
                    .map(|each| text(&each["pkg"])),
            );
        }
    }
    let licence = |id: &String| {
        let package = packages[id];
        let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
        (name, text(&package["license"]))
    };
    seen.iter().map(licence).collect()
}

#[test]
#[ignore = "cargo downloads the packages of other features and systems for it"]
fn everything_that_ships_may_ship() {
    if in_checkout("web/Cargo.toml").is_none() {
        return;
    }
    let shipped = shipped();
    assert!(shipped.len() > 100, "{}", shipped.len());
    assert!(shipped.keys().any(|name| name.starts_with("pyo3 ")));
    let refused: Vec<_> = shipped
        .iter()
        .filter(|(_, licence)| !is_allowed(licence))
        .collect();
    assert!(refused.is_empty(), "{refused:?}");
}

#[test]
fn each_package_has_the_licences_of_the_whole() {
    for package in ["verify", "python"] {
        for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
            let Some(path) = in_checkout(&format!("{package}/{name}")) else {
                continue;
            };
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
            let [own, whole] = [path, root].map(|path| std::fs::read_to_string(path).unwrap());
            assert_eq!(own, whole, "{package}/{name}");
        }
    }
}
