//! Rules around coupons and recharge packages.

use actors::folding::folded;
use async_trait::async_trait;
use entrepot_store::engine::typed;
use entrepot_store::resource::{TypedBody, row};
use entrepot_store::shop::coupons::{unless_held, unless_taken};
use rust_decimal::Decimal;
use serde::Deserialize;
use serde_json::{Value, json};

use super::hooks::in_order;
use crate::error::ServiceError;
use crate::resource::Call;
use crate::resource::call::Hook;

const PERCENT: i64 = 2;
const FREIGHT: i64 = 3;
const BY_CODE: i64 = 2;
const BY_DATES: i64 = 1;
const CLASSIFIES: i64 = 1;
const GOODS: i64 = 2;
/// Most classifies or goods that a coupon names.
const SCOPE_MAX: usize = 500;
/// Names of classifies or goods that a list shows of a coupon; of more there is only the number.
const NAMES_MAX: usize = 20;
/// What may change once somebody has taken one; of the number of tickets only upwards.
const STAYING: &[&str] = &["name", "remark", "status", "weigh", "get_end", "total_num"];

/// Coupons: terms that fit each other, and that stay once one is taken.
pub struct Coupons;

/// The terms, as they are stored.
#[derive(Clone, Debug, Default, Deserialize)]
struct Terms {
    #[serde(rename = "type")]
    kind: i64,
    amount: Decimal,
    percent: i64,
    scope: i64,
    scope_ids: Value,
    get_type: i64,
    code: String,
    get_start: i64,
    get_end: i64,
    valid_type: i64,
    valid_start: i64,
    valid_end: i64,
    valid_days: i64,
    total_num: i64,
    received_num: i64,
}

/// The table of what coupons of a scope are for.
const fn table_of(scope: i64) -> Option<&'static str> {
    match scope {
        CLASSIFIES => Some("shop_classify"),
        GOODS => Some("shop_goods"),
        _ => None,
    }
}

/// The first ids of what a coupon is for, where its scope has this table.
fn first_chosen(row: &Value, table: &str) -> Vec<i64> {
    let scope = row.get("scope").and_then(Value::as_i64).and_then(table_of);
    let ids = scope.filter(|own| *own == table).and_then(|_| row.get("scope_ids")?.as_array());
    ids.into_iter().flatten().filter_map(Value::as_i64).take(NAMES_MAX).collect()
}

fn wrong(field: &str, key: &str) -> Result<(), ServiceError> {
    Err(ServiceError::field(field, key))
}

fn decimal(json: &Value) -> Decimal {
    json.as_str().map_or_else(|| typed::decimal_of(&json.to_string()), typed::decimal_of).unwrap_or_default()
}

/// Whether a value is the stored one: figures may be written in several ways.
fn same(sent: &Value, stored: &Value) -> bool {
    let plain = |value: &Value| match value {
        Value::Null => String::new(),
        Value::String(text) => text.trim().to_owned(),
        other => other.to_string(),
    };
    let (sent, stored) = (plain(sent), plain(stored));
    let figure = |text: &str| typed::decimal_of(text);
    sent == stored || figure(&sent).is_some_and(|sent| figure(&stored) == Some(sent))
}

impl Terms {
    fn with(&self, body: &TypedBody) -> Self {
        let whole = |name: &str, stored: i64| body.get(name).map_or(stored, |json| json.as_i64().unwrap_or(0));
        Self {
            kind: whole("type", self.kind),
            amount: body.get("amount").map_or(self.amount, decimal),
            percent: whole("percent", self.percent),
            scope: whole("scope", self.scope),
            scope_ids: body.get("scope_ids").unwrap_or(&self.scope_ids).clone(),
            get_type: whole("get_type", self.get_type),
            code: body.get("code").and_then(Value::as_str).map_or_else(|| self.code.clone(), str::to_owned),
            get_start: whole("get_start", self.get_start),
            get_end: whole("get_end", self.get_end),
            valid_type: whole("valid_type", self.valid_type),
            valid_start: whole("valid_start", self.valid_start),
            valid_end: whole("valid_end", self.valid_end),
            valid_days: whole("valid_days", self.valid_days),
            total_num: whole("total_num", self.total_num),
            received_num: self.received_num,
        }
    }

    fn check(&self) -> Result<(), ServiceError> {
        if self.kind == PERCENT && !(1..=99).contains(&self.percent) {
            return wrong("percent", "shop.coupon.percent");
        }
        // Off the freight: without an amount it is all of it.
        let least = if self.kind == FREIGHT { self.amount >= Decimal::ZERO } else { self.amount > Decimal::ZERO };
        if self.kind != PERCENT && !least {
            return wrong("amount", "error.number.positive");
        }
        if self.get_type == BY_CODE && self.code.is_empty() {
            return wrong("code", "error.required");
        }
        in_order("get_end", self.get_start, self.get_end)?;
        match self.valid_type {
            BY_DATES if self.valid_end == 0 => wrong("valid_end", "error.required"),
            BY_DATES => in_order("valid_end", self.valid_start, self.valid_end),
            _ if self.valid_days < 1 => wrong("valid_days", "error.number.positive"),
            _ => Ok(()),
        }
    }
}

