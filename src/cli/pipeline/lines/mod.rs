//! Files of puzzles by the million: 9×9 lines go to the lock-step search in
//! blocks, all else to the backend one by one; answers keep their order.

mod checks;
mod clashes;
mod feed;
mod totals;

use crate::cli::args::{InputArgs, Target};
use crate::cli::exit::{EngineFault, Exit, Interrupted};
use crate::cli::pipeline::check::{Checker, Item, Plan, Ticket};
use crate::cli::pipeline::identity::Identity;
use crate::cli::pipeline::journal::Mark;
use crate::cli::pipeline::kept::Form;
use crate::cli::pipeline::output::{Output, complete};
use crate::cli::pipeline::present::{NO_SOLUTION, Presenter};
use crate::cli::pipeline::resume::Resume;
use crate::cli::pipeline::stream::{self, Give, Progress, Source};
use crate::cli::pipeline::{input, session};
use crate::grid::text::blocks::Block;
use crate::grid::text::{Alphabet, Format, InputError, Record};
use crate::limits::Limits;
use crate::outcome::Reason;
use crate::search::lockstep::{Answers, CELLS, Failure, Lockstep, Question, VARIABLE};
use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::time::Instant;
use totals::Totals;
pub use totals::reported;

/// How a long list is worked on.
#[derive(Args, Debug, Clone)]
pub struct LineArgs {
    /// Workers at once; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = crate::cli::args::jobs)]
    pub jobs: Option<usize>,

    /// What to do about a line or a grid that is no puzzle
    ///
    /// Left out are the line, or the grid's rows up to an empty line; of a grid whose
    /// first row has no known size, all up to the next empty line; of 'sudokusat',
    /// all up to the next size.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = OnError::Stop)]
    pub on_error: OnError,

    /// Go on where an interrupted run to the same FILE stopped, if version, options and
    /// input are the same; FILE.resume.json, which stays beside FILE, tells that
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

/// What to do about a line or a grid that is no puzzle.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnError {
    /// Report it and stop; the answers so far are kept
    Stop,
    /// Report it and skip it
    Skip,
    /// Report it and keep its place in the output, as 'error: …'
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
    /// The options of the verb that its answers depend on, but for those of reading.
    pub options: BTreeMap<String, String>,
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

/// With its place in the input.
struct Placed<T> {
    item: T,
    /// Behind its last puzzle.
    mark: Mark,
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
    /// Lines for stderr: which givens clash.
    clashes: String,
    puzzles: u64,
    /// Puzzles without a solution.
    unsolved: u64,
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
    /// `worker` makes; `present` writes an answer of theirs, to the puzzle with this
    /// number among all that were read. It is told who agrees.
    pub fn run<A: Answer, W: FnMut(Record) -> Result<A>>(
        &self,
        worker: impl Fn() -> Result<W> + Sync,
        mut present: impl FnMut(&mut Presenter<'_>, A, u64, &[String]) -> Result<Shown>,
    ) -> Result<Exit> {
        let lockstep = Lockstep::new().context(VARIABLE)?;
        let lockstep = match self.lines.no_verify {
            true => lockstep.unchecked(),
            false => lockstep,
        };
        let start = Instant::now();
        let (output, mut resume) = self.open()?;
        let mut totals = Totals::default();
        let resumed = &mut resume;
        let mut quota = self.check.quota();
        let mut log = self.check.log(self.to == Some(Target::Json));
        let source = Source {
            feed: |output: &Output, give: &mut Give<'_, (Placed<Task>, u64)>| {
                self.feed(resumed, output, &mut |task| {
                    let checks = quota.take(task.item.puzzles());
                    give((task, checks))
                })
            },
            may_wait: input::may_wait(self.input),
            progress: self.progress(),
        };
        let jobs = self.lines.jobs.unwrap_or(self.jobs);
        let marks = output.clone();
        let exit = complete(output, |out| {
            let work = || {
                let mut worker = worker()?;
                let mut checker = self.check.checker();
                let lockstep = &lockstep;
                Ok(move |(task, checks): (Placed<Task>, u64)| {
                    let item = match task.item {
                        Task::Lines(block) => {
                            let lines = self.answer(lockstep, &block, &mut checker, checks);
                            lines.map(Done::Lines)
                        }
                        Task::Puzzle(record) => worker(*record).map(|answer| {
                            let item = (checks > 0).then(|| answer.to_check()).flatten();
                            let ticket = checker.submit(item.into_iter().collect());
                            Done::Puzzle(answer, ticket)
                        }),
                        Task::Bad(error) => Ok(Done::Bad(error)),
                    };
                    let mark = task.mark;
                    item.map(|item| Placed { item, mark })
                })
            };
            let worst = stream::in_order(
                out,
                self.to,
                jobs,
                source,
                work,
                |presenter, Placed { item, mark }| {
                    let shown = match item {
                        Done::Lines(mut lines) => {
                            log.settle(lines.ticket.take())?;
                            totals.lines(presenter, &lines)?
                        }
                        Done::Puzzle(answer, ticket) => {
                            let checked_by = log.settle(ticket)?;
                            let shown = present(presenter, answer, mark.puzzles, &checked_by)?;
                            totals.puzzle(&shown)?
                        }
                        Done::Bad(error) => totals.bad(presenter, &error, self.lines.on_error)?,
                    };
                    marks.mark(mark);
                    Ok(shown)
                },
            )?;
            log.finish().map(|()| worst)
        })?;
        let worst = exit.max(resume.exit());
        if self.lines.stats || self.to == Some(Target::Pretty) {
            log.tell();
        }
        if self.lines.stats {
            totals.tell(start.elapsed().as_secs_f64());
        }
        Ok(worst)
    }

