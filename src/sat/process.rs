//! Any DIMACS solver as a child process.
//!
//! The formula is written to a file, the output is parsed by
//! [`read_solver_output`](crate::cnf::read_solver_output), and a model is
//! checked against the formula before it is returned. With `{proof}` in the command, the
//! proof is checked, too, before "unsatisfiable" is returned. If the solver crashes, lies, prints
//! garbage or hangs, the verdict is [`Unknown`](SatVerdict::Unknown) and quotes the output.

pub(crate) mod proof;
mod status;
#[cfg(test)]
mod tests;

use super::{Capabilities, Engine, SatSolver, SatVerdict};
use crate::child::temporary::TemporaryFolder;
use crate::child::{CommandError, Exited, FileCommand, MAX_STDOUT, OutputTooLarge};
use crate::child::{SizeLimit, Termination};
use crate::cnf::model::{self, BrokenModel};
use crate::cnf::output::{self, OutputError, SolverOutput};
use crate::cnf::write::{FormulaWriter, Syntax};
use crate::cnf::{ClauseSink, Counter, Formula, Lit, Var};
use crate::limits::Limits;
use crate::outcome::{Fault, Reason};
use proof::{MAX_PROOF, ProofCheck};
use status::{died, is_of_system, matches_status, without_answer};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Placeholders for files in a command, and the names of these files.
const CNF: &str = "{cnf}";
const MODEL: &str = "{model}";
const PROOF: &str = "{proof}";
const CNF_FILE: &str = "formula.cnf";
const MODEL_FILE: &str = "model.txt";
const PROOF_FILE: &str = "proof.txt";

/// The check of a proof may take this many times as long as the solver.
const CHECKING: u32 = 10;

/// The file for the model in messages.
const RESULT_FILE: &str = "its result file";

/// The command line of a solver, in which `{cnf}`, `{model}` and `{proof}` stand for files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverCommand {
    command: FileCommand,
    /// What the solver is called in answers and messages.
    name: String,
    limit: Option<Duration>,
}

/// A solver that starts a new process for each call.
pub struct ProcessSolver {
    command: SolverCommand,
    formula: Formula,
    assumptions: Vec<Lit>,
    model: BTreeMap<u32, bool>,
    core: Vec<Lit>,
    cpu: Option<Duration>,
    proof_check: Duration,
}

impl SolverCommand {
    /// Splits a command as a shell does. Without `{cnf}`, the formula comes last; minisat
    /// also gets `{model}`, because it does not print models. With `{proof}`, "unsatisfiable"
    /// is only believed if the verifier accepts the proof, as DRAT or LRAT.
    ///
    /// # Errors
    /// [`CommandError`] if it is empty, a quote is not closed, a word is an operator of shells,
    /// or a word in braces is none of these.
    pub fn parse(text: &str) -> Result<SolverCommand, CommandError> {
        let mut command = FileCommand::parse(text)?;
        command.require_known(&[CNF, MODEL, PROOF])?;
        if !command.has(CNF) {
            command = command.with(CNF);
            if command.program_name().starts_with("minisat") {
                command = command.with(MODEL);
            }
        }
        Ok(SolverCommand::of(command))
    }

    fn of(command: FileCommand) -> SolverCommand {
        SolverCommand {
            name: command.name(),
            command,
            limit: None,
        }
    }

    /// This command under another name, where another solver has its name.
    #[must_use]
    pub fn named(mut self, name: String) -> SolverCommand {
        self.name = name;
        self
    }

    /// This command with a time limit for each run.
    #[must_use]
    pub fn within(mut self, limit: Option<Duration>) -> SolverCommand {
        self.limit = limit;
        self
    }

    /// The limits of the check of a proof.
    fn limits_of_check(&self, limits: &Limits) -> Limits {
        let most = self.limit.and_then(|limit| limit.checked_mul(CHECKING));
        match most {
            Some(most) => limits.clone().within(most),
            None => limits.clone(),
        }
    }

    /// The program.
    pub fn program(&self) -> &str {
        self.command.program()
    }

    /// The command without the folder of its program and without placeholders, unless it was
    /// given another name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The engine that runs this command.
    pub fn engine(&self) -> Engine {
        let command = self.clone();
        Engine {
            name: self.name.clone(),
            capabilities: Capabilities {
                incremental: true,
                keeps_learnt: false,
            },
            is_program: true,
            make: Arc::new(move |_| {
                Box::new(ProcessSolver {
                    command: command.clone(),
                    formula: Formula::default(),
                    assumptions: Vec::new(),
                    model: BTreeMap::new(),
                    core: Vec::new(),
                    cpu: None,
                    proof_check: Duration::ZERO,
                })
            }),
        }
    }
}

