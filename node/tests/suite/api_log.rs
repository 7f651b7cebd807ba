//! The log of API calls: what it keeps, what it never keeps, and what it costs.

use std::time::Instant;

use entrepot::config::Settings;
use entrepot::config::services::ServiceSettings;
use entrepot::http::origin::Origin;
use entrepot::http::routes::Routes;
use entrepot::identity::rule_seeds;
use entrepot::server::endpoints::Families;
use entrepot_store::api_log::ApiLogLine;
use entrepot_store::identity::log::LogEntry;
use poem::http::StatusCode;
use poem::{Request, Response};
use serde_json::{Value, json};

use crate::world::{PASSWORD, Visitor, World};

async fn world(settings: Value) -> (World, Visitor) {
    let services = ServiceSettings { member_captcha: Some("off".into()), ..ServiceSettings::default() };
    let world = World::start_with(services, Settings::default()).await;
    world.node.store().seed_rules(&rule_seeds::seeds(&Routes::of::<Families>().accesses()), world.node.now()).await.expect("rules");
    let chief = world.admin().await;
    configure(&chief, settings).await;
    (world, chief)
}

async fn configure(chief: &Visitor, mut settings: Value) {
    settings["id"] = chief.got("/admin/api.Config/index").await["list"][0]["id"].clone();
    chief.done("/admin/api.Config/edit", settings).await;
}

/// The lines of the log, newest first.
async fn lines(world: &World, chief: &Visitor) -> Vec<Value> {
    world.node.api_log().flush().await;
    chief.got("/admin/api.Log/index?limit=200").await["list"].as_array().expect("a list").clone()
}

fn all() -> Value {
    json!({ "enabled": 1, "sample": 100, "bodies": "all" })
}

#[tokio::test]
async fn a_call_is_a_line_and_a_count_and_off_is_nothing() {
    let (world, chief) = world(all()).await;
    chief.got("/admin/warehouse.Brand/index?quickSearch=nord").await;
    let refused = chief.post("/admin/warehouse.Brand/add", &json!({ "name": "" })).await;
    assert_eq!(refused["code"], 0);
    assert_eq!(world.visitor().get("/admin/warehouse.Brand/index").await["code"], 303);
    assert_eq!(chief.get("/api/no/such/route").await["code"], 0);
    let lines = lines(&world, &chief).await;
    let find = |route: &str, code: i64| {
        lines.iter().find(|line| line["route"] == route && line["code"] == code).unwrap_or_else(|| panic!("{route}: {lines:?}"))
    };
    let read = find("GET /admin/warehouse.Brand/index", 1);
    assert_eq!(
        (&read["caller_kind"], &read["caller"], &read["side"], &read["query"]),
        (&json!("admin"), &json!("root"), &json!("admin"), &json!("quickSearch=nord"))
    );
    assert!(read["bytes"].as_i64() > Some(50) && read["status"] == 200, "{read}");
    let stranger = find("GET /admin/warehouse.Brand/index", 303);
    assert_eq!((&stranger["key"], &stranger["caller_kind"]), (&json!("login.need"), &json!("visitor")));
    assert_eq!(find("POST /admin/warehouse.Brand/add", 0)["body"], json!({ "name": "" }).to_string());
    assert_eq!((&find("—", 0)["path"], &find("—", 0)["status"]), (&json!("/api/no/such/route"), &json!(404)));
    let board = chief.got("/admin/api.Board/index?range=hour").await;
    assert!(board["enabled"] == true && board["calls"].as_i64() >= Some(4) && board["refusals"].as_i64() >= Some(3), "{board}");
    assert_eq!((board["bars"].as_array().map(Vec::len), &board["dropped"]), (Some(60), &json!(0)));
    assert!(board["callers"].as_array().is_some_and(|callers| callers.iter().any(|caller| caller["name"] == "root")), "{board}");
    assert_eq!(chief.get("/admin/api.Board/index?range=year").await["data"]["field"], "range");
    let routes = chief.got("/admin/api.Url/index?limit=100").await;
    let brands = routes["list"]
        .as_array()
        .and_then(|list| list.iter().find(|row| row["route"] == "GET /admin/warehouse.Brand/index"))
        .cloned()
        .expect("a route");
    assert_eq!((&brands["calls"], &brands["refusals"]), (&json!(2), &json!(1)), "{brands}");
    chief.done("/admin/api.Url/edit", json!({ "id": brands["id"], "note": "the till", "muted": 1 })).await;

    configure(&chief, json!({ "enabled": 0 })).await;
    world.node.api_log().flush().await;
    let before = chief.got("/admin/api.Log/index").await["total"].clone();
    chief.got("/admin/warehouse.Brand/index").await;
    world.node.api_log().flush().await;
    assert_eq!(chief.got("/admin/api.Log/index").await["total"], before, "off writes nothing");
    assert!(!world.node.api_log().enabled());
}

