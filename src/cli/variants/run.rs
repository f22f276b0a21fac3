//! A run over the variant puzzles of the inputs: workers, answers in order, checks.

use super::check::VariantSecond;
use super::question::VariantQuestion;
use super::report::VariantReport;
use super::resume::{fingerprint, outcome};
use super::{VariantInput, VariantInstance, VariantItem};
use crate::backend::Backend;
use crate::batch::Emit;
use crate::cli::args::{ListArgs, OnError, OutputFormat, TimeArgs};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{CheckLog, CheckOutcome, Checks};
use crate::cli::pipeline::clashes::ClashQuota;
use crate::cli::pipeline::input;
use crate::cli::pipeline::journal::Mark;
use crate::cli::pipeline::lines::{self, LineRun};
use crate::cli::pipeline::malformed::Malformed;
use crate::cli::pipeline::output::{Output, complete};
use crate::cli::pipeline::present::Presenter;
use crate::cli::pipeline::progress::ProgressLine;
use crate::cli::pipeline::provenance::Provenance;
use crate::cli::pipeline::resume::Resume;
use crate::cli::pipeline::run::{PuzzleOutcome, RunReport};
use crate::cli::pipeline::run_identity::RunIdentity;
use crate::cli::pipeline::session::{self, check_interrupt};
use crate::cli::pipeline::stream::{self, Give, Presented, Source};
use crate::grid::text::InputError;
use crate::limits::Limits;
use crate::rules::text::InputFormat;
use crate::rules::{Compiled, VariantPuzzle};
use crate::search::Threads;
use anyhow::{Result, bail};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

/// Says why a verb cannot take a puzzle, if it cannot.
pub type VariantRefusal = Box<dyn Fn(&VariantInstance<Compiled>) -> Option<String> + Sync>;

/// A run of a verb over the variant puzzles of its inputs.
pub struct VariantRun<'a> {
    pub input: &'a VariantInput<'a>,
    pub output: Option<&'a Path>,
    pub to: Option<OutputFormat>,
    pub list: &'a ListArgs,
    /// How long each puzzle may take, from the moment when its constraints are looked at.
    pub time: Option<&'a TimeArgs>,
    /// One for each worker; workers share those that are idle on hard puzzles.
    pub threads: Arc<Threads>,
    /// What a second engine checks.
    pub checks: Checks<'a>,
    /// The verb with its options, for the command that replays a difference.
    pub command: &'a str,
    /// Whether figures are reported at the end.
    pub stats: bool,
    /// Says why the verb cannot take a puzzle, which is then treated like a malformed one, as
    /// `--on-error` says.
    pub refusal: Option<VariantRefusal>,
    /// For verbs that can continue an interrupted run.
    pub lines: Option<LineRun<'a>>,
}

impl<'a> VariantRun<'a> {
    /// A run whose answers go to standard output and are not checked.
    pub fn new(input: &'a VariantInput<'a>, list: &'a ListArgs, command: &'a str) -> Self {
        VariantRun {
            input,
            output: None,
            to: None,
            list,
            time: None,
            threads: Arc::new(Threads::new(list.jobs.count())),
            checks: Checks::None,
            command,
            stats: false,
            refusal: None,
            lines: None,
        }
    }
}

/// What was found about a puzzle.
pub struct VariantAnswer<T> {
    pub instance: Arc<VariantInstance<Compiled>>,
    /// Its number among all puzzles of the run, from 1; known when it is shown.
    pub number: u64,
    pub found: T,
    pub by: Provenance,
    pub checked: Option<CheckOutcome>,
}

impl<T> VariantAnswer<T> {
    /// An answer that a backend gave just now, to a query asked at this time.
    pub fn new(
        instance: Arc<VariantInstance<Compiled>>,
        found: T,
        backend: &dyn Backend<VariantPuzzle>,
        start: Instant,
    ) -> VariantAnswer<T> {
        VariantAnswer {
            instance,
            number: 0,
            found,
            by: Provenance::of(backend, start),
            checked: None,
        }
    }

