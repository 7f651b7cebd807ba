//! Why the demo company is not there.

use actors::store::StoreError;
use actors::system::SystemError;
use entrepot_store::resource::RecordError;

/// Why the demo company is not there.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    System(#[from] SystemError),
    #[error("the demo company: {0}")]
    Step(String),
}
