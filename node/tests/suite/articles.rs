//! Articles of the public site and the trade platform: what visitors see of them, who may change it, and enquiries.

use entrepot::config::Settings;
use entrepot::config::services::ServiceSettings;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::order_steps::key;
use crate::people::clerk;
use crate::world::{Visitor, World};

const PAGE: &str = "<!doctype html><html lang=\"zh-CN\"><head><title>Old</title><meta name=\"side:site\" content=\"/static/site.js /static/site.css\">\
    </head><body><div id=\"splash\"></div><div id=\"root\"></div></body></html>";

fn field(answer: &Value) -> &str {
    answer["data"]["field"].as_str().unwrap_or_default()
}

fn draft() -> Value {
    json!({
        "kind": "help", "section": "stock", "slug": "counting", "title": "怎样盘点", "title_en": "How to count", "summary": "先冻结库位",
        "summary_en": "Freeze the location first", "body": "<p>第一步</p>", "body_en": "<p>Step one</p>", "cover": "/storage/a/1.png"
    })
}

async fn add(admin: &Visitor, row: &Value) -> i64 {
    admin.done("/admin/site.Article/add", row.clone()).await["id"].as_i64().expect("an id")
}

async fn row(admin: &Visitor, id: i64) -> Value {
    admin.got(&format!("/admin/site.Article/edit?id={id}")).await["row"].clone()
}

#[tokio::test]
async fn visitors_see_what_was_published_and_nothing_half_written() {
    let world = World::start_with(ServiceSettings::default(), Settings::default()).await;
    let (visitor, admin) = (world.visitor(), world.admin().await);
    let id = add(&admin, &draft()).await;
    let (list, one) = ("/api/articles?kind=help&lang=en", "/api/articles/help/counting?lang=en");
    assert_eq!(visitor.got(list).await["total"], 0);
    assert_eq!(key(&visitor.get(one).await), "error.not_found");
    // Nobody publishes by writing the state.
    assert_eq!(field(&admin.post("/admin/site.Article/edit", &json!({ "id": id, "state": "published" })).await), "state");

    admin.done("/admin/site.Article/publish", json!({ "id": id })).await;
    let shown = visitor.got(one).await;
    assert_eq!((shown["article"]["title"].as_str(), shown["body"].as_str()), (Some("How to count"), Some("<p>Step one</p>")), "{shown}");
    assert_eq!((shown["article"]["path"].as_str(), shown["article"]["section_name"].as_str()), (Some("/help/counting"), Some("Stock and counting")));
    let found = visitor.got(list).await;
    assert_eq!(
        (&found["total"], &found["sections"][0]["section"], &found["sections"][0]["count"]),
        (&json!(1), &json!("stock"), &json!(1)),
        "{found}"
    );
    let published = row(&admin, id).await;
    assert_eq!((&published["state"], &published["pending"], &published["publisher_id"]), (&json!("published"), &json!(0), &json!(1)), "{published}");
    assert!(published.get("live_body").is_none(), "the copy is the site's: {published}");

    // An edit stays a draft, and says so, until it is published.
    admin.done("/admin/site.Article/edit", json!({ "id": id, "title_en": "Counting well", "body_en": "<p>Half</p>" })).await;
    assert_eq!(visitor.got(one).await["body"], "<p>Step one</p>");
    assert_eq!(visitor.got(list).await["list"][0]["title"], "How to count");
    assert_eq!(row(&admin, id).await["pending"], 1);
    admin.done("/admin/site.Article/edit", json!({ "id": id, "title_en": "How to count", "body_en": "<p>Step one</p>" })).await;
    assert_eq!(row(&admin, id).await["pending"], 0, "it is again what is published");
    admin.done("/admin/site.Article/edit", json!({ "id": id, "body_en": "<p>Better</p>" })).await;
    admin.done("/admin/site.Article/publish", json!({ "id": id })).await;
    assert_eq!(visitor.got(one).await["body"], "<p>Better</p>");
    assert_eq!(row(&admin, id).await["pending"], 0);

    // What is published keeps its address.
    let moved = admin.post("/admin/site.Article/edit", &json!({ "id": id, "slug": "stocktaking" })).await;
    assert_eq!(key(&moved), "error.other_state", "{moved}");
    admin.done("/admin/site.Article/withdraw", json!({ "id": id })).await;
    assert_eq!(key(&visitor.get(one).await), "error.not_found");
    assert_eq!(visitor.got(list).await["total"], 0);
    assert_eq!(key(&admin.post("/admin/site.Article/withdraw", &json!({ "id": id })).await), "error.other_state");
    admin.done("/admin/site.Article/edit", json!({ "id": id, "slug": "stocktaking" })).await;
    admin.done("/admin/site.Article/publish", json!({ "id": id })).await;
    assert_eq!(visitor.got("/api/articles/help/stocktaking?lang=zh-cn").await["article"]["title"], "怎样盘点");

    let history = admin.got(&format!("/admin/resource/history?controller=site.Article&id={id}")).await;
    assert!(history["list"].as_array().is_some_and(|list| list.len() > 5), "{history}");
    // Deleted and put back, it is a draft or what it was, never something between.
    admin.done("/admin/site.Article/del", json!({ "ids": [id] })).await;
    assert_eq!(visitor.got(list).await["total"], 0);
}

