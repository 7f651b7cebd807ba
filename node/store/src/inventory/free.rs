//! Where some products lie in a warehouse, in the order in which they go out (domain rules 2.4): what a clerk sees beside
//! the lines of an order that takes goods.

use std::collections::BTreeMap;

use actors::store::StoreError;
use actors::warehouse::picking::first_out;
use actors::warehouse::port::BalanceRow;
use bus_schemas::number::Quantity;
use rust_decimal::Decimal;

use crate::engine::connect::Store;
use crate::engine::value::int;
use crate::ledger::stored::StoredBalance;
use crate::listing::names::{References, Referring, StockNames};

/// Goods of one batch at one place.
#[derive(Clone, Debug)]
pub struct FreePlace {
    /// 0: in no area.
    pub area: i64,
    /// 0: on no shelf.
    pub shelf: i64,
    pub batch: String,
    pub expiry_date: Option<String>,
    pub on_hand: Decimal,
    pub available: Decimal,
    pub expired: bool,
    pub held: bool,
    pub names: StockNames,
}

impl Referring for FreePlace {
    fn references(&self) -> References {
        References { area: self.area, shelf: self.shelf, ..References::default() }
    }

    fn names_mut(&mut self) -> &mut StockNames {
        &mut self.names
    }
}

/// What there is of a product.
#[derive(Clone, Debug, Default)]
pub struct FreeStock {
    /// Available at places that are neither held nor expired.
    pub available: Decimal,
    /// Those first that are emptied first; what can't be taken comes last.
    pub places: Vec<FreePlace>,
    /// How many places there are beside these.
    pub more: usize,
}

impl Store {
    /// What of these products lies in a warehouse, with at most so many places of each.
    pub async fn free_stock(&self, warehouse: i64, products: &[i64], most: usize) -> Result<BTreeMap<i64, FreeStock>, StoreError> {
        let goods = self.held_goods().await?;
        let lying = |name: &str| format!("SELECT * OMIT id FROM place WHERE product IN ${name} AND warehouse = $warehouse AND on_hand != 0;");
        let numbers = products.iter().copied().map(int).collect();
        let rows: Vec<StoredBalance> = self.look_up(numbers, vec![("warehouse", int(warehouse))], lying).await?;
        let rows: Vec<BalanceRow> = rows.into_iter().map(StoredBalance::row).collect();
        let weights = self.weights_at(rows.iter().map(|row| &row.place)).await?;
        let mut lying: BTreeMap<i64, Vec<_>> = products.iter().map(|product| (*product, Vec::new())).collect();
        for row in rows {
            let held = goods.holds(warehouse, row.place.area.0, row.place.product.0, &row.place.batch);
            let expired = goods.days().expired(warehouse, row.expiry_date.as_deref());
            let free = if held { Quantity::ZERO } else { Quantity(row.on_hand.0 - row.reserved.0) };
            lying.entry(row.place.product.0).or_default().push((row, free, held, expired));
        }
        let mut found = BTreeMap::new();
        let mut shown = Vec::new();
        for (product, mut rows) in lying {
            rows.sort_by(|a, b| {
                let last = |(_, free, held, expired): &(_, Quantity, bool, bool)| *held || *expired || *free <= Quantity::ZERO;
                last(a).cmp(&last(b)).then_with(|| first_out((&a.0, a.1), (&b.0, b.1), &weights))
            });
            let available = rows.iter().filter(|(_, _, _, expired)| !expired).map(|(_, free, _, _)| free.0).sum();
            let more = rows.len().saturating_sub(most);
            let places = rows.into_iter().take(most).map(|(row, free, held, expired)| FreePlace {
                area: row.place.area.0,
                shelf: row.place.shelf.0,
                batch: row.place.batch,
                expiry_date: row.expiry_date,
                on_hand: row.on_hand.0,
                available: free.0,
                expired,
                held,
                names: StockNames::default(),
            });
            shown.extend(places.map(|place| (product, place)));
            found.insert(product, FreeStock { available, places: Vec::new(), more });
        }
        let (owners, mut places): (Vec<i64>, Vec<FreePlace>) = shown.into_iter().unzip();
        self.name_rows(&mut places).await?;
        for (product, place) in owners.into_iter().zip(places) {
            found.entry(product).or_default().places.push(place);
        }
        Ok(found)
    }
}
