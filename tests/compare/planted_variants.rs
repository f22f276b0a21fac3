//! Faults planted in a backend for variants are found in random puzzles, attributed to
//! that backend, and shrunk to the one constraint that shows them.

use crate::support::{path, satoku, script};
use satoku::backend::{Backend, VariantNative, VariantSat, Visitor};
use satoku::compare::diagnose::{Diagnosis, Finding};
use satoku::compare::roster::{BackendSpec, ProgramCalls, Roster, SatSpec, SolverSpec};
use satoku::compare::variants::{VariantCorpus, VariantShrinker};
use satoku::compare::{Depth, Figures, Instance, QuerySet, compare};
use satoku::encoding::{DEFAULT, Encoding};
use satoku::limits::Limits;
use satoku::outcome::End;
use satoku::rules::{self, Constraint, Description, Library, Origin, VariantPuzzle};
use satoku::sat::Engine;

/// Puzzles within which each fault shows.
const PUZZLES: u64 = 300;

/// Larger puzzles are left out: shrinking asks many times.
const MOST_CELLS: usize = 16;

/// What the faulty backend does to puzzles with a constraint of its type.
#[derive(Clone, Copy)]
enum Fault {
    /// Leaves the constraints out.
    Ignores,
    /// Claims that there is no solution.
    Denies,
    /// Stops at the first solution and claims that it is the only one.
    Forgets,
}

struct Faulty {
    fault: Fault,
    kind: &'static str,
    native: VariantNative,
}

fn is_of(origin: &Origin, kind: &str) -> bool {
    matches!(origin, Origin::Listed { kind: other, .. } if other == kind)
}

impl Backend<VariantPuzzle> for Faulty {
    fn name(&self) -> &str {
        "faulty"
    }

    fn search(
        &mut self,
        puzzle: &VariantPuzzle,
        limits: &Limits,
        visitor: &mut Visitor<'_>,
    ) -> End {
        let is_meant = puzzle
            .constraints()
            .iter()
            .any(|each| is_of(&each.origin, self.kind));
        match self.fault {
            _ if !is_meant => self.native.search(puzzle, limits, visitor),
            Fault::Ignores => self
                .native
                .search(&without(puzzle, self.kind), limits, visitor),
            Fault::Denies => End::Exhausted,
            Fault::Forgets => {
                let mut first_only = |solution: &_| {
                    let _ = visitor(solution);
                    std::ops::ControlFlow::Break(())
                };
                _ = self.native.search(puzzle, limits, &mut first_only);
                End::Exhausted
            }
        }
    }
}

/// The puzzle without the constraints of a kind.
fn without(puzzle: &VariantPuzzle, kind: &str) -> VariantPuzzle {
    let mut fewer = VariantPuzzle::new(puzzle.board().clone());
    for (cell, mask) in puzzle.board().cells().zip(puzzle.candidates()) {
        fewer.set_candidates(cell, *mask);
    }
    let is_kept =
        |each: &&Constraint| !matches!(each.origin, Origin::House(_)) && !is_of(&each.origin, kind);
    let kept = puzzle.constraints().iter().filter(is_kept);
    kept.for_each(|each| fewer.add(each.clone()).unwrap());
    fewer
}

fn roster(fault: Fault, kind: &'static str) -> Roster<VariantPuzzle> {
    let encoding = Encoding::named(DEFAULT).unwrap();
    Roster::new(vec![
        BackendSpec::Native(Box::new(|| Box::new(VariantNative::default()))),
        BackendSpec::Sat(SatSpec {
            solver: SolverSpec::built_in(Engine::varisat()),
            make: Box::new(move |engine| Box::new(VariantSat::new(&encoding, &engine))),
        }),
        BackendSpec::Native(Box::new(move || {
            Box::new(Faulty {
                fault,
                kind,
                native: VariantNative::default(),
            })
        })),
    ])
}

/// The first random puzzle on which the backends differ, and what is found in that.
fn first_finding(diagnosis: &Diagnosis<'_, VariantPuzzle>, kind: &str) -> (Description, Finding) {
    let library = Library::built_in();
    let mut backends = diagnosis.roster.backends().backends;
    let mut corpus = VariantCorpus::new(Vec::new());
    corpus.types = vec![kind.to_owned(), "white-dot".to_owned(), "even".to_owned()];
    for seed in 0..PUZZLES {
        let puzzle = corpus.puzzle(seed, library);
        let Ok(compiled) = rules::compile(&puzzle, library) else {
            continue;
        };
        if compiled.board().cell_count() > MOST_CELLS {
            continue;
        }
        let mut figures = Figures::default();
        let instance = Instance::unknown(compiled);
        let found = compare(
            &instance,
            &mut backends,
            diagnosis.depth,
            QuerySet::All,
            diagnosis.limits,
            &mut figures,
        );
        let findings = diagnosis.findings(&instance, &found, &ProgramCalls::default());
        if let Some(first) = findings.into_iter().find(|each| each.kind.is_wrong()) {
            return (puzzle, first);
        }
    }
    panic!("{kind}: not found in {PUZZLES} puzzles");
}

