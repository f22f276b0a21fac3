//! `satoku decode`

mod variants;

use crate::cli::args::{InputArgs, OutputArgs, OutputFormat, ReadArgs, positive};
use crate::cli::exit::{EngineFault, Exit};
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::output::with_output_for;
use crate::cli::pipeline::present::{NO_SOLUTION, Presenter, unknown};
use crate::cli::pipeline::presentable::Presentable;
use crate::cli::pipeline::{clashes, input};
use crate::cli::variants::reads_variants;
use crate::cnf::model::{self, BrokenModel};
use crate::cnf::output::{self, OptimiserOutput, SolverOutput};
use crate::cnf::{self, CostFunction, Formula, FormulaNotes};
use crate::encoding::export::{KeyError, ModelKey};
use crate::encoding::kernels::VariantModelKey;
use crate::grid::Solution;
use crate::grid::text::{Alphabet, Format, Record};
use anyhow::{Result, anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, ValueEnum};
use std::collections::BTreeMap;
use std::fmt::Display;

const EXAMPLES: &str = "\
Reads the 's' and 'v' lines of a SAT, MaxSAT or pseudo-Boolean solver, or the result file of
minisat, and prints the grid. The 0 after the last literal may be missing if every variable
of the puzzle has a value. Of several models before the 's' line, the last one is taken.

A model that violates the rules or a given is refused with exit code 4. With --cnf, so is a
model with variables that the formula does not have, one whose cost is not that of the last 'o'
line, and one that gives every variable of a CNF file a value and breaks a clause. Whether an
optimum is the best, or whether there really is no solution, is not checked; 'satoku prove' and
'satoku verify' can do that.

Examples:
  satoku encode puzzle.txt -o puzzle.cnf
  cadical -q puzzle.cnf | satoku decode --cnf puzzle.cnf -
  minisat puzzle.cnf model.txt; satoku decode --cnf puzzle.cnf model.txt
  uwrmaxsat -v1 best.wcnf | satoku decode --cnf best.wcnf -
  satoku decode --puzzles puzzle.txt model.txt";

const TO: &str = "Output format; by default that of --puzzles, or with --cnf 'grid', or 'line' for \
                  variants";

/// The formats of a single grid: JSON is about many.
fn output_format() -> impl TypedValueParser<Value = OutputFormat> {
    let formats = OutputFormat::value_variants().iter();
    let formats = formats.filter(|format| **format != OutputFormat::Json);
    let values = formats.filter_map(|format| match format {
        OutputFormat::Svg => Some(PossibleValue::new("svg").help("A picture")),
        other => other.to_possible_value(),
    });
    PossibleValuesParser::new(values).try_map(|name| OutputFormat::from_str(&name, true))
}

/// Arguments of `satoku decode`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(group = ArgGroup::new("encoded").required(true))]
#[command(mut_arg("to", |arg| arg.help(TO).value_parser(output_format())))]
pub struct DecodeArgs {
    /// The solver's output, compressed or not; standard input if '-' or omitted
    #[arg(value_name = "SOLVER_OUTPUT", default_value = "-")]
    solver_output: String,

    /// The formula that the solver read, as 'satoku encode' wrote it: CNF, WCNF or OPB
    #[arg(long, value_name = "FILE", group = "encoded")]
    cnf: Option<String>,

    /// Instead of the formula, the file whose puzzle was encoded
    #[arg(long, value_name = "FILE", group = "encoded")]
    puzzles: Option<String>,

    /// Which puzzle of that file, counted from 1; needed if there are several
    #[arg(long, value_name = "K", requires = "puzzles", conflicts_with = "cnf",
          value_parser = positive)]
    puzzle: Option<u64>,

    #[command(flatten)]
    read: ReadArgs,

    #[command(flatten)]
    output: OutputArgs,
}

