//! Reading instances with known answers.

use satoku::grid::Solution;
use satoku::rules::{self, Board, Description, Library, VariantPuzzle};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Time for each question.
pub const TIME: Duration = Duration::from_secs(120);

/// An instance with its known answer.
pub struct Instance {
    pub id: String,
    pub description: Description,
    pub solutions: Known,
    /// The only solution.
    pub solution: Option<Solution>,
}

/// How many solutions there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    None,
    One,
    AtLeastOne,
    Several,
    Nothing,
}

impl Instance {
    /// The record of a line.
    pub fn of(line: &str) -> Instance {
        let record: Value = serde_json::from_str(line).unwrap();
        let id = record["id"].as_str().unwrap().to_owned();
        let description: Description = serde_json::from_value(record["puzzle"].clone())
            .unwrap_or_else(|error| panic!("{id}: {error}"));
        let solutions = match &record["solutions"] {
            Value::Null => Known::Nothing,
            Value::Number(number) if number.as_u64() == Some(0) => Known::None,
            Value::Number(number) if number.as_u64() == Some(1) => Known::One,
            Value::String(text) if text == "1+" => Known::AtLeastOne,
            Value::String(text) if text == "2+" => Known::Several,
            other => panic!("{id}: solutions {other}"),
        };
        let board = Board::new(
            (description.rows, description.columns),
            (description.min, description.max),
            None,
        );
        let board = board.unwrap();
        let solution = record["solution"].as_str();
        let solution = solution.filter(|_| solutions == Known::One);
        Instance {
            solution: solution.map(|text| parsed(&board, text)),
            id,
            description,
            solutions,
        }
    }

    /// The puzzle as engines know it.
    pub fn puzzle(&self) -> VariantPuzzle {
        compiled(&self.id, &self.description)
    }

    pub fn size(&self) -> (usize, usize) {
        (self.description.rows, self.description.columns)
    }
}

/// A puzzle with the built-in rules.
pub fn compiled(id: &str, description: &Description) -> VariantPuzzle {
    rules::compile(description, Library::built_in()).unwrap_or_else(|error| panic!("{id}: {error}"))
}

/// Digits, or numbers split by blanks.
fn parsed(board: &Board, text: &str) -> Solution {
    let values: Vec<i64> = match text.contains(' ') {
        true => text.split(' ').map(|word| word.parse().unwrap()).collect(),
        false => text.bytes().map(|byte| i64::from(byte - b'0')).collect(),
    };
    let digits = values.iter().map(|value| board.digit(*value).unwrap());
    Solution::new(digits.collect())
}

/// All instances of the folder that the user names, or else of the repository.
pub fn instances() -> Vec<Instance> {
    match std::env::var_os("SATOKU_VARIANTS") {
        Some(folder) => instances_in(Path::new(&folder)),
        None => own_instances(),
    }
}

/// All instances of the repository.
pub fn own_instances() -> Vec<Instance> {
    instances_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/variants"))
}

fn instances_in(folder: &Path) -> Vec<Instance> {
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
    files.sort();
    let texts = files
        .iter()
        .map(|file| std::fs::read_to_string(file).unwrap());
    let instances: Vec<Instance> = texts
        .flat_map(|text| text.lines().map(Instance::of).collect::<Vec<_>>())
        .collect();
    assert!(!instances.is_empty(), "{}: no instance", folder.display());
    instances
}
