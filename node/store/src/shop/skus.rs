//! Rows of SKUs. They are written in the transaction of their goods ([`ExtraStatements`]), never alone; their rules are
//! [`actors::shop::spec`]. A SKU is never deleted: one whose values are gone is retired, and so are those of goods that
//! are deleted, until these are restored.

use std::collections::{BTreeSet, HashMap};

use actors::store::StoreError;
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Map, Value as Json};
use surrealdb::types::{Object, Value};

use super::offers::Selling;
use crate::engine::connect::Store;
use crate::engine::stored::json_text;
use crate::engine::value::{array, id, int, object, opt_int, text};
use crate::resource::error::{RecordError, wrong};
use crate::resource::validate::check_body;
use crate::resource::write::{Act, ExtraStatements, FoundReferences};
use crate::resource::{Resource, catalogue};

/// A SKU of goods that are there, and no longer offered.
pub const RETIRED: i64 = 1;
/// A SKU of deleted goods.
pub const WITH_GOODS: i64 = 2;

/// A SKU as it is stored.
#[derive(Clone, Debug, Deserialize)]
pub struct SkuRow {
    pub id: i64,
    pub goods_id: i64,
    /// Ids of its values, in the order of the groups; stored as text.
    #[serde(deserialize_with = "json_text")]
    pub attrs: Vec<String>,
    pub attr_key: String,
    pub sku_text: String,
    pub sku_code: String,
    pub image: String,
    pub price: Decimal,
    pub origin_price: Decimal,
    /// The counter of an unlinked SKU.
    pub stock: i64,
    pub weight: Decimal,
    pub volume: Decimal,
    pub product_id: Option<i64>,
    pub product_no: Option<String>,
    pub product_name: Option<String>,
    /// What its product is counted in.
    pub unit_name: Option<String>,
    pub ratio: Decimal,
    pub buffer: Decimal,
    pub warehouses_ids: Vec<i64>,
    /// 0: offered.
    pub retired: i64,
    pub status: i64,
    pub weigh: i64,
}

impl SkuRow {
    /// What its offer is counted from.
    #[must_use]
    pub fn selling(&self) -> Selling {
        Selling {
            id: self.id,
            product_id: self.product_id,
            stock: self.stock,
            ratio: self.ratio,
            buffer: self.buffer,
            warehouses_ids: self.warehouses_ids.clone(),
        }
    }
}

/// A SKU to be written.
#[derive(Clone, Debug)]
pub struct SkuWrite {
    /// `None`: a new one.
    pub id: Option<i64>,
    /// Where it stands in what was sent: `skus[2]`.
    pub path: String,
    /// Its fields, but not its goods.
    pub fields: Map<String, Json>,
    /// By how much its counter changes.
    pub change: i64,
}

/// What is written of the SKUs of some goods.
#[derive(Clone, Debug, Default)]
pub struct SkuWrites {
    pub written: Vec<SkuWrite>,
    /// Those that are no longer offered.
    pub retire: Vec<i64>,
    /// The goods' version that this was decided on; `None` for new goods.
    pub seen: Option<i64>,
}

const SELECTION: &str = "record::id(id) AS id, goods_id, attrs, attr_key, sku_text, sku_code, image, price, origin_price, stock, weight, volume, \
    product_id, (IF product_id { type::record('product', product_id).product_no } ELSE { NONE }) AS product_no, \
    (IF product_id { type::record('product', product_id).name } ELSE { NONE }) AS product_name, \
    (IF product_id { type::record('unit', type::record('product', product_id).unit_id ?? 0).name } ELSE { NONE }) AS unit_name, ratio, buffer, warehouses_ids, retired, status, weigh";

