//! Any DIMACS solver as a child process.
//!
//! The formula goes into a file, what the solver prints is read by
//! [`output`], and its model is held against the formula before anybody sees
//! it. A solver that crashes, lies, prints garbage or hangs is an
//! [`Unknown`](SatVerdict::Unknown) with what it printed.

#[cfg(test)]
mod tests;

use super::{Capabilities, Engine, SatSolver, SatVerdict};
use crate::child::command::FileCommand;
use crate::child::temporary::Folder;
use crate::child::words::CommandError;
use crate::child::{self, Ended, Exited, MAX_STDOUT, SizeLimit};
use crate::cnf::output::{self, OutputError, SolverOutput};
use crate::cnf::write::{FormulaWriter, Syntax};
use crate::cnf::{ClauseSink, Counter, Formula, Lit, Var};
use crate::limits::Limits;
use crate::outcome::{Fault, Reason};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, BufWriter};
use std::path::Path;
use std::process::ExitStatus;
use std::sync::Arc;
use std::time::Duration;

/// Where the names of the files go in a command.
const CNF: &str = "{cnf}";
const MODEL: &str = "{model}";

/// What these files are called.
const CNF_FILE: &str = "formula.cnf";
const MODEL_FILE: &str = "model.txt";

/// A command line: a program and its arguments, of which `{cnf}` and `{model}`
/// stand for files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverCommand {
    command: FileCommand,
    limit: Option<Duration>,
}

/// A solver that runs anew for each question.
pub struct ProcessSolver {
    command: SolverCommand,
    formula: Formula,
    assumptions: Vec<Lit>,
    model: BTreeMap<u32, bool>,
    core: Vec<Lit>,
    cpu: Option<Duration>,
}

impl SolverCommand {
    /// Splits a command as a shell does. Where it does not say `{cnf}`, the file comes
    /// last; minisat gets a file for its model, too, because it prints none.
    ///
    /// # Errors
    /// [`CommandError`] if it is empty, or if a quote is not closed.
    pub fn parse(text: &str) -> Result<SolverCommand, CommandError> {
        let mut command = FileCommand::parse(text)?;
        if !command.has(CNF) {
            let file = Path::new(command.program()).file_name();
            let is_minisat = file.is_some_and(|name| name.to_string_lossy().starts_with("minisat"));
            command = command.with(CNF);
            if is_minisat {
                command = command.with(MODEL);
            }
        }
        let limit = None;
        Ok(SolverCommand { command, limit })
    }

    /// The same, ended when one run takes longer than this.
    pub fn within(mut self, limit: Option<Duration>) -> SolverCommand {
        self.limit = limit;
        self
    }

    /// The program.
    pub fn program(&self) -> &str {
        self.command.program()
    }

    /// The command without the folder of its program and without files.
    pub fn name(&self) -> String {
        self.command.name()
    }

