//! A power cut: the process dies and only what was synced is left, the newest log torn at a random
//! byte. Every other cut comes soon after the restart. What was synced is noted by the library
//! `ops/powercut`, which the node is started with.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::time::{Duration, UNIX_EPOCH};

use rand::rngs::StdRng;
use rand::{Rng, RngCore, SeedableRng};

use crate::posting::{Posted, number};
use crate::support::{Node, admins};

struct Machine {
    dir: tempfile::TempDir,
    random: StdRng,
    /// More of the command line.
    more: Vec<String>,
}

/// Which file it is, whatever it is called: its inode and when it was made.
fn identity(file: &fs::Metadata) -> String {
    let born = file.created().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map_or(0, |age| age.as_nanos());
    format!("{}.{born}", file.ino())
}

impl Machine {
    async fn new(seed: u64, more: Vec<String>) -> Self {
        let dir = tempfile::tempdir().expect("a directory");
        let machine = Self { dir, random: StdRng::seed_from_u64(seed), more };
        let more: Vec<&str> = machine.more.iter().map(String::as_str).collect();
        admins(machine.dir.path(), &more, &["clerk"]).await;
        machine
    }

    fn database(&self) -> PathBuf {
        self.dir.path().join("db")
    }

    fn journal(&self) -> PathBuf {
        self.dir.path().join("synced")
    }

    fn files(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.database()).expect("the database");
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).filter(|path| path.is_file()).collect()
    }

    /// Switches on: what lies there now has survived.
    async fn start(&self) -> Node {
        let mut journal = File::create(self.journal()).expect("the journal");
        for file in self.files() {
            let about = fs::metadata(&file).expect("a file");
            writeln!(journal, "{} {}", identity(&about), about.len()).expect("written");
        }
        let library = std::env::current_exe().expect("this test").with_file_name("libpowercut.so");
        assert!(library.exists(), "{} is not there: is it built with the tests?", library.display());
        let library = library.display().to_string();
        let journal = self.journal().display().to_string();
        let more: Vec<&str> = self.more.iter().map(String::as_str).collect();
        Node::start_with(self.dir.path(), &more, &[("LD_PRELOAD", &library), ("ENTREPOT_POWERCUT_JOURNAL", &journal)]).await
    }

    /// The process is dead; now the power fails. Answers how many bytes are gone.
    fn cut(&mut self) -> u64 {
        let journal = fs::read_to_string(self.journal()).expect("the journal");
        let synced: HashMap<&str, u64> =
            journal.lines().filter_map(|line| line.split_once(' ')).filter_map(|(file, length)| Some((file, length.parse().ok()?))).collect();
        assert!(synced.len() > 1, "nothing was noted: the library did not stand before the node");
        let files = self.files();
        let newest_log = files.iter().filter(|file| file.extension().is_some_and(|end| end == "log")).max().cloned();
        let mut gone = 0;
        for path in files {
            let about = fs::metadata(&path).expect("a file");
            let kept = synced.get(identity(&about).as_str()).copied().unwrap_or(0).min(about.len());
            let loose = about.len() - kept;
            let torn = if Some(&path) == newest_log.as_ref() { self.random.random_range(0..=loose) } else { 0 };
            gone += loose - torn;
            let mut file = OpenOptions::new().write(true).open(&path).expect("a file");
            file.set_len(kept + torn).expect("cut");
            if Some(&path) == newest_log.as_ref() {
                self.tear(&mut file, kept, torn);
            }
        }
        gone
    }

    /// The last part of what was not synced did not reach the disk as it was written.
    fn tear(&mut self, log: &mut File, kept: u64, torn: u64) {
        let damaged = if torn == 0 { self.random.random_range(0..64) } else { self.random.random_range(0..=torn) };
        let mut bytes = vec![0; usize::try_from(damaged).expect("a length")];
        if self.random.random_bool(0.5) {
            self.random.fill_bytes(&mut bytes);
        }
        log.seek(SeekFrom::Start(kept + torn.saturating_sub(damaged))).expect("a place");
        log.write_all(&bytes).expect("written");
        log.sync_all().expect("synced");
    }
}

#[tokio::test]
async fn nothing_acknowledged_is_lost_or_doubled_by_a_power_cut() {
    let seed = number("ENTREPOT_TEST_SEED", 7);
    let mut machine = Machine::new(seed, vec![]).await;
    let node = machine.start().await;
    let ids = node.login("clerk").await.master_data().await;
    node.kill().await;
    machine.cut();
    let cuts = number("ENTREPOT_POWER_CUTS", 10);
    let posted = Posted::default();
    let mut gone = 0;
    for cut in 0..cuts {
        let node = machine.start().await;
        let time = if cut % 2 == 0 { 150 + cut * 53 % 400 } else { 30 };
        posted.during(node, ids, cut, Duration::from_millis(time)).await;
        gone += machine.cut();
    }
    posted.is_kept(machine.dir.path(), &format!("power cuts (seed {seed}, {gone} bytes that were not synced gone)"), cuts).await;
}

/// The control: without syncing, the same harness must find that orders are lost.
#[tokio::test]
async fn without_syncing_a_power_cut_loses_orders() {
    let mut machine = Machine::new(11, vec![]).await;
    let node = machine.start().await;
    let ids = node.login("clerk").await.master_data().await;
    assert!(node.stop().await);
    let url = format!("rocksdb:{}?sync=never", machine.database().display());
    machine.more = vec!["--database".into(), url, "--i-accept-data-loss".into()];
    let posted = Posted::default();
    for cut in 0..3 {
        let node = machine.start().await;
        posted.during(node, ids, cut, Duration::from_millis(500)).await;
        machine.cut();
        let node = machine.start().await;
        let lost = match node.try_login("clerk").await {
            Some(client) => posted.wrong(&client).await.len(),
            None => posted.acknowledged.lock().await.len(),
        };
        node.kill().await;
        if lost > 0 {
            return;
        }
    }
    panic!("three power cuts without syncing lost nothing: this harness can't see a missing sync");
}
