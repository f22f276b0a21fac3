//! `satoku decode` on variants.

use super::{DecodeArgs, NUMBERED_OTHERWISE, Stated, wrong_answer};
use crate::cli::args::OutputFormat;
use crate::cli::exit::{Exit, Interrupted};
use crate::cli::pipeline::input::{self, Inputs};
use crate::cli::pipeline::output::with_output_for;
use crate::cli::pipeline::present::{NO_SOLUTION, Presenter};
use crate::cli::pipeline::presentable::Presentable;
use crate::cli::pipeline::session;
use crate::cli::variants::{RulesGiven, VariantInput, VariantInstance, VariantItem};
use crate::cnf::FormulaNotes;
use crate::cnf::output::{self, OptimiserOutput, SolverOutput};
use crate::encoding::kernels::VariantModelKey;
use crate::grid::text::Format;
use crate::rules::Description;
use anyhow::{Context, Result, bail};

/// Decodes with the puzzle that was encoded.
pub fn of_puzzle(args: &DecodeArgs, inputs: &Inputs<'_>) -> Result<Exit> {
    let limits = session::interrupts();
    let instance = VariantInput::new(inputs)?.one(args.puzzle, &limits)?;
    let instance = instance.map_err(|_| Interrupted)?;
    let key = VariantModelKey::of_board(instance.puzzle.board().clone());
    decode(args, &instance, &key, &Stated::default())
}

/// Decodes with the comments of a formula.
pub fn of_formula(args: &DecodeArgs, name: &str, notes: FormulaNotes) -> Result<Exit> {
    let key = VariantModelKey::from_comments(&notes.comments).with_context(|| name.to_owned())?;
    let Some(json) = key.json() else {
        bail!("{name}: does not hold the puzzle; name its file with --puzzles");
    };
    let description: Description = serde_json::from_str(json)
        .map_err(|error| anyhow::anyhow!("{name}: the puzzle in its comments: {error}"))?;
    let rules = RulesGiven::new(&args.read.rules)?;
    let item = VariantItem::of_json(description, name);
    let compiled = rules.compile(item, &session::interrupts());
    let instance = compiled.map_err(anyhow::Error::msg)?.into_whole();
    let instance = instance.map_err(|_| Interrupted)?;
    decode(args, &instance, &key, &notes.into())
}

fn decode(
    args: &DecodeArgs,
    instance: &VariantInstance,
    key: &VariantModelKey,
    stated: &Stated,
) -> Result<Exit> {
    let (input, name) = input::open_expecting("a solver's output", &args.solver_output, None)?;
    let OptimiserOutput { answer, cost } = output::read_optimum(input, key.last_variable())
        .map_err(|error| input::located(&name, error.line(), error))?;
    let to = args.output.to.unwrap_or(OutputFormat::Text(Format::Line));
    instance.check_format(Some(to))?;
    with_output_for(args.output.file.path(), Some(to), |out| {
        let out = &mut Presenter::new(out, Some(to));
        match answer {
            SolverOutput::Satisfiable(model) => {
                stated.check(&name, &model, cost)?;
                // Without the formula, other variables may be at fault, too.
                let why = args.puzzles.as_ref().map_or("", |_| NUMBERED_OTHERWISE);
                let wrong = |wrong: String| wrong_answer(&name, &format!("{wrong}{why}"));
                let solution = key
                    .decode(&model)
                    .map_err(|error| wrong(error.to_string()))?;
                let no_solution = |error| format!("the model is not a solution: {error}");
                let checked = instance.puzzle.check(&solution);
                checked.map_err(|error| wrong(no_solution(error)))?;
                stated.check_clauses(&name, &model)?;
                instance.solution(out, &solution)?;
                Ok(Exit::Answered)
            }
            SolverOutput::Unsatisfiable => {
                instance.warn_of_clashes();
                instance.words(out, NO_SOLUTION)?;
                Ok(Exit::NoSolution)
            }
            SolverOutput::Unknown => {
                instance.words(out, "unknown: the solver gave up")?;
                Ok(Exit::Unknown)
            }
        }
    })
}
