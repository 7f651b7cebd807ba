//! Sales of goods: pieces that were paid, less those that were paid back. An order writes what it changes of them in its
//! own transaction (`shop_sold`); this adds it up. Both are exactly once: the sum and the rows that it is made of change
//! in one transaction.

use std::collections::BTreeMap;

use actors::store::StoreError;
use bus_schemas::shop::order::ShopStatus;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::value::{array, array_id, id, int, object};

/// Changes that are read together.
const READ: usize = 20_000;
/// Goods of one transaction: a row of goods takes a millisecond, and others write it as well.
const TOGETHER: usize = 100;

#[derive(Deserialize)]
struct Change {
    order: i64,
    version: i64,
    goods: i64,
    pieces: i64,
}

/// An order of goods, as far as it counts for a limit.
#[derive(Deserialize)]
struct Bought {
    order: i64,
    user_id: i64,
    paid: bool,
    status: i64,
    /// Goods, pieces, how many of them were paid back, and the limit that was there then.
    lines: Vec<(i64, i64, i64, i64)>,
}

impl Bought {
    /// An order that waits to be paid has taken pieces where there was a limit, and gives them back as it took them.
    fn pieces(&self, goods: i64) -> i64 {
        let waits = self.status == ShopStatus::ToPay.code();
        let counts = |limit: i64| self.paid || (waits && limit > 0);
        let lines = self.lines.iter().filter(|(of, _, _, limit)| *of == goods && counts(*limit));
        lines.map(|(_, quantity, refunded, _)| (quantity - refunded).max(0)).sum()
    }
}

impl Store {
    /// Adds what orders have sold to the sales of their goods; answers how many changes there were.
    pub async fn add_up_sales(&self) -> Result<usize, StoreError> {
        let mut all = 0;
        loop {
            let query = "SELECT record::id(id)[0] AS order, record::id(id)[1] AS version, goods, pieces FROM shop_sold
                WHERE record::exists(type::record('shop_goods', goods)) LIMIT $most";
            let changes: Vec<Change> = self.rows(query, vec![("most", int(i64::try_from(READ).unwrap_or(i64::MAX)))]).await?;
            let read = changes.len();
            let mut sold: BTreeMap<i64, (i64, Vec<Value>)> = BTreeMap::new();
            for change in changes {
                let (pieces, rows) = sold.entry(change.goods).or_default();
                *pieces += change.pieces;
                rows.push(change.id());
            }
            let sold: Vec<_> = sold.into_iter().collect();
            for some in sold.chunks(TOGETHER) {
                self.add_up_some(some).await?;
            }
            all += read;
            if read < READ {
                return Ok(all);
            }
        }
    }

    async fn add_up_some(&self, sold: &[(i64, (i64, Vec<Value>))]) -> Result<(), StoreError> {
        let rows = sold.iter().flat_map(|(_, (_, rows))| rows.iter().cloned()).collect();
        let sums = sold.iter().filter(|(_, (pieces, _))| *pieces != 0);
        let sums = sums.map(|(goods, (pieces, _))| object([("id", id("shop_goods", *goods)), ("pieces", int(*pieces))])).collect();
        // Another node may add up the same rows: only what is still there counts.
        let query = "BEGIN;
            LET $there = (SELECT VALUE id FROM $rows);
            IF array::len($there) = array::len($rows) {
                FOR $s IN $sums { UPDATE $s.id SET sales = (sales ?? 0) + $s.pieces RETURN NONE };
                DELETE $rows RETURN NONE;
            };
            COMMIT;";
        let mut writing = self.writes().writing("shop_goods");
        let done = self.run(query, vec![("rows", array(rows)), ("sums", array(sums))]).await;
        writing.touched(&sold.iter().map(|(goods, _)| *goods).collect::<Vec<_>>());
        done?;
        Ok(())
    }

    /// Counts anew how many pieces of goods each member has bought. Of goods without a limit nobody counts, so this is done
    /// when they get one.
    pub async fn count_bought(&self, goods: i64) -> Result<(), StoreError> {
        let mut from = 0;
        let mut bought: BTreeMap<i64, i64> = BTreeMap::new();
        loop {
            let query = "SELECT record::id(id) AS order, user_id, (pay_time ?? 0) > 0 AS paid, status,
                  lines.map(|$l| [$l.goods_id, $l.quantity, $l.refunded_num ?? 0, $l.limit_num ?? 0]) AS lines
                FROM shop_order WHERE id >= $from AND lines.goods_id CONTAINS $goods ORDER BY id ASC LIMIT $most";
            let vars = vec![("from", id("shop_order", from)), ("goods", int(goods)), ("most", int(i64::try_from(READ).unwrap_or(i64::MAX)))];
            let orders: Vec<Bought> = self.rows(query, vars).await?;
            for order in &orders {
                *bought.entry(order.user_id).or_insert(0) += order.pieces(goods);
            }
            match orders.last() {
                Some(last) if orders.len() == READ => from = last.order + 1,
                _ => break,
            }
        }
        let bought: Vec<(i64, i64)> = bought.into_iter().collect();
        for some in bought.chunks(TOGETHER) {
            let row = |(member, pieces): &(i64, i64)| {
                object([("id", array_id("shop_bought", vec![int(goods), int(*member)])), ("member", int(*member)), ("pieces", int(*pieces))])
            };
            let query = "BEGIN; FOR $b IN $rows { UPSERT $b.id SET num = $b.pieces, goods_id = $goods, user_id = $b.member RETURN NONE }; COMMIT;";
            self.run(query, vec![("rows", array(some.iter().map(row).collect())), ("goods", int(goods))]).await?;
        }
        Ok(())
    }

    /// Sales of goods that are there, as their rows say, with what is still to be added.
    pub(crate) async fn recorded_sales(&self) -> Result<BTreeMap<i64, i64>, StoreError> {
        #[derive(Deserialize)]
        struct SoldPieces {
            goods: i64,
            pieces: i64,
        }
        let query = "SELECT record::id(id) AS goods, sales ?? 0 AS pieces FROM shop_goods";
        let mut sales = BTreeMap::new();
        for SoldPieces { goods, pieces } in self.rows::<SoldPieces>(query, vec![]).await? {
            *sales.entry(goods).or_insert(0) += pieces;
        }
        for SoldPieces { goods, pieces } in self.rows::<SoldPieces>("SELECT goods, pieces FROM shop_sold", vec![]).await? {
            sales.entry(goods).and_modify(|sales| *sales += pieces);
        }
        Ok(sales)
    }
}

impl Change {
    fn id(&self) -> Value {
        array_id("shop_sold", vec![int(self.order), int(self.version), int(self.goods)])
    }
}
