//! Goods with their SKUs over HTTP: what is refused, what stays, what the ledger offers of them.

use serde_json::{Value, json};

use crate::permissions::{picked, rules};
use crate::support::{Client, Ids, Node, PASSWORD, admins};

const GOODS: &str = "/admin/shop.goods.Goods";

async fn id(client: &Client, controller: &str, body: Value) -> i64 {
    client.done(&format!("/admin/{controller}/add"), body).await["id"].as_i64().expect("an id")
}

/// Where a body is refused, and why.
async fn refused(client: &Client, path: &str, body: &Value) -> (String, String) {
    let answer = client.post(path, body).await;
    assert_eq!(answer["code"], 0, "{body}: {answer}");
    (answer["data"]["field"].as_str().unwrap_or_default().to_owned(), answer["msg"].as_str().unwrap_or_default().to_owned())
}

fn wrong(field: &str, msg: &str) -> (String, String) {
    (field.to_owned(), msg.to_owned())
}

/// What goods need beside themselves.
struct Shop {
    boss: Client,
    ids: Ids,
    classify: i64,
}

impl Shop {
    async fn open(node: &Node) -> Self {
        let boss = node.login("boss").await;
        let ids = boss.master_data().await;
        let classify = id(&boss, "shop.goods.Classify", json!({ "name": "Pens" })).await;
        Self { boss, ids, classify }
    }

    /// Goods without SKUs.
    fn goods(&self, name: &str) -> Value {
        json!({ "name": name, "classify_ids": [self.classify], "images": ["/storage/a.png"] })
    }

    fn sku(&self, attrs: &[&str], price: &str) -> Value {
        json!({ "attrs": attrs, "price": price, "product_id": self.ids.product })
    }

    async fn row(&self, goods: i64) -> Value {
        self.boss.get(&format!("{GOODS}/edit?id={goods}")).await["data"]["row"].clone()
    }

    async fn add(&self, goods: Value) -> i64 {
        self.boss.done(&format!("{GOODS}/add"), goods).await["id"].as_i64().expect("an id")
    }

    async fn stock_in(&self, quantity: i64) {
        let order = self.boss.done("/admin/warehouse.InboundOrder/add", self.ids.inbound(quantity)).await;
        for step in ["audit", "stock"] {
            self.boss.done(&format!("/admin/warehouse.InboundOrder/{step}"), json!({ "id": order["id"] })).await;
        }
    }
}

fn group(id: &str, name: &str, values: &[&str]) -> Value {
    let values: Vec<Value> = values.iter().map(|value| json!({ "id": value, "text": value })).collect();
    json!({ "id": id, "name": name, "values": values })
}

fn with(body: &Value, more: Value) -> Value {
    let mut body = body.clone();
    for (name, value) in more.as_object().expect("fields") {
        body[name] = value.clone();
    }
    body
}

