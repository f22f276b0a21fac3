//! Formulas are the recorded ones, clause by clause: a clause too many or too few changes
//! no answer, and nothing else would notice it. `SATOKU_RECORD=1 cargo test --test variants
//! formulas` records them again.

use crate::sample::{Instance, own_instances};
use satoku::cnf::Syntax;
use satoku::encoding::kernels::{VariantExportOptions, VariantMap, closure, write_variant};
use satoku::encoding::{DEFAULT, Encoding};
use satoku::limits::Limits;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::PathBuf;

/// Encodings besides the default one that each puzzle is encoded by.
const OTHERS: usize = 2;

/// The choices that no built-in encoding makes.
const KERNELS: [(&str, &str); 2] = [
    (
        "diagrams",
        "pairs = 'conflict'\nautomata = 'states'\ncages = 'diagram'\nsums = 'diagram'\n\
         joined_sums = false\n",
    ),
    (
        "totalizers",
        "cages = 'totalizer'\nsums = 'totalizer'\nderived_house_sums = false\n\
         line_pairs = false\n",
    ),
];

#[test]
fn formulas_are_as_recorded() {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "tests", "data", "formulas.txt"]
        .iter()
        .collect();
    let found = formulas();
    if std::env::var_os("SATOKU_RECORD").is_some() {
        std::fs::write(&path, found.join("\n") + "\n").unwrap();
        return;
    }
    let recorded = std::fs::read_to_string(&path).unwrap();
    let recorded: Vec<&str> = recorded.lines().collect();
    assert_eq!(recorded.len(), found.len());
    let differing = found.iter().zip(&recorded);
    let differing = differing.filter(|(found, recorded)| found != *recorded);
    let differing: String = differing.fold(String::new(), |mut text, (found, recorded)| {
        writeln!(text, "{recorded}, and now {found}").unwrap();
        text
    });
    assert!(
        differing.is_empty(),
        "{differing}if that is right: SATOKU_RECORD=1 cargo test --test variants formulas"
    );
}

/// A line for each formula: puzzle, encoding, variables that may be used, syntax, and what
/// the file is like.
fn formulas() -> Vec<String> {
    let all = Encoding::built_in();
    let others: Vec<&Encoding> = all.iter().filter(|each| each.name() != DEFAULT).collect();
    let default = Encoding::named(DEFAULT).unwrap();
    let with_kernels = KERNELS.map(|(name, kernels)| with_kernels(name, kernels));
    let mut lines = Vec::new();
    for (place, instance) in own_instances().iter().enumerate() {
        let mut add = |encoding: &Encoding, map: &str, syntax: Syntax| {
            let text = clauses(instance, encoding, map == "full", syntax);
            let hash = Sha256::digest(&text);
            let hash = hash[..8].iter().fold(String::new(), |mut hash, byte| {
                write!(hash, "{byte:02x}").unwrap();
                hash
            });
            let count = text.lines().count();
            let (id, name) = (&instance.id, encoding.name());
            lines.push(format!(
                "{id} {name} {map} {syntax:?}: {count} lines, {hash}"
            ));
        };
        add(&default, "live", Syntax::Cnf);
        add(&default, "live", Syntax::Opb);
        for each in 0..OTHERS {
            let other = others[(place * OTHERS + each) % others.len()];
            let map = if each == 0 { "live" } else { "full" };
            add(other, map, Syntax::Cnf);
        }
        add(&with_kernels[place % KERNELS.len()], "live", Syntax::Cnf);
    }
    lines
}

/// The default encoding with other kernels.
fn with_kernels(name: &str, kernels: &str) -> Encoding {
    let mut files = Encoding::built_in_files();
    let (_, default) = files.find(|(file, _)| file.contains(DEFAULT)).unwrap();
    let text = default.replace(
        &format!("name = \"{DEFAULT}\""),
        &format!("name = \"{name}\""),
    );
    Encoding::parse(&format!("{text}\n[kernels]\n{kernels}"), name).unwrap()
}

/// The file without comments, whose words may be improved.
fn clauses(instance: &Instance, encoding: &Encoding, is_full: bool, syntax: Syntax) -> String {
    let puzzle = instance.puzzle();
    let (board, limits) = (puzzle.board(), Limits::unlimited());
    let map = match closure(&puzzle, &limits).unwrap() {
        Some(left) if !is_full => VariantMap::live(board, &left),
        _ => VariantMap::full(board),
    };
    let options = VariantExportOptions {
        syntax,
        objective: None,
        lowest: false,
        show: false,
        json: None,
        limits: &limits,
    };
    let mut text = Vec::new();
    write_variant(encoding, &puzzle, &map, options, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines = text.lines();
    let lines = lines.filter(|line| !line.starts_with(['c', '*']) || line.contains("#variable"));
    lines.collect::<Vec<_>>().join("\n")
}
