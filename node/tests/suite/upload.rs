//! Uploads: what is taken, what is refused, and how it is served again.

use std::collections::HashMap;
use std::io::Cursor;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use entrepot::config::services::ServiceSettings;
use entrepot::file::cleaning::{self, Cleaned};
use entrepot::file::decoding::Party;
use image::{ImageFormat, RgbImage};
use poem::http::StatusCode;
use poem::listener::{Acceptor, Listener, TcpListener};
use poem::{IntoResponse, Request, Response};
use reqwest::multipart::{Form, Part};
use serde_json::{Value, json};

use crate::world::{Visitor, World};

fn picture(seed: u8, side: u32) -> Vec<u8> {
    let image = RgbImage::from_fn(side, side, |x, y| image::Rgb([x as u8, y as u8, seed]));
    let mut bytes = Cursor::new(Vec::new());
    image.write_to(&mut bytes, ImageFormat::Png).expect("a picture");
    bytes.into_inner()
}

async fn upload_as(who: &Visitor, path: &str, name: &str, mime: &str, bytes: Vec<u8>, topic: &str) -> Value {
    let part = Part::bytes(bytes).file_name(name.to_owned()).mime_str(mime).expect("a type");
    let form = Form::new().part("file", part).text("topic", topic.to_owned());
    who.ask(reqwest::Method::POST, path).multipart(form).send().await.expect("an answer").json().await.expect("JSON")
}

/// The photo with EXIF that turns it by a quarter and says where it was taken, and a script behind it.
fn taken_somewhere(photo: &[u8]) -> Vec<u8> {
    let exif = b"Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0GPS 31.2304N";
    let length = u16::try_from(exif.len() + 2).expect("a short segment").to_be_bytes();
    [&photo[..2], b"\xFF\xE1", &length, exif, &photo[2..], b"<script>alert(1)</script>"].concat()
}

fn photo(seed: u8) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    RgbImage::from_pixel(48, 24, image::Rgb([seed, 90, 90])).write_to(&mut bytes, ImageFormat::Jpeg).expect("a picture");
    bytes.into_inner()
}

/// The words of the three refusals, by the key of what is wrong.
fn words(key: &str) -> Option<&'static str> {
    match key {
        "upload.incomplete" | "upload.empty" => Some("The data of the uploaded file is incomplete!"),
        "upload.name" | "upload.suffix" | "upload.mime" | "upload.content" => Some("The type of uploaded file is not allowed!"),
        "upload.size" => Some("The size of the uploaded file exceeds the allowed range!"),
        _ => None,
    }
}

async fn upload(who: &Visitor, name: &str, mime: &str, bytes: Vec<u8>) -> Value {
    upload_as(who, "/admin/ajax/upload", name, mime, bytes, "default").await
}

