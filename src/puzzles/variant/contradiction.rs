//! Why a variant puzzle has no solution, and which of its parts are redundant.

use super::minimize::{Removable, VariantError, compiled, without};
use super::parts::{Properness, PuzzlePart, of_parts};
use crate::backend::{self, Backend, WrongAnswer};
use crate::grid::Cell;
use crate::limits::Limits;
use crate::outcome::{Reason, Verdict};
use crate::puzzles::delta_debug;
use crate::rules::{
    Description, Kernel, Library, Origin, VariantPuzzle, Violation, rules_depend_on,
};
use std::collections::BTreeMap;
use std::fmt;

/// Parts of a puzzle that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contradiction {
    /// On this board these have no common solution; without any one of them they have.
    Minimal(Vec<PuzzlePart>),
    /// They have no common solution, but a limit came before each was tried.
    Reduced(Vec<PuzzlePart>, Reason),
    /// There is a solution.
    Satisfiable,
    /// A limit was reached before anything was proven.
    Unknown(Reason),
}

/// Which parts of a puzzle are redundant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Redundancy {
    /// Each of these alone can be left out, though perhaps not two of them together.
    Each(Vec<PuzzlePart>),
    /// There is no solution.
    Unsatisfiable,
    /// There are several solutions.
    SeveralSolutions,
    /// A limit was reached first.
    Unknown(Reason),
}

impl fmt::Display for Redundancy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Redundancy::Each(parts) if parts.is_empty() => "nothing is redundant",
            Redundancy::Each(_) => {
                "each of these alone can be left out, though perhaps not two of them"
            }
            Redundancy::Unsatisfiable => "the puzzle has no solution",
            Redundancy::SeveralSolutions => {
                "the puzzle has several solutions; only a puzzle with one has redundant parts"
            }
            Redundancy::Unknown(reason) => return write!(f, "unknown: {reason}"),
        })
    }
}

/// Givens and constraints of a puzzle that have no common solution, none of which can be
/// left out: a minimal unsatisfiable set, found by deletion. There may be smaller ones of
/// other parts. If the board alone has no solution, the set is empty. A rule whose meaning
/// depends on the constraints, such as `strict-kropki`, keeps the one that it has in the
/// whole puzzle: what it would forbid without some of them contradicts nothing in this one.
///
/// Halves, quarters and so on are tried first, so that the backend is asked far less often
/// than there are parts if few of them contradict each other.
///
/// # Errors
/// [`WrongAnswer`] if the backend gives a solution that is none.
pub fn contradiction(
    puzzle: &VariantPuzzle,
    backend: &mut dyn Backend<VariantPuzzle>,
    limits: &Limits,
) -> Result<Contradiction, WrongAnswer<Violation>> {
    contradiction_among(puzzle, PuzzlePart::of(puzzle), backend, limits)
}

/// Like [`contradiction`], but only `parts` of the puzzle can be left out: all its other
/// givens and constraints stay, as rows, columns and regions do.
///
/// # Errors
/// [`WrongAnswer`] if the backend gives a solution that is none.
pub fn contradiction_among(
    puzzle: &VariantPuzzle,
    parts: Vec<PuzzlePart>,
    backend: &mut dyn Backend<VariantPuzzle>,
    limits: &Limits,
) -> Result<Contradiction, WrongAnswer<Violation>> {
    let mut fixed = PuzzlePart::of(puzzle);
    fixed.retain(|part| !parts.contains(part));
    match backend::first(backend, puzzle, limits)? {
        Verdict::Solved(_) => return Ok(Contradiction::Satisfiable),
        Verdict::Unknown(reason) => return Ok(Contradiction::Unknown(reason)),
        Verdict::Unsatisfiable => {}
    }
    let mut wrong = None;
    let (mut stopped, mut ended) = (None, None);
    let parts = clashing(puzzle, &parts).unwrap_or(parts);
    let left = delta_debug(parts, &mut |parts: &[PuzzlePart]| {
        ended = ended.take().or_else(|| limits.exceeded());
        if wrong.is_some() || ended.is_some() {
            return false;
        }
        let kept: Vec<PuzzlePart> = fixed.iter().chain(parts).copied().collect();
        match backend::first(backend, &of_parts(puzzle, &kept), limits) {
            Ok(Verdict::Unsatisfiable) => return true,
            Ok(Verdict::Solved(_)) => {}
            Ok(Verdict::Unknown(reason)) => stopped = Some(reason),
            Err(error) => wrong = Some(error),
        }
        false
    });
    match (wrong, stopped.or(ended)) {
        (Some(wrong), _) => Err(wrong),
        (None, Some(reason)) => Ok(Contradiction::Reduced(left, reason)),
        (None, None) => Ok(Contradiction::Minimal(left)),
    }
}

