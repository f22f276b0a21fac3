//! `satoku compare`

mod campaign;
mod classic;
mod findings;
mod lock;
mod page;
mod progress;
mod report;
mod roster;
mod source;
mod state;
mod variants;

use crate::cli::args::{FileArgs, InputArgs, JobsArgs, natural, on_disk, positive, size};
use crate::cli::exit::Exit;
use crate::cli::pipeline::check::quoted;
use crate::cli::pipeline::input::{self, Inputs};
use crate::cli::pipeline::output::with_output;
use crate::cli::pipeline::partial::{make_folder, require_writable};
use crate::compare::Depth;
use crate::compare::corpus::{Corpus, InstanceKind};
use crate::grid::Geometry;
use crate::limits::Limits;
use anyhow::{Context, Result, bail};
use campaign::Campaign;
use clap::{ArgGroup, Args, ValueEnum, builder::PossibleValue};
use classic::Classic;
use state::SavedState;
use std::path::{Path, PathBuf};
use std::time::Duration;

const EXAMPLES: &str = "\
Asks the native searches, and varisat with every encoding, for one solution, the number of
solutions, all solutions up to a limit and the pyramid maximum. Reports answers that cannot
all be right, each with a command that replays it. First, each encoding is proven equivalent
to the rules on small grids.

The number of solutions of a random puzzle is known by construction. In a file, the line
'PUZZLE:2' states that the puzzle has 2 solutions. As in all commands, other text may follow a
puzzle after a comma, semicolon, colon, tab or #; it is ignored.

A solver that crashes, lies, prints garbage or hangs is a finding, too. So is a wrong proof: with
{proof} in its command, as in 'cadical -q {cnf} {proof}', each claim that a formula has no model
needs a proof, DRAT or LRAT, that the verifier accepts. Findings of the same kind and culprit form
a group. Its smallest example is shrunk to a small puzzle and, if a SAT solver is to blame, to a
few clauses.

A solver that reaches its time limit runs once more. If it answers then, the timeout is
reported as 'not reproduced every time'. If it does not, queries are left open, with exit code
3, and the timeout is reported, as a hang if 4 times the limit is not enough. Neither counts
as a difference.

With --rules random, puzzles have random boards, random rules for the whole grid, and random
constraints of every type; with names, the rules are drawn from these. The native search, SAT
with every encoding and, on the smallest boards, brute force must agree. A difference is
shrunk to few constraints and givens. Files with variants are compared and reported in the
same way.

Examples:
  satoku compare puzzles.txt
  satoku compare --random 1000 --seed 1
  satoku compare --random 50 --box 2x3 --encoding my.toml
  satoku compare --for 10m --boxes 2x2,2x3,3x2,3x3 --kinds minimal,none
  satoku compare --for 1h --resume state.json --solver 'cadical -q' --findings found
  satoku compare --for 1h --images 4096 --encoding extended    # some 10⁸ answers
  satoku compare --rules random --for 1h --resume state.json
  satoku compare --rules diagonal,anti-knight --random 1000
  satoku compare --random 100 --solver ./mine --solver-timeout 2 --html report.html
  satoku compare --for 1h --shuffle --solver './mine {cnf} {proof}' --findings found";

