//! `kill -9` in the middle of concurrent posting: what was acknowledged is there, once.

use std::time::Duration;

use crate::posting::{Posted, number};
use crate::support::{Node, admins};

#[tokio::test]
async fn nothing_acknowledged_is_lost_or_doubled_by_kill() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["clerk"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let ids = node.login("clerk").await.master_data().await;
    node.kill().await;
    let cycles = number("ENTREPOT_KILL_CYCLES", 20);
    let posted = Posted::default();
    for cycle in 0..cycles {
        let node = Node::start(dir.path(), &[]).await;
        posted.during(node, ids, cycle, Duration::from_millis(200 + cycle * 37 % 400)).await;
    }
    posted.is_kept(dir.path(), "kills", cycles).await;
}
