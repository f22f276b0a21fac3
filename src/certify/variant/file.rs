//! `puzzle.json`, and the solutions and weights of a variant's certificate.

use super::kernels::normal;
use crate::escape;
use crate::grid::{Cell, Solution};
use crate::objective::{CellWeights, Directed};
use crate::rules::{Automaton, Board, Kernel, Mask, Table, VariantPuzzle, members};

/// Characters of a label at most.
const MAX_LABEL: usize = 400;

/// The puzzle: the board, the candidates of cells that may not hold every digit, and the
/// kernels.
pub fn puzzle(puzzle: &VariantPuzzle) -> String {
    let board = puzzle.board();
    let (rows, columns, min, max) = (board.rows(), board.columns(), board.min(), board.max());
    let listed = board.cells().zip(puzzle.candidates());
    let listed = listed.filter(|(_, mask)| **mask != board.all_digits());
    let candidates = list(listed.map(|(cell, &mask)| choice(board, cell, mask)));
    let constraints = puzzle.constraints().iter().map(|each| {
        let kernels = list(
            each.kernels
                .iter()
                .map(|kernel| json(board, &normal(kernel))),
        );
        format!("{{\"label\":{},\"kernels\":{kernels}}}", label(&each.label))
    });
    let constraints: Vec<String> = constraints.collect();
    format!(
        "{{\"rows\":{rows},\"columns\":{columns},\"min\":{min},\"max\":{max},\n\
         \"candidates\":{candidates},\n\"constraints\":[\n{}\n]}}\n",
        constraints.join(",\n")
    )
}

/// A JSON string without control characters.
fn label(text: &str) -> String {
    let safe: String = escape::line(text).chars().take(MAX_LABEL).collect();
    format!("\"{}\"", safe.replace('\\', "\\\\").replace('"', "\\\""))
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    format!("[{}]", items.join(","))
}

fn name(board: &Board, cell: Cell) -> String {
    format!("\"{}\"", board.name(cell))
}

fn names<'c>(board: &Board, cells: impl IntoIterator<Item = &'c Cell>) -> String {
    list(cells.into_iter().map(|&cell| name(board, cell)))
}

fn choice(board: &Board, cell: Cell, mask: Mask) -> String {
    let values = members(mask).map(|digit| value(board, digit).to_string());
    format!("[{},{}]", name(board, cell), list(values))
}

/// What people write for the digit with this index.
fn value(board: &Board, digit: usize) -> i64 {
    i64::from(board.min()) + digit as i64
}

fn json(board: &Board, kernel: &Kernel) -> String {
    let (kind, data) = match kernel {
        Kernel::Distinct(cells) => ("distinct", names(board, cells)),
        Kernel::Pair(one, other, table) => ("pair", pair(board, [*one, *other], table)),
        Kernel::Sum { terms, total } => {
            let term = |(cell, times): &(Cell, i64)| format!("[{},{times}]", name(board, *cell));
            let terms = list(terms.iter().map(term));
            ("sum", format!("{{\"terms\":{terms},\"total\":{total}}}"))
        }
        Kernel::Automaton(cells, automaton) => {
            ("automaton", self::automaton(board, cells, automaton))
        }
        Kernel::Clause(choices) => {
            let each = choices
                .iter()
                .map(|&(cell, mask)| choice(board, cell, mask));
            ("some", list(each))
        }
        Kernel::AnyOf(branches) => {
            let branch = |kernels: &Vec<Kernel>| list(kernels.iter().map(|each| json(board, each)));
            ("any-of", list(branches.iter().map(branch)))
        }
        Kernel::Candidates(cell, mask) => ("candidates", choice(board, *cell, *mask)),
    };
    format!("{{\"{kind}\":{data}}}")
}

fn pair(board: &Board, cells: [Cell; 2], table: &Table) -> String {
    let digits = 0..board.digit_count();
    let pairs = digits
        .clone()
        .flat_map(|a| digits.clone().map(move |b| (a, b)));
    let allowed = pairs.filter(|&(a, b)| table.allows(a, b));
    let allowed = allowed.map(|(a, b)| format!("[{},{}]", value(board, a), value(board, b)));
    let allowed = list(allowed);
    format!(
        "{{\"cells\":{},\"allowed\":{allowed}}}",
        names(board, &cells)
    )
}

fn automaton(board: &Board, cells: &[Cell], automaton: &Automaton) -> String {
    let states = 0..automaton.states();
    let accepting = states
        .clone()
        .filter(|&state| automaton.is_accepting(state));
    let accepting = list(accepting.map(|state| state.to_string()));
    let digits = 0..automaton.digit_count();
    let steps = states.flat_map(|state| digits.clone().map(move |digit| (state, digit)));
    let transitions = list(steps.filter_map(|(state, digit)| {
        let to = automaton.next(state, digit)?;
        Some(format!("[{state},{},{to}]", value(board, digit)))
    }));
    let (cells, count, start) = (names(board, cells), automaton.states(), automaton.start());
    format!(
        "{{\"cells\":{cells},\"states\":{count},\"start\":{start},\"accepting\":{accepting},\
         \"transitions\":{transitions}}}"
    )
}

/// A line a solution: a character a cell, or numbers with blanks between them.
pub fn solutions(board: &Board, solutions: &[Solution]) -> String {
    let blank = match board.min() >= 0 && board.max() <= 9 {
        true => "",
        false => " ",
    };
    let line = |solution: &Solution| {
        let cells = solution.cells().iter();
        let words: Vec<String> = cells.map(|&digit| board.value(digit).to_string()).collect();
        words.join(blank) + "\n"
    };
    solutions.iter().map(line).collect()
}

/// The weights, and the score that is claimed.
pub fn weights(board: &Board, weights: &Directed<CellWeights>, score: i64) -> String {
    let direction = weights.direction().name();
    let mut text = format!(
        "# The score of a grid is the sum of weight × value over its cells.\n\
         direction {direction}\nweights\n"
    );
    for row in weights.plain().weights().chunks(board.columns()) {
        let words: Vec<String> = row.iter().map(i64::to_string).collect();
        text += &format!("{}\n", words.join(" "));
    }
    text + &format!("score {score}\n")
}
