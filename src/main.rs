//! The `satoku` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    satoku::cli::run()
}