/// Checks that no other living SKU has a code, or one that looks like it, and writes the SKUs: `$skus` are `{ id?, path, row, change }`.
const WRITE: &str = "IF $sku_seen != NONE AND (SELECT VALUE version FROM ONLY type::record('shop_goods', $owner)) != $sku_seen + 1 { THROW 'RACE' };
    UPSERT type::record('counter', 'unique_shop_sku_code') SET last = (last ?? 0) + 1 RETURN NONE;
    UPDATE $sku_gone SET retired = 1, update_time = $sku_now, version = (version ?? 1) + 1 RETURN NONE;
    UPDATE $sku_kept SET sku_code = '', folded_sku_code = NONE RETURN NONE;
    FOR $sku IN $skus {
        IF ($sku.row.folded_sku_code ?? '') != ''
            AND array::len((SELECT VALUE id FROM shop_sku WHERE folded_sku_code = $sku.row.folded_sku_code AND retired = 0 LIMIT 1)) > 0
            { THROW 'BESIDE:' + $sku.path + '.sku_code' };
        LET $one = IF $sku.id != NONE { $sku.id } ELSE { type::record('shop_sku', sequence::nextval('shop_sku')) };
        LET $was = IF $sku.id != NONE { (SELECT VALUE stock FROM ONLY $one) ?? 0 } ELSE { 0 };
        LET $left = math::max([0, $was + $sku.change]);
        UPSERT $one MERGE object::extend($sku.row, { goods_id: $owner, stock: $left }) RETURN NONE;
        IF $left != $was {
            CREATE type::record('shop_stock_log', sequence::nextval('shop_stock_log')) CONTENT
                { sku: record::id($one), goods: $owner, change: $left - $was, after: $left, cause: 'edit', admin: $sku_admin, create_time: $sku_now }
                RETURN NONE
        };
    };";

/// The declared table.
fn resource() -> Result<&'static Resource, RecordError> {
    Ok(catalogue::declared("shop.goods.Sku")?)
}

fn within(path: &str, error: RecordError) -> RecordError {
    match error {
        RecordError::Field { field, key } => wrong(&format!("{path}.{field}"), key),
        other => other,
    }
}

impl Store {
    /// The SKUs of goods, retired ones as well, in the order of the matrix.
    pub async fn skus_of(&self, goods: &[i64]) -> Result<Vec<SkuRow>, StoreError> {
        let skus = |name: &str| format!("SELECT {SELECTION} FROM shop_sku WHERE goods_id IN ${name} ORDER BY goods_id, weigh DESC, id;");
        // The goods are in order, so their parts are.
        let goods: BTreeSet<i64> = goods.iter().copied().collect();
        self.look_up(goods.into_iter().map(int).collect(), vec![], skus).await
    }

    /// SKUs by their ids, retired ones as well; those that are not there are left out.
    pub async fn skus(&self, ids: &[i64]) -> Result<Vec<SkuRow>, StoreError> {
        let ids = array(ids.iter().map(|sku| id("shop_sku", *sku)).collect());
        self.rows(&format!("SELECT {SELECTION} FROM $ids"), vec![("ids", ids)]).await
    }

    /// Ids of products by their numbers.
    pub async fn products_by_number(&self, numbers: &[String]) -> Result<HashMap<String, i64>, StoreError> {
        let numbered = |name: &str| format!("SELECT VALUE [product_no, record::id(id)] FROM product WHERE product_no IN ${name} AND status = 1;");
        let rows: Vec<(String, i64)> = self.look_up(numbers.iter().map(|number| text(number)).collect(), vec![], numbered).await?;
        Ok(rows.into_iter().collect())
    }

