//! Companies of members, proofs of who they are, announcements, and the message board's assignee: rules, rights and notices.

use entrepot::config::Settings;
use entrepot::config::services::ServiceSettings;
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::world::{Visitor, World};

const NUMBER: &str = "11010519491231002X";

async fn world() -> World {
    World::start_with(ServiceSettings::default(), Settings::default()).await
}

fn key(answer: &Value) -> &str {
    answer["data"]["key"].as_str().unwrap_or_default()
}

fn field(answer: &Value) -> &str {
    answer["data"]["field"].as_str().unwrap_or_default()
}

/// What a member is told, the newest first.
async fn told(member: &Visitor) -> Vec<String> {
    let list = member.got("/api/account/notifications").await["list"].as_array().cloned().unwrap_or_default();
    list.iter().map(|notice| notice["message"].as_str().unwrap_or_default().to_owned()).collect()
}

/// An administrator who holds these nodes and no others.
pub async fn clerk(world: &World, name: &str, nodes: &[&str]) -> Visitor {
    let chief = world.admin().await;
    let mut ids = Vec::with_capacity(nodes.len());
    // This world begins without the menu. Who holds every rule that there is may do everything: one is kept back.
    let kept = format!("kept/{name}");
    chief.done("/admin/auth.Rule/add", json!({ "pid": 0, "type": "button", "title": kept, "name": kept, "status": 1 })).await;
    for node in nodes {
        let rule = json!({ "pid": 0, "type": "button", "title": node, "name": node, "status": 1 });
        ids.push(chief.done("/admin/auth.Rule/add", rule).await["id"].clone());
    }
    let group = chief.done("/admin/auth.Group/add", json!({ "name": name, "rules": ids, "status": 1 })).await["id"].clone();
    let row = json!({ "username": name, "nickname": name, "password": crate::support::PASSWORD, "group_arr": [group], "status": "enable" });
    chief.done("/admin/auth.Admin/add", row).await;
    let answer = world.visitor().done("/admin/Index/login", json!({ "username": name, "password": crate::support::PASSWORD })).await;
    world.visitor().with("batoken", answer["userInfo"]["token"].as_str().expect("a token"))
}

async fn company_of(member: &Visitor) -> Value {
    member.got("/api/company/index").await["list"][0].clone()
}

