//! The one driver: questions in, workers in between, answers out in the order of the
//! questions, with the progress on stderr.

use crate::batch::{self, Emit, Workers};
use crate::cli::args::OutputFormat;
use crate::cli::exit::{self, Exit};
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::present::Presenter;
use crate::cli::pipeline::progress::ProgressLine;
use crate::cli::pipeline::session::check_interrupt;
use crate::cli::pipeline::signals::leave;
use crate::cli::shown_line;
use anyhow::Result;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Takes questions; `false` if no more are wanted.
pub type Give<'g, Q> = dyn FnMut(Q) -> bool + 'g;

/// Where questions come from.
pub struct Source<F> {
    /// Reads and gives all questions. It flushes the output before it waits.
    pub feed: F,
    /// Whether reading may wait for input that never comes.
    pub may_wait: bool,
    /// The line that shows how far the run is.
    pub progress: ProgressLine,
}

/// What was presented.
pub struct Presented {
    /// The most serious outcome.
    exit: Exit,
    /// Puzzles whose answers are complete.
    puzzles: u64,
    /// Whether the question is answered.
    is_last: bool,
}

impl Presented {
    /// A part of an answer that is not complete.
    pub const PART: Presented = Presented {
        exit: Exit::Answered,
        puzzles: 0,
        is_last: false,
    };

    /// All that there is about a number of puzzles, and the most serious of their outcomes.
    pub fn puzzles(exit: Exit, puzzles: u64) -> Presented {
        Presented {
            exit,
            puzzles,
            is_last: true,
        }
    }

    /// More about the same question follows.
    pub fn with_more_to_come(self) -> Presented {
        Presented {
            is_last: false,
            ..self
        }
    }
}

/// A worker that gives each answer as a whole, and no parts.
pub fn whole<Q, A, P>(
    mut answer: impl FnMut(Q) -> Result<A>,
) -> impl FnMut(Q, &mut Emit<'_, P>) -> Result<A> {
    move |question, _: &mut Emit<'_, P>| answer(question)
}

/// Passes on an error in place of a question. A worker that could not be made answers every
/// question with its error.
fn answer_or_fail<Q, A, W: FnMut(Q, &mut Emit<'_, A>) -> Result<A>>(
    mut worker: Result<W>,
) -> impl FnMut(Result<Q>, &mut Emit<'_, Result<A>>) -> Result<A> {
    move |question, emit| match &mut worker {
        Ok(answer) => answer(question?, &mut |part| emit(Ok(part))),
        Err(error) => question.and_then(|_| Err(anyhow::Error::msg(exit::message(error)))),
    }
}

/// Answers questions with these workers, and presents the answers in order.
/// Returns the most serious outcome.
pub fn in_order<Q: Send, A: Send, F, W: FnMut(Q, &mut Emit<'_, A>) -> Result<A>>(
    out: &mut Output,
    to: Option<OutputFormat>,
    workers: impl Into<Workers>,
    source: Source<F>,
    worker: impl Fn() -> Result<W> + Sync,
    mut present: impl FnMut(&mut Presenter<'_>, A) -> Result<Presented>,
) -> Result<Exit>
where
    F: FnOnce(&Output, &mut Give<'_, Q>) -> Result<()> + Send,
{
    let Source {
        feed,
        may_wait,
        progress,
    } = source;
    let open = AtomicUsize::new(0);
    let (open, reader) = (&open, out.clone());
    let mut shown = Presentation {
        output: out.clone(),
        open,
        progress,
        worst: Exit::Answered,
    };
    let mut presenter = Presenter::new(out, to);
    let mut failed = None;
    batch::in_parts(
        workers,
        move |give| give_all(feed, &reader, open, give),
        || answer_or_fail(worker()),
        |answered| {
            let presented = answered.and_then(|answer| present(&mut presenter, answer));
            match presented.and_then(|presented| shown.add(presented)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) if may_wait => {
                    // The thread that reads may wait for input that never comes.
                    let exit = exit::report(&shown.output.blame(error));
                    leave(exit)
                }
                Err(error) => {
                    failed = Some(error);
                    ControlFlow::Break(())
                }
            }
        },
    );
    match failed {
        Some(error) => Err(error),
        None => check_interrupt().map(|()| shown.worst),
    }
}

/// Gives all questions, counts them, and gives the error that ends them, if there is one.
fn give_all<Q>(
    feed: impl FnOnce(&Output, &mut Give<'_, Q>) -> Result<()>,
    output: &Output,
    open: &AtomicUsize,
    give: &mut dyn FnMut(Result<Q>) -> ControlFlow<()>,
) {
    let read = feed(output, &mut |question| {
        open.fetch_add(1, Ordering::Relaxed);
        let question = check_interrupt().map(|()| question);
        let stopped = question.is_err();
        give(question).is_continue() && !stopped
    });
    if let Err(error) = read {
        // The receiver is gone only if another error was reported.
        let _ = give(Err(error));
    }
}

/// What was shown so far.
struct Presentation<'o> {
    output: Output,
    /// Questions whose answers have not been presented. After the last one the output is
    /// flushed, because the next input may take a while.
    open: &'o AtomicUsize,
    progress: ProgressLine,
    worst: Exit,
}

impl Presentation<'_> {
    /// Counts what was presented, and flushes it in time.
    fn add(&mut self, presented: Presented) -> Result<()> {
        self.worst.raise(presented.exit);
        exit::presented(presented.exit);
        let is_last = presented.is_last && self.open.fetch_sub(1, Ordering::Relaxed) == 1;
        let output = &self.output;
        let flush = || match is_last {
            true => output.flush_quietly(),
            false => output.answer_done(),
        };
        match output.is_terminal() {
            true => shown_line::aside(flush),
            false => flush(),
        }
        self.progress.step(presented.puzzles);
        check_interrupt()
    }
}
