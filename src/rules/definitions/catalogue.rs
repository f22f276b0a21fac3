//! What the built-in definitions are called, without reading what they mean.

use super::built_in::FILES;
use super::file::Kind;
use serde::Deserialize;

/// The head of a built-in rule file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct CatalogueEntry {
    /// The name, by which puzzles use it.
    pub name: String,
    /// A rule, or a type of constraint.
    pub kind: Kind,
    /// One sentence.
    pub summary: String,
    /// The whole file.
    #[serde(skip)]
    pub text: &'static str,
}

/// The built-in definitions: rules, then types of constraint, each by name.
///
/// Much less work than [`Library::built_in`](super::Library::built_in), which also
/// compiles the definitions.
#[allow(
    clippy::expect_used,
    clippy::missing_panics_doc,
    reason = "the files are part of the program, and a test reads them"
)]
pub fn catalogue() -> Vec<CatalogueEntry> {
    let entries = FILES.iter().map(|(_, text)| CatalogueEntry {
        text,
        ..toml::from_str(text).expect("a built-in rule file")
    });
    let mut entries: Vec<CatalogueEntry> = entries.collect();
    entries.sort_by(|a, b| (a.kind as u8, &a.name).cmp(&(b.kind as u8, &b.name)));
    entries
}

#[cfg(test)]
mod tests {
    use super::super::Library;
    use super::catalogue;

    #[test]
    fn lists_the_definitions_of_the_library_in_its_order() {
        let catalogue = catalogue();
        let listed = catalogue
            .iter()
            .map(|entry| (entry.kind, &*entry.name, &*entry.summary, entry.text));
        let library = Library::built_in().definitions();
        let defined = library.map(|each| (each.kind(), each.name(), each.summary(), each.text()));
        assert!(listed.eq(defined));
    }
}
