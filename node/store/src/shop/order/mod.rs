//! The port of shop orders: the order's row, its history (`shop_event:[order, version]`), the commands that are
//! remembered (`shop_command:[owner, id]`), its payments, and orders that are being placed (`shop_placing`).

pub mod basket;
pub(crate) mod beside;
pub mod delivery;
pub(crate) mod effects;
pub mod evaluations;
pub mod export;
pub mod figures;
mod past_orders;
pub mod read;
pub mod refunds;
pub mod sales;
pub mod turnover;
pub mod write;

use std::collections::BTreeSet;

use actors::shop::order::plan::AvailableQuantities;
use actors::shop::order::port::{Begun, Guard, ShopStore, ShopWriteError};
use actors::store::StoreError;
use actors::warehouse::picking;
use async_trait::async_trait;
use bus_schemas::ids::{AreaId, OrderId, ProductId, WarehouseId};
use bus_schemas::notification::Announcement;
use bus_schemas::order::details::ReturnTarget;
use bus_schemas::shop::command::{ShopDone, ShopKey};
use bus_schemas::shop::order::{ShopOrder, ShopStatus};
use bus_schemas::shop::write::ShopWrite;
use rust_decimal::Decimal;
use serde::Deserialize;

use self::effects::ShopEffects;
use self::write::{refused_order, shop_command, shop_rows};
use crate::engine::connect::Store;
use crate::engine::replacing::replace;
use crate::engine::transaction::{TransactionBody, TxError, take};
use crate::engine::value::{array, id, int};
use crate::event::numbered::{counters_of, told};
use crate::inbox::commit::Counted;
use crate::inbox::counters::Counters;
use crate::order::stored::ORDER_IDS;
use crate::shop::offers::ByWarehouse;

/// What a refusal says, with its number where its guard has one; `None` where that can't be read.
fn refusal_of(code: &str) -> Option<ShopWriteError> {
    let mut words = code.split(' ').skip(2);
    let name = words.next().unwrap_or_default();
    let mut number = || words.next()?.parse().ok();
    Some(ShopWriteError::Guarded(match name {
        "MONEY" => Guard::Money,
        "SCORE" => Guard::Score,
        "COUPON" => Guard::Coupon,
        "LIMIT" => Guard::Limit(number()?),
        "COUNT" => Guard::Count(number()?),
        "PLACING" => Guard::Placing,
        "CAUSE" => Guard::Cause,
        "PAYMENT" => Guard::Payment,
        "MEMBER" => Guard::Member,
        _ => return Some(ShopWriteError::Changed),
    }))
}

fn write_error(error: TxError) -> ShopWriteError {
    match &error {
        TxError::Thrown(code) if refused_order(code).is_some() => refusal_of(code).unwrap_or_else(|| ShopWriteError::Store(error.into())),
        error if error.exists_in("shop_transaction") || error.exists_in("shop_payment") => ShopWriteError::Guarded(Guard::Payment),
        error if error.exists_in("shop_command") => ShopWriteError::CommandTaken,
        error if error.exists_in("shop_order") || error.exists_in("shop_event") || error.exists_in("shop_placing") => ShopWriteError::Changed,
        _ => ShopWriteError::Store(error.into()),
    }
}

#[derive(Deserialize)]
struct StoredDone {
    order: i64,
    order_no: String,
    status: ShopStatus,
    version: i64,
    action: String,
    refund: Option<u32>,
}

#[async_trait]
impl ShopStore for Store {
    async fn next_id(&self) -> Result<OrderId, StoreError> {
        self.next_of(ORDER_IDS).await.map(OrderId)
    }

    async fn load(&self, order: OrderId) -> Result<Option<ShopOrder>, StoreError> {
        let query = "SELECT *, record::id(id) AS id FROM $order";
        let rows: Vec<ShopOrder> = self.rows(query, vec![("order", id("shop_order", order.0))]).await?;
        Ok(rows.into_iter().next())
    }

    async fn placing(&self, order: OrderId) -> Result<Option<Begun>, StoreError> {
        let query = "SELECT VALUE [object::extend(order, { id: record::id(id) }), undone = true] FROM $placing WHERE open = true";
        let rows: Vec<(ShopOrder, bool)> = self.rows(query, vec![("placing", id("shop_placing", order.0))]).await?;
        Ok(rows.into_iter().next().map(|(order, undone)| Begun { order, undone }))
    }

