//! What happens around goods: their SKUs are checked, and written with them; lists show what they offer.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use async_trait::async_trait;
use entrepot_store::Store;
use entrepot_store::engine::typed;
use entrepot_store::listing::{Filter, ListQuery};
use entrepot_store::resource::write::Written;
use entrepot_store::resource::{TypedBody, row};
use entrepot_store::shop::offers::{Offer, Selling};
use entrepot_store::shop::skus::{SkuRow, SkuWrites, WITH_GOODS};
use rand::Rng;
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::hooks::in_order;
use super::params::check_params;
use super::sku_form::{self, Demands, SKUS_INCOMPLETE, SentSku};
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;
use crate::settings::address::is_https_or_own;
use crate::settings::shop::CachedShopSettings;

/// Most pictures of goods.
const IMAGES_MAX: usize = 9;
/// Most goods of which few are left that a list looks through.
const FEW_MAX: usize = 500;
/// Goods without delivery.
const VIRTUAL: i64 = 2;
/// Fields that follow from SKUs and orders. Values that a client sends back are ignored, as they may have changed
/// meanwhile.
const FOLLOWING: &[&str] = &["stock", "sales", "price", "origin_price"];

/// Goods with their SKUs.
pub struct Goods {
    pub shop_settings: CachedShopSettings,
}

/// The stored values that the rules of goods need; defaults for new goods.
#[derive(Clone, Debug, Default, Deserialize)]
struct Stored {
    version: i64,
    goods_no: String,
    spec_type: i64,
    spec_attrs: Value,
    delivery_type: i64,
    delivery_template_id: Option<i64>,
    status: i64,
    buy_min: i64,
    buy_max: i64,
    limit_num: i64,
    sale_start: i64,
    sale_end: i64,
}

impl Stored {
    /// With what a body changes.
    fn with(&self, body: &TypedBody) -> Self {
        let whole = |name: &str, stored: i64| body.get(name).map_or(stored, |json| json.as_i64().unwrap_or(0));
        Self {
            version: self.version,
            goods_no: body.get("goods_no").and_then(Value::as_str).map_or_else(|| self.goods_no.clone(), str::to_owned),
            spec_type: whole("spec_type", self.spec_type),
            spec_attrs: body.get("spec_attrs").unwrap_or(&self.spec_attrs).clone(),
            delivery_type: whole("delivery_type", self.delivery_type),
            delivery_template_id: body.get("delivery_template_id").map_or(self.delivery_template_id, Value::as_i64),
            status: whole("status", self.status),
            buy_min: whole("buy_min", self.buy_min),
            buy_max: whole("buy_max", self.buy_max),
            limit_num: whole("limit_num", self.limit_num),
            sale_start: whole("sale_start", self.sale_start),
            sale_end: whole("sale_end", self.sale_end),
        }
    }

    async fn demands(&self, store: &Store) -> Result<Demands, ServiceError> {
        let is_virtual = self.delivery_type == VIRTUAL;
        let measure = match self.delivery_template_id.filter(|_| !is_virtual && self.status == 1) {
            Some(template) => store.freight_method(template).await?.unwrap_or(1),
            None => 1,
        };
        Ok(Demands { is_virtual, measure })
    }
}

/// `G` with the day and eight digits.
fn new_number(today: &str) -> String {
    let digits: u32 = rand::rng().random_range(0..100_000_000);
    format!("G{}{digits:08}", today.replace('-', ""))
}

/// Checks fields of goods that the declaration can't.
fn check_fields(body: &TypedBody, will: &Stored) -> Result<(), ServiceError> {
    if body.get("images").and_then(Value::as_array).is_some_and(|images| images.len() > IMAGES_MAX) {
        return Err(ServiceError::field("images", "shop.goods.images"));
    }
    if will.buy_max != 0 && will.buy_max < will.buy_min {
        return Err(ServiceError::field("buy_max", "shop.goods.buy_max"));
    }
    in_order("sale_end", will.sale_start, will.sale_end)?;
    if let Some(video) = body.get("video").and_then(Value::as_str)
        && !is_https_or_own(video)
    {
        return Err(ServiceError::field("video", "error.url"));
    }
    check_params(body.get("params"), "params", false)
}

