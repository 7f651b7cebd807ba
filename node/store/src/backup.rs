//! Backup and restore.
