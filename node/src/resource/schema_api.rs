//! Resource declarations for the web app, with the caller's permissions.

use entrepot_store::resource::catalogue::Catalogue;
use entrepot_store::resource::declaration::{Access, Action, Choice, Command, Field, From, Label};
use entrepot_store::resource::kinds::{KindFacts, Storage};
use entrepot_store::resource::{Kind, Resource};
use poem::http::{HeaderValue, StatusCode, header};
use poem::{IntoResponse, Request, Response};
use poem_openapi::OpenApi;
use poem_openapi::payload::Json;
use poem_openapi::types::{ToJSON, Type};
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::schema_views::{
    CommandSchema, FieldSchema, FromSchema, LabelView, OptionSchema, OptionValue, OrderSchema, ReferenceSchema, ResourceSchema, ResourceSchemas,
};
use crate::base::Base;
use crate::http::envelope::{Envelope, envelope};
use crate::http::error::ApiError;
use crate::http::routes::Allow;
use crate::identity::admin_request::{caller, holds};
use crate::identity::contact::ContactMask;
use crate::identity::sessions::Caller;

/// Endpoint of the declarations.
pub struct Schemas(pub Base);

fn label_view(label: Label) -> LabelView {
    LabelView { zh: label.zh.to_owned(), en: label.en.to_owned() }
}

/// The choices of a field, if its declaration has any.
fn options(field: &Field, kind: &KindFacts) -> Option<Vec<OptionSchema>> {
    let value = |text: &str| match text.parse() {
        Ok(number) if kind.storage == Storage::Integer => OptionValue::Number(number),
        _ => OptionValue::Text(text.to_owned()),
    };
    let option = |choice: &Choice| OptionSchema { value: value(choice.value), label: label_view(choice.label) };
    let choices = field.choices();
    (!choices.is_empty()).then(|| choices.iter().map(option).collect())
}

/// `masked`: the caller sees it through a mask, so that they neither search nor sort by it.
fn field(catalogue: &Catalogue, resource: &Resource, field: &Field, masked: bool) -> FieldSchema {
    let kind = field.kind.facts();
    let (least, most) = kind.range.unzip();
    let target = match field.kind {
        Kind::Parent => Some((resource, "", resource.title_field())),
        _ => field.target().and_then(|target| {
            let other = catalogue.of_table(target.table)?;
            Some((other, target.relation, target.shows.first().copied().unwrap_or("name")))
        }),
    };
    FieldSchema {
        name: field.name.to_owned(),
        label: label_view(field.label()),
        hint: field.hint.map(label_view),
        kind: kind.input.to_owned(),
        required: field.required && !resource.numbers(field),
        unique: field.unique,
        default: field.stored_default().map(str::to_owned),
        operator: field.operator().filter(|_| !masked).unwrap_or("false").to_owned(),
        column: field.is_column(),
        form: field.form,
        translates: field.translates.map(str::to_owned),
        sortable: field.is_sortable() && !masked,
        readonly: field.access == Access::ReadOnly,
        write_once: field.access == Access::WriteOnce,
        rule: field.rule.map(|rule| rule.name().to_owned()),
        reference: target.map(|(other, relation, shown)| ReferenceSchema {
            controller: other.controller.to_owned(),
            field: shown.to_owned(),
            relation: relation.to_owned(),
        }),
        options: options(field, &kind),
        min: least,
        max: most.or_else(|| kind.length.and_then(|length| i64::try_from(length).ok())),
        decimals: kind.decimals,
    }
}

fn command(catalogue: &Catalogue, of: &Resource, command: &Command) -> CommandSchema {
    let from = |from: From| FromSchema { field: from.field.to_owned(), values: from.values.iter().map(|value| (*value).to_owned()).collect() };
    CommandSchema {
        name: command.name.to_owned(),
        title: label_view(command.title),
        fields: command.fields.iter().map(|one| field(catalogue, of, one, false)).collect(),
        from: command.from.map(from),
        question: command.question.map(label_view),
        danger: command.danger,
        many: command.many,
    }
}

fn resource(catalogue: &Catalogue, resource: &Resource, caller: &Caller) -> ResourceSchema {
    let all = [Action::Index, Action::Add, Action::Edit, Action::Del, Action::Sortable, Action::Import, Action::Export];
    let granted = |node: String| holds(caller, &node) && !caller.rights.is_unusable(&node, catalogue);
    let may = |action: &&Action| resource.allows(**action) && granted(resource.node(action.name()));
    let contacts = ContactMask::of(&caller.rights, resource);
    let shown = resource.fields.iter().filter(|field| field.access != Access::Hidden);
    ResourceSchema {
        controller: resource.controller.to_owned(),
        name: resource.path(),
        title: label_view(resource.title),
        fields: shown.map(|one| field(catalogue, resource, one, contacts.of_field(one).is_some())).collect(),
        title_field: resource.title_field().to_owned(),
        tree: resource.tree,
        weigh: resource.weigh().map(|field| field.name.to_owned()),
        order: OrderSchema { field: resource.order.0.to_owned(), descending: resource.order.1 },
        quick_search: resource.quick.iter().map(|field| (*field).to_owned()).collect(),
        stamped: resource.stamped,
        recycle: resource.recycle,
        sensitive: resource.sensitive,
        history: resource.history,
        warehouse: resource.warehouse.map(str::to_owned),
        commands: resource.commands.iter().filter(|one| granted(resource.node(one.name))).map(|one| command(catalogue, resource, one)).collect(),
        nodes: all.iter().filter(may).map(|action| action.name().to_owned()).collect(),
    }
}

#[OpenApi]
impl Schemas {
    /// Every declared resource that the caller may see
    #[oai(path = "/admin/resource/schema", method = "get", operation_id = "resourceSchema", tag = "Allow::LoggedIn")]
    async fn schema(&self, request: &Request) -> Result<SchemaAnswer, ApiError> {
        let caller = caller(request)?;
        let catalogue = self.0.store().catalogue();
        let seen = catalogue.all().map(|one| resource(&catalogue, one, caller)).filter(|shown| !shown.nodes.is_empty());
        let data = ResourceSchemas { resources: seen.collect() }.to_json().unwrap_or_default();
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
        let content = vec![MetaMediaType { content_type: "application/json; charset=utf-8", schema: Envelope::<ResourceSchemas>::schema_ref() }];
        let response =
            |description, status, content| MetaResponse { description, status: Some(status), status_range: None, content, headers: vec![] };
        MetaResponses { responses: vec![response("The declarations", 200, content), response("They are as they were", 304, vec![])] }
    }

    fn register(registry: &mut poem_openapi::registry::Registry) {
        Envelope::<ResourceSchemas>::register(registry);
    }
}
