//! What refused movements of stock are told.

use bus_schemas::warehouse::{Blocked, Obstacle, Shortage, StockRefusal};
use serde_json::json;

use crate::error::ServiceError;
use crate::i18n::text;

/// Most lines that a message names.
pub const NAMED_MAX: usize = 10;

impl From<StockRefusal> for ServiceError {
    fn from(refusal: StockRefusal) -> Self {
        match refusal {
            StockRefusal::NotInUse => Self::refused("stock.not_in_use"),
            StockRefusal::NoSuchGoods => Self::refused("stock.no_such_goods"),
            StockRefusal::CommandReused => Self::refused("error.command_reused"),
            StockRefusal::OrderChanged => Self::refused("order.version_conflict"),
            StockRefusal::CountedSince { lines } => {
                let facts = json!({ "key": "stock.counted_since", "lines": lines });
                Self::Refused { key: "stock.counted_since", values: vec![("lines", numbers(&lines))], facts }
            }
            StockRefusal::PickReason { .. } => Self::field("reason", "error.pick.reason"),
            StockRefusal::Closed { .. } => Self::field("business_date", "error.date.closed"),
            StockRefusal::Blocked { lines } => {
                let line_text = |blocked: &Blocked| {
                    let key = match blocked.obstacle {
                        Obstacle::Gone => "stock.blocked.gone",
                        Obstacle::Reserved => "stock.blocked.reserved",
                        Obstacle::Held => "stock.blocked.held",
                    };
                    let values =
                        [("line", blocked.line.to_string()), ("wanted", blocked.wanted.to_string()), ("available", blocked.available.to_string())];
                    text(key, &values)
                };
                let named = lines.iter().take(5).map(line_text).collect::<Vec<_>>().join("; ");
                let fact = |blocked: &Blocked| json!({ "line": blocked.line, "product_id": blocked.product, "reason": blocked.obstacle, "msg": line_text(blocked), "wanted": blocked.wanted.to_string(), "available": blocked.available.to_string() });
                let facts = json!({ "key": "stock.blocked", "lines": lines.iter().map(fact).collect::<Vec<_>>() });
                Self::Refused { key: "stock.blocked", values: vec![("lines", named)], facts }
            }
            StockRefusal::Overflow { line } => {
                let facts = json!({ "key": "stock.overflow", "line": line });
                Self::Refused { key: "stock.overflow", values: vec![("line", line.to_string())], facts }
            }
            StockRefusal::NotReserved { line, reserved } => {
                let facts = json!({ "key": "stock.not_reserved", "line": line, "reserved": reserved.to_string() });
                Self::Refused { key: "stock.not_reserved", values: vec![("line", line.to_string()), ("reserved", reserved.to_string())], facts }
            }
            StockRefusal::Lacks { line, lacks } => {
                let facts = json!({ "key": "stock.lacks", "line": line, "lacks": lacks.to_string() });
                Self::Refused { key: "stock.lacks", values: vec![("line", line.to_string()), ("lacks", lacks.to_string())], facts }
            }
            StockRefusal::Line { line, reason } => {
                let facts = json!({ "key": "stock.line", "line": line });
                Self::Refused { key: "stock.line", values: vec![("line", line.to_string()), ("reason", reason)], facts }
            }
            StockRefusal::BatchDates { line, batch, produce_date, expiry_date } => {
                let facts =
                    json!({ "key": "stock.batch_dates", "line": line, "batch": batch, "produce_date": produce_date, "expiry_date": expiry_date });
                Self::Refused { key: "stock.batch_dates", values: vec![("line", line.to_string()), ("batch", batch)], facts }
            }
            StockRefusal::Short { lines } => {
                let line_text = |short: &Shortage| {
                    let values = [("line", short.line.to_string()), ("wanted", short.wanted.to_string()), ("available", short.available.to_string())];
                    let available_text = text("stock.short.line", &values);
                    if short.expired.is_zero() {
                        available_text
                    } else {
                        format!("{available_text} {}", text("stock.short.expired", &[("expired", short.expired.to_string())]))
                    }
                };
                let named = lines.iter().take(5).map(line_text).collect::<Vec<_>>().join("; ");
                let short = |short: &Shortage| {
                    let mut fact = json!({ "line": short.line, "product_id": short.product, "wanted": short.wanted.to_string(), "available": short.available.to_string() });
                    if !short.expired.is_zero() {
                        fact["expired"] = json!(short.expired.to_string());
                    }
                    fact
                };
                let facts = json!({ "key": "stock.short", "lines": lines.iter().map(short).collect::<Vec<_>>() });
                Self::Refused { key: "stock.short", values: vec![("lines", named)], facts }
            }
        }
    }
}

/// The first of some lines, for a message.
fn numbers(lines: &[u32]) -> String {
    let more = if lines.len() > NAMED_MAX { " ..." } else { "" };
    lines.iter().take(NAMED_MAX).map(ToString::to_string).collect::<Vec<_>>().join(", ") + more
}