    /// The output, from its start or from where an earlier run stopped.
    fn open(&self) -> Result<(Output, Resume)> {
        let in_lines = matches!(self.to, None | Some(Target::Text(Format::Line)));
        let skips = self.lines.on_error == OnError::Skip;
        let (true, Some(path)) = (self.lines.resume, self.output) else {
            return Resume::start(self.output, (in_lines && !skips).then(|| self.identity()));
        };
        if skips {
            bail!(
                "--resume: with lines left out nobody can say which were answered; use --on-error report"
            );
        }
        if !in_lines {
            bail!("--resume: needs answers of one line each; use --to line");
        }
        Resume::open(path, self.form, self.identity())
    }

    /// What decides the answers.
    fn identity(&self) -> Identity {
        let read = &self.input.read;
        let mut options = self.options.clone();
        let mut add = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                options.insert(name.to_owned(), value);
            }
        };
        add("--from", read.from.map(|format| format.to_string()));
        add("--box", read.box_shape.map(|shape| shape.to_string()));
        add("--alphabet", read.alphabet.map(|name| name.to_string()));
        add(
            "--column",
            read.column.as_ref().map(|name| name.to_string()),
        );
        add(
            "--mixed-sizes",
            read.mixed_sizes.then(|| "given".to_owned()),
        );
        add(
            "--on-error",
            Some(format!("{:?}", self.lines.on_error).to_lowercase()),
        );
        let inputs = self.input.files().map(str::to_owned);
        Identity::new(options, inputs.collect())
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
        lockstep: &Lockstep,
        block: &Block,
        checker: &mut Checker,
        checks: u64,
    ) -> Result<Lines> {
        let asked = self.plain.unwrap_or(Asked::First);
        let limits = Limits::unlimited().stopped_by(session::stop_flag());
        let start = Instant::now();
        let answers = lockstep.answer(&block.puzzles, asked.question(), &limits);
        let answers = answers.map_err(|failure| match failure {
            Failure::Stopped(Reason::Interrupted) => Interrupted.into(),
            failure => anyhow::Error::new(EngineFault(failure.to_string())),
        })?;
        let items = match checks {
            0 => Vec::new(),
            checks => checks::items(block, &answers, asked.question(), start.elapsed(), checks),
        };
        let mut lines = Lines {
            ticket: checker.submit(items),
            text: Vec::with_capacity(block.puzzles.len() * 84),
            clashes: String::new(),
            puzzles: block.puzzles.len() as u64,
            unsolved: 0,
            checked: answers.checked(),
        };
        for puzzle in 0..block.puzzles.len() {
            asked.write(&answers, puzzle, block.alphabet, &mut lines.text)?;
            if answers.found(puzzle) == 0 {
                lines.unsolved += 1;
                clashes::describe(block, puzzle, &mut lines.clashes);
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
    fn write(
        self,
        answers: &Answers,
        puzzle: usize,
        alphabet: Alphabet,
        text: &mut Vec<u8>,
    ) -> io::Result<()> {
        use std::io::Write;
        let (found, solutions) = (answers.found(puzzle), answers.solutions(puzzle));
        match self {
            Asked::First if found == 0 => text.extend_from_slice(NO_SOLUTION.as_bytes()),
            Asked::First => solutions.iter().for_each(|s| write_grid(s, alphabet, text)),
            Asked::Unique => {
                let words = ["none", "one", "several"];
                text.extend_from_slice(words[solutions.len().min(2)].as_bytes());
                for solution in solutions {
                    text.push(b'\t');
                    write_grid(solution, alphabet, text);
                }
            }
            // Formatting takes longer than many an answer.
            Asked::Count(_) if found <= 9 => text.push(b'0' + found as u8),
            Asked::Count(_) => write!(text, "{found}")?,
        }
        text.push(b'\n');
        Ok(())
    }
}

/// Writes the digits of a solution, with spaces where they are numbers.
fn write_grid(solution: &[u8; CELLS], alphabet: Alphabet, text: &mut Vec<u8>) {
    if alphabet != Alphabet::Numbers {
        return text.extend_from_slice(solution);
    }
    let spaced = solution.iter().flat_map(|digit| [b' ', *digit]);
    text.extend(spaced.skip(1));
}
