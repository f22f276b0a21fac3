//! Puzzles that were answered wrongly, or not in sensible time, once.

use crate::sample::Instance;
use satoku::backend::{self, Answer, Approach, Backend, VariantAuto, VariantNative, VariantSat};
use satoku::encoding::Encoding;
use satoku::limits::Limits;
use satoku::objective::CellWeights;
use satoku::rules::text::{VariantReader, solution_text};
use satoku::rules::{Library, compile};
use satoku::sat::Engine;
use satoku::search::Threads;
use satoku::{End, Optimum, Query, Verdict};
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;

/// The cages of some rows and columns leave no cell over. The copying search took a sum
/// of no cells for one that cannot be reached, and native search found no solution. Killer
/// of tarek, number 9 of <http://rcbroughton.co.uk/sudoku/forum/viewtopic.php?f=3&t=434>.
#[test]
fn a_killer_whose_cages_leave_no_cell_over_has_its_solution() {
    let text = ".Cage~10~R1C1~R1C2~R2C1.Cage~17~R1C3~R1C4.Cage~22~R1C5~R2C5~R3C5~R4C5\
        .Cage~10~R1C6~R1C7.Cage~10~R1C8~R1C9~R2C9.Cage~25~R2C2~R2C3~R2C4~R3C2~R4C2\
        .Cage~23~R2C6~R2C7~R2C8~R3C8~R4C8.Cage~14~R3C1~R4C1.Cage~14~R3C3~R3C4~R4C3~R4C4\
        .Cage~21~R3C6~R3C7~R4C6~R4C7.Cage~14~R3C9~R4C9.Cage~22~R5C1~R5C2~R5C3~R6C2\
        .Cage~9~R5C4~R5C5~R6C5.Cage~20~R5C6~R5C7~R5C8~R5C9.Cage~16~R6C1~R7C1~R7C2\
        .Cage~23~R6C3~R6C4~R7C3~R7C4.Cage~15~R6C6~R6C7~R7C6~R7C7\
        .Cage~28~R6C8~R7C8~R8C6~R8C7~R8C8.Cage~11~R6C9~R7C9.Cage~21~R7C5~R8C4~R8C5~R9C5\
        .Cage~18~R8C1~R8C2~R9C1~R9C2.Cage~14~R8C3~R9C3~R9C4.Cage~13~R8C9~R9C8~R9C9\
        .Cage~15~R9C6~R9C7";
    let record = VariantReader::new(text.as_bytes(), "tarek", None)
        .next()
        .unwrap();
    let puzzle = compile(&record.unwrap().description, Library::built_in()).unwrap();
    let limits = Limits::unlimited();
    let mut native = VariantNative::default();
    let query = Query::Enumerate { limit: 2 };
    let Answer::Enumerate(solutions, tally) =
        backend::ask(&mut native, &puzzle, &query, &limits).unwrap()
    else {
        panic!("another answer");
    };
    assert_eq!(tally.end, End::Exhausted);
    let texts = solutions
        .iter()
        .map(|found| solution_text(puzzle.board(), found));
    assert_eq!(
        texts.collect::<Vec<_>>(),
        ["258976431394218576671354829836497215729165348145823967963782154582641793417539682"]
    );
}

/// A renban around the middle of each box (the Interactive-Sudoku-Solver's "Zero solution:
/// Renban"). With clauses for pairs of cells alone varisat needed minutes.
#[test]
fn nine_renbans_have_no_solution() {
    let text = ".Renban~R7C2~R8C1~R9C2~R8C3.Renban~R7C5~R8C6~R9C5~R8C4\
        .Renban~R8C7~R9C8~R8C9~R7C8.Renban~R6C8~R5C9~R4C8~R5C7.Renban~R3C2~R2C1~R1C2~R2C3\
        .Renban~R3C5~R2C4~R1C5~R2C6.Renban~R2C7~R1C8~R2C9~R3C8.Renban~R5C4~R4C5~R5C6~R6C5\
        .Renban~R4C2~R5C1~R6C2~R5C3";
    let record = VariantReader::new(text.as_bytes(), "renbans", None)
        .next()
        .unwrap();
    let puzzle = compile(&record.unwrap().description, Library::built_in()).unwrap();
    let encoding = Encoding::named("extended").unwrap();
    let mut sat = VariantSat::new(&encoding, &Engine::varisat());
    let found = backend::first(&mut sat, &puzzle, &Limits::unlimited());
    assert!(matches!(found, Ok(Verdict::Unsatisfiable)), "{found:?}");
}

