//! What labels say of tables, regular expressions and automata, which may be long.

use crate::rules::definitions::ParameterType;
use crate::words::counted;
use serde_json::Value;

/// Most pairs of a table.
const MAX_PAIRS: usize = 6;

/// Most characters of a regular expression.
const MAX_REGEX: usize = 60;

/// A table, such as `table (1, 2) (2, 3) …`.
pub(super) fn table(name: &str, pairs: &[(i64, i64)]) -> String {
    let shown = pairs.iter().take(MAX_PAIRS);
    let mut shown: Vec<String> = shown.map(|(a, b)| format!("({a}, {b})")).collect();
    if pairs.len() > MAX_PAIRS {
        shown.push("…".into());
    }
    format!("{name} {}", shown.join(" "))
}

/// A value that a builder reads; nothing for those that have labels of their own.
pub(super) fn value(kind: ParameterType, name: &str, value: &Value) -> Option<String> {
    match kind {
        ParameterType::Regex => {
            let regex = value.as_str()?;
            let mut shown: String = regex.chars().take(MAX_REGEX).collect();
            if shown.len() < regex.len() {
                shown.push('…');
            }
            Some(format!("{name} {shown}"))
        }
        ParameterType::Automaton => {
            let states = value.get("states")?.as_u64()?;
            let transitions = value.get("transitions")?.as_array()?.len() as u64;
            let states = counted(states, "state");
            Some(format!("{states}, {}", counted(transitions, "transition")))
        }
        _ => None,
    }
}
