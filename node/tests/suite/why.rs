//! Why somebody may or may not do something: that it says what the routes do, and to whom it says what.

use serde_json::{Value, json};

use crate::permissions::{group, member, picked, rules};
use crate::support::{Client, Node, admins};

const PATH: &str = "/admin/auth.Why/index";

struct Site {
    _dir: tempfile::TempDir,
    node: Node,
    chief: Client,
    all: Vec<(i64, String)>,
    warehouse: i64,
}

async fn site() -> Site {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let warehouse = chief.master_data().await.warehouse;
    let all = rules(&chief).await;
    Site { _dir: dir, node, chief, all, warehouse }
}

async fn why(client: &Client, admin: Option<i64>) -> Value {
    let query = admin.map(|id| format!("?admin={id}")).unwrap_or_default();
    client.get(&format!("{PATH}{query}")).await
}

fn rule<'a>(answer: &'a Value, name: &str) -> &'a Value {
    let rules = answer["data"]["rules"].as_array().unwrap_or_else(|| panic!("{answer}"));
    rules.iter().find(|rule| rule["name"].as_str().is_some_and(|known| known.eq_ignore_ascii_case(name))).expect("a rule")
}

async fn id_of(client: &Client, name: &str) -> i64 {
    let rows = client.get("/admin/auth.Admin/index?limit=50").await["data"]["list"].clone();
    rows.as_array().and_then(|rows| rows.iter().find(|row| row["username"] == name)).expect("a row")["id"].as_i64().expect("an id")
}

#[tokio::test]
async fn it_says_what_the_routes_do_and_which_group_is_the_reason() {
    let site = site().await;
    let far = site.chief.done("/admin/warehouse.Warehouse/add", json!({ "name": "Far away", "serial_no": "W2" })).await["id"].clone();
    let orders = picked(&site.all, &["warehouse/inboundOrder", "notification"]);
    let brands = picked(&site.all, &["warehouse/brand"]);
    let body = json!({ "name": "orders", "pid": 0, "rules": orders, "warehouses": [site.warehouse], "warehouse_right": "work" });
    let first = group(&site.chief, body).await;
    let second = group(&site.chief, json!({ "name": "brands", "pid": 0, "rules": brands, "warehouse_right": "see", "scope": "own" })).await;
    let clerk = member(&site.node, &site.chief, "clerk", &[first, second]).await;
    let answer = why(&clerk, None).await;
    assert_eq!(answer["code"], 1, "{answer}");
    let groups = answer["data"]["groups"].as_array().expect("groups");
    assert_eq!(
        groups.iter().map(|group| (group["name"].clone(), group["state"].clone())).collect::<Vec<_>>(),
        [(json!("orders"), json!("enabled")), (json!("brands"), json!("enabled")),]
    );
    assert_eq!((&groups[0]["reach"], &groups[1]["reach"]), (&json!("all"), &json!("own")));
    let reason = |name: &str| {
        let rule = rule(&answer, name);
        (rule["allowed"].clone(), rule["why"].clone(), rule["by"].clone())
    };
    assert_eq!(reason("warehouse/brand/edit"), (json!(true), json!("given"), json!([1])));
    assert_eq!(reason("warehouse/inboundOrder/add"), (json!(true), json!("only_in"), json!([0])));
    assert_eq!(reason("warehouse/inboundOrder/audit"), (json!(false), json!("no_warehouse"), json!([0])));
    assert_eq!(reason("warehouse/unit/index"), (json!(false), json!("no_group"), json!([])));
    assert_eq!(rule(&answer, "warehouse/inboundOrder/add")["warehouses"], json!([site.warehouse]));
    let places = answer["data"]["warehouses"].as_array().expect("warehouses");
    let at = |id: &Value| places.iter().find(|place| place["id"] == *id).expect("a warehouse");
    assert_eq!((&at(&json!(site.warehouse))["right"], &at(&far)["right"]), (&json!("work"), &json!("see")));
    assert_eq!(at(&json!(site.warehouse))["by"].as_array().map(Vec::len), Some(2));
    // Each list that it allows opens, and each that it does not is refused.
    for name in ["warehouse/brand/index", "warehouse/unit/index", "warehouse/inboundOrder/index", "auth/admin/index"] {
        let (page, _) = name.rsplit_once('/').expect("a page");
        let (dir, page) = page.split_once('/').expect("a directory");
        let controller = format!("{dir}.{}{}", page[..1].to_uppercase(), &page[1..]);
        let opens = clerk.get(&format!("/admin/{controller}/index")).await["code"] == 1;
        assert_eq!(rule(&answer, name)["allowed"], opens, "{name}");
    }

    // What was switched off says so.
    site.chief.done("/admin/auth.Group/edit", json!({ "id": second, "status": 0 })).await;
    let answer = why(&clerk, None).await;
    let brand = rule(&answer, "warehouse/brand/edit");
    assert_eq!((&brand["allowed"], &brand["why"], &brand["without"]), (&json!(false), &json!("group_disabled"), &json!([1])));
    let id = site.all.iter().find(|(_, name)| name == "warehouse/inboundOrder/index").expect("a rule").0;
    site.chief.done("/admin/auth.Rule/edit", json!({ "id": id, "status": 0 })).await;
    let index = why(&clerk, None).await;
    let index = rule(&index, "warehouse/inboundOrder/index");
    assert_eq!((&index["why"], &index["by"], &index["enabled"]), (&json!("rule_disabled"), &json!([0]), &json!(false)));
    // A super administrator may do everything.
    let chief = why(&site.chief, None).await;
    assert!(chief["data"]["rules"].as_array().expect("rules").iter().all(|rule| rule["why"] == "super" && rule["allowed"] == true));
    assert_eq!(chief["data"]["admin"]["super"], true);
    site.node.kill().await;
}

