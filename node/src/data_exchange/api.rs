//! Import, export and template of any resource, and the download of what an export made.

use std::collections::HashMap;

use entrepot_store::resource::{Resource, catalogue};
use poem::endpoint::{BoxEndpoint, make};
use poem::web::Multipart;
use poem::{EndpointExt, FromRequest, IntoResponse, Request, Response};
use poem_openapi::param::Query;
use poem_openapi::{Object, OpenApi};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::cells::{label, writable};
use super::export;
use super::export_node;
use super::file_options::FileOptions;
use super::import::{self, Plan};
use super::list_export::{self, ExportBegun, ExportColumns, ExportRequest, ListExport};
use super::resume::{Resumed, TaskStart};
use super::unknown_names::{Creator, needs_only_a_name};
use crate::audit_log::journal;
use crate::base::Base;
use crate::data_exchange::exchange::Exchange;
use crate::http::body::Body;
use crate::http::envelope::{Answer, Nothing, done, ok};
use crate::http::error::ApiError;
use crate::http::file_answer::{Download, attached, attached_file};
use crate::http::file_form::switch;
use crate::http::lenient::integer;
use crate::http::parameters::Whole;
use crate::http::routes::Allow;
use crate::http::{address, listing};
use crate::i18n;
use crate::identity::admin_request::caller;
use crate::resource::api::endpoint;
use crate::resource::request::call;
use crate::sheet::{FILE_MAX, Writer};

/// Who asks for an export of a list, and how.
pub(crate) fn export_request(request: &Request) -> Result<ExportRequest<'_>, ApiError> {
    let query = request.uri().query().unwrap_or_default();
    Ok(ExportRequest {
        caller: caller(request)?,
        origin: address::origin(request, Base::of(request)?),
        query,
        start: TaskStart::by(request, None, Map::new()),
    })
}

/// The same of a request whose body says what is exported.
pub(crate) fn export_request_with(request: &Request, body: Value) -> Result<ExportRequest<'_>, ApiError> {
    Ok(ExportRequest { start: TaskStart::by(request, Some(body), Map::new()), ..export_request(request)? })
}

/// Begins an export of a list.
pub(crate) async fn export_list(request: &Request, list: impl ListExport, options: FileOptions) -> Answer<ExportBegun> {
    Ok(done("exchange.begun", list_export::begin(Exchange::of(request)?, export_request(request)?, list, options).await?))
}

/// The columns that an export of a list may have.
pub(crate) fn columns_of(request: &Request, list: &impl ListExport) -> Answer<ExportColumns> {
    Ok(ok(ExportColumns::of(Exchange::of(request)?.time_zone, caller(request)?, list)))
}

/// Begins an export of what the list parameters select.
async fn begin_export(resource: &'static Resource, request: Request) -> Answer {
    let query = listing::list_query(&request, Base::of(&request)?.config().time_zone);
    let call = call(resource, &request)?;
    let task =
        export::begin(Exchange::of(&request)?, call, query, FileOptions::of(&request).format()?, TaskStart::by(&request, None, Map::new())).await?;
    Ok(done("exchange.begun", json!({ "task": task })))
}

/// The fields whose unknown names become rows, by their names with commas between: of resources that need nothing but a
/// name, and that the caller may add to.
async fn creators(base: &Base, resource: &Resource, request: &Request, names: &str) -> Result<Vec<Creator>, ApiError> {
    let mut creators: Vec<Creator> = Vec::new();
    for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let field = writable(resource).find(|field| field.name == name);
        let target = field.and_then(|field| base.store().catalogue().of_table(field.target()?.table));
        let (Some(field), Some(target)) = (field, target.filter(|target| needs_only_a_name(target))) else {
            return Err(ApiError::field("create", "error.choice"));
        };
        if creators.iter().all(|known| known.field.name != name) {
            let mut call = call(target, request)?;
            call.by("add").await?;
            creators.push(Creator { field, call });
        }
    }
    Ok(creators)
}

