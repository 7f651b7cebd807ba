//! A value is read once: what decides whether somebody may save it is what is saved. Every odd value
//! here was once read in two ways.

use serde_json::{Value, json};

use crate::permissions::{group, member, picked, rules};
use crate::support::{Client, Node, PASSWORD, admins};

async fn refused(client: &Client, path: &str, body: Value, field: &str) {
    let answer = client.post(path, &body).await;
    assert_eq!((answer["code"].clone(), answer["data"]["field"].clone()), (json!(0), json!(field)), "{path} {body}: {answer}");
}

async fn row(client: &Client, controller: &str, id: &Value) -> Value {
    client.get(&format!("/admin/{controller}/edit?id={id}")).await["data"]["row"].clone()
}

async fn id_of(client: &Client, controller: &str, name: &str, is: &str) -> Value {
    let rows = client.get(&format!("/admin/{controller}/index?isTree=false&limit=200")).await["data"]["list"].clone();
    rows.as_array().expect("rows").iter().find(|row| row[name] == is).unwrap_or_else(|| panic!("{is} in {rows}"))["id"].clone()
}

#[tokio::test]
async fn nobody_raises_himself_by_an_odd_value() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let all = rules(&chief).await;
    let held = picked(&all, &["auth", "warehouse/supplier", "warehouse/customer", "notification"]);
    let heads = group(&chief, json!({ "name": "heads", "pid": 0, "rules": held, "scope": "group" })).await;
    let head = member(&node, &chief, "head", &[heads]).await;
    let below = group(&head, json!({ "name": "below", "pid": heads, "rules": picked(&all, &["warehouse/supplier"]), "scope": "own" })).await;
    // Under its own head a group sees no farther than the head, whatever it says; this one lies beside.
    let beside = group(&chief, json!({ "name": "beside", "pid": 0, "rules": picked(&all, &["warehouse/supplier"]), "scope": "own" })).await;
    let myself = id_of(&chief, "auth.Admin", "username", "head").await;
    let chiefs = id_of(&chief, "auth.Admin", "username", "chief").await;

    // A boolean is no group, a text that is none neither: 1 is the group of super administrators.
    for odd in [
        json!([heads, true]),
        json!([true]),
        json!([heads, "x"]),
        json!([heads, 1.5]),
        json!([heads, [1]]),
        json!(true),
        json!("2,true"),
        json!({ "a": 1 }),
    ] {
        for body in [json!({ "id": myself, "group_arr": odd }), json!({ "id": myself, "group_arr": odd, "nickname": "Head" })] {
            refused(&head, "/admin/auth.Admin/edit", body, "group_arr").await;
        }
        let new = json!({ "username": "nadia", "nickname": "n", "password": PASSWORD, "group_arr": odd });
        refused(&head, "/admin/auth.Admin/add", new, "group_arr").await;
    }
    assert_eq!(row(&chief, "auth.Admin", &myself).await["group_arr"], json!([heads]));
    for odd in [json!([heads, 1]), json!([heads, " 1 "]), json!(format!("{heads}, 1")), json!(["0", "1"])] {
        refused(&head, "/admin/auth.Admin/edit", json!({ "id": myself, "group_arr": odd }), "group_arr").await;
    }

    // Groups: how far one sees, where it lies, what it holds.
    for odd in [json!(" all "), json!("all"), json!("all\n"), json!("\u{a0}all"), json!(true), json!(["all"]), json!("ALL")] {
        refused(&head, "/admin/auth.Group/edit", json!({ "id": beside, "scope": odd }), "scope").await;
    }
    for odd in [json!(true), json!("true"), json!([0]), json!(0.5)] {
        refused(&head, "/admin/auth.Group/edit", json!({ "id": below, "pid": odd }), "pid").await;
    }
    refused(&head, "/admin/auth.Group/edit", json!({ "id": below, "pid": " 0 " }), "pid").await;
    for odd in [json!([true]), json!(" * "), json!(["*"]), json!([" * "]), json!(true), json!("1,*"), json!({ "rules": "*" }), json!("1,x")] {
        refused(&head, "/admin/auth.Group/edit", json!({ "id": below, "rules": odd }), "rules").await;
    }
    for odd in [json!([true]), json!(true), json!(["x"])] {
        refused(&head, "/admin/auth.Group/edit", json!({ "id": below, "warehouses": odd }), "warehouses").await;
    }
    assert_eq!(row(&chief, "auth.Group", &json!(beside)).await["scope"], "own");
    assert_eq!(row(&chief, "auth.Group", &json!(below)).await["pid"], heads);

    // The last super administrator can't disable themselves, in whatever form the value is sent.
    for odd in
        [json!("disable "), json!(" disable"), json!("0"), json!(0), json!(" 0 "), json!(false), json!(["disable"]), json!("Disable"), json!("no")]
    {
        refused(&chief, "/admin/auth.Admin/edit", json!({ "id": chiefs, "status": odd }), "status").await;
        refused(&chief, "/admin/auth.Admin/edit", json!({ "id": chiefs, "status": odd, "group_arr": [1] }), "status").await;
    }
    chief.done("/admin/auth.Admin/edit", json!({ "id": chiefs, "status": " enable " })).await;
    assert_eq!(row(&chief, "auth.Admin", &chiefs).await["status"], "enable");
    assert!(node.try_login("chief").await.is_some());
    node.kill().await;
}

