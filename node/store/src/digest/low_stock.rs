//! Goods of the shop with few pieces left: at most one notification a day for each SKU.

use std::collections::{HashMap, HashSet};

use actors::store::StoreError;
use bus_schemas::notification::{Fact, NotificationKind};
use serde::Deserialize;

use super::Digests;
use crate::engine::connect::Store;
use crate::engine::value::{array, array_id, id, int, text};
use crate::shop::offers::OfferTerms;

/// The name under which a sent notification is stored.
const DIGEST: &str = "goods_few";
/// Most SKUs of one run; the next run continues.
const SKUS_MAX: usize = 200;

#[derive(Deserialize)]
struct Named {
    id: i64,
    sku_text: String,
    goods: String,
}

impl Store {
    /// Notifies of SKUs on sale with at most `few` pieces left.
    pub async fn notify_few_goods(&self, few: i64, terms: OfferTerms<'_>) -> Result<Digests, StoreError> {
        let today = terms.today;
        let mut digests = Digests::default();
        let found = self.few_pieces(few, terms).await?;
        let marks = array(found.iter().map(|(_, sku, _)| array_id("digest_mark", vec![text(DIGEST), int(*sku)])).collect());
        let query = "SELECT VALUE record::id(id)[1] FROM $marks WHERE day >= $today";
        let notified: HashSet<i64> = self.rows(query, vec![("marks", marks), ("today", text(today))]).await?.into_iter().collect();
        let fresh: Vec<(i64, i64, i64)> = found.into_iter().filter(|(_, sku, _)| !notified.contains(sku)).take(SKUS_MAX).collect();
        let query = "SELECT record::id(id) AS id, sku_text, type::record('shop_goods', goods_id).name ?? '' AS goods FROM $skus";
        let skus = array(fresh.iter().map(|(_, sku, _)| id("shop_sku", *sku)).collect());
        let names: HashMap<i64, Named> = self.rows::<Named>(query, vec![("skus", skus)]).await?.into_iter().map(|row| (row.id, row)).collect();
        for (goods, sku, left) in fresh {
            let Some(named) = names.get(&sku) else { continue };
            let mut fact = Fact { id: goods, ..Fact::default() };
            fact.data.insert("goods".into(), named.goods.clone().into());
            fact.data.insert("sku".into(), named.sku_text.clone().into());
            fact.data.insert("left".into(), left.into());
            let drafts = [NotificationKind::SHOP_GOODS_FEW.draft(fact)];
            self.write_digest((DIGEST, sku, today), &drafts, ("", vec![]), &mut digests).await?;
        }
        Ok(digests)
    }
}
