//! Foreign trade: the nomenclature and its search, tariffs, and customs declarations from draft to release.

use entrepot::config::services::ServiceSettings;
use entrepot::http::routes::Routes;
use entrepot::identity::rule_seeds;
use entrepot::server::endpoints::Families;
use entrepot::trade::nomenclature;
use serde_json::{Value, json};

use crate::order_steps::shop;
use crate::world::{PASSWORD, Visitor, World};

/// An administrator with these rights, and the pages above them, within a scope.
pub async fn person(world: &World, name: &str, rights: &[String], scope: &str) -> Visitor {
    world.node.store().seed_rules(&rule_seeds::seeds(&Routes::of::<Families>().accesses()), world.node.now()).await.expect("rules");
    let chief = world.admin().await;
    let directory = world.node.store().directory().await.expect("a directory");
    let all = &directory.rules;
    let above = |rule: &str| {
        rights.iter().any(|right| right.eq_ignore_ascii_case(rule) || right.to_lowercase().starts_with(&format!("{}/", rule.to_lowercase())))
    };
    let rules: Vec<i64> = all.iter().filter(|rule| above(&rule.name)).map(|rule| rule.id).collect();
    let group = chief.done("/admin/auth.Group/add", json!({ "name": name, "pid": 0, "rules": rules, "scope": scope })).await["id"].clone();
    let account = json!({ "username": name, "nickname": name, "password": PASSWORD, "group_arr": [group] });
    chief.done("/admin/auth.Admin/add", account).await;
    let login = world.visitor().done("/admin/Index/login", json!({ "username": name, "password": PASSWORD })).await;
    world.visitor().with("batoken", login["userInfo"]["token"].as_str().expect("a token"))
}

async fn world() -> (World, Visitor) {
    let services = ServiceSettings { trusted_proxies: Some("127.0.0.1".into()), ..ServiceSettings::default() };
    let world = World::start(services).await;
    assert_eq!(nomenclature::seed(world.node.store(), world.node.now()).await.expect("codes"), 6_939);
    assert_eq!(nomenclature::seed(world.node.store(), world.node.now()).await.expect("codes"), 0, "once in the life of a database");
    let chief = world.admin().await;
    (world, chief)
}

