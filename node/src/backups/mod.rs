//! Backups of the whole database: made by hand or by a scheduled task, tested by a restore beside the database, kept for days,
//! weeks and months, downloaded by super administrators.
//!
//! A backup is a file in the directory `backups` of the data directory and a row of the table `backup`. [`service`] makes and
//! tests them, [`keep`] says which stay, [`file`] has the files, [`seal`] encrypts them. Not here: what is in a backup, which is
//! `entrepot_store::maintenance::backup`, and `entrepot restore`, which is in [`crate::cli`]. Start at [`service`].

pub mod api;
pub mod file;
pub mod hooks;
pub mod keep;
pub mod seal;
pub mod service;
