//! The lines that were read ahead, and what they take in memory.

use super::Line;
use std::collections::VecDeque;

/// The most that lines ahead may take. Eleven 1024×1024 grids fit, and many more lines than belong
/// to one puzzle.
const MOST: usize = 64 << 20;

/// What a line takes beside its bytes, about.
const LINE_ITSELF: usize = 64;

/// Lines in the order of the input.
#[derive(Default)]
pub(super) struct Ahead {
    lines: VecDeque<Line>,
    bytes: usize,
}

impl Ahead {
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Whether they take more memory than they may.
    pub fn is_too_long(&self) -> bool {
        self.bytes > MOST
    }

    pub fn get(&self, index: usize) -> Option<&Line> {
        self.lines.get(index)
    }

    pub fn push(&mut self, line: Line) {
        self.bytes += memory(&line);
        self.lines.push_back(line);
    }

    pub fn take(&mut self) -> Option<Line> {
        let line = self.lines.pop_front()?;
        self.bytes -= memory(&line);
        Some(line)
    }
}

fn memory(line: &Line) -> usize {
    line.text.len() + LINE_ITSELF
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(length: usize) -> Line {
        Line::new(1, "x".repeat(length))
    }

    #[test]
    fn lines_take_memory_until_they_are_taken() {
        let mut ahead = Ahead::default();
        assert!(ahead.is_empty());
        ahead.push(line(MOST - LINE_ITSELF));
        assert!(!ahead.is_too_long());
        ahead.push(line(0));
        assert!(ahead.is_too_long());
        assert_eq!((ahead.len(), ahead.is_empty()), (2, false));
        assert_eq!(ahead.get(1).map(|line| line.text.len()), Some(0));
        assert!(ahead.take().is_some());
        assert!(!ahead.is_too_long());
        assert!(ahead.take().is_some());
        assert!(ahead.take().is_none());
        // Short lines take memory, too.
        for _ in 0..=MOST / LINE_ITSELF {
            ahead.push(line(0));
        }
        assert!(ahead.is_too_long());
        let rest = (0..3).map(|_| ahead.take()).count();
        assert_eq!((rest, ahead.is_too_long()), (3, false));
    }
}
