//! Keys of other programs: what they may, when they end, and that nobody reads them again.

use std::time::Duration;

use entrepot::http::routes::Routes;
use entrepot::server::endpoints::Families;
use poem::http::StatusCode;
use serde_json::{Value, json};

use crate::order_steps::{Shop, field, key, shop};
use crate::support::{Node, admins};
use crate::world::{PASSWORD, Visitor, World};

const KEYS: &str = "/admin/api.Key";
const PRODUCTS: &str = "/admin/warehouse.Product/index";

fn keyed(world: &World, text: &str) -> Visitor {
    world.visitor().with("authorization", &format!("Bearer {text}"))
}

/// The status of an answer, and the answer.
async fn asked(who: &Visitor, path: &str) -> (StatusCode, Value) {
    let answer = who.ask(reqwest::Method::GET, path).send().await.expect("an answer");
    (StatusCode::from_u16(answer.status().as_u16()).expect("a status"), answer.json().await.expect("JSON"))
}

async fn is_refused(who: &Visitor) -> bool {
    let (status, answer) = asked(who, PRODUCTS).await;
    status == StatusCode::UNAUTHORIZED && answer["code"] == 401 && answer["data"]["key"] == "key.refused"
}

async fn is_let_in(who: &Visitor) -> bool {
    let (status, answer) = asked(who, PRODUCTS).await;
    status == StatusCode::OK && answer["code"] == 1
}

const RIGHTS: &[&str] = &[
    "api/key/index",
    "api/key/edit",
    "api/key/del",
    "api/key/make",
    "api/key/rotate",
    "api/key/revoke",
    "auth/adminLog/index",
    "warehouse/product/index",
    "warehouse/product/edit",
    "warehouse/unit/index",
    "warehouse/inboundOrder/index",
    "warehouse/inboundOrder/add",
];

/// A shop with Ann, who makes keys of her only group.
struct Keyed {
    shop: Shop,
    ann: Visitor,
    group: i64,
}

async fn site() -> Keyed {
    let shop = shop(json!({})).await;
    let ann = shop.person("ann", RIGHTS).await;
    let form = ann.got(&format!("{KEYS}/make")).await;
    let groups = form["groups"].as_array().expect("groups").clone();
    assert_eq!((groups.len(), &form["of_site"], form["warehouses"].as_array().map(Vec::len)), (1, &json!(false), Some(1)), "{form}");
    Keyed { group: groups[0]["id"].as_i64().expect("an id"), shop, ann }
}

impl Keyed {
    fn world(&self) -> &World {
        &self.shop.world
    }

    fn body(&self) -> Value {
        json!({ "name": "ERP", "group_id": self.group, "expires": self.world().node.now() + 86_400 })
    }

    /// A key of somebody, with more in its body: its id and its text.
    async fn key_of(&self, who: &Visitor, more: Value) -> (i64, String) {
        let mut body = self.body();
        more.as_object().into_iter().flatten().for_each(|(name, value)| body[name] = value.clone());
        let made = who.done(&format!("{KEYS}/make"), body).await;
        (made["id"].as_i64().expect("an id"), made["api_key"].as_str().expect("a key").to_owned())
    }

    async fn key(&self, more: Value) -> (i64, String) {
        self.key_of(&self.ann, more).await
    }

    async fn row(&self, id: i64) -> Value {
        let list = self.shop.clerk.got(&format!("{KEYS}/index?limit=100")).await["list"].clone();
        list.as_array().expect("rows").iter().find(|row| row["id"] == id).expect("the row").clone()
    }

    /// Ann's account.
    async fn ann_id(&self) -> i64 {
        let list = self.shop.clerk.got("/admin/auth.Admin/index?quickSearch=ann").await["list"].clone();
        list[0]["id"].as_i64().expect("an id")
    }

    async fn set_ann(&self, change: Value) {
        let mut body = json!({ "id": self.ann_id().await });
        change.as_object().into_iter().flatten().for_each(|(name, value)| body[name] = value.clone());
        self.shop.clerk.done("/admin/auth.Admin/edit", body).await;
    }

