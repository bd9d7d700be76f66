//! The program `warstrike`: its tools and the window.
//!
//! Data goes to standard output, everything else to standard error. Exit
//! status: 0 done, 1 refused or a check failed, 2 bad arguments or a bad file.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
