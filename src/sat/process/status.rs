//! What the exit codes of solvers say.

use crate::cnf::output::SolverOutput;
use crate::outcome::Fault;
use std::io;
use std::process::ExitStatus;

/// Whether the exit code goes with the answer. The competition's codes are 10 and 20;
/// clasp returns 30 for a model, and some solvers always return 0.
pub(super) fn matches_status(output: &SolverOutput, status: ExitStatus) -> bool {
    match output {
        SolverOutput::Satisfiable(_) => matches!(status.code(), Some(0 | 10 | 30)),
        SolverOutput::Unsatisfiable => matches!(status.code(), Some(0 | 20)),
        SolverOutput::Unknown => status.code().is_some_and(|code| code != 10 && code != 20),
    }
}

/// The fault of a solver that ended like this without an answer.
pub(super) fn without_answer(status: ExitStatus) -> Fault {
    match status.code() {
        Some(0 | 10 | 20 | 30) => Fault::Garbage,
        _ => Fault::Crash,
    }
}

/// Whether the solver was killed by a signal or not found: shells report both as codes
/// above 125.
pub(super) fn died(status: ExitStatus) -> bool {
    status.code().is_none_or(|code| code > 125)
}

/// Whether an error says that the system lacks what it takes to run any program.
pub(super) fn is_of_system(error: &io::Error) -> bool {
    use io::ErrorKind::{OutOfMemory, QuotaExceeded, StorageFull, WouldBlock};
    // Too many open files, of the system or of the process.
    const MANY_FILES: [i32; 2] = [23, 24];
    let is_many = error
        .raw_os_error()
        .is_some_and(|code| MANY_FILES.contains(&code));
    is_many
        || matches!(
            error.kind(),
            OutOfMemory | QuotaExceeded | StorageFull | WouldBlock
        )
}
