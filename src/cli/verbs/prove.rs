//! `satoku prove`

use crate::certify::{
    self, Assertion, Certifiable, Certification, CertifyRequest, MAX_PROOF, MAX_SOLUTIONS,
    ProofFormat, ProofRequest, Target,
};
use crate::cli::args::{InputArgs, TimeArgs, positive, within};
use crate::cli::certify::{exit_unproven, fault, solver, why_unproven};
use crate::cli::exit::{Exit, unless_interrupted};
use crate::cli::objective::{ObjectiveArgs, Objectives};
use crate::cli::pipeline::input::Inputs;
use crate::cli::pipeline::output::with_output;
use crate::cli::pipeline::session;
use crate::cli::variants::{OnePuzzle, one_puzzle};
use crate::objective::Directed;
use crate::outcome::Reason;
use anyhow::{Context, Result, bail};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args, Subcommand, ValueEnum};
use std::io::Write;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Writes a folder with the puzzle, the claim in words, the solutions, a formula that says the
claim is false, and a proof that the formula has no model. If the name ends in .zip, the same
files become one archive. The folder appears only when 'satoku verify' has accepted it. If the
claim is false, satoku says why, the exit code is 1, and there is no folder. If a proof of
--solver is rejected, it is kept beside the folder, with its formula, in FOLDER.rejected.

Scores of grids above 9×9 are proven by prices (linear-programming duality) where these suffice.
Each cell has a price, and so has each digit in each row, column and box. Every solution pays
each price once, and no candidate scores more than the prices that it pays. Such a certificate
has prices.txt instead of a formula and its refutation. If the weights of a classic puzzle have
too many sums for clauses, the puzzle is split into cubes, and each has its own prices.

Examples:
  satoku prove unique puzzle.txt -o certificate
  satoku prove none puzzle.txt -o certificate --proof-format binary
  satoku prove exactly 3 puzzle.txt -o certificate --proof-format lrat
  satoku prove maximum noip.in -o certificate --solver 'cadical -q'
  satoku prove maximum empty16.txt -o certificate       # by prices, in 3 KB
  satoku prove unique killer.json -o certificate        # a variant in JSON
  satoku prove unique puzzle.txt -o certificate.zip     # one file to pass on
  satoku verify certificate";

/// Arguments of `satoku prove`.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ProveArgs {
    #[command(subcommand)]
    claim: ClaimArgs,
}

/// The claims.
#[derive(Subcommand, Debug)]
enum ClaimArgs {
    /// The puzzle has no solution
    #[command(after_help = "Example:\n  satoku prove none puzzle.txt -o certificate")]
    #[command(mut_arg("proof_format", about_solutions))]
    None(CommonArgs),
    /// The puzzle has exactly one solution
    #[command(after_help = "Example:\n  satoku prove unique puzzle.txt -o certificate")]
    #[command(mut_arg("proof_format", about_solutions))]
    Unique(CommonArgs),
    /// The puzzle has exactly K solutions
    #[command(after_help = "Example:\n  satoku prove exactly 3 puzzle.txt -o certificate")]
    #[command(mut_arg("proof_format", about_solutions))]
    Exactly(ExactlyArgs),
    /// Find the puzzle's highest score (with --minimise: lowest) and prove it
    #[command(after_help = "Example:\n  satoku prove maximum noip.in -o certificate")]
    Maximum(MaximumArgs),
}

/// Arguments that all claims share.
#[derive(Args, Debug)]
struct CommonArgs {
    #[command(flatten)]
    input: InputArgs,

    /// Which puzzle of the input, counted from 1; needed if there are several
    #[arg(long, value_name = "K", value_parser = positive)]
    puzzle: Option<u64>,

    /// The certificate: a folder, which must be new or empty, or an archive if the name ends in
    /// .zip
    #[arg(short, long, value_name = "FOLDER")]
    output: PathBuf,

    /// Format of the proof; by default the one that suffices: prices for scores of grids above 9×9,
    /// text, or prices of cubes. With --solver, a DRAT proof is kept in the format that the solver
    /// wrote
    #[arg(long, value_enum, value_name = "FORMAT", ignore_case = true)]
    proof_format: Option<FormatName>,

    /// Let this DIMACS solver write the proof; {cnf} and {proof} are replaced by the names of the
    /// files, which come last if not named
    #[arg(long, value_name = "COMMAND")]
    solver: Option<String>,

    /// Give up if the proof grows larger than this, in MiB
    #[arg(long, value_name = "MIB", default_value_t = MAX_PROOF >> 20, value_parser = positive)]
    max_proof: u64,

    #[command(flatten)]
    time: TimeArgs,
}

/// Arguments of `prove exactly`.
#[derive(Args, Debug)]
struct ExactlyArgs {
    /// The number of solutions
    #[arg(value_name = "K", value_parser = |text: &str| within(text, 0..=MAX_SOLUTIONS))]
    solutions: u64,

    #[command(flatten)]
    common: CommonArgs,
}

/// Arguments of `prove maximum`.
#[derive(Args, Debug)]
struct MaximumArgs {
    #[command(flatten)]
    objective: ObjectiveArgs,

    #[command(flatten)]
    common: CommonArgs,
}

/// The forms of a proof by name.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum FormatName {
    /// DRAT as text, one lemma per line
    #[value(alias = "drat")]
    Text,
    /// DRAT as bytes, less than half the size
    #[value(alias = "binary-drat")]
    Binary,
    /// LRAT as text: larger because of its hints, but simple to check
    Lrat,
    /// LRAT as bytes
    BinaryLrat,
    /// Prices of cells and of digits in houses, for scores: short, and checked by addition
    Prices,
}

