//! The API document: every answer and every list parameter has a type, so that a client made from it is typed.

use serde_json::{Map, Value};

use crate::support::Node;

/// What a reference points to; anything else is what it is.
fn resolved<'a>(document: &'a Value, part: &'a Value) -> &'a Value {
    match part.get("$ref").and_then(Value::as_str) {
        Some(reference) => document.pointer(reference.trim_start_matches('#')).unwrap_or_else(|| panic!("{reference} is not there")),
        None => part,
    }
}

/// The type of a success's data; nothing where it may be anything.
fn data<'a>(document: &'a Value, schema: &'a Value) -> Option<&'a Value> {
    let own = schema.pointer("/oneOf/0/allOf")?.as_array()?.iter().find_map(|part| part.pointer("/properties/data"))?;
    own.as_object().is_some_and(|own| !own.is_empty()).then(|| resolved(document, own))
}

async fn document() -> (Node, tempfile::TempDir, Value) {
    let dir = tempfile::tempdir().expect("a directory");
    let node = Node::start(dir.path(), &[]).await;
    let document = reqwest::get(format!("{}/openapi.json", node.url)).await.expect("a document").json().await.expect("JSON");
    (node, dir, document)
}

fn operations(document: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let paths = document["paths"].as_object().into_iter().flat_map(Map::values).filter_map(Value::as_object);
    paths.flat_map(Map::values).filter_map(|operation| Some((operation["operationId"].as_str()?, operation)))
}

#[tokio::test]
async fn every_answer_has_a_type() {
    let (node, _dir, document) = document().await;
    let mut seen = 0;
    let mut unknown = Vec::new();
    for (id, operation) in operations(&document) {
        // It leads elsewhere, and answers nothing itself.
        if operation["responses"]["200"].is_null() && operation["responses"]["302"].is_object() {
            continue;
        }
        let answer = resolved(&document, &operation["responses"]["200"]);
        for (kind, content) in answer["content"].as_object().unwrap_or_else(|| panic!("{id} answers nothing: {answer}")) {
            seen += 1;
            if kind.starts_with("application/json") && data(&document, &content["schema"]).is_none() {
                unknown.push(id);
            }
        }
    }
    assert!(seen > 400, "{seen}");
    assert_eq!(unknown, [""; 0]);
    node.kill().await;
}

#[tokio::test]
async fn refusals_are_in_the_document() {
    let (node, _dir, document) = document().await;
    let refusal = serde_json::json!({ "$ref": "#/components/schemas/Refusal" });
    let mut seen = 0;
    for (id, operation) in operations(&document) {
        for (status, answer) in operation["responses"].as_object().into_iter().flatten() {
            let content = resolved(&document, answer)["content"].as_object().into_iter().flatten();
            for (_, content) in content.filter(|(kind, _)| kind.starts_with("application/json")) {
                seen += 1;
                let refusals = if status == "200" { &content["schema"]["oneOf"][1] } else { &content["schema"] };
                assert_eq!(refusals, &refusal, "{id} {status}");
            }
        }
    }
    assert!(seen > 400, "{seen}");
    let codes = |name: &str| document["components"]["schemas"][name]["properties"]["code"]["enum"].clone();
    assert_eq!((codes("Success"), codes("Refusal")), (serde_json::json!([1]), serde_json::json!([0, 303, 401, 409])));
    // A notice that nobody sent has the status and the body that the document names.
    let answer = reqwest::Client::new().post(format!("{}/api/shop.Pay/notify", node.url)).json(&serde_json::json!({})).send().await;
    let status = answer.expect("an answer").status().as_u16();
    let documented = operations(&document).find(|(id, _)| *id == "shopPayNotify").map(|(_, operation)| &operation["responses"][status.to_string()]);
    assert!(documented.is_some_and(Value::is_object), "{status}");
    node.kill().await;
}

#[tokio::test]
async fn every_body_has_a_type() {
    let (node, _dir, document) = document().await;
    let mut seen = Vec::new();
    let mut unknown = Vec::new();
    for (id, operation) in operations(&document).filter(|(_, operation)| operation.get("requestBody").is_some()) {
        seen.push(id);
        // What a provider sends is signed as it stands, and read afterwards.
        if ["shopPayNotify", "shopPayRefundNotify"].contains(&id) {
            continue;
        }
        let body = resolved(&document, &operation["requestBody"]);
        for content in body["content"].as_object().into_iter().flat_map(Map::values) {
            if resolved(&document, &content["schema"]).as_object().is_none_or(Map::is_empty) {
                unknown.push(id);
            }
        }
    }
    assert_eq!(unknown, [""; 0]);
    for id in
        ["settingEdit", "settingAdd", "settingSendTestMail", "crontabRun", "profileEdit", "accountProfile", "recycleRestore", "sensitiveRollback"]
    {
        assert!(seen.contains(&id), "{id}");
    }
    node.kill().await;
}

#[tokio::test]
async fn every_list_names_its_parameters() {
    let (node, _dir, document) = document().await;
    let mut lists = 0;
    for (id, operation) in operations(&document) {
        let answer = resolved(&document, &operation["responses"]["200"]);
        let schema = answer["content"].as_object().and_then(|content| content.values().next()).map(|content| &content["schema"]);
        let pages = schema.and_then(|schema| data(&document, schema)).is_some_and(|data| data.pointer("/properties/total").is_some());
        // The market is one page, which is empty.
        if !pages || id == "marketModules" {
            continue;
        }
        lists += 1;
        let parameters = operation["parameters"].as_array().unwrap_or_else(|| panic!("{id} has no parameters"));
        let names: Vec<&str> = parameters.iter().filter_map(|parameter| resolved(&document, parameter)["name"].as_str()).collect();
        assert!(names.contains(&"page") && names.contains(&"limit"), "{id}: {names:?}");
    }
    assert!(lists > 40, "{lists}");
    node.kill().await;
}

/// Whoever reads a picture of a paper by a link that has ended hears why; what a search has not found is null.
#[tokio::test]
async fn refusals_of_pictures_and_what_is_not_there_are_in_the_document() {
    let (node, _dir, document) = document().await;
    let picture = &document["paths"]["/api/account/verifyPicture"]["get"]["responses"]["200"]["content"];
    let kinds: Vec<&String> = picture.as_object().into_iter().flat_map(Map::keys).collect();
    assert_eq!(kinds, ["application/json; charset=utf-8", "image/jpeg"]);
    for (answer, field) in [("CustomsAnswer", "code"), ("Article", "previous"), ("Article", "next")] {
        let part = &document["components"]["schemas"][answer]["properties"][field];
        assert_eq!(part["nullable"], true, "{answer}.{field}: {part}");
    }
    node.kill().await;
}