impl Coupons {
    async fn check(call: &Call, body: &mut TypedBody, stored: &Terms) -> Result<(), ServiceError> {
        let will = stored.with(body);
        will.check()?;
        let chosen = match &will.scope_ids {
            Value::Null => Vec::new(),
            Value::String(text) if text.is_empty() => Vec::new(),
            json => typed::integers(json).ok_or_else(|| ServiceError::field("scope_ids", "error.type"))?,
        };
        let Some(table) = table_of(will.scope) else {
            if !chosen.is_empty() {
                body.insert("scope_ids".into(), json!([]));
            }
            return Ok(());
        };
        let mut once = chosen;
        once.sort_unstable();
        once.dedup();
        if once.is_empty() || once.len() > SCOPE_MAX {
            return wrong("scope_ids", "error.required");
        }
        if body.contains_key("scope") || body.contains_key("scope_ids") {
            if call.store().count_rows(table, &once).await? != once.len() {
                return wrong("scope_ids", "error.reference");
            }
            body.insert("scope_ids".into(), json!(once));
        }
        Ok(())
    }

    /// Keeps with a new code what it is found by, and refuses one that another coupon has in whatever case.
    async fn fold_code(call: &mut Call, own: Option<i64>, body: &TypedBody, stored: &Terms) -> Result<(), ServiceError> {
        let Some(code) = body.get("code").and_then(Value::as_str).filter(|code| *code != stored.code) else { return Ok(()) };
        // An import compares the codes of its whole file.
        if !code.is_empty() && call.planned.is_none() && call.store().is_code_taken(code, own).await? {
            return wrong("code", "error.unique");
        }
        call.act.set.insert("code_key".into(), json!(folded(code)));
        Ok(())
    }

    /// Once one is taken, its terms are promised.
    async fn keeps_terms(call: &mut Call, id: i64, body: &TypedBody, stored: &Terms) -> Result<(), ServiceError> {
        let row = call.store().record(call.resource, id, &call.act.scope).await?;
        let promised = call.resource.fields.iter().filter(|field| !STAYING.contains(&field.name));
        let changed = promised.map(|field| field.name).find(|name| body.get(*name).is_some_and(|sent| !same(sent, &row[*name])));
        match changed {
            Some(name) if stored.received_num > 0 => return wrong(name, "shop.coupon.taken"),
            // Somebody may take the first one at this moment.
            Some(_) => call.act.extra = unless_taken(),
            None => {}
        }
        if stored.received_num == 0 {
            return Ok(());
        }
        match body.get("total_num").and_then(Value::as_i64) {
            // 0 is no limit, so every other number is lower.
            Some(total) if total != 0 && (stored.total_num == 0 || total < stored.total_num) => wrong("total_num", "shop.coupon.total"),
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl Hook for Coupons {
    /// Beside the ids of what coupons are for stand the first of their names.
    async fn prepare_rows(&self, call: &Call, rows: &mut Vec<Value>) -> Result<(), ServiceError> {
        for table in [CLASSIFIES, GOODS].into_iter().filter_map(table_of) {
            let mut ids: Vec<i64> = rows.iter().flat_map(|row| first_chosen(row, table)).collect();
            ids.sort_unstable();
            ids.dedup();
            if ids.is_empty() {
                continue;
            }
            let names = call.store().row_names(table, &ids).await?;
            for row in rows.iter_mut() {
                let chosen = first_chosen(row, table);
                if !chosen.is_empty() {
                    let name = |id: &i64| names.get(id).cloned().unwrap_or_else(|| format!("#{id}"));
                    row::set(row, "scope_names", json!(chosen.iter().map(name).collect::<Vec<String>>()));
                }
            }
        }
        Ok(())
    }

    async fn before_add(&self, call: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        let new = Terms { kind: 1, get_type: 1, valid_type: 1, ..Terms::default() };
        Self::check(call, body, &new).await?;
        Self::fold_code(call, None, body, &new).await
    }

    async fn before_edit(&self, call: &mut Call, id: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        let stored: Terms = call.store().record_as(call.resource, id, &call.act.scope).await?;
        Self::keeps_terms(call, id, body, &stored).await?;
        Self::check(call, body, &stored).await?;
        Self::fold_code(call, Some(id), body, &stored).await
    }

    /// Tickets are withdrawn at their coupon, so it stays while members hold some.
    async fn before_delete(&self, call: &mut Call, ids: &mut Vec<i64>) -> Result<(), ServiceError> {
        let held = call.store().held_tickets(ids).await?;
        if held.is_empty() {
            call.act.extra = unless_held();
            return Ok(());
        }
        let tickets: i64 = held.iter().map(|(_, count)| count).sum();
        let coupons: Vec<i64> = held.into_iter().map(|(coupon, _)| coupon).collect();
        let names = call.store().row_names("shop_coupon", &coupons).await?;
        let named = coupons.iter().map(|id| names.get(id).cloned().unwrap_or_else(|| format!("#{id}"))).collect::<Vec<String>>().join(", ");
        Err(ServiceError::Refused {
            key: "shop.coupon.held",
            // Names last: they may hold anything.
            values: vec![("count", tickets.to_string()), ("names", named)],
            facts: json!({ "key": "shop.coupon.held", "ids": coupons }),
        })
    }
}

/// Recharge packages: something is paid.
pub struct Recharges;

impl Recharges {
    fn check(body: &TypedBody) -> Result<(), ServiceError> {
        match body.get("money") {
            Some(money) if !money.is_null() && decimal(money) <= Decimal::ZERO => wrong("money", "error.number.positive"),
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl Hook for Recharges {
    async fn before_add(&self, _: &mut Call, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(body)
    }

    async fn before_edit(&self, _: &mut Call, _: i64, body: &mut TypedBody) -> Result<(), ServiceError> {
        Self::check(body)
    }
}