#[tokio::test]
async fn it_tells_nobody_of_those_whom_they_do_not_administer() {
    let site = site().await;
    let wide = picked(&site.all, &["auth", "warehouse/brand", "warehouse/unit", "notification"]);
    let narrow = picked(&site.all, &["warehouse/brand"]);
    let top = group(&site.chief, json!({ "name": "The top", "pid": 0, "rules": wide, "warehouse_right": "work" })).await;
    let heads = group(&site.chief, json!({ "name": "heads", "pid": top, "rules": wide })).await;
    let below = group(&site.chief, json!({ "name": "below", "pid": heads, "rules": narrow })).await;
    let head = member(&site.node, &site.chief, "head01", &[heads]).await;
    let hand = member(&site.node, &site.chief, "hand01", &[below]).await;
    let (chief_id, head_id, hand_id) = (id_of(&site.chief, "chief").await, id_of(&site.chief, "head01").await, id_of(&site.chief, "hand01").await);
    assert_eq!(why(&head, Some(hand_id)).await["data"]["admin"]["username"], "hand01");
    assert_eq!(why(&hand, Some(hand_id)).await["code"], 1, "oneself");
    let absent = why(&head, Some(99_999)).await;
    assert_eq!(absent["data"]["key"], "error.not_found", "{absent}");
    for (client, id) in [(&head, chief_id), (&hand, head_id), (&hand, chief_id)] {
        let answer = why(client, Some(id)).await;
        assert_eq!((&answer["msg"], &answer["data"]), (&absent["msg"], &absent["data"]), "{answer}");
    }
    assert_eq!(why(&site.chief, Some(99_999)).await["data"]["key"], "error.not_found");
    assert_eq!((&why(&head, None).await["data"]["others"], &why(&hand, None).await["data"]["others"]), (&json!(true), &json!(false)));

    // A group that confines is not named to whom it does not show itself.
    let answer = why(&head, None).await;
    let place = &answer["data"]["warehouses"][0]["by"][0];
    assert_eq!((&place["own"], &place["right"], &place["confined_by"]), (&json!("decide"), &json!("work"), &json!("")));
    assert!(!answer.to_string().contains("The top"), "{answer}");
    assert!(!why(&hand, None).await.to_string().contains("heads"));
    assert_eq!(why(&site.chief, Some(head_id)).await["data"]["warehouses"][0]["by"][0]["confined_by"], "The top");
    // Without the page they ask about nobody else.
    let without: Vec<i64> = wide.iter().copied().filter(|id| site.all.iter().any(|(known, name)| known == id && name != "auth/why")).collect();
    site.chief.done("/admin/auth.Group/edit", json!({ "id": heads, "rules": without })).await;
    assert_eq!(why(&head, Some(hand_id)).await["data"], absent["data"]);
    site.node.kill().await;
}

#[tokio::test]
async fn who_chooses_somebody_gets_their_name_and_picture_alone() {
    let site = site().await;
    let member = json!({ "username": "mona01", "nickname": "Mona", "password": crate::support::PASSWORD, "mobile": "13800000001", "group_id": 1 });
    site.chief.done("/admin/user.User/add", member).await;
    for controller in ["auth.Admin", "user.User", "shop.user.User"] {
        for path in ["index?select=true", "select"] {
            let answer = site.chief.get(&format!("/admin/{controller}/{path}")).await;
            let rows = answer["data"]["list"].as_array().unwrap_or_else(|| panic!("{answer}"));
            assert!(!rows.is_empty(), "{controller}: {answer}");
            for row in rows {
                let names: Vec<&str> = row.as_object().expect("a row").keys().map(String::as_str).collect();
                let known = |name: &&str| ["id", "username", "nickname", "nickname_text", "avatar"].contains(name);
                assert!(names.iter().all(known) && names.contains(&"nickname"), "{controller}/{path}: {names:?}");
            }
        }
    }
    site.node.kill().await;
}
