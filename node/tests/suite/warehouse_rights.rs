//! Rights in warehouses: who may only see is refused every command by the warehouse's name, who works does not decide, and
//! what one group allows in one warehouse is not allowed in another group's.

use serde_json::{Value, json};

use crate::permissions::{group, member, picked, rules};
use crate::stock_count::from_file;
use crate::support::{Client, Ids, Node, admins};

const ORDERS: &str = "/admin/warehouse.InboundOrder";
const WORK: &str = "error.warehouse.work";
const DECIDE: &str = "error.warehouse.decide";

async fn add(client: &Client, controller: &str, body: Value) -> i64 {
    client.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id")
}

/// Three warehouses, of which nobody but the chief sees the last.
struct Site {
    node: Node,
    chief: Client,
    /// Of the warehouse 'Main'.
    ids: Ids,
    far: i64,
    hidden: i64,
    rules: Vec<(i64, String)>,
}

async fn site(dir: &tempfile::TempDir) -> Site {
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let ids = chief.master_data().await;
    let far = add(&chief, "warehouse.Warehouse", json!({ "name": "Far away", "serial_no": "W2" })).await;
    let hidden = add(&chief, "warehouse.Warehouse", json!({ "name": "Hidden", "serial_no": "W3" })).await;
    let rules = rules(&chief).await;
    Site { node, chief, ids, far, hidden, rules }
}

impl Site {
    /// Somebody who holds every rule of the warehouse, with these rights; and their group.
    async fn person(&self, name: &str, rights: Value) -> (Client, i64) {
        let held = picked(&self.rules, &["dashboard", "warehouse", "notification"]);
        let mut body = json!({ "name": format!("{name}s"), "pid": 0, "rules": held });
        for (field, value) in rights.as_object().expect("fields") {
            body[field] = value.clone();
        }
        let id = group(&self.chief, body).await;
        (member(&self.node, &self.chief, name, &[id]).await, id)
    }

    async fn inbound(&self, warehouse: i64, steps: &[&str]) -> i64 {
        let ids = Ids { warehouse, ..self.ids };
        let id = add(&self.chief, "warehouse.InboundOrder", ids.inbound(10)).await;
        for step in steps {
            self.chief.done(&format!("{ORDERS}/{step}"), json!({ "id": id })).await;
        }
        id
    }
}

async fn del(client: &Client, id: i64) -> Value {
    let asked = client.http.delete(format!("{}{ORDERS}/del?ids[]={id}", client.url)).header("think-lang", "en").header("batoken", &client.token);
    asked.send().await.expect("an answer").json().await.expect("JSON")
}

/// Expects a refusal for want of a right in a warehouse, which is named.
fn refused(answer: &Value, key: &str, name: &str, what: &str) {
    assert_eq!((&answer["code"], &answer["data"]["key"]), (&json!(0), &json!(key)), "{what}: {answer}");
    assert!(answer["msg"].as_str().is_some_and(|message| message.contains(name)), "{what}: {answer}");
}

