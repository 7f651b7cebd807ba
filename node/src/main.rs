//! The `entrepot` program.
#![recursion_limit = "256"]

use std::process::ExitCode;

fn main() -> ExitCode {
    entrepot::cli::main()
}
