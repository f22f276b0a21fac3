//! Planted faults are found within a stated number of puzzles, shrunk, and
//! attributed to the right solver; correct solvers are never accused.
//!
//! The faulty solvers are scripts around CaDiCaL. Where it is not installed these
//! tests are skipped, unless `SATOKU_REQUIRE_SOLVERS` is set.

use crate::support::{Ran, is_installed, satoku, script};
use satoku::backend::{NativeBackend, Presolve, SatBackend};
use satoku::cnf::{ClauseSink, Lit, Var};
use satoku::compare::corpus::Corpus;
use satoku::compare::diagnose::Diagnosis;
use satoku::compare::roster::{BackendSpec, ProgramCalls, Roster, SatSpec, SolverSpec};
use satoku::compare::shrink::ClassicShrinker;
use satoku::compare::{Depth, Figures, QuerySet, compare};
use satoku::encoding::Encoding;
use satoku::limits::Limits;
use satoku::sat::{Engine, SatSolver, SatVerdict};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of puzzles within which each fault shows.
const PUZZLES: &str = "20";

/// Runs a comparison with one more solver.
pub fn compare_with(solver: &str, folder: &Path, limit: &str) -> Ran {
    compare_on(&[], solver, folder, limit)
}

/// The same, with more options.
pub fn compare_on(options: &[&str], solver: &str, folder: &Path, limit: &str) -> Ran {
    let folder = folder.display().to_string();
    let args = [
        "compare",
        "--random",
        PUZZLES,
        "--boxes",
        "2x2,2x3",
        "--encoding",
        "minimal",
        "--limit",
        "2",
        "--solver",
        solver,
        "--solver-timeout",
        limit,
        "--findings",
        &folder,
    ];
    satoku(&[&args, options].concat(), "")
}

pub fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    paths.sort();
    paths
}

/// Asserts that the fault is found and saved, and that no other solver is accused.
/// Returns the number of clauses of the smallest formula.
fn is_found(name: &str, text: &str, kind: &str) -> usize {
    is_found_with("", name, text, kind)
}

/// Like [`is_found`], with more arguments for the solver.
pub fn is_found_with(arguments: &str, name: &str, text: &str, kind: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let solver = script(folder.path(), name, text) + arguments;
    let found = folder.path().join("found");
    let ran = compare_with(&solver, &found, "5");
    assert_eq!(ran.code, 1, "{name}: {}{}", ran.stdout, ran.stderr);
    let told: Vec<&str> = ran
        .stdout
        .lines()
        .filter(|line| line.starts_with("finding "))
        .collect();
    assert!(
        told.iter()
            .any(|line| line.contains(&format!(": {kind} by {name} on "))),
        "{name}: {told:?}"
    );
    assert!(
        told.iter()
            .all(|line| line.contains(&format!(" by {name}"))),
        "{name}: {told:?}"
    );
    let stories = files(&found, "md");
    assert_eq!(
        (stories.len(), files(&found, "txt").len()),
        (told.len(), told.len())
    );
    let formula = files(&found, "cnf");
    let formula = formula
        .iter()
        .find(|path| path.display().to_string().contains(&format!("-{kind}-")))
        .unwrap_or_else(|| panic!("{name}: no formula for {kind}"));
    let text = std::fs::read_to_string(formula).unwrap();
    let header = text
        .lines()
        .find(|line| line.starts_with("p cnf "))
        .unwrap();
    header.split(' ').next_back().unwrap().parse().unwrap()
}

#[test]
fn a_wrong_unsat_is_found() {
    if is_installed("cadical") {
        let sometimes = "h=$(cksum < \"$1\" | cut -d' ' -f1)\n\
            if [ $((h % 5)) = 0 ]; then echo 's UNSATISFIABLE'; exit 20; fi\n\
            exec cadical -q \"$1\"";
        assert!(is_found("denies-some", sometimes, "wrong-unsat") < 40);
        let always = "echo 's UNSATISFIABLE'; exit 20";
        assert_eq!(is_found("denies-all", always, "wrong-unsat"), 0);
    }
}