fn codes(answer: &Value, name: &str) -> Vec<String> {
    answer[name].as_array().expect("rows").iter().map(|row| row["code"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn visitors_search_the_nomenclature() {
    let (world, chief) = world().await;
    let visitor = world.visitor();
    let chapters = visitor.got("/api/customs?lang=en").await;
    assert_eq!((chapters["found"].as_i64(), chapters["rows"][0]["code"].as_str()), (Some(97), Some("01")));
    let found = visitor.got("/api/customs?q=850440").await;
    assert_eq!(codes(&found, "rows"), ["850440"]);
    let words = visitor.got("/api/customs?q=static%20converters&lang=en").await;
    assert!(codes(&words, "rows").contains(&"850440".to_owned()), "{words}");
    let chinese = visitor.got("/api/customs?q=%E5%8F%98%E5%8E%8B%E5%99%A8&lang=zh-CN").await;
    assert_eq!((codes(&chinese, "rows"), chinese["rows"][0]["untranslated"].as_bool()), (vec!["8504".to_owned()], Some(false)));
    let place = visitor.got("/api/customs?code=850440&lang=zh-CN").await;
    assert_eq!(codes(&place, "path"), ["85", "8504"]);
    assert!(codes(&place, "neighbours").contains(&"850450".to_owned()) && codes(&place, "rows").is_empty());
    assert_eq!((&place["code"]["untranslated"], &place["code"]["section"]), (&json!(true), &json!("XVI")));
    assert_eq!(visitor.get("/api/customs?code=85044").await["data"]["field"], "code");
    assert_eq!(visitor.get("/api/customs?code=770000").await["code"], 0);
    assert_eq!(visitor.get(&format!("/api/customs?q={}", "x".repeat(101))).await["data"]["field"], "q");

    // What is changed in the back office is found at once.
    let list = chief.got("/admin/trade.HsCode/index?search[0][field]=code&search[0][val]=850440&search[0][operator]=eq").await;
    chief.done("/admin/trade.HsCode/edit", json!({ "id": list["list"][0]["id"], "zh": "静止式变流器" })).await;
    let renamed = visitor.got("/api/customs?q=%E5%8F%98%E6%B5%81%E5%99%A8").await;
    assert!(codes(&renamed, "rows").contains(&"850440".to_owned()), "{renamed}");
    let refused = chief.post("/admin/trade.HsCode/add", &json!({ "code": "850", "en": "x" })).await;
    assert_eq!(refused["data"]["field"], "code");
    assert_eq!(chief.post("/admin/trade.HsCode/add", &json!({ "code": "770110", "en": "x" })).await["data"]["key"], "trade.code_above");
    let heading =
        chief.got("/admin/trade.HsCode/index?search[0][field]=code&search[0][val]=8504&search[0][operator]=eq").await["list"][0]["id"].clone();
    let kept = chief.ask(reqwest::Method::DELETE, &format!("/admin/trade.HsCode/del?ids[]={heading}")).send().await.expect("an answer");
    assert_eq!(kept.json::<Value>().await.expect("JSON")["data"]["key"], "trade.has_below");
    let below = chief.got("/admin/trade.HsCode/index?search[0][field]=parent&search[0][val]=8504&search[0][operator]=eq&limit=50").await;
    assert!(below["list"].as_array().is_some_and(|rows| rows.iter().all(|row| row["level"] == 6)), "{below}");
}

#[tokio::test]
async fn a_network_searches_thirty_times_a_minute() {
    let (world, _) = world().await;
    let stranger = world.visitor().with("x-forwarded-for", "203.0.113.9");
    for _ in 0..30 {
        stranger.got("/api/customs?q=85").await;
    }
    assert_eq!(stranger.get("/api/customs?q=85").await["data"]["key"], "error.rate");
    world.visitor().with("x-forwarded-for", "203.0.113.77").got("/api/customs?q=85").await;
}

fn tariff(code: &str, from: &str, rate: &str) -> Value {
    json!({ "code": code, "name": "Adapters", "valid_from": from, "unit_1": "007", "unit_2": "035", "rate_mfn": rate, "rate_vat": "13",
            "elements": "brand|use|model", "source": "Tariff of the year" })
}

#[tokio::test]
async fn tariffs_are_those_in_force() {
    let (world, chief) = world().await;
    for (from, rate) in [("2020-01-01", "10"), ("2024-01-01", "8"), ("2999-01-01", "1")] {
        chief.done("/admin/trade.Tariff/add", tariff("8504401900", from, rate)).await;
    }
    let twice = chief.post("/admin/trade.Tariff/add", &tariff("8504401900", "2024-01-01", "9")).await;
    assert_eq!(twice["data"]["field"], "valid_from");
    assert_eq!(chief.post("/admin/trade.Tariff/add", &tariff("850440", "2024-01-01", "9")).await["data"]["field"], "code");
    let mut ends = tariff("8504402000", "2024-01-01", "9");
    ends["valid_until"] = json!("2023-12-31");
    assert_eq!(chief.post("/admin/trade.Tariff/add", &ends).await["data"]["field"], "valid_until");
    let place = world.visitor().got("/api/customs?code=8504").await;
    assert_eq!((place["tariffs"].as_array().map(Vec::len), &place["tariffs"][0]["rate_mfn"]), (Some(1), &json!("8")));
    assert_eq!(place["tariffs"][0]["elements"], json!(["brand", "use", "model"]));
}

fn draft() -> Value {
    json!({
        "direction": "import", "company": "Entrepot", "counterpart": "Nord GmbH", "customs_office": "2248", "entry_date": "2026-11-01", "trade_country": "deu",
        "country": "DEU", "packages": 4, "gross": "14", "net": "12.5", "terms": 1,
        "lines": [{ "hs_code": "8504401900", "name": "Adapter", "elements": "0|1|5V", "unit_1": "007", "quantity_1": 100, "unit_2": "035",
                    "quantity_2": "12.5", "quantity": 100, "unit": "007", "price": "1.25", "currency": "USD", "origin": "DEU", "destination": "CHN" }],
    })
}

const INBOUND: &str = "/admin/warehouse.InboundOrder";
const DECLARATION: &str = "/admin/trade.Declaration";

async fn add(who: &Visitor, row: Value) -> i64 {
    who.done(&format!("{DECLARATION}/add"), row).await["id"].as_i64().expect("an id")
}

async fn row(who: &Visitor, id: i64) -> Value {
    who.got(&format!("{DECLARATION}/edit?id={id}")).await["row"].clone()
}

async fn events(who: &Visitor, id: i64) -> Vec<Value> {
    let list =
        who.got(&format!("/admin/trade.DeclarationEvent/index?search[0][field]=declaration_id&search[0][val]={id}&search[0][operator]=eq")).await;
    list["list"].as_array().expect("events").clone()
}

#[tokio::test]
async fn a_declaration_goes_from_draft_to_closed_and_leaves_events() {
    let (_world, chief) = world().await;
    chief.done("/admin/trade.Tariff/add", tariff("8504401900", "2024-01-01", "8")).await;
    let id = add(&chief, draft()).await;
    let made = row(&chief, id).await;
    assert_eq!(
        (&made["state"], &made["totals"], &made["line_count"], &made["trade_country"]),
        (&json!(0), &json!("USD 125.00"), &json!(1), &json!("DEU"))
    );
    assert!(made["number"].as_str().is_some_and(|number| number.starts_with("BG") && number.ends_with("-0001")), "{made}");
    let hint = chief.got(&format!("{DECLARATION}/tariff?code=8504401900")).await;
    assert_eq!((&hint["unit_2"], &hint["elements"]), (&json!("035"), &json!(["brand", "use", "model"])));
    assert_eq!(chief.got(&format!("{DECLARATION}/tariff?code=9608100000")).await["name"], "");
    let estimate = chief.got(&format!("{DECLARATION}/estimate?id={id}")).await;
    assert_eq!((&estimate["lines"][0]["duty"], &estimate["lines"][0]["vat"]), (&json!("10.00"), &json!("17.55")), "{estimate}");
    assert_eq!(estimate["lines"][0]["valid_from"], "2024-01-01");

    let step = async |name: &str, body: Value| {
        let mut body = body;
        body["id"] = json!(id);
        chief.post(&format!("{DECLARATION}/{name}"), &body).await
    };
    // Not yet, and not without what it asks for.
    assert_eq!(step("submit", json!({ "receipt_no": "SW1" })).await["data"]["key"], "error.other_state");
    chief.done(&format!("{DECLARATION}/edit"), json!({ "id": id, "net": "15" })).await;
    let heavy = step("check", json!({})).await;
    assert_eq!((&heavy["code"], &heavy["data"]["key"]), (&json!(0), &json!("trade.check.net")), "{heavy}");
    let mut lines = draft()["lines"].clone();
    lines[0]["elements"] = json!("0|1");
    chief.done(&format!("{DECLARATION}/edit"), json!({ "id": id, "net": "12.5", "lines": lines })).await;
    let lacks = step("check", json!({})).await;
    assert_eq!((&lacks["data"]["key"], &lacks["data"]["line"]), (&json!("trade.check.elements"), &json!(1)));
    chief.done(&format!("{DECLARATION}/edit"), json!({ "id": id, "lines": draft()["lines"] })).await;
    assert_eq!(step("check", json!({})).await["code"], 1);
    let late = chief.post(&format!("{DECLARATION}/edit"), &json!({ "id": id, "net": "12" })).await;
    assert_eq!(late["data"]["key"], "trade.not_draft");
    assert_eq!(step("submit", json!({})).await["data"]["field"], "receipt_no");
    for (name, body) in [
        ("submit", json!({ "receipt_no": "SW1" })),
        ("accept", json!({ "customs_no": "222920261100000001" })),
        ("inspect", json!({ "state_remark": "opened" })),
        ("duties", json!({})),
        ("release", json!({ "receipt_no": "FX9" })),
    ] {
        let answer = step(name, body).await;
        assert_eq!(answer["code"], 1, "{name}: {answer}");
    }
    assert_eq!(step("withdraw", json!({ "state_remark": "x" })).await["data"]["key"], "error.other_state", "what is released stays");
    assert_eq!(step("close", json!({})).await["code"], 1);
    let states: Vec<i64> = events(&chief, id).await.iter().rev().filter_map(|event| event["state"].as_i64()).collect();
    assert_eq!(states, [0, 10, 20, 30, 40, 50, 60, 70]);
    let released = &events(&chief, id).await[1];
    assert_eq!((&released["receipt_no"], &released["remark"], &released["former"]), (&json!("FX9"), &json!(""), &json!(50)), "{released}");
    // Events are only ever added.
    assert_eq!(chief.post("/admin/trade.DeclarationEvent/edit", &json!({ "id": released["id"], "remark": "x" })).await["code"], 0);
    // Its goods are rows of a list of their own.
    let goods = chief.got("/admin/trade.DeclarationGoods/index?search[0][field]=hs_code&search[0][val]=85044&search[0][operator]=LIKE").await;
    assert_eq!(
        (goods["total"].as_i64(), &goods["list"][0]["declaration_id"], &goods["list"][0]["line"]),
        (Some(1), &json!(id), &json!(1)),
        "{goods}"
    );
    let status = chief.got("/admin/trade.HsStatus/index").await;
    assert_eq!((&status["states"], &status["list"][0]["waits_for"]), (&json!({ "70": 1 }), &json!("")), "{status}");
}

#[tokio::test]
async fn a_returned_declaration_is_a_draft_again_and_of_two_at_once_one_is_told() {
    let (_world, chief) = world().await;
    let id = add(&chief, draft()).await;
    let path = |name: &str| format!("{DECLARATION}/{name}");
    chief.done(&path("check"), json!({ "id": id })).await;
    chief.done(&path("submit"), json!({ "id": id, "receipt_no": "SW1" })).await;
    assert_eq!(chief.post(&path("giveBack"), &json!({ "id": id })).await["data"]["field"], "state_remark");
    let back = json!({ "id": id, "state_remark": "elements" });
    let accept = json!({ "id": id, "customs_no": "222920261100000002" });
    let give_back = path("giveBack");
    let (one, other) = tokio::join!(chief.post(&give_back, &back), chief.post(&give_back, &back));
    assert_eq!([&one, &other].into_iter().filter(|answer| answer["code"] == 1).count(), 1, "{one} {other}");
    assert_eq!(chief.post(&path("accept"), &accept).await["data"]["key"], "error.other_state");
    chief.done(&path("redraft"), json!({ "id": id })).await;
    chief.done(&path("edit"), json!({ "id": id, "contract_no": "C-2" })).await;
    let states: Vec<i64> = events(&chief, id).await.iter().rev().filter_map(|event| event["state"].as_i64()).collect();
    assert_eq!(states, [0, 10, 20, 80, 0]);
    for wrong in [json!([{ "price": "x" }]), json!(vec![json!({}); 51]), json!({ "a": 1 })] {
        let refused = chief.post(&path("edit"), &json!({ "id": id, "lines": wrong })).await;
        assert!(refused["data"]["field"].as_str().is_some_and(|field| field.starts_with("lines")), "{refused}");
    }
}

#[tokio::test]
async fn somebody_sees_their_own_declarations_and_takes_the_steps_they_may() {
    let (world, chief) = world().await;
    let nodes = ["index", "add", "edit", "check"].map(|action| format!("trade/declaration/{action}"));
    let more = ["trade/hsstatus/index", "trade/declarationevent/index", "notification/index/index"].map(str::to_owned);
    let rights: Vec<String> = nodes.into_iter().chain(more).collect();
    let broker = person(&world, "broker", &rights, "own").await;
    let of_chief = add(&chief, draft()).await;
    let own = add(&broker, draft()).await;
    let list = broker.got(&format!("{DECLARATION}/index")).await;
    assert_eq!((list["total"].as_i64(), &list["list"][0]["id"]), (Some(1), &json!(own)));
    let status = broker.got("/admin/trade.HsStatus/index").await;
    assert_eq!((status["total"].as_i64(), &status["states"]), (Some(1), &json!({ "0": 1 })));
    assert!(events(&broker, of_chief).await.is_empty() && events(&broker, own).await.len() == 1);
    for (path, body) in [("check", json!({ "id": of_chief })), ("edit", json!({ "id": of_chief, "remark": "x" }))] {
        assert_eq!(broker.post(&format!("{DECLARATION}/{path}"), &body).await["data"]["key"], "error.not_found", "{path}");
    }
    assert_eq!(broker.get(&format!("{DECLARATION}/estimate?id={of_chief}")).await["code"], 0);
    broker.done(&format!("{DECLARATION}/check"), json!({ "id": own })).await;
    assert_eq!(broker.post(&format!("{DECLARATION}/submit"), &json!({ "id": own, "receipt_no": "1" })).await["code"], 401);
    // The maker hears of what others do.
    chief.done(&format!("{DECLARATION}/submit"), json!({ "id": own, "receipt_no": "SW7" })).await;
    let inbox = broker.got("/admin/notification.Index/index").await;
    assert!(inbox["list"][0]["message"].as_str().is_some_and(|text| text.contains("Submit")), "{inbox}");
}

#[tokio::test]
async fn an_order_fills_a_declaration_as_far_as_the_caller_may_see_it() {
    let shop = shop(json!({})).await;
    let chief = &shop.clerk;
    chief.done("/admin/warehouse.Product/edit", json!({ "id": shop.product, "hs_code": "9608100000", "customs_elements": "a|b" })).await;
    let mut tariff = tariff("9608100000", "2024-01-01", "8");
    tariff["unit_1"] = json!("035");
    chief.done("/admin/trade.Tariff/add", tariff).await;
    let order = chief.done(&format!("{INBOUND}/add"), shop.inbound(4)).await;
    let number = shop.row(INBOUND, &order).await["inbound_order_no"].as_str().expect("a number").to_owned();
    let filled = chief.got(&format!("{DECLARATION}/prefill?number={number}")).await;
    assert_eq!((&filled["direction"], &filled["counterpart"], &filled["left_out"]), (&json!("import"), &json!("Supplier"), &json!(0)), "{filled}");
    let line = &filled["lines"][0];
    assert_eq!(
        (&line["hs_code"], &line["elements"], &line["quantity"], &line["unit"]),
        (&json!("9608100000"), &json!("a|b"), &json!("4"), &json!("007"))
    );
    assert_eq!((&line["unit_1"], &line["quantity_1"], &line["price"], &line["total"]), (&json!("035"), &json!(""), &json!("2.5"), &json!("10")));
    assert_eq!(chief.get(&format!("{DECLARATION}/prefill?number=nothing")).await["data"]["field"], "number");
    let rights = ["trade/declaration/index".to_owned(), "warehouse/inboundOrder/index".to_owned()];
    let without_cost = person(&shop.world, "broker", &rights, "all").await;
    let hidden = without_cost.got(&format!("{DECLARATION}/prefill?number={number}")).await;
    assert_eq!((&hidden["lines"][0]["price"], &hidden["lines"][0]["quantity"]), (&json!(""), &json!("4")), "{hidden}");
    let blind = person(&shop.world, "blind", &rights[..1], "all").await;
    assert_eq!(blind.get(&format!("{DECLARATION}/prefill?number={number}")).await["data"]["field"], "number");
}
