//! Questions in, answers out: in their order, with workers in between and the
//! progress on stderr.

use crate::batch;
use crate::cli::args::{InputArgs, Target};
use crate::cli::exit::{self, Exit};
use crate::cli::pipeline::input;
use crate::cli::pipeline::output::{Output, with_output};
use crate::cli::pipeline::present::Presenter;
use crate::cli::pipeline::session::{check_interrupt, leave};
use crate::grid::text::Record;
use anyhow::Result;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Runs shorter than this show no progress.
const MOMENT: Duration = Duration::from_secs(1);

/// Shows every puzzle to `answer`, in order, with the progress on stderr, and
/// keeps the most serious outcome.
pub fn each_answer(
    args: &InputArgs,
    out: &mut Output,
    to: Option<Target>,
    mut answer: impl FnMut(&mut Presenter<'_>, &Record) -> Result<Exit>,
) -> Result<Exit> {
    let mut progress = Progress::new();
    let shared = out.clone();
    let mut presenter = Presenter::new(out, to);
    let mut exit = Exit::Answered;
    input::each_puzzle(args, Some(&shared), |record| {
        check_interrupt()?;
        exit.raise(answer(&mut presenter, &record)?);
        progress.step(1, || shared.answer_done());
        check_interrupt()
    })?;
    Ok(exit)
}

/// Like [`each_answer`], with `jobs` workers. Answers come in the order of the
/// puzzles, and what goes wrong with one is told after the answers before it.
pub fn each_answer_of<A: Send, W: FnMut(Record) -> Result<A>>(
    args: &InputArgs,
    output: Option<&Path>,
    to: Option<Target>,
    jobs: usize,
    worker: impl Fn() -> Result<W> + Sync,
    present: impl FnMut(&mut Presenter<'_>, A) -> Result<Exit>,
) -> Result<Exit> {
    let worker = || {
        let mut answer = worker()?;
        Ok(move |(record, _)| answer(record))
    };
    each_numbered_answer_of(args, output, to, jobs, worker, present)
}

/// Like [`each_answer_of`], where the workers are told the number of each puzzle,
/// from 1, among all of the run.
pub fn each_numbered_answer_of<A: Send, W: FnMut((Record, u64)) -> Result<A>>(
    args: &InputArgs,
    output: Option<&Path>,
    to: Option<Target>,
    jobs: usize,
    worker: impl Fn() -> Result<W> + Sync,
    mut present: impl FnMut(&mut Presenter<'_>, A) -> Result<Exit>,
) -> Result<Exit> {
    with_output(output, |out| {
        let mut number = 0;
        let source = Source {
            feed: |output: &Output, give: &mut Give<'_, (Record, u64)>| {
                input::each_puzzle_until(args, Some(output), |record| {
                    number += 1;
                    Ok(give((record, number)))
                })
            },
            may_wait: input::may_wait(args),
            progress: Progress::new(),
        };
        in_order(out, to, jobs, source, worker, |presenter, answer| {
            Ok((present(presenter, answer)?, 1))
        })
    })
}

/// Takes questions; `false` if no more are wanted.
pub type Give<'g, Q> = dyn FnMut(Q) -> bool + 'g;

/// Where questions come from.
pub struct Source<F> {
    /// Reads and gives all questions. It flushes the output before it waits.
    pub feed: F,
    /// Whether reading may wait for input that never comes.
    pub may_wait: bool,
    /// The line that shows how far it is.
    pub progress: Progress,
}

/// Answers questions with `jobs` workers, and presents each answer in its turn;
/// `present` says how many puzzles that was. Keeps the most serious outcome.
pub fn in_order<Q: Send, A: Send, F, W: FnMut(Q) -> Result<A>>(
    out: &mut Output,
    to: Option<Target>,
    jobs: usize,
    source: Source<F>,
    worker: impl Fn() -> Result<W> + Sync,
    mut present: impl FnMut(&mut Presenter<'_>, A) -> Result<(Exit, u64)>,
) -> Result<Exit>
where
    F: FnOnce(&Output, &mut Give<'_, Q>) -> Result<()> + Send,
{
    let Source {
        feed,
        may_wait,
        mut progress,
    } = source;
    let shared = out.clone();
    let mut presenter = Presenter::new(out, to);
    let mut worst = Exit::Answered;
    let mut failed = None;
    // Questions whose answers are not out: at none, nobody is to wait.
    let open = AtomicUsize::new(0);
    let (open, reader) = (&open, shared.clone());
    let give_all = move |give: &mut dyn FnMut(Result<Q>) -> ControlFlow<()>| {
        let read = feed(&reader, &mut |question| {
            open.fetch_add(1, Ordering::Relaxed);
            let question = check_interrupt().map(|()| question);
            let stopped = question.is_err();
            give(question).is_continue() && !stopped
        });
        if let Err(error) = read {
            // Nobody listens any more only if another error was told.
            let _ = give(Err(error));
        }
    };
    let answer = || {
        let mut worker = worker();
        move |question: Result<Q>| match (question, &mut worker) {
            (Err(error), _) => Err(error),
            (Ok(question), Ok(answer)) => answer(question),
            (Ok(_), Err(error)) => Err(anyhow::Error::msg(exit::message(error))),
        }
    };
    batch::ordered(jobs, give_all, answer, |answered| {
        let shown = answered.and_then(|answer| {
            let (exit, puzzles) = present(&mut presenter, answer)?;
            worst.raise(exit);
            let last = open.fetch_sub(1, Ordering::Relaxed) == 1;
            progress.step(puzzles, || match last {
                true => shared.flush_quietly(),
                false => shared.answer_done(),
            });
            check_interrupt()
        });
        match shown {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) if may_wait => {
                // The thread that reads may wait for input that never comes.
                let exit = exit::report(&shared.blame(error));
                leave(exit)
            }
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    match failed {
        Some(error) => Err(error),
        None => check_interrupt().map(|()| worst),
    }
}

/// A progress line on stderr, for runs that take longer than a moment, if a
/// person looks there.
pub struct Progress {
    bar: ProgressBar,
    start: Instant,
}

impl Progress {
    /// Counts puzzles. Nothing is shown yet.
    pub fn new() -> Progress {
        Progress::of("puzzles")
    }

    /// Counts these. Nothing is shown yet.
    pub fn of(things: &str) -> Progress {
        Progress::with(
            &format!("{{human_pos}} {things} in {{elapsed}}, {{per_sec}}"),
            None,
        )
    }

    /// Counts puzzles of about so many, and says when it will be over.
    pub fn up_to(total: u64) -> Progress {
        let template =
            "{human_pos} puzzles of about {human_len} in {elapsed}, {per_sec}, {eta} left";
        Progress::with(template, Some(total))
    }

    fn with(template: &str, total: Option<u64>) -> Progress {
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        let style = ProgressStyle::with_template(template);
        Progress {
            bar: bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner())),
            start: Instant::now(),
        }
    }

    /// So many more; `show` hands their answers on while the line is away.
    pub fn step(&mut self, count: u64, show: impl FnOnce()) {
        if self.bar.is_hidden() && io::stderr().is_terminal() && self.start.elapsed() > MOMENT {
            self.bar
                .set_draw_target(ProgressDrawTarget::stderr_with_hz(4));
        }
        self.bar.suspend(show);
        self.bar.inc(count);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
