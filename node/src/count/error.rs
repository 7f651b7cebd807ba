//! Why something was not done with a sheet.

use actors::count::rules::CountRefusal;
use actors::store::StoreError;
use bus_schemas::warehouse::AskFailure;
use entrepot_store::listing::columns::ListFailure;

use crate::error::ServiceError;

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
