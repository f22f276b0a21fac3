//! Puzzles a second, one thread, each counted up to two solutions: the crate
//! `sudoku`, and satoku one by one and many at once on every instruction set, in
//! one process and in turns. The crate does not check what it finds; satoku is
//! measured with the check of every solution and, behind a `-`, without it.
//!
//! `cargo run --release --manifest-path benches/peers/sudoku/Cargo.toml -- FOLDER`
//! with a folder of files that hold one puzzle a line.

use satoku::budget::Budget;
use satoku::native::alone::Alone;
use satoku::native::lockstep::{CELLS, Lockstep, Question, Row, Simd};
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};
use sudoku::Sudoku;

/// Rounds of which the best counts.
const ROUNDS: usize = 7;

/// How long a way goes on before it is the turn of the next: small files are solved
/// several times, so that each finds its code and its puzzles where it left them.
const TURN: Duration = Duration::from_millis(20);

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let folder = std::env::args()
        .nth(1)
        .ok_or("expected a folder of files with puzzles")?;
    let mut files: Vec<_> = std::fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    files.sort();
    print!("{:24}{:>8}{:>12}", "puzzles a second", "puzzles", "sudoku");
    print!("{:>20}", "alone");
    for (name, _) in ways() {
        print!("{name:>20}");
    }
    println!();
    files.iter().try_for_each(|file| measure(file))
}

/// The ways to solve many at once.
fn ways() -> Vec<(String, Lockstep)> {
    let both = |simd: Simd| {
        let checked = Lockstep::on(simd);
        [
            (simd.to_string(), checked),
            (format!("{simd}-"), checked.unchecked()),
        ]
    };
    Simd::available().flat_map(both).collect()
}

/// The best time of each way, in seconds.
fn measure(file: &Path) -> Result<(), Failure> {
    let text = std::fs::read_to_string(file)?;
    let lines: Vec<&[u8; CELLS]> = text
        .lines()
        .filter_map(|line| line.as_bytes().try_into().ok())
        .collect();
    let rows: Vec<Row<'_>> = lines.iter().filter_map(|line| Row::new(line)).collect();
    let peers: Vec<Sudoku> = text
        .lines()
        .filter_map(|line| Sudoku::from_str_line(line).ok())
        .collect();
    if rows.len() != lines.len() || peers.len() != rows.len() {
        return Err(format!("{}: not all lines are puzzles", file.display()).into());
    }
    let ways = ways();
    let mut best = vec![f64::MAX; ways.len() + 2];
    let mut alone = Alone::default();
    for _ in 0..ROUNDS {
        let by_peer = || {
            peers
                .iter()
                .filter(|peer| peer.is_uniquely_solvable())
                .count()
        };
        let proper = turn(&mut best[0], by_peer);
        let one = turn(&mut best[1], || {
            let unlimited = Budget::unlimited();
            let counts = rows.iter().map(|row| alone.count(*row, 2, &unlimited).0);
            counts.filter(|count| *count == 1).count()
        });
        agree(file, one, proper)?;
        for ((_, way), best) in ways.iter().zip(&mut best[2..]) {
            let one = turn(best, || {
                let question = Question { limit: 2, show: 0 };
                let answers = way.answer(&rows, question, &Budget::unlimited())?;
                black_box(&answers);
                let is_one = |puzzle: &usize| answers.found(*puzzle) == 1;
                Ok::<_, Failure>((0..rows.len()).filter(is_one).count())
            })?;
            agree(file, one, proper)?;
        }
    }
    let name = file.file_stem().unwrap_or_default().to_string_lossy();
    let rate = |seconds: f64| rows.len() as f64 / seconds;
    print!("{name:24}{:>8}{:>12.0}", rows.len(), rate(best[0]));
    for seconds in &best[1..] {
        print!("{:>14.0}{:>5.1}x", rate(*seconds), best[0] / seconds);
    }
    println!();
    Ok(())
}

/// Lets one way solve the file until its turn is over. Returns what it said last; `best`
/// becomes the seconds that a run took, if they are fewer.
fn turn<T>(best: &mut f64, mut run: impl FnMut() -> T) -> T {
    let (start, mut runs) = (Instant::now(), 0);
    loop {
        let said = black_box(run());
        runs += 1;
        let taken = start.elapsed();
        if taken >= TURN {
            *best = best.min(taken.as_secs_f64() / f64::from(runs));
            return said;
        }
    }
}

/// Both found as many proper puzzles.
fn agree(file: &Path, one: usize, proper: usize) -> Result<(), Failure> {
    match one == proper {
        true => Ok(()),
        false => Err(format!("{}: {one} and {proper} proper", file.display()).into()),
    }
}