    /// Waits until the administrators' log says something.
    async fn logged(&self, what: &[&str]) {
        for _ in 0..100 {
            let log = self.shop.clerk.got("/admin/auth.AdminLog/index?limit=100").await["list"].clone();
            if log.as_array().expect("rows").iter().any(|row| what.iter().all(|word| row.to_string().contains(word))) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("no line of the log has {what:?}");
    }
}

#[tokio::test]
async fn a_key_may_what_its_group_and_its_owner_may_at_that_moment() {
    let site = site().await;
    let clerk = &site.shop.clerk;
    let (id, text) = site.key(json!({})).await;
    let program = keyed(site.world(), &text);
    assert!(is_let_in(&program).await);
    assert_eq!(program.get("/admin/warehouse.Supplier/index").await["code"], 401, "not in the group");
    // The group's warehouse, and no other.
    let other = clerk.done("/admin/warehouse.Warehouse/add", json!({ "name": "Other", "serial_no": "W2" })).await["id"].clone();
    let mut order = site.shop.inbound(3);
    let made = program.done("/admin/warehouse.InboundOrder/add", order.clone()).await;
    assert_eq!(site.shop.row("/admin/warehouse.InboundOrder", &made).await["create_admin_id"], json!(site.ann_id().await));
    order["warehouses_id"] = other.clone();
    let foreign = clerk.done("/admin/warehouse.InboundOrder/add", order.clone()).await;
    assert_ne!(program.post("/admin/warehouse.InboundOrder/add", &order).await["code"], 1);
    let seen = program.got("/admin/warehouse.InboundOrder/index").await["list"].clone();
    let ids: Vec<&Value> = seen.as_array().expect("rows").iter().map(|row| &row["id"]).collect();
    assert!(ids.contains(&&made["id"]) && !ids.contains(&&foreign["id"]), "{seen}");
    // A key of a super administrator is bound to its group and warehouses as well.
    let (_, narrow) = site.key_of(clerk, json!({ "group_id": 1, "warehouses": [other] })).await;
    let seen = keyed(site.world(), &narrow).got("/admin/warehouse.InboundOrder/index").await["list"].clone();
    assert_eq!((seen.as_array().map(Vec::len), &seen[0]["id"]), (Some(1), &foreign["id"]));

    // What the group loses, the key loses.
    let edit = json!({ "id": site.shop.product, "name": "Pencil" });
    program.done("/admin/warehouse.Product/edit", edit.clone()).await;
    let rules = site.shop.rules(&["warehouse/product/index"]).await;
    clerk.done("/admin/auth.Group/edit", json!({ "id": site.group, "rules": rules })).await;
    assert_eq!(program.post("/admin/warehouse.Product/edit", &edit).await["code"], 401);
    assert!(is_let_in(&program).await);
    // And with the owner it goes.
    let empty = clerk.done("/admin/auth.Group/add", json!({ "name": "empty", "pid": 0, "rules": rules })).await["id"].clone();
    site.set_ann(json!({ "group_arr": [empty] })).await;
    assert!(is_refused(&program).await);
    site.set_ann(json!({ "group_arr": [site.group] })).await;
    assert!(is_let_in(&program).await);
    site.set_ann(json!({ "status": "disable" })).await;
    assert!(is_refused(&program).await);
    site.logged(&[&text[..11], "owner_disabled"]).await;
    for _ in 0..100 {
        if site.row(id).await["refusal"] == "owner_disabled" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let row = site.row(id).await;
    assert_eq!((&row["refusal"], &row["last_used_ip"]), (&json!("owner_disabled"), &json!("127.0.0.1")), "{row}");
    assert!(row["last_used_at"].as_i64().is_some_and(|at| at > 1_700_000_000), "{row}");
}

#[tokio::test]
async fn a_key_of_the_site_outlives_its_maker() {
    let site = site().await;
    let clerk = &site.shop.clerk;
    let mut asked = site.body();
    asked["of_site"] = json!(true);
    assert_eq!(field(&site.ann.post(&format!("{KEYS}/make"), &asked).await), ("of_site", "key.site"));
    clerk.done("/admin/auth.Admin/add", json!({ "username": "boss", "nickname": "Boss", "password": PASSWORD, "group_arr": [1] })).await;
    let login = site.world().visitor().done("/admin/Index/login", json!({ "username": "boss", "password": PASSWORD })).await;
    let boss = site.world().visitor().with("batoken", login["userInfo"]["token"].as_str().expect("a token"));
    let (_, own) = site.key_of(&boss, json!({})).await;
    let (id, of_site) = site.key_of(&boss, json!({ "of_site": 1 })).await;
    let (own, of_site) = (keyed(site.world(), &own), keyed(site.world(), &of_site));
    assert!(is_let_in(&own).await && is_let_in(&of_site).await);
    let found = clerk.got("/admin/auth.Admin/index?quickSearch=boss").await["list"][0]["id"].clone();
    clerk.done("/admin/auth.Admin/edit", json!({ "id": found, "status": "disable" })).await;
    assert!(is_refused(&own).await && is_let_in(&of_site).await);
    // Another super administrator takes care of it.
    let rotated = clerk.done(&format!("{KEYS}/rotate"), json!({ "id": id, "overlap_hours": 0 })).await;
    assert!(is_refused(&of_site).await && is_let_in(&keyed(site.world(), rotated["api_key"].as_str().expect("a key"))).await);
}

#[tokio::test]
async fn a_key_ends_by_itself_and_at_once_when_it_is_revoked() {
    let site = site().await;
    let (_, short) = site.key(json!({ "expires": site.world().node.now() + 2 })).await;
    let short = keyed(site.world(), &short);
    for _ in 0..100 {
        if is_refused(&short).await {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert!(is_refused(&short).await, "its time is over");
    for wrong in [0, site.world().node.now() - 1, site.world().node.now() + 800 * 86_400] {
        let mut body = site.body();
        body["expires"] = json!(wrong);
        assert_eq!(field(&site.ann.post(&format!("{KEYS}/make"), &body).await), ("expires", "key.expires"), "{wrong}");
    }
    let (id, text) = site.key(json!({})).await;
    let program = keyed(site.world(), &text);
    // It is in use, so that all that is remembered of it is warm.
    assert!(is_let_in(&program).await && is_let_in(&program).await);
    let kept = site.ann.del(&format!("{KEYS}/del"), &json!(id)).await;
    assert_eq!(key(&kept), "key.in_use", "{kept}");
    site.ann.done(&format!("{KEYS}/revoke"), json!({ "id": id, "version": 1 })).await;
    assert!(is_refused(&program).await);
    site.logged(&[&text[..11], "\\\"revoked\\\""]).await;
    let row = site.row(id).await;
    assert_eq!((&row["state"], &row["revoked_by"]), (&json!("revoked"), &json!(site.ann_id().await)), "{row}");
    for (path, body) in [("revoke", json!({ "id": id })), ("rotate", json!({ "id": id, "overlap_hours": 1 }))] {
        assert_eq!(key(&site.ann.post(&format!("{KEYS}/{path}"), &body).await), "error.other_state", "{path}");
    }
    assert_eq!(site.ann.del(&format!("{KEYS}/del"), &json!(id)).await["code"], 1);
    assert!(is_refused(&program).await);
}

#[tokio::test]
async fn a_rotated_key_overlaps_as_long_as_was_said() {
    let site = site().await;
    let (id, first) = site.key(json!({})).await;
    let rotate = async |hours: i64| {
        let answer = site.ann.done(&format!("{KEYS}/rotate"), json!({ "id": id, "overlap_hours": hours })).await;
        keyed(site.world(), answer["api_key"].as_str().expect("a key"))
    };
    let first_program = keyed(site.world(), &first);
    let second = rotate(24).await;
    assert!(is_let_in(&first_program).await && is_let_in(&second).await);
    let row = site.row(id).await;
    assert_eq!(row["former_prefix"].as_str(), Some(&first[..11]), "{row}");
    assert_ne!(row["prefix"], row["former_prefix"]);
    let third = rotate(0).await;
    assert!(is_refused(&first_program).await && is_refused(&second).await && is_let_in(&third).await);
    // It is its owner for the API: nobody else gets its text. They may revoke it.
    let body = json!({ "id": id, "overlap_hours": 0 });
    assert_eq!(key(&site.shop.clerk.post(&format!("{KEYS}/rotate"), &body).await), "key.other");
    let ben = site.shop.person("ben", RIGHTS).await;
    assert_eq!(key(&ben.post(&format!("{KEYS}/rotate"), &body).await), "key.other");
    assert_eq!(key(&ben.post(&format!("{KEYS}/edit"), &json!({ "id": id, "rate": 6_000 })).await), "key.other");
    assert_eq!(field(&site.ann.post(&format!("{KEYS}/rotate"), &json!({ "id": id, "overlap_hours": 169 })).await).0, "overlap_hours");
    site.shop.clerk.done(&format!("{KEYS}/revoke"), json!({ "ids": [id] })).await;
    assert!(is_refused(&third).await);
}

#[tokio::test]
async fn a_key_names_a_group_that_its_maker_has_or_may_give() {
    let site = site().await;
    let clerk = &site.shop.clerk;
    let rules = site.shop.rules(&["warehouse/supplier/index"]).await;
    let foreign = clerk.done("/admin/auth.Group/add", json!({ "name": "foreign", "pid": 0, "rules": rules })).await["id"].clone();
    for group in [foreign, json!(1), json!(999)] {
        let mut body = site.body();
        body["group_id"] = group.clone();
        assert_eq!(field(&site.ann.post(&format!("{KEYS}/make"), &body).await), ("group_id", "key.group"), "{group}");
    }
    for (name, value, wrong) in [
        ("name", json!(" "), "error.required"),
        ("rate", json!(6_001), "error.number.range"),
        ("warehouses", json!([999]), "error.reference"),
        ("warehouses", json!("x"), "error.type"),
        ("remark", json!("x".repeat(256)), "error.text.long"),
        ("prefix", json!("ek_mine"), "error.field.unknown"),
    ] {
        let mut body = site.body();
        body[name] = value;
        assert_eq!(field(&site.ann.post(&format!("{KEYS}/make"), &body).await), (name, wrong), "{body}");
    }
    assert_eq!(
        field(&site.ann.post(&format!("{KEYS}/edit"), &json!({ "id": site.key(json!({})).await.0, "state": "active", "group_id": 1 })).await).1,
        "error.field.read_only"
    );
}

#[tokio::test]
async fn a_key_calls_as_often_as_it_may() {
    let site = site().await;
    let (_, text) = site.key(json!({ "rate": 5 })).await;
    let program = keyed(site.world(), &text);
    let mut last = None;
    // A minute may end between.
    for _ in 0..11 {
        let answer = program.ask(reqwest::Method::GET, PRODUCTS).send().await.expect("an answer");
        if answer.status() == reqwest::StatusCode::TOO_MANY_REQUESTS {
            last = Some(answer);
            break;
        }
        assert_eq!(answer.status(), reqwest::StatusCode::OK);
    }
    let refused = last.expect("one too many");
    let wait: i64 = refused.headers()["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!((1..=60).contains(&wait), "{wait}");
    let body: Value = refused.json().await.expect("JSON");
    assert_eq!((&body["data"]["key"], &body["data"]["seconds"]), (&json!("error.rate"), &json!(wait)));
    assert_eq!(site.ann.get(PRODUCTS).await["code"], 1, "its owner is counted apart");
}

#[tokio::test]
async fn a_key_stands_in_its_header_and_nowhere_else() {
    let site = site().await;
    let (_, text) = site.key(json!({})).await;
    let stranger = site.world().visitor();
    for path in
        [format!("{PRODUCTS}?batoken={text}"), format!("{PRODUCTS}?ba_token={text}"), format!("{PRODUCTS}?access_token={text}&api_key={text}")]
    {
        assert_eq!(stranger.get(&path).await["code"], 303, "{path}");
    }
    for header in ["batoken", "ba-token", "x-api-key", "ba-user-token", "proxy-authorization"] {
        assert_eq!(stranger.clone().with(header, &format!("Bearer {text}")).get(PRODUCTS).await["code"], 303, "{header}");
        assert_eq!(stranger.clone().with(header, &text).get(PRODUCTS).await["code"], 303, "{header}");
    }
    let sent = json!({ "batoken": text, "id": site.shop.product, "name": "x" });
    assert_eq!(stranger.post("/admin/warehouse.Product/edit", &sent).await["code"], 303);
    // What looks like a key and is none.
    let forged = [
        format!("{}x", &text[..text.len() - 1]),
        text[..40].to_owned(),
        format!("{text}{text}"),
        format!("ek_{}", "a".repeat(7_000)),
        "ek_'; REMOVE TABLE api_key; --".into(),
    ];
    for forged in forged {
        let (status, answer) = asked(&keyed(site.world(), &forged), PRODUCTS).await;
        assert!(status == StatusCode::UNAUTHORIZED || status.is_client_error(), "{forged}: {answer}");
    }
    let twice = keyed(site.world(), &text).with("authorization", "Bearer ek_other");
    assert!(is_refused(&twice).await, "of two none is believed");
    // Another scheme is none of ours, and a person's token beside it counts.
    assert_eq!(site.ann.clone().with("authorization", "Basic YTpi").get(PRODUCTS).await["code"], 1);
    // The key, not the person, where both are there.
    let (_, short) = site.key(json!({})).await;
    let both = site.shop.clerk.clone().with("authorization", &format!("Bearer {short}"));
    assert_eq!(both.get("/admin/warehouse.Supplier/index").await["code"], 401);
    assert!(is_let_in(&keyed(site.world(), &text)).await, "and the table is still there");
}

#[tokio::test]
async fn no_key_reaches_what_makes_other_rights_whatever_its_group() {
    let site = site().await;
    let clerk = &site.shop.clerk;
    let (_, text) = site.key_of(clerk, json!({ "group_id": 1, "rate": 6_000 })).await;
    let program = keyed(site.world(), &text);
    assert!(is_let_in(&program).await);
    let never = |answer: &Value| (answer["code"].clone(), key(answer).to_owned()) == (json!(0), "key.never".to_owned());
    for path in [
        "api.Key/make",
        "api.Key/rotate",
        "api.Key/revoke",
        "api.Key/edit",
        "auth.Admin/add",
        "auth.Admin/edit",
        "auth.Group/add",
        "auth.Group/edit",
        "auth.Rule/edit",
        "user.Group/edit",
        "routine.Config/edit",
        "routine.AdminInfo/edit",
        "routine.Crontab/run",
        "routine.SavedFilter/save",
        "security.DataRecycleLog/restore",
        "warehouse.Product/export",
        "warehouse.Product/import",
        "ajax/clearCache",
        "ajax/changeTerminalConfig",
    ] {
        let answer = program.post(&format!("/admin/{path}"), &json!({ "id": 1 })).await;
        assert!(never(&answer), "{path}: {answer}");
    }
    for path in
        ["api.Key/index", "api.Key/make", "auth.Group/index", "routine.Transfer/index", "resource/history?controller=api.Key&id=1", "ajax/terminal"]
    {
        let answer = program.get(&format!("/admin/{path}")).await;
        assert!(never(&answer), "{path}: {answer}");
    }
    site.logged(&["key.never", &text[..11]]).await;
    let row = json!({ "username": "member", "nickname": "M", "password": PASSWORD, "group_id": 1, "email": "m@example.com" });
    assert_eq!(field(&program.post("/admin/user.User/add", &row).await), ("password", "key.never"));
    // Every route that a key reaches is one that the table knows; none of them makes keys or accounts.
    let routes = Routes::of::<Families>();
    let open: Vec<&str> = routes.all().filter(|route| route.path.starts_with("/admin/")).map(|route| route.path.as_str()).collect();
    assert!(open.iter().any(|path| path.ends_with("api.Key/make")), "{open:?}");
}

#[tokio::test]
async fn a_keys_text_is_nowhere_once_it_was_shown() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let now = chrono::Utc::now().timestamp();
    let made = chief.done(&format!("{KEYS}/make"), json!({ "name": "ERP", "group_id": 1, "expires": now + 86_400 })).await;
    let (id, text) = (made["id"].clone(), made["api_key"].as_str().expect("a key").to_owned());
    let http = reqwest::Client::new();
    let call = |method: reqwest::Method, path: String| http.request(method, format!("{}{path}", node.url)).bearer_auth(&text);
    // In places where it does not belong, where logs would show it.
    for path in [format!("/admin/warehouse.Brand/add?note={text}"), format!("/admin/nothing/{text}"), "/admin/warehouse.Brand/add".to_owned()] {
        call(reqwest::Method::POST, path).json(&json!({ "name": format!("brand {text}") })).send().await.expect("an answer");
    }
    let rotated = chief.done(&format!("{KEYS}/rotate"), json!({ "id": id, "overlap_hours": 0 })).await["api_key"].clone();
    let refused = call(reqwest::Method::GET, PRODUCTS.to_owned()).send().await.expect("an answer");
    assert_eq!(refused.status(), reqwest::StatusCode::UNAUTHORIZED);
    let secret = |text: &str| text[12..].to_owned();
    let secrets = [secret(&text), secret(rotated.as_str().expect("a key"))];
    let mut log = String::new();
    for _ in 0..100 {
        log = chief.get("/admin/auth.AdminLog/index?limit=100").await.to_string();
        if log.contains("replaced") && log.contains("api.Key/rotate") {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(log.contains(&text[..11]) && log.contains("replaced"), "{log}");
    let mut shown = vec![log];
    for path in [
        format!("{KEYS}/index"),
        format!("{KEYS}/edit?id={id}"),
        format!("/admin/resource/history?controller=api.Key&id={id}"),
        "/admin/resource/schema".to_owned(),
    ] {
        shown.push(chief.get(&path).await.to_string());
    }
    shown.push(reqwest::get(format!("{}/openapi.json", node.url)).await.expect("a document").text().await.expect("a text"));
    let output = node.log().to_owned();
    assert!(node.stop().await);
    let output = std::fs::read_to_string(output).expect("a log");
    assert!(output.contains("an API key was refused") && output.contains(&text[..11]), "{output}");
    shown.push(output);
    for text in &shown {
        assert!(secrets.iter().all(|secret| !text.contains(secret.as_str())), "{text}");
    }
}
