//! Which known name was probably meant.

/// "a known one, perhaps …; ", if what was found is near to a spelling of some name. Each
/// spelling comes with the name that is meant.
pub(crate) fn nearest<'n>(
    found: &str,
    spellings: impl Iterator<Item = (&'n str, &'n str)>,
) -> String {
    match nearest_name(found, spellings) {
        Some(name) => format!("a known one, perhaps \"{name}\"; "),
        None => String::new(),
    }
}

/// The name with a spelling that is near to what was found.
pub(crate) fn nearest_name<'n>(
    found: &str,
    spellings: impl Iterator<Item = (&'n str, &'n str)>,
) -> Option<&'n str> {
    let distances = spellings.map(|(spelling, name)| (distance(found, spelling), name));
    let (distance, name) = distances.min()?;
    (distance <= 1 + found.len() / 4).then_some(name)
}

/// How many letters must be inserted, removed or replaced, or swapped with the next (optimal
/// string alignment).
fn distance(first: &str, second: &str) -> usize {
    let first: Vec<char> = first.chars().take(100).collect();
    let second: Vec<char> = second.chars().collect();
    let mut rows: Vec<Vec<usize>> = vec![(0..=second.len()).collect()];
    for (i, a) in first.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in second.iter().enumerate() {
            let replaced = rows[i][j] + usize::from(a != b);
            let mut fewest = replaced.min(rows[i][j + 1] + 1).min(row[j] + 1);
            let is_swapped = i > 0 && j > 0 && first[i - 1] == *b && second[j - 1] == *a;
            if is_swapped {
                fewest = fewest.min(rows[i - 1][j - 1] + 1);
            }
            row.push(fewest);
        }
        rows.push(row);
    }
    rows[first.len()][second.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapped_letters_are_one_mistake() {
        for (first, second, expected) in [
            ("anti-kinght", "anti-knight", 1),
            ("anti-kinght", "anti-king", 2),
            ("kiler", "killer", 1),
            ("", "ab", 2),
            ("ab", "", 2),
            ("same", "same", 0),
        ] {
            assert_eq!(distance(first, second), expected, "{first} {second}");
        }
    }
}
