//! What solvers print: the competitions' `s` and `v` lines, and minisat's result file
//! (`SAT`, then the literals).

mod error;
mod status;

pub use error::OutputError;
pub use status::Status;

use super::dimacs::{MAX_LINE, take_mark};
use super::lit::Lit;
use crate::escape;
use crate::limits::Limits;
use std::collections::BTreeMap;
use std::io::{BufRead, Read};

/// A solver's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SolverOutput {
    /// A model: the value of each variable in it, by number.
    Satisfiable(BTreeMap<u32, bool>),
    /// There is no model.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

/// An optimiser's answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OptimiserOutput {
    /// Its status and model.
    pub answer: SolverOutput,
    /// What the model costs, as its last `o` line says, if there is one.
    pub cost: Option<i128>,
}

impl SolverOutput {
    #[cfg(feature = "process")]
    pub(crate) fn status(&self) -> Status {
        match self {
            SolverOutput::Satisfiable(_) => Status::Satisfiable,
            SolverOutput::Unsatisfiable => Status::Unsatisfiable,
            SolverOutput::Unknown => Status::Unknown,
        }
    }
}

/// How many lines and words are read between two looks at the limits.
const STEPS: u32 = 1 << 12;

/// What the output may hold.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum Dialect {
    /// A model, up to 0.
    #[default]
    Sat,
    /// An optimum, too; of a model, the variables up to `last` are needed.
    Optimum { last: u32 },
}

/// Where a model ends.
#[derive(Clone, Copy, Default)]
enum ModelEnd {
    /// At the 0 that is still to come.
    #[default]
    Open,
    /// Anywhere: literals are names, as pseudo-Boolean solvers write them.
    Anywhere,
    /// At a 0 that has come.
    Zero,
    /// After a word with the values of all variables.
    Values,
}

#[derive(Default)]
struct OutputParser {
    dialect: Dialect,
    limits: Limits,
    /// Lines and words so far.
    steps: u32,
    status: Option<Status>,
    /// Whether `o` lines say what models cost.
    has_costs: bool,
    /// What the last one says.
    cost: Option<i128>,
    /// An `o` line has come after the last literals.
    is_costed: bool,
    model: BTreeMap<u32, bool>,
    end: ModelEnd,
    /// Literals are on lines without `v`, as minisat writes them.
    bare_literals: bool,
    /// Anything but comments was printed.
    chatter: bool,
}

/// Maximum number of characters of a line that messages quote.
const LONGEST_QUOTE: usize = 80;

/// Reads a solver's output. Comments (`c …`) and other chatter are ignored.
///
/// # Errors
/// [`OutputError`] where the output is cut off or contradicts itself, or where a limit comes
/// before its end.
pub fn read(input: impl BufRead, limits: &Limits) -> Result<SolverOutput, OutputError> {
    let mut parser = OutputParser::new(Dialect::Sat, limits);
    parser.read(input, OutputParser::take)?;
    parser.finish()
}

/// Reads the status in the output of a solver that writes its model elsewhere, if there is one.
///
/// # Errors
/// [`OutputError`] where there is more than one status, or where a limit comes before the end.
#[cfg(feature = "process")]
pub fn read_status(input: impl BufRead, limits: &Limits) -> Result<Option<Status>, OutputError> {
    let mut parser = OutputParser::new(Dialect::Sat, limits);
    parser.read(input, |parser, text, line| {
        let taken = parser.take_status(text).unwrap_or(Ok(()));
        taken.map_err(|expected| syntax(line, text, expected))
    })?;
    Ok(parser.status)
}

/// Reads the output of a SAT, a MaxSAT or a pseudo-Boolean solver: there may be an optimum
/// instead of a model, with values as a word of 0 and 1, as in the MaxSAT evaluations since
/// 2022, or as `x1 -x2`, both without 0 at the end; literals, too, need none if there is one for
/// every variable up to `last`, the last one that is needed. If that is 0, the status is enough.
/// Of several models before the status, the last one counts; 0 or an `o` line ends a model.
///
/// # Errors
/// [`OutputError`] where the output is cut off or contradicts itself.
pub fn read_optimum(input: impl BufRead, last: u32) -> Result<OptimiserOutput, OutputError> {
    read_either(input, last, true)
}

