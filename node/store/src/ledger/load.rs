//! What a warehouse's actor reads: what it begins with, and products when it needs them.

use std::collections::BTreeSet;

use actors::dates::Month;
use actors::store::StoreError;
use actors::warehouse::port::{ProductRows, RECENT_ROWS, Remembered, Rows, WarehouseSettings, WarehouseSnapshot};
use bus_schemas::hold::AreaPurpose;
use bus_schemas::ids::{AreaId, OrderId, ProductId, WarehouseId};
use bus_schemas::warehouse::StockDone;
use serde::Deserialize;

use super::read_weights;
use super::stored::{StoredBalance, StoredCost, StoredHold, StoredReservation};
use super::turnover::StoredTurnover;
use crate::commands::of_ledger;
use crate::engine::connect::Store;
use crate::engine::look_up::{look_up, take_parts};
use crate::engine::stored::{Zone, month};
use crate::engine::transaction::take;
use crate::engine::value::{array, array_id, id, int};

#[derive(Deserialize)]
struct StoredCommand {
    command: Option<String>,
    rows: Option<i64>,
    sequence: i64,
    admin: i64,
    order_id: Option<i64>,
}

#[derive(Deserialize)]
struct StoredSettings {
    status: i64,
    allow_negative: i64,
    #[serde(default, deserialize_with = "month")]
    closed_month: Option<Month>,
    #[serde(default)]
    time_zone: Zone,
}

impl Store {
    /// All of a warehouse but its products.
    pub(super) async fn warehouse_snapshot(&self, warehouse: WarehouseId) -> Result<WarehouseSnapshot, StoreError> {
        // The last ledger row is at or after the last that moved goods, which the turnover knows.
        let query = "BEGIN;
            SELECT status, allow_negative, closed_month, time_zone FROM ONLY $warehouse_id;
            LET $known = array::max(array::concat([0], (SELECT VALUE last FROM flow:[$w]..[$w + 1])));
            SELECT *, order_no ?? type::record('stock_order', order).number AS order_no OMIT id FROM reservation:[$w]..[$w + 1] WHERE quantity > 0;
            LET $last = array::last((SELECT VALUE sequence FROM movement:[$w, $known]..=[$w, 9223372036854775807])) ?? 0;
            $last;
            SELECT command, rows, sequence, admin, order_id FROM movement:[$w, math::max([1, $last - $back])]..=[$w, $last] WHERE position = 0;
            SELECT * OMIT id FROM flow:[$w]..[$w + 1];
            SELECT VALUE [record::id(id), purpose] FROM warehouse_area WHERE warehouses_id = $w AND purpose != 0 AND purpose != NONE;
            SELECT * OMIT id FROM array::concat((SELECT * FROM batch_hold:[0]..[1]), (SELECT * FROM batch_hold:[$w]..[$w + 1])) WHERE state != 0;
            SELECT VALUE [record::id(id), weigh] FROM warehouse_area WHERE warehouses_id = $w AND weigh != 0 AND weigh != NONE;
            SELECT VALUE [record::id(id), weigh] FROM warehouse_shelf WHERE warehouses_id = $w AND weigh != 0 AND weigh != NONE;
            COMMIT;";
        let vars = vec![("w", int(warehouse.0)), ("back", int(RECENT_ROWS)), ("warehouse_id", id("warehouse", warehouse.0))];
        let mut response = self.run(query, vars).await?;
        let settings: Option<StoredSettings> = take(&mut response, 1)?;
        let reservations: Vec<StoredReservation> = take(&mut response, 3)?;
        let last_sequence: i64 = take(&mut response, 5)?;
        let commands: Vec<StoredCommand> = take(&mut response, 6)?;
        let turnovers: Vec<StoredTurnover> = take(&mut response, 7)?;
        let purposes: Vec<(i64, i64)> = take(&mut response, 8)?;
        let holds: Vec<StoredHold> = take(&mut response, 9)?;
        let weights = read_weights(take(&mut response, 10)?, take(&mut response, 11)?);
        let recent = commands.into_iter().filter_map(|row| {
            let command = of_ledger(&row.command?, row.admin)?;
            let last = row.sequence + row.rows.unwrap_or(1) - 1;
            let done = StockDone { command, repeated: true, sequences: Some((row.sequence, last)) };
            Some(Remembered { done, warehouse: Some(warehouse), order: row.order_id.map(OrderId) })
        });
        Ok(WarehouseSnapshot {
            settings: settings.map(|row| WarehouseSettings {
                in_use: row.status == 1,
                allow_negative: row.allow_negative == 1,
                closed: row.closed_month,
                zone: row.time_zone.0,
            }),
            last_sequence,
            recent: recent.collect(),
            weights,
            purposes: purposes.into_iter().map(|(area, purpose)| (AreaId(area), AreaPurpose::from_code(purpose))).collect(),
            rows: Rows {
                reservations: reservations.into_iter().map(StoredReservation::row).collect(),
                turnovers: turnovers.into_iter().map(StoredTurnover::row).collect(),
                holds: holds.into_iter().map(StoredHold::row).collect(),
                ..Rows::default()
            },
        })
    }

    /// Products of a warehouse, as they are when its ledger ends with a sequence.
    pub(super) async fn warehouse_products(
        &self,
        warehouse: WarehouseId,
        products: &BTreeSet<ProductId>,
        last_sequence: i64,
    ) -> Result<ProductRows, StoreError> {
        let mut query = "BEGIN;
            SELECT * OMIT id FROM $costs;
            SELECT VALUE sequence FROM movement:[$w, $last + 1]..=[$w, 9223372036854775807] LIMIT 1;"
            .to_owned();
        let mut vars = vec![
            ("w", int(warehouse.0)),
            ("last", int(last_sequence)),
            ("costs", array(products.iter().map(|product| array_id("cost", vec![int(warehouse.0), int(product.0)])).collect())),
        ];
        let numbers = products.iter().map(|product| int(product.0)).collect();
        let places = |name: &str| format!("SELECT * OMIT id FROM place WHERE product IN ${name} AND warehouse = $w;");
        let parts = look_up(numbers, &mut query, &mut vars, places);
        query.push_str("COMMIT;");
        let mut response = self.run(&query, vars).await?;
        let costs: Vec<StoredCost> = take(&mut response, 1)?;
        let newer: Vec<i64> = take(&mut response, 2)?;
        let balances: Vec<StoredBalance> = take_parts(&mut response, 3, parts)?;
        Ok(ProductRows {
            balances: balances.into_iter().map(StoredBalance::row).collect(),
            costs: costs.into_iter().map(StoredCost::row).collect(),
            current: newer.is_empty(),
        })
    }
}
