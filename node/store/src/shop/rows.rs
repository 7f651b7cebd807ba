//! Questions about the shop's declared rows that their hooks ask, and what is written beside them.

use std::collections::{HashMap, HashSet};

use actors::store::StoreError;

use crate::engine::connect::Store;
use crate::engine::value::{array, id, int};
use crate::resource::write::ExtraStatements;

/// Goods whose SKUs one query looks up.
const GOODS_TOGETHER: usize = 1_024;
/// Most goods that are named where they stand in the way of something.
const NAMED_MAX: usize = 5;

impl Store {
    /// One default address: the one that is written.
    #[must_use]
    pub fn default_address_statements() -> ExtraStatements {
        let query = "UPDATE shop_delivery_address SET is_default = 0 WHERE is_default = 1 AND record::id(id) != $owner RETURN NONE;";
        ExtraStatements { query: query.to_owned(), ..ExtraStatements::default() }
    }

    /// Id and parent of every classify.
    pub async fn classify_parents(&self) -> Result<Vec<(i64, i64)>, StoreError> {
        self.rows("SELECT VALUE [record::id(id), pid] FROM shop_classify", vec![]).await
    }

    /// How many of these rows are there.
    pub async fn count_rows(&self, table: &'static str, ids: &[i64]) -> Result<usize, StoreError> {
        let ids = array(ids.iter().map(|row| id(table, *row)).collect());
        let found: Vec<i64> = self.rows("SELECT VALUE record::id(id) FROM $ids", vec![("ids", ids)]).await?;
        Ok(found.len())
    }

    /// Names of these rows by their ids; what is not there has none.
    pub async fn row_names(&self, table: &'static str, ids: &[i64]) -> Result<HashMap<i64, String>, StoreError> {
        let ids = array(ids.iter().map(|row| id(table, *row)).collect());
        let rows: Vec<(i64, String)> = self.rows("SELECT VALUE [record::id(id), name ?? ''] FROM $ids", vec![("ids", ids)]).await?;
        Ok(rows.into_iter().collect())
    }

    /// The method of a freight template: 1 piece, 2 weight, 3 volume.
    pub async fn freight_method(&self, template: i64) -> Result<Option<i64>, StoreError> {
        let rows: Vec<i64> = self.rows("SELECT VALUE method FROM $id", vec![("id", id("shop_delivery_template", template))]).await?;
        Ok(rows.first().copied())
    }

    /// Names of goods on shelf that use a freight template and offer a SKU without the weight (2) or volume (3) that a
    /// method counts.
    pub async fn goods_without_measure(&self, template: i64, method: i64) -> Result<Vec<String>, StoreError> {
        let measure = match method {
            2 => "weight",
            3 => "volume",
            _ => return Ok(Vec::new()),
        };
        let query = "SELECT VALUE [record::id(id), name] FROM shop_goods WHERE delivery_template_id = $template AND delivery_type = 1 AND status = 1";
        let mut goods: Vec<(i64, String)> = self.rows(query, vec![("template", int(template))]).await?;
        goods.sort_unstable();
        let without =
            |name: &str| format!("SELECT VALUE goods_id FROM shop_sku WHERE goods_id IN ${name} AND retired = 0 AND status = 1 AND {measure} <= 0;");
        let mut names = Vec::new();
        for some in goods.chunks(GOODS_TOGETHER) {
            let keys = some.iter().map(|(goods, _)| int(*goods)).collect();
            let lacking: HashSet<i64> = self.look_up::<i64>(keys, vec![], without).await?.into_iter().collect();
            names.extend(some.iter().filter(|(goods, _)| lacking.contains(goods)).map(|(_, name)| name.clone()));
            if names.len() >= NAMED_MAX {
                break;
            }
        }
        names.truncate(NAMED_MAX);
        Ok(names)
    }
}
