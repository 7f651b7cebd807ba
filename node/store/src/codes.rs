//! What carries a code: products, areas, shelves and orders, found by it or by id for their labels.

use actors::folding::folded;
use actors::store::StoreError;
use bus_schemas::order::OrderKind;
use rust_decimal::Decimal;
use serde::Deserialize;
use surrealdb::types::Value;

use crate::engine::connect::Store;
use crate::engine::transaction::{Vars, take};
use crate::engine::value::{array, id, text};
use crate::order::rows::OrderSides;
use crate::scope::Scope;

/// Most rows of a kind that one code is looked up to.
const FOUND_MAX: usize = 20;

/// The unit of a product.
#[derive(Clone, Debug, Deserialize)]
pub struct CodedUnit {
    pub name: String,
    pub decimals: i64,
}

/// A product with its codes.
#[derive(Clone, Debug, Deserialize)]
pub struct CodedProduct {
    pub id: i64,
    pub product_no: String,
    pub barcode: String,
    pub name: String,
    pub spec: String,
    pub unit_id: i64,
    pub unit: Option<CodedUnit>,
    /// 0 where it is off shelf.
    pub status: i64,
}

/// A unit that a product is packed in, with its own bar code.
#[derive(Clone, Debug, Deserialize)]
pub struct CodedPackage {
    pub product: i64,
    pub unit_id: i64,
    pub barcode: String,
    pub unit: Option<CodedUnit>,
    /// The product's own units in one of it.
    pub factor: Decimal,
}

/// A unit that a product is packed in, for its label.
#[derive(Clone, Debug, Deserialize)]
pub struct LabelledPackage {
    pub id: i64,
    pub product: i64,
    /// Empty where it has none.
    pub barcode: String,
    pub unit: Option<CodedUnit>,
    /// The product's own units in one of it.
    pub factor: Decimal,
}

/// An area or a shelf with its code.
#[derive(Clone, Debug, Deserialize)]
pub struct CodedPlace {
    pub id: i64,
    pub name: String,
    pub serial_no: String,
    pub warehouse: i64,
    pub warehouse_name: Option<String>,
    /// Of a shelf.
    pub area: Option<i64>,
    pub area_name: Option<String>,
}

/// An order with its number.
#[derive(Clone, Debug, Deserialize)]
pub struct CodedOrder {
    pub id: i64,
    pub kind: OrderKind,
    pub number: String,
    /// The warehouses that it concerns: whoever sees one of them sees it.
    #[serde(flatten)]
    pub sides: OrderSides,
}

/// Who has a bar code, by id.
#[derive(Clone, Debug, Default)]
pub struct CodeUsers {
    pub products: Vec<i64>,
    /// Units that products are packed in.
    pub packages: Vec<i64>,
}

/// What has a place: an area of a warehouse, or a shelf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceKind {
    Area,
    Shelf,
}

const PRODUCT: &str = "SELECT record::id(id) AS id, product_no, barcode ?? '' AS barcode, name, spec ?? '' AS spec, unit_id, status, \
     type::record('unit', unit_id).{ name, decimals } AS unit FROM";

impl PlaceKind {
    const fn table(self) -> &'static str {
        match self {
            Self::Area => "warehouse_area",
            Self::Shelf => "warehouse_shelf",
        }
    }

    fn select(self) -> String {
        let area = match self {
            Self::Area => "NONE AS area, NONE AS area_name",
            Self::Shelf => "warehouses_areas_id AS area, type::record('warehouse_area', warehouses_areas_id).name AS area_name",
        };
        format!(
            "SELECT record::id(id) AS id, name, serial_no ?? '' AS serial_no, warehouses_id AS warehouse, \
             type::record('warehouse', warehouses_id).name AS warehouse_name, {area} FROM"
        )
    }
}

/// Codes as they are compared.
fn folded_texts(codes: &[String]) -> Vec<Value> {
    codes.iter().map(|code| text(&folded(code))).collect()
}

/// The rows that have one of these codes as it is written; where there are none, those with a code that looks like one.
fn as_written<T>(rows: Vec<T>, is_written: impl Fn(&T) -> bool) -> Vec<T> {
    let exact = rows.iter().any(&is_written);
    rows.into_iter().filter(|row| !exact || is_written(row)).collect()
}

impl Store {
    /// Products whose bar code or number is, or looks like, one of these texts.
    pub async fn products_by_code(&self, codes: &[String]) -> Result<Vec<CodedProduct>, StoreError> {
        let by = |field: &'static str| move |name: &str| format!("{PRODUCT} product WHERE {field} IN ${name} LIMIT {FOUND_MAX};");
        let mut found: Vec<CodedProduct> = self.look_up(folded_texts(codes), vec![], by("folded_barcode")).await?;
        let by_number: Vec<CodedProduct> = self.look_up(folded_texts(codes), vec![], by("folded_product_no")).await?;
        found.extend(by_number);
        found.sort_by_key(|product| product.id);
        found.dedup_by_key(|product| product.id);
        Ok(as_written(found, |product| codes.contains(&product.barcode) || codes.contains(&product.product_no)))
    }