/// Begins an import: a form with `file`, and perhaps `mapping`, `constants`, `mode`, `blank`, `create` and `dry`.
async fn begin_import(resource: &'static Resource, request: Request) -> Answer {
    let call = call(resource, &request)?;
    if let Some(resumed) = request.extensions().get::<Resumed>().cloned() {
        let again = |error: serde_json::Error| ApiError::Internal(format!("the request of task {}: {error}", resumed.task));
        let plan: Plan = serde_json::from_value(resumed.source.request["plan"].clone()).map_err(again)?;
        let create = resumed.source.request["create"].as_str().unwrap_or_default().to_owned();
        let creators = creators(Base::of(&request)?, resource, &request, &create).await?;
        let bytes = resumed.file()?;
        let task = import::begin(Exchange::of(&request)?, call, bytes, plan, creators, TaskStart::Again(resumed)).await?;
        return Ok(done("exchange.begun", json!({ "task": task })));
    }
    let (request, mut body) = request.split();
    let broken = |error: &dyn std::fmt::Display| ApiError::Refused {
        key: "error.body",
        values: vec![("reason", error.to_string())],
        facts: json!({ "key": "error.body" }),
    };
    let mut form = Multipart::from_request(&request, &mut body).await.map_err(|error| broken(&error))?;
    let (mut bytes, mut plan, mut create) = (Vec::new(), Plan::default(), String::new());
    while let Some(field) = form.next_field().await.map_err(|error| broken(&error))? {
        match field.name().map(str::to_owned).as_deref() {
            Some("file") => bytes = field.bytes().await.map_err(|error| broken(&error))?,
            Some("mapping") => {
                let text = field.text().await.map_err(|error| broken(&error))?;
                plan.mapping = serde_json::from_str::<HashMap<String, String>>(&text).map_err(|_| ApiError::field("mapping", "error.json"))?;
            }
            Some("constants") => {
                let text = field.text().await.map_err(|error| broken(&error))?;
                plan.constants = serde_json::from_str(&text).map_err(|_| ApiError::field("constants", "error.json"))?;
            }
            Some("create") => create = field.text().await.map_err(|error| broken(&error))?,
            Some("blank") => {
                plan.keeps_blank = match field.text().await.map_err(|error| broken(&error))?.as_str() {
                    "leave" => true,
                    "" | "clear" => false,
                    _ => return Err(ApiError::field("blank", "error.choice")),
                }
            }
            Some("mode") => plan.mode = field.text().await.map_err(|error| broken(&error))?,
            Some("dry") => plan.dry = switch("dry", &field.text().await.map_err(|error| broken(&error))?)?,
            _ => {}
        }
    }
    if !matches!(plan.mode.as_str(), "" | "both" | "add" | "update") {
        return Err(ApiError::field("mode", "error.choice"));
    }
    if bytes.is_empty() {
        return Err(ApiError::field("file", "error.import.file"));
    }
    if bytes.len() > FILE_MAX {
        return Err(ApiError::field("file", "error.too_large"));
    }
    let creators = creators(Base::of(&request)?, resource, &request, &create).await?;
    let more = Map::from_iter([("plan".to_owned(), json!(plan)), ("create".to_owned(), json!(create))]);
    let start = TaskStart::by(&request, None, more).with_file(&bytes);
    let task = import::begin(Exchange::of(&request)?, call, bytes, plan, creators, start).await?;
    Ok(done("exchange.begun", json!({ "task": task })))
}

