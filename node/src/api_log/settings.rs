//! What a site has set about its log of API calls.

use entrepot_store::Store;
use entrepot_store::listing::ListQuery;
use entrepot_store::resource::{Act, Resource, catalogue};
use entrepot_store::scope::Scope;
use serde::Deserialize;
use serde_json::Map;

use crate::error::ServiceError;

/// Whose bodies are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bodies {
    #[default]
    None,
    /// Of calls that were refused or failed.
    Errors,
    All,
}

/// See the module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogSettings {
    pub enabled: bool,
    /// Percent of ordinary calls whose lines are kept.
    pub sample: u8,
    pub slow_micros: u64,
    pub bodies: Bodies,
    /// Parts of field names whose values are masked, beside those of the program; in lower case.
    pub masked: Vec<String>,
    /// Beginnings of paths that are neither logged nor counted, in lower case.
    pub left_out: Vec<String>,
    pub days: i64,
    pub rows: i64,
    /// Unix seconds at which somebody cleared the log; 0: never.
    pub cleared_time: i64,
}

/// The row as it is stored.
#[derive(Deserialize)]
struct ConfigRow {
    enabled: i64,
    sample: i64,
    slow_ms: i64,
    bodies: Bodies,
    masked: String,
    left_out: String,
    days: i64,
    rows: i64,
    #[serde(default)]
    cleared_time: Option<i64>,
}

/// The words of a text, in lower case: one a line, or with commas between.
fn words(text: &str) -> Vec<String> {
    text.split(['\n', ',', '，']).map(|word| word.trim().to_lowercase()).filter(|word| !word.is_empty()).collect()
}

impl From<ConfigRow> for LogSettings {
    fn from(row: ConfigRow) -> Self {
        Self {
            enabled: row.enabled == 1,
            sample: u8::try_from(row.sample.clamp(0, 100)).unwrap_or(0),
            slow_micros: u64::try_from(row.slow_ms).unwrap_or(0) * 1_000,
            bodies: row.bodies,
            masked: words(&row.masked),
            left_out: words(&row.left_out),
            days: row.days.max(1),
            rows: row.rows.max(1),
            cleared_time: row.cleared_time.unwrap_or(0),
        }
    }
}

fn resource() -> Result<&'static Resource, ServiceError> {
    Ok(catalogue::declared("api.Config")?)
}

async fn row(store: &Store) -> Result<Option<ConfigRow>, ServiceError> {
    let query = ListQuery { limit: 1, ..ListQuery::default() };
    Ok(store.records_as(resource()?, &query, &Scope::system()).await?.into_iter().next())
}

/// Reads them; nothing is logged where there are none.
pub async fn read(store: &Store) -> Result<LogSettings, ServiceError> {
    Ok(row(store).await?.map(LogSettings::from).unwrap_or_default())
}

/// Puts the row there that a new site has: the log is off.
pub async fn seed(store: &Store, now: i64) -> Result<(), ServiceError> {
    if row(store).await?.is_none() {
        let body =
            Map::from_iter([("sample", 10), ("slow_ms", 500), ("days", 7), ("rows", 2_000_000)].map(|(name, value)| (name.to_owned(), value.into())));
        store.insert_record(resource()?, &body, &Act::system(now)).await?;
    }
    Ok(())
}