#[tokio::test]
async fn of_an_edit_and_a_publication_at_once_no_half_is_seen() {
    let world = World::start_with(ServiceSettings::default(), Settings::default()).await;
    let (visitor, admin) = (world.visitor(), world.admin().await);
    let id = add(&admin, &draft()).await;
    for turn in 0..8 {
        let (title, body) = (format!("Title {turn}"), format!("<p>Body {turn}</p>"));
        let edit = json!({ "id": id, "title": title, "body": body });
        let give = json!({ "id": id });
        let _ = tokio::join!(admin.post("/admin/site.Article/edit", &edit), admin.post("/admin/site.Article/publish", &give));
        admin.post("/admin/site.Article/publish", &give).await;
        let shown = visitor.got("/api/articles/help/counting?lang=zh-cn").await;
        assert_eq!((&shown["article"]["title"], &shown["body"]), (&json!(title), &json!(body)));
        assert_eq!(row(&admin, id).await["pending"], 0);
    }
}

#[tokio::test]
async fn wrong_articles_name_the_field_and_texts_are_cleaned() {
    let world = World::start_with(ServiceSettings::default(), Settings::default()).await;
    let (visitor, admin) = (world.visitor(), world.admin().await);
    let with = |changes: Value| {
        let mut row = draft();
        row.as_object_mut().expect("a row").extend(changes.as_object().cloned().expect("changes"));
        row
    };
    for (changes, named) in [
        (json!({ "slug": "" }), "slug"),
        (json!({ "slug": "Two Words" }), "slug"),
        (json!({ "slug": "a--b" }), "slug"),
        (json!({ "slug": "../admin" }), "slug"),
        (json!({ "slug": "x".repeat(81) }), "slug"),
        (json!({ "kind": "blog" }), "kind"),
        (json!({ "section": "" }), "section"),
        (json!({ "kind": "case" }), "industry"),
        (json!({ "kind": "solution", "industry": "mining" }), "industry"),
        (json!({ "title": " " }), "title"),
        (json!({ "body": "x".repeat(50_001) }), "body"),
    ] {
        let refused = admin.post("/admin/site.Article/add", &with(changes.clone())).await;
        assert_eq!((&refused["code"], field(&refused)), (&json!(0), named), "{changes} {refused}");
    }
    let dirty = "<p class=\"MsoNormal\" style=\"text-align:center;mso-pagination:none\" onclick=\"x()\">Hi<o:p></o:p></p><script>x()</script>\
        <img src=\"https://evil.example/1.gif\"><img src=\"/storage/2.png\" onerror=\"x()\"><a href=\"javascript:x()\">a</a>";
    let id = add(&admin, &with(json!({ "body": dirty, "body_en": "<p><br></p>" }))).await;
    assert_eq!(field(&admin.post("/admin/site.Article/add", &draft()).await), "slug", "one address, one article");
    // The same name in another place is another address.
    add(&admin, &with(json!({ "kind": "about" }))).await;
    assert_eq!(row(&admin, id).await["body_en"], "", "an emptied editor is empty");
    admin.done("/admin/site.Article/publish", json!({ "id": id })).await;
    // Nobody has written the English text: the Chinese one stands there.
    let body = visitor.got("/api/articles/help/counting?lang=en").await["body"].as_str().expect("a text").to_owned();
    assert!(body.contains("Hi") && body.contains("text-align") && body.contains("/storage/2.png"), "{body}");
    for gone in ["script", "onclick", "onerror", "evil", "mso", "Mso", "javascript", "o:p"] {
        assert!(!body.contains(gone), "{gone}: {body}");
    }
    let bare = add(&admin, &with(json!({ "slug": "bare", "body": "", "body_en": "<p> </p>" }))).await;
    assert_eq!(field(&admin.post("/admin/site.Article/publish", &json!({ "id": bare })).await), "body", "nothing to read is not published");

    for (path, named) in [
        ("/api/articles", "kind"),
        ("/api/articles?kind=blog", "kind"),
        ("/api/articles?kind=case&industry=mining", "industry"),
        ("/api/articles?kind=help&section=none", "section"),
    ] {
        assert_eq!(field(&visitor.get(path).await), named, "{path}");
    }
    assert_eq!(field(&visitor.get(&format!("/api/articles?kind=help&q={}", "x".repeat(61))).await), "q");
    assert_eq!(visitor.got("/api/articles?kind=help&q=HI&limit=1000000&page=1").await["total"], 1, "words of the text are found");
    assert_eq!(visitor.got("/api/articles?kind=help&q=hi%20nothing").await["total"], 0);
    assert_eq!(visitor.got("/api/articles?kind=help&page=999999999").await["list"], json!([]));
}