#[tokio::test]
async fn a_picture_is_kept_once_served_safely_and_goes_with_its_row() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let answer = upload(&admin, "my photo.PNG", "image/png", picture(1, 400)).await;
    assert_eq!(answer["code"], 1, "{answer}");
    let file = answer["data"]["file"].clone();
    assert_eq!((file["width"].as_i64(), file["height"].as_i64(), file["suffix"].as_str()), (Some(400), Some(400), Some("png")));
    assert_eq!(
        (file["mimetype"].as_str(), file["storage"].as_str(), file["name"].as_str()),
        (Some("image/png"), Some("local"), Some("my photo.PNG"))
    );
    let url = file["url"].as_str().expect("an address");
    assert!(url.starts_with("/storage/default/20") && url.contains("/myphoto") && url.ends_with(".png"), "{url}");
    assert_eq!(file["sha1"].as_str().map(str::len), Some(40));
    assert!(file["full_url"].as_str().is_some_and(|full| full.starts_with("//127.0.0.1:") && full.ends_with(url)));

    // The same again is the same row, at once and twice at the same moment; another topic is another.
    let again = futures::future::join_all((0..6).map(|_| upload(&admin, "other.png", "image/png", picture(1, 400)))).await;
    assert!(again.iter().all(|answer| answer["data"]["file"]["id"] == file["id"]), "{again:?}");
    let new = futures::future::join_all((0..6).map(|_| upload(&admin, "new.png", "image/png", picture(2, 30)))).await;
    assert!(new.iter().all(|answer| answer["code"] == 1 && answer["data"]["file"]["id"] == new[0]["data"]["file"]["id"]), "{new:?}");
    let topic = upload_as(&admin, "/admin/ajax/upload", "a.png", "image/png", picture(1, 400), "avatar").await;
    assert_ne!(topic["data"]["file"]["id"], file["id"]);
    let list = admin.got("/admin/routine.Attachment/index?order=id,asc").await;
    assert_eq!((list["total"].as_i64(), list["list"][0]["quote"].as_i64()), (Some(3), Some(7)));
    assert_eq!(list["list"][0]["admin"]["username"], "root");

    // Served: cacheable, and nothing that could run.
    let get = async |path: &str| world.visitor().http.get(format!("{}{path}", world.url)).send().await.expect("an answer");
    let served = get(url).await;
    let header = |name: &str| served.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default().to_owned();
    assert_eq!((header("content-type").as_str(), header("x-content-type-options").as_str()), ("image/png", "nosniff"));
    assert!(header("content-security-policy").contains("sandbox") && header("cache-control").contains("immutable"));
    let etag = header("etag");
    assert_eq!(served.bytes().await.expect("bytes"), picture(1, 400));
    let known = world.visitor().http.get(format!("{}{url}", world.url)).header("if-none-match", etag).send().await.expect("an answer");
    assert_eq!(known.status(), 304);
    let part = world.visitor().http.get(format!("{}{url}", world.url)).header("range", "bytes=0-3").send().await.expect("an answer");
    assert_eq!((part.status().as_u16(), part.bytes().await.expect("bytes").as_ref()), (206, &b"\x89PNG"[..]));
    for _ in 0..2 {
        let small = get(&format!("{url}?thumb=160")).await;
        assert_eq!(small.headers()["content-type"], "image/jpeg");
        let small = image::load_from_memory(&small.bytes().await.expect("bytes")).expect("a picture");
        assert_eq!((small.width(), small.height()), (160, 160));
    }
    for missing in [
        format!("{url}?thumb=161"),
        "/storage/..%2flock".into(),
        "/storage/.incoming/x".into(),
        "/storage/default".into(),
        "/storage/nothing.png".into(),
    ] {
        let answer = get(&missing).await;
        assert_eq!(answer.status(), 404, "{missing}");
    }
    // A client that does not tidy its paths.
    for climbing in ["/storage/../lock", "/storage/%2e%2e/lock", "/storage/default/../../lock"] {
        let answer = raw(&world.url, climbing).await;
        assert!(answer.starts_with("HTTP/1.1 404"), "{climbing}: {answer}");
    }

    // With the last row the file goes.
    admin.done("/admin/routine.Attachment/del", json!({ "ids": [file["id"]] })).await;
    assert_eq!(get(url).await.status(), 404);
    assert_eq!(get(&format!("{url}?thumb=160")).await.status(), 404);
    assert_eq!(upload(&admin, "my photo.png", "image/png", picture(1, 400)).await["code"], 1);
}

