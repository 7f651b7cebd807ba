//! Whom a recall concerns that comes too late for the stock: the people of orders that have delivered the batch, and of
//! the shop's orders those who ship them and the members.

use std::collections::HashMap;

use actors::system::System;
use bus_schemas::ids::{AdminId, WarehouseId};
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use bus_schemas::number::Quantity;
use bus_schemas::order::process::Partner;
use entrepot_store::Store;
use entrepot_store::inventory::trace::{Depth, Part, TracedOrder};
use entrepot_store::scope::Scope;
use entrepot_store::shop::recalls::{RecalledBatch, RecalledOrder};

use crate::error::ServiceError;

/// Orders whose people are told in one transaction.
const ORDERS_TOGETHER: usize = 500;

/// The orders that have delivered of a recalled batch.
#[derive(Clone, Copy, Debug)]
pub struct Delivered {
    /// How many of them there are; their people are told.
    pub orders: u64,
    /// The batch has more ledger rows than a recall follows: there may be more orders.
    pub more: bool,
}

/// Tells everybody whose orders have delivered of a recalled batch. Told again, members keep their first notice. `now` in
/// Unix seconds.
pub async fn notify_delivered(
    (store, system): (&Store, &System),
    recalled: RecalledBatch<'_>,
    by: AdminId,
    now: i64,
) -> Result<Delivered, ServiceError> {
    let traced = store.trace_batch(recalled.product, recalled.batch, &Scope::system(), Depth::Recalled).await?;
    if traced.more {
        tracing::warn!(product = recalled.product, batch = recalled.batch, "a recalled batch has more ledger rows than were followed");
    }
    // What came back of a delivery was delivered all the same: its people know where it is.
    let out = |order: &&TracedOrder| order.part() == Part::Delivery && !order.reverses && order.order.is_some();
    let delivered: Vec<&TracedOrder> = traced.orders.iter().filter(out).collect();
    let ids: Vec<i64> = delivered.iter().filter_map(|order| order.order).collect();
    let mut shop = Vec::new();
    for some in ids.chunks(ORDERS_TOGETHER) {
        shop.extend(store.recalled_shop_orders(recalled.product, some).await?);
    }
    store.notify_of_recall(&shop, recalled, now).await?;
    let shop: HashMap<i64, &RecalledOrder> = shop.iter().map(|order| (order.outbound, order)).collect();
    let draft = |order: &&TracedOrder| draft(order, order.order.and_then(|id| shop.get(&id).copied()), recalled, by);
    let drafts: Vec<NotificationDraft> = delivered.iter().filter_map(draft).collect();
    for some in drafts.chunks(ORDERS_TOGETHER) {
        system.announce(store.notify(some).await?);
    }
    Ok(Delivered { orders: drafts.len() as u64, more: traced.more })
}

fn draft(order: &TracedOrder, shop: Option<&RecalledOrder>, recalled: RecalledBatch<'_>, by: AdminId) -> Option<NotificationDraft> {
    let (kind, id) = order.kind.zip(order.order)?;
    let mut data = serde_json::Map::new();
    data.insert("quantity".into(), Quantity(-order.quantity).to_string().into());
    data.insert("batch".into(), recalled.batch.into());
    data.insert("reason".into(), recalled.reason.into());
    let mut fact = Fact { by: Some(by), warehouses: vec![WarehouseId(order.warehouse)], data, ..Fact::default() };
    if let Some(shop) = shop {
        fact.id = shop.order;
        fact.data.insert("order_no".into(), shop.order_no.clone().into());
        fact.data.insert("goods".into(), shop.goods.clone().into());
        return Some(NotificationKind::SHOP_RECALL.draft(fact));
    }
    let customer = order.partner.as_ref().filter(|partner| partner.kind == Partner::Customer);
    (fact.id, fact.order_kind) = (id, Some(kind));
    fact.data.insert("order_no".into(), order.number.clone().unwrap_or_default().into());
    fact.data.insert("partner".into(), customer.map_or("–", |partner| partner.name.as_str()).into());
    Some(NotificationKind::RECALL_DELIVERED.draft(fact))
}
