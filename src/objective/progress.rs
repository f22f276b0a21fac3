//! Following an optimisation while it runs.

/// An improvement that an optimisation has just found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Improvement {
    /// A solution with this score.
    Score(i64),
    /// No solution scores more than this.
    Bound(i64),
}

/// Where an optimisation reports its improvements. By default it does not.
#[derive(Clone, Copy, Default)]
pub struct Progress<'w>(Option<&'w dyn Fn(Improvement)>);

impl<'w> Progress<'w> {
    /// Reports nothing.
    pub const SILENT: Progress<'static> = Progress(None);

    /// Calls `watch` for each improvement, in the thread of the optimisation.
    pub fn to(watch: &'w dyn Fn(Improvement)) -> Progress<'w> {
        Progress(Some(watch))
    }

    /// Passes an improvement on.
    pub fn report(self, improvement: Improvement) {
        if let Some(watch) = self.0 {
            watch(improvement);
        }
    }
}
