//! Certificates of small puzzles with each kernel, and provers with a mistake.

use super::prove::draft;
use super::{NotWritten, file, formula};
use crate::certify::files;
use crate::certify::manifest::Evidence;
use crate::certify::solver::ProofFormat;
use crate::certify::{
    Assertion, Certifiable, Certification, CertifyError, CertifyRequest, Conclusion, ProofRequest,
    in_memory,
};
use crate::cnf::{ClauseSink, Formula, Lit};
use crate::grid::Cell;
use crate::limits::Limits;
use crate::objective::{CellWeights, Directed, Direction};
use crate::rules::{Automaton, Board, Constraint, Kernel, Origin, Table, VariantPuzzle};
use satoku_verify::file as names;
use satoku_verify::files::Memory;
use satoku_verify::verify::{Verdict, certificate};
use std::sync::Arc;

/// Lines without two equal neighbours modulo 2.
fn alternating(digits: usize) -> Arc<Automaton> {
    let next =
        |state: &usize, digit: usize| (*state == 2 || *state != digit % 2).then_some(digit % 2);
    Arc::new(Automaton::explore(digits, 2, |_| true, next).unwrap())
}

/// Each kernel on its own, and inside a branch.
fn kernels_of(digits: usize) -> Vec<Kernel> {
    let [a, b, c] = [0, 1, 3].map(Cell);
    let smaller = Arc::new(Table::new(digits, |one, other| one < other));
    let plain = vec![
        Kernel::Distinct(vec![a, Cell(4)]),
        Kernel::Pair(a, b, smaller),
        Kernel::Pair(b, b, Arc::new(Table::new(digits, |one, _| one > 0))),
        Kernel::sum([(a, 1), (b, 1), (c, -1)], 1),
        Kernel::sum([], 0),
        Kernel::sum([], 1),
        Kernel::sum([(a, 1)], 99),
        Kernel::Automaton(vec![a, b, c, a], alternating(digits)),
        Kernel::Automaton(Vec::new(), alternating(digits)),
        Kernel::Clause(vec![(a, 1), (b, 2), (a, 4)]),
        Kernel::Clause(Vec::new()),
        Kernel::Candidates(c, 0b11),
        Kernel::Candidates(c, 0b10),
        Kernel::Candidates(c, 0),
        Kernel::AnyOf(Vec::new()),
    ];
    let last = plain.iter().skip(2).take(3).cloned().collect();
    let branches = plain.iter().cloned().map(|kernel| {
        let nested = Kernel::AnyOf(vec![vec![Kernel::Candidates(a, 1)], vec![kernel]]);
        Kernel::AnyOf(vec![
            vec![nested],
            vec![Kernel::Candidates(a, 1), Kernel::Candidates(b, 2)],
        ])
    });
    let branches: Vec<Kernel> = branches.collect();
    let all = plain.into_iter().chain(branches);
    all.chain([Kernel::AnyOf(vec![last])]).collect()
}

fn boards() -> Vec<Board> {
    vec![
        Board::new((3, 3), (1, 3), None).unwrap(),
        Board::new((2, 3), (-1, 3), None).unwrap(),
        Board::new((2, 3), (9, 11), None).unwrap(),
        Board::new(
            (2, 3),
            (0, 2),
            Some(vec![Some(0), Some(0), Some(1), Some(0), None, None]),
        )
        .unwrap(),
    ]
}

fn request(format: ProofFormat, limits: &Limits) -> ProofRequest<'_> {
    ProofRequest::new(format, limits)
}

const FORMATS: [ProofFormat; 4] = [
    ProofFormat::Text,
    ProofFormat::Binary,
    ProofFormat::Lrat,
    ProofFormat::BinaryLrat,
];

fn certified(
    puzzle: &VariantPuzzle,
    assertion: &Assertion<CellWeights>,
    format: ProofFormat,
) -> Certification {
    let limits = Limits::unlimited();
    let request = CertifyRequest {
        puzzle,
        assertion,
        proof: request(format, &limits),
    };
    match in_memory(&request).unwrap() {
        Certification::Proven(certificate) => Certification::Proven(certificate.claim),
        Certification::False(truth) => Certification::False(truth),
        Certification::Unknown(reason) => Certification::Unknown(reason),
    }
}

#[test]
fn each_kernel_on_each_board_is_certified_with_the_count_of_brute_force() {
    let mut claims = 0;
    for board in boards() {
        for (number, kernel) in kernels_of(board.digit_count()).into_iter().enumerate() {
            let mut puzzle = VariantPuzzle::new(board.clone());
            let kind = "test".to_owned();
            let added = puzzle.add(Constraint {
                label: "it \"is\" \\ so\u{202e}".into(),
                origin: Origin::Listed { kind, index: 0 },
                kernels: vec![kernel.clone()],
            });
            added.unwrap();
            puzzle.restrict(Cell(2), 0b110);
            puzzle.restrict(Cell(5), 0b100);
            let count = puzzle.by_brute_force().len() as u64;
            let assertion = Assertion::Solutions(count);
            let answer = certified(&puzzle, &assertion, FORMATS[number % 4]);
            assert!(
                matches!(answer, Certification::Proven(_)),
                "{kernel:?}: {answer:?}"
            );
            let wrong = Assertion::Solutions(count + 1);
            let answer = certified(&puzzle, &wrong, ProofFormat::Text);
            assert!(
                matches!(answer, Certification::False(_)),
                "{kernel:?}: {answer:?}"
            );
            claims += u64::from(count > 0);
        }
    }
    assert!(claims > 60, "{claims}");
}

