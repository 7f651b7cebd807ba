//! A log whose tail says "recycled record" where none can be: RocksDB alone would read it for ever.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::Duration;

use entrepot_store::engine::value::int;
use entrepot_store::{Store, StoreConfig};

fn config(directory: &Path) -> StoreConfig {
    let url = format!("rocksdb:{}", directory.display());
    StoreConfig::new(url, "test")
}

fn newest_log(directory: &Path) -> PathBuf {
    let paths = fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|end| end == "log")).max().unwrap()
}

/// A header that is no record's: checksum, length 3, kind, and some bytes more.
fn garbage(kind: u8) -> [u8; 12] {
    [9, 9, 9, 9, 3, 0, kind, 1, 2, 3, 4, 5]
}

/// What is kept of `probe`, read on a thread of its own: a start that never ends must not hold the test.
fn kept(directory: &Path) -> Vec<i64> {
    let (send, received) = mpsc::channel();
    let config = config(directory);
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let kept = runtime.block_on(async {
            let store = Store::connect(&config).await.unwrap();
            store.rows("SELECT VALUE a FROM probe ORDER BY a", vec![]).await.unwrap()
        });
        let _ = send.send(kept);
    });
    received.recv_timeout(Duration::from_secs(60)).expect("the store opens")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_opens_over_it_and_keeps_what_was_written() {
    let home = tempfile::tempdir().unwrap();
    let directory = home.path().join("db");
    let store = Store::connect(&config(&directory)).await.unwrap();
    for kind in [5, 8, 131] {
        store.run("CREATE probe SET a = $a", vec![("a", int(i64::from(kind)))]).await.unwrap();
    }
    for kind in [5, 8, 131] {
        // As after a power cut: the files as they lie there while the first store still has them.
        let copy = home.path().join(format!("cut-{kind}"));
        fs::create_dir(&copy).unwrap();
        for entry in fs::read_dir(&directory).unwrap() {
            let entry = entry.unwrap();
            fs::copy(entry.path(), copy.join(entry.file_name())).unwrap();
        }
        let log = newest_log(&copy);
        OpenOptions::new().append(true).open(&log).unwrap().write_all(&garbage(kind)).unwrap();
        assert_eq!(kept(&copy), [5, 8, 131]);
        assert_eq!(fs::read(log.with_extension("log.torn")).unwrap(), garbage(kind));
    }
    drop(store);
}
