//! The declared resources' part of the OpenAPI document: every field with its type.

use std::collections::HashMap;
use std::sync::LazyLock;

use entrepot_store::resource::declaration::{Access, Choice, Command, Field, Kind};
use entrepot_store::resource::kinds::{KindFacts, Storage};
use entrepot_store::resource::{Resource, catalogue};
use poem_openapi::Tags;
use poem_openapi::registry::{
    MetaMediaType, MetaOperation, MetaOperationParam, MetaParamIn, MetaPath, MetaRequest, MetaResponse, MetaResponses, MetaSchema, MetaSchemaRef,
    Registry,
};
use poem_openapi::types::Type;
use serde_json::json;

use super::reading::area_text;
use super::routes::routes;
use crate::http::envelope::{self, Facts, Nothing, schema_with};
use crate::http::file_answer::file_answers;
use crate::http::parameters;
use crate::http::routes::Takes;
use crate::sheet::Format;

/// The parameter of the list that names a permission node: only warehouses in which the caller may use it.
pub const USABLE_FOR: &str = "usable_for";

/// Texts that the document borrows for as long as the program runs: made once.
struct Names {
    operation: String,
    summary: String,
}

static NAMES: LazyLock<Vec<Vec<Names>>> = LazyLock::new(|| {
    let of_route = |resource: &Resource, action: &str, method: &str| Names {
        operation: format!("{}{}{}", camel(resource.controller), camel(action), method_verb(action, method)),
        summary: format!("{}: {action}", resource.title.en),
    };
    catalogue::compiled().map(|resource| routes(resource).map(|(action, method)| of_route(resource, action, method)).collect()).collect()
});

/// Descriptions of a status' values, for each declared pair of labels.
static STATES: LazyLock<Vec<(&'static [Choice], String)>> = LazyLock::new(|| {
    let mut all: Vec<(&'static [Choice], String)> = vec![];
    for states in catalogue::compiled().flat_map(|resource| resource.fields).filter_map(Field::states) {
        if all.iter().all(|(known, _)| *known != states) {
            let named: Vec<String> = states.iter().map(|state| format!("{}: {}", state.value, state.label.en)).collect();
            all.push((states, named.join(", ")));
        }
    }
    all
});

/// The names of fields that name areas, by the field that holds their ids.
static AREA_TEXTS: LazyLock<HashMap<&'static str, String>> = LazyLock::new(|| {
    let fields = catalogue::compiled().flat_map(|resource| resource.fields);
    fields.filter(|field| field.kind == Kind::City).map(|field| (field.name, area_text(field.name))).collect()
});

fn camel(text: &str) -> String {
    text.split('.')
        .map(|part| {
            let mut letters = part.chars();
            letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
        })
        .collect()
}

/// Distinguishes the two methods of a path.
fn method_verb(action: &str, method: &str) -> &'static str {
    match (action, method) {
        ("add" | "edit", "GET") => "Form",
        ("del", "POST") => "Posted",
        _ => "",
    }
}

/// The name of a schema: `WarehouseProductRow`, `WarehouseProductBody`.
fn schema_name(resource: &Resource, part: &str) -> String {
    format!("{}{part}", camel(resource.controller))
}

fn inline(schema: MetaSchema) -> MetaSchemaRef {
    MetaSchemaRef::Inline(Box::new(schema))
}

/// The type of a kind's values. Numbers may come as text, lists as comma lists.
fn kind_schema(kind: &KindFacts) -> MetaSchema {
    let json = kind.json;
    let bound = |value: i64| (value.unsigned_abs() < 1 << 52).then_some(value as f64);
    let (least, most) = kind.range.filter(|_| json.bounded).unzip();
    let number = |choice: &Choice| choice.value.parse::<i64>().ok().map(|number| json!(number));
    let one_of = json.one_of.iter();
    MetaSchema {
        format: json.format,
        items: json.items.map(|item| Box::new(inline(MetaSchema::new(item)))),
        enum_items: if json.name == "integer" { one_of.filter_map(number).collect() } else { one_of.map(|choice| json!(choice.value)).collect() },
        max_length: kind.length,
        minimum: least.and_then(bound),
        maximum: most.and_then(bound),
        write_only: kind.write_only,
        ..MetaSchema::new(json.name)
    }
}

