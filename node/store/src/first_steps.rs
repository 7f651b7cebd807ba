//! What of a company is set up.

use actors::store::StoreError;

use crate::engine::connect::Store;
use crate::engine::transaction::take;

/// What has been done of setting up a company.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstSteps {
    pub warehouse: bool,
    pub area: bool,
    pub shelf: bool,
    pub unit: bool,
    pub product: bool,
    /// Suppliers and customers: both.
    pub partners: bool,
    /// Goods have moved.
    pub stock: bool,
    /// Somebody else can sign in.
    pub people: bool,
    pub carrier: bool,
    /// The shop has goods on its shelf.
    pub goods: bool,
}

/// The tables whose first row answers, in the order of the statement's answer.
const TABLES: [&str; 9] = ["warehouse", "warehouse_area", "warehouse_shelf", "unit", "product", "supplier", "customer", "carrier", "shop_goods"];

impl Store {
    /// What has been done of setting up a company, whoever asks.
    pub async fn first_steps(&self) -> Result<FirstSteps, StoreError> {
        let exists = |table: &&str| format!("array::len((SELECT VALUE id FROM {table} LIMIT 1)) > 0");
        let query = format!(
            "RETURN [{}, array::len((SELECT VALUE id FROM movement LIMIT 1)) > 0, array::len((SELECT VALUE id FROM admin LIMIT 2)) > 1]",
            TABLES.iter().map(exists).collect::<Vec<_>>().join(", ")
        );
        let mut response = self.run(&query, vec![]).await?;
        let found: Vec<bool> = take(&mut response, 0)?;
        let [warehouse, area, shelf, unit, product, supplier, customer, carrier, goods, stock, people] = found[..] else {
            return Err(StoreError::Unknown("what is set up was not answered".into()));
        };
        Ok(FirstSteps { warehouse, area, shelf, unit, product, partners: supplier && customer, stock, people, carrier, goods })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::connect::StoreConfig;

    #[tokio::test]
    async fn steps_are_done_once_there_is_a_row() {
        let store = Store::connect(&StoreConfig::new("mem://", "test")).await.unwrap();
        assert_eq!(store.first_steps().await.unwrap(), FirstSteps::default());
        store.run("CREATE warehouse:1 SET name = 'a'; CREATE supplier:1 SET name = 'b'", vec![]).await.unwrap();
        store.create_admin("ann", "Ann", "-", false, 0).await.unwrap();
        assert_eq!(store.first_steps().await.unwrap(), FirstSteps { warehouse: true, ..FirstSteps::default() });
        store.run("CREATE customer:1 SET name = 'a'; CREATE movement:[1, 1] SET quantity = 1dec", vec![]).await.unwrap();
        store.create_admin("bo", "Bo", "-", false, 0).await.unwrap();
        let expected = FirstSteps { warehouse: true, partners: true, people: true, stock: true, ..FirstSteps::default() };
        assert_eq!(store.first_steps().await.unwrap(), expected);
    }
}
