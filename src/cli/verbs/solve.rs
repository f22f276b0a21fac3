//! `satoku solve`

mod found;
mod variants;

use crate::backend::cross_check::Extent;
use crate::backend::{self, Backend, Query, Verdict};
use crate::certify::Assertion;
use crate::cli::args::{EngineArgs, InputArgs, ListArgs, LongListArgs, OutputArgs};
use crate::cli::certify::{Certify, CertifyArgs};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::{CheckArgs, CheckPlan, Checks, command};
use crate::cli::pipeline::earlier_answers::AnswerForm;
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::lines::{LineRun, is_line};
use crate::cli::pipeline::present::{
    AnsweredBy, NO_SOLUTION, Position, Presenter, SEVERAL_SOLUTIONS, unknown,
};
use crate::cli::pipeline::presentable::Presentable;
use crate::cli::pipeline::run::{
    BackendAnswer, BlockQuery, BlockRun, PuzzleOutcome, PuzzleQuestion, PuzzleRun,
};
use crate::cli::pipeline::session::{self, Session};
use crate::cli::variants::reads_variants;
use crate::grid::Solution;
use crate::grid::text::Record;
use crate::limits::Limits;
use crate::outcome::Reason;
use anyhow::{Context, Result, bail};
use clap::Args;
use found::{Answer, Found};
use serde::Serialize;
use std::time::Instant;

const EXAMPLES: &str = "\
For a puzzle without a solution, 'no solution' is printed. Clashing givens are reported on
standard error for the first 100 such puzzles; further ones are only counted. Which solution
of several is printed may depend on the format of the input, on --to and on --timeout.

9×9 puzzles are solved many at a time with the processor's fastest vector instructions.
To choose others, set the environment variable SATOKU_SIMD to avx512, avx2 or portable
(SSE2 on x86-64).

Large grids and variants that take long are searched by all --jobs threads in parallel. The
first answer wins, so which of several solutions is found may differ from run to run. With
--jobs 1 it is always the same.

Variants are read from JSON, f-puzzles, strings of Interactive-Sudoku-Solver, HDU 4069 and
SumoCue ('satoku formats'). --rules adds rules for the whole grid to any puzzle
('satoku rules list').

Examples:
  satoku solve puzzles.txt                      # answers in the format of the file
  satoku solve --from hdu - < input.txt         # a judge's input
  satoku solve --to pretty puzzle.txt           # a grid that is easy to read
  satoku solve --to json puzzles.txt            # for programs
  satoku solve --unique puzzles.txt             # none, one or several solutions?
  satoku solve --check all puzzles.txt          # check every answer with another engine
  satoku solve --unique --certify folder puzzle.txt   # with a proof
  satoku solve big.txt -o answers.txt           # millions of lines, all cores
  satoku solve big.txt -o answers.txt --resume  # continue after an interruption
  satoku solve --rules diagonal,anti-knight diagonal-anti-knight.txt
  satoku solve --to pretty killer.json          # a variant, drawn
  satoku solve --backend varisat --encoding minimal --timeout 5 puzzles.txt";

/// Arguments of `satoku solve`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    engine: EngineArgs,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    long: LongListArgs,
    #[command(flatten)]
    check: CheckArgs,

    /// Print 'none', 'one' and the solution, or 'several' and two solutions
    #[arg(long)]
    unique: bool,

    #[command(flatten)]
    certify: CertifyArgs,
}

#[derive(Serialize)]
struct SolveJson<'a> {
    #[serde(flatten)]
    position: Position<'a>,
    verdict: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    answered_by: AnsweredBy<'a>,
}

/// A puzzle with its answer.
type SolvedPuzzle = BackendAnswer<Found>;

/// Runs the verb.
pub fn run(args: &SolveArgs) -> Result<Exit> {
    if args.certify.is_wanted() && !args.unique {
        bail!("--certify: a certificate says how many solutions there are; add --unique");
    }
    args.certify.require_new_run(args.long.earlier.resume)?;
    let session = Session::new(&args.engine, &args.list.jobs)?;
    let inputs = Inputs::new(&args.input);
    if reads_variants(&inputs, args.output.to)? {
        return variants::run(args, &inputs);
    }
    let mut certify = Certify::new(&args.certify, &args.engine.time)?;
    let (verb, form, query) = match args.unique {
        true => ("solve --unique", AnswerForm::Unique, BlockQuery::Unique),
        false => ("solve", AnswerForm::Solution, BlockQuery::First),
    };
    let (output, to) = (args.output.file.path(), args.output.to);
    let plan = CheckPlan::new(&args.check, &args.engine, command(verb, None, &args.engine))?;
    let run = PuzzleRun {
        threads: session.threads(),
        checks: Checks::ByThreads(&plan),
        lines: Some(LineRun {
            resume: args.long.earlier.resume,
            form,
            options: session.deciding_options(verb),
            are_lines: is_line(to),
            restore: None,
        }),
        blocks: Some(BlockRun {
            engine: &args.engine,
            no_verify: args.long.no_verify,
            query: (!args.certify.is_wanted()).then_some(query),
        }),
        stats: args.long.stats,
        ..PuzzleRun::new(&inputs, output, to, &args.list)
    };
    let worker = || {
        let mut backend = session.helped_backend()?;
        let session = &session;
        Ok(move |PuzzleQuestion { record, .. }| answer(args, session, &mut *backend, record))
    };
    let exit = run.answer_whole(worker, |presenter, answer: SolvedPuzzle, context| {
        let BackendAnswer { record, found, .. } = &answer;
        let answered_by = answer.by.answered_by(context.checked_by);
        let goal = || Ok(goal(found).map(Assertion::Solutions));
        let place = || session::place(record);
        certify.prove(context.number, Some(&record.puzzle), place, goal, || {
            present(presenter, record, found, answered_by, args.unique)
        })
    })?;
    Ok(exit.max(certify.finish()))
}

