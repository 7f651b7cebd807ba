//! A product's figures in a warehouse, as its ledger rows make them.

use bus_schemas::number::{AMOUNT_SCALE, Amount, COST_SCALE, Cost, Quantity};
use bus_schemas::warehouse::{CostBasis, Movement, Operation};
use rust_decimal::Decimal;

use super::cost;
use super::port::CostRow;

/// A product's figures in this warehouse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Level {
    pub on_hand: Quantity,
    pub reserved: Quantity,
    pub average_cost: Cost,
    pub last_price: Cost,
    /// By how much the amounts of the ledger's rows are more than what is on hand is worth at the average: their roundings,
    /// and what was taken back at another cost. It is 0 again when a record of it is written, once nothing is on hand.
    pub rounding: Amount,
    /// The sequence of the first ledger row that it counts, 0 for none.
    pub rounding_from: i64,
    /// The last ledger row that may have brought goods, or taken back what one had brought; as of when it was read, the
    /// last row of all. Not stored.
    pub(super) last_in: i64,
    /// Whether the store has a row for its cost already.
    pub(super) cost_stored: bool,
}

/// Half of the last decimal of an amount, and of a cost: as much a rounding takes or adds.
const AMOUNT_ROUNDING: Decimal = Decimal::from_parts(5, 0, 0, false, AMOUNT_SCALE + 1);
const COST_ROUNDING: Decimal = Decimal::from_parts(5, 0, 0, false, COST_SCALE + 1);

/// What a ledger row says of what its product costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Valued {
    pub sequence: i64,
    pub operation: Option<Operation>,
    pub basis: Option<CostBasis>,
    pub reverses: bool,
    pub moved: Quantity,
    pub unit_cost: Cost,
    pub amount: Amount,
}

impl Valued {
    /// Of a movement.
    #[must_use]
    pub fn of(movement: &Movement) -> Self {
        let Movement { sequence, operation, cost_basis: basis, reverses, moved, unit_cost, amount, .. } = *movement;
        Self { sequence, operation, basis, reverses, moved, unit_cost, amount }
    }
}

impl Level {
    /// Takes over what the store has of its cost.
    pub(super) fn take_cost(&mut self, row: &CostRow) {
        let CostRow { product: _, average_cost, last_price, rounding, rounding_from, stored: cost_stored } = *row;
        *self = Self { average_cost, last_price, rounding, rounding_from, cost_stored, ..*self };
    }

    /// By how much the amounts of one row and the value may come apart by rounding.
    #[must_use]
    pub fn slack(&self) -> Decimal {
        AMOUNT_ROUNDING.saturating_add(self.on_hand.0.abs().saturating_mul(COST_ROUNDING))
    }

    /// Whether anything was ever received, so that there is an average.
    #[must_use]
    pub fn knows_cost(&self) -> bool {
        self.cost_stored || self.average_cost > Cost::ZERO
    }

    /// Counts a ledger row. Returns whether goods came in with a cost of their own. For a transfer this is the cost
    /// that the goods left with, which does not become the last price. Found goods enter at the average, or set it if
    /// there is none. Goods that go back to their supplier leave at what they came for, as do those of a receipt that is
    /// taken back: the rest keeps its value.
    pub fn count(&mut self, row: &Valued) -> bool {
        let before = self.worth();
        let bought = row.operation == Some(Operation::Inbound);
        let brings = bought || row.operation == Some(Operation::Transfer) || row.basis.is_some() || row.reverses;
        let came = brings && row.moved > Quantity::ZERO;
        // A figure out of range keeps the old average; `decide` refuses such commands.
        let average = if came {
            cost::after_receipt(self.on_hand, self.average_cost, row.moved, row.unit_cost)
        } else if (row.reverses || matches!(row.basis, Some(CostBasis::Receipt | CostBasis::Lost))) && row.moved < Quantity::ZERO {
            cost::after_removal(self.on_hand, self.average_cost, -row.moved, row.unit_cost)
        } else if row.basis == Some(CostBasis::Addition) {
            cost::after_addition(self.on_hand, self.average_cost, row.amount)
        } else {
            None
        };
        self.average_cost = average.unwrap_or(self.average_cost);
        if came && bought && !row.reverses && row.basis.is_none() {
            self.last_price = row.unit_cost;
        }
        self.on_hand += row.moved;
        self.count_rounding(row, before);
        came
    }

    /// What is on hand at the average.
    fn worth(&self) -> Decimal {
        self.on_hand.0.saturating_mul(self.average_cost.0)
    }

    fn count_rounding(&mut self, row: &Valued, before: Decimal) {
        // What was used with goods that have left is no part of what is there.
        if (row.moved.is_zero() && row.operation != Some(Operation::Cost)) || row.basis == Some(CostBasis::Used) {
            return;
        }
        if self.rounding_from == 0 {
            self.rounding_from = row.sequence;
        }
        let worth = self.worth().saturating_sub(before);
        self.rounding = Amount(self.rounding.0.saturating_add(row.amount.0).saturating_sub(worth).normalize());
    }
}