    /// What is written beside the goods. A wrong field is refused with its path.
    pub async fn sku_statements(&self, writes: &SkuWrites, act: &Act) -> Result<ExtraStatements, RecordError> {
        let resource = resource()?;
        let kept: Vec<i64> = writes.written.iter().filter_map(|write| write.id).collect();
        let stored = self.raw_rows(resource, &kept).await?;
        let stored: HashMap<i64, Object> = stored.into_iter().map(|row| (crate::resource::read::key_of(&row), row)).collect();
        let mut known = FoundReferences::new();
        let mut rows = Vec::with_capacity(writes.written.len());
        for write in &writes.written {
            // The goods' own id is put in when it is known; any passes the check.
            let mut fields = write.fields.clone();
            fields.insert("goods_id".into(), 1.into());
            let before = write.id.and_then(|id| stored.get(&id));
            let mut values = check_body(resource, &fields, before).map_err(|error| within(&write.path, error))?;
            values.retain(|(field, _)| field.name != "goods_id" && field.name != "stock");
            let changed = values.iter().filter(|(field, value)| before.is_none_or(|row| row.get(field.name) != Some(value)));
            let changed: Vec<_> = changed.cloned().collect();
            self.check_references(resource, &changed, &act.scope, &mut known).await.map_err(|error| within(&write.path, error))?;
            let mut row = Object::new();
            for (field, value) in values {
                // NONE takes a stored reference away.
                if before.is_some() || !matches!(value, Value::None) {
                    row.insert(field.name, value);
                }
            }
            let forms = resource.forms(&row, |field| row.contains_key(field.name));
            row.extend(forms);
            if before.is_none() {
                row.insert("create_time", act.now);
            }
            row.insert("update_time", act.now);
            row.insert("version", before.and_then(|row| row.get("version")).and_then(integer).map_or(1, |version| version + 1));
            rows.push(object([
                ("id", write.id.map_or(Value::None, |sku| id("shop_sku", sku))),
                ("path", text(&write.path)),
                ("row", Value::Object(row)),
                ("change", int(write.change)),
            ]));
        }
        let ids = |ids: &[i64]| array(ids.iter().map(|sku| id("shop_sku", *sku)).collect());
        let vars = vec![
            ("skus", array(rows)),
            ("sku_gone", ids(&writes.retire)),
            ("sku_kept", ids(&kept)),
            ("sku_seen", opt_int(writes.seen)),
            ("sku_now", int(act.now)),
            ("sku_admin", int(act.scope.admin)),
        ];
        Ok(ExtraStatements { query: WRITE.to_owned(), vars, tables: vec!["shop_sku"], ..ExtraStatements::default() })
    }

    /// Goods that are deleted take their SKUs along.
    #[must_use]
    pub fn deleted_sku_statements(now: i64) -> ExtraStatements {
        let query = "FOR $goods IN $keys {
                UPDATE (SELECT VALUE id FROM shop_sku WHERE goods_id = $goods AND retired = 0) SET retired = 2, update_time = $sku_now RETURN NONE
            };";
        ExtraStatements { query: query.to_owned(), vars: vec![("sku_now", int(now))], tables: vec!["shop_sku"], ..ExtraStatements::default() }
    }

    /// Goods that were restored have their SKUs again. A code that another SKU has got meanwhile gets the SKU's id
    /// behind it.
    pub async fn revive_skus(&self, goods: i64, now: i64) -> Result<(), StoreError> {
        let query = "BEGIN;
            UPSERT type::record('counter', 'unique_shop_sku_code') SET last = (last ?? 0) + 1 RETURN NONE;
            FOR $sku IN (SELECT id, sku_code, folded_sku_code FROM shop_sku WHERE goods_id = $goods AND retired = 2) {
                LET $taken = array::len((SELECT VALUE id FROM shop_sku WHERE folded_sku_code = $sku.folded_sku_code AND folded_sku_code != NONE
                    AND retired = 0 LIMIT 1)) > 0;
                LET $end = IF $taken { string::concat('-', <string>record::id($sku.id)) } ELSE { '' };
                UPDATE $sku.id SET retired = 0, update_time = $now,
                    sku_code = string::concat($sku.sku_code, $end),
                    folded_sku_code = (IF $sku.folded_sku_code { string::concat($sku.folded_sku_code, $end) } ELSE { NONE }) RETURN NONE;
            }; COMMIT;";
        let mut writing = self.writes().writing("shop_sku");
        let written = self.run(query, vec![("goods", int(goods)), ("now", int(now))]).await;
        writing.touched(&[]);
        written?;
        Ok(())
    }
}

fn integer(value: &Value) -> Option<i64> {
    match value {
        Value::Number(number) => number.to_int(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn attributes_that_can_not_be_read_spoil_the_row() {
        let row = |attrs: &str| {
            serde_json::from_value::<SkuRow>(json!({
                "id": 1, "goods_id": 2, "attrs": attrs, "attr_key": "", "sku_text": "", "sku_code": "", "image": "", "price": "1", "origin_price": "1",
                "stock": 0, "weight": "0", "volume": "0", "product_id": null, "product_no": null, "product_name": null, "ratio": "1", "buffer": "0",
                "warehouses_ids": [], "retired": 0, "status": 1, "weigh": 1,
            }))
        };
        assert_eq!(row(r#"["red","m"]"#).expect("a row").attrs, ["red", "m"]);
        assert!(row("").expect("a row").attrs.is_empty(), "goods with one SKU");
        for broken in ["[", "red", "{}", "[1]"] {
            assert!(row(broken).is_err(), "{broken}");
        }
    }
}
