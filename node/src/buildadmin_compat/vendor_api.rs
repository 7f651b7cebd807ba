//! Answers for features of BuildAdmin that Entrepot has in another form: a market of PHP modules, of which there are none, and
//! a terminal in the browser, which runs the fixed commands of [`crate::terminal`] (wire contract 4.13, 4.14).

use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use std::sync::Arc;

use crate::base::Base;
use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::language::asked_language;
use crate::http::listing::parameter;
use crate::http::routes::Allow;
use crate::i18n::{Language, text_in};
use crate::identity::admin_request::caller;
use crate::identity::sessions::Sessions;
use crate::terminal::api::for_super;
use crate::terminal::commands;
use crate::terminal::run::{EventStream, Named, Terminal, event, run};

/// Endpoints of the vendor's parts.
pub struct Vendor {
    pub base: Base,
    pub sessions: Arc<Sessions>,
    pub terminal: Terminal,
}

/// The package manager of a terminal whose commands need none.
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
    /// `none`, npm, cnpm, pnpm, yarn or ni.
    pub manager: String,
}

/// The language of whoever opens a stream of events. A browser sends no header of ours with it: it is the one in which they
/// have called before, else the browser's own.
fn reader_language(sessions: &Sessions, request: &Request) -> Language {
    let of_browser = || request.header("accept-language").map(Language::parse);
    let known = || sessions.language_of(&caller(request).ok()?.session);
    asked_language(request).or_else(known).or_else(of_browser).unwrap_or_default()
}

fn manager_setting(admin: i64) -> String {
    format!("terminal_manager_{admin}")
}

/// The package manager that a super administrator has chosen.
pub async fn manager_of(base: &Base, admin: i64) -> Result<String, ApiError> {
    Ok(base.store().setting(&manager_setting(admin)).await?.unwrap_or_else(|| NO_MANAGER.to_owned()))
}

#[OpenApi]
impl Vendor {
    /// Installed modules: there are none
    #[oai(path = "/admin/module/index", method = "get", operation_id = "modules", tag = "Allow::LoggedIn")]
    async fn modules(&self, request: &Request) -> Answer<Modules> {
        for_super(request)?;
        Ok(ok(Modules { sys_version: env!("CARGO_PKG_VERSION").to_owned(), installed: vec![] }))
    }

    /// Choose the terminal's package manager: it is kept for one, and changes nothing else, as no command needs one
    #[oai(path = "/admin/ajax/changeTerminalConfig", method = "post", operation_id = "changeTerminalConfig", tag = "Allow::LoggedIn")]
    async fn change_terminal_config(&self, request: &Request, body: Body<TerminalConfig>) -> Answer<Nothing> {
        let admin = for_super(request)?;
        let (store, name, manager) = (self.base.store(), manager_setting(admin), body.0.manager.as_str());
        if manager != NO_MANAGER && !MANAGERS.contains(&manager) {
            return Err(ApiError::field("manager", "error.choice"));
        }
        let before = store.setting_or(&name, manager).await?;
        if before != manager {
            store.replace_setting(&name, &before, manager).await?;
        }
        Ok(done("saved", Nothing))
    }

    /// A command in the browser's terminal, for super administrators. Not in the document, as its token may stand in the address;
    /// who may call it stands in [`crate::http::routes`]
    #[oai(path = "/admin/ajax/terminal", method = "get", operation_id = "terminal", hidden = true)]
    async fn terminal(&self, request: &Request) -> Result<EventStream, ApiError> {
        let admin = for_super(request)?;
        let sent = |name: &str| parameter(request, name).unwrap_or_default();
        let (command, named) = (sent("command"), Named { uuid: sent("uuid"), extend: sent("extend") });
        if let Some(known) = commands::named(&command) {
            return run(&self.terminal, admin, known, named);
        }
        let language = reader_language(&self.sessions, request);
        let said = [text_in(language, "terminal.none", &[]), "command-exec-error".to_owned()];
        Ok(EventStream::said(&said.map(|line| event(&line, &command, &named))))
    }
}