/// The endpoint of an action of a resource that reads or makes files.
pub fn file_route(resource: &'static Resource, action: &str) -> Option<BoxEndpoint<'static>> {
    match action {
        "import" => Some(endpoint(resource, begin_import)),
        "export" => Some(endpoint(resource, begin_export)),
        "template" => Some(make(move |request| async move { response(template(resource, request).await) }).map_to_response().boxed()),
        _ => None,
    }
}

/// A file with the names of the columns, to be filled in.
async fn template(resource: &'static Resource, request: Request) -> Result<Response, ApiError> {
    call(resource, &request)?;
    let format = FileOptions::of(&request).format()?;
    let names: Vec<String> = writable(resource).map(|field| label(field.label(), i18n::current()).to_owned()).collect();
    let bytes = Writer::new(format, &names).and_then(Writer::finish).map_err(|error| ApiError::Internal(error.to_string()))?;
    let name = format!("{}.{}", resource.controller, format.suffix());
    Ok(attached(bytes, format.content_type(), &name))
}

/// The row of an export, as far as its file needs it.
#[derive(Deserialize)]
struct ExportedFile {
    admin_id: Option<i64>,
    controller: String,
    format: String,
    /// Empty until the export is done.
    file: String,
    /// Unix seconds.
    expires_at: i64,
}

/// Downloads of what exports have made.
pub struct Downloads {
    pub base: Base,
    pub exchange: Exchange,
}

#[OpenApi]
impl Downloads {
    /// The file that an export made; for whoever began it, for 7 days
    #[oai(path = "/admin/routine.Transfer/download", method = "get", operation_id = "transferDownload", tag = "Allow::LoggedIn")]
    async fn download(&self, request: &Request, id: Query<Whole>) -> Result<Download, ApiError> {
        let resource = catalogue::find("routine.Transfer").ok_or_else(|| ApiError::refused("error.not_found"))?;
        let id = id.0.required("id")?;
        let call = call(resource, request)?;
        let row: ExportedFile = self.base.store().record_as(resource, id, &call.act.scope).await?;
        let own = row.admin_id == Some(call.act.scope.admin) || call.act.scope.everything;
        let gone = || ApiError::refused("error.download.gone");
        let file = Some(&row.file).filter(|file| !file.is_empty() && !file.contains(['/', '\\']) && !file.starts_with('.')).ok_or_else(gone)?;
        if !own {
            return Err(ApiError::refused("error.not_found"));
        }
        // Who may not export it any more may not take home what was exported before.
        if !call.rights.holds(&export_node(&row.controller)) {
            return Err(ApiError::NoPermission);
        }
        if row.expires_at <= self.base.now() {
            return Err(gone());
        }
        let name = format!("{}-{id}.{}", row.controller, row.format);
        journal::fact("file", json!(name));
        Ok(Download(attached_file(&self.exchange.dir, file, &name).await.map_err(|_| gone())?))
    }
}

/// A task that is paused or continued.
#[derive(Object, Deserialize)]
pub struct TaskBody {
    #[serde(deserialize_with = "integer")]
    pub id: i64,
}

/// Lets imports and exports wait.
pub struct Pauses {
    pub base: Base,
    pub exchange: Exchange,
}

impl Pauses {
    /// The task of this id, if the caller may let it wait: one's own, and of everybody's whoever sees everything.
    async fn task(&self, request: &Request, id: i64) -> Result<PausedTask, ApiError> {
        let resource = catalogue::find("routine.Transfer").ok_or_else(|| ApiError::refused("error.not_found"))?;
        let call = call(resource, request)?;
        let row: PausedTask = self.base.store().record_as(resource, id, &call.act.scope).await?;
        let own = row.admin_id == Some(call.act.scope.admin) || call.act.scope.everything;
        if own { Ok(row) } else { Err(ApiError::refused("error.not_found")) }
    }
}

/// The row of a task, as far as pauses need it.
#[derive(Deserialize)]
struct PausedTask {
    admin_id: Option<i64>,
    kind: String,
}

#[OpenApi]
impl Pauses {
    /// Let an import or export of one's own wait that runs
    #[oai(path = "/admin/routine.Transfer/pause", method = "post", operation_id = "transferPause", tag = "Allow::LoggedIn")]
    async fn pause(&self, request: &Request, body: Body<TaskBody>) -> Answer<Nothing> {
        let id = body.0.id;
        // What takes an import back is one act.
        if self.task(request, id).await?.kind == "take_back" {
            return Err(ApiError::field("id", "exchange.not_paused"));
        }
        self.exchange.pause(id).await?;
        Ok(done("exchange.paused", Nothing))
    }

    /// Continue one that waits
    #[oai(path = "/admin/routine.Transfer/resume", method = "post", operation_id = "transferResume", tag = "Allow::LoggedIn")]
    async fn resume(&self, request: &Request, body: Body<TaskBody>) -> Answer<Nothing> {
        let id = body.0.id;
        self.task(request, id).await?;
        self.exchange.resume(id).await?;
        Ok(done("exchange.resumed", Nothing))
    }
}

/// The same as an answer, for the hand-made routes.
pub(crate) fn response(result: Result<Response, ApiError>) -> poem::Result<Response> {
    result.map(IntoResponse::into_response).map_err(poem::Error::from)
}
