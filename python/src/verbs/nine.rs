//! Single 9×9 puzzles: answered in the calling thread as long as that takes no time.

use crate::error::Failure;
use satoku::grid::Row;
use satoku::search::bitboard::Bitboard;
use satoku::search::lockstep::CELLS;
use satoku::{End, Limits, Reason};
use std::cell::RefCell;
use std::ops::ControlFlow;

/// Solutions that are counted without looking at signals: some milliseconds' worth.
const QUICK: u64 = 10_000;

/// Solutions between two looks at the clock, so to speak: more work than this is left to
/// another thread, which Ctrl-C ends.
const NODES: u64 = 20_000;

thread_local! {
    static ENGINE: RefCell<Bitboard> = RefCell::default();
}

/// What is known about a puzzle after a short search.
pub enum Short {
    /// How many solutions there are, up to the limit, and the first.
    Found(u64, Option<[u8; CELLS]>),
    /// The search would take longer.
    Long,
}

/// Counts the solutions up to a limit.
///
/// # Errors
/// A solution that breaks the rules or a given.
pub fn search(row: Row, limit: u64) -> Result<Short, Failure> {
    let (mut found, mut first, mut wrong) = (0, None, false);
    let most = limit.min(QUICK);
    let limits = Limits::unlimited().up_to_nodes(NODES);
    let end = ENGINE.with_borrow_mut(|engine| {
        engine.search(row, &limits, |full| {
            let text = full.text();
            wrong |= !solves(&text, &row);
            found += 1;
            first.get_or_insert(text);
            match found < most && !wrong {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        })
    });
    if wrong {
        let puzzle = String::from_utf8_lossy(row.text());
        return Err(Failure::Engine(format!(
            "native gave a wrong solution to {puzzle}"
        )));
    }
    Ok(match end {
        End::Stopped(Reason::NodeLimit) => Short::Long,
        End::Enough if limit > most => Short::Long,
        _ => Short::Found(found, first),
    })
}

/// Whether a full grid obeys the rules and the givens.
fn solves(text: &[u8; CELLS], row: &Row) -> bool {
    let mut houses = [[0u16; 9]; 3];
    let mut keeps_givens = true;
    for (cell, (&digit, &given)) in text.iter().zip(row.text()).enumerate() {
        keeps_givens &= !given.is_ascii_digit() || given == b'0' || given == digit;
        let bit = 1u16 << digit.wrapping_sub(b'1').min(15);
        let (line, column) = (cell / 9, cell % 9);
        for (kind, house) in [line, column, line / 3 * 3 + column / 3]
            .into_iter()
            .enumerate()
        {
            houses[kind][house] |= bit;
        }
    }
    keeps_givens && houses.iter().flatten().all(|digits| *digits == 0x1ff)
}
