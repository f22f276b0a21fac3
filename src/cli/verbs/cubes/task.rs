//! Splitting a puzzle of either kind, and solving its cubes.

use super::answer::{self, Outcome};
use super::certificate;
use super::proofs::ProofFolder;
use super::saved::{Saved, SavedHead};
use super::{CubesArgs, CubesFormat};
use crate::backend::{Query, WrongAnswer};
use crate::certify::Certifiable;
use crate::cli::exit::{Exit, unless_interrupted};
use crate::cli::messages::warn;
use crate::cli::pipeline::output::Output;
use crate::cli::pipeline::{engines, input, session};
use crate::cubes::text::AnswerLine;
use crate::cubes::{
    self, Combination, CombineError, ConquerError, ConquerRequest, PuzzleFormula, Split,
    SplitRequest, text,
};
use crate::encoding;
use crate::escape;
use crate::grid::Solution;
use crate::limits::Limits;
use crate::objective::Directed;
use crate::outcome::Reason;
use crate::words::counted;
use anyhow::{Context, Result, anyhow, bail};
use std::io::{BufWriter, Write};
use std::ops::ControlFlow;

/// Largest file with a solution, in bytes.
const MAX_SOLUTION: u64 = 1 << 24;

/// What is to be done.
pub struct Task<'a, P: Certifiable> {
    pub args: &'a CubesArgs,
    pub puzzle: P,
    pub query: Query<P::Objective>,
    /// What is scored, if the best score is asked for.
    pub objective: Option<Directed<P::Objective>>,
    /// The puzzle as text, for the file of answers.
    pub name: String,
    /// The query as text.
    pub question: String,
    /// Those of the whole run.
    pub limits: Limits,
}

