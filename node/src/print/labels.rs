//! What stands on labels: bodies, and the labels that they ask for.

use entrepot_print::gs1::{self, Elements};
use entrepot_print::labels::{self, LABELS_MAX, Label, Layout};
use entrepot_print::symbol::{self, Symbol};
use entrepot_print::{PrintError, trade_item};
use entrepot_store::codes::{CodedPlace, CodedProduct, LabelledPackage};
use poem_openapi::Object;
use serde::Deserialize;

use crate::error::ServiceError;
use crate::i18n::text;

/// Most rows that labels are asked for together.
const ITEMS_MAX: usize = 1_000;

/// A sheet by its measures, in millimetres.
#[derive(Clone, Copy, Debug, Deserialize, Object)]
#[serde(deny_unknown_fields)]
pub struct Measures {
    pub page_width: f32,
    pub page_height: f32,
    pub columns: u32,
    pub rows: u32,
    pub width: f32,
    pub height: f32,
    /// Before the first label.
    #[serde(default)]
    #[oai(default)]
    pub left: f32,
    #[serde(default)]
    #[oai(default)]
    pub top: f32,
    /// Between labels.
    #[serde(default)]
    #[oai(default)]
    pub gap_x: f32,
    #[serde(default)]
    #[oai(default)]
    pub gap_y: f32,
}

/// What labels look like.
#[derive(Clone, Debug, Deserialize, Object)]
pub struct Paper {
    /// A sheet by its name: `a4-3x8` (70 x 37 mm), `a4-4x10` (52.5 x 29.7 mm), `a4-2x7` (99.1 x 38.1 mm), or a single label: `60x40`, `50x30`, `100x50`.
    pub layout: Option<String>,
    /// In place of a named sheet.
    pub measures: Option<Measures>,
    /// The first label's place on the first sheet, from 1, where some are used up.
    pub start: Option<u32>,
    /// `auto`: EAN-13 and EAN-8 where the code is one, else Code 128. `qr`: a QR code, with elements of GS1 where it can.
    pub code: Option<String>,
}

/// A row and how many labels of it.
#[derive(Clone, Debug, Deserialize, Object)]
#[serde(deny_unknown_fields)]
pub struct LabelItem {
    pub id: i64,
    /// 1 without it.
    pub copies: Option<u32>,
}

/// Labels of rows.
#[derive(Clone, Debug, Deserialize, Object)]
#[serde(deny_unknown_fields)]
pub struct LabelsBody {
    pub items: Vec<LabelItem>,
    pub paper: Paper,
}

/// A batch and how many labels of it.
#[derive(Clone, Debug, Deserialize, Object)]
#[serde(deny_unknown_fields)]
pub struct BatchItem {
    pub product_id: i64,
    pub batch_number: String,
    /// `YYYY-MM-DD`
    pub produce_date: Option<String>,
    /// `YYYY-MM-DD`
    pub expiry_date: Option<String>,
    /// Pieces in what the label is put on, where it is to say so.
    pub quantity: Option<u32>,
    /// 1 without it.
    pub copies: Option<u32>,
}

/// Labels of batches.
#[derive(Clone, Debug, Deserialize, Object)]
#[serde(deny_unknown_fields)]
pub struct BatchLabelsBody {
    pub items: Vec<BatchItem>,
    pub paper: Paper,
}

/// A sheet and the place of its first label, from 0.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    pub layout: Layout,
    pub start: usize,
    pub qr: bool,
}

impl Paper {
    /// The sheet, checked.
    pub fn sheet(&self) -> Result<Sheet, ServiceError> {
        let layout = match (&self.measures, self.layout.as_deref()) {
            (Some(own), _) => Layout {
                page_width: own.page_width,
                page_height: own.page_height,
                columns: own.columns,
                rows: own.rows,
                width: own.width,
                height: own.height,
                left: own.left,
                top: own.top,
                gap_x: own.gap_x,
                gap_y: own.gap_y,
            },
            (None, Some(name)) => Layout::named(name).ok_or_else(|| ServiceError::field("paper.layout", "error.choice"))?,
            (None, None) => return Err(ServiceError::field("paper.layout", "error.required")),
        };
        layout.check().map_err(|_| ServiceError::field("paper.measures", "print.layout"))?;
        let start = self.start.unwrap_or(1) as usize;
        if !(1..=layout.count()).contains(&start) {
            return Err(ServiceError::range("paper.start", 1, i64::try_from(layout.count()).unwrap_or(i64::MAX)));
        }
        let qr = match self.code.as_deref() {
            None | Some("" | "auto") => false,
            Some("qr") => true,
            Some(_) => return Err(ServiceError::field("paper.code", "error.choice")),
        };
        Ok(Sheet { layout, start: start - 1, qr })
    }
}

