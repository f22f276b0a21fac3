//! Maps of regions: one character per cell.

use rustc_hash::FxHashMap;

/// The characters of regions, in the order of their first cells.
fn symbol(index: usize) -> char {
    const SYMBOLS: &[u8] = b"123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    match SYMBOLS.get(index) {
        Some(&byte) => char::from(byte),
        // Hangul syllables: 11,172 letters with a shape of their own.
        None => u32::try_from(index)
            .ok()
            .and_then(|index| char::from_u32(0xac00 + index))
            .unwrap_or('?'),
    }
}

/// The map that gives cells with the same number the same character; none if no cell
/// has a number.
pub fn map(regions: &[Option<usize>]) -> Option<String> {
    let mut symbols: FxHashMap<usize, char> = FxHashMap::default();
    let mut text = String::new();
    for region in regions {
        let symbol = match region {
            None => '.',
            Some(number) => {
                let next = symbol(symbols.len());
                *symbols.entry(*number).or_insert(next)
            }
        };
        text.push(symbol);
    }
    (!symbols.is_empty()).then_some(text)
}

/// Which box each cell is in, in reading order.
pub fn box_numbers(
    (rows, columns): (usize, usize),
    (height, width): (usize, usize),
) -> Vec<Option<usize>> {
    let across = columns.div_ceil(width.max(1));
    let number = |cell: usize| {
        let (row, column) = (cell / columns, cell % columns);
        Some(row / height.max(1) * across + column / width.max(1))
    };
    (0..rows * columns).map(number).collect()
}

/// The map of boxes of this size; none if there is no cell.
pub fn boxes(size: (usize, usize), shape: (usize, usize)) -> Option<String> {
    // Boxes are numbered in the order of their first cells.
    let numbers = box_numbers(size, shape).into_iter();
    let text: String = numbers.flatten().map(symbol).collect();
    (!text.is_empty()).then_some(text)
}

/// The cells of each region of a map, in reading order, by the order of first cells.
pub fn cells(map: &str, columns: usize) -> Vec<Vec<(usize, usize)>> {
    let mut order: FxHashMap<char, usize> = FxHashMap::default();
    let mut regions: Vec<Vec<(usize, usize)>> = Vec::new();
    for (cell, symbol) in map.chars().enumerate().filter(|&(_, c)| c != '.') {
        let index = *order.entry(symbol).or_insert(regions.len());
        if index == regions.len() {
            regions.push(Vec::new());
        }
        regions[index].push((cell / columns.max(1), cell % columns.max(1)));
    }
    regions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_numbered_by_their_first_cells() {
        assert_eq!(boxes((4, 4), (2, 2)).as_deref(), Some("1122112233443344"));
        for (size, shape) in [
            ((9, 9), (3, 3)),
            ((7, 5), (2, 3)),
            ((64, 64), (8, 8)),
            ((0, 0), (1, 1)),
        ] {
            assert_eq!(boxes(size, shape), map(&box_numbers(size, shape)));
        }
        assert_eq!(map(&[None, None]), None);
        assert_eq!(
            map(&[Some(7), None, Some(3), Some(7)]).as_deref(),
            Some("1.21")
        );
    }

    #[test]
    fn every_region_of_the_largest_board_has_its_own_character() {
        let regions: Vec<_> = (0..64 * 64).map(Some).collect();
        let text = map(&regions).unwrap();
        let distinct: std::collections::HashSet<char> = text.chars().collect();
        assert_eq!(distinct.len(), 64 * 64);
        assert!(!distinct.contains(&'.') && text.chars().all(crate::escape::is_safe));
    }
}
