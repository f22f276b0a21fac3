//! The command line as `--help` and the man page show it: one file or folder per verb.

mod candidates;
mod canonical;
mod compare;
mod convert;
mod count;
mod cubes;
mod decode;
mod draw;
mod encode;
mod encodings;
mod enumerate;
mod explain;
mod formats;
mod generate;
mod manual;
mod minimize;
mod prove;
mod pyramid;
mod rules;
mod sat;
mod solve;
mod solvers;
mod verify;

use crate::cli::exit::Exit;
use anyhow::Result;
use clap::{Parser, Subcommand};

const ABOUT: &str =
    "A Sudoku solver that searches, cross-checks with SAT, and can prove its answers";

const AFTER: &str = "\
Exit codes:
  0    every puzzle was answered
  1    a puzzle has no solution (except with 'explain --contradiction') or, for
       'minimize' and 'explain --redundant', more than one (the output still has a
       line for it); 'compare' found answers that differ; a claim to prove is false;
       'verify' rejected a proof; or no certificate can express an answer
  2    invalid options or input, even if --on-error let the run continue, or an
       output file that cannot be created
  3    an answer is unknown because a limit was reached
  4    an engine failed, gave a wrong answer (which is not shown), or differs
       from the engine that checks it; or the output could not be written to the
       end, for example because the disk is full
  130  interrupted by Ctrl-C; the answers so far are kept
  134  out of memory
  143  ended by SIGTERM (129: by SIGHUP; 152: by the CPU time limit);
       the answers so far are kept
  'sat' answers like a SAT solver: 10 satisfiable, 20 unsatisfiable, 0 unknown

Environment:
  SATOKU_SIMD     avx512, avx2 or portable, instead of the best set of instructions
  NO_COLOR        if not empty, output has no colour
  CLICOLOR_FORCE  if not empty, output has colour in pipes, too (even if it is 0)
  TMPDIR          where formulas and proofs for other programs are written

Examples:
  satoku solve puzzles.txt                    # answers in the format of the file
  satoku solve --to pretty - < puzzle.txt     # a grid that is easy to read
  satoku count --limit 2 puzzles.txt          # is each puzzle proper?
  satoku solve killer.json                    # a variant; see 'satoku rules list'
  satoku candidates puzzle.txt                # what each cell can hold
  satoku generate --count 10 --kind minimal   # random puzzles
  satoku draw killer.json > killer.svg        # a picture
  satoku pyramid noip.in                      # the maximum of target sudoku
  satoku encode puzzle.txt -o puzzle.cnf      # DIMACS for any SAT solver
  satoku prove unique puzzle.txt -o folder    # an answer that anyone can check
  satoku compare --random 100                 # look for bugs";

/// The whole command line.
#[derive(Parser, Debug)]
#[command(name = "satoku", version, about = ABOUT, after_help = AFTER, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// The verbs.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Solve puzzles
    Solve(solve::SolveArgs),
    /// Count the solutions of each puzzle, one number per line
    Count(count::CountArgs),
    /// List the solutions of each puzzle
    #[command(visible_alias = "solutions")]
    Enumerate(enumerate::EnumerateArgs),
    /// Show which candidates of each cell occur in solutions
    Candidates(candidates::CandidatesArgs),
    /// Find the largest sum of digit × weight (NOIP 2009, target sudoku)
    #[command(visible_alias = "maximum")]
    Pyramid(pyramid::PyramidArgs),
    /// Write a puzzle as a CNF, WCNF or OPB file
    Encode(encode::EncodeArgs),
    /// Turn a solver's model back into a grid
    Decode(decode::DecodeArgs),
    /// Solve a DIMACS CNF file, with the exit codes of a SAT solver
    Sat(sat::SatArgs),
    /// Generate random puzzles, reproducible by seed on every machine
    Generate(generate::GenerateArgs),
    /// Remove the givens that each puzzle does not need
    #[command(alias = "minimise")]
    Minimize(minimize::MinimizeArgs),
    /// Write puzzles in another format
    Convert(convert::ConvertArgs),
    /// Show why a puzzle has no solution, or what is redundant in it
    Explain(explain::ExplainArgs),
    /// Draw puzzles, solutions, candidates and weights as SVG
    Draw(draw::DrawArgs),
    /// Show the canonical (minlex) form of each puzzle
    Canonical(canonical::CanonicalArgs),
    /// Prove an answer: write a certificate that anyone can check
    Prove(prove::ProveArgs),
    /// Check a certificate, or any DRAT or LRAT proof
    Verify(verify::VerifyArgs),
    /// Split a hard puzzle into parts (cubes) to solve separately, or solve them all
    Cubes(cubes::CubesArgs),
    /// Ask all backends the same questions and report differences
    Compare(compare::CompareArgs),
    /// List the SAT solvers available on this machine
    Solvers(solvers::SolversArgs),
    /// List, describe, explain and measure encodings, or check one of your own
    Encodings(encodings::EncodingsArgs),
    /// List and describe the rules and constraints of variants, or check your own
    Rules(rules::RulesArgs),
    /// Describe the text formats, with a sample of each
    #[command(after_help = "Examples:\n  satoku formats\n  satoku formats | less")]
    Formats,
    /// Write completions for a shell to standard output
    Completions(manual::CompletionsArgs),
    /// Write the man page to standard output, or all man pages to a folder
    Man(manual::ManArgs),
}

impl Verb {
    /// Runs the verb.
    pub fn run(&self) -> Result<Exit> {
        match self {
            Verb::Solve(args) => solve::run(args),
            Verb::Count(args) => count::run(args),
            Verb::Enumerate(args) => enumerate::run(args),
            Verb::Candidates(args) => candidates::run(args),
            Verb::Pyramid(args) => pyramid::run(args),
            Verb::Encode(args) => encode::run(args),
            Verb::Decode(args) => decode::run(args),
            Verb::Sat(args) => sat::run(args),
            Verb::Generate(args) => generate::run(args),
            Verb::Minimize(args) => minimize::run(args),
            Verb::Convert(args) => convert::run(args),
            Verb::Explain(args) => explain::run(args),
            Verb::Draw(args) => draw::run(args),
            Verb::Canonical(args) => canonical::run(args),
            Verb::Prove(args) => prove::run(args),
            Verb::Verify(args) => verify::run(args),
            Verb::Cubes(args) => cubes::run(args),
            Verb::Compare(args) => compare::run(args),
            Verb::Solvers(args) => solvers::run(args),
            Verb::Encodings(args) => encodings::run(args),
            Verb::Rules(args) => rules::run(args),
            Verb::Formats => formats::run(),
            Verb::Completions(args) => manual::completions(args),
            Verb::Man(args) => manual::man(args),
        }
    }
}
