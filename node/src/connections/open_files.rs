//! How many files and sockets the process may have open.

/// Files that are not clients' connections: RocksDB keeps up to 1,024 open (SurrealDB's setting); the rest is for
/// uploads, backups, and connections to services.
const OTHERS: usize = 2_048;

/// Raises the limit of open files as far as the system allows, and returns it.
pub fn raise() -> std::io::Result<usize> {
    let open = rlimit::increase_nofile_limit(u64::MAX)?;
    Ok(usize::try_from(open).unwrap_or(usize::MAX))
}

/// The connections that fit into the limit of open files, at most `wanted`.
#[must_use]
pub fn connections(wanted: usize, files: usize) -> usize {
    // Where files are very scarce, half of them.
    wanted.min(files.saturating_sub(OTHERS).max(files / 2)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_files_for_the_database() {
        assert_eq!(connections(10_000, 1_048_576), 10_000);
        assert_eq!(connections(10_000, 8_192), 8_192 - OTHERS);
        assert_eq!(connections(10_000, 1_024), 512);
        assert_eq!(connections(10, 1_024), 10);
        assert_eq!(connections(10_000, 0), 1);
    }
}