#[tokio::test]
async fn goods_are_refused_by_the_field_that_is_wrong() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["boss"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let shop = Shop::open(&node).await;
    let pen = shop.goods("Pen");
    let colours = json!([group("c", "Colour", &["red", "blue"])]);
    let both = json!([shop.sku(&["red"], "5"), shop.sku(&["blue"], "6")]);
    let incomplete = "The specification SKU data is incomplete";
    let attributes = "The specification attributes are incomplete";
    let add = format!("{GOODS}/add");
    let multiple = with(&pen, json!({ "spec_type": 2, "spec_attrs": colours, "skus": both }));
    for (body, field, msg) in [
        (pen.clone(), "skus", incomplete),
        (with(&pen, json!({ "skus": [] })), "skus", incomplete),
        (with(&pen, json!({ "skus": [{ "price": 0, "product_id": shop.ids.product }] })), "skus[0].price", incomplete),
        (with(&pen, json!({ "skus": [{ "price": 5 }] })), "skus[0].product_id", incomplete),
        (with(&pen, json!({ "skus": [shop.sku(&["red"], "5")] })), "skus[0].attrs", attributes),
        (with(&pen, json!({ "spec_type": 2, "skus": both })), "spec_attrs", attributes),
        (with(&multiple, json!({ "spec_attrs": [group("c", " ", &["red"])] })), "spec_attrs[0].name", attributes),
        (with(&multiple, json!({ "skus": [shop.sku(&["red"], "5")] })), "skus", incomplete),
        (with(&multiple, json!({ "skus": [shop.sku(&["red"], "5"), shop.sku(&["red"], "5")] })), "skus[1].attrs", incomplete),
        (with(&multiple, json!({ "skus": [shop.sku(&["red"], "5"), shop.sku(&["green"], "5")] })), "skus[1].attrs", attributes),
        (with(&pen, json!({ "spec_type": 3 })), "spec_type", "The input specification type value is illegal"),
    ] {
        let (place, said) = refused(&shop.boss, &add, &body).await;
        // An enumeration is refused before any rule of goods.
        let said = if field == "spec_type" { msg.to_owned() } else { said };
        assert_eq!((place, said), wrong(field, msg), "{body}");
    }
    // What is switched off needs no price, and is asked for one when it is switched on.
    for off in [json!({}), json!({ "price": "" }), json!({ "price": null }), json!({ "price": "0" }), json!({ "price": "0.00", "product_id": null })]
    {
        let off = with(&json!({ "attrs": ["blue"], "status": 0 }), off);
        let goods = shop.add(with(&multiple, json!({ "skus": [shop.sku(&["red"], "5"), off] }))).await;
        let row = shop.row(goods).await;
        assert_eq!((&row["price"], &row["skus"][1]["price"], &row["skus"][1]["status"]), (&json!("5.00"), &json!("0.00"), &json!(0)), "{row}");
        let on = json!({ "id": goods, "skus": [row["skus"][0], with(&row["skus"][1], json!({ "status": 1 }))] });
        assert_eq!(refused(&shop.boss, &format!("{GOODS}/edit"), &on).await.0, "skus[1].price");
        shop.boss.done(&format!("{GOODS}/edit"), json!({ "id": goods, "skus": row["skus"] })).await;
    }
    let below = with(&multiple, json!({ "skus": [shop.sku(&["red"], "5"), { "attrs": ["blue"], "status": 0, "price": "-1" }] }));
    assert_eq!(refused(&shop.boss, &add, &below).await.0, "skus[1].price");
    let template = id(
        &shop.boss,
        "shop.delivery.Template",
        json!({
            "name": "By weight", "method": 2, "rules": [{ "first": "1", "freight": "10", "continue": "0.5", "continue_freight": "3" }],
        }),
    )
    .await;
    let heavy = with(&multiple, json!({ "delivery_template_id": template }));
    assert_eq!(refused(&shop.boss, &add, &heavy).await.0, "skus[0].weight");
    // Off shelf they may wait for their weight; onto the shelf they may not.
    let waiting = shop.add(with(&heavy, json!({ "status": 0 }))).await;
    let edit = format!("{GOODS}/edit");
    assert_eq!(refused(&shop.boss, &edit, &json!({ "id": waiting, "status": 1 })).await.0, "skus[0].weight");
    // Nor may a template of goods on shelf begin to count what they lack.
    let by_piece = json!([{ "first": "1", "freight": "8", "continue": "1", "continue_freight": "2" }]);
    let pieces = id(&shop.boss, "shop.delivery.Template", json!({ "name": "By piece", "method": 1, "rules": by_piece })).await;
    shop.add(with(&shop.goods("Other"), json!({ "delivery_template_id": pieces, "skus": [shop.sku(&[], "5")] }))).await;
    let turned = refused(&shop.boss, "/admin/shop.delivery.Template/edit", &json!({ "id": pieces, "method": 3 })).await;
    assert_eq!(turned.0, "method");
    for (rules, field, msg) in
        [(json!([]), "rules", "rules must be filled in"), (json!([by_piece[0], by_piece[0]]), "rules[1].area_ids", "Please select delivery area")]
    {
        let refused = refused(&shop.boss, "/admin/shop.delivery.Template/add", &json!({ "name": "x", "method": 1, "rules": rules })).await;
        assert_eq!(refused.0, field);
        assert!(field == "rules" || refused.1 == msg, "{}", refused.1);
    }
    node.kill().await;
}