/// The type of a field.
fn field_schema(field: &Field) -> MetaSchema {
    let kind = field.kind.facts();
    let mut schema = field.documented_as.map_or_else(|| kind_schema(&kind), MetaSchema::new);
    schema.nullable = field.database_type().starts_with("option") || kind.json.name.is_empty();
    schema.title = Some(field.label().en.to_owned());
    schema.description = field.states().and_then(|states| STATES.iter().find(|(known, _)| *known == states)).map(|(_, text)| text.as_str());
    if field.access == Access::ReadOnly {
        schema.read_only = true;
    }
    schema
}

fn row_schema(resource: &Resource) -> MetaSchema {
    let mut properties = vec![("id", inline(MetaSchema::new_with_format("integer", "int64")))];
    properties.extend(resource.visible_fields().map(|field| (field.name, inline(field_schema(field)))));
    for field in resource.fields.iter().filter(|field| field.kind == Kind::City) {
        properties.extend(AREA_TEXTS.get(field.name).map(|name| (name.as_str(), inline(MetaSchema::new("string")))));
    }
    for target in resource.fields.iter().filter_map(Field::target) {
        properties.push((target.relation, inline(MetaSchema { nullable: true, ..MetaSchema::new("object") })));
    }
    if resource.stamped {
        properties.extend(["create_time", "update_time", "version"].map(|name| (name, inline(MetaSchema::new_with_format("integer", "int64")))));
    }
    if resource.older_times {
        properties.extend(["createtime", "updatetime"].map(|name| (name, inline(MetaSchema::new_with_format("integer", "int64")))));
    }
    MetaSchema { properties, ..MetaSchema::new("object") }
}

/// What may be sent for a field. Loose, as the wire is: a number may be a text, a switch may be a boolean.
fn sent_schema(field: &Field) -> MetaSchema {
    let shown = field_schema(field);
    let strict = shown.ty == "string" && field.kind.facts().storage != Storage::Decimal;
    if strict {
        MetaSchema { nullable: true, enum_items: vec![], ..shown }
    } else {
        MetaSchema { title: shown.title, write_only: shown.write_only, ..MetaSchema::ANY }
    }
}

/// The fields of a resource with this access, as they are sent.
fn sent(resource: &Resource, access: Access) -> Vec<(&'static str, MetaSchemaRef)> {
    resource.fields.iter().filter(|field| field.access == access).map(|field| (field.name, inline(sent_schema(field)))).collect()
}

/// What may be sent for a new row and for one that is there.
fn body_schema(resource: &Resource) -> MetaSchema {
    MetaSchema { properties: sent(resource, Access::Open), ..MetaSchema::new("object") }
}

/// The name of the schema that says which row is changed, and which version of it was read.
const ROW_VERSION: &str = "RowVersion";

fn row_version() -> MetaSchema {
    let properties = vec![("id", inline(MetaSchema::ANY)), ("version", inline(MetaSchema::ANY))];
    MetaSchema { properties, required: vec!["id"], ..MetaSchema::new("object") }
}

/// The body of a new row: what may be sent at any time, what may be sent only once, and what must be there.
fn new_row(resource: &Resource) -> MetaSchemaRef {
    let mut all_of = vec![MetaSchemaRef::Reference(schema_name(resource, "Body"))];
    let once = sent(resource, Access::WriteOnce);
    if !once.is_empty() {
        all_of.push(inline(MetaSchema { properties: once, ..MetaSchema::new("object") }));
    }
    let needed = |field: &&Field| field.required && !resource.numbers(field) && matches!(field.access, Access::Open | Access::WriteOnce);
    inline(MetaSchema { all_of, required: resource.fields.iter().filter(needed).map(|field| field.name).collect(), ..MetaSchema::ANY })
}

