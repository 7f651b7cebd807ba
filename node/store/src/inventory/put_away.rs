//! Where goods may be put in a warehouse: where they lie already, else on a shelf on which nothing lies.

use std::cmp::Reverse;
use std::collections::HashMap;

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::engine::connect::Store;
use crate::engine::value::int;

/// Shelves that are looked at together.
const TOGETHER: usize = 50;
/// Most shelves that are looked at for a free one.
const LOOKED_AT: usize = 500;

/// Goods that are to be put somewhere.
#[derive(Clone, Debug)]
pub struct ToPutAway {
    pub product: i64,
    /// Empty for goods without batches.
    pub batch: String,
}

/// Why a place is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyThere {
    /// Goods of the same batch lie there.
    Batch,
    /// Goods of the product lie there, or did last.
    Product,
    /// Nothing lies there.
    Free,
}

/// A place that is proposed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProposedPlace {
    pub area: i64,
    pub area_name: String,
    /// 0: on no shelf.
    pub shelf: i64,
    pub shelf_name: Option<String>,
    pub why: WhyThere,
}

#[derive(Deserialize)]
struct PlaceRow {
    product: i64,
    batch: String,
    area: i64,
    shelf: i64,
    on_hand: Decimal,
    updated_at: i64,
}

#[derive(Deserialize)]
struct AreaRow {
    id: i64,
    name: String,
    weigh: i64,
}

#[derive(Deserialize)]
struct ShelfRow {
    id: i64,
    area: i64,
    name: String,
    weigh: i64,
}

/// The places of a warehouse that are in use, and for goods that may be sold.
struct Usable {
    areas: HashMap<i64, AreaRow>,
    shelves: HashMap<i64, ShelfRow>,
}

impl Usable {
    fn place(&self, area: i64, shelf: i64, why: WhyThere) -> Option<ProposedPlace> {
        let area_row = self.areas.get(&area)?;
        let shelf_row = if shelf == 0 { None } else { Some(self.shelves.get(&shelf)?) };
        Some(ProposedPlace { area, area_name: area_row.name.clone(), shelf, shelf_name: shelf_row.map(|row| row.name.clone()), why })
    }

    /// The last place of the goods: of their batch, else of their product.
    fn last(&self, goods: &ToPutAway, rows: &[PlaceRow]) -> Option<ProposedPlace> {
        let own = rows.iter().filter(|row| row.product == goods.product);
        let found = own.filter_map(|row| {
            let same = !goods.batch.is_empty() && row.batch == goods.batch;
            let place = self.place(row.area, row.shelf, if same { WhyThere::Batch } else { WhyThere::Product })?;
            Some(((row.on_hand > Decimal::ZERO, same, row.updated_at), place))
        });
        found.max_by_key(|(rank, _)| *rank).map(|(_, place)| place)
    }
}

impl Store {
    /// A place for each of some goods; nothing for those that have none yet where no shelf is free.
    pub async fn proposed_places(&self, warehouse: i64, goods: &[ToPutAway]) -> Result<Vec<Option<ProposedPlace>>, StoreError> {
        let vars = || vec![("warehouse", int(warehouse))];
        let areas = "SELECT record::id(id) AS id, name, weigh ?? 0 AS weigh FROM warehouse_area \
            WHERE warehouses_id = $warehouse AND (status ?? 1) != 0 AND (purpose ?? 0) = 0";
        let areas: Vec<AreaRow> = self.rows(areas, vars()).await?;
        let shelves = "SELECT record::id(id) AS id, warehouses_areas_id AS area, name, weigh ?? 0 AS weigh FROM warehouse_shelf \
            WHERE warehouses_id = $warehouse AND (status ?? 1) != 0";
        let shelves: Vec<ShelfRow> = self.rows(shelves, vars()).await?;
        let usable =
            Usable { areas: areas.into_iter().map(|row| (row.id, row)).collect(), shelves: shelves.into_iter().map(|row| (row.id, row)).collect() };
        let lying = |name: &str| {
            format!(
                "SELECT product, batch, area, shelf, on_hand, updated_at ?? 0 AS updated_at FROM place WHERE product IN ${name} AND warehouse = $warehouse AND area != 0;"
            )
        };
        let rows: Vec<PlaceRow> = self.look_up(goods.iter().map(|goods| int(goods.product)).collect(), vars(), lying).await?;
        let mut found: Vec<Option<ProposedPlace>> = goods.iter().map(|goods| usable.last(goods, &rows)).collect();
        let missing = found.iter().filter(|place| place.is_none()).count();
        let mut free = self.free_shelves(warehouse, &usable, missing).await?.into_iter();
        // Each product gets a shelf of its own, and its batches the same.
        let mut taken: HashMap<i64, Option<ProposedPlace>> = HashMap::new();
        for (goods, place) in goods.iter().zip(&mut found).filter(|(_, place)| place.is_none()) {
            *place = taken.entry(goods.product).or_insert_with(|| free.next()).clone();
        }
        Ok(found)
    }

