//! The shop as visitors read it, and carts.

use std::time::Duration;

use entrepot::config::Settings;
use entrepot::config::services::ServiceSettings;
use serde_json::{Value, json};

use crate::storefront_pages::PAGE;
use crate::world::{Visitor, World};

/// Rows that the back office would write through its pages: goods with SKUs that stand on no product.
async fn stocked(world: &World) {
    let now = world.node.now();
    let query = format!(
        "CREATE shop_classify:1 SET pid = 0, name = 'Paper', status = 1, weigh = 2;
         CREATE shop_classify:2 SET pid = 1, name = 'Books', status = 1, weigh = 1;
         CREATE shop_classify:3 SET pid = 0, name = 'Secret', status = 0, weigh = 1;
         CREATE shop_service:1 SET name = 'Returns', content = '7 days', status = 1;
         CREATE shop_goods:1 SET goods_no = 'G1', name = 'Blue Notebook', classify_ids = [2], images = ['/a.svg', '/b.svg'], spec_type = 2,
           spec_attrs = '[{{\"id\":\"c\",\"name\":\"Colour\",\"values\":[{{\"id\":\"r\",\"text\":\"Red\",\"image\":\"/r.svg\"}},{{\"id\":\"b\",\"text\":\"Blue\"}}]}}]',
           price = 12.5dec, origin_price = 20dec, sales = 7, params = '[{{\"name\":\"Pages\",\"value\":\"96\"}}]', service_ids = [1],
           delivery_type = 2, buy_min = 1, buy_max = 4, status = 1, weigh = 2, create_time = {now}, update_time = {now}, version = 1;
         CREATE shop_goods:2 SET goods_no = 'G2', name = 'Fountain Pen', classify_ids = [1], images = ['/p.svg'], spec_type = 1, price = 99dec,
           delivery_type = 2, buy_min = 1, status = 1, weigh = 1, sales = 30, create_time = {now}, update_time = {now}, version = 1;
         CREATE shop_goods:3 SET goods_no = 'G3', name = 'Hidden Pen', classify_ids = [1], images = ['/h.svg'], spec_type = 1, price = 1dec,
           delivery_type = 2, buy_min = 1, status = 0, weigh = 3, create_time = {now}, update_time = {now}, version = 1;
         CREATE shop_sku:1 SET goods_id = 1, attrs = '[\"r\"]', attr_key = 'r', sku_text = 'Red', price = 12.5dec, stock = 3, status = 1, ratio = 1dec;
         CREATE shop_sku:2 SET goods_id = 1, attrs = '[\"b\"]', attr_key = 'b', sku_text = 'Blue', price = 14dec, stock = 40, status = 1, ratio = 1dec;
         CREATE shop_sku:3 SET goods_id = 1, attrs = '[\"x\"]', attr_key = 'x', sku_text = 'Old', price = 14dec, stock = 40, status = 1, retired = 1,
           ratio = 1dec;
         CREATE shop_sku:4 SET goods_id = 2, attrs = '[]', attr_key = '', price = 99dec, stock = 0, status = 1, ratio = 1dec;
         CREATE shop_banner:1 SET name = 'Sale', image = '/s.svg', link_type = 1, link_value = '1', status = 1, weigh = 1;
         CREATE shop_banner:2 SET name = 'Over', image = '/o.svg', end_time = {now} - 5, status = 1, weigh = 2;
         CREATE shop_hot_recommend:1 SET goods_id = 2, title = 'Our best pen', status = 1, weigh = 1;
         CREATE shop_hot_recommend:2 SET goods_id = 3, title = 'Not there', status = 1, weigh = 2;
         CREATE shop_notice_bar:1 SET content = 'Free freight', status = 1, weigh = 1;"
    );
    world.node.store().run(&query, vec![]).await.expect("rows");
}

async fn change(world: &World, query: &str) {
    let query = query.replace("NOW", &world.node.now().to_string());
    world.node.store().run(&query, vec![]).await.expect("a change");
}

fn ids(list: &Value) -> Vec<i64> {
    list["list"].as_array().expect("a list").iter().map(|row| row["id"].as_i64().expect("an id")).collect()
}

async fn listed(visitor: &Visitor, query: &str) -> Vec<i64> {
    ids(&visitor.got(&format!("/api/shop.Goods/index?{query}")).await)
}