#[tokio::test]
async fn only_what_fails_or_is_sampled_is_kept_and_paths_are_left_out() {
    let (world, chief) =
        world(json!({ "enabled": 1, "sample": 0, "slow_ms": 60_000, "bodies": "errors", "left_out": "/ADMIN/warehouse.unit\n" })).await;
    chief.done("/admin/warehouse.Brand/add", json!({ "name": "Nord" })).await;
    chief.post("/admin/warehouse.Brand/add", &json!({ "name": "Nord" })).await;
    chief.post("/admin/warehouse.Unit/add", &json!({ "name": "" })).await;
    let lines = lines(&world, &chief).await;
    let kept: Vec<(&Value, &Value)> = lines.iter().map(|line| (&line["route"], &line["body"])).collect();
    let body = json!({ "name": "Nord" }).to_string();
    assert_eq!(kept, [(&json!("POST /admin/warehouse.Brand/add"), &json!(body))]);
    let board = chief.got("/admin/api.Board/index?range=day").await;
    assert!(board["calls"].as_i64() >= Some(2), "all are counted: {board}");
    for (field, value) in [("sample", json!(101)), ("days", json!(0)), ("rows", json!(10)), ("bodies", json!("some"))] {
        let id = chief.got("/admin/api.Config/index").await["list"][0]["id"].clone();
        let refused = chief.post("/admin/api.Config/edit", &json!({ "id": id, field: value })).await;
        assert_eq!((&refused["code"], &refused["data"]["field"]), (&json!(0), &json!(field)));
    }
}

#[tokio::test]
async fn planted_secrets_are_nowhere_in_the_database() {
    let mut settings = all();
    settings["masked"] = json!("nickname\nremark");
    let (world, chief) = world(settings).await;
    world
        .visitor()
        .with("authorization", "Bearer planted-a")
        .with("cookie", "x=planted-b")
        .get("/api/site?batoken=planted-c&ba-user-token=planted-d")
        .await;
    world.visitor().post("/admin/Index/login", &json!({ "username": "root", "password": "planted-e" })).await;
    world.visitor().post("/api/user/checkIn", &json!({ "tab": "login", "username": "x", "password": "planted-f", "captchaInfo": "planted-g" })).await;
    let body = json!({
        "name": "Ann", "mobile": "13800138000", "email": "", "company": "11010519491231002X", "content": "my card 110105194912310021, call 13900139000",
        "token": "planted-h", "deep": [{ "api_key": { "x": "planted-i" }, "remark": "planted-j" }], "nickname": "planted-k",
    });
    world.visitor().post("/api/message/add", &body).await;
    chief.post("/admin/planted-l-0123456789-0123456789/13700137000", &body).await;
    assert!(lines(&world, &chief).await.len() >= 5);
    let stored: Vec<Value> = world.node.store().rows("SELECT * OMIT id FROM api_log", vec![]).await.expect("lines");
    let counts: Vec<Value> = world.node.store().rows("SELECT * OMIT id FROM api_minute", vec![]).await.expect("counts");
    let text = json!([stored, counts]).to_string();
    for planted in ["planted", "11010519", "13800138000", "13900139000", "13700137000", PASSWORD] {
        assert!(!text.contains(planted), "{planted}: {text}");
    }
    assert!(text.contains("138****8000") && text.contains("/api/message/add"), "{text}");
    assert!(!chief.headers.iter().any(|(_, token)| text.contains(token.as_str())), "tokens stay out");
}

