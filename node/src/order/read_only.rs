//! Values of an order that clients see and that no call writes: number, status, totals, times. A client may post a row
//! back as it got it; a value that it has changed is refused by its name.

use bus_schemas::number::{Amount, Price, Quantity};
use bus_schemas::order::OrderKind;
use rust_decimal::Decimal;
use serde_json::{Value, json};

use super::body::{LineBody, OrderBody, shown, shown_line};
use crate::http::error::ApiError;

/// Shown with an order and ignored when sent back, as they may have changed while the form was open: related rows,
/// allowed actions, history and times.
const BESIDE: &[&str] =
    &["supplier", "customer", "warehouses", "admin", "createAdmin", "auditAdmin", "allowed", "history", "create_time", "update_time"];
/// The same, of a line.
const BESIDE_LINE: &[&str] = &["product", "area", "shelf"];

/// Refuses unknown fields, and read-only fields that differ from what is shown. `current` is the order as shown;
/// `None` for a new one, whose read-only fields must be empty.
pub fn check(kind: OrderKind, body: &OrderBody, current: Option<&Value>) -> Result<(), ApiError> {
    let nothing = shown(kind, &json!({ "lines": [], "history": [] }), &[]);
    // An outdated row is refused as a whole by its version.
    let stale = current.is_some_and(|row| body.version.is_some_and(|version| row["version"] != version));
    let sums = sums(body.lines.as_deref());
    for (name, sent) in &body.others {
        let known = nothing.get(name).ok_or_else(|| ApiError::field(name.as_str(), "error.field.unknown"))?;
        let kept = current.map_or(known, |row| &row[name.as_str()]);
        let sum = sums.as_ref().and_then(|(amount, quantity)| match name.as_str() {
            "total_amount" => Some(amount.0),
            "total_quantity" => Some(*quantity),
            _ => None,
        });
        let fits = same(sent, kept) || sum.is_some_and(|sum| number(sent) == Some(sum)) || (current.is_none() && is_empty(sent));
        if !(fits || stale || BESIDE.contains(&name.as_str())) {
            return Err(ApiError::field(name.as_str(), "error.field.read_only"));
        }
    }
    let lines = current.and_then(|row| row["lines"].as_array()).map(Vec::as_slice).unwrap_or_default();
    body.lines.iter().flatten().enumerate().try_for_each(|(at, line)| check_line(at, line, lines, stale))
}

/// The same for a line: compared with the line of its number, or else of its position.
fn check_line(at: usize, line: &LineBody, lines: &[Value], stale: bool) -> Result<(), ApiError> {
    let nothing = shown_line(&Value::Null);
    let before = match line.others.get("line").and_then(number) {
        Some(wanted) => lines.iter().find(|known| number(&known["line"]) == Some(wanted)),
        None => lines.get(at),
    };
    for (name, sent) in &line.others {
        let field = || format!("lines[{at}].{name}");
        let known = nothing.get(name).ok_or_else(|| ApiError::field(field(), "error.field.unknown"))?;
        let kept = before.map_or(known, |row| &row[name.as_str()]);
        // A client may have multiplied already.
        let sum = (name == "total_price").then(|| total(line)).flatten();
        let fits = same(sent, kept) || sum.is_some_and(|sum| number(sent) == Some(sum.0)) || (before.is_none() && is_empty(sent));
        if !(fits || stale || BESIDE_LINE.contains(&name.as_str())) {
            return Err(ApiError::field(field(), "error.field.read_only"));
        }
    }
    Ok(())
}

/// The total of a line; `None` where its figures are refused anyway.
fn total(line: &LineBody) -> Option<Amount> {
    Some(Price::new(line.unit_price).ok()?.total(Quantity::positive(line.quantity).ok()?))
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
    use super::*;

    fn order() -> Value {
        json!({
            "id": 7, "number": "IN1", "reference": "A", "status": "pending", "order_type": "purchase", "warehouse": 1, "partner": 2, "admin": 3,
            "created_by": 3, "total_amount": "7.5", "total_quantity": "3", "version": 2, "created_at": 5_000, "updated_at": 6_000,
            "partner_row": { "name": "S" }, "history": [],
            "lines": [{ "line": 1, "product": 4, "quantity": "3", "price": "2.5", "total": "7.5", "stocked": "0", "product_row": { "name": "Pen" } }],
        })
    }

    fn refused(body: &Value, current: Option<&Value>) -> Option<String> {
        let body: OrderBody = serde_json::from_value(body.clone()).expect("a body");
        match check(OrderKind::INBOUND, &body, current) {
            Ok(()) => None,
            Err(ApiError::Field { field, key }) => Some(format!("{field} {key}")),
            Err(other) => Some(other.to_string()),
        }
    }

    #[test]
    fn a_row_comes_back_as_it_was_shown_and_what_was_changed_is_named() {
        let row = shown(OrderKind::INBOUND, &order(), &["edit"]);
        assert_eq!(refused(&row, Some(&row)), None);
        let with = |name: &str, value: Value| {
            let mut changed = row.clone();
            changed[name] = value;
            refused(&changed, Some(&row))
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
        assert_eq!(refused(&changed, Some(&row)), None);
        changed["lines"][0]["total_price"] = json!("11");
        assert_eq!(refused(&changed, Some(&row)), Some("lines[0].total_price error.field.read_only".into()));
        // An outdated row is refused by its version, which names who changed it.
        changed["version"] = json!(1);
        changed["status"] = json!(1);
        assert_eq!(refused(&changed, Some(&row)), None);
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
