//! Notice items: what robots and mails say of events, in the words that the site has chosen, to those who may see them.

use entrepot::config::services::ServiceSettings;
use serde_json::{Value, json};

use crate::events::{group_of, settled, stocked};
use crate::order_steps::{Shop, key, shop_with};
use crate::outside::{Asked, stand_in};
use crate::support::turns;
use crate::world::MailBox;

/// A shop whose robots of DingTalk are at a stand-in, with one of them.
async fn with_robot() -> (Shop, Asked, Value) {
    let (url, asked) = stand_in(|_, _, _| json!({ "errcode": 0, "errmsg": "ok" })).await;
    let shop = shop_with(ServiceSettings { dingtalk_url: Some(url), ..ServiceSettings::default() }, json!({ "four_eyes": 0 })).await;
    let robot = json!({ "name": "Floor", "platform": "dingtalk", "url": "https://oapi.dingtalk.com/robot/send?access_token=t", "status": 1 });
    let robot = shop.clerk.done("/admin/ding.Config/add", robot).await["id"].clone();
    (shop, asked, robot)
}

fn texts(asked: &Asked) -> Vec<String> {
    let asked = asked.lock().expect("the requests");
    asked.iter().map(|(_, body)| body["markdown"]["text"].as_str().unwrap_or_default().to_owned()).collect()
}

#[tokio::test]
async fn a_robot_says_what_happened_in_the_site_s_words() {
    let (shop, asked, robot) = with_robot().await;
    shop.person("reader", &["warehouse/inboundorder/index"]).await;
    let group = group_of(&shop, "reader").await;
    shop.clerk.done("/admin/ding.Variable/add", json!({ "name": "shop", "title": "我们", "title_en": "Us", "value": "Nord" })).await;
    let item = |kinds: &str, body: &str| {
        json!({ "name": "Stocked", "channel": "robot", "kinds": kinds, "group_id": group, "robots": [robot], "language": "en",
                "title": "{shop}: {name}", "body": body, "status": 1 })
    };
    for (body, field) in [
        (item("order.stock", "{no_such}"), "body"),
        (item("order stock", "x"), "kinds"),
        (json!({ "name": "x", "channel": "robot", "kinds": "*", "group_id": group, "title": "x", "body": "x" }), "robots"),
        (json!({ "name": "x", "channel": "mail", "kinds": "*", "group_id": group, "title": "x", "body": "x", "mail_to": "nobody" }), "mail_to"),
    ] {
        let refused = shop.clerk.post("/admin/notice.Item/add", &body).await;
        assert_eq!(refused["data"]["field"], field, "{refused}");
    }
    let body = item("order.stock, row.*", "{event} by {by} at {warehouse}: {order_no}, {from} → {to}, {quantity} {link}");
    let id = shop.clerk.done("/admin/notice.Item/add", body).await["id"].clone();
    shop.clerk.done("/admin/notice.Item/test", json!({ "id": id })).await;
    assert!(texts(&asked)[0].contains("Nord: Stocked"), "{:?}", texts(&asked));

    let order = stocked(&shop).await;
    shop.clerk.done("/admin/warehouse.Brand/add", json!({ "name": "Acme" })).await;
    let rows = settled(&shop.clerk, 1).await;
    assert_eq!(
        (rows.len(), &rows[0]["state"], &rows[0]["target"]),
        (1, &json!("sent"), &json!("Floor")),
        "brands are not seen by the group: {rows:?}"
    );
    let number = shop.row("/admin/warehouse.InboundOrder", &order).await["inbound_order_no"].clone();
    let number = number.as_str().expect("a number");
    let said = texts(&asked).pop().expect("a message");
    assert!(said.contains(&format!("**Nord: {number}**")) && said.contains("by Root at Main"), "{said}");
    assert!(said.contains("→ stocked in, 3 ") && said.contains(&format!("/admin/warehouse/inboundOrder?id={}", order["id"])), "{said}");

    let types = shop.clerk.got("/admin/notice.Type/index?limit=200").await["list"].clone();
    let type_of = |code: &str| types.as_array().expect("rows").iter().find(|row| row["code"] == code).cloned().unwrap_or_default();
    assert_eq!((&type_of("order.stock")["sort"], &type_of("stock.low")["sort"]), (&json!("event"), &json!("admin")), "{types}");
    // The pages of robots show the same rows.
    let templates = shop.clerk.got("/admin/ding.Template/index").await["list"].clone();
    assert_eq!((templates.as_array().map(Vec::len), &templates[0]["name"]), (Some(1), &json!("Stocked")));
    let records = shop.clerk.got("/admin/ding.Record/index").await["list"].clone();
    assert_eq!((records.as_array().map(Vec::len), &records[0]["id"]), (Some(1), &rows[0]["id"]));
    let variables = shop.clerk.got("/admin/ding.Variable/index?limit=50").await["list"].clone();
    let of = |name: &str| variables.as_array().expect("rows").iter().find(|row| row["name"] == name).cloned().unwrap_or_default();
    assert_eq!((&of("order_no")["source"], &of("shop")["source"]), (&json!("event"), &json!("constant")));
    for (id, refusal) in [(of("order_no")["id"].clone(), "deliver.built_in"), (of("shop")["id"].clone(), "deliver.variable_used")] {
        assert_eq!(key(&shop.clerk.del("/admin/ding.Variable/del", &id).await), refusal);
    }
}

