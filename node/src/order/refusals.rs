//! What refused steps of orders are told.

use actors::store::StoreError;
use bus_schemas::ids::OrderId;
use bus_schemas::order::{OrderKind, OrderRefusal};
use entrepot_store::order::rows::OrderDetail;
use poem_openapi::types::ToJSON;
use serde_json::json;

use super::service::OrderError;
use super::views::OrderView;
use crate::error::ServiceError;
use crate::i18n::text;

impl ServiceError {
    /// One of several orders can't be deleted, so none was: which one, and why.
    #[must_use]
    pub fn not_deleted(kind: OrderKind, order: OrderId, number: Option<String>, refusal: OrderRefusal) -> Self {
        let number = number.unwrap_or_else(|| format!("#{order}"));
        let (_, _, reason, mut facts) = Self::from((kind, refusal)).parts();
        facts["id"] = json!(order);
        facts["order_no"] = json!(number);
        Self::Refused { key: "order.not_deleted", values: vec![("number", number), ("reason", reason)], facts }
    }
}

impl From<OrderError> for ServiceError {
    fn from(error: OrderError) -> Self {
        match error {
            OrderError::NotFound => Self::refused("error.not_found"),
            OrderError::Right(missing) => missing.into(),
            OrderError::OtherSide => Self::refused("order.other_side"),
            OrderError::Field { field, key } => Self::field(field, key),
            OrderError::Refused { kind, refusal } => (kind, refusal).into(),
            OrderError::Changed { kind, version, changed_by, current, scope } => {
                let shown = |order: Box<OrderDetail>| {
                    let mut row = OrderView::new(kind, &order)?;
                    row.hide_other_side(&order.head, &scope);
                    row.hide_prices(kind, &order.head, false);
                    Ok::<_, StoreError>(row)
                };
                let row = match current.map(shown).transpose() {
                    // Who may take which action, and see what it cost, is asked of the order itself.
                    Ok(row) => row.and_then(|mut row| {
                        row.fields.allowed.clear();
                        row.to_json()
                    }),
                    Err(error) => return error.into(),
                };
                let facts = json!({ "key": "order.version_conflict", "version": version, "changed_by": changed_by, "current": { "row": row } });
                Self::Refused { key: "order.version_conflict", values: vec![], facts }
            }
            OrderError::NotDeleted { kind, order, number, refusal } => Self::not_deleted(kind, order, number, refusal),
            OrderError::Failed(failure) => failure.into(),
            OrderError::List(error) => error.into(),
            OrderError::Store(error) => error.into(),
        }
    }
}

impl From<(OrderKind, OrderRefusal)> for ServiceError {
    fn from((kind, refusal): (OrderKind, OrderRefusal)) -> Self {
        match refusal {
            OrderRefusal::NotFound => Self::refused("error.not_found"),
            OrderRefusal::CommandReused => Self::refused("error.command_reused"),
            OrderRefusal::FourEyes => Self::refused("order.four_eyes"),
            OrderRefusal::Invalid { field, key } => Self::Field { field, key },
            OrderRefusal::Stock { refusal } => refusal.into(),
            OrderRefusal::DuplicateReference { reference } => {
                let facts = json!({ "key": "order.duplicate", "field": "order_no" });
                Self::Refused { key: "order.duplicate", values: vec![("number", reference)], facts }
            }
            OrderRefusal::Version { current, changed_by } => {
                let facts = json!({ "key": "order.version_conflict", "version": current, "changed_by": changed_by });
                Self::Refused { key: "order.version_conflict", values: vec![], facts }
            }
            OrderRefusal::Transition { status, allowed } => {
                let facts = json!({ "key": "order.transition", "status": kind.status_code(status), "allowed": allowed });
                let mut named = allowed.iter().map(|action| text(&format!("action.{action}"), &[])).collect::<Vec<_>>().join(", ");
                if named.is_empty() {
                    named = text("order.nothing", &[]);
                }
                Self::Refused {
                    key: "order.transition",
                    values: vec![("status", text(kind.state(status).map_or("error.internal", |state| state.text), &[])), ("allowed", named)],
                    facts,
                }
            }
        }
    }
}