/// The first attempt at the maximum finds the only solution, and gives up below another branch.
/// The searches that take over come to it no more, and were believed.
#[test]
fn the_maximum_is_not_lost_with_what_was_searched_first() {
    let text = include_str!("../data/variants/non-consecutive.jsonl");
    let line = text
        .lines()
        .find(|line| line.contains("non-consecutive-006"));
    let puzzle = Instance::of(line.unwrap()).puzzle();
    let weights = CellWeights::pyramid(puzzle.board());
    let (mut native, limits) = (VariantNative::default(), Limits::unlimited());
    let optimum = backend::maximise(&mut native, &puzzle, &weights, &limits).unwrap();
    let Optimum::Optimal { solution, score } = optimum else {
        panic!("not proven");
    };
    assert_eq!((puzzle.check(&solution), score), (Ok(()), 2858));
    let top = backend::variant_top_scores(&native, &puzzle, &weights, &solution, 3, &limits);
    assert_eq!(top.unwrap().scores, [(2858, solution)]);
}

/// Native search needs minutes for four clues, and was alone with them.
#[test]
fn four_x_sums_on_a_large_board_are_found_by_sat() {
    let line = |clue: &str, sum: i64| {
        let (direction, number) = clue.split_at(1);
        let cells = (1..=16).map(|place| match direction {
            "^" => format!("r{}c{number}", 17 - place),
            "<" => format!("r{number}c{}", 17 - place),
            _ => format!("r{number}c{place}"),
        });
        json!({ "type": "x-sum", "cells": cells.collect::<Vec<_>>(), "sum": sum })
    };
    let regions = (0..256).map(|cell| {
        let number = cell / 64 * 4 + cell % 16 / 4;
        char::from(b"123456789ABCDEFG"[number])
    });
    let clues = [("^12", 33), ("<11", 26), ("^6", 109), (">2", 37)];
    let description = serde_json::from_value(json!({
        "rows": 16, "columns": 16, "min": 1, "max": 16, "regions": regions.collect::<String>(),
        "constraints": clues.map(|(clue, sum)| line(clue, sum)),
    }));
    let puzzle = compile(&description.unwrap(), Library::built_in()).unwrap();
    let encoding = Encoding::named("extended").unwrap();
    let sat = VariantSat::new(&encoding, &Engine::varisat());
    let mut both = VariantAuto::new(VariantNative::sharing(Arc::new(Threads::new(2))), sat);
    let limits = Limits::unlimited().within(Duration::from_secs(120));
    for limit in [1, 2] {
        let (found, tally) = backend::solutions(&mut both, &puzzle, limit, &limits).unwrap();
        assert_eq!((tally.found, tally.end), (limit, End::Enough));
        assert!(limit == 1 || found[0] != found[1]);
        assert_eq!(both.approach(), Approach::Clauses);
        assert_eq!(both.answered_by(), "varisat/extended");
    }
}

/// Native search alone takes ten times as long.
#[test]
fn the_candidates_of_a_large_jigsaw_are_found_by_sat() {
    let description = serde_json::from_value(json!({
        "rows": 10, "columns": 10, "min": 1, "max": 10, "rules": ["anti-knight", "diagonal"],
        "regions": "JEEEEECCBBJJGGGEECBBJJJGGECCBBJIGGGEDCBAJIGGFEDCBAJIIIFFDCBAJIHIFFDCBAIIHFFDDCAAHIHHFFDAAAHHHHHFDDDA",
    }));
    let puzzle = compile(&description.unwrap(), Library::built_in()).unwrap();
    let mut both = VariantAuto::sharing(Arc::new(Threads::new(2)));
    let limits = Limits::unlimited().within(Duration::from_secs(120));
    for limit in [1, 5] {
        let found = both.true_candidates(&puzzle, limit, &limits);
        assert_eq!(found.stopped, None);
        assert!(puzzle.board().cells().all(|cell| found.possible(cell) == 0));
        assert_eq!(both.answered_by(), "varisat/extended");
    }
}
