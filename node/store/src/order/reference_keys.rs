//! The keys that keep the partners' own numbers of orders unique, of orders that older programs have written.

use actors::folding::folded;
use actors::store::StoreError;

use crate::engine::after::rows_after;
use crate::engine::connect::Store;
use crate::engine::transaction::TxError;
use crate::engine::value::{id, int, text};

/// Orders that are read together.
const PAGE: usize = 1_000;

/// The key with the number folded; `None` where it is already.
fn folded_key(key: &str, reference: &str) -> Option<String> {
    let before = key.strip_suffix(reference)?;
    let new = format!("{before}{}", folded(reference));
    (new != key).then_some(new)
}

impl Store {
    /// Folds the numbers in the keys of orders. One whose number looks like that of another order keeps its key, and is told.
    pub(crate) async fn fold_references(&self) -> Result<(), StoreError> {
        let mut after = 0;
        loop {
            let mut vars = vec![("limit", int(i64::try_from(PAGE).unwrap_or(i64::MAX)))];
            let source = rows_after("stock_order", "", Some(id("stock_order", after)), &mut vars);
            let query = format!("SELECT VALUE [record::id(id), reference_key ?? '', reference ?? ''] FROM {source} LIMIT $limit");
            let rows: Vec<(i64, String, String)> = self.rows(&query, vars).await?;
            let (count, last) = (rows.len(), rows.last().map(|(order, ..)| *order));
            for (order, key, reference) in rows {
                let Some(new) = folded_key(&key, &reference) else { continue };
                let vars = vec![("order", id("stock_order", order)), ("key", text(&key)), ("new", text(&new))];
                match self.run("UPDATE $order SET reference_key = $new WHERE reference_key = $key RETURN NONE", vars).await {
                    Ok(_) => {}
                    Err(TxError::NotUnique(_)) => tracing::warn!(order, reference, "another order has a number that looks like this one's"),
                    Err(error) => return Err(error.into()),
                }
            }
            match last {
                Some(last) if count == PAGE && last > after => after = last,
                _ => return Ok(()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;

    #[test]
    fn only_the_number_is_folded() {
        assert_eq!(folded_key("inbound:3:PO-１", "PO-１").as_deref(), Some("inbound:3:po-1"));
        assert_eq!(folded_key("inbound:3:po-1", "po-1"), None);
        assert_eq!(folded_key("inbound:3:po-1", "PO-1"), None);
        assert_eq!(folded_key("", ""), None);
    }

    #[tokio::test]
    async fn keys_of_before_are_folded_unless_another_order_has_them() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        // The bare columns, as what else an order has does not count here.
        store.run("REMOVE TABLE stock_order; DEFINE TABLE stock_order SCHEMALESS; DEFINE INDEX stock_order_reference ON stock_order FIELDS reference_key UNIQUE;
            CREATE stock_order:1 SET reference = 'PO-1', reference_key = 'inbound:3:PO-1'; CREATE stock_order:2 SET reference = 'po-1', reference_key = 'inbound:3:po-1';
            CREATE stock_order:3 SET reference = 'Ａ7', reference_key = 'inbound:3:Ａ7'; CREATE stock_order:4 SET reference = 'X';", vec![]).await.unwrap();
        store.fold_references().await.unwrap();
        let keys: Vec<Option<String>> = store.rows("SELECT VALUE reference_key FROM stock_order ORDER BY id", vec![]).await.unwrap();
        assert_eq!(keys, [Some("inbound:3:PO-1".into()), Some("inbound:3:po-1".into()), Some("inbound:3:a7".into()), None]);
    }
}
