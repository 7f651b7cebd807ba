//! Values of an order that clients see and that no call writes: number, status, totals, times. A client may post a row
//! back as it got it; a value that it has changed is refused by its name.

use bus_schemas::number::{Amount, Price, Quantity};
use bus_schemas::order::OrderKind;
use poem_openapi::types::ToJSON;
use rust_decimal::Decimal;
use serde_json::{Map, Value};

use super::body::{LineBody, OrderBody};
use super::line_views::OrderLineView;
use super::service::OrderError;
use super::views::OrderView;

/// Shown with an order and ignored when sent back, as they may have changed while the form was open: related rows,
/// allowed actions, history and times.
const BESIDE: &[&str] = &[
    "supplier",
    "customer",
    "warehouses",
    "unit",
    "admin",
    "carrier",
    "createAdmin",
    "auditAdmin",
    "allowed",
    "history",
    "create_time",
    "update_time",
    "target_warehouses",
    "source_area",
    "target_area",
    "transit",
    "parcels",
    "origin",
    "made",
    "swaps",
    "costs",
    "differences",
    "goods_value",
];
/// The same, of a line.
const BESIDE_LINE: &[&str] = &["product", "area", "shelf", "entered_unit", "target_area", "target_shelf", "transit"];

/// Refuses unknown fields, and read-only fields that differ from what is shown. `current` is the order as shown;
/// `None` for a new one, whose read-only fields must be empty.
pub fn check(kind: OrderKind, body: &OrderBody, current: Option<&OrderView>) -> Result<(), OrderError> {
    // An outdated row is refused as a whole by its version.
    let stale = current.is_some_and(|order| body.version.is_some_and(|version| order.fields.version != version));
    let known = match current {
        Some(order) => fields(order),
        None => fields(&OrderView::blank(kind)?),
    };
    let sums = sums(body.lines.as_deref());
    for (name, sent) in &body.others {
        let kept = known.get(name).ok_or_else(|| OrderError::field(name.as_str(), "error.field.unknown"))?;
        let sum = sums.as_ref().and_then(|(amount, quantity)| match name.as_str() {
            "total_amount" => Some(amount.0),
            "total_quantity" => Some(*quantity),
            _ => None,
        });
        let fits = same(sent, kept) || sum.is_some_and(|sum| number(sent) == Some(sum)) || (current.is_none() && is_empty(sent));
        if !(fits || stale || BESIDE.contains(&name.as_str())) {
            return Err(OrderError::field(name.as_str(), "error.field.read_only"));
        }
    }
    let lines = current.map(|order| order.lines.as_slice()).unwrap_or_default();
    body.lines.iter().flatten().enumerate().try_for_each(|(at, line)| check_line(at, line, lines, stale))
}

