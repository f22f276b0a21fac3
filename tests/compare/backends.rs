//! Broken backends are caught, correct ones are never accused.

use satoku::backend::{Backend, End, NativeBackend, Optimum, Query, Unsupported, Visitor};
use satoku::compare::corpus::Corpus;
use satoku::compare::{Depth, Disagreement, Figures, FindingKind, QuerySet, compare};
use satoku::grid::{Geometry, Puzzle, Solution};
use satoku::limits::Limits;
use satoku::objective::{Objective, Progress};
use std::ops::ControlFlow;

/// Ways to be wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// Claims that there is no solution.
    DeniesAll,
    /// Stops after the first solution as if it were the only one.
    MissesTheSecond,
    /// Reports every solution twice.
    RepeatsItself,
    /// Swaps two digits of the grid.
    SwapsTwoCells,
    /// Reports a grid that ignores the givens.
    ForgetsGivens,
    /// Calls the first solution the best.
    StopsAtTheFirstMaximum,
}

struct Broken {
    fault: Fault,
    inner: NativeBackend,
}

impl Backend for Broken {
    fn name(&self) -> &str {
        "broken"
    }

    fn supports(&self, _: &Puzzle, _: &Query) -> Result<(), Unsupported> {
        Ok(())
    }

    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, visitor: &mut Visitor<'_>) -> End {
        match self.fault {
            Fault::DeniesAll => End::Exhausted,
            Fault::MissesTheSecond => {
                _ = self.inner.search(puzzle, limits, &mut |solution| {
                    let _ = visitor(solution);
                    ControlFlow::Break(())
                });
                End::Exhausted
            }
            Fault::RepeatsItself => self.inner.search(puzzle, limits, &mut |solution| {
                visitor(solution)?;
                visitor(solution)
            }),
            Fault::SwapsTwoCells => self.inner.search(puzzle, limits, &mut |solution| {
                let mut cells = solution.cells().to_vec();
                cells.swap(0, 1);
                visitor(&Solution::new(cells))
            }),
            Fault::ForgetsGivens => {
                let empty = Puzzle::empty(puzzle.geometry());
                self.inner.search(&empty, limits, visitor)
            }
            Fault::StopsAtTheFirstMaximum => self.inner.search(puzzle, limits, visitor),
        }
    }

    fn maximise(
        &mut self,
        puzzle: &Puzzle,
        objective: &Objective,
        limits: &Limits,
        progress: Progress<'_>,
    ) -> Optimum {
        if self.fault != Fault::StopsAtTheFirstMaximum {
            return self.inner.maximise(puzzle, objective, limits, progress);
        }
        let mut worst: Option<(i64, Solution)> = None;
        _ = self.inner.search(puzzle, limits, &mut |solution| {
            let score = objective.score(solution);
            if worst.as_ref().is_none_or(|(lowest, _)| score < *lowest) {
                worst = Some((score, solution.clone()));
            }
            ControlFlow::Continue(())
        });
        match worst {
            Some((score, solution)) => Optimum::Optimal { solution, score },
            None => Optimum::Unsatisfiable,
        }
    }
}

const DEPTH: Depth = Depth {
    limit: 20,
    maximum_up_to: 20,
};

fn disagreements(backends: &mut [Box<dyn Backend>], puzzles: u64) -> (Vec<Disagreement>, Figures) {
    let mut figures = Figures::default();
    let mut all = Vec::new();
    let corpus = Corpus::of_shape(Geometry::CLASSIC);
    for seed in 0..puzzles {
        let instance = corpus.instance(seed);
        let (queries, limits) = (QuerySet::All, Limits::unlimited);
        all.extend(compare(
            &instance,
            backends,
            DEPTH,
            queries,
            &limits,
            &mut figures,
        ));
    }
    (all, figures)
}

#[test]
fn each_fault_is_found_within_a_hundred_puzzles() {
    for (fault, expected) in [
        (Fault::DeniesAll, FindingKind::Verdict),
        (Fault::MissesTheSecond, FindingKind::Count),
        (Fault::RepeatsItself, FindingKind::Solution),
        (Fault::SwapsTwoCells, FindingKind::Solution),
        (Fault::ForgetsGivens, FindingKind::Solution),
        (Fault::StopsAtTheFirstMaximum, FindingKind::Maximum),
    ] {
        let inner = NativeBackend::default();
        let mut backends: Vec<Box<dyn Backend>> = vec![
            Box::new(NativeBackend::default()),
            Box::new(Broken { fault, inner }),
        ];
        let (found, figures) = disagreements(&mut backends, 100);
        assert!(
            found.iter().any(|d| d.kind == expected),
            "{fault:?}: {found:?}"
        );
        assert!(figures.disagreements > 0);
        assert!(
            found
                .iter()
                .all(|d| d.claims.iter().any(|(name, _)| name.contains("broken")))
        );
    }
}

#[test]
fn right_backends_are_never_accused() {
    let mut backends: Vec<Box<dyn Backend>> = vec![
        Box::new(NativeBackend::default()),
        Box::new(NativeBackend::default()),
    ];
    let (found, figures) = disagreements(&mut backends, 60);
    assert_eq!(found, []);
    assert_eq!((figures.puzzles, figures.open), (60, 0));
}
