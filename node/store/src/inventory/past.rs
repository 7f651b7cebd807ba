//! What was on hand at a moment of the past: what is there now, without what the ledger has brought since
//! ([`crate::ledger::index::before`]). What was found never changes and is kept. What it was worth is found in the same
//! way, for some products at a time: from the amounts of their ledger rows.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use actors::store::StoreError;
use bus_schemas::warehouse::{CostBasis, Operation};
use rust_decimal::Decimal;

use crate::cache::{Age, Cache, Limits, Stamp};
use crate::engine::connect::Store;
use crate::engine::memory::one_cache;
use crate::engine::transaction::take;
use crate::engine::value::{array, array_id, int, text};
use crate::inventory::read_model::stock::{ProductStock, WarehouseStock};
use crate::scope::Scope;

/// The past never changes.
const LIMITS: Limits = Limits { name: "ledger_past", weight: 256 << 20, entries: 64, age: Age::FOREVER };

/// Most ledger rows since a moment whose amounts are read for a page, or at once for a file. What products with the most rows
/// were worth stays unknown where there are more.
const AMOUNTS_MAX: usize = 20_000;
/// Amounts read together.
const AMOUNTS: usize = 5_000;

/// A warehouse after a sequence.
struct PastCache(Cache<(i64, i64), Arc<WarehouseStock>>);

one_cache!(PastCache, Cache, LIMITS);

/// Of the rows of products, those of the products with the fewest: at most `left`, which falls by what is taken. And the
/// products whose rows are left out.
fn fewest(rows: HashMap<i64, Vec<i64>>, left: &mut usize) -> (Vec<i64>, HashSet<i64>) {
    let mut rows: Vec<(i64, Vec<i64>)> = rows.into_iter().collect();
    rows.sort_unstable_by_key(|(product, rows)| (rows.len(), *product));
    let (mut taken, mut left_out) = (Vec::new(), HashSet::new());
    for (product, rows) in rows {
        match left.checked_sub(rows.len()) {
            Some(rest) => {
                *left = rest;
                taken.extend(rows);
            }
            None => {
                left_out.insert(product);
            }
        }
    }
    (taken, left_out)
}

/// What one of a product was worth; 0 where nothing is there, and `None` for more than a figure can say.
fn average(worth: Decimal, on_hand: Decimal) -> Option<Decimal> {
    if on_hand.is_zero() { Some(Decimal::ZERO) } else { worth.checked_div(on_hand) }
}

impl Store {
    /// What was on hand in a warehouse after its last ledger row up to a moment (Unix milliseconds).
    async fn stock_at(&self, warehouse: i64, at: i64) -> Result<Arc<WarehouseStock>, StoreError> {
        let kept = self.warehouse_stock(warehouse).await?;
        let end = kept.stock().sequence;
        let sequence = self.sequence_at(warehouse, end, at).await?;
        let cache = &self.memory::<PastCache>().0;
        if let Some(known) = cache.get(&(warehouse, sequence), &Stamp::default()) {
            return Ok(known);
        }
        let mut past = kept.stock().clone();
        let since = (sequence, past.sequence);
        self.walk_back(warehouse, since, |row| past.set_on_hand(row.product, (row.area, row.shelf, &row.batch), row.on_hand)).await?;
        past.keep_on_hand();
        past.sequence = sequence;
        let past = Arc::new(past);
        cache.put_weighing((warehouse, sequence), Stamp::default(), past.clone(), past.weight());
        Ok(past)
    }

    /// What one of each of these products was worth in its warehouse at a moment (Unix milliseconds), by warehouse and
    /// product: what all of it was worth by the ledger's amounts, over what was on hand.
    pub(crate) async fn past_averages(&self, at: i64, products: &BTreeSet<(i64, i64)>) -> Result<HashMap<(i64, i64), Decimal>, StoreError> {
        let warehouses: BTreeSet<i64> = products.iter().map(|(warehouse, _)| *warehouse).collect();
        let (mut averages, mut left) = (HashMap::new(), AMOUNTS_MAX);
        for warehouse in warehouses {
            let products: HashSet<i64> = products.iter().filter(|(of, _)| *of == warehouse).map(|(_, product)| *product).collect();
            let past = self.stock_at(warehouse, at).await?;
            for (product, worth) in self.past_worth((warehouse, past.sequence), products, &mut left).await? {
                let on_hand = past.products.get(&product).map(ProductStock::on_hand).unwrap_or_default();
                let broken = || StoreError::Corrupt(format!("{on_hand} of product {product} were worth {worth}"));
                averages.insert((warehouse, product), average(worth, on_hand).ok_or_else(broken)?);
            }
        }
        Ok(averages)
    }