#[tokio::test]
async fn who_may_only_see_is_refused_each_command_by_the_warehouses_name() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let (guest, _) = site.person("guest", json!({ "warehouses": [site.ids.warehouse], "warehouse_right": "see" })).await;
    let main = site.ids.warehouse;
    let pending = site.inbound(main, &[]).await;
    let stocked = site.inbound(main, &["audit", "stock"]).await;
    let gone = site.inbound(main, &[]).await;
    assert_eq!(del(&site.chief, gone).await["code"], 1);
    let elsewhere = site.inbound(site.hidden, &[]).await;
    let outbound = add(&site.chief, "warehouse.OutboundOrder", site.ids.outbound(4)).await;
    site.chief.done("/admin/warehouse.OutboundOrder/audit", json!({ "id": outbound })).await;
    let sheet = add(&site.chief, "warehouse.StockCount", json!({ "warehouses_id": main })).await;

    // It is seen, without a button.
    let row = guest.get(&format!("{ORDERS}/edit?id={pending}")).await["data"]["row"].clone();
    assert_eq!((&row["id"], &row["allowed"]), (&json!(pending), &json!([])), "{row}");
    let listed = guest.get(&format!("{ORDERS}/index?limit=100")).await["data"]["list"].clone();
    assert!(listed.as_array().is_some_and(|rows| rows.len() == 2 && rows.iter().all(|row| row["allowed"] == json!([]))), "{listed}");
    assert_eq!(guest.get("/admin/warehouse.Inventory/index").await["data"]["total"], 1);
    let counted = guest.get(&format!("/admin/warehouse.StockCount/detail?id={sheet}")).await["data"]["row"].clone();
    assert_eq!(counted["allowed"], json!([]), "{counted}");

    let part = json!([{ "line": 1, "product_id": site.ids.product, "quantity": 1 }]);
    let named = json!({ "id": pending });
    let hold = json!({ "product_id": site.ids.product, "state": 1, "reason": "wet", "warehouses_id": main });
    let outbound_path = |step: &str| format!("/admin/warehouse.OutboundOrder/{step}");
    let count = |step: &str| format!("/admin/warehouse.StockCount/{step}");
    for (path, body, key) in [
        (format!("{ORDERS}/add"), site.ids.inbound(1), WORK),
        (format!("{ORDERS}/edit"), json!({ "id": pending, "remark": "mine" }), WORK),
        (format!("{ORDERS}/restore"), json!({ "id": gone }), WORK),
        (format!("{ORDERS}/audit"), named.clone(), DECIDE),
        (format!("{ORDERS}/stock"), named.clone(), WORK),
        (format!("{ORDERS}/reviewStock"), named.clone(), DECIDE),
        (format!("{ORDERS}/takeBack"), named.clone(), DECIDE),
        (format!("{ORDERS}/close"), json!({ "id": pending, "reason": "why" }), DECIDE),
        (format!("{ORDERS}/void"), json!({ "id": pending, "reason": "why" }), DECIDE),
        (format!("{ORDERS}/reverse"), json!({ "id": stocked, "reason": "why" }), DECIDE),
        (outbound_path("stock"), json!({ "id": outbound }), WORK),
        (outbound_path("takeBack"), json!({ "id": outbound }), DECIDE),
        ("/admin/warehouse.Reservation/release".into(), json!({ "order_kind": "outbound", "order_id": outbound, "parts": part }), DECIDE),
        (count("add"), json!({ "warehouses_id": main }), WORK),
        (count("edit"), json!({ "id": sheet, "remark": "mine" }), WORK),
        (count("count"), json!({ "id": sheet, "line": 1, "quantity": 9 }), WORK),
        (count("submit"), json!({ "id": sheet }), WORK),
        (count("zeroRest"), json!({ "id": sheet, "confirmed": 1 }), WORK),
        (count("recount"), json!({ "id": sheet, "lines": [1] }), DECIDE),
        (count("post"), json!({ "id": sheet }), DECIDE),
        (count("void"), json!({ "id": sheet, "reason": "why" }), DECIDE),
        ("/admin/warehouse.BatchHold/add".into(), hold.clone(), DECIDE),
        ("/admin/warehouse.BatchHold/release".into(), hold, DECIDE),
        ("/admin/warehouse.Inventory/move".into(), json!({ "product_id": site.ids.product, "warehouses_id": main, "quantity": 1 }), WORK),
        ("/admin/warehouse.Inventory/dates".into(), json!({ "product_id": site.ids.product, "warehouses_id": main, "reason": "x" }), DECIDE),
        ("/admin/warehouse.MonthClosing/close".into(), json!({ "warehouses_id": main, "month": "2020-01" }), DECIDE),
        ("/admin/warehouse.WarehouseArea/add".into(), json!({ "warehouses_id": main, "name": "Mine" }), WORK),
        ("/admin/warehouse.SafetyStock/add".into(), json!({ "warehouses_id": main, "product_id": site.ids.product, "quantity": 1 }), WORK),
        ("/admin/warehouse.Warehouse/edit".into(), json!({ "id": main, "name": "Mine" }), DECIDE),
    ] {
        refused(&guest.post(&path, &body).await, key, "Main", &path);
    }
    refused(&del(&guest, pending).await, WORK, "Main", "del");
    for dry in ["1", "0"] {
        let fields = [("warehouses_id", main), ("type", 10), ("supplier_id", site.ids.supplier)].map(|(name, id)| (name, id.to_string()));
        let fields = [fields.as_slice(), &[("dry", dry.to_owned())]].concat();
        let answer = from_file(&guest, "warehouse.InboundOrder", "product_no,quantity\nP1,3\n", &fields).await;
        refused(&answer, WORK, "Main", "import");
    }

    // Of a warehouse that they do not see they learn nothing.
    for step in ["audit", "stock", "void", "restore"] {
        let answer = guest.post(&format!("{ORDERS}/{step}"), &json!({ "id": elsewhere })).await;
        assert_eq!(answer["data"]["key"], "error.not_found", "{step}: {answer}");
    }
    let other = Ids { warehouse: site.hidden, ..site.ids };
    let answer = guest.post(&format!("{ORDERS}/add"), &other.inbound(1)).await;
    assert_eq!((&answer["data"]["field"], &answer["data"]["key"]), (&json!("warehouses_id"), &json!("error.reference")), "{answer}");

    // Nothing has changed.
    let row = site.chief.get(&format!("{ORDERS}/edit?id={pending}")).await["data"]["row"].clone();
    assert_eq!((&row["version"], &row["status"], &row["remark"]), (&json!(1), &json!(0), &json!("")), "{row}");
    let name = site.chief.get(&format!("/admin/warehouse.Warehouse/edit?id={main}")).await["data"]["row"]["name"].clone();
    assert_eq!(name, "Main");
    site.node.kill().await;
}

