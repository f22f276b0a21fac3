//! A progress line on stderr.

use crate::cli::shown_line::ShownLine;
use crate::grid::text::lines::InputProgress;
use indicatif::{
    HumanCount, HumanFloatCount, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};
use std::fmt;
use std::io::{self, IsTerminal};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Runs shorter than this show no progress.
pub const QUIET: Duration = Duration::from_secs(1);

/// A line that shows how far a run is, once it takes longer than a moment and if stderr
/// is a terminal.
pub struct ProgressLine {
    bar: ProgressBar,
    _shown: ShownLine,
    /// When it appears, unless it is shown already or never will be.
    due: Option<Instant>,
    /// Puzzles, as far as that can be estimated.
    total: Estimate,
}

/// How many puzzles a run has, shared between who reads and who shows; 0 for not known.
type Estimate = Arc<AtomicU64>;

/// How far the inputs of a run were read, from which their puzzles are estimated.
pub struct TotalEstimator {
    /// Bytes of all inputs, as they are stored.
    stored: u64,
    /// Of these, taken from their files.
    taken: Arc<AtomicU64>,
    /// What came of them, decompressed, over the inputs before this one.
    before: InputProgress,
    /// Puzzles read.
    puzzles: u64,
    /// Of these, answered by an earlier run.
    answered: u64,
    estimate: Estimate,
}

impl TotalEstimator {
    /// For inputs with this many bytes, and the number of bytes that were taken from them.
    pub fn new(stored: u64, taken: Arc<AtomicU64>) -> TotalEstimator {
        TotalEstimator {
            stored,
            taken,
            before: InputProgress::default(),
            puzzles: 0,
            answered: 0,
            estimate: Estimate::default(),
        }
    }

    /// More puzzles were read, up to here in this input. Those to come are assumed to be as
    /// long, and as well compressed.
    pub fn add(&mut self, puzzles: u64, input: InputProgress) {
        self.puzzles += puzzles;
        let read = self.before.read + input.read;
        let arrived = self.before.arrived + input.arrived;
        let taken = self.taken.load(Ordering::Relaxed);
        // What is left of the last compressed bytes is not known.
        let is_inside = taken >= self.stored && arrived != taken;
        if read == 0 || taken == 0 || is_inside {
            return;
        }
        let bytes = arrived as f64 * self.stored.max(taken) as f64 / taken as f64;
        let all = (self.puzzles as f64 * bytes / read as f64).round() as u64;
        let open = all.saturating_sub(self.answered);
        self.estimate.store(open, Ordering::Relaxed);
    }

    /// These puzzles have an answer already.
    pub fn skip(&mut self, puzzles: u64) {
        self.answered += puzzles;
    }

    /// This input is at its end.
    pub fn end(&mut self, input: InputProgress) {
        self.before.read += input.arrived;
        self.before.arrived += input.arrived;
    }

    /// How many puzzles are to be answered; 0 if that is not known.
    #[cfg(test)]
    fn estimate(&self) -> u64 {
        self.estimate.load(Ordering::Relaxed)
    }
}

impl ProgressLine {
    /// Counts items of this kind, of which this is the singular.
    pub fn of(thing: &'static str) -> ProgressLine {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let style = style("{count} in {elapsed}, {rate}");
        let bar = bar.with_style(style.with_key("count", shown_count(thing)));
        ProgressLine {
            _shown: ShownLine::new(&bar),
            bar,
            due: is_shown().then(|| Instant::now() + QUIET),
            total: Estimate::default(),
        }
    }

    /// Counts puzzles; estimates how many there are and the time left, if the estimator is known.
    pub fn up_to(estimator: Option<&TotalEstimator>) -> ProgressLine {
        let mut line = ProgressLine::of("puzzle");
        if let Some(estimator) = estimator {
            line.total = estimator.estimate.clone();
        }
        line
    }

    /// Adds to the count.
    pub fn step(&mut self, count: u64) {
        if self.due.is_some_and(|due| Instant::now() > due) {
            self.due = None;
            self.bar.set_draw_target(target());
        }
        self.bar.inc(count);
        let total = self.total.load(Ordering::Relaxed);
        if total > 0 {
            if self.bar.length().is_none() {
                self.bar
                    .set_style(style(OF_ABOUT).with_key("count", shown_count("puzzle")));
            }
            self.bar.set_length(total.max(self.bar.position()));
        }
    }
}

/// What is shown if the number of puzzles can be estimated.
const OF_ABOUT: &str = "{count} of about {human_len} in {elapsed}, {rate}, {eta} left";

