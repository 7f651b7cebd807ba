//! Replays real orders from a file, through the same actors as the web app.
//!
//! [`lines`] reads the file and sorts its lines (pure), [`replay`] carries them through. A second
//! run changes nothing: every step has a command id that follows from its invoice.

pub mod lines;
mod replay;

use std::fmt;
use std::path::PathBuf;

use actors::clock::SharedClock;
use actors::store::StoreError;
use actors::system::System;
use bus_schemas::ids::AdminId;
use entrepot_store::Store;
use entrepot_store::resource::RecordError;

/// Options of a replay.
#[derive(Clone, Debug)]
pub struct Options {
    /// `.csv` or `.csv.gz`.
    pub file: PathBuf,
    /// Where refused lines go, as CSV.
    pub rejects: PathBuf,
    /// The administrator who gives the commands.
    pub admin: AdminId,
    /// `YYYY-MM-DD`.
    pub today: String,
    pub clock: SharedClock,
}

/// Why nothing is replayed.
#[derive(Debug, thiserror::Error)]
pub enum ImportError {
    #[error("{file}: {reason}")]
    File { file: String, reason: String },
    #[error("{0}")]
    Csv(#[from] csv::Error),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{what} was not done: {why}")]
    Step { what: String, why: String },
}

/// Results of a replay.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub lines: usize,
    pub orders: usize,
    /// Goods lines that moved in this run.
    pub moves: usize,
    /// Orders that an earlier run had done.
    pub repeated: usize,
    /// Lines that are no goods.
    pub set_aside: usize,
    /// Lines that a rule refused.
    pub refused: usize,
    pub seconds: f64,
}

/// The largest memory this process has had, in MiB.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib / 1_024)
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rate = self.lines as f64 / self.seconds.max(0.001);
        writeln!(f, "lines         {:>8}", self.lines)?;
        writeln!(f, "orders        {:>8}", self.orders)?;
        writeln!(f, "moves         {:>8}", self.moves)?;
        writeln!(f, "done before   {:>8}", self.repeated)?;
        writeln!(f, "set aside     {:>8}", self.set_aside)?;
        writeln!(f, "refused       {:>8}", self.refused)?;
        write!(f, "seconds       {:>8.1}   ({rate:.0} lines/s", self.seconds)?;
        if let Some(memory) = peak_memory() {
            write!(f, ", peak memory {memory} MiB")?;
        }
        write!(f, ")")
    }
}

/// Replays a file.
pub async fn orders(system: &System, store: &Store, options: Options) -> Result<Summary, ImportError> {
    replay::run(system, store, options).await
}