    /// So many shelves on which nothing lies, those first that come first in their warehouse.
    async fn free_shelves(&self, warehouse: i64, usable: &Usable, wanted: usize) -> Result<Vec<ProposedPlace>, StoreError> {
        let mut candidates: Vec<&ShelfRow> = usable.shelves.values().filter(|shelf| usable.areas.contains_key(&shelf.area)).collect();
        let weight = |area: i64| usable.areas.get(&area).map_or(0, |row| row.weigh);
        candidates.sort_by_key(|shelf| (Reverse(weight(shelf.area)), shelf.area, Reverse(shelf.weigh), shelf.id));
        let mut free = Vec::new();
        for some in candidates.chunks(TOGETHER).take(LOOKED_AT / TOGETHER) {
            if free.len() >= wanted {
                break;
            }
            let count = |shelf: &&ShelfRow| {
                let (area, id) = (shelf.area, shelf.id);
                format!(
                    "array::len((SELECT VALUE shelf FROM place:[{warehouse}, {area}, {id}]..[{warehouse}, {area}, {}] WHERE on_hand != 0))",
                    id + 1
                )
            };
            let counts: Vec<i64> = self.rows(&format!("RETURN [{}]", some.iter().map(count).collect::<Vec<_>>().join(", ")), vec![]).await?;
            let empty = some.iter().zip(counts).filter(|(_, count)| *count == 0);
            free.extend(empty.filter_map(|(shelf, _)| usable.place(shelf.area, shelf.id, WhyThere::Free)));
        }
        Ok(free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goods_go_where_their_batch_lies_then_where_they_lay_last() {
        let areas = [(1, "A"), (2, "B")].map(|(id, name)| (id, AreaRow { id, name: name.into(), weigh: 0 }));
        let shelves = [(11, 1, "A1"), (21, 2, "B1")].map(|(id, area, name)| (id, ShelfRow { id, area, name: name.into(), weigh: 0 }));
        let usable = Usable { areas: areas.into(), shelves: shelves.into() };
        let row = |product, batch: &str, area, shelf, on_hand: i64, updated_at| PlaceRow {
            product,
            batch: batch.into(),
            area,
            shelf,
            on_hand: Decimal::from(on_hand),
            updated_at,
        };
        let rows =
            [row(7, "X", 1, 11, 5, 10), row(7, "Y", 2, 21, 5, 20), row(7, "Y", 2, 0, 0, 30), row(7, "Y", 3, 0, 9, 40), row(8, "", 1, 11, 0, 5)];
        let last =
            |product, batch: &str| usable.last(&ToPutAway { product, batch: batch.into() }, &rows).map(|place| (place.area, place.shelf, place.why));
        assert_eq!(last(7, "X"), Some((1, 11, WhyThere::Batch)));
        assert_eq!(last(7, "Z"), Some((2, 21, WhyThere::Product)), "where some are left, in an area that is in use");
        assert_eq!(last(8, ""), Some((1, 11, WhyThere::Product)), "where they lay last");
        assert_eq!(last(9, ""), None);
    }
}
