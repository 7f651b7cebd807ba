//! The files of the web app as they leave the node.

use std::io::Read;

use entrepot::config::Settings;
use entrepot::config::services::ServiceSettings;
use flate2::read::GzDecoder;
use reqwest::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, VARY};

use crate::world::World;

const SCRIPT: &str = "console.log('a script of some length, written again and again and again and again')";
const PAGE: &str =
    "<html><head><meta name=\"side:site\" content=\"/static/site.js\"><meta name=\"side:desk\" content=\"/static/desk.js\"></head></html>";

#[tokio::test]
async fn scripts_leave_packed_and_a_page_names_those_of_its_side() {
    let web = tempfile::tempdir().unwrap();
    std::fs::create_dir(web.path().join("static")).unwrap();
    std::fs::write(web.path().join("static/desk.js"), SCRIPT).unwrap();
    std::fs::write(web.path().join("index.html"), PAGE).unwrap();
    let settings = Settings { web_dir: Some(web.path().to_owned()), ..Settings::default() };
    let world = World::start_with(ServiceSettings::default(), settings).await;
    // Without a client that unpacks by itself.
    let client = reqwest::Client::builder().no_gzip().build().unwrap();
    let get =
        |path: &str, codings: &str| client.get(format!("{}{path}", world.url)).header(ACCEPT_ENCODING, codings).header("accept", "text/html").send();
    for _ in 0..2 {
        let packed = get("/static/desk.js", "deflate, gzip;q=0.8, br").await.unwrap();
        assert_eq!(packed.headers()[CONTENT_ENCODING], "gzip");
        assert_eq!(packed.headers()[VARY], "accept-encoding");
        assert!(packed.headers()[CACHE_CONTROL].to_str().unwrap().contains("immutable"));
        let mut text = String::new();
        GzDecoder::new(packed.bytes().await.unwrap().as_ref()).read_to_string(&mut text).unwrap();
        assert_eq!(text, SCRIPT);
    }
    for codings in ["br", "gzip;q=0", "gzip; q=0.0", ""] {
        let plain = get("/static/desk.js", codings).await.unwrap();
        assert!(!plain.headers().contains_key(CONTENT_ENCODING), "{codings}");
        assert_eq!(plain.text().await.unwrap(), SCRIPT, "{codings}");
    }
    assert_eq!(get("/static/none.js", "gzip").await.unwrap().status(), 404);
    for (path, script) in [("/admin/warehouse/product", "/static/desk.js"), ("/", "/static/site.js")] {
        let page = get(path, "gzip").await.unwrap().text().await.unwrap();
        let other = if path == "/" { "desk.js" } else { "site.js" };
        assert!(page.starts_with(&format!("<html><head><script defer src=\"{script}\"></script>")), "{path}: {page}");
        assert!(page.ends_with("</head></html>") && !page.contains(other), "{path}: {page}");
    }
}