impl ClauseSink for ProcessSolver {
    fn new_var(&mut self) -> Var {
        self.formula.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.formula.add_clause(clause);
    }
}

impl SatSolver for ProcessSolver {
    fn assume(&mut self, assumptions: &[Lit]) {
        self.assumptions = assumptions.to_vec();
    }

    fn solve(&mut self, limits: &Limits) -> SatVerdict {
        self.model.clear();
        self.core.clear();
        self.cpu = None;
        self.proof_check = Duration::ZERO;
        let assumptions = std::mem::take(&mut self.assumptions);
        let fault = |fault, why: String| SatVerdict::Unknown(Reason::Fault(fault, why));
        let name = self.command.name.clone();
        match self.run(&assumptions, limits) {
            Ok(RunResult::Stopped(reason)) => SatVerdict::Unknown(reason),
            Ok(RunResult::Answer(SolverOutput::Unknown)) => {
                fault(Fault::GaveUp, format!("{name} gave up"))
            }
            Ok(RunResult::NoStatus(shown)) => fault(
                Fault::GaveUp,
                format!("{name} gave up: no status line; {shown}"),
            ),
            Ok(RunResult::Answer(SolverOutput::Unsatisfiable)) => {
                self.core = assumptions;
                SatVerdict::Unsat
            }
            Ok(RunResult::Answer(SolverOutput::Satisfiable(model))) => {
                match self.flaw(&assumptions, &model) {
                    Some((how, why)) => fault(how, format!("{name}: {why}")),
                    None => {
                        self.model = model;
                        SatVerdict::Sat
                    }
                }
            }
            Ok(RunResult::Fault(how, why)) => fault(how, format!("{name}: {why}")),
            Err(error) => fault(Fault::NotRun, format!("{name}: {error}")),
        }
    }

    fn value(&self, var: Var) -> Option<bool> {
        self.model.get(&var.number()).copied()
    }

    fn core(&mut self) -> &[Lit] {
        &self.core
    }

    fn cpu_time(&self) -> Option<Duration> {
        self.cpu
    }

    fn proof_check_time(&self) -> Duration {
        self.proof_check
    }
}

/// The result of a run.
enum RunResult {
    Answer(SolverOutput),
    /// Exit code 0 and nothing but comments, which are quoted here: that is how some
    /// solvers give up.
    NoStatus(String),
    Stopped(Reason),
    Fault(Fault, String),
}

impl RunResult {
    /// "Unsatisfiable", as far as the proof goes.
    fn of_proof(checked: ProofCheck) -> RunResult {
        match checked {
            ProofCheck::Refuted => RunResult::Answer(SolverOutput::Unsatisfiable),
            ProofCheck::Wrong(why) => {
                RunResult::Fault(Fault::WrongProof, format!("its proof is wrong: {why}"))
            }
            ProofCheck::Unchecked(why) => {
                RunResult::Fault(Fault::GaveUp, format!("its proof is not checked: {why}"))
            }
            // The solver was in time.
            ProofCheck::Stopped(Reason::Timeout) => RunResult::Fault(
                Fault::GaveUp,
                "its proof is not checked: that takes too long".into(),
            ),
            ProofCheck::Stopped(reason) => RunResult::Stopped(reason),
        }
    }
}

/// The fault of a solver that wrote too much: a long proof may be right.
fn too_large(why: &OutputTooLarge, proof: &Path) -> Fault {
    match why.limit.path == proof {
        true => Fault::GaveUp,
        false => Fault::Garbage,
    }
}

impl ProcessSolver {
    /// What is wrong with a model under these assumptions.
    fn flaw(&self, assumptions: &[Lit], model: &BTreeMap<u32, bool>) -> Option<(Fault, String)> {
        if let Err(error) = model::check(&self.formula, model) {
            let fault = match error {
                BrokenModel::NoSuchVariable { .. } => Fault::Garbage,
                BrokenModel::BrokenClause { .. } => Fault::Lie,
            };
            return Some((fault, error.to_string()));
        }
        // Variables that are missing from the model are false.
        let holds = |var: Var| model.get(&var.number()) == Some(&true);
        let violated = |lit: &&Lit| holds(lit.var()) != lit.is_positive();
        let lit = assumptions.iter().find(violated)?;
        Some((Fault::Lie, format!("its model breaks the assumption {lit}")))
    }