#[tokio::test]
async fn what_is_not_what_it_says_is_refused() {
    let services = ServiceSettings { upload_max_bytes: Some(100_000), ..ServiceSettings::default() };
    let world = World::start(services).await;
    let admin = world.admin().await;
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".to_vec();
    let html = b"<html><script>alert(1)</script>".to_vec();
    let mut truncated = picture(3, 200);
    truncated.truncate(600);
    let zip = b"PK\x03\x04\x14\0\0\0\0\0".to_vec();
    for (name, mime, bytes, key) in [
        ("a.svg", "image/svg+xml", svg.clone(), "upload.suffix"),
        ("a.png", "image/svg+xml", svg.clone(), "upload.content"),
        ("a.png", "image/png", svg, "upload.content"),
        ("a.html", "text/html", html.clone(), "upload.suffix"),
        ("a.txt", "text/plain", html.clone(), "upload.content"),
        ("a.jpg", "image/jpeg", html.clone(), "upload.content"),
        ("a.jpg", "image/jpeg", picture(1, 20), "upload.content"),
        ("a.png", "text/html", picture(1, 20), "upload.content"),
        ("a.png", "application/pdf", picture(1, 20), "upload.content"),
        ("a.php.png", "image/png", picture(1, 20), "upload.name"),
        ("a.png.php", "image/png", picture(1, 20), "upload.suffix"),
        ("../../a.png", "image/png", picture(1, 20), "upload.name"),
        ("a.exe", "application/octet-stream", b"MZ\x90\0".to_vec(), "upload.suffix"),
        ("noname", "image/png", picture(1, 20), "upload.suffix"),
        ("a.png", "image/png", truncated, "upload.image"),
        ("a.png", "image/png", vec![], "upload.empty"),
        ("a.zip", "application/zip", b"not a zip".to_vec(), "upload.content"),
        ("a.xlsx", "application/zip", html, "upload.content"),
        ("a.zip", "image/png", zip.clone(), "upload.content"),
        ("a.zip", "application/zip", [zip, vec![7; 100_000]].concat(), "upload.size"),
    ] {
        let answer = upload(&admin, name, mime, bytes).await;
        assert_eq!((answer["code"].as_i64(), answer["data"]["key"].as_str()), (Some(0), Some(key)), "{name} {mime}: {answer}");
        if let Some(words) = words(key) {
            assert_eq!((&answer["msg"], &answer["data"]["errors"][0]["msg"]), (&json!(words), &json!(words)), "{answer}");
        }
    }
    // A form without a file, a file without a name, and a form that ends too soon.
    let post = |form: Form| admin.ask(reqwest::Method::POST, "/admin/ajax/upload").multipart(form).send();
    let nameless = Part::bytes(picture(1, 20)).file_name("").mime_str("image/png").expect("a type");
    for form in [Form::new().text("topic", "default"), Form::new().part("file", nameless)] {
        let answer: Value = post(form).await.expect("an answer").json().await.expect("JSON");
        assert_eq!((answer["data"]["field"].clone(), answer["msg"].clone()), (json!("file"), json!(words("upload.incomplete"))), "{answer}");
    }
    let half = admin.ask(reqwest::Method::POST, "/admin/ajax/upload").header("content-type", "multipart/form-data; boundary=x");
    let half = half.body("--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\nabc").send();
    let answer: Value = half.await.expect("an answer").json().await.expect("JSON");
    assert_eq!(answer["msg"], json!(words("upload.incomplete")), "{answer}");
    let answer: Value = admin
        .http
        .post(format!("{}/admin/ajax/upload", world.url))
        .header("server", "true")
        .header("think-lang", "zh-cn")
        .header("batoken", &admin.headers[0].1)
        .multipart(Form::new().part("file", Part::bytes(b"MZ".to_vec()).file_name("a.exe")))
        .send()
        .await
        .expect("an answer")
        .json()
        .await
        .expect("JSON");
    assert_eq!(answer["msg"], "不允许上传此类型的文件！", "{answer}");
    let answer = upload_as(&admin, "/admin/ajax/upload", "a.png", "image/png", picture(1, 20), "../up").await;
    assert_eq!(answer["data"]["field"], "topic");
    assert_eq!(admin.got("/admin/routine.Attachment/index").await["total"], 0, "nothing of it is kept");

    // A bomb of an image: 60,000 by 60,000 pixels told in a few bytes.
    let mut bomb = picture(1, 20);
    bomb[16..24].copy_from_slice(&[0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60]);
    let answer = upload(&admin, "bomb.png", "image/png", bomb).await;
    assert!(["upload.pixels", "upload.image"].contains(&answer["data"]["key"].as_str().unwrap_or_default()), "{answer}");

    // Two gigabytes are refused by what the header says, an endless body when it has grown too long.
    let request = admin.ask(reqwest::Method::POST, "/admin/ajax/upload").header("content-type", "multipart/form-data; boundary=x");
    let endless = futures::stream::iter((0..200).map(|_| Ok::<_, std::io::Error>(vec![b'-'; 64 * 1024])));
    let answer = request.body(reqwest::Body::wrap_stream(endless)).send().await;
    assert!(answer.is_err() || answer.is_ok_and(|answer| answer.status() != 500));
    let large = world.url.trim_start_matches("http://").to_owned();
    let head = format!(
        "POST /admin/ajax/upload HTTP/1.1\r\nhost: x\r\nserver: true\r\nbatoken: {}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 2147483648\r\n\r\n",
        admin.headers[0].1
    );
    let refused = tokio::task::spawn_blocking(move || {
        use std::io::{Read, Write};
        let mut stream = std::net::TcpStream::connect(large).expect("a connection");
        stream.write_all(head.as_bytes()).expect("sent");
        let mut answer = vec![0; 64];
        let read = stream.read(&mut answer).expect("an answer");
        String::from_utf8_lossy(&answer[..read]).into_owned()
    });
    assert!(refused.await.expect("an answer").starts_with("HTTP/1.1 413"));
    let nobody = upload(&world.visitor(), "a.png", "image/png", picture(1, 20)).await;
    assert_eq!(nobody["code"], 303);
}

