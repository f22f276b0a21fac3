//! Formulas are the recorded ones, clause by clause: a clause too many, or one that is implied
//! and left out, changes no answer, and nothing else would notice it. `SATOKU_RECORD=1 cargo test --test variants
//! formulas` records them again.

use crate::random_kernels;
use crate::sample::own_instances;
use satoku::backend::Presolve;
use satoku::cnf::{Formula, Syntax};
use satoku::encoding::kernels::{VariantExportOptions, VariantMap, closure, write_variant};
use satoku::encoding::{DEFAULT, Encoding};
use satoku::grid::text::{PuzzleReader, ReadOptions};
use satoku::limits::Limits;
use satoku::rules::VariantPuzzle;
use satoku::search::Native;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::PathBuf;

/// Encodings besides the default one that each puzzle is encoded by.
const OTHERS: usize = 2;

/// Classic puzzles: 4×4, 6×6, 9×9.
const CLASSIC: [&str; 3] = [
    "1.......3......2",
    "1....2.3....4..5......6.....1...2...",
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
];

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
         line_pairs = false\npair_sets = false\n",
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
            let text = clauses(&instance.puzzle(), encoding, map == "full", syntax);
            lines.push(line(&instance.id, encoding, map, syntax, &text));
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
    for number in 0..random_kernels::PUZZLES {
        let puzzle = random_kernels::puzzle(number);
        for (place, encoding) in all.iter().chain(&with_kernels).enumerate() {
            let map = ["live", "full"][(number as usize + place) % 2];
            let text = clauses(&puzzle, encoding, map == "full", Syntax::Cnf);
            let id = format!("random-{number}");
            lines.push(line(&id, encoding, map, Syntax::Cnf, &text));
        }
    }
    lines.extend(CLASSIC.iter().flat_map(|text| classic(text, &all)));
    lines
}

/// A classic puzzle by all encodings, with the candidates of three levels of presolving.
fn classic(text: &str, encodings: &[Encoding]) -> Vec<String> {
    let options = ReadOptions::default();
    let record = PuzzleReader::new(text.as_bytes(), "puzzle", options).next();
    let puzzle = record.unwrap().unwrap().puzzle;
    let mut native = Native::default();
    let mut lines = Vec::new();
    for presolve in [Presolve::None, Presolve::Givens, Presolve::Locked] {
        let map = presolve.variables_within(&mut native, &puzzle, &Limits::unlimited());
        let map = map.unwrap().unwrap();
        for encoding in encodings {
            let mut formula = Formula::default();
            encoding.encode(&puzzle, &map, &mut formula);
            let clauses = formula.clauses().map(|clause| format!("{clause:?}\n"));
            let (clauses, map) = (clauses.collect::<String>(), presolve.to_string());
            lines.push(line(text, encoding, &map, Syntax::Cnf, &clauses));
        }
    }
    lines
}

fn line(id: &str, encoding: &Encoding, map: &str, syntax: Syntax, text: &str) -> String {
    let hash = Sha256::digest(text);
    let hash = hash[..8].iter().fold(String::new(), |mut hash, byte| {
        write!(hash, "{byte:02x}").unwrap();
        hash
    });
    let (name, count) = (encoding.name(), text.lines().count());
    format!("{id} {name} {map} {syntax:?}: {count} lines, {hash}")
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
fn clauses(puzzle: &VariantPuzzle, encoding: &Encoding, is_full: bool, syntax: Syntax) -> String {
    let (board, limits) = (puzzle.board(), Limits::unlimited());
    let map = match closure(puzzle, &limits).unwrap() {
        Some(left) if !is_full => VariantMap::live(board, &left),
        _ => VariantMap::full(board),
    };
    let options = VariantExportOptions {
        syntax,
        objective: None,
        show: false,
        json: None,
        limits: &limits,
    };
    let mut text = Vec::new();
    write_variant(encoding, puzzle, &map, options, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    let lines = text.lines();
    let lines = lines.filter(|line| !line.starts_with(['c', '*']) || line.contains("#variable"));
    lines.collect::<Vec<_>>().join("\n")
}
