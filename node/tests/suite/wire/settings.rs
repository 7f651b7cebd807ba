//! Section 4.9: the settings, kept by their types.

use reqwest::Method;
use serde_json::{Value, json};

use super::{keys, refuses, set, site};
use crate::world::Visitor;

async fn setting(admin: &Visitor, name: &str) -> Value {
    let index = admin.got("/admin/routine.Config/index").await;
    let rows = index["list"]["basics"]["list"].as_array().expect("rows").clone();
    rows.into_iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name} is not there"))
}

#[tokio::test]
async fn settings_come_by_groups_and_go_by_names() {
    let (world, admin) = site().await;
    let index = admin.got("/admin/routine.Config/index").await;
    assert_eq!(keys(&index), set("list remark configGroup quickEntrance"));
    assert_eq!(keys(&index["list"]), keys(&index["configGroup"]));
    assert!(index["quickEntrance"].as_array().expect("a list").iter().all(|entry| keys(entry) == set("key value")));
    let basics = set("config_group site_name record_number version time_zone no_access_ip backend_entrance");
    let mail = set("smtp_server smtp_port smtp_user smtp_pass smtp_verification smtp_sender_mail");
    for (group, expected) in [("basics", basics), ("mail", mail)] {
        let tab = &index["list"][group];
        assert_eq!((keys(tab), tab["name"].as_str()), (set("name title list"), Some(group)));
        let rows = tab["list"].as_array().expect("rows");
        let names = rows.iter().filter_map(|row| row["name"].as_str()).collect::<std::collections::BTreeSet<_>>();
        assert!(names.is_superset(&expected), "{names:?}");
        for row in rows {
            assert!(keys(row).is_superset(&set("id name group title tip type value content rule extend input_extend allow_del weigh")), "{row}");
            assert!(row["content"].is_object() && row["extend"].is_object() && row["input_extend"].is_object(), "{row}");
        }
        // The form sends its whole tab back.
        let body =
            rows.iter().map(|row| (row["name"].as_str().unwrap_or_default().to_owned(), row["value"].clone())).collect::<serde_json::Map<_, _>>();
        admin.done("/admin/routine.Config/edit", Value::Object(body)).await;
    }
    assert_eq!(admin.got("/admin/routine.Config/index").await["list"], index["list"], "nothing has changed");
    admin.done("/admin/routine.Config/edit", json!({ "site_name": "A & B", "version": "v2" })).await;
    assert_eq!(admin.got("/admin/Index/index").await["siteConfig"]["version"], "v2");
    assert_eq!(world.visitor().got("/api/index/index").await["site"]["siteName"], "A & B");
    // Visitors read how the company is reached.
    admin.done("/admin/routine.Config/edit", json!({ "company_address": "1 Dock Road\nHarbour", "company_contact": "021-5555" })).await;
    let shown = world.visitor().got("/api/index/index").await["site"].clone();
    assert_eq!((&shown["companyAddress"], &shown["companyContact"]), (&json!("1 Dock Road\nHarbour"), &json!("021-5555")), "{shown}");
    for (name, bad) in [("site_name", json!("")), ("time_zone", json!("Nowhere/Here")), ("config_group", json!("x")), ("nothing", json!(1))] {
        let mut body = json!({});
        body[name] = bad;
        refuses(&admin.edited("routine.Config", body).await, name);
    }
    // Who is not logged in sees none of it.
    assert_eq!(world.visitor().get("/admin/routine.Config/index").await["code"], 303);
}

#[tokio::test]
async fn every_type_comes_back_as_it_is_known() {
    let (_world, admin) = site().await;
    let cases = [
        ("string", json!("a & b"), json!("a & b")),
        ("number", json!(5), json!("5")),
        ("switch", json!(true), json!(true)),
        ("switch", json!("1"), json!(true)),
        ("switch", json!(false), json!("0")),
        ("radio", json!("b"), json!("b")),
        ("select", json!("a"), json!("a")),
        ("checkbox", json!(["a", "b"]), json!(["a", "b"])),
        ("selects", json!(["b"]), json!(["b"])),
        ("array", json!([{ "key": "k", "value": "v" }]), json!([{ "key": "k", "value": "v" }])),
        ("city", json!([1, 2, 3]), json!(["1", "2", "3"])),
        ("remoteSelects", json!([4, 5]), json!(["4", "5"])),
        ("images", json!(["/a.png", "/b.png"]), json!(["/a.png", "/b.png"])),
        ("time", json!("9:05"), json!("09:05:00")),
        ("date", json!("2026-01-02"), json!("2026-01-02")),
        ("editor", json!("<p>a</p><script>1</script>"), json!("<p>a</p>")),
        ("password", json!("secret"), json!("")),
    ];
    for (at, (kind, sent, back)) in cases.into_iter().enumerate() {
        let name = format!("own_{at}");
        let form = json!({
            "group": "basics", "weigh": 1, "name": name, "title": "Own", "type": kind, "tip": "", "rule": ["required"],
            "content": "a=Apple\nb=Pear", "extend": "baInputExtend.size=5\nmax=3\nwide=true\nnote=1.2.3", "inputExtend": "rows=4",
        });
        let id = admin.added("routine.Config", form.clone()).await;
        refuses(&admin.post("/admin/routine.Config/add", &form).await, "name");
        let mut body = json!({});
        body[&name] = sent;
        admin.done("/admin/routine.Config/edit", body).await;
        let row = setting(&admin, &name).await;
        assert_eq!(row["value"], back, "{kind}");
        let content = if matches!(kind, "radio" | "select" | "checkbox" | "selects") { json!({ "a": "Apple", "b": "Pear" }) } else { json!({}) };
        assert_eq!(row["content"], content, "{kind}");
        assert_eq!(row["extend"], json!({ "baInputExtend": { "size": 5 }, "max": 3, "wide": true, "note": "1.2.3" }));
        assert_eq!((&row["input_extend"], &row["rule"], &row["allow_del"]), (&json!({ "rows": 4 }), &json!("required"), &json!(1)));
        assert_eq!(admin.deleted("routine.Config", &[id]).await["code"], 1);
    }
    let kept = setting(&admin, "site_name").await["id"].as_i64().expect("an id");
    assert_eq!(admin.deleted("routine.Config", &[kept]).await["code"], 0, "what the site needs stays");
}

#[tokio::test]
async fn a_test_mail_needs_an_address() {
    let (_world, admin) = site().await;
    refuses(&admin.post("/admin/routine.Config/sendTestMail", &json!({ "testMail": "nobody" })).await, "testMail");
    let asked = admin.ask(Method::POST, "/admin/routine.Config/sendTestMail").json(&json!({ "testMail": "a@example.com" }));
    assert_eq!(asked.send().await.expect("an answer").json::<Value>().await.expect("JSON")["code"], 0, "mail is not configured");
}
