//! How nine places of one digit lie in a 9×9 grid.
//!
//! A *template* holds one cell of each row, column and box. In each band it
//! takes one column of each stack (27 *triples*) and one of six orders of the
//! rows. Triples of the three bands fit if they differ in every stack: to a
//! triple above, eight in the middle fit, and each leaves one below. That makes
//! 27 · 8 · 6³ = 46,656 templates.

/// Triples of a band: stack 0, 1 and 2 take the columns `i`, `3 + j`, `6 + l` of
/// triple `9·i + 3·j + l`.
pub const TRIPLES: usize = 27;

/// Which row of a band goes with stack 0, 1 and 2.
pub const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

/// Middle and lower triples that fit each upper triple.
pub const FITS: [[(u8, u8); 8]; TRIPLES] = fits();

const fn fits() -> [[(u8, u8); 8]; TRIPLES] {
    let mut all = [[(0, 0); 8]; TRIPLES];
    let mut upper = 0;
    while upper < TRIPLES {
        let (mut found, mut middle) = (0, 0);
        while middle < TRIPLES {
            let (a, b) = (columns(upper), columns(middle));
            let differs = a[0] != b[0] && a[1] != b[1] && a[2] != b[2];
            if differs {
                // The columns of the stacks add up to 3, 12 and 21.
                let left = [3 - a[0] - b[0], 12 - a[1] - b[1], 21 - a[2] - b[2]];
                let lower = 9 * left[0] + 3 * (left[1] - 3) + (left[2] - 6);
                all[upper][found] = (middle as u8, lower as u8);
                found += 1;
            }
            middle += 1;
        }
        upper += 1;
    }
    all
}

/// The columns of a triple.
pub const fn columns(triple: usize) -> [usize; 3] {
    [triple / 9, 3 + triple / 3 % 3, 6 + triple % 3]
}

/// The cells of a triple in a band, with the rows in this order.
#[inline(always)]
pub fn cells(band: usize, triple: usize, order: [usize; 3]) -> [usize; 3] {
    let columns = columns(triple);
    std::array::from_fn(|stack| 27 * band + 9 * order[stack] + columns[stack])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fitting_triples_cover_all_columns() {
        for (upper, fits) in FITS.iter().enumerate() {
            for &(middle, lower) in fits {
                let mut all: Vec<usize> = [upper, middle as usize, lower as usize]
                    .into_iter()
                    .flat_map(columns)
                    .collect();
                all.sort_unstable();
                assert_eq!(all, (0..9).collect::<Vec<_>>());
            }
            let mut middles: Vec<u8> = fits.iter().map(|(middle, _)| *middle).collect();
            middles.dedup();
            assert_eq!(middles.len(), 8);
        }
    }
}
