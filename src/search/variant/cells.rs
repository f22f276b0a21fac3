//! Sets of cells, as bits.

/// A set of cells of a board.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Cells(Vec<u64>);

impl Cells {
    /// No cells of a board with `count`.
    pub fn none(count: usize) -> Cells {
        Cells(vec![0; count.div_ceil(64)])
    }

    /// These cells of a board with `count`.
    pub fn of(count: usize, cells: impl IntoIterator<Item = u32>) -> Cells {
        let mut set = Cells::none(count);
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }

    pub fn insert(&mut self, cell: u32) {
        self.0[cell as usize / 64] |= 1 << (cell % 64);
    }

    pub fn has(&self, cell: u32) -> bool {
        self.0[cell as usize / 64] >> (cell % 64) & 1 == 1
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// How many cells are in both.
    pub fn common(&self, other: &Cells) -> usize {
        let words = self.0.iter().zip(&other.0);
        words.map(|(a, b)| (a & b).count_ones() as usize).sum()
    }

    pub fn add(&mut self, other: &Cells) {
        let words = self.0.iter_mut().zip(&other.0);
        words.for_each(|(word, more)| *word |= more);
    }

    pub fn without(&self, other: &Cells) -> Cells {
        let words = self.0.iter().zip(&other.0);
        Cells(words.map(|(word, gone)| word & !gone).collect())
    }

    /// In increasing order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().enumerate().flat_map(|(place, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros())?;
                rest &= rest - 1;
                Some(place as u32 * 64 + bit)
            })
        })
    }
}
