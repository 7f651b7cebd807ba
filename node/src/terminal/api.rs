//! The terminal's routes: what there is, and running it.

use poem::Request;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;

use super::commands::{COMMANDS, named};
use super::run::{EventStream, Named, Terminal, run};
use crate::http::body::Body;
use crate::http::envelope::{Answer, ok};
use crate::http::error::ApiError;
use crate::http::routes::Allow;
use crate::i18n::text;
use crate::identity::admin_request::caller;

/// Endpoints of the terminal.
pub struct TerminalApi(pub Terminal);

/// A command.
#[derive(Object)]
pub struct TerminalCommandView {
    /// As it is run.
    pub key: String,
    /// What it does, in the reader's language.
    pub text: String,
}

/// Which command is run.
#[derive(Object, Deserialize)]
pub struct RunCommand {
    pub command: String,
}

/// Refuses callers who are not super administrators.
pub fn for_super(request: &Request) -> Result<i64, ApiError> {
    let caller = caller(request)?;
    if caller.rights.everything { Ok(caller.admin.id) } else { Err(ApiError::NoPermission) }
}

#[OpenApi]
impl TerminalApi {
    /// The commands that there are, for super administrators
    #[oai(path = "/admin/routine.Terminal/index", method = "get", operation_id = "terminalCommands", tag = "Allow::Page")]
    async fn index(&self, request: &Request) -> Answer<Vec<TerminalCommandView>> {
        for_super(request)?;
        let view = |(key, words): (&str, &str)| TerminalCommandView { key: key.to_owned(), text: text(words, &[]) };
        Ok(ok(COMMANDS.iter().map(|command| view((command.key, command.text))).collect()))
    }

    /// Run a command; its lines come as server-sent events, each a JSON object whose `data` is a line
    #[oai(path = "/admin/routine.Terminal/run", method = "post", operation_id = "terminalRun")]
    async fn run(&self, request: &Request, body: Body<RunCommand>) -> Result<EventStream, ApiError> {
        let admin = for_super(request)?;
        let command = named(&body.0.command).ok_or_else(|| ApiError::field("command", "error.choice"))?;
        run(&self.0, admin, command, Named::default())
    }
}