#[tokio::test]
async fn pictures_are_written_anew() {
    let world = World::start(ServiceSettings::default()).await;
    let (ann, _) = world.member("ann").await;
    let mut photo = Cursor::new(Vec::new());
    RgbImage::new(48, 24).write_to(&mut photo, ImageFormat::Jpeg).expect("a picture");
    let photo = photo.into_inner();
    let sent = taken_somewhere(&photo);
    let answer = upload_as(&ann, "/api/ajax/upload", "photo.jpg", "image/jpeg", sent.clone(), "default").await;
    let file = &answer["data"]["file"];
    assert_eq!((file["width"].as_i64(), file["height"].as_i64()), (Some(24), Some(48)), "{answer}");
    let address = format!("{}{}", world.url, file["url"].as_str().expect("an address"));
    let served = world.visitor().http.get(address).send().await.expect("an answer").bytes().await.expect("bytes");
    let has = |text: &[u8]| served.windows(text.len()).any(|part| part == text);
    assert!(!has(b"GPS") && !has(b"Exif") && !has(b"<script"));
    assert_eq!(file["size"].as_i64(), i64::try_from(served.len()).ok());
    assert_eq!(image::load_from_memory(&served).expect("a picture").width(), 24);
    // The same photo again is known by what was sent.
    let again = upload_as(&ann, "/api/ajax/upload", "again.jpg", "image/jpeg", sent, "default").await;
    assert_eq!(again["data"]["file"]["id"], file["id"], "{again}");
}