#[tokio::test]
async fn who_works_does_not_decide_and_is_not_told_of_what_waits_for_review() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let main = site.ids.warehouse;
    let (clerk, clerks) = site.person("clerk", json!({ "warehouses": [main], "warehouse_right": "work" })).await;
    // Who decides here and nowhere else.
    let (head, _) = site.person("head", json!({ "warehouse_right": "see", "decide_warehouses": [main] })).await;
    let mut body = site.ids.inbound(10);
    body["command_id"] = json!("made-once");
    let made = clerk.done(&format!("{ORDERS}/add"), body.clone()).await["id"].clone();
    let allowed = async |client: &Client| client.get(&format!("{ORDERS}/edit?id={made}")).await["data"]["row"]["allowed"].clone();
    assert_eq!(allowed(&clerk).await, json!(["edit", "del"]));
    assert!(allowed(&head).await.as_array().is_some_and(|allowed| allowed.contains(&json!("audit"))));
    // What is shown may be sent back with a change.
    let mut row = clerk.get(&format!("{ORDERS}/edit?id={made}")).await["data"]["row"].clone();
    row["remark"] = json!("by the window");
    clerk.done(&format!("{ORDERS}/edit"), row).await;
    refused(&clerk.post(&format!("{ORDERS}/audit"), &json!({ "id": made })).await, DECIDE, "Main", "audit");
    let told = async |client: &Client| {
        let rows = client.get("/admin/notification.Index/index?limit=100").await["data"]["list"].clone();
        rows.as_array().expect("a list").iter().filter(|row| row["message_type"] == "order.review").count()
    };
    let by_chief = site.inbound(main, &[]).await;
    let far = site.inbound(site.far, &[]).await;
    assert_eq!((told(&clerk).await, told(&head).await), (0, 1), "{by_chief}");
    refused(&head.post(&format!("{ORDERS}/audit"), &json!({ "id": far })).await, DECIDE, "Far away", "audit elsewhere");
    head.done(&format!("{ORDERS}/audit"), json!({ "id": made })).await;
    let stock = json!({ "id": made, "command_id": "moved-once" });
    clerk.done(&format!("{ORDERS}/stock"), stock.clone()).await;
    assert_eq!(clerk.done(&format!("{ORDERS}/stock"), stock.clone()).await["repeated"], true);
    // Who may no longer work is not answered under an old command id either.
    site.chief.done("/admin/auth.Group/edit", json!({ "id": clerks, "warehouse_right": "see" })).await;
    refused(&clerk.post(&format!("{ORDERS}/stock"), &stock).await, WORK, "Main", "stock again");
    refused(&clerk.post(&format!("{ORDERS}/add"), &body).await, WORK, "Main", "add again");
    // A warehouse has one right in a group.
    let twice = json!({ "id": clerks, "see_warehouses": [main], "work_warehouses": [main] });
    let twice = site.chief.post("/admin/auth.Group/edit", &twice).await;
    assert_eq!((&twice["data"]["field"], &twice["data"]["key"]), (&json!("see_warehouses"), &json!("error.group.two_rights")), "{twice}");
    site.node.kill().await;
}

