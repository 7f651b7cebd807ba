//! Files as answers of routes: papers as PDF, and downloads.

use std::path::Path;

use poem::http::header;
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaResponses, Registry};
use poem_openapi::types::Type;

use super::envelope::Envelope;
use crate::data_exchange::sheet::Format;
use crate::print::service::Pdf;
use crate::resource::document;

/// A PDF, shown by the browser.
pub struct PdfFile(Response);

impl From<Pdf> for PdfFile {
    fn from(Pdf { name, bytes }: Pdf) -> Self {
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

/// A file to be saved, under a name of ASCII.
pub(crate) fn attached(bytes: Vec<u8>, content_type: &'static str, name: &str) -> Response {
    Response::builder().content_type(content_type).header(header::CONTENT_DISPOSITION, format!("attachment; filename=\"{name}\"")).body(bytes)
}

/// A file of the directory of exports.
pub(crate) async fn attached_file(dir: &Path, file: &str, name: &str) -> std::io::Result<Response> {
    let bytes = tokio::fs::read(dir.join(file)).await?;
    Ok(attached(bytes, "application/octet-stream", name))
}

/// A file that was made, to be saved.
pub struct Download(pub(crate) Response);

impl IntoResponse for Download {
    fn into_response(self) -> Response {
        self.0
    }
}

impl ApiResponse for Download {
    fn meta() -> MetaResponses {
        document::file_answers(&["application/octet-stream", Format::Csv.content_type(), Format::Xlsx.content_type()])
    }

    fn register(registry: &mut Registry) {
        <Envelope>::register(registry);
    }
}