/// Asks until the answer is as expected: what is written shows within a second.
async fn until(visitor: &Visitor, path: &str, expected: impl Fn(&Value) -> bool) -> Value {
    for () in crate::support::turns() {
        let answer = visitor.get(path).await;
        if expected(&answer) {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{path} never became so: {}", visitor.get(path).await)
}

#[tokio::test]
async fn visitors_find_what_is_on_shelf() {
    let world = World::start(ServiceSettings::default()).await;
    stocked(&world).await;
    let visitor = world.visitor();
    let home = visitor.got("/api/shop.Index/index").await;
    assert_eq!(
        home["banners"],
        json!([{ "id": 1, "name": "Sale", "image": "/s.svg", "link_type": 1, "link_value": "1", "subtitle": "", "worded": false }])
    );
    assert_eq!((&home["notices"][0]["content"], home["hot"].as_array().map(Vec::len)), (&json!("Free freight"), Some(1)));
    assert_eq!(
        (&home["hot"][0]["name"], &home["hot"][0]["stock"], &home["hot"][0]["price"]),
        (&json!("Our best pen"), &json!("out"), &json!("99.00"))
    );
    assert_eq!((&home["classify"][0]["name"], &home["classify"][0]["children"][0]["name"]), (&json!("Paper"), &json!("Books")));
    assert_eq!(visitor.got("/api/shop.Classify/index").await["list"].as_array().map(Vec::len), Some(1));

    assert_eq!(listed(&visitor, "").await, [1, 2]);
    assert_eq!(listed(&visitor, "order=sales").await, [2, 1]);
    assert_eq!(listed(&visitor, "order=price_asc").await, [1, 2]);
    assert_eq!(listed(&visitor, "order=price_desc").await, [2, 1]);
    assert_eq!(listed(&visitor, "search=PEN").await, [2]);
    assert_eq!(listed(&visitor, "search=g1%20blue").await, [1]);
    assert_eq!(listed(&visitor, "classify_id=1").await, [1, 2]);
    assert_eq!(listed(&visitor, "classify_id=2").await, [1]);
    assert_eq!(listed(&visitor, "price_min=50&price_max=99").await, [2]);
    assert_eq!(listed(&visitor, "in_stock=1").await, [1]);
    assert_eq!(listed(&visitor, "page=2&limit=1").await, [2]);
    assert_eq!(visitor.get("/api/shop.Goods/index?price_min=x").await["data"]["field"], "price_min");
    let card = &visitor.got("/api/shop.Goods/index").await["list"][0];
    assert_eq!((&card["stock"], &card["price"], &card["image"]), (&json!("in"), &json!("12.50"), &json!("/a.svg")));
    assert!(!card.as_object().expect("an object").values().any(|value| value == 43), "{card}");
}

#[tokio::test]
async fn the_shop_reads_in_the_language_that_is_asked_for() {
    let web = tempfile::tempdir().expect("a folder");
    std::fs::write(web.path().join("index.html"), PAGE).expect("a page");
    let settings = Settings { web_dir: Some(web.path().to_owned()), ..Settings::default() };
    let world = World::start_with(ServiceSettings::default(), settings).await;
    stocked(&world).await;
    change(
        &world,
        "UPDATE shop_goods:2 SET name = '钢笔', name_en = 'Fountain Pen', sub_name = '铱金笔尖', content_en = '<p>Writes</p>', update_time = NOW, version = 2;
         UPDATE shop_classify:1 SET name = '纸品', name_en = 'Paper';
         UPDATE shop_banner:1 SET name = '大促', name_en = 'Sale', subtitle = '三天', subtitle_en = 'Three days';
         UPDATE shop_notice_bar:1 SET content = '包邮', content_en = 'Free freight';
         UPDATE shop_hot_recommend:1 SET title = '最好的笔';
         UPDATE shop_service:1 SET name = '退货', name_en = 'Returns', content = '七天';",
    )
    .await;
    let client = reqwest::Client::new();
    let asked = async |language: &str, path: &str| -> Value {
        let request = client.get(format!("{}{path}", world.url)).header("server", "true").header("think-lang", language);
        request.send().await.expect("an answer").json::<Value>().await.expect("JSON")["data"].take()
    };
    for (language, name, classify, banner, line, notice, hot) in [
        ("en", "Fountain Pen", "Paper", "Sale", "Three days", "Free freight", "Fountain Pen"),
        ("zh-cn", "钢笔", "纸品", "大促", "三天", "包邮", "最好的笔"),
    ] {
        let home = asked(language, "/api/shop.Index/index").await;
        let shown = [&home["banners"][0]["name"], &home["banners"][0]["subtitle"], &home["notices"][0]["content"]];
        assert_eq!(shown, [banner, line, notice]);
        assert_eq!((&home["classify"][0]["name"], &home["hot"][0]["name"]), (&json!(classify), &json!(hot)));
        // Both are found, whatever the reader's language.
        for words in ["fountain", "钢笔"] {
            let found = asked(language, &format!("/api/shop.Goods/index?search={words}")).await;
            assert_eq!((&found["total"], &found["list"][0]["name"]), (&json!(1), &json!(name)), "{words} in {language}");
            assert_eq!(found["list"][0]["sub_name"], "铱金笔尖", "what nobody has translated");
        }
        assert_eq!(asked(language, "/api/shop.Goods/detail?id=2").await["name"], name);
        assert_eq!(asked(language, "/api/shop.Goods/lines?ids[]=4").await["list"][0]["name"], name);
    }
    let services = &asked("en", "/api/shop.Goods/detail?id=1").await["services"][0];
    assert_eq!((&services["name"], &services["content"]), (&json!("Returns"), &json!("七天")));
    // What is there before the app arrives speaks the same language.
    let page = client.get(format!("{}/shop/goods/2", world.url)).header("accept", "text/html").header("accept-language", "en");
    let page = page.send().await.expect("a page").text().await.expect("text");
    assert!(page.contains("Fountain Pen") && !page.contains("钢笔"), "{page}");
}

#[tokio::test]
async fn goods_are_shown_with_what_goes_well_with_them() {
    let world = World::start(ServiceSettings::default()).await;
    stocked(&world).await;
    let visitor = world.visitor();
    // Declared by hand: without what is not on shelf.
    change(&world, "UPDATE shop_goods:1 SET together_ids = [3, 2], update_time = NOW, version = 2;").await;
    until(&visitor, "/api/shop.Goods/together?id=1", |answer| ids(&answer["data"]) == [2]).await;
    let refused = visitor.get("/api/shop.Goods/together?id=3").await;
    assert_eq!(refused["data"]["key"], "error.not_found");
}

#[tokio::test]
async fn goods_are_shown_with_what_was_bought_with_them() {
    let world = World::start(ServiceSettings::default()).await;
    stocked(&world).await;
    change(
        &world,
        "CREATE shop_order:91 SET order_no = '91', pay_time = NOW - 60, lines = [{ goods_id: 1 }, { goods_id: 2 }];
         CREATE shop_order:92 SET order_no = '92', pay_time = NOW - 50, lines = [{ goods_id: 2 }, { goods_id: 1 }, { goods_id: 3 }];
         CREATE shop_order:93 SET order_no = '93', lines = [{ goods_id: 2 }, { goods_id: 3 }];",
    )
    .await;
    assert_eq!((listed_together(&world.visitor(), 1).await, listed_together(&world.visitor(), 2).await), (vec![2], vec![1]));
}

async fn listed_together(visitor: &Visitor, goods: i64) -> Vec<i64> {
    ids(&visitor.got(&format!("/api/shop.Goods/together?id={goods}")).await)
}

#[tokio::test]
async fn goods_show_what_is_bought_of_them_and_hints_of_stock() {
    let world = World::start(ServiceSettings::default()).await;
    stocked(&world).await;
    let visitor = world.visitor();
    let goods = visitor.got("/api/shop.Goods/detail?id=1").await;
    assert_eq!((&goods["buy_max"], &goods["line_max"]), (&json!(4), &json!(999)), "a line has a limit of its own");
    assert_eq!((&goods["name"], &goods["price"], &goods["stock"]), (&json!("Blue Notebook"), &json!("12.50"), &json!("in")));
    let skus: Vec<_> = goods["skus"].as_array().expect("SKUs").iter().map(|sku| (sku["sku_text"].clone(), sku["stock"].clone())).collect();
    assert_eq!(skus, [(json!("Red"), json!("few")), (json!("Blue"), json!("in"))]);
    assert_eq!((&goods["skus"][0]["image"], &goods["skus"][1]["image"]), (&json!("/r.svg"), &json!("")), "the picture of the value");
    assert_eq!(goods["spec_attrs"][0]["values"][1], json!({ "id": "b", "text": "Blue", "image": "" }));
    assert_eq!((&goods["params"][0]["value"], &goods["services"][0]["name"]), (&json!("96"), &json!("Returns")));
    assert_eq!(goods["classify"], json!([{ "id": 1, "name": "Paper" }, { "id": 2, "name": "Books" }]));
    let evaluations = visitor.got("/api/shop.Goods/evaluations?goods_id=1").await;
    assert_eq!((&evaluations["total"], &evaluations["stars"]), (&json!(0), &json!([0, 0, 0, 0, 0])));
    for path in ["detail?id=3", "detail?id=99", "evaluations?goods_id=3"] {
        let refused = visitor.get(&format!("/api/shop.Goods/{path}")).await;
        assert_eq!((&refused["code"], &refused["data"]["key"]), (&json!(0), &json!("error.not_found")), "{path}");
    }
    // What is written shows soon, in the list and on the page.
    change(&world, "UPDATE shop_goods:2 SET status = 0, update_time = NOW, version = 2; UPDATE shop_sku:1 SET stock = 0;").await;
    until(&visitor, "/api/shop.Goods/index", |answer| answer["data"]["total"] == 1).await;
    until(&visitor, "/api/shop.Goods/detail?id=1", |answer| answer["data"]["skus"][0]["stock"] == "out").await;
    change(&world, "UPDATE shop_goods:3 SET status = 1, name = 'Green Pen', update_time = NOW, version = 2;").await;
    until(&visitor, "/api/shop.Goods/index?search=green", |answer| answer["data"]["list"][0]["id"] == 3).await;
    change(&world, "DELETE shop_goods:3;").await;
    until(&visitor, "/api/shop.Goods/index", |answer| answer["data"]["total"] == 1).await;
}

#[tokio::test]
async fn carts_keep_no_price_and_say_what_can_be_bought() {
    let world = World::start(ServiceSettings::default()).await;
    stocked(&world).await;
    let (member, _) = world.member("ann").await;
    let (other, _) = world.member("bob").await;
    assert_eq!(world.visitor().get("/api/shop.Cart/index").await["code"], 303);
    member.done("/api/shop.Cart/add", json!({ "sku_id": 1, "quantity": 2 })).await;
    let cart = member.done("/api/shop.Cart/add", json!({ "sku_id": 1 })).await;
    let line = &cart["list"][0];
    assert_eq!((&line["quantity"], &line["state"], &line["price"], &line["amount"]), (&json!(3), &json!("ok"), &json!("12.50"), &json!("37.50")));
    assert_eq!((&cart["amount"], &cart["pieces"], &line["image"]), (&json!("37.50"), &json!(3), &json!("/r.svg")));
    for (body, field) in [
        (json!({ "sku_id": 3 }), "sku_id"),
        (json!({ "sku_id": 99 }), "sku_id"),
        (json!({ "sku_id": 1, "quantity": 0 }), "quantity"),
        (json!({ "sku_id": 1, "quantity": 1_000 }), "quantity"),
        (json!({ "sku_id": 1, "price": "0.01" }), "price"),
    ] {
        assert_eq!(member.post("/api/shop.Cart/add", &body).await["data"]["field"], field, "{body}");
    }
    let id = line["id"].as_i64().expect("an id");
    // Nobody reaches the lines of others.
    assert_eq!(other.post("/api/shop.Cart/edit", &json!({ "id": id, "quantity": 1 })).await["data"]["key"], "error.not_found");
    other.done("/api/shop.Cart/del", json!({ "ids": [id] })).await;
    let cart = member.done("/api/shop.Cart/edit", json!({ "id": id, "quantity": 4 })).await;
    assert_eq!((&cart["list"][0]["state"], &cart["amount"]), (&json!("short"), &json!("0.00")));
    assert_eq!(member.done("/api/shop.Cart/edit", json!({ "id": id, "quantity": 5 })).await["list"][0]["state"], "too_many");
    let cart = member.done("/api/shop.Cart/edit", json!({ "id": id, "sku_id": 2, "quantity": 2 })).await;
    assert_eq!((&cart["list"][0]["sku_text"], &cart["amount"]), (&json!("Blue"), &json!("28.00")));
    assert_eq!(cart["list"][0]["image"], "/a.svg", "that of the goods");
    assert_eq!(member.post("/api/shop.Cart/edit", &json!({ "id": id, "sku_id": 4 })).await["data"]["field"], "sku_id");
    // The price is the one of now.
    change(&world, "UPDATE shop_sku:2 SET price = 15dec;").await;
    assert_eq!(member.got("/api/shop.Cart/index").await["amount"], "30.00");
    assert_eq!(member.done("/api/shop.Cart/edit", json!({ "id": 0, "checked": 0 })).await["amount"], "0.00");
    // A guest's cart: the larger quantity holds, what is not known is passed over.
    let guest = json!({ "lines": [{ "sku_id": 2, "quantity": 1 }, { "sku_id": 1, "quantity": 3 }, { "sku_id": 99, "quantity": 1 }] });
    let cart = member.done("/api/shop.Cart/merge", guest).await;
    let lines: Vec<_> = cart["list"].as_array().expect("lines").iter().map(|row| (row["sku_id"].clone(), row["quantity"].clone())).collect();
    assert_eq!(lines.len(), 2, "{cart}");
    assert!(lines.contains(&(json!(2), json!(2))) && lines.contains(&(json!(1), json!(3))), "{cart}");
    // It also brings the guest's choice of lines, for those that were there as well.
    let chosen = |cart: &Value, sku: i64| {
        cart["list"].as_array().into_iter().flatten().find(|row| row["sku_id"] == sku).map(|row| row["checked"].clone()).unwrap_or_default()
    };
    assert_eq!((chosen(&cart, 1), chosen(&cart, 2)), (json!(1), json!(1)));
    // Both lines are of one goods, of which an order takes 4 at most.
    let state = |cart: &Value, sku: i64| {
        cart["list"].as_array().into_iter().flatten().find(|row| row["sku_id"] == sku).map(|row| row["state"].clone()).unwrap_or_default()
    };
    assert_eq!((state(&cart, 1), state(&cart, 2)), (json!("too_many"), json!("too_many")), "{cart}");
    let guest = json!({ "lines": [{ "sku_id": 2, "checked": 0 }, { "sku_id": 4, "checked": 0 }, { "sku_id": 1, "checked": 1 }] });
    let cart = member.done("/api/shop.Cart/merge", guest).await;
    assert_eq!((chosen(&cart, 1), chosen(&cart, 2), chosen(&cart, 4)), (json!(1), json!(0), json!(0)), "{cart}");
    assert_eq!((state(&cart, 1), state(&cart, 2)), (json!("ok"), json!("too_many")), "{cart}");
    // More than a line may hold becomes that much: the rest of the cart is taken along.
    let large = json!({ "lines": [{ "sku_id": 2, "quantity": 5_000 }, { "sku_id": 1, "quantity": 1 }] });
    let merged = other.done("/api/shop.Cart/merge", large).await;
    let quantities: i64 = merged["list"].as_array().into_iter().flatten().filter_map(|row| row["quantity"].as_i64()).sum();
    assert_eq!(quantities, 999 + 1, "{merged}");
    let wrong = member.post("/api/shop.Cart/merge", &json!({ "lines": [{ "sku_id": 1, "checked": 2 }] })).await;
    assert_eq!(wrong["data"]["field"], "lines[0].checked");
    let gone = cart["list"].as_array().into_iter().flatten().find(|row| row["sku_id"] == 4).map(|row| row["id"].clone());
    member.done("/api/shop.Cart/del", json!({ "ids": [gone] })).await;
    change(&world, "UPDATE shop_goods:1 SET status = 0, update_time = NOW, version = 3;").await;
    assert_eq!(member.got("/api/shop.Cart/index").await["list"][0]["state"], "gone");
    let lines = world.visitor().got("/api/shop.Goods/lines?ids[]=4&ids[]=99&quantities=2,1").await;
    let states: Vec<_> = lines["list"].as_array().expect("lines").iter().map(|row| (row["sku_id"].clone(), row["state"].clone())).collect();
    assert_eq!(states, [(json!(4), json!("out")), (json!(99), json!("gone"))]);
}

#[tokio::test]
async fn a_cart_holds_a_hundred_lines_however_many_are_added_at_once() {
    let world = World::start(ServiceSettings::default()).await;
    stocked(&world).await;
    let more: String = (100..220)
        .map(|sku| {
            format!("CREATE shop_sku:{sku} SET goods_id = 1, attrs = '[]', attr_key = 'k{sku}', price = 1dec, stock = 9, status = 1, ratio = 1dec;")
        })
        .collect();
    change(&world, &more).await;
    let (member, _) = world.member("ann").await;
    let lines: Vec<Value> = (100..196).map(|sku| json!({ "sku_id": sku, "quantity": 1 })).collect();
    assert_eq!(member.done("/api/shop.Cart/merge", json!({ "lines": lines })).await["list"].as_array().map(Vec::len), Some(96));
    let adding = (200..212).map(|sku| {
        let member = member.clone();
        async move { member.post("/api/shop.Cart/add", &json!({ "sku_id": sku })).await["code"] == 1 }
    });
    let added = futures::future::join_all(adding).await;
    assert_eq!(added.iter().filter(|done| **done).count(), 4);
    assert_eq!(member.got("/api/shop.Cart/index").await["list"].as_array().map(Vec::len), Some(100));
    let refused = member.post("/api/shop.Cart/add", &json!({ "sku_id": 219 })).await;
    assert_eq!(refused["data"]["key"], "cart.full");
}
