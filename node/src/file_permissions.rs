//! File permissions: what the node writes is for its own user alone (umask), also directories that an older version
//! left open.

use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};

use nix::sys::stat::{Mode, umask};

/// Bits of the group and of others.
const FOREIGN: u32 = 0o077;
/// The sticky bit of shared directories such as /tmp.
const SHARED: u32 = 0o1000;

/// Files and directories that this process makes are for its user alone.
pub fn restrict_process() {
    umask(Mode::from_bits_truncate(0o077));
}

/// Locks other users out of a file or directory. One that belongs to another user stays as it is, with
/// a warning.
fn tighten(path: &Path) -> io::Result<()> {
    let mode = std::fs::metadata(path)?.permissions().mode();
    if mode & FOREIGN == 0 {
        return Ok(());
    }
    match std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode & 0o7777 & !FOREIGN)) {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            tracing::warn!(path = %path.display(), %error, "other users may read this, and it can't be changed");
            Ok(())
        }
        other => other,
    }
}

/// A directory for this user alone; made when it is not there. A shared one, such as /tmp, is refused.
pub fn directory(dir: &Path) -> io::Result<()> {
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
    if std::fs::metadata(dir)?.permissions().mode() & SHARED != 0 {
        return Err(io::Error::other("everybody may write to this directory: take one of its own"));
    }
    tighten(dir)
}

/// The directory of an embedded database and its files, where they are there.
pub fn database(dir: &Path) -> io::Result<()> {
    let entries = match std::fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    tighten(dir)?;
    for entry in entries {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            tighten(&entry.path())?;
        }
    }
    Ok(())
}

/// The directory of an embedded database.
#[must_use]
pub fn database_dir(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("rocksdb:")?;
    let path = path.strip_prefix("//").unwrap_or(path);
    path.split('?').next().map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        std::fs::metadata(path).expect("it is there").permissions().mode() & 0o7777
    }

    fn set(path: &Path, mode: u32) {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("changed");
    }

    #[test]
    fn directories_are_made_and_tightened_for_one_user() {
        let dir = tempfile::tempdir().expect("a directory");
        let (new, old, shared) = (dir.path().join("a/new"), dir.path().join("old"), dir.path().join("shared"));
        directory(&new).expect("made");
        assert_eq!(mode(&new), 0o700);
        std::fs::create_dir(&old).expect("made");
        std::fs::write(old.join("CURRENT"), "x").expect("written");
        set(&old, 0o755);
        set(&old.join("CURRENT"), 0o644);
        directory(&old).expect("tightened");
        database(&old).expect("tightened");
        assert_eq!((mode(&old), mode(&old.join("CURRENT"))), (0o700, 0o600));
        std::fs::create_dir(&shared).expect("made");
        set(&shared, 0o1777);
        assert!(directory(&shared).is_err());
        assert_eq!(mode(&shared), 0o1777, "a shared one stays as it is");
        database(&dir.path().join("none")).expect("nothing to do");
    }

    #[test]
    fn the_database_is_found_by_its_address() {
        assert_eq!(database_dir("rocksdb:/a/db?sync=every"), Some("/a/db".into()));
        assert_eq!(database_dir("rocksdb://a/db"), Some("a/db".into()));
        assert_eq!(database_dir("mem://"), None);
    }
}