#[test]
fn a_wrong_sat_is_found() {
    if is_installed("cadical") {
        let text = "cadical -q \"$1\" > \"$1.out\" && exit 0\n\
            if grep -q UNSAT \"$1.out\"; then echo 's SATISFIABLE'; echo 'v 0'; exit 10; fi\n\
            cat \"$1.out\"; exit 10";
        assert!(is_found("affirms", text, "lie") < 10);
    }
}

#[test]
fn a_dropped_literal_is_found() {
    if is_installed("cadical") {
        let text = "cadical -q \"$1\" > \"$1.out\"; code=$?\n\
            sed '/^v/s/ [1-9][0-9]*\\( .*\\)$/\\1/' \"$1.out\"; exit $code";
        assert!(is_found("drops", text, "lie") < 10);
    }
}

#[test]
fn a_wrong_exit_code_and_a_cut_off_model_are_found() {
    if is_installed("cadical") {
        let text = "cadical -q \"$1\"; [ $? = 10 ] && exit 20; exit 20";
        assert_eq!(is_found("wrong-code", text, "exit-code"), 0);
        let text = "cadical -q \"$1\" > \"$1.out\"; code=$?\n\
            sed '/^v/s/ 0$//' \"$1.out\"; exit $code";
        assert_eq!(is_found("cuts", text, "garbage"), 0);
    }
}

#[test]
fn a_crash_and_exhausted_memory_are_found() {
    if is_installed("cadical") {
        let text = "h=$(cksum < \"$1\" | cut -d' ' -f1)\n\
            [ $((h % 3)) = 0 ] && kill -SEGV $$\nexec cadical -q \"$1\"";
        assert!(is_found("crashes", text, "crash") < 40);
        let text = "ulimit -v 60000; exec awk 'BEGIN { s = \"x\"; while (1) s = s s }'";
        assert_eq!(is_found("swells", text, "crash"), 0);
    }
}

