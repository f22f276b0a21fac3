//! A comparison as one self-contained HTML page.

use super::state::SavedState;
use super::{CompareArgs, findings, report};
use crate::cli::page;
use crate::compare::group::{Example, Group};
use crate::draw::{Mark, Picture};
use crate::escape;
use crate::grid::text::{Alphabet, Format, PuzzleReader, ReadOptions};
use maud::{Markup, PreEscaped, html};

const STYLE: &str = "
.picture svg { max-width: 22rem; width: 100%; height: auto; }
pre { border: 1px solid var(--line); border-radius: 6px; padding: .6rem; overflow-x: auto; }
";

/// Larger formulas are not shown on the page.
const MAX_CLAUSES: usize = 200;

/// The page.
pub fn page(args: &CompareArgs, state: &SavedState) -> String {
    let groups = state.groups.list();
    let body = html! {
        p { strong { (report::summary(state.figures)) } }
        p { code { "satoku " (escape::whole(state.run())) } }
        @if groups.is_empty() {
            p { "No findings." }
        } @else {
            (table(groups))
            @for group in groups { (section(args, group)) }
        }
        p { "Every solution was checked against the rules and the givens, and every model \
             against its formula. A time-out is not a wrong answer." }
    };
    page::page("Backends compared", STYLE, "satoku compare", &body)
}

fn table(groups: &[Group]) -> Markup {
    html! {
        div class="wide" {
            table {
                thead { tr {
                    th class="number" { "finding" } th { "kind" } th { "culprit" }
                    th class="number" { "puzzles" } th { "first seen at" } th { "smallest example" }
                } }
                tbody { @for group in groups { tr {
                    td class="number" { a href={ "#finding-" (group.number) } { (group.number) } }
                    td { (escape::whole(&group.kind)) }
                    td { (escape::whole(&group.culprit)) }
                    td class="number" { (group.count) }
                    td { (escape::whole(&group.first)) }
                    td { (escape::whole(&report::size(group))) }
                } } }
            }
        }
    }
}

fn section(args: &CompareArgs, group: &Group) -> Markup {
    let example = &group.smallest;
    let few = example
        .clauses
        .is_some_and(|clauses| clauses <= MAX_CLAUSES);
    html! {
        h2 id={ "finding-" (group.number) } {
            "Finding " (group.number) ": " (escape::whole(&group.kind)) " by "
            (escape::whole(&group.culprit))
        }
        p { (escape::whole(&group.backend)) ": " (escape::whole(&group.claim)) }
        p { "Puzzle with boxes " (escape::whole(&example.shape)) " and " (example.givens) " givens:" }
        @if let Some(svg) = drawn(example) { div class="picture" { (PreEscaped(svg)) } }
        pre { (escape::whole(&example.puzzle)) }
        p { "Replay:" }
        pre { (findings::replay(args, group)) }
        @if let (Some(formula), true) = (&example.formula, few) {
            p { "Formula:" }
            pre { (escape::lines(formula)) }
        }
    }
}

/// The puzzle as a picture, equal givens in a house marked.
fn drawn(example: &Example) -> Option<String> {
    let options = ReadOptions {
        format: Some(Format::Line),
        geometry: example.shape.parse().ok(),
        alphabet: Alphabet::ALL
            .into_iter()
            .find(|each| each.name() == example.alphabet),
        ..ReadOptions::default()
    };
    // The number of solutions may follow.
    let line = example.puzzle.split(':').next()?;
    let mut reader = PuzzleReader::new(line.as_bytes(), "finding", options);
    let record = reader.next()?.ok()?;
    let clashes = record.puzzle.clashes();
    let cells = clashes.iter().flat_map(|clash| [clash.first, clash.second]);
    let picture = Picture::of_puzzle(&record.puzzle).alphabet(record.alphabet);
    Some(picture.mark(cells, Mark::Conflict).legend(false).to_svg())
}
