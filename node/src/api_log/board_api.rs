//! The board of the API log.

use poem_openapi::OpenApi;
use poem_openapi::param::Query;

use super::board::{self, ApiBoard, Range};
use crate::api_log::ApiLog;
use crate::base::Base;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;

/// Endpoints of the board.
pub struct Board {
    pub base: Base,
    pub api_log: ApiLog,
}

#[OpenApi]
impl Board {
    /// Calls of the API: how many, how slow, which fail, and who calls
    #[oai(path = "/admin/api.Board/index", method = "get", operation_id = "apiBoardIndex")]
    async fn index(
        &self,
        /// `hour`, `day`, `week` or `month`; the last day where it is left out.
        range: Query<Option<String>>,
    ) -> Answer<ApiBoard> {
        let base = &self.base;
        let range = Range::named(range.0.as_deref().unwrap_or("day")).ok_or_else(|| ApiError::field("range", "error.choice"))?;
        Ok(ok(board::read(base.store(), base.now(), range, self.api_log.enabled()).await?))
    }
}