    async fn write(&self, write: &ShopWrite) -> Result<Vec<Announcement>, ShopWriteError> {
        let notifications = self.with_names(&write.notifications).await?;
        let recipients = self.recipients_of(&notifications).await?;
        let ids = self.shop_ids(std::slice::from_ref(write)).await?;
        let events = told([], [write]);
        let make = |before: &Counters| -> Result<Counted, TxError> {
            let (mut new, mut stored, mut ids) = (Vec::new(), Vec::new(), ids);
            shop_rows(write, &mut ids, &mut |row, is_stored| if is_stored { stored.push(row) } else { new.push(row) })?;
            new.extend(beside::sold([write]));
            let mut effects = ShopEffects::default();
            effects.add(write, &mut ids)?;
            let (mut query, mut vars) = ("INSERT $new RETURN NONE;".to_owned(), vec![("new", array(new))]);
            effects.statements(&mut query, &mut vars);
            replace(stored, &mut query, &mut vars);
            let counted = Counted { body: TransactionBody { query, vars }, taken: Vec::new(), drafts: notifications.to_vec() };
            Ok(counted.telling(&events, before))
        };
        let (_, announcements) = self.commit_counting(&recipients, &counters_of(&events), make).await.map_err(write_error)?;
        self.ring();
        Ok(announcements)
    }

    async fn find_command(&self, key: &ShopKey) -> Result<Option<ShopDone>, StoreError> {
        let rows: Vec<StoredDone> = self.rows("SELECT * OMIT id FROM $command", vec![("command", shop_command(key))]).await?;
        Ok(rows.into_iter().next().map(|row| {
            let StoredDone { order, order_no, status, version, action, refund } = row;
            ShopDone { id: OrderId(order), order_no, status, version, action, refund, repeated: true, order: None }
        }))
    }

    async fn available(&self, order: &ShopOrder, today: &str, now: bool) -> Result<AvailableQuantities, StoreError> {
        let life_days = picking::life_days(order.keep_until.as_deref(), today);
        let products: BTreeSet<i64> = order.lines.iter().filter_map(|line| line.product).map(|product| product.0).collect();
        // Where every write goes through this process, what is remembered is what is there.
        if now && !self.embedded() {
            self.forget_available(&products, today, life_days);
        }
        let available = self.available_by_warehouse(&products, today, life_days).await?;
        let open = self.warehouses_in_use().await?;
        let of = |(product, sums): (i64, ByWarehouse)| {
            let open = open.clone();
            let here =
                move |(warehouse, sum): (&i64, &Decimal)| open.contains(warehouse).then_some(((WarehouseId(*warehouse), ProductId(product)), *sum));
            sums.iter().filter_map(here).collect::<Vec<_>>()
        };
        Ok(available.into_iter().flat_map(of).collect())
    }

    async fn return_place(&self, address: i64) -> Result<Option<ReturnTarget>, StoreError> {
        let query = "SELECT VALUE [warehouses_id ?? 0, warehouses_areas_id ?? 0] FROM $address WHERE (warehouses_id ?? 0) > 0";
        let rows: Vec<(i64, i64)> = self.rows(query, vec![("address", id("shop_delivery_address", address))]).await?;
        let to =
            |(warehouse, area): (i64, i64)| ReturnTarget { warehouse: WarehouseId(warehouse), area: Some(area).filter(|area| *area > 0).map(AreaId) };
        Ok(rows.into_iter().next().map(to))
    }

    async fn due(&self, now: i64, since: i64, most: usize) -> Result<Vec<OrderId>, StoreError> {
        let query = "SELECT VALUE record::id(id) FROM shop_order WHERE wake_at > 0 AND wake_at <= $now LIMIT $most;
            SELECT VALUE record::id(id) FROM shop_placing WHERE open = true AND at <= $since LIMIT $most;";
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let mut response = self.run(query, vec![("now", int(now)), ("since", int(since)), ("most", int(most))]).await?;
        let (due, placing): (Vec<i64>, Vec<i64>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        Ok(due.into_iter().chain(placing).map(OrderId).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guard_with_a_number_that_cannot_be_read_is_an_error() {
        let error = |code: &str| write_error(TxError::Thrown(code.to_owned()));
        assert!(matches!(error("SHOP 5 LIMIT 7"), ShopWriteError::Guarded(Guard::Limit(7))));
        assert!(matches!(error("SHOP 5 MONEY"), ShopWriteError::Guarded(Guard::Money)));
        assert!(matches!(error("SHOP 5"), ShopWriteError::Changed));
        for odd in ["SHOP 5 LIMIT", "SHOP 5 LIMIT x", "SHOP 5 COUNT 1.5"] {
            assert!(matches!(error(odd), ShopWriteError::Store(_)), "{odd}");
        }
    }
}
