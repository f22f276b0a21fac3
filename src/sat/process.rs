//! Any DIMACS solver as a child process.
//!
//! The formula goes into a file, what the solver prints is read by
//! [`output`], and its model is held against the formula before anybody sees
//! it. A solver that crashes, lies, prints garbage or hangs is an
//! [`Unknown`](SatVerdict::Unknown) with what it printed.

#[cfg(test)]
mod tests;

use super::{Capabilities, Engine, SatSolver, SatVerdict};
use crate::budget::{Budget, Fault, Reason};
use crate::cnf::output::{self, SolverOutput};
use crate::cnf::write::{FormulaWriter, Syntax};
use crate::cnf::{ClauseSink, Counter, Formula, Lit, Var};
use crate::escape;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// Where the names of the files go in a command.
const CNF: &str = "{cnf}";
const MODEL: &str = "{model}";

/// Largest output that is read; the model of a million variables needs less.
const MAX_OUTPUT: u64 = 256 << 20;

/// How long a pause between two looks at a running solver is.
const SHORTEST_PAUSE: Duration = Duration::from_micros(200);
const LONGEST_PAUSE: Duration = Duration::from_millis(10);

/// A command line: a program and its arguments, of which `{cnf}` and `{model}`
/// stand for files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolverCommand {
    words: Vec<String>,
    limit: Option<Duration>,
}

/// A solver that runs anew for each question.
pub struct ProcessSolver {
    command: SolverCommand,
    formula: Formula,
    assumptions: Vec<Lit>,
    model: BTreeMap<u32, bool>,
    core: Vec<Lit>,
}

