//! Single 9×9 puzzles: answered in the calling thread if that takes next to no time.

use crate::error::Failure;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use satoku::grid::Row;
use satoku::search::bitboard::Bitboard;
use satoku::search::lockstep::CELLS;
use satoku::{End, Limits, Reason};
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::time::Duration;

/// Solutions that are counted without looking at signals: some milliseconds' worth.
const QUICK: u64 = 10_000;

/// Nodes after which a search is left to another thread, which Ctrl-C can end.
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

/// Counts the solutions up to a limit. The search is short even if the time is not.
///
/// # Errors
/// A solution that breaks the rules or a given.
pub fn search(row: Row, limit: u64, time: Option<Duration>) -> Result<Short, Failure> {
    let (mut found, mut first, mut wrong) = (0, None, false);
    let most = limit.min(QUICK);
    let limits = Limits::unlimited().up_to_nodes(NODES);
    let limits = match time {
        Some(time) => limits.within(time),
        None => limits,
    };
    if limits.has_deadline() && limits.exceeded().is_some() {
        return Ok(Short::Long);
    }
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
        End::Stopped(Reason::NodeLimit | Reason::Timeout) => Short::Long,
        End::Enough if limit > most => Short::Long,
        _ => Short::Found(found, first),
    })
}

/// The row in a string of 81 digits and dots, where no keyword says otherwise: what most
/// calls are about, without a look at anything else.
pub fn plain(object: &Bound<'_, PyAny>, keywords: Option<&Bound<'_, PyDict>>) -> Option<Row> {
    if keywords.is_some() {
        return None;
    }
    let text = object.cast::<PyString>().ok()?.to_str().ok()?;
    Row::unambiguous(text.as_bytes().try_into().ok()?)
}

/// Whether a full grid obeys the rules and the givens.
fn solves(text: &[u8; CELLS], row: &Row) -> bool {
    let mut keeps_givens = true;
    for (&digit, &given) in text.iter().zip(row.text()) {
        keeps_givens &= !(b'1'..=b'9').contains(&given) || given == digit;
    }
    let bits = text.map(|digit| 1u16 << digit.wrapping_sub(b'1').min(15));
    let mut holds_all = true;
    let mut columns = [0; 9];
    for band in bits.chunks_exact(27) {
        let mut of_band = [0; 9];
        for line in band.chunks_exact(9) {
            holds_all &= line.iter().fold(0, |all, bit| all | bit) == ALL;
            of_band
                .iter_mut()
                .zip(line)
                .for_each(|(all, bit)| *all |= bit);
        }
        for stack in of_band.chunks_exact(3) {
            holds_all &= stack.iter().fold(0, |all, bit| all | bit) == ALL;
        }
        columns
            .iter_mut()
            .zip(of_band)
            .for_each(|(all, bits)| *all |= bits);
    }
    keeps_givens && holds_all && columns == [ALL; 9]
}

/// The bits of nine digits.
const ALL: u16 = 0x1ff;
