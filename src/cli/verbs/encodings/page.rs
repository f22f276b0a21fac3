//! A measurement as one self-contained HTML page.

use super::charts::Chart;
use super::measure::{TEXT_COLUMNS, columns, fault};
use crate::cli::page;
use crate::measure::CombinationFigures;
use crate::words::counted;
use maud::{PreEscaped, html};

const STYLE: &str = "
figure { margin: 2rem 0; padding: 1rem; background: #fff; border: 1px solid var(--line);
         border-radius: 8px; overflow-x: auto; color: #222; }
figcaption { font-weight: 600; margin-bottom: .5rem; }
th, td { white-space: nowrap; }
th { cursor: pointer; position: sticky; top: 0; background: Canvas; }
tbody tr:hover { background: #8882; }
";

/// Sorts the table when a column header is clicked.
const SCRIPT: &str = "
document.querySelectorAll('th').forEach((head, column) => head.addEventListener('click', () => {
  const body = document.querySelector('tbody'), rows = [...body.rows];
  const key = row => { const text = row.cells[column].textContent;
                       const number = parseFloat(text); return isNaN(number) ? text : number; };
  const sign = head.dataset.up = head.dataset.up === '1' ? '-1' : '1';
  rows.sort((a, b) => { const x = key(a), y = key(b);
    return sign * (typeof x === 'number' && typeof y === 'number' ? x - y
                   : String(x).localeCompare(String(y))); });
  body.append(...rows);
}));
";

/// The page.
pub fn page(rows: &[CombinationFigures], charts: &[Chart]) -> String {
    let puzzles = rows.iter().map(|row| row.puzzles).max().unwrap_or(0);
    let (heads, texts) = columns(rows);
    let faults: Vec<String> = rows.iter().filter_map(fault).collect();
    let number = |column: usize| (column >= TEXT_COLUMNS).then_some("number");
    let body = html! {
        p {
            (counted(rows.len() as u64, "combination")) " of solver, encoding and presolving \
            level; " (counted(puzzles, "puzzle")) ". Every model was checked against the rules and \
            the givens. Each encoding was proven equivalent to the rules on small \
            grids by enumerating all of its models."
        }
        @for chart in charts {
            figure {
                figcaption { (chart.title) }
                (PreEscaped(&chart.svg))
            }
        }
        h2 { "All figures" }
        p { "Sizes are averages; times are medians, with a new solver for each puzzle. \
             \"encode\" is the time to presolve and to emit the clauses, \"solve\" the \
             wall-clock time of the solver, \"cpu\" its CPU time: for an external program, \
             that of its process and what it starts, whereas \"solve\" includes writing and \
             reading files. \"propagated\" is the share of puzzles that unit propagation \
             alone decides. Click a column header to sort." }
        div class="wide" {
            table {
                thead { tr { @for (column, head) in heads.iter().enumerate() {
                    th class=[number(column)] { (head) }
                } } }
                tbody { @for row in &texts {
                    tr { @for (column, text) in row.iter().enumerate() {
                        td class=[number(column)] { (text) }
                    } }
                } }
            }
        }
        @if !faults.is_empty() {
            h2 { "Faults" }
            p { "The first of each combination. Puzzles with a fault are not answered, and their \
                 times are left out." }
            ul { @for fault in &faults { li { (fault) } } }
        }
        script { (PreEscaped(SCRIPT)) }
    };
    let title = "Sudoku encodings, measured";
    page::page(title, STYLE, "satoku encodings measure", &body)
}
