//! Rates of sets, and times of single puzzles.

use crate::Failure;
use crate::landscape::{Line, Set};
use nix::time::{ClockId, clock_gettime};
use satoku::grid::Row;
use satoku::limits::Limits;
use satoku::search::bitboard::Bitboard;
use satoku::search::lockstep::{Lockstep, Question, Simd};
use std::hint::black_box;
use sudoku::Sudoku;

/// Rounds; the best of each way counts.
const ROUNDS: usize = 5;

/// Seconds of a turn. Small sets are solved several times in a turn, so that code and
/// puzzles are in the caches.
const TURN: f64 = 0.02;

/// The rates of one set.
pub struct Rates {
    /// The set.
    pub name: String,
    /// Puzzles a second, by the ways of [`ways`].
    pub by_way: Vec<(String, f64)>,
}

/// A way to count the solutions of puzzles.
type Count = Box<dyn FnMut(&[Line]) -> Result<u64, Failure>>;

/// All ways, the crate first.
fn ways(limit: usize, short: bool) -> Vec<(String, Count)> {
    let mut ways: Vec<(String, Count)> = Vec::new();
    let peer = move |lines: &[Line]| {
        let counts = lines.iter().map(|line| peer_count(line, limit));
        counts.sum()
    };
    ways.push(("sudoku".to_owned(), Box::new(peer)));
    let mut bitboard = Bitboard::default();
    let one_by_one = move |lines: &[Line]| Ok(bitboard_sum(&mut bitboard, lines, limit as u64));
    ways.push(("bitboard".to_owned(), Box::new(one_by_one)));
    for simd in Simd::available() {
        let checked = Lockstep::on(simd);
        if short && simd != Simd::available().next().unwrap_or(simd) {
            continue;
        }
        ways.push((simd.to_string(), many(checked.clone(), limit)));
        if !short {
            ways.push((format!("{simd}-"), many(checked.unchecked(), limit)));
        }
    }
    ways
}

fn peer_count(line: &Line, limit: usize) -> Result<u64, Failure> {
    let text = std::str::from_utf8(line)?;
    let puzzle = Sudoku::from_str_line(text).map_err(|error| error.to_string())?;
    Ok(puzzle.solutions_count_up_to(limit) as u64)
}

fn bitboard_sum(bitboard: &mut Bitboard, lines: &[Line], limit: u64) -> u64 {
    let unlimited = Limits::unlimited();
    let rows = lines.iter().filter_map(Row::new);
    rows.map(|row| bitboard.count(row, limit, &unlimited).0)
        .sum()
}

fn many(engine: Lockstep, limit: usize) -> Count {
    Box::new(move |lines| {
        let mut rows = Vec::with_capacity(lines.len());
        rows.extend(lines.iter().filter_map(Row::new));
        let question = Question {
            limit: limit as u64,
            show: 0,
        };
        let answers = engine.answer(&rows, question, &Limits::unlimited())?;
        Ok((0..rows.len()).map(|puzzle| answers.found(puzzle)).sum())
    })
}

/// Measures all sets and prints a table.
pub fn rates(sets: &[Set], limit: usize, short: bool) -> Result<Vec<Rates>, Failure> {
    print!("{:22}", format!("puzzles/s, limit {limit}"));
    for (number, (name, _)) in ways(limit, short).iter().enumerate() {
        let width = if number == 0 { 12 } else { 23 };
        print!("{name:>width$}");
    }
    println!();
    sets.iter().map(|set| rate(set, limit, short)).collect()
}

fn rate(set: &Set, limit: usize, short: bool) -> Result<Rates, Failure> {
    let mut ways = ways(limit, short);
    let mut best = vec![f64::MAX; ways.len()];
    for _ in 0..ROUNDS {
        let mut counts = Vec::new();
        for ((_, count), best) in ways.iter_mut().zip(&mut best) {
            counts.push(turn(best, || count(&set.lines))?);
        }
        if counts.iter().any(|count| *count != counts[0]) {
            return Err(format!("{}: the counts differ: {counts:?}", set.name).into());
        }
    }
    let rate = |seconds: f64| set.lines.len() as f64 / seconds;
    print!("{:22}{:>12.0}", set.name, rate(best[0]));
    for seconds in &best[1..] {
        print!("{:>14.0}{:>8.1}x", rate(*seconds), best[0] / seconds);
    }
    println!();
    let names = ways.into_iter().map(|(name, _)| name);
    Ok(Rates {
        name: set.name.clone(),
        by_way: names.zip(best.into_iter().map(rate)).collect(),
    })
}

/// Repeats one way for a turn and returns its last result. `best` becomes the seconds
/// of a run, if they are fewer.
fn turn<T>(best: &mut f64, mut run: impl FnMut() -> T) -> T {
    let (start, mut runs) = (seconds(), 0);
    loop {
        let result = black_box(run());
        runs += 1;
        let taken = seconds() - start;
        if taken >= TURN {
            *best = best.min(taken / f64::from(runs));
            return result;
        }
    }
}

/// The processor time of this thread, unaffected by other programs.
fn seconds() -> f64 {
    let now = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("Linux has this clock");
    now.tv_sec() as f64 + now.tv_nsec() as f64 * 1e-9
}

/// Prints the percentiles of the times of single puzzles, in microseconds, and the
/// puzzles that took longest.
pub fn single_puzzles(sets: &[Set], limit: usize) -> Result<(), Failure> {
    print!("{:34}", "µs a puzzle");
    for share in SHARES {
        print!("{:>10}", format!("{} %", 100.0 * share));
    }
    println!("  slowest");
    for set in sets {
        for (name, mut count) in ways(limit, true) {
            let mut times = Vec::new();
            for line in &set.lines {
                let start = seconds();
                black_box(count(std::slice::from_ref(line))?);
                times.push(((seconds() - start) * 1e6, line));
            }
            times.sort_by(|one, other| one.0.total_cmp(&other.0));
            print!("{:22}{name:>12}", set.name);
            for share in SHARES {
                let place = ((times.len() - 1) as f64 * share) as usize;
                print!("{:>10.1}", times[place].0);
            }
            let slowest = times.last().map_or(&b""[..], |(_, line)| &line[..]);
            println!("  {}", String::from_utf8_lossy(slowest));
        }
    }
    Ok(())
}

/// Shares of puzzles that need no longer than a percentile.
const SHARES: [f64; 4] = [0.5, 0.99, 0.999, 1.0];
