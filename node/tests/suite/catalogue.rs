//! A resource that is put into a running node and taken out again: its routes, its rights, its place in the menu.

use entrepot::config::Settings;
use entrepot::config::services::ServiceSettings;
use entrepot::http::routes::Routes;
use entrepot::identity::rule_seeds;
use entrepot::resource::added::{publish, retire};
use entrepot::server::endpoints::Families;
use entrepot_store::resource::declaration::{Command, Field, Kind, Label, Resource, Target};
use serde_json::{Value, json};

use crate::world::{PASSWORD, Visitor, World};

const NAME: Field = Field::new("name", Kind::Text(20)).required();
const BRAND: Field = Field::new("brand_id", Kind::Reference(Target { table: "brand", relation: "brand", shows: &["name"] }));
static LOAN: Resource = Resource::new("app.Loan", "u_loan", Label { zh: "借用", en: "Loans" }, &[NAME, BRAND, Field::new("weigh", Kind::Weigh)])
    .commands(&[Command::new("giveBack", Label { zh: "归还", en: "Give back" })]);
/// A later version of it.
static LONGER: Resource =
    Resource { fields: &[NAME, BRAND, Field::new("weigh", Kind::Weigh), Field::new("days", Kind::Integer(0, 90)).default("7")], ..LOAN };

async fn world() -> World {
    let services = ServiceSettings { member_captcha: Some("off".into()), ..ServiceSettings::default() };
    let world = World::start_with(services, Settings::default()).await;
    world.node.store().seed_rules(&rule_seeds::seeds(&Routes::of::<Families>().accesses()), world.node.now()).await.expect("rules");
    world
}

/// An administrator whose one group holds the rules of these names.
async fn holder(world: &World, chief: &Visitor, username: &str, rules: &[&str]) -> Visitor {
    let all = &world.node.store().directory().await.expect("a directory").rules;
    let ids: Vec<i64> = rules.iter().map(|name| all.iter().find(|rule| rule.name == *name).unwrap_or_else(|| panic!("no rule {name}")).id).collect();
    let group = chief.done("/admin/auth.Group/add", json!({ "name": username, "pid": 0, "rules": ids })).await["id"].clone();
    let person = json!({ "username": username, "nickname": username, "password": PASSWORD, "group_arr": [group] });
    chief.done("/admin/auth.Admin/add", person).await;
    let login = world.visitor().done("/admin/Index/login", json!({ "username": username, "password": PASSWORD })).await;
    world.visitor().with("batoken", login["userInfo"]["token"].as_str().expect("a token"))
}

fn names(menu: &Value, found: &mut Vec<String>) {
    for rule in menu.as_array().into_iter().flatten() {
        found.push(format!("{} {}", rule["name"].as_str().unwrap_or_default(), rule["title"].as_str().unwrap_or_default()));
        names(&rule["children"], found);
    }
}

async fn menu_of(visitor: &Visitor) -> Vec<String> {
    let mut found = vec![];
    names(&visitor.got("/admin/Index/index").await["menus"], &mut found);
    found
}

async fn schema_of(visitor: &Visitor) -> Option<Value> {
    let schema = visitor.got("/admin/resource/schema").await;
    schema["resources"].as_array().expect("resources").iter().find(|resource| resource["controller"] == "app.Loan").cloned()
}

/// What an address answers that leads nowhere.
async fn leads_nowhere(visitor: &Visitor, path: &str) {
    let asked = visitor.ask(reqwest::Method::GET, path).send().await.expect("an answer");
    assert_eq!(asked.status(), 404, "{path}");
    assert_eq!(asked.json::<Value>().await.expect("JSON")["data"]["key"], "error.route", "{path}");
}

