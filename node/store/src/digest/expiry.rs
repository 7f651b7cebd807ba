//! Batches that near or have passed their expiry date.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use actors::store::StoreError;
use actors::warehouse::expiry::{ALERT_DAYS, Alerted, EXPIRED, alert_days, days_left, needs_alert, stage};
use actors::warehouse::port::WarehouseStore;
use bus_schemas::ids::ProductId;
use bus_schemas::notification::{Fact, NotificationDraft, NotificationKind};
use chrono::{Days, NaiveDate};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::{Digests, Due, WarehouseName};
use crate::engine::connect::Store;
use crate::engine::value::{array, array_id, id, int, object, text};

/// How deep categories may lie in each other; more is a circle.
const DEPTH_MAX: usize = 32;

/// Products whose safety stock is looked at together.
const WATCHED_MAX: usize = 500;

/// Goods of one batch in a warehouse.
#[derive(Clone, Debug, Deserialize)]
struct Batch {
    product: i64,
    batch: String,
    expiry_date: String,
}

/// The alerts sent for a batch.
#[derive(Deserialize)]
struct Alert {
    product: i64,
    batch: String,
    stage: i64,
    expiry_date: String,
}

#[derive(Deserialize)]
struct Product {
    id: i64,
    product_no: String,
    name: String,
    category: i64,
}

#[derive(Deserialize)]
struct Category {
    id: i64,
    pid: i64,
    #[serde(deserialize_with = "days")]
    days: Vec<i64>,
}

fn days<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<i64>, D::Error> {
    let text = String::deserialize(deserializer)?;
    alert_days(&text).ok_or_else(|| D::Error::custom(format_args!("{text:?} are no days between commas")))
}

/// Days before the expiry date on which batches get an alert, by category.
struct Calendar(HashMap<i64, Category>);

impl Calendar {
    /// What the category says, or else those above it, or else the usual days.
    fn days(&self, category: i64) -> Vec<i64> {
        let mut at = category;
        for _ in 0..DEPTH_MAX {
            let Some(known) = self.0.get(&at) else { break };
            if !known.days.is_empty() {
                return known.days.clone();
            }
            at = known.pid;
        }
        ALERT_DAYS.to_vec()
    }

    fn farthest(&self) -> i64 {
        let said = self.0.values().flat_map(|category| &category.days);
        said.chain(ALERT_DAYS).copied().max().unwrap_or(0)
    }
}