/// Whether there is a terminal that can show a line which changes.
pub fn is_shown() -> bool {
    // An empty name says as little of the terminal as none, or 'dumb'.
    let is_unknown = std::env::var_os("TERM").is_some_and(|name| name.is_empty());
    io::stderr().is_terminal() && !is_unknown
}

/// Standard error, a few times per second.
pub fn target() -> ProgressDrawTarget {
    ProgressDrawTarget::stderr_with_hz(4)
}

/// A line that shows `{rate}` with no more digits than mean something.
pub fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template);
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
        let _ = out.write_str(&rate(state.per_sec()));
    })
}

fn rate(per_second: f64) -> String {
    let decimals = match per_second {
        100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        _ => 4,
    };
    format!("{:.decimals$}/s", HumanFloatCount(per_second))
}

fn shown_count(thing: &'static str) -> impl Fn(&ProgressState, &mut dyn fmt::Write) + Clone {
    move |state, out| {
        let ending = if state.pos() == 1 { "" } else { "s" };
        let _ = write!(out, "{} {thing}{ending}", HumanCount(state.pos()));
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::pipeline::packed;
    use crate::grid::text::ReadOptions;
    use crate::grid::text::blocks::{BlockReader, Piece};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::io::{Read, Write};

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    struct Counted<'a>(&'a [u8], Arc<AtomicU64>);

    impl Read for Counted<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.0.read(buffer)?;
            self.1.fetch_add(count as u64, Ordering::Relaxed);
            Ok(count)
        }
    }

    /// What is estimated after each piece of this file.
    fn estimates(file: &'static [u8]) -> Vec<u64> {
        let taken = Arc::<AtomicU64>::default();
        let mut estimator = TotalEstimator::new(file.len() as u64, taken.clone());
        let input = packed::unpack(Counted(file, taken), "x").unwrap();
        let mut reader = BlockReader::new(input, "x", ReadOptions::default());
        let mut estimates = Vec::new();
        while let Some(piece) = reader.take().unwrap() {
            let puzzles = match &piece {
                Piece::Block(block) => block.puzzles().len() as u64,
                _ => 1,
            };
            estimator.add(puzzles, reader.progress());
            estimates.push(estimator.estimate());
        }
        estimates
    }

    #[test]
    fn puzzles_of_every_format_are_estimated_before_they_are_read() {
        const COUNT: u64 = 20_000;
        let grid: String = PUZZLE
            .as_bytes()
            .chunks(9)
            .map(|row| format!("{}\n", String::from_utf8_lossy(row)))
            .collect();
        let large = format!("1{}\n", ".".repeat(255));
        let list = |puzzle: &str| puzzle.repeat(COUNT as usize).into_bytes();
        let is_near = |estimate: &u64| estimate.abs_diff(COUNT) <= COUNT / 4;
        for puzzle in [&format!("{PUZZLE}\n"), &format!("{grid}\n"), &large] {
            let estimates = estimates(list(puzzle).leak());
            assert!(estimates.len() > 3, "{}", estimates.len());
            assert!(estimates.iter().skip(1).all(is_near), "{estimates:?}");
            assert_eq!(*estimates.last().unwrap(), COUNT);
        }
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..COUNT {
            let digits = (0..81).map(|_| char::from(random.random_range(b'1'..=b'9')));
            writeln!(packed, "{}", digits.collect::<String>()).unwrap();
        }
        let estimates = estimates(packed.finish().unwrap().leak());
        assert!(estimates.iter().skip(4).all(is_near), "{estimates:?}");
    }

    #[test]
    fn a_small_compressed_file_is_not_estimated_from_its_start() {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        let list = format!("{PUZZLE}\n").repeat(10_000);
        packed.write_all(list.as_bytes()).unwrap();
        let estimates = estimates(packed.finish().unwrap().leak());
        assert!(
            estimates.iter().all(|&estimate| estimate == 0),
            "{estimates:?}"
        );
    }

    #[test]
    fn a_rate_has_the_digits_that_mean_something() {
        let rates = [123_456.789, 2834.1746, 12.345, 1.0, 0.012_345].map(rate);
        assert_eq!(rates, ["123,457/s", "2,834/s", "12.3/s", "1/s", "0.0123/s"]);
    }

    #[test]
    fn puzzles_with_an_answer_are_not_counted() {
        let taken = Arc::new(AtomicU64::new(50));
        let mut estimator = TotalEstimator::new(100, taken);
        let half = InputProgress {
            read: 50,
            arrived: 50,
        };
        estimator.skip(3);
        estimator.add(5, half);
        assert_eq!(estimator.estimate(), 7);
    }
}
