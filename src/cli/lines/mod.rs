//! Files of puzzles by the million: 9×9 lines go to the lock-step search in
//! blocks, all else to the backend one by one; answers keep their order.

mod checks;
mod feed;
mod totals;

use super::args::{InputArgs, Target};
use super::check::{Checker, Item, Plan, Ticket};
use super::exit::{EngineFault, Exit, Interrupted};
use super::output::{Output, complete};
use super::present::{NO_SOLUTION, Presenter};
use super::resume::{Form, Resume};
use super::stream::{self, Give, Progress, Source};
use super::{input, session};
use crate::budget::{Budget, Reason};
use crate::grid::text::blocks::Block;
use crate::grid::text::{Format, InputError, Record};
use crate::native::lockstep::{Answers, Failure, Lockstep, Question, Row, VARIABLE};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use std::io;
use std::path::Path;
use std::time::Instant;
use totals::Totals;

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

    /// Tell on stderr, at the end, how many puzzles there were, how fast they went,
    /// how many solutions were checked, and what a second engine said
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
    /// What a second engine checks.
    pub check: &'a Plan,
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

/// An answer of a worker.
pub trait Answer: Send {
    /// What a second engine is to check; `None` if the puzzle was not answered.
    fn to_check(&self) -> Option<Item>;
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
    Puzzle(A, Option<Ticket>),
    Bad(InputError),
}

/// The answers to a block.
struct Lines {
    text: Vec<u8>,
    /// Puzzles without a solution.
    unsolved: Vec<Record>,
    puzzles: u64,
    checked: u64,
    /// The check by a second engine.
    ticket: Option<Ticket>,
}

impl Task {
    /// Puzzles in it.
    fn puzzles(&self) -> u64 {
        match self {
            Task::Lines(block) => block.puzzles.len() as u64,
            Task::Puzzle(_) => 1,
            Task::Bad(_) => 0,
        }
    }
}

impl Job<'_> {
    /// Answers all puzzles: 9×9 lines in lock-step, others by the workers that
    /// `worker` makes; `present` writes an answer of theirs.
    /// `present` is told who agrees.
    pub fn run<A: Answer, W: FnMut(Record) -> Result<A>>(
        &self,
        worker: impl Fn() -> Result<W> + Sync,
        mut present: impl FnMut(&mut Presenter<'_>, A, &[String]) -> Result<Shown>,
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
        let mut quota = self.check.quota();
        let mut log = self.check.log(self.to == Some(Target::Json));
        let source = Source {
            feed: |output: &Output, give: &mut Give<'_, (Task, u64)>| {
                self.feed(resume, output, &mut |task| {
                    let checks = quota.take(task.puzzles());
                    give((task, checks))
                })
            },
            may_wait: input::may_wait(self.input),
            progress: self.progress(),
        };
        let jobs = self.lines.jobs.unwrap_or(self.jobs);
        let exit = complete(output, |out| {
            let work = || {
                let mut worker = worker()?;
                let mut checker = self.check.checker();
                Ok(move |(task, checks): (Task, u64)| match task {
                    Task::Lines(block) => {
                        let lines = self.answer(lockstep, &block, &mut checker, checks);
                        lines.map(Done::Lines)
                    }
                    Task::Puzzle(record) => {
                        let answer = worker(*record)?;
                        let item = (checks > 0).then(|| answer.to_check()).flatten();
                        let ticket = checker.submit(item.into_iter().collect());
                        Ok(Done::Puzzle(answer, ticket))
                    }
                    Task::Bad(error) => Ok(Done::Bad(error)),
                })
            };
            let worst =
                stream::in_order(
                    out,
                    self.to,
                    jobs,
                    source,
                    work,
                    |presenter, done| match done {
                        Done::Lines(mut lines) => {
                            log.settle(lines.ticket.take())?;
                            totals.lines(presenter, &lines)
                        }
                        Done::Puzzle(answer, ticket) => {
                            let checked_by = log.settle(ticket)?;
                            totals.puzzle(&present(presenter, answer, &checked_by)?)
                        }
                        Done::Bad(error) => totals.bad(presenter, &error, self.lines.on_error),
                    },
                )?;
            log.finish().map(|()| worst)
        })?;
        worst.raise(exit);
        if self.lines.stats || self.to == Some(Target::Pretty) {
            log.tell();
        }
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

    /// Answers a block in lock-step, and has so many of its answers checked.
    fn answer(
        &self,
        lockstep: Lockstep,
        block: &Block,
        checker: &mut Checker,
        checks: u64,
    ) -> Result<Lines> {
        let asked = self.plain.unwrap_or(Asked::First);
        let rows: Vec<Row<'_>> = block.puzzles.iter().filter_map(Row::new).collect();
        let budget = Budget::unlimited().stopped_by(session::stop_flag());
        let start = Instant::now();
        let answers = lockstep.answer(&rows, asked.question(), &budget);
        let answers = answers.map_err(|failure| match failure {
            Failure::Stopped(Reason::Interrupted) => Interrupted.into(),
            failure => anyhow::Error::new(EngineFault(failure.to_string())),
        })?;
        let items = match checks {
            0 => Vec::new(),
            checks => checks::items(block, &answers, asked.question(), start.elapsed(), checks)?,
        };
        let mut lines = Lines {
            ticket: checker.submit(items),
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