/// A solver that denies every puzzle is named in all reports, once, with the smallest puzzle
/// and formula that show it.
#[cfg(unix)]
#[test]
fn a_solver_that_denies_variants_is_reported_in_files() {
    let folder = tempfile::tempdir().unwrap();
    let solver = script(folder.path(), "liar", "echo 's UNSATISFIABLE'; exit 20");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (html, found) = (file("report.html"), file("found"));
    let json = format!("--json={}", file("report.json"));
    let input = path("variants/thermo.jsonl");
    let options = ["--encoding", "extended", "--limit", "1", "--solver"];
    let reports = [&*json, "--html", &html, "--findings", &found, &input];
    let args = [&["compare"], &options[..], &[&*solver], &reports].concat();
    let ran = satoku(&args, "");
    assert_eq!(ran.code, 1, "{}", ran.stderr);
    let says = "finding 1: wrong-unsat by liar on ";
    assert!(ran.stdout.contains(says), "{}", ran.stdout);
    assert!(!ran.stdout.contains("finding 2"), "{}", ran.stdout);
    let report: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(file("report.json")).unwrap()).unwrap();
    let finding = &report["findings"][0];
    assert_eq!(finding["culprit"], "liar");
    assert_eq!(finding["smallest"]["clauses"], 0, "{finding}");
    assert_eq!(finding["smallest"]["constraints"], 0, "{finding}");
    assert_eq!(finding["smallest"]["givens"], 0, "{finding}");
    let page = std::fs::read_to_string(&html).unwrap();
    assert!(page.contains("<svg") && page.contains("by liar"), "{page}");
    // The file that is saved shows the finding again.
    let stem = file("found/finding-001-wrong-unsat-liar");
    let story = std::fs::read_to_string(format!("{stem}.md")).unwrap();
    assert!(story.contains("satoku compare --from json"), "{story}");
    assert!(std::fs::exists(format!("{stem}.cnf")).unwrap());
    let saved = format!("{stem}.json");
    let again = [&["compare"], &options[..], &[&*solver, &*saved]].concat();
    let again = satoku(&again, "");
    assert!(
        again.stdout.contains("1 puzzle with disagreement"),
        "{}",
        again.stdout
    );
}

/// Whatever a solver does wrong is a finding on variants, too, with the formula that shows it.
#[cfg(unix)]
#[test]
fn solvers_that_misbehave_on_variants_are_found() {
    let truth = "echo 's SATISFIABLE'; echo 'v -1 0'; exit 10";
    for (name, text, kind) in [
        ("crashes", "kill -SEGV $$", "crash"),
        ("babbles", "echo 's MAYBE'", "garbage"),
        ("lies", truth, "lie"),
        ("hangs", "sleep 60", "hang"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let solver = script(folder.path(), name, text);
        let found = folder.path().join("found").display().to_string();
        let options = ["--encoding", "extended", "--limit", "1", "--solver-timeout"];
        let more = [
            "0.2",
            "--random",
            "1",
            "--findings",
            &found,
            "--solver",
            &*solver,
        ];
        let args = [&["compare", "--rules", "diagonal"], &options[..], &more].concat();
        let ran = satoku(&args, "");
        let says = format!("finding 1: {kind} by {name} on 1 puzzle");
        assert!(ran.stdout.contains(&says), "{}", ran.stdout);
        assert_eq!(
            ran.code,
            if kind == "hang" { 3 } else { 1 },
            "{}",
            ran.stdout
        );
        let formula = format!("{found}/finding-001-{kind}-{name}.cnf");
        assert!(std::fs::exists(formula).unwrap(), "{}", ran.stdout);
        let again = satoku(&args, "");
        assert!(
            again.stderr.contains("a finding of an earlier run"),
            "{}",
            again.stderr
        );
    }
}

fn is_found_and_shrunk(fault: Fault, kind: &'static str) {
    let limits = || Limits::unlimited().up_to_nodes(20_000);
    let diagnosis = Diagnosis {
        roster: &roster(fault, kind),
        depth: Depth::up_to(20),
        limits: &limits,
        end: Limits::unlimited(),
    };
    let (puzzle, finding) = first_finding(&diagnosis, kind);
    assert_eq!(finding.accused, "faulty", "{kind}: {finding:?}");
    let library = Library::built_in();
    let instance = Instance::unknown(puzzle.clone());
    let shrunk = diagnosis.shrink(&VariantShrinker { library }, &instance, &finding);
    let small = shrunk.puzzle;
    let kinds: Vec<&str> = small.constraints.iter().map(|each| &*each.kind).collect();
    assert_eq!(kinds, [kind], "{small:?}");
    assert!(small.candidates.len() <= puzzle.candidates.len());
}

#[test]
fn a_backend_that_ignores_a_constraint_is_found() {
    for kind in ["thermo", "killer", "sandwich"] {
        is_found_and_shrunk(Fault::Ignores, kind);
    }
}

#[test]
fn a_backend_that_denies_solutions_is_found() {
    for kind in ["arrow", "quadruple"] {
        is_found_and_shrunk(Fault::Denies, kind);
    }
}

#[test]
fn a_backend_that_forgets_solutions_is_found() {
    for kind in ["renban", "little-killer"] {
        is_found_and_shrunk(Fault::Forgets, kind);
    }
}
