//! Coupons and recharges over HTTP: who gets what, how often, and what is booked.

use entrepot::config::services::ServiceSettings;
use entrepot::member::accounts::Welcome;
use serde_json::{Value, json};

use crate::world::{Visitor, World};

fn key(answer: &Value) -> &str {
    answer["data"]["key"].as_str().unwrap_or_default()
}

/// A coupon of 10.00 off from 50.00, good for a week.
fn terms(name: &str) -> Value {
    json!({ "name": name, "type": 1, "amount": "10.00", "min_amount": "50.00", "scope": 0, "total_num": 0, "limit_num": 1,
        "get_type": 1, "valid_type": 2, "valid_days": 7, "status": 1 })
}

async fn coupon(admin: &Visitor, change: Value) -> i64 {
    let mut row = terms("Ten off");
    for (name, value) in change.as_object().expect("fields") {
        row[name] = value.clone();
    }
    admin.done("/admin/shop.marketing.Coupon/add", row).await["id"].as_i64().expect("an id")
}

async fn row(admin: &Visitor, coupon: i64) -> Value {
    admin.got(&format!("/admin/shop.marketing.Coupon/edit?id={coupon}")).await["row"].clone()
}

/// The report of an import.
async fn imported(admin: &Visitor, controller: &str, rows: String) -> Value {
    let file = reqwest::multipart::Part::bytes(rows.into_bytes()).file_name("rows.csv");
    let asked = admin.ask(reqwest::Method::POST, &format!("/admin/{controller}/import"));
    let form = reqwest::multipart::Form::new().part("file", file).text("mapping", r#"{"id":"id"}"#);
    let asked = asked.multipart(form);
    let answer: Value = asked.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(answer["code"], 1, "{answer}");
    for () in crate::support::turns() {
        let list = admin.got("/admin/routine.Transfer/index").await["list"].clone();
        let task = list.as_array().and_then(|list| list.iter().find(|task| task["id"] == answer["data"]["task"])).cloned().unwrap_or_default();
        if task["state"] != "running" {
            return task["report"].clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the import does not end");
}

/// A member's own coupons in a state.
async fn own(member: &Visitor, state: i64) -> Vec<Value> {
    member.got(&format!("/api/shop.Coupon/mine?state={state}")).await["list"].as_array().expect("a list").clone()
}

#[tokio::test]
async fn goods_name_every_coupon_that_is_for_them() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let now = world.node.now();
    // The goods stand in two classifies; the second one hangs below a third.
    let query = format!(
        "CREATE shop_classify:1 SET pid = 0, name = 'Paper', status = 1, weigh = 3;
         CREATE shop_classify:2 SET pid = 0, name = 'School', status = 1, weigh = 2;
         CREATE shop_classify:3 SET pid = 2, name = 'Pens', status = 1, weigh = 1;
         CREATE shop_classify:4 SET pid = 0, name = 'Food', status = 1, weigh = 1;
         CREATE shop_goods:1 SET goods_no = 'G1', name = 'Pen', classify_ids = [1, 3], images = ['/a.svg'], spec_type = 1, price = 5dec,
           delivery_type = 2, buy_min = 1, status = 1, weigh = 1, create_time = {now}, update_time = {now}, version = 1;
         CREATE shop_sku:1 SET goods_id = 1, attrs = '[]', attr_key = '', price = 5dec, stock = 9, status = 1, ratio = 1dec;"
    );
    world.node.store().run(&query, vec![]).await.expect("rows");
    let of = |scope: i64, ids: &[i64]| json!({ "scope": scope, "scope_ids": ids });
    let all = coupon(&admin, json!({})).await;
    let second = coupon(&admin, of(1, &[3])).await;
    let above = coupon(&admin, of(1, &[2])).await;
    let own = coupon(&admin, of(2, &[1])).await;
    let food = coupon(&admin, of(1, &[4])).await;
    let but_pens = coupon(&admin, json!({ "exclude_goods_ids": [1] })).await;
    let ids = |shown: &Value| {
        let mut ids: Vec<i64> = shown["list"].as_array().expect("a list").iter().filter_map(|row| row["id"].as_i64()).collect();
        ids.sort_unstable();
        ids
    };
    let visitor = world.visitor();
    let shown = visitor.got("/api/shop.Coupon/index?goods_id=1").await;
    assert_eq!((ids(&shown), &shown["total"]), (vec![all, second, above, own], &json!(4)), "{shown}");
    let rest = visitor.got("/api/shop.Coupon/index?goods_id=1&limit=3&page=2").await;
    assert_eq!((ids(&rest).len(), &rest["total"]), (1, &json!(4)), "{rest}");
    assert_eq!(visitor.got("/api/shop.Coupon/index?goods_id=99").await["total"], 0);
    assert_eq!(visitor.got("/api/shop.Coupon/index").await["total"], 6);
    // Each says by name what it is for, and what it leaves out.
    let centre = visitor.got("/api/shop.Coupon/index").await["list"].clone();
    let of_id = |list: &Value, coupon: i64| list.as_array().into_iter().flatten().find(|row| row["id"] == coupon).cloned().expect("the coupon");
    let none = json!([]);
    for (coupon, names, left_out) in
        [(all, &none, &none), (second, &json!(["Pens"]), &none), (own, &json!(["Pen"]), &none), (but_pens, &none, &json!(["Pen"]))]
    {
        let terms = of_id(&centre, coupon)["terms"].clone();
        assert_eq!((&terms["scope_names"], &terms["scope_more"]), (names, &json!(0)), "{coupon}: {terms}");
        assert_eq!((&terms["exclude_names"], &terms["exclude_more"]), (left_out, &json!(0)), "{coupon}: {terms}");
    }
    let (ann, _) = world.member("ann").await;
    ann.done("/api/shop.Coupon/take", json!({ "id": but_pens })).await;
    assert_eq!(self::own(&ann, 0).await[0]["terms"]["exclude_names"], json!(["Pen"]));
    // Staff read the same in their list.
    let listed = admin.got("/admin/shop.marketing.Coupon/index").await["list"].clone();
    assert_eq!((&of_id(&listed, second)["scope_names"], &of_id(&listed, own)["scope_names"]), (&json!(["Pens"]), &json!(["Pen"])), "{listed}");
    assert!(of_id(&listed, all).get("scope_names").is_none());
    assert_eq!(of_id(&listed, but_pens)["excluded"]["name"], json!(["Pen"]), "{listed}");
    // And the other way round: the goods that a coupon is for.
    for (coupon, total) in [(all, 1), (second, 1), (above, 1), (own, 1), (food, 0), (but_pens, 0)] {
        let shown = visitor.got(&format!("/api/shop.Goods/index?coupon_id={coupon}")).await;
        assert_eq!(shown["total"], total, "{coupon}: {shown}");
    }
    assert_eq!(key(&visitor.get("/api/shop.Goods/index?coupon_id=99").await), "error.not_found");
}

#[tokio::test]
async fn a_coupon_is_taken_once_and_keeps_its_terms() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let ten = coupon(&admin, json!({})).await;
    let hidden = coupon(&admin, json!({ "name": "Hidden", "status": 0 })).await;
    coupon(&admin, json!({ "name": "By code", "get_type": 2, "code": "SPRING" })).await;
    let shown = world.visitor().got("/api/shop.Coupon/index").await;
    assert_eq!((shown["total"].as_i64(), shown["list"][0]["id"].as_i64()), (Some(1), Some(ten)), "{shown}");
    assert_eq!(shown["list"][0]["terms"]["min_amount"], "50.00");
    assert_eq!(world.visitor().post("/api/shop.Coupon/take", &json!({ "id": ten })).await["code"], 303);

    let (ann, _) = world.member("ann").await;
    ann.done("/api/shop.Coupon/take", json!({ "id": ten })).await;
    assert_eq!(key(&ann.post("/api/shop.Coupon/take", &json!({ "id": ten })).await), "shop.claim.limit");
    assert_eq!(key(&ann.post("/api/shop.Coupon/take", &json!({ "id": 999 })).await), "shop.claim.not_offered");
    let centre = ann.got("/api/shop.Coupon/index").await;
    assert_eq!((centre["list"][0]["claimed"].as_i64(), centre["list"][0]["why_not"].as_str()), (Some(1), Some("limit")));
    let mine = own(&ann, 0).await;
    assert_eq!((mine.len(), mine[0]["ticket"].as_i64(), mine[0]["terms"]["amount"].as_str()), (1, Some(1), Some("10.00")));

    // What is promised stays; its name and a higher number of tickets may change.
    assert_eq!(row(&admin, ten).await["received_num"], 1);
    let edit = |change: Value| {
        let mut body = json!({ "id": ten });
        body.as_object_mut().expect("fields").extend(change.as_object().expect("fields").clone());
        body
    };
    for (change, field) in
        [(json!({ "amount": "20.00" }), "amount"), (json!({ "min_amount": "0" }), "min_amount"), (json!({ "total_num": 5 }), "total_num")]
    {
        let answer = admin.post("/admin/shop.marketing.Coupon/edit", &edit(change)).await;
        assert_eq!(answer["data"]["field"], field, "{answer}");
    }
    admin.done("/admin/shop.marketing.Coupon/edit", edit(json!({ "name": "Ten off, still" }))).await;

    // By a file neither: each row counts once, as bad, with the reason, and nothing of the file is written.
    for (rows, changed) in [(format!("id,amount\n{ten},20.00\n"), 0), (format!("id,amount\n{hidden},15.00\n{ten},20.00\n"), 1)] {
        let report = imported(&admin, "shop.marketing.Coupon", rows).await;
        let counts = [&report["changed"], &report["bad"], &report["written"]];
        assert_eq!(counts, [&json!(changed), &json!(1), &json!(false)], "{report}");
        let reason = report["errors"][0]["reason"].as_str();
        assert!(reason.is_some_and(|reason| reason.contains("Somebody has claimed it")), "{report}");
    }
    assert_eq!((&row(&admin, hidden).await["amount"], &row(&admin, ten).await["amount"]), (&json!("10.00"), &json!("10.00")));

    // It stays while a member holds a ticket, and with it what was to be deleted together.
    for ids in [json!([ten]), json!([hidden, ten])] {
        let kept = admin.post("/admin/shop.marketing.Coupon/del", &json!({ "ids": ids })).await;
        assert_eq!((key(&kept), &kept["data"]["ids"]), ("shop.coupon.held", &json!([ten])), "{kept}");
        assert!(kept["msg"].as_str().is_some_and(|text| text.contains("Ten off, still")), "{kept}");
    }
    assert_eq!(row(&admin, hidden).await["name"], "Hidden");

    // Withdrawn while free.
    let withdrawn = admin.done("/admin/shop.marketing.Coupon/withdraw", json!({ "id": ten })).await;
    assert_eq!(withdrawn["withdrawn"], 1);
    assert_eq!((own(&ann, 0).await.len(), own(&ann, 3).await[0]["status"].as_i64()), (0, Some(4)));
    admin.done("/admin/shop.marketing.Coupon/del", json!({ "ids": [hidden, ten] })).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_claims_for_twenty_tickets() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let rare = coupon(&admin, json!({ "total_num": 20, "limit_num": 2 })).await;
    let mut members = Vec::new();
    for at in 0..15 {
        members.push(world.member(&format!("member{at}")).await.0);
    }
    // 200 at once, of 15 members who may have two each.
    let claims = (0..200).map(|at| {
        let member = members[at % members.len()].clone();
        async move { member.post("/api/shop.Coupon/take", &json!({ "id": rare })).await }
    });
    let answers = futures::future::join_all(claims).await;
    let taken = answers.iter().filter(|answer| answer["code"] == 1).count();
    for answer in answers.iter().filter(|answer| answer["code"] != 1) {
        assert!(["shop.claim.gone", "shop.claim.limit"].contains(&key(answer)), "{answer}");
    }
    assert_eq!((taken, row(&admin, rare).await["received_num"].as_i64()), (20, Some(20)));
    let mut tickets = Vec::new();
    for member in &members {
        let mine = own(member, 0).await;
        assert!(mine.len() <= 2, "{mine:?}");
        tickets.extend(mine.iter().map(|coupon| coupon["ticket"].as_i64().expect("a number")));
    }
    tickets.sort_unstable();
    assert_eq!(tickets, (1..=20).collect::<Vec<_>>());
}

#[tokio::test]
async fn codes_are_tried_ten_times_an_hour() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    coupon(&admin, json!({ "get_type": 2, "code": "SPRING", "total_num": 1 })).await;
    let (ann, _) = world.member("ann").await;
    let (bob, _) = world.member("bob").await;
    let enter = |code: &str| json!({ "code": code });
    ann.done("/api/shop.Coupon/take", enter(" Spring ")).await;
    // Spent and wrong ones are told apart by nobody.
    let (spent, wrong) = (bob.post("/api/shop.Coupon/take", &enter("SPRING")).await, bob.post("/api/shop.Coupon/take", &enter("nothing")).await);
    assert_eq!((key(&spent), &spent["msg"]), ("shop.claim.code", &wrong["msg"]), "{spent} {wrong}");
    for _ in 0..8 {
        assert_eq!(key(&bob.post("/api/shop.Coupon/take", &enter("guess")).await), "shop.claim.code");
    }
    assert_eq!(key(&bob.post("/api/shop.Coupon/take", &enter("guess")).await), "error.rate");
}