#[tokio::test]
async fn skus_keep_their_ids_whatever_is_edited_and_come_back_with_their_goods() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["boss"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let shop = Shop::open(&node).await;
    let (colour, size) = (group("c", "Colour", &["red", "blue"]), group("s", "Size", &["m", "l"]));
    let goods = shop
        .add(with(
            &shop.goods("Shirt"),
            json!({ "spec_type": 2, "spec_attrs": [colour], "skus": [shop.sku(&["red"], "7"), shop.sku(&["blue"], "5.5")] }),
        ))
        .await;
    let row = shop.row(goods).await;
    assert_eq!((row["price"].clone(), row["skus"][1]["price"].clone()), (json!("5.50"), json!("5.50")), "{row}");
    assert!(row["goods_no"].as_str().is_some_and(|number| number.starts_with('G')), "{row}");
    let ids = [row["skus"][0]["id"].clone(), row["skus"][1]["id"].clone()];
    let edit = format!("{GOODS}/edit");
    // A group is added: the earlier SKUs are the medium ones.
    let grown = |attrs: &[&str], old: Option<&Value>| {
        let mut sku = shop.sku(attrs, "8");
        if let Some(old) = old {
            sku["id"] = old.clone();
        }
        sku
    };
    let four = [grown(&["red", "m"], Some(&ids[0])), grown(&["red", "l"], None), grown(&["blue", "m"], Some(&ids[1])), grown(&["blue", "l"], None)];
    shop.boss.done(&edit, json!({ "id": goods, "spec_attrs": [colour, size], "skus": four })).await;
    let row = shop.row(goods).await;
    let of = |row: &Value, key: &str| {
        let skus = row["skus"].as_array().expect("SKUs").clone();
        skus.into_iter().find(|sku| sku["attr_key"] == key).unwrap_or_else(|| panic!("{key}: {row}"))
    };
    assert_eq!((of(&row, "m-red")["id"].clone(), of(&row, "blue-m")["id"].clone()), (ids[0].clone(), ids[1].clone()));
    assert_eq!((row["skus"].as_array().map(Vec::len), of(&row, "l-red")["sku_text"].clone()), (Some(4), json!("red / l")));
    let large = of(&row, "l-red")["id"].clone();
    // A value goes and returns.
    let medium = json!([{ "id": ids[0], "attrs": ["red", "m"], "price": "9" }, { "attrs": ["blue", "m"], "price": "9" }]);
    shop.boss.done(&edit, json!({ "id": goods, "spec_attrs": [colour, group("s", "Size", &["m"])], "skus": medium })).await;
    let row = shop.row(goods).await;
    assert_eq!((row["skus"].as_array().map(Vec::len), row["price"].clone()), (Some(2), json!("9.00")), "{row}");
    assert_eq!(of(&row, "m-red")["product_id"], shop.ids.product, "what is not sent stays");
    shop.boss.done(&edit, json!({ "id": goods, "spec_attrs": [colour, size], "skus": four })).await;
    let back = shop.row(goods).await;
    assert_eq!(of(&back, "l-red")["id"], large, "revived");
    // Codes are unique among the living.
    let mut same = four.clone();
    same[1]["sku_code"] = of(&back, "m-red")["sku_code"].clone();
    assert_eq!(refused(&shop.boss, &edit, &json!({ "id": goods, "skus": same })).await.0, "skus[1].sku_code");
    // A new name of a value changes no SKU.
    let renamed = json!([{ "id": "c", "name": "Colour", "values": [{ "id": "red", "text": "Crimson" }, { "id": "blue", "text": "Blue" }] }, size]);
    shop.boss.done(&edit, json!({ "id": goods, "spec_attrs": renamed })).await;
    let row = shop.row(goods).await;
    assert_eq!((of(&row, "m-red")["id"].clone(), of(&row, "m-red")["sku_text"].clone()), (ids[0].clone(), json!("Crimson / m")));
    // Deleted and restored, they are what they were; products that they sell can't be deleted.
    let kept = shop.boss.post("/admin/warehouse.Product/del", &json!({ "ids": [shop.ids.product] })).await;
    assert_eq!(kept["code"], 0, "{kept}");
    shop.boss.done(&format!("{GOODS}/del"), json!({ "ids": [goods] })).await;
    assert_eq!(shop.boss.get(&format!("{GOODS}/index")).await["data"]["total"], 0);
    let copy = shop.boss.get("/admin/security.DataRecycleLog/index").await["data"]["list"][0]["id"].clone();
    shop.boss.done("/admin/security.DataRecycleLog/restore", json!({ "ids": [copy] })).await;
    let restored = shop.row(goods).await;
    assert_eq!(restored["skus"].as_array().map(Vec::len), Some(4), "{restored}");
    assert_eq!(of(&restored, "m-red")["id"], ids[0]);
    node.kill().await;
}

