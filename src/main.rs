//! The `satoku` command.

use std::process::ExitCode;

/// SAT solvers allocate many small objects. With this allocator, varisat is 10 to 25 %
/// faster from file to file than with that of glibc 2.36.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    satoku::cli::run()
}
