//! Variant puzzles as self-describing formula files.

use super::{FormulaPart, Observer, VariantMap};
use crate::cnf::write::{FormulaWriter, SizeOfFile, SoftLiteral, Syntax, divide};
use crate::cnf::{ClauseSink, Counter, Limited, Var};
use crate::encoding::Encoding;
use crate::encoding::export::{score_comment, stopped};
use crate::grid::{Cell, Digit};
use crate::limits::Limits;
use crate::objective::{CellWeights, Directed};
use crate::rules::{Board, VariantPuzzle};
use std::io::{self, Write};

/// Options of [`write_variant`].
#[derive(Clone, Copy, Debug)]
pub struct VariantExportOptions<'o> {
    /// The file format. OPB holds sums and cages as linear equations.
    pub syntax: Syntax,
    /// What solutions score; CNF ignores it.
    pub objective: Option<&'o Directed<CellWeights>>,
    /// Whether to list the candidate variables for model counters (`c p show`).
    pub show: bool,
    /// The puzzle as one line of JSON, so that a solution can be checked later.
    pub json: Option<&'o str>,
    /// Limits on writing.
    pub limits: &'o Limits,
}

/// Writes the formula of a variant puzzle, with comments that describe it. Output is
/// deterministic.
///
/// ```text
/// c satoku board 4x4 digits 1..4
/// c satoku regions 0 0 1 1 …
/// c satoku encoding extended
/// c settled r1c1=2
/// c varname 1 r1c2=1
/// c auxname 40 r1c2 r1c3 hold 1 3
/// c part 1 each cell has one digit
/// c auxpart 40 killer r1c2 r1c3 = 4
/// ```
///
/// `auxname` says what an auxiliary variable stands for, `part` with which clause (of a
/// WCNF file: hard clause; of an OPB file: constraint) a constraint begins, and `auxpart` with
/// which variable its auxiliary variables do.
///
/// # Errors
/// Those of the output, or [`Unfinished`](crate::encoding::Unfinished) inside an I/O error.
///
/// # Panics
/// If the map is of another board than the puzzle.
pub fn write_variant(
    encoding: &Encoding,
    puzzle: &VariantPuzzle,
    map: &VariantMap,
    options: VariantExportOptions<'_>,
    out: &mut dyn Write,
) -> io::Result<()> {
    let notes = Notes::new(encoding, puzzle, map, options)?;
    let weights = options.objective.map(Directed::to_maximise);
    let mut soft = weights.map_or_else(Vec::new, |weights| soft_literals(weights, map));
    let divisor = divide(&mut soft);
    let comments = header(encoding, map, options, &soft, divisor)
        .into_iter()
        .chain(variables(map, options.show))
        .chain(notes.lines);
    let mut writer = FormulaWriter::new(out, options.syntax, comments, &soft, notes.size)?;
    let mut limited = Limited::new(&mut writer, options.limits);
    encode(encoding, puzzle, map, &mut limited, &mut super::Silent);
    limited.finish().map_err(stopped)?;
    writer.finish()
}

/// Writes the clauses: a single empty one for a contradiction, which leaves no candidates.
fn encode(
    encoding: &Encoding,
    puzzle: &VariantPuzzle,
    map: &VariantMap,
    sink: &mut dyn ClauseSink,
    observer: &mut dyn Observer,
) {
    match map.is_empty() && map.settled().next().is_none() {
        true => sink.add_clause(&[]),
        false => encoding.encode_variant(puzzle, map, sink, observer),
    }
}

fn header(
    encoding: &Encoding,
    map: &VariantMap,
    options: VariantExportOptions<'_>,
    soft: &[SoftLiteral],
    divisor: i64,
) -> Vec<String> {
    let board = map.board();
    let (rows, columns) = (board.rows(), board.columns());
    let mut head = vec![format!(
        "satoku board {rows}x{columns} digits {}..{}",
        board.min(),
        board.max()
    )];
    if board.has_regions() {
        let regions = board.cells().map(|cell| match board.region(cell) {
            Some(region) => region.to_string(),
            None => ".".into(),
        });
        head.push(format!(
            "satoku regions {}",
            regions.collect::<Vec<_>>().join(" ")
        ));
    }
    head.extend(options.json.map(|json| format!("satoku json {json}")));
    head.push(format!("satoku encoding {}", encoding.name()));
    head.push("varname V rRcC=D: variable V is true if row R, column C holds digit D".into());
    if let Some(weights) = options.objective {
        let scores = map
            .settled()
            .map(|(cell, digit)| score(weights.to_maximise(), board, cell, digit));
        let settled = scores.map(i128::from).sum();
        head.push(score_comment(
            options.syntax,
            settled,
            soft,
            divisor,
            weights.direction(),
        ));
    }
    head
}

fn score(weights: &CellWeights, board: &Board, cell: Cell, digit: Digit) -> i64 {
    weights.weight(cell) * i64::from(board.value(digit))
}

fn variables(map: &VariantMap, show: bool) -> Vec<String> {
    let settled = map.settled();
    let settled = settled.map(|(cell, digit)| format!("settled {}", map.name(cell, digit)));
    let names = map.candidates().map(|(var, cell, digit)| {
        let name = map.name(cell, digit);
        format!("varname {} {name}", var.number())
    });
    let shown = show.then(|| {
        let numbers = map.candidates();
        let numbers = numbers.map(|(var, ..)| format!("{} ", var.number()));
        format!("p show {}0", numbers.collect::<String>())
    });
    settled.chain(names).chain(shown).collect()
}