/// [`read_optimum`], of a solver whose lines that begin with `o` may be chatter.
pub(crate) fn read_either(
    input: impl BufRead,
    last: u32,
    has_costs: bool,
) -> Result<OptimiserOutput, OutputError> {
    let parser = OutputParser::new(Dialect::Optimum { last }, &Limits::unlimited());
    let mut parser = OutputParser {
        has_costs,
        ..parser
    };
    parser.read(input, OutputParser::take)?;
    let cost = parser.cost;
    let answer = parser.finish()?;
    Ok(OptimiserOutput { answer, cost })
}

fn syntax(line: u64, text: &str, expected: &'static str) -> OutputError {
    OutputError::Syntax {
        line,
        found: escape::quoted(text, LONGEST_QUOTE),
        expected,
    }
}

impl OutputParser {
    fn new(dialect: Dialect, limits: &Limits) -> OutputParser {
        OutputParser {
            dialect,
            limits: limits.clone(),
            ..OutputParser::default()
        }
    }

    /// Reads all lines.
    fn read(
        &mut self,
        mut input: impl BufRead,
        take: impl Fn(&mut OutputParser, &str, u64) -> Result<(), OutputError>,
    ) -> Result<(), OutputError> {
        let mut bytes = Vec::new();
        for line in 1.. {
            self.step()?;
            bytes.clear();
            let read = input
                .by_ref()
                .take(MAX_LINE)
                .read_until(b'\n', &mut bytes)?;
            if read == 0 {
                break;
            }
            if read as u64 == MAX_LINE {
                return Err(OutputError::LongLine { line });
            }
            if line == 1 {
                take_mark(&mut bytes);
            }
            // Comments may hold anything.
            take(self, String::from_utf8_lossy(&bytes).trim(), line)?;
        }
        Ok(())
    }

    /// Looks at the limits now and then.
    fn step(&mut self) -> Result<(), OutputError> {
        let is_due = self.steps.is_multiple_of(STEPS);
        self.steps = self.steps.wrapping_add(1);
        match is_due {
            true => self.limits.check().map_err(OutputError::Stopped),
            false => Ok(()),
        }
    }

    fn take(&mut self, text: &str, line: u64) -> Result<(), OutputError> {
        let wrong = |expected| syntax(line, text, expected);
        let is_comment = matches!(text.split_whitespace().next(), None | Some("c"));
        self.chatter |= !is_comment;
        if let Some(taken) = self.take_status(text) {
            return taken.map_err(wrong);
        }
        if let Some(literals) = after_letter(text, 'v').or((text == "v").then_some("")) {
            return self
                .add_literals(literals)?
                .ok_or_else(|| wrong("'v' and literals, each variable once, 0 at the end"));
        }
        let mut words = text.split_whitespace();
        if let (true, Some("o"), Some(cost)) = (self.has_costs, words.next(), words.next()) {
            let cost = cost.parse();
            self.cost = Some(cost.map_err(|_| wrong("'o' and the cost, an integer"))?);
            self.is_costed = true;
        }
        let starts_number = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        if self.bare_literals && starts_number {
            return self
                .add_literals(text)?
                .ok_or_else(|| wrong("literals, each variable once, 0 at the end"));
        }
        Ok(())
    }