#[tokio::test]
async fn codes_have_no_case_and_are_kept_as_they_were_typed() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let spring = coupon(&admin, json!({ "get_type": 2, "code": " Spring24 " })).await;
    let summer = coupon(&admin, json!({ "get_type": 2, "code": "SUMMER" })).await;
    assert_eq!(row(&admin, spring).await["code"], "Spring24");
    let path = "/admin/shop.marketing.Coupon";
    let mut second = terms("Second");
    (second["get_type"], second["code"]) = (json!(2), json!("sPRING24"));
    assert_eq!(admin.post(&format!("{path}/add"), &second).await["data"]["field"], "code");
    assert_eq!(admin.post(&format!("{path}/edit"), &json!({ "id": summer, "code": "SPRING24" })).await["data"]["field"], "code");
    admin.done(&format!("{path}/edit"), json!({ "id": spring, "code": "SPRING24" })).await;
    admin.done(&format!("{path}/edit"), json!({ "id": summer, "code": "Autumn", "name": "Autumn" })).await;
    let (ann, _) = world.member("ann").await;
    for code in ["spring24", " AUTUMN"] {
        ann.done("/api/shop.Coupon/take", json!({ "code": code })).await;
    }
    assert_eq!(key(&ann.post("/api/shop.Coupon/take", &json!({ "code": "summer" })).await), "shop.claim.code", "as it was before");
}