    /// Checks what it says about solutions, if that is wanted.
    pub fn checked_by(mut self, second: &mut VariantSecond, is_checked: bool) -> Self
    where
        T: PuzzleOutcome,
    {
        if let Some(claim) = self.found.claim().filter(|_| is_checked) {
            self.checked = second.check(&self, &claim);
        }
        self
    }
}

/// A puzzle, or what is wrong with it.
struct Task {
    item: Result<VariantItem, Malformed>,
    is_checked: bool,
    /// The place in the input after it.
    mark: Mark,
}

/// What comes of a task.
enum Done<T, P> {
    Part(Arc<VariantInstance<Compiled>>, P),
    Puzzle(Box<VariantAnswer<T>>),
    Bad(Malformed),
}

impl<'a> VariantRun<'a> {
    /// Answers all puzzles. `worker` makes a worker in each thread, which answers a
    /// puzzle, perhaps after some parts; `present_part` writes a part, `present` an answer, with
    /// the engines that agree.
    pub fn answer<T, P: Send, W>(
        &self,
        worker: impl Fn() -> Result<W> + Sync,
        mut present_part: impl FnMut(&mut Presenter<'_>, &VariantInstance<Compiled>, P) -> Result<()>,
        mut present: impl FnMut(&mut Presenter<'_>, &VariantAnswer<T>, &[String]) -> Result<()>,
    ) -> Result<Exit>
    where
        T: PuzzleOutcome,
        W: FnMut(VariantQuestion, &mut Emit<'_, P>) -> Result<VariantAnswer<T>>,
    {
        let (output, mut resume) = self.open()?;
        let resumed = &mut resume;
        let source = Source {
            feed: |output: &Output, give: &mut Give<'_, Task>| self.feed(resumed, output, give),
            may_wait: input::may_wait(self.input.args()),
            progress: ProgressLine::of("puzzle"),
        };
        let quota = ClashQuota::default();
        let mut report = VariantReport::new(self.report(&quota));
        let marks = output.clone();
        let worst = complete(output, |out| {
            let work = || {
                let mut worker = worker()?;
                Ok(move |task, emit: &mut Emit<'_, (Done<T, P>, Mark)>| {
                    self.serve(&mut worker, task, emit)
                })
            };
            let mut show = |out: &mut Presenter<'_>, done| match done {
                Done::Part(instance, part) => {
                    present_part(out, &instance, part).map(|()| Presented::PART)
                }
                Done::Puzzle(mut answer) => {
                    let checked_by = report.settle(&mut answer)?;
                    present(out, &answer, &checked_by)?;
                    Ok(Presented::puzzles(answer.found.exit(), 1))
                }
                Done::Bad(error) => {
                    report.run.malformed(out, &error)?;
                    Ok(Presented::puzzles(Exit::Usage, 1))
                }
            };
            let show = |out: &mut Presenter<'_>, (done, mark): (Done<T, P>, Mark)| {
                let is_part = matches!(done, Done::Part(..));
                let shown = show(out, done)?;
                if !is_part {
                    marks.mark(mark);
                }
                Ok(shown)
            };
            let worst = stream::in_order(out, self.to, self.threads.total(), source, work, show);
            report.finish_warnings();
            worst
        })?;
        report.run.finish();
        Ok(worst.max(resume.exit()))
    }