/// Runs the verb.
pub fn run(args: &DecodeArgs) -> Result<Exit> {
    let puzzle = args.puzzles.as_ref().map(|file| InputArgs {
        files: vec![file.clone()],
        read: args.read.clone(),
    });
    let encoded = match &puzzle {
        Some(puzzle) => {
            let inputs = Inputs::new(puzzle);
            if reads_variants(&inputs, args.output.to)? {
                return variants::of_puzzle(args, &inputs);
            }
            of_puzzle(args, &inputs)?
        }
        None => of_formula(args)?,
    };
    let (record, key, stated) = match encoded {
        Encoded::Classic(record, key, stated) => (*record, key, stated),
        Encoded::Variant(name, notes) => return variants::of_formula(args, &name, notes),
    };
    let to = args.output.to.or(match args.puzzles {
        Some(_) => None,
        None => Some(OutputFormat::Text(Format::Grid)),
    });
    Presenter::check(to, &record)?;
    let decode = |model: &Model| {
        let solution = key.decode(model).map_err(|wrong| undecoded(args, &wrong))?;
        match solution.check(&record.puzzle) {
            Ok(()) => Ok(solution),
            Err(wrong) => Err(no_solution(&wrong)),
        }
    };
    let asked = Asked {
        puzzle: &record,
        last_variable: key.last_variable(),
        stated,
        decode: &decode,
        warn_of_clashes: &|| clashes::warn_of_clashes(&record),
    };
    asked.answer(args, to)
}

/// The values of variables.
type Model = BTreeMap<u32, bool>;

/// A puzzle, classic or a variant, whose answer is in a solver's output.
struct Asked<'a, P> {
    puzzle: &'a P,
    /// The last variable that is needed.
    last_variable: u32,
    stated: Stated,
    /// The solution that a model stands for, or what is wrong with it.
    decode: &'a dyn Fn(&Model) -> Result<Solution, String>,
    warn_of_clashes: &'a dyn Fn(),
}

impl<P: Presentable> Asked<'_, P> {
    /// Reads the solver's output and shows the answer.
    fn answer(&self, args: &DecodeArgs, to: Option<OutputFormat>) -> Result<Exit> {
        let (input, name) = input::open_expecting("a solver's output", &args.solver_output, None)?;
        // A CNF file has no costs.
        let has_costs = self.stated.formula.is_none();
        let said = output::read_either(input, self.last_variable, has_costs);
        let OptimiserOutput { answer, cost } =
            said.map_err(|error| input::located(&name, error.line(), error))?;
        with_output_for(args.output.file.path(), to, |out| {
            let out = &mut Presenter::new(out, to);
            match answer {
                SolverOutput::Satisfiable(model) => {
                    self.stated.check(&name, &model, cost)?;
                    let solution = (self.decode)(&model);
                    let solution = solution.map_err(|wrong| wrong_answer(&name, &wrong))?;
                    self.stated.check_clauses(&name, &model)?;
                    self.puzzle.solution(out, &solution)?;
                    Ok(Exit::Answered)
                }
                SolverOutput::Unsatisfiable => {
                    (self.warn_of_clashes)();
                    self.puzzle.words(out, NO_SOLUTION)?;
                    Ok(Exit::Negative)
                }
                SolverOutput::Unknown => {
                    self.puzzle.words(out, &unknown("the solver gave up"))?;
                    Ok(Exit::Unknown)
                }
            }
        })
    }
}

/// Why a model is no grid. Without the formula, its variables may be others.
fn undecoded(args: &DecodeArgs, wrong: &dyn Display) -> String {
    let perhaps = args.puzzles.as_ref().map_or("", |_| NUMBERED_OTHERWISE);
    format!("{wrong}{perhaps}")
}

fn no_solution(wrong: &dyn Display) -> String {
    format!("the model is not a solution: {wrong}")
}

/// What else may be wrong if a model does not fit a puzzle.
const NUMBERED_OTHERWISE: &str = "; a formula that was not written with --presolve none numbers \
     its variables differently, and needs --cnf";

