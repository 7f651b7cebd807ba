//! The route of count sheets on paper.

use poem::Request;
use poem_openapi::OpenApi;

use super::papers;
use crate::http::error::ApiError;
use crate::http::file_answer::PdfFile;
use crate::http::guard::{caller, scope};
use crate::http::parameters::Ids;
use crate::node::Node;

/// Paper of stock-taking.
pub struct CountPapers(pub Node);

#[OpenApi]
impl CountPapers {
    /// Count sheets as PDF, to be filled in by hand: without the books' figures
    #[oai(path = "/admin/warehouse.StockCount/print", method = "get", operation_id = "stockCountPrint")]
    async fn print(&self, request: &Request, #[oai(name = "ids[]")] ids: Ids) -> Result<PdfFile, ApiError> {
        let who = &caller(request)?.admin.nickname;
        Ok(papers::print(self.0.printer(), self.0.store(), ids.0, &scope(request)?, who).await?.into())
    }
}
