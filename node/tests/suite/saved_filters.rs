//! Filters of lists that people have given names: kept with their account, and nobody else's business.

use serde_json::{Value, json};

use crate::permissions::{group, member, picked, rules};
use crate::support::{Client, Node, admins};

const FILTERS: &str = "/admin/routine.SavedFilter";
const LIST: &str = "warehouse/inventory";

async fn of(client: &Client, list: &str) -> Value {
    let answer = client.get(&format!("{FILTERS}/index?list={list}")).await;
    assert_eq!(answer["code"], 1, "{answer}");
    answer["data"]["list"].clone()
}

async fn save(client: &Client, list: &str, name: &str, search: &str) -> Value {
    client.done(&format!("{FILTERS}/save"), json!({ "list": list, "name": name, "search": search })).await["list"].clone()
}

#[tokio::test]
async fn people_have_their_own_filters_wherever_they_sign_in() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    // A login is enough: one who may see hardly anything has filters as well.
    let little = group(&chief, json!({ "name": "little", "pid": 0, "rules": picked(&rules(&chief).await, &["notification"]) })).await;
    let clerk = member(&node, &chief, "clerk", &[little]).await;
    assert_eq!(of(&clerk, LIST).await, json!([]));
    save(&clerk, LIST, " low ", "below=1&q=%E6%9C%A8").await;
    let both = json!([{ "name": "low", "search": "below=1&q=%E6%9C%A8" }, { "name": "held", "search": "state=held" }]);
    assert_eq!(save(&clerk, LIST, "held", "state=held").await, both);
    save(&chief, LIST, "mine", "q=1").await;
    save(&clerk, "warehouse/brand", "oaks", "q=oak").await;

    // From another machine.
    let elsewhere = node.login("clerk").await;
    assert_eq!(of(&elsewhere, LIST).await, both);
    assert_eq!(of(&chief, LIST).await, json!([{ "name": "mine", "search": "q=1" }]));
    let dropped = elsewhere.done(&format!("{FILTERS}/drop"), json!({ "list": LIST, "name": "low" })).await;
    assert_eq!(dropped["list"], json!([{ "name": "held", "search": "state=held" }]));
    // What another has can't be dropped, nor read without a login.
    let kept = elsewhere.done(&format!("{FILTERS}/drop"), json!({ "list": LIST, "name": "mine" })).await;
    assert_eq!((kept["list"].clone(), of(&chief, LIST).await), (dropped["list"].clone(), json!([{ "name": "mine", "search": "q=1" }])));
    assert_eq!(node.anonymous().get(&format!("{FILTERS}/index?list={LIST}")).await["code"], 303);

    // They outlive the node.
    assert!(node.stop().await);
    let node = Node::start(dir.path(), &[]).await;
    let clerk = node.login("clerk").await;
    assert_eq!(of(&clerk, LIST).await, json!([{ "name": "held", "search": "state=held" }]));
    assert_eq!(of(&clerk, "warehouse/brand").await, json!([{ "name": "oaks", "search": "q=oak" }]));
    node.kill().await;
}

#[tokio::test]
async fn a_list_has_so_many_filters_and_one_of_a_name() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    for number in 0..20 {
        save(&chief, LIST, &format!("filter {number}"), "q=1").await;
    }
    let more = chief.post(&format!("{FILTERS}/save"), &json!({ "list": LIST, "name": "more", "search": "q=1" })).await;
    assert_eq!((more["code"].clone(), more["data"].clone()), (json!(0), json!({ "key": "saved_filter.full", "most": 20 })));
    assert_eq!(more["msg"], "At most 20 filters can be saved for a list");
    let replaced = save(&chief, LIST, "filter 3", "q=2").await;
    assert_eq!((replaced.as_array().map(Vec::len), &replaced[19]), (Some(20), &json!({ "name": "filter 3", "search": "q=2" })));
    // Another list has room.
    save(&chief, "warehouse/brand", "more", "q=1").await;
    node.kill().await;
}

#[tokio::test]
async fn filters_that_two_tabs_save_at_once_are_both_kept() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let (one, two) = (node.login("chief").await, node.login("chief").await);
    for number in 0..9 {
        let (first, second) = (format!("a {number}"), format!("b {number}"));
        tokio::join!(save(&one, LIST, &first, "q=1"), save(&two, LIST, &second, "q=2"));
        let kept = of(&one, LIST).await;
        let names: Vec<&str> = kept.as_array().into_iter().flatten().filter_map(|filter| filter["name"].as_str()).collect();
        assert!(names.len() == 2 * (number + 1) && names.contains(&first.as_str()) && names.contains(&second.as_str()), "{names:?}");
    }
    node.kill().await;
}

#[tokio::test]
async fn what_is_no_filter_is_refused_with_the_name_of_its_field() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let refused = async |action: &str, body: Value, field: &str, key: &str| {
        let answer = chief.post(&format!("{FILTERS}/{action}"), &body).await;
        let told = (answer["code"].clone(), answer["data"]["field"].clone(), answer["data"]["key"].clone());
        assert_eq!(told, (json!(0), json!(field), json!(key)), "{action} {body}: {answer}");
    };
    let with = |field: &str, value: Value| {
        let mut body = json!({ "list": LIST, "name": "low", "search": "q=1" });
        body[field] = value;
        body
    };
    for field in ["list", "name", "search"] {
        for odd in [json!(true), json!(7), json!(null), json!(["low"]), json!({})] {
            refused("save", with(field, odd), field, "error.type").await;
        }
        refused("save", with(field, json!(" ")), field, "error.required").await;
        let mut without = with(field, json!(""));
        without.as_object_mut().expect("a body").remove(field);
        refused("save", without, field, "error.required").await;
    }
    refused("save", with("list", json!("x".repeat(101))), "list", "error.text.long").await;
    refused("save", with("list", json!("warehouse inventory")), "list", "error.choice").await;
    refused("save", with("list", json!("列表")), "list", "error.choice").await;
    refused("save", with("name", json!("低".repeat(31))), "name", "error.text.long").await;
    refused("save", with("name", json!("a\nb")), "name", "error.text.line").await;
    refused("save", with("search", json!("q".repeat(2_001))), "search", "error.text.long").await;
    refused("save", with("admin", json!(1)), "admin", "error.field.unknown").await;
    refused("save", json!([LIST, "low", "q=1"]), "body", "error.type").await;
    refused("drop", json!({ "list": LIST, "name": true }), "name", "error.type").await;
    refused("drop", json!({ "list": LIST, "name": "" }), "name", "error.required").await;
    refused("drop", json!({ "list": 1, "name": "low" }), "list", "error.type").await;
    for (query, key) in [("", "error.required"), ("?list=", "error.required"), ("?list=a%20b", "error.choice")] {
        let answer = chief.get(&format!("{FILTERS}/index{query}")).await;
        assert_eq!((answer["code"].clone(), answer["data"]["field"].clone(), answer["data"]["key"].clone()), (json!(0), json!("list"), json!(key)));
    }
    assert_eq!(of(&chief, LIST).await, json!([]));
    // What is just within the bounds is kept.
    let longest = save(&chief, &"x".repeat(100), &"低".repeat(30), &"q".repeat(2_000)).await;
    assert_eq!(longest, json!([{ "name": "低".repeat(30), "search": "q".repeat(2_000) }]));
    node.kill().await;
}
