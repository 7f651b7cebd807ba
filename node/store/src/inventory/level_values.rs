//! What rows of stock at a level are worth.

use std::collections::{BTreeSet, HashMap};

use actors::store::StoreError;
use rust_decimal::Decimal;

use crate::engine::connect::Store;
use crate::engine::value::{array, array_id, int};
use crate::inventory::level_rows::LevelRow;

/// Warehouses and products that rows are of.
fn valued(rows: &[LevelRow]) -> BTreeSet<(i64, i64)> {
    rows.iter().flat_map(|row| row.by_warehouse.keys().map(|warehouse| (*warehouse, row.product))).collect()
}

/// Notes what rows are worth, by the cost of one in each warehouse.
fn set_values(rows: &mut [LevelRow], as_of: Option<i64>, averages: &HashMap<(i64, i64), Decimal>) {
    for row in rows {
        let worth = |(warehouse, on_hand): (&i64, &Decimal)| match averages.get(&(*warehouse, row.product)) {
            Some(average) => Some(on_hand.saturating_mul(*average)),
            // What has no cost yet is worth nothing.
            None => as_of.is_none().then_some(Decimal::ZERO),
        };
        row.value = row.by_warehouse.iter().map(worth).sum();
    }
}

impl Store {
    /// Adds what rows of a page are worth, now or at a moment of the past (Unix milliseconds). Of the past, the value of
    /// products is left open whose ledger rows since are too many for a page.
    pub async fn value_levels(&self, rows: &mut [LevelRow], as_of: Option<i64>) -> Result<(), StoreError> {
        let averages = self.averages(as_of, &valued(rows)).await?;
        set_values(rows, as_of, &averages);
        Ok(())
    }

    /// The same for rows of a file. Here products do not share one limit: only what has too many ledger rows alone, and so is
    /// of unknown value on every page, is left open.
    pub async fn value_levels_of_file(&self, rows: &mut [LevelRow], as_of: Option<i64>) -> Result<(), StoreError> {
        let (mut products, mut averages) = (valued(rows), HashMap::new());
        while !products.is_empty() {
            let found = self.averages(as_of, &products).await?;
            products.retain(|product| as_of.is_some() && !found.contains_key(product));
            if found.is_empty() {
                break;
            }
            averages.extend(found);
        }
        set_values(rows, as_of, &averages);
        Ok(())
    }

    /// What one of each of these products costs in its warehouse, or did at a moment of the past, by warehouse and product.
    async fn averages(&self, as_of: Option<i64>, products: &BTreeSet<(i64, i64)>) -> Result<HashMap<(i64, i64), Decimal>, StoreError> {
        match as_of {
            Some(at) => self.past_averages(at, products).await,
            None => self.present_averages(products).await,
        }
    }

    /// What one of each of these products costs in its warehouse, by warehouse and product.
    async fn present_averages(&self, products: &BTreeSet<(i64, i64)>) -> Result<HashMap<(i64, i64), Decimal>, StoreError> {
        let costs = products.iter().map(|(warehouse, product)| array_id("cost", vec![int(*warehouse), int(*product)]));
        let query = "SELECT VALUE [warehouse, product, average_cost] FROM $costs";
        let costs: Vec<(i64, i64, Decimal)> = self.rows(query, vec![("costs", array(costs.collect()))]).await?;
        Ok(costs.into_iter().map(|(warehouse, product, average)| ((warehouse, product), average)).collect())
    }
}
