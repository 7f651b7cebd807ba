//! Answers for features of BuildAdmin that Entrepot does not have: a market of PHP modules and a terminal in the
//! browser (wire contract 4.13, 4.14). Nothing is installed or run from the browser, and the answers say so in a form
//! that such clients understand.

use poem::Request;
use poem_openapi::payload::PlainText;
use poem_openapi::{ApiResponse, Object, OpenApi};
use serde::Deserialize;
use serde_json::json;

use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::guard::{asked_language, caller};
use crate::http::listing::parameter;
use crate::http::routes::Allow;
use crate::i18n::{Language, text_in};
use crate::node::Node;

/// Endpoints of the vendor's parts.
pub struct Vendor(pub Node);

/// The package manager of an installation without a terminal.
pub const NO_MANAGER: &str = "none";
/// The others that such a client offers.
const MANAGERS: &[&str] = &["npm", "cnpm", "pnpm", "yarn", "ni"];

/// Installed modules.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub struct Modules {
    /// The program's version.
    pub sys_version: String,
    /// Always empty.
    pub installed: Vec<String>,
}

/// Which package manager a terminal is to use.
#[derive(Object, Deserialize)]
pub struct TerminalConfig {
    /// `none`; npm, cnpm, pnpm, yarn and ni are known, and refused.
    pub manager: String,
}

/// What a terminal says.
#[derive(ApiResponse)]
pub enum Stream {
    /// Events, each a JSON object with `data`, `uuid`, `extend` and `key`.
    #[oai(status = 200, content_type = "text/event-stream")]
    Events(PlainText<String>),
}

/// The language of whoever opens a stream of events. A browser sends no header of ours with it: it is the one in which they
/// have called before, else the browser's own.
fn reader_language(node: &Node, request: &Request) -> Language {
    let of_browser = || request.header("accept-language").map(Language::parse);
    let known = || node.sessions().language_of(&caller(request).ok()?.session);
    asked_language(request).or_else(known).or_else(of_browser).unwrap_or_default()
}

/// Refuses callers who are not super administrators.
fn for_super(request: &Request) -> Result<(), ApiError> {
    if caller(request)?.rights.everything { Ok(()) } else { Err(ApiError::NoPermission) }
}

#[OpenApi]
impl Vendor {
    /// Installed modules: there are none
    #[oai(path = "/admin/module/index", method = "get", operation_id = "modules", tag = "Allow::LoggedIn")]
    async fn modules(&self, request: &Request) -> Answer<Modules> {
        for_super(request)?;
        Ok(ok(Modules { sys_version: env!("CARGO_PKG_VERSION").to_owned(), installed: vec![] }))
    }

    /// Choose the terminal's package manager: there is no terminal, so none is all that can be chosen
    #[oai(path = "/admin/ajax/changeTerminalConfig", method = "post", operation_id = "changeTerminalConfig", tag = "Allow::LoggedIn")]
    async fn change_terminal_config(&self, request: &Request, body: Body<TerminalConfig>) -> Answer<Nothing> {
        for_super(request)?;
        match body.0.manager.as_str() {
            NO_MANAGER => Ok(done("saved", Nothing)),
            manager if MANAGERS.contains(&manager) => Err(ApiError::refused("terminal.manager")),
            _ => Err(ApiError::field("manager", "error.choice")),
        }
    }

    /// A command in the browser's terminal: none is allowed. Not in the document, which has no words for a stream of events;
    /// who may call it stands in [`crate::http::routes`]
    #[oai(path = "/admin/ajax/terminal", method = "get", operation_id = "terminal", hidden = true)]
    async fn terminal(&self, request: &Request) -> Result<Stream, ApiError> {
        for_super(request)?;
        let sent = |name: &str| parameter(request, name).unwrap_or_default();
        let (command, uuid, extend) = (sent("command"), sent("uuid"), sent("extend"));
        let language = reader_language(&self.0, request);
        let said = [text_in(language, "terminal.none", &[]), "command-exec-error".to_owned()];
        let event = |data: &String| format!("data: {}\n\n", json!({ "data": data, "uuid": uuid, "extend": extend, "key": command }));
        Ok(Stream::Events(PlainText(said.iter().map(event).collect())))
    }
}