#[tokio::test]
async fn who_writes_does_not_publish_without_the_right_to() {
    let world = World::start_with(ServiceSettings::default(), Settings::default()).await;
    let chief = world.admin().await;
    let id = add(&chief, &draft()).await;
    let writer = clerk(&world, "writer", &["site/article/index", "site/article/edit", "site/article/add"]).await;
    writer.done("/admin/site.Article/edit", json!({ "id": id, "title": "盘点" })).await;
    assert_eq!(row(&writer, id).await["title"], "盘点", "the preview shows who may edit the draft");
    assert_eq!(writer.post("/admin/site.Article/publish", &json!({ "id": id })).await["code"], 401);
    let reader = clerk(&world, "reader", &["site/content/edit"]).await;
    assert_eq!(reader.post("/admin/site.Article/edit", &json!({ "id": id, "title": "x" })).await["code"], 401);
    assert_eq!(world.visitor().get("/admin/site.Article/index").await["code"], 303);
}

#[tokio::test]
async fn articles_leave_the_node_with_their_head_and_are_on_the_map() {
    let web = tempfile::tempdir().expect("a folder");
    std::fs::write(web.path().join("index.html"), PAGE).expect("a page");
    let settings = Settings { web_dir: Some(web.path().to_owned()), ..Settings::default() };
    let world = World::start_with(ServiceSettings::default(), settings).await;
    let admin = world.admin().await;
    let id = add(&admin, &draft()).await;
    let client = reqwest::Client::new();
    let get = async |path: &str| {
        let asked = client.get(format!("{}{path}", world.url)).header("accept", "text/html").header("accept-language", "en");
        let answer = asked.send().await.expect("a page");
        (answer.status(), answer.text().await.expect("text"))
    };
    assert_eq!(get("/help/counting").await.0, StatusCode::NOT_FOUND);
    admin.done("/admin/site.Article/publish", json!({ "id": id })).await;
    entrepot::trade::nomenclature::seed(world.node.store(), world.node.now()).await.expect("codes");
    let (status, page) = get("/help/counting").await;
    assert_eq!(status, StatusCode::OK);
    for part in [
        "<title>How to count - ",
        "name=\"description\" content=\"Freeze the location first\"",
        "property=\"og:type\" content=\"article\"",
        "/storage/a/1.png\">",
        "rel=\"canonical\"",
        "\"@type\":\"Article\"",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(get("/help").await.1.contains("<title>Help centre - "));
    let (_, map) = get("/sitemap.xml").await;
    assert!(map.contains("/help/counting</loc><lastmod>") && map.contains("/customs/8504</loc>"), "{}", map.len());
    admin.done("/admin/site.Article/withdraw", json!({ "id": id })).await;
    assert_eq!(get("/help/counting").await.0, StatusCode::NOT_FOUND);
    assert_eq!(get("/platform/company/1").await.0, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_platform_shows_verified_companies_that_want_it_and_takes_enquiries() {
    let world = World::start_with(ServiceSettings::default(), Settings::default()).await;
    let (visitor, admin) = (world.visitor(), world.admin().await);
    let (ann, _) = world.member("annie").await;
    let upper = admin.done("/admin/company.Industry/add", json!({ "name": "制造业", "name_en": "Manufacturing", "code": "C" })).await["id"].clone();
    let lower = json!({ "name": "电子制造", "name_en": "Electronics", "code": "C39", "pid": upper });
    let lower = admin.done("/admin/company.Industry/add", lower).await["id"].clone();
    let new = json!({ "name": "Acme", "industry_id": lower, "city": "Suzhou", "contact": "Secret Person", "mobile": "13800138000",
        "email": "secret@acme.example", "address": "Secret Road 1", "website": "https://acme.example", "uscc": "914403001922038217", "introduce": "<p>Lenses</p>" });
    let id = ann.done("/api/company/add", new).await["id"].as_i64().expect("an id");
    let (list, one) = ("/api/platform/companies?lang=en", format!("/api/platform/company?id={id}"));
    // Wanted, but not verified; then verified, but not wanted.
    admin.done("/admin/company.Company/edit", json!({ "id": id, "on_site": 1 })).await;
    assert_eq!(visitor.got(list).await["total"], 0);
    assert_eq!(key(&visitor.get(&one).await), "error.not_found");
    // Its papers were sent in: what that takes is another test's.
    world.node.store().run(&format!("UPDATE company:{id} SET verify = 'waiting'"), vec![]).await.expect("a company");
    admin.done("/admin/company.Company/pass", json!({ "id": id })).await;
    let shown = visitor.got(list).await;
    assert_eq!(
        (&shown["total"], &shown["list"][0]["name"], &shown["list"][0]["industry"]),
        (&json!(1), &json!("Acme"), &json!("Electronics")),
        "{shown}"
    );
    assert_eq!(shown["industries"].as_array().map(Vec::len), Some(2), "the industry and the one above it: {shown}");
    assert_eq!(visitor.got(&format!("{list}&industry={upper}")).await["total"], 1);
    assert_eq!(visitor.got(&format!("{list}&q=SUZHOU")).await["total"], 1);
    assert_eq!(visitor.got(&format!("{list}&q=nothing")).await["total"], 0);
    let page = visitor.got(&one).await;
    assert_eq!((&page["introduce"], &page["company"]["website"]), (&json!("<p>Lenses</p>"), &json!("https://acme.example")), "{page}");
    for answer in [&shown, &page] {
        let text = answer.to_string();
        for private in ["Secret", "13800138000", "secret@", "uscc", "914403", "licence", "mobile", "email"] {
            assert!(!text.contains(private), "{private}: {text}");
        }
    }

    let mut enquiry = json!({ "company_id": id, "name": "Bob", "company": "Paper & Co", "mobile": "", "email": "bob@paper.example", "content": "500 lenses, please" });
    assert_eq!(key(&visitor.post("/api/platform/enquiry", &enquiry).await), "captcha.required");
    for (name, value) in [("name", json!("")), ("content", json!(" ")), ("email", json!("nowhere")), ("company_id", json!(999))] {
        let mut wrong = enquiry.clone();
        wrong[name] = value;
        assert_eq!(field(&visitor.post("/api/platform/enquiry", &wrong).await), name);
    }
    let (captcha, info) = world.clicks().await;
    (enquiry["captchaId"], enquiry["captchaInfo"]) = (json!(captcha), json!(info));
    visitor.done("/api/platform/enquiry", enquiry.clone()).await;
    let board = admin.got("/admin/site.Message/index").await;
    assert_eq!((&board["list"][0]["company_id"], &board["list"][0]["content"]), (&json!(id), &json!("500 lenses, please")), "{board}");
    let told = ann.got("/api/account/notifications").await["list"][0]["message"].as_str().expect("a notice").to_owned();
    assert!(told.contains("Acme") && told.contains("bob@paper.example") && told.contains("500 lenses"), "{told}");
    let inbox = admin.got("/admin/notification.Index/index").await.to_string();
    assert!(inbox.contains("Bob sent an enquiry to Acme"), "{inbox}");

    admin.done("/admin/company.Company/edit", json!({ "id": id, "on_site": 0 })).await;
    assert_eq!(visitor.got(list).await["total"], 0);
    let (captcha, info) = world.clicks().await;
    (enquiry["captchaId"], enquiry["captchaInfo"]) = (json!(captcha), json!(info));
    assert_eq!(field(&visitor.post("/api/platform/enquiry", &enquiry).await), "company_id");
}
