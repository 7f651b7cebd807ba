//! What a delivery note says beside its order: the batches that leave, and who receives them.

use std::collections::BTreeMap;

use actors::store::StoreError;
use bus_schemas::ids::{OrderId, WarehouseId};
use bus_schemas::number::Quantity;
use bus_schemas::order::OrderKind;
use serde::Deserialize;

use super::rows::OrderDetail;
use crate::engine::connect::Store;
use crate::engine::value::id;

/// Goods of one batch that have left for a line, or are to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineLot {
    pub line: u32,
    /// Empty for goods without batches.
    pub batch: String,
    pub expiry_date: Option<String>,
    pub quantity: Quantity,
}

/// Who receives goods, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Receiver {
    /// Province, city and district, or the city, where they are apart from the address.
    #[serde(default)]
    pub area: String,
    pub address: String,
    pub contact_person: String,
    pub mobile: String,
}

/// Adds up what is of the same line and batch.
fn lots(goods: impl Iterator<Item = LineLot>) -> Vec<LineLot> {
    let mut sums: BTreeMap<(u32, String), LineLot> = BTreeMap::new();
    for lot in goods {
        sums.entry((lot.line, lot.batch.clone())).and_modify(|sum| sum.quantity += lot.quantity).or_insert(lot);
    }
    sums.into_values().filter(|lot| lot.quantity > Quantity::ZERO).collect()
}

impl Store {
    /// The batches of an order that have left; before any has, those that are reserved for it.
    pub async fn lots_of(&self, kind: OrderKind, order: &OrderDetail) -> Result<Vec<LineLot>, StoreError> {
        let (of, warehouse) = (OrderId(order.head.id), WarehouseId(order.head.warehouse));
        if order.stocked_quantity().is_zero() {
            let reserved = self.reserved_for(warehouse, kind, of).await?.into_iter();
            return Ok(lots(reserved.map(|place| LineLot {
                line: place.line,
                batch: place.batch,
                expiry_date: place.expiry_date,
                quantity: place.quantity,
            })));
        }
        // What a transfer's target has received stands in another ledger, whose sequences may be those of rows that left.
        let left: BTreeMap<i64, _> =
            self.moves_of(of).await?.into_iter().filter(|row| row.moved < Quantity::ZERO).map(|row| (row.sequence, row)).collect();
        Ok(lots(left.into_values().map(|row| LineLot { line: row.line, batch: row.place.batch, expiry_date: row.expiry_date, quantity: -row.moved })))
    }

    /// Who receives the goods of an order: its partner, the warehouse that a transfer goes to, or the recipient of a shop
    /// order as its address is now.
    pub async fn receiver(&self, kind: OrderKind, order: &OrderDetail) -> Result<Option<Receiver>, StoreError> {
        if let Some(shop) = &order.head.shop {
            let query = "SELECT area_text ?? '' AS area, address ?? '' AS address, name ?? '' AS contact_person, mobile ?? '' AS mobile FROM $row";
            let rows: Vec<Receiver> = self.rows(query, vec![("row", id("shop_order", shop.order.0))]).await?;
            return Ok(rows.into_iter().next());
        }
        let partner = || Some((kind.type_row(order.head.order_type)?.partner?.table(), order.head.partner?));
        let target = order.head.transfer.as_ref().map(|transfer| ("warehouse", transfer.target.0));
        let Some((table, row)) = target.or_else(partner) else { return Ok(None) };
        let query = "SELECT city ?? '' AS area, address ?? '' AS address, contact_person ?? responsible_person ?? '' AS contact_person, mobile ?? '' AS mobile FROM $row";
        let rows: Vec<Receiver> = self.rows(query, vec![("row", id(table, row))]).await?;
        Ok(rows.into_iter().next())
    }
}

#[cfg(test)]
mod tests {
    use rust_decimal::Decimal;

    use super::*;

    #[test]
    fn a_batch_of_two_places_is_one_lot_of_its_line() {
        let lot = |line: u32, batch: &str, quantity: i64| LineLot {
            line,
            batch: batch.into(),
            expiry_date: None,
            quantity: Quantity(Decimal::from(quantity)),
        };
        let goods = [lot(1, "A", 2), lot(2, "A", 1), lot(1, "B", 3), lot(1, "A", 4)];
        assert_eq!(lots(goods.into_iter()), [lot(1, "A", 6), lot(1, "B", 3), lot(2, "A", 1)]);
    }
}