#[tokio::test]
async fn a_company_is_made_joined_and_kept_by_its_last_owner() {
    let world = world().await;
    let (ann, _) = world.member("annie").await;
    let (bob, bob_id) = world.member("bobby").await;
    assert_eq!(field(&ann.post("/api/company/add", &json!({ "name": "Acme", "uscc": "123" })).await), "uscc");
    let new = json!({ "name": "Acme", "uscc": "914403001922038217", "command_id": "one" });
    let id = ann.done("/api/company/add", new.clone()).await["id"].clone();
    assert_eq!(ann.done("/api/company/add", new).await["id"], id, "the same intention makes one company");
    assert_eq!(field(&bob.post("/api/company/add", &json!({ "name": "Other", "uscc": "914403001922038217" })).await), "uscc");
    assert_eq!(field(&ann.post("/api/company/invite", &json!({ "id": id, "account": "nobody", "role": "staff" })).await), "account");
    assert_eq!(key(&bob.post("/api/company/invite", &json!({ "id": id, "account": "bobby", "role": "staff" })).await), "error.not_found");
    ann.done("/api/company/invite", json!({ "id": id, "account": "bobby", "role": "manager", "position": "Buyer" })).await;
    assert_eq!(field(&ann.post("/api/company/invite", &json!({ "id": id, "account": "bobby", "role": "staff" })).await), "account");
    // Who is invited learns the name and no more.
    let seen = company_of(&bob).await;
    assert_eq!((seen["name"].as_str(), seen["uscc"].as_str(), seen["state"].as_str()), (Some("Acme"), Some(""), Some("invited")));
    assert_eq!(told(&bob).await, ["You are invited to join Acme"]);
    bob.done("/api/company/accept", json!({ "id": id })).await;
    assert_eq!(key(&bob.post("/api/company/accept", &json!({ "id": id })).await), "company.not_invited");
    assert!(told(&ann).await[0].contains("joined Acme"));
    // The last owner stays until there is another one; a manager makes nobody an owner.
    assert_eq!(field(&ann.post("/api/company/leave", &json!({ "id": id })).await), "role");
    assert_eq!(bob.post("/api/company/person", &json!({ "id": id, "user_id": bob_id, "role": "owner" })).await["code"], 401);
    ann.done("/api/company/person", json!({ "id": id, "user_id": bob_id, "role": "owner" })).await;
    // Two owners who leave at once: one of them stays.
    let leaves = json!({ "id": id });
    let (one, other) = tokio::join!(ann.post("/api/company/leave", &leaves), bob.post("/api/company/leave", &leaves));
    assert_eq!([&one, &other].iter().filter(|answer| answer["code"] == 1).count(), 1, "{one} {other}");
    let stays = if one["code"] == 1 { &bob } else { &ann };
    assert_eq!(company_of(stays).await["people"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn a_company_is_verified_until_its_name_or_number_changes() {
    let world = world().await;
    let chief = world.admin().await;
    let (ann, _) = world.member("annie").await;
    let id = ann.done("/api/company/add", json!({ "name": "Acme", "mobile": "13800138000" })).await["id"].clone();
    assert_eq!(field(&ann.post("/api/company/verify", &json!({ "id": id })).await), "uscc");
    ann.done("/api/company/edit", json!({ "id": id, "uscc": "914403001922038217" })).await;
    assert_eq!(field(&ann.post("/api/company/verify", &json!({ "id": id })).await), "licence_images");
    ann.done("/api/company/edit", json!({ "id": id, "licence_images": ["/storage/default/licence.jpg"] })).await;
    ann.done("/api/company/verify", json!({ "id": id })).await;
    assert_eq!(field(&ann.post("/api/company/verify", &json!({ "id": id })).await), "verify");
    let inbox = chief.got("/admin/notification.Index/index").await;
    assert_eq!(inbox["list"][0]["message"], "Acme asks to be verified");
    // The check sign is a hint for who decides, and refuses nothing.
    let row = chief.got(&format!("/admin/company.Company/edit?id={id}")).await["row"].clone();
    assert_eq!((row["verify"].as_str(), row["uscc_check"].as_str()), (Some("waiting"), Some("doubtful")));
    // Who only looks decides nothing, and sees no whole telephone number.
    let looker = clerk(&world, "looker", &["company/company/index"]).await;
    assert_eq!(looker.post("/admin/company.Company/pass", &json!({ "id": id })).await["code"], 401);
    assert_eq!(looker.got("/admin/company.Company/index").await["list"][0]["mobile"], "138****8000");
    assert_eq!(field(&chief.post("/admin/company.Company/refuse", &json!({ "id": id })).await), "verify_reason");
    chief.done("/admin/company.Company/refuse", json!({ "id": id, "verify_reason": "Blurred" })).await;
    assert_eq!(chief.post("/admin/company.Company/pass", &json!({ "id": id })).await["code"], 0, "it does not wait any more");
    assert_eq!(told(&ann).await[0], "Acme was not verified: Blurred");
    ann.done("/api/company/verify", json!({ "id": id })).await;
    chief.done("/admin/company.Company/pass", json!({ "id": id })).await;
    let shown = company_of(&ann).await;
    assert_eq!((shown["verify"].as_str(), told(&ann).await[0].as_str()), (Some("passed"), "Acme is verified"));
    let row = chief.got(&format!("/admin/company.Company/edit?id={id}")).await["row"].clone();
    assert!(row["verify_time"].as_i64() > Some(0) && row["reviewer_id"].as_i64() > Some(0), "{row}");
    ann.done("/api/company/edit", json!({ "id": id, "city": "Shenzhen" })).await;
    assert_eq!(company_of(&ann).await["verify"], "passed");
    ann.done("/api/company/edit", json!({ "id": id, "name": "Acme Trading" })).await;
    assert_eq!(company_of(&ann).await["verify"], "none");
}

/// The text of an export.
async fn exported(chief: &Visitor, controller: &str) -> String {
    let task = chief.done(&format!("/admin/{controller}/export?format=csv"), json!({})).await["task"].clone();
    for () in crate::support::turns() {
        let tasks = chief.got("/admin/routine.Transfer/index").await["list"].as_array().cloned().unwrap_or_default();
        if tasks.iter().any(|row| row["id"] == task && row["state"] == "done") {
            let asked = chief.ask(reqwest::Method::GET, &format!("/admin/routine.Transfer/download?id={task}"));
            return asked.send().await.expect("an answer").text().await.expect("text");
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the export is not done");
}

/// A picture of some pixels.
fn picture() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    image::RgbImage::from_pixel(320, 200, image::Rgb([250, 250, 250])).write_to(&mut bytes, image::ImageFormat::Png).expect("a picture");
    bytes.into_inner()
}

async fn send_sides(member: &Visitor) {
    for side in ["front", "back"] {
        let form = Form::new().part("file", Part::bytes(picture()).file_name("card.png").mime_str("image/png").expect("a type"));
        let asked = member.ask(reqwest::Method::POST, &format!("/api/account/verifyPerson/picture?side={side}")).multipart(form);
        let answer: Value = asked.send().await.expect("an answer").json().await.expect("JSON");
        assert_eq!(answer["code"], 1, "{answer}");
    }
}

fn proof(number: &str) -> Value {
    json!({ "real_name": "Ann Lee", "id_type": "id_card", "id_number": number })
}

#[tokio::test]
async fn a_number_is_sealed_masked_everywhere_and_read_with_a_right_and_a_trace() {
    let world = world().await;
    let chief = world.admin().await;
    let (ann, _) = world.member("annie").await;
    let send = "/api/account/verifyPerson";
    for (number, wrong) in [("123", "person.length"), ("110105194913310021", "person.birth")] {
        let answer = ann.post(send, &proof(number)).await;
        assert_eq!((field(&answer), key(&answer)), ("id_number", wrong));
    }
    assert_eq!(field(&ann.post(send, &proof(NUMBER)).await), "front");
    send_sides(&ann).await;
    assert_eq!(ann.got(send).await["front"], true);
    ann.done(send, proof(NUMBER)).await;
    assert_eq!(key(&ann.post(send, &proof(NUMBER)).await), "person.picture", "the pictures went with the proof");
    let own = ann.got(send).await["proof"].clone();
    assert_eq!((own["state"].as_str(), own["id_number"].as_str()), (Some("waiting"), Some("110***********002X")));
    let (id, looker) =
        (own["id"].clone(), clerk(&world, "looker", &["user/verifyperson/index", "user/verifyperson/del", "user/verifyperson/export"]).await);
    // Lists, details, exports, the recycle bin, the logs: nobody finds the number.
    let mut said = String::new();
    for path in [
        "/admin/user.VerifyPerson/index".to_owned(),
        format!("/admin/user.VerifyPerson/index?quickSearch={NUMBER}"),
        "/admin/notification.Index/index".to_owned(),
    ] {
        said.push_str(&chief.get(&path).await.to_string());
    }
    said.push_str(&exported(&chief, "user.VerifyPerson").await);
    assert_eq!(said.matches("110***********002X").count(), 2, "in the list and in the file: {said}");
    assert_eq!(looker.post("/admin/user.VerifyPerson/see_id_number", &json!({ "id": id })).await["code"], 401);
    // With the right it is read whole, and the log says so without the number.
    let paper = chief.done("/admin/user.VerifyPerson/see_id_number", json!({ "id": id })).await;
    assert_eq!(paper["id_number"], NUMBER);
    let url = paper["pictures"][0]["url"].as_str().expect("a link").to_owned();
    let shown = world.visitor().ask(reqwest::Method::GET, &url).send().await.expect("a picture");
    assert_eq!(
        (shown.headers()["content-type"].to_str().ok(), shown.headers()["cache-control"].to_str().ok()),
        (Some("image/jpeg"), Some("no-store"))
    );
    assert!(image::load_from_memory(&shown.bytes().await.expect("bytes")).is_ok());
    assert_eq!(key(&world.visitor().get("/api/account/verifyPicture?link=v1.abc.def").await), "person.link");
    let status = world.visitor().ask(reqwest::Method::GET, "/storage/papers/p1-front.bin").send().await.expect("an answer").status();
    assert_eq!(status, 404);
    world.node.journal().flush().await;
    let log = chief.got("/admin/auth.AdminLog/index").await;
    assert!(
        log["list"].as_array().is_some_and(|rows| rows.iter().any(|row| row["url"].as_str().is_some_and(|url| url.contains("see_id_number")))),
        "{log}"
    );
    said.push_str(&log.to_string());
    assert!(!said.contains(NUMBER) && !said.contains("v1."), "{said}");
    assert!(said.contains("110***********002X"));
}

#[tokio::test]
async fn a_paper_proves_one_member_and_three_tries_are_a_day() {
    let world = world().await;
    let chief = world.admin().await;
    let (ann, _) = world.member("annie").await;
    let (bob, _) = world.member("bobby").await;
    let send = "/api/account/verifyPerson";
    let mut ids = Vec::new();
    for member in [&ann, &bob] {
        send_sides(member).await;
        member.done(send, proof(NUMBER)).await;
        ids.push(member.got(send).await["proof"]["id"].clone());
    }
    chief.done("/admin/user.VerifyPerson/pass", json!({ "id": ids[0] })).await;
    assert_eq!(told(&ann).await[0], "Your identity is verified");
    assert_eq!(field(&chief.post("/admin/user.VerifyPerson/pass", &json!({ "id": ids[1] })).await), "id_number");
    chief.done("/admin/user.VerifyPerson/refuse", json!({ "id": ids[1], "reason": "Another's paper" })).await;
    assert_eq!(told(&bob).await[0], "Your identity verification was refused: Another's paper");
    // What has passed stays; what was refused may be tried again, three times a day together.
    send_sides(&ann).await;
    assert_eq!(key(&ann.post(send, &proof(NUMBER)).await), "person.passed");
    for _ in 0..2 {
        send_sides(&bob).await;
        bob.done(send, proof("330106198811235427")).await;
        bob.done(&format!("{send}/withdraw"), json!({})).await;
    }
    send_sides(&bob).await;
    assert_eq!(key(&bob.post(send, &proof("330106198811235427")).await), "person.tries");
    assert_eq!(bob.got(send).await["proof"]["state"], "withdrawn");
}

#[tokio::test]
async fn an_announcement_reaches_its_people_once_and_is_confirmed_and_withdrawn() {
    let world = world().await;
    let chief = world.admin().await;
    let (ann, _) = world.member("annie").await;
    let (bob, bob_id) = world.member("bobby").await;
    let late = json!({ "title": "x", "starts": "2030-01-02 00:00:00", "ends": "2030-01-01 00:00:00" });
    assert_eq!(field(&chief.post("/admin/notice.Announcement/add", &late).await), "ends");
    let row = json!({
        "type": "maintenance", "title": "停机", "title_en": "Down", "body": "<p>x<script>alert(1)</script></p>", "audience": "members",
        "member_ids": [bob_id], "must_confirm": 1,
    });
    let id = chief.done("/admin/notice.Announcement/add", row).await["id"].clone();
    assert!(bob.got("/api/account/announcements").await["list"].as_array().is_some_and(Vec::is_empty), "a draft is nobody's");
    chief.done("/admin/notice.Announcement/publish", json!({ "id": id })).await;
    assert_eq!(chief.post("/admin/notice.Announcement/publish", &json!({ "id": id })).await["code"], 0);
    assert_eq!((told(&ann).await.len(), told(&bob).await), (0, vec!["New announcement: Down".to_owned()]));
    let shown = bob.got("/api/account/announcements").await;
    assert_eq!((shown["open"].as_i64(), shown["list"][0]["title"].as_str()), (Some(1), Some("Down")));
    assert!(!shown.to_string().contains("script"));
    let read = "/api/account/announcements/read";
    assert_eq!(key(&ann.post(read, &json!({ "id": id })).await), "announcement.none", "it is not for her");
    bob.done(read, json!({ "id": id })).await;
    chief.done("/admin/notice.Announcement/remind", json!({ "id": id })).await;
    assert_eq!(told(&bob).await[0], "Please confirm the announcement: Down");
    bob.done(read, json!({ "id": id, "confirm": true })).await;
    chief.done("/admin/notice.Announcement/remind", json!({ "id": id })).await;
    assert_eq!(told(&bob).await.len(), 2, "who has confirmed is not reminded");
    let listed = chief.got("/admin/notice.Announcement/index").await["list"][0].clone();
    assert_eq!((listed["read_count"].as_i64(), listed["confirmed_count"].as_i64()), (Some(1), Some(1)));
    // A change marks it, and tells its people again only if asked.
    chief.done("/admin/notice.Announcement/edit", json!({ "id": id, "title_en": "Down longer" })).await;
    assert!(bob.got("/api/account/announcements").await["list"][0]["changed_time"].as_i64() > Some(0));
    assert_eq!(told(&bob).await.len(), 2);
    chief.done("/admin/notice.Announcement/resend", json!({ "id": id })).await;
    assert_eq!(told(&bob).await[0], "Announcement updated: Down longer");
    // Withdrawn: what is unread goes; who had read one gets a line.
    let first = bob.got("/api/account/notifications").await["list"][2]["id"].clone();
    bob.done("/api/account/notifications/read", json!({ "id": first })).await;
    chief.done("/admin/notice.Announcement/withdraw", json!({ "id": id })).await;
    assert_eq!(told(&bob).await, ["Announcement withdrawn: Down longer", "New announcement: Down"]);
    assert!(bob.got("/api/account/announcements").await["list"].as_array().is_some_and(Vec::is_empty));
}

#[tokio::test]
async fn an_announcement_for_administrators_waits_for_its_time() {
    let world = world().await;
    let chief = world.admin().await;
    let (ann, _) = world.member("annie").await;
    let row = json!({ "title": "盘点", "audience": "groups", "starts": "2199-01-01 00:00:00" });
    let id = chief.done("/admin/notice.Announcement/add", row).await["id"].clone();
    chief.done("/admin/notice.Announcement/publish", json!({ "id": id })).await;
    let inbox = async || chief.got("/admin/notification.Index/index").await["total"].as_i64();
    assert_eq!(inbox().await, Some(0));
    chief.done("/admin/notice.Announcement/edit", json!({ "id": id, "starts": "2020-01-01 00:00:00" })).await;
    let (node, now) = (&world.node, (world.node.now(), world.node.site_time()));
    assert_eq!(entrepot::announcement::service::tell_all(node.store(), node.system(), (now.0, &now.1)).await.expect("told"), 1);
    assert_eq!(entrepot::announcement::service::tell_all(node.store(), node.system(), (now.0, &now.1)).await.expect("told"), 0, "once");
    assert_eq!((inbox().await, told(&ann).await.len()), (Some(1), 0));
    let mine = chief.got("/admin/notice.Announcement/mine").await;
    assert_eq!((mine["open"].as_i64(), mine["list"][0]["title"].as_str()), (Some(1), Some("盘点")));
    chief.done("/admin/notice.Announcement/read", json!({ "id": id })).await;
    assert_eq!(chief.got("/admin/notice.Announcement/mine").await["open"], 0);
    assert_eq!(key(&chief.post("/admin/notice.Announcement/read", &json!({ "id": id, "confirm": true })).await), "announcement.no_confirm");
}

#[tokio::test]
async fn a_message_is_given_to_somebody_and_spam_waits_for_nobody() {
    let world = world().await;
    let chief = world.admin().await;
    let helper = clerk(&world, "helper", &["site/message/index", "notification/index"]).await;
    let (id, info) = world.clicks().await;
    let message = json!({ "name": "Ann", "email": "a@b.cn", "content": "Hello", "captchaId": id, "captchaInfo": info });
    world.visitor().done("/api/message/add", message).await;
    let row = chief.got("/admin/site.Message/index").await["list"][0]["id"].clone();
    let people = chief.got("/admin/auth.Admin/index").await["list"].as_array().cloned().unwrap_or_default();
    let assignee = people.iter().find(|admin| admin["username"] == "helper").expect("the helper")["id"].clone();
    chief.done("/admin/site.Message/edit", json!({ "id": row, "assignee_id": assignee, "due_time": "2030-01-01 12:00:00" })).await;
    let told = helper.got("/admin/notification.Index/index").await;
    assert_eq!(told["list"][0]["message"], "You are to answer the message of Ann");
    // When it falls due, who is to answer it is told, once for each time that is set.
    let due = async |now: &str| world.node.store().notify_due_messages(now).await.expect("told").notifications;
    assert_eq!((due("2030-01-01 11:59:59").await, due("2030-01-01 12:00:00").await, due("2030-01-01 12:05:00").await), (0, 1, 0));
    chief.done("/admin/site.Message/edit", json!({ "id": row, "due_time": "2030-01-02 12:00:00" })).await;
    assert_eq!((due("2030-01-02 11:00:00").await, due("2030-01-02 12:00:00").await, due("2030-01-03 12:00:00").await), (0, 1, 0));
    let inbox = helper.got("/admin/notification.Index/index").await;
    assert_eq!(inbox["list"][0]["message"], "The message of Ann is due to be answered");
    chief.done("/admin/site.Message/edit", json!({ "id": row, "spam": 1 })).await;
    assert_eq!(chief.got("/admin/site.Message/index").await["list"][0]["progress"], "done");
    chief.done("/admin/site.Reply/add", json!({ "title": "Thanks", "content": "Thank you." })).await;
}