#[tokio::test]
async fn what_comes_together_is_one_message_and_mail_goes_to_each_address() {
    let (shop, asked, robot) = with_robot().await;
    let mails = MailBox::open().await;
    shop.world.mail_to(mails.port).await;
    let item = |channel: &str| {
        json!({ "name": "Brands", "channel": channel, "kinds": "row.added", "group_id": 1, "robots": [robot], "mail_to": "a@example.com, b@example.com",
                "language": "zh-cn", "title": "{page} {event}", "body": "{name}", "status": 1 })
    };
    shop.clerk.done("/admin/notice.Item/add", item("mail")).await;
    shop.clerk.done("/admin/warehouse.Brand/add", json!({ "name": "Acme" })).await;
    let rows = settled(&shop.clerk, 2).await;
    assert!(rows.iter().all(|row| row["state"] == "sent" && row["channel"] == "mail"), "{rows:?}");
    assert_eq!(mails.count(), 2);
    let items = shop.clerk.got("/admin/notice.Item/index").await["list"].clone();
    shop.clerk.done("/admin/notice.Item/edit", json!({ "id": items[0]["id"], "status": 0 })).await;
    shop.clerk.done("/admin/notice.Item/add", item("robot")).await;
    let brands: Vec<Value> = (0..30).map(|at| json!({ "name": format!("Brand {at}") })).collect();
    futures::future::join_all(brands.iter().map(|brand| shop.clerk.done("/admin/warehouse.Brand/add", brand.clone()))).await;
    let rows = settled(&shop.clerk, 32).await;
    assert!(rows.iter().all(|row| row["state"] == "sent"), "{rows:?}");
    let said = texts(&asked);
    assert!(said.len() < 30, "they go together: {}", said.len());
    let all = said.join("\n");
    assert!((0..30).all(|at| all.matches(&format!("Brand {at}\n")).count() + usize::from(all.ends_with(&format!("Brand {at}"))) == 1), "{all}");
    assert!(all.contains("品牌 新增"), "{all}");
}

#[tokio::test]
async fn the_answer_to_a_message_is_mailed_in_its_writers_language_as_text_and_html() {
    let (shop, _, _) = with_robot().await;
    let mails = MailBox::open().await;
    let (captcha, clicks) = shop.world.clicks().await;
    let message = json!({
        "name": "Kim <b>", "mobile": "", "email": "kim@example.com", "content": "Is there a trial?", "captchaId": captcha, "captchaInfo": clicks,
    });
    shop.world.visitor().done("/api/message/add", message).await;
    let written = shop.clerk.got("/admin/site.Message/index").await["list"][0].clone();
    let answer = |reply: &str| json!({ "id": written["id"], "reply": reply });

    // Without a mail server it waits for nobody: the log has it, with a button.
    shop.clerk.done("/admin/site.Message/edit", answer("Yes")).await;
    let rows = settled(&shop.clerk, 1).await;
    assert_eq!((&rows[0]["state"], &rows[0]["target"], &rows[0]["kind"]), (&json!("failed"), &json!("kim@example.com"), &json!("message.reply")));
    shop.world.mail_to(mails.port).await;
    shop.clerk.done("/admin/site.Message/edit", answer("Yes, see https://example.com/trial")).await;
    settled(&shop.clerk, 2).await;
    assert_eq!(mails.count(), 1);
    shop.clerk.done("/admin/event.Delivery/repeat", json!({ "id": rows[0]["id"] })).await;
    settled(&shop.clerk, 3).await;
    let (mail, text) = (mails.last(), mails.text());
    assert!(text.contains("Hello Kim <b>") && text.contains("Yes, see https://example.com/trial") && text.contains("Is there a trial?"), "{text}");
    assert!(mail.contains("Auto-Submitted: auto-generated") && mail.contains("Message-ID: <delivery-"), "{mail}");
    let html = mail.split("Content-Type: text/html").nth(1).expect("HTML");
    assert!(html.contains("Kim &lt;b&gt;") && !html.contains("<b>"), "{html}");

    // The same words again are no other answer, and none is mailed.
    shop.clerk.done("/admin/site.Message/edit", answer("Yes, see https://example.com/trial")).await;
    shop.clerk.done("/admin/site.Message/edit", answer("")).await;
    assert_eq!(settled(&shop.clerk, 3).await.len(), 3);
}