#[tokio::test]
async fn who_has_the_last_ticket_reads_that_it_is_theirs() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let last = coupon(&admin, json!({ "total_num": 1, "limit_num": 2 })).await;
    let (ann, _) = world.member("ann").await;
    let (bob, _) = world.member("bob").await;
    ann.done("/api/shop.Coupon/take", json!({ "id": last })).await;
    for (who, why) in [(&ann, "limit"), (&bob, "gone"), (&world.visitor(), "gone")] {
        assert_eq!(who.got("/api/shop.Coupon/index").await["list"][0]["why_not"], why);
    }
}

#[tokio::test]
async fn staff_gives_and_new_members_are_welcomed() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let gift = coupon(&admin, json!({ "get_type": 3, "total_num": 2 })).await;
    let mut ids = Vec::new();
    for name in ["ann", "bob", "cid"] {
        ids.push(world.member(name).await.1);
    }
    let give = |users: Value, command: &str| json!({ "id": gift, "user_ids": users, "command_id": command });
    let first = admin.done("/admin/shop.marketing.Coupon/give", give(json!([ids[0]]), "g-1")).await;
    assert_eq!((first["given"].as_i64(), first["before"].as_i64()), (Some(1), Some(0)));
    let again = admin.done("/admin/shop.marketing.Coupon/give", give(json!([ids[0]]), "g-1")).await;
    assert_eq!((again["given"].as_i64(), again["before"].as_i64()), (Some(0), Some(1)), "{again}");
    let rest = admin.done("/admin/shop.marketing.Coupon/give", give(json!(ids), "g-2")).await;
    assert_eq!((&rest["given"], &rest["full"], &rest["left_over"]), (&json!(1), &json!(1), &json!(1)), "{rest}");
    // Somebody who is named twice is given one.
    let more = coupon(&admin, json!({ "name": "More", "get_type": 3, "total_num": 9, "limit_num": 0 })).await;
    let twice = json!({ "id": more, "user_ids": [ids[0], ids[1], ids[0]], "command_id": "g-4" });
    assert_eq!(admin.done("/admin/shop.marketing.Coupon/give", twice).await["given"], 2);
    let nobody = admin.post("/admin/shop.marketing.Coupon/give", &json!({ "id": gift, "command_id": "g-3" })).await;
    assert_eq!(nobody["data"]["field"], "user_ids");
    assert_eq!(world.member_login("ann", crate::world::PASSWORD).await.post("/admin/shop.marketing.Coupon/give", &json!({})).await["code"], 303);

    coupon(&admin, json!({ "name": "Welcome", "get_type": 4 })).await;
    world.node.coupons().welcome(ids[2]).await;
    world.node.coupons().welcome(ids[2]).await;
    let cid = world.member_login("cid", crate::world::PASSWORD).await;
    let names: Vec<_> = own(&cid, 0).await.iter().map(|coupon| coupon["name"].clone()).collect();
    assert_eq!(names, ["Welcome"]);
}