    /// The report of this run.
    fn report<'r>(&self, clashes: &'r ClashQuota) -> RunReport<'r>
    where
        'a: 'r,
    {
        let may_check = !matches!(self.checks, Checks::None);
        let log = may_check.then(|| CheckLog::new(self.command));
        RunReport::new(self.to, self.list.on_error, log, clashes).with_figures(self.stats)
    }

    /// Reads all inputs and passes on what an earlier run did not answer.
    fn feed(
        &self,
        resume: &mut Resume<'_>,
        output: &Output,
        give: &mut Give<'_, Task>,
    ) -> Result<()> {
        let mut quota = self.checks.quota();
        self.input.each(Some(output), &mut |item| {
            let Some((item, mark)) = self.unanswered(resume, item)? else {
                return Ok(true);
            };
            let is_checked = quota.take(u64::from(item.is_ok())) > 0;
            let item = item.map_err(|error| Malformed::input(&error));
            Ok(give(Task {
                item,
                is_checked,
                mark,
            }))
        })?;
        resume.finish()
    }

    /// The output, from its start or from where an earlier run stopped.
    fn open(&self) -> Result<(Output, Resume<'a>)> {
        let lines = self.lines.as_ref();
        lines::open(lines, self.output, self.to, self.list, |lines| {
            let mut options = lines.options.clone();
            options.extend(self.input.rule_options());
            RunIdentity::of_inputs(options, self.input.args(), self.list)
        })
    }

    /// The item and the place after it, unless an earlier run has answered it.
    fn unanswered(
        &self,
        resume: &mut Resume<'_>,
        item: Result<VariantItem, InputError>,
    ) -> Result<Option<(Result<VariantItem, InputError>, Mark)>> {
        let stops = self.list.on_error == OnError::Stop;
        let item = match item {
            Err(error) if stops => return Err(error.into()),
            Err(error) if resume.covers_next() => return resume.bad(&error).map(|()| None),
            Err(error) => {
                let mark = resume.see_bad(&error);
                return Ok(Some((Err(error), mark)));
            }
            Ok(item) => item,
        };
        if let InputFormat::Classic(format) = item.format {
            lines::require_line(self.lines.as_ref(), self.to, &item.file, format)?;
        }
        if !resume.covers_next() {
            let mark = resume.see_written(|| fingerprint(&item));
            return Ok(Some((Ok(item), mark)));
        }
        let text = fingerprint(&item);
        let compile = |item| self.compile(item, &session::interrupts());
        let covered = resume.written(
            || text,
            |form, line| outcome(item, compile, self.to, form, line),
        );
        check_interrupt()?;
        covered.map(|()| None)
    }

    /// Like [`VariantRun::answer`], for answers without parts.
    pub fn answer_whole<T, W>(
        &self,
        worker: impl Fn() -> Result<W> + Sync,
        present: impl FnMut(&mut Presenter<'_>, &VariantAnswer<T>, &[String]) -> Result<()>,
    ) -> Result<Exit>
    where
        T: PuzzleOutcome,
        W: FnMut(VariantQuestion) -> Result<VariantAnswer<T>>,
    {
        self.answer(|| worker().map(stream::whole), |_, _, ()| Ok(()), present)
    }

    /// Compiles a puzzle, and finds out whether the verb can take it.
    fn compile(
        &self,
        item: VariantItem,
        limits: &Limits,
    ) -> Result<VariantInstance<Compiled>, Malformed> {
        let instance = self.input.compile(item, limits)?;
        match self.refusal.as_ref().and_then(|refusal| refusal(&instance)) {
            Some(why) => Err(instance.item.malformed(&why)),
            None => Ok(instance),
        }
    }

    /// The limits of one puzzle, whose time begins now.
    fn limits(&self) -> Limits {
        session::limits(self.time.and_then(|time| time.timeout))
    }

    fn serve<T: PuzzleOutcome, P, W>(
        &self,
        worker: &mut W,
        task: Task,
        emit: &mut Emit<'_, (Done<T, P>, Mark)>,
    ) -> Result<(Done<T, P>, Mark)>
    where
        W: FnMut(VariantQuestion, &mut Emit<'_, P>) -> Result<VariantAnswer<T>>,
    {
        let _at_work = self.threads.work();
        let mark = task.mark;
        let (start, limits) = (Instant::now(), self.limits());
        let compiled = task.item.and_then(|item| self.compile(item, &limits));
        let instance = match compiled {
            Ok(instance) => Arc::new(instance),
            Err(error) if self.list.on_error == OnError::Stop => bail!("{error}"),
            Err(error) => return Ok((Done::Bad(error), mark)),
        };
        if instance.puzzle.whole().is_err() {
            check_interrupt()?;
        }
        let parts = instance.clone();
        let question = VariantQuestion {
            instance,
            is_checked: task.is_checked,
            start,
            limits,
        };
        let answer = worker(question, &mut |part| {
            emit((Done::Part(parts.clone(), part), mark))
        })?;
        if answer.found.reason().is_some() {
            check_interrupt()?;
        }
        Ok((Done::Puzzle(Box::new(answer)), mark))
    }
}
