//! Why a use case was not done: what every service answers.
//!
//! It names a rule by the key of its message and says nothing of HTTP or of a language. Only
//! [`crate::http::error`] turns it into an answer.

use std::fmt::Display;

use actors::store::StoreError;
use bus_schemas::right::WarehouseRight;
use bus_schemas::warehouse::AskFailure;
use entrepot_store::listing::ListError;
use entrepot_store::listing::columns::ListFailure;
use entrepot_store::resource::RecordError;
use entrepot_store::resource::error::Usage;
use entrepot_store::scope::MissingRight;
use serde::Serialize;
use serde_json::{Value, json};

/// Why a use case was not done.
#[derive(Clone, Debug, thiserror::Error)]
pub enum ServiceError {
    #[error("log in")]
    NeedLogin,
    #[error("logged in already")]
    LoggedIn,
    #[error("the access token is too old")]
    Expired,
    #[error("no permission")]
    NoPermission,
    /// An API key that is not let in. Why, is in the log only.
    #[error("the API key is refused")]
    KeyRefused,
    /// An API key calls more often than it may: the seconds to wait.
    #[error("the API key calls too often")]
    KeyRate(i64),
    /// A field is wrong: its path and the key of the message.
    #[error("{field}: {key}")]
    Field { field: String, key: String },
    /// A whole number is out of its range: the path of its field, the least and the most; `i64::MAX` is no limit.
    #[error("{field}: not from {least} to {most}")]
    Range { field: String, least: i64, most: i64 },
    /// A rule refuses: the key of the message, its values, and facts for programs.
    #[error("{key}")]
    Refused { key: &'static str, values: Vec<(&'static str, String)>, facts: Value },
    /// A rule refuses because of these rows: the key of the message, and their ids.
    #[error("{key}")]
    Rows { key: &'static str, ids: Vec<i64> },
    /// Rows that can't be deleted because others refer to them, with what does.
    #[error("in use")]
    InUse(Vec<Usage>),
    #[error("too busy")]
    Busy,
    #[error("outcome unknown: {0}")]
    UnknownOutcome(String),
    /// The database did not answer in time: what was asked may be done or not.
    #[error("too late: {0}")]
    TimedOut(String),
    #[error("{0}")]
    Internal(String),
}

impl ServiceError {
    /// A wrong field.
    #[must_use]
    pub fn field(field: impl Into<String>, key: &str) -> Self {
        Self::Field { field: field.into(), key: key.to_owned() }
    }

    /// A whole number that is out of its range.
    #[must_use]
    pub fn range(field: impl Into<String>, least: i64, most: i64) -> Self {
        Self::Range { field: field.into(), least, most }
    }

    /// A refusal without facts.
    #[must_use]
    pub fn refused(key: &'static str) -> Self {
        Self::Refused { key, values: vec![], facts: json!({ "key": key }) }
    }

    /// A refusal because there are as many as there may be, or there would be more.
    #[must_use]
    pub fn full(key: &'static str, most: impl Display + Serialize) -> Self {
        Self::Refused { key, values: vec![("most", most.to_string())], facts: json!({ "key": key, "most": most }) }
    }
}

/// A refusal with the seconds to wait.
#[must_use]
pub fn too_often(seconds: i64) -> ServiceError {
    let facts = json!({ "key": "error.rate", "seconds": seconds });
    ServiceError::Refused { key: "error.rate", values: vec![("seconds", seconds.to_string())], facts }
}

impl From<MissingRight> for ServiceError {
    fn from(MissingRight { right, warehouse, name }: MissingRight) -> Self {
        let key = match right {
            // Who does not see it does not learn its name.
            WarehouseRight::See => return Self::refused("error.not_found"),
            WarehouseRight::Work => "error.warehouse.work",
            WarehouseRight::Decide => "error.warehouse.decide",
        };
        Self::Refused { key, values: vec![("warehouse", name)], facts: json!({ "key": key, "warehouses_id": warehouse }) }
    }
}

impl From<StoreError> for ServiceError {
    fn from(error: StoreError) -> Self {
        match error {
            error @ (StoreError::Conflict | StoreError::Unavailable(_)) => {
                tracing::warn!(%error, "the store is busy");
                Self::Busy
            }
            StoreError::Unknown(reason) => Self::UnknownOutcome(reason),
            StoreError::TimedOut(reason) => Self::TimedOut(reason),
            StoreError::Corrupt(reason) => Self::Internal(reason),
        }
    }
}

impl From<AskFailure> for ServiceError {
    fn from(failure: AskFailure) -> Self {
        match failure {
            failure @ (AskFailure::Busy | AskFailure::Expired | AskFailure::Stopping) => {
                tracing::warn!(?failure, "a command was not admitted");
                Self::Busy
            }
            AskFailure::Unknown { reason } => Self::UnknownOutcome(reason),
        }
    }
}

impl From<ListError> for ServiceError {
    fn from(error: ListError) -> Self {
        let facts = match error.field() {
            Some(field) => json!({ "key": "error.list", "field": field }),
            None => json!({ "key": "error.list" }),
        };
        Self::Refused { key: "error.list", values: vec![("reason", error.to_string())], facts }
    }
}

impl From<ListFailure> for ServiceError {
    fn from(error: ListFailure) -> Self {
        match error {
            ListFailure::List(error) => error.into(),
            ListFailure::Store(error) => error.into(),
        }
    }
}

impl From<RecordError> for ServiceError {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Field { field, key } => Self::field(field, key),
            RecordError::NotFound => Self::refused("error.not_found"),
            RecordError::OutOfScope => Self::NoPermission,
            RecordError::Right(missing) => missing.into(),
            RecordError::Changed(conflict) => {
                let who = conflict.changes.iter().rev().map(|change| change.admin_name.as_str()).find(|name| !name.is_empty());
                let key = if who.is_some() { "error.changed.by" } else { "error.changed" };
                let values = vec![("who", who.unwrap_or_default().to_owned())];
                let mut facts = match serde_json::to_value(&*conflict) {
                    Ok(facts) => facts,
                    Err(error) => return Self::Internal(error.to_string()),
                };
                facts["key"] = json!("error.changed");
                Self::Refused { key, values, facts }
            }
            RecordError::LastChief => Self::refused("error.last_chief"),
            RecordError::HasChildren(ids) => Self::Rows { key: "error.has_children", ids },
            RecordError::OtherState(ids) => Self::Rows { key: "error.other_state", ids },
            RecordError::NotAsMade(ids) => Self::Rows { key: "error.import.changed", ids },
            RecordError::NotByWeight => Self::refused("error.not_by_weight"),
            RecordError::NotRestorable => Self::refused("error.not_restorable"),
            RecordError::InUse(usages) => Self::InUse(usages),
            RecordError::List(error) => error.into(),
            RecordError::Store(error) => error.into(),
        }
    }
}
