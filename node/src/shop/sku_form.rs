//! The specifications and SKUs of goods as clients send and get them. Pure.

use actors::shop::spec::{EditedSku, Plan, Spec, SpecError, SpecGroup};
use bus_schemas::number::LINE_MAX;
use entrepot_store::engine::typed;
use entrepot_store::shop::offers::Offer;
use entrepot_store::shop::skus::{SkuRow, SkuWrite};
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};

use crate::error::ServiceError;

/// Saved with a combination missing or twice, without a price, or not linked.
pub const SKUS_INCOMPLETE: &str = "shop.spec.skus";
/// Most pieces that the counter of an unlinked SKU holds.
const STOCK_MAX: i64 = 1_000_000_000;
/// Fields of a SKU that clients write.
const WRITTEN: &[&str] =
    &["sku_code", "image", "price", "origin_price", "weight", "volume", "product_id", "ratio", "buffer", "warehouses_ids", "status"];
/// Fields that answers add to a SKU. Values that a client sends back are ignored.
const SHOWN: &[&str] =
    &["id", "attrs", "attr_key", "sku_text", "stock", "stock_was", "product", "places", "retired", "weigh", "goods_id", "goods_sku"];

/// Where the field of an error is in what was sent.
fn refused(error: &SpecError) -> ServiceError {
    match error {
        SpecError::Type => ServiceError::field("spec_type", "shop.spec.type"),
        SpecError::Attributes { path } => ServiceError::field(format!("spec_attrs{path}"), "shop.spec.attributes"),
        SpecError::Skus { path } => ServiceError::field(format!("skus{path}"), SKUS_INCOMPLETE),
        SpecError::UnknownValues { path } => ServiceError::field(format!("skus{path}"), "shop.spec.attributes"),
        SpecError::Groups => ServiceError::field("spec_attrs", "shop.spec.groups"),
        SpecError::Values { path } => ServiceError::field(format!("spec_attrs{path}"), "shop.spec.values"),
        SpecError::TooManySkus => ServiceError::field("skus", "shop.spec.many"),
    }
}

/// Reads the specifications of goods.
pub fn spec(kind: i64, attrs: &Value) -> Result<Spec, ServiceError> {
    let incomplete = || refused(&SpecError::Attributes { path: String::new() });
    let groups: Vec<SpecGroup> = match attrs {
        Value::Null => Vec::new(),
        Value::String(text) if text.is_empty() => Vec::new(),
        Value::String(text) => serde_json::from_str(text).map_err(|_| incomplete())?,
        other => serde_json::from_value(other.clone()).map_err(|_| incomplete())?,
    };
    Spec::read(kind, groups).map_err(|error| refused(&error))
}

/// Decides which SKUs stay, come and go.
pub fn plan(spec: &Spec, known: &[SkuRow], sent: &[SentSku]) -> Result<Plan, ServiceError> {
    let known: Vec<_> =
        known.iter().map(|sku| actors::shop::spec::ExistingSku { id: sku.id, attrs: sku.attrs.clone(), retired: sku.retired != 0 }).collect();
    let sent: Vec<EditedSku> = sent.iter().map(|sku| EditedSku { id: sku.id, attrs: sku.attrs.clone() }).collect();
    spec.plan(&known, &sent).map_err(|error| refused(&error))
}

/// A SKU that was sent, or a stored one where none are.
#[derive(Clone, Debug, Default)]
pub struct SentSku {
    pub id: Option<i64>,
    pub attrs: Vec<String>,
    /// The counter of an unlinked SKU, and what it was when the form was opened.
    pub stock: Option<i64>,
    pub stock_was: Option<i64>,
    pub fields: Map<String, Value>,
}

impl SentSku {
    /// Reads the SKUs of a body.
    pub fn read(skus: &Value) -> Result<Vec<Self>, ServiceError> {
        let rows = skus.as_array().ok_or_else(|| ServiceError::field("skus", "error.type"))?;
        rows.iter().enumerate().map(|(place, sku)| Self::read_one(place, sku)).collect()
    }