/// The body of a changed row.
fn changed_row(resource: &Resource) -> MetaSchemaRef {
    let all_of = vec![MetaSchemaRef::Reference(schema_name(resource, "Body")), MetaSchemaRef::Reference(ROW_VERSION.to_owned())];
    inline(MetaSchema { all_of, ..MetaSchema::ANY })
}

/// The body of a command: the row or the rows, and the answers to what it asks.
fn command_body(command: &Command) -> MetaSchemaRef {
    let number = || inline(MetaSchema::new_with_format("integer", "int64"));
    let mut properties = vec![("id", inline(MetaSchema::ANY)), ("version", inline(MetaSchema::ANY))];
    if command.many {
        properties.push(("ids", inline(MetaSchema { items: Some(Box::new(number())), ..MetaSchema::new("array") })));
    }
    properties.extend(command.fields.iter().map(|field| (field.name, inline(sent_schema(field)))));
    let required = command.fields.iter().filter(|field| field.required).map(|field| field.name).collect();
    inline(MetaSchema { properties, required, ..MetaSchema::new("object") })
}

/// The schemas that the paths refer to.
pub fn register(registry: &mut Registry) {
    envelope::register(registry);
    parameters::register(registry);
    for resource in catalogue::compiled() {
        registry.schemas.insert(schema_name(resource, "Row"), row_schema(resource));
        registry.schemas.insert(schema_name(resource, "Body"), body_schema(resource));
    }
    registry.schemas.insert(ROW_VERSION.to_owned(), row_version());
}

fn parameter(name: &str, schema: MetaSchema, required: bool, description: &str) -> MetaOperationParam {
    MetaOperationParam {
        name: name.to_owned(),
        schema: inline(schema),
        in_type: MetaParamIn::Query,
        description: Some(description.to_owned()),
        required,
        deprecated: false,
        explode: true,
        style: None,
    }
}

/// The envelope with this data.
fn answers(data: MetaSchemaRef) -> MetaResponses {
    let schema = schema_with(data);
    let content = vec![MetaMediaType { content_type: "application/json; charset=utf-8", schema }];
    MetaResponses { responses: vec![MetaResponse { description: "An envelope", status: Some(200), status_range: None, content, headers: vec![] }] }
}

fn request_of(schema: MetaSchemaRef) -> MetaRequest {
    let content = vec![MetaMediaType { content_type: "application/json", schema }];
    MetaRequest { description: None, content, required: true }
}

/// The paths of every resource.
#[must_use]
pub fn paths() -> Vec<MetaPath> {
    let mut paths: Vec<MetaPath> = Vec::new();
    for (resource, names) in catalogue::compiled().zip(NAMES.iter()) {
        for ((action, method), names) in routes(resource).zip(names) {
            let path = format!("/admin/{}/{action}", resource.controller);
            let operation = operation(resource, action, method, names);
            match paths.iter_mut().find(|known| known.path == path) {
                Some(known) => known.operations.push(operation),
                None => paths.push(MetaPath { path, operations: vec![operation] }),
            }
        }
    }
    paths
}

