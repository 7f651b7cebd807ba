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

/// Rows that are read together.
const READ: usize = 20_000;
/// Rows that are added up in one transaction: each is deleted in it, which takes milliseconds (decision 13), and others
/// write the rows of its goods as well.
const ROWS_TOGETHER: usize = 20;
/// Members of one transaction.
const TOGETHER: usize = 100;
/// Goods and pieces of a row. Older programs wrote a row for each goods of an order.
const SOLD: &str = "(sold ?? [[goods, pieces]])";

/// What the orders of a transaction have sold.
#[derive(Deserialize)]
struct Change {
    key: Vec<i64>,
    /// Goods and pieces.
    sold: Vec<(i64, i64)>,
    /// Those of them whose goods are in the recycle bin: they are added when the goods are back.
    gone: Vec<(i64, i64)>,
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
        let query = format!(
            "SELECT record::id(id) AS key, {SOLD} AS sold, {SOLD}.filter(|$s| !record::exists(type::record('shop_goods', $s[0]))) AS gone
             FROM shop_sold WHERE {SOLD}.any(|$s| record::exists(type::record('shop_goods', $s[0]))) LIMIT {READ}"
        );
        let mut all = 0;
        loop {
            let changes: Vec<Change> = self.rows(&query, vec![]).await?;
            for some in changes.chunks(ROWS_TOGETHER) {
                self.add_up_some(some).await?;
            }
            all += changes.len();
            if changes.len() < READ {
                return Ok(all);
            }
        }
    }

    async fn add_up_some(&self, changes: &[Change]) -> Result<(), StoreError> {
        let mut sums: BTreeMap<i64, i64> = BTreeMap::new();
        for (goods, pieces) in changes.iter().flat_map(|change| change.sold.iter().filter(|sold| !change.gone.contains(sold))) {
            *sums.entry(*goods).or_default() += pieces;
        }
        let goods: Vec<i64> = sums.keys().copied().collect();
        let sums = sums.into_iter().filter(|(_, pieces)| *pieces != 0);
        let sums = sums.map(|(goods, pieces)| object([("id", id("shop_goods", goods)), ("pieces", int(pieces))])).collect();
        let (done, partly): (Vec<_>, Vec<_>) = changes.iter().partition(|change| change.gone.is_empty());
        let rest = partly.iter().map(|change| object([("id", change.id()), ("sold", pairs(&change.gone))])).collect();
        // Another node may add up the same rows: only what is there as it was read counts.
        let query = format!(
            "BEGIN;
            LET $there = (SELECT VALUE {SOLD} FROM $rows);
            IF $there = $sold {{
                FOR $s IN $sums {{ UPDATE $s.id SET sales = (sales ?? 0) + $s.pieces RETURN NONE }};
                FOR $r IN $rest {{ UPDATE $r.id CONTENT $r RETURN NONE }};
                DELETE $done RETURN NONE;
            }};
            COMMIT;"
        );
        let vars = vec![
            ("rows", array(changes.iter().map(Change::id).collect())),
            ("sold", array(changes.iter().map(|change| pairs(&change.sold)).collect())),
            ("sums", array(sums)),
            ("rest", array(rest)),
            ("done", array(done.into_iter().map(Change::id).collect())),
        ];
        let mut writing = self.writes().writing("shop_goods");
        let written = self.run(&query, vars).await;
        writing.touched(&goods);
        written?;
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
        let sold: Vec<Vec<(i64, i64)>> = self.rows(&format!("SELECT VALUE {SOLD} FROM shop_sold"), vec![]).await?;
        for (goods, pieces) in sold.into_iter().flatten() {
            sales.entry(goods).and_modify(|sales| *sales += pieces);
        }
        Ok(sales)
    }
}

impl Change {
    fn id(&self) -> Value {
        array_id("shop_sold", self.key.iter().copied().map(int).collect())
    }
}

fn pairs(sold: &[(i64, i64)]) -> Value {
    array(sold.iter().map(|(goods, pieces)| array(vec![int(*goods), int(*pieces)])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;

    #[tokio::test]
    async fn goods_in_the_recycle_bin_keep_what_was_sold_until_they_are_back() {
        let store = Store::open(&StoreConfig::new("mem://", "test")).await.unwrap();
        let rows = "DEFINE TABLE shop_goods SCHEMALESS; DEFINE TABLE shop_sold SCHEMALESS; CREATE shop_goods:1 SET sales = 5;
            CREATE shop_sold:[1, 2] SET sold = [[1, 3], [2, 4]]; CREATE shop_sold:[2, 1] SET sold = [[2, -1]];
            CREATE shop_sold:[3, 1, 1] SET goods = 1, pieces = 7;";
        store.run(rows, vec![]).await.unwrap();
        let sales = async || store.rows::<i64>("SELECT VALUE sales ?? 0 FROM shop_goods", vec![]).await.unwrap();
        assert_eq!(store.recorded_sales().await.unwrap(), BTreeMap::from([(1, 15)]));
        assert_eq!((store.add_up_sales().await.unwrap(), sales().await), (2, vec![15]), "a row for one goods is of an older program");
        assert_eq!((store.add_up_sales().await.unwrap(), sales().await), (0, vec![15]), "what is added up is gone");
        store.run("CREATE shop_goods:2", vec![]).await.unwrap();
        assert_eq!((store.add_up_sales().await.unwrap(), sales().await), (2, vec![15, 3]));
        assert_eq!(store.rows::<Vec<i64>>("SELECT VALUE record::id(id) FROM shop_sold", vec![]).await.unwrap(), Vec::<Vec<i64>>::new());
    }
}
