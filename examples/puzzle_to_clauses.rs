//! How SAT solves a Sudoku: puzzle → clauses → varisat → model → grid.
//!
//! ```text
//! cargo run --example puzzle_to_clauses
//! cargo run --example puzzle_to_clauses -- minimal
//! ```

use satoku::cnf::{Formula, Lit};
use satoku::encoding::{self, Encoding, VarMap};
use satoku::grid::text::{PuzzleReader, ReadOptions};
use satoku::limits::Limits;
use satoku::sat::{LimitChecks, SatSolver, SatVerdict, Varisat};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let name = std::env::args().nth(1);
    let name = name.as_deref().unwrap_or(encoding::DEFAULT);
    let encoding = Encoding::named(name).ok_or("expected a name from 'satoku encodings'")?;
    let mut reader = PuzzleReader::of_text(PUZZLE, "example", ReadOptions::default());
    let puzzle = reader.next().ok_or("no puzzle")??.puzzle;

    // One variable for each candidate: "this cell contains that digit".
    let map = VarMap::full(puzzle.geometry());
    let mut formula = Formula::default();
    encoding.encode(&puzzle, &map, &mut formula);
    println!(
        "{name}: {} variables, {} clauses, for example",
        formula.variables(),
        formula.clause_count()
    );
    for clause in formula.clauses().take(3) {
        let names = clause.iter().map(|&lit| describe(&map, lit));
        println!("  {}", names.collect::<Vec<_>>().join(" or "));
    }

    // A solver is a sink for clauses, just like a formula.
    let mut solver = Varisat::new(LimitChecks::BeforeSolving);
    formula.replay(&mut solver);
    let verdict = solver.solve(&Limits::unlimited());
    assert_eq!(verdict, SatVerdict::Sat);
    let solution = encoding::decode(&map, |var| solver.value(var) == Some(true))?;
    solution.check(&puzzle)?;
    for row in solution.cells().chunks(puzzle.geometry().side()) {
        let digits = row.iter().map(ToString::to_string);
        println!("{}", digits.collect::<Vec<_>>().join(" "));
    }
    Ok(())
}

fn describe(map: &VarMap, lit: Lit) -> String {
    let not = if lit.is_positive() { "" } else { "not " };
    match map.candidate(lit.var()) {
        Some(candidate) => format!("{not}{}", map.geometry().candidate_name(candidate)),
        None => format!("{not}x{}", lit.var().number()),
    }
}
