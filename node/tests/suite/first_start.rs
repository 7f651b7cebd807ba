//! The first minutes: what a start on an empty directory prints, and a start that can't listen.

use std::net::TcpListener;

use crate::support::{Node, run};

/// Address that nothing else can listen on while the listener lives.
fn taken() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    (listener, address)
}

#[tokio::test]
async fn a_start_that_can_not_listen_names_address_and_key_and_makes_nothing() {
    let (_listener, address) = taken();
    let dir = tempfile::tempdir().expect("a directory");
    let data = dir.path().join("data").display().to_string();
    for (listen, ws_listen, key) in [(address.as_str(), "", "listen"), ("127.0.0.1:0", address.as_str(), "ws_listen")] {
        let (ok, text) = run(&["serve", "--listen", listen, "--ws-listen", ws_listen, "--data-dir", &data]).await;
        assert!(!ok, "{text}");
        assert!(text.contains(&address), "{text}");
        assert!(text.contains(&format!("configuration key {key})")), "{text}");
        assert!(!text.contains("password"), "{text}");
        assert!(!dir.path().join("data").exists(), "the refused start made a data directory");
    }
}

#[tokio::test]
async fn the_first_start_prints_the_password_once_and_one_line_for_the_schema() {
    let dir = tempfile::tempdir().expect("a directory");
    let log = |node: &Node| std::fs::read_to_string(node.log()).expect("a log");
    let node = Node::start(dir.path(), &[]).await;
    let first = log(&node);
    assert_eq!(first.lines().filter(|line| line.contains("schema")).count(), 1, "{first}");
    assert_eq!(first.lines().filter(|line| line.starts_with("password")).count(), 1, "{first}");
    assert!(first.lines().any(|line| line.starts_with("address")), "{first}");
    assert!(node.stop().await);
    let node = Node::start(dir.path(), &[]).await;
    let second = log(&node);
    assert!(!second.contains("schema") && !second.contains("password"), "{second}");
    assert!(node.stop().await);
}