/// The numbers of copies, checked together.
fn copies(wanted: &[Option<u32>]) -> Result<Vec<usize>, ServiceError> {
    if wanted.is_empty() {
        return Err(ServiceError::field("items", "error.required"));
    }
    let copies: Vec<usize> = wanted.iter().map(|copies| copies.unwrap_or(1) as usize).collect();
    let total = copies.iter().fold(0_usize, |sum, copies| sum.saturating_add(*copies));
    if wanted.len() > ITEMS_MAX || total > LABELS_MAX {
        return Err(ServiceError::field("items", "print.labels.many"));
    }
    match copies.iter().position(|copies| *copies == 0) {
        Some(at) => Err(ServiceError::range(format!("items[{at}].copies"), 1, i64::try_from(LABELS_MAX).unwrap_or(i64::MAX))),
        None => Ok(copies),
    }
}

impl LabelsBody {
    /// The ids and the copies of each.
    pub fn wanted(&self) -> Result<Vec<(i64, usize)>, ServiceError> {
        let copies = copies(&self.items.iter().map(|item| item.copies).collect::<Vec<_>>())?;
        Ok(self.items.iter().map(|item| item.id).zip(copies).collect())
    }
}

impl BatchLabelsBody {
    /// The copies of each item.
    pub fn copies(&self) -> Result<Vec<usize>, ServiceError> {
        copies(&self.items.iter().map(|item| item.copies).collect::<Vec<_>>())
    }
}

/// A code that its label has room for.
fn fitting(sheet: Sheet, symbol: Symbol, text: &str) -> Result<Symbol, PrintError> {
    if labels::fits(&sheet.layout, &symbol) { Ok(symbol) } else { Err(PrintError::TooLong { text: text.to_owned() }) }
}

fn wrong(at: usize, field: &str, error: &PrintError) -> ServiceError {
    let key = if matches!(error, PrintError::TooLong { .. }) { "print.too_long.field" } else { "print.code.field" };
    ServiceError::field(format!("items[{at}].{field}"), key)
}

/// A text in bars, or in a square where it has letters that bars lack.
fn drawn(code: &str, qr: bool) -> Result<Symbol, PrintError> {
    if qr || !code.is_ascii() { symbol::qr(code) } else { symbol::product(code) }
}

/// The code of something that is traded: in a square, as an element of GS1 where it is a trade item's number.
fn traded(at: usize, code: &str, sheet: Sheet) -> Result<Symbol, ServiceError> {
    let symbol = match trade_item::gtin14(code).filter(|_| sheet.qr) {
        Some(gtin) => gs1::compose(&[("01", &gtin)]).map_err(|_| PrintError::Code { text: gtin }).and_then(|elements| symbol::gs1_qr(&elements)),
        None => drawn(code, sheet.qr),
    };
    symbol.and_then(|symbol| fitting(sheet, symbol, code)).map_err(|error| wrong(at, "id", &error))
}

/// A product's label: its bar code, or its number where it has none.
pub fn of_product(at: usize, product: &CodedProduct, sheet: Sheet, copies: usize) -> Result<Label, ServiceError> {
    let code = if product.barcode.is_empty() { &product.product_no } else { &product.barcode };
    let symbol = traded(at, code, sheet)?;
    let mut lines = vec![product.spec.clone()];
    if *code != product.product_no {
        lines.push(product.product_no.clone());
    }
    Ok(Label { title: product.name.clone(), lines, symbol, readable: code.clone(), copies })
}

/// The label of a unit that a product is packed in: `box of 12`. It says no other code than its own: that of the product
/// would be read as one piece.
pub fn of_package(at: usize, package: &LabelledPackage, product: &CodedProduct, sheet: Sheet, copies: usize) -> Result<Label, ServiceError> {
    if package.barcode.is_empty() {
        return Err(ServiceError::field(format!("items[{at}].id"), "print.labels.no_code"));
    }
    let symbol = traded(at, &package.barcode, sheet)?;
    let unit = package.unit.as_ref().map(|unit| unit.name.clone()).unwrap_or_default();
    let base = product.unit.as_ref().map(|unit| unit.name.clone()).unwrap_or_default();
    let content = text("print.package", &[("unit", unit), ("count", package.factor.normalize().to_string()), ("base", base)]);
    let lines = vec![content, product.product_no.clone()];
    Ok(Label { title: product.name.clone(), lines, symbol, readable: package.barcode.clone(), copies })
}

