//! What a replay did.

use std::fmt;

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
