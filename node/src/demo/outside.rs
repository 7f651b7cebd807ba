//! Accounts at services outside, switched off: their hosts are in `.invalid`, and their keys open nothing. Beside them what
//! they are told, and what was delivered lately.

use actors::store::StoreError;
use bus_schemas::event::Event;
use entrepot_store::Store;
use entrepot_store::delivery::{DeliveryTarget, Outcome, Planned};
use entrepot_store::resource::{Act, catalogue};
use serde_json::json;

use super::error::DemoError;
use super::words::Words;
use crate::outside::accounts::Opener;

/// Makes them.
pub(super) async fn fill(opener: &Opener, words: Words, now: i64) -> Result<(), DemoError> {
    let accounts = [
        (
            "outside.Mail",
            json!({
                "name": words.pick(("公司邮箱", "Company mail")), "server": "smtp.entrepot.invalid", "port": 465, "secrecy": "SSL",
                "user": "shop@entrepot.invalid", "sender": "shop@entrepot.invalid", "status": 0,
            }),
            vec![("password", "demo")],
        ),
        (
            "outside.Sms",
            json!({
                "name": words.pick(("阿里云主账户", "Alibaba Cloud, first")), "provider": "aliyun", "key": "LTAI-demo", "sign": words.pick(("货栈", "Entrepot")),
                "template": "SMS_100001", "status": 0, "weigh": 2,
            }),
            vec![("secret", "demo")],
        ),
        (
            "outside.Sms",
            json!({
                "name": words.pick(("腾讯云备用", "Tencent Cloud, second")), "provider": "tencent", "key": "AKID-demo", "sign": words.pick(("货栈", "Entrepot")),
                "template": "100002", "app_id": "1400000001", "status": 0, "weigh": 1,
            }),
            vec![("secret", "demo")],
        ),
        (
            "ding.Config",
            json!({ "name": words.pick(("仓库值班群", "Warehouse on duty")), "platform": "dingtalk", "status": 0, "weigh": 3 }),
            vec![("url", "https://oapi.dingtalk.com/robot/send?access_token=demo"), ("sign_secret", "SECdemo")],
        ),
        (
            "ding.Config",
            json!({ "name": words.pick(("采购群", "Purchasing")), "platform": "feishu", "status": 0, "weigh": 2 }),
            vec![("url", "https://open.feishu.cn/open-apis/bot/v2/hook/demo")],
        ),
        (
            "ding.Config",
            json!({ "name": words.pick(("客服群", "Customer service")), "platform": "wecom", "status": 0, "weigh": 1 }),
            vec![("url", "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=demo")],
        ),
    ];
    let mut robots = Vec::new();
    for (controller, row, secrets) in accounts {
        let id = opener.add(controller, &row, &secrets, now).await.map_err(|error| DemoError::Step(error.to_string()))?;
        if controller == "ding.Config" {
            robots.push((id, row["name"].as_str().unwrap_or_default().to_owned()));
        }
    }
    let hook = json!({
        "name": words.pick(("ERP 对接", "The ERP")), "url": "https://erp.entrepot.invalid/hooks/entrepot", "kinds": "order.*, shop.*", "group_id": 1, "status": 0,
    });
    let secret = vec![("secret", "demo-signing-secret-0001")];
    let webhook = opener.add("event.Webhook", &hook, &secret, now).await.map_err(|error| DemoError::Step(error.to_string()))?;
    messages(&opener.store, words, now).await?;
    let mut items = Vec::new();
    for (at, (name, kinds, title, text)) in [
        (
            ("入库通知", "Stocked in"),
            "order.stock",
            ("{warehouse}：{name} {to}", "{warehouse}: {name} {to}"),
            ("{by} 于 {time} 完成，共 {quantity} 件。\n{link}", "By {by} at {time}, {quantity} pieces.\n{link}"),
        ),
        (
            ("新订单", "New order"),
            "shop.add",
            ("商城新订单 {order_no}", "New shop order {order_no}"),
            ("下单时间 {time}\n{link}", "Placed at {time}\n{link}"),
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let Some((robot, _)) = robots.get(at) else { continue };
        let row = json!({
            "name": words.pick(name), "channel": "robot", "kinds": kinds, "group_id": 1, "language": words.pick(("zh-cn", "en")),
            "title": words.pick(title), "body": words.pick(text), "status": 1,
        });
        let row = row.as_object().cloned().unwrap_or_default();
        let item = opener.store.insert_record(catalogue::declared("notice.Item")?, &row, &Act::system(now)).await?;
        // A robot that is switched off can't be chosen.
        let robots = format!("UPDATE notice_item:{item} SET robots = [{robot}] RETURN NONE");
        opener.store.run(&robots, vec![]).await.map_err(StoreError::from)?;
        items.push(item);
    }
    let name = hook["name"].as_str().unwrap_or_default().to_owned();
    let mut targets = vec![DeliveryTarget { channel: "webhook", id: webhook, item: 0, name }];
    let of_robots = robots.into_iter().zip(items);
    targets.extend(of_robots.map(|((id, name), item)| DeliveryTarget { channel: "robot", id, item, name }));
    delivered(&opener.store, &targets, now).await
}

/// What was delivered lately, as it comes: nearly all of it went well.
async fn delivered(store: &Store, targets: &[DeliveryTarget], now: i64) -> Result<(), DemoError> {
    let mut events: Vec<Event> = Vec::new();
    for (stream, last) in store.event_streams().await? {
        if stream.to_string().starts_with("warehouse:") {
            events.extend(store.events_after(&stream, (last - 12).max(0), 12).await?.events);
        }
    }
    events.sort_by_key(|event| event.at);
    for (at, event) in events.iter().enumerate() {
        let target = &targets[usize::from(event.kind == "order.stock" && targets.len() > 1)];
        let outcome = match at % 11 {
            7 => Outcome::Failed { answer: "503 Service Unavailable".into() },
            9 => Outcome::Skipped { reason: "deliver.no_right".into() },
            _ if target.channel == "webhook" => Outcome::Sent { answer: "200 ok".into() },
            _ => Outcome::Sent { answer: String::new() },
        };
        store.note_past_delivery(&Planned { target, event }, &outcome, (event.at / 1_000).min(now)).await?;
    }
    Ok(())
}

/// Templates of SMS, and what was sent by them lately.
async fn messages(store: &Store, words: Words, now: i64) -> Result<(), DemoError> {
    let templates = [
        (
            "user_register",
            ("会员注册", "Registration"),
            "1",
            ("您的注册验证码为 {code}，{minutes} 分钟内有效。", "Your code is {code}. It is valid for {minutes} minutes."),
        ),
        ("user_retrieve_pwd", ("找回密码", "Forgotten password"), "2", ("您正在找回密码，验证码 {code}。", "To set a new password, enter {code}.")),
    ];
    for (code, name, number, preview) in templates {
        let row = json!({
            "code": code, "name": words.pick(name), "aliyun": format!("SMS_20000{number}"), "tencent": format!("20000{number}"),
            "variables": "code,minutes", "preview": words.pick(preview), "status": 1,
        });
        let row = row.as_object().cloned().unwrap_or_default();
        store.insert_record(catalogue::declared("sms.Template")?, &row, &Act::system(now)).await?;
    }
    let account = words.pick(("阿里云主账户", "Alibaba Cloud, first"));
    for (at, (purpose, template)) in [("user_register", "SMS_200001"), ("user_retrieve_pwd", "SMS_200002")].into_iter().cycle().take(9).enumerate() {
        let hours = i64::try_from(9 - at).unwrap_or(0) * 7;
        let (state, answer, outside_id) = if at == 5 {
            ("failed", "isv.BUSINESS_LIMIT_CONTROL".to_owned(), String::new())
        } else {
            ("sent", String::new(), format!("90061930{at}000{hours}^0"))
        };
        let set = json!({
            "code": purpose, "mobile": format!("138001380{at:02}"), "account": account, "template": template, "state": state, "answer": answer,
            "outside_id": outside_id, "ms": 180 + at * 13,
        });
        let act = Act { set: set.as_object().cloned().unwrap_or_default(), ..Act::system(now - hours * 3_600) };
        store.insert_record(catalogue::declared("sms.Log")?, &serde_json::Map::new(), &act).await?;
    }
    Ok(())
}