#[tokio::test]
async fn each_side_of_a_transfer_needs_its_own_right() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let main = site.ids.warehouse;
    site.inbound(main, &["audit", "stock"]).await;
    let rights = json!({ "warehouses": [main, site.far], "warehouse_right": "work", "see_warehouses": [site.far] });
    let (clerk, _) = site.person("clerk", rights).await;
    let path = "/admin/warehouse.TransferOrder";
    let lines = json!([{ "product_id": site.ids.product, "quantity": 4 }]);
    let order = json!({ "source_warehouses_id": main, "target_warehouses_id": site.far, "lines": lines });
    let id = clerk.done(&format!("{path}/add"), order).await["id"].clone();
    site.chief.done(&format!("{path}/audit"), json!({ "id": id })).await;
    clerk.done(&format!("{path}/ship"), json!({ "id": id })).await;
    refused(&clerk.post(&format!("{path}/receive"), &json!({ "id": id })).await, WORK, "Far away", "receive");
    refused(&clerk.post(&format!("{path}/refuse"), &json!({ "id": id, "reason": "wet" })).await, WORK, "Far away", "refuse");
    refused(&clerk.post(&format!("{path}/lost"), &json!({ "id": id, "reason": "wet" })).await, DECIDE, "Far away", "lost");
    let back = json!({ "source_warehouses_id": site.far, "target_warehouses_id": main, "lines": lines });
    refused(&clerk.post(&format!("{path}/add"), &back).await, WORK, "Far away", "add");
    let allowed = clerk.get(&format!("{path}/edit?id={id}")).await["data"]["row"]["allowed"].clone();
    let at_target = ["receive", "refuse", "lost"].map(|step| json!(step));
    assert!(allowed.as_array().is_some_and(|allowed| at_target.iter().all(|step| !allowed.contains(step))), "{allowed}");
    site.node.kill().await;
}

