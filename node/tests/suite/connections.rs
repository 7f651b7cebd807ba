//! Connections that wait, trickle or hang up: none of them is kept, and what was committed on them stays whole.

use std::collections::BTreeSet;
use std::time::Duration;

use entrepot::config::Settings;
use entrepot::config::connections::ConnectionSettings;
use entrepot::config::services::ServiceSettings;
use poem::listener::{Acceptor, Listener, TcpListener};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::{Node, admins};
use crate::world::World;

/// What is waited for comes within seconds; a machine may be slow.
const PATIENCE: Duration = Duration::from_secs(300);

fn host(url: &str) -> String {
    url.trim_start_matches("http://").to_owned()
}

async fn reach(url: &str) -> TcpStream {
    TcpStream::connect(host(url)).await.expect("a connection")
}

/// What the server says until it ends the connection.
async fn until_end(mut stream: TcpStream) -> String {
    let mut said = Vec::new();
    // A connection that ends with an error has ended.
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut said)).await.expect("the server ends it");
    String::from_utf8_lossy(&said).into_owned()
}

/// Sends these bytes one by one until the server ends the connection.
async fn trickle(url: &str, bytes: &str) -> String {
    let (mut from, mut to) = reach(url).await.into_split();
    let letters: Vec<u8> = bytes.bytes().collect();
    let sending = tokio::spawn(async move {
        for letter in letters.iter().cycle() {
            if to.write_all(&[*letter]).await.is_err() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    let mut said = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, from.read_to_end(&mut said)).await.expect("the server ends it");
    sending.abort();
    String::from_utf8_lossy(&said).into_owned()
}

#[tokio::test]
async fn who_keeps_the_node_waiting_is_not_kept() {
    let dir = tempfile::tempdir().expect("a directory");
    admins(dir.path(), &[], &["boss"]).await;
    let node = Node::start(dir.path(), &["--header-seconds", "1", "--idle-seconds", "1", "--body-seconds", "1"]).await;
    let boss = node.login("boss").await;
    let mut socket = boss.socket(None).await;
    socket.next("bind").await;

    let silent = reach(&node.url).await;
    let mut half = reach(&node.url).await;
    half.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n").await.expect("sent");
    let mut second = reach(&node.url).await;
    second.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nGET /healthz HT").await.expect("sent");
    let mut idle = reach(&node.url).await;
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.expect("sent");
    let mut preface = reach(&node.url).await;
    preface.write_all(b"PRI * HTTP/2.0\r\n\r\nSM").await.expect("sent");
    let mut refused = reach(&node.url).await;
    refused.write_all(b"GET /ws HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: websocket\r\n").await.expect("sent");
    for waiting in [silent, half, preface, refused] {
        assert_eq!(until_end(waiting).await, "");
    }
    for answered in [second, idle] {
        let said = until_end(answered).await;
        assert!(said.starts_with("HTTP/1.1 200 OK") && said.matches("HTTP/1.1").count() == 1, "{said}");
    }
    assert_eq!(trickle(&node.url, "GET /healthz HTTP/1.1\r\nhost: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx").await, "");

    // That took longer than an idle connection may; a websocket has limits of its own.
    socket.send(json!({ "type": "ping" })).await;
    socket.next("pong").await;

    // A body that does not come, and one that trickles, after a head that came at once.
    for path in ["/admin/Index/login", "/api/message/add"] {
        let mut slow = reach(&node.url).await;
        let head = format!("POST {path} HTTP/1.1\r\nhost: x\r\nserver: true\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{{");
        slow.write_all(head.as_bytes()).await.expect("sent");
        let said = until_end(slow).await;
        assert!(said.starts_with("HTTP/1.1 408") && said.contains("error.timeout"), "{said}");
    }
    let upload = format!(
        "POST /admin/ajax/upload HTTP/1.1\r\nhost: x\r\nserver: true\r\nbatoken: {}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 2000\r\n\r\n--x\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n\r\n",
        boss.token
    );
    let mut slow = reach(&node.url).await;
    slow.write_all(upload.as_bytes()).await.expect("sent");
    let said = until_end(slow).await;
    assert!(said.contains("upload.incomplete"), "{said}");
    assert!(node.stop().await);
}

/// The lines of the log that name these agents, and the units that were made.
async fn done(world: &World, admin: &crate::world::Visitor) -> (BTreeSet<String>, BTreeSet<String>) {
    let texts = |answer: Value, name: &str| -> BTreeSet<String> {
        let rows = answer["data"]["list"].as_array().expect("rows");
        rows.iter().filter_map(|row| row[name].as_str()).filter(|text| text.starts_with("gone-")).map(str::to_owned).collect()
    };
    let made = texts(admin.get("/admin/warehouse.Unit/index?limit=200").await, "name");
    world.node.journal().flush().await;
    (made, texts(admin.get("/admin/auth.AdminLog/index?limit=200").await, "useragent"))
}

#[tokio::test]
async fn who_hangs_up_leaves_a_line_for_everything_that_was_committed() {
    let world = World::start(ServiceSettings::default()).await;
    let admin = world.admin().await;
    let token = &admin.headers.iter().find(|(name, _)| name == "batoken").expect("a token").1;
    for number in 0..60_u64 {
        let body = json!({ "name": format!("gone-{number}") }).to_string();
        let head = format!(
            "POST /admin/warehouse.Unit/add HTTP/1.1\r\nhost: x\r\nserver: true\r\nbatoken: {token}\r\nuser-agent: gone-{number}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        let mut stream = reach(&world.url).await;
        stream.write_all(head.as_bytes()).await.expect("sent");
        // At another moment of the work each time.
        tokio::time::sleep(Duration::from_micros(number * 150)).await;
        drop(stream);
    }
    let mut seen = done(&world, &admin).await;
    for () in crate::support::turns() {
        let now = done(&world, &admin).await;
        let (made, logged) = &now;
        if !made.is_empty() && made == logged && now == seen {
            return;
        }
        seen = now;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let (made, logged) = seen;
    panic!("made, but in no line of the log: {:?}", made.difference(&logged).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_blocked_address_reaches_neither_pages_nor_files_nor_sockets() {
    let services = ServiceSettings { trusted_proxies: Some("127.0.0.1".into()), ..ServiceSettings::default() };
    let world = World::start(services).await;
    world.admin().await.done("/admin/routine.Config/edit", json!({ "no_access_ip": "203.0.113.0/24" })).await;
    let acceptor = TcpListener::bind("127.0.0.1:0").into_acceptor().await.expect("a port");
    let own_port = acceptor.local_addr()[0].as_socket_addr().copied().expect("an address");
    tokio::spawn(poem::Server::new_with_acceptor(acceptor).run(entrepot::server::router::websocket(&world.node)));
    let own_port = format!("http://{own_port}");
    let client = reqwest::Client::new();
    let ask = async |url: &str, path: &str, address: &str| {
        let asked = client.get(format!("{url}{path}")).header("x-forwarded-for", address);
        // Without these a socket's port answers that it is no websocket.
        let asked = asked.header("connection", "upgrade").header("upgrade", "websocket").header("sec-websocket-version", "13");
        asked.header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==").send().await.expect("an answer").status().as_u16()
    };
    let places = [
        (&world.url, "/api/index/index?server=1"),
        (&world.url, "/storage/none.png"),
        (&world.url, "/static/images/avatar.png"),
        (&world.url, "/openapi.json"),
        (&world.url, "/ws"),
        (&own_port, "/"),
        (&own_port, "/ws"),
    ];
    for (url, path) in places {
        // The list is believed for seconds.
        let mut blocked = ask(url, path, "203.0.113.9").await;
        for () in crate::support::turns() {
            if blocked == 403 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
            blocked = ask(url, path, "203.0.113.9").await;
        }
        assert_eq!(blocked, 403, "{path}");
        assert_ne!(ask(url, path, "198.51.100.9").await, 403, "{path}");
    }
    for open in ["/healthz", "/readyz"] {
        assert_eq!(ask(&world.url, open, "203.0.113.9").await, 200, "{open}");
    }
}

#[tokio::test]
async fn every_answer_is_safe_in_a_browser() {
    let services = ServiceSettings { trusted_proxies: Some("127.0.0.1".into()), ..ServiceSettings::default() };
    let world = World::start(services).await;
    let client = reqwest::Client::new();
    for path in ["/", "/admin", "/api/index/index?server=1", "/admin/none?server=1", "/storage/none.png", "/openapi.json", "/healthz", "/ws"] {
        let by = async |scheme: &str| client.get(format!("{}{path}", world.url)).header("x-forwarded-proto", scheme).send().await.expect("an answer");
        let (secure, plain) = (by("https").await, by("http").await);
        assert_eq!(secure.headers()["strict-transport-security"], "max-age=31536000", "{path}");
        assert!(!plain.headers().contains_key("strict-transport-security"), "{path}");
        assert_eq!(plain.headers()["x-content-type-options"], "nosniff", "{path}");
        assert_eq!(plain.headers()["referrer-policy"], "same-origin", "{path}");
        let policy = plain.headers()["content-security-policy"].to_str().expect("text").to_owned();
        assert!(policy.contains("default-src") && policy.contains("frame-ancestors"), "{path}: {policy}");
    }
    // What anybody may write is not believed.
    let open = World::start_with(ServiceSettings::default(), Settings::default()).await;
    let answer = client.get(&open.url).header("x-forwarded-proto", "https").send().await.expect("an answer");
    assert!(!answer.headers().contains_key("strict-transport-security"));
    let connections = ConnectionSettings { public_url: Some("https://stock.example.com".into()), ..ConnectionSettings::default() };
    let public = World::start_with(ServiceSettings::default(), Settings { connections, ..Settings::default() }).await;
    assert!(client.get(&public.url).send().await.expect("an answer").headers().contains_key("strict-transport-security"));
}

#[tokio::test]
async fn nobody_reads_the_metrics_through_a_proxy() {
    let client = reqwest::Client::new();
    let status = async |world: &World, name: &'static str, value: &str| {
        let asked = client.get(format!("{}/metrics", world.url)).header(name, value);
        asked.send().await.expect("an answer").status().as_u16()
    };
    let alone = World::start(ServiceSettings::default()).await;
    assert_eq!(status(&alone, "accept", "*/*").await, 200);
    assert_eq!(status(&alone, "x-forwarded-for", "198.51.100.7").await, 403);
    let services = ServiceSettings { trusted_proxies: Some("127.0.0.1".into()), ..ServiceSettings::default() };
    let behind = World::start(services.clone()).await;
    assert_eq!(status(&behind, "accept", "*/*").await, 403);
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), "sesame\n").expect("written");
    let connections = ConnectionSettings { metrics_token_file: Some(file.path().to_owned()), ..ConnectionSettings::default() };
    let open_metrics = World::start_with(services, Settings { connections, ..Settings::default() }).await;
    assert_eq!(status(&open_metrics, "authorization", "Bearer sesame").await, 200);
    assert_eq!(status(&open_metrics, "authorization", "Bearer open").await, 403);
}