#[test]
fn the_highest_and_the_lowest_score_are_those_of_brute_force() {
    for board in boards() {
        let pattern = [3, -2, 0, 7, 1, -5, 2, 2, 9];
        let weights = pattern[..board.cell_count()].to_vec();
        let weights = CellWeights::new(&board, weights).unwrap();
        for kernel in kernels_of(board.digit_count()) {
            let mut puzzle = VariantPuzzle::new(board.clone()).with(vec![kernel]);
            puzzle.restrict(Cell(2), 0b110);
            let all = puzzle.by_brute_force();
            let scores = all.iter().map(|each| weights.score(&board, each));
            let bests = [
                (Direction::Highest, scores.clone().max()),
                (Direction::Lowest, scores.min()),
            ];
            for (direction, best) in bests {
                let assertion = Assertion::Best(Directed::new(weights.clone(), direction));
                let answer = certified(&puzzle, &assertion, ProofFormat::Text);
                let expected = match best {
                    None => Certification::False("the puzzle has no solution".into()),
                    Some(score) => {
                        let which = direction.name();
                        Certification::Proven(format!(
                            "The {which} score of any solution of puzzle.json under objective.txt \
                             is {score}."
                        ))
                    }
                };
                assert_eq!(answer, expected);
            }
        }
    }
}

fn puzzle_with(kernel: Kernel) -> VariantPuzzle {
    VariantPuzzle::new(Board::new((2, 3), (1, 3), None).unwrap()).with(vec![kernel])
}

/// What the verifier says about the certificate of a prover that takes one puzzle for
/// another, or writes another formula. The proof is empty: all must be noticed before.
fn verified(
    puzzle: &VariantPuzzle,
    taken_for: &VariantPuzzle,
    change: impl FnOnce(Formula) -> Formula,
) -> String {
    let conclusion = Conclusion::All(taken_for.by_brute_force());
    let formula = match taken_for.negation(&conclusion, &Limits::unlimited()) {
        Ok(formula) => change(formula),
        Err(_) => panic!("no formula"),
    };
    let mut made = Memory::default();
    made.files.insert(names::DRAT.to_owned(), Vec::new());
    files::write_formula(&formula, &mut made).unwrap();
    let proofs = vec![names::FORMULA.into(), names::DRAT.into()];
    draft(file::puzzle(puzzle), puzzle, &conclusion)
        .write_texts(&mut made, "varisat", Evidence::Drat, None, proofs)
        .unwrap();
    match certificate(&made, &|| false, &mut |_| {}).unwrap() {
        Verdict::Rejected(why) => why,
        other => panic!("{other:?}"),
    }
}

/// Each pair of kernels is one that a prover with a mistake might take for the other.
fn confused() -> Vec<[Kernel; 2]> {
    let [a, b, c, d] = [0, 1, 3, 5].map(Cell);
    let table = |allows: fn(usize, usize) -> bool| Arc::new(Table::new(3, allows));
    let less = Kernel::Pair(a, b, table(|one, other| one < other));
    let one_more = Kernel::Pair(
        a,
        b,
        table(|one, other| one < other || (one, other) == (2, 0)),
    );
    let step =
        |state: &usize, digit: usize| (*state == 2 || *state != digit % 2).then_some(digit % 2);
    let wider = |state: &usize, digit: usize| match (state, digit) {
        (0, 2) => Some(0),
        _ => step(state, digit),
    };
    let line = vec![a, b, c];
    let automaton = |next: &dyn Fn(&usize, usize) -> Option<usize>| {
        Arc::new(Automaton::explore(3, 2, |_| true, next).unwrap())
    };
    vec![
        [
            Kernel::Distinct(vec![a, Cell(4)]),
            Kernel::Distinct(vec![a, d]),
        ],
        [
            Kernel::Distinct(vec![a, Cell(4)]),
            Kernel::Distinct(vec![a]),
        ],
        [less, one_more],
        [
            Kernel::sum([(a, 1), (c, 1)], 4),
            Kernel::sum([(a, 1), (c, 1)], 5),
        ],
        [
            Kernel::sum([(a, 1), (d, 1)], 4),
            Kernel::sum([(a, 1), (d, 2)], 4),
        ],
        [
            Kernel::Automaton(line.clone(), automaton(&step)),
            Kernel::Automaton(line, automaton(&wider)),
        ],
        [
            Kernel::Clause(vec![(a, 1), (d, 2)]),
            Kernel::Clause(vec![(a, 1), (d, 6)]),
        ],
        [Kernel::Candidates(a, 0b11), Kernel::Candidates(a, 0b111)],
        [
            Kernel::AnyOf(vec![vec![Kernel::Candidates(a, 1)]]),
            Kernel::AnyOf(vec![
                vec![Kernel::Candidates(a, 1)],
                vec![Kernel::Candidates(b, 1)],
            ]),
        ],
    ]
}

