//! Resource declarations for the web app, with the caller's permissions.

use entrepot_store::resource::declaration::{Access, Choice, Field, Label};
use entrepot_store::resource::{Kind, Resource, catalogue};
use poem::http::{HeaderValue, StatusCode, header};
use poem::{IntoResponse, Request, Response};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::http::envelope::{Envelope, envelope};
use crate::http::error::ApiError;
use crate::http::guard::{caller, holds};
use crate::identity::sessions::Caller;
use crate::node::Node;

/// Endpoint of the declarations.
pub struct Schemas(pub Node);

fn words(label: Label) -> Value {
    json!({ "zh": label.zh, "en": label.en })
}

/// The kind's name and its parameters.
fn kind(field: &Field) -> (&'static str, Map<String, Value>) {
    let mut more = Map::new();
    let mut options = |choices: &[Choice], numbers: bool| {
        let value = |text: &str| if numbers { text.parse::<i64>().map_or_else(|_| json!(text), |number| json!(number)) } else { json!(text) };
        let all: Vec<Value> = choices.iter().map(|choice| json!({ "value": value(choice.value), "label": words(choice.label) })).collect();
        more.insert("options".into(), Value::Array(all));
    };
    use entrepot_store::resource::declaration::{Picker, Picking};
    let name = match field.kind {
        Kind::Text(_) => "string",
        Kind::TextArea(_) => "textarea",
        Kind::RichText(_) => "editor",
        Kind::Password => "password",
        Kind::Integer(..) => "number",
        Kind::Decimal(_) => "decimal",
        Kind::Money => "money",
        Kind::Switch => "switch",
        Kind::Status => {
            options(field.states().unwrap_or_default(), true);
            "status"
        }
        Kind::Choice(picker, choices) => {
            options(choices, false);
            if picker == Picker::Radio { "radio" } else { "select" }
        }
        Kind::Code(picker, choices) => {
            options(choices, true);
            if picker == Picker::Radio { "radio" } else { "select" }
        }
        Kind::Choices(picking, choices) => {
            options(choices, false);
            if picking == Picking::Checkbox { "checkbox" } else { "selects" }
        }
        Kind::Date => "date",
        Kind::Time => "time",
        Kind::DateTime => "datetime",
        Kind::Year => "year",
        Kind::Timestamp => "timestamp",
        Kind::Colour => "color",
        Kind::Icon => "icon",
        Kind::Image => "image",
        Kind::Images => "images",
        Kind::File => "file",
        Kind::Files => "files",
        Kind::City => "city",
        Kind::Pairs => "array",
        Kind::Json => "json",
        Kind::Reference(_) => "remoteSelect",
        Kind::References(_) => "remoteSelects",
        Kind::Parent => "parent",
        Kind::Weigh => "weigh",
    };
    match field.kind {
        Kind::Text(max) | Kind::TextArea(max) | Kind::RichText(max) => {
            more.insert("max".into(), json!(max));
        }
        Kind::Integer(min, max) => {
            more.insert("min".into(), json!(min));
            more.insert("max".into(), json!(max));
        }
        Kind::Decimal(decimals) => {
            more.insert("decimals".into(), json!(decimals));
        }
        Kind::Money => {
            more.insert("decimals".into(), json!(2));
        }
        _ => {}
    }
    (name, more)
}