#[tokio::test]
async fn what_goods_offer_is_what_the_ledger_has() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["boss"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let shop = Shop::open(&node).await;
    shop.stock_in(25).await;
    let mut linked = shop.sku(&[], "5");
    linked["ratio"] = json!("4");
    linked["buffer"] = json!("3");
    linked["stock"] = json!(999);
    let goods = shop.add(with(&shop.goods("Pens by four"), json!({ "skus": [linked] }))).await;
    let row = shop.row(goods).await;
    // 25 less 3 are five times four.
    assert_eq!((row["stock"].clone(), row["skus"][0]["stock"].clone()), (json!(5), json!(5)), "{row}");
    assert_eq!(row["skus"][0]["places"], json!([{ "warehouses_id": shop.ids.warehouse, "pieces": 5 }]));
    let list = shop.boss.get(&format!("{GOODS}/index")).await["data"]["list"].clone();
    assert_eq!((list[0]["stock"].clone(), list[0]["sku_count"].clone()), (json!(5), json!(1)), "{list}");
    // A code that is a product's number links it.
    let coded = shop.add(with(&shop.goods("By code"), json!({ "skus": [{ "price": "3", "sku_code": "P1" }] }))).await;
    assert_eq!(shop.row(coded).await["skus"][0]["product_id"], shop.ids.product);
    // Virtual goods have a counter, which an edit moves by what was changed.
    let virtual_goods = json!({ "delivery_type": 2, "skus": [{ "price": "9.9", "stock": 10 }] });
    let virtual_goods = shop.add(with(&shop.goods("Design"), virtual_goods)).await;
    let row = shop.row(virtual_goods).await;
    assert_eq!((row["skus"][0]["stock"].clone(), row["skus"][0]["product_id"].clone()), (json!(10), json!(null)), "{row}");
    let more = json!({ "id": virtual_goods, "skus": [{ "id": row["skus"][0]["id"], "attrs": [], "price": "9.9", "stock": 8, "stock_was": 5 }] });
    shop.boss.done(&format!("{GOODS}/edit"), more).await;
    assert_eq!(shop.row(virtual_goods).await["skus"][0]["stock"], 13, "three were added to what there was");
    // It can't begin to be sent without a product.
    let sent = refused(&shop.boss, &format!("{GOODS}/edit"), &json!({ "id": virtual_goods, "delivery_type": 1 })).await;
    assert_eq!(sent.0, "skus[0].product_id");
    // A parameter that its template asks for needs a value.
    let made_in = |value: &str| json!({ "id": virtual_goods, "params": [{ "name": "Made in", "value": value, "required": 1 }] });
    let (at, text) = refused(&shop.boss, &format!("{GOODS}/edit"), &made_in(" ")).await;
    assert!(at == "params[0].value" && text.contains("Made in"), "{at}: {text}");
    shop.boss.done(&format!("{GOODS}/edit"), made_in("China")).await;
    node.kill().await;
}

