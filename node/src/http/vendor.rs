//! What clients written for BuildAdmin ask their own vendor's parts for: a market of PHP modules and a
//! terminal in the browser (wire contract 4.13, 4.14). Entrepot installs and runs nothing from the
//! browser, and says so in the form that such a client understands.

use poem::Request;
use poem_openapi::payload::PlainText;
use poem_openapi::{ApiResponse, OpenApi};
use serde_json::json;

use super::envelope::{Answer, ok};
use super::errors::ApiError;
use super::guard::caller;
use super::listing::parameter;
use super::messages::text;

/// Endpoints of the vendor's parts.
pub struct Vendor;

/// What a terminal says.
#[derive(ApiResponse)]
pub enum Stream {
    /// Events, each a JSON object with `data`, `uuid`, `extend` and `key`.
    #[oai(status = 200, content_type = "text/event-stream")]
    Events(PlainText<String>),
}

/// Nobody else may have it.
fn for_super(request: &Request) -> Result<(), ApiError> {
    if caller(request)?.rights.everything { Ok(()) } else { Err(ApiError::NoPermission) }
}

#[OpenApi]
impl Vendor {
    /// Installed modules: there are none
    #[oai(path = "/admin/module/index", method = "get", operation_id = "modules")]
    async fn modules(&self, request: &Request) -> Answer {
        for_super(request)?;
        Ok(ok(json!({ "sysVersion": env!("CARGO_PKG_VERSION"), "installed": [] })))
    }

    /// A command in the browser's terminal: none is allowed. Not in the document, which has no words for a stream of events
    #[oai(path = "/admin/ajax/terminal", method = "get", operation_id = "terminal", hidden = true)]
    async fn terminal(&self, request: &Request) -> Result<Stream, ApiError> {
        for_super(request)?;
        let sent = |name: &str| parameter(request, name).unwrap_or_default();
        let (command, uuid, extend) = (sent("command"), sent("uuid"), sent("extend"));
        let said = [text("terminal.none", &[]), "command-exec-error".to_owned()];
        let event = |data: &String| format!("data: {}\n\n", json!({ "data": data, "uuid": uuid, "extend": extend, "key": command }));
        Ok(Stream::Events(PlainText(said.iter().map(event).collect())))
    }
}
