//! Smaller lists that still pass a test: delta debugging (A. Zeller, R. Hildebrandt,
//! "Simplifying and isolating failure-inducing input", 2002).

/// Removes items as long as the rest `passes`, until no single one can be removed. All
/// items together must pass.
pub(crate) fn delta_debug<T: Clone>(
    mut items: Vec<T>,
    passes: &mut dyn FnMut(&[T]) -> bool,
) -> Vec<T> {
    let mut size = items.len();
    while size > 0 {
        let mut start = 0;
        let before = items.len();
        while start < items.len() {
            let end = (start + size).min(items.len());
            let rest = [&items[..start], &items[end..]].concat();
            match passes(&rest) {
                true => items = rest,
                false => start = end,
            }
        }
        // Repeat with single items until none can be removed.
        if size > 1 {
            size = size.div_ceil(2).min(items.len());
        } else if items.len() == before {
            size = 0;
        }
    }
    items
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_is_minimal() {
        let mut tests = 0;
        let kept = delta_debug((0..100).collect(), &mut |items: &[i32]| {
            tests += 1;
            [7, 8, 61].iter().all(|item| items.contains(item))
        });
        assert_eq!(kept, [7, 8, 61]);
        assert!(tests < 80, "{tests}");
        let nothing = delta_debug(vec![1, 2, 3], &mut |_: &[i32]| true);
        assert!(nothing.is_empty());
        let all = delta_debug(vec![1, 2, 3], &mut |items: &[i32]| items.len() == 3);
        assert_eq!(all, [1, 2, 3]);
    }
}