#[tokio::test]
async fn rows_around_goods_keep_their_rules() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["boss"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let shop = Shop::open(&node).await;
    let boss = &shop.boss;
    let place = async |controller: &str, body: Value| refused(boss, &format!("/admin/{controller}/add"), &body).await.0;
    // Three levels of classifies, also when a branch moves.
    let second = id(boss, "shop.goods.Classify", json!({ "name": "Gel", "pid": shop.classify })).await;
    let third = id(boss, "shop.goods.Classify", json!({ "name": "Fine", "pid": second })).await;
    assert_eq!(place("shop.goods.Classify", json!({ "name": "Deep", "pid": third })).await, "pid");
    let other = id(boss, "shop.goods.Classify", json!({ "name": "Other" })).await;
    assert_eq!(refused(boss, "/admin/shop.goods.Classify/edit", &json!({ "id": shop.classify, "pid": other })).await.0, "pid");
    boss.done("/admin/shop.goods.Classify/edit", json!({ "id": second, "pid": 0 })).await;
    let moved = boss.get(&format!("/admin/shop.goods.Classify/edit?id={third}")).await["data"]["row"]["level"].clone();
    assert_eq!(moved, 1, "its branch moved along");
    assert_eq!(place("shop.advert.Banner", json!({ "name": "b", "image": "/a.png", "link_type": 1, "link_value": "99" })).await, "link_value");
    // Browsers take a backslash for a slash.
    for address in ["http://x.cn", "//x.cn", "/\\x.cn"] {
        let banner = json!({ "name": "b", "image": "/a.png", "link_type": 4, "link_value": address });
        assert_eq!(place("shop.advert.Banner", banner).await, "link_value", "{address}");
        assert_eq!(place("shop.advert.NoticeBar", json!({ "content": "n", "link": address })).await, "link", "{address}");
    }
    let nowhere = json!({ "name": "b", "image": "/a.png", "link_type": 1 });
    let (field, said) = refused(boss, "/admin/shop.advert.Banner/add", &nowhere).await;
    assert_eq!((field.as_str(), said.contains("required")), ("link_value", true), "{said}");
    assert_eq!(place("shop.advert.NoticeBar", json!({ "content": "n", "start_time": 5, "end_time": 4 })).await, "end_time");
    assert_eq!(place("shop.goods.SpecTemplate", json!({ "name": "t", "spec": [{ "name": "c", "values": [] }] })).await, "spec[0].values");
    assert_eq!(place("shop.goods.ParamsTemplate", json!({ "name": "t", "params": [{ "name": " " }] })).await, "params[0].name");
    // One default address; goods come back into an area to inspect.
    let area = id(boss, "warehouse.WarehouseArea", json!({ "warehouses_id": shop.ids.warehouse, "name": "A", "serial_no": "A" })).await;
    let address = |name: &str| json!({ "name": name, "mobile": "021-1", "city": ["310000", "310100", "310114"], "address": "1 Road", "warehouses_id": shop.ids.warehouse, "is_default": 1 });
    assert_eq!(place("shop.delivery.Address", with(&address("x"), json!({ "warehouses_areas_id": area }))).await, "warehouses_areas_id");
    for odd in [json!(["1"]), json!(["310000"]), json!(["x"])] {
        assert_eq!(place("shop.delivery.Address", with(&address("x"), json!({ "city": odd }))).await, "city");
    }
    let first = id(boss, "shop.delivery.Address", address("first")).await;
    id(boss, "shop.delivery.Address", address("second")).await;
    let first = boss.get(&format!("/admin/shop.delivery.Address/edit?id={first}")).await["data"]["row"].clone();
    assert_eq!((&first["is_default"], &first["city"][0]), (&json!(0), &json!("310000")), "{first}");
    // Areas are named beside their ids, in lists as well.
    let listed = boss.get("/admin/shop.delivery.Address/index").await["data"]["list"][0]["city_text"].clone();
    assert!(listed.as_str().is_some_and(|names| names.split(" / ").count() == 3), "{listed}");
    assert_eq!(first["city_text"], listed);
    // Coupons: terms that fit each other.
    let coupon = json!({ "name": "c", "type": 1, "amount": "5", "valid_type": 2, "valid_days": 3 });
    for (more, field) in [
        (json!({ "amount": 0 }), "amount"),
        (json!({ "type": 2, "percent": 0 }), "percent"),
        (json!({ "scope": 2 }), "scope_ids"),
        (json!({ "scope": 1, "scope_ids": [999] }), "scope_ids"),
        (json!({ "get_type": 2 }), "code"),
        (json!({ "valid_days": 0 }), "valid_days"),
        (json!({ "valid_type": 1, "valid_start": 9, "valid_end": 8 }), "valid_end"),
    ] {
        assert_eq!(place("shop.marketing.Coupon", with(&coupon, more)).await, field);
    }
    id(boss, "shop.marketing.Coupon", with(&coupon, json!({ "scope": 1, "scope_ids": [other] }))).await;
    assert_eq!(place("shop.marketing.Recharge", json!({ "name": "r", "money": 0 })).await, "money");
    // Settings of the shop: their own page, their own permission, nobody else's settings.
    let settings = boss.get("/admin/shop.Settings/index").await["data"]["list"].clone();
    let minutes = settings.as_array().expect("rows").iter().find(|row| row["name"] == "pay_minutes").expect("a setting").clone();
    assert_eq!(minutes["value"], "30", "{settings}");
    boss.done("/admin/shop.Settings/edit", json!({ "pay_minutes": 45 })).await;
    boss.done("/admin/shop.Settings/edit", json!({ "warehouses_ids": [shop.ids.warehouse] })).await;
    for (body, field) in [
        (json!({ "pay_minutes": 0 }), "pay_minutes"),
        (json!({ "site_name": "x" }), "site_name"),
        // A warehouse that is not there would sell nothing.
        (json!({ "warehouses_ids": [shop.ids.warehouse, 999] }), "warehouses_ids"),
        (json!({ "audio_order": "javascript:x" }), "audio_order"),
    ] {
        assert_eq!(refused(boss, "/admin/shop.Settings/edit", &body).await.0, field);
    }
    node.kill().await;
}

