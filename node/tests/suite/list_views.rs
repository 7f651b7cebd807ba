//! How people look at lists: kept with their account, and nobody else's business.

use serde_json::{Value, json};

use crate::permissions::{group, member, picked, rules};
use crate::support::{Client, Node, admins};

const VIEWS: &str = "/admin/routine.ListView";

async fn save(client: &Client, body: Value) -> Value {
    client.done(&format!("{VIEWS}/save"), body).await
}

#[tokio::test]
async fn people_look_at_lists_as_they_did_wherever_they_sign_in() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    // A login is enough.
    let little = group(&chief, json!({ "name": "little", "pid": 0, "rules": picked(&rules(&chief).await, &["notification"]) })).await;
    let clerk = member(&node, &chief, "clerk", &[little]).await;
    let nothing = json!({ "density": null, "views": {} });
    assert_eq!(clerk.got(&format!("{VIEWS}/index")).await, nothing);
    let view = json!({ "order": ["name", "id"], "shown": { "weigh": true, "remark": false }, "widths": { "name": 240 } });
    save(&clerk, json!({ "list": "warehouse/inventory", "view": view })).await;
    let all = save(&clerk, json!({ "density": "small" })).await;
    let expected = json!({ "density": "small", "views": { "warehouse/inventory": view } });
    assert_eq!(all, expected);
    assert_eq!(node.login("clerk").await.got(&format!("{VIEWS}/index")).await, expected);
    assert_eq!(chief.got(&format!("{VIEWS}/index")).await, nothing);
    assert_eq!(node.anonymous().get(&format!("{VIEWS}/index")).await["code"], 303);
    for (body, field) in [
        (json!({}), "list"),
        (json!({ "list": "a b", "view": view }), "list"),
        (json!({ "density": "huge" }), "density"),
        (json!({ "list": "x", "view": { "order": [""] } }), "order"),
        (json!({ "list": "x", "view": { "widths": { "name": 100_000 } } }), "widths"),
        (json!({ "list": "x", "view": { "shown": { "a\nb": true } } }), "shown"),
    ] {
        let answer = clerk.post(&format!("{VIEWS}/save"), &body).await;
        assert_eq!((answer["code"].clone(), answer["data"]["field"].clone()), (json!(0), json!(field)), "{answer}");
    }
    // Back to the declaration.
    assert_eq!(save(&clerk, json!({ "list": "warehouse/inventory" })).await["views"], json!({}));
    node.kill().await;
}