/// The givens and constraints of a puzzle with one solution that can be left out, each
/// alone, so that this is still the only one. `puzzle` is what `description` means by `library`: a
/// rule may forbid more where a constraint is left out.
///
/// # Errors
/// [`VariantError`].
pub fn redundant(
    puzzle: &VariantPuzzle,
    description: &Description,
    library: &Library,
    backend: &mut dyn Backend<VariantPuzzle>,
    limits: &Limits,
) -> Result<Redundancy, VariantError> {
    let solution = match Properness::of(puzzle, backend, limits)? {
        Properness::Proper(solution) => solution,
        Properness::Unsatisfiable => return Ok(Redundancy::Unsatisfiable),
        Properness::Several => return Ok(Redundancy::SeveralSolutions),
        Properness::Unknown(reason) => return Ok(Redundancy::Unknown(reason)),
    };
    let parts = PuzzlePart::of(puzzle);
    let mut each = Vec::new();
    for &part in &parts {
        let rest = match listed(puzzle, part) {
            Some((kind, place)) if rules_depend_on(kind, description, library) => {
                let rest = without(description, &[Removable::Constraint(place)]);
                match compiled(&rest, library, limits)? {
                    Ok(rest) => rest,
                    Err(reason) => return Ok(Redundancy::Unknown(reason)),
                }
            }
            _ => {
                let others: Vec<PuzzlePart> =
                    parts.iter().copied().filter(|p| *p != part).collect();
                of_parts(puzzle, &others)
            }
        };
        match Properness::of(&rest, backend, limits)? {
            Properness::Proper(same) if same == solution => each.push(part),
            Properness::Unknown(reason) => return Ok(Redundancy::Unknown(reason)),
            Properness::Proper(_) | Properness::Several | Properness::Unsatisfiable => {}
        }
    }
    Ok(Redundancy::Each(each))
}

/// The type and the place of a constraint of the list.
fn listed(puzzle: &VariantPuzzle, part: PuzzlePart) -> Option<(&str, usize)> {
    match part {
        PuzzlePart::Constraint(index) => match &puzzle.constraints()[index].origin {
            Origin::Listed { kind, index } => Some((kind, *index)),
            Origin::House(_) | Origin::Rule(_) => None,
        },
        PuzzlePart::Cell(_) => None,
    }
}

/// Two givens that a house or another constraint does not allow together, with that constraint:
/// the first such parts, if all that belongs to them is in `parts` or cannot be left out.
fn clashing(puzzle: &VariantPuzzle, parts: &[PuzzlePart]) -> Option<Vec<PuzzlePart>> {
    let constraints = puzzle.constraints().iter().enumerate();
    let (index, (one, other)) = constraints
        .flat_map(|(index, each)| each.kernels.iter().map(move |kernel| (index, kernel)))
        .find_map(|(index, kernel)| Some((index, clash_in(puzzle, kernel)?)))?;
    let both = [PuzzlePart::Cell(one), PuzzlePart::Cell(other)];
    let all = both.into_iter().chain([PuzzlePart::Constraint(index)]);
    Some(all.filter(|part| parts.contains(part)).collect())
}