/// The label of an area or a shelf.
pub fn of_place(at: usize, place: &CodedPlace, sheet: Sheet, copies: usize) -> Result<Label, ServiceError> {
    if place.serial_no.is_empty() {
        return Err(ServiceError::field(format!("items[{at}].id"), "print.labels.no_code"));
    }
    let symbol = drawn(&place.serial_no, sheet.qr).and_then(|symbol| fitting(sheet, symbol, &place.serial_no));
    let symbol = symbol.map_err(|error| wrong(at, "id", &error))?;
    let above = [place.warehouse_name.clone(), place.area_name.clone()].into_iter().flatten().collect::<Vec<_>>().join(" / ");
    Ok(Label { title: place.name.clone(), lines: vec![above], symbol, readable: place.serial_no.clone(), copies })
}

/// `YYYY-MM-DD` as GS1 writes it.
fn short_date(date: &str) -> Option<String> {
    let digits: String = date.split('-').collect();
    (date.len() == 10 && digits.len() == 8).then(|| digits[2..].to_owned())
}

/// What a batch's label says, in elements of GS1. A product without a trade item's number goes by its own number.
fn elements(at: usize, product: &CodedProduct, item: &BatchItem) -> Result<Elements, ServiceError> {
    let field = |name: &str, key: &str| ServiceError::field(format!("items[{at}].{name}"), key);
    let gtin = trade_item::gtin14(&product.barcode);
    let date = |date: &Option<String>, name: &str| match date.as_deref().filter(|date| !date.is_empty()) {
        Some(date) => short_date(date).map(Some).ok_or_else(|| field(name, "error.date")),
        None => Ok(None),
    };
    let (produced, expires) = (date(&item.produce_date, "produce_date")?, date(&item.expiry_date, "expiry_date")?);
    let quantity = item.quantity.map(|quantity| quantity.to_string());
    let parts = [
        ("01", gtin.as_deref(), "product_id", "print.code.field"),
        ("11", produced.as_deref(), "produce_date", "error.date"),
        ("17", expires.as_deref(), "expiry_date", "error.date"),
        ("10", Some(item.batch_number.as_str()).filter(|batch| !batch.is_empty()), "batch_number", "print.batch"),
        ("30", quantity.as_deref(), "quantity", "error.number.range"),
        ("240", Some(product.product_no.as_str()).filter(|_| gtin.is_none()), "product_id", "print.code.field"),
    ];
    let mut all = Elements::default();
    for (ai, value, name, key) in parts {
        if let Some(value) = value {
            all.all.extend(gs1::compose(&[(ai, value)]).map_err(|_| field(name, key))?.all);
        }
    }
    Ok(all)
}

/// A batch's label: product, batch, dates and quantity in one code of GS1.
pub fn of_batch(at: usize, product: &CodedProduct, item: &BatchItem, sheet: Sheet, copies: usize) -> Result<Label, ServiceError> {
    let elements = elements(at, product, item)?;
    let symbol = if sheet.qr { symbol::gs1_qr(&elements) } else { symbol::gs1_128(&elements) };
    let symbol = symbol.and_then(|symbol| fitting(sheet, symbol, &item.batch_number));
    let symbol = symbol.map_err(|error| wrong(at, "batch_number", &error))?;
    let said = |key: &str, value: &str| if value.is_empty() { String::new() } else { format!("{}: {value}", text(key, &[])) };
    let expiry = said("print.column.expiry", item.expiry_date.as_deref().unwrap_or_default());
    let lines = vec![said("print.column.batch", &item.batch_number), expiry];
    let title = format!("{} {}", product.product_no, product.name);
    Ok(Label { title, lines, symbol, readable: elements.readable(), copies })
}

#[cfg(test)]
mod tests {
    use entrepot_store::codes::CodedUnit;
    use rust_decimal::Decimal;

    use super::*;

