//! Singular and plural.

/// "1 row", "2 rows", "3 entries".
pub fn counted(count: u64, noun: &str) -> String {
    match noun.strip_suffix('y') {
        _ if count == 1 => format!("1 {noun}"),
        Some(stem) => format!("{count} {stem}ies"),
        None => format!("{count} {noun}s"),
    }
}

/// "1 row and 4 columns".
pub fn rows_and_columns(rows: usize, columns: usize) -> String {
    let (rows, columns) = (rows as u64, columns as u64);
    format!(
        "{} and {}",
        counted(rows, "row"),
        counted(columns, "column")
    )
}

/// "4 MiB", or "5 bytes" where that is less than one.
pub fn mebibytes(bytes: u64) -> String {
    match bytes >> 20 {
        0 => counted(bytes, "byte"),
        mebibytes => format!("{mebibytes} MiB"),
    }
}

/// With a capital letter at the beginning.
pub fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next();
    let first = first.into_iter().flat_map(char::to_uppercase);
    first.chain(characters).collect()
}
