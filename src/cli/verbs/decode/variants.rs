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
use crate::encoding::NotAGrid;
use crate::encoding::kernels::{VariantMap, VariantModelKey};
use crate::grid::Solution;
use crate::grid::text::Format;
use crate::rules::Description;
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;

/// Where the cells are among the variables.
enum Key {
    /// As the comments of a file say.
    Comments(Box<VariantModelKey>),
    /// As 'encode' numbers all candidates.
    Full(VariantMap),
}

impl Key {
    fn last_variable(&self) -> u32 {
        match self {
            Key::Comments(key) => key.last_variable(),
            Key::Full(map) => map
                .candidates()
                .map(|(var, ..)| var.number())
                .max()
                .unwrap_or(0),
        }
    }

    fn decode(&self, model: &BTreeMap<u32, bool>) -> Result<Solution, NotAGrid> {
        match self {
            Key::Comments(key) => key.decode(model),
            Key::Full(map) => map.decode(|var| model.get(&var.number()).copied().unwrap_or(false)),
        }
    }
}

/// Decodes with the puzzle that was encoded.
pub fn of_puzzle(args: &DecodeArgs, inputs: &Inputs<'_>) -> Result<Exit> {
    let limits = session::interrupts();
    let instance = VariantInput::new(inputs)?.one(args.puzzle, &limits)?;
    let instance = instance.map_err(|_| Interrupted)?;
    let key = Key::Full(VariantMap::full(instance.puzzle.board()));
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
    let key = Key::Comments(Box::new(key));
    decode(args, &instance, &key, &notes.into())
}

fn decode(
    args: &DecodeArgs,
    instance: &VariantInstance,
    key: &Key,
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
                let why = match key {
                    Key::Comments(_) => "",
                    Key::Full(_) => NUMBERED_OTHERWISE,
                };
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
