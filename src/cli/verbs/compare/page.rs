//! A comparison as one self-contained HTML page.

use super::state::SavedState;
use super::{CompareArgs, findings, report};
use crate::cli::page;
use crate::compare::group::{Example, Group, LineShape};
use crate::draw::{Mark, Picture};
use crate::escape;
use crate::grid::text::{Alphabet, Format, PuzzleReader, ReadOptions};
use crate::rules::{Description, Library, compile};
use maud::{Markup, PreEscaped, html};

const STYLE: &str = "
.picture svg { max-width: 22rem; width: 100%; height: auto; }
pre { border: 1px solid var(--line); border-radius: 6px; padding: .6rem; overflow-x: auto; }
";

/// Larger formulas are not shown on the page.
const MAX_CLAUSES: usize = 200;

/// The page. `library` says how variants look.
pub fn page(args: &CompareArgs, state: &SavedState, library: &Library) -> String {
    let groups = state.groups.list();
    let body = html! {
        p { strong { (report::summary(&state.figures)) } }
        p { code { "satoku " (escape::whole(state.run())) } }
        @if groups.is_empty() {
            p { "No findings." }
        } @else {
            (table(groups))
            @for group in groups { (section(args, group, library)) }
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

fn section(args: &CompareArgs, group: &Group, library: &Library) -> Markup {
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
        p { "The smallest puzzle found has " (example.cells) " cells, "
            (escape::whole(&findings::parts(example))) ":" }
        @if let Some(svg) = drawn(example, library) { div class="picture" { (PreEscaped(svg)) } }
        pre { (escape::whole(&example.puzzle)) }
        p { "Replay:" }
        pre { (findings::replay(args, group)) }
        @if let (Some(formula), true) = (&example.formula, few) {
            p { "Formula:" }
            pre { (escape::lines(formula)) }
        }
    }
}

/// The puzzle as a picture.
fn drawn(example: &Example, library: &Library) -> Option<String> {
    let picture = match &example.classic {
        Some(shape) => drawn_line(&example.puzzle, shape)?,
        None => {
            let description: Description = serde_json::from_str(&example.puzzle).ok()?;
            let puzzle = compile(&description, library).ok()?;
            Picture::of_variant(&description, &puzzle, library)
        }
    };
    Some(picture.legend(false).to_svg())
}

/// A classic puzzle, equal givens in a house marked.
fn drawn_line(puzzle: &str, shape: &LineShape) -> Option<Picture> {
    let options = ReadOptions {
        format: Some(Format::Line),
        geometry: shape.boxes.parse().ok(),
        alphabet: Alphabet::ALL
            .into_iter()
            .find(|each| each.name() == shape.alphabet),
        ..ReadOptions::default()
    };
    // The number of solutions may follow.
    let line = puzzle.split(':').next()?;
    let mut reader = PuzzleReader::of_text(line, "finding", options);
    let record = reader.next()?.ok()?;
    let clashes = record.puzzle.clashes();
    let cells = clashes.iter().flat_map(|clash| [clash.first, clash.second]);
    let picture = Picture::of_puzzle(&record.puzzle).alphabet(record.alphabet);
    Some(picture.mark(cells, Mark::Conflict))
}