#[tokio::test]
async fn members_upload_as_themselves() {
    let world = World::start(ServiceSettings::default()).await;
    let (ann, id) = world.member("ann").await;
    let answer = upload_as(&ann, "/api/ajax/upload", "me.png", "image/png", picture(9, 64), "avatar").await;
    assert_eq!(answer["data"]["file"]["user_id"], id, "{answer}");
    ann.done("/api/account/profile", json!({ "avatar": answer["data"]["file"]["url"] })).await;
    assert_eq!(ann.got("/api/index/index").await["userInfo"]["avatar"], answer["data"]["file"]["url"]);
    // Others see it, so it is a picture of one's own, and no address that they would call.
    let (ben, _) = world.member("ben").await;
    let other = upload_as(&ben, "/api/ajax/upload", "ben.png", "image/png", picture(8, 64), "avatar").await;
    for address in [other["data"]["file"]["url"].as_str().expect("an address"), "https://evil.example/a.png", "/api/ajax/captcha"] {
        let refused = ann.post("/api/account/profile", &json!({ "avatar": address })).await;
        assert_eq!(refused["data"]["field"], "avatar", "{address}: {refused}");
    }
    ann.done("/api/account/profile", json!({ "avatar": answer["data"]["file"]["url"], "motto": "the same" })).await;
    ann.done("/api/account/profile", json!({ "avatar": "" })).await;
    let shown = ann.got("/api/index/index").await["userInfo"]["avatar"].clone();
    ann.done("/api/account/profile", json!({ "avatar": shown })).await;
    assert_eq!(upload_as(&ann, "/admin/ajax/upload", "me.png", "image/png", picture(9, 64), "avatar").await["code"], 303);
    let admin = world.admin().await;
    let text = upload(&admin, "list.csv", "text/csv", b"a,b\n1,2\n".to_vec()).await;
    let served = world.visitor().http.get(format!("{}{}", world.url, text["data"]["file"]["url"].as_str().expect("an address"))).send().await;
    assert_eq!(served.expect("an answer").headers()["content-disposition"], "attachment");
}

#[tokio::test]
async fn members_upload_still_pictures_alone_and_so_many_bytes_a_day() {
    let services = ServiceSettings { member_upload_day_bytes: Some(40_000), member_uploads_bytes: Some(62_000), ..ServiceSettings::default() };
    let world = World::start(services).await;
    let (ann, _) = world.member("ann").await;
    let admin = world.admin().await;
    let key = |answer: &Value| answer["data"]["key"].as_str().unwrap_or("done").to_owned();
    let sent =
        async |who: &Visitor, name: &str, mime: &str, bytes: Vec<u8>| key(&upload_as(who, "/api/ajax/upload", name, mime, bytes, "default").await);
    for (name, mime, bytes) in [
        ("list.csv", "text/csv", b"a,b\n1,2\n".to_vec()),
        ("notes.txt", "text/plain", b"notes".to_vec()),
        ("paper.pdf", "application/pdf", b"%PDF-1.7 x".to_vec()),
        ("all.zip", "application/zip", b"PK\x03\x04xxxxxxxxxxxxxxxxxxxxxxxxxx".to_vec()),
    ] {
        assert_eq!(sent(&ann, name, mime, bytes.clone()).await, "upload.mime", "{name}");
        assert_eq!(key(&upload(&admin, name, mime, bytes).await), "done", "{name} of staff");
    }
    let rules = ann.got("/api/index/index").await["site"]["upload"].clone();
    assert_eq!(rules["allowedSuffixes"], "jpg,png,bmp,jpeg,gif,webp");
    let mut moving = Vec::new();
    let mut encoder = image::codecs::gif::GifEncoder::new(&mut moving);
    for shade in [10, 240] {
        encoder.encode_frame(image::Frame::new(image::RgbaImage::from_pixel(8, 8, image::Rgba([shade, shade, shade, 255])))).expect("a frame");
    }
    drop(encoder);
    assert_eq!(sent(&ann, "moving.gif", "image/gif", moving.clone()).await, "upload.animation");
    assert_eq!(key(&upload(&admin, "moving.gif", "image/gif", moving).await), "done");
    // A BMP has the bytes of its pixels.
    let bmp = |seed: u8, side: u32| {
        let mut bytes = Cursor::new(Vec::new());
        RgbImage::from_pixel(side, side, image::Rgb([seed, 1, 1])).write_to(&mut bytes, ImageFormat::Bmp).expect("a picture");
        bytes.into_inner()
    };
    assert_eq!(sent(&ann, "a.bmp", "image/bmp", bmp(1, 100)).await, "done");
    assert_eq!(sent(&ann, "a.bmp", "image/bmp", bmp(1, 100)).await, "done", "the same is kept once");
    assert_eq!(sent(&ann, "b.bmp", "image/bmp", bmp(2, 100)).await, "upload.day");
    assert_eq!(sent(&ann, "c.bmp", "image/bmp", bmp(3, 40)).await, "done", "a smaller one has room");
    let (ben, _) = world.member("ben").await;
    assert_eq!(sent(&ben, "d.bmp", "image/bmp", bmp(4, 100)).await, "upload.members", "all members together");
    assert_eq!(sent(&ben, "e.bmp", "image/bmp", bmp(5, 40)).await, "done");
    assert_eq!(key(&upload(&admin, "f.bmp", "image/bmp", bmp(6, 200)).await), "done", "staff have no such limits");
}

