//! What a scanned code is, among what the caller may see.

use bus_schemas::order::kinds::KINDS;
use chrono::Datelike;
use entrepot_print::{gs1, trade_item};
use entrepot_store::codes::{CodedOrder, CodedPackage, CodedPlace, CodedProduct, PlaceKind};
use entrepot_store::order::product_units::ProductUnit;
use poem::Request;
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};

use crate::base::Base;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::routes::Allow;
use crate::identity::admin_request::caller;
use crate::inventory::unit_views::ProductUnitView;

/// A product that a code stands for.
#[derive(Clone, Debug, Object)]
pub struct ScannedProduct {
    pub id: i64,
    pub product_no: String,
    pub barcode: String,
    pub name: String,
    pub spec: String,
    pub unit_id: i64,
    pub unit_name: String,
    /// Decimals that quantities may have.
    pub unit_decimals: i64,
    /// The others that it is counted in.
    pub units: Vec<ProductUnitView>,
    /// 0 where it is off shelf.
    pub status: i64,
}

/// What a product is packed in, where the code is that of the package.
#[derive(Clone, Debug, Object)]
pub struct ScannedPackage {
    pub unit_id: i64,
    pub unit_name: String,
    /// The product's own units in one of it, a decimal.
    pub factor: String,
}

/// An area or a shelf that a code stands for.
#[derive(Clone, Debug, Object)]
pub struct ScannedPlace {
    pub id: i64,
    pub name: String,
    pub serial_no: String,
    pub warehouses_id: i64,
    pub warehouse_name: String,
    /// Of a shelf, the area that it stands in.
    pub warehouses_areas_id: Option<i64>,
    pub area_name: Option<String>,
}

/// An order that a code stands for.
#[derive(Clone, Debug, Object)]
pub struct ScannedOrder {
    pub id: i64,
    /// `inbound`, `outbound` ...
    pub kind: String,
    /// As in routes: `warehouse.InboundOrder`.
    pub controller: String,
    pub number: String,
    pub warehouses_id: i64,
}

/// One of the things that a code may stand for.
#[derive(Clone, Debug, Object)]
pub struct Match {
    /// `product`, `area`, `shelf` or `order`.
    pub kind: String,
    #[oai(skip_serializing_if_is_none)]
    pub product: Option<ScannedProduct>,
    /// Of a product whose package was scanned.
    #[oai(skip_serializing_if_is_none)]
    pub package: Option<ScannedPackage>,
    /// Of an area or a shelf.
    #[oai(skip_serializing_if_is_none)]
    pub place: Option<ScannedPlace>,
    #[oai(skip_serializing_if_is_none)]
    pub order: Option<ScannedOrder>,
}

/// How much a code of GS1 says that was measured: of an item that is sold by weight, length, area or volume.
#[derive(Clone, Debug, Object)]
pub struct MeasureView {
    /// `kg`, `m`, `m2`, `l` or `m3`
    pub unit: String,
    /// A decimal.
    pub amount: String,
}

/// What a code of GS1 says beside the product.
#[derive(Clone, Debug, Object)]
pub struct Gs1View {
    /// 14 digits.
    pub gtin: Option<String>,
    pub batch_number: Option<String>,
    /// `YYYY-MM-DD`
    pub produce_date: Option<String>,
    /// `YYYY-MM-DD`
    pub expiry_date: Option<String>,
    pub quantity: Option<u32>,
    /// What was measured: the whole of what the code is on, however many pieces that is.
    pub measures: Vec<MeasureView>,
    /// With brackets, for people.
    pub readable: String,
}

/// What a code is.
#[derive(Clone, Debug, Object)]
pub struct Resolved {
    pub code: String,
    /// Of a code of GS1.
    pub gs1: Option<Gs1View>,
    /// Why a code can't be read that is written as one of GS1: `unknown`, an identifier that GS1 doesn't have; `value`, what can't
    /// be said of it; `twice`, an element that says two things; `compressed`, a web address in that form; `long`
    #[oai(skip_serializing_if_is_none)]
    pub gs1_fault: Option<String>,
    /// Nothing where it is not known or not within reach; several where a code is used in several warehouses.
    pub found: Vec<Match>,
}

impl Match {
    /// `units` are those of several products.
    fn product(row: CodedProduct, units: &[ProductUnit]) -> Self {
        let (unit_name, unit_decimals) = row.unit.map_or((String::new(), 0), |unit| (unit.name, unit.decimals));
        let CodedProduct { id, product_no, barcode, name, spec, unit_id, status, .. } = row;
        let units = units.iter().filter(|unit| unit.product_id == id).map(ProductUnitView::from).collect();
        let product = ScannedProduct { id, product_no, barcode, name, spec, unit_id, unit_name, unit_decimals, units, status };
        Self { kind: "product".to_owned(), product: Some(product), package: None, place: None, order: None }
    }

