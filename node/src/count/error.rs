//! Why something was not done with a sheet.

use actors::count::rules::CountRefusal;
use actors::store::StoreError;
use bus_schemas::warehouse::{AskFailure, Shortage, StockRefusal};
use entrepot_store::listing::columns::ListFailure;
use serde_json::json;

use crate::error::ServiceError;
use crate::i18n::text;
use crate::inventory::refusals::NAMED_MAX;

/// Why something was not done with a sheet.
#[derive(Debug, thiserror::Error)]
pub enum CountError {
    #[error("{0}")]
    Refused(#[from] CountRefusal),
    #[error(transparent)]
    Failed(#[from] AskFailure),
    #[error(transparent)]
    List(#[from] ListFailure),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Service(#[from] ServiceError),
}

impl CountError {
    pub(super) const NOT_FOUND: Self = Self::Refused(CountRefusal::NotFound);
}

impl From<CountError> for ServiceError {
    fn from(error: CountError) -> Self {
        match error {
            CountError::Refused(refusal) => refusal.into(),
            CountError::Failed(failure) => failure.into(),
            CountError::List(error) => error.into(),
            CountError::Store(error) => error.into(),
            CountError::Service(error) => error,
        }
    }
}

impl From<CountRefusal> for ServiceError {
    fn from(refusal: CountRefusal) -> Self {
        let lines = |key: &'static str, lines: u32| Self::Refused {
            key,
            values: vec![("lines", lines.to_string())],
            facts: json!({ "key": key, "lines": lines }),
        };
        match refusal {
            CountRefusal::NotFound => Self::refused("error.not_found"),
            CountRefusal::CommandReused => Self::refused("error.command_reused"),
            CountRefusal::Reviewer => Self::refused("count.reviewer"),
            CountRefusal::NothingCovered => Self::refused("count.nothing_covered"),
            CountRefusal::NothingCounted => Self::refused("count.nothing"),
            CountRefusal::RecountFirst { lines: count } => lines("count.recount_first", count),
            CountRefusal::RestChanged { lines: count } => lines("count.rest", count),
            CountRefusal::Invalid { field, key } => Self::field(field, key),
            CountRefusal::Version { current, changed_by } => {
                let facts = json!({ "key": "count.version_conflict", "version": current, "changed_by": changed_by });
                Self::Refused { key: "count.version_conflict", values: vec![], facts }
            }
            CountRefusal::Transition { status, allowed } => {
                let facts = json!({ "key": "count.transition", "status": status.code(), "allowed": allowed });
                let mut named = allowed.iter().map(|action| text(&format!("action.{action}"), &[])).collect::<Vec<_>>().join(", ");
                if named.is_empty() {
                    named = text("order.nothing", &[]);
                }
                let status = text(&format!("count.status.{}", status.as_str()), &[]);
                Self::Refused { key: "count.transition", values: vec![("status", status), ("allowed", named)], facts }
            }
            CountRefusal::Stock { refusal: StockRefusal::Short { lines } } => {
                let line_text = |short: &Shortage| {
                    let values = [("line", short.line.to_string()), ("less", short.wanted.to_string()), ("there", short.available.to_string())];
                    text("count.moved_out.line", &values)
                };
                let more = if lines.len() > NAMED_MAX { " ..." } else { "" };
                let named = lines.iter().take(NAMED_MAX).map(line_text).collect::<Vec<_>>().join("; ") + more;
                let fact = |short: &Shortage| json!({ "line": short.line, "product_id": short.product, "less": short.wanted.to_string(), "there": short.available.to_string(), "msg": line_text(short) });
                let numbers: Vec<u32> = lines.iter().map(|line| line.line).collect();
                let facts = json!({ "key": "count.moved_out", "lines": numbers, "short": lines.iter().map(fact).collect::<Vec<_>>() });
                Self::Refused { key: "count.moved_out", values: vec![("lines", named)], facts }
            }
            CountRefusal::Stock { refusal } => refusal.into(),
        }
    }
}