/// Slow is not wrong: the exit code says that answers are unknown.
#[test]
fn a_hang_and_a_slow_start_are_told_but_not_accused() {
    if !is_installed("cadical") {
        return;
    }
    for (name, text, limit, kind) in [
        ("hangs", "sleep 1000", "0.2", "hang"),
        (
            "slow",
            "sleep 0.5; exec cadical -q \"$1\"",
            "0.4",
            "time-out",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let solver = script(folder.path(), name, text);
        let ran = compare_with(&solver, &folder.path().join("found"), limit);
        assert_eq!(ran.code, 3, "{name}: {}{}", ran.stdout, ran.stderr);
        assert!(
            ran.stdout.ends_with("): no disagreement\n"),
            "{}",
            ran.stdout
        );
        let open = ran.stdout.lines().last().unwrap();
        let by_whom = open.split(" left open (").nth(1).unwrap();
        assert!(by_whom.contains(&format!(" by {name}/minimal")), "{open}");
        let told = format!("finding 1: {kind} by {name} on ");
        assert!(ran.stdout.starts_with(&told), "{}", ran.stdout);
        // The formula on which it was ended.
        assert_eq!(files(&folder.path().join("found"), "cnf").len(), 1);
    }
}

#[test]
fn right_solvers_are_never_accused() {
    if !(is_installed("cadical") && is_installed("minisat")) {
        return;
    }
    let args = [
        "compare",
        "--random",
        "12",
        "--boxes",
        "2x2,3x2,1x4",
        "--encoding",
        "extended",
        "--limit",
        "3",
        "--solver",
        "minisat",
        "--solver",
        "cadical -q",
    ];
    let ran = satoku(&args, "");
    assert_eq!(
        (ran.code, ran.stdout.lines().count()),
        (0, 1),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.ends_with(" 0 left open: no disagreement\n"));
}

/// A change to one clause.
type Change = fn(&[Lit]) -> Option<Vec<Lit>>;

/// A solver that changes its formula: the `clause`-th of the clauses that are
/// `positive`, or that are not.
struct Mutant {
    inner: Box<dyn SatSolver>,
    positive: bool,
    clause: usize,
    change: Change,
    seen: usize,
}

impl ClauseSink for Mutant {
    fn new_var(&mut self) -> Var {
        self.inner.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        let positive = clause.len() > 1 && clause.iter().all(|lit| lit.is_positive());
        let negative = clause.len() == 2 && clause.iter().all(|lit| !lit.is_positive());
        self.seen += usize::from(if self.positive { positive } else { negative });
        if self.seen == self.clause {
            self.seen += 1;
            if let Some(changed) = (self.change)(clause) {
                self.inner.add_clause(&changed);
            }
        } else {
            self.inner.add_clause(clause);
        }
    }
}

impl SatSolver for Mutant {
    fn prefer(&mut self, value: bool) {
        self.inner.prefer(value);
    }
    fn assume(&mut self, assumptions: &[Lit]) {
        self.inner.assume(assumptions);
    }
    fn solve(&mut self, limits: &Limits) -> SatVerdict {
        self.inner.solve(limits)
    }
    fn value(&self, var: Var) -> Option<bool> {
        self.inner.value(var)
    }
    fn core(&mut self) -> &[Lit] {
        self.inner.core()
    }
}

fn mutant(positive: bool, clause: usize, change: Change) -> Engine {
    let varisat = Engine::varisat();
    let make = varisat.make.clone();
    Engine {
        name: "mutant".into(),
        make: Arc::new(move |checks| {
            Box::new(Mutant {
                inner: make(checks),
                positive,
                clause,
                change,
                seen: 0,
            })
        }),
        ..varisat
    }
}

fn sat_spec(engine: Engine) -> BackendSpec {
    let minimal = Encoding::named("minimal").unwrap();
    BackendSpec::Sat(SatSpec {
        solver: SolverSpec::built_in(engine),
        make: Box::new(move |engine| {
            Box::new(SatBackend::new(engine, minimal.clone(), Presolve::None))
        }),
    })
}

/// The number of puzzles until a backend is accused, its name, and the number of
/// givens left after shrinking.
fn accused(engine: Engine, puzzles: u64) -> Option<(u64, String, usize)> {
    let roster = Roster::new(vec![
        BackendSpec::Native(Box::new(|| Box::new(NativeBackend::default()))),
        sat_spec(Engine::varisat()),
        sat_spec(engine),
    ]);
    let corpus = Corpus::of_shape("2x2".parse().unwrap());
    // No grid with boxes 2x2 has more solutions.
    let depth = Depth {
        limit: 300,
        maximum_up_to: 20,
    };
    let diagnosis = Diagnosis {
        roster: &roster,
        depth,
        limits: &Limits::unlimited,
        end: Limits::unlimited(),
    };
    let mut set = roster.backends();
    for seed in 0..puzzles {
        let instance = corpus.instance(seed);
        let mut figures = Figures::default();
        let limits = Limits::unlimited;
        let found = compare(
            &instance,
            &mut set.backends,
            depth,
            QuerySet::All,
            &limits,
            &mut figures,
        );
        let findings = diagnosis.findings(&instance, &found, &ProgramCalls::default());
        for finding in &findings {
            assert!(finding.culprit.starts_with("mutant"), "{finding:?}");
        }
        if let Some(finding) = findings.first() {
            let shrunk = diagnosis.shrink(&ClassicShrinker { shapes: None }, &instance, finding);
            let givens = shrunk.puzzle.givens().count();
            assert!(givens <= instance.puzzle.givens().count());
            return Some((seed + 1, finding.culprit.clone(), givens));
        }
    }
    None
}

#[test]
fn mutated_encodings_are_found_within_a_hundred_puzzles() {
    let missing: Change = |_| None;
    let flipped: Change = |clause| {
        let (first, rest) = clause.split_first()?;
        Some([&[!*first], rest].concat())
    };
    // A group that ends one element early.
    let bound: Change = |clause| clause.split_last().map(|(_, rest)| rest.to_vec());
    for (what, positive, change) in [
        ("missing defined", true, missing),
        ("flipped defined", true, flipped),
        ("flipped unique", false, flipped),
        ("bound of a group", true, bound),
    ] {
        for clause in [1, 8] {
            let found = accused(mutant(positive, clause, change), 100);
            assert!(found.is_some(), "{what} {clause}");
        }
    }
    let unchanged: Change = |clause| Some(clause.to_vec());
    assert_eq!(accused(mutant(true, 1, unchanged), 100), None);
    // One missing pair of a row changes nothing: the row has no room for the digit
    // twice.
    assert_eq!(accused(mutant(false, 2, missing), 100), None);
}