/// What is shown, by name.
fn fields(view: &impl ToJSON) -> Map<String, Value> {
    match view.to_json() {
        Some(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// The same for a line: compared with the line of its number, or else of its position.
fn check_line(at: usize, line: &LineBody, lines: &[OrderLineView], stale: bool) -> Result<(), OrderError> {
    let before = match line.others.get("line").and_then(number) {
        Some(wanted) => lines.iter().find(|known| Decimal::from(known.line) == wanted),
        None => lines.get(at),
    };
    let known = before.map_or_else(|| fields(&OrderLineView::blank()), fields);
    for (name, sent) in &line.others {
        let field = || format!("lines[{at}].{name}");
        let kept = known.get(name).ok_or_else(|| OrderError::field(field(), "error.field.unknown"))?;
        // A client may have multiplied already.
        let sum = (name == "total_price").then(|| total(line)).flatten();
        let fits = same(sent, kept) || sum.is_some_and(|sum| number(sent) == Some(sum.0)) || (before.is_none() && is_empty(sent));
        if !(fits || stale || BESIDE_LINE.contains(&name.as_str())) {
            return Err(OrderError::field(field(), "error.field.read_only"));
        }
    }
    Ok(())
}

/// The total of a line; `None` where its figures are refused anyway, or its quantity is not in base units.
fn total(line: &LineBody) -> Option<Amount> {
    if line.unit_id.is_some() {
        return None;
    }
    Quantity::positive(line.quantity.abs()).ok()?;
    Some(Price::new(line.unit_price.unwrap_or_default()).ok()?.total(Quantity(line.quantity)))
}

fn sums(lines: Option<&[LineBody]>) -> Option<(Amount, Decimal)> {
    let totals: Option<Vec<Amount>> = lines?.iter().map(total).collect();
    Some((totals?.into_iter().sum(), lines?.iter().map(|line| line.quantity).sum()))
}

/// A number, also as text.
fn number(value: &Value) -> Option<Decimal> {
    match value {
        Value::Number(number) => number.to_string().parse().ok(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// Whether a form's value means 'nothing'.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty() || number(value) == Some(Decimal::ZERO),
        Value::Number(_) => number(value) == Some(Decimal::ZERO),
        Value::Array(list) => list.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) => false,
    }
}

/// Whether a value is the one that was shown, perhaps in another type.
fn same(sent: &Value, kept: &Value) -> bool {
    let nothing = |value: &Value| value.is_null() || value.as_str() == Some("");
    sent == kept || (nothing(sent) && nothing(kept)) || number(sent).is_some_and(|sent| number(kept) == Some(sent))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// An order as the store has it.
    fn order() -> Value {
        json!({
            "id": 7, "number": "IN1", "reference": "A", "status": "pending", "order_type": "purchase", "warehouse": 1, "partner": 2, "admin": 3,
            "created_by": 3, "remark": "", "business_date": "2026-01-15", "total_amount": "7.5", "total_quantity": "3", "version": 2, "created_at": 5_000, "updated_at": 6_000,
            "partner_row": { "name": "S" }, "warehouse_row": { "name": "W" }, "history": [],
            "lines": [{ "line": 1, "product": 4, "quantity": "3", "price": "2.5", "total": "7.5", "stocked": "0",
                         "product_row": { "product_no": "P1", "name": "Pen", "unit_id": 1, "batch_use": 0, "shelf_life_days": 0 } }],
        })
    }

    fn refused(body: &Value, current: Option<&OrderView>) -> Option<String> {
        let body: OrderBody = serde_json::from_value(body.clone()).expect("a body");
        match check(OrderKind::INBOUND, &body, current) {
            Ok(()) => None,
            Err(OrderError::Field { field, key }) => Some(format!("{field} {key}")),
            Err(other) => Some(other.to_string()),
        }
    }

    #[test]
    fn a_row_comes_back_as_it_was_shown_and_what_was_changed_is_named() {
        let order = OrderView::new(OrderKind::INBOUND, &serde_json::from_value(order()).expect("an order")).expect("a view");
        let row = order.to_json().expect("JSON");
        assert_eq!(refused(&row, Some(&order)), None);
        let with = |name: &str, value: Value| {
            let mut changed = row.clone();
            changed[name] = value;
            refused(&changed, Some(&order))
        };
        for (name, value) in
            [("status", json!("0")), ("total_amount", json!(7.5)), ("delete_time", json!("")), ("warehouses", json!({ "name": "B" }))]
        {
            assert_eq!(with(name, value), None, "{name}");
        }
        for (name, value) in [("status", json!(2)), ("inbound_order_no", json!("IN2")), ("create_admin_id", json!(4)), ("total_amount", json!({}))] {
            assert_eq!(with(name, value), Some(format!("{name} error.field.read_only")));
        }
        assert_eq!(with("colour", json!(1)), Some("colour error.field.unknown".into()));
        // With a changed line, its new total and the order's may be sent.
        let mut changed = row.clone();
        changed["lines"][0]["quantity"] = json!("4");
        changed["lines"][0]["total_price"] = json!("10.00");
        changed["total_amount"] = json!("10");
        changed["total_quantity"] = json!(4);
        assert_eq!(refused(&changed, Some(&order)), None);
        changed["lines"][0]["total_price"] = json!("11");
        assert_eq!(refused(&changed, Some(&order)), Some("lines[0].total_price error.field.read_only".into()));
        // An outdated row is refused by its version, which names who changed it.
        changed["version"] = json!(1);
        changed["status"] = json!(1);
        assert_eq!(refused(&changed, Some(&order)), None);
    }

    #[test]
    fn a_new_order_may_send_what_is_empty() {
        let line = json!({ "product_id": 4, "quantity": 1, "unit_price": "2", "total_price": "2.00", "stocked_quantity": 0 });
        let mut body = json!({ "type": 10, "status": 0, "total_amount": "", "audit_admin_id": null, "admin_id": 5, "lines": [line] });
        assert_eq!(refused(&body, None), None);
        body["status"] = json!(1);
        assert_eq!(refused(&body, None), Some("status error.field.read_only".into()));
    }
}
