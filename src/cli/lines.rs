//! Files of puzzles by the million: 9×9 lines go to the lock-step search in
//! blocks, all else to the backend one by one; answers keep their order.

use super::args::{InputArgs, Target};
use super::exit::{EngineFault, Exit, Interrupted};
use super::output::{Output, complete, tell};
use super::present::{NO_SOLUTION, Presenter};
use super::resume::{Form, Resume};
use super::stream::{self, Give, Progress, Source};
use super::{input, session};
use crate::budget::{Budget, Reason};
use crate::grid::Geometry;
use crate::grid::text::blocks::{Block, BlockReader, Piece, starts_plain};
use crate::grid::text::{Alphabet, Format, InputError, PuzzleReader, Record};
use crate::native::lockstep::{Answers, Failure, Lockstep, Question, Row, VARIABLE};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::time::Instant;

/// How a long list is worked on.
#[derive(Args, Debug, Clone)]
pub struct LineArgs {
    /// Workers at once; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = super::args::jobs)]
    pub jobs: Option<usize>,

    /// What to do about a line that is no puzzle
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = OnError::Stop)]
    pub on_error: OnError,

    /// Go on where an interrupted run to the same FILE stopped
    #[arg(long, requires = "output")]
    pub resume: bool,

    /// Do not hold the solutions of 9×9 lines against the rules and the givens
    #[arg(long)]
    pub no_verify: bool,

    /// Tell on stderr, at the end, how many puzzles there were, how fast they went
    /// and how many solutions were checked
    #[arg(long)]
    pub stats: bool,
}

/// What to do about a line that is no puzzle.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnError {
    /// Tell it and stop; the answers so far are kept
    Stop,
    /// Tell it and leave it out
    Skip,
    /// Tell it and keep its place in the output, as 'error: …'
    Report,
}

/// A verb that answers puzzles.
pub struct Job<'a> {
    pub input: &'a InputArgs,
    pub output: Option<&'a Path>,
    pub to: Option<Target>,
    pub lines: &'a LineArgs,
    /// Workers if the arguments do not say.
    pub jobs: usize,
    /// What its lines look like.
    pub form: Form,
    /// What 9×9 lines are asked in lock-step, if they are to be answered that
    /// way.
    pub plain: Option<Asked>,
}

/// A question that has an answer of one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asked {
    /// A solution.
    First,
    /// None, one or several.
    Unique,
    /// How many, up to a limit.
    Count(u64),
}

/// What was shown of one puzzle.
pub struct Shown {
    /// The outcome.
    pub exit: Exit,
    /// Solutions that were checked.
    pub checked: u64,
}

/// Work for a worker.
enum Task {
    Lines(Block),
    Puzzle(Box<Record>),
    Bad(InputError),
}

/// What came of it.
enum Done<A> {
    Lines(Lines),
    Puzzle(A),
    Bad(InputError),
}

/// The answers to a block.
struct Lines {
    text: Vec<u8>,
    /// Puzzles without a solution.
    unsolved: Vec<Record>,
    puzzles: u64,
    checked: u64,
}

/// Figures of a run.
#[derive(Default)]
struct Totals {
    puzzles: u64,
    unsolved: u64,
    bad: u64,
    checked: u64,
}

