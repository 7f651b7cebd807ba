//! Makes the OpenAPI document small enough to read: shared parameters, answers and bodies become components, and
//! defaults of the standard are left out. Nothing that a client uses is lost.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

/// Columns of a printed line: what fits stays on one line.
const WIDTH: usize = 120;
/// Spaces of a level.
const INDENT: usize = 2;
/// Names of HTTP methods in a path's object.
const METHODS: &[&str] = &["get", "post", "put", "delete", "patch"];
/// The prefix of references to schemas.
const SCHEMAS: &str = "#/components/schemas/";

/// A JSON pointer into the document, and the operation it belongs to.
struct Occurrence {
    pointer: String,
    operation: String,
}

/// Finds something in every operation.
type Finder = fn(&Value) -> Vec<Occurrence>;

/// A document made small.
#[must_use]
pub fn compact(mut document: Value) -> Value {
    let groups = parameter_groups(&document);
    each_operation(&mut document, |operation| expand_parameters(operation, &groups));
    for (kind, find) in [("parameters", parameters as Finder), ("responses", responses), ("requestBodies", bodies)] {
        let occurrences = find(&document);
        share(&mut document, kind, &occurrences);
    }
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        for group in groups.keys() {
            schemas.remove(group);
        }
        schemas.values_mut().for_each(drop_type_of_union);
    }
    document
}

/// A union of numbers and texts is no object, although the library says so.
fn drop_type_of_union(schema: &mut Value) {
    let is_object = |part: &Value| part.get("$ref").is_some() || part["type"] == "object";
    if schema["anyOf"].as_array().is_some_and(|parts| !parts.iter().all(is_object))
        && let Some(schema) = schema.as_object_mut()
    {
        schema.remove("type");
    }
}

/// The document as text: like `to_string_pretty`, but values that fit on a line get one.
#[must_use]
pub fn printed(document: &Value) -> String {
    let mut text = String::new();
    print(document, 0, 0, &mut text);
    text
}

fn each_operation(document: &mut Value, mut change: impl FnMut(&mut Map<String, Value>)) {
    let paths = document.get_mut("paths").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut);
    for path in paths.filter_map(Value::as_object_mut) {
        path.iter_mut()
            .filter(|(method, _)| METHODS.contains(&method.as_str()))
            .filter_map(|(_, operation)| operation.as_object_mut())
            .for_each(&mut change);
    }
}

/// What a reference to a schema names.
fn schema_name(reference: &Value) -> Option<&str> {
    reference.get("$ref")?.as_str()?.strip_prefix("#/components/schemas/")
}

/// Schemas that bundle query parameters, with those parameters.
fn parameter_groups(document: &Value) -> BTreeMap<String, Vec<Value>> {
    let parameters = document["paths"].as_object().into_iter().flat_map(Map::values).filter_map(Value::as_object).flat_map(Map::values);
    let parameters = parameters.filter_map(|operation| operation.get("parameters")?.as_array()).flatten();
    let mut groups = BTreeMap::new();
    for group in parameters.filter_map(|parameter| schema_name(parameter.get("schema")?)) {
        if !groups.contains_key(group) {
            let properties = document["components"]["schemas"][group]["properties"].as_object();
            groups.insert(group.to_owned(), properties.into_iter().flatten().map(|(name, schema)| of_property(name, schema)).collect());
        }
    }
    groups
}

/// A property as a parameter of its own.
fn of_property(name: &str, schema: &Value) -> Value {
    let mut schema = schema.clone();
    let description = schema.as_object_mut().and_then(|schema| schema.remove("description"));
    let objects = schema.get("items").is_some_and(|items| schema_name(items).is_some());
    let mut parameter = json!({ "name": name, "in": "query", "description": description, "schema": schema });
    if objects {
        parameter["style"] = json!("deepObject");
        parameter["explode"] = json!(true);
    }
    parameter
}

