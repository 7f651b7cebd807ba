//! Notices to members about their accounts.

use entrepot::config::services::ServiceSettings;
use serde_json::{Value, json};

use crate::world::{MailBox, PASSWORD, Visitor, World};

async fn notices(who: &Visitor) -> (Vec<(String, String)>, i64) {
    let page = who.got("/api/account/notifications?limit=100").await;
    let part = |row: &Value, name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let rows = page["list"].as_array().into_iter().flatten().map(|row| (part(row, "message_type"), part(row, "message"))).collect();
    (rows, page["unread_count"].as_i64().unwrap_or(-1))
}

#[tokio::test]
async fn money_and_score_are_notified_of_in_their_transaction() {
    let world = World::start(ServiceSettings::default()).await;
    let (ann, id) = world.member("ann").await;
    let (bob, _) = world.member("bob").await;
    let admin = world.admin().await;
    let money = json!({ "user_id": id, "money": "5", "memo": "Refund", "command_id": "c-1" });
    admin.done("/admin/user.MoneyLog/add", money.clone()).await;
    // Done once, one notice; what is refused gets none.
    admin.done("/admin/user.MoneyLog/add", money).await;
    assert_eq!(admin.post("/admin/user.MoneyLog/add", &json!({ "user_id": id, "money": "-6", "memo": "Too much" })).await["code"], 0);
    admin.done("/admin/user.ScoreLog/add", json!({ "user_id": id, "score": 7, "memo": "Points" })).await;
    let (rows, unread) = notices(&ann).await;
    assert_eq!(rows, [("score".into(), "Points +7, now 7: Points".into()), ("money".into(), "Balance +5.00, now 5.00: Refund".into())]);
    assert_eq!(unread, 2);
    let site = ann.got("/api/index/index").await;
    assert_eq!((site["unread_count"].as_i64(), site["userLoginCaptchaSwitch"].as_bool()), (Some(2), Some(true)));
    assert_eq!((notices(&bob).await, bob.got("/api/index/index").await["unread_count"].as_i64()), ((vec![], 0), Some(0)));

    // Read by their owner only; twice changes nothing.
    let page = ann.got("/api/account/notifications").await;
    let newest = page["list"][0]["id"].clone();
    assert_eq!(bob.post("/api/account/notifications/read", &json!({ "id": newest })).await["code"], 0);
    assert_eq!(ann.done("/api/account/notifications/read", json!({ "id": newest })).await["unread_count"], 1);
    let time = ann.got("/api/account/notifications").await["list"][0]["read_time"].clone();
    assert!(time.is_i64(), "{time}");
    assert_eq!(ann.done("/api/account/notifications/read", json!({ "id": newest })).await["unread_count"], 1);
    let unread = ann.got("/api/account/notifications?status=0").await;
    assert_eq!((unread["total"].as_i64(), unread["list"][0]["message_type"].as_str()), (Some(1), Some("money")));
    // What came after the page was drawn stays unread.
    admin.done("/admin/user.ScoreLog/add", json!({ "user_id": id, "score": 1, "memo": "Later" })).await;
    assert_eq!(ann.done("/api/account/notifications/readall", json!({ "upto": newest })).await["unread_count"], 1);
    assert_eq!(ann.done("/api/account/notifications/readall", json!({})).await["unread_count"], 0);
    assert_eq!(world.visitor().get("/api/account/notifications").await["data"]["type"], "need login");
}

#[tokio::test]
async fn members_are_notified_of_their_account_and_of_answers() {
    let world = World::start(ServiceSettings::default()).await;
    let mails = MailBox::open().await;
    world.mail_to(mails.port).await;
    let admin = world.admin().await;
    let (ann, id) = world.member("ann").await;
    assert_eq!(world.ask_code(&ann, "ann@example.com", "user_email_verify", PASSWORD).await["code"], 1);
    let ticket = ann.done("/api/account/verification", json!({ "type": "email", "captcha": mails.code() })).await;
    assert_eq!(world.ask_code(&ann, "new@example.com", "user_change_email", "").await["code"], 1);
    let bind = json!({ "type": "email", "email": "new@example.com", "captcha": mails.code(), "accountVerificationToken": ticket["accountVerificationToken"] });
    ann.done("/api/account/changeBind", bind).await;
    assert_eq!(notices(&ann).await.0, [("bind".into(), "Your account now has the e-mail address new@example.com".into())]);
    ann.done("/api/account/changePassword", json!({ "oldPassword": PASSWORD, "newPassword": "Another-pass-2" })).await;
    let ann = world.member_login("ann", "Another-pass-2").await;
    assert_eq!(notices(&ann).await.0[0].0, "password");
    admin.done("/admin/user.User/edit", json!({ "id": id, "password": "Third-pass-3" })).await;
    let ann = world.member_login("ann", "Third-pass-3").await;
    assert_eq!(notices(&ann).await.1, 3);

    // A message on the board, answered once and corrected once.
    let mut message = json!({ "name": "Ann", "mobile": "13800138000", "content": "A trial, please" });
    let (captcha, clicks) = world.clicks().await;
    message["captchaId"] = json!(captcha);
    message["captchaInfo"] = json!(clicks);
    ann.done("/api/message/add", message.clone()).await;
    let row = admin.got("/admin/site.Message/index").await["list"][0].clone();
    assert_eq!((row["user"]["username"].as_str(), row["reply_time"].as_i64()), (Some("ann"), Some(0)));
    let answer = |text: &str| json!({ "id": row["id"], "reply": text, "progress": "done" });
    admin.done("/admin/site.Message/edit", answer("It is ready")).await;
    assert!(admin.got("/admin/site.Message/index").await["list"][0]["reply_time"].as_i64() > Some(0));
    assert_eq!(notices(&ann).await.0[0], ("reply".into(), "Your message was answered: It is ready".into()));
    admin.done("/admin/site.Message/edit", answer("It is ready")).await;
    assert_eq!(notices(&ann).await.1, 4, "the same answer gets one notice");

    // A visitor without an account is nobody's member.
    let (captcha, clicks) = world.clicks().await;
    message["captchaId"] = json!(captcha);
    message["captchaInfo"] = json!(clicks);
    world.visitor().done("/api/message/add", message).await;
    let row = admin.got("/admin/site.Message/index").await["list"][0].clone();
    assert!(row["user_id"].is_null(), "{row}");
    admin.done("/admin/site.Message/edit", json!({ "id": row["id"], "reply": "Welcome" })).await;
    assert_eq!(notices(&ann).await.1, 4);
}
