//! Rows that are being read, within the memory that they may take.

use crate::sheet::error::SheetError;
use crate::sheet::limits::Limits;

/// Memory that is still left for texts.
pub(super) struct Budget(pub(super) usize);

impl Budget {
    pub(super) fn take(&mut self, bytes: usize) -> Result<(), SheetError> {
        self.0 = self.0.checked_sub(bytes).ok_or(SheetError::TooLarge)?;
        Ok(())
    }
}

/// Overhead of a text in bytes: its handle and the allocator's.
pub(super) const TEXT_COST: usize = 40;
/// Bytes of a cell without text.
const CELL_COST: usize = 24;

/// Rows that are being read.
pub(super) struct Rows<'a> {
    pub(super) limits: &'a Limits,
    budget: Budget,
    pub(super) rows: Vec<Vec<String>>,
}

impl<'a> Rows<'a> {
    pub(super) fn new(limits: &'a Limits, budget: Budget) -> Self {
        Self { limits, budget, rows: Vec::new() }
    }

    /// Puts a text into a cell. Rows and columns count from 0.
    pub(super) fn put(&mut self, row: usize, column: usize, text: String) -> Result<(), SheetError> {
        // The row of names is not counted.
        if row > self.limits.rows || column >= self.limits.columns {
            return Err(SheetError::TooMany);
        }
        if text.len() > self.limits.cell {
            return Err(SheetError::TooLarge);
        }
        if self.rows.len() <= row {
            self.budget.take((row + 1 - self.rows.len()) * CELL_COST)?;
            self.rows.resize_with(row + 1, Vec::new);
        }
        let cells = &mut self.rows[row];
        if cells.len() <= column {
            self.budget.take((column + 1 - cells.len()) * CELL_COST)?;
            cells.resize(column + 1, String::new());
        }
        self.budget.take(text.len() + TEXT_COST - CELL_COST)?;
        cells[column] = text;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_cell_far_out_takes_its_share_of_the_memory() {
        let limits = Limits { memory: 1_000, ..Limits::IMPORT };
        let mut rows = Rows::new(&limits, Budget(limits.memory));
        assert_eq!(rows.put(0, 199, "x".into()), Err(SheetError::TooLarge));
        let mut rows = Rows::new(&limits, Budget(limits.memory));
        assert_eq!(rows.put(100, 0, "x".into()), Err(SheetError::TooLarge));
        let mut rows = Rows::new(&Limits::IMPORT, Budget(Limits::IMPORT.memory));
        assert_eq!(rows.put(0, 200, "x".into()), Err(SheetError::TooMany));
        assert_eq!(rows.put(200_001, 0, "x".into()), Err(SheetError::TooMany));
        assert_eq!(rows.put(200_000, 199, "x".into()), Ok(()));
    }
}