/// Writes grouped parameters out, and leaves out what OpenAPI takes for granted.
fn expand_parameters(operation: &mut Map<String, Value>, groups: &BTreeMap<String, Vec<Value>>) {
    let Some(Value::Array(parameters)) = operation.get_mut("parameters") else { return };
    let expand = |mut parameter: Value| {
        if let Some(group) = parameter.get("schema").and_then(schema_name).and_then(|group| groups.get(group)) {
            return group.clone();
        }
        let in_query = parameter["in"] == "query" && parameter.get("style").is_none();
        if let Some(parts) = parameter.as_object_mut() {
            parts.retain(|name, value| match name.as_str() {
                "deprecated" | "required" => *value == true,
                "explode" => !in_query || *value != true,
                _ => true,
            });
        }
        vec![parameter]
    };
    *parameters = std::mem::take(parameters).into_iter().flat_map(expand).collect();
}

fn escaped(part: &str) -> String {
    part.replace('~', "~0").replace('/', "~1")
}

/// Every operation: its pointer, its id, its object.
fn operations(document: &Value) -> impl Iterator<Item = (String, &str, &Value)> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().into_iter().flatten().filter(|(method, _)| METHODS.contains(&method.as_str()));
        methods.map(move |(method, operation)| {
            let pointer = format!("/paths/{}/{method}", escaped(path));
            (pointer, operation["operationId"].as_str().unwrap_or_default(), operation)
        })
    })
}

fn parameters(document: &Value) -> Vec<Occurrence> {
    let of = |(pointer, id, operation): (String, &str, &Value)| {
        let count = operation["parameters"].as_array().map_or(0, Vec::len);
        let operation = id.to_owned();
        (0..count).map(move |at| Occurrence { pointer: format!("{pointer}/parameters/{at}"), operation: operation.clone() }).collect::<Vec<_>>()
    };
    operations(document).flat_map(of).collect()
}

fn responses(document: &Value) -> Vec<Occurrence> {
    let of = |(pointer, id, operation): (String, &str, &Value)| {
        let statuses = operation["responses"].as_object().into_iter().flat_map(|all| all.keys());
        statuses.map(|status| Occurrence { pointer: format!("{pointer}/responses/{status}"), operation: id.to_owned() }).collect::<Vec<_>>()
    };
    operations(document).flat_map(of).collect()
}

fn bodies(document: &Value) -> Vec<Occurrence> {
    let with_body = operations(document).filter(|(_, _, operation)| operation["requestBody"].is_object());
    with_body.map(|(pointer, id, _)| Occurrence { pointer: format!("{pointer}/requestBody"), operation: id.to_owned() }).collect()
}

/// Moves equal values of several operations into the components.
fn share(document: &mut Value, kind: &str, occurrences: &[Occurrence]) {
    let mut alike: BTreeMap<String, Vec<&Occurrence>> = BTreeMap::new();
    for occurrence in occurrences {
        if let Some(value) = document.pointer(&occurrence.pointer).filter(|value| value.get("$ref").is_none()) {
            alike.entry(value.to_string()).or_default().push(occurrence);
        }
    }
    let mut shared: Vec<(String, Vec<&Occurrence>)> = alike.into_iter().filter(|(_, occurrences)| occurrences.len() > 1).collect();
    // The plain name goes to what is used most.
    shared.sort_by_key(|(_, occurrences)| std::cmp::Reverse(occurrences.len()));
    let mut components = Map::new();
    for (_, occurrences) in shared {
        let Some(value) = occurrences.first().and_then(|occurrence| document.pointer(&occurrence.pointer)).cloned() else { continue };
        let plain = name_of(kind, &value, &occurrences);
        let free = |name: &String| !components.contains_key(name);
        let numbered = || (2..).map(|number| format!("{plain}{number}")).find(&free);
        let Some(name) = Some(plain.clone()).filter(&free).or_else(numbered) else { continue };
        let reference = json!({ "$ref": format!("#/components/{kind}/{name}") });
        for occurrence in &occurrences {
            if let Some(found) = document.pointer_mut(&occurrence.pointer) {
                *found = reference.clone();
            }
        }
        components.insert(name, value);
    }
    if !components.is_empty() {
        document["components"][kind] = Value::Object(components);
    }
}