/// What a formula says about its models, besides its comments.
#[derive(Default)]
struct Stated {
    /// The number of its variables.
    variables: Option<u32>,
    /// What is minimised.
    cost_function: Option<CostFunction>,
    /// The clauses of a CNF file.
    formula: Option<Formula>,
}

impl Stated {
    /// An error if a model is one of another formula, or does not cost what the solver says.
    fn check(&self, name: &str, model: &Model, said: Option<i128>) -> Result<(), EngineFault> {
        let last = model.last_key_value().map_or(0, |(&last, _)| last);
        if let Some(variables) = self.variables.filter(|variables| last > *variables) {
            let wrong = BrokenModel::NoSuchVariable {
                variable: last,
                variables: variables as usize,
            };
            return Err(wrong_answer(name, &wrong));
        }
        let cost = self
            .cost_function
            .as_ref()
            .and_then(|cost_function| cost_function.cost(model));
        match (said, cost) {
            (Some(said), Some(cost)) if said != cost => {
                let wrong = format!("the model costs {cost}, but the last 'o' line says {said}");
                Err(wrong_answer(name, &wrong))
            }
            _ => Ok(()),
        }
    }

    /// An error if a model breaks a clause, although its grid is right. A clause with a variable
    /// that has no value may hold.
    fn check_clauses(&self, name: &str, model: &Model) -> Result<(), EngineFault> {
        match &self.formula {
            Some(formula) => {
                model::check_partial(formula, model).map_err(|wrong| wrong_answer(name, &wrong))
            }
            None => Ok(()),
        }
    }
}

impl From<FormulaNotes> for Stated {
    fn from(notes: FormulaNotes) -> Stated {
        Stated {
            variables: notes.variables,
            cost_function: notes.cost_function,
            formula: notes.formula,
        }
    }
}

/// The error for a wrong answer of the solver.
fn wrong_answer(name: &str, wrong: &dyn Display) -> EngineFault {
    EngineFault(format!("{name}: {wrong}"))
}

/// What was encoded.
enum Encoded {
    /// A classic puzzle, where its cells are among the variables, and what else the formula
    /// says.
    Classic(Box<Record>, ModelKey, Stated),
    /// A variant in the comments of the formula of this name.
    Variant(String, FormulaNotes),
}

/// The puzzle that the arguments name.
fn of_puzzle(args: &DecodeArgs, inputs: &Inputs<'_>) -> Result<Encoded> {
    let mut record = inputs.one_puzzle(args.puzzle)?;
    if args.output.to.is_some() {
        record.write_digits();
    }
    let key = ModelKey::of_puzzle(record.puzzle.clone());
    Ok(Encoded::Classic(Box::new(record), key, Stated::default()))
}

/// The puzzle in the comments of a formula.
fn of_formula(args: &DecodeArgs) -> Result<Encoded> {
    let file = args.cnf.as_deref().unwrap_or("-");
    let (input, name) = input::open_expecting("a formula", file, None)?;
    let notes =
        cnf::read_notes(input).map_err(|error| input::located(&name, error.line(), error))?;
    if VariantModelKey::is_variant(&notes.comments) {
        return Ok(Encoded::Variant(name, notes));
    }
    let read = &args.read;
    let is_read = read.from.is_some() || read.box_shape.is_some() || read.alphabet.is_some();
    if is_read || !read.rules.is_empty() || read.column.is_some() || read.mixed_sizes {
        bail!(
            "--cnf: the file says which puzzle was encoded; options about reading need --puzzles"
        );
    }
    let key = ModelKey::from_comments(&notes.comments).map_err(|error| match error {
        KeyError::Missing(_) => anyhow!("{name}: {error}; for another one, give --puzzles"),
        error => anyhow!("{name}: {error}"),
    })?;
    let record = Record {
        puzzle: key.puzzle().clone(),
        file: name.as_str().into(),
        line: 1,
        index: 1,
        format: Format::Grid,
        alphabet: Alphabet::default(),
        note: String::new(),
    };
    Ok(Encoded::Classic(Box::new(record), key, notes.into()))
}
