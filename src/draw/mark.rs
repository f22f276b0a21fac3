//! Why a cell or a constraint is marked.

/// Why a cell or a constraint is marked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mark {
    /// One of those that contradict each other: hatched, in a thick frame.
    Conflict,
    /// Not needed: dots around the digit.
    Redundant,
    /// Looked at: a frame.
    Highlight,
    /// Another digit than in the other solution: a ring.
    Difference,
}

impl Mark {
    /// What it means, for the legend and the description.
    pub fn name(self) -> &'static str {
        match self {
            Mark::Conflict => "part of the contradiction",
            Mark::Redundant => "redundant",
            Mark::Highlight => "marked",
            Mark::Difference => "differs between the solutions",
        }
    }
}