/// Arguments of `satoku compare`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("jobs", |arg| {
    arg.help("Number of puzzles to compare in parallel, which does not change the report; the number of cores by default")
}))]
#[command(group(ArgGroup::new("made").multiple(true)))]
pub struct CompareArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Compare on N random puzzles: seeds S, S+1, …
    #[arg(long, value_name = "N", group = "made", value_parser = positive)]
    random: Option<u64>,

    /// Compare for this long, first the input and then random puzzles: in seconds, or with a
    /// unit, as in 10m or 2h
    ///
    /// Puzzles that have been started by then are finished, but those that take ten seconds more
    /// are left out. If the input was not compared to its end by then, the exit code is 3. A
    /// resumed run gets the full time again.
    #[arg(long = "for", value_name = "DURATION", group = "made", value_parser = crate::cli::args::duration)]
    time: Option<Duration>,

    /// The first seed
    #[arg(long, value_name = "S", default_value_t = 1, requires = "made", value_parser = natural)]
    seed: u64,

    /// Kinds of random puzzles [default: all]
    #[arg(
        long,
        value_name = "KIND,…",
        value_delimiter = ',',
        ignore_case = true,
        requires = "made"
    )]
    kinds: Vec<InstanceKind>,

    /// Box shapes of random puzzles, such as 2x3,3x3 [default: --box, or 3x3]
    #[arg(long, value_name = "RxC,…", value_delimiter = ',', requires = "made")]
    boxes: Vec<Geometry>,

    /// Count and enumerate at most N solutions of each puzzle
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = positive)]
    limit: u64,

    /// Let the lock-step search count the solutions of N random symmetric images of
    /// each 9×9 puzzle, with every instruction set
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = size)]
    images: usize,

    /// Encoding to compare, a name or a file; may be repeated [default: all built-in ones]
    #[arg(long, value_name = "NAME|PATH")]
    encoding: Vec<String>,

    /// Also compare this DIMACS solver, such as 'cadical -q' (may be repeated); {cnf}, {model} and
    /// {proof} are replaced by the names of the formula, model and proof files
    #[arg(long, value_name = "COMMAND")]
    solver: Vec<String>,

    /// Give each --solver shuffled formulas: variables renamed, some of them negated everywhere,
    /// clauses and literals in another order; SEED (default 1) determines the shuffle
    #[arg(long, value_name = "SEED", num_args = 0..=1, require_equals = true,
          default_missing_value = "1", requires = "solver", value_parser = natural)]
    shuffle: Option<u64>,

    /// Time limit of each query in seconds
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::args::seconds,
          default_value = "10")]
    timeout: Duration,

    /// Time limit of each run of a --solver in seconds [default: --timeout]
    #[arg(long, value_name = "SECONDS", requires = "solver",
          value_parser = crate::cli::args::seconds)]
    solver_timeout: Option<Duration>,

    #[command(flatten)]
    jobs: JobsArgs,

    /// Save the state in this file, and continue from it if it exists
    #[arg(long, value_name = "FILE", value_parser = on_disk())]
    resume: Option<PathBuf>,

    /// Save the smallest puzzle and formula of each group of findings in this folder, which must
    /// not hold findings of another run
    #[arg(long, value_name = "FOLDER", value_parser = on_disk())]
    findings: Option<PathBuf>,

    /// Print a JSON object for each disagreement, for each group, and for the figures; or write
    /// groups and figures to FILE as one object
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true,
          default_missing_value = "-")]
    json: Option<PathBuf>,

    /// Write groups and figures as a self-contained HTML page
    #[arg(long, value_name = "FILE", value_parser = on_disk())]
    html: Option<PathBuf>,

    #[command(flatten)]
    output: FileArgs,
}

impl ValueEnum for InstanceKind {
    fn value_variants<'a>() -> &'a [InstanceKind] {
        &InstanceKind::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(match self {
            InstanceKind::Proper => "One solution, found by singles",
            InstanceKind::Minimal => "One solution, no redundant given",
            InstanceKind::Few => "A few givens",
            InstanceKind::Many => "Many solutions",
            InstanceKind::None => "No solution, but no two givens clash",
            InstanceKind::Clash => "Two givens clash",
        }))
    }
}

impl CompareArgs {
    fn is_random(&self) -> bool {
        self.random.is_some() || self.time.is_some()
    }

    /// Whether there is an input to read.
    fn reads(&self) -> bool {
        !self.input.files.is_empty() || !self.is_random()
    }

    fn corpus(&self) -> Corpus {
        let shapes = self.named_shapes().unwrap_or(&[Geometry::CLASSIC]);
        Corpus {
            kinds: match &self.kinds[..] {
                [] => InstanceKind::ALL.to_vec(),
                kinds => kinds.to_vec(),
            },
            shapes: shapes.to_vec(),
        }
    }

    /// The box shapes that `--boxes` or `--box` names.
    fn named_shapes(&self) -> Option<&[Geometry]> {
        match &self.boxes[..] {
            [] => self.input.read.box_shape.as_ref().map(std::slice::from_ref),
            shapes => Some(shapes),
        }
    }

    /// Over so long after the time of the run.
    fn end(&self, grace: Duration) -> Limits {
        let unlimited = Limits::unlimited();
        match self.time {
            Some(time) => unlimited.within(time.saturating_add(grace)),
            None => unlimited,
        }
    }

    fn depth(&self) -> Depth {
        Depth::up_to(self.limit)
    }

