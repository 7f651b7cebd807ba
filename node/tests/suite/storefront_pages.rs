//! The shop's pages as they leave the node, and freight before anybody has signed in.

use entrepot::config::Settings;
use entrepot::config::services::ServiceSettings;
use entrepot::rate_limits::Counted;
use reqwest::StatusCode;
use reqwest::header::{ACCEPT_LANGUAGE, CONTENT_ENCODING, COOKIE, RETRY_AFTER, VARY};
use serde_json::{Value, json};

use crate::order_steps::key;
use crate::shop_orders::trade;
use crate::world::World;

/// The app's page, as its build leaves it.
pub const PAGE: &str = "<!doctype html><html lang=\"zh-CN\"><head><title>Old</title><meta name=\"side:site\" content=\"/static/site.js /static/site.css\">\
    </head><body><div id=\"splash\"></div><div id=\"root\"></div></body></html>";

/// A shop with a notebook in two colours, of which two members have said something, and 20 other goods.
async fn shop(world: &World) {
    let now = world.node.now();
    let query = format!(
        "CREATE shop_classify:1 SET pid = 0, name = 'Paper & more', status = 1, weigh = 1;
         CREATE shop_goods:1 SET goods_no = 'G1', name = 'Blue <b>Notebook</b>', classify_ids = [1], images = ['/a.svg'], spec_type = 2,
           price = 12.5dec, params = '[]', delivery_type = 2, buy_min = 1, status = 1, weigh = 1, create_time = {now}, update_time = {now},
           version = 1;
         FOR $n IN <array> 2..22 {{
           CREATE type::record('shop_goods', $n) SET goods_no = 'G' + <string> $n, name = 'Other', classify_ids = [1], images = ['/a.svg'],
             spec_type = 1, price = 1dec, params = '[]', delivery_type = 2, buy_min = 1, status = 1, weigh = 0, create_time = {now},
             update_time = {now}, version = 1;
         }};
         CREATE shop_sku:1 SET goods_id = 1, attrs = '[\"r\"]', attr_key = 'r', sku_text = 'Red', price = 12.5dec, stock = 0, status = 1, ratio = 1dec;
         CREATE shop_sku:2 SET goods_id = 1, attrs = '[\"b\"]', attr_key = 'b', sku_text = 'Blue', price = 14dec, stock = 40, status = 1, ratio = 1dec;
         CREATE shop_evaluation:1 SET goods_id = 1, order_id = 1, line = 1, user_id = 1, star = 5, content = 'Good', images = [], status = 1,
           anonymous = 1, create_time = {now}, update_time = {now}, version = 1;
         CREATE shop_evaluation:2 SET goods_id = 1, order_id = 2, line = 1, user_id = 1, star = 4, content = '', images = [], status = 1,
           anonymous = 0, create_time = {now}, update_time = {now}, version = 1;
         CREATE shop_evaluation:3 SET goods_id = 1, order_id = 3, line = 1, user_id = 1, star = 1, content = 'Hidden', images = [], status = 0,
           anonymous = 0, create_time = {now}, update_time = {now}, version = 1;"
    );
    world.node.store().run(&query, vec![]).await.expect("rows");
}

/// The structured data of a page.
fn structured_data(page: &str) -> Vec<Value> {
    let parts = page.split("<script type=\"application/ld+json\">").skip(1);
    parts.map(|part| serde_json::from_str(part.split("</script>").next().unwrap_or_default()).expect("JSON")).collect()
}