#[tokio::test]
async fn values_are_of_their_type() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    let ids = chief.master_data().await;
    // Switches come as booleans, and are 1 and 0 from then on; nothing else does.
    for (sent, stored) in [(json!(false), 0), (json!(true), 1), (json!("0"), 0), (json!(" 1 "), 1)] {
        chief.done("/admin/warehouse.Product/edit", json!({ "id": ids.product, "status": sent })).await;
        assert_eq!(row(&chief, "warehouse.Product", &json!(ids.product)).await["status"], stored, "{sent}");
    }
    for (field, odd) in [
        ("name", json!(true)),
        ("price", json!(true)),
        ("price", json!("1e2")),
        ("price", json!("1_0")),
        ("price", json!("+1")),
        ("weigh", json!(true)),
        ("weigh", json!("+1")),
        ("brand_id", json!(true)),
        ("unit_id", json!(true)),
        ("images", json!([true])),
        ("version", json!(true)),
        ("version", json!("x")),
        ("id", json!(true)),
        ("id", json!("+1")),
    ] {
        let mut body = json!({ "id": ids.product });
        body[field] = odd;
        refused(&chief, "/admin/warehouse.Product/edit", body, field).await;
    }
    // What hooks look at: a schedule, a controller, a parent.
    let task = id_of(&chief, "routine.Crontab", "type", "tidy_sessions").await;
    for odd in [json!(5), json!("5"), json!(true), json!(["* * * * *"]), json!("* * * *")] {
        refused(&chief, "/admin/routine.Crontab/edit", json!({ "id": task, "cron": odd }), "cron").await;
    }
    chief.done("/admin/routine.Crontab/edit", json!({ "id": task, "cron": " 5 * * * * " })).await;
    assert_eq!(row(&chief, "routine.Crontab", &task).await["cron"], "5 * * * *");
    for odd in [json!(5), json!(true), json!(["warehouse/Unit.php"]), json!("warehouse/Nothing.php")] {
        let rule = json!({ "name": "x", "controller": odd, "data_table": "unit", "primary_key": "id" });
        refused(&chief, "/admin/security.DataRecycle/add", rule, "controller").await;
    }
    let rule = id_of(&chief, "security.DataRecycle", "controller", "warehouse/Unit.php").await;
    let change = json!({ "id": rule, "name": "x", "controller": " warehouse/Unit.php ", "data_table": "admin", "primary_key": "pid" });
    chief.done("/admin/security.DataRecycle/edit", change).await;
    let rule = row(&chief, "security.DataRecycle", &rule).await;
    assert_eq!((rule["controller"].clone(), rule["data_table"].clone()), (json!("warehouse/Unit.php"), json!("unit")), "{rule}");
    for odd in [json!(true), json!("true"), json!(1.5), json!([1])] {
        refused(&chief, "/admin/warehouse.ProductCategory/add", json!({ "name": "x", "pid": odd }), "pid").await;
    }
    // Ids: one that is none spoils all of them.
    let unit = chief.done("/admin/warehouse.Unit/add", json!({ "name": "box" })).await["id"].clone();
    for odd in [json!([unit, true]), json!([unit, "x"]), json!(true), json!([[unit]]), json!({ "id": unit })] {
        refused(&chief, "/admin/warehouse.Unit/del", json!({ "ids": odd }), "ids").await;
        refused(&chief, "/admin/security.DataRecycleLog/restore", json!({ "ids": odd }), "ids").await;
        refused(&chief, "/admin/security.SensitiveDataLog/rollback", json!({ "ids": odd }), "ids").await;
    }
    refused(&chief, &format!("/admin/warehouse.Unit/del?ids[]={unit}&ids[]=x"), json!({}), "ids").await;
    assert_eq!(row(&chief, "warehouse.Unit", &unit).await["name"], "box");
    let sort = chief.post("/admin/warehouse.Unit/sortable", &json!({ "move": true, "target": unit, "direction": "up" })).await;
    assert_eq!(sort["data"]["key"], "error.not_found", "{sort}");
    // Orders.
    let add = "/admin/warehouse.InboundOrder/add";
    for (field, odd) in [
        ("quantity", json!(true)),
        ("quantity", json!("1_0")),
        ("quantity", json!("+1")),
        ("quantity", json!([1])),
        ("unit_price", json!(false)),
        ("product_id", json!(true)),
        ("warehouses_areas_id", json!(false)),
        ("produce_date", json!("+2099-1-01")),
        ("expiry_date", json!("2099-1-01")),
    ] {
        let mut body = ids.inbound(1);
        body["lines"][0][field] = odd;
        refused(&chief, add, body, &format!("lines[0].{field}")).await;
    }
    for (field, odd) in [("warehouses_id", json!(true)), ("supplier_id", json!(true)), ("type", json!(true)), ("version", json!(true))] {
        let mut body = ids.inbound(1);
        body[field] = odd;
        refused(&chief, add, body, field).await;
    }
    for odd in ["+2099-1-01", "2026-1-01", "02026-01-01", "2026-01-01 00:00:00", "0000-01-01"] {
        let mut body = ids.inbound(1);
        body["business_date"] = odd.into();
        refused(&chief, add, body, "business_date").await;
    }
    let order = chief.done(add, ids.inbound(1)).await["id"].clone();
    refused(&chief, "/admin/warehouse.InboundOrder/audit", json!({ "id": true }), "id").await;
    chief.done("/admin/warehouse.InboundOrder/audit", json!({ "id": order })).await;
    refused(&chief, "/admin/warehouse.InboundOrder/stock", json!({ "id": order, "lines": [{ "line": true, "quantity": 1 }] }), "lines[0].line").await;
    refused(&chief, "/admin/warehouse.InboundOrder/stock", json!({ "id": order, "lines": [{ "line": 1, "quantity": true }] }), "lines[0].quantity")
        .await;
    // Balances, settings, notifications, one's own profile.
    let member = chief.done("/admin/user.User/add", json!({ "username": "mia01", "nickname": "Mia", "password": PASSWORD })).await["id"].clone();
    for (field, odd) in [("money", json!(true)), ("money", json!("1_0")), ("money", json!([5])), ("user_id", json!(true)), ("memo", json!(true))] {
        let mut body = json!({ "user_id": member, "money": "5", "memo": "x" });
        body[field] = odd;
        refused(&chief, "/admin/user.MoneyLog/add", body, field).await;
    }
    for (name, odd) in [
        ("site_name", json!(true)),
        ("site_name", json!(["a", "b"])),
        ("site_name", json!("   ")),
        ("backend_entrance", json!(["/desk"])),
        ("time_zone", json!(true)),
        ("config_group", json!([1])),
        ("config_group", json!([{ "key": true, "value": "x" }])),
    ] {
        let mut body = json!({});
        body[name] = odd;
        refused(&chief, "/admin/routine.Config/edit", body, name).await;
    }
    for (field, odd) in [("type", json!(true)), ("content", json!(5)), ("rule", json!([5])), ("name", json!(true)), ("extend", json!(["a=1"]))] {
        let mut body = json!({ "group": "basics", "name": "shade", "title": "Shade", "type": "select", "content": "a=A" });
        body[field] = odd;
        refused(&chief, "/admin/routine.Config/add", body, field).await;
    }
    chief.done("/admin/notification.Index/setup", json!({ "sound": true })).await;
    refused(&chief, "/admin/notification.Index/setup", json!({ "sound": "loud" }), "sound").await;
    refused(&chief, "/admin/notification.Index/read", json!({ "id": true }), "id").await;
    for (field, odd) in [("nickname", json!(true)), ("email", json!(true)), ("avatar", json!(["/a.png"]))] {
        let mut body = json!({ "nickname": "Chief" });
        body[field] = odd;
        refused(&chief, "/admin/routine.AdminInfo/edit", body, field).await;
    }
    node.kill().await;
}

