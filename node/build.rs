//! The web app is built before the node and becomes part of the program; without one the node says how to get it.

use std::path::Path;

fn main() {
    // The program is compiled anew when a file changes that is in it: an empty page, where there is none yet.
    let (dist, page) = (Path::new("../web/dist"), Path::new("../web/dist/index.html"));
    let made = std::fs::create_dir_all(dist).and_then(|()| if page.exists() { Ok(()) } else { std::fs::write(page, "") });
    if let Err(error) = made {
        println!("cargo::warning=web/dist: {error}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
