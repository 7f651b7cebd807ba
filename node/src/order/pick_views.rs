//! What is answered about the picks of an order.

use bus_schemas::warehouse::Place;
use entrepot_store::inventory::picks::{Free, PickList};
use entrepot_store::order::rows::Names;
use poem_openapi::Object;

use crate::http::views::{DecimalText, Named};

/// A place that goods are taken from.
#[derive(Clone, Debug, Object)]
pub struct PlaceView {
    pub product_id: i64,
    pub warehouses_areas_id: Option<i64>,
    pub warehouses_shelves_id: Option<i64>,
    pub area: Option<Named>,
    pub shelf: Option<Named>,
    pub batch_number: Option<String>,
}

/// A quantity of a line that comes from one place.
#[derive(Clone, Debug, Object)]
pub struct PickView {
    pub line: u32,
    #[oai(flatten)]
    pub place: PlaceView,
    pub quantity: DecimalText,
    /// It is promised to the order; otherwise it is what would be taken now.
    pub reserved: bool,
    /// `YYYY-MM-DD`
    pub produce_date: Option<String>,
    /// `YYYY-MM-DD`
    pub expiry_date: Option<String>,
    /// Why this place: `named`, `only`, `expiry`, `produced`, `receipt`, `remainder`, `place`, `chosen` or `earlier`.
    pub why: String,
}

/// What a line lacks.
#[derive(Clone, Debug, Object)]
pub struct MissingView {
    pub line: u32,
    pub quantity: DecimalText,
    /// What is there beside, expired.
    pub expired_quantity: DecimalText,
}

/// What is free at a place.
#[derive(Clone, Debug, Object)]
pub struct FreeView {
    #[oai(flatten)]
    pub place: PlaceView,
    pub available: DecimalText,
    /// `YYYY-MM-DD`
    pub produce_date: Option<String>,
    /// `YYYY-MM-DD`
    pub expiry_date: Option<String>,
    pub expired: bool,
}

/// The pick list of an order.
#[derive(Clone, Debug, Object)]
pub struct PickListView {
    /// The goods are reserved; otherwise it is what would be taken now.
    pub reserved: bool,
    pub picks: Vec<PickView>,
    pub missing: Vec<MissingView>,
    /// Places of the same products that have something free.
    pub places: Vec<FreeView>,
}

impl PlaceView {
    /// A place with the names of its area and shelf.
    #[must_use]
    pub fn new(place: &Place, areas: &Names, shelves: &Names) -> Self {
        let named = |names: &Names, id: i64| names.get(&id).map(|name| Named { name: name.clone() });
        let some = |id: i64| Some(id).filter(|id| *id > 0);
        Self {
            product_id: place.product.0,
            warehouses_areas_id: some(place.area.0),
            warehouses_shelves_id: some(place.shelf.0),
            area: named(areas, place.area.0),
            shelf: named(shelves, place.shelf.0),
            batch_number: Some(place.batch.clone()).filter(|batch| !batch.is_empty()),
        }
    }
}

impl From<PickList> for PickListView {
    fn from(list: PickList) -> Self {
        let place = |place: &Place| PlaceView::new(place, &list.areas, &list.shelves);
        let free = |free: &Free| FreeView {
            place: place(&free.place),
            available: free.available.into(),
            produce_date: free.produce_date.clone(),
            expiry_date: free.expiry_date.clone(),
            expired: free.expired,
        };
        Self {
            reserved: list.reserved,
            picks: list
                .picks
                .iter()
                .map(|pick| PickView {
                    line: pick.line,
                    place: place(&pick.place),
                    quantity: pick.quantity.into(),
                    reserved: pick.reserved,
                    produce_date: pick.produce_date.clone(),
                    expiry_date: pick.expiry_date.clone(),
                    why: pick.why.as_str().to_owned(),
                })
                .collect(),
            missing: list
                .missing
                .iter()
                .map(|missing| MissingView { line: missing.line, quantity: missing.quantity.into(), expired_quantity: missing.expired.into() })
                .collect(),
            places: list.places.iter().map(free).collect(),
        }
    }
}
