//! What every verb does with the puzzles of its inputs: 9×9 puzzles go to the lock-step
//! search in blocks where a verb allows it, all others to its workers one by one; answers
//! keep their order.

mod block;
mod check_block;
mod feed;
mod outcome;
mod pace;
mod report;
mod serve;
mod write_block;

use crate::backend::Backend;
use crate::batch::{Emit, Workers};
use crate::cli::args::{EngineArgs, ListArgs, OutputFormat};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{AnswerToCheck, Checks, PendingCheck};
use crate::cli::pipeline::clashes::ClashQuota;
use crate::cli::pipeline::input::{self, Inputs};
use crate::cli::pipeline::journal::Mark;
use crate::cli::pipeline::lines::{self, LineRun};
use crate::cli::pipeline::output::{Output, complete};
use crate::cli::pipeline::present::Presenter;
use crate::cli::pipeline::progress::{ProgressLine, TotalEstimator};
use crate::cli::pipeline::provenance::Provenance;
use crate::cli::pipeline::resume::Resume;
use crate::cli::pipeline::run_identity::RunIdentity;
use crate::cli::pipeline::session;
use crate::cli::pipeline::stream::{self, Give, Source};
use crate::grid::text::blocks::Piece;
use crate::grid::text::{InputError, Record};
use crate::search::Threads;
use crate::search::lockstep::{Lockstep, VARIABLE};
use anyhow::{Context, Result};
pub use block::BlockQuery;
use block::{BlockAnswer, BlockSolver};
pub use outcome::{Answered, Enumeration, PuzzleOutcome};
pub use report::RunReport;
use serve::{Task, Worker};
use std::borrow::Borrow;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// A run of a verb over the puzzles of its inputs.
pub struct PuzzleRun<'a> {
    pub inputs: &'a Inputs<'a>,
    pub output: Option<&'a Path>,
    pub to: Option<OutputFormat>,
    pub list: &'a ListArgs,
    /// One for each worker; workers share those that are idle on hard puzzles.
    pub threads: Arc<Threads>,
    /// What a second engine checks.
    pub checks: Checks<'a>,
    /// Whether figures are reported at the end.
    pub stats: bool,
    /// What is wrong with puzzles that the verb cannot take; like what is not a puzzle, they
    /// are reported, skipped, or end the run.
    pub refusal: Option<fn(&Record) -> Option<InputError>>,
    /// For verbs whose answers to lines are at most one line each.
    pub lines: Option<LineRun<'a>>,
    /// For verbs that may answer 9×9 puzzles in blocks.
    pub blocks: Option<BlockRun<'a>>,
    /// Whether records have what follows a puzzle on its line, which takes longer to read.
    pub keeps_notes: bool,
}

/// How 9×9 puzzles are answered in blocks.
pub struct BlockRun<'a> {
    pub engine: &'a EngineArgs,
    /// Whether solutions are left unchecked.
    pub no_verify: bool,
    /// The verb's query, if lock-step search can answer it and nothing beside the
    /// answers, such as a certificate, is wanted.
    pub query: Option<BlockQuery>,
}

/// A puzzle for a worker.
pub struct PuzzleQuestion {
    pub record: Record,
    /// Whether its answer is one of those that a second engine checks.
    pub is_checked: bool,
}

/// An answer of a worker.
pub trait PuzzleAnswer: Send {
    /// The puzzle.
    fn record(&self) -> &Record;

    /// What was found about it.
    fn found(&self) -> &dyn PuzzleOutcome;

    /// What a second engine is to check; `None` if the puzzle was not answered.
    fn to_check(&self) -> Option<AnswerToCheck> {
        None
    }
}

/// What a backend found about a puzzle.
pub struct BackendAnswer<T, R = Record> {
    pub record: R,
    pub found: T,
    pub by: Provenance,
}