/// The same option where the claim is not about scores, so that there are no prices.
fn about_solutions(option: Arg) -> Arg {
    let formats = FormatName::value_variants().iter();
    let formats = formats.filter(|format| **format != FormatName::Prices);
    let values = formats.filter_map(ValueEnum::to_possible_value);
    let parser = PossibleValuesParser::new(values);
    option
        .help(
            "Format of the proof; text by default. With --solver, a DRAT proof is kept in the \
             format that the solver wrote",
        )
        .value_parser(parser.try_map(|name| FormatName::from_str(&name, true)))
}

/// Runs the verb.
pub fn run(args: &ProveArgs) -> Result<Exit> {
    match &args.claim {
        ClaimArgs::None(common) => prove(common, &Claim::Solutions(0)),
        ClaimArgs::Unique(common) => prove(common, &Claim::Solutions(1)),
        ClaimArgs::Exactly(args) => prove(&args.common, &Claim::Solutions(args.solutions)),
        ClaimArgs::Maximum(args) => prove(&args.common, &Claim::Best(&args.objective)),
    }
}

/// What is claimed.
enum Claim<'a> {
    Solutions(u64),
    Best(&'a ObjectiveArgs),
}

impl Claim<'_> {
    /// The claim about a puzzle, to which the objectives are fitted.
    fn assertion<O>(
        &self,
        fit: impl FnOnce(&Objectives) -> Result<Directed<O>>,
    ) -> Result<Assertion<O>> {
        Ok(match self {
            Claim::Solutions(count) => Assertion::Solutions(*count),
            Claim::Best(args) => Assertion::Best(fit(&Objectives::new(args)?)?),
        })
    }
}

fn format(args: &CommonArgs) -> Result<ProofFormat> {
    Ok(match (args.proof_format, &args.solver) {
        (Some(FormatName::Text | FormatName::Binary), Some(_)) => bail!(
            "--proof-format: the solver chooses between text and binary; leave it out, or \
             ask for lrat or binary-lrat"
        ),
        (Some(FormatName::Prices), Some(_)) => {
            bail!("--proof-format prices: no solver writes it; leave one of the two out")
        }
        (None, None) => ProofFormat::Auto,
        (None | Some(FormatName::Text), _) => ProofFormat::Text,
        (Some(FormatName::Binary), _) => ProofFormat::Binary,
        (Some(FormatName::Lrat), _) => ProofFormat::Lrat,
        (Some(FormatName::BinaryLrat), _) => ProofFormat::BinaryLrat,
        (Some(FormatName::Prices), None) => ProofFormat::Prices,
    })
}

fn prove(args: &CommonArgs, claim: &Claim<'_>) -> Result<Exit> {
    let solver = args.solver.as_deref().map(solver).transpose()?;
    let format = format(args)?;
    certify::require_free(&args.output).map_err(fault)?;
    let limits = session::limits(args.time.timeout);
    let proof = ProofRequest {
        format,
        limits: &limits,
        max_proof: args.max_proof.saturating_mul(1 << 20),
    };
    let target = Target {
        folder: &args.output,
        solver: solver.as_ref(),
    };
    let inputs = Inputs::new(&args.input);
    let puzzle = one_puzzle(&inputs, args.puzzle, &limits)?;
    let is_classic = matches!(puzzle, Ok(OnePuzzle::Classic(_)));
    let answer = match puzzle {
        Ok(OnePuzzle::Classic(record)) => {
            let puzzle = &record.puzzle;
            let assertion = claim.assertion(|all| all.on_grid(puzzle.geometry()));
            let made = assertion.and_then(|assertion| make(puzzle, &assertion, proof, target));
            made.with_context(|| session::place(&record))?
        }
        Ok(OnePuzzle::Variant(instance)) => {
            let puzzle = &instance.puzzle;
            let assertion = claim.assertion(|all| all.on_board(puzzle.board()));
            let made = assertion.and_then(|assertion| make(puzzle, &assertion, proof, target));
            made.with_context(|| instance.item.place())?
        }
        Err(reason) => Certification::Unknown(reason),
    };
    report(answer, is_classic && format != ProofFormat::Auto)
}

/// Makes the certificate.
fn make<P: Certifiable>(
    puzzle: &P,
    assertion: &Assertion<P::Objective>,
    proof: ProofRequest<'_>,
    target: Target<'_>,
) -> Result<Certification> {
    let request = CertifyRequest {
        puzzle,
        assertion,
        proof,
    };
    certify::certify(&request, target).map_err(fault)
}

/// Prints what became of a certificate, for which prices of cubes may not have been tried.
fn report(answer: Certification, has_prices_left: bool) -> Result<Exit> {
    let (line, exit) = match answer {
        Certification::Proven(claim) => (format!("proven: {claim}"), Exit::Answered),
        Certification::False(truth) => (format!("false: {truth}"), Exit::Negative),
        Certification::Unknown(reason) => {
            let reason = unless_interrupted(reason)?;
            let advice = match reason {
                Reason::ProofSize(_) => "; --max-proof allows more",
                Reason::TooManySums if has_prices_left => {
                    "; without --proof-format and --solver, prices of cubes may prove it"
                }
                _ => "",
            };
            let why = why_unproven(&reason);
            (format!("unknown: {why}{advice}"), exit_unproven(&reason))
        }
    };
    with_output(None, |out| Ok(writeln!(out, "{line}")?))?;
    Ok(exit)
}
