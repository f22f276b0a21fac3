use super::*;
use crate::grid::{Cell, Digit};
use crate::rules::VariantPuzzle;

fn board_of(description: &Description) -> Board {
    let numbers: Option<Vec<Option<u16>>> = description.regions.as_ref().map(|map| {
        let number = |c: char| (c != '.').then_some(c as u16);
        map.chars().map(number).collect()
    });
    let size = (description.rows, description.columns);
    Board::new(size, (description.min, description.max), numbers).unwrap()
}

#[test]
fn regions_of_any_form_are_drawn() {
    let text = r#"{"rows":3,"columns":4,"min":0,"max":11,"regions":"1122.12..333",
        "candidates":{"r1c1":[10],"r3c4":[0,3]},"rules":["anti-knight"],
        "constraints":[{"type":"killer","cells":["r1c1","r1c2"],"sum":12},{"type":"all-pairs","cells":["r1c1"],"table":[[0,1]]}]}"#;
    let description = record(text).description;
    let mut out = Vec::new();
    write_pretty_puzzle(&mut out, &board_of(&description), &description).unwrap();
    let expected = "\
┌─────────┬─────────┐
│ 10    . │  .    . │
├────┐    │    ┌────┤
│  . │  . │  . │  . │
│    ├────┴────┴────┤
│  . │  .    .    * │
└────┴──────────────┘
r3c4: 0 3
anti-knight
killer r1c1 r1c2, sum 12
all-pairs r1c1, table [[0,1]]
";
    assert_eq!(String::from_utf8(out).unwrap(), expected);
}

#[test]
fn solutions_are_drawn_and_written_as_text() {
    let description = record(".Shape~2x2~0-1.NoBoxes").description;
    let board = board_of(&description);
    let digits = [0, 1, 1, 0].map(Digit::from_index).to_vec();
    let solution = Solution::new(digits);
    let mut puzzle = VariantPuzzle::new(board.clone());
    let drawn = |puzzle: &VariantPuzzle, colour: bool| {
        let mut out = Vec::new();
        write_pretty_solution(&mut out, puzzle, &solution, colour).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(
        drawn(&puzzle, false),
        "┌─────┐\n│ 0 1 │\n│ 1 0 │\n└─────┘\n"
    );
    puzzle.restrict(Cell(1), 0b10);
    assert_eq!(
        drawn(&puzzle, false),
        "┌───────┐\n│ 0  1* │\n│ 1  0  │\n└───────┘\n"
    );
    assert!(drawn(&puzzle, true).contains("\x1b[36m0\x1b[0m \x1b[1m1\x1b[0m │"));
    assert_eq!(solution_text(&board, &solution), "0110");
    let wide = Board::new((2, 2), (9, 10), None).unwrap();
    assert_eq!(solution_text(&wide, &solution), "9 10 10 9");
}
