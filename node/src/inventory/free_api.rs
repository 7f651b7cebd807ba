//! What is available of some products in a warehouse, by place and batch, and where more of them may be put.

use bus_schemas::number::Quantity;
use entrepot_store::inventory::free::{FreePlace, FreeStock};
use entrepot_store::inventory::put_away::{ProposedPlace, ToPutAway, WhyThere};
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};

use super::views::AreaShelf;
use crate::base::Base;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::parameters::{Ids, Whole};
use crate::http::routes::Allow;
use crate::http::views::DecimalText;
use crate::identity::admin_request::scope;

/// Most products of one question.
const PRODUCTS_MAX: usize = 200;
/// Most places of a product that are named.
const PLACES_MAX: usize = 100;

/// Endpoints of available stock.
pub struct FreeStocks(pub Base);

/// A batch at a place.
#[derive(Object)]
pub struct AvailablePlace {
    #[oai(flatten)]
    pub spot: AreaShelf,
    /// Empty for goods without batches.
    pub batch_number: String,
    /// YYYY-MM-DD
    #[oai(nullable)]
    pub expiry_date: Option<String>,
    pub total_quantity: DecimalText,
    /// Total less held and reserved.
    pub available_quantity: DecimalText,
    /// Past its expiry date.
    pub expired: bool,
    /// By the state of its batch or the purpose of its area.
    pub held: bool,
}

/// What there is of a product in a warehouse.
#[derive(Object)]
pub struct AvailableStock {
    pub product_id: i64,
    /// Without what has expired.
    pub available_quantity: DecimalText,
    /// Those first that are emptied first; what can't be taken comes last.
    pub places: Vec<AvailablePlace>,
    /// How many places there are beside these.
    pub more: u64,
}

/// What is available of the products that were asked for.
#[derive(Object)]
pub struct AvailableStocks {
    pub list: Vec<AvailableStock>,
}

impl AvailablePlace {
    fn new(place: FreePlace) -> Self {
        let FreePlace { area, shelf, batch, expiry_date, on_hand, available, expired, held, names } = place;
        Self {
            spot: AreaShelf::new((area, names.area), (shelf, names.shelf)),
            batch_number: batch,
            expiry_date,
            total_quantity: Quantity(on_hand).into(),
            available_quantity: Quantity(available).into(),
            expired,
            held,
        }
    }
}

/// Where goods of a product may be put.
#[derive(Object)]
pub struct ProposedSpot {
    pub product_id: i64,
    #[oai(flatten)]
    pub spot: AreaShelf,
    /// `batch`: goods of the batch lie there; `product`: goods of the product lie there, or did last; `free`: nothing lies
    /// there.
    pub why: String,
}

/// The places that are proposed. Products for which there is none are missing.
#[derive(Object)]
pub struct ProposedSpots {
    pub list: Vec<ProposedSpot>,
}

impl ProposedSpot {
    fn new(product_id: i64, place: ProposedPlace) -> Self {
        let why = match place.why {
            WhyThere::Batch => "batch",
            WhyThere::Product => "product",
            WhyThere::Free => "free",
        };
        let spot = AreaShelf::new((place.area, Some(place.area_name)), (place.shelf, place.shelf_name));
        Self { product_id, spot, why: why.to_owned() }
    }
}

impl FreeStocks {
    /// The warehouse that is asked about, which the caller sees, and the products.
    async fn asked(&self, request: &Request, warehouse: Whole, products: &[i64]) -> Result<i64, ApiError> {
        let warehouse = warehouse.0.ok_or_else(|| ApiError::field("warehouses_id", "error.required"))?;
        if products.len() > PRODUCTS_MAX {
            return Err(ApiError::field("ids", "error.number.range"));
        }
        let within = scope(request)?.only_warehouses().is_none_or(|seen| seen.contains(&warehouse));
        if !within || !self.0.store().has_warehouse(warehouse).await? {
            return Err(ApiError::field("warehouses_id", "error.reference"));
        }
        Ok(warehouse)
    }
}

#[OpenApi]
impl FreeStocks {
    /// What is available of some products in a warehouse, in the order in which it goes out
    #[oai(path = "/admin/warehouse.Inventory/available", method = "get", operation_id = "inventoryAvailable", tag = "Allow::Page")]
    async fn available(
        &self,
        request: &Request,
        warehouses_id: Query<Whole>,
        /// Of products, at most 200.
        #[oai(name = "ids[]")]
        ids: Ids,
    ) -> Answer<AvailableStocks> {
        let warehouse = self.asked(request, warehouses_id.0, &ids.0).await?;
        let found = self.0.store().free_stock(warehouse, &ids.0, PLACES_MAX).await?;
        let list = found.into_iter().map(|(product_id, FreeStock { available, places, more })| AvailableStock {
            product_id,
            available_quantity: Quantity(available).into(),
            places: places.into_iter().map(AvailablePlace::new).collect(),
            more: more as u64,
        });
        Ok(ok(AvailableStocks { list: list.collect() }))
    }

    /// Where goods of some products may be put in a warehouse
    #[oai(path = "/admin/warehouse.Inventory/spots", method = "get", operation_id = "inventorySpots", tag = "Allow::Page")]
    async fn spots(
        &self,
        request: &Request,
        warehouses_id: Query<Whole>,
        /// Of products, at most 200.
        #[oai(name = "ids[]")]
        ids: Ids,
        /// Of the goods, where one product is asked about.
        batch_number: Query<Option<String>>,
    ) -> Answer<ProposedSpots> {
        let warehouse = self.asked(request, warehouses_id.0, &ids.0).await?;
        let batch = batch_number.0.filter(|_| ids.0.len() == 1).unwrap_or_default();
        let goods: Vec<ToPutAway> = ids.0.iter().map(|product| ToPutAway { product: *product, batch: batch.trim().to_owned() }).collect();
        let found = self.0.store().proposed_places(warehouse, &goods).await?;
        let list = ids.0.iter().zip(found).filter_map(|(product, place)| Some(ProposedSpot::new(*product, place?)));
        Ok(ok(ProposedSpots { list: list.collect() }))
    }
}