    fn run(&mut self, assumptions: &[Lit], limits: &Limits) -> io::Result<RunResult> {
        let folder = TemporaryFolder::new()?;
        self.write(assumptions, folder.path())?;
        let formula = folder.path().join(CNF_FILE);
        let model = folder.path().join(MODEL_FILE);
        let proof = folder.path().join(PROOF_FILE);
        let command = &self.command.command;
        let result = command.has(MODEL).then_some(&*model);
        let limited = |path: &Path, name: &str, most| SizeLimit {
            path: path.to_owned(),
            name: name.into(),
            most,
        };
        let mut sizes: Vec<SizeLimit> = Vec::new();
        sizes.extend(result.map(|path| limited(path, RESULT_FILE, MAX_STDOUT)));
        let writes_proof = command.has(PROOF);
        if writes_proof {
            // A solver that has nothing to write may leave no file.
            File::create(&proof)?;
            sizes.push(limited(&proof, "its proof", MAX_PROOF));
        }
        let files = [(CNF, &*formula), (MODEL, &*model), (PROOF, &*proof)];
        let own = match self.command.limit {
            Some(limit) => limits.clone().within(limit),
            None => limits.clone(),
        };
        let ended = match command.run_in(folder.path(), &files, sizes, &own) {
            Ok(ended) => ended,
            Err(error) if is_of_system(&error) => return Err(error),
            Err(error) => return Ok(RunResult::Fault(Fault::Crash, error.to_string())),
        };
        let answer = match ended {
            Termination::Stopped(reason) => return Ok(RunResult::Stopped(reason)),
            Termination::OutputTooLarge(why) => {
                return Ok(RunResult::Fault(too_large(&why, &proof), why.to_string()));
            }
            Termination::Exited(exited) => {
                self.cpu = exited.cpu;
                if !formula.is_file() {
                    let why = format!("it removed {CNF_FILE}, which it was given");
                    return Ok(RunResult::Fault(Fault::Garbage, why));
                }
                match answer(exited, result, &own) {
                    Ok(answer) => answer,
                    // What it was to write cannot be read.
                    Err(error) => return Ok(RunResult::Fault(Fault::Crash, error.to_string())),
                }
            }
        };
        Ok(match answer {
            RunResult::Answer(SolverOutput::Unsatisfiable) if writes_proof => {
                let limits = self.command.limits_of_check(limits);
                let start = Instant::now();
                let checked = proof::check(&self.formula, assumptions, &proof, &limits);
                self.proof_check = start.elapsed();
                RunResult::of_proof(checked)
            }
            answer => answer,
        })
    }

    fn write(&self, assumptions: &[Lit], folder: &Path) -> io::Result<()> {
        let mut counter = Counter::default();
        self.formula.replay(&mut counter);
        counter.clauses += assumptions.len() as u64;
        let mut file = BufWriter::new(File::create(folder.join(CNF_FILE))?);
        let mut writer = FormulaWriter::new(&mut file, Syntax::Cnf, [], &[], counter)?;
        self.formula.replay(&mut writer);
        for &assumption in assumptions {
            writer.add_clause(&[assumption]);
        }
        writer.finish()
    }
}

/// The answer of a solver that has ended on its own. `result` is the file that it was given
/// for its answer, if it was given one.
fn answer(mut exited: Exited, result: Option<&Path>, limits: &Limits) -> io::Result<RunResult> {
    let status = exited.status;
    // minisat writes its answer to the file and prints no model.
    let is_file = |path: &&Path| {
        let data = std::fs::symlink_metadata(path);
        data.is_ok_and(|data| data.is_file() && data.len() > 0)
    };
    let result = result.filter(is_file);
    let output = match result {
        Some(file) => output::read(BufReader::new(File::open(file)?), limits),
        None => output::read(exited.printed.stdout()?, limits),
    };
    let printed = match result {
        Some(_) => output::read_status(exited.printed.stdout()?, limits),
        None => Ok(None),
    };
    let excerpt = exited.printed.excerpt();
    let shown = format!("it ended with {} and printed {excerpt}", exited.ending());
    if let (Ok(output), Ok(Some(printed))) = (&output, &printed)
        && output.status() != *printed
    {
        let written = output.status();
        let why = format!(
            "its standard output says {printed}, but {RESULT_FILE} says {written}; {shown}"
        );
        return Ok(RunResult::Fault(Fault::Garbage, why));
    }
    Ok(match printed.and(output) {
        Err(OutputError::Stopped(reason)) => RunResult::Stopped(reason),
        Err(OutputError::NoStatus { chatter: false }) if status.success() => {
            RunResult::NoStatus(shown)
        }
        Err(error) => match without_answer(status) {
            Fault::Crash => RunResult::Fault(Fault::Crash, format!("{shown}; {error}")),
            how => RunResult::Fault(how, format!("{error}; {shown}")),
        },
        Ok(output) if !matches_status(&output, status) => match died(status) {
            true => RunResult::Fault(Fault::Crash, format!("{shown} before that")),
            false => {
                let why = format!("its exit code contradicts its answer; {shown}");
                RunResult::Fault(Fault::ExitCode, why)
            }
        },
        Ok(output) => RunResult::Answer(output),
    })
}
