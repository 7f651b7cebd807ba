//! A PDF as the answer of a route.

use poem::http::header;
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaResponses, Registry};
use poem_openapi::types::Type;

use crate::http::envelope::Envelope;
use crate::resource::document;

/// A file that was made, shown by the browser.
pub struct PdfFile(Response);

impl PdfFile {
    /// A PDF under a name, of ASCII.
    #[must_use]
    pub fn new(bytes: Vec<u8>, name: &str) -> Self {
        let shown = format!("inline; filename=\"{name}.pdf\"");
        Self(Response::builder().content_type("application/pdf").header(header::CONTENT_DISPOSITION, shown).body(bytes))
    }
}

impl IntoResponse for PdfFile {
    fn into_response(self) -> Response {
        self.0
    }
}

impl ApiResponse for PdfFile {
    fn meta() -> MetaResponses {
        document::file_answers(&["application/pdf"])
    }

    fn register(registry: &mut Registry) {
        <Envelope>::register(registry);
    }
}