#[tokio::test]
async fn goods_are_for_those_who_hold_their_nodes() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["boss"]).await;
    let node = Node::start(dir.path(), &[]).await;
    let shop = Shop::open(&node).await;
    let all = rules(&shop.boss).await;
    for name in ["shop/goods", "shop/goods/goods", "shop/goods/goods/sortable", "shop/delivery/template", "shop/settings/edit"] {
        assert!(all.iter().any(|(_, known)| known == name), "{name} is no rule");
    }
    assert!(all.iter().all(|(_, name)| name != "shop/goods/sku"), "SKUs have no page");
    let held = picked(&all, &["shop/goods/classify"]);
    let group = id(&shop.boss, "auth.Group", json!({ "name": "Sorters", "pid": 0, "rules": held })).await;
    let body = json!({ "username": "sorter", "nickname": "s", "password": PASSWORD, "group_arr": [group] });
    shop.boss.done("/admin/auth.Admin/add", body).await;
    let sorter = node.login("sorter").await;
    assert_eq!(sorter.get("/admin/shop.goods.Classify/index").await["code"], 1);
    for path in [format!("{GOODS}/index"), format!("{GOODS}/edit?id=1"), "/admin/shop.Settings/index".into()] {
        assert_eq!(sorter.get(&path).await["code"], 401, "{path}");
    }
    let menus = sorter.get("/admin/Index/index").await["data"]["menus"].clone();
    assert_eq!(menus[0]["children"][0]["children"][0]["name"], "shop/goods/classify", "{menus}");
    let stranger = node.anonymous();
    for path in [format!("{GOODS}/index"), "/admin/shop.delivery.Template/index".into(), "/admin/shop.Settings/index".into()] {
        assert_eq!(stranger.get(&path).await["code"], 303, "{path}");
    }
    node.kill().await;
}