/// The cheapest price that is offered, with its original price; of goods that offer nothing, the cheapest there is.
fn cheapest(skus: &[SentSku]) -> Option<(Decimal, Decimal)> {
    let prices = |skus: Vec<&SentSku>| {
        let priced = skus.into_iter().map(|sku| (sku.decimal("price"), sku.decimal("origin_price")));
        priced.filter(|(price, _)| *price > Decimal::ZERO).min()
    };
    prices(skus.iter().filter(|sku| sku.is_offered()).collect()).or_else(|| prices(skus.iter().collect()))
}

/// A SKU whose code is a product's number sells that product, unless it says another one.
async fn link_by_code(store: &Store, skus: &mut [SentSku]) -> Result<(), ServiceError> {
    let code = |sku: &SentSku| sku.text("sku_code").filter(|code| !code.is_empty() && sku.product().is_none());
    let codes: Vec<String> = skus.iter().filter_map(code).collect();
    if codes.is_empty() {
        return Ok(());
    }
    let products = store.products_by_number(&codes).await?;
    for sku in skus {
        if let Some(product) = code(sku).and_then(|code| products.get(&code).copied()) {
            sku.fields.insert("product_id".into(), json!(product));
        }
    }
    Ok(())
}

impl Goods {
    /// Checks the SKUs of goods that are written, and puts what becomes of them beside the row.
    async fn skus(call: &mut Call, id: Option<i64>, body: &mut TypedBody, before: Option<&Stored>) -> Result<(), ServiceError> {
        call.act.extra = Default::default();
        let sent = body.remove("skus").filter(|skus| !skus.is_null());
        let will = before.cloned().unwrap_or(Stored { spec_type: 1, delivery_type: 1, status: 1, buy_min: 1, ..Stored::default() }).with(body);
        check_fields(body, &will)?;
        let spec = sku_form::spec(will.spec_type, &will.spec_attrs)?;
        if will.spec_type == 1 && !will.spec_attrs.is_null() && will.spec_attrs != "" {
            body.insert("spec_attrs".into(), json!(""));
        }
        let respecified = before.is_none_or(|before| before.spec_type != will.spec_type || !same(&before.spec_attrs, &will.spec_attrs));
        let demands = will.demands(call.store()).await?;
        let known = match id {
            Some(id) => call.store().skus_of(&[id]).await?,
            None => Vec::new(),
        };
        let of_deleted = call.restoring.is_some();
        let living: Vec<&SkuRow> = known.iter().filter(|sku| sku.retired == 0 || (of_deleted && sku.retired == WITH_GOODS)).collect();
        if sent.is_none() && (of_deleted || (living.is_empty() && will.status == 0) || !respecified) {
            return Self::still_complete(before, &will, demands, &living);
        }
        let mut skus = match &sent {
            Some(skus) => SentSku::read(skus)?,
            None => living.iter().map(|sku| SentSku::stored(sku)).collect(),
        };
        let plan = sku_form::plan(&spec, &known, &skus)?;
        for (sku, planned) in skus.iter_mut().zip(&plan.skus) {
            // What is not sent of a SKU that is there stays.
            if let Some(row) = planned.id.and_then(|id| known.iter().find(|row| row.id == id)) {
                let mut fields = SentSku::stored(row).fields;
                fields.append(&mut sku.fields);
                sku.fields = fields;
            }
        }
        if !demands.is_virtual {
            link_by_code(call.store(), &mut skus).await?;
        }
        for (place, sku) in skus.iter_mut().enumerate() {
            demands.check(&format!("skus[{place}]"), sku)?;
            // A price may be left out, and is none then.
            if !sku.is_offered() && sku.text("price").is_none_or(|price| price.is_empty()) {
                sku.fields.insert("price".into(), json!("0"));
            }
        }
        if let Some((price, origin_price)) = cheapest(&skus) {
            call.act.set.insert("price".into(), json!(price.to_string()));
            call.act.set.insert("origin_price".into(), json!(origin_price.to_string()));
        }
        let retire = plan.retire.clone();
        let written = sku_form::writes(plan, skus, &known, &will.goods_no, demands.is_virtual);
        let writes = SkuWrites { written, retire, seen: before.map(|before| before.version) };
        call.act.extra = call.store().sku_statements(&writes, &call.act).await?;
        Ok(())
    }