impl Job<'_> {
    /// Answers all puzzles: 9×9 lines in lock-step, others by the workers that
    /// `worker` makes; `present` writes an answer of theirs.
    pub fn run<A: Send, W: FnMut(Record) -> Result<A>>(
        &self,
        worker: impl Fn() -> Result<W> + Sync,
        mut present: impl FnMut(&mut Presenter<'_>, A) -> Result<Shown>,
    ) -> Result<Exit> {
        let lockstep = Lockstep::new().context(VARIABLE)?;
        let lockstep = match self.lines.no_verify {
            true => lockstep.unchecked(),
            false => lockstep,
        };
        let start = Instant::now();
        let (output, resume) = match self.resume()? {
            Some(resumed) => resumed,
            None => (Output::open(self.output)?, Resume::default()),
        };
        let mut totals = Totals::default();
        let mut worst = resume.exit();
        let source = Source {
            feed: |output: &Output, give: &mut Give<'_, Task>| self.feed(resume, output, give),
            may_wait: input::may_wait(self.input),
            progress: self.progress(),
        };
        let jobs = self.lines.jobs.unwrap_or(self.jobs);
        let exit = complete(output, |out| {
            let work = || {
                let mut worker = worker()?;
                Ok(move |task| match task {
                    Task::Lines(block) => self.answer(lockstep, &block).map(Done::Lines),
                    Task::Puzzle(record) => worker(*record).map(Done::Puzzle),
                    Task::Bad(error) => Ok(Done::Bad(error)),
                })
            };
            stream::in_order(
                out,
                self.to,
                jobs,
                source,
                work,
                |presenter, done| match done {
                    Done::Lines(lines) => totals.lines(presenter, &lines),
                    Done::Puzzle(answer) => totals.puzzle(&present(presenter, answer)?),
                    Done::Bad(error) => totals.bad(presenter, &error, self.lines.on_error),
                },
            )
        })?;
        worst.raise(exit);
        if self.lines.stats {
            totals.tell(start.elapsed().as_secs_f64());
        }
        Ok(worst)
    }

    fn resume(&self) -> Result<Option<(Output, Resume)>> {
        let (true, Some(path)) = (self.lines.resume, self.output) else {
            return Ok(None);
        };
        if self.lines.on_error == OnError::Skip {
            bail!(
                "--resume: with lines left out nobody can say which were answered; use --on-error report"
            );
        }
        if !matches!(self.to, None | Some(Target::Text(Format::Line))) {
            bail!("--resume: needs answers of one line each; use --to line");
        }
        Resume::open(path, self.form).map(Some)
    }

    /// Files have a size, and lines of 81 characters are what most of them hold.
    fn progress(&self) -> Progress {
        let size = |name: &str| {
            let data = std::fs::metadata(name).ok().filter(|data| data.is_file());
            data.map(|data| data.len())
        };
        let sizes: Option<Vec<u64>> = self.input.files().map(size).collect();
        match sizes {
            Some(sizes) if self.plain.is_some() => Progress::up_to(sizes.iter().sum::<u64>() / 82),
            _ => Progress::new(),
        }
    }

    /// Reads all inputs and gives what they hold.
    fn feed(&self, mut resume: Resume, output: &Output, give: &mut Give<'_, Task>) -> Result<()> {
        for name in self.input.files() {
            let (input, file) = input::open(name, Some(output))?;
            let going_on = match self.is_plain(input)? {
                (true, input) => self.feed_lines(input, &file, &mut resume, give)?,
                (false, input) => self.feed_puzzles(input, &file, &mut resume, give)?,
            };
            if !going_on {
                return Ok(());
            }
        }
        resume.finish()
    }

    /// Whether an input is one of 9×9 lines, and the input from its start.
    fn is_plain(&self, mut input: Box<dyn BufRead>) -> Result<(bool, Box<dyn BufRead>)> {
        let read = &self.input.read;
        let other_shape = read
            .box_shape
            .is_some_and(|shape| shape != Geometry::CLASSIC);
        let other_digits = read.alphabet.is_some_and(|named| named != Alphabet::Digits);
        let other_format = read.from.is_some_and(|format| format != Format::Line);
        if other_shape || other_digits || other_format {
            return Ok((false, input));
        }
        if read.from.is_some() {
            return Ok((true, input));
        }
        let mut start = Vec::new();
        let plain = loop {
            if let Some(plain) = starts_plain(&start) {
                break plain;
            }
            let bytes = input.fill_buf()?;
            if bytes.is_empty() {
                break starts_plain(&[&start[..], b"\n"].concat()) == Some(true);
            }
            let count = bytes.len();
            start.extend_from_slice(bytes);
            input.consume(count);
        };
        Ok((plain, Box::new(io::Cursor::new(start).chain(input))))
    }

    fn feed_lines(
        &self,
        input: impl Read,
        file: &str,
        resume: &mut Resume,
        give: &mut Give<'_, Task>,
    ) -> Result<bool> {
        let mut reader = BlockReader::new(input, file, input::options(&self.input.read));
        while let Some(piece) = reader.take()? {
            let task = match piece {
                Piece::Block(block) => match resume.block(block)? {
                    Some(block) => Task::Lines(block),
                    None => continue,
                },
                Piece::Record(record) if resume.covers_next() => {
                    resume.puzzle(&record)?;
                    continue;
                }
                Piece::Record(record) => Task::Puzzle(record),
                Piece::Bad(error) if self.lines.on_error == OnError::Stop => {
                    return Err(error.into());
                }
                Piece::Bad(_) if resume.covers_next() => {
                    resume.bad()?;
                    continue;
                }
                Piece::Bad(error) => Task::Bad(error),
            };
            let going_on = match task {
                Task::Lines(block) if self.plain.is_none() => give_each(&block, give)?,
                task => give(task),
            };
            if !going_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn feed_puzzles(
        &self,
        input: impl BufRead,
        file: &str,
        resume: &mut Resume,
        give: &mut Give<'_, Task>,
    ) -> Result<bool> {
        let mut reader = PuzzleReader::new(input, file, input::options(&self.input.read));
        while let Some(next) = reader.next() {
            let task = match next {
                Ok(record) => {
                    if self.lines.resume && self.to.is_none() && record.format != Format::Line {
                        bail!("{file}: --resume needs answers of one line each; use --to line");
                    }
                    if resume.covers_next() {
                        resume.puzzle(&record)?;
                        continue;
                    }
                    Task::Puzzle(Box::new(record))
                }
                Err(error) if self.lines.on_error == OnError::Stop || !reader.go_on() => {
                    return Err(error.into());
                }
                Err(_) if resume.covers_next() => {
                    resume.bad()?;
                    continue;
                }
                Err(error) => Task::Bad(error),
            };
            if !give(task) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Answers a block in lock-step.
    fn answer(&self, lockstep: Lockstep, block: &Block) -> Result<Lines> {
        let asked = self.plain.unwrap_or(Asked::First);
        let rows: Vec<Row<'_>> = block.puzzles.iter().filter_map(Row::new).collect();
        let budget = Budget::unlimited().stopped_by(session::stop_flag());
        let answers = lockstep.answer(&rows, asked.question(), &budget);
        let answers = answers.map_err(|failure| match failure {
            Failure::Stopped(Reason::Interrupted) => Interrupted.into(),
            failure => anyhow::Error::new(EngineFault(failure.to_string())),
        })?;
        let mut lines = Lines {
            text: Vec::with_capacity(block.puzzles.len() * 84),
            unsolved: Vec::new(),
            puzzles: block.puzzles.len() as u64,
            checked: answers.checked(),
        };
        for puzzle in 0..rows.len() {
            asked.write(&answers, puzzle, &mut lines.text)?;
            if answers.found(puzzle) == 0 {
                lines.unsolved.push(block.record(puzzle)?);
            }
        }
        Ok(lines)
    }
}

/// Gives the puzzles of a block one by one.
fn give_each(block: &Block, give: &mut Give<'_, Task>) -> Result<bool> {
    for puzzle in 0..block.puzzles.len() {
        if !give(Task::Puzzle(Box::new(block.record(puzzle)?))) {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Asked {
    fn question(self) -> Question {
        let (limit, show) = match self {
            Asked::First => (1, 1),
            Asked::Unique => (2, 2),
            Asked::Count(limit) => (limit, 0),
        };
        Question { limit, show }
    }

    /// Writes the line of an answer.
    fn write(self, answers: &Answers, puzzle: usize, text: &mut Vec<u8>) -> io::Result<()> {
        use std::io::Write;
        let (found, solutions) = (answers.found(puzzle), answers.solutions(puzzle));
        match self {
            Asked::First if found == 0 => text.extend_from_slice(NO_SOLUTION.as_bytes()),
            Asked::First => solutions.iter().for_each(|s| text.extend_from_slice(s)),
            Asked::Unique => {
                let words = ["none", "one", "several"];
                text.extend_from_slice(words[solutions.len().min(2)].as_bytes());
                for solution in solutions {
                    text.push(b'\t');
                    text.extend_from_slice(solution);
                }
            }
            Asked::Count(_) => write!(text, "{found}")?,
        }
        text.push(b'\n');
        Ok(())
    }
}

impl Totals {
    fn lines(&mut self, presenter: &mut Presenter<'_>, lines: &Lines) -> Result<(Exit, u64)> {
        lines.unsolved.iter().for_each(session::tell_clashes);
        presenter.lines(&lines.text)?;
        self.puzzles += lines.puzzles;
        self.unsolved += lines.unsolved.len() as u64;
        self.checked += lines.checked;
        let exit = match lines.unsolved.is_empty() {
            true => Exit::Answered,
            false => Exit::NoSolution,
        };
        Ok((exit, lines.puzzles))
    }

    fn puzzle(&mut self, shown: &Shown) -> Result<(Exit, u64)> {
        self.puzzles += 1;
        self.unsolved += u64::from(shown.exit == Exit::NoSolution);
        self.checked += shown.checked;
        Ok((shown.exit, 1))
    }

    fn bad(
        &mut self,
        presenter: &mut Presenter<'_>,
        error: &InputError,
        on_error: OnError,
    ) -> Result<(Exit, u64)> {
        self.bad += 1;
        tell(format_args!("error: {error}"));
        if on_error == OnError::Report {
            match presenter.is_json() {
                true => presenter.json(&serde_json::json!({ "error": error.to_string() }))?,
                false => presenter.line(&format!("error: {error}"))?,
            }
        }
        Ok((Exit::Usage, 1))
    }

    fn tell(&self, seconds: f64) {
        let rate = self.puzzles as f64 / seconds.max(1e-9);
        tell(format_args!(
            "{} puzzles in {seconds:.3} s, {rate:.0} a second: {} without a solution, {} lines \
             that are no puzzles, {} solutions checked",
            self.puzzles, self.unsolved, self.bad, self.checked
        ));
    }
}