#[tokio::test]
async fn free_coupons_expire() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let week = coupon(&admin, json!({})).await;
    let (ann, _) = world.member("ann").await;
    ann.done("/api/shop.Coupon/take", json!({ "id": week })).await;
    let store = world.node.store();
    assert_eq!(store.expire_coupons(world.node.now()).await.expect("the store"), 0);
    assert_eq!(store.expire_coupons(world.node.now() + 8 * 86_400).await.expect("the store"), 1);
    assert_eq!(own(&ann, 3).await[0]["status"], 3);
    assert_eq!(ann.got("/api/shop.Coupon/mine?state=0").await["counts"], json!([0, 0, 0, 1]));
}

#[tokio::test]
async fn members_read_how_a_recharge_is_paid() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let (ann, _) = world.member("ann").await;
    assert_eq!(ann.got("/api/shop.Recharge/index").await["note"], "");
    let note = "Bank 1, account 2\nName <b>Shop</b>";
    admin.done("/admin/shop.Settings/edit", json!({ "recharge_note": note })).await;
    assert_eq!(ann.got("/api/shop.Recharge/index").await["note"], note, "as it was written, line by line");
    let long = admin.post("/admin/shop.Settings/edit", &json!({ "recharge_note": "x".repeat(501) })).await;
    assert_eq!((key(&long), long["data"]["field"].as_str()), ("error.text.long", Some("recharge_note")), "{long}");
}