#[test]
fn a_prover_that_takes_a_kernel_for_another_is_refused() {
    for [one, other] in confused() {
        for [kernel, taken_for] in [[&one, &other], [&other, &one]] {
            let (puzzle, wrong) = (puzzle_with(kernel.clone()), puzzle_with(taken_for.clone()));
            let why = verified(&puzzle, &wrong, |formula| formula);
            let keeps_all = wrong
                .by_brute_force()
                .iter()
                .all(|each| puzzle.check(each).is_ok());
            let says = if keeps_all {
                "formula.cnf: "
            } else {
                "solutions.txt: "
            };
            assert!(why.starts_with(says), "{kernel:?} as {taken_for:?}: {why}");
        }
    }
}

#[test]
fn a_prover_that_writes_another_clause_is_refused() {
    let limits = Limits::unlimited();
    for kernel in confused().into_iter().flatten() {
        let puzzle = puzzle_with(kernel.clone());
        let rules = formula::rules(&puzzle, &limits).unwrap();
        let plain = formula::rules(&VariantPuzzle::new(puzzle.board().clone()), &limits).unwrap();
        let own: Vec<Vec<Lit>> = rules.clauses().map(<[Lit]>::to_vec).collect();
        let known: Vec<Vec<Lit>> = plain.clauses().map(<[Lit]>::to_vec).collect();
        let own: Vec<&Vec<Lit>> = own
            .iter()
            .filter(|clause| !known.contains(clause))
            .collect();
        let is_empty = own.is_empty();
        assert_eq!(is_empty, puzzle.by_brute_force().len() == 12, "{kernel:?}");
        for changed in own.iter().step_by(own.len().div_ceil(8).max(1)) {
            for shorter in [None, Some(&changed[1..])] {
                let why = verified(&puzzle, &puzzle, |formula| {
                    let mut forged = Formula::with_variables(formula.variables());
                    for clause in formula.clauses().filter(|clause| clause != *changed) {
                        forged.add_clause(clause);
                    }
                    shorter.iter().for_each(|clause| forged.add_clause(clause));
                    forged
                });
                assert!(why.starts_with("formula.cnf: "), "{kernel:?}: {why}");
            }
        }
    }
}

#[test]
fn puzzles_that_are_too_large_are_refused_with_what_is_too_large() {
    let limits = Limits::unlimited();
    let refused = |puzzle: &VariantPuzzle| {
        let request = CertifyRequest {
            puzzle,
            assertion: &Assertion::Solutions(0),
            proof: request(ProofFormat::Text, &limits),
        };
        in_memory(&request).unwrap_err().to_string()
    };
    let large = VariantPuzzle::new(Board::new((40, 40), (1, 40), None).unwrap());
    assert!(refused(&large).contains("more than 46,656 candidates"));
    let empty = VariantPuzzle::new(Board::new((9, 9), (1, 9), None).unwrap());
    let terms = (0..27).map(|cell| (Cell(cell), 10i64.pow(cell % 9) + i64::from(cell)));
    let many_sums = empty.with(vec![Kernel::sum(terms, 1_234_567_890)]);
    assert!(refused(&many_sums).contains("more than 4 million edges"));
}

#[test]
fn prices_prove_nothing_about_variants() {
    let limits = Limits::unlimited();
    let puzzle = puzzle_with(Kernel::Candidates(Cell(0), 0b11));
    let weights = CellWeights::pyramid(puzzle.board());
    let refused = |assertion: &Assertion<CellWeights>, format| {
        let request = CertifyRequest {
            puzzle: &puzzle,
            assertion,
            proof: request(format, &limits),
        };
        matches!(in_memory(&request), Err(CertifyError::NoPrices))
    };
    let best = Assertion::Best(Directed::highest(weights.clone()));
    let at_most = Assertion::AtMost {
        objective: Directed::highest(weights),
        solution: puzzle.by_brute_force().swap_remove(0),
        bound: None,
    };
    assert!(refused(&best, ProofFormat::Prices));
    assert!(refused(&Assertion::Solutions(1), ProofFormat::Prices));
    assert!(refused(&at_most, ProofFormat::Auto));
}

#[test]
fn large_formulas_are_written_within_the_limits() {
    let board = Board::new((12, 12), (1, 12), None).unwrap();
    let puzzle = VariantPuzzle::new(board);
    assert!(formula::rules(&puzzle, &Limits::unlimited()).is_ok());
    let over = Limits::unlimited().within(std::time::Duration::ZERO);
    let stopped = Err(NotWritten::Stopped(crate::Reason::Timeout));
    assert_eq!(formula::rules(&puzzle, &over), stopped);
}
