//! How the check of a lemma ends.

use crate::proof::pace::Stopped;
use crate::proof::variables::Code;

/// Why the check ends at a lemma.
pub enum End {
    Flaw(String),
    Stopped,
}

impl From<Stopped> for End {
    fn from(_: Stopped) -> End {
        End::Stopped
    }
}

/// Why a lemma follows.
#[derive(Clone, Copy)]
pub enum Justified {
    ByPropagation,
    /// As RAT on this literal.
    AsRat(Code),
}