fn answer(
    args: &SolveArgs,
    session: &Session<'_>,
    backend: &mut dyn Backend,
    record: Record,
) -> Result<SolvedPuzzle> {
    let query = match args.unique {
        true => Query::Enumerate { limit: 2 },
        false => Query::First,
    };
    session::require_support(backend, &record, &query)?;
    Presenter::check(args.output.to, &record)?;
    let start = Instant::now();
    let limits = session.limits();
    let found = match args.unique {
        true => unique(backend, &record, &limits)?,
        false => first(backend, &record, &limits)?,
    };
    Ok(BackendAnswer::new(record, found, backend, start))
}

fn first(backend: &mut dyn Backend, record: &Record, limits: &Limits) -> Result<Found> {
    let verdict = backend::first(backend, &record.puzzle, limits);
    let (answer, solution) = match verdict.with_context(|| session::place(record))? {
        Verdict::Solved(solution) => (Answer::Solved, Some(solution)),
        Verdict::Unsatisfiable => (Answer::Unsatisfiable, None),
        Verdict::Unknown(reason) => (Answer::Unknown(reason), None),
    };
    Ok(Found {
        answer,
        solutions: solution.into_iter().collect(),
    })
}

fn unique(backend: &mut dyn Backend, record: &Record, limits: &Limits) -> Result<Found> {
    let found = backend::solutions(backend, &record.puzzle, 2, limits);
    let (solutions, tally) = found.with_context(|| session::place(record))?;
    Ok(Found::new(solutions, tally.end, 2))
}

/// The number of solutions that a certificate can say of an answer to `--unique`.
fn goal(found: &Found) -> Option<u64> {
    match found.answer.extent()? {
        Extent::All => Some(found.solutions_checked()),
        Extent::AtLeast => None,
    }
}

/// Writes an answer to a puzzle, classic or a variant.
fn present(
    presenter: &mut Presenter<'_>,
    puzzle: &impl Presentable,
    found: &Found,
    answered_by: AnsweredBy<'_>,
    unique: bool,
) -> Result<()> {
    let text = |solution: &Solution| puzzle.text(solution);
    if presenter.is_json() {
        return presenter.json(&SolveJson {
            position: puzzle.position(),
            verdict: found.answer.word(),
            solution: found.solutions.first().map(text),
            second: found.solutions.get(1).map(text),
            reason: found.reason().map(Reason::to_string),
            answered_by,
        });
    }
    let word = match found.reason() {
        Some(reason) => unknown(reason),
        None if unique => found.answer.word().to_owned(),
        None => NO_SOLUTION.to_owned(),
    };
    if presenter.is_svg() && unique {
        let picture = puzzle.picture().remark(in_words(&word));
        return presenter.picture(&picture.with_solutions(&found.solutions));
    }
    if unique && puzzle.is_line(presenter) {
        let words = std::iter::once(word).chain(found.solutions.iter().map(text));
        return presenter.line(&words.collect::<Vec<_>>().join("\t"));
    }
    let mut solutions = found.solutions.iter();
    if unique || found.solutions.is_empty() {
        puzzle.words(presenter, &word)?;
        return solutions.try_for_each(|s| puzzle.solution_below(presenter, s));
    }
    solutions.try_for_each(|s| puzzle.solution(presenter, s))
}

/// What a picture says below the board.
fn in_words(word: &str) -> &str {
    match word {
        "none" => NO_SOLUTION,
        "one" => "one solution",
        "several" => SEVERAL_SOLUTIONS,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backend::NativeBackend;
    use crate::backend::cross_check::Claim;
    use crate::grid::text::{PuzzleReader, ReadOptions};

    fn claim(text: &str, ask: fn(&mut dyn Backend, &Record, &Limits) -> Result<Found>) -> Claim {
        let mut reader = PuzzleReader::of_text(text, "test", ReadOptions::default());
        let record = reader.next().unwrap().unwrap();
        let mut backend = NativeBackend::default();
        let found = ask(&mut backend, &record, &Limits::unlimited()).unwrap();
        found.claim().unwrap()
    }

    #[test]
    fn only_an_exhausted_search_claims_all_solutions() {
        let several = "1...............";
        let one = "1234341221434321";
        let clash = "11..............";
        let extent = |text, ask| {
            let claim = claim(text, ask);
            (claim.found, claim.extent)
        };
        assert_eq!(extent(several, first), (1, Extent::AtLeast));
        assert_eq!(extent(several, unique), (2, Extent::AtLeast));
        assert_eq!(extent(one, first), (1, Extent::AtLeast));
        assert_eq!(extent(one, unique), (1, Extent::All));
        assert_eq!(extent(clash, first), (0, Extent::All));
        assert_eq!(extent(clash, unique), (0, Extent::All));
    }

    #[test]
    fn what_a_limit_cut_short_claims_nothing() {
        let found = Found {
            answer: Answer::Unknown(Reason::Timeout),
            solutions: Vec::new(),
        };
        assert_eq!(found.claim(), None);
        assert_eq!(found.exit(), Exit::Unknown);
        assert!(goal(&found).is_none());
    }
}