    /// SKUs that stay as they are still fit what the goods become.
    fn still_complete(before: Option<&Stored>, will: &Stored, demands: Demands, living: &[&SkuRow]) -> Result<(), ServiceError> {
        let as_it_was = |before: &Stored| {
            before.delivery_type == will.delivery_type && before.delivery_template_id == will.delivery_template_id && before.status >= will.status
        };
        if before.is_some_and(as_it_was) {
            return Ok(());
        }
        if will.status == 1 && living.is_empty() {
            return Err(ServiceError::field("skus", SKUS_INCOMPLETE));
        }
        for (place, sku) in living.iter().enumerate() {
            demands.check(&format!("skus[{place}]"), &SentSku::stored(sku))?;
        }
        Ok(())
    }

    /// What linked goods can be sold from, in the units of their products, and how many larger pieces that makes: SKUs of one
    /// product share its goods, so their pieces are not added.
    async fn stock_base(&self, call: &Call, skus: &[(SkuRow, Offer)]) -> Result<Value, ServiceError> {
        let linked: Vec<&(SkuRow, Offer)> = skus.iter().filter(|(sku, _)| sku.status == 1 && sku.product_id.is_some()).collect();
        let selling: Vec<Selling> = linked.iter().map(|(sku, _)| sku.selling()).collect();
        let settings = self.shop_settings.current().await;
        let base = call.store().base_units_of(&selling, settings.offer_terms(&call.today())).await?;
        let units = call.store().product_units(&base.keys().copied().collect()).await?;
        let mut of_unit: BTreeMap<String, (Decimal, Vec<Value>)> = BTreeMap::new();
        let mut counted = BTreeSet::new();
        for (sku, offer) in linked {
            let Some(product) = sku.product_id else { continue };
            let entry = of_unit.entry(sku.unit_name.clone().unwrap_or_default()).or_default();
            if counted.insert(product) {
                entry.0 += base.get(&product).copied().unwrap_or_default();
            }
            if sku.ratio != Decimal::ONE {
                let unit = units.iter().find(|unit| unit.product_id == product && unit.factor == sku.ratio);
                let ratio = sku.ratio.normalize().to_string();
                entry.1.push(json!({ "pieces": offer.pieces, "ratio": ratio, "unit": unit.map(|unit| &unit.unit.name) }));
            }
        }
        let row = |(unit, (quantity, packs)): (String, (Decimal, Vec<Value>))| json!({ "unit": unit, "quantity": quantity.normalize().to_string(), "packs": packs });
        Ok(of_unit.into_iter().map(row).collect())
    }

    /// The SKUs that are offered, with their offers, by goods.
    async fn offered(&self, call: &Call, goods: &[i64]) -> Result<HashMap<i64, Vec<(SkuRow, Offer)>>, ServiceError> {
        let store = call.store();
        let mut rows = store.skus_of(goods).await?;
        rows.retain(|sku| sku.retired == 0);
        let selling: Vec<Selling> = rows.iter().map(SkuRow::selling).collect();
        let settings = self.shop_settings.current().await;
        let offers = store.offers_of(&selling, settings.offer_terms(&call.today())).await?;
        let mut found: HashMap<i64, Vec<(SkuRow, Offer)>> = HashMap::new();
        for sku in rows {
            let offer = offers.get(&sku.id).cloned().unwrap_or_default();
            found.entry(sku.goods_id).or_default().push((sku, offer));
        }
        Ok(found)
    }
}

/// Whether two specifications are the same, however they were written down.
fn same(one: &Value, other: &Value) -> bool {
    let parsed = |value: &Value| match value {
        Value::String(text) => serde_json::from_str(text).unwrap_or(Value::Null),
        other => other.clone(),
    };
    parsed(one) == parsed(other)
}

