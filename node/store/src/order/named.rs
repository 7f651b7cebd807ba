//! Rows that a file names, for an import: products by number, their units by name, areas and shelves of a warehouse by name or number.

use std::collections::HashMap;

use actors::store::StoreError;
use bus_schemas::ids::WarehouseId;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::look_up::{look_up, take_parts};
use crate::engine::transaction::take;
use crate::engine::value::{int, text};

/// What a file may name of a warehouse. Names are in lower case; one that two rows have is none.
#[derive(Clone, Debug, Default)]
pub struct NamedRows {
    /// By number as it is stored.
    pub products: HashMap<String, i64>,
    /// By product and name: a unit beside the product's own, or nothing for its own.
    pub units: HashMap<(i64, String), Option<i64>>,
    pub areas: HashMap<String, Option<i64>>,
    /// By area and name.
    pub shelves: HashMap<(i64, String), Option<i64>>,
}

#[derive(Deserialize)]
struct Product {
    id: i64,
    product_no: String,
    /// The name of its own unit.
    unit: Option<String>,
}

#[derive(Deserialize)]
struct Part {
    id: i64,
    name: String,
    serial_no: Option<String>,
    #[serde(default)]
    area: i64,
}

impl Part {
    fn names(&self) -> impl Iterator<Item = String> {
        let serial = self.serial_no.as_deref().unwrap_or_default().trim().to_lowercase();
        let name = self.name.trim().to_lowercase();
        let other = Some(serial).filter(|serial| !serial.is_empty() && *serial != name);
        std::iter::once(name).chain(other)
    }
}

impl Store {
    /// Looks up the products with these numbers, and the areas and shelves of a warehouse.
    pub async fn named_rows(&self, warehouse: WarehouseId, numbers: &[String]) -> Result<NamedRows, StoreError> {
        let mut query = "SELECT record::id(id) AS id, name, serial_no FROM warehouse_area WHERE warehouses_id = $warehouse AND status = 1;
            SELECT record::id(id) AS id, name, serial_no, warehouses_areas_id AS area FROM warehouse_shelf
              WHERE warehouses_id = $warehouse AND status = 1;"
            .to_owned();
        let mut vars = vec![("warehouse", int(warehouse.0))];
        let named = |name: &str| {
            format!("SELECT record::id(id) AS id, product_no, type::record('unit', unit_id).name AS unit FROM product WHERE product_no IN ${name};")
        };
        let parts = look_up(numbers.iter().map(|number| text(number)).collect(), &mut query, &mut vars, named);
        let mut response = self.run(&query, vars).await?;
        let (areas, shelves): (Vec<Part>, Vec<Part>) = (take(&mut response, 0)?, take(&mut response, 1)?);
        let products: Vec<Product> = take_parts(&mut response, 2, parts)?;
        let others = self.product_units(&products.iter().map(|product| product.id).collect()).await?;
        let folded = |name: &str| name.trim().to_lowercase();
        let mut units: HashMap<(i64, String), Option<i64>> =
            others.into_iter().map(|other| ((other.product_id, folded(&other.unit.name)), Some(other.unit_id))).collect();
        units.extend(products.iter().filter_map(|product| Some(((product.id, folded(product.unit.as_deref()?)), None))));
        let mut rows = NamedRows { units, products: products.into_iter().map(|row| (row.product_no, row.id)).collect(), ..NamedRows::default() };
        for area in &areas {
            for name in area.names() {
                rows.areas.entry(name).and_modify(|known| *known = None).or_insert(Some(area.id));
            }
        }
        for shelf in &shelves {
            for name in shelf.names() {
                rows.shelves.entry((shelf.area, name)).and_modify(|known| *known = None).or_insert(Some(shelf.id));
            }
        }
        Ok(rows)
    }
}