    /// The engine that runs this command.
    pub fn engine(&self) -> Engine {
        let command = self.clone();
        Engine {
            name: self.name(),
            capabilities: Capabilities {
                incremental: true,
                keeps: false,
                interruptible: true,
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
        let assumptions = std::mem::take(&mut self.assumptions);
        let fault = |fault, why: String| SatVerdict::Unknown(Reason::Fault(fault, why));
        let name = self.command.name();
        let limits = match self.command.limit {
            Some(limit) => limits.clone().within(limit),
            None => limits.clone(),
        };
        match self.run(&assumptions, &limits) {
            Ok(Ran::Stopped(reason)) => SatVerdict::Unknown(reason),
            Ok(Ran::Said(SolverOutput::Unknown)) => fault(Fault::GaveUp, format!("{name} gave up")),
            Ok(Ran::Silent(shown)) => fault(
                Fault::GaveUp,
                format!("{name} gave up: no status line; {shown}"),
            ),
            Ok(Ran::Said(SolverOutput::Unsatisfiable)) => {
                self.core = assumptions;
                SatVerdict::Unsat
            }
            Ok(Ran::Said(SolverOutput::Satisfiable(model))) => {
                // Variables that the model leaves out are false.
                let holds = |var: Var| model.get(&var.number()) == Some(&true);
                let forgotten = |lit: &&Lit| holds(lit.var()) != lit.is_positive();
                if let Some(clause) = self.formula.broken_clause(holds) {
                    let why = format!("{name}: its model breaks clause {clause}");
                    fault(Fault::Lie, why)
                } else if let Some(lit) = assumptions.iter().find(forgotten) {
                    let why = format!("{name}: its model breaks the assumption {lit}");
                    fault(Fault::Lie, why)
                } else {
                    self.model = model;
                    SatVerdict::Sat
                }
            }
            Ok(Ran::Broke(how, why)) => fault(how, format!("{name}: {why}")),
            Err(error) => fault(Fault::Crash, format!("{name}: {error}")),
        }
    }

    fn value(&self, var: Var) -> Option<bool> {
        self.model.get(&var.number()).copied()
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn cpu_time(&self) -> Option<Duration> {
        self.cpu
    }
}

/// What became of a run.
enum Ran {
    Said(SolverOutput),
    /// It ended with exit code 0 and comments alone, and these are its words: some
    /// solvers give up like that.
    Silent(String),
    Stopped(Reason),
    Broke(Fault, String),
}

impl ProcessSolver {
    fn run(&mut self, assumptions: &[Lit], limits: &Limits) -> io::Result<Ran> {
        let folder = Folder::new()?;
        self.write(assumptions, folder.path())?;
        let cnf = folder.path().join(CNF_FILE);
        let result = folder.path().join(MODEL_FILE);
        let files: [(&str, &Path); 2] = [(CNF, &cnf), (MODEL, &result)];
        let command = self.command.command.fill(&files);
        let limit = SizeLimit {
            path: result.clone(),
            name: "its result file".into(),
            most: MAX_STDOUT,
        };
        match child::run(command, folder.path(), vec![limit], limits)? {
            Ended::Stopped(reason) => Ok(Ran::Stopped(reason)),
            Ended::TooMuch(why) => Ok(Ran::Broke(Fault::Garbage, why.to_string())),
            Ended::Exited(exited) => {
                self.cpu = exited.cpu;
                judge(exited, &result)
            }
        }
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

/// What a solver says that has ended by itself.
fn judge(mut exited: Exited, result: &Path) -> io::Result<Ran> {
    let status = exited.status;
    // minisat's result file says all; its terminal output has no model.
    let is_file = |path: &Path| {
        let data = std::fs::symlink_metadata(path);
        data.is_ok_and(|data| data.is_file() && data.len() > 0)
    };
    let said = match is_file(result) {
        true => output::read(BufReader::new(File::open(result)?)),
        false => output::read(exited.printed.stdout()?),
    };
    let excerpt = exited.printed.excerpt();
    let shown = format!("it ended with {status} and printed {excerpt}");
    Ok(match said {
        Err(OutputError::NoStatus { chatter: false }) if status.success() => Ran::Silent(shown),
        Err(error) => Ran::Broke(without_answer(status), format!("{error}; {shown}")),
        Ok(said) if !fits(&said, status) => {
            let why = format!("its exit code contradicts its answer; {shown}");
            let how = if died(status) {
                Fault::Crash
            } else {
                Fault::ExitCode
            };
            Ran::Broke(how, why)
        }
        Ok(said) => Ran::Said(said),
    })
}

/// The exit codes of the competition are 10 and 20; clasp has 30 for a model;
/// some solvers end with 0 whatever they found. Any other code is a crash.
fn fits(said: &SolverOutput, status: ExitStatus) -> bool {
    match said {
        SolverOutput::Satisfiable(_) => matches!(status.code(), Some(0 | 10 | 30)),
        SolverOutput::Unsatisfiable => matches!(status.code(), Some(0 | 20)),
        SolverOutput::Unknown => status.code().is_some_and(|code| code != 10 && code != 20),
    }
}

/// What a solver did that ended like this and left no answer.
fn without_answer(status: ExitStatus) -> Fault {
    match status.code() {
        Some(0 | 10 | 20 | 30) => Fault::Garbage,
        _ => Fault::Crash,
    }
}

/// Whether a signal ended the solver, or kept a shell from starting it: shells
/// turn both into codes above 125.
fn died(status: ExitStatus) -> bool {
    status.code().is_none_or(|code| code > 125)
}
