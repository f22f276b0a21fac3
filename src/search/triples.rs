//! Sets of three numbers: which digits or houses are free near a known solution.

/// All sets of three numbers below this, each in ascending order.
pub(super) fn triples(below: usize) -> impl Iterator<Item = [usize; 3]> {
    (0..below).flat_map(|third| {
        (0..third).flat_map(move |second| (0..second).map(move |first| [first, second, third]))
    })
}
