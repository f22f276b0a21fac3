//! Faults planted in a backend for variants are found in random puzzles, attributed to
//! that backend, and shrunk to the one constraint that shows them.

use crate::support::{path, satoku, script};
use satoku::backend::{Backend, VariantNative, VariantSat, Visitor};
use satoku::compare::variants::{VariantCorpus, VariantDepth, compare_variants, smallest};
use satoku::compare::{Disagreement, Figures, KnownCount, QuerySet};
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

fn backends(fault: Fault, kind: &'static str) -> Vec<Box<dyn Backend<VariantPuzzle>>> {
    let encoding = Encoding::named(DEFAULT).unwrap();
    vec![
        Box::new(VariantNative::default()),
        Box::new(VariantSat::new(&encoding, &Engine::varisat())),
        Box::new(Faulty {
            fault,
            kind,
            native: VariantNative::default(),
        }),
    ]
}

/// The first random puzzle on which the backends differ.
fn first_difference(
    backends: &mut [Box<dyn Backend<VariantPuzzle>>],
    depth: VariantDepth,
    kind: &str,
    limits: &dyn Fn() -> Limits,
) -> (Description, Disagreement) {
    let library = Library::built_in();
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
        let found = compare_variants(&compiled, backends, depth, limits, &mut figures);
        if let Some(first) = found.into_iter().find(|each| each.kind.is_wrong()) {
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
    let depth = VariantDepth {
        queries: QuerySet::All,
        limit: 20,
        known: KnownCount::Unknown,
    };
    let mut backends = backends(fault, kind);
    let (puzzle, seen) = first_difference(&mut backends, depth, kind, &limits);
    assert_eq!(seen.accused, ["faulty"], "{kind}: {seen:?}");
    let library = Library::built_in();
    let small = smallest(&puzzle, library, &mut |puzzle, queries| {
        let depth = VariantDepth { queries, ..depth };
        let mut figures = Figures::default();
        let found = compare_variants(puzzle, &mut backends, depth, &limits, &mut figures);
        let same = |other: &Disagreement| other.kind == seen.kind && other.accused == seen.accused;
        found.iter().any(same)
    });
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