    /// Whether disagreements are printed as JSON objects.
    fn json_lines(&self) -> bool {
        self.json.as_deref() == Some(Path::new("-"))
    }

    /// The options that a replay needs.
    fn shared_options(&self) -> String {
        self.options_with(&self.solver, self.images)
    }

    /// The options of a replay with these solvers, and with this number of images.
    fn options_with(&self, solvers: &[String], images: usize) -> String {
        let encodings = self.encoding.iter().map(|e| ("encoding", e));
        let solvers = solvers.iter().map(|s| ("solver", s));
        let words = encodings.chain(solvers);
        let more: String = words
            .map(|(option, word)| format!(" --{option} {}", quoted(word)))
            .collect();
        let images = match images {
            0 => String::new(),
            images => format!(" --images {images}"),
        };
        let shuffle = match self.shuffle {
            Some(seed) => format!(" --shuffle={seed}"),
            None => String::new(),
        };
        let limit = self.solver_timeout.map(|time| time.as_secs_f64());
        let limit = limit.map_or_else(String::new, |time| format!(" --solver-timeout {time}"));
        format!(
            " --limit {}{images} --timeout {}{more}{shuffle}{limit}",
            self.limit,
            self.timeout.as_secs_f64()
        )
    }

    fn kind_names(&self) -> String {
        let names: Vec<&str> = self.corpus().kinds.iter().map(|s| s.name()).collect();
        names.join(",")
    }

    fn shape_names(&self) -> String {
        let shapes = self.corpus().shapes;
        let names: Vec<String> = shapes.iter().map(Geometry::to_string).collect();
        names.join(",")
    }

    /// An error if an option is about something that is not compared.
    fn require_effects(&self) -> Result<()> {
        let has_random = self
            .input
            .read
            .rules
            .iter()
            .any(|rule| rule == variants::RANDOM);
        if has_random && !self.is_random() {
            bail!(
                "--rules random: has no effect on the puzzles of an input; add --random or --for, \
                 or name the rules"
            );
        }
        if self.reads() {
            return Ok(());
        }
        let given = self.input.read.deciding().into_iter();
        let given: Vec<&str> = given.map(|(option, _)| option).collect();
        if let Some(option) = given.iter().find(|option| **option != "--box") {
            bail!(
                "{option}: has no effect without an input; name a FILE, '-' for standard input, or \
                 leave {option} out"
            );
        }
        if !self.boxes.is_empty() && given.contains(&"--box") {
            bail!(
                "--box: has no effect beside --boxes, because there is no input; leave one of them \
                 out"
            );
        }
        if self.images > 0 && !self.corpus().shapes.contains(&Geometry::CLASSIC) {
            bail!(
                "--images: has no effect on grids with boxes {}; it needs boxes 3x3, so add these, \
                 or leave --images out",
                self.shape_names()
            );
        }
        Ok(())
    }

    /// Checks options and output files before any work is done.
    fn check(&self) -> Result<()> {
        self.require_effects()?;
        if self.resume.is_some() && self.reads() && input::may_wait(&self.input) {
            bail!(
                "--resume: found standard input or a pipe, expected files, which can be read again"
            );
        }
        if let Some(folder) = &self.findings {
            make_folder(folder)?;
            // An unnamed file removes itself.
            tempfile::tempfile_in(folder)
                .with_context(|| format!("{}: cannot be written", folder.display()))?;
        }
        let json = self.json.as_deref().filter(|_| !self.json_lines());
        for report in [json, self.html.as_deref()].into_iter().flatten() {
            require_writable(report)?;
        }
        Ok(())
    }
}

/// Runs the verb.
pub fn run(args: &CompareArgs) -> Result<Exit> {
    let mut read = args.input.clone();
    read.read.rules.retain(|rule| rule != variants::RANDOM);
    let inputs = Inputs::new(&read);
    if variants::are_compared(args, &inputs)? {
        return variants::run(args, &inputs);
    }
    args.check()?;
    // First: a state is saved at once, and a mistyped command would stay in it.
    let roster = &roster::roster(args)?;
    let mut state = SavedState::open(args, None)?;
    findings::require_own_folder(args, &mut state)?;
    let classic = Classic {
        args,
        inputs: &inputs,
        roster,
    };
    with_output(args.output.path(), |out| {
        Campaign::new(args, &classic, state, out).run()
    })
}
