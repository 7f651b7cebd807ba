//! Where a batch came from and where it went: its ledger rows, by the order that made them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use actors::store::StoreError;
use bus_schemas::order::process::Partner;
use bus_schemas::order::{OrderKind, OrderStatus, OrderType, ShopLink};
use bus_schemas::warehouse::Operation;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, id};
use crate::listing::columns::ListFailure;
use crate::listing::stock_rows::LedgerRow;
use crate::listing::{Filter, LIMIT_MAX, ListQuery};
use crate::scope::Scope;

/// Most ledger rows that are followed to be shown; `more` is set for a batch with more.
const ROWS_MAX: usize = 4_000;
/// Most ledger rows that are followed by a recall, which has to find everybody: some minutes of reading.
const RECALL_ROWS_MAX: usize = 100_000;

/// How far a batch's ledger rows are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The newest rows, to be shown.
    Shown,
    /// As good as all of them, from the oldest on: rows that come meanwhile move none that are still to be read.
    Recalled,
}

impl Depth {
    const fn rows_max(self) -> usize {
        match self {
            Self::Shown => ROWS_MAX,
            Self::Recalled => RECALL_ROWS_MAX,
        }
    }

    fn order(self) -> Option<(String, bool)> {
        match self {
            Self::Shown => None,
            Self::Recalled => Some(("create_time".to_owned(), false)),
        }
    }
}

/// Whom an order is with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedPartner {
    pub kind: Partner,
    pub id: i64,
    pub name: String,
}

/// The shop's order that an outbound order sends goods of, and its member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedShopOrder {
    pub order: i64,
    pub order_no: String,
    pub member: i64,
    /// Empty when nothing is known of the member any more.
    pub member_name: String,
}

/// The part of a batch's way that something belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// It came in, or what came in was taken back.
    Source,
    /// It went out, or what went out was taken back.
    Delivery,
    /// Transfers, adjustments and counts.
    Move,
}

/// What an order or a count did with a batch in one warehouse; without either, what one operation did.
#[derive(Clone, Debug)]
pub struct TracedOrder {
    /// Code of the operation in the ledger.
    pub operation: i64,
    /// It takes back what another order moved.
    pub reverses: bool,
    pub kind: Option<OrderKind>,
    pub order: Option<i64>,
    /// The count sheet that was posted.
    pub count: Option<i64>,
    pub number: Option<String>,
    pub order_type: Option<OrderType>,
    pub status: Option<OrderStatus>,
    pub partner: Option<TracedPartner>,
    pub shop: Option<TracedShopOrder>,
    pub warehouse: i64,
    pub warehouse_name: Option<String>,
    pub product: i64,
    pub batch: String,
    /// Signed: what it brought or took.
    pub quantity: Decimal,
    /// Unix milliseconds of the first and the last row.
    pub first: i64,
    pub last: i64,
}

impl TracedOrder {
    /// What is never received when it is taken back is no delivery, and the other way round.
    #[must_use]
    pub fn part(&self) -> Part {
        match (Operation::from_code(self.operation), self.reverses) {
            (Some(Operation::Inbound), false) | (Some(Operation::Outbound), true) => Part::Source,
            (Some(Operation::Outbound), false) | (Some(Operation::Inbound), true) => Part::Delivery,
            _ => Part::Move,
        }
    }
}

/// What is known of a batch, or of an order's goods.
#[derive(Clone, Debug, Default)]
pub struct Traced {
    /// In the order in which they began.
    pub orders: Vec<TracedOrder>,
    pub produce_date: Option<String>,
    pub expiry_date: Option<String>,
    /// There are more ledger rows than were followed.
    pub more: bool,
}

#[derive(Deserialize)]
struct Known {
    id: i64,
    order_type: OrderType,
    status: OrderStatus,
    partner: Option<i64>,
    shop: Option<ShopLink>,
}

fn equals(field: &str, value: String) -> Filter {
    Filter { field: field.into(), operator: "=".into(), values: vec![value], datetime: false }
}

impl Store {
    /// What moved a batch, within reach.
    pub async fn trace_batch(&self, product: i64, batch: &str, scope: &Scope, depth: Depth) -> Result<Traced, ListFailure> {
        self.traced(vec![equals("product_id", product.to_string()), equals("batch_number", batch.to_owned())], scope, depth).await
    }

    /// Whether a batch lies in any warehouse or was ever there.
    pub async fn has_batch(&self, product: i64, batch: &str) -> Result<bool, ListFailure> {
        let filters = vec![equals("product_id", product.to_string()), equals("batch_number", batch.to_owned())];
        let first = ListQuery { filters, limit: 1, ..ListQuery::default() };
        Ok(self.list_records(&first, &Scope::system()).await?.total > 0)
    }

    /// Products and batches that an order moved, by its number.
    pub async fn batches_of_order(&self, number: &str, scope: &Scope) -> Result<Vec<(i64, String)>, ListFailure> {
        let mut batches: BTreeSet<(i64, String)> = BTreeSet::new();
        let filters = vec![equals("operation_number", number.to_owned())];
        let take = |row: LedgerRow| {
            batches.insert((row.product, row.batch));
        };
        self.follow(filters, scope, Depth::Shown, take).await?;
        Ok(batches.into_iter().collect())
    }