#[tokio::test]
async fn what_a_group_allows_in_its_warehouse_is_not_allowed_in_that_of_another_group() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let (main, far) = (site.ids.warehouse, site.far);
    let of = |steps: &[&str]| {
        let names: Vec<String> = steps.iter().map(|step| format!("warehouse/inboundOrder/{step}")).collect();
        picked(&site.rules, &names.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let movers = group(&site.chief, json!({ "name": "movers", "pid": 0, "rules": of(&["index", "edit", "stock"]), "warehouses": [main] })).await;
    let reviewers = group(&site.chief, json!({ "name": "reviewers", "pid": 0, "rules": of(&["index", "audit"]), "warehouses": [far] })).await;
    let both = member(&site.node, &site.chief, "both", &[movers, reviewers]).await;
    let (here, there) = (site.inbound(main, &["audit"]).await, site.inbound(far, &[]).await);
    assert_eq!(both.get(&format!("{ORDERS}/index")).await["data"]["total"], 2);
    both.done(&format!("{ORDERS}/stock"), json!({ "id": here })).await;
    both.done(&format!("{ORDERS}/audit"), json!({ "id": there })).await;
    refused(&both.post(&format!("{ORDERS}/stock"), &json!({ "id": there })).await, WORK, "Far away", "stock");
    let waits = site.inbound(main, &[]).await;
    refused(&both.post(&format!("{ORDERS}/audit"), &json!({ "id": waits })).await, DECIDE, "Main", "audit");
    refused(&both.post(&format!("{ORDERS}/reviewStock"), &json!({ "id": waits })).await, DECIDE, "Main", "review and stock");
    let listed = both.get(&format!("{ORDERS}/index")).await["data"]["list"].clone();
    let allowed = listed.as_array().expect("a list").iter().find(|row| row["id"] == there).expect("the order")["allowed"].clone();
    assert!(allowed.as_array().is_some_and(|allowed| !allowed.contains(&json!("stock"))), "{allowed}");
    // Who lists orders there does not open them there by the other group's right to edit.
    assert_eq!(both.get(&format!("{ORDERS}/edit?id={there}")).await["data"]["key"], "error.not_found");
    assert_eq!(both.get(&format!("{ORDERS}/edit?id={here}")).await["code"], 1);
    site.node.kill().await;
}

#[tokio::test]
async fn the_reach_of_a_second_group_does_not_widen_what_the_first_one_allows() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let (main, far) = (site.ids.warehouse, site.far);
    let area = add(&site.chief, "warehouse.WarehouseArea", json!({ "warehouses_id": far, "name": "Cold" })).await;
    site.chief.done("/admin/warehouse.WarehouseArea/edit", json!({ "id": area, "name": "Colder" })).await;
    let own_orders = picked(&site.rules, &["warehouse/inboundOrder", "warehouse/stockCount", "warehouse/reservation", "warehouse/warehouseArea"]);
    let own = json!({ "name": "own orders", "pid": 0, "rules": own_orders, "warehouses": [main], "scope": "own" });
    let own = group(&site.chief, own).await;
    let goods = picked(&site.rules, &["warehouse/product", "warehouse/inventory", "dashboard"]);
    let wide = group(&site.chief, json!({ "name": "goods", "pid": 0, "rules": goods, "scope": "all" })).await;
    let both = member(&site.node, &site.chief, "both", &[own, wide]).await;
    let mine = add(&both, "warehouse.InboundOrder", site.ids.inbound(1)).await;
    let sheet = add(&site.chief, "warehouse.StockCount", json!({ "warehouses_id": main })).await;
    let (here, there) = (site.inbound(main, &[]).await, site.inbound(far, &[]).await);
    let (reviewed, deleted) = (site.inbound(main, &["audit"]).await, site.inbound(main, &[]).await);
    assert_eq!(del(&site.chief, deleted).await["code"], 1);

    let listed = both.get(&format!("{ORDERS}/index?limit=100")).await;
    assert_eq!((&listed["data"]["total"], &listed["data"]["list"][0]["id"]), (&json!(1), &json!(mine)), "{listed}");
    assert_eq!(both.get(&format!("{ORDERS}/index?deleted=1")).await["data"]["total"], 0);
    assert_eq!(both.get("/admin/warehouse.StockCount/index").await["data"]["total"], 0);
    for id in [here, there, reviewed] {
        for path in [format!("{ORDERS}/edit?id={id}"), format!("{ORDERS}/print?ids[]={id}&form=order")] {
            assert_eq!(both.get(&path).await["data"]["key"], "error.not_found", "{path}");
        }
        for (step, body) in [
            ("edit", json!({ "id": id, "remark": "mine" })),
            ("audit", json!({ "id": id })),
            ("reviewStock", json!({ "id": id })),
            ("stock", json!({ "id": id })),
            ("takeBack", json!({ "id": id })),
            ("close", json!({ "id": id, "reason": "why" })),
            ("void", json!({ "id": id, "reason": "why" })),
        ] {
            let answer = both.post(&format!("{ORDERS}/{step}"), &body).await;
            assert_eq!(answer["data"]["key"], "error.not_found", "{step} of {id}: {answer}");
        }
        assert_eq!(del(&both, id).await["data"]["key"], "error.not_found");
    }
    assert_eq!(both.post(&format!("{ORDERS}/restore"), &json!({ "id": deleted })).await["data"]["key"], "error.not_found");
    for (step, body) in [("submit", json!({ "id": sheet })), ("void", json!({ "id": sheet, "reason": "why" }))] {
        let answer = both.post(&format!("/admin/warehouse.StockCount/{step}"), &body).await;
        assert_eq!(answer["data"]["key"], "error.not_found", "{step}: {answer}");
    }
    // Rows that have a warehouse and no owner: list, form, and a reference to the warehouse.
    assert_eq!(both.get("/admin/warehouse.WarehouseArea/select").await["data"]["total"], 0);
    assert_eq!(both.get(&format!("/admin/warehouse.WarehouseArea/edit?id={area}")).await["data"]["key"], "error.not_found");
    let taken = both.post("/admin/warehouse.WarehouseArea/edit", &json!({ "id": area, "name": "Mine" })).await;
    assert_eq!(taken["data"]["key"], "error.not_found", "{taken}");
    let other = Ids { warehouse: far, ..site.ids };
    assert_eq!(both.post(&format!("{ORDERS}/add"), &other.inbound(1)).await["data"]["field"], "warehouses_id");
    let moved = both.post(&format!("{ORDERS}/edit"), &json!({ "id": mine, "warehouses_id": far })).await;
    assert_eq!(moved["data"]["field"], "warehouses_id", "{moved}");

    // What each group reaches by itself is reached.
    both.done(&format!("{ORDERS}/edit"), json!({ "id": mine, "remark": "mine" })).await;
    both.done(&format!("{ORDERS}/void"), json!({ "id": mine, "reason": "why" })).await;
    assert_eq!(both.get("/admin/warehouse.Inventory/index").await["code"], 1);
    let row = site.chief.get(&format!("{ORDERS}/edit?id={here}")).await["data"]["row"].clone();
    assert_eq!((&row["version"], &row["status"]), (&json!(1), &json!(0)), "{row}");
    site.node.kill().await;
}

