//! Which name somebody may have meant.

/// "a known one, perhaps …; ", if what was found is near to a spelling of some name. Each
/// spelling comes with the name that is meant.
pub(crate) fn nearest<'n>(
    found: &str,
    spellings: impl Iterator<Item = (&'n str, &'n str)>,
) -> String {
    let distances = spellings.map(|(spelling, name)| (distance(found, spelling), name));
    match distances.min() {
        Some((distance, name)) if distance <= 1 + found.len() / 4 => {
            format!("a known one, perhaps \"{name}\"; ")
        }
        _ => String::new(),
    }
}

/// How many letters must be inserted, removed or replaced (Levenshtein).
fn distance(first: &str, second: &str) -> usize {
    let second: Vec<char> = second.chars().collect();
    let mut row: Vec<usize> = (0..=second.len()).collect();
    for (i, a) in first.chars().take(100).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in second.iter().enumerate() {
            let replaced = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[second.len()]
}
