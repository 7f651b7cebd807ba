//! What was checked and found.

use serde::Serialize;

/// Findings after which the check stops.
const FINDINGS_MAX: usize = 1_000;

/// Something that is not as it must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The row, as `table:[key]`.
    pub row: String,
    pub problem: String,
}

/// What was checked and found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    pub warehouses: usize,
    pub movements: i64,
    pub places: usize,
    pub reservations: usize,
    /// Moving averages with their last prices.
    pub costs: usize,
    /// Batches that are held, and areas that hold what lies in them.
    pub holds: usize,
    pub orders: usize,
    /// Of those, transfers; and transfers that have goods in transit.
    pub transfers: usize,
    pub in_transit: usize,
    /// Orders of the shop.
    pub shop_orders: usize,
    /// Count sheets.
    pub counts: usize,
    /// Commands that are remembered.
    pub commands: usize,
    pub notifications: i64,
    /// Members, whose money and score are the sums of their logs.
    pub members: usize,
    /// Lines of the administrators' log that are what was sealed, and those that were deleted since.
    pub audit_lines: usize,
    pub audit_lines_deleted: usize,
    pub findings: Vec<Finding>,
}

impl Report {
    /// What was looked at, in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        format!(
            "{} warehouses, {} movements, {} places, {} reservations, {} costs, {} held batches and areas, {} orders, {} transfers ({} with goods on \
             the road), {} shop orders, {} count sheets, {} commands, {} notifications, {} members, {} lines of the administrators' log ({} deleted since)",
            self.warehouses,
            self.movements,
            self.places,
            self.reservations,
            self.costs,
            self.holds,
            self.orders,
            self.transfers,
            self.in_transit,
            self.shop_orders,
            self.counts,
            self.commands,
            self.notifications,
            self.members,
            self.audit_lines,
            self.audit_lines_deleted
        )
    }

    /// Notes something that is not as it must be.
    pub(super) fn find(&mut self, row: String, problem: String) {
        if self.findings.len() < FINDINGS_MAX {
            self.findings.push(Finding { row, problem });
        }
    }
}