#[tokio::test]
async fn people_are_told_what_no_warehouse_allows_and_choose_where_they_may_work() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let main = site.ids.warehouse;
    let (guest, _) = site.person("guest", json!({ "warehouses": [main, site.far], "warehouse_right": "see" })).await;
    let rights = json!({ "warehouses": [main, site.far], "warehouse_right": "work", "see_warehouses": [site.far] });
    let (clerk, _) = site.person("clerk", rights).await;
    let (head, _) = site.person("head", json!({ "see_warehouses": [main] })).await;

    let unusable = async |client: &Client| client.get("/admin/Index/index").await["data"]["unusableNodes"].clone();
    let has = |nodes: &Value, node: &str| nodes.as_array().expect("nodes").contains(&json!(node));
    let (of_guest, of_clerk) = (unusable(&guest).await, unusable(&clerk).await);
    for node in ["warehouse/inboundorder/add", "warehouse/stockcount/add", "warehouse/batchhold/add", "warehouse/warehousearea/add"] {
        assert!(has(&of_guest, node), "{node}: {of_guest}");
    }
    for node in ["warehouse/inboundorder/index", "warehouse/inventory/export", "warehouse/product/add"] {
        assert!(!has(&of_guest, node), "{node}: {of_guest}");
    }
    assert!(has(&of_clerk, "warehouse/batchhold/add") && !has(&of_clerk, "warehouse/inboundorder/add"), "{of_clerk}");
    assert_eq!((unusable(&head).await, unusable(&site.chief).await), (json!([]), json!([])));
    let narrowed = async |client: &Client| client.get("/admin/Index/index").await["data"]["narrowedNodes"].clone();
    let of_clerk = narrowed(&clerk).await;
    assert_eq!((of_clerk[0]["allBut"].clone(), of_clerk[0]["warehouses"].clone()), (json!(false), json!([main])), "{of_clerk}");
    assert!(has(&of_clerk[0]["nodes"], "warehouse/inventory/move") && !has(&of_clerk[0]["nodes"], "warehouse/inventory/index"), "{of_clerk}");
    let of_head = narrowed(&head).await;
    assert_eq!((of_head[0]["allBut"].clone(), of_head[0]["warehouses"].clone()), (json!(true), json!([main])), "{of_head}");
    assert!(has(&of_head[0]["nodes"], "warehouse/batchhold/add"), "{of_head}");
    assert_eq!((narrowed(&guest).await, narrowed(&site.chief).await), (json!([]), json!([])));

    let declared = async |client: &Client, name: &str| {
        let all = client.get("/admin/resource/schema").await["data"]["resources"].clone();
        let found = all.as_array().expect("resources").iter().find(|resource| resource["name"] == name).cloned();
        found.expect("the resource")["nodes"].as_array().expect("nodes").contains(&json!("add"))
    };
    assert!(!declared(&guest, "warehouse/warehousearea").await && declared(&guest, "warehouse/product").await);
    assert!(declared(&clerk, "warehouse/warehousearea").await);

    let choices = async |client: &Client, more: &str| {
        let listed = client.get(&format!("/admin/warehouse.Warehouse/index?select=true&limit=50{more}")).await["data"]["list"].clone();
        let mut ids: Vec<i64> = listed.as_array().expect("a list").iter().filter_map(|row| row["id"].as_i64()).collect();
        ids.sort_unstable();
        ids
    };
    let adds = "&usable_for=warehouse/inboundOrder/add";
    assert_eq!((choices(&guest, "").await, choices(&guest, adds).await), (vec![main, site.far], vec![]));
    assert_eq!((choices(&clerk, "").await, choices(&clerk, adds).await), (vec![main, site.far], vec![main]));
    assert_eq!(choices(&head, adds).await, vec![site.far, site.hidden]);
    assert_eq!(choices(&site.chief, adds).await, vec![main, site.far, site.hidden]);
    // The warehouse of a row that is shown already keeps its name.
    assert_eq!(choices(&clerk, &format!("{adds}&initKey=id&initValue[]={}", site.far)).await, vec![site.far]);
    site.node.kill().await;
}