    /// What these products were worth in a warehouse after a ledger row: what they are worth now, with what the roundings of
    /// the ledger's amounts have left, less the amounts since. `left`: so many amounts may be read; nothing of products whose
    /// rows are more.
    async fn past_worth(
        &self,
        (warehouse, after): (i64, i64),
        products: HashSet<i64>,
        left: &mut usize,
    ) -> Result<HashMap<i64, Decimal>, StoreError> {
        let (last, mut worth) = {
            let kept = self.warehouse_stock(warehouse).await?;
            let stock = kept.stock();
            let now = |product: &i64| stock.products.get(product).map_or(Decimal::ZERO, ProductStock::worth);
            (stock.sequence, products.iter().map(|product| (*product, now(product))).collect::<HashMap<i64, Decimal>>())
        };
        let (read, left_out) = fewest(self.rows_of_products(warehouse, (after, last), &products).await?, left);
        worth.retain(|product, _| !left_out.contains(product));
        let costs = array(worth.keys().map(|product| array_id("cost", vec![int(warehouse), int(*product)])).collect());
        let roundings: Vec<(i64, Decimal)> = self.rows("SELECT VALUE [product, rounding ?? 0dec] FROM $costs", vec![("costs", costs)]).await?;
        for (product, rounding) in roundings {
            worth.entry(product).and_modify(|worth| *worth += rounding);
        }
        // What was used with goods that have left was no part of what was there.
        let query =
            "SELECT VALUE [product, amount] FROM $rows WHERE amount != NONE AND (moved != 0 OR operation = $cost) AND (cost_basis ?? '') != $used";
        for some in read.chunks(AMOUNTS) {
            let some = array(some.iter().map(|sequence| array_id("movement", vec![int(warehouse), int(*sequence)])).collect());
            let vars = vec![("rows", some), ("cost", int(Operation::Cost.code())), ("used", text(CostBasis::Used.as_str()))];
            let amounts: Vec<(i64, Decimal)> = self.rows(query, vars).await?;
            for (product, amount) in amounts {
                worth.entry(product).and_modify(|worth| *worth -= amount);
            }
        }
        Ok(worth)
    }

    /// What was on hand at a moment (Unix milliseconds) in the warehouses in reach.
    pub(crate) async fn past_stock(&self, at: i64, scope: &Scope) -> Result<Vec<Arc<WarehouseStock>>, StoreError> {
        let seen = |warehouse: &i64| scope.only_warehouses().is_none_or(|only| only.contains(warehouse));
        let mut past = Vec::new();
        for warehouse in self.warehouse_ids().await?.into_iter().filter(seen) {
            past.push(self.stock_at(warehouse, at).await?);
        }
        Ok(past)
    }

    /// The last sequence of a warehouse's ledger, 0 where nothing was written.
    pub(crate) async fn last_sequence(&self, warehouse: i64) -> Result<i64, StoreError> {
        let query = "LET $known = array::max(array::concat([0], (SELECT VALUE last FROM flow:[$w]..[$w + 1])));
            RETURN [array::last((SELECT VALUE sequence FROM movement:[$w, $known]..=[$w, 9223372036854775807])) ?? 0];";
        let mut response = self.run(query, vec![("w", int(warehouse))]).await?;
        let last: Vec<i64> = take(&mut response, 1)?;
        Ok(last.first().copied().unwrap_or(0))
    }

    /// The last sequence that was written up to a moment; times rise with sequences.
    pub(crate) async fn sequence_at(&self, warehouse: i64, end: i64, at: i64) -> Result<i64, StoreError> {
        let (mut before, mut after) = (0, end + 1);
        while after - before > 1 {
            let middle = before + (after - before) / 2;
            let query = "SELECT VALUE at FROM movement:[$w, $middle]..=[$w, $middle]";
            let times: Vec<i64> = self.rows(query, vec![("w", int(warehouse)), ("middle", int(middle))]).await?;
            if times.first().is_some_and(|time| *time <= at) {
                before = middle;
            } else {
                after = middle;
            }
        }
        Ok(before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_average_beyond_all_figures_is_none_and_not_0() {
        let cent = Decimal::new(1, 2);
        assert_eq!(average(Decimal::ONE, Decimal::ZERO), Some(Decimal::ZERO), "nothing is there");
        assert_eq!(average(Decimal::ONE, cent), Some(Decimal::from(100)));
        assert_eq!(average(Decimal::MAX, cent), None);
    }

    #[test]
    fn products_with_the_most_rows_are_left_out() {
        let rows = HashMap::from([(1, vec![10, 11, 12]), (2, vec![20]), (3, vec![30, 31])]);
        let mut left = 4;
        assert_eq!(fewest(rows.clone(), &mut left), (vec![20, 30, 31], HashSet::from([1])));
        // Of the next warehouse, one more may be read.
        assert_eq!((left, fewest(rows.clone(), &mut left)), (1, (vec![20], HashSet::from([1, 3]))));
        let mut enough = 6;
        assert_eq!((fewest(rows, &mut enough).1, enough), (HashSet::new(), 0));
    }
}