    /// Who has a bar code that looks like one of these few texts, in use or not.
    pub async fn code_users(&self, codes: &[String]) -> Result<CodeUsers, StoreError> {
        let query = "SELECT VALUE record::id(id) FROM product WHERE folded_barcode IN $codes; \
             SELECT VALUE record::id(id) FROM product_unit WHERE folded_barcode IN $codes;";
        let mut response = self.run(query, vec![("codes", array(folded_texts(codes)))]).await?;
        Ok(CodeUsers { products: take(&mut response, 0)?, packages: take(&mut response, 1)? })
    }

    /// The bar code that a row of a table has.
    pub async fn barcode_of(&self, table: &'static str, row: i64) -> Result<String, StoreError> {
        let codes: Vec<String> = self.rows("SELECT VALUE barcode ?? '' FROM $row", vec![("row", id(table, row))]).await?;
        Ok(codes.into_iter().next().unwrap_or_default())
    }

    /// Units of products, in use, whose bar code is, or looks like, one of these texts.
    pub async fn packages_by_code(&self, codes: &[String]) -> Result<Vec<CodedPackage>, StoreError> {
        let packages = |name: &str| {
            format!(
                "SELECT product_id AS product, unit_id, barcode, factor, type::record('unit', unit_id).{{ name, decimals }} AS unit \
                 FROM product_unit WHERE folded_barcode IN ${name} AND status = 1 LIMIT {FOUND_MAX};"
            )
        };
        let found: Vec<CodedPackage> = self.look_up(folded_texts(codes), vec![], packages).await?;
        Ok(as_written(found, |package| codes.contains(&package.barcode)))
    }

    /// These products; those that are gone are left out.
    pub async fn coded_products(&self, ids: &[i64]) -> Result<Vec<CodedProduct>, StoreError> {
        let rows = array(ids.iter().map(|product| id("product", *product)).collect());
        self.rows(&format!("{PRODUCT} $rows"), vec![("rows", rows)]).await
    }

    /// These units that products are packed in; those that are gone are left out.
    pub async fn labelled_packages(&self, ids: &[i64]) -> Result<Vec<LabelledPackage>, StoreError> {
        let rows = array(ids.iter().map(|package| id("product_unit", *package)).collect());
        let query = "SELECT record::id(id) AS id, product_id AS product, barcode ?? '' AS barcode, factor, \
             type::record('unit', unit_id).{ name, decimals } AS unit FROM $rows";
        self.rows(query, vec![("rows", rows)]).await
    }

    /// Areas or shelves with this code, of the warehouses within reach.
    pub async fn places_by_code(&self, kind: PlaceKind, code: &str, scope: &Scope) -> Result<Vec<CodedPlace>, StoreError> {
        let mut vars: Vars = vec![("code", text(&folded(code)))];
        let scoped = scope.within_warehouses("warehouses_id", &mut vars).map(|condition| format!("AND {condition}")).unwrap_or_default();
        let query = format!("{} {} WHERE folded_serial_no = $code {scoped} ORDER BY id LIMIT {FOUND_MAX}", kind.select(), kind.table());
        let found: Vec<CodedPlace> = self.rows(&query, vars).await?;
        Ok(as_written(found, |place| place.serial_no == code))
    }

    /// These areas or shelves; those that are gone or out of reach are left out.
    pub async fn coded_places(&self, kind: PlaceKind, ids: &[i64], scope: &Scope) -> Result<Vec<CodedPlace>, StoreError> {
        let rows = array(ids.iter().map(|place| id(kind.table(), *place)).collect());
        let mut vars: Vars = vec![("rows", rows)];
        let scoped = scope.within_warehouses("warehouses_id", &mut vars).map(|condition| format!("WHERE {condition}")).unwrap_or_default();
        self.rows(&format!("{} $rows {scoped}", kind.select()), vars).await
    }

    /// The order with that number, whose kind says which scope counts: that of its page.
    pub async fn orders_by_code(&self, code: &str) -> Result<Vec<CodedOrder>, StoreError> {
        let query = &format!(
            "SELECT record::id(id) AS id, kind, number, warehouse, transfer.target AS target, created_by FROM stock_order
               WHERE number = $code AND deleted_at = NONE LIMIT {FOUND_MAX}"
        );
        // Numbers of orders are given in upper case.
        self.rows(query, vec![("code", text(&folded(code).to_uppercase()))]).await
    }
}