fn operation(resource: &Resource, action: &str, method: &str, names: &'static Names) -> MetaOperation {
    // Null on refusal, so nothing within `data` is required.
    let object = |properties: Vec<(&'static str, MetaSchemaRef)>| inline(MetaSchema { properties, nullable: true, ..MetaSchema::ANY });
    let row = || MetaSchemaRef::Reference(schema_name(resource, "Row"));
    let rows = || inline(MetaSchema { items: Some(Box::new(row())), ..MetaSchema::new("array") });
    let number = || inline(MetaSchema::new_with_format("integer", "int64"));
    let id = || vec![parameter("id", MetaSchema::new_with_format("integer", "int64"), true, "The row")];
    let (params, request, data) = match (action, method) {
        ("index" | "select", _) => {
            let list = if action == "select" && resource.tree { "options" } else { "list" };
            let mut params = vec![parameters::list()];
            if resource.warehouse == Some("id") {
                let about = "A permission node: only warehouses in which the caller may use it";
                params.push(parameter(USABLE_FOR, MetaSchema::new("string"), false, about));
            }
            (params, None, object(vec![(list, rows()), ("total", number()), ("remark", inline(MetaSchema::new("string")))]))
        }
        ("add", "POST") => (vec![], Some(request_of(new_row(resource))), object(vec![("id", number())])),
        ("edit", "GET") => (id(), None, object(vec![("row", row())])),
        ("edit", _) => (vec![], Some(request_of(changed_row(resource))), Nothing::schema_ref()),
        ("del", "DELETE") => {
            let ids = MetaSchema { items: Some(Box::new(number())), ..MetaSchema::new("array") };
            (vec![parameter("ids[]", ids, false, "The rows")], None, Nothing::schema_ref())
        }
        ("del", _) => (vec![], None, Nothing::schema_ref()),
        ("sortable", _) => (vec![], Some(sort_request()), Nothing::schema_ref()),
        ("import", _) => (vec![], Some(import_request()), object(vec![("task", number())])),
        ("export", _) => (vec![parameters::list(), format_parameter()], None, object(vec![("task", number())])),
        ("template", _) => (vec![format_parameter()], None, inline(MetaSchema::ANY)),
        // What the form needs beside the declaration, by names of its own.
        ("add", _) => (vec![], None, Facts::schema_ref()),
        (name, _) => (vec![], resource.command(name).map(|command| request_of(command_body(command))), Nothing::schema_ref()),
    };
    let formats = [Format::Csv, Format::Xlsx].map(Format::content_type);
    MetaOperation {
        tags: if action == "import" { vec![Takes::Sheet.name()] } else { vec![] },
        method: method.parse().unwrap_or_default(),
        summary: Some(&names.summary),
        description: None,
        external_docs: None,
        params,
        request,
        responses: if action == "template" { file_answers(&formats) } else { answers(data) },
        deprecated: false,
        security: vec![],
        operation_id: Some(&names.operation),
        code_samples: vec![],
    }
}

fn choices(values: &[&'static str]) -> MetaSchema {
    MetaSchema { enum_items: values.iter().map(|value| json!(value)).collect(), ..MetaSchema::new("string") }
}

fn format_parameter() -> MetaOperationParam {
    parameter("format", choices(&["csv", "xlsx"]), false, "Of the file; csv without it")
}

fn import_request() -> MetaRequest {
    let described = |description: &'static str, schema: MetaSchema| inline(MetaSchema { description: Some(description), ..schema });
    let properties = vec![
        ("file", described("CSV or XLSX, with a row of column names", MetaSchema::new_with_format("string", "binary"))),
        ("mapping", described("JSON: the field of each column name", MetaSchema::new("string"))),
        ("constants", described("JSON: one value for all rows, of each field that the file has no column for", MetaSchema::new("string"))),
        ("mode", described("Which rows are written: both without it", choices(&["both", "add", "update"]))),
        ("blank", described("What an empty cell does to a value: clears it without this field", choices(&["clear", "leave"]))),
        ("dry", described("1: only says which rows are wrong", choices(&["0", "1"]))),
        ("create", described("Reference fields, with commas between, whose unknown names become rows of their own", MetaSchema::new("string"))),
    ];
    let schema = inline(MetaSchema { properties, required: vec!["file"], ..MetaSchema::new("object") });
    MetaRequest { description: None, content: vec![MetaMediaType { content_type: "multipart/form-data", schema }], required: true }
}

fn sort_request() -> MetaRequest {
    let any = || inline(MetaSchema::ANY);
    let properties =
        vec![("move", any()), ("target", any()), ("order", inline(MetaSchema::new("string"))), ("direction", inline(choices(&["up", "down"])))];
    let schema = inline(MetaSchema { properties, required: vec!["move", "target", "direction"], ..MetaSchema::new("object") });
    MetaRequest { description: None, content: vec![MetaMediaType { content_type: "application/json", schema }], required: true }
}