#[tokio::test]
async fn a_resource_comes_and_goes_while_the_node_runs() {
    let world = world().await;
    let chief = world.admin().await;
    let brand = chief.done("/admin/warehouse.Brand/add", json!({ "name": "Acme" })).await["id"].clone();
    leads_nowhere(&chief, "/admin/app.Loan/index").await;
    assert!(schema_of(&chief).await.is_none());

    publish(world.node.store(), world.node.system(), world.node.now(), &LOAN).await.expect("a resource");
    let schema = schema_of(&chief).await.expect("a schema");
    assert_eq!((&schema["title"]["en"], &schema["fields"][1]["reference"]["controller"]), (&json!("Loans"), &json!("warehouse.Brand")));
    let menu = menu_of(&chief).await;
    assert!(menu.contains(&"app/loan Loans".into()) && menu.contains(&"app Apps".into()), "{menu:?}");
    // Every route, in whatever case its path is written.
    let refused = chief.post("/admin/app.Loan/add", &json!({ "brand_id": brand })).await;
    assert_eq!((&refused["code"], &refused["data"]["field"]), (&json!(0), &json!("name")));
    let id = chief.done("/admin/app.Loan/add", json!({ "name": "Drill", "brand_id": brand })).await["id"].clone();
    chief.done("/admin/app.loan/add", json!({ "name": "Saw" })).await;
    let list = chief.got("/admin/APP.LOAN/index?quickSearch=dri").await;
    assert_eq!((&list["total"], &list["list"][0]["brand"]["name"]), (&json!(1), &json!("Acme")), "{list}");
    let by_brand = chief.got("/admin/app.Loan/index?search[0][field]=brand.name&search[0][operator]=LIKE&search[0][val]=acm").await;
    assert_eq!(by_brand["total"], 1, "{by_brand}");
    assert_eq!(chief.got("/admin/app.Loan/select").await["total"], 2);
    chief.done("/admin/app.Loan/edit", json!({ "id": id, "name": "Hammer drill" })).await;
    assert_eq!(chief.got(&format!("/admin/app.Loan/edit?id={id}")).await["row"]["name"], "Hammer drill");
    assert_eq!(chief.ask(reqwest::Method::PUT, "/admin/app.Loan/index").send().await.expect("an answer").status(), 405);
    leads_nowhere(&chief, "/admin/app.Loan/nothing").await;
    // A row that is referred to stays, as with any resource.
    let used = chief.post("/admin/warehouse.Brand/del", &json!({ "ids": [brand] })).await;
    assert_eq!(used["code"], 0, "{used}");

    // Rights are those of its rules.
    assert_eq!(world.visitor().get("/admin/app.Loan/index").await["code"], 303);
    let reader = holder(&world, &chief, "reader", &["app", "app/loan", "app/loan/index"]).await;
    let stranger = holder(&world, &chief, "stranger", &["warehouse", "warehouse/brand", "warehouse/brand/index"]).await;
    assert_eq!(reader.got("/admin/app.Loan/index").await["total"], 2);
    assert_eq!(schema_of(&reader).await.expect("a schema")["nodes"], json!(["index"]));
    for path in [
        "/admin/app.Loan/add",
        "/admin/app.Loan/edit",
        "/admin/app.Loan/del",
        "/admin/app.Loan/sortable",
        "/admin/app.Loan/export",
        "/admin/app.Loan/giveBack",
    ] {
        assert_eq!(reader.post(path, &json!({ "id": id, "ids": [id], "name": "x" })).await["code"], 401, "{path}");
    }
    let returner = holder(&world, &chief, "returner", &["app", "app/loan", "app/loan/index", "app/loan/giveBack"]).await;
    assert_eq!(returner.post("/admin/app.Loan/giveBack", &json!({ "id": id })).await["code"], 1);
    assert_eq!(schema_of(&returner).await.expect("a schema")["commands"][0]["title"]["en"], "Give back");
    assert_eq!(schema_of(&reader).await.expect("a schema")["commands"], json!([]));
    assert_eq!(stranger.get("/admin/app.Loan/index").await["code"], 401);
    assert!(schema_of(&stranger).await.is_none() && !menu_of(&stranger).await.iter().any(|rule| rule.starts_with("app")));

    // A new version serves the rows of the old one.
    publish(world.node.store(), world.node.system(), world.node.now(), &LONGER).await.expect("a version");
    assert_eq!(chief.got(&format!("/admin/app.Loan/edit?id={id}")).await["row"]["days"], 7);
    chief.done("/admin/app.Loan/edit", json!({ "id": id, "days": 9 })).await;
    assert_eq!(reader.got("/admin/app.Loan/index").await["total"], 2);
    let gone = chief.post("/admin/app.Loan/del", &json!({ "ids": [id] })).await;
    assert_eq!((&gone["code"], chief.got("/admin/app.Loan/index").await["total"].as_i64()), (&json!(1), Some(1)), "{gone}");
    // What was done stands in the log, under its name.
    world.node.journal().flush().await;
    let log = chief.got("/admin/auth.AdminLog/index?limit=50").await;
    assert!(log["list"].as_array().expect("lines").iter().any(|line| line["title"] == "Loans - Delete"), "{log}");

    retire(world.node.store(), world.node.system(), world.node.now(), "app.Loan").await.expect("it goes");
    leads_nowhere(&chief, "/admin/app.Loan/index").await;
    assert!(schema_of(&chief).await.is_none() && !menu_of(&chief).await.iter().any(|rule| rule.starts_with("app/loan")));
    assert_eq!(reader.get("/admin/app.Loan/index").await["code"], 401);
    chief.done("/admin/warehouse.Brand/del", json!({ "ids": [brand] })).await;
    // Its rows and its rights are there when it comes back.
    publish(world.node.store(), world.node.system(), world.node.now(), &LONGER).await.expect("a resource");
    assert_eq!(reader.got("/admin/app.Loan/index").await["list"][0]["name"], "Saw");
}
