//! The `entrepot` program, with the web app in it. The library has none, so that a build of the web app recompiles these lines
//! alone.
#![recursion_limit = "256"]

use std::borrow::Cow;
use std::process::ExitCode;

use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../web/dist"]
struct WebApp;

/// A file of the web app. An empty one stands for none: [`build.rs`](../build.rs) makes it where there is no web app.
fn file(path: &str) -> Option<Cow<'static, [u8]>> {
    WebApp::get(path).map(|file| file.data).filter(|bytes| !bytes.is_empty())
}

fn main() -> ExitCode {
    entrepot::cli::main(file)
}
