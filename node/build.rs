//! The web app is built before the node and becomes part of it; without one the node says how to get it.

fn main() {
    let dist = std::path::Path::new("../web/dist");
    if let Err(error) = std::fs::create_dir_all(dist) {
        println!("cargo::warning=web/dist: {error}");
    }
    println!("cargo::rerun-if-changed=../web/dist");
    println!("cargo::rerun-if-changed=src");
}