/// Letters and digits of a name, each part with a capital: `search[0][field]` is `Search0Field`.
fn pascal(text: &str) -> String {
    let parts = text.split(|letter: char| !letter.is_ascii_alphanumeric());
    let capital = |part: &str| part.chars().take(1).map(|first| first.to_ascii_uppercase()).chain(part.chars().skip(1)).collect::<String>();
    parts.map(capital).collect()
}

/// The words of a name: `WarehouseBrandAdd` has three.
fn split_words(name: &str) -> Vec<&str> {
    let begins: Vec<usize> = name.char_indices().filter(|(at, letter)| *at == 0 || letter.is_ascii_uppercase()).map(|(at, _)| at).collect();
    begins.iter().enumerate().filter_map(|(at, from)| name.get(*from..begins.get(at + 1).copied().unwrap_or(name.len()))).collect()
}

/// The words that all these names end with.
fn common_end(names: &[&str]) -> String {
    let mut common: Option<Vec<&str>> = None;
    for name in names {
        let own = split_words(name);
        common = Some(match common {
            None => own,
            Some(before) => {
                let same = before.iter().rev().zip(own.iter().rev()).take_while(|(one, other)| one == other).count();
                own[own.len() - same..].to_vec()
            }
        });
    }
    common.unwrap_or_default().concat()
}

/// Names of schemas that a value refers to, but for those of the envelope.
fn schemas_of<'a>(value: &'a Value, found: &mut BTreeSet<&'a str>) {
    match value {
        Value::Object(fields) => {
            let name = fields.get("$ref").and_then(Value::as_str).and_then(|reference| reference.strip_prefix(SCHEMAS));
            found.extend(name.filter(|name| !["Success", "Refusal"].contains(name)));
            fields.values().for_each(|value| schemas_of(value, found));
        }
        Value::Array(values) => values.iter().for_each(|value| schemas_of(value, found)),
        _ => {}
    }
}

/// What a shared component is called: a parameter by its name, others by what they hold, else by what is done with them.
fn name_of(kind: &str, value: &Value, occurrences: &[&Occurrence]) -> String {
    if let Some(name) = value["name"].as_str() {
        return pascal(name);
    }
    let end = if kind == "responses" { "Answer" } else { "Request" };
    let schema = value["content"].as_object().and_then(|content| content.values().next()).map_or(&Value::Null, |media| &media["schema"]);
    let data = &schema["oneOf"][0]["allOf"][1]["properties"]["data"];
    if let Some(name) = schema_name(data).or_else(|| schema_name(schema).filter(|_| kind == "responses")) {
        return pascal(name);
    }
    if data["enum"] == json!([null]) {
        return "Nothing".to_owned();
    }
    let mut schemas = BTreeSet::new();
    schemas_of(value, &mut schemas);
    if let Some(schema) = schemas.first() {
        return format!("{}{end}", pascal(schema));
    }
    let files = value["content"].as_object().is_some_and(|content| content.len() > 1);
    let operations: Vec<&str> = occurrences.iter().map(|occurrence| occurrence.operation.as_str()).collect();
    format!("{}{end}", if files { "File".to_owned() } else { pascal(&common_end(&operations)) })
}

