//! Names of what stock balances and ledger rows refer to.

use std::collections::{BTreeSet, HashMap};

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use crate::engine::connect::Store;
use crate::listing::referred::Kind;

/// What is shown of a product.
#[derive(Clone, Debug, Deserialize)]
pub struct ProductName {
    pub product_no: String,
    pub name: String,
    pub spec: String,
    pub safety_stock_num: Decimal,
}

/// What a row refers to, by ids; 0 is nothing.
#[derive(Default)]
pub(crate) struct References {
    pub(crate) product: i64,
    pub(crate) unit: i64,
    pub(crate) warehouse: i64,
    pub(crate) area: i64,
    pub(crate) shelf: i64,
    pub(crate) admin: i64,
}

/// The names of what a row refers to; nothing of a row that is gone.
#[derive(Clone, Debug, Default)]
pub struct StockNames {
    pub product: Option<ProductName>,
    pub unit: Option<String>,
    pub warehouse: Option<String>,
    pub area: Option<String>,
    pub shelf: Option<String>,
    /// The administrator's nickname.
    pub admin: Option<String>,
}

/// A row that is shown with the names of what it refers to.
pub(crate) trait Referring {
    fn references(&self) -> References;
    fn names_mut(&mut self) -> &mut StockNames;
}

#[derive(Deserialize)]
struct Name {
    name: String,
}

const fn names(name: &'static str, tables: &'static [&'static str]) -> Kind {
    Kind { name, tables, fields: "name: name" }
}

pub(crate) const PRODUCT: Kind =
    Kind { name: "name_product", tables: &["product"], fields: "product_no: product_no, name: name, spec: spec, safety_stock_num: safety_stock_num" };

pub(crate) const WAREHOUSE: Kind = names("name_warehouse", &["warehouse"]);

/// Reads rows that are referred to as what they are.
fn typed<T: DeserializeOwned>(rows: HashMap<i64, Json>) -> Result<HashMap<i64, T>, StoreError> {
    let read = |(id, row)| serde_json::from_value(row).map(|row| (id, row)).map_err(|error| StoreError::Corrupt(error.to_string()));
    rows.into_iter().map(read).collect()
}

/// The same of rows that have a name and nothing else.
fn named(rows: HashMap<i64, Json>) -> Result<HashMap<i64, String>, StoreError> {
    Ok(typed::<Name>(rows)?.into_iter().map(|(id, row)| (id, row.name)).collect())
}

impl Store {
    /// Gives stock balances or ledger rows the names of what they refer to.
    pub(crate) async fn name_rows<T: Referring>(&self, rows: &mut [T]) -> Result<(), StoreError> {
        let references: Vec<References> = rows.iter().map(Referring::references).collect();
        let ids = |of: fn(&References) -> i64| -> BTreeSet<i64> { references.iter().map(of).filter(|id| *id > 0).collect() };
        let wanted = [
            (PRODUCT, ids(|row| row.product)),
            (names("name_unit", &["unit"]), ids(|row| row.unit)),
            (WAREHOUSE, ids(|row| row.warehouse)),
            (names("name_area", &["warehouse_area"]), ids(|row| row.area)),
            (names("name_shelf", &["warehouse_shelf"]), ids(|row| row.shelf)),
            (Kind { name: "name_admin", tables: &["admin"], fields: "name: nickname" }, ids(|row| row.admin)),
        ];
        let [products, units, warehouses, areas, shelves, admins] = self.referred(wanted).await?;
        let products: HashMap<i64, ProductName> = typed(products)?;
        let (units, warehouses, areas, shelves, admins) = (named(units)?, named(warehouses)?, named(areas)?, named(shelves)?, named(admins)?);
        for (row, refers) in rows.iter_mut().zip(references) {
            *row.names_mut() = StockNames {
                product: products.get(&refers.product).cloned(),
                unit: units.get(&refers.unit).cloned(),
                warehouse: warehouses.get(&refers.warehouse).cloned(),
                area: areas.get(&refers.area).cloned(),
                shelf: shelves.get(&refers.shelf).cloned(),
                admin: admins.get(&refers.admin).cloned(),
            };
        }
        Ok(())
    }
}