#[tokio::test]
async fn lines_beyond_the_queue_are_counted_and_nobody_waits() {
    let (world, chief) = world(all()).await;
    let log = world.node.api_log();
    log.flush().await;
    // Nothing else runs in between: the writer can't take any of them.
    for _ in 0..8_192 + 300 {
        let request = Request::builder().uri_str("/admin/x/index").finish();
        let call = log.call(&request, Origin::default).expect("it is on");
        log.answered(call, &mut Response::builder().status(StatusCode::OK).body("{}"), "id");
    }
    log.flush().await;
    let board = chief.got("/admin/api.Board/index?range=hour").await;
    assert_eq!(board["dropped"], 300, "{board}");
    assert!(board["calls"].as_i64() >= Some(8_492), "counted all the same");
    let kept: Vec<i64> = world
        .node
        .store()
        .rows("SELECT VALUE count FROM (SELECT count() FROM api_log WHERE request_id = 'id' GROUP ALL)", vec![])
        .await
        .expect("a count");
    assert_eq!(kept, [8_192]);
    chief.done("/admin/api.Config/clear", json!({ "id": chief.got("/admin/api.Config/index").await["list"][0]["id"] })).await;
    // It goes on behind the answer; the scheduled task waits for it, and does what is left.
    log.trim().await.expect("trimmed");
    let left = lines(&world, &chief).await;
    assert!(left.len() <= 8, "the log is empty but for what came since: {left:?}");
    assert!(chief.got("/admin/api.Board/index?range=hour").await["calls"].as_i64() >= Some(8_492), "figures stay");
}

#[tokio::test]
async fn old_lines_and_those_beyond_the_limit_go() {
    let (world, _) = world(json!({ "enabled": 0, "days": 7, "rows": 1_000 })).await;
    let (store, now) = (world.node.store(), world.node.now());
    let write = async |count: usize, at: i64| {
        let lines = vec![ApiLogLine { at, side: "admin", method: "GET", caller_kind: "visitor", ..ApiLogLine::default() }; count];
        store.write_api_log(&lines).await.expect("lines");
    };
    let count = async || -> i64 {
        store.rows("SELECT VALUE count FROM (SELECT count() FROM api_log GROUP ALL)", vec![]).await.expect("a count").first().copied().unwrap_or(0)
    };
    for _ in 0..6 {
        write(500, now - 8 * 86_400).await;
    }
    write(400, now).await;
    assert_eq!((world.node.api_log().trim().await.expect("trimmed"), count().await), (3_000, 400));
    write(900, now).await;
    world.node.api_log().trim().await.expect("trimmed");
    assert!(count().await <= 1_000, "{}", count().await);
    assert_eq!(world.node.api_log().trim().await.expect("trimmed"), 0);
}