impl Store {
    /// Notifies the people of each warehouse of batches that have come near their expiry date, or passed it, since the
    /// last run. A warehouse in another zone than the site's goes by its own day.
    pub async fn notify_expiring<'a>(&self, due: impl Into<Due<'a>>) -> Result<Digests, StoreError> {
        let due = due.into();
        let mut digests = Digests::default();
        let categories: Vec<Category> =
            self.rows("SELECT record::id(id) AS id, pid ?? 0 AS pid, expiry_alert_days ?? '' AS days FROM product_category", vec![]).await?;
        let calendar = Calendar(categories.into_iter().map(|category| (category.id, category)).collect());
        let days = self.days_on(due.today).await?;
        for warehouse in self.used_warehouses(&due).await? {
            let today = days.of(warehouse.id);
            let day = NaiveDate::parse_from_str(today, "%Y-%m-%d").map_err(|error| StoreError::Corrupt(error.to_string()))?;
            let farthest = day.checked_add_days(Days::new(calendar.farthest().unsigned_abs()));
            let until = farthest.unwrap_or(day).format("%Y-%m-%d").to_string();
            self.notify_expiring_in(&warehouse, (today, &until), &calendar, &mut digests).await?;
        }
        // What has expired since is available no more.
        let mut vars = Vec::new();
        let Some(past) = days.condition(&mut vars) else { return Ok(digests) };
        let query = format!("SELECT VALUE product FROM place WHERE {past} AND on_hand > 0 GROUP BY product");
        let expired: Vec<i64> = self.rows(&query, vars).await?;
        for products in expired.into_iter().map(ProductId).collect::<Vec<_>>().chunks(WATCHED_MAX) {
            digests.announcements.extend(self.watch_safety_stock(products).await?);
        }
        Ok(digests)
    }

    async fn notify_expiring_in(
        &self,
        warehouse: &WarehouseName,
        (today, until): (&str, &str),
        calendar: &Calendar,
        digests: &mut Digests,
    ) -> Result<(), StoreError> {
        let lying = "SELECT product, batch, expiry_date FROM place:[$w]..[$w + 1] \
             WHERE expiry_date != NONE AND expiry_date <= $until AND on_hand > 0 GROUP BY product, batch, expiry_date";
        let batches: Vec<Batch> = self.rows(lying, vec![("w", int(warehouse.id)), ("until", text(until))]).await?;
        let alerts: Vec<Alert> =
            self.rows("SELECT product, batch, stage, expiry_date FROM expiry_alert:[$w]..[$w + 1]", vec![("w", int(warehouse.id))]).await?;
        let ids =
            array(batches.iter().map(|batch| batch.product).collect::<BTreeSet<_>>().into_iter().map(|product| id("product", product)).collect());
        let named = "SELECT record::id(id) AS id, product_no, name, category_id ?? 0 AS category FROM $products";
        let products: Vec<Product> = self.rows(named, vec![("products", ids)]).await?;
        let products: HashMap<i64, Product> = products.into_iter().map(|product| (product.id, product)).collect();

        let alerted: HashMap<(i64, &str), Alerted> = alerts
            .iter()
            .map(|alert| ((alert.product, alert.batch.as_str()), Alerted { stage: alert.stage, expiry_date: &alert.expiry_date }))
            .collect();
        let mut days: HashMap<i64, Vec<i64>> = HashMap::new();
        // The stage of each batch that is news.
        let mut news: Vec<(&Batch, i64)> = Vec::new();
        for batch in &batches {
            let category = products.get(&batch.product).map_or(0, |product| product.category);
            let days = days.entry(category).or_insert_with(|| calendar.days(category));
            let broken = || StoreError::Corrupt(format!("batch {} of product {} expires on {:?}", batch.batch, batch.product, batch.expiry_date));
            let reached = stage(days_left(today, &batch.expiry_date).ok_or_else(broken)?, days);
            if let Some(stage) = reached.filter(|stage| needs_alert(*stage, &batch.expiry_date, alerted.get(&(batch.product, batch.batch.as_str()))))
            {
                news.push((batch, stage));
            }
        }
        let there: BTreeSet<(i64, &str)> = batches.iter().map(|batch| (batch.product, batch.batch.as_str())).collect();
        let gone = alerts.iter().filter(|alert| !there.contains(&(alert.product, alert.batch.as_str())));
        let gone = gone.map(|alert| self::key(warehouse.id, alert.product, &alert.batch)).collect();
        let expiring = drafts(warehouse, today, &news, &products);
        // A batch with goods of two dates is remembered by the earlier one.
        let mut remembered: BTreeMap<(i64, &str), (&str, i64)> = BTreeMap::new();
        for (batch, stage) in &news {
            let known = remembered.entry((batch.product, &batch.batch)).or_insert((&batch.expiry_date, *stage));
            if batch.expiry_date.as_str() < known.0 {
                *known = (&batch.expiry_date, *stage);
            }
        }
        let rows = remembered.into_iter().map(|((product, batch), (expiry_date, stage))| {
            object([
                ("id", key(warehouse.id, product, batch)),
                ("product", int(product)),
                ("batch", text(batch)),
                ("stage", int(stage)),
                ("expiry_date", text(expiry_date)),
            ])
        });
        let remember = "DELETE $gone RETURN NONE; FOR $row IN $alerts { UPSERT $row.id CONTENT $row RETURN NONE };";
        let vars = vec![("gone", array(gone)), ("alerts", array(rows.collect()))];
        self.write_digest(("expiry", warehouse.id, today), &expiring, (remember, vars), digests).await
    }
}

fn key(warehouse: i64, product: i64, batch: &str) -> surrealdb::types::Value {
    array_id("expiry_alert", vec![int(warehouse), int(product), text(batch)])
}

/// At most one notification of each kind.
fn drafts(warehouse: &WarehouseName, today: &str, news: &[(&Batch, i64)], products: &HashMap<i64, Product>) -> Vec<NotificationDraft> {
    let draft = |kind: NotificationKind, expired: bool| {
        let batches: Vec<&Batch> = news.iter().filter(|(_, stage)| (*stage == EXPIRED) == expired).map(|(batch, _)| *batch).collect();
        let first = batches.iter().min_by_key(|batch| &batch.expiry_date)?;
        // The page it leads to shows what expires by the last of these days.
        let farthest = batches.iter().filter_map(|batch| days_left(today, &batch.expiry_date)).max().unwrap_or(0).max(0);
        let mut fact = Fact { id: farthest, ..warehouse.fact() };
        let product = products.get(&first.product);
        fact.data.insert("batches".into(), batches.len().into());
        fact.data.insert("product".into(), product.map_or_else(String::new, |product| product.name.clone()).into());
        fact.data.insert("product_no".into(), product.map_or_else(String::new, |product| product.product_no.clone()).into());
        fact.data.insert("batch".into(), first.batch.clone().into());
        fact.data.insert("expiry_date".into(), first.expiry_date.clone().into());
        Some(kind.draft(fact))
    };
    [draft(NotificationKind::BATCH_EXPIRING, false), draft(NotificationKind::BATCH_EXPIRED, true)].into_iter().flatten().collect()
}
