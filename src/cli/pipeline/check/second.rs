//! The engine that answers a classic puzzle a second time.

use super::{PRESOLVE, is_for_sat};
use crate::backend::{Approach, Backend, NativeBackend, SatBackend};
use crate::encoding::Encoding;
use crate::grid::Puzzle;
use crate::sat::Engine;

/// SAT and the native search: the one that did not answer checks.
pub struct ClassicSecond {
    native: NativeBackend,
    sat: SatBackend,
}

impl ClassicSecond {
    /// SAT with this encoding.
    pub fn new(encoding: Encoding) -> ClassicSecond {
        ClassicSecond {
            native: NativeBackend::default(),
            sat: SatBackend::new(Engine::varisat(), encoding, PRESOLVE),
        }
    }

    /// The engine that checks an answer which was found in this way.
    pub fn other(&mut self, approach: Approach, puzzle: &Puzzle) -> &mut dyn Backend {
        match is_for_sat(approach, puzzle) {
            true => &mut self.sat,
            false => &mut self.native,
        }
    }
}
