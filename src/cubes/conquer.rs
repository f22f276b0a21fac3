//! All cubes on the threads of this machine.

use super::check::check;
use super::{Combination, CombineError, Cube, CubeAnswer, Splittable, solve};
use crate::backend::{Query, WrongAnswer};
use crate::limits::Limits;
use crate::outcome::{End, Reason};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// How cubes are worked through.
pub struct ConquerRequest<'r, P: Splittable> {
    /// The puzzle.
    pub puzzle: &'r P,
    /// What is asked of each cube.
    pub query: &'r Query<P::Objective>,
    /// The cubes.
    pub cubes: &'r [Cube],
    /// How many are solved at once; 0 counts as 1.
    pub jobs: usize,
    /// The time for each; none if it is not limited.
    pub cube_time: Option<Duration>,
    /// When all work stops.
    pub limits: &'r Limits,
}

/// Why cubes could not be worked through.
#[derive(Debug, thiserror::Error)]
pub enum ConquerError<F: std::error::Error + 'static> {
    /// An engine gave a wrong answer.
    #[error(transparent)]
    Wrong(#[from] WrongAnswer<F>),
    /// An answer that is not one of its cube.
    #[error(transparent)]
    Combine(#[from] CombineError),
}

/// Receives the answer of the cube of this index; a break ends the work.
pub type OnAnswer<'c> = dyn FnMut(usize, &CubeAnswer) -> ControlFlow<()> + Send + 'c;

/// Solves the cubes that have no answer yet, in their order, until the whole answer is
/// settled or `on_answer` breaks. It is called with each answer as it comes in; those that
/// only stopped because the work is over are left out. Verdicts, counts and scores depend
/// on nothing but the cubes; which of several solutions is found may depend on timing.
///
/// # Errors
/// [`ConquerError`], after which nothing can be concluded.
///
/// # Panics
/// If there are more or fewer cubes than answers to combine.
pub fn conquer<P: Splittable>(
    request: &ConquerRequest<'_, P>,
    all: &mut Combination<'_, P>,
    on_answer: &mut OnAnswer<'_>,
) -> Result<(), ConquerError<P::Flaw>>
where
    P::Objective: Sync + Send,
{
    let (cubes, answers) = (request.cubes.len(), all.cubes());
    assert!(cubes == answers, "{cubes} cubes, but answers of {answers}");
    let todo = (0..request.cubes.len()).filter(|&index| !all.is_answered(index));
    let shared = Shared {
        request,
        todo: Mutex::new(todo.collect::<Vec<usize>>().into_iter()),
        state: Mutex::new(State {
            all,
            on_answer,
            failed: None,
        }),
        is_over: Arc::new(AtomicBool::new(false)),
    };
    std::thread::scope(|scope| {
        for _ in 1..request.jobs {
            let started = Builder::new().spawn_scoped(scope, || shared.work());
            if started.is_err() {
                // The system gives no more threads: those that run will do.
                break;
            }
        }
        shared.work();
    });
    let state = shared.state.into_inner();
    let state = state.unwrap_or_else(PoisonError::into_inner);
    state.failed.map_or(Ok(()), Err)
}

/// What the threads share.
struct Shared<'s, 'p, P: Splittable> {
    request: &'s ConquerRequest<'s, P>,
    todo: Mutex<std::vec::IntoIter<usize>>,
    state: Mutex<State<'s, 'p, P>>,
    /// Whether the answer is settled, something failed, or no more answers are wanted.
    is_over: Arc<AtomicBool>,
}

struct State<'s, 'p, P: Splittable> {
    all: &'s mut Combination<'p, P>,
    on_answer: &'s mut OnAnswer<'s>,
    failed: Option<ConquerError<P::Flaw>>,
}

impl<P: Splittable> Shared<'_, '_, P> {
    fn work(&self) {
        loop {
            let mut above = None;
            if let Ok(state) = self.state.lock() {
                if state.all.is_settled() {
                    self.is_over.store(true, Ordering::Relaxed);
                }
                above = state.all.best_score();
            }
            let stopped = self.request.limits.exceeded().is_some();
            if stopped || self.is_over.load(Ordering::Relaxed) {
                return;
            }
            let next = self.todo.lock().ok().and_then(|mut todo| todo.next());
            let Some(index) = next else { return };
            let mut limits = self.request.limits.clone();
            limits = limits.stopped_by(self.is_over.clone());
            if let Some(time) = self.request.cube_time {
                limits = limits.within(time);
            }
            let (puzzle, cube) = (self.request.puzzle, &self.request.cubes[index]);
            let answer = solve(puzzle, cube, self.request.query, above, &limits);
            self.take(index, answer);
        }
    }

    fn take(&self, index: usize, answer: Result<CubeAnswer, WrongAnswer<P::Flaw>>) {
        let ConquerRequest {
            puzzle,
            query,
            cubes,
            ..
        } = *self.request;
        let checked = answer.map_err(ConquerError::from).and_then(|answer| {
            check(puzzle, query, index, &cubes[index], &answer)?;
            Ok(answer)
        });
        let Ok(mut state) = self.state.lock() else {
            return;
        };
        let over = self.is_over.load(Ordering::Relaxed);
        let taken = checked.and_then(|answer| {
            let is_cut = matches!(answer.end(), End::Stopped(Reason::Interrupted));
            if is_cut && over {
                return Ok(());
            }
            state.all.add_checked(index, answer.clone())?;
            if (state.on_answer)(index, &answer).is_break() {
                self.is_over.store(true, Ordering::Relaxed);
            }
            Ok(())
        });
        if let Err(error) = taken {
            state.failed.get_or_insert(error);
            self.is_over.store(true, Ordering::Relaxed);
        }
        if state.all.is_settled() {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }
}