    fn read_one(place: usize, sku: &Value) -> Result<Self, ServiceError> {
        let wrong = |name: &str, key: &str| ServiceError::field(format!("skus[{place}]{name}"), key);
        let fields = sku.as_object().ok_or_else(|| wrong("", "error.type"))?;
        let whole = |name: &str| match fields.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) if text.is_empty() => Ok(None),
            Some(json) => typed::integer(json).map(Some).ok_or_else(|| wrong(&format!(".{name}"), "error.integer")),
        };
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let attrs = match fields.get("attrs") {
            None | Some(Value::Null) => Vec::new(),
            Some(Value::Array(values)) => values.iter().map(text).collect::<Option<_>>().ok_or_else(|| wrong(".attrs", "error.type"))?,
            Some(_) => return Err(wrong(".attrs", "error.type")),
        };
        let counter = |name: &str| match whole(name)? {
            Some(pieces) if !(0..=STOCK_MAX).contains(&pieces) => Err(ServiceError::range(format!("skus[{place}].{name}"), 0, STOCK_MAX)),
            pieces => Ok(pieces),
        };
        let (stock, stock_was) = (counter("stock")?, counter("stock_was")?);
        // One that is no number would count as none, and the code could choose another one.
        whole("product_id")?;
        let mut kept = Map::new();
        for (name, value) in fields {
            if WRITTEN.contains(&name.as_str()) {
                kept.insert(name.clone(), value.clone());
            } else if !SHOWN.contains(&name.as_str()) {
                return Err(wrong(&format!(".{name}"), "error.field.unknown"));
            }
        }
        Ok(Self { id: whole("id")?.filter(|id| *id > 0), attrs, stock, stock_was, fields: kept })
    }

    /// A stored SKU as it would be sent back.
    #[must_use]
    pub fn stored(sku: &SkuRow) -> Self {
        let shown = sku_json(sku, &Offer::default());
        let fields = shown.as_object().map(|fields| fields.iter().filter(|(name, _)| WRITTEN.contains(&name.as_str()))).into_iter().flatten();
        let fields = fields.map(|(name, value)| (name.clone(), value.clone())).collect();
        Self { id: Some(sku.id), attrs: sku.attrs.clone(), stock: None, stock_was: None, fields }
    }

    /// The future value of a field: the one sent, or else the stored one.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<String> {
        match self.fields.get(name)? {
            Value::Null => Some(String::new()),
            Value::String(text) => Some(text.trim().to_owned()),
            other => Some(other.to_string()),
        }
    }

    /// A decimal field; zero where it is missing or no number, which the write refuses.
    #[must_use]
    pub fn decimal(&self, name: &str) -> Decimal {
        self.text(name).and_then(|text| typed::decimal_of(&text)).unwrap_or_default()
    }

    /// Whether it is offered. One that is switched off need not have what a sale needs.
    #[must_use]
    pub fn is_offered(&self) -> bool {
        self.text("status").is_none_or(|status| status != "0")
    }

    /// The warehouse product, if any.
    #[must_use]
    pub fn product(&self) -> Option<i64> {
        self.fields.get("product_id").and_then(typed::integer).filter(|product| *product > 0)
    }
}

/// What goods ask of their SKUs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Demands {
    /// Virtual goods have counters in place of warehouse products.
    pub is_virtual: bool,
    /// What the freight template counts, of goods on shelf: 2 weight, 3 volume.
    pub measure: i64,
}

impl Demands {
    /// Checks one SKU as it will be: whole where it is offered, else what it has.
    pub fn check(&self, path: &str, sku: &SentSku) -> Result<(), ServiceError> {
        let wrong = |name: &str, key: &str| Err(ServiceError::field(format!("{path}.{name}"), key));
        let (price, origin) = (sku.decimal("price"), sku.decimal("origin_price"));
        let offered = sku.is_offered();
        if price < Decimal::ZERO || (offered && price.is_zero()) {
            return wrong("price", SKUS_INCOMPLETE);
        }
        // Said of the price itself before the original price is compared with it.
        if price > LINE_MAX {
            return wrong("price", "error.number.large");
        }
        if origin != Decimal::ZERO && origin <= price {
            return wrong("origin_price", "shop.sku.origin_price");
        }
        if sku.fields.contains_key("ratio") && sku.decimal("ratio") <= Decimal::ZERO {
            return wrong("ratio", "error.number.positive");
        }
        if !offered {
            return Ok(());
        }
        if !self.is_virtual && sku.product().is_none() {
            return wrong("product_id", SKUS_INCOMPLETE);
        }
        match self.measure {
            2 if sku.decimal("weight") <= Decimal::ZERO => wrong("weight", "shop.sku.weight"),
            3 if sku.decimal("volume") <= Decimal::ZERO => wrong("volume", "shop.sku.volume"),
            _ => Ok(()),
        }
    }
}

/// The writes of a plan. `sent` are the SKUs in the order of the plan, with everything that they will have.
#[must_use]
pub fn writes(plan: Plan, sent: Vec<SentSku>, known: &[SkuRow], goods_no: &str, is_virtual: bool) -> Vec<SkuWrite> {
    let count = i64::try_from(sent.len()).unwrap_or(i64::MAX);
    let single = sent.len() == 1;
    let mut written = Vec::with_capacity(sent.len());
    for (place, (planned, sku)) in plan.skus.into_iter().zip(sent).enumerate() {
        let mut fields = sku.fields;
        if fields.get("sku_code").and_then(Value::as_str).is_none_or(|code| code.trim().is_empty()) {
            let code = if single { goods_no.to_owned() } else { format!("{goods_no}-{}", planned.key) };
            fields.insert("sku_code".into(), json!(code));
        }
        if is_virtual {
            fields.insert("product_id".into(), Value::Null);
        }
        fields.insert("attrs".into(), json!(planned.attrs));
        fields.insert("attr_key".into(), json!(planned.key));
        fields.insert("sku_text".into(), json!(planned.text));
        fields.insert("retired".into(), json!(0));
        fields.insert("weigh".into(), json!(count - i64::try_from(place).unwrap_or(0)));
        let before = planned.id.and_then(|id| known.iter().find(|row| row.id == id)).map_or(0, |row| row.stock);
        let change = match sku.stock.filter(|_| is_virtual) {
            Some(stock) => stock - sku.stock_was.unwrap_or(before),
            None => 0,
        };
        written.push(SkuWrite { id: planned.id, path: format!("skus[{place}]"), fields, change });
    }
    written
}