#[tokio::test]
async fn each_page_needs_its_own_right() {
    let (world, chief) = world(all()).await;
    let rules = &world.node.store().directory().await.expect("a directory").rules;
    let ids: Vec<i64> = ["api", "api/board", "api/board/index"]
        .iter()
        .map(|name| rules.iter().find(|rule| rule.name == *name).unwrap_or_else(|| panic!("no rule {name}")).id)
        .collect();
    let group = chief.done("/admin/auth.Group/add", json!({ "name": "watchers", "pid": 0, "rules": ids })).await["id"].clone();
    chief.done("/admin/auth.Admin/add", json!({ "username": "watcher", "nickname": "W", "password": PASSWORD, "group_arr": [group] })).await;
    let login = world.visitor().done("/admin/Index/login", json!({ "username": "watcher", "password": PASSWORD })).await;
    let watcher = world.visitor().with("batoken", login["userInfo"]["token"].as_str().expect("a token"));
    watcher.got("/admin/api.Board/index").await;
    for path in ["/admin/api.Log/index", "/admin/api.Url/index", "/admin/api.Config/index"] {
        assert_eq!(watcher.get(path).await["code"], 401, "{path}");
        assert_eq!(world.visitor().get(path).await["code"], 303, "{path}");
    }
    for path in ["/admin/api.Config/edit", "/admin/api.Config/clear", "/admin/api.Url/edit"] {
        assert_eq!(watcher.post(path, &json!({ "id": 1 })).await["code"], 401, "{path}");
    }
    assert_ne!(chief.post("/admin/api.Log/del", &json!({ "ids": [1] })).await["code"], 1, "lines are not deleted one by one");
}

#[tokio::test]
async fn the_administrators_log_is_kept_as_long_as_is_set() {
    let (world, chief) = world(json!({ "enabled": 0 })).await;
    let (store, now) = (world.node.store(), world.node.now());
    for age in [500, 401, 399, 1] {
        let line = LogEntry { admin: 1, username: "old".into(), title: "x".into(), at: now - age * 86_400, ..LogEntry::default() };
        store.write_admin_log(&[line]).await.expect("a line");
    }
    for wrong in ["-1", "5", "29", "40000", "many", ""] {
        let refused = chief.post("/admin/routine.Config/edit", &json!({ "admin_log_days": wrong })).await;
        assert_eq!(refused["data"]["field"], "admin_log_days", "{wrong}: {refused}");
    }
    let days = entrepot::settings::admin_log_days(world.node.site_settings()).await.expect("a setting");
    assert_eq!(days, Some(400));
    world.node.journal().flush().await;
    // Those of this test's own calls come after them.
    let trimmed = store.trim_admin_log(now - days.unwrap_or_default() * 86_400).await.expect("trimmed");
    let report = store.check().await.expect("a check");
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    assert_eq!((trimmed, report.audit_lines_deleted), (2, 2));
    chief.done("/admin/routine.Config/edit", json!({ "admin_log_days": "0" })).await;
    assert_eq!(entrepot::settings::admin_log_days(world.node.site_settings()).await.expect("a setting"), None);
}

/// Run by hand: `suite --ignored --nocapture what_a_call_costs`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn what_a_call_costs() {
    const CALLS: u32 = 3_000;
    let (world, chief) = world(json!({ "enabled": 0 })).await;
    for round in 0..3 {
        for (enabled, sample) in [(0, 0), (1, 10), (1, 100)] {
            configure(&chief, json!({ "enabled": enabled, "sample": sample, "bodies": "all" })).await;
            let began = Instant::now();
            for _ in 0..CALLS {
                chief.got("/admin/warehouse.Brand/index?limit=10").await;
            }
            println!(
                "round {round}: enabled {enabled}, sample {sample} %: {:.1} us a request",
                began.elapsed().as_secs_f64() * 1e6 / f64::from(CALLS)
            );
        }
    }
    let log = world.node.api_log();
    for sample in [0, 100] {
        configure(&chief, json!({ "enabled": 1, "sample": sample, "bodies": "all" })).await;
        let mut took = 0.0;
        for _ in 0..20 {
            let began = Instant::now();
            for _ in 0..1_000 {
                let request = Request::builder().uri_str("/admin/warehouse.Brand/index?limit=10").finish();
                let call = log.call(&request, Origin::default).expect("it is on");
                log.answered(call, &mut Response::builder().body("{}"), "id");
            }
            took += began.elapsed().as_secs_f64();
            log.flush().await;
        }
        println!("alone, sample {sample} %: {:.2} us a request", took * 1e6 / 20_000.0);
    }
}
