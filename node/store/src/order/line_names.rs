//! The names of what the lines of an order refer to. Each row is read once, however many lines name it: a question for
//! every line would take a second of 1,000 lines.

use std::collections::{BTreeSet, HashMap};

use actors::store::StoreError;
use serde::Deserialize;

use super::rows::{LineProduct, LineRow, LineUnit, Named};
use crate::engine::connect::Store;
use crate::engine::transaction::take;
use crate::engine::value::{array, id};

#[derive(Deserialize)]
struct Row<T> {
    id: i64,
    #[serde(flatten)]
    row: T,
}

fn by_id<T>(rows: Vec<Row<T>>) -> HashMap<i64, T> {
    rows.into_iter().map(|Row { id, row }| (id, row)).collect()
}

impl Store {
    pub(super) async fn name_lines(&self, lines: &mut [LineRow]) -> Result<(), StoreError> {
        let target = |line: &LineRow| line.transit.as_ref().map(|transit| (transit.area.map(|area| area.0), transit.shelf.map(|shelf| shelf.0)));
        let ids = |table: &'static str, named: BTreeSet<i64>| array(named.into_iter().map(|key| id(table, key)).collect());
        let products = lines.iter().map(|line| line.product).collect();
        let units = lines.iter().filter_map(|line| line.entered.as_ref()).map(|entered| entered.unit.0).collect();
        let areas = lines.iter().flat_map(|line| [line.area, target(line).and_then(|(area, _)| area)]).flatten().collect();
        let shelves = lines.iter().flat_map(|line| [line.shelf, target(line).and_then(|(_, shelf)| shelf)]).flatten().collect();
        let query = "SELECT record::id(id) AS id, product_no, name, spec, unit_id, type::record('unit', unit_id).{ name, decimals } AS unit,
                batch_use ?? 0 AS batch_use, shelf_life_days ?? 0 AS shelf_life_days FROM $products;
            SELECT record::id(id) AS id, name, decimals FROM $units;
            SELECT record::id(id) AS id, name FROM $areas;
            SELECT record::id(id) AS id, name FROM $shelves;";
        let vars = vec![
            ("products", ids("product", products)),
            ("units", ids("unit", units)),
            ("areas", ids("warehouse_area", areas)),
            ("shelves", ids("warehouse_shelf", shelves)),
        ];
        let mut response = self.run(query, vars).await?;
        let products: HashMap<i64, LineProduct> = by_id(take(&mut response, 0)?);
        let units: HashMap<i64, LineUnit> = by_id(take(&mut response, 1)?);
        let (areas, shelves): (HashMap<i64, Named>, HashMap<i64, Named>) = (by_id(take(&mut response, 2)?), by_id(take(&mut response, 3)?));
        for line in lines {
            let (target_area, target_shelf) = target(line).unwrap_or_default();
            line.product_row = products.get(&line.product).cloned();
            line.entered_row = line.entered.as_ref().and_then(|entered| units.get(&entered.unit.0)).cloned();
            line.area_row = line.area.and_then(|area| areas.get(&area)).cloned();
            line.shelf_row = line.shelf.and_then(|shelf| shelves.get(&shelf)).cloned();
            line.target_area_row = target_area.and_then(|area| areas.get(&area)).cloned();
            line.target_shelf_row = target_shelf.and_then(|shelf| shelves.get(&shelf)).cloned();
        }
        Ok(())
    }
}