    fn product(barcode: &str) -> CodedProduct {
        CodedProduct {
            id: 1,
            product_no: "P-1".into(),
            barcode: barcode.into(),
            name: "咖啡".into(),
            spec: "1 kg".into(),
            unit_id: 1,
            unit: None,
            status: 1,
        }
    }

    fn paper(layout: &str, start: u32, code: &str) -> Paper {
        Paper { layout: Some(layout.into()), measures: None, start: Some(start), code: Some(code.into()) }
    }

    fn field(result: Result<impl Sized, ServiceError>) -> String {
        match result.err() {
            Some(ServiceError::Field { field, .. } | ServiceError::Range { field, .. }) => field,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn papers_are_checked() {
        assert_eq!(paper("a4-3x8", 24, "auto").sheet().map(|sheet| (sheet.start, sheet.qr)).ok(), Some((23, false)));
        assert_eq!(field(paper("a4-3x8", 25, "auto").sheet()), "paper.start");
        assert_eq!(field(paper("a4-3x8", 0, "auto").sheet()), "paper.start");
        assert_eq!(field(paper("a5", 1, "auto").sheet()), "paper.layout");
        assert_eq!(field(paper("60x40", 1, "pdf417").sheet()), "paper.code");
        let measures = Measures {
            page_width: 10.0,
            page_height: 10.0,
            columns: 2,
            rows: 1,
            width: 20.0,
            height: 10.0,
            left: 0.0,
            top: 0.0,
            gap_x: 0.0,
            gap_y: 0.0,
        };
        assert_eq!(field(Paper { measures: Some(measures), ..paper("60x40", 1, "") }.sheet()), "paper.measures");
    }

    #[test]
    fn copies_are_limited_together() {
        assert_eq!(copies(&[None, Some(3)]).ok(), Some(vec![1, 3]));
        assert_eq!(field(copies(&[])), "items");
        assert_eq!(field(copies(&[Some(1), Some(0)])), "items[1].copies");
        assert_eq!(field(copies(&[Some(u32::MAX), Some(u32::MAX)])), "items");
    }

    #[test]
    fn a_batch_s_code_says_what_is_in_the_box() {
        let item = BatchItem {
            product_id: 1,
            batch_number: "B7".into(),
            produce_date: None,
            expiry_date: Some("2027-06-30".into()),
            quantity: Some(12),
            copies: None,
        };
        let said = |barcode, item: &BatchItem| elements(0, &product(barcode), item).map(|elements| elements.readable());
        assert_eq!(said("4006381333931", &item).ok().as_deref(), Some("(01)04006381333931(17)270630(10)B7(30)12"));
        assert_eq!(said("", &item).ok().as_deref(), Some("(17)270630(10)B7(30)12(240)P-1"));
        assert_eq!(field(said("", &BatchItem { batch_number: "批次".into(), ..item.clone() })), "items[0].batch_number");
        assert_eq!(field(said("", &BatchItem { expiry_date: Some("30/06/27".into()), ..item })), "items[0].expiry_date");
    }

    #[test]
    fn a_product_without_a_bar_code_shows_its_number_and_a_package_has_its_own() {
        let sheet = paper("60x40", 1, "auto").sheet().expect("a sheet");
        let label = |barcode| of_product(0, &product(barcode), sheet, 1).expect("a label");
        assert_eq!((label("").readable, label("4006381333931").readable), ("P-1".into(), "4006381333931".into()));
        assert!(matches!(label("").symbol, Symbol::Bars(_)));
        let (unit, barcode) = (Some(CodedUnit { name: "box".into(), decimals: 0 }), "14006381333938".to_owned());
        let boxed = LabelledPackage { id: 1, product: 1, barcode, unit, factor: Decimal::new(120, 1) };
        let printed = of_package(0, &boxed, &product(""), sheet, 2).expect("a label");
        assert_eq!((printed.title.as_str(), printed.readable.as_str(), printed.copies), ("咖啡", "14006381333938", 2));
        assert!(printed.lines[0].contains("box") && printed.lines[0].contains("12") && !printed.lines[0].contains("12.0"), "{:?}", printed.lines);
        let nameless = LabelledPackage { barcode: String::new(), ..boxed };
        assert_eq!(field(of_package(0, &nameless, &product("4006381333931"), sheet, 1)), "items[0].id");
        let chinese = CodedProduct { product_no: "货-1".into(), ..product("") };
        assert!(matches!(of_product(0, &chinese, sheet, 1).expect("a label").symbol, Symbol::Square { .. }));
    }
}