#[tokio::test]
async fn rows_without_a_date_are_before_none() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["chief"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let chief = node.login("chief").await;
    for (name, birthday) in [("early1", json!("1990-05-01")), ("late01", json!("2001-02-03")), ("never1", json!(null)), ("blank1", json!(""))] {
        chief.done("/admin/user.User/add", json!({ "username": name, "nickname": "n", "password": PASSWORD, "birthday": birthday })).await;
    }
    for odd in ["+2099-1-01", "1990-5-01", "19900501", "1990-02-30"] {
        let body = json!({ "username": "odd001", "nickname": "n", "password": PASSWORD, "birthday": odd });
        refused(&chief, "/admin/user.User/add", body, "birthday").await;
    }
    let found = async |field: &str, operator: &str, value: &str, more: &str| {
        let query = format!("search[0][field]={field}&search[0][operator]={operator}&search[0][val]={value}{more}&order=id,asc&limit=50");
        let answer = chief.get(&format!("/admin/user.User/index?{query}")).await;
        let rows = answer["data"]["list"].as_array().unwrap_or_else(|| panic!("{query}: {answer}")).clone();
        let names: Vec<String> = rows.iter().filter_map(|row| row["username"].as_str().map(str::to_owned)).collect();
        names
    };
    for (operator, value, names) in [
        ("RANGE", ",2000-01-01", vec!["early1"]),
        ("RANGE", ",2000-01-01 23:59:59", vec!["early1"]),
        ("RANGE", "2000-01-01,", vec!["late01"]),
        ("RANGE", ",2030-01-01", vec!["early1", "late01"]),
        ("NOT RANGE", "1995-01-01,", vec!["early1"]),
        ("NOT RANGE", "1995-01-01,2000-01-01", vec!["early1", "late01"]),
        ("<", "2000-01-01", vec!["early1"]),
        ("<=", "1990-05-01", vec!["early1"]),
        (">", "1990-05-01", vec!["late01"]),
    ] {
        assert_eq!(found("birthday", operator, value, "").await, names, "{operator} {value}");
    }
    // Nobody of them has ever logged in.
    assert_eq!(found("last_login_time", "RANGE", ",2030-01-01 00:00:00", "&search[0][render]=datetime").await, Vec::<String>::new());
    for odd in [",%2B2099-1-01", ",2000-1-01", "soon,"] {
        let answer = chief.get(&format!("/admin/user.User/index?search[0][field]=birthday&search[0][operator]=RANGE&search[0][val]={odd}")).await;
        assert_eq!(answer["code"], 0, "{odd}: {answer}");
    }
    node.kill().await;
}