fn field(resource: &Resource, field: &Field) -> Value {
    let (kind, mut told) = kind(field);
    told.insert("name".into(), json!(field.name));
    told.insert("label".into(), words(field.label()));
    told.insert("kind".into(), json!(kind));
    told.insert("required".into(), json!(field.required));
    told.insert("unique".into(), json!(field.unique));
    told.insert("default".into(), json!(if field.kind == Kind::Image { None } else { field.default }));
    told.insert("operator".into(), json!(field.operator().unwrap_or("false")));
    told.insert("column".into(), json!(field.column));
    told.insert("form".into(), json!(field.form));
    told.insert("sortable".into(), json!(field.sortable));
    told.insert("readonly".into(), json!(field.access == Access::ReadOnly));
    told.insert("writeOnce".into(), json!(field.access == Access::WriteOnce));
    if let Some(found) = field.rule {
        told.insert("rule".into(), json!(found.name()));
    }
    let target = match field.kind {
        Kind::Parent => Some((resource, "", resource.title_field())),
        _ => field.target().and_then(|target| {
            let other = catalogue::of_table(target.table)?;
            Some((other, target.relation, target.shows.first().copied().unwrap_or("name")))
        }),
    };
    if let Some((other, relation, shown)) = target {
        told.insert("reference".into(), json!({ "controller": other.controller, "field": shown, "relation": relation }));
    }
    Value::Object(told)
}

fn resource(resource: &Resource, caller: &Caller) -> Value {
    use entrepot_store::resource::declaration::Action;
    let all = [Action::Index, Action::Add, Action::Edit, Action::Del, Action::Sortable, Action::Import, Action::Export];
    let nodes: Vec<&str> =
        all.iter().filter(|action| resource.allows(**action) && holds(caller, &resource.node(action.name()))).map(|action| action.name()).collect();
    let shown = resource.fields.iter().filter(|field| field.access != Access::Hidden);
    json!({
        "controller": resource.controller, "name": resource.path(), "title": words(resource.title),
        "fields": shown.map(|one| field(resource, one)).collect::<Vec<_>>(),
        "titleField": resource.title_field(), "tree": resource.tree, "weigh": resource.weigh().map(|field| field.name),
        "order": { "field": resource.order.0, "descending": resource.order.1 }, "quickSearch": resource.quick, "stamped": resource.stamped,
        "recycle": resource.recycle, "sensitive": resource.sensitive, "nodes": nodes,
    })
}

#[OpenApi]
impl Schemas {
    /// Every declared resource that the caller may see
    #[oai(path = "/admin/resource/schema", method = "get", operation_id = "resourceSchema")]
    async fn schema(&self, request: &Request) -> Result<SchemaAnswer, ApiError> {
        let caller = caller(request)?;
        let seen = catalogue::all().map(|one| resource(one, caller)).filter(|told| told["nodes"].as_array().is_some_and(|nodes| !nodes.is_empty()));
        let data = json!({ "resources": seen.collect::<Vec<_>>() });
        let tag = format!("\"{}\"", hex::encode(&Sha256::digest(data.to_string().as_bytes())[..16]));
        let known = request.header("if-none-match").is_some_and(|known| known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag));
        Ok(if known { SchemaAnswer { tag, data: None } } else { SchemaAnswer { tag, data: Some(data) } })
    }
}

/// The declarations, or 'not modified'.
pub struct SchemaAnswer {
    tag: String,
    data: Option<Value>,
}

impl IntoResponse for SchemaAnswer {
    fn into_response(self) -> Response {
        let mut response = match self.data {
            Some(data) => Json(envelope(1, String::new(), data)).into_response(),
            None => StatusCode::NOT_MODIFIED.into_response(),
        };
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            response.headers_mut().insert(header::ETAG, tag);
        }
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
        response
    }
}

impl poem_openapi::ApiResponse for SchemaAnswer {
    fn meta() -> poem_openapi::registry::MetaResponses {
        use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses};
        let content =
            vec![MetaMediaType { content_type: "application/json; charset=utf-8", schema: <Envelope as poem_openapi::types::Type>::schema_ref() }];
        let told = |description, status, content| MetaResponse { description, status: Some(status), status_range: None, content, headers: vec![] };
        MetaResponses { responses: vec![told("The declarations", 200, content), told("They are as they were", 304, vec![])] }
    }

    fn register(registry: &mut poem_openapi::registry::Registry) {
        <Envelope as poem_openapi::types::Type>::register(registry);
    }
}
