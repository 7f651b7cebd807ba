//! Makes the OpenAPI document smaller: what many operations share stands once, as a component.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// Parameters and responses that occur as often as this become components.
const SHARED_FROM: usize = 3;
/// Names of HTTP methods in a path's object.
const METHODS: &[&str] = &["get", "post", "put", "delete", "patch"];

/// The document with shared parameters and responses.
#[must_use]
pub fn compact(mut document: Value) -> Value {
    let groups = parameter_groups(&document);
    each_operation(&mut document, |operation| expand_parameters(operation, &groups));
    share(&mut document, "parameters", parameter_name, |operation| {
        operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten().collect()
    });
    share(&mut document, "responses", response_name, |operation| {
        operation.get_mut("responses").and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut).collect()
    });
    if let Some(schemas) = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut) {
        for group in groups.keys() {
            schemas.remove(group);
        }
    }
    document
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

/// Schemas that stand for several parameters in the query, with these.
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

/// `search` is `Search`, `ids[]` is `Ids`.
fn parameter_name(parameter: &Value) -> Option<String> {
    let name = parameter["name"].as_str()?.replace(['[', ']'], "");
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect())
}

/// A response is called as its data is; one whose data has no name is not shared.
fn response_name(response: &Value) -> Option<String> {
    let content = response["content"].as_object().filter(|content| content.len() == 1)?;
    let data = &content.values().next()?["schema"]["allOf"][1]["properties"]["data"];
    match schema_name(data) {
        Some(name) => Some(name.to_owned()),
        None if data["enum"] == json!([null]) => Some("Nothing".to_owned()),
        None => None,
    }
}

/// Replaces parts that occur several times by references to one component.
fn share(document: &mut Value, kind: &str, name_of: impl Fn(&Value) -> Option<String>, parts: impl Fn(&mut Map<String, Value>) -> Vec<&mut Value>) {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    each_operation(document, |operation| parts(operation).into_iter().for_each(|part| *counts.entry(part.to_string()).or_default() += 1));
    // By name, and the text of the one that has it: of two that differ, the first found keeps the name.
    let mut shared: BTreeMap<String, Value> = BTreeMap::new();
    each_operation(document, |operation| {
        for part in parts(operation) {
            if counts.get(&part.to_string()).is_none_or(|count| *count < SHARED_FROM) {
                continue;
            }
            let Some(name) = name_of(part) else { continue };
            if shared.entry(name.clone()).or_insert_with(|| part.clone()) == part {
                *part = json!({ "$ref": format!("#/components/{kind}/{name}") });
            }
        }
    });
    if !shared.is_empty() {
        document["components"][kind] = Value::Object(shared.into_iter().collect());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn operation(parameters: Value, data: &Value) -> Value {
        let schema = json!({ "allOf": [{ "$ref": "#/components/schemas/Envelope" }, { "type": "object", "properties": { "data": data } }] });
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
                              { "name": "own", "in": "query", "required": true, "schema": { "type": "string" } }]);
        assert_eq!(of_a["parameters"], expanded);
        assert_eq!(document["paths"]["/c"]["get"]["responses"]["200"], json!({ "$ref": "#/components/responses/Nothing" }));
        // Only two operations answer a page: that stays where it is.
        assert!(of_a["responses"]["200"]["content"].is_object(), "{of_a}");
        assert_eq!(document["components"]["schemas"], json!({ "Page": { "type": "object" } }));
    }
}