fn print(value: &Value, depth: usize, before: usize, text: &mut String) {
    let line = value.to_string();
    let spaced = one_line(value);
    let pad = |depth: usize| " ".repeat(depth * INDENT);
    if depth * INDENT + before + spaced.len() < WIDTH {
        text.push_str(&spaced);
        return;
    }
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            text.push_str("{\n");
            for (at, (name, value)) in fields.iter().enumerate() {
                let name = json!(name).to_string();
                text.push_str(if at > 0 { ",\n" } else { "" });
                text.push_str(&format!("{}{name}: ", pad(depth + 1)));
                print(value, depth + 1, name.len() + 2, text);
            }
            text.push_str(&format!("\n{}}}", pad(depth)));
        }
        Value::Array(values) if !values.is_empty() => {
            text.push_str("[\n");
            for (at, value) in values.iter().enumerate() {
                text.push_str(if at > 0 { ",\n" } else { "" });
                text.push_str(&pad(depth + 1));
                print(value, depth + 1, 0, text);
            }
            text.push_str(&format!("\n{}]", pad(depth)));
        }
        _ => text.push_str(&line),
    }
}

/// A value on one line, with spaces where people put them.
fn one_line(value: &Value) -> String {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let fields = fields.iter().map(|(name, value)| format!("{}: {}", json!(name), one_line(value)));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
        Value::Array(values) => format!("[{}]", values.iter().map(one_line).collect::<Vec<_>>().join(", ")),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operation(parameters: Value, data: &Value) -> Value {
        let success = json!({ "allOf": [{ "$ref": "#/components/schemas/Success" }, { "type": "object", "properties": { "data": data } }] });
        let schema = json!({ "oneOf": [success, { "$ref": "#/components/schemas/Refusal" }] });
        json!({ "parameters": parameters, "responses": { "200": { "description": "", "content": { "application/json": { "schema": schema } } } } })
    }

    #[test]
    fn what_many_share_stands_once() {
        let list = json!({ "name": "list", "in": "query", "required": false, "deprecated": false, "explode": true,
                           "schema": { "$ref": "#/components/schemas/ListParameters" } });
        let own = json!({ "name": "own", "in": "query", "required": true, "deprecated": false, "explode": true, "schema": { "type": "string" } });
        let nothing = json!({ "enum": [null], "nullable": true });
        let page = operation(json!([list, own]), &json!({ "$ref": "#/components/schemas/Page" }));
        let document = compact(json!({
            "paths": { "/a": { "get": page, "post": operation(json!([]), &nothing) }, "/b": { "get": page, "post": operation(json!([]), &nothing) },
                       "/c": { "get": operation(json!([list]), &nothing) } },
            "components": { "schemas": { "Page": { "type": "object" }, "ListParameters": { "type": "object", "properties": {
                "page": { "type": "integer", "description": "From 1" },
                "search": { "type": "array", "description": "Conditions", "items": { "$ref": "#/components/schemas/ListCondition" } },
            } } } },
        }));
        let parameters = &document["components"]["parameters"];
        assert_eq!(parameters["Page"], json!({ "name": "page", "in": "query", "description": "From 1", "schema": { "type": "integer" } }));
        assert_eq!(parameters["Search"]["style"], "deepObject");
        let of_a = &document["paths"]["/a"]["get"];
        let expanded = json!([{ "$ref": "#/components/parameters/Page" }, { "$ref": "#/components/parameters/Search" },
                              { "$ref": "#/components/parameters/Own" }]);
        assert_eq!(of_a["parameters"], expanded);
        assert_eq!(document["paths"]["/c"]["get"]["responses"]["200"], json!({ "$ref": "#/components/responses/Nothing" }));
        assert_eq!(of_a["responses"]["200"], json!({ "$ref": "#/components/responses/Page" }));
        assert_eq!(document["components"]["schemas"], json!({ "Page": { "type": "object" } }));
    }

    fn document() -> Value {
        let page = json!({ "name": "page", "in": "query", "required": false, "deprecated": false, "explode": true, "schema": { "type": "integer" } });
        let other = json!({ "name": "page", "in": "query", "required": true, "schema": { "type": "string" } });
        let refusal =
            json!({ "description": "A refusal", "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Refusal" } } } });
        let success = json!({ "allOf": [
            { "$ref": "#/components/schemas/Success" }, { "properties": { "data": { "$ref": "#/components/schemas/BrandRow" } } }] });
        let rows = json!({ "content": { "application/json": { "schema": { "oneOf": [success, { "$ref": "#/components/schemas/Refusal" }] } } } });
        let operation =
            |id: &str, parameters: Value, answer: &Value| json!({ "operationId": id, "parameters": parameters, "responses": { "200": answer } });
        json!({
            "components": { "schemas": { "Success": {}, "Refusal": {}, "BrandRow": {} } },
            "paths": {
                "/a/{id}": { "get": operation("BrandIndex", json!([page, other]), &rows), "post": operation("BrandAdd", json!([other]), &refusal) },
                "/b~c": { "get": operation("UnitIndex", json!([page]), &rows), "post": operation("UnitAdd", json!([page]), &refusal) },
            },
        })
    }

    /// The document with every reference to a shared parameter, answer or body replaced by what it refers to.
    fn resolved(value: &Value, root: &Value) -> Value {
        match value {
            Value::Object(fields) => match fields.get("$ref").and_then(Value::as_str).filter(|reference| !reference.starts_with(SCHEMAS)) {
                Some(reference) => resolved(root.pointer(reference.trim_start_matches('#')).expect("a component"), root),
                None => Value::Object(fields.iter().map(|(name, value)| (name.clone(), resolved(value, root))).collect()),
            },
            Value::Array(values) => values.iter().map(|value| resolved(value, root)).collect(),
            other => other.clone(),
        }
    }

    #[test]
    fn what_is_shared_stands_once_and_nothing_is_lost() {
        let small = compact(document());
        let keys = |kind: &str| small["components"][kind].as_object().map(|all| all.keys().cloned().collect::<Vec<_>>()).unwrap_or_default();
        assert_eq!(keys("parameters"), ["Page", "Page2"]);
        assert_eq!(keys("responses"), ["BrandRow", "Refusal"]);
        assert_eq!(keys("requestBodies"), [""; 0]);
        assert_eq!(small["paths"]["/b~c"]["get"]["parameters"][0], json!({ "$ref": "#/components/parameters/Page" }));
        let mut expected = document();
        each_operation(&mut expected, |operation| expand_parameters(operation, &BTreeMap::new()));
        assert_eq!(resolved(&small["paths"], &small), expected["paths"]);
        assert_eq!(compact(small.clone()), small, "a second time changes nothing");
    }

    #[test]
    fn a_union_of_values_is_no_object() {
        let mut union = json!({ "type": "object", "anyOf": [{ "type": "integer" }, { "type": "string" }] });
        drop_type_of_union(&mut union);
        assert_eq!(union, json!({ "anyOf": [{ "type": "integer" }, { "type": "string" }] }));
        let of_objects = json!({ "type": "object", "anyOf": [{ "$ref": "#/components/schemas/A" }] });
        let mut same = of_objects.clone();
        drop_type_of_union(&mut same);
        assert_eq!(same, of_objects);
    }

    #[test]
    fn only_defaults_of_the_standard_are_left_out() {
        let parameters = json!([
            { "name": "ids[]", "in": "query", "style": "form", "explode": true, "required": true, "deprecated": true },
            { "name": "id", "in": "path", "explode": true },
        ]);
        let mut operation = Map::from_iter([("parameters".to_owned(), parameters.clone())]);
        expand_parameters(&mut operation, &BTreeMap::new());
        assert_eq!(operation["parameters"], parameters);
    }

    #[test]
    fn what_is_printed_is_the_same_document() {
        let document = json!({ "empty": {}, "none": [], "long": [{ "a": "x".repeat(100), "b": "\"\n" }, 1, null], "short": { "a": [1, 2] } });
        let text = printed(&document);
        assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), document);
        assert!(text.contains("\n  \"short\": { \"a\": [1, 2] }"), "{text}");
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
    }
}