#[tokio::test]
async fn a_recharge_books_once_and_goes_back_with_its_bonus() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let package = json!({ "name": "Hundred", "money": "100.00", "give_money": "20.00", "give_score": 50, "limit_num": 1, "status": 1 });
    let package = admin.done("/admin/shop.marketing.Recharge/add", package).await["id"].clone();
    let (ann, _) = world.member("ann").await;
    assert_eq!(ann.got("/api/shop.Recharge/index").await["packages"][0]["give_money"], "20.00");
    let free = ann.post("/api/shop.Recharge/add", &json!({ "money": "30.00" })).await;
    assert_eq!(free["data"]["field"], "recharge_id", "a free amount is off: {free}");
    let order = ann.done("/api/shop.Recharge/add", json!({ "recharge_id": package })).await;
    let twice = ann.post("/api/shop.Recharge/add", &json!({ "recharge_id": package })).await;
    assert_eq!(key(&twice), "shop.recharge.limit", "{twice}");

    // Three at once are received once.
    let confirm = json!({ "id": order["id"], "memo": "cash desk" });
    let (one, two, three) = tokio::join!(
        admin.post("/admin/shop.marketing.RechargeOrder/confirm", &confirm),
        admin.post("/admin/shop.marketing.RechargeOrder/confirm", &confirm),
        admin.post("/admin/shop.marketing.RechargeOrder/confirm", &confirm),
    );
    for answer in [&one, &two, &three] {
        assert_eq!((answer["code"].as_i64(), answer["data"]["row"]["status"].as_i64()), (Some(1), Some(2)), "{answer}");
    }
    let info = ann.got("/api/index/index").await["userInfo"].clone();
    assert_eq!((info["money"].as_str(), info["score"].as_i64()), (Some("120.00"), Some(50)));
    assert_eq!(ann.got("/api/account/balance?limit=10").await["total"], 2);
    let list = admin.got("/admin/shop.marketing.RechargeOrder/index").await;
    assert_eq!((list["list"][0]["money"].as_str(), list["list"][0]["status"].as_i64()), (Some("100.00"), Some(2)), "{list}");

    // The bonus goes first: of 120.00, 100.00 can go back; not a cent more.
    let refund = |amount: &str| json!({ "id": order["id"], "amount": amount, "memo": "changed their mind" });
    let most = admin.post("/admin/shop.marketing.RechargeOrder/refund", &refund("100.01")).await;
    assert_eq!((key(&most), most["data"]["most"].as_str()), ("shop.recharge.most", Some("100.00")), "{most}");
    let part = admin.done("/admin/shop.marketing.RechargeOrder/refund", refund("30.00")).await;
    assert_eq!((part["row"]["status"].as_i64(), part["most"].as_str()), (Some(2), Some("70.00")), "{part}");
    let info = ann.got("/api/index/index").await["userInfo"].clone();
    assert_eq!((info["money"].as_str(), info["score"].as_i64()), (Some("70.00"), Some(0)));
    let rest = admin.done("/admin/shop.marketing.RechargeOrder/refund", refund("70.00")).await;
    assert_eq!((rest["row"]["status"].as_i64(), rest["row"]["refund_amount"].as_str()), (Some(4), Some("100.00")));
    assert_eq!(key(&admin.post("/admin/shop.marketing.RechargeOrder/refund", &refund("1.00")).await), "shop.recharge.state");
    assert_eq!(ann.got("/api/index/index").await["userInfo"]["money"], "0.00");
}