/// Two givens that a kernel does not allow together.
fn clash_in(puzzle: &VariantPuzzle, kernel: &Kernel) -> Option<(Cell, Cell)> {
    match kernel {
        Kernel::Distinct(cells) => {
            let mut seen = BTreeMap::new();
            let mut cells = cells.iter();
            cells.find_map(|&cell| Some((seen.insert(puzzle.given(cell)?, cell)?, cell)))
        }
        Kernel::Pair(one, other, table) => {
            let [first, second] = [puzzle.given(*one)?.index(), puzzle.given(*other)?.index()];
            (!table.allows(first, second)).then_some((*one, *other))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::variants::BruteForce;
    use crate::grid::{Cell, Geometry, Puzzle};
    use crate::rules::{Board, Constraint, Kernel, compile};

    fn unlimited() -> Limits {
        Limits::unlimited()
    }

    fn board() -> VariantPuzzle {
        VariantPuzzle::new(Board::classic(Geometry::new(2, 2).unwrap()).unwrap())
    }

    fn give(puzzle: &mut VariantPuzzle, cell: &str, value: i64) -> PuzzlePart {
        let cell = puzzle.board().cell_named(cell).unwrap();
        let digit = puzzle.board().digit(value).unwrap();
        puzzle.set_candidates(cell, 1 << digit.index());
        PuzzlePart::Cell(cell)
    }

    fn sum(puzzle: &mut VariantPuzzle, cells: &[&str], total: i64) -> PuzzlePart {
        let cell = |name: &&str| (puzzle.board().cell_named(name).unwrap(), 1);
        let kernel = Kernel::sum(cells.iter().map(cell), total);
        puzzle
            .add(Constraint {
                label: format!("sum {}, sum {total}", cells.join(" ")),
                origin: Origin::Rule("sum".to_owned()),
                kernels: vec![kernel],
            })
            .unwrap();
        PuzzlePart::Constraint(puzzle.constraints().len() - 1)
    }

    #[test]
    fn a_contradiction_is_minimal() {
        let mut puzzle = board();
        give(&mut puzzle, "r4c4", 1);
        let three = give(&mut puzzle, "r1c1", 3);
        sum(&mut puzzle, &["r3c1", "r3c2"], 5);
        let four = sum(&mut puzzle, &["r1c1", "r1c2"], 7);
        let clash = sum(&mut puzzle, &["r1c1", "r1c3"], 7);
        let found = contradiction(&puzzle, &mut BruteForce, &unlimited()).unwrap();
        // r1c2 and r1c3 would be equal.
        assert_eq!(found, Contradiction::Minimal(vec![four, clash]));
        assert_eq!(three.label(&puzzle), "r1c1 = 3");
        assert_eq!(four.label(&puzzle), "sum r1c1 r1c2, sum 7");
    }

    #[cfg(feature = "threads")]
    #[test]
    fn what_was_stopped_once_is_not_called_minimal() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let mut puzzle = board();
        for total in [3, 4, 5, 6] {
            sum(&mut puzzle, &["r1c1", "r1c2"], total);
        }
        let mut ends = 0;
        for at in 0.. {
            let asked = std::sync::Arc::new(AtomicUsize::new(0));
            let counter = asked.clone();
            let stops_once = move || counter.fetch_add(1, Ordering::Relaxed) == at;
            let limits = unlimited().stopped_when(stops_once);
            let found = contradiction(&puzzle, &mut BruteForce, &limits).unwrap();
            let was_stopped = asked.load(Ordering::Relaxed) > at;
            let is_minimal = matches!(found, Contradiction::Minimal(_));
            assert_eq!(is_minimal, !was_stopped, "{at}: {found:?}");
            if is_minimal {
                break;
            }
            ends += 1;
        }
        assert!(ends > 3, "{ends}");
    }

    #[test]
    fn what_has_a_solution_is_no_contradiction() {
        let found = contradiction(&board(), &mut BruteForce, &unlimited());
        assert_eq!(found.unwrap(), Contradiction::Satisfiable);
        let mut none = board();
        give(&mut none, "r1c1", 1);
        let clash = none.board().cell_named("r1c2").unwrap();
        none.set_candidates(clash, 0);
        let found = contradiction(&none, &mut BruteForce, &unlimited());
        assert_eq!(
            found.unwrap(),
            Contradiction::Minimal(vec![PuzzlePart::Cell(clash)])
        );
        assert_eq!(
            PuzzlePart::Cell(clash).label(&none),
            "r1c2 has no candidate"
        );
        let late = unlimited().within(std::time::Duration::ZERO);
        let found = contradiction(&none, &mut BruteForce, &late);
        assert_eq!(found.unwrap(), Contradiction::Unknown(Reason::Timeout));
    }

    fn redundant_in(puzzle: &Description) -> (VariantPuzzle, Redundancy) {
        let library = Library::built_in();
        let compiled = compile(puzzle, library).unwrap();
        let found = redundant(&compiled, puzzle, library, &mut BruteForce, &unlimited());
        (compiled, found.unwrap())
    }

    #[test]
    fn redundant_parts_can_be_left_out_alone() {
        let classic = Puzzle::empty(Geometry::new(2, 2).unwrap());
        let empty = Description::of_classic(&classic).unwrap();
        assert_eq!(redundant_in(&empty).1, Redundancy::SeveralSolutions);
        let mut full = empty;
        for (cell, byte) in (0..).map(Cell).zip("1234341221434321".bytes()) {
            let name = board().board().name(cell);
            full.candidates.insert(name, vec![i64::from(byte - b'0')]);
        }
        let (compiled, found) = redundant_in(&full);
        let all = PuzzlePart::of(&compiled);
        assert_eq!(all.len(), 16);
        assert_eq!(found, Redundancy::Each(all));
    }

    /// Without the dot, the rule forbids the pair.
    #[test]
    fn a_mark_that_a_rule_asks_for_is_not_redundant() {
        let full = r#"{"rows":1,"columns":3,"min":1,"max":4,
            "candidates":{"r1c1":[1],"r1c2":[4],"r1c3":[3]},"constraints":
            [{"type":"white-dot","cells":["r1c2","r1c3"]},{"type":"sum","cells":["r1c1"],"sum":1}],
            "rules":["strict-white-dots"]}"#;
        let full: Description = serde_json::from_str(full).unwrap();
        let (compiled, found) = redundant_in(&full);
        let Redundancy::Each(parts) = found else {
            panic!("{found:?}");
        };
        let labels: Vec<String> = parts.iter().map(|part| part.label(&compiled)).collect();
        let expected = ["r1c1 = 1", "r1c2 = 4", "r1c3 = 3", "strict-white-dots"];
        assert_eq!(labels[..4], expected);
        assert_eq!(labels.len(), 5, "{labels:?}");
    }

    #[test]
    fn givens_that_clash_directly_come_first() {
        let mut puzzle = board();
        let corners = ["r1c1", "r4c4"].map(|name| give(&mut puzzle, name, 3));
        sum(&mut puzzle, &["r2c1", "r2c2"], 5);
        let [first, last] = corners.map(|part| match part {
            PuzzlePart::Cell(cell) => cell,
            PuzzlePart::Constraint(_) => unreachable!(),
        });
        let differ = Constraint {
            label: "diagonal".to_owned(),
            origin: Origin::Rule("diagonal".to_owned()),
            kernels: vec![Kernel::Distinct(vec![first, last])],
        };
        puzzle.add(differ).unwrap();
        let diagonal = PuzzlePart::Constraint(puzzle.constraints().len() - 1);
        let minimal = vec![corners[0], corners[1], diagonal];
        let parts = PuzzlePart::of(&puzzle);
        assert_eq!(clashing(&puzzle, &parts), Some(minimal.clone()));
        let found = contradiction(&puzzle, &mut BruteForce, &unlimited()).unwrap();
        assert_eq!(found, Contradiction::Minimal(minimal));
        // What cannot be left out is not named.
        assert_eq!(clashing(&puzzle, &[diagonal]), Some(vec![diagonal]));
        give(&mut puzzle, "r1c3", 3);
        let row = Some(vec![
            corners[0],
            PuzzlePart::Cell(puzzle.board().cell_named("r1c3").unwrap()),
        ]);
        assert_eq!(clashing(&puzzle, &PuzzlePart::of(&puzzle)), row);
    }
}