#[tokio::test]
async fn nothing_is_uploaded_to_a_disk_that_is_nearly_full() {
    let services = ServiceSettings { upload_free_bytes: Some(u64::MAX), ..ServiceSettings::default() };
    let world = World::start(services).await;
    let (ann, _) = world.member("ann").await;
    for (who, path) in [(&ann, "/api/ajax/upload"), (&world.admin().await, "/admin/ajax/upload")] {
        let refused = upload_as(who, path, "a.png", "image/png", picture(1, 40), "default").await;
        assert_eq!(refused["data"]["key"], "upload.disk", "{refused}");
    }
}

#[tokio::test]
async fn many_animations_of_one_person_delay_no_picture_of_another() {
    let world = World::start(ServiceSettings::default()).await;
    let (admin, (ann, _)) = (world.admin().await, world.member("ann").await);
    let animation = |seed: u8| {
        let mut bytes = Vec::new();
        let mut encoder = image::codecs::gif::GifEncoder::new_with_speed(&mut bytes, 30);
        for frame in 0..12 {
            encoder.encode_frame(image::Frame::new(image::RgbaImage::from_pixel(400, 400, image::Rgba([seed, frame, 9, 255])))).expect("a frame");
        }
        drop(encoder);
        bytes
    };
    let lane = &world.node.storage().decoding().uploads;
    let gate = lane.turn(&[Party::new("gate", 1)]).await.expect("a turn");
    let flood = futures::future::join_all((0..40).map(|seed| {
        let (admin, bytes) = (admin.clone(), animation(seed));
        async move { upload(&admin, "moving.gif", "image/gif", bytes).await["data"]["key"].as_str().unwrap_or("done").to_owned() }
    }));
    let other = async {
        while lane.in_line() < 17 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let sent = upload_as(&ann, "/api/ajax/upload", "me.png", "image/png", picture(1, 40), "default");
        let opened = async {
            while lane.in_line() < 18 {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            drop(gate);
        };
        let (answer, ()) = futures::future::join(sent, opened).await;
        (answer["code"].clone(), lane.in_line())
    };
    let (flood, (answer, left)) = futures::future::join(flood, other).await;
    assert_eq!(answer, 1);
    assert!(left >= 5, "much of the flood was still in line: {left}");
    assert_eq!(flood.iter().filter(|key| *key == "done").count(), 16, "{flood:?}");
    assert!(flood.iter().all(|key| ["done", "error.rate"].contains(&key.as_str())), "{flood:?}");
}

/// Puts these bytes in the place of an upload, as they lay there before pictures were written anew.
async fn is_stored(world: &World, file: &Value, bytes: &[u8]) {
    let url = file["url"].as_str().expect("an address");
    let dir = tempfile::tempdir().expect("a directory");
    let before = dir.path().join("before");
    std::fs::write(&before, bytes).expect("written");
    world.node.storage().keep(&before, url, file["mimetype"].as_str().expect("a type")).await.expect("kept");
    world.node.store().run(&format!("UPDATE attachment:{} SET cleaned = NONE RETURN NONE", file["id"]), vec![]).await.expect("a query");
}

async fn cleans(world: &World) -> Cleaned {
    cleaning::run(world.node.store(), world.node.storage(), &world.node.config().services.upload).await.expect("a run")
}

/// Uploads of before are cleaned once, in place; what can't be read stays and is named.
async fn pictures_of_before_are_cleaned(world: &World) {
    // So far apart that they are other pictures as JPEG as well.
    const SEEDS: [u8; 3] = [10, 90, 170];
    let admin = world.admin().await;
    let mut files = Vec::new();
    for seed in SEEDS {
        let file = upload(&admin, &format!("{seed}.jpg"), "image/jpeg", photo(seed)).await["data"]["file"].clone();
        files.push(file);
    }
    assert_eq!(cleans(world).await, Cleaned::default(), "what is uploaded now is clean");
    let get = async |file: &Value, query: &str| {
        let address = format!("{}{}{query}", world.url, file["url"].as_str().expect("an address"));
        world.visitor().http.get(address).send().await.expect("an answer").bytes().await.expect("bytes")
    };
    is_stored(world, &files[0], &taken_somewhere(&photo(SEEDS[0]))).await;
    let needs_nothing = photo(SEEDS[1]);
    is_stored(world, &files[1], &needs_nothing).await;
    is_stored(world, &files[2], b"\xFF\xD8 no picture").await;
    assert_eq!(image::load_from_memory(&get(&files[0], "?thumb=80").await).expect("a picture").width(), 48, "as it lay there");

    let done = cleans(world).await;
    let broken = files[2]["url"].as_str().expect("an address").to_owned();
    assert_eq!(done, Cleaned { rewritten: 1, plain: 1, unreadable: vec![broken] });
    let served = get(&files[0], "").await;
    let has = |text: &[u8]| served.windows(text.len()).any(|part| part == text);
    assert!(!has(b"GPS") && !has(b"Exif") && !has(b"<script"), "nothing but pixels, at the same address");
    assert_eq!(image::load_from_memory(&served).expect("a picture").width(), 24, "turned as it says");
    assert_eq!(image::load_from_memory(&get(&files[0], "?thumb=80").await).expect("a picture").width(), 24, "the small one as well");
    assert_eq!(get(&files[1], "").await, needs_nothing, "not written again");
    let query = format!("/admin/routine.Attachment/edit?id={}", files[0]["id"]);
    let row = admin.got(&query).await["row"].clone();
    assert_eq!((row["width"].as_i64(), row["size"].as_i64()), (Some(24), i64::try_from(served.len()).ok()), "{row}");
    assert_eq!(cleans(world).await, Cleaned::default(), "nothing is done twice");

    // A run that ended between the bytes and the row finds a picture that needs nothing.
    world.node.store().run(&format!("UPDATE attachment:{} SET cleaned = NONE RETURN NONE", files[0]["id"]), vec![]).await.expect("a query");
    assert_eq!(cleans(world).await, Cleaned { plain: 1, ..Cleaned::default() });
}

#[tokio::test]
async fn pictures_of_before_are_cleaned_on_disk() {
    pictures_of_before_are_cleaned(&World::start(ServiceSettings::default()).await).await;
}

#[tokio::test]
async fn pictures_of_before_are_cleaned_in_a_bucket() {
    let (url, _) = bucket().await;
    let dir = tempfile::tempdir().expect("a directory");
    pictures_of_before_are_cleaned(&World::start(in_bucket(url, dir.path())).await).await;
}

pub type Objects = Arc<Mutex<HashMap<String, Vec<u8>>>>;

/// Storage that speaks as much of S3 as we use, and looks at who asks.
pub async fn bucket() -> (String, Objects) {
    let objects: Objects = Arc::default();
    let kept = objects.clone();
    let endpoint = poem::endpoint::make(move |mut request: Request| {
        let kept = kept.clone();
        async move {
            let query: HashMap<String, String> = form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes()).into_owned().collect();
            let signed = query.get("X-Amz-Credential").is_some_and(|who| who.starts_with("key-id/") && who.contains("/eu-test-1/s3/"))
                && query.get("X-Amz-Signature").is_some_and(|signature| signature.len() == 64);
            let path = request.uri().path().to_owned();
            if !signed || !(path.starts_with("/files/storage/") || path.starts_with("/files/backups/")) {
                return Ok::<_, poem::Error>(StatusCode::FORBIDDEN.into_response());
            }
            let method = request.method().as_str().to_owned();
            let body = request.take_body().into_bytes().await.expect("a body").to_vec();
            let mut kept = kept.lock().expect("the objects");
            Ok(match method.as_str() {
                "PUT" => {
                    kept.insert(path, body);
                    StatusCode::OK.into_response()
                }
                "DELETE" => {
                    kept.remove(&path);
                    StatusCode::NO_CONTENT.into_response()
                }
                _ => match kept.get(&path) {
                    Some(bytes) => Response::builder().header("etag", "\"e\"").content_type("text/html").body(bytes.clone()),
                    None => StatusCode::NOT_FOUND.into_response(),
                },
            })
        }
    });
    let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.expect("a port");
    let url = format!("http://{}", acceptor.local_addr()[0].as_socket_addr().expect("an address"));
    tokio::spawn(poem::Server::new_with_acceptor(acceptor).run(endpoint));
    (url, objects)
}