#[tokio::test]
async fn pages_leave_the_node_drawn_in_the_readers_language() {
    let web = tempfile::tempdir().expect("a folder");
    std::fs::write(web.path().join("index.html"), PAGE).expect("a page");
    let settings = Settings { web_dir: Some(web.path().to_owned()), ..Settings::default() };
    let world = World::start_with(ServiceSettings::default(), settings).await;
    shop(&world).await;
    let client = reqwest::Client::builder().no_gzip().build().expect("a client");
    let get = |path: &str| client.get(format!("{}{path}", world.url)).header("accept", "text/html");

    let answer = get("/shop/goods/1").header(ACCEPT_LANGUAGE, "en-GB,en").send().await.expect("a page");
    assert_eq!((answer.status(), &answer.headers()[VARY]), (StatusCode::OK, &"accept-encoding, accept-language, cookie".parse().expect("a value")));
    let page = answer.text().await.expect("text");
    assert!(page.contains("<html lang=\"en\">") && !page.contains("splash") && !page.contains("<title>Old"), "{page}");
    assert!(page.contains("<h1>Blue &lt;b&gt;Notebook&lt;/b&gt;</h1>") && page.contains("4.5 of 5 stars, reviews: 2"), "{page}");
    // The picture is asked for first, and the scripts are begun by the app's first one.
    assert!(page.contains("<head><link rel=\"preload\" as=\"image\" fetchpriority=\"high\" href=\"/a.svg\">"), "{page}");
    assert!(page.contains("<meta name=\"side:site\" content=\"/static/site.js\">") && !page.contains("<script defer"), "{page}");
    let blocks = structured_data(&page);
    let product = &blocks[0];
    assert_eq!(
        (&product["@type"], &product["aggregateRating"]["ratingValue"], &product["aggregateRating"]["reviewCount"]),
        (&json!("Product"), &json!("4.5"), &json!(2))
    );
    assert_eq!(product["review"].as_array().map(Vec::len), Some(1), "what is hidden or has no words is left out: {product}");
    let offers = &product["offers"];
    assert_eq!((&offers["lowPrice"], &offers["highPrice"], &offers["offerCount"]), (&json!("12.50"), &json!("14.00"), &json!(2)), "{offers}");
    assert_eq!(
        (&offers["offers"][0]["availability"], &offers["availability"]),
        (&json!("https://schema.org/OutOfStock"), &json!("https://schema.org/InStock")),
        "{offers}"
    );
    assert_eq!(blocks[1]["@type"], "BreadcrumbList");

    // What the reader has chosen counts more than their browser.
    let chosen = get("/shop").header(ACCEPT_LANGUAGE, "en").header(COOKIE, "a=1; look=zh-cn.dark").send().await.expect("a page");
    let page = chosen.text().await.expect("text");
    assert!(page.contains("<html lang=\"zh-CN\">") && page.contains("<body arco-theme=\"dark\">") && page.contains("<title>商城"), "{page}");
    assert!(page.contains("id=\"early\" data-key=\"home\"") && page.contains("Paper &amp; more"), "{page}");

    let list = get("/shop/list?classify_id=1&page=2").send().await.expect("a page").text().await.expect("text");
    assert!(list.contains(&format!("<link rel=\"canonical\" href=\"{}/shop/list?classify_id=1&amp;page=2\">", world.url)), "{list}");
    assert!(list.contains(r#"data-key="{&quot;classify_id&quot;:&quot;1&quot;,&quot;page&quot;:&quot;2&quot;}""#), "{list}");
    assert!(list.contains("<span class=\"f-badge\" data-kind=\"out\">"), "what has no stock says so: {list}");
    assert_eq!(get("/shop/list?search=nowhere").send().await.expect("a page").status(), StatusCode::OK, "nothing matches");
    for missing in ["/shop/goods/99", "/shop/list?classify_id=9", "/shop/list?coupon_id=9", "/shop/list?classify_id=1&page=3"] {
        assert_eq!(get(missing).send().await.expect("a page").status(), StatusCode::NOT_FOUND, "{missing}");
    }
    // Pages that the app draws alone say what they are in the same language.
    for (path, title) in [("/shop/coupons", "Coupons - Entrepot"), ("/nowhere", "Page not found - Entrepot"), ("/about", "About us - Entrepot")] {
        let chosen = get(path).header(ACCEPT_LANGUAGE, "zh-CN").header(COOKIE, "look=en.light").send().await.expect("a page");
        let page = chosen.text().await.expect("text");
        assert!(page.contains("<html lang=\"en\">") && page.contains(&format!("<title>{title}</title>")), "{page}");
        assert!(page.contains("splash") && page.contains("<script defer") && page.contains("name=\"description\""), "{page}");
        assert_eq!(page.contains("content=\"noindex\""), path == "/nowhere", "{page}");
    }
    let missing = get("/shop/goods/99").send().await.expect("a page").text().await.expect("text");
    assert!(missing.contains("<html lang=\"zh-CN\">") && missing.contains("<title>页面不存在 - Entrepot</title>"), "{missing}");
    // The map of the site has the shop's pages; a part that is not there is no page.
    let map = get("/sitemap.xml").send().await.expect("a map").text().await.expect("text");
    for path in ["/shop", "/shop/list", "/shop/coupons", "/shop/goods/1"] {
        assert!(map.contains(&format!("<loc>{}{path}</loc>", world.url)), "{path}: {map}");
    }
    assert!(map.contains("/shop/goods/1</loc><lastmod>20"), "{map}");
    assert_eq!(get("/sitemap-1.xml").send().await.expect("a part").status(), StatusCode::OK);
    assert_eq!(get("/sitemap-2.xml").send().await.expect("no part").status(), StatusCode::NOT_FOUND);
    let packed = get("/shop").header("accept-encoding", "gzip").send().await.expect("a page");
    assert_eq!(packed.headers()[CONTENT_ENCODING], "gzip");
    // While the shop is closed its pages are to be asked for later; those of the site are there.
    world.admin().await.done("/admin/shop.Settings/edit", json!({ "enabled": "0" })).await;
    for closed in ["/shop", "/shop/list", "/shop/goods/1"] {
        let answer = get(closed).send().await.expect("a page");
        assert_eq!((answer.status(), answer.headers().contains_key(RETRY_AFTER)), (StatusCode::SERVICE_UNAVAILABLE, true), "{closed}");
    }
    assert_eq!(get("/about").send().await.expect("a page").status(), StatusCode::OK);
}

#[tokio::test]
async fn freight_is_shown_before_a_login_as_it_will_be_charged() {
    let trade = trade(10, "12.50", json!({})).await;
    let store = trade.shop.world.node.store();
    let rules = r#"[{"area_ids":[],"first":"1","freight":"8.00","continue":"1","continue_freight":"2.00"}]"#;
    let free = r#"[{"area_ids":[],"amount":"99.00"}]"#;
    let query = format!(
        "CREATE shop_delivery_template:77 SET name = 'A', method = 1, rules = '{rules}', free_rules = '{free}', no_area_ids = '[540000]', status = 1;
         UPDATE shop_goods SET delivery_template_id = 77;"
    );
    store.run(&query, vec![]).await.expect("a template");
    let visitor = trade.shop.world.visitor();
    let asked = |more: &str| format!("/api/shop.Goods/freight?ids[]={}{more}", trade.sku);
    let here = visitor.got(&asked("&quantities=3&area=440000,440300,440303")).await;
    assert_eq!((&here["freight"], &here["goods_amount"], &here["ships"]), (&json!("12.00"), &json!("37.50"), &json!(true)), "{here}");
    assert_eq!((&here["freight_steps"][0]["steps"], &here["freight_steps"][0]["missing_to_free"]), (&json!(2), &json!("61.50")), "{here}");
    let buyer = trade.buyer("ann", "0").await;
    let quote = buyer.who.done("/api/shop.Order/quote", trade.basket(&buyer, 3)).await;
    assert_eq!(quote["freight"], here["freight"], "an order pays the same");
    assert_eq!(visitor.got(&asked("&quantities=8&area=440000")).await["freight"], "0.00", "from 99.00 on the shop pays");
    assert_eq!(visitor.got(&asked("")).await["needs_area"], true);
    let refused = visitor.get(&asked("&area=540000,540100")).await;
    assert_eq!(refused["code"], 0, "{refused}");
    for (query, field) in [("&quantities=x", "quantities"), ("&area=1,2,3,4", "area"), ("&quantities=0", "lines[0].quantity")] {
        assert_eq!(visitor.get(&asked(query)).await["data"]["field"], field, "{query}");
    }
    assert_eq!(visitor.get("/api/shop.Goods/freight").await["data"]["field"], "lines");
    // As often in a minute as a member may ask for a price.
    let node = &trade.shop.world.node;
    node.limits().restore(Counted::Quote, "127.0.0.1", 60, node.now() + 60);
    assert_eq!(key(&visitor.get(&asked("&area=440000")).await), "error.rate");
}