    /// Hands on ledger rows, a page at a time. Answers whether there are more.
    async fn follow(&self, filters: Vec<Filter>, scope: &Scope, depth: Depth, mut take: impl FnMut(LedgerRow) + Send) -> Result<bool, ListFailure> {
        let mut query = ListQuery { filters, limit: LIMIT_MAX, order: depth.order(), ..ListQuery::default() };
        let mut followed = 0;
        loop {
            let page = self.list_records(&query, scope).await?;
            let last = page.list.len() < usize::try_from(LIMIT_MAX).unwrap_or(0);
            followed += page.list.len();
            page.list.into_iter().for_each(&mut take);
            if last || followed >= depth.rows_max() {
                return Ok(!last);
            }
            query.page += 1;
        }
    }

    async fn traced(&self, filters: Vec<Filter>, scope: &Scope, depth: Depth) -> Result<Traced, ListFailure> {
        let mut traced = Traced::default();
        // By operation, whether it reverses one, order, count and warehouse.
        let mut sums = BTreeMap::new();
        // Shown rows come the newest first. What they said before the dates were corrected does not count.
        let mut corrected = false;
        let add = |row: LedgerRow| {
            if !corrected {
                traced.produce_date = traced.produce_date.take().or_else(|| row.produce_date.clone());
                traced.expiry_date = traced.expiry_date.take().or_else(|| row.expiry_date.clone());
            }
            corrected |= row.operation == Operation::Dates.code();
            let reverses = row.reverses.unwrap_or(false);
            let entry = sums.entry((row.operation, reverses, row.order_id, row.count_id, row.warehouse)).or_insert_with(|| TracedOrder {
                operation: row.operation,
                reverses,
                kind: row.order_kind.as_deref().and_then(OrderKind::named),
                order: row.order_id,
                count: row.count_id,
                number: row.order_no.clone(),
                order_type: None,
                status: None,
                partner: None,
                shop: None,
                warehouse: row.warehouse,
                warehouse_name: row.names.warehouse.clone(),
                product: row.product,
                batch: row.batch.clone(),
                quantity: Decimal::ZERO,
                first: row.at,
                last: row.at,
            });
            entry.quantity += row.moved;
            entry.first = entry.first.min(row.at);
            entry.last = entry.last.max(row.at);
        };
        let more = self.follow(filters, scope, depth, add).await?;
        traced.more = more;
        traced.orders = sums.into_values().collect();
        traced.orders.sort_by_key(|order| order.first);
        self.name_partners(&mut traced.orders).await?;
        self.name_members(&mut traced.orders).await?;
        Ok(traced)
    }

    async fn name_partners(&self, orders: &mut [TracedOrder]) -> Result<(), StoreError> {
        let ids: BTreeSet<i64> = orders.iter().filter_map(|order| order.order).collect();
        let ids = array(ids.into_iter().map(|order| id("stock_order", order)).collect());
        let query = "SELECT record::id(id) AS id, order_type, status, partner, shop FROM $orders";
        let known: Vec<Known> = self.rows(query, vec![("orders", ids)]).await?;
        let known: HashMap<i64, Known> = known.into_iter().map(|order| (order.id, order)).collect();
        let mut wanted: BTreeMap<&'static str, BTreeSet<i64>> = BTreeMap::new();
        for order in orders.iter_mut() {
            let Some((kind, found)) = order.kind.zip(order.order.and_then(|order| known.get(&order))) else { continue };
            order.order_type = Some(found.order_type);
            order.status = Some(found.status);
            order.shop = found.shop.as_ref().map(|shop| TracedShopOrder {
                order: shop.order.0,
                order_no: shop.order_no.clone(),
                member: 0,
                member_name: String::new(),
            });
            let with = kind.type_row(found.order_type).and_then(|row| row.partner);
            if let Some((with, partner)) = with.zip(found.partner) {
                wanted.entry(with.table()).or_default().insert(partner);
                order.partner = Some(TracedPartner { kind: with, id: partner, name: String::new() });
            }
        }
        let records = |partner: Partner| {
            let ids = wanted.get(partner.table()).into_iter().flatten();
            array(ids.map(|key| id(partner.table(), *key)).collect())
        };
        let query = "SELECT VALUE [record::id(id), name] FROM $suppliers; SELECT VALUE [record::id(id), name] FROM $customers;";
        let vars = vec![("suppliers", records(Partner::Supplier)), ("customers", records(Partner::Customer))];
        let mut response = self.run(query, vars).await?;
        let suppliers: Vec<(i64, String)> = take(&mut response, 0)?;
        let customers: Vec<(i64, String)> = take(&mut response, 1)?;
        let (suppliers, customers): (HashMap<_, _>, HashMap<_, _>) = (suppliers.into_iter().collect(), customers.into_iter().collect());
        for partner in orders.iter_mut().filter_map(|order| order.partner.as_mut()) {
            let names = if partner.kind == Partner::Supplier { &suppliers } else { &customers };
            partner.name = names.get(&partner.id).cloned().unwrap_or_default();
        }
        Ok(())
    }

    /// Whose shop orders they are.
    async fn name_members(&self, orders: &mut [TracedOrder]) -> Result<(), StoreError> {
        let ids: BTreeSet<i64> = orders.iter().filter_map(|order| Some(order.shop.as_ref()?.order)).collect();
        if ids.is_empty() {
            return Ok(());
        }
        let members = self.members_of_shop_orders(ids).await?;
        for shop in orders.iter_mut().filter_map(|order| order.shop.as_mut()) {
            if let Some((member, name)) = members.get(&shop.order) {
                (shop.member, shop.member_name) = (*member, name.clone());
            }
        }
        Ok(())
    }
}