impl SolverCommand {
    /// Splits a command at spaces. Where it does not say `{cnf}`, the file comes
    /// last; minisat gets a file for its model, too, because it prints none.
    ///
    /// Returns `None` for an empty command.
    pub fn parse(text: &str) -> Option<SolverCommand> {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        let program = words.first()?;
        let is_minisat = Path::new(program)
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with("minisat"));
        if !words.iter().any(|word| word.contains(CNF)) {
            words.push(CNF.into());
            if is_minisat {
                words.push(MODEL.into());
            }
        }
        Some(SolverCommand { words, limit: None })
    }

    /// The same, ended when one run takes longer than this.
    pub fn within(mut self, limit: Option<Duration>) -> SolverCommand {
        self.limit = limit;
        self
    }

    /// The program.
    pub fn program(&self) -> &str {
        &self.words[0]
    }

    /// The command without the folder of its program and without files.
    pub fn name(&self) -> String {
        let program = Path::new(self.program());
        let name = program.file_name().unwrap_or(program.as_os_str());
        let options = self.words[1..].iter().filter(|word| !word.contains('{'));
        let words = std::iter::once(escape::bytes(name.as_encoded_bytes()));
        let words: Vec<String> = words.chain(options.cloned()).collect();
        escape::line(&words.join(" ")).into_owned()
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
            make: Arc::new(move |_| {
                Box::new(ProcessSolver {
                    command: command.clone(),
                    formula: Formula::default(),
                    assumptions: Vec::new(),
                    model: BTreeMap::new(),
                    core: Vec::new(),
                })
            }),
        }
    }

    fn start(&self, folder: &Path) -> io::Result<Child> {
        let file = |name| folder.join(name).display().to_string();
        let (cnf, model) = (file("formula.cnf"), file("model.txt"));
        let words = self.words.iter();
        let mut words = words.map(|word| word.replace(CNF, &cnf).replace(MODEL, &model));
        let mut command = Command::new(words.next().unwrap_or_default());
        command
            .args(words)
            .stdin(Stdio::null())
            .stdout(File::create(folder.join("stdout"))?)
            .stderr(File::create(folder.join("stderr"))?);
        // A group of its own, so that what the solver starts dies with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn()
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

    fn solve(&mut self, budget: &Budget) -> SatVerdict {
        self.model.clear();
        self.core.clear();
        let assumptions = std::mem::take(&mut self.assumptions);
        let fault = |fault, why: String| SatVerdict::Unknown(Reason::Fault(fault, why));
        let name = self.command.name();
        let budget = match self.command.limit {
            Some(limit) => budget.clone().within(limit),
            None => budget.clone(),
        };
        match self.run(&assumptions, &budget) {
            Ok(Ran::Stopped(reason)) => SatVerdict::Unknown(reason),
            Ok(Ran::Said(SolverOutput::Unknown)) => fault(Fault::GaveUp, format!("{name} gave up")),
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
}

/// What became of a run.
enum Ran {
    Said(SolverOutput),
    Stopped(Reason),
    Broke(Fault, String),
}

impl ProcessSolver {
    fn run(&self, assumptions: &[Lit], budget: &Budget) -> io::Result<Ran> {
        let folder = tempfile::tempdir()?;
        self.write(assumptions, &folder)?;
        let mut child = self.command.start(folder.path())?;
        let status = match wait(&mut child, &folder.path().join("stdout"), budget)? {
            Ok(status) => status,
            Err(Ended::Budget(reason)) => return Ok(Ran::Stopped(reason)),
            Err(Ended::TooMuch) => {
                let why = format!("it printed more than {} MiB", MAX_OUTPUT >> 20);
                return Ok(Ran::Broke(Fault::Garbage, why));
            }
        };
        let printed = read_back(&folder, "stdout")?;
        let result = read_back(&folder, "model.txt")?;
        // minisat's result file says all; its terminal output has no model.
        let said = if result.is_empty() { &printed } else { &result };
        let shown = || {
            format!(
                "it ended with {status} and printed {}",
                excerpt(&folder, &printed)
            )
        };
        Ok(match output::read(said.as_bytes()) {
            Err(error) => Ran::Broke(without_answer(status), format!("{error}; {}", shown())),
            Ok(said) if !fits(&said, status) => {
                let why = format!("its exit code contradicts its answer; {}", shown());
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

    fn write(&self, assumptions: &[Lit], folder: &TempDir) -> io::Result<()> {
        let mut counter = Counter::default();
        self.formula.replay(&mut counter);
        counter.clauses += assumptions.len() as u64;
        let mut file = BufWriter::new(File::create(folder.path().join("formula.cnf"))?);
        let mut writer = FormulaWriter::new(&mut file, Syntax::Cnf, [], &[], counter)?;
        self.formula.replay(&mut writer);
        for &assumption in assumptions {
            writer.add_clause(&[assumption]);
        }
        writer.finish()
    }
}

/// Why a program was ended.
pub enum Ended {
    /// The budget was used up.
    Budget(Reason),
    /// It printed more than anybody reads.
    TooMuch,
}

impl From<Ended> for Reason {
    fn from(ended: Ended) -> Reason {
        match ended {
            Ended::Budget(reason) => reason,
            Ended::TooMuch => {
                Reason::Engine(format!("it printed more than {} MiB", MAX_OUTPUT >> 20))
            }
        }
    }
}

/// Waits for the end of a program, or ends it with all that it started.
pub fn wait(
    child: &mut Child,
    printed: &Path,
    budget: &Budget,
) -> io::Result<Result<ExitStatus, Ended>> {
    let mut pause = SHORTEST_PAUSE;
    loop {
        if let Some(status) = child.try_wait()? {
            // What it started and left behind.
            end(child);
            return Ok(Ok(status));
        }
        if std::fs::metadata(printed).is_ok_and(|file| file.len() > MAX_OUTPUT) {
            end(child);
            return Ok(Err(Ended::TooMuch));
        }
        if let Some(reason) = budget.exceeded() {
            end(child);
            return Ok(Err(Ended::Budget(reason)));
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Ends a solver and all that it started.
fn end(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(group) = i32::try_from(child.id()) {
        use nix::sys::signal::{Signal, killpg};
        let _ = killpg(nix::unistd::Pid::from_raw(group), Signal::SIGKILL);
    }
    let _ = child.kill();
    let _ = child.wait();
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

/// The text of a file, if it is there, up to a limit.
pub fn read_back(folder: &TempDir, name: &str) -> io::Result<String> {
    let mut bytes = Vec::new();
    match File::open(folder.path().join(name)) {
        Ok(file) => file.take(MAX_OUTPUT).read_to_end(&mut bytes)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => 0,
        Err(error) => return Err(error),
    };
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The start of what a solver printed, for messages.
pub fn excerpt(folder: &TempDir, printed: &str) -> String {
    let errors = read_back(folder, "stderr").unwrap_or_default();
    let said = [printed.trim(), errors.trim()]
        .into_iter()
        .find(|text| !text.is_empty());
    escape::quoted(said.unwrap_or("nothing"), 120)
}
