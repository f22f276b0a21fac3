//! The one driver: questions in, workers in between, answers out in the order of the
//! questions, with the progress on stderr.

use crate::batch::{self, Emit};
use crate::cli::args::Target;
use crate::cli::exit::{self, Exit};
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::present::Presenter;
use crate::cli::pipeline::progress::ProgressLine;
use crate::cli::pipeline::session::check_interrupt;
use crate::cli::pipeline::signals::leave;
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
pub enum Presented {
    /// A part of an answer that is not complete.
    Part,
    /// A number of puzzles, and the most serious of their outcomes.
    Puzzles(Exit, u64),
}

/// A worker that gives each answer as a whole.
pub fn whole<Q, A>(
    mut answer: impl FnMut(Q) -> Result<A>,
) -> impl FnMut(Q, &mut Emit<'_, A>) -> Result<A> {
    move |question, _: &mut Emit<'_, A>| answer(question)
}

/// A worker that passes on the errors of its questions, and its own instead of answers.
fn answer_or_fail<Q, A, W: FnMut(Q, &mut Emit<'_, A>) -> Result<A>>(
    mut worker: Result<W>,
) -> impl FnMut(Result<Q>, &mut Emit<'_, Result<A>>) -> Result<A> {
    move |question, emit| match &mut worker {
        Ok(answer) => answer(question?, &mut |part| emit(Ok(part))),
        Err(error) => question.and_then(|_| Err(anyhow::Error::msg(exit::message(error)))),
    }
}

/// Answers questions with `jobs` workers, and presents the answers in order.
/// Returns the most serious outcome.
pub fn in_order<Q: Send, A: Send, F, W: FnMut(Q, &mut Emit<'_, A>) -> Result<A>>(
    out: &mut Output,
    to: Option<Target>,
    jobs: usize,
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
        mut progress,
    } = source;
    let shared = out.clone();
    let mut presenter = Presenter::new(out, to);
    let mut worst = Exit::Answered;
    let mut failed = None;
    // Questions whose answers have not been presented. After the last one the output is
    // flushed, because the next input may take a while.
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
            // The receiver is gone only if another error was reported.
            let _ = give(Err(error));
        }
    };
    batch::in_parts(
        jobs,
        give_all,
        || answer_or_fail(worker()),
        |answered| {
            let shown = answered.and_then(|answer| {
                match present(&mut presenter, answer)? {
                    Presented::Part => progress.step(0, || shared.answer_done()),
                    Presented::Puzzles(exit, count) => {
                        worst.raise(exit);
                        let is_last = open.fetch_sub(1, Ordering::Relaxed) == 1;
                        progress.step(count, || match is_last {
                            true => shared.flush_quietly(),
                            false => shared.answer_done(),
                        });
                    }
                }
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
        },
    );
    match failed {
        Some(error) => Err(error),
        None => check_interrupt().map(|()| worst),
    }
}