#[tokio::test]
async fn notifications_are_mailed_to_those_who_ask_until_they_stop_it() {
    let (shop, _, _) = with_robot().await;
    let mails = MailBox::open().await;
    shop.world.mail_to(mails.port).await;
    let page = "/admin/notification.Index";
    let reviewer = shop.person("reviewer", &["warehouse/inboundorder/index", "warehouse/inboundorder/audit"]).await;
    let refused = reviewer.post(&format!("{page}/mail"), &json!({ "kind": "order.review", "mailed": 1 })).await;
    assert_eq!(key(&refused), "notice.no_address", "{refused}");
    reviewer.done("/admin/routine.AdminInfo/edit", json!({ "email": "rev@example.com" })).await;
    for (body, field) in [(json!({ "from": "22:00", "to": "" }), "to"), (json!({ "from": "25:00", "to": "07:00" }), "from")] {
        assert_eq!(reviewer.post(&format!("{page}/quiet"), &body).await["data"]["field"], field);
    }
    assert_eq!(reviewer.post(&format!("{page}/mail"), &json!({ "kind": "no.such", "mailed": 1 })).await["data"]["field"], "kind");
    // What came before is not mailed, nor what is of other kinds.
    let order = async || shop.clerk.done("/admin/warehouse.InboundOrder/add", shop.inbound(1)).await;
    order().await;
    reviewer.done(&format!("{page}/mail"), json!({ "kind": "order.review", "mailed": 1 })).await;
    order().await;
    let rows = deliveries_of(&shop, "order.review", 1).await;
    assert_eq!((&rows[0]["target"], &rows[0]["channel"], &rows[0]["state"]), (&json!("reviewer"), &json!("mail"), &json!("waiting")), "{rows:?}");
    assert!(!rows[0].to_string().contains("rev@example.com"), "the log has no address");
    let setup = reviewer.got(&format!("{page}/getsetup")).await;
    let kind = setup["kinds"].as_array().expect("kinds").iter().find(|kind| kind["name"] == "order.review").cloned().expect("the kind");
    assert_eq!((&kind["mailed"], &setup["mail"]["address"]), (&json!(true), &json!("rev@example.com")));

    // It is due after a minute; then it is mailed, with a link that stops the mails.
    shop.world.node.store().run("UPDATE delivery SET next_at = 0 WHERE kind = 'order.review'", vec![]).await.expect("written");
    let rows = settled(&shop.clerk, 1).await;
    assert_eq!((&rows[0]["state"], mails.count()), (&json!("sent"), 1), "{rows:?}");
    assert!(mails.last().contains("To: rev@example.com") && mails.text().contains("waiting for review"), "{}", mails.text());

    // Whoever reads it first gets no mail, and who has lost the right none either.
    order().await;
    deliveries_of(&shop, "order.review", 2).await;
    reviewer.done(&format!("{page}/readall"), json!({})).await;
    shop.world.node.store().run("UPDATE delivery SET next_at = 0 WHERE state = 'waiting'", vec![]).await.expect("written");
    let rows = settled(&shop.clerk, 2).await;
    assert_eq!((&rows[1]["state"], mails.count()), (&json!("skipped"), 1), "{rows:?}");

    let tokens: Vec<String> = shop.world.node.store().rows("SELECT VALUE token FROM notice_choice", vec![]).await.expect("tokens");
    let stop = |token: &str| format!("/api/notice/unsubscribe?token={token}");
    for wrong in ["", "x", &"x".repeat(500)] {
        assert_eq!(key(&shop.world.visitor().post(&stop(wrong), &json!({})).await), "notice.no_token");
    }
    // As mail programs do it (RFC 8058).
    let url = format!("{}{}", shop.world.url, stop(&tokens[0]));
    let form = reqwest::Client::new().post(url).header("content-type", "application/x-www-form-urlencoded").body("List-Unsubscribe=One-Click");
    let answer = form.send().await.expect("an answer").json::<Value>().await.expect("JSON");
    assert_eq!(answer["code"], 1, "{answer}");
    order().await;
    assert_eq!(settled(&shop.clerk, 2).await.len(), 2, "stopped");
}

/// Waits until there are so many deliveries of a kind.
async fn deliveries_of(shop: &Shop, kind: &str, many: usize) -> Vec<Value> {
    for () in turns() {
        let all = shop.clerk.got("/admin/event.Delivery/index?order=id,asc&limit=200").await["list"].clone();
        let of: Vec<Value> = all.as_array().expect("rows").iter().filter(|row| row["kind"] == kind).cloned().collect();
        if of.len() >= many {
            return of;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{kind} was not planned {many} times");
}