    fn packed(product: CodedProduct, package: CodedPackage, units: &[ProductUnit]) -> Self {
        let unit_name = package.unit.map(|unit| unit.name).unwrap_or_default();
        let package = ScannedPackage { unit_id: package.unit_id, unit_name, factor: package.factor.normalize().to_string() };
        Self { package: Some(package), ..Self::product(product, units) }
    }

    fn place(kind: PlaceKind, row: CodedPlace) -> Self {
        let place = ScannedPlace {
            id: row.id,
            name: row.name,
            serial_no: row.serial_no,
            warehouses_id: row.warehouse,
            warehouse_name: row.warehouse_name.unwrap_or_default(),
            warehouses_areas_id: row.area,
            area_name: row.area_name,
        };
        let kind = if kind == PlaceKind::Area { "area" } else { "shelf" };
        Self { kind: kind.to_owned(), product: None, package: None, place: Some(place), order: None }
    }

    fn order(row: CodedOrder) -> Self {
        let CodedOrder { id, kind, number, sides } = row;
        let (name, controller) = (kind.as_str().to_owned(), kind.controller.to_owned());
        let order = ScannedOrder { id, kind: name, controller, number, warehouses_id: sides.warehouse };
        Self { kind: "order".to_owned(), product: None, package: None, place: None, order: Some(order) }
    }
}

/// What scanning answers.
pub struct Barcodes(pub Base);

#[OpenApi]
impl Barcodes {
    /// What a scanned code is: a product by bar code or number, an area or a shelf, an order; a code of GS1 is read
    #[oai(path = "/admin/warehouse.Barcode/resolve", method = "get", operation_id = "barcodeResolve", tag = "Allow::LoggedIn")]
    async fn resolve(
        &self,
        request: &Request,
        /// As the scanner sent it
        code: Query<Option<String>>,
    ) -> Answer<Resolved> {
        let code = code.0.unwrap_or_default().trim_matches([' ', '\r', '\n', '\t']).to_owned();
        if code.is_empty() {
            return Err(ApiError::field("code", "error.required"));
        }
        if code.len() > gs1::CODE_MAX {
            return Err(ApiError::field("code", "error.barcode.long"));
        }
        let (asking, store) = (caller(request)?, self.0.store());
        let rights = &asking.rights;
        // A login is enough for the route, so each page answers within the scope of its own permission.
        let scope_of = |node: &str| rights.scope_for(asking.admin.id, node);
        let (elements, fault) = match gs1::parse(&code) {
            Ok(elements) => (Some(elements), None),
            Err(gs1::Gs1Error::Other) => (None, None),
            Err(error) => (None, Some(error.name().to_owned())),
        };
        let mut found = Vec::new();
        if rights.holds("warehouse/product/index") {
            let number = elements.as_ref().and_then(|elements| elements.gtin().or_else(|| elements.product_no()));
            // A code that only looks like one of GS1 may be kept as it is.
            let mut codes = trade_item::spellings(number.unwrap_or(&code));
            codes.push(code.clone());
            let products = store.products_by_code(&codes).await?;
            let packages = store.packages_by_code(&codes).await?;
            let packed_products = store.coded_products(&packages.iter().map(|package| package.product).collect::<Vec<_>>()).await?;
            let units = store.product_units(&products.iter().chain(&packed_products).map(|product| product.id).collect()).await?;
            found.extend(products.into_iter().map(|product| Match::product(product, &units)));
            let packed = |package: CodedPackage| {
                let product = packed_products.iter().find(|product| product.id == package.product)?;
                Some(Match::packed(product.clone(), package, &units))
            };
            found.extend(packages.into_iter().filter_map(packed));
        }
        for (kind, node) in [(PlaceKind::Area, "warehouse/warehousearea/index"), (PlaceKind::Shelf, "warehouse/warehouseshelf/index")] {
            if rights.holds(node) {
                found.extend(store.places_by_code(kind, &code, &scope_of(node)).await?.into_iter().map(|row| Match::place(kind, row)));
            }
        }
        let seen = |row: &CodedOrder| {
            let node = row.kind.node("index");
            KINDS.contains(&row.kind) && rights.holds(&node) && row.sides.reached(&scope_of(&node))
        };
        let orders = store.orders_by_code(&code).await?;
        found.extend(orders.into_iter().filter(seen).map(Match::order));
        let gs1 = elements.map(|elements| self.view(&elements));
        Ok(ok(Resolved { code, gs1, gs1_fault: fault, found }))
    }
}

impl Barcodes {
    fn view(&self, elements: &gs1::Elements) -> Gs1View {
        let measure = |measure: gs1::Measure| MeasureView { unit: measure.unit.symbol().to_owned(), amount: measure.amount };
        let year = chrono::DateTime::from_timestamp(self.0.now(), 0).map_or(2_000, |now| now.year());
        Gs1View {
            gtin: elements.gtin().map(str::to_owned),
            batch_number: elements.batch().map(str::to_owned),
            produce_date: elements.produced(year),
            expiry_date: elements.expires(year),
            quantity: elements.quantity(),
            measures: elements.measures().into_iter().map(measure).collect(),
            readable: elements.readable(),
        }
    }
}
