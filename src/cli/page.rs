//! Self-contained HTML pages.

use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = "
:root { color-scheme: light dark; --line: #8884; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 1100px; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid var(--line); text-align: left; }
td.number, th.number { text-align: right; }
.wide { overflow-x: auto; }
";

/// A page with this title as its heading, which names the command that wrote it.
pub fn page(title: &str, style: &str, command: &str, body: &Markup) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(STYLE)) (PreEscaped(style)) }
            }
            body {
                h1 { (title) }
                (body)
                p { "satoku " (env!("CARGO_PKG_VERSION")) ", " (command) }
            }
        }
    };
    markup.into_string()
}
