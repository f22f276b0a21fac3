//! `satoku encodings measure` on what has the same name, and on what fails.

use crate::support::{path, satoku, script};
use std::path::Path;

/// Measures the first two puzzles of a list.
fn measure(more: &[&str]) -> crate::support::Ran {
    let list = path("lines/top95.txt");
    let args = ["encodings", "measure", &list, "--first", "2"];
    satoku(&[&args[..], more].concat(), "")
}

/// A solver of a folder of its own that denies every formula.
fn liar(folder: &Path, name: &str) -> String {
    let folder = folder.join(name);
    std::fs::create_dir(&folder).unwrap();
    script(&folder, "liar", "echo 's UNSATISFIABLE'; exit 20")
}

/// The rows of both had the same label, and only the JSON told the faults.
#[test]
fn solvers_of_one_name_are_told_apart_and_their_faults_are_in_every_report() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (alice, bob) = (liar(folder.path(), "alice"), liar(folder.path(), "bob"));
    let (html, csv) = (file("page.html"), file("table.csv"));
    let solvers = [
        "--encoding",
        "minimal",
        "--solver",
        &alice,
        "--solver",
        &bob,
    ];
    let ran = measure(&[&solvers[..], &["--html", &html, "--csv", &csv]].concat());
    assert_eq!(ran.code, 4, "{}", ran.stderr);
    let says = |name: &str| format!("{name}/minimal: says that a puzzle has no solution, but it");
    for name in ["liar", "liar #2"] {
        assert!(ran.stderr.contains(&says(name)), "{}", ran.stderr);
    }
    let head = ran.stdout.lines().next().unwrap_or_default();
    assert!(head.trim_end().ends_with("faults"), "{}", ran.stdout);
    let page = std::fs::read_to_string(html).unwrap();
    assert!(
        page.contains("<h2>Faults</h2>") && page.contains(&says("liar #2")),
        "{page}"
    );
    let table = std::fs::read_to_string(csv).unwrap();
    let head = table.lines().next().unwrap();
    assert!(
        head.contains(",unknown,faults,") && head.ends_with(",fault"),
        "{head}"
    );
    let row = table
        .lines()
        .find(|row| row.starts_with("liar #2,"))
        .unwrap();
    let figures: Vec<&str> = row.split(',').collect();
    assert_eq!(figures[3..9], ["2", "0", "0", "0", "2", "2"], "{row}");
    assert!(row.contains("says that a puzzle has no solution"), "{row}");
}

#[test]
fn two_encodings_of_one_name_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let own = |name: &str| {
        let text = std::fs::read_to_string(format!("encodings/{name}.toml")).unwrap();
        let text = text.split("[[expected]]").next().unwrap_or_default();
        let text = text.replacen(&format!("\"{name}\""), "\"own\"", 1);
        let file = folder.path().join(format!("{name}.toml"));
        std::fs::write(&file, text).unwrap();
        file.display().to_string()
    };
    let (minimal, extended) = (own("minimal"), own("extended"));
    let ran = measure(&["--encoding", &minimal, "--encoding", &extended]);
    assert_eq!((ran.code, ran.stdout.as_str()), (2, ""));
    let says = format!(
        "satoku: error: --encoding {extended}: there is another encoding called 'own': give this \
         one a name of its own\n"
    );
    assert_eq!(ran.stderr, says);
}
