//! The kernels of a definition, with their expressions read.

use super::expression::Expression;

/// Which cells a kernel is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cells {
    /// All cells of the board.
    Board,
    /// A parameter of type `cells` or `cell`, by its place among the parameters.
    Parameter(usize),
}

/// A kernel as a rule file writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// Cells differ, group by group.
    Distinct {
        /// Its cells.
        of: Cells,
        /// Which of them.
        place: Option<Expression>,
        /// Cells with the same value are a group.
        by: Option<Expression>,
    },
    /// Pairs of a line, or of two lines.
    Pairs {
        /// The first cells.
        of: Cells,
        /// The second cells.
        with: Cells,
        /// Which pairs of places.
        places: Expression,
        /// Which digits.
        allow: Expression,
    },
    /// Pairs of cells of the board.
    Steps {
        /// Which pairs.
        steps: Steps,
        /// Types of constraint whose cells are left out.
        unless: Vec<String>,
        /// Which digits.
        allow: Expression,
    },
    /// Digits times coefficients add up to the total.
    Sum {
        /// Cells with their coefficients.
        terms: Vec<(Cells, Expression)>,
        /// What they add up to.
        total: Expression,
    },
    /// Groups of cells have the same sum.
    EqualSums {
        /// Its cells.
        of: Cells,
        /// Cells with the same value are a group.
        by: Expression,
    },
    /// A line that an automaton accepts.
    Automaton(Box<Machine>),
    /// How often digits occur.
    Count {
        /// Its cells.
        of: Cells,
        /// Which digits.
        digits: CountedDigits,
        /// How often they may occur.
        allow: Expression,
    },
    /// In each window of the board, some cell has one of the digits.
    Some {
        /// Rows and columns of a window.
        windows: (usize, usize),
        /// The condition holds for each of these.
        each: Vec<i64>,
        /// Which digits.
        allow: Expression,
    },
    /// The digits of cells.
    Candidates {
        /// Its cells.
        of: Cells,
        /// Which digits.
        allow: Expression,
    },
}

impl Block {
    /// Whether it depends on a parameter that is a list of digits or of pairs.
    pub fn mentions_list(&self) -> bool {
        let of = |expressions: &[&Expression]| expressions.iter().any(|each| each.mentions_list());
        match self {
            Block::Distinct { place, by, .. } => {
                place.iter().chain(by).any(Expression::mentions_list)
            }
            Block::Pairs { places, allow, .. } => of(&[places, allow]),
            Block::Steps { allow, .. }
            | Block::Some { allow, .. }
            | Block::Candidates { allow, .. } => of(&[allow]),
            Block::Sum { terms, total } => {
                total.mentions_list() || terms.iter().any(|(_, times)| times.mentions_list())
            }
            Block::EqualSums { by, .. } => of(&[by]),
            Block::Automaton(machine) => machine.any(Expression::mentions_list),
            Block::Count { digits, allow, .. } => {
                matches!(digits, CountedDigits::Listed(_)) || of(&[allow])
            }
        }
    }
}

/// Where in the text of a rule file a kernel is: bytes from its start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BlockPlace {
    /// Its table, such as `pairs`.
    pub table: &'static str,
    /// What picks its cells, if anything does.
    pub picks: Option<usize>,
    /// What it says about their digits.
    pub says: usize,
}

/// Which pairs of cells of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Steps {
    /// Rows down and columns to the right from the first to the second cell.
    Listed(Vec<(i64, i64)>),
    /// Pairs in reading order for which it holds.
    Where(Expression),
}

/// Which digits a `[[count]]` counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountedDigits {
    /// All of them.
    Every,
    /// Those of a list, by its place among the lists.
    Listed(usize),
}

/// An automaton with registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine {
    /// Its cells.
    pub of: Cells,
    /// The place of the first register among the values.
    pub first: usize,
    /// First and last of the values with which each register may start.
    pub start: Vec<(Expression, Expression)>,
    /// The first whose condition holds is taken; none at all changes nothing.
    pub steps: Vec<MachineStep>,
    /// Lines are refused as soon as it holds.
    pub reject: Option<Expression>,
    /// Lines are accepted if it holds at the end.
    pub accept: Expression,
}

/// A step of an automaton.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MachineStep {
    /// When it is taken; always, if absent.
    pub when: Option<Expression>,
    /// Registers and their new values, all from the old ones.
    pub set: Vec<(usize, Expression)>,
}

impl Machine {
    /// Whether the variable at this place of the values matters.
    pub fn mentions(&self, place: usize) -> bool {
        self.any(|expression| expression.mentions(place))
    }

    /// Whether this is true of an expression that is read with each digit or at the end.
    fn any(&self, holds: impl Fn(&Expression) -> bool) -> bool {
        let steps = self.steps.iter();
        let mut in_steps = steps.flat_map(|step| {
            let values = step.set.iter().map(|(_, value)| value);
            step.when.iter().chain(values)
        });
        in_steps.any(&holds) || holds(&self.accept) || self.reject.iter().any(&holds)
    }
}
