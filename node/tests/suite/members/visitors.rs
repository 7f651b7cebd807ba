//! Who is not logged in: texts, messages, limits, the helpers of forms.

use entrepot::config::services::ServiceSettings;
use serde_json::json;

use super::key;
use crate::world::World;

#[tokio::test]
async fn visitors_read_texts_and_leave_messages() {
    let world = World::start(ServiceSettings::default()).await;
    let (visitor, admin) = (world.visitor(), world.admin().await);
    let row = json!({ "page": "home", "key": "hero.title", "zh": "仓库", "en": "Warehouse" });
    admin.done("/admin/site.Content/add", row.clone()).await;
    assert_eq!(admin.post("/admin/site.Content/add", &row).await["data"]["field"], "key");
    assert_eq!(visitor.got("/api/content/home?lang=en").await, json!({ "texts": { "hero.title": "Warehouse" } }));
    assert_eq!(visitor.got("/api/content/HOME?lang=zh-CN").await, json!({ "texts": { "hero.title": "仓库" } }));
    assert_eq!(visitor.got("/api/content/nothing").await, json!({ "texts": {} }));

    let mut message = json!({ "name": "Ann", "company": "Paper\u{0} & Co\n", "mobile": "13800138000", "content": "<b>We</b> want a\u{1} trial" });
    assert_eq!(key(&visitor.post("/api/message/add", &message).await), "captcha.required");
    let (id, info) = world.clicks().await;
    message["captchaId"] = json!(id);
    message["captchaInfo"] = json!(info);
    visitor.done("/api/message/add", message.clone()).await;
    assert_eq!(key(&visitor.post("/api/message/add", &message).await), "captcha.wrong");
    message["mobile"] = json!("");
    assert_eq!(visitor.post("/api/message/add", &message).await["data"]["field"], "mobile");
    let list = admin.got("/admin/site.Message/index").await;
    assert_eq!(list["list"][0]["content"], "<b>We</b> want a trial");
    assert_eq!(list["list"][0]["ip"], "127.0.0.1");
    let inbox = admin.got("/admin/notification.Index/index").await;
    assert_eq!((inbox["unread_count"].as_i64(), inbox["list"][0]["message"].as_str()), (Some(1), Some("Ann Paper & Co left a message")), "{inbox}");
    assert_eq!(inbox["list"][0]["message_data"]["message_id"], list["list"][0]["id"]);
    admin.done("/admin/site.Message/edit", json!({ "id": list["list"][0]["id"], "progress": "done", "remark": "called" })).await;
    assert_eq!(admin.post("/admin/site.Message/edit", &json!({ "id": list["list"][0]["id"], "content": "y" })).await["data"]["field"], "content");
}

#[tokio::test]
async fn strangers_are_counted_and_origins_looked_at() {
    let services = ServiceSettings { public_requests_per_minute: Some(5), trusted_proxies: Some("127.0.0.1".into()), ..ServiceSettings::default() };
    let world = World::start(services).await;
    let stranger = world.visitor().with("x-forwarded-for", "203.0.113.9");
    for _ in 0..5 {
        stranger.got("/api/ajax/area").await;
    }
    let refused = stranger.get("/api/ajax/area").await;
    assert_eq!((refused["code"].as_i64(), key(&refused)), (Some(0), "error.rate"));
    assert!(refused["msg"].as_str().is_some_and(|text| text.starts_with("Too many requests: please wait ")));
    world.visitor().with("x-forwarded-for", "203.0.113.10").got("/api/ajax/area").await;
    assert_eq!(stranger.get("/admin/Index/index").await["data"]["key"], "error.rate");

    let origin = async |origin: &str, method: reqwest::Method| {
        let asked = world.visitor().with("origin", origin).ask(method, "/api/index/index");
        let answer = asked.header("access-control-request-method", "POST").send().await.expect("an answer");
        let header = |name: &str| answer.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        (answer.status().as_u16(), header("access-control-allow-origin"), header("access-control-allow-headers"))
    };
    let (status, allowed, headers) = origin("http://127.0.0.1:1818", reqwest::Method::OPTIONS).await;
    assert_eq!((status, allowed.as_deref()), (204, Some("http://127.0.0.1:1818")));
    assert!(headers.is_some_and(|headers| headers.contains("ba-user-token")));
    assert_eq!(origin("https://evil.example", reqwest::Method::OPTIONS).await.1, None);
    assert_eq!(origin("https://evil.example", reqwest::Method::GET).await.1, None);
}

#[tokio::test]
async fn helpers_of_forms() {
    let world = World::start(ServiceSettings::default()).await;
    let (visitor, admin) = (world.visitor(), world.admin().await);
    assert_eq!(visitor.got("/api/ajax/area").await.as_array().map(Vec::len), Some(34));
    assert_eq!(visitor.got("/api/ajax/area?province=440000&city=440300").await[0], json!({ "value": 440_303, "label": "罗湖区" }));
    assert_eq!(visitor.get("/admin/ajax/area").await["code"], 303);
    assert_eq!(admin.got("/admin/ajax/area?province=110000").await[0]["value"], 110_100);
    let picture = visitor.ask(reqwest::Method::GET, "/api/ajax/buildSuffixSvg?suffix=xlsx&server=1").send().await.expect("a picture");
    assert_eq!(picture.headers()["content-type"], "image/svg+xml");
    assert!(picture.text().await.expect("text").contains(">XLSX</text>"));
    let tables = admin.got("/admin/ajax/getTableList?quickSearch=brand").await;
    assert_eq!(tables["list"][0]["table"], "brand");
    assert_eq!(admin.got("/admin/ajax/getTablePk?table=brand").await["pk"], "id");
    assert_eq!(admin.get("/admin/ajax/getTablePk?table=session").await["code"], 0);
    let fields = admin.got("/admin/ajax/getTableFieldList?table=user&clean=1").await;
    assert_eq!(fields["fieldList"]["username"], "User name");
    assert!(fields["fieldList"].get("login_failure").is_none());
    assert_eq!(admin.post("/admin/ajax/clearCache", &json!({ "type": "all" })).await["code"], 1);
    assert_eq!(visitor.post("/admin/ajax/clearCache", &json!({ "type": "all" })).await["code"], 303);
}
