//! A stand-alone SurrealDB server, the one the tests and a cluster connect to.
#![recursion_limit = "256"]

use std::process::ExitCode;

fn main() -> ExitCode {
    surrealdb_server::init(surrealdb_server::core::CommunityComposer())
}
