//! The route of count sheets on paper.

use poem::Request;
use poem_openapi::OpenApi;

use super::papers;
use crate::base::Base;
use crate::http::error::ApiError;
use crate::http::file_answer::PdfFile;
use crate::http::parameters::Ids;
use crate::identity::admin_request::{caller, scope};
use crate::print::service::Printer;

/// Paper of stock-taking.
pub struct CountPapers {
    pub base: Base,
    pub printer: Printer,
}

#[OpenApi]
impl CountPapers {
    /// Count sheets as PDF, to be filled in by hand: without the books' figures
    #[oai(path = "/admin/warehouse.StockCount/print", method = "get", operation_id = "stockCountPrint")]
    async fn print(&self, request: &Request, #[oai(name = "ids[]")] ids: Ids) -> Result<PdfFile, ApiError> {
        let who = &caller(request)?.admin.nickname;
        Ok(papers::print(&self.printer, self.base.store(), ids.0, &scope(request)?, who).await?.into())
    }
}