/// A SKU as the goods' answer shows it.
#[must_use]
pub fn sku_json(sku: &SkuRow, offer: &Offer) -> Value {
    let plain = |figure: Decimal| figure.normalize().to_string();
    let product = sku.product_id.map(|_| json!({ "product_no": sku.product_no, "name": sku.product_name, "unit": sku.unit_name }));
    let places: Vec<Value> = offer.by_warehouse.iter().map(|(warehouse, pieces)| json!({ "warehouses_id": warehouse, "pieces": pieces })).collect();
    json!({
        "id": sku.id, "attrs": sku.attrs, "attr_key": sku.attr_key, "sku_text": sku.sku_text, "sku_code": sku.sku_code, "image": sku.image,
        "price": format!("{:.2}", sku.price), "origin_price": format!("{:.2}", sku.origin_price), "stock": offer.pieces,
        "weight": plain(sku.weight), "volume": plain(sku.volume), "product_id": sku.product_id, "product": product, "ratio": plain(sku.ratio),
        "buffer": plain(sku.buffer), "warehouses_ids": sku.warehouses_ids, "status": sku.status, "places": places,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sku(fields: Value) -> SentSku {
        SentSku::read(&json!([fields])).map(|mut skus| skus.remove(0)).expect("a SKU")
    }

    fn path(error: ServiceError) -> (String, String) {
        match error {
            ServiceError::Field { field, key } => (field, key),
            ServiceError::Range { field, .. } => (field, "error.number.range".to_owned()),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn what_is_no_sku_is_refused_by_its_place() {
        for (body, field) in [
            (json!({}), "skus"),
            (json!([1]), "skus[0]"),
            (json!([{}, { "attrs": "x" }]), "skus[1].attrs"),
            (json!([{ "stock": -1 }]), "skus[0].stock"),
            (json!([{ "stock": "x" }]), "skus[0].stock"),
            (json!([{ "stock": 5, "stock_was": i64::MIN.to_string() }]), "skus[0].stock_was"),
            (json!([{ "stock": 5, "stock_was": i64::MAX }]), "skus[0].stock_was"),
            (json!([{ "colour": "red" }]), "skus[0].colour"),
            (json!([{ "sku_code": "P1", "product_id": "x" }]), "skus[0].product_id"),
            (json!([{ "sku_code": "P1", "product_id": 1.5 }]), "skus[0].product_id"),
        ] {
            assert_eq!(path(SentSku::read(&body).expect_err("refused")).0, field);
        }
        assert_eq!(sku(json!({ "stock": "5", "stock_was": 3, "id": 0, "places": [] })).stock, Some(5));
    }

    #[test]
    fn a_sku_is_priced_linked_and_has_what_the_freight_counts() {
        let express = Demands { is_virtual: false, measure: 2 };
        for (fields, field, key) in [
            (json!({}), "s.price", SKUS_INCOMPLETE),
            (json!({ "price": "5", "origin_price": 5 }), "s.origin_price", "shop.sku.origin_price"),
            (json!({ "price": "99999999999", "origin_price": 5 }), "s.price", "error.number.large"),
            (json!({ "price": 5, "ratio": 0 }), "s.ratio", "error.number.positive"),
            (json!({ "price": 5 }), "s.product_id", SKUS_INCOMPLETE),
            (json!({ "price": 5, "product_id": "3" }), "s.weight", "shop.sku.weight"),
        ] {
            assert_eq!(path(express.check("s", &sku(fields)).expect_err("refused")), (field.to_owned(), key.to_owned()));
        }
        assert!(express.check("s", &sku(json!({ "price": 5, "origin_price": "5.01", "product_id": 3, "weight": "0.2" }))).is_ok());
        for off in
            [json!({ "status": 0 }), json!({ "status": "0", "price": "" }), json!({ "status": 0, "price": null }), json!({ "status": 0, "price": 0 })]
        {
            assert!(express.check("s", &sku(off.clone())).is_ok(), "{off}");
        }
        for (fields, field) in [
            (json!({ "status": 0, "price": -1 }), "s.price"),
            (json!({ "status": 0, "price": 5, "origin_price": 4 }), "s.origin_price"),
            (json!({ "status": 0, "ratio": 0 }), "s.ratio"),
            (json!({ "status": 1, "price": 0 }), "s.price"),
        ] {
            assert_eq!(path(express.check("s", &sku(fields)).expect_err("refused")).0, field);
        }
        assert!(Demands { is_virtual: true, measure: 0 }.check("s", &sku(json!({ "price": "0.01" }))).is_ok());
    }
}
