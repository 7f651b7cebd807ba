//! Sales of goods: pieces that were paid, less those that were paid back. An order writes what it changes of them in its
//! own transaction (`shop_sold`); this adds it up. Both are exactly once: the sum and the rows that it is made of change
//! in one transaction.

use std::collections::BTreeMap;

use actors::store::StoreError;
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

    /// Sales of goods that are there, as their rows say, with what is still to be added.
    pub(crate) async fn told_sales(&self) -> Result<BTreeMap<i64, i64>, StoreError> {
        #[derive(Deserialize)]
        struct Told {
            goods: i64,
            pieces: i64,
        }
        let query = "SELECT record::id(id) AS goods, sales ?? 0 AS pieces FROM shop_goods";
        let mut sales = BTreeMap::new();
        for Told { goods, pieces } in self.rows::<Told>(query, vec![]).await? {
            *sales.entry(goods).or_insert(0) += pieces;
        }
        for Told { goods, pieces } in self.rows::<Told>("SELECT goods, pieces FROM shop_sold", vec![]).await? {
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