fn soft_literals(weights: &CellWeights, map: &VariantMap) -> Vec<SoftLiteral> {
    let literals = map.candidates().map(|(var, cell, digit)| SoftLiteral {
        literal: var.positive(),
        weight: score(weights, map.board(), cell, digit),
    });
    literals.filter(|soft| soft.weight != 0).collect()
}

/// What is known after a first run: the size, names, and where parts begin.
struct Notes {
    size: Counter,
    lines: Vec<String>,
}

struct NoteTaker<'n> {
    puzzle: &'n VariantPuzzle,
    names: Vec<String>,
    /// What precedes each.
    parts: Vec<(Counter, String)>,
}

impl NoteTaker<'_> {
    /// Leaves out the last part if it has no clause.
    fn leave_out_empty(&mut self, so_far: Counter) {
        self.parts
            .pop_if(|(before, _)| before.clauses == so_far.clauses);
    }

    /// The comments, where this is the size of the formula.
    fn comments(mut self, size: Counter) -> Vec<String> {
        self.leave_out_empty(size);
        let before = self.parts.iter().map(|(before, _)| before.variables);
        let ends: Vec<usize> = before.skip(1).chain([size.variables]).collect();
        let mut comments = self.names;
        for (before, label) in &self.parts {
            comments.push(format!("part {} {label}", before.clauses + 1));
        }
        for ((before, label), end) in self.parts.iter().zip(ends) {
            if end > before.variables {
                comments.push(format!("auxpart {} {label}", before.variables + 1));
            }
        }
        comments
    }
}

impl Observer for NoteTaker<'_> {
    fn begin(&mut self, part: FormulaPart, so_far: Counter) {
        let label = crate::escape::line(&part.label(self.puzzle)).to_string();
        self.leave_out_empty(so_far);
        self.parts.push((so_far, label));
    }

    fn name(&mut self, var: Var, name: &dyn Fn() -> String) {
        self.names
            .push(format!("auxname {} {}", var.number(), name()));
    }
}

impl Notes {
    fn new(
        encoding: &Encoding,
        puzzle: &VariantPuzzle,
        map: &VariantMap,
        options: VariantExportOptions<'_>,
    ) -> io::Result<Notes> {
        let mut taker = NoteTaker {
            puzzle,
            names: Vec::new(),
            parts: Vec::new(),
        };
        let mut counting = SizeOfFile::new(options.syntax);
        let mut limited = Limited::new(&mut counting, options.limits);
        encode(encoding, puzzle, map, &mut limited, &mut taker);
        limited.finish().map_err(stopped)?;
        let size = counting.size();
        let lines = taker.comments(size);
        Ok(Notes { size, lines })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cnf::dimacs;
    use crate::encoding::kernels::VariantModelKey;
    use crate::rules::{Constraint, Kernel, Origin};

    fn puzzle() -> VariantPuzzle {
        let regions = (0..6).map(|cell| Some(cell / 3)).collect();
        let board = Board::new((2, 3), (0, 2), Some(regions)).unwrap();
        let mut puzzle = VariantPuzzle::new(board);
        puzzle
            .add(Constraint {
                label: "sum r1c1 r2c2, 3".into(),
                origin: Origin::Listed {
                    kind: "sum".into(),
                    index: 0,
                },
                kernels: vec![Kernel::sum([(Cell(0), 1), (Cell(4), 1)], 3)],
            })
            .unwrap();
        puzzle.restrict(Cell(5), 0b001);
        puzzle
    }

    fn written(syntax: Syntax) -> String {
        let puzzle = puzzle();
        let weights = CellWeights::pyramid_with_rim(puzzle.board(), 1).unwrap();
        let weights = Directed::highest(weights);
        let left = super::super::closure(&puzzle, &Limits::unlimited());
        let left = left.unwrap().unwrap();
        let options = VariantExportOptions {
            syntax,
            objective: Some(&weights),
            show: true,
            json: Some("{\"rows\":2}"),
            limits: &Limits::unlimited(),
        };
        let map = VariantMap::live(puzzle.board(), &left);
        let encoding = Encoding::named("extended").unwrap();
        let mut text = Vec::new();
        write_variant(&encoding, &puzzle, &map, options, &mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_file_is_its_own_key() {
        let text = written(Syntax::Cnf);
        let file = dimacs::read(text.as_bytes()).unwrap();
        assert!(VariantModelKey::is_variant(&file.comments));
        let key = VariantModelKey::from_comments(&file.comments).unwrap();
        assert_eq!(key.board(), puzzle().board());
        assert_eq!(key.json(), Some("{\"rows\":2}"));
        let digits = [2, 0, 1, 1, 1, 0].map(Digit::from_index);
        let model = key.terms.0.iter().filter_map(|((cell, digit), term)| {
            Some((
                term.literal()?.var().number(),
                digits[cell.index()] == *digit,
            ))
        });
        let decoded = key.decode(&model.collect()).unwrap();
        assert_eq!(decoded.cells(), digits);
    }

    #[test]
    fn sums_are_equations_in_opb() {
        let text = written(Syntax::Opb);
        let constraints = text.lines().filter(|line| !line.starts_with('*'));
        let sums: Vec<&str> = constraints.filter(|line| line.contains(" = ")).collect();
        assert_eq!(sums[0], "+1 x1 +1 x2 = 1 ;", "{text}");
        assert!(sums.contains(&"+1 x1 +2 x2 +1 x7 +2 x8 = 3 ;"), "{text}");
        assert!(text.contains("min:"), "{text}");
        let is_comment = |line: &str| line.starts_with('c');
        assert!(
            written(Syntax::Cnf)
                .lines()
                .all(|line| is_comment(line) || !line.contains(" = "))
        );
        assert!(written(Syntax::Wcnf).contains("h "));
    }
}
