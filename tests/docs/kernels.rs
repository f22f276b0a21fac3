//! The table of choices in encodings/README.md has the sizes that are measured.

use satoku::cnf::Counter;
use satoku::encoding::Encoding;
use satoku::encoding::kernels::{Silent, VariantMap, closure};
use satoku::limits::Limits;
use satoku::rules::text::VariantReader;
use satoku::rules::{Library, VariantPuzzle, compile};
use std::path::Path;

/// A row of the table: the choice, and the variables and clauses of all formulas.
type Row = (String, u64, u64);

#[test]
fn the_table_of_choices_has_the_sizes_of_the_formulas() {
    let puzzles = puzzles();
    let encoding = Encoding::named("extended").unwrap();
    let choices = encoding.spec().kernels.with_each_change();
    let measured: Vec<Row> = choices
        .into_iter()
        .map(|(name, kernels)| {
            let encoding = encoding.clone().with_kernels(kernels);
            let sizes = puzzles.iter().map(|puzzle| size(&encoding, puzzle));
            let total = sizes.fold(Counter::default(), |all, size| all + size);
            let name = match name.as_str() {
                "as the file says" => "the defaults".to_owned(),
                _ => format!("`{name}`"),
            };
            (name, total.variables as u64, total.clauses)
        })
        .collect();
    let text = std::fs::read_to_string(root().join("encodings/README.md")).unwrap();
    assert!(text.contains(&format!("\n{} puzzles, with varisat", puzzles.len())));
    assert_eq!(table(&text), measured);
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Those of the documented command.
fn puzzles() -> Vec<VariantPuzzle> {
    let files = std::fs::read_dir(root().join("tests/data/variants")).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    let mut puzzles = Vec::new();
    for path in paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl")) {
        let text = std::fs::read(&path).unwrap();
        let records = VariantReader::new(&text[..], "", None);
        puzzles.extend(
            records
                .map(|record| compile(&record.unwrap().description, Library::built_in()).unwrap()),
        );
    }
    puzzles
}

fn size(encoding: &Encoding, puzzle: &VariantPuzzle) -> Counter {
    let mut size = Counter::default();
    if let Some(left) = closure(puzzle, &Limits::unlimited()).unwrap() {
        let map = VariantMap::live(puzzle.board(), &left);
        encoding.encode_variant(puzzle, &map, &mut size, &mut Silent);
    }
    size
}

fn table(text: &str) -> Vec<Row> {
    let (_, table) = text
        .split_once("| | variables | clauses | median |")
        .unwrap();
    let rows = table
        .lines()
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let number = |field: usize| fields[field].replace(',', "").parse().unwrap();
        (fields[1].to_owned(), number(2), number(3))
    })
    .collect()
}