impl<'a, P> Task<'a, P>
where
    P: Certifiable,
    P::Objective: Send + Sync,
{
    /// Splits the puzzle, and writes the cubes or solves them.
    pub fn run(&self, out: &mut Output) -> Result<Exit> {
        let saved = match &self.args.resume {
            Some(path) => Some(Saved::open(path)?),
            None => None,
        };
        if let Some(saved) = &saved {
            saved.require(&self.name, &self.question)?;
        }
        let head = saved.as_ref().and_then(Saved::head);
        let limits = &self.limits;
        let known = match (head, &self.args.known) {
            (Some(head), None) => head
                .known
                .as_deref()
                .map(|line| self.solution(line))
                .transpose()?,
            _ => self.known(limits)?,
        };
        let above = self.score(known.as_ref());
        let split = self.split(above, head, limits)?;
        let saved = match (saved, &split.stopped) {
            (Some(saved), Some(reason)) => {
                warn(format_args!(
                    "{}: no answers are saved, because another run would make other cubes \
                     ({reason})",
                    saved.name()
                ));
                None
            }
            (saved, _) => saved,
        };
        match self.args.solves() {
            true => self.solve(&split, known.as_ref(), saved, limits, out),
            false => self.write(&split, above, limits, out),
        }
    }

    /// The cubes. For a certificate, no part is left out because of a bound, unless an
    /// earlier run had no certificate; the cubes are those of the earlier run.
    fn split(
        &self,
        above: Option<i64>,
        earlier: Option<&SavedHead>,
        limits: &Limits,
    ) -> Result<Split> {
        let split = |above| {
            let request = SplitRequest {
                query: &self.query,
                above,
                count: self.args.count as usize,
                limits,
            };
            cubes::split(&self.puzzle, &request)
        };
        let (first, second) = match self.args.certify {
            Some(_) => (None, above),
            None => (above, None),
        };
        let mut made = split(first);
        let is_other = |earlier: &SavedHead| earlier.cubes != self.names(&made);
        if made.stopped.is_none() && earlier.is_some_and(is_other) {
            made = split(second);
        }
        session::check_interrupt()?;
        Ok(made)
    }

    fn names(&self, split: &Split) -> Vec<Vec<String>> {
        let cubes = split.cubes.iter();
        cubes.map(|cube| text::names(&self.puzzle, cube)).collect()
    }

    fn score(&self, solution: Option<&Solution>) -> Option<i64> {
        match &self.query {
            Query::Maximise(objective) => Some(self.puzzle.score(objective, solution?)),
            _ => None,
        }
    }

    /// A solution to start from, if a maximum is wanted.
    fn known(&self, limits: &Limits) -> Result<Option<Solution>> {
        let Query::Maximise(objective) = &self.query else {
            return Ok(None);
        };
        if let Some(path) = &self.args.known {
            let name = path.display().to_string();
            let text = input::read_text(&name, MAX_SOLUTION)?;
            return Ok(Some(self.solution(only_line(&text, &name)?).context(name)?));
        }
        Ok(self.puzzle.good_solution(objective, limits)?)
    }

    fn solution(&self, line: &str) -> Result<Solution> {
        let read = self.puzzle.solution_of(line);
        let solution = read.with_context(|| {
            let found = escape::quoted(line, 100);
            format!("found {found}, expected a solution of the puzzle in a line")
        })?;
        self.puzzle
            .check(&solution)
            .map_err(|flaw| anyhow!("{flaw}"))?;
        Ok(solution)
    }

    fn write(
        &self,
        split: &Split,
        above: Option<i64>,
        limits: &Limits,
        out: &mut Output,
    ) -> Result<Exit> {
        let is_refuted = split.cubes.is_empty() && above.is_none();
        if split.cubes.is_empty() {
            self.warn_of_no_cubes(above);
        }
        let mut out = BufWriter::new(out);
        if self.args.to == Some(CubesFormat::Icnf) {
            if let Err(reason) = self.write_icnf(split, above, limits, &mut out)? {
                warn(format_args!("no formula: {reason}"));
                return Ok(Exit::of_reason(&reason));
            }
        } else {
            for line in text::cube_lines(&self.puzzle, split, above) {
                let line = line.signed(self.args.scores.direction());
                writeln!(out, "{}", escape::json(&line)?)?;
            }
        }
        out.flush()?;
        let Some(reason) = &split.stopped else {
            return Ok(match is_refuted {
                true => Exit::Negative,
                false => Exit::Answered,
            });
        };
        warn(format_args!(
            "made {} instead of about {}, which still cover every solution ({reason})",
            counted(split.cubes.len() as u64, "cube"),
            self.args.count
        ));
        Ok(Exit::of_reason(reason))
    }

    fn warn_of_no_cubes(&self, above: Option<i64>) {
        let Some(above) = above else {
            warn("no cubes are left: the puzzle has no solution");
            return;
        };
        let direction = self.args.scores.direction();
        let (which, score) = (direction.name(), direction.signed(above));
        warn(format_args!(
            "no cubes are left: a solution scores {score}, the {which}"
        ));
    }

    /// Writes the formula with the cubes, or says which limit came first.
    fn write_icnf(
        &self,
        split: &Split,
        above: Option<i64>,
        limits: &Limits,
        out: &mut impl Write,
    ) -> Result<Result<(), Reason>> {
        let name = self.args.encoding.as_deref().unwrap_or(encoding::DEFAULT);
        let encoding = engines::encoding(name)?;
        let mut formula = match self.puzzle.formula(&encoding, limits) {
            Ok(formula) => formula,
            Err(reason) => return Ok(Err(unless_interrupted(reason)?)),
        };
        let required = self.require_better(&mut formula, above, limits);
        // Without cubes, the formula need not say that a better score is wanted.
        if !split.cubes.is_empty() {
            required?;
        }
        cubes::write_icnf(&formula, &split.cubes, out)?;
        Ok(Ok(()))
    }

    /// Says in the formula that a solution scores better than the known one.
    fn require_better(
        &self,
        formula: &mut PuzzleFormula,
        above: Option<i64>,
        limits: &Limits,
    ) -> Result<()> {
        let (Query::Maximise(objective), Some(above)) = (&self.query, above) else {
            return Ok(());
        };
        let added = self.puzzle.require_above(objective, above, formula, limits);
        if let Err(reason) = added {
            session::check_interrupt()?;
            bail!("--to icnf: {reason}; use --to json");
        }
        let direction = self.args.scores.direction();
        let (beyond, score) = (direction.beyond(), direction.signed(above));
        let comment = format!("satoku score {beyond} {score}");
        formula.comments.insert(0, comment);
        Ok(())
    }

    fn solve(
        &self,
        split: &Split,
        known: Option<&Solution>,
        saved: Option<Saved>,
        limits: &Limits,
        out: &mut Output,
    ) -> Result<Exit> {
        let all = Combination::new(&self.puzzle, &self.query, split.cubes.len());
        let mut all = all.bounded_by(split);
        if let Some(known) = known {
            all.know(known).map_err(|flaw| anyhow!("{flaw}"))?;
        }
        let mut saved = saved;
        if let Some(saved) = &mut saved {
            self.continue_with(saved, &mut all, split, known)?;
        }
        let request = ConquerRequest {
            puzzle: &self.puzzle,
            query: &self.query,
            cubes: &split.cubes,
            jobs: self.args.jobs.count(),
            cube_time: self.args.cube_timeout,
            limits,
        };
        let mut kept = Ok(());
        let conquered = cubes::conquer(&request, &mut all, &mut |index, answer| {
            if let Some(saved) = &mut saved {
                kept = saved.add(&text::answer_line(&self.puzzle, index, answer));
            }
            match &kept {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        });
        conquered.map_err(fault)?;
        kept?;
        if !all.is_settled() {
            session::check_interrupt()?;
        }
        let mut outcome = Outcome::of(self, &all, split);
        if let Some(folder) = &self.args.certify {
            outcome.raise(certificate::make(self, &all, split, folder, limits)?);
        }
        answer::write(&outcome, self.args.to == Some(CubesFormat::Json), out)
    }

    /// Takes the answers of the earlier run, and makes the file ready for more.
    fn continue_with(
        &self,
        saved: &mut Saved,
        all: &mut Combination<'_, P>,
        split: &Split,
        known: Option<&Solution>,
    ) -> Result<()> {
        let head = self.head(split, known);
        saved.require_same(&head)?;
        for (line, answer) in saved.answers() {
            if let Err(error) = self.add(all, split, &answer) {
                let name = saved.name();
                bail!("{name}:{line}: {error}; remove this line, and its cube is solved again");
            }
        }
        if saved.head().is_none() {
            // Whatever is there was made for another file of this name.
            ProofFolder::beside(saved.path()).remove();
        }
        saved.begin(&head)
    }

    /// Adds an answer that was saved.
    fn add(&self, all: &mut Combination<'_, P>, split: &Split, line: &AnswerLine) -> Result<()> {
        let (found, cubes) = (line.cube, split.cubes.len());
        let index = found.checked_sub(1).filter(|index| *index < cubes);
        let index = index.ok_or(CombineError::Index { found, cubes })?;
        if all.is_answered(index) {
            bail!("cube {found} has a second answer, expected one");
        }
        let answer = text::answer_of(&self.puzzle, line)?;
        Ok(all.add(index, &split.cubes[index], answer)?)
    }

    /// What must be the same in a run that continues this one.
    fn head(&self, split: &Split, known: Option<&Solution>) -> SavedHead {
        let of_puzzle = |solution| self.puzzle.solution_line(solution);
        SavedHead {
            puzzle: self.name.clone(),
            question: self.question.clone(),
            known: known.map(of_puzzle),
            cubes: self.names(split),
        }
    }
}

/// The line of a file that has no other.
fn only_line<'t>(text: &'t str, name: &str) -> Result<&'t str> {
    let mut lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    let Some((_, first)) = lines.next() else {
        bail!("{name}: is empty, expected a solution in one line");
    };
    match lines.next() {
        None => Ok(first.trim()),
        Some((number, other)) => bail!(
            "{name}:{number}: found {}, expected nothing after the solution, which is one line; \
             remove the other lines",
            escape::quoted(other.trim(), 40)
        ),
    }
}

fn fault<F: std::error::Error + Send + Sync + 'static>(error: ConquerError<F>) -> anyhow::Error
where
    WrongAnswer<F>: std::error::Error,
{
    crate::cli::exit::EngineFault(error.to_string()).into()
}