/// The settings of a node that keeps its files in the bucket.
pub fn in_bucket(url: String, dir: &std::path::Path) -> ServiceSettings {
    let secret = dir.join("secret");
    std::fs::write(&secret, "s3 secret").expect("written");
    ServiceSettings {
        s3_endpoint: Some(url),
        s3_region: Some("eu-test-1".into()),
        s3_bucket: Some("files".into()),
        s3_key: Some("key-id".into()),
        s3_secret_file: Some(secret),
        ..ServiceSettings::default()
    }
}

#[tokio::test]
async fn files_in_a_bucket() {
    let (url, objects) = bucket().await;
    let dir = tempfile::tempdir().expect("a directory");
    let world = World::start(in_bucket(url, dir.path())).await;
    let admin = world.admin().await;
    let answer = upload(&admin, "house.png", "image/png", picture(4, 200)).await;
    assert_eq!((answer["code"].as_i64(), answer["data"]["file"]["storage"].as_str()), (Some(1), Some("s3")), "{answer}");
    let address = answer["data"]["file"]["url"].as_str().expect("an address").to_owned();
    assert!(objects.lock().expect("the objects").contains_key(&format!("/files{address}")));
    let get = async |query: &str| world.visitor().http.get(format!("{}{address}{query}", world.url)).send().await.expect("an answer");
    let served = get("").await;
    assert_eq!((served.headers()["content-type"].to_str().ok(), served.headers()["etag"].to_str().ok()), (Some("image/png"), Some("\"e\"")));
    assert_eq!(served.bytes().await.expect("bytes"), picture(4, 200));
    let small = image::load_from_memory(&get("?thumb=80").await.bytes().await.expect("bytes")).expect("a picture");
    assert_eq!(small.width(), 80);
    // Taken away by hand, it is there again with the next upload of the same.
    objects.lock().expect("the objects").clear();
    assert_eq!(get("").await.status(), 404);
    assert_eq!(upload(&admin, "house.png", "image/png", picture(4, 200)).await["data"]["file"]["url"], address);
    assert_eq!(get("").await.status(), 200);
    admin.done("/admin/routine.Attachment/del", json!({ "ids": [answer["data"]["file"]["id"]] })).await;
    assert!(objects.lock().expect("the objects").is_empty());
}

/// What comes back for a path exactly as it is written here.
async fn raw(url: &str, path: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let host = url.trim_start_matches("http://");
    let mut stream = tokio::net::TcpStream::connect(host).await.expect("a connection");
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    String::from_utf8_lossy(&answer).into_owned()
}
