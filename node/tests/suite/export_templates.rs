//! Exports that are kept and made by schedule: each receiver gets what they may see, and it ends with its owner's rights.

use reqwest::Method;
use serde_json::{Value, json};

use crate::order_steps::{Shop, field, shop};
use crate::world::Visitor;

const TEMPLATES: &str = "/admin/routine.ExportTemplate";
/// What may be done with templates, and with the list that they export.
const NODES: &[&str] = &[
    "routine/exporttemplate/index",
    "routine/exporttemplate/add",
    "routine/exporttemplate/edit",
    "routine/exporttemplate/run",
    "routine/exporttemplate/takeover",
    "routine/transfer/index",
    "notification/index/index",
    "warehouse/product/index",
    "warehouse/product/export",
];

async fn id_of(shop: &Shop, name: &str) -> i64 {
    let vars = vec![("name", entrepot_store::engine::value::text(name))];
    shop.world.node.store().rows::<i64>("SELECT VALUE record::id(id) FROM admin WHERE username = $name", vars).await.expect("a row")[0]
}

/// The exports of somebody, ended ones, the newest first.
async fn exports(who: &Visitor, many: usize) -> Vec<Value> {
    for () in crate::support::turns() {
        let list = who.got("/admin/routine.Transfer/index").await["list"].as_array().cloned().unwrap_or_default();
        if list.len() >= many && list.iter().all(|task| task["state"] != "running") {
            return list;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("the exports do not end");
}

async fn run_task(shop: &Shop) {
    let chief = shop.world.admin().await;
    let tasks = chief.got("/admin/routine.Crontab/index?limit=100").await["list"].as_array().cloned().unwrap_or_default();
    let task = tasks.iter().find(|task| task["type"] == "scheduled_exports").expect("the task");
    let done = chief.done("/admin/routine.Crontab/run", json!({ "id": task["id"] })).await;
    assert_eq!(done["result"], "done", "{done}");
}

#[tokio::test]
async fn each_receiver_gets_what_they_may_see() {
    let shop = shop(json!({})).await;
    let owner = shop.person("owner", NODES).await;
    let reader = shop.person("reader", NODES).await;
    shop.person("other", &["warehouse/product/index", "routine/transfer/index"]).await;
    let (reader_id, other_id) = (id_of(&shop, "reader").await, id_of(&shop, "other").await);
    let template = |more: Value| {
        let mut body = json!({ "name": "Products", "controller": "warehouse.Product", "query": "format=csv", "cron": "0 8 * * *", "language": "en", "status": 1 });
        more.as_object().into_iter().flatten().for_each(|(name, value)| body[name] = value.clone());
        body
    };
    let add = format!("{TEMPLATES}/add");
    for (more, wrong) in [
        (json!({ "cron": "*/5 * * * *" }), ("cron", "export_template.often")),
        (json!({ "cron": "daily" }), ("cron", "error.cron")),
        (json!({ "controller": "warehouse.Nothing" }), ("controller", "error.choice")),
        (json!({ "controller": "warehouse.Supplier" }), ("controller", "export_template.not_allowed")),
    ] {
        assert_eq!(field(&owner.post(&add, &template(more.clone())).await), wrong, "{more}");
    }
    let id = owner.done(&add, template(json!({ "receivers": [reader_id, other_id] }))).await["id"].clone();
    owner.done(&format!("{TEMPLATES}/run"), json!({ "id": id })).await;

    let made = exports(&reader, 1).await;
    assert_eq!((&made[0]["state"], &made[0]["controller"]), (&json!("done"), &json!("warehouse.Product")));
    let file = reader.ask(Method::GET, &format!("/admin/routine.Transfer/download?id={}", made[0]["id"])).send().await.expect("an answer");
    assert!(file.text().await.expect("text").contains("Product"), "in the language of the template");
    assert!(exports(&owner, 0).await.is_empty(), "it is the reader's alone");
    let row = owner.got(&format!("{TEMPLATES}/index")).await["list"][0].clone();
    assert_eq!((&row["made"], &row["skipped"]), (&json!(1), &json!(1)), "who may not export gets none: {row}");

    // By schedule, once, however often it was missed.
    let store = shop.world.node.store();
    store.rows::<i64>("UPDATE export_template SET next_time = 1000 RETURN VALUE 1", vec![]).await.expect("due");
    run_task(&shop).await;
    run_task(&shop).await;
    assert_eq!(exports(&reader, 2).await.len(), 2);
    let notices = reader.got("/admin/notification.Index/index").await["list"].as_array().cloned().unwrap_or_default();
    assert!(notices.iter().any(|notice| notice["message_type"] == "export.ready"), "{notices:?}");

    // It ends with its owner, and whoever may take it over is told.
    let chief = shop.world.admin().await;
    let owner_id = id_of(&shop, "owner").await;
    let groups = chief.got(&format!("/admin/auth.Admin/edit?id={owner_id}")).await["row"]["group_arr"].clone();
    let disabled = json!({ "id": owner_id, "username": "owner", "nickname": "owner", "group_arr": groups, "status": "disable" });
    chief.done("/admin/auth.Admin/edit", disabled).await;
    store.rows::<i64>("UPDATE export_template SET next_time = 1000 RETURN VALUE 1", vec![]).await.expect("due");
    run_task(&shop).await;
    assert_eq!(exports(&reader, 2).await.len(), 2, "no further file");
    let row = chief.got(&format!("{TEMPLATES}/index")).await["list"][0].clone();
    assert_eq!(row["status"], 0, "{row}");
    let told = reader.got("/admin/notification.Index/index").await["list"].as_array().cloned().unwrap_or_default();
    assert!(told.iter().any(|notice| notice["message_type"] == "export.stopped"), "{told:?}");
    chief.done(&format!("{TEMPLATES}/takeOver"), json!({ "id": id })).await;
    let row = chief.got(&format!("{TEMPLATES}/index")).await["list"][0].clone();
    assert_eq!(row["admin_id"], chief.got("/admin/routine.AdminInfo/index").await["info"]["id"]);
}