#[async_trait]
impl Hook for Goods {
    /// `few=1`, or a condition of that name: goods of which few pieces are left.
    async fn before_list(&self, call: &Call, query: &mut ListQuery) -> Result<(), ServiceError> {
        let asked = form_urlencoded::parse(call.params.as_bytes()).any(|(name, value)| name == "few" && value == "1");
        let condition = query.filters.iter().any(|filter| filter.field == "few" && filter.values.iter().any(|value| value == "1"));
        query.filters.retain(|filter| filter.field != "few");
        if !(asked || condition) {
            return Ok(());
        }
        let settings = self.shop_settings.current().await;
        let few = call.store().few_pieces(settings.stock_few, settings.offer_terms(&call.today())).await?;
        let mut goods: Vec<i64> = few.into_iter().map(|(goods, ..)| goods).collect();
        goods.dedup();
        goods.truncate(FEW_MAX);
        let values = if goods.is_empty() { vec!["0".to_owned()] } else { goods.iter().map(ToString::to_string).collect() };
        query.filters.push(Filter { field: "id".into(), operator: "in".into(), values, datetime: false });
        Ok(())
    }

    fn reshape(&self, body: &mut Map<String, Value>) -> Result<(), ServiceError> {
        match body.get("spec_type") {
            // The rules of specifications name it, not those of choices.
            Some(kind) if !matches!(typed::integer(kind), Some(1 | 2)) => Err(ServiceError::field("spec_type", "shop.spec.type")),
            _ => Ok(()),
        }
    }

    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        let ids: Vec<i64> = rows.iter().map(|row| row::integer(row, "id")).collect::<Result<_, _>>()?;
        let offered = self.offered(call, &ids).await?;
        for (row, id) in rows.iter_mut().zip(ids) {
            let skus = offered.get(&id).map(Vec::as_slice).unwrap_or_default();
            let stock: i64 = skus.iter().filter(|(sku, _)| sku.status == 1).map(|(_, offer)| offer.pieces).sum();
            row::set(row, "stock", stock);
            row::set(row, "sku_count", skus.len());
            row::set(row, "stock_base", self.stock_base(call, skus).await?);
        }
        Ok(())
    }

    async fn detail(&self, call: &Call, answer: &mut Map<String, Value>) -> Result<(), ServiceError> {
        if let Some(row) = answer.get_mut("row") {
            let id = row::integer(row, "id")?;
            let mut skus = self.offered(call, &[id]).await?.remove(&id).unwrap_or_default();
            // The sum is what the shop sells. Where it lies is shown of the warehouses that the reader sees.
            if let Some(seen) = call.act.scope.only_warehouses() {
                for (_, offer) in &mut skus {
                    offer.by_warehouse.retain(|(warehouse, _)| seen.contains(warehouse));
                }
            }
            row::set(row, "skus", Value::Array(skus.iter().map(|(sku, offer)| sku_form::sku_json(sku, offer)).collect()));
        }
        Ok(())
    }

    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        body.remove("stock");
        body.remove("sku_count");
        body.remove("stock_base");
        if body.get("goods_no").and_then(Value::as_str).is_none_or(str::is_empty) {
            body.insert("goods_no".into(), json!(new_number(&call.today())));
        }
        let restoring = call.restoring;
        Self::skus(call, restoring, body, None).await
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        for name in FOLLOWING.iter().chain(&["sku_count", "stock_base"]) {
            body.remove(*name);
        }
        let before: Stored = call.store().record_as(call.resource, id, &call.act.scope).await?;
        if body.get("goods_no").and_then(Value::as_str) == Some("") {
            body.remove("goods_no");
        }
        let newly_limited = before.limit_num == 0 && before.with(body).limit_num > 0;
        Self::skus(call, Some(id), body, Some(&before)).await?;
        if newly_limited {
            call.store().count_bought(id).await?;
        }
        Ok(())
    }

    async fn before_delete(&self, call: &mut Call, _: &mut Vec<i64>) -> Result<(), ServiceError> {
        call.act.extra = Store::deleted_sku_statements(call.act.now);
        Ok(())
    }

    async fn after_change(&self, call: &Call, written: &Written) -> Result<(), ServiceError> {
        match (call.restoring, written.ids.first()) {
            (Some(_), Some(id)) => Ok(call.store().revive_skus(*id, call.act.now).await?),
            _ => Ok(()),
        }
    }
}