#[tokio::test]
async fn the_answer_to_a_command_names_what_its_sender_may_do_next() {
    let dir = tempfile::tempdir().expect("a directory");
    let site = site(&dir).await;
    let main = site.ids.warehouse;
    let (clerk, _) = site.person("clerk", json!({ "warehouses": [main], "warehouse_right": "work" })).await;
    let mut body = site.ids.inbound(10);
    body["command_id"] = json!("made-once");
    // The same is said to a repeated command.
    for _ in 0..2 {
        let made = clerk.done(&format!("{ORDERS}/add"), body.clone()).await;
        assert_eq!(made["allowed"], json!(["edit", "del"]), "{made}");
    }
    let id = clerk.get(&format!("{ORDERS}/index")).await["data"]["list"][0]["id"].clone();
    let edited = clerk.done(&format!("{ORDERS}/edit"), json!({ "id": id, "remark": "by the window" })).await;
    assert_eq!(edited["allowed"], json!(["edit", "del"]), "{edited}");
    let reviewed = site.chief.done(&format!("{ORDERS}/audit"), json!({ "id": id })).await;
    assert!(reviewed["allowed"].as_array().is_some_and(|allowed| allowed.contains(&json!("takeBack"))), "{reviewed}");
    let half = json!({ "id": id, "lines": [{ "line": 1, "quantity": 4 }] });
    let part = clerk.done(&format!("{ORDERS}/stock"), half).await;
    let shown = clerk.get(&format!("{ORDERS}/edit?id={id}")).await["data"]["row"]["allowed"].clone();
    assert_eq!(part["allowed"], shown, "{part}");
    assert!(part["allowed"].as_array().is_some_and(|allowed| allowed.contains(&json!("stock")) && !allowed.contains(&json!("close"))), "{part}");
    // Nor does the order that is told with a conflict say more.
    let stale = clerk.post(&format!("{ORDERS}/edit"), &json!({ "id": id, "version": 1, "remark": "late" })).await;
    assert_eq!((&stale["data"]["key"], &stale["data"]["current"]["row"]["allowed"]), (&json!("order.version_conflict"), &json!([])), "{stale}");
    // Both sides of a transfer have their own rights.
    let rights = json!({ "warehouses": [main, site.far], "warehouse_right": "work", "see_warehouses": [site.far] });
    let (sender, _) = site.person("sender", rights).await;
    let lines = json!([{ "product_id": site.ids.product, "quantity": 4 }]);
    let order = json!({ "source_warehouses_id": main, "target_warehouses_id": site.far, "lines": lines });
    let path = "/admin/warehouse.TransferOrder";
    let id = sender.done(&format!("{path}/add"), order).await["id"].clone();
    site.chief.done(&format!("{path}/audit"), json!({ "id": id })).await;
    let shipped = sender.done(&format!("{path}/ship"), json!({ "id": id })).await;
    let shown = sender.get(&format!("{path}/edit?id={id}")).await["data"]["row"]["allowed"].clone();
    assert_eq!(shipped["allowed"], shown, "{shipped}");
    site.node.kill().await;
}