impl<T, R: Borrow<Record>> BackendAnswer<T, R> {
    /// An answer that a backend gave just now, to a query asked at this time.
    pub fn new(record: R, found: T, backend: &dyn Backend, start: Instant) -> Self {
        BackendAnswer {
            record,
            found,
            by: Provenance::of(backend, start),
        }
    }
}

/// What is shown with an answer.
pub struct AnswerContext<'a> {
    /// The puzzle's place among all puzzles of the run, from 1.
    pub number: u64,
    /// The engines that agree.
    pub checked_by: &'a [String],
}

/// Something at a place of the input.
struct Placed<T> {
    item: T,
    /// After its last puzzle.
    mark: Mark,
}

/// What comes of a piece of the input, or of a part of it.
struct Done<A, P> {
    result: PieceResult<A, P>,
    /// The number of its puzzle among all puzzles of the run, from 1; of a block, that of
    /// the last.
    number: u64,
    /// The place after the piece; `None` if more of it follows.
    mark: Option<Mark>,
}

enum PieceResult<A, P> {
    Part(P),
    Block(BlockAnswer),
    Puzzle(A, Option<PendingCheck>),
    Bad(InputError),
}

impl<'a> PuzzleRun<'a> {
    /// A run without checks, whose answers may take several lines.
    pub fn new(
        inputs: &'a Inputs<'a>,
        output: Option<&'a Path>,
        to: Option<OutputFormat>,
        list: &'a ListArgs,
    ) -> PuzzleRun<'a> {
        PuzzleRun {
            inputs,
            output,
            to,
            list,
            threads: Arc::new(Threads::new(list.jobs.count())),
            checks: Checks::None,
            stats: false,
            refusal: None,
            lines: None,
            blocks: None,
            keeps_notes: false,
        }
    }

    /// Answers all puzzles. `worker` makes a worker in each thread, which answers a
    /// puzzle, perhaps after some parts; `present_part` writes a part, `present` an answer.
    pub fn answer<A: PuzzleAnswer, P: Send, W>(
        &self,
        worker: impl Fn() -> Result<W> + Sync,
        mut present_part: impl FnMut(&mut Presenter<'_>, P) -> Result<()>,
        mut present: impl FnMut(&mut Presenter<'_>, A, &AnswerContext<'_>) -> Result<()>,
    ) -> Result<Exit>
    where
        W: FnMut(PuzzleQuestion, &mut Emit<'_, P>) -> Result<A>,
    {
        let clashes = ClashQuota::default();
        let blocks = self.block_solver(&clashes)?;
        let (output, mut resume) = self.open()?;
        let mut report = self.report(&clashes);
        let resumed = &mut resume;
        let mut quota = self.checks.quota();
        let mut estimator = self.estimator();
        let progress = ProgressLine::up_to(estimator.as_ref());
        let source = Source {
            feed: |output: &Output, give: &mut Give<'_, Task>| {
                let (blocks, estimator) = (blocks.as_ref(), estimator.as_mut());
                self.feed(blocks, resumed, estimator, output, &mut |piece| {
                    let checks = quota.take(puzzles(&piece.item));
                    give(Task { piece, checks })
                })
            },
            may_wait: input::may_wait(self.inputs.args),
            progress,
        };
        let marks = output.clone();
        let answered = complete(output, |out| {
            let work = || {
                let mut worker = self.worker(worker()?, blocks.as_ref());
                Ok(move |task, emit: &mut Emit<'_, _>| worker.serve(task, emit))
            };
            // A block is small enough to be kept.
            let workers = Workers {
                count: self.threads.total(),
                kept: if blocks.is_some() { usize::MAX } else { 0 },
            };
            let worst = stream::in_order(out, self.to, workers, source, work, |out, done| {
                let (result, number) = (done.result, done.number);
                let shown = report.present(out, result, number, &mut present_part, &mut present)?;
                Ok(match done.mark {
                    Some(mark) => {
                        marks.mark(mark);
                        shown
                    }
                    None => shown.with_more_to_come(),
                })
            });
            report.finish_clashes();
            let worst = worst?;
            report.finish_checks().map(|()| worst)
        });
        let worst = answered?.max(resume.exit());
        report.finish();
        Ok(worst)
    }

    /// Like [`PuzzleRun::answer`], for answers without parts.
    pub fn answer_whole<A: PuzzleAnswer, W: FnMut(PuzzleQuestion) -> Result<A>>(
        &self,
        worker: impl Fn() -> Result<W> + Sync,
        present: impl FnMut(&mut Presenter<'_>, A, &AnswerContext<'_>) -> Result<()>,
    ) -> Result<Exit> {
        self.answer(|| worker().map(stream::whole), |_, ()| Ok(()), present)
    }

    /// The report of this run.
    fn report<'r>(&self, clashes: &'r ClashQuota) -> RunReport<'r>
    where
        'a: 'r,
    {
        let log = self.checks.plan().map(|plan| match self.to {
            // It names the engines that agree.
            Some(OutputFormat::Json) => plan.log().holding_answers(),
            _ => plan.log(),
        });
        RunReport::new(self.to, self.list.on_error, log, clashes).with_figures(self.stats)
    }

    /// The engines of one thread, of which `answer` answers single puzzles.
    fn worker<'w, W>(&'w self, answer: W, blocks: Option<&'w BlockSolver<'w>>) -> Worker<'w, W> {
        let plan = self.checks.plan();
        Worker {
            answer,
            checker: plan.map(|plan| plan.checker(self.threads.total())),
            blocks,
            threads: &self.threads,
        }
    }

    /// The engine for blocks of 9×9 puzzles, if this run uses one.
    fn block_solver<'c>(&self, clashes: &'c ClashQuota) -> Result<Option<BlockSolver<'c>>> {
        let Some(run) = &self.blocks else {
            return Ok(None);
        };
        let lockstep = Lockstep::new().context(VARIABLE)?;
        let lockstep = match run.no_verify {
            true => lockstep.unchecked(),
            false => lockstep,
        };
        let to = self.to.and_then(|to| match to {
            OutputFormat::Text(format) => Some(format),
            _ => None,
        });
        let timeout = run.engine.time.timeout;
        let is_resumable = self.lines.as_ref().is_some_and(|lines| lines.resume);
        let solver = |query| BlockSolver::new(lockstep, query, to, timeout, is_resumable, clashes);
        Ok(self.block_query().map(solver))
    }

    /// The query for 9×9 puzzles in lock-step, if they are answered that way. Only this
    /// function decides that.
    fn block_query(&self) -> Option<BlockQuery> {
        let run = self.blocks.as_ref()?;
        let is_text = matches!(self.to, None | Some(OutputFormat::Text(_)));
        run.query
            .filter(|_| is_text && session::is_native(run.engine))
    }

    /// The output, from its start or from where an earlier run stopped.
    fn open(&self) -> Result<(Output, Resume<'a>)> {
        let lines = self.lines.as_ref();
        lines::open(lines, self.output, self.to, self.list, |lines| {
            RunIdentity::of_inputs(lines.options.clone(), self.inputs.args, self.list)
        })
    }

    /// What there is to read, if all inputs are files, which have a size.
    fn estimator(&self) -> Option<TotalEstimator> {
        let size = |name: &str| {
            let data = std::fs::metadata(name).ok().filter(|data| data.is_file());
            data.map(|data| data.len())
        };
        let sizes: Option<Vec<u64>> = self.inputs.args.files().map(size).collect();
        let taken = self.inputs.taken();
        sizes.map(|sizes| TotalEstimator::new(sizes.iter().sum(), taken))
    }
}

/// Puzzles in a piece.
fn puzzles(piece: &Piece) -> u64 {
    match piece {
        Piece::Block(block) => block.puzzles().len() as u64,
        Piece::Record(_) => 1,
        Piece::Bad(_) => 0,
    }
}
