//! What solvers say before their models.

use std::fmt;

/// What a solver says of its formula, without the model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Status {
    Satisfiable,
    Unsatisfiable,
    Unknown,
}

impl Status {
    const ALL: [Status; 3] = [Status::Satisfiable, Status::Unsatisfiable, Status::Unknown];

    /// The words for it: the first follows `s`, each may be on a line of its own.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Status::Satisfiable => &["SATISFIABLE", "SAT"],
            Status::Unsatisfiable => &["UNSATISFIABLE", "UNSAT"],
            Status::Unknown => &["UNKNOWN", "INDET", "INDETERMINATE"],
        }
    }

    pub fn find(is_meant: impl Fn(&[&str]) -> bool) -> Option<Status> {
        let mut all = Status::ALL.into_iter();
        all.find(|status| is_meant(status.words()))
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.words()[0])
    }
}
