//! Numbers of declarations, how many are in which state, and what products say of themselves to the customs.

use std::collections::HashMap;

use actors::store::StoreError;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::{array, id, text_id};
use crate::scope::Scope;

/// What a product brings into a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ProductCustoms {
    pub id: i64,
    pub hs_code: String,
    pub customs_elements: String,
}

impl Store {
    /// The next number of a day (`YYYY-MM-DD`): `BG20261128-0001`. One that is not used is a gap.
    pub async fn next_declaration_number(&self, day: &str) -> Result<String, StoreError> {
        let plain: String = day.chars().filter(char::is_ascii_digit).collect();
        let query = "UPSERT $counter SET last = (last ?? 0) + 1 RETURN VALUE last";
        let last: Vec<i64> = self.rows(query, vec![("counter", text_id("counter", &format!("declaration_{plain}")))]).await?;
        Ok(format!("BG{plain}-{:04}", last.first().copied().unwrap_or(1)))
    }

    /// How many declarations a scope reaches in each state.
    pub async fn declaration_states(&self, scope: &Scope) -> Result<Vec<(i64, i64)>, StoreError> {
        #[derive(Deserialize)]
        struct Counted {
            state: i64,
            count: i64,
        }
        let mut vars = vec![];
        let within = scope.within_owners("admin_id", &mut vars).map(|owners| format!("WHERE {owners}")).unwrap_or_default();
        let query = format!("SELECT state, count() AS count FROM declaration {within} GROUP BY state");
        let mut counts: Vec<(i64, i64)> = self.rows::<Counted>(&query, vars).await?.into_iter().map(|row| (row.state, row.count)).collect();
        counts.sort_unstable();
        Ok(counts)
    }

    /// What products say of themselves to the customs, by id.
    pub async fn product_customs(&self, products: &[i64]) -> Result<HashMap<i64, ProductCustoms>, StoreError> {
        let ids = array(products.iter().map(|product| id("product", *product)).collect());
        let query = "SELECT record::id(id) AS id, hs_code ?? '' AS hs_code, customs_elements ?? '' AS customs_elements FROM $ids";
        let rows: Vec<ProductCustoms> = self.rows(query, vec![("ids", ids)]).await?;
        Ok(rows.into_iter().map(|row| (row.id, row)).collect())
    }
}
