//! Rules that all marks of a kind are given.

use super::super::fault::Fault;
use super::tokens::Node;
use crate::rules::Description;

/// Rules that all marks are given, their tokens, and those of the marks. A mark that may or
/// may not hold leaves open whether it is given.
const STRICT: [(&str, &str, [&str; 2]); 2] = [
    ("strict-kropki", "StrictKropki", ["WhiteDot", "BlackDot"]),
    ("strict-xv", "StrictXV", ["X", "V"]),
];

/// The first token with one of these names inside an Or.
fn inside_or<'n>(nodes: &'n [Node], names: [&str; 2]) -> Option<&'n Node> {
    nodes.iter().find_map(|node| match node.name() {
        "Or" => named(&node.children, names),
        _ => inside_or(&node.children, names),
    })
}

/// The first token with one of these names.
fn named<'n>(nodes: &'n [Node], names: [&str; 2]) -> Option<&'n Node> {
    nodes
        .iter()
        .find_map(|node| match names.contains(&node.name()) {
            true => Some(node),
            false => named(&node.children, names),
        })
}

/// Refuses marks of which it is open whether they are given, beside a rule that all are.
pub(super) fn check(nodes: &[Node], description: &Description) -> Result<(), Fault> {
    for (rule, name, marks) in STRICT {
        let is_strict = description.rules.iter().any(|each| each == rule);
        if let Some(mark) = inside_or(nodes, marks).filter(|_| is_strict) {
            return Err(mark.fault(format!("no marks inside Or beside {name}")));
        }
    }
    Ok(())
}
