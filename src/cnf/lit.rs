//! Variables and literals, numbered as in DIMACS: from 1, negative for "not".

use std::fmt;
use std::num::{NonZeroI32, NonZeroU32};
use std::ops::Not;

/// A variable, from 1 to `i32::MAX`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(NonZeroU32);

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(NonZeroI32);

impl Var {
    /// The variable with this DIMACS number, if valid.
    pub fn new(number: u32) -> Option<Var> {
        let fits = i32::try_from(number).is_ok();
        NonZeroU32::new(number).filter(|_| fits).map(Var)
    }

    /// The variable after `index` others.
    ///
    /// # Panics
    /// If there are more than `i32::MAX` variables.
    pub fn from_index(index: usize) -> Var {
        let number = u32::try_from(index + 1).ok().and_then(Var::new);
        number.expect("no more variables than DIMACS can number")
    }

    /// The DIMACS number, from 1.
    pub fn number(self) -> u32 {
        self.0.get()
    }

    /// The 0-based index.
    pub fn index(self) -> usize {
        self.number() as usize - 1
    }

    /// The positive literal.
    pub fn positive(self) -> Lit {
        let number = self.0.get() as i32;
        Lit(NonZeroI32::new(number).expect("variables count from 1"))
    }

    /// The negative literal.
    pub fn negative(self) -> Lit {
        !self.positive()
    }
}

impl Lit {
    /// The literal with this DIMACS number; `None` for 0 and for `i32::MIN`,
    /// whose negation has no number.
    pub fn from_dimacs(number: i32) -> Option<Lit> {
        NonZeroI32::new(number)
            .filter(|n| n.get() != i32::MIN)
            .map(Lit)
    }

    /// The DIMACS number.
    pub fn dimacs(self) -> i32 {
        self.0.get()
    }

    /// The variable.
    pub fn var(self) -> Var {
        Var(self.0.unsigned_abs())
    }

    /// Whether the literal is not negated.
    pub fn is_positive(self) -> bool {
        self.dimacs() > 0
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
