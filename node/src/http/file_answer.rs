//! Files as answers of routes: papers as PDF, and downloads.

use std::path::Path;

use poem::http::header;
use poem::{IntoResponse, Response};
use poem_openapi::ApiResponse;
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef, Registry};
use poem_openapi::types::Type;

use super::envelope::{Envelope, Facts};
use crate::sheet::Format;

/// A PDF that was made.
#[derive(Debug)]
pub struct Pdf {
    /// What the file is called, in ASCII and without `.pdf`.
    pub name: String,
    pub bytes: Vec<u8>,
}

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
        file_answers(&["application/pdf"])
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
        file_answers(&["application/octet-stream", Format::Csv.content_type(), Format::Xlsx.content_type()])
    }

    fn register(registry: &mut Registry) {
        <Envelope>::register(registry);
    }
}

/// A file of one of these types, or the envelope that says why there is none.
pub(crate) fn file_answers(types: &[&'static str]) -> MetaResponses {
    let file = |content_type: &&'static str| MetaMediaType {
        content_type,
        schema: MetaSchemaRef::Inline(Box::new(MetaSchema::new_with_format("string", "binary"))),
    };
    let refusal = MetaMediaType { content_type: "application/json; charset=utf-8", schema: Envelope::<Facts>::schema_ref() };
    let content = types.iter().map(file).chain([refusal]).collect();
    let description = "A file, or an envelope";
    MetaResponses { responses: vec![MetaResponse { description, status: Some(200), status_range: None, content, headers: vec![] }] }
}
