//! A comparison as one self-contained HTML page.

use super::state::SavedState;
use super::{CompareArgs, findings, report};
use crate::compare::group::Group;
use crate::escape;
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8884; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1000px; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: left; }
td.number, th.number { text-align: right; }
pre { border: 1px solid var(--line); border-radius: 6px; padding: .6rem; overflow-x: auto; }
.wide { overflow-x: auto; }
";

/// Larger formulas are not shown on the page.
const MAX_CLAUSES: usize = 200;

/// The page.
pub fn page(args: &CompareArgs, state: &SavedState) -> String {
    let groups = state.groups.list();
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { "Backends compared" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "Backends compared" }
                p { strong { (report::summary(state.figures)) } }
                p { code { "satoku " (escape::whole(state.run())) } }
                @if groups.is_empty() {
                    p { "No findings." }
                } @else {
                    (table(groups))
                    @for group in groups { (section(args, group)) }
                }
                p { "Every solution was checked against the rules and the givens, and every \
                     model against its formula. A time-out is not a wrong answer." }
                p { "satoku " (env!("CARGO_PKG_VERSION")) ", satoku compare" }
            }
        }
    };
    markup.into_string()
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
        pre { (escape::whole(&example.puzzle)) }
        p { "Replay:" }
        pre { (findings::replay(args, group)) }
        @if let (Some(formula), true) = (&example.formula, few) {
            p { "Formula:" }
            pre { (escape::lines(formula)) }
        }
    }
}
