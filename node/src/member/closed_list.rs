//! Which accounts were closed, in a file beside the data: an older backup that is restored does not know of the later ones,
//! and they are closed again before the node answers. A line is the member's id, when they joined and when the account was
//! closed, in Unix seconds: ids of another database do not meet.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::config::Config;

/// Its name in the data directory.
const NAME: &str = "closed-accounts";
/// Longest file that is read, in bytes: some millions of lines.
const BYTES_MAX: u64 = 256 << 20;

/// A closed account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedAccount {
    pub member: i64,
    /// When they joined, Unix seconds.
    pub joined: i64,
    /// When the account was closed, Unix seconds.
    pub at: i64,
}

/// The file; none where nothing outlives the node.
#[derive(Debug, Default)]
pub struct ClosedList(Option<Mutex<PathBuf>>);

impl ClosedList {
    /// The list of a node.
    #[must_use]
    pub fn of(config: &Config) -> Self {
        Self((!config.database.starts_with("mem:")).then(|| Mutex::new(path_in(&config.data_dir))))
    }

    /// Adds accounts, and waits until they are on the disk.
    pub fn add(&self, accounts: &[ClosedAccount]) -> io::Result<()> {
        let Some(path) = &self.0 else { return Ok(()) };
        if accounts.is_empty() {
            return Ok(());
        }
        // Held over the writing: lines do not mix.
        let path = path.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let lines: String = accounts.iter().map(|one| format!("{} {} {}\n", one.member, one.joined, one.at)).collect();
        let mut file = OpenOptions::new().create(true).append(true).open(&*path)?;
        file.write_all(lines.as_bytes())?;
        file.sync_all()
    }

    /// The accounts in it, by member. A line that was cut off is passed over.
    pub fn read(&self) -> io::Result<BTreeMap<i64, ClosedAccount>> {
        let Some(path) = &self.0 else { return Ok(BTreeMap::new()) };
        let path = path.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut text = String::new();
        match File::open(&*path) {
            Ok(file) => file.take(BYTES_MAX).read_to_string(&mut text)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
            Err(error) => return Err(error),
        };
        Ok(text.lines().filter_map(account_of).map(|one| (one.member, one)).collect())
    }
}

/// The file of a data directory.
#[must_use]
pub fn path_in(data_dir: &Path) -> PathBuf {
    data_dir.join(NAME)
}

fn account_of(line: &str) -> Option<ClosedAccount> {
    let mut numbers = line.split(' ').map(str::parse);
    let one = ClosedAccount { member: numbers.next()?.ok()?, joined: numbers.next()?.ok()?, at: numbers.next()?.ok()? };
    numbers.next().is_none().then_some(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_back_and_a_cut_one_is_passed_over() {
        let dir = tempfile::tempdir().unwrap();
        let list = ClosedList(Some(Mutex::new(path_in(dir.path()))));
        assert!(list.read().unwrap().is_empty());
        let one = ClosedAccount { member: 7, joined: 100, at: 200 };
        let other = ClosedAccount { member: 9, joined: 0, at: 300 };
        list.add(&[one]).unwrap();
        list.add(&[other]).unwrap();
        std::fs::OpenOptions::new().append(true).open(path_in(dir.path())).unwrap().write_all(b"11 5").unwrap();
        assert_eq!(list.read().unwrap().into_values().collect::<Vec<_>>(), [one, other]);
    }
}