    /// Takes a line that is a status; says what was expected if it is a wrong one.
    fn take_status(&mut self, text: &str) -> Option<Result<(), &'static str>> {
        let status = match after_letter(text, 's') {
            Some(status) => match status.trim() {
                "OPTIMUM FOUND" if self.optimises() => Some(Status::Satisfiable),
                status => Status::find(|words| words[0] == status),
            },
            None => {
                let bare = Status::find(|words| words.contains(&text))?;
                self.bare_literals = true;
                Some(bare)
            }
        };
        let Some(status) = status else {
            return Some(Err("SATISFIABLE, UNSATISFIABLE or UNKNOWN"));
        };
        Some(self.set_status(status).ok_or("one status"))
    }

    /// The status may be repeated (minisat prints it to the terminal and to its result
    /// file) but not change.
    fn set_status(&mut self, status: Status) -> Option<()> {
        match self.status.replace(status) {
            Some(before) if before != status => None,
            _ => Some(()),
        }
    }

    /// `None` where the text is no part of a model.
    ///
    /// # Errors
    /// [`OutputError::Stopped`].
    fn add_literals(&mut self, text: &str) -> Result<Option<()>, OutputError> {
        let may_begin = self.optimises() && self.status.is_none();
        if may_begin && (self.has_ended() || self.is_costed) && !text.trim().is_empty() {
            self.model.clear();
            self.end = ModelEnd::Open;
        }
        self.is_costed = false;
        if self.add_values(text) {
            return Ok(Some(()));
        }
        for word in text.split_whitespace() {
            self.step()?;
            if self.add_literal(word).is_none() {
                return Ok(None);
            }
        }
        Ok(Some(()))
    }

    fn add_literal(&mut self, word: &str) -> Option<()> {
        if self.has_ended() {
            return None;
        }
        let unsigned = word.strip_prefix('-').unwrap_or(word);
        let word = match self.optimises() && is_name(unsigned) {
            true => {
                self.end = ModelEnd::Anywhere;
                &word.replacen('x', "", 1)
            }
            false => word,
        };
        let Some(lit) = Lit::from_dimacs(word.parse().ok()?) else {
            self.end = ModelEnd::Zero;
            return (word == "0").then_some(());
        };
        let before = self.model.insert(lit.var().number(), lit.is_positive());
        let is_changed = before.is_some_and(|value| value != lit.is_positive());
        (!is_changed).then_some(())
    }

    /// Takes the values of all variables in a word of 0 and 1, which is too long for a literal.
    fn add_values(&mut self, text: &str) -> bool {
        const LONGEST_LITERAL: usize = 10;
        let is_value = |byte: u8| matches!(byte, b'0' | b'1');
        let text = text.trim();
        let last = match self.dialect {
            Dialect::Sat => return false,
            Dialect::Optimum { last } => last as usize,
        };
        let is_number = !text.starts_with('0') && text.len() < last;
        let may_be_literal = text.len() < 2 || text.len() <= LONGEST_LITERAL && is_number;
        if may_be_literal || !text.bytes().all(is_value) || !self.model.is_empty() {
            return false;
        }
        let values = text.bytes().map(|byte| byte == b'1');
        self.model.extend((1..).zip(values));
        self.end = ModelEnd::Values;
        true
    }

    fn optimises(&self) -> bool {
        self.dialect != Dialect::Sat
    }

    fn has_ended(&self) -> bool {
        matches!(self.end, ModelEnd::Zero | ModelEnd::Values)
    }

    fn finish(self) -> Result<SolverOutput, OutputError> {
        match self.status {
            None => Err(OutputError::NoStatus {
                chatter: self.chatter,
            }),
            Some(Status::Unsatisfiable) if !self.model.is_empty() => Err(OutputError::ModelOfNone),
            Some(Status::Unsatisfiable) => Ok(SolverOutput::Unsatisfiable),
            Some(Status::Unknown) => Ok(SolverOutput::Unknown),
            Some(Status::Satisfiable) => self.satisfiable(),
        }
    }

    fn satisfiable(self) -> Result<SolverOutput, OutputError> {
        let found = self.model.len();
        let has_all = |last| (1..=last).all(|var| self.model.contains_key(&var));
        match (self.dialect, self.end) {
            (Dialect::Optimum { last }, _) if has_all(last) => {}
            (Dialect::Optimum { last: expected }, ModelEnd::Values) => {
                return Err(OutputError::FewValues { found, expected });
            }
            (_, ModelEnd::Anywhere | ModelEnd::Zero | ModelEnd::Values) => {}
            (Dialect::Optimum { last }, ModelEnd::Open) if found > 0 => {
                return Err(OutputError::CutOff { found, last });
            }
            (_, ModelEnd::Open) => return Err(OutputError::NoModel),
        }
        Ok(SolverOutput::Satisfiable(self.model))
    }
}

/// Whether this is a variable of a pseudo-Boolean solver, `x` and its number.
fn is_name(word: &str) -> bool {
    let number = word.strip_prefix('x').unwrap_or_default();
    number.starts_with(|first| ('1'..='9').contains(&first))
}

/// What follows a letter and a blank at the start of a line.
fn after_letter(text: &str, letter: char) -> Option<&str> {
    text.strip_prefix(letter)?.strip_prefix([' ', '\t'])
}

#[cfg(test)]
mod tests;
